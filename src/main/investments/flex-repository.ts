// The flexible investment history, as read from the exchange. A page of it and the place in the walk that led to it go to disk in one
// transaction: whenever the process ends, what is kept and what is still to be read fit together.
import type { FlexFacets, FlexFilter, FlexRows } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Json } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { createSignal } from '../../shared/signal.js'
import type { Database } from '../database/database.js'
import { filterName, isEverything } from './flex-filter-sql.js'
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
import { forgetOthers, forgetProfile, removeSomeOfTheGone, writePage, writeSync, type FlexPageSaved } from './flex-writes.js'
import { faultOf, databaseProblem } from '../database/database-fault.js'
import type { StoreLog } from '../database/database-log.js'

export type FlexRepository = {
  /** Grows whenever any record of the profile changes; no other profile ever has the same. Of this run only. */
  version(profileId: string): number
  /** Grows whenever a record of the profile that was there has changed or is gone; new ones alone leave it. */
  rewrites(profileId: string): number
  /**
   * Hears, until the returned function is called, that everything kept is gone because damage was met on behalf of somebody else. Whoever
   * meets it has it in its answer.
   */
  onDamage(profileId: string, hear: () => void): () => void
  /**
   * When one more page may be asked for, in milliseconds of the clock that `now` is of. Every call is given a moment of its own: the pages
   * of all profiles are kept by one thread, and one after another they leave it time for everything else.
   */
  nextPageAt(now: number): number
  kept(profileId: string): Result<FlexKept, Problem>
  /** `next` is told what the page brought and says what is to be remembered of the walk. All of it or nothing. */
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
  /** The profile's history counts as gone from now on; `tidy` removes it. */
  forget(profileId: string): Result<null, Problem>
  /** The histories of all other profiles count as gone. */
  keepOnly(profileIds: readonly string[]): Result<null, Problem>
  /** Removes some of what is gone; true while there is more. Short enough for one turn of the loop. */
  tidy(): Result<boolean, Problem>
}

const damaged: Problem = {
  code: 'store-trouble',
  message: 'The investment history kept on this computer was damaged. It is read from the exchange again.',
  reason: 'DAMAGED',
}

/** Of one profile. */
const rememberedCounts = 200

/** `counts`: how many match each filter, at this version. */
type Revision = { version: number; rewrites: number; counts: Map<string, number> }

export type FlexRepositoryParts = {
  database: Database
  /** Gives an empty database in place of a damaged one. */
  replace: () => Database
  /** Milliseconds from one page to the next. */
  paceMs: number
  log: StoreLog
}

export const createFlexRepository = (parts: FlexRepositoryParts): FlexRepository => {
  let tables = createFlexTables(parts.database)
  const revisions = new Map<string, Revision>()
  let newestVersion = 0
  /** Tells for whom it was met; null where it was for nobody. */
  const damage = createSignal<string | null>()
  let tellingDamage = false
  let pageAfter = 0

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
    tables.undo()
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

  /** Who hears of it looks again. On a disk that spoils whatever is written, that may meet the next damage, which must not be told in turn. */
  const tellDamage = (metFor: string | null): void => {
    if (tellingDamage) return
    tellingDamage = true
    try {
      damage.emit(metFor)
    } finally {
      tellingDamage = false
    }
  }

  const guarded = <T>(profileId: string | null, work: () => T): Result<T, Problem> => {
    try {
      return ok(work())
    } catch (error) {
      const problem = problemOf(error)
      if (problem === damaged) tellDamage(profileId)
      return fail(problem)
    }
  }

  const rows = (profileId: string, filter: FlexFilter, from: number, count: number): FlexRows => {
    const { version, counts } = revisionOf(profileId)
    const where = whereIn(tables, profileId, filter)
    if (where === null) return { version, total: 0, from, rows: [] }
    const name = filterName(filter)
    const profile = isEverything(filter) ? tables.profileNo(profileId) : null
    const total = profile !== null ? tables.recordsKept(profile) : (counts.get(name) ?? countRows(tables, where, null))
    if (counts.size >= rememberedCounts) counts.clear()
    counts.set(name, total)
    return { version, total, from, rows: readRows(tables, where, total, from, count) }
  }

  return {
    version: (profileId) => revisionOf(profileId).version,
    rewrites: (profileId) => revisionOf(profileId).rewrites,
    onDamage: (profileId, hear) =>
      damage.on((metFor) => {
        if (metFor !== profileId) hear()
      }),
    nextPageAt: (now) => {
      const at = now > pageAfter ? now : pageAfter
      pageAfter = at + parts.paceMs
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
    count: (profileId, filter, upTo) =>
      guarded(profileId, () => {
        const where = whereIn(tables, profileId, filter)
        return where === null ? 0 : countRows(tables, where, upTo)
      }),
    slice: (profileId, filter, after, upTo) =>
      guarded(profileId, () => {
        const where = whereIn(tables, profileId, filter)
        return where === null ? [] : readSlice(tables, where, after, upTo)
      }),
    older: (profileId, filter, place) =>
      guarded(profileId, () => {
        const where = whereIn(tables, profileId, filter)
        return where === null ? { records: [], next: null } : readOlder(tables, where, place)
      }),
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
    tidy: () => guarded(null, () => removeSomeOfTheGone(tables)),
  }
}
