// How much code runs before the first figures: whatever the entry points import, and what that
// imports, until an import() asks for more.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'

/** @typedef {import('./archive.mjs').Package} Package */

/**
 * Bytes of main as they are read, and of the page's scripts, and those of the mini window, as gzip
 * would send them. Increased only
 * by decision: this delays every start.
 */
export const startBudgets = { main: 2_100_000, page: 110_000, wholePage: 377_000, mini: 2_500 }

const importing = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'])

/**
 * @param {Package} pack
 * @param {readonly string[]} entries
 * @returns {Set<string>} files of the package that load with these
 */
function loadedWith({ read }, entries) {
  /** @type {Set<string>} */
  const found = new Set()
  const left = [...entries]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file)) continue
    found.add(file)
    for (const node of parseAst(String(read(file))).body) {
      const from = importing.has(node.type) && 'source' in node ? node.source?.value : undefined
      if (from?.startsWith('.') === true) left.push(path.posix.join(path.posix.dirname(file), from))
    }
  }
  return found
}

/**
 * RES-6
 * @param {Package} pack
 * @param {typeof startBudgets} limits
 */
export function startComplaints(pack, limits = startBudgets) {
  const html = String(pack.read('out/renderer/index.html'))
  const scripts = [...html.matchAll(/<script[^>]* src="\.\/([^"]+)"/g)].map(
    ([, name]) => `out/renderer/${name}`,
  )
  const page = loadedWith(pack, scripts)
  const mini = loadedWith(pack, ['out/renderer/mini.js'])
  const main = loadedWith(pack, ['out/main/index.js'])
  const wholePage = pack.files
    .map((file) => file.path)
    .filter((file) => /^out\/renderer\/(?!.*\/catalogue-).*\.js$/.test(file))
  /** @type {(files: Iterable<string>, sizeOf: (code: Buffer) => number) => number} */
  const sum = (files, sizeOf) =>
    [...files].reduce((total, file) => total + sizeOf(pack.read(file)), 0)
  const zipped = (/** @type {Buffer} */ code) => gzipSync(code, { level: 9 }).length
  const sizes = {
    main: sum(main, (code) => code.length),
    page: sum(page, zipped),
    wholePage: sum(wholePage, zipped),
    mini: sum(mini, zipped),
  }
  return [
    ...[...main, ...page]
      .filter((file) =>
        /simulator|demo-account|smtp-session|later-parts|uPlot|catalogue/.test(file),
      )
      .map((file) => `${file} is loaded at start`),
    ...Object.entries(limits).flatMap(([name, limit]) => {
      const size = sizes[/** @type {keyof typeof startBudgets} */ (name)]
      if (size === 0) return [`${name} at start is empty`]
      return size <= limit ? [] : [`${name} at start is ${size} bytes, the budget is ${limit}`]
    }),
  ]
}
