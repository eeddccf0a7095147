// node tools/package.mjs
// Makes the installers for the current system, into dist/. Signing and notarisation follow the
// environment, as electron-builder reads it; whether they look for updates, and whom they trust, is
// set in resources/update-feed.json. See docs/releasing.md.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildWhereNeeded, root } from './build.mjs'
import { explainFailure } from './package/builder-output.mjs'
import { runBuilder } from './package/builder-run.mjs'
import { makeDeb } from './package/deb.mjs'
import { readSettings } from './package/feed.mjs'

const dist = path.join(root, 'dist')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/** @type {(text: string) => never} */
function stop(text) {
  console.error(text)
  process.exit(1)
}

if (process.env.PLIMSOLL_FEED_PRIVATE_KEY)
  stop(
    'PLIMSOLL_FEED_PRIVATE_KEY is set. Packaging runs a thousand packages and needs no key; `node tools/sign-feed.mjs` signs afterwards.',
  )
const feed = readSettings(root)
console.error(
  feed === null
    ? 'Without a feed: these installers look for no updates.'
    : `Updates will be looked for at ${feed.url}`,
)

/**
 * electron-builder's output is shown live, without stack traces; all of it is kept if it fails.
 * @param {string} system
 */
async function build(system) {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('electron-builder/package.json')),
    'cli.js',
  )
  const words = [cli, `--${process.arch}`, '--publish=never', system]
  const { code, output } = await runBuilder(words, root, (line) => console.error(line))
  if (code === 0) return
  const log = path.join(dist, 'electron-builder.log')
  writeFileSync(log, `${output}\n`)
  stop(`${explainFailure(output, code)} Details: ${log}`)
}

if (!(await buildWhereNeeded())) process.exit(1)
rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)
await build(
  { linux: '--linux', darwin: '--mac', win32: '--win' }[/** @type {string} */ (process.platform)] ??
    stop('Not on this system.'),
)

if (process.platform === 'linux') {
  makeDeb({
    folder: path.join(dist, process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked'),
    repository: root,
    output: dist,
    manifest,
    arch: process.arch === 'arm64' ? 'arm64' : 'amd64',
    at: Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000)),
    compression: 'xz',
  })
}
console.error(
  `In ${dist}: ${readdirSync(dist)
    .filter((name) => name.startsWith('Plimsoll'))
    .join(', ')}`,
)
