// The tables of the investment history, and every statement on them. Rows refer to names by number,
// which stays internal. Each query is short: long results are read in slices.
import {
  mostFacets,
  type FlexFacet,
  type FlexFacets,
  type FlexFilter,
} from '../../shared/investments/flex-history.js'
import type { FlexRecord } from '../../shared/investments/investment.js'
import { parseJson, type Json } from '../../shared/json.js'
import { isDecimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { DatabaseFault } from '../database/database-fault.js'
import {
  digits,
  numberOf,
  text,
  textOf,
  type Bindable,
  type Database,
  type Row,
} from '../database/database.js'

type NameKind = 'plan' | 'investment' | 'currency' | 'action'

/**
 * The result of a page: new ids, ids whose content changed, and how many records are stored now.
 */
export type FlexPageSaved = { fresh: number; changed: number; records: number }

/** Row order: by time, by the order of actions within a second, by arrival. */
export type FlexPlace = { at: UnixSeconds; turn: number; no: number }

export type FlexSliceRow = Omit<FlexRecord, 'transactionId' | 'createdAt'> & { at: UnixSeconds }

/** The next rows, newest first, and where those after them begin; null after the last. */
export type OlderRows = { records: FlexRecord[]; next: FlexPlace | null }

/**
 * Beyond it the cache is cleared: an exchange that gives every record its own plan must not fill
 * the memory.
 */
const mostCached = 100_000

const removedAtOnce = 1000

/** The order of actions within one second; an unknown one is treated as an earning. */
const placesInSecond: ReadonlyMap<number, number> = new Map(
  [6, 1, 4, 2, 3, 5].map((action, turn) => [action, turn]),
)

const lastMoment = 253_402_300_799

/**
 * For sorting and filtering; the text itself is stored too. Clamped to the years that can be
 * displayed.
 */
function momentOf(createdAt: string): UnixSeconds {
  const at = Number.parseInt(createdAt, 10)
  return at >= 0 ? (at <= lastMoment ? at : lastMoment) : 0
}

function contentOf({
  createdAt,
  planId,
  investmentId,
  currency,
  amount,
  actionType,
}: FlexRecord): string {
  return JSON.stringify([createdAt, planId, investmentId, currency, amount, actionType])
}

const recordColumns = `no, ${text('transaction_id')}, ${digits('created_at')}, plan, investment, currency, action, ${digits('amount')}`

/**
 * A slice as one row with a list per column, because most of the time of reading many records is
 * spent on creating rows.
 */
const sliceColumns = ['at', 'plan', 'investment', 'currency', 'action', 'amount']
  .map((column) => text(`json_group_array(${column})`, column))
  .join(', ')

/** JSON lists cannot contain bytes; a column has them only if it is damaged. */
function listed(read: () => Row | null): Row | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && error.message.includes('JSON cannot hold BLOB'))
      throw new DatabaseFault('DAMAGED', 'a column holds bytes')
    throw error
  }
}

/** @throws DatabaseFault if it is not a list */
function listIn(row: Row, column: string): readonly Json[] {
  const list = parseJson(textOf(row, column))
  if (!Array.isArray(list)) throw new DatabaseFault('DAMAGED', `column ${column} holds no list`)
  return list
}

const isNumber = (value: Json): value is number => typeof value === 'number'

export function createFlexTables(database: Database) {
  const profiles = new Map<string, number>()
  const numbers = new Map<string, number>()
  const names = new Map<number, string>()
  /** By how many rows a name's count changes, until the transaction writes it. */
  const counts = new Map<number, number>()
  let last: number | null = null

  /** Clears the caches of the tables. */
  const reset = (): void => {
    for (const cached of [profiles, numbers, names, counts]) cached.clear()
  }

  /** The number of the latest arrival; 0 with none. */
  const lastNo = (): number => {
    if (last !== null) return last
    const row = database.first('SELECT no FROM flex_record ORDER BY no DESC LIMIT 1')
    return (last = row === null ? 0 : numberOf(row, 'no'))
  }

  /** Null if nothing was ever stored for the profile. */
  const profileNo = (profileId: string): number | null => {
    const known = profiles.get(profileId)
    if (known !== undefined) return known
    const row = database.first('SELECT no FROM flex_profile WHERE id = ?', profileId)
    if (row === null) return null
    const no = numberOf(row, 'no')
    profiles.set(profileId, no)
    return no
  }

  /** Created if missing. Inside a transaction. */
  const profileFor = (profileId: string): number => {
    const known = profileNo(profileId)
    if (known !== null) return known
    database.run('INSERT INTO flex_profile (id) VALUES (?)', profileId)
    const made = profileNo(profileId)
    if (made === null) throw new DatabaseFault('INTERNAL', 'a profile was not kept')
    return made
  }

  const recordsKept = (profile: number): number => {
    const row = database.first('SELECT records FROM flex_profile WHERE no = ?', profile)
    return row === null ? 0 : numberOf(row, 'records')
  }

  /** The number of a name; null if no row ever had it. */
  const findName = (profile: number, kind: NameKind, value: string): number | null => {
    const key = `${profile} ${kind} ${value}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const row = database.first(
      'SELECT no FROM flex_name WHERE profile = ? AND kind = ? AND value = ?',
      profile,
      kind,
      value,
    )
    if (row === null) return null
    const no = numberOf(row, 'no')
    if (numbers.size >= mostCached || names.size >= mostCached) {
      numbers.clear()
      names.clear()
    }
    numbers.set(key, no)
    names.set(no, value)
    return no
  }

  /** Created if missing. Inside a transaction. */
  const numberFor = (profile: number, kind: NameKind, value: string): number => {
    const known = findName(profile, kind, value)
    if (known !== null) return known
    database.run(
      'INSERT INTO flex_name (profile, kind, value) VALUES (?, ?, ?)',
      profile,
      kind,
      value,
    )
    const made = findName(profile, kind, value)
    if (made === null) throw new DatabaseFault('INTERNAL', 'a name was not kept')
    return made
  }

  /** @throws DatabaseFault if there is no such number */
  const nameOf = (no: number): string => {
    const known = names.get(no)
    if (known !== undefined) return known
    const found = database.first(`SELECT ${text('value')} FROM flex_name WHERE no = ?`, no)
    if (found === null) throw new DatabaseFault('DAMAGED', 'a row carries a number without a name')
    const value = textOf(found, 'value')
    if (names.size >= mostCached) names.clear()
    names.set(no, value)
    return value
  }

  const nameIn = (row: Row, column: NameKind): string => nameOf(numberOf(row, column))

  const recordOf = (row: Row): FlexRecord => ({
    transactionId: textOf(row, 'transaction_id'),
    createdAt: textOf(row, 'created_at'),
    planId: nameIn(row, 'plan'),
    investmentId: nameIn(row, 'investment'),
    currency: nameIn(row, 'currency'),
    amount: textOf(row, 'amount'),
    actionType: numberOf(row, 'action'),
  })

  /** @throws DatabaseFault if a column holds anything but its type */
  const sliceRowsOf = (row: Row | null): FlexSliceRow[] => {
    if (row === null) return []
    const amounts = listIn(row, 'amount')
    const [times, plans, investments, currencies, kinds] = (
      ['at', 'plan', 'investment', 'currency', 'action'] as const
    ).map((column) => {
      const list = listIn(row, column)
      if (list.length === amounts.length && list.every(isNumber)) return list
      throw new DatabaseFault('DAMAGED', `column ${column} holds no numbers`)
    })
    return amounts.map((amount, index) => {
      if (typeof amount !== 'string' || !isDecimal(amount))
        throw new DatabaseFault('DAMAGED', 'an amount is not a decimal')
      return {
        at: times?.[index] ?? 0,
        planId: nameOf(plans?.[index] ?? 0),
        investmentId: nameOf(investments?.[index] ?? 0),
        currency: nameOf(currencies?.[index] ?? 0),
        actionType: kinds?.[index] ?? 0,
        amount,
      }
    })
  }

  /** Names the index to use: each covers all filterable columns. Null if nothing can match. */
  const whereOf = (
    profileId: string,
    filter: FlexFilter,
  ): { index: string; conditions: string; values: Bindable[] } | null => {
    const profile = profileNo(profileId)
    if (profile === null) return null
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
      const no = findName(profile, kind, value)
      if (no === null) return null
      also(`${kind} = ?`, no)
    }
    if (filter.from !== null) also('at >= ?', filter.from)
    if (filter.to !== null) also('at <= ?', filter.to)
    if (filter.actionTypes.length > 0)
      also('action IN (SELECT value FROM json_each(?))', JSON.stringify(filter.actionTypes))
    if (filter.transactionId !== null) also('transaction_id = ?', filter.transactionId)
    const column =
      filter.transactionId !== null
        ? 'transaction'
        : filter.investmentId !== null
          ? 'investment'
          : 'time'
    return { index: `INDEXED BY flex_by_${column}`, conditions: conditions.join(' AND '), values }
  }

  /**
   * Changes the counts by this many. Returns the numbers of the record's plan, investment and
   * currency.
   */
  const countNames = (
    profile: number,
    { planId, investmentId, currency, actionType }: FlexRecord,
    by: number,
  ): number[] => {
    const ids = { plan: planId, investment: investmentId, currency, action: String(actionType) }
    const nos = (['plan', 'investment', 'currency', 'action'] as const).map((kind) =>
      numberFor(profile, kind, ids[kind]),
    )
    for (const no of nos) counts.set(no, (counts.get(no) ?? 0) + by)
    return nos.slice(0, 3)
  }

  const saveRecord = (profile: number, record: FlexRecord): 'fresh' | 'changed' | 'known' => {
    const { transactionId, createdAt, amount, actionType } = record
    if (!isDecimal(amount)) throw new DatabaseFault('INTERNAL', 'an amount is not a decimal')
    const find = `SELECT ${recordColumns} FROM flex_record WHERE profile = ? AND transaction_id = ?`
    const row = database.first(find, profile, transactionId)
    const before = row === null ? null : { no: numberOf(row, 'no'), record: recordOf(row) }
    if (before !== null && contentOf(before.record) === contentOf(record)) return 'known'
    const ids = countNames(profile, record, 1)
    const content = [
      createdAt,
      momentOf(createdAt),
      placesInSecond.get(actionType) ?? 2,
      ...ids,
      actionType,
      amount,
    ]
    if (before === null) {
      // A number is never reused within a run, not even that of a deleted row: sums and exports
      // rely on it.
      last = lastNo() + 1
      database.run(
        `INSERT INTO flex_record (no, profile, transaction_id, created_at, at, turn, plan, investment, currency, action, amount)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        last,
        profile,
        transactionId,
        ...content,
      )
      return 'fresh'
    }
    countNames(profile, before.record, -1)
    database.run(
      `UPDATE flex_record SET created_at = ?, at = ?, turn = ?, plan = ?, investment = ?, currency = ?, action = ?, amount = ? WHERE no = ?`,
      ...content,
      before.no,
    )
    return 'changed'
  }

  const writeSync = (profile: number, sync: Json): void => {
    database.run('UPDATE flex_profile SET sync = ? WHERE no = ?', JSON.stringify(sync), profile)
  }

  /** The history counts as deleted, and its profile's id is free. */
  const markDeleted = (profile: number): void => {
    database.run(
      `UPDATE flex_profile SET gone = 1, id = 'gone ' || no, sync = '{}' WHERE no = ?`,
      profile,
    )
  }

  return {
    reset,
    lastNo,
    /** How many records are stored for a profile, and its stored state. */
    kept: (
      profileId: string,
    ): {
      records: number
      backTo: UnixSeconds | null
      newest: UnixSeconds | null
      sync: unknown
    } => {
      const no = profileNo(profileId)
      const row =
        no === null
          ? null
          : database.first(`SELECT records, ${text('sync')} FROM flex_profile WHERE no = ?`, no)
      if (no === null || row === null) return { records: 0, backTo: null, newest: null, sync: null }
      const edge = (order: 'ASC' | 'DESC'): UnixSeconds | null => {
        const found = database.first(
          `SELECT at FROM flex_record INDEXED BY flex_by_time WHERE profile = ? ORDER BY at ${order} LIMIT 1`,
          no,
        )
        return found === null ? null : numberOf(found, 'at')
      }
      return {
        records: numberOf(row, 'records'),
        backTo: edge('ASC'),
        newest: edge('DESC'),
        sync: parseJson(textOf(row, 'sync')) ?? null,
      }
    },
    countAll: (profileId: string): number => {
      const no = profileNo(profileId)
      return no === null ? 0 : recordsKept(no)
    },
    /** `upTo` counts only arrivals up to that number. */
    count: (profileId: string, filter: FlexFilter, upTo: number | null): number => {
      const where = whereOf(profileId, filter)
      if (where === null) return 0
      const row = database.first(
        `SELECT count(*) AS n FROM flex_record ${where.index} WHERE ${where.conditions}${upTo === null ? '' : ' AND no <= ?'}`,
        ...where.values,
        ...(upTo === null ? [] : [upTo]),
      )
      return row === null ? 0 : numberOf(row, 'n')
    },
    /** `count` rows from place `from` of `total`, newest first. */
    rows: (
      profileId: string,
      filter: FlexFilter,
      { total, from, count }: { total: number; from: number; count: number },
    ): FlexRecord[] => {
      const where = from >= total ? null : whereOf(profileId, filter)
      if (where === null) return []
      const size = from + count <= total ? count : total - from
      // The second half is closer from the other end.
      const fromEnd = from > total / 2
      const order = (direction: 'ASC' | 'DESC'): string =>
        `at ${direction}, turn ${direction}, no ${direction}`
      const chosen = `SELECT no FROM flex_record ${where.index} WHERE ${where.conditions} ORDER BY ${order(fromEnd ? 'ASC' : 'DESC')} LIMIT ? OFFSET ?`
      return database
        .all(
          `SELECT ${recordColumns} FROM flex_record WHERE no IN (${chosen}) ORDER BY ${order('DESC')}`,
          ...where.values,
          size,
          fromEnd ? total - from - size : from,
        )
        .map(recordOf)
    },
    slice: (profileId: string, filter: FlexFilter, after: number, upTo: number): FlexSliceRow[] => {
      const where = whereOf(profileId, filter)
      if (where === null) return []
      const columns = (): Row | null =>
        database.first(
          `SELECT ${sliceColumns} FROM flex_record NOT INDEXED
           WHERE no > ? AND no <= ? AND ${where.conditions}`,
          after,
          upTo,
          ...where.values,
        )
      return sliceRowsOf(listed(columns))
    },
    older: (
      profileId: string,
      filter: FlexFilter,
      { below, upTo, count }: { below: FlexPlace | null; upTo: number; count: number },
    ): OlderRows => {
      const where = whereOf(profileId, filter)
      if (where === null) return { records: [], next: null }
      const rows = database.all(
        `SELECT at, turn, ${recordColumns} FROM flex_record ${where.index}
         WHERE ${where.conditions} AND no <= ?${below === null ? '' : ' AND (at, turn, no) < (?, ?, ?)'}
         ORDER BY at DESC, turn DESC, no DESC LIMIT ?`,
        ...where.values,
        upTo,
        ...(below === null ? [] : [below.at, below.turn, below.no]),
        count,
      )
      const edge = rows.length < count ? undefined : rows.at(-1)
      const next =
        edge === undefined
          ? null
          : { at: numberOf(edge, 'at'), turn: numberOf(edge, 'turn'), no: numberOf(edge, 'no') }
      return { records: rows.map(recordOf), next }
    },
    /** Values that occur, most frequent first. */
    facets: (profileId: string): Omit<FlexFacets, 'version'> => {
      const profile = profileNo(profileId)
      const of = (kind: NameKind): FlexFacet[] =>
        (profile === null
          ? []
          : database.all(
              `SELECT ${text('value')}, records FROM flex_name WHERE profile = ? AND kind = ? AND records > 0
               ORDER BY records DESC, flex_name.value LIMIT ?`,
              profile,
              kind,
              mostFacets,
            )
        ).map((row) => ({ value: textOf(row, 'value'), records: numberOf(row, 'records') }))
      return {
        plans: of('plan'),
        investments: of('investment'),
        currencies: of('currency'),
        actionTypes: of('action').map(({ value, records }) => ({
          value: Number.parseInt(value, 10),
          records,
        })),
      }
    },
    holdsAny: (profileId: string, transactionIds: readonly string[]): boolean => {
      const no = profileNo(profileId)
      const find =
        'SELECT no FROM flex_record INDEXED BY flex_by_transaction WHERE profile = ? AND transaction_id = ?'
      return no !== null && transactionIds.some((id) => database.first(find, no, id) !== null)
    },
    savePage: (
      profileId: string,
      records: readonly FlexRecord[],
      next: (page: FlexPageSaved) => Json,
    ): FlexPageSaved =>
      database.write(() => {
        const page = { fresh: 0, changed: 0, known: 0 }
        const profile = profileFor(profileId)
        for (const record of records) page[saveRecord(profile, record)] += 1
        for (const [no, by] of counts)
          if (by !== 0)
            database.run('UPDATE flex_name SET records = records + ? WHERE no = ?', by, no)
        counts.clear()
        if (page.fresh > 0)
          database.run(
            'UPDATE flex_profile SET records = records + ? WHERE no = ?',
            page.fresh,
            profile,
          )
        const saved = { fresh: page.fresh, changed: page.changed, records: recordsKept(profile) }
        writeSync(profile, next(saved))
        return saved
      }),
    saveSync: (profileId: string, sync: Json): null =>
      database.write(() => {
        writeSync(profileFor(profileId), sync)
        return null
      }),
    /** True if there was something to delete. */
    forget: (profileId: string): boolean => {
      const no = profileNo(profileId)
      if (no === null) return false
      markDeleted(no)
      reset()
      return true
    },
    keepOnly: (profileIds: readonly string[]): void => {
      const wanted = new Set(profileIds)
      const others = database
        .all(`SELECT no, ${text('id')} FROM flex_profile WHERE gone = 0`)
        .filter((row) => !wanted.has(textOf(row, 'id')))
      for (const row of others) markDeleted(numberOf(row, 'no'))
      reset()
    },
    removeDeleted: (): boolean => {
      const row = database.first('SELECT no FROM flex_profile WHERE gone = 1')
      if (row === null) return false
      const no = numberOf(row, 'no')
      const rows = `SELECT no FROM flex_record INDEXED BY flex_by_time WHERE profile = ? LIMIT ${removedAtOnce}`
      if (database.run(`DELETE FROM flex_record WHERE no IN (${rows})`, no) > 0) return true
      reset()
      const unused = `SELECT no FROM flex_name WHERE profile = ? LIMIT ${removedAtOnce}`
      if (database.run(`DELETE FROM flex_name WHERE no IN (${unused})`, no) > 0) return true
      database.run('DELETE FROM flex_profile WHERE no = ?', no)
      return true
    },
  }
}
