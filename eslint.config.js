import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import noUnsanitized from 'eslint-plugin-no-unsanitized'
import security from 'eslint-plugin-security'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import { commentWidth, hiddenCharacters, topLevelFunctions } from './tools/lint-rules.mjs'

// Every message says what is forbidden, why, and what to do instead.
const toFixedSyntax = {
  selector: 'CallExpression[callee.property.name="toFixed"]',
  message: 'toFixed rounds. Use cut() or asPercent() of src/shared/money.ts, which never round up.',
}
const moneySyntax = [
  {
    selector: 'UnaryExpression[operator="+"]',
    message:
      'Unary + turns text into a float and loses digits of an amount. Keep the text, or use src/shared/money.ts.',
  },
  {
    selector:
      'CallExpression[callee.name="parseFloat"], MemberExpression[object.name="Number"][property.name="parseFloat"]',
    message: 'parseFloat loses digits of an amount. Keep the text, or use src/shared/money.ts.',
  },
  toFixedSyntax,
]
const numberSyntax = [
  {
    selector: 'CallExpression[callee.name="Number"]',
    message:
      'Number() loses digits of an amount. Keep the text, or use src/shared/money.ts. For times and counts, do it in a file listed in eslint.config.js.',
  },
  {
    selector: 'MemberExpression[object.name="Math"]',
    message:
      'Math works on floats. For money use src/shared/money.ts. For times, geometry and counts, list the file in eslint.config.js.',
  },
]
const keychainSyntax = {
  selector: 'MemberExpression[property.name=/^find(Credentials|Password)$/]',
  message:
    'findCredentials and findPassword crash the process when an unlock prompt is cancelled. Read one entry by its account instead.',
}
/** SEC-17: all other code passes the Secret on. */
const secretSyntax = {
  selector: 'CallExpression[callee.property.name="reveal"]',
  message:
    'Only the vault, the signer, the name of a nonce sequence and the redactor read the bytes of a secret. Pass the Secret on.',
}
const secretHomes = [
  'src/main/keychain/**',
  'src/main/exchange/outgoing-signer.ts',
  'src/main/exchange/signer.ts',
  'src/main/logging/redactor.ts',
]
const plainSyntax = [
  {
    selector: 'TSEnumDeclaration',
    message: 'An enum generates code; a union of string literals is only a type. Use the union.',
  },
]

const noWaiting =
  'A test that waits for time to pass fails on a slow computer. Wait for the signal (expect.poll, once), or show that nothing happens in virtual time (createVirtualTime, vi.useFakeTimers) or after one more request.'
const sleepSyntax = [
  // Code that kills a hanging program waits for its end, not for the time.
  'CallExpression[callee.name="setTimeout"]:not([arguments.0.body.callee.property.name="kill"])',
  'CallExpression[callee.object.name=/^(globalThis|window)$/][callee.property.name="setTimeout"]',
  // As in promisify(setTimeout).
  'CallExpression > Identifier.arguments[name=/^set(Timeout|Interval)$/]',
  'CallExpression[callee.property.name="waitForTimeout"]',
  'CallExpression[callee.object.name="Atomics"][callee.property.name="wait"]',
  'ImportExpression[source.value=/timers.promises$/]',
].map((selector) => ({ selector, message: noWaiting }))
const noSleep = { group: ['node:timers/promises', 'timers/promises'], message: noWaiting }

const importRules = (...patterns) => ['error', { patterns }]
const noAxios = {
  group: ['axios', 'axios/*'],
  message:
    'axios has unsafe defaults for signed calls. Use createHttpClient() of src/main/exchange/http-client.ts.',
}
const noLibsql = {
  group: ['libsql', 'libsql/*'],
  message:
    'SQL belongs only in *-repository.ts, flex-tables.ts and src/main/database. Add a repository there and pass it in.',
}
const noKeytar = {
  group: ['keytar'],
  message: 'Only src/main/keychain accesses the keychain. Use createKeychain().',
}
const noBigNumber = {
  group: ['bignumber.js'],
  message: 'Only src/shared/money.ts calculates with amounts. Add the operation there.',
}

// Times, counts, geometry and wire ids: numbers that are not money. Each file is listed by name, so
// that adding one is a decision.
const notMoney = [
  'src/main/accounts/connect-drafts.ts',
  'src/main/away/{away,daily-messages,destination,watch-plan}.ts',
  'src/main/investments/flex-sync.ts',
  'src/main/lock/passphrase.ts',
  'src/main/polling/poll-scheduler.ts',
  'src/main/markets/exchange-feeds.ts',
  'src/main/portfolio/sample-history.ts',
  'src/main/portfolio/feed-poller.ts',
  'src/renderer/portfolio/sample-chart.ts',
  'src/shared/dates.ts',
  'src/simulator/engine/sent-times.ts',
  'src/v4/numbers.ts',
  'src/main/exchange/{http-client,tls-connector,exchange-client,limiter,retry,timing}.ts',
  'src/main/exchange/stream/stream-client.ts',
  'src/main/{desktop/dbus-message,desktop/dialogs,logging/log-reader}.ts',
  'src/renderer/{portfolio/load-line,lock/lock-format,mini/mini,settings/pings,components/ticker,components/times,components/words}.ts',
  'src/renderer/investments/flex-rows-store.svelte.ts',
  'src/renderer/portfolio/overview/attention.ts',
  'src/renderer/components/data-table.svelte',
  'src/renderer/support/log-list.svelte',
  'src/renderer/away/mail-fields.svelte',
  'src/renderer/settings/stream-token-panel.svelte',
  'src/renderer/shell/status-bar.svelte',
]
// Files with a function of more than 100 lines: split it when you change it, and remove the file
// from this list.
const longFunctions = [
  'src/main/accounts/open-accounts.ts',
  'src/main/accounts/{accounts,connect-drafts,credential-store,every-account,locked-accounts}.ts',
  'src/main/alerts/monitoring-gaps.ts',
  'src/main/alerts/{alert-repository,notification-grouping,notification-policy}.ts',
  'src/main/alerts/{position-alerts,position-entry,price-alerts}.ts',
  'src/main/away/{away-repository,away,destination}.ts',
  'src/main/capabilities/capabilities.ts',
  'src/main/desktop/{autostart,desktop,linux-notifier,session-bus,tray,window}.ts',
  'src/main/exchange/request-pipeline.ts',
  'src/main/exchange/stream/stream-client.ts',
  'src/main/exchange/{address-family,call-record,exchange-client,limiter}.ts',
  'src/main/investments/{flex-earnings,flex-repository,flex-sync,flex-tables}.ts',
  'src/main/investments/{history-database,invested,investments,stored-sync}.ts',
  'src/main/keychain/{broker,keychain}.ts',
  'src/main/lock/{lock,passphrase}.ts',
  'src/main/logging/{log-reader,redactor}.ts',
  'src/main/markets/exchange-feeds.ts',
  'src/main/mining/mining.ts',
  'src/main/orders/{arming-and-limits,order-records,order-review,order-submission}.ts',
  'src/main/orders/{orders-repository,orders}.ts',
  'src/main/polling/poll-scheduler.ts',
  'src/main/portfolio/{feed-poller,portfolio,sample-repository}.ts',
  'src/main/settings/stored-settings.ts',
  'src/main/support/bundles.ts',
  'src/main/{composition-root,platform}.ts',
  'src/renderer/stores.ts',
  'src/shared/markets/market-rules.ts',
  'src/shared/portfolio/net-worth.ts',
  'src/simulator/{server,simulator}.ts',
]
const libraries = { axios: noAxios, libsql: noLibsql, keytar: noKeytar, bignumber: noBigNumber }
/** The only files that may import a library: every other ban still applies to them. */
function homeOf(name, files) {
  return {
    files,
    rules: {
      'no-restricted-imports': importRules(
        ...Object.entries(libraries).flatMap(([other, rule]) => (other === name ? [] : [rule])),
      ),
    },
  }
}

/** Its rules would also check every other file for what only a component can contain. */
const ofComponents = svelte.configs.recommended.map((part) => ({
  files: ['**/*.svelte', '**/*.svelte.ts'],
  ...part,
}))

export default ts.config(
  {
    ignores: ['out/', 'dist/', 'node_modules/', 'coverage/', 'test-results/', 'playwright-report/'],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ofComponents,
  security.configs.recommended,
  noUnsanitized.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: globals.node },
    plugins: {
      plimsoll: {
        rules: {
          'comment-width': commentWidth,
          'hidden-characters': hiddenCharacters,
          'top-level-functions': topLevelFunctions,
        },
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-console': ['error', { allow: ['error', 'warn'] }],
      'plimsoll/comment-width': 'error',
      'plimsoll/hidden-characters': 'error',
      'plimsoll/top-level-functions': 'error',
      // plimsoll/hidden-characters.
      'security/detect-bidi-characters': 'off',
      'security/detect-invisible-characters': 'off',
      // For packages that are not used here: express and mustache.
      'security/detect-no-csrf-before-method-override': 'off',
      'security/detect-disable-mustache-escape': 'off',
      'no-restricted-syntax': ['error', ...plainSyntax, keychainSyntax],
      'no-restricted-imports': importRules(noAxios, noLibsql, noKeytar, noBigNumber),
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Keys here come from closed lists or Maps; the rule cannot tell and flags every index
      // access.
      'security/detect-object-injection': 'off',
      // File names come from our own folders, never from the page or the wire; paths are checked
      // where they could (the app:// scheme).
      'security/detect-non-literal-fs-filename': 'off',
    },
  },
  {
    files: ['**/*.ts'],
    // The compiler reports these (noUnusedLocals, noUnusedParameters) in half the time.
    rules: { '@typescript-eslint/no-unused-vars': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: longFunctions,
    rules: { 'max-lines-per-function': ['error', 100] },
  },
  {
    files: ['src/**/*.{ts,svelte}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...plainSyntax,
        keychainSyntax,
        secretSyntax,
        ...moneySyntax,
        ...numberSyntax,
      ],
    },
  },
  {
    files: secretHomes,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...plainSyntax,
        keychainSyntax,
        ...moneySyntax,
        ...numberSyntax,
      ],
    },
  },
  {
    files: notMoney,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...plainSyntax,
        keychainSyntax,
        secretSyntax,
        ...moneySyntax,
      ],
    },
  },
  // Here, revealing the stream token has the same name as reading a secret.
  {
    files: ['src/renderer/settings/stream-token-panel.svelte'],
    rules: { 'no-restricted-syntax': ['error', ...plainSyntax, keychainSyntax, ...moneySyntax] },
  },
  homeOf('axios', ['src/main/exchange/http-client.ts']),
  homeOf('libsql', ['src/main/database/database.ts', 'test/**']),
  homeOf('keytar', ['src/main/keychain/keychain-call.ts']),
  homeOf('bignumber', ['src/shared/money.ts']),
  // The only place that prints a decimal: BigNumber's toFixed is exact.
  {
    files: ['src/shared/money.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...plainSyntax,
        ...moneySyntax.filter((one) => one !== toFixedSyntax),
        ...numberSyntax,
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      'svelte/no-at-html-tags': 'error',
      // Text from the server must stay text: see the rule above. Navigation is between views, not
      // URLs.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['src/renderer/**'],
    languageOptions: { globals: globals.browser },
    // The page only compares the user's own input; nobody can measure the time.
    rules: { 'security/detect-possible-timing-attacks': 'off' },
  },
  {
    files: ['test/**'],
    ignores: ['test/support/**'],
    rules: {
      'no-restricted-syntax': ['error', ...plainSyntax, keychainSyntax, ...sleepSyntax],
      'no-restricted-imports': importRules(noAxios, noKeytar, noBigNumber, noSleep),
    },
  },
  {
    files: ['tools/**', 'test/**'],
    rules: { 'no-console': 'off', 'security/detect-non-literal-regexp': 'off' },
  },
  {
    files: ['test/**'],
    // Only our own text reaches the regular expressions and commands of tests. Both rules are slow.
    rules: { 'security/detect-unsafe-regex': 'off', 'security/detect-child-process': 'off' },
  },
)
