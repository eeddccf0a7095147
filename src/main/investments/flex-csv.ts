// Records as text for other programs. Amounts are checked decimals and stay exactly as they are, also below zero: a spreadsheet reads
// "-1.5" as a number, never as a formula. Every other cell is text of the exchange; one that a spreadsheet would take for a formula
// gets an apostrophe in front.
import { flexActions } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'

export const byteOrderMark = '\uFEFF'

const columns = [
  'transaction_id',
  'created_at_utc',
  'created_at_unix',
  'plan_id',
  'investment_id',
  'currency',
  'amount',
  'action',
  'action_type',
] as const

const formula = /^[=+\-@\t\r\n]/

/** Also what only other programs take for a separator: quoted, it separates nothing for those that take commas too. */
const quoted = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const textCell = (cell: string): string => quoted(formula.test(cell) ? `'${cell}` : cell)

/** ISO 8601 in UTC, to the second; empty where the moment is outside of what a calendar has. */
const inUtc = (createdAt: string): string => {
  const date = new Date(Number.parseInt(createdAt, 10) * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
}

const names: ReadonlyMap<number, string> = new Map(Object.entries(flexActions).map(([value, name]) => [Number.parseInt(value, 10), name]))

/** Ends of lines as RFC 4180 has them. */
export const csvHeader = `${columns.join(',')}\r\n`

export const csvLine = (record: FlexRecord): string => {
  const cells: Record<(typeof columns)[number], string> = {
    transaction_id: textCell(record.transactionId),
    created_at_utc: inUtc(record.createdAt),
    created_at_unix: record.createdAt,
    plan_id: textCell(record.planId),
    investment_id: textCell(record.investmentId),
    currency: textCell(record.currency),
    amount: record.amount,
    action: names.get(record.actionType) ?? '',
    action_type: String(record.actionType),
  }
  return `${columns.map((column) => cells[column]).join(',')}\r\n`
}

/** One element of the JSON array, on a line of its own. Amounts and times stay text. */
export const jsonElement = (record: FlexRecord): string =>
  JSON.stringify({ ...record, createdAtUtc: inUtc(record.createdAt), action: names.get(record.actionType) ?? null })
