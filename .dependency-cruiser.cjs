// The arrows of docs/architecture.md. Each rule names what is forbidden and why.
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
      comment: 'A cycle has no starting point for a reader.',
      from: {},
      to: { circular: true },
    },
    only(
      'shared-stands-alone',
      '^src/shared/',
      '^src/shared/',
      'Code that both sides use depends on nothing else.',
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
      'The description of the API knows neither keys nor transport.',
    ),
    only(
      'preload-is-a-slit',
      '^src/preload/',
      '^src/(preload|shared)/',
      'The preload only connects channels.',
    ),
    only(
      'page-knows-words-only',
      '^src/renderer/',
      '^src/(renderer|shared)/',
      'The page reaches main only through the bridge.',
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
        'A component that every screen uses cannot depend on one of them. It gets stores through stores.ts.',
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
        'Only the shell and settings combine screens. A feature may show a part of another, never its complete screen.',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '^src/renderer/(shell|settings|[^/]+$)' },
      to: {
        path: '^src/renderer/(portfolio/overview/overview|portfolio/positions/positions|portfolio/loans/loans|orders/trade|investments/investments|mining/mining|settings/settings|shell/(shell|activity))[.]svelte$',
      },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'Code that every feature depends on cannot depend on one of them.',
      from: { path: `^src/main/${platform}/` },
      to: { path: `^src/main/(${features}|accounts)/` },
    },
    {
      name: 'platform-rooms-stand-alone',
      severity: 'error',
      comment:
        'Each part of the platform works without the others; its dependencies are passed in, and only types are shared.',
      from: { path: `^src/main/${platform}/`, pathNot: '-(ipc|repository)[.]ts$' },
      to: { path: `^src/main/${platform}/`, pathNot: '^src/main/$1/', ...notTypes },
    },
    {
      name: 'features-keep-apart',
      severity: 'error',
      comment: 'Import only the types of another feature’s main file; its functions are passed in.',
      from: { path: `^src/main/${features}/` },
      to: { path: `^src/main/${features}/`, pathNot: '^src/main/$1/', ...notTypes },
    },
    {
      name: 'features-hide-their-insides',
      severity: 'error',
      comment: 'The types that others may use are in <feature>/<feature>.ts.',
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
        'HTTP, keys, SQL and Electron are passed in: the rules of a feature run in tests without any of them.',
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
        'Only the client, the connect form and the schemas of stored data know the exchange’s spelling.',
      from: { path: '^src/main/', pathNot: '^src/main/(exchange|accounts)/' },
      to: { path: '^src/v4/' },
    },
    {
      name: 'demo-starts-the-simulator',
      severity: 'error',
      comment: 'Only the demo starts an exchange.',
      from: { path: '^src/main/', pathNot: '^src/main/demo/' },
      to: { path: '^src/simulator/' },
    },
    {
      name: 'one-way-to-move-money',
      severity: 'error',
      comment:
        'Only the order gateway knows the calls that move money, and only the client creates one. Its types are harmless.',
      from: { path: '^src/main/', pathNot: '^src/main/exchange/(order-gateway|exchange-client)' },
      to: { path: '^src/main/exchange/order-gateway', ...notTypes },
    },
    {
      name: 'nobody-imports-index',
      severity: 'error',
      comment: 'index wires the parts; a part must not depend on it.',
      from: { path: '^(src|test)/' },
      to: { path: '^src/main/index' },
    },
    {
      name: 'accounts-know-every-feature',
      severity: 'error',
      comment: 'An account opens every feature; a feature must not depend on an account.',
      from: {
        path: '^src/',
        pathNot: '^src/main/(accounts/|index|composition-root|platform|ipc-handlers)',
      },
      to: { path: '^src/main/accounts/' },
    },
    {
      name: 'nobody-imports-the-root',
      severity: 'error',
      comment: 'These build and connect the parts; a part must not depend on them.',
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
        'Only index, the roots, desktop, ipc-server, updates, open-keychain and the preload use Electron. Elsewhere, pass it in.',
      from: { path: '^src/', pathNot: electronHomes },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'one-transport',
      severity: 'error',
      comment:
        'Every option of a signed call is pinned in http-client.ts; another importer would bypass them.',
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
      comment: 'Only src/main/exchange sends network calls.',
      from: { path: `^src/main/(accounts|database|ipc|keychain|logging|polling|${features})/` },
      to: { path: '^(node:)?(http|https|net|tls|dgram)$' },
    },
    {
      name: 'sockets-where-the-exchange-is',
      severity: 'error',
      comment:
        'A WebSocket is a connection like any other: only the exchange client and the simulator open one.',
      from: { path: '^src/', pathNot: '^src/(simulator/stream|main/exchange)/' },
      to: { path: 'node_modules/ws/' },
    },
    {
      name: 'one-way-to-the-database',
      severity: 'error',
      comment:
        'Only one place opens the library; SQL is in *-repository.ts, flex-tables.ts and src/main/database.',
      from: { path: '^src/', pathNot: '^src/main/database/' },
      to: { path: 'node_modules/libsql/' },
    },
    {
      name: 'keytar-in-the-keychain',
      severity: 'error',
      comment: 'One file offers the calls of the library that are safe.',
      from: { path: '^src/', pathNot: '^src/main/keychain/keychain-call' },
      to: { path: 'node_modules/keytar/' },
    },
    {
      name: 'zod-reads-what-comes-in',
      severity: 'error',
      comment:
        'Schemas are where data comes in: v4, the channels, stored data, the simulator’s control requests. The page and the preload have none.',
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
      'An end-to-end test that imports main would not test what the user sees.',
    ),
    {
      name: 'no-orphan-types',
      severity: 'error',
      comment: 'Nothing may depend on a module that cannot be resolved.',
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
