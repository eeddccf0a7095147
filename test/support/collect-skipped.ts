// What the test files skip, in one line each at the end of the run: beside the reporter's own lines
// they would be torn apart.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSkipped, skipLines } from '../../tools/skipped.mjs'

export default (): (() => void) => {
  // `npm test` collects the lines of all suites.
  if (process.env['PLIMSOLL_SKIPPED'] !== undefined) return () => undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-skipped-'))
  const file = path.join(folder, 'skipped')
  process.env['PLIMSOLL_SKIPPED'] = file
  return () => {
    for (const line of skipLines(readSkipped(file))) console.error(line)
    delete process.env['PLIMSOLL_SKIPPED']
    rmSync(folder, { recursive: true, force: true })
  }
}
