// The flexible investment history, as read from the exchange. A page and the cursor it leads to are
// written in one transaction, so that stored records and what remains to be read always agree.
// Damaged tables are replaced by empty ones.
import {
  everything,
  type FlexFacets,
  type FlexFilter,
  type FlexRows,
} from '../../shared/investments/flex-history.js'
import type { FlexRecord } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import type { Json } from '../../shared/json.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { createSignal } from '../../shared/signal.js'
import {
  DatabaseFault,
  type DatabaseLog,
  databaseProblem,
  faultOf,
} from '../database/database-fault.js'
import type { Database } from '../database/database.js'
import {
  createFlexTables,
  type FlexPageSaved,
  type FlexPlace,
  type FlexSliceRow,
  type OlderRows,
} from './flex-tables.js'
import type { UnixSeconds } from '../../shared/time.js'

const damaged: Problem = {
  code: 'store-trouble',
  message: messageOf('investments.damaged'),
  reason: 'DAMAGED',
}

/** Per profile. */
const mostCounts = 200

/** `counts`: how many match each filter, at this version. */
type Revision = { version: number; rewrites: number; counts: Map<string, number> }

export type FlexRepository = {
  /**
   * Increases whenever any record of the profile changes; never shared with another profile. Valid
   * for this run only.
   */
  version: (profileId: string) => number
  /**
   * Increases whenever an existing record of the profile changes or is removed; not for new ones.
   */
  rewrites: (profileId: string) => number
  /**
   * Calls `listener` when the whole history is lost because of damage found for another profile.
   * Returns the unsubscribe function.
   */
  onDamage: (profileId: string, listener: () => void) => () => void
  /** Another reader found damage: the whole history is lost. Returns the problem to report. */
  reportDamage: (profileId: string) => Problem
  /**
   * When one more page may be requested, in milliseconds of the clock that `now` is from; no other
   * call gets the same moment. One thread writes the pages of all profiles, and spreading them
   * leaves it time for everything else.
   */
  reservePage: (now: number) => number
  kept: (
    profileId: string,
  ) => Result<
    { records: number; backTo: UnixSeconds | null; newest: UnixSeconds | null; sync: unknown },
    Problem
  >
  /** `next` receives the page's result, and returns the cursor to store. All or nothing. */
  savePage: (
    profileId: string,
    records: readonly FlexRecord[],
    next: (page: FlexPageSaved) => Json,
  ) => Result<FlexPageSaved, Problem>
  saveSync: (profileId: string, sync: Json) => Result<null, Problem>
  /** Whether any of these transactions is stored. */
  holdsAny: (profileId: string, transactionIds: readonly string[]) => Result<boolean, Problem>
  rows: (
    profileId: string,
    filter: FlexFilter,
    from: number,
    count: number,
  ) => Result<FlexRows, Problem>
  facets: (profileId: string) => Result<FlexFacets, Problem>
  /** The number of the latest arrival; 0 with none. */
  lastNo: () => Result<number, Problem>
  /** How many match, up to arrival number `upTo`. */
  count: (profileId: string, filter: FlexFilter, upTo: number) => Result<number, Problem>
  /** Matching rows by arrival, after `after` up to `upTo`, in no meaningful order. */
  slice: (
    profileId: string,
    filter: FlexFilter,
    after: number,
    upTo: number,
  ) => Result<FlexSliceRow[], Problem>
  /**
   * The next `count` matching rows, newest first, up to arrival number `upTo`; `below` null starts
   * at the newest.
   */
  older: (
    profileId: string,
    filter: FlexFilter,
    place: { below: FlexPlace | null; upTo: number; count: number },
  ) => Result<OlderRows, Problem>
  /** The profile's history counts as deleted from now on; `removeDeleted` removes it. */
  forget: (profileId: string) => Result<null, Problem>
  /** The histories of all other profiles count as deleted. */
  keepOnly: (profileIds: readonly string[]) => Result<null, Problem>
  /**
   * Removes some of what was deleted; true while there is more. Short enough for one turn of the
   * event loop.
   */
  removeDeleted: () => Result<boolean, Problem>
}

export function createFlexRepository(parts: {
  database: Database
  /** Returns an empty database in place of a damaged one. */
  replace: () => Database
  /** Milliseconds from one page to the next. */
  paceMs: number
  log: DatabaseLog
}): FlexRepository {
  let tables = createFlexTables(parts.database)
  const revisions = new Map<string, Revision>()
  let newestVersion = 0
  /** Emits the profile it was found for; null if none. */
  const damage = createSignal<string | null>()
  let emittingDamage = false
  let nextPageAt = 0

  const revisionOf = (profileId: string): Revision => {
    const known = revisions.get(profileId)
    if (known !== undefined) return known
    const made = { version: (newestVersion += 1), rewrites: 0, counts: new Map<string, number>() }
    revisions.set(profileId, made)
    return made
  }

  const changed = (revision: Revision, rewritten: boolean): void => {
    revision.version = newestVersion += 1
    if (rewritten) revision.rewrites += 1
    revision.counts.clear()
  }

  const recover = (error: unknown): Problem => {
    const { reason, message } = faultOf(error)
    tables.reset()
    if (reason !== 'DAMAGED') {
      parts.log.warn(
        'investment history failed',
        reason === 'INTERNAL' ? { reason, message } : { reason },
      )
      return databaseProblem(reason)
    }
    try {
      tables = createFlexTables(parts.replace())
    } catch (again) {
      return databaseProblem(faultOf(again).reason)
    }
    for (const revision of revisions.values()) changed(revision, true)
    return damaged
  }

  const problemAfter = (profileId: string | null, error: unknown): Problem => {
    const problem = recover(error)
    // Listeners read again. On a disk that damages whatever is written, that may find more damage,
    // which must not be emitted in turn.
    if (problem !== damaged || emittingDamage) return problem
    emittingDamage = true
    try {
      damage.emit(profileId)
    } finally {
      emittingDamage = false
    }
    return problem
  }

  const guarded = <T>(profileId: string | null, work: () => T): Result<T, Problem> => {
    try {
      return ok(work())
    } catch (error) {
      return fail(problemAfter(profileId, error))
    }
  }

  const rows = (profileId: string, filter: FlexFilter, from: number, count: number): FlexRows => {
    const { version, counts } = revisionOf(profileId)
    const name = JSON.stringify(filter)
    const total =
      name === JSON.stringify(everything)
        ? tables.countAll(profileId)
        : (counts.get(name) ?? tables.count(profileId, filter, null))
    if (counts.size >= mostCounts) counts.clear()
    counts.set(name, total)
    return { version, total, from, rows: tables.rows(profileId, filter, { total, from, count }) }
  }

  return {
    version: (profileId: string): number => revisionOf(profileId).version,
    rewrites: (profileId: string): number => revisionOf(profileId).rewrites,
    onDamage: (profileId: string, listener: () => void): (() => void) =>
      damage.on((metFor) => {
        if (metFor !== profileId) listener()
      }),
    reportDamage: (profileId: string): Problem =>
      problemAfter(profileId, new DatabaseFault('DAMAGED', 'met by another reader')),
    reservePage: (now: number): number => {
      const at = now > nextPageAt ? now : nextPageAt
      nextPageAt = at + parts.paceMs
      return at
    },
    kept: (profileId: string) => guarded(profileId, () => tables.kept(profileId)),
    savePage: (
      profileId: string,
      records: readonly FlexRecord[],
      next: (page: FlexPageSaved) => Json,
    ) =>
      guarded(profileId, () => {
        const page = tables.savePage(profileId, records, next)
        if (page.fresh > 0 || page.changed > 0) changed(revisionOf(profileId), page.changed > 0)
        return page
      }),
    saveSync: (profileId: string, sync: Json) =>
      guarded(profileId, () => tables.saveSync(profileId, sync)),
    holdsAny: (profileId: string, transactionIds: readonly string[]) =>
      guarded(profileId, () => tables.holdsAny(profileId, transactionIds)),
    rows: (profileId: string, filter: FlexFilter, from: number, count: number) =>
      guarded(profileId, () => rows(profileId, filter, from, count)),
    facets: (profileId: string): Result<FlexFacets, Problem> =>
      guarded(profileId, () => ({
        version: revisionOf(profileId).version,
        ...tables.facets(profileId),
      })),
    lastNo: () => guarded(null, () => tables.lastNo()),
    count: (profileId: string, filter: FlexFilter, upTo: number) =>
      guarded(profileId, () => tables.count(profileId, filter, upTo)),
    slice: (profileId: string, filter: FlexFilter, after: number, upTo: number) =>
      guarded(profileId, () => tables.slice(profileId, filter, after, upTo)),
    older: (
      profileId: string,
      filter: FlexFilter,
      place: { below: FlexPlace | null; upTo: number; count: number },
    ) => guarded(profileId, () => tables.older(profileId, filter, place)),
    forget: (profileId: string): Result<null, Problem> =>
      guarded(profileId, () => {
        if (tables.forget(profileId)) changed(revisionOf(profileId), true)
        return null
      }),
    keepOnly: (profileIds: readonly string[]): Result<null, Problem> =>
      guarded(null, () => {
        tables.keepOnly(profileIds)
        for (const [profileId, revision] of revisions)
          if (!profileIds.includes(profileId)) changed(revision, true)
        return null
      }),
    removeDeleted: () => guarded(null, () => tables.removeDeleted()),
  }
}
