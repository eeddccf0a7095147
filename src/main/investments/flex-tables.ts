// The tables of the investment history as queries and writes share them: the ids that rows carry as numbers, and a filter as SQL.
import type { FlexFacet, FlexFilter } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import { DatabaseFault } from '../database/database-fault.js'
import { digits, numberOf, text, textOf, type Bindable, type Database, type Row } from '../database/database.js'

export type NameKind = 'plan' | 'investment' | 'currency' | 'action'
type FlexNames = ReturnType<typeof createFlexNames>

/** Beyond it the cache is emptied: an exchange that gives every record a plan of its own must not fill the memory. */
const mostCached = 100_000

const createFlexNames = (database: Database) => {
  const numbers = new Map<string, number>()
  const values = new Map<number, string>()
  const counts = new Map<number, number>()

  const cache = (key: string, no: number, value: string): number => {
    if (numbers.size >= mostCached || values.size >= mostCached) {
      numbers.clear()
      values.clear()
    }
    numbers.set(key, no)
    values.set(no, value)
    return no
  }

  /** The number of a name; null where no row ever had it. */
  const find = (profile: number, kind: NameKind, value: string): number | null => {
    const key = `${profile} ${kind} ${value}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const row = database.first('SELECT no FROM flex_name WHERE profile = ? AND kind = ? AND value = ?', profile, kind, value)
    return row === null ? null : cache(key, numberOf(row, 'no'), value)
  }

  return {
    find,
    /** Made where there is none. Inside a transaction. */
    numberFor: (profile: number, kind: NameKind, value: string): number => {
      const known = find(profile, kind, value)
      if (known !== null) return known
      database.run('INSERT INTO flex_name (profile, kind, value) VALUES (?, ?, ?)', profile, kind, value)
      const made = find(profile, kind, value)
      if (made === null) throw new DatabaseFault('INTERNAL', 'a name was not kept')
      return made
    },
    /** @throws DatabaseFault where there is no such number */
    nameOf: (no: number): string => {
      const known = values.get(no)
      if (known !== undefined) return known
      const row = database.first(`SELECT ${text('value')} FROM flex_name WHERE no = ?`, no)
      if (row === null) throw new DatabaseFault('DAMAGED', 'a row carries a number without a name')
      const value = textOf(row, 'value')
      if (values.size >= mostCached) values.clear()
      values.set(no, value)
      return value
    },
    /** So many rows more, or fewer, carry it. Buffered until `writeCounts`. */
    addToCount: (no: number, by: number): void => void counts.set(no, (counts.get(no) ?? 0) + by),
    /** Inside the transaction that wrote the rows. */
    writeCounts: (): void => {
      for (const [no, by] of counts) if (by !== 0) database.run('UPDATE flex_name SET records = records + ? WHERE no = ?', by, no)
      counts.clear()
    },
    /** After a transaction that failed: drops the cache and the counts. */
    reset: (): void => {
      for (const cached of [numbers, values, counts]) cached.clear()
    },
    /** Most frequent first. */
    mostFrequent: (profile: number, kind: NameKind, limit: number): FlexFacet[] =>
      database
        .all(
          `SELECT ${text('value')}, records FROM flex_name WHERE profile = ? AND kind = ? AND records > 0
           ORDER BY records DESC, flex_name.value LIMIT ?`,
          ...[profile, kind, limit],
        )
        .map((row) => ({ value: textOf(row, 'value'), records: numberOf(row, 'records') })),
  }
}

/** With the index to use: each of them carries all columns that can be filtered by. */
export type FlexWhere = { index: string; conditions: string; values: Bindable[] }

/** Null where nothing can match. `profile` is the profile's number. */
const whereOf = (filter: FlexFilter, profile: number, names: FlexNames): FlexWhere | null => {
  const conditions = ['profile = ?']
  const values: Bindable[] = [profile]
  const also = (condition: string, value: Bindable): void => {
    conditions.push(condition)
    values.push(value)
  }
  for (const [kind, value] of [
    ['plan', filter.planId],
    ['investment', filter.investmentId],
    ['currency', filter.currency],
  ] as const) {
    if (value === null) continue
    const no = names.find(profile, kind, value)
    if (no === null) return null
    also(`${kind} = ?`, no)
  }
  if (filter.from !== null) also('at >= ?', filter.from)
  if (filter.to !== null) also('at <= ?', filter.to)
  if (filter.actionTypes.length > 0) also('action IN (SELECT value FROM json_each(?))', JSON.stringify(filter.actionTypes))
  if (filter.transactionId !== null) also('transaction_id = ?', filter.transactionId)
  const column = filter.transactionId !== null ? 'transaction' : filter.investmentId !== null ? 'investment' : 'time'
  return { index: `INDEXED BY flex_by_${column}`, conditions: conditions.join(' AND '), values }
}

export const recordColumns = `no, ${text('transaction_id')}, ${digits('created_at')}, plan, investment, currency, action, ${digits('amount')}`

export type FlexTables = ReturnType<typeof createFlexTables>

export const createFlexTables = (database: Database) => {
  const names = createFlexNames(database)
  const profiles = new Map<string, number>()
  let last: number | null = null

  /** The number of the newest arrival; 0 with none. */
  const lastNo = (): number => {
    if (last !== null) return last
    const row = database.first('SELECT no FROM flex_record ORDER BY no DESC LIMIT 1')
    last = row === null ? 0 : numberOf(row, 'no')
    return last
  }

  /** Null where nothing was ever kept for the profile. */
  const profileNo = (profileId: string): number | null => {
    const known = profiles.get(profileId)
    if (known !== undefined) return known
    const row = database.first('SELECT no FROM flex_profile WHERE id = ?', profileId)
    if (row === null) return null
    const no = numberOf(row, 'no')
    profiles.set(profileId, no)
    return no
  }

  return {
    database,
    names,
    profileNo,
    lastNo,
    /** Null where the profile has nothing, or nothing of it can match. */
    where: (profileId: string, filter: FlexFilter): FlexWhere | null => {
      const profile = profileNo(profileId)
      return profile === null ? null : whereOf(filter, profile, names)
    },
    /** Made where there is none. Inside a transaction. */
    profileFor: (profileId: string): number => {
      const known = profileNo(profileId)
      if (known !== null) return known
      database.run('INSERT INTO flex_profile (id) VALUES (?)', profileId)
      const made = profileNo(profileId)
      if (made === null) throw new DatabaseFault('INTERNAL', 'a profile was not kept')
      return made
    },
    recordsKept: (profile: number): number => {
      const row = database.first('SELECT records FROM flex_profile WHERE no = ?', profile)
      return row === null ? 0 : numberOf(row, 'records')
    },
    /** For one more arrival. Never the same twice in a run, not even that of a deleted row: sums and exports go by them. */
    nextNo: (): number => {
      last = lastNo() + 1
      return last
    },
    recordOf: (row: Row): FlexRecord => ({
      transactionId: textOf(row, 'transaction_id'),
      createdAt: textOf(row, 'created_at'),
      planId: names.nameOf(numberOf(row, 'plan')),
      investmentId: names.nameOf(numberOf(row, 'investment')),
      currency: names.nameOf(numberOf(row, 'currency')),
      amount: textOf(row, 'amount'),
      actionType: numberOf(row, 'action'),
    }),
    /** Drops what is cached of the tables. */
    reset: (): void => {
      profiles.clear()
      names.reset()
    },
  }
}
