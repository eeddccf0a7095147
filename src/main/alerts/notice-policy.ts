// Which alerts become notifications of the operating system, and when. An alert that has to wait is not lost: it is looked at again on
// every pass for as long as it is open. What was told once is not told again.
import {
  type Alert,
  type AlertKind,
  type AlertNotice,
  type AlertSettings,
  compareAlerts,
  isCritical,
  matterOf,
  screenOf,
} from '../../shared/domain/alert.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { AccountNotice, NoticeAbout } from './account-notice.js'
import type { Book } from './alert-book.js'
import { blindReason } from './monitoring-loss-words.js'
import { alertWords, endTitleOf, overWords, type WordOptions } from './notice-words.js'

/** What the person was told, and when. By alert id, alert key and matter; times in Unix seconds. */
export type NoticeLedger = {
  told: { [alertId: string]: UnixSeconds }
  /** When each kind of alert was told last, for the cool-down. */
  last: { [alertKey: string]: UnixSeconds }
  /** Snoozed: to be told again when that ends. */
  reminders: string[]
  /** Notices that may still stand on the screen, with the alerts they are about. */
  shown: { [noticeId: string]: string[] }
  /** Notices that something is over which may still stand on the screen: when they were shown, by matter. */
  over: { [matter: string]: UnixSeconds }
  sent: { at: UnixSeconds; sort: NoticeSort }[]
}

/**
 * `sight`: beside the notice's own sort, that it told of a loss of sight. `unreadable`: the same of positions that could not be read,
 * which must not use up what a loss of sight may need.
 */
export type NoticeSort = 'critical' | 'other' | 'over' | 'sight' | 'unreadable'

export const nothingTold: NoticeLedger = { told: {}, last: {}, reminders: [], shown: {}, over: {}, sent: [] }

export type NoticeLook = {
  profileId: string
  at: UnixSeconds
  /** Minutes since local midnight. */
  localMinutes: number
  settings: AlertSettings
  words: WordOptions
  /** Alerts whose notices were taken off the screen although nobody had seen to them: when Plimsoll was quit, or the account closed. */
  again: readonly string[]
  /** What no more notices are shown of now, by all accounts together. */
  full: readonly NoticeAbout[]
}

/** `again`: those that still have to be put back. */
export type NoticeDecision = { withdraw: string[]; show: AccountNotice[]; ledger: NoticeLedger; again: string[] }

/** In so many seconds no more notices than these: a storm tells nobody anything. */
const limits: Record<NoticeSort, { most: number; seconds: number }> = {
  critical: { most: 30, seconds: 300 },
  other: { most: 12, seconds: 300 },
  over: { most: 12, seconds: 300 },
  // Sight that comes and goes is lost again and again. Three times in a quarter of an hour is enough to know.
  sight: { most: 3, seconds: 900 },
  unreadable: { most: 3, seconds: 900 },
}
/** News that something is over is taken off the screen after so many seconds. */
const overStands = 3600

type Times = { [name: string]: UnixSeconds }

/** A time ahead of the clock counts as long ago: the clock was set back. */
const isRecent = (then: UnixSeconds | undefined, at: UnixSeconds, seconds: number): boolean =>
  then !== undefined && then <= at && at - then < seconds

const pick = (times: Times, keep: (name: string, at: UnixSeconds) => boolean): Times =>
  Object.fromEntries(Object.entries(times).filter(([name, at]) => keep(name, at)))

export const isQuietHour = ({ quietHours: { on, from, to } }: AlertSettings, localMinutes: number): boolean => {
  if (!on || from === to) return false
  return from < to ? localMinutes >= from && localMinutes < to : localMinutes >= from || localMinutes < to
}

// Several accounts share one screen, and the same matter can be open in each of them.
const noticeId = (profileId: string, alert: Alert): string => `${profileId}/alert:${alert.id}`
const overId = (profileId: string, matter: string): string => `${profileId}/over:${matter}`

/** Ids of the notices that may stand on the screen now. */
export const onScreen = (profileId: string, { shown, over }: NoticeLedger): string[] => [
  ...Object.keys(shown),
  ...Object.keys(over).map((matter) => overId(profileId, matter)),
]

/** The ledger once none of them does. */
export const offScreen = (ledger: NoticeLedger): NoticeLedger => ({ ...ledger, shown: {}, over: {} })

const gravestByMatter = (book: Book): Map<string, Alert> => {
  const gravest = new Map<string, Alert>()
  for (const alert of [...book].sort(compareAlerts)) if (!gravest.has(matterOf(alert))) gravest.set(matterOf(alert), alert)
  return gravest
}

/** What tells that something is not seen any more, and which allowance it comes out of. */
const sightSort = ({ kind }: Alert): 'sight' | 'unreadable' | null =>
  kind === 'monitoring-lost' ? 'sight' : kind === 'position-unreadable' ? 'unreadable' : null

const isOfOrder = (kind: AlertKind): boolean => kind === 'order-unknown' || kind === 'order-mismatch'

const aboutOf = (alert: Alert): AccountNotice['about'] => {
  if (isCritical(alert.kind)) return 'critical'
  return sightSort(alert) ?? (isOfOrder(alert.kind) ? 'order' : 'other')
}

const gistOf = ({ kind, cause, title }: Alert): string => (kind === 'monitoring-lost' ? (blindReason(cause['why']) ?? title) : title)

const mattersOf = (alerts: readonly Alert[]): string[] => [...new Set(alerts.map(matterOf))]

const namedIn = ({ demo, account }: WordOptions): string | null => (demo ? null : account)

const isQuietNow = ({ settings, localMinutes }: NoticeLook): boolean => isQuietHour(settings, localMinutes)

const noticeOf = (alerts: readonly Alert[], worst: Alert, look: NoticeLook): AccountNotice => ({
  id: noticeId(look.profileId, worst),
  profileId: look.profileId,
  ...alertWords(alerts, look.words),
  urgency: isCritical(worst.kind) ? 'critical' : worst.level === 'info' ? 'low' : 'normal',
  timeoutType: isCritical(worst.kind) ? 'never' : 'default',
  silent: worst.level === 'info' || (isQuietNow(look) && alerts.every(({ kind }) => isOfOrder(kind))),
  screen: screenOf(worst.kind),
  about: aboutOf(worst),
  account: namedIn(look.words),
  gist: gistOf(worst),
  matters: mattersOf(alerts),
})

/**
 * Critical ones, and that nobody can see any more whether a loan or a position near its margin call is in one. Without a sound also
 * that an order needs somebody: until the morning it may stand there without its stop loss.
 */
const passesQuietHours = (alert: Alert): boolean =>
  isCritical(alert.kind) || isOfOrder(alert.kind) || (sightSort(alert) !== null && alert.cause['nearness'] !== 'far')

const sortOf = (alert: Alert): NoticeSort => (isCritical(alert.kind) ? 'critical' : 'other')

const hasRoom = (sort: NoticeSort, ledger: NoticeLedger, at: UnixSeconds): boolean =>
  ledger.sent.filter((one) => one.sort === sort && isRecent(one.at, at, limits[sort].seconds)).length < limits[sort].most

/**
 * May be told now: neither quiet hours nor the cool-down hold it back, nor that all accounts together have told enough of its sort. Margin
 * call and liquidation have no cool-down: falling and crossing anew is news. Nor has the loss of sight: it would be silent just when
 * nothing else can warn.
 */
const mayBeTold = (alert: Alert, ledger: NoticeLedger, look: NoticeLook): boolean => {
  const { at, settings, full } = look
  const isLetThrough = passesQuietHours(alert) && !settings.quietHoursCoverMarginCalls
  if (isQuietNow(look) && !isLetThrough) return false
  if (full.some((about) => about === aboutOf(alert))) return false
  const sight = sightSort(alert)
  if (sight !== null) return hasRoom(sight, ledger, at)
  return isCritical(alert.kind) || !isRecent(ledger.last[alert.key], at, settings.coolDownMinutes * 60)
}

/** Alerts of which there is something to tell: the gravest of their matter, unseen, untold. */
const candidatesIn = (gravest: Map<string, Alert>, { told, reminders }: NoticeLedger): Alert[] =>
  [...gravest.values()]
    .filter(({ id, found, state }) => state.kind === 'active' && told[id] === undefined && (found === 'new' || reminders.includes(id)))
    .sort(compareAlerts)

/** What was told as critical, still holds, and stands on no screen any more. */
const lostIn = (gravest: Map<string, Alert>, { told }: NoticeLedger, again: readonly string[]): Alert[] =>
  [...gravest.values()].filter(
    ({ id, kind, state }) => again.includes(id) && isCritical(kind) && state.kind === 'active' && told[id] !== undefined,
  )

type OverNotice = { matter: string; notice: AccountNotice; remaining: Alert | null }

const overNotice = (ended: readonly Alert[], gravest: Map<string, Alert>, look: NoticeLook): OverNotice | null => {
  const [worst] = [...ended].sort(compareAlerts)
  if (worst === undefined || isQuietNow(look)) return null
  const seesAll = worst.kind === 'monitoring-lost' && ![...gravest.values()].some(({ kind }) => kind === 'monitoring-lost')
  const about = seesAll ? 'seen-again' : 'over'
  if (look.full.includes(about)) return null
  const matter = matterOf(worst)
  const remaining = gravest.get(matter) ?? null
  const words = overWords(ended, remaining, look.words)
  if (words === null) return null
  const notice: AccountNotice = {
    id: overId(look.profileId, matter),
    profileId: look.profileId,
    ...words,
    urgency: 'low',
    timeoutType: 'default',
    silent: true,
    screen: screenOf(worst.kind),
    about,
    account: namedIn(look.words),
    gist: seesAll ? '' : (endTitleOf(worst) ?? ''),
    matters: mattersOf(ended),
  }
  return { matter, notice, remaining }
}

/** One pass. `ended`: what was resolved since the pass before. */
export const decideNotices = (book: Book, ended: readonly Alert[], before: NoticeLedger, look: NoticeLook): NoticeDecision => {
  const { profileId, at, settings } = look
  const gravest = gravestByMatter(book)
  const open = new Map(book.map((alert) => [alert.id, alert]))
  const snoozed = book.filter(({ state }) => state.kind === 'snoozed')
  const told = new Map(Object.entries(before.told).filter(([id]) => !snoozed.some((alert) => alert.id === id)))
  const reminders = [...new Set([...before.reminders, ...snoozed.map(({ id }) => id)])]
  const last = pick(
    before.last,
    (key, then) => isRecent(then, at, settings.coolDownMinutes * 60) && !snoozed.some((alert) => alert.key === key),
  )
  const ledger: NoticeLedger = { ...before, told: Object.fromEntries(told), last, reminders }

  const isDue = (alert: Alert): boolean => mayBeTold(alert, ledger, look)
  const ready = candidatesIn(gravest, ledger).filter(isDue)
  const lost = lostIn(gravest, ledger, look.again)
  const due = [...ready, ...lost.filter(isDue)].sort(compareAlerts)
  const [worst] = due
  const isSent = worst !== undefined && hasRoom(sortOf(worst), ledger, at)
  const telling = isSent ? ready : []
  const showing = isSent ? due : []
  for (const { id } of telling) told.set(id, at)

  // Whoever knows the gravest of a matter, or has put it aside, is not told of the milder ones when it is over.
  for (const alert of book) {
    const top = gravest.get(matterOf(alert))
    const isKnown = top !== undefined && (told.has(top.id) || top.found === 'standing' || top.state.kind !== 'active')
    if (top !== alert && isKnown && !told.has(alert.id)) told.set(alert.id, at)
  }

  const newMatters = new Set(showing.map(matterOf))
  const tellable = ended.filter((alert) => told.has(alert.id) && endTitleOf(alert) !== null && !newMatters.has(matterOf(alert)))
  const over = hasRoom('over', ledger, at) ? overNotice(tellable, gravest, look) : null
  // It was named as what still holds: its end will be told, too.
  if (over?.remaining != null) told.set(over.remaining.id, at)

  const isPast = (id: string): boolean => {
    const alert = open.get(id)
    return alert === undefined || alert.state.kind !== 'active' || newMatters.has(matterOf(alert))
  }
  const stale = Object.keys(before.shown).filter((id) => (before.shown[id] ?? []).every(isPast))
  const contradicted = [...newMatters].filter((matter) => before.over[matter] !== undefined)
  const outdated = Object.keys(before.over).filter(
    (matter) => contradicted.includes(matter) || !isRecent(before.over[matter], at, overStands),
  )
  const withdraw = [...stale, ...outdated.map((matter) => overId(profileId, matter))]

  const notice = isSent ? noticeOf(showing, worst, look) : null
  const show = [
    // What is only put back makes no sound.
    ...(notice === null ? [] : [telling.length === 0 ? { ...notice, silent: true } : notice]),
    ...(over === null ? [] : [over.notice]),
  ]
  const shown = Object.fromEntries(Object.entries(before.shown).filter(([id]) => !stale.includes(id)))
  if (isSent) shown[noticeId(profileId, worst)] = showing.map(({ id }) => id)
  const overs = pick(before.over, (matter) => !outdated.includes(matter))
  if (over !== null) overs[over.matter] = at

  return {
    withdraw,
    show,
    ledger: {
      told: pick(Object.fromEntries(told), (id) => open.has(id)),
      last: { ...last, ...Object.fromEntries(telling.map(({ key }) => [key, at])) },
      reminders: reminders.filter((id) => open.has(id) && !telling.some((alert) => alert.id === id)),
      shown,
      over: overs,
      sent: [
        ...before.sent.filter((one) => isRecent(one.at, at, limits[one.sort].seconds)),
        ...(isSent ? [{ at, sort: sortOf(worst) }] : []),
        ...[...new Set(telling.map(sightSort))].flatMap((sort) => (sort === null ? [] : [{ at, sort }])),
        ...(over === null ? [] : [{ at, sort: 'over' as const }]),
      ],
    },
    again: lost.filter((alert) => !showing.includes(alert)).map(({ id }) => id),
  }
}

/** What *Send a test notification* shows: the account on screen is whose it is. */
export const testNotice = (profileId: string, demo: boolean): AlertNotice => ({
  id: `${profileId}/test`,
  profileId,
  title: `${demo ? 'Demo: ' : ''}This is what a notification from Plimsoll looks like`,
  body: 'If you can read this, margin calls will reach you here.',
  urgency: 'normal',
  timeoutType: 'default',
  silent: false,
  screen: 'settings',
})
