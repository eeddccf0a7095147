// node tools/advisories.mjs
// Asks the registry for advisories (SUP-4). Everything that ships must be clean, including bundled
// packages and Electron; for build and test dependencies, only severe advisories count.
import { spawnSync } from 'node:child_process'
import { buildWhereNeeded, root } from './build.mjs'
import { advisoryComplaints } from './package/advisories.mjs'
import { placesThatShip } from './package/shipped.mjs'

if (!(await buildWhereNeeded())) process.exit(1)
const shipped = placesThatShip(root)
const { stdout } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  // Windows starts npm through a shell.
  shell: process.platform === 'win32',
})

/** @returns {import('./package/advisories.mjs').AuditReport} */
function report() {
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

const complaints = advisoryComplaints(report(), shipped)
for (const complaint of complaints) console.error(`advisories: ${complaint}`)
if (complaints.length === 0)
  console.error(
    `advisories: none against the ${shipped.length} packages that ship, no grave one against the others`,
  )
process.exit(complaints.length === 0 ? 0 : 1)
