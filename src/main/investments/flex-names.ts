// The ids that rows of the investment history carry as numbers, and how many rows carry each.
import type { FlexFacet } from '../../shared/domain/flex-history.js'
import { numberOf, text, textOf, type Database } from '../database/database.js'
import { DatabaseFault } from '../database/database-fault.js'

export type NameKind = 'plan' | 'investment' | 'currency' | 'action'

export type FlexNames = {
  /** The number of a name, made where there is none. Inside a transaction. */
  numberFor(profile: number, kind: NameKind, value: string): number
  /** Null where no row ever had it. */
  find(profile: number, kind: NameKind, value: string): number | null
  /** @throws DatabaseFault where there is no such number */
  nameOf(no: number): string
  /** So many rows more, or fewer, carry it. Buffered until `writeCounts`. */
  addToCount(no: number, by: number): void
  /** Inside the transaction that wrote the rows. */
  writeCounts(): void
  /** After a transaction that failed: drops the cache and the counts. */
  reset(): void
  /** Most frequent first. */
  mostFrequent(profile: number, kind: NameKind, limit: number): FlexFacet[]
}

/** Beyond it the cache is emptied: an exchange that gives every record a plan of its own must not fill the memory. */
const mostCached = 100_000

export const createFlexNames = (database: Database): FlexNames => {
  const numbers = new Map<string, number>()
  const values = new Map<number, string>()
  const counts = new Map<number, number>()

  const reset = (): void => {
    numbers.clear()
    values.clear()
    counts.clear()
  }

  const cache = (key: string, no: number, value: string): number => {
    if (numbers.size >= mostCached || values.size >= mostCached) {
      numbers.clear()
      values.clear()
    }
    numbers.set(key, no)
    values.set(no, value)
    return no
  }

  const find = (profile: number, kind: NameKind, value: string): number | null => {
    const key = `${profile} ${kind} ${value}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const row = database.first('SELECT no FROM flex_name WHERE profile = ? AND kind = ? AND value = ?', profile, kind, value)
    return row === null ? null : cache(key, numberOf(row, 'no'), value)
  }

  return {
    find,
    numberFor: (profile, kind, value) => {
      const known = find(profile, kind, value)
      if (known !== null) return known
      database.run('INSERT INTO flex_name (profile, kind, value) VALUES (?, ?, ?)', profile, kind, value)
      const made = find(profile, kind, value)
      if (made === null) throw new DatabaseFault('INTERNAL', 'a name was not kept')
      return made
    },
    nameOf: (no) => {
      const known = values.get(no)
      if (known !== undefined) return known
      const row = database.first(`SELECT ${text('value')} FROM flex_name WHERE no = ?`, no)
      if (row === null) throw new DatabaseFault('DAMAGED', 'a row carries a number without a name')
      const value = textOf(row, 'value')
      if (values.size >= mostCached) values.clear()
      values.set(no, value)
      return value
    },
    addToCount: (no, by) => void counts.set(no, (counts.get(no) ?? 0) + by),
    writeCounts: () => {
      for (const [no, by] of counts) if (by !== 0) database.run('UPDATE flex_name SET records = records + ? WHERE no = ?', by, no)
      counts.clear()
    },
    reset,
    mostFrequent: (profile, kind, limit) =>
      database
        .all(
          `SELECT ${text('value')}, records FROM flex_name WHERE profile = ? AND kind = ? AND records > 0
           ORDER BY records DESC, flex_name.value LIMIT ?`,
          ...[profile, kind, limit],
        )
        .map((row) => ({ value: textOf(row, 'value'), records: numberOf(row, 'records') })),
  }
}
