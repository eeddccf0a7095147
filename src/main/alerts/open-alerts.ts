// The unresolved alerts of one profile, and what can happen to them.
import { type Alert, type AlertKind, type AlertState, compareAlerts, matterOf } from '../../shared/domain/alert.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { AlertCandidate, Resolution } from './alert-candidate.js'

export type OpenAlerts = readonly Alert[]
export type OpenAlertsChange = { open: OpenAlerts; changed: Alert[] }

/** News rather than a state: after so many seconds it is history. See `isUnseenPayoutChange` for what waits longer. */
const newsLasts: Partial<Record<AlertKind, number>> = { 'position-gone': 24 * 3600, 'payout-changed': 72 * 3600 }
/** More news than this is not kept open; the oldest becomes history. */
const mostNews = 100
/** A theft does not become old news while nobody was there to see it. */
const isUnseenPayoutChange = ({ kind, state }: Alert): boolean => kind === 'payout-changed' && state.kind !== 'acknowledged'

const unchanged = (alerts: OpenAlerts): OpenAlertsChange => ({ open: alerts, changed: [] })

const apply = (alerts: OpenAlerts, change: (alert: Alert) => AlertState | null): OpenAlertsChange => {
  const changed: Alert[] = []
  const after = alerts.map((alert) => {
    const state = change(alert)
    if (state === null) return alert
    const next = { ...alert, state }
    changed.push(next)
    return next
  })
  return changed.length === 0 ? unchanged(alerts) : { open: after.filter(({ state }) => state.kind !== 'resolved'), changed }
}

/** A candidate whose key is open already changes nothing. `changed` holds the new ones. */
export const raise = (
  alerts: OpenAlerts,
  candidates: readonly AlertCandidate[],
  { at, profileId, newId }: { at: UnixSeconds; profileId: string; newId: () => string },
): OpenAlertsChange => {
  const changed: Alert[] = []
  for (const candidate of candidates) {
    const isOpen = [...alerts, ...changed].some(({ key }) => key === candidate.key)
    if (!isOpen) changed.push({ ...candidate, id: newId(), at, profileId, state: { kind: 'active' }, readAt: null })
  }
  return changed.length === 0 ? unchanged(alerts) : { open: [...alerts, ...changed], changed }
}

/** The same alert with another text: who acknowledged it or was notified knows of it. A key that is not open is passed over. */
export const reword = (alerts: OpenAlerts, candidates: readonly AlertCandidate[]): OpenAlertsChange => {
  const changed: Alert[] = []
  const after = alerts.map((alert) => {
    const candidate = candidates.find(({ key }) => key === alert.key)
    if (candidate === undefined) return alert
    const next = { ...alert, title: candidate.title, text: candidate.text, cause: candidate.cause }
    changed.push(next)
    return next
  })
  return { open: after, changed }
}

export const resolve = (alerts: OpenAlerts, resolutions: readonly Resolution[], at: UnixSeconds): OpenAlertsChange =>
  apply(alerts, ({ key }) => {
    const over = resolutions.find((resolution) => resolution.key === key)
    return over === undefined ? null : { kind: 'resolved', at, end: over.end }
  })

/** The alert and the milder ones of its matter. Empty where it is not open. */
const withMilder = (alerts: OpenAlerts, id: string): string[] => {
  const chosen = alerts.find((alert) => alert.id === id)
  if (chosen === undefined) return []
  return alerts.filter((alert) => matterOf(alert) === matterOf(chosen) && compareAlerts(chosen, alert) <= 0).map((alert) => alert.id)
}

export const acknowledge = (alerts: OpenAlerts, id: string, at: UnixSeconds): OpenAlertsChange => {
  const ids = withMilder(alerts, id)
  return apply(alerts, (alert) => (ids.includes(alert.id) && alert.state.kind !== 'acknowledged' ? { kind: 'acknowledged', at } : null))
}

export const snooze = (alerts: OpenAlerts, id: string, until: UnixSeconds, at: UnixSeconds): OpenAlertsChange => {
  const ids = withMilder(alerts, id)
  return apply(alerts, (alert) => (ids.includes(alert.id) ? { kind: 'snoozed', at, until } : null))
}

/** Ends snoozes whose time has come; also where the clock was set to before they began. */
export const endSnoozes = (alerts: OpenAlerts, at: UnixSeconds): OpenAlertsChange =>
  apply(alerts, ({ state }) => (state.kind === 'snoozed' && (at >= state.until || at < state.at) ? { kind: 'active' } : null))

export const lapse = (alerts: OpenAlerts, at: UnixSeconds): OpenAlertsChange => {
  const news = alerts.filter(({ kind }) => newsLasts[kind] !== undefined).sort((a, b) => a.at - b.at)
  const inOrder = [...news.filter((alert) => !isUnseenPayoutChange(alert)), ...news.filter(isUnseenPayoutChange)]
  const surplus = inOrder.length > mostNews ? inOrder.slice(0, inOrder.length - mostNews) : []
  return apply(alerts, (alert) => {
    const lasts = newsLasts[alert.kind]
    const isOld = lasts !== undefined && at - alert.at >= lasts && !isUnseenPayoutChange(alert)
    return isOld || surplus.includes(alert) ? { kind: 'resolved', at, end: 'lapsed' } : null
  })
}

/** Ends alerts whose evaluator's state is lost: the next evaluation raises them anew where they still hold. */
export const dropUnheld = (alerts: OpenAlerts, isHeld: (key: string) => boolean, at: UnixSeconds): OpenAlertsChange =>
  apply(alerts, ({ key, kind }) => (newsLasts[kind] === undefined && !isHeld(key) ? { kind: 'resolved', at, end: 'dropped' } : null))

/** `ids` null marks everything. */
export const markAsRead = (alerts: OpenAlerts, ids: readonly string[] | null, at: UnixSeconds): OpenAlerts =>
  alerts.some((alert) => alert.readAt === null && (ids === null || ids.includes(alert.id)))
    ? alerts.map((alert) => (alert.readAt === null && (ids === null || ids.includes(alert.id)) ? { ...alert, readAt: at } : alert))
    : alerts
