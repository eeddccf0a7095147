// How samples lie in their tables, and how many of them are read at once.
import { isDecimal, type Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Database, Row } from '../database/database.js'
import { DatabaseFault } from '../database/database-fault.js'

export type SampleKind = 'balance' | 'loan'
export type SampleTable = { name: string; columns: readonly string[] }

export const sampleTables: Record<SampleKind, SampleTable> = {
  balance: { name: 'balance_sample', columns: ['amount'] },
  loan: { name: 'loan_sample', columns: ['amount', 'current_ltv', 'initial_ltv', 'margin_call_ltv', 'liquidation_ltv'] },
}

/** Values in the order of the table's columns. */
export type Sample = { at: UnixSeconds; values: Decimal[] }

/** Both ends belong to it. */
export type TimeWindow = { from: UnixSeconds; to: UnixSeconds }

const exactTime = "CASE at WHEN CAST(at AS INTEGER) THEN CAST(at AS INTEGER) ELSE printf('%!.17g', at) END"

/**
 * All samples of one series in a window as one JSON text: tens of thousands of them, row by row, would take three times as long.
 * 17 digits carry any time exactly; a whole second is written as the whole number it is, which is written and read in half the time.
 */
const packed = ({ name, columns }: SampleTable): string =>
  `SELECT CAST(group_concat(printf('[%s${',"%s"'.repeat(columns.length)}]', ${exactTime}, ${columns.join(', ')})) AS BLOB) AS samples
   FROM (SELECT * FROM ${name} WHERE series = ? AND at BETWEEN ? AND ? ORDER BY at)`

const packedSql: Record<SampleKind, string> = { balance: packed(sampleTables.balance), loan: packed(sampleTables.loan) }

const isDecimalText = (value: unknown): value is Decimal => typeof value === 'string' && isDecimal(value)

/** @throws StoreFault DAMAGED where the text is not what `packed` makes of sound rows */
const unpack = (row: Row | null, columns: number): Sample[] => {
  const samples = row?.['samples'] ?? null
  if (samples === null) return []
  let list: unknown
  try {
    list = JSON.parse(`[${samples}]`)
  } catch {
    list = null
  }
  if (!Array.isArray(list)) throw new DatabaseFault('DAMAGED', 'samples cannot be read')
  return list.map((sample: unknown): Sample => {
    const values: unknown[] = Array.isArray(sample) ? sample : []
    const at = values.shift()
    if (typeof at !== 'number' || values.length !== columns || !values.every(isDecimalText))
      throw new DatabaseFault('DAMAGED', 'a sample holds something else than decimals')
    return { at, values }
  })
}

/** Samples of one series, oldest first. @throws StoreFault DAMAGED, or what the database throws */
export const readSamples = (database: Database, kind: SampleKind, series: number, { from, to }: TimeWindow): Sample[] =>
  unpack(database.first(packedSql[kind], series, from, to), sampleTables[kind].columns.length)
