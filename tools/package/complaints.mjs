// Errors in a package that neither electron-builder nor the started program would report. Each
// check is a function of the package's content and returns its complaints as text.
import { isBuiltin } from 'node:module'
import { parseAst } from 'vite'
import { placeOfModule } from './bundled.mjs'
import { electronNotices, noticesFile } from './notices.mjs'
import { forWhatShips } from './shipped.mjs'

/** @typedef {import('./archive.mjs').Package} Package */

/** Names that must not appear in a program users run. */
const foreign = [
  { what: 'a source map', pattern: /\.map$/ },
  { what: 'TypeScript', pattern: /\.[cm]?ts$|\.tsbuildinfo$/ },
  {
    what: 'a test',
    pattern: /(^|\/)(tests?|__tests__|specs?|fixtures|coverage)\/|\.(test|spec)\.[cm]?js$/,
  },
  { what: 'a page of documentation', pattern: /\.(md|markdown)$/i },
  {
    what: 'a file of secrets or of an editor',
    pattern: /(^|\/)(\.env[^/]*|\.npmrc|\.git[^/]*|\.DS_Store|\.editorconfig|\.vscode\/.*)$/,
  },
  { what: 'source of the native part', pattern: /\.(cc|cpp|c|h|gyp|gypi|o|a|rs)$/ },
]
/**
 * A command-line program, which could not even start without Electron as Node, and the list of
 * bundled packages.
 */
const notPackaged =
  /^out\/(simulator\/cli\.js|(preload\/|renderer\/)?bundled\.json|third-party-notices\.txt)$/
/** By name: a build that no longer produced one of them would match a package that lacks it. */
const needed = [
  'package.json',
  'out/main/index.js',
  'out/main/keychain-broker.js',
  'out/main/storage-worker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/renderer/mini.html',
  'out/renderer/mini.js',
  'out/locales/en.json',
]

/**
 * SUP-7: the built folder, the manifest and packages, and nothing in them that is only for building
 * or testing.
 * @param {Package} pack
 * @param {readonly string[]} built every file of the built folder, from the checkout on
 */
export function contentsComplaints({ files, resources }, built) {
  const there = new Set(files.map(({ path }) => path))
  const wanted = new Set([...needed, ...built.filter((file) => !notPackaged.test(file))])
  return [
    ...[...there].flatMap((file) => {
      if (!wanted.has(file) && !file.startsWith('node_modules/'))
        return [`${file} does not belong into the package`]
      const found = foreign.find(({ pattern }) => pattern.test(file))
      return found === undefined ? [] : [`${file} is ${found.what}`]
    }),
    ...[...wanted].filter((file) => !there.has(file)).map((file) => `${file} is missing`),
    ...resources
      .filter((name) => name === 'app' || name === 'default_app.asar')
      .map((name) => `${name} would be run in place of Plimsoll`),
  ]
}

/**
 * SUP-7: the manifest that ships says what to start, and nothing about how it was made.
 * @param {Package} pack
 * @param {{ version: string, main: string }} source
 */
export function manifestComplaints({ read }, source) {
  const manifest = JSON.parse(read('package.json').toString('utf8'))
  return [
    ...['scripts', 'devDependencies']
      .filter((field) => field in manifest)
      .map((field) => `package.json still has "${field}"`),
    .../** @type {const} */ (['version', 'main'])
      .filter((field) => manifest[field] !== source[field])
      .map(
        (field) =>
          `package.json says ${field} ${JSON.stringify(manifest[field])}, expected ${JSON.stringify(source[field])}`,
      ),
  ]
}

/**
 * @typedef {{ type?: string, value?: unknown, name?: string, source?: Syntax, callee?: Syntax,
 *   arguments?: Syntax[] }} Syntax
 */

/** The bundler's own name for `require` in an ES module, and the name itself in a CommonJS one. */
const requires = new Set(['require', '__require'])

/**
 * All imports of a built script, anywhere in it. Computed names are ignored.
 * @param {string} code
 */
function requestsOf(code) {
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {unknown} node */
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (node === null || typeof node !== 'object') return
    /** @type {Syntax} */
    const syntax = node
    const { type, source, callee } = syntax
    const required =
      type === 'CallExpression' && callee?.type === 'Identifier' && requires.has(callee.name ?? '')
    const asked = source ?? (required ? syntax.arguments?.[0] : undefined)
    if (asked?.type === 'Literal' && typeof asked.value === 'string') found.add(asked.value)
    Object.values(node).forEach(walk)
  }
  walk(parseAst(code))
  return [...found]
}

const modules = 'node_modules/'

/**
 * The package a file in node_modules, or an import of a script, belongs to.
 * @param {string} file
 */
function packageOf(file) {
  const name = file.startsWith(modules) ? file.slice(modules.length) : file
  const parts = name.split('/')
  return parts.slice(0, name.startsWith('@') ? 2 : 1).join('/')
}

/**
 * SUP-6: the packages that ship are those installed for it, and not only to build or test; each of
 * our dependencies is imported, and each import of a script is there.
 * @param {Package} pack
 * @param {{ packages: Record<string, import('./shipped.mjs').LockEntry> }} lock
 */
export function packagesComplaints({ files, read }, lock) {
  const shipped = new Set(
    files
      .map(({ path }) => path)
      .filter((path) => path.startsWith(modules))
      .map(packageOf),
  )
  const installed = new Map(
    forWhatShips(lock).filter(([place]) => place === `${modules}${packageOf(place)}`),
  )
  const asked = files
    .filter(({ path }) => /^out\/(main|chunks|preload)\/.*\.c?js$/.test(path))
    .flatMap(({ path }) =>
      requestsOf(read(path).toString('utf8')).map((request) => ({ path, request })),
    )
    .filter(
      ({ request }) => !request.startsWith('.') && request !== 'electron' && !isBuiltin(request),
    )
    .map(({ path, request }) => ({ path, name: packageOf(request) }))
  return [
    ...[...shipped]
      .filter((name) => !installed.has(`${modules}${name}`))
      .map((name) => `${name} is in the package and is not one that ships`),
    ...[...installed]
      .filter(([, { optional }]) => !optional)
      .map(([place]) => packageOf(place))
      .filter((name) => !shipped.has(name))
      .map((name) => `${name} is needed and not in the package`),
    ...Object.keys(lock.packages['']?.dependencies ?? {})
      .filter((name) => !asked.some((one) => one.name === name))
      .map((name) => `${name} is in the package and nothing asks for it`),
    ...asked
      .filter(({ name }) => !shipped.has(name))
      .map(({ path, name }) => `${path} asks for ${name}, which is not in the package`),
  ]
}

/**
 * SUP-11: the list of what ships matches the package.
 * @param {Package} pack
 * @param {readonly import('./shipped.mjs').Shipped[]} shipped
 */
export function shippedComplaints({ files }, shipped) {
  const there = new Set(files.flatMap(({ path }) => placeOfModule(path) ?? []))
  const said = new Set(shipped.filter(({ beside }) => beside).map(({ place }) => place))
  return [
    ...[...there]
      .filter((place) => !said.has(place))
      .map((place) => `${place} is in the package and not said to ship`),
    ...[...said]
      .filter((place) => !there.has(place))
      .map((place) => `${place} is said to ship and not in the package`),
  ]
}

/**
 * SUP-11: the licence terms of everything are included.
 * @param {(name: string) => string | null} read a file of the package beside the archive, or null
 * @param {{ text: string, missing: readonly string[] }} wanted
 */
export function noticesComplaints(read, { text, missing }) {
  return [
    ...missing.map((name) => `${name} ships, and the text of its terms is nowhere`),
    ...(read(noticesFile) === text
      ? []
      : [`${noticesFile} is not what was made of the packages that ship`]),
    ...electronNotices.filter((name) => !read(name)).map((name) => `${name} is missing`),
  ]
}

const natives = [
  { of: 'keytar', pattern: /^node_modules\/keytar\/.*\.node$/ },
  { of: 'libsql', pattern: /^node_modules\/@libsql\/.*\.node$/ },
]

/**
 * SUP-7: one native part each, outside the archive, where the system can load it. Loading it shows
 * whether it is one for this machine.
 * @param {Package} pack
 */
export function nativeComplaints({ files, unpacked }) {
  const all = files.filter(({ path }) => path.endsWith('.node'))
  return [
    ...natives.flatMap(({ of, pattern }) => {
      const found = all.filter(({ path }) => pattern.test(path))
      return found.length === 1
        ? []
        : [
            `${of} has ${found.length} native parts, expected one: ${found.map((one) => one.path).join(', ') || 'none'}`,
          ]
    }),
    ...all
      .filter(({ path }) => !natives.some(({ pattern }) => pattern.test(path)))
      .map(({ path }) => `${path} is a native part nobody knows`),
    ...all
      .filter(({ path, unpacked: outside }) => !outside || !unpacked.includes(path))
      .map(({ path }) => `${path} is inside the archive, where the system cannot load it`),
  ]
}

/** Words that only test hosts contain (SUP-8), and the reference to a source map. */
const testWords = [
  'fake-electron',
  'stand-in-electron/',
  '__ipcSend',
  '__standIn',
  'fake-bridge',
  'vitest',
  '@playwright',
  'sourceMappingURL=',
]

/**
 * SUP-8: no test host, by name, in any of our files that ship.
 * @param {Package} pack
 */
export function testHostComplaints({ files, read }) {
  return files
    .filter(({ path }) => path.startsWith('out/') && /\.(c?js|html|css)$/.test(path))
    .flatMap(({ path }) => {
      const code = read(path)
      return testWords
        .filter((word) => code.includes(word))
        .map((word) => `${path} contains "${word}"`)
    })
}

/**
 * In bytes: of `main`, the app’s own programs with the chunks they share, without the simulator; of
 * `catalogues`, those that main reads and those of the page. Increased only by decision: what grows
 * here grows on every user's disk and slows every start.
 */
export const budgets = {
  archive: 11_400_000,
  main: 2_300_000,
  page: 1_220_000,
  catalogues: 1_825_000,
  natives: 12_000_000,
}

/**
 * RES-6
 * @param {Package} pack
 * @param {typeof budgets} limits
 */
export function budgetComplaints({ files, archiveSize }, limits = budgets) {
  /** @type {(pattern: RegExp) => number} */
  const sum = (pattern) =>
    files.filter(({ path }) => pattern.test(path)).reduce((total, { size }) => total + size, 0)
  const sizes = {
    archive: archiveSize,
    main: sum(/^out\/(main\/|chunks\/(?!simulator-))/),
    page: sum(/^out\/renderer\/(?!.*\/catalogue-).*\.js$/),
    catalogues: sum(/^out\/(locales\/|renderer\/.*\/catalogue-[^/]*\.js$)/),
    natives: sum(/\.node$/),
  }
  return Object.entries(limits).flatMap(([name, limit]) => {
    const size = sizes[/** @type {keyof typeof budgets} */ (name)]
    if (size === 0) return [`${name} is empty`]
    return size <= limit ? [] : [`${name} is ${size} bytes, the budget is ${limit}`]
  })
}
