// What Plimsoll warns about, in our terms, and how the user wants to be warned.
import type { HiddenFigures } from '../hidden-amounts.js'
import type { Json } from '../json.js'
import type { MessageOrText } from '../messages/messages.js'
import { add, compare, type Decimal, headroom, isDecimal, multiply } from '../money.js'
import { levelsOf, type LoanLevels } from '../portfolio/loan-levels.js'
import { type EarlyStep, isEarlyStep } from './ltv-step.js'
import { marginRoom } from '../portfolio/margin.js'
import type { UnixSeconds } from '../time.js'
import type { QuietHours } from './quiet-hours.js'

/** `price-alerts`: their section of the settings. `margin-answer`: what lifts the margin level. */
export type AlertScreen =
  | 'overview'
  | 'positions'
  | 'trade'
  | 'loans'
  | 'margin-answer'
  | 'mining'
  | 'investments'
  | 'settings'
  | 'price-alerts'

/**
 * Every kind, and where a click leads. Worst first; of two alerts of one level the earlier kind
 * here comes first.
 */
const screens = {
  liquidation: 'loans',
  'position-liquidation': 'margin-answer',
  'borrowing-liquidation': 'margin-answer',
  'margin-call': 'loans',
  'position-margin-call': 'margin-answer',
  'borrowing-margin-call': 'margin-answer',
  'margin-exhausted': 'margin-answer',
  'loan-gone-at-margin-call': 'loans',
  'borrowing-gone-at-margin-call': 'loans',
  'payout-changed': 'mining',
  'order-unknown': 'trade',
  'order-mismatch': 'trade',
  'monitoring-lost': 'overview',
  'position-unreadable': 'positions',
  'position-unmeasured': 'positions',
  'loan-unseen': 'loans',
  'borrowing-unseen': 'loans',
  'position-unseen': 'positions',
  'ltv-step': 'loans',
  'position-distance': 'positions',
  'margin-level': 'margin-answer',
  'ltv-unclear': 'loans',
  'margin-unclear': 'positions',
  'price-alarms-blind': 'price-alerts',
  'price-level': 'price-alerts',
  'price-move': 'price-alerts',
  'loan-gone': 'loans',
  'borrowing-gone': 'loans',
  'position-gone': 'positions',
  'position-state': 'positions',
  'mining-account-gone': 'mining',
  'fixed-investment-gone': 'investments',
} as const satisfies Record<string, AlertScreen>

export type AlertKind = keyof typeof screens
export const alertKinds = Object.keys(screens) as AlertKind[]
export type AlertLevel = 'info' | 'caution' | 'danger'

export function screenOf(kind: AlertKind): AlertScreen {
  return screens[kind]
}

/** Where the user can do something about it: the margin level, or the LTV; null if nowhere. */
export function answerTo(kind: AlertKind): AlertScreen | null {
  if (kind === 'ltv-step' || kind === 'margin-call' || kind === 'liquidation') return 'loans'
  return screens[kind] === 'margin-answer' ? 'margin-answer' : null
}

const criticalKinds = new Set<AlertKind>([
  ...(['liquidation', 'position-liquidation', 'margin-call', 'position-margin-call'] as const),
  ...(['margin-exhausted', 'loan-gone-at-margin-call', 'payout-changed'] as const),
  ...(['borrowing-liquidation', 'borrowing-margin-call'] as const),
  'borrowing-gone-at-margin-call',
])

/**
 * Margin call, liquidation, no free margin left, a loan gone while in margin call or a borrowing
 * without free margin, a redirected payout: these pass quiet hours, are notified even if so at the
 * first look, and repeat until acknowledged.
 */
export function isCritical(kind: AlertKind): boolean {
  return criticalKinds.has(kind)
}

/**
 * Why it is over. `over` what it warned of has passed · `loan-ended` · `dropped` it no longer
 * applies · `lapsed` it was news, and is old.
 */
export type AlertEnd = 'over' | 'loan-ended' | 'dropped' | 'lapsed'

/** A price reached the user's level. That is market news, not a risk of the account. */
export function isPriceNews(kind: AlertKind): boolean {
  return kind === 'price-level' || kind === 'price-move'
}

/** A loan that is not there any more: its figures are those of when it was last seen. */
export function isEndedLoan({ kind }: Pick<Alert, 'kind'>): boolean {
  return kind === 'loan-gone' || kind === 'loan-gone-at-margin-call' || kind === 'loan-unseen'
}

/**
 * A position or an investment was closed by an order sent from here. The order's own outcome is
 * reported, so this needs no notification.
 */
export function isOwnDoing({ kind, cause }: Pick<Alert, 'kind' | 'cause'>): boolean {
  return (
    (kind === 'position-gone' || kind === 'fixed-investment-gone') &&
    cause['endedBy'] === 'own-order'
  )
}

export type AlertState =
  | { kind: 'active' }
  | { kind: 'acknowledged'; at: UnixSeconds }
  | { kind: 'snoozed'; at: UnixSeconds; until: UnixSeconds }
  | { kind: 'resolved'; at: UnixSeconds; end: AlertEnd }

export type Alert = {
  id: string
  at: UnixSeconds
  profileId: string
  /** What it warns of. Unique among a profile's unresolved alerts. */
  key: string
  kind: AlertKind
  level: AlertLevel
  /**
   * What it is about: `loan`, `margin`, `position:527`, `borrowing:BTC`, `account`, `payout:miner`,
   * `market:BTC_USDT`; and a display name.
   */
  subject: { key: string; name: MessageOrText }
  /**
   * `new`: it happened while Plimsoll was watching · `standing`: already so at the first look, when
   * only critical alerts are notified.
   */
  found: 'new' | 'standing'
  /**
   * Works alone. Like `text`, it contains no figure of the account except a level of its own
   * orders: figures are in `cause`, where they can be hidden.
   */
  title: MessageOrText
  text: MessageOrText
  /** The text once it is over; empty if nothing is shown. */
  endTitle: MessageOrText
  /** The values that led to it: decimals as text, times in Unix seconds. */
  cause: { readonly [name: string]: Json }
  state: AlertState
  readAt: UnixSeconds | null
}

/**
 * Alerts of one group are steps of one ladder, and the most severe represents them all: a user who
 * knows of a margin call need not hear of an early step. Every other alert is its own group.
 */
export function matterOf({ kind, subject, key }: Pick<Alert, 'kind' | 'subject' | 'key'>): string {
  if (kind === 'ltv-step' || kind === 'margin-call' || kind === 'liquidation')
    return `${subject.key}/ltv`
  const isStep =
    kind === 'position-distance' ||
    kind === 'position-margin-call' ||
    kind === 'position-liquidation' ||
    kind === 'borrowing-margin-call' ||
    kind === 'borrowing-liquidation'
  if (kind === 'margin-level' || kind === 'margin-exhausted') return `${subject.key}/level`
  return isStep && subject.key !== 'account' ? `${subject.key}/steps` : key
}

const ranks: Record<AlertLevel, number> = { danger: 0, caution: 1, info: 2 }

/** A position, or the margin of all of them, is as severe as a loan: the nearer one leads. */
const asGraveAs: Partial<Record<AlertKind, AlertKind>> = {
  'position-liquidation': 'liquidation',
  'position-margin-call': 'margin-call',
  'borrowing-liquidation': 'liquidation',
  'borrowing-margin-call': 'margin-call',
  'position-distance': 'ltv-step',
  'margin-exhausted': 'margin-call',
  'margin-level': 'ltv-step',
}

/** Lower is more severe. */
export function severityOf({ level, kind }: Pick<Alert, 'level' | 'kind'>): number {
  return ranks[level] * alertKinds.length + alertKinds.indexOf(asGraveAs[kind] ?? kind)
}

function decimalIn(cause: Alert['cause'], name: string): Decimal | null {
  const value = cause[name]
  return typeof value === 'string' && isDecimal(value) ? value : null
}

/** The levels of the loan an alert is about, if its cause names them. */
export function loanLevelsIn(cause: Alert['cause']): LoanLevels {
  const at = (name: string): Decimal => decimalIn(cause, name) ?? ''
  return levelsOf({
    currentLtv: at('currentLtv'),
    initialLtv: at('initialLtv'),
    marginCallLtv: at('marginCallLtv'),
    liquidationLtv: at('liquidationLtv'),
  })
}

/**
 * How far the price, or the value of the collateral, may still move against the alert's subject
 * before liquidation, as a share. Null if the cause does not say.
 */
export function roomIn(cause: Alert['cause']): Decimal | null {
  const [level, leverage] = [decimalIn(cause, 'marginLevel'), decimalIn(cause, 'leverage')]
  if (level !== null && leverage !== null) return marginRoom(level, leverage)
  const { current, liquidation } = loanLevelsIn(cause)
  return current === null || liquidation === null
    ? decimalIn(cause, 'distance')
    : headroom(current, liquidation)
}

/**
 * Whether LTV or margin level is back on the safe side of the alert's threshold, but not far enough
 * for it to be over.
 */
export function isBackBelow(cause: Alert['cause']): boolean {
  const [level, step] = [decimalIn(cause, 'marginLevel'), decimalIn(cause, 'marginStep')]
  if (level !== null && step !== null) return compare(level, step) > 0
  const [ltv, threshold] = [decimalIn(cause, 'currentLtv'), decimalIn(cause, 'threshold')]
  return ltv !== null && threshold !== null && compare(ltv, threshold) < 0
}

/** Nearest first; unknown last. */
function compareRoom(a: Decimal | null, b: Decimal | null): number {
  if (a !== null && b !== null) return compare(a, b)
  if (a === null && b === null) return 0
  return a === null ? 1 : -1
}

/**
 * @returns the same alerts, worst first: by severity, then nearness to liquidation, then the
 * newest. `causeNow`: what has changed.
 */
export function worstFirst<A extends Pick<Alert, 'level' | 'kind' | 'at' | 'cause'>>(
  alerts: readonly A[],
  causeNow: (alert: A) => Alert['cause'] = () => ({}),
): A[] {
  return alerts
    .map((alert) => ({
      alert,
      severity: severityOf(alert),
      room: roomIn({ ...alert.cause, ...causeNow(alert) }),
    }))
    .sort(
      (a, b) => a.severity - b.severity || compareRoom(a.room, b.room) || b.alert.at - a.alert.at,
    )
    .map(({ alert }) => alert)
}

/** What is passed to the operating system. */
export type AlertNotification = {
  /** Unique across all accounts. */
  id: string
  /** Whose notice it is. */
  profileId: string
  /** Together with `body` at most 200 bytes of UTF-8. */
  title: string
  body: string
  /** Both as shown while amounts are hidden; absent if they contain no figure. */
  masked?: Record<HiddenFigures, { title: string; body: string; summary?: string }>
  urgency: 'low' | 'normal' | 'critical'
  /** `never` only for critical ones. */
  timeoutType: 'default' | 'never'
  silent: boolean
  screen: AlertScreen
}

/** Where a click on a notice leads. */
export type NotificationTarget = Pick<AlertNotification, 'profileId' | 'screen'>

export type AttentionItem = {
  /** The worst alert of its group. */
  alert: Alert
  /** Acknowledged or snoozed: still true, but needs no attention. */
  quiet: boolean
  screen: AlertScreen
}

/** `unmonitored` outranks the rest: silence must not look like health. */
export type RiskLevel = 'fine' | 'caution' | 'danger' | 'unmonitored'

/** A step of the ladder on the load line. `number` counts the early ones from the lowest. */
export type LtvThreshold = {
  key: string
  kind: 'ltv-step' | 'margin-call' | 'liquidation'
  number: number
  threshold: Decimal
  crossed: boolean
}

/** What the page and the tray show of the alerts. Replaced as a whole. */
export type AlertsView = {
  profileId: string | null
  level: RiskLevel
  /** Worst first, one per alert group; quiet ones last. */
  attention: AttentionItem[]
  /** Alert groups beyond those listed. */
  more: number
  unread: number
  /** Lowest first; empty without a loan. */
  ltvSteps: LtvThreshold[]
  /**
   * `untried`: none was sent yet, or since the system could show none. `refused`: the system does
   * not show Plimsoll's notifications.
   */
  notifications: 'untried' | 'shown' | 'refused'
  /** Something borrowed is in the latest answer no more, and may still be owed. */
  isBorrowingInDoubt: boolean
  /** Changes whenever the history does. */
  revision: number
}

export const noAlerts: AlertsView = {
  profileId: null,
  level: 'fine',
  attention: [],
  more: 0,
  unread: 0,
  ltvSteps: [],
  isBorrowingInDoubt: false,
  notifications: 'untried',
  revision: 0,
}

/** Newest first. A filter that is null matches everything. */
export type AlertQuery = {
  /** Continue after this one. */
  after: { at: UnixSeconds; id: string } | null
  limit: number
  kinds: AlertKind[] | null
  levels: AlertLevel[] | null
  unreadOnly: boolean
}

export type AlertPage = { alerts: Alert[]; more: boolean }

export type AlertSettings = {
  /** The user's own steps before margin call. */
  earlySteps: EarlyStep[]
  /**
   * How far below a step the LTV must fall, as a share of the step, before the step can be crossed
   * again.
   */
  rearm: Decimal
  /** Steps of the distance to a position's liquidation price, as shares of the price. */
  positionSteps: Decimal[]
  /**
   * The user's own steps of the margin level, in percent. No free margin left is always an alert.
   */
  marginLevelSteps: Decimal[]
  /**
   * Minutes within which one alert group is not announced twice. Does not apply to margin call,
   * liquidation and lost monitoring.
   */
  coolDownMinutes: number
  quietHours: QuietHours
  /**
   * Also silences margin call and liquidation, lost monitoring near them, and orders that need the
   * user during quiet hours.
   */
  quietHoursCoverMarginCalls: boolean
  /**
   * Shows LTV, headroom and distances in notifications, which may appear on a locked screen.
   * Amounts never do.
   */
  figuresInNotifications: boolean
  /** Which notifications make a sound. */
  sounds: NotificationSounds
}

export const notificationSounds = ['all', 'critical', 'none'] as const
export type NotificationSounds = (typeof notificationSounds)[number]

export const defaultAlertSettings: AlertSettings = {
  earlySteps: [{ ltv: '50' }, { ltv: '60' }, { ltv: '65' }, { ltv: '70' }],
  rearm: '0.02',
  positionSteps: ['0.1', '0.05'],
  marginLevelSteps: ['200', '150', '120'],
  coolDownMinutes: 15,
  quietHours: { on: false, from: 22 * 60, to: 7 * 60 },
  quietHoursCoverMarginCalls: false,
  figuresInNotifications: true,
  sounds: 'all',
}

export const mostSteps = 8
const dayMinutes = 24 * 60

type Fields = { readonly [name: string]: unknown }

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
}

function isListOf<T>(value: unknown, fits: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.length <= mostSteps && value.every(fits)
}

/** A decimal between 0 and 1, exclusive. */
export function isShare(value: unknown): value is Decimal {
  return (
    typeof value === 'string' &&
    value.length <= 20 &&
    isDecimal(value) &&
    compare(value, '0') > 0 &&
    compare(value, '1') < 0
  )
}

/** Of a step, where the settings have none that can be used. */
const usualRearm = '0.02'

/**
 * The margin level at which the alert for a step is over, in percent. `rearm`: how far above the
 * step, as a share of it.
 */
export function marginClearedAt(step: Decimal, rearm: Decimal): Decimal {
  return multiply(step, add('1', isShare(rearm) ? rearm : usualRearm))
}

const highestMarginStep = '100000'

/** A margin level in percent, above zero and within a plausible maximum. */
export function isMarginStep(value: unknown): value is Decimal {
  return (
    typeof value === 'string' &&
    value.length <= 20 &&
    isDecimal(value) &&
    compare(value, '0') > 0 &&
    compare(value, highestMarginStep) <= 0
  )
}

/** Whether a value from a file or from the page can be used as is. */
export function isAlertSettings(value: unknown): value is AlertSettings {
  if (!isFields(value)) return false
  const quiet = value['quietHours']
  return (
    isListOf(value['earlySteps'], isEarlyStep) &&
    isListOf(value['positionSteps'], isShare) &&
    isListOf(value['marginLevelSteps'], isMarginStep) &&
    isShare(value['rearm']) &&
    isWithin(value['coolDownMinutes'], 0, dayMinutes) &&
    isFields(quiet) &&
    typeof quiet['on'] === 'boolean' &&
    isWithin(quiet['from'], 0, dayMinutes - 1) &&
    isWithin(quiet['to'], 0, dayMinutes - 1) &&
    typeof value['quietHoursCoverMarginCalls'] === 'boolean' &&
    typeof value['figuresInNotifications'] === 'boolean' &&
    notificationSounds.some((one) => one === value['sounds'])
  )
}
