// The flexible investment history, as read from the exchange. A page of it and the place in the walk that led to it go to disk in one
// transaction: whenever the process ends, what is kept and what is still to be read fit together.
import type { FlexFacets, FlexFilter, FlexRows } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Json } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Database } from './database.js'
import { filterName, isEverything } from './flex-filter.js'
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
} from './flex-reading.js'
import { createFlexTables } from './flex-tables.js'
import { forgetOthers, forgetProfile, removeSomeOfTheGone, writePage, writeSync, type FlexPageSaved } from './flex-writing.js'
import { faultOf, storeProblem } from './store-fault.js'
import type { StoreLog } from './store-log.js'

export type FlexRepository = {
  /** Grows whenever any record changes. Of this run only. */
  version(): number
  /** Grows whenever a record that was there has changed or is gone; new ones alone leave it. */
  rewrites(): number
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

const rememberedCounts = 200

/** `replace` gives an empty database in place of a damaged one. */
export const createFlexRepository = (parts: { database: Database; replace: () => Database; log: StoreLog }): FlexRepository => {
  let tables = createFlexTables(parts.database)
  let version = 1
  let rewrites = 0
  /** Of filters, at the present version. */
  const counts = new Map<string, number>()

  const changed = (rewritten: boolean): void => {
    version += 1
    if (rewritten) rewrites += 1
    counts.clear()
  }

  const recover = (error: unknown): Problem => {
    const { reason, message } = faultOf(error)
    tables.undo()
    if (reason !== 'DAMAGED') {
      parts.log.warn('investment history failed', reason === 'INTERNAL' ? { reason, message } : { reason })
      return storeProblem(reason)
    }
    tables = createFlexTables(parts.replace())
    changed(true)
    return damaged
  }

  const guarded = <T>(work: () => T): Result<T, Problem> => {
    try {
      return ok(work())
    } catch (error) {
      try {
        return fail(recover(error))
      } catch (again) {
        return fail(storeProblem(faultOf(again).reason))
      }
    }
  }

  const rows = (profileId: string, filter: FlexFilter, from: number, count: number): FlexRows => {
    const where = whereIn(tables, profileId, filter)
    if (where === null) return { version, total: 0, from, rows: [] }
    const name = `${profileId} ${filterName(filter)}`
    const profile = isEverything(filter) ? tables.profileNo(profileId) : null
    const total = profile !== null ? tables.recordsKept(profile) : (counts.get(name) ?? countRows(tables, where, null))
    if (counts.size >= rememberedCounts) counts.clear()
    counts.set(name, total)
    return { version, total, from, rows: readRows(tables, where, total, from, count) }
  }

  return {
    version: () => version,
    rewrites: () => rewrites,
    kept: (profileId) => guarded(() => readKept(tables, profileId)),
    savePage: (profileId, records, next) =>
      guarded(() => {
        const page = writePage(tables, profileId, records, next)
        if (page.fresh > 0 || page.changed > 0) changed(page.changed > 0)
        return page
      }),
    saveSync: (profileId, sync) =>
      guarded(() => {
        tables.database.write(() => writeSync(tables, tables.profileFor(profileId), sync))
        return null
      }),
    holdsAny: (profileId, transactionIds) => guarded(() => holdsAny(tables, profileId, transactionIds)),
    rows: (profileId, filter, from, count) => guarded(() => rows(profileId, filter, from, count)),
    facets: (profileId) => guarded(() => ({ version, ...readFacets(tables, profileId) })),
    lastNo: () => guarded(() => tables.lastNo()),
    count: (profileId, filter, upTo) =>
      guarded(() => {
        const where = whereIn(tables, profileId, filter)
        return where === null ? 0 : countRows(tables, where, upTo)
      }),
    slice: (profileId, filter, after, upTo) =>
      guarded(() => {
        const where = whereIn(tables, profileId, filter)
        return where === null ? [] : readSlice(tables, where, after, upTo)
      }),
    older: (profileId, filter, place) =>
      guarded(() => {
        const where = whereIn(tables, profileId, filter)
        return where === null ? { records: [], next: null } : readOlder(tables, where, place)
      }),
    forget: (profileId) =>
      guarded(() => {
        if (forgetProfile(tables, profileId)) changed(true)
        return null
      }),
    keepOnly: (profileIds) =>
      guarded(() => {
        if (forgetOthers(tables, profileIds)) changed(true)
        return null
      }),
    tidy: () => guarded(() => removeSomeOfTheGone(tables)),
  }
}
