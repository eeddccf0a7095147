// What a market order does to the position that is open now (specification 4.5: a buy opens or increases a long one, a sell a short one).
import type { OrderSide, PositionSide } from '../../shared/domain/order.js'
import { directionOf, type Position } from '../../shared/domain/position.js'
import type { OrderEffect } from '../../shared/domain/trading.js'
import { absolute, compare, type Decimal, isZero } from '../../shared/money.js'

type Ordered = { market: string; side: OrderSide; amount: Decimal; positionSide: PositionSide | null }

const hedged = ({ positionSide }: Position): boolean => positionSide === 'LONG' || positionSide === 'SHORT'

/** The position an order meets: of its own side in hedge mode, the only one otherwise. `undefined` where that cannot be told. */
export const positionMet = (
  order: Pick<Ordered, 'market' | 'positionSide'>,
  positions: readonly Position[],
): Position | null | undefined => {
  const here = positions.filter(({ market }) => market === order.market)
  if (order.positionSide === 'LONG' || order.positionSide === 'SHORT') {
    if (here.some((position) => !hedged(position))) return undefined
    return here.find(({ positionSide }) => positionSide === order.positionSide) ?? null
  }
  if (here.some(hedged) || here.length > 1) return undefined
  return here[0] ?? null
}

/** `not-known` wherever it would be a guess. */
export const effectOf = (order: Ordered, positions: readonly Position[]): OrderEffect => {
  const met = positionMet(order, positions)
  const inHedge = order.positionSide === 'LONG' || order.positionSide === 'SHORT'
  const adds = (direction: 'long' | 'short'): boolean => (direction === 'long') === (order.side === 'buy')
  if (met === undefined) return 'not-known'
  if (met === null) return inHedge && !adds(order.positionSide === 'LONG' ? 'long' : 'short') ? 'not-known' : 'opens'
  const direction = directionOf(met)
  if (direction === 'unclear' || met.amount === null || isZero(met.amount)) return 'not-known'
  if (adds(direction)) return 'increases'
  const size = compare(order.amount, absolute(met.amount))
  if (size < 0) return 'reduces'
  if (size === 0) return 'closes'
  return inHedge ? 'not-known' : 'flips'
}
