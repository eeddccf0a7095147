// Builds the output from the sources if they differ.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitOf } from './commit.mjs'
import { oneAtATime } from './lock.mjs'
import { notices, noticesFile, termsText } from './package/notices.mjs'
import { whatShips } from './package/shipped.mjs'
import { isWritable } from './writable.mjs'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const stamp = path.join(root, 'node_modules', '.cache', 'plimsoll', 'built')
const results = [
  'out/main/index.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  `out/${noticesFile}`,
]

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(file) : [file]
  })
}

const commit = commitOf(root) ?? 'not known'

/**
 * A fingerprint of everything the build reads. By content: a checkout changes modification times
 * without changing files.
 */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.version}\0${commit}`)
  const own = ['bundled', 'licences', 'notices', 'shipped'].map(
    (name) => `tools/package/${name}.mjs`,
  )
  const single = [
    'electron.vite.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    ...own,
  ]
  const files = [
    ...single.map((name) => path.join(root, name)),
    ...['src', 'resources'].flatMap((name) => filesBelow(path.join(root, name))),
  ]
  for (const file of files.sort())
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** @param {string} print */
function isBuilt(print) {
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === print &&
    results.every((name) => existsSync(path.join(root, name)))
  )
}

/**
 * Runs the bundler, keeps its output in case it fails, and records which packages were bundled.
 * @param {string} folder
 * @returns {Promise<{ code: number | null, chatter: string }>}
 */
export async function bundle(folder) {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')),
    'bin',
    'electron-vite.js',
  )
  const child = spawn(process.execPath, [cli, 'build'], {
    cwd: folder,
    // For this source tree: another folder it is built in has none.
    env: { ...process.env, PLIMSOLL_COMMIT: commit },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  /** @type {Buffer[]} */
  const chatter = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => chatter.push(piece))
  const code = await new Promise((done) => child.once('close', done))
  if (code === 0) {
    const { text } = notices(whatShips(folder), (place) => termsText(path.join(folder, place)))
    writeFileSync(path.join(folder, 'out', noticesFile), text)
  }
  return { code, chatter: Buffer.concat(chatter).toString() }
}

/**
 * Builds if anything changed since the last time. All output goes to stderr. Returns whether there
 * is something to run.
 * @returns {Promise<boolean>}
 */
export async function buildWhereNeeded() {
  /** @param {string} text */
  const say = (text) => process.stderr.write(`${text}\n`)
  // The end-to-end suite tests what was built, whichever user runs it; it has just been built.
  if (process.env.PLIMSOLL_AS_BUILT === '1') return true
  if (isBuilt(fingerprint())) return true
  return oneAtATime(
    path.join(root, 'out'),
    () => say('Another Plimsoll command is building in this folder. Waiting for it.'),
    async () => {
      const print = fingerprint()
      if (isBuilt(print)) return true
      if (!isWritable(root)) {
        say(`Plimsoll has to be built; but this user may not write to ${root}.`)
        return false
      }
      say('Building Plimsoll.')
      const { code, chatter } = await bundle(root)
      if (code !== 0) {
        say(`${chatter}\nPlimsoll could not be built; the reason is above.`)
        return false
      }
      mkdirSync(path.dirname(stamp), { recursive: true })
      writeFileSync(stamp, print)
      return true
    },
  )
}

// When run directly, it builds and reports the result.
if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exit((await buildWhereNeeded()) ? 0 : 1)
