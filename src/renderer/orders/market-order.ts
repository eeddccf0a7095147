// Text for a market order that is still being typed: what its side does here, its possible value,
// and the distance of its levels.
import { type LivePrice, priceWords } from '../../shared/markets/live-price.js'
import { type Consequence, type Levels, type Ordered } from '../../shared/orders/order-effect.js'
import {
  effectSentence,
  levelSentences,
  type SeenMark,
} from '../../shared/orders/order-sentences.js'
import type { OrderSide, PositionSide } from '../../shared/orders/order.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import { t, textOf } from '../../shared/messages/messages.js'
import {
  absolute,
  asEstimate,
  asPercent,
  divide,
  isNegative,
  isZero,
  multiply,
  subtract,
  type Decimal,
} from '../../shared/money.js'

/**
 * Whether the account holds long and short side by side: derived only from the sides of its
 * positions.
 */
export function positionModeOf(
  positions: readonly Position[] | null,
): 'hedge' | 'one-way' | 'not-known' {
  if (positions === null || positions.length === 0) return 'not-known'
  return positions.some(({ positionSide }) => positionSide === 'LONG' || positionSide === 'SHORT')
    ? 'hedge'
    : 'one-way'
}

/** The position side used if the user chose none, and why. */
export function usualPositionSide(
  positions: readonly Position[],
  market: string,
  side: OrderSide,
): { positionSide: PositionSide; why: string } {
  const held = positions
    .filter((position) => position.market === market)
    .map(({ positionSide }) => positionSide)
  const long = held.includes('LONG')
  const short = held.includes('SHORT')
  if (long !== short) {
    const positionSide = long ? 'LONG' : 'SHORT'
    return { positionSide, why: t('trade.side-why.open', { side: positionSide, market }) }
  }
  return { positionSide: side === 'buy' ? 'LONG' : 'SHORT', why: t(`trade.side-why.${side}`) }
}

/** What a form has of the position side: the user's choice, and hedge mode if nothing shows it. */
export type SideChoice = { readonly positionSide: PositionSide | null; readonly hedge: boolean }

export function isHedged({ hedge }: SideChoice, positions: readonly Position[] | null): boolean {
  const mode = positionModeOf(positions)
  return mode === 'hedge' || (mode === 'not-known' && hedge)
}

/** The position side that an order of this form is sent with; null for none. */
export function sideFor(
  choice: SideChoice,
  positions: readonly Position[] | null,
  market: string | null,
  side: OrderSide,
): PositionSide | null {
  if (!isHedged(choice, positions)) return null
  return choice.positionSide ?? usualPositionSide(positions ?? [], market ?? '', side).positionSide
}

/**
 * What a side does to the positions of a market, before an amount is typed. `positions` null: not
 * read yet, or no market.
 */
export function sideHint(
  side: OrderSide,
  positionSide: PositionSide | null,
  positions: readonly Position[] | null,
): string {
  const [adds, reduces] =
    side === 'buy' ? (['long', 'short'] as const) : (['short', 'long'] as const)
  if (positionSide !== null) {
    const named = positionSide === 'LONG' ? 'long' : 'short'
    return named === adds
      ? t(`trade.side-hint.opens-or-increases-${named}`)
      : t(`trade.side-hint.closes-or-reduces-${named}`)
  }
  const directions = positions?.map(directionOf) ?? ['unclear']
  if (directions.includes('unclear')) return t(`trade.side-hint.opens-${adds}-or-reduces`)
  if (directions.includes(reduces)) return t(`trade.side-hint.closes-or-reduces-${reduces}`)
  return directions.includes(adds)
    ? t(`trade.side-hint.increases-${adds}`)
    : t(`trade.side-hint.opens-${adds}`)
}

/** A market order, as far as it could be read. */
export type MarketReading = Ordered & Levels

/**
 * The reference price of an order: a mark price, or the last one. Its age is shown beside it,
 * because this text is announced when it changes.
 */
export type SeenPrice = SeenMark & { words: string; from: 'mark' | 'last' }

export function seenPrice(live: LivePrice | null): SeenPrice | null {
  return live === null
    ? null
    : {
        mark: live.price,
        words: priceWords[live.from],
        from: live.from === 'last-price' ? 'last' : 'mark',
      }
}

/** Its effect on the position, in a line. */
export function effectLine(
  { market, amount }: Ordered,
  { effect, held, after, remains }: Consequence,
): string {
  const { base } = currenciesOf(market)
  const change = { direction: remains, held: held ?? '', after: after ?? '', base }
  switch (effect) {
    case 'opens':
      return t('trade.effect.opens', { direction: remains, amount, base })
    case 'increases':
    case 'reduces':
      return t(`trade.effect.${effect}`, change)
    case 'closes':
      return t('trade.effect.closes', { held: change.held, base })
    case 'flips':
      return t('trade.effect.flips', { direction: remains, after: change.after, base })
    case 'not-known':
      return t('trade.effect.not-known')
  }
}

/** The order in words while it is still being typed. Only figures that were typed or received. */
export function marketSummary(
  order: MarketReading,
  consequence: Consequence | null,
  price: SeenPrice | null,
): string[] {
  const { base, quote } = currenciesOf(order.market)
  const { market, side, amount, positionSide } = order
  const words = { side, amount, base, market }
  return [
    positionSide === null
      ? t('trade.summary.order', words)
      : t('trade.summary.order-side', { ...words, positionSide }),
    textOf(effectSentence(order, consequence)),
    ...levelSentences(order, consequence).map(textOf),
    price === null
      ? t('trade.summary.no-price')
      : t('trade.summary.notional', {
          notional: asEstimate(multiply(amount, price.mark)),
          quote,
          price: asEstimate(price.mark),
          words: price.words,
        }),
  ]
}

/** "6.2 % below the mark price", truncated, never rounded up; null if no price is known. */
export function distanceFrom(
  level: Decimal,
  price: Pick<SeenPrice, 'mark' | 'from'> | null,
): string | null {
  if (price === null || isZero(price.mark)) return null
  const away = subtract(level, price.mark)
  const { from } = price
  if (isZero(away)) return t('trade.distance.at', { from })
  const percent = asPercent(divide(absolute(away), price.mark, 18))
  return isNegative(away)
    ? t('trade.distance.below', { percent, from })
    : t('trade.distance.above', { percent, from })
}
