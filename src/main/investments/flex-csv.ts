// Records as text for other programs.
import { csvRow } from '../../shared/csv.js'
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

/** ISO 8601 in UTC, to the second; empty where the moment is outside of what a calendar has. */
const inUtc = (createdAt: string): string => {
  const date = new Date(Number.parseInt(createdAt, 10) * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
}

const names: ReadonlyMap<number, string> = new Map(Object.entries(flexActions).map(([value, name]) => [Number.parseInt(value, 10), name]))

export const csvHeader = csvRow(columns)

export const csvLine = (record: FlexRecord): string => {
  const cells: Record<(typeof columns)[number], string> = {
    transaction_id: record.transactionId,
    created_at_utc: inUtc(record.createdAt),
    created_at_unix: record.createdAt,
    plan_id: record.planId,
    investment_id: record.investmentId,
    currency: record.currency,
    amount: record.amount,
    action: names.get(record.actionType) ?? '',
    action_type: String(record.actionType),
  }
  return csvRow(columns.map((column) => cells[column]))
}

/** One element of the JSON array, on a line of its own. Amounts and times stay text. */
export const jsonElement = (record: FlexRecord): string =>
  JSON.stringify({ ...record, createdAtUtc: inUtc(record.createdAt), action: names.get(record.actionType) ?? null })
