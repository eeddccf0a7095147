// What a run skips, in one line each. `npm test` repeats the lines before its table: each process
// appends its own to one file.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ what: string, why: string, file?: string | undefined }} Skip `file` is the test file
 *   that says so
 */

/** @param {Skip} skip */
export function skipLine({ what, why }) {
  return `SKIPPED ${what}: ${why}`.replaceAll(/\s+/gu, ' ').trim()
}

/**
 * @param {string} file
 * @param {Skip} skip
 * @returns {boolean} false if this user may not write to it
 */
function add(file, skip) {
  try {
    appendFileSync(file, `${JSON.stringify(skip)}\n`)
    return true
  } catch {
    return false
  }
}

/**
 * Prints on stderr what is skipped, why, and how to enable it; or leaves that to the parent process
 * if it named a file.
 * @param {Skip} skip
 */
export function saySkipped(skip) {
  const collected = process.env.PLIMSOLL_SKIPPED
  const whole = { file: process.env.PLIMSOLL_TEST_FILE, ...skip }
  if (collected === undefined || !add(collected, whole)) console.error(skipLine(skip))
}

/**
 * The content of that file.
 * @param {string} file
 * @returns {Skip[]}
 */
export function readSkipped(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/**
 * One line for each reason, in the order of the run, however many files gave it.
 * @param {readonly Skip[]} skips
 */
export function skipLines(skips) {
  return [...new Set(skips.map(skipLine))]
}
