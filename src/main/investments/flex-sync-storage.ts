// The history of one profile as the synchronisation sees it: how much is kept, how far it is read, and whose it is.
import { createHash } from 'node:crypto'
import type { FlexSync } from '../../shared/domain/flex-history.js'
import type { FlexHistoryPage } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import { type Unreadable, unreadableCount, unreadableList } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { initialSyncState, syncStateOf, storedSyncState, type SyncState } from './stored-sync-state.js'
import type { FlexRepository } from './flex-repository.js'
import type { FlexPageSaved } from './flex-writes.js'
import { cursorAfter, type Step } from './history-cursor.js'

export type StoredSync = {
  profileId: string
  history: FlexRepository
  state: SyncState
  records: number
  backTo: UnixSeconds | null
  /** Read in this run. */
  pages: number
}

/** Where records were lost, so was the cursor; a pause stays what the person chose. */
export const readKept = (target: StoredSync): Result<{ newest: UnixSeconds | null }, Problem> => {
  const kept = target.history.kept(target.profileId)
  if (!kept.ok) return kept
  const state = syncStateOf(kept.value.sync)
  target.state = { ...state, paused: state.paused || target.state.paused }
  target.records = kept.value.records
  target.backTo = kept.value.backTo
  return ok({ newest: kept.value.newest })
}

export const openStoredSync = (profileId: string, history: FlexRepository): StoredSync => {
  const target: StoredSync = { profileId, history, state: initialSyncState, records: 0, backTo: null, pages: 0 }
  readKept(target)
  return target
}

export const saveState = (target: StoredSync, state: SyncState): Result<null, Problem> => {
  const kept = target.history.saveSync(target.profileId, storedSyncState(state))
  if (kept.ok) target.state = state
  return kept
}

const ownerUnknown: Problem = {
  code: 'not-understood',
  message: 'Not even the ids of some newest records could be read, so it is not known whether they are of the account that is kept.',
  reason: 'UNREADABLE_IDS',
}

/**
 * For the newest records of an account that was read with another key before. Where they hold none of what is kept, that is most likely
 * another account's: true, and what was kept is forgotten. Nothing is lost that the exchange does not have.
 */
export const forgetIfOtherAccount = (target: StoredSync, page: FlexHistoryPage): Result<boolean, Problem> => {
  const { records, unreadable = [] } = page
  const ids = [...records.map(({ transactionId }) => transactionId), ...unreadable.flatMap(({ id }) => id ?? [])]
  const known = target.history.holdsAny(target.profileId, ids)
  if (!known.ok) return known
  if (known.value) return ok(false)
  if (ids.length < records.length + unreadable.length) return fail(ownerUnknown)
  const forgotten = target.history.forget(target.profileId)
  if (!forgotten.ok) return forgotten
  const reread = readKept(target)
  return reread.ok ? ok(true) : reread
}

// Which records of the exchange's list cannot be read. They are not kept, so they are remembered here: a history that lacks some of them must
// say so.

/** More are not remembered one by one. */
const mostUnreadable = 200

const union = (list: readonly Unreadable[], more: readonly Unreadable[], isSame: (a: Unreadable, b: Unreadable) => boolean): Unreadable[] =>
  more.reduce<Unreadable[]>(
    (all, one) => (all.length >= mostUnreadable || all.some((known) => isSame(known, one)) ? all : [...all, one]),
    [...list],
  )

/** Within one scan: pages overlap, and a list that does not change gives each its place. */
const isSamePlace = (a: Unreadable, b: Unreadable): boolean => (a.id === null && b.id === null ? a.place === b.place : a.id === b.id)

/** From one scan to the next: what came in since has moved every place. */
const isSameRecord = (a: Unreadable, b: Unreadable): boolean =>
  a.id === b.id && (a.id !== null || (a.name === b.name && a.field === b.field && a.why === b.why))

/**
 * Those of a page that are not kept from an earlier answer, with places in the whole list in place of those in the page. One without an id
 * may be kept: that is not known.
 */
const missingFrom = (
  { unreadable = [] }: FlexHistoryPage,
  offset: number,
  isKept: (id: string) => Result<boolean, Problem>,
): Result<Unreadable[], Problem> => {
  const missing: Unreadable[] = []
  for (const one of unreadable) {
    const kept = one.id === null ? ok(false) : isKept(one.id)
    if (!kept.ok) return kept
    if (!kept.value) missing.push({ ...one, place: offset + one.place })
  }
  return ok(missing)
}

/** Those the scan under way has met, the newest page included; none outside of a scan. */
const metInScan = ({ cursor, unreadableInScan }: SyncState, missing: readonly Unreadable[]): Unreadable[] =>
  cursor.step === 'scan' ? union(unreadableInScan, missing, isSamePlace) : []

/**
 * After a page that led to the step `after`. A scan that has ended knows all of them. What comes in later fails the verification and so
 * leads to the next scan; only where there is no verification is it noted at once.
 */
const unreadableAfter = (
  before: SyncState,
  { records }: FlexHistoryPage,
  missing: readonly Unreadable[],
  after: Step,
): Pick<SyncState, 'unreadable' | 'unreadableInScan'> => {
  const { cursor } = before
  const met = metInScan(before, missing)
  if (cursor.step === 'scan' && after !== 'scan') return { unreadable: met, unreadableInScan: [] }
  const read = new Set(records.map(({ transactionId }) => transactionId))
  const known = before.unreadable.filter(({ id }) => id === null || !read.has(id))
  const isNoted = cursor.step === 'scan' || cursor.windowed
  return { unreadable: isNoted ? union(known, missing, isSameRecord) : known, unreadableInScan: met }
}

/** Where nothing on the newest page can be read, the list is of another kind than was promised; null where it is as promised. */
export const nothingReadable = ({ records, unreadable = [], offset }: FlexHistoryPage): Problem | null => {
  if (offset > 0 || records.length > 0 || unreadable.length === 0) return null
  const message = `${unreadableCount(unreadable, unreadable.length, 'record')}: ${unreadableList(unreadable)}.`
  return { code: 'not-understood', message, reason: 'UNREAD_MEMBER' }
}

const fingerprintOf = (before: string, { records, unreadable = [] }: FlexHistoryPage): string => {
  const ids = [...records.map(({ transactionId }) => transactionId), ...unreadable.map(({ id, place }) => id ?? place)]
  return createHash('sha256')
    .update(JSON.stringify([before, ...ids]))
    .digest('base64')
}

/** Saves a page together with the cursor it leads to. `when` it was given. */
export const savePage = (target: StoredSync, page: FlexHistoryPage, when: UnixSeconds): Result<FlexPageSaved, Problem> => {
  const { cursor, lastSyncedAt, rewritten } = target.state
  const missing = missingFrom(page, cursor.offset, (id) => target.history.holdsAny(target.profileId, [id]))
  if (!missing.ok) return missing
  const fingerprint = cursor.step === 'scan' ? fingerprintOf(cursor.fingerprint, page) : cursor.fingerprint
  const stateAfter = (saved: FlexPageSaved): SyncState => {
    const { records, limit } = page
    const unreadable = { here: page.unreadable?.length ?? 0, soFar: metInScan(target.state, missing.value).length }
    const after = cursorAfter(cursor, { records, unreadable, limit, saved, fingerprint })
    return {
      ...target.state,
      ...unreadableAfter(target.state, page, missing.value, after.step),
      cursor: after,
      lastSyncedAt: after.step === 'synced' ? when : lastSyncedAt,
      rewritten: rewritten + saved.changed,
    }
  }
  const saved = target.history.savePage(target.profileId, page.records, (brought) => storedSyncState(stateAfter(brought)))
  if (!saved.ok) return saved
  target.state = stateAfter(saved.value)
  target.records = saved.value.records
  target.pages += 1
  const edge = page.records.at(-1)
  const back = edge === undefined ? null : Number.parseInt(edge.createdAt, 10)
  if (back !== null && (target.backTo === null || back < target.backTo)) target.backTo = back
  return saved
}

export const viewOf = ({ state, records, pages, backTo }: StoredSync, status: Pick<FlexSync, 'state' | 'problem'>): FlexSync => {
  const { cursor, unreadable, lastSyncedAt } = state
  // What cannot be read is listed and not kept, and so hides as many that are kept and not listed. One without an id may be kept.
  const unlisted = unreadable.filter(({ id }) => id !== null).length - cursor.surplus
  return {
    ...status,
    phase: cursor.complete ? 'later' : 'first',
    records,
    pages,
    backTo,
    lastSyncedAt,
    unlisted: unlisted > 0 ? unlisted : 0,
    ...(unreadable.length === 0 ? {} : { unreadable }),
  }
}
