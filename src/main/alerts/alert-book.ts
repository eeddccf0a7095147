// The unresolved alerts of one profile, and what can happen to them. Pure: a new book comes back where something changed.
import { type Alert, type AlertKind, type AlertState, compareAlerts, matterOf } from '../../shared/domain/alert.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Finding, Resolution } from './alert-candidate.js'

export type Book = readonly Alert[]
export type BookChange = { book: Book; changed: Alert[] }

/** News rather than a state: it calls for attention for so many seconds, and then it is history. See `mustBeSeen` for what waits longer. */
const newsLasts: Partial<Record<AlertKind, number>> = { 'position-gone': 24 * 3600, 'payout-changed': 72 * 3600 }
/** More news than this is not kept open; the oldest becomes history. */
const mostNews = 100
/** A theft does not become old news while nobody was there to see it. */
const mustBeSeen = ({ kind, state }: Alert): boolean => kind === 'payout-changed' && state.kind !== 'acknowledged'

const nothing = (book: Book): BookChange => ({ book, changed: [] })

const apply = (book: Book, change: (alert: Alert) => AlertState | null): BookChange => {
  const changed: Alert[] = []
  const after = book.map((alert) => {
    const state = change(alert)
    if (state === null) return alert
    const next = { ...alert, state }
    changed.push(next)
    return next
  })
  return changed.length === 0 ? nothing(book) : { book: after.filter(({ state }) => state.kind !== 'resolved'), changed }
}

/** A finding whose key is open already changes nothing. `changed` holds the new ones. */
export const raise = (
  book: Book,
  findings: readonly Finding[],
  { at, profileId, newId }: { at: UnixSeconds; profileId: string; newId: () => string },
): BookChange => {
  const changed: Alert[] = []
  for (const finding of findings) {
    const isOpen = [...book, ...changed].some(({ key }) => key === finding.key)
    if (!isOpen) changed.push({ ...finding, id: newId(), at, profileId, state: { kind: 'active' }, readAt: null })
  }
  return changed.length === 0 ? nothing(book) : { book: [...book, ...changed], changed }
}

/** The same alert in other words: who acknowledged it or was told of it knows of it. A key that is not open is passed over. */
export const reword = (book: Book, findings: readonly Finding[]): BookChange => {
  const changed: Alert[] = []
  const after = book.map((alert) => {
    const finding = findings.find(({ key }) => key === alert.key)
    if (finding === undefined) return alert
    const next = { ...alert, title: finding.title, text: finding.text, cause: finding.cause }
    changed.push(next)
    return next
  })
  return { book: after, changed }
}

export const resolve = (book: Book, resolutions: readonly Resolution[], at: UnixSeconds): BookChange =>
  apply(book, ({ key }) => {
    const over = resolutions.find((resolution) => resolution.key === key)
    return over === undefined ? null : { kind: 'resolved', at, end: over.end }
  })

/** The alert and the milder ones of its matter. Empty where it is not open. */
const withMilder = (book: Book, id: string): string[] => {
  const chosen = book.find((alert) => alert.id === id)
  if (chosen === undefined) return []
  return book.filter((alert) => matterOf(alert) === matterOf(chosen) && compareAlerts(chosen, alert) <= 0).map((alert) => alert.id)
}

export const acknowledge = (book: Book, id: string, at: UnixSeconds): BookChange => {
  const ids = withMilder(book, id)
  return apply(book, (alert) => (ids.includes(alert.id) && alert.state.kind !== 'acknowledged' ? { kind: 'acknowledged', at } : null))
}

export const snooze = (book: Book, id: string, until: UnixSeconds, at: UnixSeconds): BookChange => {
  const ids = withMilder(book, id)
  return apply(book, (alert) => (ids.includes(alert.id) ? { kind: 'snoozed', at, until } : null))
}

/** Ends snoozes whose time has come; also where the clock was set to before they began. */
export const endSnoozes = (book: Book, at: UnixSeconds): BookChange =>
  apply(book, ({ state }) => (state.kind === 'snoozed' && (at >= state.until || at < state.at) ? { kind: 'active' } : null))

export const lapse = (book: Book, at: UnixSeconds): BookChange => {
  const news = book.filter(({ kind }) => newsLasts[kind] !== undefined).sort((a, b) => a.at - b.at)
  const inOrder = [...news.filter((alert) => !mustBeSeen(alert)), ...news.filter(mustBeSeen)]
  const surplus = inOrder.length > mostNews ? inOrder.slice(0, inOrder.length - mostNews) : []
  return apply(book, (alert) => {
    const lasts = newsLasts[alert.kind]
    const isOld = lasts !== undefined && at - alert.at >= lasts && !mustBeSeen(alert)
    return isOld || surplus.includes(alert) ? { kind: 'resolved', at, end: 'lapsed' } : null
  })
}

/** States that nobody stands behind any more, because what was remembered of them is lost: the next look finds them anew, if they are so. */
export const disown = (book: Book, isHeld: (key: string) => boolean, at: UnixSeconds): BookChange =>
  apply(book, ({ key, kind }) => (newsLasts[kind] === undefined && !isHeld(key) ? { kind: 'resolved', at, end: 'dropped' } : null))

/** `ids` null reads everything. */
export const read = (book: Book, ids: readonly string[] | null, at: UnixSeconds): Book =>
  book.some((alert) => alert.readAt === null && (ids === null || ids.includes(alert.id)))
    ? book.map((alert) => (alert.readAt === null && (ids === null || ids.includes(alert.id)) ? { ...alert, readAt: at } : alert))
    : book
