// What may be wrong with a package. Each check is a function of what the package holds and gives its complaints in words.
import { builtinModules } from 'node:module'
import path from 'node:path'
import { parseAst } from 'vite'

/** @typedef {import('./archive.mjs').Package} Package */
/** @typedef {{ platform: string, arch: string }} Target */

const { posix } = path

/** Names that have no business in a program that people run. */
const foreign = [
  { what: 'a source map', pattern: /\.map$/ },
  { what: 'TypeScript', pattern: /\.[cm]?ts$|\.tsbuildinfo$/ },
  { what: 'a test', pattern: /(^|\/)(tests?|__tests__|specs?|fixtures|coverage)\/|\.(test|spec)\.[cm]?js$/ },
  { what: 'a page of documentation', pattern: /\.(md|markdown)$/i },
  { what: 'a file of secrets or of an editor', pattern: /(^|\/)(\.env[^/]*|\.npmrc|\.git[^/]*|\.DS_Store|\.editorconfig|\.vscode\/.*)$/ },
  { what: 'source of the native part', pattern: /\.(cc|cpp|c|h|gyp|gypi|o|a|rs)$/ },
]

/**
 * SUP-7: the built folder, the manifest and packages, and nothing in them that only builds or tests.
 * @param {Package} pack
 */
export const contentsComplaints = ({ files, resources }) => [
  ...files.flatMap(({ path: file }) => {
    if (file !== 'package.json' && !file.startsWith('out/') && !file.startsWith('node_modules/'))
      return [`${file} does not belong into the package`]
    const found = foreign.find(({ pattern }) => pattern.test(file))
    return found === undefined ? [] : [`${file} is ${found.what}`]
  }),
  ...['out/main/index.js', 'out/main/keychain-broker.js', 'out/preload/index.cjs', 'out/renderer/index.html', 'package.json']
    .filter((needed) => !files.some(({ path: file }) => file === needed))
    .map((needed) => `${needed} is missing`),
  ...resources.filter((name) => name === 'default_app.asar' || name === 'app').map((name) => `${name} would be run in place of Plimsoll`),
]

/**
 * The manifest that ships tells how to start and nothing about how it was made.
 * @param {Package} pack
 * @param {{ name: string, version: string, main: string }} source
 */
export const manifestComplaints = ({ files, read }, source) => {
  if (!files.some((file) => file.path === 'package.json')) return []
  const manifest = JSON.parse(read('package.json').toString('utf8'))
  return [
    ...['scripts', 'devDependencies', 'build'].filter((field) => field in manifest).map((field) => `package.json still has "${field}"`),
    .../** @type {const} */ (['name', 'version', 'main'])
      .filter((field) => manifest[field] !== source[field])
      .map((field) => `package.json says ${field} ${JSON.stringify(manifest[field])}, expected ${JSON.stringify(source[field])}`),
  ]
}

const builtin = new Set(['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)])
const builtinWithScheme = (/** @type {string} */ name) => builtin.has(name) || name.startsWith('node:')

/** @typedef {{ type?: string, value?: unknown, name?: string, source?: Syntax, callee?: Syntax, arguments?: Syntax[] }} Syntax */

/** The bundler's own name for `require` in an ES module, and the name itself in a CommonJS one. */
const requires = new Set(['require', '__require'])

/**
 * What a built script asks for, wherever in it. Names that are computed are passed over.
 * @param {string} code
 */
export const requestsOf = (code) => {
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {unknown} node */
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (node === null || typeof node !== 'object') return
    const { type, source, callee, arguments: words } = /** @type {Syntax} */ (node)
    const asked =
      source ?? (type === 'CallExpression' && callee?.type === 'Identifier' && requires.has(callee.name ?? '') ? words?.[0] : undefined)
    if (asked?.type === 'Literal' && typeof asked.value === 'string') found.add(asked.value)
    Object.values(node).forEach(walk)
  }
  walk(parseAst(code))
  return [...found]
}

/** @param {string} request */
export const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')

/** @type {WeakMap<Package, { file: string, requests: string[] }[]>} */
const asked = new WeakMap()

/**
 * What each of our scripts outside the page asks for. Reading them takes a second, so it is done once.
 * @param {Package} pack
 */
const requestsIn = (pack) => {
  const known =
    asked.get(pack) ??
    pack.files
      .filter(({ path: file }) => /^out\/(main|chunks|preload|simulator)\/.*\.c?js$/.test(file))
      .map(({ path: file }) => ({ file, requests: requestsOf(pack.read(file).toString('utf8')) }))
  asked.set(pack, known)
  return known
}

/**
 * Everything our scripts ask for is there.
 * @param {Package} pack
 */
export const importComplaints = (pack) => {
  const there = new Set(pack.files.map(({ path: file }) => file))
  return requestsIn(pack).flatMap(({ file, requests }) =>
    requests.flatMap((request) => {
      if (builtinWithScheme(request)) return []
      const wanted = request.startsWith('.') ? posix.join(posix.dirname(file), request) : `node_modules/${packageOf(request)}/package.json`
      return there.has(wanted) ? [] : [`${file} asks for ${request}, which is not in the package`]
    }),
  )
}

/** Listed as dependencies by their packages and used only while those are compiled, or by another platform. */
const notNeeded = new Set(['node-addon-api'])

/**
 * The packages that ship are those the scripts ask for, and what these need in turn: none more, none less.
 * @param {Package} pack
 */
export const packagesComplaints = (pack) => {
  const manifests = new Map(
    pack.files
      .filter(({ path: file }) => file.startsWith('node_modules/'))
      .map(({ path: file }) => ({ file, name: packageOf(file.slice('node_modules/'.length)) }))
      .filter(({ file, name }) => file === `node_modules/${name}/package.json`)
      .map(({ name }) => name)
      .map((name) => [name, JSON.parse(pack.read(`node_modules/${name}/package.json`).toString('utf8'))]),
  )
  const direct = requestsIn(pack)
    .flatMap(({ requests }) => requests)
    .filter((request) => !request.startsWith('.') && !builtinWithScheme(request))
    .map(packageOf)
  const needed = new Set()
  /** @type {string[]} */
  const lost = []
  const waiting = [...new Set(direct)]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name) || notNeeded.has(name)) continue
    needed.add(name)
    const manifest = manifests.get(name)
    if (manifest === undefined) {
      lost.push(`${name} is needed and not in the package`)
      continue
    }
    const optional = Object.keys(manifest.optionalDependencies ?? {})
    waiting.push(
      ...Object.keys(manifest.dependencies ?? {}).filter((one) => !optional.includes(one)),
      ...optional.filter((one) => manifests.has(one)),
    )
  }
  const surplus = [...manifests.keys()]
    .filter((name) => !needed.has(name))
    .map((name) => `${name} is in the package and nothing asks for it`)
  return [...lost, ...surplus]
}

/**
 * For which machine a native file was made, in Node's words; null where it is none we know.
 * @param {Buffer} head
 * @returns {Target | null}
 */
export const machineOf = (head) => {
  if (head.length < 64) return null
  if (head.readUInt32BE(0) === 0x7f454c46) {
    const arch = { 62: 'x64', 183: 'arm64' }[head.readUInt16LE(18)]
    return arch === undefined ? null : { platform: 'linux', arch }
  }
  if (head.readUInt32LE(0) === 0xfeedfacf) {
    const arch = { 0x01000007: 'x64', 0x0100000c: 'arm64' }[head.readUInt32LE(4)]
    return arch === undefined ? null : { platform: 'darwin', arch }
  }
  if (head.toString('latin1', 0, 2) === 'MZ') {
    const at = head.readUInt32LE(0x3c)
    const arch = at + 6 <= head.length ? { 0x8664: 'x64', 0xaa64: 'arm64' }[head.readUInt16LE(at + 4)] : undefined
    return arch === undefined ? null : { platform: 'win32', arch }
  }
  return null
}

const natives = [
  { of: 'keytar', pattern: /^node_modules\/keytar\/.*\.node$/ },
  { of: 'libsql', pattern: /^node_modules\/@libsql\/.*\.node$/ },
]

/**
 * SUP-7: one native part each, for this machine, outside the archive, where the system can load it.
 * @param {Package} pack
 * @param {Target} target
 */
export const nativeComplaints = ({ files, read, unpacked }, target) => {
  const all = files.filter(({ path: file }) => file.endsWith('.node'))
  return [
    ...natives.flatMap(({ of, pattern }) => {
      const found = all.filter(({ path: file }) => pattern.test(file))
      return found.length === 1
        ? []
        : [`${of} has ${found.length} native parts, expected one: ${found.map((one) => one.path).join(', ') || 'none'}`]
    }),
    ...all
      .filter(({ path: file }) => !natives.some(({ pattern }) => pattern.test(file)))
      .map(({ path: file }) => `${file} is a native part nobody knows`),
    ...all.flatMap(({ path: file, unpacked: outside }) => {
      if (!outside || !unpacked.includes(file)) return [`${file} is inside the archive, where the system cannot load it`]
      const made = machineOf(read(file).subarray(0, 4096))
      return made?.platform === target.platform && made.arch === target.arch
        ? []
        : [
            `${file} is made for ${made === null ? 'a machine nobody knows' : `${made.platform}-${made.arch}`}, not for ${target.platform}-${target.arch}`,
          ]
    }),
  ]
}

/** Words that only the hosts of tests contain (SUP-8), and the pointer to a source map. */
const testWords = ['fake-electron', 'stand-in/', '__ipcSend', '__standIn', 'fake-bridge', 'vitest', '@playwright', 'sourceMappingURL=']

/**
 * SUP-8: no test host, by name, in anything of ours that ships.
 * @param {Package} pack
 */
export const testHostComplaints = ({ files, read }) =>
  files
    .filter(({ path: file }) => file.startsWith('out/') && /\.(c?js|html|css)$/.test(file))
    .flatMap(({ path: file }) => {
      const code = read(file)
      return testWords.filter((word) => code.includes(word)).map((word) => `${file} contains "${word}"`)
    })

/** In bytes. Raised by decision only: what grows here grows on everybody's disk and in everybody's start. */
export const budgets = {
  archive: 10_000_000,
  main: 2_000_000,
  page: 1_200_000,
  natives: 12_000_000,
}

/**
 * RES-6
 * @param {Package} pack
 * @param {typeof budgets} limits
 */
export const budgetComplaints = ({ files, archiveSize }, limits = budgets) => {
  /** @type {(pattern: RegExp) => number} */
  const sum = (pattern) => files.filter(({ path: file }) => pattern.test(file)).reduce((total, { size }) => total + size, 0)
  const sizes = {
    archive: archiveSize,
    main: sum(/^out\/main\//),
    page: sum(/^out\/renderer\/.*\.js$/),
    natives: sum(/\.node$/),
  }
  return Object.entries(limits).flatMap(([name, limit]) => {
    const size = sizes[/** @type {keyof typeof budgets} */ (name)]
    if (size === 0) return [`${name} is empty`]
    return size <= limit ? [] : [`${name} is ${size} bytes, the budget is ${limit}`]
  })
}
