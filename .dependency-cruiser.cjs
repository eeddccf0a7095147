// The arrows of docs/architecture.md. Each rule names what may not happen and why.
function only(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from },
    to: { path: '^(src|test|tools)/', pathNot: allowed },
  }
}

const platform = '(database|desktop|exchange|ipc|keychain|logging|polling|updates)'
const features =
  '(alerts|away|calls|capabilities|demo|investments|lock|markets|mining|orders|portfolio|settings|support)'
const electronHomes =
  '^src/(main/(index|composition-root|platform)|main/desktop/|main/ipc/ipc-server|main/keychain/open-keychain|main/updates/|preload/)'
const notTypes = { dependencyTypesNot: ['type-only'] }

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle has no bottom to start reading from.',
      from: {},
      to: { circular: true },
    },
    only(
      'shared-stands-alone',
      '^src/shared/',
      '^src/shared/',
      'Words both sides use depend on nobody.',
    ),
    {
      name: 'shared-uses-only-bignumber',
      severity: 'error',
      comment:
        'shared runs in every process: only money.ts may use a library, and only bignumber.js.',
      from: { path: '^src/shared/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core', 'npm-optional', 'npm-peer'],
        pathNot: 'node_modules/bignumber\\.js/',
      },
    },
    only(
      'v4-is-data',
      '^src/v4/',
      '^src/(v4|shared)/',
      'The description of the interface knows neither keys nor transport.',
    ),
    only(
      'preload-is-a-slit',
      '^src/preload/',
      '^src/(preload|shared)/',
      'The preload carries channels across, nothing else.',
    ),
    only(
      'page-knows-words-only',
      '^src/renderer/',
      '^src/(renderer|shared)/',
      'The page reaches main through the bridge alone.',
    ),
    only(
      'simulator-shares-only-the-description',
      '^src/simulator/',
      '^src/(simulator|v4|shared)/',
      'A simulator that shared the signer would agree with it while both are wrong.',
    ),
    {
      name: 'components-know-no-feature',
      comment:
        'A part that every screen is made of cannot depend on one of them. Stores reach it through stores.ts.',
      severity: 'error',
      from: { path: '^src/renderer/(components|layout)/' },
      to: {
        path: '^src/renderer/',
        pathNot: '^src/renderer/(components|layout|stores[.]ts|bridge[.]ts)',
        ...notTypes,
      },
    },
    {
      name: 'screens-keep-apart',
      comment:
        'The shell and settings put screens together. What a feature shows of another is a part of that feature, never its whole screen.',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '^src/renderer/(shell|settings|[^/]+$)' },
      to: {
        path: '^src/renderer/(portfolio/overview/overview|portfolio/positions/positions|portfolio/loans/loans|orders/trade|investments/investments|mining/mining|settings/settings|shell/(shell|activity))[.]svelte$',
      },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'What every feature stands on cannot lean on one of them.',
      from: { path: `^src/main/${platform}/` },
      to: { path: `^src/main/(${features}|accounts)/` },
    },
    {
      name: 'platform-rooms-stand-alone',
      severity: 'error',
      comment:
        'Each room of the platform is opened without the others; what it needs of them is handed in, and only types are shared.',
      from: { path: `^src/main/${platform}/`, pathNot: '-(ipc|repository)[.]ts$' },
      to: { path: `^src/main/${platform}/`, pathNot: '^src/main/$1/', ...notTypes },
    },
    {
      name: 'features-keep-apart',
      severity: 'error',
      comment:
        'Of another feature only the types of its main file may be said; what it does is handed in.',
      from: { path: `^src/main/${features}/` },
      to: { path: `^src/main/${features}/`, pathNot: '^src/main/$1/', ...notTypes },
    },
    {
      name: 'features-hide-their-insides',
      severity: 'error',
      comment: 'The types others may use stand in <feature>/<feature>.ts.',
      from: { path: `^src/main/${features}/` },
      to: {
        path: `^src/main/${features}/`,
        pathNot: ['^src/main/$1/', '^src/main/([^/]+)/\\1[.]ts$'],
      },
    },
    {
      name: 'features-decide-alone',
      severity: 'error',
      comment:
        'HTTP, keys, SQL and Electron are handed in: rules of a feature run in a test without any of them.',
      from: {
        path: `^src/main/${features}/`,
        pathNot: [
          '-(ipc|repository|database)[.]ts$',
          '^src/main/[^/]+/(stored-|flex-tables|sample-)',
          '^src/main/(settings|demo)/',
        ],
      },
      to: { path: `^src/main/${platform}/`, pathNot: '^src/main/polling/', ...notTypes },
    },
    {
      name: 'exchange-knows-v4',
      severity: 'error',
      comment:
        'Only the client, the connect form and the schemas of what is stored know how the exchange writes things.',
      from: { path: '^src/main/', pathNot: '^src/main/(exchange|accounts)/' },
      to: { path: '^src/v4/' },
    },
    {
      name: 'demo-starts-the-simulator',
      severity: 'error',
      comment: 'Nobody but the demo starts an exchange.',
      from: { path: '^src/main/', pathNot: '^src/main/demo/' },
      to: { path: '^src/simulator/' },
    },
    {
      name: 'one-way-to-move-money',
      severity: 'error',
      comment:
        'Only the order gateway knows the calls that move money, and only the client builds one. Its types move none.',
      from: { path: '^src/main/', pathNot: '^src/main/exchange/(order-gateway|exchange-client)' },
      to: { path: '^src/main/exchange/order-gateway', ...notTypes },
    },
    {
      name: 'nobody-imports-index',
      severity: 'error',
      comment: 'index wires the parts; a part that needs it is upside down.',
      from: { path: '^(src|test)/' },
      to: { path: '^src/main/index' },
    },
    {
      name: 'accounts-know-every-feature',
      severity: 'error',
      comment: 'An account opens every feature; a feature that needs an account is upside down.',
      from: {
        path: '^src/',
        pathNot: '^src/main/(accounts/|index|composition-root|platform|ipc-handlers)',
      },
      to: { path: '^src/main/accounts/' },
    },
    {
      name: 'nobody-imports-the-root',
      severity: 'error',
      comment: 'These build and connect the parts; a part that needs them is upside down.',
      from: {
        path: '^(src|test)/',
        pathNot: '^(src/main/(index|composition-root)|test/support/router-fakes)',
      },
      to: { path: '^src/main/(composition-root|platform|ipc-handlers)[.]ts$' },
    },
    {
      name: 'electron-at-the-rim',
      severity: 'error',
      comment:
        'Electron is used in index, the roots, desktop, ipc-server, updates, the opening of the keychain and the preload. Elsewhere hand it in.',
      from: { path: '^src/', pathNot: electronHomes },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'one-transport',
      severity: 'error',
      comment:
        'Every option of a signed call is pinned in http-client.ts; another importer would not have them.',
      from: { path: '^src/', pathNot: '^src/main/exchange/http-client' },
      to: { path: 'node_modules/axios/' },
    },
    {
      name: 'one-mail-session',
      severity: 'error',
      comment:
        'Every option of a mail session is pinned in smtp-session.ts, which is loaded with the first message.',
      from: { path: '^src/', pathNot: '^src/main/exchange/smtp-session' },
      to: { path: 'node_modules/nodemailer/' },
    },
    {
      name: 'no-network-outside-exchange',
      severity: 'error',
      comment: 'Calls leave this machine through src/main/exchange only.',
      from: { path: `^src/main/(accounts|database|ipc|keychain|logging|polling|${features})/` },
      to: { path: '^(node:)?(http|https|net|tls|dgram)$' },
    },
    {
      name: 'sockets-where-the-exchange-is',
      severity: 'error',
      comment:
        'A WebSocket is a connection like any other: only the client of the exchange and the simulator have one.',
      from: { path: '^src/', pathNot: '^src/(simulator/stream|main/exchange)/' },
      to: { path: 'node_modules/ws/' },
    },
    {
      name: 'one-way-to-the-database',
      severity: 'error',
      comment:
        'The library is opened in one place; SQL stands in *-repository.ts, flex-tables.ts and src/main/database.',
      from: { path: '^src/', pathNot: '^src/main/database/' },
      to: { path: 'node_modules/libsql/' },
    },
    {
      name: 'keytar-in-the-keychain',
      severity: 'error',
      comment: 'One file offers what the library can be asked safely.',
      from: { path: '^src/', pathNot: '^src/main/keychain/keychain-call' },
      to: { path: 'node_modules/keytar/' },
    },
    {
      name: 'zod-reads-what-comes-in',
      severity: 'error',
      comment:
        'Schemas stand where data comes in: v4, the channels, what is stored, the simulator’s control requests. The page and the preload stay without.',
      from: {
        path: '^src/',
        pathNot:
          '^src/(v4/|simulator/|main/ipc/|main/[^/]+/([^/]+-(ipc|repository)|stored-[^/]+)[.]ts$)',
      },
      to: { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    only(
      'product-never-imports-tests-or-tools',
      '^src/',
      '^src/',
      'Test hosts and tools can never ship.',
    ),
    only(
      'e2e-sees-the-outside',
      '^test/e2e/',
      '^(test/(e2e|support|fixtures)/|src/(shared|simulator)/|test/stand-in-electron/launch[.]mjs|tools/(virtual-screen|bench/rows)[.]mjs$)',
      'A story that reaches inside main would not be the person’s.',
    ),
    {
      name: 'no-orphan-types',
      severity: 'error',
      comment: 'Nothing may depend on what cannot be resolved.',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types', 'svelte'],
      extensions: ['.ts', '.js', '.svelte', '.svelte.ts', '.mjs', '.cjs', '.json'],
    },
    exclude: { path: '[.](css|woff2|png|svg)' },
  },
}
