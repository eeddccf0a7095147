// Text around alerts. The text of an alert itself is decided where it is raised.
import type { Alert, AlertKind, AlertLevel } from '../../shared/alerts/alert.js'
import { isPartOfWay } from '../../shared/alerts/ltv-step.js'
import type { Json } from '../../shared/json.js'
import { t, textOf, wordsBy } from '../../shared/messages/messages.js'
import { asEstimate, cut, isDecimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { percentText } from './alert-settings.js'
import {
  amountsHidden,
  shownAmount,
  shownJson,
  shownRatio,
} from '../components/shown-text.svelte.js'
import { destinationWords } from '../mining/payouts.js'
import { momentText, sinceText, wireTimeTexts, type Zone } from '../components/times.js'
import type { IconName } from '../components/icon-paths.js'

/** In the order offered: worst first. */
export const kindWords: Readonly<Record<AlertKind, string>> = wordsBy({
  liquidation: 'alerts.kind.liquidation',
  'position-liquidation': 'alerts.kind.position-liquidation',
  'margin-call': 'alerts.kind.margin-call',
  'position-margin-call': 'alerts.kind.position-margin-call',
  'margin-exhausted': 'alerts.kind.margin-exhausted',
  'loan-gone-at-margin-call': 'alerts.kind.loan-gone-at-margin-call',
  'borrowing-liquidation': 'alerts.kind.borrowing-liquidation',
  'borrowing-margin-call': 'alerts.kind.borrowing-margin-call',
  'borrowing-gone-at-margin-call': 'alerts.kind.borrowing-gone-at-margin-call',
  'borrowing-gone': 'alerts.kind.borrowing-gone',
  'payout-changed': 'alerts.kind.payout-changed',
  'order-unknown': 'alerts.kind.order-unknown',
  'order-mismatch': 'alerts.kind.order-mismatch',
  'monitoring-lost': 'alerts.kind.monitoring-lost',
  'position-unreadable': 'alerts.kind.position-unreadable',
  'position-unmeasured': 'alerts.kind.position-unmeasured',
  'loan-unseen': 'alerts.kind.loan-unseen',
  'borrowing-unseen': 'alerts.kind.borrowing-unseen',
  'position-unseen': 'alerts.kind.position-unseen',
  'ltv-step': 'alerts.kind.ltv-step',
  'position-distance': 'alerts.kind.position-distance',
  'margin-level': 'alerts.kind.margin-level',
  'ltv-unclear': 'alerts.kind.ltv-unclear',
  'margin-unclear': 'alerts.kind.margin-unclear',
  'price-alarms-blind': 'alerts.kind.price-alarms-blind',
  'price-level': 'alerts.kind.price-level',
  'price-move': 'alerts.kind.price-move',
  'loan-gone': 'alerts.kind.loan-gone',
  'position-gone': 'alerts.kind.position-gone',
  'position-state': 'alerts.kind.position-state',
  'mining-account-gone': 'alerts.kind.mining-account-gone',
  'fixed-investment-gone': 'alerts.kind.fixed-investment-gone',
})

export const levelWords: Readonly<Record<AlertLevel, string>> = wordsBy({
  danger: 'alerts.level.danger',
  caution: 'alerts.level.caution',
  info: 'alerts.level.info',
})

export const levelIcons: Record<AlertLevel, IconName> = {
  danger: 'danger',
  caution: 'warning',
  info: 'info',
}

/**
 * "Active", "Acknowledged 14:02", "Snoozed until 15:02", "Over since 16:20". An alert whose snooze
 * has expired is active again.
 */
export function stateText(alert: Pick<Alert, 'state'>, now: UnixSeconds, zone: Zone): string {
  const { state } = alert
  switch (state.kind) {
    case 'active':
      return t('alerts.state.active')
    case 'acknowledged':
      return t('alerts.state.acknowledged', { time: sinceText(state.at, now, zone) })
    case 'snoozed':
      return state.until <= now
        ? t('alerts.state.active')
        : t('alerts.state.snoozed', { time: sinceText(state.until, now, zone) })
    case 'resolved':
      return t(`alerts.end.${state.end}`, { time: sinceText(state.at, now, zone) })
  }
}

/** The moment named by `stateText`, with its day and offset, for the hover. */
export function stateMoment({ state }: Pick<Alert, 'state'>, zone: Zone): string | undefined {
  return state.kind === 'active'
    ? undefined
    : momentText(state.kind === 'snoozed' ? state.until : state.at, zone)
}

/** The text of an alert; for a loss of monitoring, also since when. */
export function alertText(
  alert: Pick<Alert, 'kind' | 'cause' | 'text'>,
  now: UnixSeconds,
  zone: Zone,
): string {
  const text = textOf(alert.text)
  if (alert.kind !== 'monitoring-lost') return text
  const { since } = alert.cause
  return typeof since === 'number'
    ? t('alerts.seen.last', { time: sinceText(since, now, zone), text })
    : t('alerts.seen.nothing', { text })
}

/** The moment named by `alertText`, with its day and offset, for the hover. */
export function alertMoment(
  { kind, cause: { since } }: Pick<Alert, 'kind' | 'cause'>,
  zone: Zone,
): string | undefined {
  return kind === 'monitoring-lost' && typeof since === 'number'
    ? momentText(since, zone)
    : undefined
}

const causeNames: Readonly<Record<string, string>> = wordsBy({
  currentLtv: 'loan.the-loan.current-ltv',
  initialLtv: 'loan.the-loan.initial-ltv',
  marginCallLtv: 'loan.the-loan.margin-call-ltv',
  liquidationLtv: 'loan.the-loan.liquidation-ltv',
  threshold: 'alerts.cause.threshold',
  step: 'alerts.cause.step',
  asset: 'common.asset',
  createdAt: 'alerts.cause.createdAt',
  positionId: 'alerts.cause.positionId',
  positions: 'alerts.cause.positions',
  count: 'alerts.cause.count',
  market: 'common.market',
  side: 'common.side',
  liquidationState: 'alerts.cause.liquidationState',
  amount: 'alerts.cause.amount',
  accruedCost: 'terms.accruedCost.word',
  entryPrice: 'terms.entryPrice.word',
  unrealizedPnl: 'terms.unrealized.word',
  liquidationPrice: 'terms.liquidationPrice.word',
  impliedPrice: 'terms.markPrice.word',
  distance: 'positions.detail.distance-to-liquidation',
  feeds: 'alerts.cause.feeds',
  why: 'alerts.cause.why',
  since: 'alerts.cause.since',
  code: 'alerts.cause.code',
  nearness: 'alerts.cause.nearness',
  unreadable: 'alerts.cause.unreadable',
  total: 'alerts.cause.total',
  lastHeadroom: 'alerts.cause.lastHeadroom',
  marginLevel: 'terms.marginLevel.word',
  marginStep: 'alerts.cause.marginStep',
  lastMarginLevel: 'alerts.cause.lastMarginLevel',
  usedMargin: 'terms.usedMargin.word',
  freeMargin: 'common.free-margin',
  equity: 'terms.equity.word',
  leverage: 'terms.leverage.word',
  unrealizedFunding: 'alerts.cause.unrealizedFunding',
  price: 'alerts.cause.price',
  level: 'alerts.cause.level',
  movedFrom: 'alerts.cause.movedFrom',
  percent: 'alerts.cause.percent',
  minutes: 'alerts.cause.minutes',
  accountName: 'common.account',
  old: 'alerts.cause.old',
  new: 'alerts.cause.new',
  stopLoss: 'terms.stopLoss.word',
  takeProfit: 'terms.takeProfit.word',
  seenAt: 'alerts.cause.since',
  endedBy: 'alerts.cause.endedBy',
  ids: 'alerts.cause.ids',
})

/** "externalAddress" as "External address", for a name without a translation. */
function spelledOut(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The order engine's causes; the same names mean something else in a loss of monitoring. */
const orderNames: Readonly<Record<string, string>> = wordsBy({
  intent: 'alerts.cause.intent',
  because: 'alerts.cause.because',
  markets: 'alerts.cause.markets',
  since: 'alerts.cause.order-since',
})
const orderReasons: Readonly<Record<string, string>> = wordsBy({
  unknown: 'alerts.cause.because-unknown',
  mismatch: 'alerts.cause.because-mismatch',
})

const endings: Readonly<Record<string, string>> = wordsBy({
  'own-order': 'alerts.ended-by.own-order',
  'own-order-pending': 'alerts.ended-by.own-order-pending',
  'own-order-unknown': 'alerts.ended-by.own-order-unknown',
  'own-order-possible': 'alerts.ended-by.own-order-possible',
  liquidation: 'alerts.ended-by.liquidation',
  'stop-loss': 'alerts.ended-by.stop-loss',
  'take-profit': 'alerts.ended-by.take-profit',
  unknown: 'alerts.ended-by.unknown',
})

export type CauseRow = { name: string; text: string; exact: string }

function isTexts(value: Json): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/**
 * The values that are amounts, prices, levels or shares; all others are names and ids, which may be
 * all digits.
 */
const figureNames: ReadonlySet<string> = new Set([
  ...[
    'currentLtv',
    'initialLtv',
    'marginCallLtv',
    'liquidationLtv',
    'threshold',
    'lastHeadroom',
    'amount',
    'accruedCost',
    'entryPrice',
    'unrealizedPnl',
  ],
  ...[
    'marginLevel',
    'marginStep',
    'lastMarginLevel',
    'usedMargin',
    'freeMargin',
    'equity',
    'unrealizedFunding',
    'leverage',
  ],
  ...[
    'liquidationPrice',
    'impliedPrice',
    'distance',
    'step',
    'price',
    'level',
    'movedFrom',
    'percent',
    'stopLoss',
    'takeProfit',
  ],
])

/** Those that say how near something is but reveal no amounts. */
const ratioNames: ReadonlySet<string> = new Set([
  ...[
    'currentLtv',
    'initialLtv',
    'marginCallLtv',
    'liquidationLtv',
    'threshold',
    'lastHeadroom',
    'marginLevel',
    'marginStep',
    'lastMarginLevel',
  ],
  ...['leverage', 'impliedPrice', 'price', 'level', 'movedFrom', 'percent'],
])
/** Values that are names, ids and Plimsoll's own words, even if they contain digits. */
const plainNames: ReadonlySet<string> = new Set([
  ...[
    'asset',
    'positionId',
    'market',
    'side',
    'feeds',
    'why',
    'code',
    'nearness',
    'accountName',
    'intent',
    'markets',
    'ids',
  ],
])
/** Those that are already percentages. */
const percentNames: ReadonlySet<string> = new Set([
  'lastHeadroom',
  'percent',
  'marginLevel',
  'marginStep',
  'lastMarginLevel',
])

function valueText(name: string, value: string, zone: Zone): string {
  if (name === 'createdAt') return wireTimeTexts(value, zone).full
  if (name === 'endedBy') return endings[value] ?? value
  if (name === 'because') return orderReasons[value] ?? value
  if (!figureNames.has(name) || !isDecimal(value))
    return plainNames.has(name) ? value : textOf(value)
  // Quotients with 18 decimals: shown with readable precision. The hover has every digit.
  if (name === 'distance') return t('alerts.cause.of-price', { share: percentText(cut(value, 6)) })
  if (name === 'impliedPrice') return shownRatio(asEstimate(value, 8))
  if (name === 'step') return t('alerts.cause.of-price', { share: percentText(value) })
  if (percentNames.has(name)) return `${shownRatio(value)}\u00a0%`
  return ratioNames.has(name) ? shownRatio(value) : shownAmount(value)
}

/** One side of a changed payout, as stored in the alert; null for anything else. */
function payoutText(value: Json, zone: Zone): string | null {
  if (value === null || typeof value !== 'object' || !('destination' in value)) return null
  const { destination, externalAddress, key, seenAt } = value
  if (typeof destination !== 'string') return null
  const { text } = destinationWords({ destination })
  const place = typeof externalAddress === 'string' ? `${text} ${externalAddress}` : text
  const where = typeof key === 'string' ? t('alerts.cause.under-key', { where: place, key }) : place
  return typeof seenAt === 'number'
    ? t('alerts.cause.seen', { where, time: momentText(seenAt, zone) })
    : where
}

function rowText(name: string, value: Json, zone: Zone): string {
  if (value === null) return t('alerts.cause.none')
  if (typeof value === 'string') return valueText(name, value, zone)
  if (typeof value === 'number' && (name === 'since' || name === 'seenAt'))
    return momentText(value, zone)
  if (typeof value === 'number' && (name === 'count' || name === 'total')) return String(value)
  if (typeof value === 'number' && name === 'minutes')
    return t('alerts.cause.minutes-text', { minutes: value })
  if (name === 'step' && isPartOfWay(value)) return t('alerts.cause.of-way', value)
  if (name === 'feeds' && isTexts(value))
    return value
      .map((one) => (one === 'collateralSummary' ? t('alerts.subject.margin') : one))
      .join(', ')
  if (isTexts(value))
    return value.length === 0
      ? t('alerts.cause.none')
      : value.map(plainNames.has(name) ? String : textOf).join(', ')
  return (
    (name === 'old' || name === 'new' ? payoutText(value, zone) : null) ??
    shownJson(JSON.stringify(value))
  )
}

/**
 * Every value that led to an alert, exactly as it was; `exact` is for the hover. Nothing for a step
 * that is not one of the user's own.
 */
export function causeRows({ kind, cause }: Pick<Alert, 'kind' | 'cause'>, zone: Zone): CauseRow[] {
  const ofOrder = kind === 'order-unknown' || kind === 'order-mismatch'
  const nameOf = (name: string): string =>
    (ofOrder ? orderNames[name] : undefined) ?? causeNames[name] ?? spelledOut(name)
  return Object.entries(cause).flatMap(([name, value]) =>
    name === 'step' && value === null
      ? []
      : [
          {
            name: nameOf(name),
            text: rowText(name, value, zone),
            exact: `${name}: ${amountsHidden() ? rowText(name, value, zone) : JSON.stringify(value)}`,
          },
        ],
  )
}
