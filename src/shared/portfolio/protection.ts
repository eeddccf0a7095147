// Which stop losses and take profits cover an open position: those that the exchange attached to
// it, and orders that wait for a price to close it.
import { add, compare, type Decimal, isDecimal, isZero, subtract } from '../money.js'
import type { Level } from '../orders/order-effect.js'
import { conditionSide, limitPrice, triggerPrice } from '../orders/order-amount.js'
import type { ConditionalOrder, Order } from '../orders/order.js'
import { isCurrent } from '../markets/live-price.js'
import type { UnixSeconds } from '../time.js'
import { touches } from '../unreadable.js'
import { type Feed, isNotOffered } from './feed.js'
import { resultAt } from './position-figures.js'
import { type Mark, unitsOf, usablePrice } from './position-measure.js'
import { directionOf, isFutures, type Position } from './position.js'

/**
 * `position`: attached to it by the exchange, which no documented request changes. `linked`: one of
 * two orders, of which one cancels the other.
 */
export type Protection = {
  level: Level
  by: 'position' | 'order' | 'linked'
  /** Of the order, or of the pair; empty if the exchange sent none. */
  id: string
  trigger: Decimal
  /** The worst price it accepts then; null at market. */
  limit: Decimal | null
  /** In base currency; null for all of the position, whatever its size is then. */
  amount: Decimal | null
  /** Only the entry price says which level it is. It covers nothing for sure. */
  guessed?: true
}

/** The lists besides the positions that may have what protects one. */
export type ProtectionFeeds = {
  openOrders: Feed<Order[]>
  conditionalOrders: Feed<ConditionalOrder[]>
}

/** Read now, and completely as far as this market is concerned. */
export function isWholeList(feed: Feed<unknown>, market: string, now: UnixSeconds): boolean {
  return isCurrent(feed, now) && !touches(feed.unreadable, [market])
}

/** The exchange never showed this key the list. */
export function hidesList({ value, problem }: Feed<unknown>): boolean {
  return value === null && problem !== null && isNotOffered(problem)
}

/** Whether all that may protect a position of this market was read, as far as it can be. */
export function knowsProtection(
  { openOrders, conditionalOrders }: ProtectionFeeds,
  market: string,
  now: UnixSeconds,
): boolean {
  return [openOrders, conditionalOrders].every(
    (feed) => hidesList(feed) || isWholeList(feed, market, now),
  )
}

export type ListedOrders = {
  orders: readonly Order[]
  linked: readonly ConditionalOrder[]
}

function sideOf(trigger: Decimal, price: Decimal | null): 'above' | 'below' | null {
  const distance = price === null ? 0 : compare(trigger, price)
  return distance === 0 ? null : distance > 0 ? 'above' : 'below'
}

/**
 * What an order at this trigger does for the position. If the exchange's own words contradict the
 * price, which it would have met already, it counts as neither.
 */
function levelOf(
  order: Order,
  trigger: Decimal,
  {
    direction,
    now,
    entry,
  }: { direction: 'long' | 'short'; now: Decimal | null; entry: Decimal | null },
): Pick<Protection, 'level' | 'guessed'> | null {
  const said = conditionSide(order)
  const seen = sideOf(trigger, now)
  if (said !== null && seen !== null && said !== seen) return null
  const side = said ?? seen ?? sideOf(trigger, entry)
  if (side === null) return null
  return {
    level: (side === 'below') === (direction === 'long') ? 'stopLoss' : 'takeProfit',
    ...(said === null && seen === null ? { guessed: true } : {}),
  }
}

function isOnLeg({ positionSide = 'BOTH' }: Order, position: Position): boolean {
  const own = position.positionSide ?? 'BOTH'
  return positionSide === 'BOTH' || own === 'BOTH' || positionSide === own
}

const ofCollateral: ReadonlySet<string> = new Set(['margin', 'collateral', 'futures'])

/** The list has spot orders as well, which close no position. */
function isOnCollateral({ market, type = '', positionSide, reduceOnly }: Order): boolean {
  const isOfLeg = positionSide === 'LONG' || positionSide === 'SHORT'
  const words = type.toLowerCase().split(/[^a-z]+/)
  return (
    reduceOnly === true ||
    isOfLeg ||
    isFutures(market) ||
    words.some((one) => ofCollateral.has(one))
  )
}

/** Whether it closes the position, and can open nothing. The live service may omit the flag. */
function closes(order: Order, position: Position, direction: 'long' | 'short'): boolean {
  return (
    order.market === position.market &&
    order.side === (direction === 'long' ? 'sell' : 'buy') &&
    order.reduceOnly !== false &&
    isOnCollateral(order) &&
    isOnLeg(order, position)
  )
}

/** `mark`: its price now; null if unknown. Nothing of a position whose direction is unclear. */
export function protectionOf(
  position: Position,
  { orders, linked }: ListedOrders,
  mark: Pick<Mark, 'price'> | null,
): Protection[] {
  const attached = attachedTo(position)
  const direction = directionOf(position)
  if (direction === 'unclear') return attached
  const prices = { now: mark?.price ?? null, entry: usablePrice(position.entryPrice) }
  const pairs = linked.filter((one) => one.kind === 'oco')
  const legs = new Set(pairs.flatMap(({ stopLoss, takeProfit }) => [stopLoss.id, takeProfit.id]))
  // The exchange may list what is attached to a position among its orders, too.
  const taken = new Set([...attached.map(({ id }) => id), ...legs])
  const single = orders.flatMap((order): Protection[] => {
    const trigger = triggerPrice(order)
    if (trigger === null || taken.has(order.id) || !closes(order, position, direction)) return []
    const known = levelOf(order, trigger, { direction, ...prices })
    return known === null
      ? []
      : [
          {
            ...known,
            by: 'order',
            id: order.id,
            trigger,
            limit: limitPrice(order),
            amount: order.left,
          },
        ]
  })
  const paired = pairs.flatMap(({ id, stopLoss, takeProfit }): Protection[] => {
    if (!closes(stopLoss, position, direction) || !closes(takeProfit, position, direction))
      return []
    const [stop, gain] = [triggerPrice(stopLoss), limitPrice(takeProfit)]
    return [
      ...(stop === null
        ? []
        : [
            {
              ...({ level: 'stopLoss', by: 'linked', id, trigger: stop } as const),
              ...{ limit: limitPrice(stopLoss), amount: stopLoss.left },
            },
          ]),
      ...(gain === null
        ? []
        : [
            {
              ...({ level: 'takeProfit', by: 'linked', id, trigger: gain } as const),
              ...{ limit: gain, amount: takeProfit.left },
            },
          ]),
    ]
  })
  return [...attached, ...single, ...paired]
}

/** Of the covered part if closed at its trigger, in quote currency and without fees. */
export function resultOf(
  position: Position,
  { amount, trigger }: Pick<Protection, 'amount' | 'trigger'>,
): Decimal | null {
  const size = unitsOf(position)
  if (size === null) return null
  const part = amount !== null && isDecimal(amount) && compare(amount, size) < 0 ? amount : size
  const sign = position.amount?.startsWith('-') === true ? '-' : ''
  return resultAt({ ...position, amount: `${sign}${part}` }, trigger)
}

/** In the order in which the price reaches them, each for what those before it have left. */
function resultOfAll(position: Position, inTurn: readonly Protection[]): Decimal | null {
  let left = unitsOf(position) ?? '0'
  let sum: Decimal | null = '0'
  for (const { amount, trigger, guessed } of inTurn) {
    if (guessed === true || isZero(left) || (amount !== null && !isDecimal(amount))) continue
    const part = amount !== null && compare(amount, left) < 0 ? amount : left
    const result = resultOf(position, { trigger, amount: part })
    sum = sum === null || result === null ? null : add(sum, result)
    left = subtract(left, part)
  }
  return sum
}

function attachedTo({ protectiveOrders: set }: Position): Protection[] {
  const found = (level: Level): Protection[] => {
    const trigger = usablePrice(set?.[level])
    return trigger === null
      ? []
      : [
          {
            level,
            by: 'position',
            id: set?.[`${level}Id`] ?? '',
            trigger,
            limit: null,
            amount: null,
          },
        ]
  }
  return [...found('stopLoss'), ...found('takeProfit')]
}

/** How much of the position no protection of this level covers; null if its size is unknown. */
export function uncovered(
  position: Position,
  protections: readonly Protection[],
  level: Level,
): Decimal | null {
  const size = unitsOf(position)
  if (size === null) return null
  const own = protections.filter((one) => one.level === level && one.guessed !== true)
  if (own.some(({ amount }) => amount === null)) return '0'
  const covered = own.reduce(
    (sum, { amount }) => (amount === null || !isDecimal(amount) ? sum : add(sum, amount)),
    '0',
  )
  return compare(covered, size) >= 0 ? '0' : subtract(size, covered)
}

/** The protection of one position. `first`: the one that the price reaches first. */
export type PositionLevels = {
  all: readonly Protection[]
  /** False if a list that may have more of it was not read. */
  isKnown: boolean
  first: (level: Level) => Protection | null
  /** All of the position. */
  covers: (level: Level) => boolean
  /** Of all that cover it, in quote currency; null if a part is uncovered, or it is unknown. */
  resultAt: (level: Level) => Decimal | null
}

export function levelsOf(
  position: Position,
  { isKnown, ...listed }: ListedOrders & { isKnown: boolean },
  mark: Pick<Mark, 'price'> | null,
): PositionLevels {
  const all = protectionOf(position, listed, mark)
  const isLong = directionOf(position) === 'long'
  const inTurn = (level: Level): Protection[] => {
    const sorted = all
      .filter((one) => one.level === level)
      .toSorted((a, b) => compare(a.trigger, b.trigger))
    return (level === 'stopLoss') === isLong ? sorted.reverse() : sorted
  }
  const covers = (level: Level): boolean => uncovered(position, all, level) === '0'
  return {
    all,
    isKnown,
    covers,
    first: (level) => inTurn(level)[0] ?? null,
    resultAt: (level) => (covers(level) ? resultOfAll(position, inTurn(level)) : null),
  }
}
