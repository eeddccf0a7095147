// Queries of the stored investment history. Each is short: long answers are read in slices.
import { mostFacets, type FlexFacets, type FlexFilter } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { digits, numberOf, text, textOf } from '../database/database.js'
import { whereOf, type FlexWhere } from './flex-filter-sql.js'
import type { NameKind } from './flex-names.js'
import { recordColumns, type FlexTables } from './flex-tables.js'

export type FlexKept = { records: number; backTo: UnixSeconds | null; newest: UnixSeconds | null; sync: unknown }

/** By which rows are ordered: by time, by the order of actions within a second, by arrival. */
export type FlexPlace = { at: UnixSeconds; turn: number; no: number }

export type FlexSliceRow = {
  at: UnixSeconds
  planId: string
  investmentId: string
  currency: string
  actionType: number
  amount: Decimal
}

/** Null where the profile has nothing, or nothing of it can match. */
export const whereIn = ({ profileNo, names }: FlexTables, profileId: string, filter: FlexFilter): FlexWhere | null => {
  const profile = profileNo(profileId)
  return profile === null ? null : whereOf(filter, profile, names)
}

const readSync = (sync: string): unknown => {
  try {
    const read: unknown = JSON.parse(sync)
    return read
  } catch {
    return null
  }
}

export const readKept = ({ database, profileNo }: FlexTables, profileId: string): FlexKept => {
  const no = profileNo(profileId)
  const row = no === null ? null : database.first(`SELECT records, ${text('sync')} FROM flex_profile WHERE no = ?`, no)
  if (no === null || row === null) return { records: 0, backTo: null, newest: null, sync: null }
  const edge = (order: 'ASC' | 'DESC'): UnixSeconds | null => {
    const found = database.first(`SELECT at FROM flex_record INDEXED BY flex_by_time WHERE profile = ? ORDER BY at ${order} LIMIT 1`, no)
    return found === null ? null : numberOf(found, 'at')
  }
  return { records: numberOf(row, 'records'), backTo: edge('ASC'), newest: edge('DESC'), sync: readSync(textOf(row, 'sync')) }
}

/** `upTo` counts only what had arrived with that number. */
export const countRows = ({ database }: FlexTables, where: FlexWhere, upTo: number | null): number => {
  const row = database.first(
    `SELECT count(*) AS n FROM flex_record ${where.index} WHERE ${where.conditions}${upTo === null ? '' : ' AND no <= ?'}`,
    ...[...where.values, ...(upTo === null ? [] : [upTo])],
  )
  return row === null ? 0 : numberOf(row, 'n')
}

/** `count` rows from place `from` of `total`, newest first. */
export const readRows = (
  { database, recordOf }: FlexTables,
  where: FlexWhere,
  total: number,
  from: number,
  count: number,
): FlexRecord[] => {
  if (from >= total) return []
  const size = from + count <= total ? count : total - from
  // The second half is nearer from the other end.
  const fromEnd = from > total / 2
  const order = (direction: 'ASC' | 'DESC'): string => `at ${direction}, turn ${direction}, no ${direction}`
  const chosen = `SELECT no FROM flex_record ${where.index} WHERE ${where.conditions} ORDER BY ${order(fromEnd ? 'ASC' : 'DESC')} LIMIT ? OFFSET ?`
  return database
    .all(
      `SELECT ${recordColumns} FROM flex_record WHERE no IN (${chosen}) ORDER BY ${order('DESC')}`,
      ...[...where.values, size, fromEnd ? total - from - size : from],
    )
    .map(recordOf)
}

export const readFacets = ({ names, profileNo }: FlexTables, profileId: string): Omit<FlexFacets, 'version'> => {
  const profile = profileNo(profileId)
  const of = (kind: NameKind) => (profile === null ? [] : names.mostFrequent(profile, kind, mostFacets))
  return {
    plans: of('plan'),
    investments: of('investment'),
    currencies: of('currency'),
    actionTypes: of('action').map(({ value, records }) => ({ value: Number.parseInt(value, 10), records })),
  }
}

export const holdsAny = ({ database, profileNo }: FlexTables, profileId: string, transactionIds: readonly string[]): boolean => {
  const no = profileNo(profileId)
  const find = 'SELECT no FROM flex_record INDEXED BY flex_by_transaction WHERE profile = ? AND transaction_id = ?'
  return no !== null && transactionIds.some((id) => database.first(find, no, id) !== null)
}

export const readSlice = ({ database, names }: FlexTables, where: FlexWhere, after: number, upTo: number): FlexSliceRow[] =>
  database
    .all(
      `SELECT at, plan, investment, currency, action, ${digits('amount')} FROM flex_record NOT INDEXED
       WHERE no > ? AND no <= ? AND ${where.conditions}`,
      ...[after, upTo, ...where.values],
    )
    .map((row) => ({
      at: numberOf(row, 'at'),
      planId: names.nameOf(numberOf(row, 'plan')),
      investmentId: names.nameOf(numberOf(row, 'investment')),
      currency: names.nameOf(numberOf(row, 'currency')),
      actionType: numberOf(row, 'action'),
      amount: textOf(row, 'amount'),
    }))

export type OlderRows = { records: FlexRecord[]; next: FlexPlace | null }

export const readOlder = (
  { database, recordOf }: FlexTables,
  where: FlexWhere,
  { below, upTo, count }: { below: FlexPlace | null; upTo: number; count: number },
): OlderRows => {
  const rows = database.all(
    `SELECT at, turn, ${recordColumns} FROM flex_record ${where.index}
     WHERE ${where.conditions} AND no <= ?${below === null ? '' : ' AND (at, turn, no) < (?, ?, ?)'}
     ORDER BY at DESC, turn DESC, no DESC LIMIT ?`,
    ...[...where.values, upTo, ...(below === null ? [] : [below.at, below.turn, below.no]), count],
  )
  const last = rows.length < count ? undefined : rows.at(-1)
  return {
    records: rows.map(recordOf),
    next: last === undefined ? null : { at: numberOf(last, 'at'), turn: numberOf(last, 'turn'), no: numberOf(last, 'no') },
  }
}
