// Words for a market order that is still being typed: what its side does here, what it may be worth, which markets are worth offering.
import { impliedMarkOf } from '../../shared/domain/mark-price.js'
import { type Consequence, type Levels, type Ordered } from '../../shared/domain/order-effect.js'
import { effectSentence, levelSentences, type SeenMark } from '../../shared/domain/order-sentences.js'
import type { OrderSide, PositionSide } from '../../shared/domain/order.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import { directionOf, type Position } from '../../shared/domain/position.js'
import type { TradingView } from '../../shared/domain/trading.js'
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

/** Null where no position of the market implies a price. Its age stands beside it: these words are read aloud as they change. */
export const seenMark = (market: string, positions: readonly Position[] | null): SeenMark | null => {
  const mark = positions === null ? null : impliedMarkOf(market, positions)
  return mark === null ? null : { mark, words: 'the mark price of your open position' }
}

/** The order in words, as long as somebody is still typing it. Only figures that were typed or sent. */
export const marketSummary = (order: MarketReading, consequence: Consequence | null, price: SeenMark | null): string[] => {
  const { base, quote } = currenciesOf(order.market)
  const side = order.positionSide === null ? '' : `, position side ${order.positionSide}`
  return [
    `${sideWords[order.side]} ${order.amount} ${base} at market on ${order.market}, on collateral${side}.`,
    effectSentence(order, consequence),
    ...levelSentences(order, consequence),
    price === null
      ? 'Notional unknown before the fill: no open position gives a mark price here.'
      : `Notional about ${asEstimate(multiply(order.amount, price.mark))} ${quote} at ${asEstimate(price.mark)}, ${price.words}.`,
  ]
}

/** "6.2 % below the mark price", cut, never rounded up; null where no price is known. */
export const distanceFromMark = (level: Decimal, mark: Decimal | null): string | null => {
  if (mark === null || isZero(mark)) return null
  const away = subtract(level, mark)
  if (isZero(away)) return 'at the mark price'
  return `${asPercent(divide(absolute(away), mark, 18))}\u202f% ${isNegative(away) ? 'below' : 'above'} the mark price`
}

/** Markets worth offering, and why: favourites, then those with an open position, then those traded lately. Each once. */
export const marketOffers = (view: TradingView | null, positions: readonly Position[] | null): { value: string; note: string }[] => {
  const notes = new Map<string, Set<string>>()
  const offer = (market: string, note: string): void => void notes.set(market, (notes.get(market) ?? new Set()).add(note))
  for (const market of view?.favourites ?? []) offer(market, 'favourite')
  for (const { market } of positions ?? []) offer(market, 'open position')
  for (const { items } of [...(view?.open ?? []), ...(view?.recent ?? [])]) {
    for (const { market } of items) offer(market, 'traded lately')
  }
  return [...notes].map(([value, words]) => ({ value, note: [...words].join(', ') }))
}
