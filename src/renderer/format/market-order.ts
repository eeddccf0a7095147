// Words for a market order that is still being typed: what its side does here, what it may be worth, how far its levels are.
import { type LivePrice, priceWords } from '../../shared/domain/live-price.js'
import { type Consequence, type Levels, type Ordered } from '../../shared/domain/order-effect.js'
import { effectSentence, levelSentences, type SeenMark } from '../../shared/domain/order-sentences.js'
import type { OrderSide, PositionSide } from '../../shared/domain/order.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import { directionOf, type Position } from '../../shared/domain/position.js'
import { absolute, asEstimate, asPercent, divide, isNegative, isZero, multiply, subtract, type Decimal } from '../../shared/money.js'
import { sideWords } from './order-words.js'

/** Whether the account holds long and short side by side: told by the sides of its positions, and by nothing else. */
export const positionModeOf = (positions: readonly Position[] | null): 'hedge' | 'one-way' | 'not-known' => {
  if (positions === null || positions.length === 0) return 'not-known'
  return positions.some(({ positionSide }) => positionSide === 'LONG' || positionSide === 'SHORT') ? 'hedge' : 'one-way'
}

/** The position side that is taken where the person chose none, and why. */
export const usualPositionSide = (
  positions: readonly Position[],
  market: string,
  side: OrderSide,
): { positionSide: PositionSide; why: string } => {
  const held = positions.filter((position) => position.market === market).map(({ positionSide }) => positionSide)
  const long = held.includes('LONG')
  const short = held.includes('SHORT')
  if (long !== short) {
    const positionSide = long ? 'LONG' : 'SHORT'
    return { positionSide, why: `${positionSide}, because that is the side of your open ${market} position.` }
  }
  const positionSide = side === 'buy' ? 'LONG' : 'SHORT'
  const opens = side === 'buy' ? 'Buying opens or increases a long position' : 'Selling opens or increases a short position'
  return { positionSide, why: `${positionSide}. ${opens}.` }
}

/** What a side does to the positions of a market, before any amount is typed. `positions` null: not read yet, or no market. */
export const sideHint = (side: OrderSide, positionSide: PositionSide | null, positions: readonly Position[] | null): string => {
  const [adds, reduces] = side === 'buy' ? (['long', 'short'] as const) : (['short', 'long'] as const)
  if (positionSide !== null) {
    const named = positionSide === 'LONG' ? 'long' : 'short'
    return named === adds ? `opens or increases ${named}` : `closes or reduces ${named}`
  }
  const directions = positions?.map(directionOf) ?? ['unclear']
  if (directions.includes('unclear')) return `opens ${adds} or reduces ${reduces}`
  if (directions.includes(reduces)) return `closes or reduces ${reduces}`
  return directions.includes(adds) ? `increases ${adds}` : `opens ${adds}`
}

/** A market order as far as it could be read. */
export type MarketReading = Ordered & Levels

/** What an order is measured by, and how it is called beside a distance. Its age stands beside it: these words are read aloud as they change. */
export type SeenPrice = SeenMark & { short: string }

export const seenPrice = (live: LivePrice | null): SeenPrice | null =>
  live === null ? null : { mark: live.price, words: priceWords[live.from].long, short: priceWords[live.from].short }

/** What it does to the position, in a line. */
export const effectLine = ({ market, amount }: Ordered, { effect, held, after, remains }: Consequence): string => {
  const { base } = currenciesOf(market)
  switch (effect) {
    case 'opens':
      return `Opens ${remains} ${amount} ${base}`
    case 'increases':
    case 'reduces':
      return `${effect === 'increases' ? 'Increases' : 'Reduces'} ${remains} ${held ?? ''} → ${after ?? ''} ${base}`
    case 'closes':
      return `Closes your position of ${held ?? ''} ${base}`
    case 'flips':
      return `Reverses to ${remains} ${after ?? ''} ${base}`
    case 'not-known':
      return 'Effect on your position unknown'
  }
}

/** The order in words, as long as somebody is still typing it. Only figures that were typed or sent. */
export const marketSummary = (order: MarketReading, consequence: Consequence | null, price: SeenPrice | null): string[] => {
  const { base, quote } = currenciesOf(order.market)
  const side = order.positionSide === null ? '' : `, position side ${order.positionSide}`
  return [
    `${sideWords[order.side]} ${order.amount} ${base} at market on ${order.market}, on collateral${side}.`,
    effectSentence(order, consequence),
    ...levelSentences(order, consequence),
    price === null
      ? 'Notional unknown before the fill: no price is known here now.'
      : `Notional about ${asEstimate(multiply(order.amount, price.mark))} ${quote} at ${asEstimate(price.mark)}, ${price.words}.`,
  ]
}

/** "6.2 % below the mark price", cut, never rounded up; null where no price is known. */
export const distanceFrom = (level: Decimal, price: Pick<SeenPrice, 'mark' | 'short'> | null): string | null => {
  if (price === null || isZero(price.mark)) return null
  const away = subtract(level, price.mark)
  if (isZero(away)) return `at ${price.short}`
  return `${asPercent(divide(absolute(away), price.mark, 18))}\u202f% ${isNegative(away) ? 'below' : 'above'} ${price.short}`
}
