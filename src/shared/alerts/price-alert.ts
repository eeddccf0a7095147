// Price alerts, as set by the user for an account. The price of a market is its newest trade.
import {
  absolute,
  compare,
  type Decimal,
  divide,
  isDecimal,
  multiply,
  negate,
  subtract,
} from '../money.js'
import { type Message, messageOf } from '../messages/messages.js'
import type { UnixSeconds } from '../time.js'
import type { Problem } from '../problem.js'

/** Per account. */
export const mostPriceAlerts = 50
/** The longest span of a move, in minutes. */
export const longestMove = 24 * 60

export const moveDirections = ['up', 'down', 'either'] as const
export type MoveDirection = (typeof moveDirections)[number]

export type LevelRule = { kind: 'above' | 'below'; price: Decimal }
/** By this many percent of the price it moved away from. */
export type MoveRule = { kind: 'move'; percent: Decimal; minutes: number; direction: MoveDirection }
export type PriceAlertRule = LevelRule | MoveRule

/** `repeats`: rearms by itself once the price is back; otherwise it ends when triggered. */
export type PriceAlertSettings = { market: string; rule: PriceAlertRule; repeats: boolean }

export type PriceAlert = PriceAlertSettings & { id: string; createdAt: UnixSeconds }

/**
 * `beyond` the price was already there when it was set: it triggers once the price has been back
 * and gets there again · `triggered` and not rearmed yet · `ended` · `blind` no price of its market
 * has been read for minutes.
 */
export type PriceAlertState = 'armed' | 'beyond' | 'triggered' | 'ended' | 'blind'

export type PriceAlertStatus = PriceAlert & {
  state: PriceAlertState
  triggeredAt: UnixSeconds | null
  /**
   * For a move: the largest in its direction now, in percent, below zero if it falls. Null if
   * nothing was measured.
   */
  moved: Decimal | null
}

export type PriceAlertsView = {
  profileId: string | null
  /** In the order they were added. */
  alerts: PriceAlertStatus[]
  /** Why they cannot be read from this computer: then none can trigger. */
  problem: Problem | null
}

export const noPriceAlerts: PriceAlertsView = { profileId: null, alerts: [], problem: null }

/** How far back from its level a price must be for the alert to rearm, as a share of the level. */
const rearmShare = '0.005'

/** Where an alert at this level rearms. */
export function rearmPrice({ kind, price }: LevelRule): Decimal {
  const away = multiply(price, rearmShare)
  return subtract(price, kind === 'above' ? away : negate(away))
}

export function hasReachedLevel({ kind, price: level }: LevelRule, price: Decimal): boolean {
  return compare(price, level) !== (kind === 'above' ? -1 : 1)
}

/**
 * By how many percent the price has to move from `price` to the level, truncated after two places;
 * zero once it is there.
 */
export function distanceToLevel(rule: LevelRule, price: Decimal): Decimal {
  return hasReachedLevel(rule, price)
    ? '0'
    : divide(multiply(absolute(subtract(rule.price, price)), '100'), price, 2)
}

const longestNumber = 40

function isBetween(text: string, least: Decimal, most: Decimal): boolean {
  return (
    text.length <= longestNumber &&
    isDecimal(text) &&
    compare(text, least) >= 0 &&
    compare(text, most) <= 0
  )
}

const leastMove = '0.1'
/** A price cannot fall by all of itself. */
const mostFall = '99'
const mostRise = '1000'

export type RuleFault = { field: 'price' | 'percent' | 'minutes'; text: Message }

/** Why the figures of a rule cannot be used; null if they can. */
export function ruleFault(rule: PriceAlertRule): RuleFault | null {
  if (rule.kind !== 'move') {
    const isPrice =
      rule.price.length <= longestNumber && isDecimal(rule.price) && compare(rule.price, '0') > 0
    return isPrice ? null : { field: 'price', text: messageOf('alerts.price-alert.fault.price') }
  }
  const { percent, minutes, direction } = rule
  const most = direction === 'up' ? mostRise : mostFall
  if (!isBetween(percent, leastMove, most))
    return {
      field: 'percent',
      text: messageOf('alerts.price-alert.fault.percent', { least: leastMove, most }),
    }
  const isSpan = Number.isSafeInteger(minutes) && minutes >= 1 && minutes <= longestMove
  return isSpan
    ? null
    : {
        field: 'minutes',
        text: messageOf('alerts.price-alert.fault.minutes', { most: longestMove }),
      }
}

/** Whether both would trigger at the same moments. */
export function isSamePriceAlert(
  one: Pick<PriceAlert, 'market' | 'rule'>,
  other: Pick<PriceAlert, 'market' | 'rule'>,
): boolean {
  const [a, b] = [one.rule, other.rule]
  if (one.market !== other.market) return false
  if (a.kind === 'move' || b.kind === 'move')
    return (
      a.kind === 'move' &&
      b.kind === 'move' &&
      compare(a.percent, b.percent) === 0 &&
      a.minutes === b.minutes &&
      a.direction === b.direction
    )
  return a.kind === b.kind && compare(a.price, b.price) === 0
}
