// The one writer of CSV (RFC 4180). Decimals stay exactly as they are, also below zero: a
// spreadsheet reads "-1.5" as a number, never as a formula. Any other text that a spreadsheet would
// take for one gets an apostrophe in front.
import { isDecimal } from './money.js'

export type CsvCell = string | number | boolean | null

/**
 * What begins a formula, also in the wide signs of East Asian keyboards; blanks before it are
 * dropped by some programs.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * The same inside a cell, behind what a program set to another country takes for the end of the
 * cell: quotes do not hold it there.
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
 * What some spreadsheet programs need at the start of a file to read it as UTF-8, and others
 * stumble over.
 */
export const byteOrderMark = '\uFEFF'

/** One line with its end. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}
