// The flexible investment history, as read from the exchange. A page and the cursor it leads to are written in one transaction, so that
// what is kept and what is still to be read always fit together.
import type { FlexFacets, FlexFilter, FlexRows } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Json } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { createSignal } from '../../shared/signal.js'
import type { Database } from '../database/database.js'
import { filterName, type FlexWhere, isEverything } from './flex-filter-sql.js'
import {
  countRows,
  holdsAny,
  readFacets,
  readKept,
  readOlder,
  readRows,
  readSlice,
  whereIn,
  type FlexKept,
  type FlexPlace,
  type FlexSliceRow,
  type OlderRows,
} from './flex-queries.js'
import { createFlexTables } from './flex-tables.js'
import { forgetOthers, forgetProfile, removeDeletedBatch, writePage, writeSync, type FlexPageSaved } from './flex-writes.js'
import { faultOf, databaseProblem } from '../database/database-fault.js'
import type { DatabaseLog } from '../database/database-log.js'

export type FlexRepository = {
  /** Grows whenever any record of the profile changes; no other profile ever has the same. Of this run only. */
  version(profileId: string): number
  /** Grows whenever a record of the profile that was there has changed or is gone; new ones alone leave it. */
  rewrites(profileId: string): number
  /** Calls `listener` when everything kept is gone because damage was met for another profile. Returns what ends it. */
  onDamage(profileId: string, listener: () => void): () => void
  /**
   * When one more page may be asked for, in milliseconds of the clock that `now` is of; no other call gets the same moment. One thread
   * writes the pages of all profiles, and spread out they leave it time for everything else.
   */
  reservePage(now: number): number
  kept(profileId: string): Result<FlexKept, Problem>
  /** `next` gets what the page brought, and returns the cursor to store. All of it or nothing. */
  savePage(profileId: string, records: readonly FlexRecord[], next: (page: FlexPageSaved) => Json): Result<FlexPageSaved, Problem>
  saveSync(profileId: string, sync: Json): Result<null, Problem>
  /** Whether any of these transactions is kept. */
  holdsAny(profileId: string, transactionIds: readonly string[]): Result<boolean, Problem>
  rows(profileId: string, filter: FlexFilter, from: number, count: number): Result<FlexRows, Problem>
  facets(profileId: string): Result<FlexFacets, Problem>
  /** The number of the newest arrival; 0 with none. */
  lastNo(): Result<number, Problem>
  /** How many match, of those that had arrived with `upTo`. */
  count(profileId: string, filter: FlexFilter, upTo: number): Result<number, Problem>
  /** Matching rows by arrival, after `after` up to `upTo`, in no order that means anything. */
  slice(profileId: string, filter: FlexFilter, after: number, upTo: number): Result<FlexSliceRow[], Problem>
  /** The next `count` matching rows, newest first, of those that had arrived with `upTo`; `below` null begins. */
  older(profileId: string, filter: FlexFilter, place: { below: FlexPlace | null; upTo: number; count: number }): Result<OlderRows, Problem>
  /** The profile's history counts as gone from now on; `removeDeleted` removes it. */
  forget(profileId: string): Result<null, Problem>
  /** The histories of all other profiles count as gone. */
  keepOnly(profileIds: readonly string[]): Result<null, Problem>
  /** Removes some of what is gone; true while there is more. Short enough for one turn of the event loop. */
  removeDeleted(): Result<boolean, Problem>
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

export type FlexRepositoryParts = {
  database: Database
  /** Gives an empty database in place of a damaged one. */
  replace: () => Database
  /** Milliseconds from one page to the next. */
  paceMs: number
  log: DatabaseLog
}

export const createFlexRepository = (parts: FlexRepositoryParts): FlexRepository => {
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

  const guarded = <T>(profileId: string | null, work: () => T): Result<T, Problem> => {
    try {
      return ok(work())
    } catch (error) {
      const problem = problemOf(error)
      if (problem === damaged) emitDamage(profileId)
      return fail(problem)
    }
  }

  const matching = <T>(profileId: string, filter: FlexFilter, none: T, read: (where: FlexWhere) => T): Result<T, Problem> =>
    guarded(profileId, () => {
      const where = whereIn(tables, profileId, filter)
      return where === null ? none : read(where)
    })

  const rows = (profileId: string, filter: FlexFilter, from: number, count: number): FlexRows => {
    const { version, counts } = revisionOf(profileId)
    const where = whereIn(tables, profileId, filter)
    if (where === null) return { version, total: 0, from, rows: [] }
    const name = filterName(filter)
    const profile = isEverything(filter) ? tables.profileNo(profileId) : null
    const total = profile !== null ? tables.recordsKept(profile) : (counts.get(name) ?? countRows(tables, where, null))
    if (counts.size >= mostCounts) counts.clear()
    counts.set(name, total)
    return { version, total, from, rows: readRows(tables, where, total, from, count) }
  }

  return {
    version: (profileId) => revisionOf(profileId).version,
    rewrites: (profileId) => revisionOf(profileId).rewrites,
    onDamage: (profileId, listener) =>
      damage.on((metFor) => {
        if (metFor !== profileId) listener()
      }),
    reservePage: (now) => {
      const at = now > nextPageAt ? now : nextPageAt
      nextPageAt = at + parts.paceMs
      return at
    },
    kept: (profileId) => guarded(profileId, () => readKept(tables, profileId)),
    savePage: (profileId, records, next) =>
      guarded(profileId, () => {
        const page = writePage(tables, profileId, records, next)
        if (page.fresh > 0 || page.changed > 0) changed(revisionOf(profileId), page.changed > 0)
        return page
      }),
    saveSync: (profileId, sync) =>
      guarded(profileId, () => {
        tables.database.write(() => writeSync(tables, tables.profileFor(profileId), sync))
        return null
      }),
    holdsAny: (profileId, transactionIds) => guarded(profileId, () => holdsAny(tables, profileId, transactionIds)),
    rows: (profileId, filter, from, count) => guarded(profileId, () => rows(profileId, filter, from, count)),
    facets: (profileId) => guarded(profileId, () => ({ version: revisionOf(profileId).version, ...readFacets(tables, profileId) })),
    lastNo: () => guarded(null, () => tables.lastNo()),
    count: (profileId, filter, upTo) => matching(profileId, filter, 0, (where) => countRows(tables, where, upTo)),
    slice: (profileId, filter, after, upTo) => matching(profileId, filter, [], (where) => readSlice(tables, where, after, upTo)),
    older: (profileId, filter, place) =>
      matching(profileId, filter, { records: [], next: null }, (where) => readOlder(tables, where, place)),
    forget: (profileId) =>
      guarded(profileId, () => {
        if (forgetProfile(tables, profileId)) changed(revisionOf(profileId), true)
        return null
      }),
    keepOnly: (profileIds) =>
      guarded(null, () => {
        forgetOthers(tables, profileIds)
        for (const [profileId, revision] of revisions) if (!profileIds.includes(profileId)) changed(revision, true)
        return null
      }),
    removeDeleted: () => guarded(null, () => removeDeletedBatch(tables)),
  }
}
