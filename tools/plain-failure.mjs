// Loaded before a tool (node --import): an unexpected error ends it with one sentence. The stack
// goes into a file.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * @param {unknown} fault
 * @returns {string} one sentence
 */
export function sentenceOf(fault) {
  const { code, path: place } = /** @type {NodeJS.ErrnoException} */ (
    fault instanceof Error ? fault : {}
  )
  const where = place === undefined ? '' : `: ${place}`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `This user may not read or write what the command needs${where}.`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `There is no space left on the disk${where}.`
  if (code === 'ENOENT' && place !== undefined)
    return `A file that the command needs is missing${where}.`
  const [first = ''] = (fault instanceof Error ? fault.message : String(fault)).trim().split('\n')
  return `The command failed: ${first.replace(/\.$/u, '')}.`
}

/**
 * @param {unknown} fault
 * @returns {string} where the stack is, as a sentence; empty if it could not be written
 */
function keepStack(fault) {
  try {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'plimsoll-failure-')), 'stack.txt')
    writeFileSync(file, `${fault instanceof Error ? fault.stack : String(fault)}\n`)
    return ` Details: ${file}`
  } catch {
    return ''
  }
}

process.on('uncaughtException', (fault) => {
  process.stderr.write(`${sentenceOf(fault)}${keepStack(fault)}\n`)
  process.exit(1)
})
