// The one writer of CSV (RFC 4180). Decimals stay exactly as they are, including negative ones: a
// spreadsheet reads "-1.5" as a number, never as a formula. Any other text that a spreadsheet would
// take for a formula is prefixed with an apostrophe.
import { isDecimal } from './money.js'

export type CsvCell = string | number | boolean | null

/**
 * What starts a formula, including full-width East Asian characters; some programs drop leading
 * whitespace.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * The same inside a cell, after what a program with another locale takes for the end of the cell:
 * quotes do not prevent it there.
 */
const formulaInside = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g

const needsQuotes = /[",;\t\r\n]|^\s|\s$/

function disarmed(text: string): string {
  const inside = text.replace(formulaInside, "$1'")
  const safe = formula.test(text) ? `'${inside}` : inside
  return isDecimal(text) ? text : safe
}

function cellOf(value: CsvCell): string {
  if (value === null) return ''
  const text = String(value)
  const safe = typeof value === 'string' ? disarmed(text) : text
  return needsQuotes.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Some spreadsheet programs need it at the start of a file to read it as UTF-8, and others choke on
 * it.
 */
export const byteOrderMark = '\uFEFF'

/** One line, including its end. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}
