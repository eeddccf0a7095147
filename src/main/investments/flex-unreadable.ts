// Which records of the exchange's list cannot be read. They are not kept, so they are remembered here: a history that lacks some of them
// must say so.
import type { FlexHistoryPage } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import { type Unreadable, unreadableCount, unreadableList } from '../../shared/domain/unreadable.js'
import { ok, type Result } from '../../shared/result.js'
import type { Step } from './history-cursor.js'
import type { SyncState } from './stored-sync-state.js'

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

/** Those the scan under way has met, the newest page included; none outside of a scan. */
export const metInScan = ({ cursor, unreadableInScan }: SyncState, missing: readonly Unreadable[]): Unreadable[] =>
  cursor.step === 'scan' ? union(unreadableInScan, missing, isSamePlace) : []

/**
 * After a page that led to the step `after`. A scan that has ended knows all of them. What comes in later fails the verification and so
 * leads to the next scan; only where there is no verification is it noted at once.
 */
export const unreadableAfter = (
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
