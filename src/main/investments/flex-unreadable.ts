// Which records of the exchange's list cannot be read. They are not kept, so they have to be remembered by themselves: a history that
// lacks some of them must say so.
import type { FlexHistoryPage } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import { type Unreadable, unreadableCount, unreadableList } from '../../shared/domain/unreadable.js'
import { ok, type Result } from '../../shared/result.js'
import type { SyncState } from './flex-sync-state.js'
import type { Step } from './history-cursor.js'

/** More are not remembered one by one. */
const mostUnreadable = 200

const joined = (
  list: readonly Unreadable[],
  more: readonly Unreadable[],
  isSame: (a: Unreadable, b: Unreadable) => boolean,
): Unreadable[] =>
  more.reduce<Unreadable[]>(
    (all, one) => (all.length >= mostUnreadable || all.some((known) => isSame(known, one)) ? all : [...all, one]),
    [...list],
  )

/** Within one walk: pages overlap, and a list that keeps still gives each its place. */
const isSamePlace = (a: Unreadable, b: Unreadable): boolean => (a.id === null && b.id === null ? a.place === b.place : a.id === b.id)

/** From one walk to the next: what came in since has moved every place. */
const isAlike = (a: Unreadable, b: Unreadable): boolean =>
  a.id === b.id && (a.id !== null || (a.name === b.name && a.field === b.field && a.why === b.why))

/**
 * Those of a page that are not kept from an earlier answer, with places in the whole list in place of those in the page. One without an id
 * may be kept: nobody can tell.
 */
export const missingFrom = (
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

/** Those the walk under way has met, the newest page included; none outside of a walk. */
export const metWith = ({ walk, met }: SyncState, missing: readonly Unreadable[]): Unreadable[] =>
  walk.step === 'walk' ? joined(met, missing, isSamePlace) : []

/**
 * After a page that led to the step `after`. A walk that has ended knows all of them. What comes in later fails the proof and so leads to
 * the next walk; only where there is no proof is it noted at once.
 */
export const unreadableAfter = (
  before: SyncState,
  { records }: FlexHistoryPage,
  missing: readonly Unreadable[],
  after: Step,
): Pick<SyncState, 'unreadable' | 'met'> => {
  const { walk } = before
  const met = metWith(before, missing)
  if (walk.step === 'walk' && after !== 'walk') return { unreadable: met, met: [] }
  const read = new Set(records.map(({ transactionId }) => transactionId))
  const known = before.unreadable.filter(({ id }) => id === null || !read.has(id))
  return { unreadable: walk.step === 'walk' || walk.windowed ? joined(known, missing, isAlike) : known, met }
}

/** Where nothing on the newest page can be read, the list is of another kind than was promised; null where it is as promised. */
export const nothingReadable = ({ records, unreadable = [], offset }: FlexHistoryPage): Problem | null => {
  if (offset > 0 || records.length > 0 || unreadable.length === 0) return null
  const message = `${unreadableCount(unreadable, unreadable.length, 'record')}: ${unreadableList(unreadable)}.`
  return { code: 'not-understood', message, reason: 'UNREAD_MEMBER' }
}
