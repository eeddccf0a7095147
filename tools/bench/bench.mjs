// `npm run bench`: every measurement in sequence; `npm run bench -- client` only the named ones.
// Ends with one table and writes the same to bench/results.json. Fails if a part cannot be measured
// or a target is missed by a factor of two. What each row means: docs/performance.md.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchTable, collectingIn, readRows, verdictOf } from './rows.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const usual = [
  ...['client', 'simulator', 'product', 'history', 'confirm', 'page', 'pushed'],
  ...['electron', 'start', 'idle', 'notices'],
]
/** Takes real time, so only when named. */
const known = [...usual, 'memory']
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no measurement named ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
  )
  process.exit(2)
}

/** @param {string} name */
function versionOf(name) {
  const path = join(root, 'node_modules', name, 'package.json')
  return /** @type {{ version: string }} */ (JSON.parse(readFileSync(path, 'utf8'))).version
}

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()}`,
  // On a busy machine both sides lose their caches; the side with more code loses more.
  loadBefore: Number((loadavg()[0] ?? 0).toFixed(1)),
}
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
const collected = join(folder, 'rows')
writeFileSync(collected, '')
// The desktop suite runs as another user where this one is root.
chmodSync(folder, 0o755)
chmodSync(collected, 0o666)
/** @type {string[]} */
const ended = []
for (const name of asked.length > 0 ? asked : usual) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(process.execPath, [...process.execArgv, join(here, `${name}.mjs`)], {
    stdio: 'inherit',
    env: { ...process.env, ...collectingIn(collected) },
  })
  if (status !== 0) ended.push(name)
}
const rows = readRows(collected)
rmSync(folder, { recursive: true })

const versions = {
  plimsoll: /** @type {{ version: string }} */ (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  ).version,
  node: process.versions.node,
  v8: process.versions.v8,
  electron: versionOf('electron'),
  undici: versionOf('undici'),
  axios: versionOf('axios'),
}
mkdirSync(join(root, 'bench'), { recursive: true })
const results = { at: new Date().toISOString(), machine, versions, rows }
writeFileSync(join(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`)

console.log(`\n${machine.cpu} × ${machine.cores}, load ${machine.loadBefore} before the run`)
console.log(benchTable(rows))
console.log('Written to bench/results.json. What each row means: docs/performance.md')
const bad = rows.filter((row) => ['missed twice over', 'not measured'].includes(verdictOf(row)))
for (const { work } of bad) console.error(`Missed by more than twice, or not measured: ${work}`)
for (const name of ended) console.error(`Failed: ${name}`)
process.exit(bad.length + ended.length > 0 ? 1 : 0)
