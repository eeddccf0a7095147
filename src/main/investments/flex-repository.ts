// The flexible investment history, as read from the exchange. A page and the cursor it leads to are written in one transaction, so that
// what is kept and what is still to be read always fit together. Each query is short: long answers are read in slices.
import { everything, mostFacets, type FlexFacets, type FlexFilter, type FlexRows } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import { parseJson, type Json } from '../../shared/json.js'
import type { Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { createSignal } from '../../shared/signal.js'
import type { UnixSeconds } from '../../shared/time.js'
import { DatabaseFault, databaseProblem, faultOf } from '../database/database-fault.js'
import type { DatabaseLog } from '../database/database-health.js'
import { digits, numberOf, text, textOf, type Database } from '../database/database.js'
import { createFlexTables, recordColumns, type FlexTables, type FlexWhere, type NameKind } from './flex-tables.js'
import { forgetOthers, forgetProfile, removeDeletedBatch, writePage, writeSync, type FlexPageSaved } from './flex-writes.js'

type FlexKept = { records: number; backTo: UnixSeconds | null; newest: UnixSeconds | null; sync: unknown }

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

const readKept = ({ database, profileNo }: FlexTables, profileId: string): FlexKept => {
  const no = profileNo(profileId)
  const row = no === null ? null : database.first(`SELECT records, ${text('sync')} FROM flex_profile WHERE no = ?`, no)
  if (no === null || row === null) return { records: 0, backTo: null, newest: null, sync: null }
  const edge = (order: 'ASC' | 'DESC'): UnixSeconds | null => {
    const found = database.first(`SELECT at FROM flex_record INDEXED BY flex_by_time WHERE profile = ? ORDER BY at ${order} LIMIT 1`, no)
    return found === null ? null : numberOf(found, 'at')
  }
  return { records: numberOf(row, 'records'), backTo: edge('ASC'), newest: edge('DESC'), sync: parseJson(textOf(row, 'sync')) ?? null }
}

/** `upTo` counts only what had arrived with that number. */
const countRows = ({ database }: FlexTables, where: FlexWhere, upTo: number | null): number => {
  const row = database.first(
    `SELECT count(*) AS n FROM flex_record ${where.index} WHERE ${where.conditions}${upTo === null ? '' : ' AND no <= ?'}`,
    ...[...where.values, ...(upTo === null ? [] : [upTo])],
  )
  return row === null ? 0 : numberOf(row, 'n')
}

/** `count` rows from place `from` of `total`, newest first. */
const readRows = ({ database, recordOf }: FlexTables, where: FlexWhere, total: number, from: number, count: number): FlexRecord[] => {
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

const readFacets = ({ names, profileNo }: FlexTables, profileId: string): Omit<FlexFacets, 'version'> => {
  const profile = profileNo(profileId)
  const of = (kind: NameKind) => (profile === null ? [] : names.mostFrequent(profile, kind, mostFacets))
  return {
    plans: of('plan'),
    investments: of('investment'),
    currencies: of('currency'),
    actionTypes: of('action').map(({ value, records }) => ({ value: Number.parseInt(value, 10), records })),
  }
}

const holdsAny = ({ database, profileNo }: FlexTables, profileId: string, transactionIds: readonly string[]): boolean => {
  const no = profileNo(profileId)
  const find = 'SELECT no FROM flex_record INDEXED BY flex_by_transaction WHERE profile = ? AND transaction_id = ?'
  return no !== null && transactionIds.some((id) => database.first(find, no, id) !== null)
}

const readSlice = ({ database, names }: FlexTables, where: FlexWhere, after: number, upTo: number): FlexSliceRow[] =>
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

const readOlder = (
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

const damaged: Problem = {
  code: 'store-trouble',
  message: 'The investment history kept on this computer was damaged. It is read from the exchange again.',
  reason: 'DAMAGED',
}

/** Of one profile. */
const mostCounts = 200

/** `counts`: how many match each filter, at this version. */
type Revision = { version: number; rewrites: number; counts: Map<string, number> }

export type FlexRepository = ReturnType<typeof createFlexRepository>

export const createFlexRepository = (parts: {
  database: Database
  /** Gives an empty database in place of a damaged one. */
  replace: () => Database
  /** Milliseconds from one page to the next. */
  paceMs: number
  log: DatabaseLog
}) => {
  let tables = createFlexTables(parts.database)
  const revisions = new Map<string, Revision>()
  let newestVersion = 0
  /** Emits for which profile it was met; null where it was for none. */
  const damage = createSignal<string | null>()
  let emittingDamage = false
  let nextPageAt = 0

  const nextVersion = (): number => (newestVersion += 1)

  const revisionOf = (profileId: string): Revision => {
    const known = revisions.get(profileId)
    if (known !== undefined) return known
    const made = { version: nextVersion(), rewrites: 0, counts: new Map<string, number>() }
    revisions.set(profileId, made)
    return made
  }

  const changed = (revision: Revision, rewritten: boolean): void => {
    revision.version = nextVersion()
    if (rewritten) revision.rewrites += 1
    revision.counts.clear()
  }

  const recover = (error: unknown): Problem => {
    const { reason, message } = faultOf(error)
    tables.reset()
    if (reason !== 'DAMAGED') {
      parts.log.warn('investment history failed', reason === 'INTERNAL' ? { reason, message } : { reason })
      return databaseProblem(reason)
    }
    tables = createFlexTables(parts.replace())
    for (const revision of revisions.values()) changed(revision, true)
    return damaged
  }

  const problemOf = (error: unknown): Problem => {
    try {
      return recover(error)
    } catch (again) {
      return databaseProblem(faultOf(again).reason)
    }
  }

  /** Listeners read again. On a disk that damages whatever is written, that may meet the next damage, which must not be emitted in turn. */
  const emitDamage = (metFor: string | null): void => {
    if (emittingDamage) return
    emittingDamage = true
    try {
      damage.emit(metFor)
    } finally {
      emittingDamage = false
    }
  }

  const problemAfter = (profileId: string | null, error: unknown): Problem => {
    const problem = problemOf(error)
    if (problem === damaged) emitDamage(profileId)
    return problem
  }

  const guarded = <T>(profileId: string | null, work: () => T): Result<T, Problem> => {
    try {
      return ok(work())
    } catch (error) {
      return fail(problemAfter(profileId, error))
    }
  }

  const matching = <T>(profileId: string, filter: FlexFilter, none: T, read: (where: FlexWhere) => T): Result<T, Problem> =>
    guarded(profileId, () => {
      const where = tables.where(profileId, filter)
      return where === null ? none : read(where)
    })

  const rows = (profileId: string, filter: FlexFilter, from: number, count: number): FlexRows => {
    const { version, counts } = revisionOf(profileId)
    const where = tables.where(profileId, filter)
    if (where === null) return { version, total: 0, from, rows: [] }
    const name = JSON.stringify(filter)
    const profile = name === JSON.stringify(everything) ? tables.profileNo(profileId) : null
    const total = profile !== null ? tables.recordsKept(profile) : (counts.get(name) ?? countRows(tables, where, null))
    if (counts.size >= mostCounts) counts.clear()
    counts.set(name, total)
    return { version, total, from, rows: readRows(tables, where, total, from, count) }
  }

  return {
    /** Grows whenever any record of the profile changes; no other profile ever has the same. Of this run only. */
    version: (profileId: string): number => revisionOf(profileId).version,
    /** Grows whenever a record of the profile that was there has changed or is gone; new ones alone leave it. */
    rewrites: (profileId: string): number => revisionOf(profileId).rewrites,
    /** Calls `listener` when everything kept is gone because damage was met for another profile. Gives what ends it. */
    onDamage: (profileId: string, listener: () => void): (() => void) =>
      damage.on((metFor) => {
        if (metFor !== profileId) listener()
      }),
    /** Another reader met damage: everything kept is gone. Gives what to say of it. */
    reportDamage: (profileId: string): Problem => problemAfter(profileId, new DatabaseFault('DAMAGED', 'met by another reader')),
    /**
     * When one more page may be asked for, in milliseconds of the clock that `now` is of; no other call gets the same moment. One thread
     * writes the pages of all profiles, and spread out they leave it time for everything else.
     */
    reservePage: (now: number): number => {
      const at = now > nextPageAt ? now : nextPageAt
      nextPageAt = at + parts.paceMs
      return at
    },
    kept: (profileId: string) => guarded(profileId, () => readKept(tables, profileId)),
    /** `next` gets what the page brought, and returns the cursor to store. All of it or nothing. */
    savePage: (profileId: string, records: readonly FlexRecord[], next: (page: FlexPageSaved) => Json) =>
      guarded(profileId, () => {
        const page = writePage(tables, profileId, records, next)
        if (page.fresh > 0 || page.changed > 0) changed(revisionOf(profileId), page.changed > 0)
        return page
      }),
    saveSync: (profileId: string, sync: Json) =>
      guarded(profileId, () => {
        tables.database.write(() => writeSync(tables, tables.profileFor(profileId), sync))
        return null
      }),
    /** Whether any of these transactions is kept. */
    holdsAny: (profileId: string, transactionIds: readonly string[]) =>
      guarded(profileId, () => holdsAny(tables, profileId, transactionIds)),
    rows: (profileId: string, filter: FlexFilter, from: number, count: number) =>
      guarded(profileId, () => rows(profileId, filter, from, count)),
    facets: (profileId: string): Result<FlexFacets, Problem> =>
      guarded(profileId, () => ({ version: revisionOf(profileId).version, ...readFacets(tables, profileId) })),
    /** The number of the newest arrival; 0 with none. */
    lastNo: () => guarded(null, () => tables.lastNo()),
    /** How many match, of those that had arrived with `upTo`. */
    count: (profileId: string, filter: FlexFilter, upTo: number) =>
      matching(profileId, filter, 0, (where) => countRows(tables, where, upTo)),
    /** Matching rows by arrival, after `after` up to `upTo`, in no order that means anything. */
    slice: (profileId: string, filter: FlexFilter, after: number, upTo: number) =>
      matching(profileId, filter, [], (where) => readSlice(tables, where, after, upTo)),
    /** The next `count` matching rows, newest first, of those that had arrived with `upTo`; `below` null begins. */
    older: (profileId: string, filter: FlexFilter, place: { below: FlexPlace | null; upTo: number; count: number }) =>
      matching(profileId, filter, { records: [], next: null }, (where) => readOlder(tables, where, place)),
    /** The profile's history counts as gone from now on; `removeDeleted` removes it. */
    forget: (profileId: string): Result<null, Problem> =>
      guarded(profileId, () => {
        if (forgetProfile(tables, profileId)) changed(revisionOf(profileId), true)
        return null
      }),
    /** The histories of all other profiles count as gone. */
    keepOnly: (profileIds: readonly string[]): Result<null, Problem> =>
      guarded(null, () => {
        forgetOthers(tables, profileIds)
        for (const [profileId, revision] of revisions) if (!profileIds.includes(profileId)) changed(revision, true)
        return null
      }),
    /** Removes some of what is gone; true while there is more. Short enough for one turn of the event loop. */
    removeDeleted: () => guarded(null, () => removeDeletedBatch(tables)),
  }
}
