// The unresolved alerts of one profile: their transitions, and which need attention.
import {
  type Alert,
  type AlertEnd,
  type AlertKind,
  isOwnDoing,
  isPriceNews,
  matterOf,
  type AlertsView,
  type RiskLevel,
  screenOf,
  severityOf,
  worstFirst,
} from '../../shared/alerts/alert.js'
import type { MessageOrText } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'

/** An alert as raised by an evaluator, before it has an id, a time and a state. */
export type AlertCandidate = Pick<
  Alert,
  'key' | 'kind' | 'level' | 'subject' | 'found' | 'title' | 'text' | 'endTitle' | 'cause'
>

/**
 * The alert with this key is over. `endTitle` replaces its own if more is over than it warned of. A
 * key that is not open is ignored.
 */
export type Resolution = {
  key: string
  end: Exclude<AlertEnd, 'lapsed'>
  endTitle?: MessageOrText | undefined
}

/**
 * `state` is the same object if nothing changed, so it need not be saved. `reworded`: alerts that
 * stay open but whose text is no longer true, with the new text.
 */
export type Evaluation<State> = {
  candidates: AlertCandidate[]
  resolved: Resolution[]
  state: State
  reworded?: AlertCandidate[] | undefined
}

export type OpenAlerts = readonly Alert[]
export type OpenAlertsChange = { open: OpenAlerts; changed: Alert[] }

/**
 * News rather than a state: after this many seconds it becomes history. See `waitsForPerson` for
 * what waits longer.
 */
const newsLasts: Partial<Record<AlertKind, number>> = {
  'loan-gone-at-margin-call': 72 * 3600,
  'loan-unseen': 72 * 3600,
  'borrowing-liquidation': 72 * 3600,
  'borrowing-margin-call': 72 * 3600,
  'borrowing-gone-at-margin-call': 72 * 3600,
  'borrowing-gone': 24 * 3600,
  'borrowing-unseen': 72 * 3600,
  'position-unseen': 72 * 3600,
  'loan-gone': 24 * 3600,
  'mining-account-gone': 24 * 3600,
  'fixed-investment-gone': 24 * 3600,
  'position-gone': 24 * 3600,
  'price-level': 24 * 3600,
  'price-move': 24 * 3600,
  'payout-changed': 72 * 3600,
}
/** The most news kept open; beyond it, the oldest becomes history. */
const mostNews = 100

const waiting = new Set<AlertKind>([
  ...(['payout-changed', 'loan-gone-at-margin-call', 'borrowing-gone-at-margin-call'] as const),
  ...(['borrowing-margin-call', 'borrowing-liquidation'] as const),
])

/**
 * A theft, or a debt that may have been liquidated, does not become old news while the user is
 * away.
 */
function waitsForPerson({ kind, state }: Alert): boolean {
  return waiting.has(kind) && state.kind !== 'acknowledged'
}

/** Replaces each alert with what `change` returns; null keeps it. Resolved ones are removed. */
function apply(
  alerts: OpenAlerts,
  change: (alert: Alert) => Partial<Alert> | null,
): OpenAlertsChange {
  const changed: Alert[] = []
  const after = alerts.map((alert) => {
    const some = change(alert)
    if (some === null) return alert
    const next = { ...alert, ...some }
    changed.push(next)
    return next
  })
  return {
    open: changed.length === 0 ? alerts : after.filter(({ state }) => state.kind !== 'resolved'),
    changed,
  }
}

/**
 * When something more severe of a group is over, what remains is as acknowledged, or snoozed, as
 * that was: an improvement needs no attention. `over`: with their previous states.
 */
function stateOf({ found, ...candidate }: AlertCandidate, over: readonly Alert[]): Alert['state'] {
  const graver = over.find(
    (alert) =>
      found === 'standing' &&
      matterOf(alert) === matterOf(candidate) &&
      severityOf(alert) <= severityOf(candidate),
  )
  return graver?.state ?? { kind: 'active' }
}

/**
 * A candidate whose key is open already changes nothing. `changed` holds the new ones. `returned`:
 * alerts of positions that an answer missed; one with the same key is as it was then.
 */
export function raise(
  alerts: OpenAlerts,
  candidates: readonly AlertCandidate[],
  {
    at,
    profileId,
    newId,
    over = [],
    returned = [],
  }: {
    at: UnixSeconds
    profileId: string
    newId: () => string
    over?: readonly Alert[]
    returned?: readonly Alert[]
  },
): OpenAlertsChange {
  const changed: Alert[] = []
  for (const candidate of candidates) {
    const isOpen = [...alerts, ...changed].some(({ key }) => key === candidate.key)
    if (!isOpen)
      changed.push({
        ...candidate,
        id: newId(),
        at,
        profileId,
        state: stateOf(candidate, [
          ...over,
          ...returned.filter(({ key }) => key === candidate.key),
        ]),
        readAt: null,
      })
  }
  return { open: changed.length === 0 ? alerts : [...alerts, ...changed], changed }
}

/**
 * The same alert with different text: it stays acknowledged and notified. A key that is not open is
 * ignored.
 */
export function reword(
  alerts: OpenAlerts,
  candidates: readonly AlertCandidate[],
): OpenAlertsChange {
  return apply(alerts, ({ key }) => {
    const candidate = candidates.find((one) => one.key === key)
    if (candidate === undefined) return null
    const { level, title, text, cause } = candidate
    return { level, title, text, cause }
  })
}

export function resolve(
  alerts: OpenAlerts,
  resolutions: readonly Resolution[],
  at: UnixSeconds,
): OpenAlertsChange {
  return apply(alerts, ({ key }) => {
    const over = resolutions.find((resolution) => resolution.key === key)
    if (over === undefined) return null
    const state: Alert['state'] = { kind: 'resolved', at, end: over.end }
    return over.endTitle === undefined ? { state } : { state, endTitle: over.endTitle }
  })
}

/** Within a group, a step reached later is more severe. */
function isNoWorse(alert: Alert, than: Alert): boolean {
  return (
    severityOf(alert) > severityOf(than) ||
    (severityOf(alert) === severityOf(than) && alert.at <= than.at)
  )
}

/** The alert and the milder ones of its group. Empty if it is not open. */
function withMilder(alerts: OpenAlerts, id: string): Alert[] {
  const chosen = alerts.find((alert) => alert.id === id)
  return alerts.filter(
    (alert) =>
      chosen !== undefined && matterOf(alert) === matterOf(chosen) && isNoWorse(alert, chosen),
  )
}

export function acknowledge(alerts: OpenAlerts, id: string, at: UnixSeconds): OpenAlertsChange {
  const meant = withMilder(alerts, id).filter(({ state }) => state.kind !== 'acknowledged')
  return apply(alerts, (alert) =>
    meant.includes(alert) ? { state: { kind: 'acknowledged', at } } : null,
  )
}

export function snooze(
  alerts: OpenAlerts,
  id: string,
  until: UnixSeconds,
  at: UnixSeconds,
): OpenAlertsChange {
  const meant = withMilder(alerts, id)
  return apply(alerts, (alert) =>
    meant.includes(alert) ? { state: { kind: 'snoozed', at, until } } : null,
  )
}

/** Ends due snoozes, and those that began after the current clock time, which was set back. */
export function endSnoozes(alerts: OpenAlerts, at: UnixSeconds): OpenAlertsChange {
  return apply(alerts, ({ state }) =>
    state.kind === 'snoozed' && (at >= state.until || at < state.at)
      ? { state: { kind: 'active' } }
      : null,
  )
}

/** The user knows of a position or an investment they closed: its end is history immediately. */
function lifetimeOf({ kind, cause }: Alert): number | undefined {
  return isOwnDoing({ kind, cause }) ? 0 : newsLasts[kind]
}

export function lapse(alerts: OpenAlerts, at: UnixSeconds): OpenAlertsChange {
  const news = alerts
    .filter(({ kind }) => newsLasts[kind] !== undefined)
    .sort((a, b) => a.at - b.at)
  const inOrder = [
    ...news.filter((alert) => !waitsForPerson(alert)),
    ...news.filter(waitsForPerson),
  ]
  const surplus = inOrder.slice(0, -mostNews)
  return apply(alerts, (alert) => {
    const lasts = lifetimeOf(alert)
    const isOld = lasts !== undefined && at - alert.at >= lasts && !waitsForPerson(alert)
    return isOld || surplus.includes(alert)
      ? { state: { kind: 'resolved', at, end: 'lapsed' } }
      : null
  })
}

/**
 * Ends alerts whose evaluator's state is lost: the next evaluation raises them again if they still
 * apply.
 */
export function dropUnheld(
  alerts: OpenAlerts,
  isHeld: (key: string) => boolean,
  at: UnixSeconds,
): OpenAlertsChange {
  return apply(alerts, ({ key, kind }) =>
    newsLasts[kind] === undefined && !isHeld(key)
      ? { state: { kind: 'resolved', at, end: 'dropped' } }
      : null,
  )
}

/** `ids` null marks everything. */
export function markAsRead(
  alerts: OpenAlerts,
  ids: readonly string[] | null,
  at: UnixSeconds,
): OpenAlerts {
  return apply(alerts, ({ id, readAt }) =>
    readAt === null && (ids === null || ids.includes(id)) ? { readAt: at } : null,
  ).open
}

/** More than anyone can take in. */
const mostItems = 50

function levelOf(all: OpenAlerts): RiskLevel {
  const alerts = all.filter(({ kind }) => !isPriceNews(kind))
  if (alerts.some(({ kind }) => kind === 'monitoring-lost')) return 'unmonitored'
  if (alerts.some(({ level }) => level === 'danger')) return 'danger'
  return alerts.some(({ level }) => level === 'caution') ? 'caution' : 'fine'
}

/** An unchanged list is the same object, so it is sorted once and not every second. */
const knownWorst = new WeakMap<OpenAlerts, ReadonlyMap<string, Alert>>()

/** The worst alert of each group, the worst overall first. */
export function worstByMatter(alerts: OpenAlerts): ReadonlyMap<string, Alert> {
  const known = knownWorst.get(alerts)
  if (known !== undefined) return known
  const worst = new Map<string, Alert>()
  for (const alert of worstFirst(alerts))
    if (!worst.has(matterOf(alert))) worst.set(matterOf(alert), alert)
  knownWorst.set(alerts, worst)
  return worst
}

/**
 * For the alert bar, the overview and the tray. Acknowledged and snoozed alerts still count towards
 * the level, because their cause remains.
 */
export function summarizeAlerts(
  alerts: OpenAlerts,
  causeNow?: (alert: Alert) => Alert['cause'],
): Pick<AlertsView, 'level' | 'attention' | 'more'> {
  const items = worstFirst([...worstByMatter(alerts).values()], causeNow).map((alert) => ({
    alert,
    quiet: alert.state.kind !== 'active',
    screen: screenOf(alert.kind),
  }))
  const inOrder = [...items.filter(({ quiet }) => !quiet), ...items.filter(({ quiet }) => quiet)]
  return {
    level: levelOf(alerts),
    attention: inOrder.slice(0, mostItems),
    more: inOrder.slice(mostItems).length,
  }
}
