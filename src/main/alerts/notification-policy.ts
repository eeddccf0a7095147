// Which alerts become system notifications, and when. A deferred alert is reconsidered at every
// pass while it is open. The user is notified once, unless the alert is critical and not
// acknowledged.
import {
  type Alert,
  type AlertKind,
  type AlertNotification,
  type AlertSettings,
  isBackBelow,
  isCritical,
  isOwnDoing,
  isPriceNews,
  matterOf,
  screenOf,
  worstFirst,
} from '../../shared/alerts/alert.js'
import { isWithinQuietHours } from '../../shared/alerts/quiet-hours.js'
import type { HiddenFigures } from '../../shared/hidden-amounts.js'
import { t, textOf } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { lossReasonText } from './monitoring-loss-reason.js'
import {
  type AccountNotification,
  alertWords,
  endTitleOf,
  fittingWords,
  maskedWords,
  type NoticeTopic,
  overWords,
  ownedTitle,
  toNotify,
  type WordOptions,
} from './notification-text.js'
import { type OpenAlerts, worstByMatter } from './open-alerts.js'
import type { EvaluatorStates, NoticeSort } from './stored-alert-state.js'

type NoticeLedger = EvaluatorStates['notices']
type Times = NoticeLedger['told']

export function isEmptyLedger(ledger: NoticeLedger): boolean {
  return Object.values(ledger).every((part) => Object.keys(part).length === 0)
}

type NoticeContext = {
  profileId: string
  at: UnixSeconds
  /** Minutes since local midnight. */
  localMinutes: number
  settings: AlertSettings
  words: WordOptions
  /**
   * Alerts whose notices were withdrawn without being acknowledged, because Plimsoll quit or the
   * account closed.
   */
  again: readonly string[]
  /** Topics that have reached their limit across all accounts. */
  full: readonly NoticeTopic[]
}

/** At most `most` notices in `seconds`. */
const limits: Record<NoticeSort, { most: number; seconds: number }> = {
  critical: { most: 30, seconds: 300 },
  other: { most: 12, seconds: 300 },
  price: { most: 12, seconds: 300 },
  over: { most: 12, seconds: 300 },
  // Flapping monitoring is lost again and again. Three notices per quarter of an hour are enough.
  sight: { most: 3, seconds: 900 },
  unreadable: { most: 3, seconds: 900 },
}
/**
 * Minutes after which an unacknowledged critical alert is notified again; the last interval repeats
 * until it is acknowledged.
 */
const repeatMinutes = [2, 3, 10, 15] as const
/**
 * More than this many seconds after it began, a notice says since when: it may have waited for the
 * end of quiet hours or of a snooze.
 */
const soon = 120
/** Seconds after which a notice that something is over is withdrawn. */
const overShownFor = 3600

/** A time ahead of the clock counts as long ago: the clock was set back. */
function isRecent(then: UnixSeconds | undefined, at: UnixSeconds, seconds: number): boolean {
  return then !== undefined && then <= at && at - then < seconds
}

function pick(times: Times, keep: (name: string, at: UnixSeconds) => boolean): Times {
  return Object.fromEntries(Object.entries(times).filter(([name, at]) => keep(name, at)))
}

// Several accounts share one screen, and each can have the same alert group open.
const noticeId = (profileId: string, alert: Alert): string => `${profileId}/alert:${alert.id}`
const overId = (profileId: string, matter: string): string => `${profileId}/over:${matter}`

/** Ids of the notices that may be on screen now. */
export function shownNoticeIds(profileId: string, { shown, over }: NoticeLedger): string[] {
  return [...Object.keys(shown), ...Object.keys(over).map((matter) => overId(profileId, matter))]
}

const topics: Partial<Record<AlertKind, NoticeTopic>> = {
  'monitoring-lost': 'monitoring-lost',
  'position-unreadable': 'unreadable',
  'position-unmeasured': 'unreadable',
  'order-unknown': 'order',
  'order-mismatch': 'order',
  'price-level': 'price',
  'price-move': 'price',
}

function topicOf({ kind }: Alert): AccountNotification['topic'] {
  return isCritical(kind) ? 'critical' : (topics[kind] ?? 'other')
}

/** The limits that apply to an alert on something unmonitored. */
const lossSorts: Partial<Record<AlertKind, 'sight' | 'unreadable'>> = {
  'monitoring-lost': 'sight',
  'position-unreadable': 'unreadable',
  'position-unmeasured': 'unreadable',
}

function isQuietNow({ settings, localMinutes }: NoticeContext): boolean {
  return isWithinQuietHours(settings.quietHours, localMinutes)
}

/** What every notice of the account about these alerts contains. */
function aboutOf(alerts: readonly Alert[], worst: Alert, { profileId, words }: NoticeContext) {
  return {
    profileId,
    screen: screenOf(worst.kind),
    account: words.demo ? null : words.account,
    matters: [...new Set(alerts.map(matterOf))],
  }
}

function makesSound(alerts: readonly Alert[], worst: Alert, context: NoticeContext): boolean {
  if (context.settings.sounds !== 'all')
    return context.settings.sounds === 'critical' && isCritical(worst.kind)
  return (
    worst.level !== 'info' &&
    !(isQuietNow(context) && alerts.every((alert) => topicOf(alert) === 'order'))
  )
}

function summaryOf(worst: Alert, { words }: NoticeContext): string {
  const why = worst.kind === 'monitoring-lost' ? lossReasonText(worst.cause['why']) : null
  return textOf(why ?? toNotify(worst, words).title)
}

/** The text as is, and while amounts are hidden. */
function allWords<Words>(make: () => Words): Words & { masked: Record<HiddenFigures, Words> } {
  return {
    ...make(),
    masked: maskedWords(make),
  }
}

function noticeOf(
  alerts: readonly Alert[],
  worst: Alert,
  isRepeated: boolean,
  context: NoticeContext,
): AccountNotification {
  return {
    id: noticeId(context.profileId, worst),
    ...allWords(() => ({
      ...alertWords(alerts, context.words, isRepeated),
      summary: summaryOf(worst, context),
    })),
    ...aboutOf(alerts, worst, context),
    urgency: isCritical(worst.kind) ? 'critical' : worst.level === 'info' ? 'low' : 'normal',
    timeoutType: isCritical(worst.kind) ? 'never' : 'default',
    silent: !makesSound(alerts, worst, context),
    topic: topicOf(worst),
  }
}

/**
 * Critical alerts, and lost monitoring of a loan or position near its margin call. Orders that need
 * the user also pass, without a sound: until the morning they may lack their stop loss.
 */
export function passesQuietHours(alert: Alert): boolean {
  return (
    ['critical', 'order'].includes(topicOf(alert)) ||
    (lossSorts[alert.kind] !== undefined && alert.cause['nearness'] !== 'far')
  )
}

function sortOf({ kind }: Alert): NoticeSort {
  return isCritical(kind) ? 'critical' : isPriceNews(kind) ? 'price' : 'other'
}

function hasRoom(sort: NoticeSort, { sent }: NoticeLedger, at: UnixSeconds): boolean {
  return (
    sent.filter((one) => one.sort === sort && isRecent(one.at, at, limits[sort].seconds)).length <
    limits[sort].most
  )
}

/**
 * Whether it is not held back by quiet hours, the cool-down, or the topic's limit across all
 * accounts. Margin call and liquidation have no cool-down, as falling and crossing again is news.
 * Nor has lost monitoring: nothing else can warn then.
 */
function mayNotify(alert: Alert, ledger: NoticeLedger, context: NoticeContext): boolean {
  const { at, settings, full } = context
  const passes = passesQuietHours(alert) && !settings.quietHoursCoverMarginCalls
  if (isQuietNow(context) && !passes) return false
  if (full.some((topic) => topic === topicOf(alert))) return false
  const loss = lossSorts[alert.kind]
  if (loss !== undefined) return hasRoom(loss, ledger, at)
  // A deferred alert must not hold back later ones.
  if (isPriceNews(alert.kind) && !hasRoom('price', ledger, at)) return false
  return (
    isCritical(alert.kind) || !isRecent(ledger.last[alert.key], at, settings.coolDownMinutes * 60)
  )
}

/** It was so at the first look and is not critical, or the user did it. */
export function isSilentFind(alert: Alert): boolean {
  const { found, kind, cause } = alert
  // The response to a pending order will say what became of it.
  if (isOwnDoing(alert) || cause['endedBy'] === 'own-order-pending') return true
  return found === 'standing' && !isCritical(kind)
}

/** The worst of its group that the user neither acknowledged nor was notified of. */
function pendingIn(worst: ReadonlyMap<string, Alert>, { told, reminders }: NoticeLedger): Alert[] {
  return [...worst.values()]
    .filter((alert) => alert.state.kind === 'active' && told[alert.id] === undefined)
    .filter((alert) => !isSilentFind(alert) || reminders.includes(alert.id))
}

/** Critical, unacknowledged and current alerts whose last notice is due for a repeat. */
function repeatedIn(
  worst: ReadonlyMap<string, Alert>,
  { told, repeats }: NoticeLedger,
  { at, words }: NoticeContext,
): Alert[] {
  return [...worst.values()].filter((alert) => {
    const { id, kind, state, cause } = alert
    const first = told[id]
    if (first === undefined || !isCritical(kind) || state.kind !== 'active') return false
    if (isBackBelow({ ...cause, ...words.causeNow(alert) })) return false
    const last = repeats[id] ?? { count: 0, at: first }
    const minutes = repeatMinutes[last.count] ?? repeatMinutes[3]
    return !isRecent(last.at, at, minutes * 60)
  })
}

/** Critical alerts that were notified, still apply, and whose notice is no longer on screen. */
function withdrawnCriticalIn(
  worst: ReadonlyMap<string, Alert>,
  { told }: NoticeLedger,
  again: readonly string[],
): Alert[] {
  return [...worst.values()].filter(
    ({ id, kind, state }) =>
      again.includes(id) && isCritical(kind) && state.kind === 'active' && told[id] !== undefined,
  )
}

function overNotice(
  ended: readonly Alert[],
  worst: ReadonlyMap<string, Alert>,
  context: NoticeContext,
) {
  const [first] = worstFirst(ended)
  if (first === undefined || isQuietNow(context)) return null
  const allMonitored =
    first.kind === 'monitoring-lost' &&
    ![...worst.values()].some(({ kind }) => kind === 'monitoring-lost')
  const topic = allMonitored ? 'monitored-again' : 'over'
  if (context.full.includes(topic)) return null
  const matter = matterOf(first)
  const remaining = worst.get(matter) ?? null
  if (overWords(ended, remaining, context.words) === null) return null
  const wordsNow = () => ({
    ...(overWords(ended, remaining, context.words) ?? { title: '', body: '' }),
    summary: allMonitored ? '' : (endTitleOf(toNotify(first, context.words)) ?? ''),
  })
  const notice: AccountNotification = {
    id: overId(context.profileId, matter),
    ...allWords(wordsNow),
    ...aboutOf(ended, first, context),
    urgency: 'low',
    timeoutType: 'default',
    silent: true,
    topic,
  }
  return { matter, notice, remaining }
}

/**
 * One pass. `ended`: resolved since the last pass. `again` in the result: those still to be shown
 * again.
 */
export function decideNotices(
  alerts: OpenAlerts,
  ended: readonly Alert[],
  before: NoticeLedger,
  context: NoticeContext,
): { withdraw: string[]; show: AccountNotification[]; ledger: NoticeLedger; again: string[] } {
  const { profileId, at, settings } = context
  const worst = worstByMatter(alerts)
  const open = new Map(alerts.map((alert) => [alert.id, alert]))
  const snoozed = alerts.filter(({ state }) => state.kind === 'snoozed')
  const told = new Map(
    Object.entries(before.told).filter(([id]) => !snoozed.some((alert) => alert.id === id)),
  )
  const reminders = [...new Set([...before.reminders, ...snoozed.map(({ id }) => id)])]
  const last = pick(
    before.last,
    (key, then) =>
      isRecent(then, at, settings.coolDownMinutes * 60) &&
      !snoozed.some((alert) => alert.key === key),
  )
  const ledger: NoticeLedger = {
    ...before,
    told: snoozed.length === 0 ? before.told : Object.fromEntries(told),
    last,
    reminders,
  }

  // If a more severe alert of the group is over, its notice names the milder one that is left.
  const isOver = ({ state }: Alert): boolean => state.kind === 'resolved' && state.end === 'over'
  const isLeft = (alert: Alert): boolean =>
    ended.some((one) => isOver(one) && told.has(one.id) && matterOf(one) === matterOf(alert))
  const isDue = (alert: Alert): boolean => mayNotify(alert, ledger, context)
  const pending = pendingIn(worst, ledger).filter(
    (alert) => isDue(alert) && !(alert.found === 'standing' && isLeft(alert)),
  )
  const withdrawn = withdrawnCriticalIn(worst, ledger, context.again)
  const repeated = repeatedIn(worst, ledger, context).filter(
    (alert) => isDue(alert) && !isLeft(alert),
  )
  const due = worstFirst(
    [...new Set([...pending, ...repeated, ...withdrawn.filter(isDue)])],
    context.words.causeNow,
  )
  const [first] = due
  const isSent = first !== undefined && hasRoom(sortOf(first), ledger, at)
  const newlyNotified = isSent ? pending : []
  const notifiedAgain = isSent ? repeated : []
  const showing = isSent ? due : []
  for (const { id } of newlyNotified) told.set(id, at)

  // After the worst of a group was notified or snoozed, the milder ones are not notified when it is
  // over.
  for (const alert of alerts) {
    const top = worst.get(matterOf(alert))
    const isKnown =
      top !== undefined && (told.has(top.id) || isSilentFind(top) || top.state.kind !== 'active')
    if (top !== alert && isKnown && !told.has(alert.id)) told.set(alert.id, at)
  }

  const newMatters = new Set(showing.map(matterOf))
  const reportable = ended.filter(
    (alert) => told.has(alert.id) && endTitleOf(alert) !== null && !newMatters.has(matterOf(alert)),
  )
  const over = hasRoom('over', ledger, at) ? overNotice(reportable, worst, context) : null
  // Left after an improvement: no news, whether or not the notice of that is shown.
  for (const alert of worst.values())
    if (alert.found === 'standing' && isLeft(alert)) told.set(alert.id, at)
  // It was named as still open, so its end will be reported too.
  if (over?.remaining != null) told.set(over.remaining.id, at)

  const isPast = (id: string): boolean => {
    const alert = open.get(id)
    return alert === undefined || alert.state.kind !== 'active' || newMatters.has(matterOf(alert))
  }
  // A notice that is shown again replaces itself.
  const newId = isSent ? noticeId(profileId, first) : null
  const stale = Object.keys(before.shown).filter(
    (id) => id !== newId && (before.shown[id] ?? []).every(isPast),
  )
  const outdated = Object.keys(before.over).filter(
    (matter) => newMatters.has(matter) || !isRecent(before.over[matter], at, overShownFor),
  )

  const shown = Object.fromEntries(
    Object.entries(before.shown).filter(([id]) => !stale.includes(id)),
  )
  if (newId !== null) shown[newId] = showing.map(({ id }) => id)
  const overs = pick(before.over, (matter) => !outdated.includes(matter))
  if (over !== null) overs[over.matter] = at
  const notice = isSent
    ? noticeOf(showing, first, !newlyNotified.includes(first) || at - first.at > soon, context)
    : null
  const isPutBack = newlyNotified.length === 0 && notifiedAgain.length === 0
  // An alert just named as remaining restarts at two minutes.
  const isRepeating = (id: string): boolean =>
    open.get(id)?.state.kind === 'active' && id !== over?.remaining?.id
  const repeats = Object.fromEntries(
    Object.entries(before.repeats).filter(([id]) => isRepeating(id)),
  )
  for (const { id } of notifiedAgain) repeats[id] = { count: (repeats[id]?.count ?? 0) + 1, at }

  return {
    withdraw: [...stale, ...outdated.map((matter) => overId(profileId, matter))],
    show: [
      // A notice that is only restored makes no sound.
      ...(notice === null ? [] : [isPutBack ? { ...notice, silent: true } : notice]),
      ...(over === null ? [] : [over.notice]),
    ],
    ledger: {
      told: Object.fromEntries([...told].filter(([id]) => open.has(id))),
      repeats,
      last: { ...last, ...Object.fromEntries(newlyNotified.map(({ key }) => [key, at])) },
      reminders: reminders.filter(
        (id) => open.has(id) && !newlyNotified.some((alert) => alert.id === id),
      ),
      shown,
      over: overs,
      sent: [
        ...before.sent.filter((one) => isRecent(one.at, at, limits[one.sort].seconds)),
        ...(isSent ? [{ at, sort: sortOf(first) }] : []),
        ...[...new Set(newlyNotified.flatMap(({ kind }) => lossSorts[kind] ?? []))].map((sort) => ({
          at,
          sort,
        })),
        ...(over === null ? [] : [{ at, sort: 'over' as const }]),
      ],
    },
    again: withdrawn.filter((alert) => !showing.includes(alert)).map(({ id }) => id),
  }
}

/** For notices the system did not show: the user was not notified of their alerts. */
export function forgetMissed(
  alerts: OpenAlerts,
  ledger: NoticeLedger,
  noticeIds: readonly string[],
): NoticeLedger {
  const ids = new Set(noticeIds.flatMap((id) => ledger.shown[id] ?? []))
  if (ids.size === 0) return ledger
  const { told, repeats } = ledger
  const missed = alerts.filter(({ id }) => ids.has(id))
  const keys = new Set(missed.map(({ key }) => key))
  const times = new Set(missed.flatMap(({ id }) => [told[id], repeats[id]?.at]))
  return {
    ...ledger,
    told: pick(told, (id) => !ids.has(id)),
    repeats: Object.fromEntries(Object.entries(repeats).filter(([id]) => !ids.has(id))),
    last: pick(ledger.last, (key) => !keys.has(key)),
    // What was so at the first look is notified again only if something requires it.
    reminders: [
      ...new Set([...ledger.reminders, ...missed.filter(isSilentFind).map(({ id }) => id)]),
    ],
    shown: Object.fromEntries(
      Object.entries(ledger.shown).filter(([id]) => !noticeIds.includes(id)),
    ),
    sent: ledger.sent.filter(({ at, sort }) => sort === 'over' || !times.has(at)),
  }
}

/** What *Send a test notification* shows. */
export function testNotice(profileId: string, demo: boolean): AlertNotification {
  return {
    id: `${profileId}/test`,
    profileId,
    ...fittingWords(ownedTitle(t('alerts.notice.test'), { demo, account: null }), [
      t('alerts.notice.test-text'),
    ]),
    urgency: 'normal',
    timeoutType: 'default',
    silent: false,
    screen: 'settings',
  }
}
