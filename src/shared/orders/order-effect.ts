// What a market order does to the open position (specification 4.5: a buy opens or increases a long
// one, a sell a short one), and what its stop loss and take profit then mean: they belong to the
// position that remains, and apply to all of it.
import { absolute, add, compare, type Decimal, isZero, subtract } from '../money.js'
import type { OrderSide, PositionSide } from './order.js'
import { directionOf, type Position } from '../portfolio/position.js'

/** What an order does to the position it meets. */
export type OrderEffect = 'opens' | 'increases' | 'reduces' | 'closes' | 'flips' | 'not-known'

export type Ordered = {
  market: string
  side: OrderSide
  amount: Decimal
  positionSide: PositionSide | null
}

export type Levels = { stopLoss: Decimal | null; takeProfit: Decimal | null }

export type Level = keyof Levels
export const levels = ['stopLoss', 'takeProfit'] as const satisfies readonly Level[]

export type Consequence = {
  effect: OrderEffect
  /** The position it meets; null if none is open, `undefined` if unknown. */
  met: Position | null | undefined
  /**
   * Unsigned sizes of the position it meets and of the one that remains, in base currency; null if
   * unknown.
   */
  held: Decimal | null
  after: Decimal | null
  /** The position that remains: the one its levels protect. */
  remains: 'long' | 'short' | 'none' | 'not-known'
}

type Leg = 'long' | 'short'

function hedged({ positionSide }: Pick<Position, 'positionSide'>): boolean {
  return positionSide === 'LONG' || positionSide === 'SHORT'
}

/** The hedge side the order names; null if none. */
function legOf(positionSide: PositionSide | null): Leg | null {
  return positionSide === 'LONG' ? 'long' : positionSide === 'SHORT' ? 'short' : null
}

const pushOf = (side: OrderSide): Leg => (side === 'buy' ? 'long' : 'short')

/**
 * The position an order meets: of its own side in hedge mode, otherwise the only one. `undefined`
 * if unknown.
 */
function positionMet(
  order: Pick<Ordered, 'market' | 'positionSide'>,
  positions: readonly Position[],
): Position | null | undefined {
  const here = positions.filter(({ market }) => market === order.market)
  if (legOf(order.positionSide) !== null) {
    if (here.some((position) => !hedged(position))) return undefined
    return here.find(({ positionSide }) => positionSide === order.positionSide) ?? null
  }
  if (here.some(hedged) || here.length > 1) return undefined
  return here[0] ?? null
}

export const effectNotKnown: Consequence = {
  effect: 'not-known',
  met: undefined,
  held: null,
  after: null,
  remains: 'not-known',
}

/**
 * The effect is `not-known` rather than a guess. In hedge mode a side is never flipped into the
 * other.
 */
export function effectOf(order: Ordered, positions: readonly Position[]): Consequence {
  const met = positionMet(order, positions)
  const leg = legOf(order.positionSide)
  const pushes = pushOf(order.side)
  const notKnown: Consequence = { ...effectNotKnown, met }
  if (met === undefined) return notKnown
  if (met === null) {
    if (leg !== null && leg !== pushes) return notKnown
    return { effect: 'opens', met, held: null, after: order.amount, remains: pushes }
  }
  const direction = directionOf(met)
  if (direction === 'unclear' || met.amount === null || isZero(met.amount)) return notKnown
  const held = absolute(met.amount)
  if (direction === pushes)
    return { effect: 'increases', met, held, after: add(held, order.amount), remains: direction }
  switch (compare(order.amount, held)) {
    case -1:
      return {
        effect: 'reduces',
        met,
        held,
        after: subtract(held, order.amount),
        remains: direction,
      }
    case 0:
      return { effect: 'closes', met, held, after: '0', remains: 'none' }
    case 1:
      return leg === null
        ? { effect: 'flips', met, held, after: subtract(order.amount, held), remains: pushes }
        : { ...notKnown, held }
  }
}

/** What of a limit order can be filled: a reduce-only one never goes beyond its position. */
export function fillable(
  { amount, reduceOnly }: Pick<Ordered, 'amount'> & { reduceOnly?: boolean },
  { held }: Pick<Consequence, 'held'>,
): Decimal {
  return reduceOnly === true && held !== null && compare(amount, held) > 0 ? held : amount
}

/** What a limit order does if all of it is filled now. */
export function effectOnceFilled(
  order: Ordered & { reduceOnly?: boolean },
  positions: readonly Position[],
): Consequence {
  const amount = fillable(order, effectOf(order, positions))
  return effectOf({ ...order, amount }, positions)
}

/** Whether it only reduces the position, or closes it. */
export function lessens(effect: OrderEffect | null): boolean {
  return effect === 'reduces' || effect === 'closes'
}

/**
 * In hedge mode an order against its own side can only reduce it: whether it exceeds what is open.
 * Null if it can be executed, or if that is unknown.
 */
export function beyondHedge(
  order: Ordered,
  { met, held }: Consequence,
): { held: Decimal | null } | null {
  const leg = legOf(order.positionSide)
  if (leg === null || leg === pushOf(order.side)) return null
  if (met === null) return { held: null }
  return held !== null && compare(order.amount, held) > 0 ? { held } : null
}

/**
 * `crossed`: no price lies between both levels, so one of them would close the position immediately
 * · `wrong-side`: beyond the price, so it would trigger immediately · `guards-nothing`: no position
 * remains.
 */
export type LevelFault = { level: Level; fault: 'crossed' | 'wrong-side' | 'guards-nothing' }

/**
 * What is wrong with the levels of an order. `mark` null: no price is known, so only faults at any
 * price are reported.
 */
export function levelFaults(
  order: Levels,
  { remains }: Pick<Consequence, 'remains'>,
  mark: Decimal | null,
): LevelFault[] {
  const given = levels.filter((level) => order[level] !== null)
  if (remains === 'none') return given.map((level) => ({ level, fault: 'guards-nothing' }))
  if (remains === 'not-known') return []
  const faults: LevelFault[] = []
  const isLong = remains === 'long'
  const { stopLoss, takeProfit } = order
  if (stopLoss !== null && takeProfit !== null) {
    const place = compare(stopLoss, takeProfit)
    if (place === 0 || place > 0 === isLong) faults.push({ level: 'stopLoss', fault: 'crossed' })
  }
  for (const level of given) {
    const price = order[level]
    if (mark === null || price === null) continue
    const place = compare(price, mark)
    const belongsBelow = (level === 'stopLoss') === isLong
    if (place === 0 || place < 0 !== belongsBelow) faults.push({ level, fault: 'wrong-side' })
  }
  return faults
}

/**
 * How the order changes the protection of a position that is open before and after it; `to` applies
 * to the whole of `size`.
 */
export function levelChanges(order: Levels, { effect, met, after }: Consequence) {
  if ((effect !== 'increases' && effect !== 'reduces') || met == null || after === null) return []
  return levels.flatMap((level) => {
    const [from, to] = [met.protectiveOrders?.[level] ?? null, order[level]]
    if (to === null || (from !== null && compare(from, to) === 0)) return []
    return [{ level, from, to, size: after }]
  })
}
