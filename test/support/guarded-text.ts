import { isDecimal } from '../../src/shared/money.js'

const isNumber: (text: string) => boolean = isDecimal

/**
 * Whether the one is the other with nothing but apostrophes put in, as before what a spreadsheet
 * would take for a formula.
 */
export function guards(guarded: string, text: string): boolean {
  let at = 0
  for (const sign of guarded) {
    if (text.startsWith(sign, at)) at += sign.length
    else if (sign !== "'") return false
  }
  return at === text.length
}

/**
 * Whether no part of a cell is a formula, also where semicolons, tabs and line breaks are taken for
 * separators. A number is none.
 */
export function holdsNoFormula(cell: string): boolean {
  return isNumber(cell) || cell.split(/[;\t\r\n]/).every((part) => !/^\s*[=+\-@]/.test(part))
}
