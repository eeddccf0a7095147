// Words for alerts. What an alert itself says was written where it was raised; here is only what stands around it.
import { type Alert, type AlertEnd, type AlertKind, type AlertLevel, isPartOfWay } from '../../shared/domain/alert.js'
import type { Json } from '../../shared/json.js'
import { isDecimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { percentText } from './alert-settings.js'
import { destinationWords } from './payouts.js'
import { momentText, sinceText, wireTimeTexts, type Zone } from './times.js'
import type { IconName } from '../components/icon-paths.js'

/** In the order in which they are offered: the worst first. */
export const kindWords: Record<AlertKind, string> = {
  liquidation: 'Loan: liquidation',
  'position-liquidation': 'Position: liquidation',
  'margin-call': 'Loan: margin call',
  'position-margin-call': 'Position: margin call',
  'payout-changed': 'Payout destination changed',
  'order-unknown': 'Order: outcome unknown',
  'order-mismatch': 'Order: mismatch',
  'monitoring-lost': 'Monitoring lost',
  'position-unreadable': 'Position: could not be read',
  'ltv-step': 'Loan: early step',
  'position-distance': 'Position: near liquidation',
  'ltv-unclear': 'Loan: levels unclear',
  'price-alarms-blind': 'Price alarms cannot trigger',
  'price-level': 'Price: level reached',
  'price-move': 'Price: large move',
  'position-gone': 'Position: no longer open',
  'position-state': 'Position: unknown state',
}

export const levelWords: Record<AlertLevel, string> = { danger: 'Danger', caution: 'Caution', info: 'Information' }

export const levelIcons: Record<AlertLevel, IconName> = { danger: 'danger', caution: 'warning', info: 'info' }

const endWords: Record<AlertEnd, string> = {
  over: 'Over',
  'loan-ended': 'The loan ended',
  dropped: 'No longer applies',
  lapsed: 'Out of date',
}

/** "Active", "Acknowledged 14:02", "Snoozed until 15:02", "Over since 16:20". A snooze that has run out calls again, so it is active. */
export const stateText = (alert: Pick<Alert, 'state'>, now: UnixSeconds, zone: Zone): string => {
  const { state } = alert
  switch (state.kind) {
    case 'active':
      return 'Active'
    case 'acknowledged':
      return `Acknowledged ${sinceText(state.at, now, zone)}`
    case 'snoozed':
      return state.until <= now ? 'Active' : `Snoozed until ${sinceText(state.until, now, zone)}`
    case 'resolved':
      return `${endWords[state.end]}${state.end === 'over' ? ' since' : ','} ${sinceText(state.at, now, zone)}`
  }
}

/** The moment that `stateText` names, with its day and offset, for the hover. */
export const stateMoment = ({ state }: Pick<Alert, 'state'>, zone: Zone): string | undefined =>
  state.kind === 'active' ? undefined : momentText(state.kind === 'snoozed' ? state.until : state.at, zone)

/** What an alert says of itself; of a loss of sight, since when, too. */
export const alertText = ({ kind, cause, text }: Pick<Alert, 'kind' | 'cause' | 'text'>, now: UnixSeconds, zone: Zone): string => {
  if (kind !== 'monitoring-lost') return text
  const { since } = cause
  return `${typeof since === 'number' ? `Last seen ${sinceText(since, now, zone)}.` : 'Nothing was seen yet.'} ${text}`
}

/** The moment that `alertText` names, with its day and offset, for the hover. */
export const alertMoment = ({ kind, cause: { since } }: Pick<Alert, 'kind' | 'cause'>, zone: Zone): string | undefined =>
  kind === 'monitoring-lost' && typeof since === 'number' ? momentText(since, zone) : undefined

const causeNames: Record<string, string> = {
  currentLtv: 'Current LTV',
  initialLtv: 'Initial LTV',
  marginCallLtv: 'Margin call LTV',
  liquidationLtv: 'Liquidation LTV',
  threshold: 'Level of this step',
  step: 'Step',
  asset: 'Asset',
  createdAt: 'Loan opened',
  positionId: 'Position',
  positions: 'Positions',
  count: 'How many',
  market: 'Market',
  side: 'Side',
  liquidationState: 'Liquidation state',
  amount: 'Amount',
  entryPrice: 'Entry price',
  unrealizedPnl: 'Unrealized PnL',
  liquidationPrice: 'Liquidation price',
  impliedPrice: 'Mark price',
  distance: 'Distance to liquidation',
  feeds: 'Not monitored',
  why: 'Why',
  since: 'Last seen',
  code: 'Kind of problem',
  nearness: 'How near it was',
  unreadable: 'Could not be read',
  total: 'In the list',
  lastHeadroom: 'Last headroom to margin call',
  price: 'Last price',
  level: 'Level of the alarm',
  movedFrom: 'Moved from',
  percent: 'Move of the alarm',
  minutes: 'Within',
  accountName: 'Account',
  old: 'Before',
  new: 'Now',
}

/** "externalAddress" as "External address", for a name that has no words of its own. */
const spelledOut = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** What the order engine's causes mean; the same name means something else in a loss of sight. */
const orderNames: Record<string, string> = {
  intent: 'Order in the journal',
  because: 'Because',
  markets: 'Markets',
  since: 'Needs action since',
}
const orderReasons: Record<string, string> = {
  unknown: 'its result is unknown',
  mismatch: 'the order the exchange accepted is not the one that was sent',
}

export type CauseRow = { name: string; text: string; exact: string }

const isTexts = (value: Json): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

const textOf = (name: string, value: string, zone: Zone): string => {
  if (name === 'createdAt') return wireTimeTexts(value, zone).full
  if (name === 'because') return orderReasons[value] ?? value
  if (!isDecimal(value)) return value
  if (name === 'distance' || name === 'step') return `${percentText(value)} of the price`
  return name === 'lastHeadroom' || name === 'percent' ? `${value}\u202f%` : value
}

/** One side of a changed payout, as the alert keeps it; null for anything else. */
const payoutText = (value: Json, zone: Zone): string | null => {
  if (value === null || typeof value !== 'object' || !('destination' in value)) return null
  const { destination, externalAddress, key, seenAt } = value
  if (typeof destination !== 'string') return null
  const address = typeof externalAddress === 'string' ? ` ${externalAddress}` : ''
  const underKey = typeof key === 'string' ? `, under key ${key}` : ''
  const seen = typeof seenAt === 'number' ? `, seen ${momentText(seenAt, zone)}` : ''
  return `${destinationWords({ destination }).text}${address}${underKey}${seen}`
}

const rowText = (name: string, value: Json, zone: Zone): string => {
  if (value === null) return 'none'
  if (typeof value === 'string') return textOf(name, value, zone)
  if (typeof value === 'number' && (name === 'since' || name === 'seenAt')) return momentText(value, zone)
  if (typeof value === 'number' && name === 'minutes') return value === 1 ? '1 minute' : `${value} minutes`
  if (name === 'step' && isPartOfWay(value)) return `${value.part}/${value.of} of the way to margin call`
  if (isTexts(value)) return value.length === 0 ? 'none' : value.join(', ')
  return (name === 'old' || name === 'new' ? payoutText(value, zone) : null) ?? JSON.stringify(value)
}

/** Every value that led to an alert, exactly as it was; `exact` is for the hover. Of a step that is none of the person's own, nothing. */
export const causeRows = ({ kind, cause }: Pick<Alert, 'kind' | 'cause'>, zone: Zone): CauseRow[] => {
  const ofOrder = kind === 'order-unknown' || kind === 'order-mismatch'
  const nameOf = (name: string): string => (ofOrder ? orderNames[name] : undefined) ?? causeNames[name] ?? spelledOut(name)
  return Object.entries(cause).flatMap(([name, value]) =>
    name === 'step' && value === null
      ? []
      : [{ name: nameOf(name), text: rowText(name, value, zone), exact: `${name}: ${JSON.stringify(value)}` }],
  )
}
