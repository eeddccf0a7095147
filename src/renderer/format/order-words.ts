// Words for orders: what is about to be sent, and what became of it. Nothing here decides anything.
import { isCancelled, type OrderSide, type PositionSide } from '../../shared/domain/order.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import { directionOf, type Direction, type Position } from '../../shared/domain/position.js'
import {
  tradeObstacles,
  type Evidence,
  type IntentItem,
  type IntentState,
  type ItemState,
  type LifeStep,
  type MarketBlock,
  type OrderEffect,
  type OrderIntent,
  type TradeObstacle,
} from '../../shared/domain/trading.js'
import { absolute, add, compare, isDecimal, isZero, multiply, subtract, type Decimal } from '../../shared/money.js'
import type { Tone } from './words.js'

type Words = { text: string; tone: Tone }

export const sideWords: Record<OrderSide, string> = { buy: 'Buy', sell: 'Sell' }

export const orderKindWords: Record<OrderKind, string> = {
  market: 'Market order',
  bulk: 'Bulk limit orders',
  'close-investment': 'Close investment',
}
export const orderKinds = Object.keys(orderKindWords) as OrderKind[]

const intentStateWords: Record<IntentState, Words> = {
  intent: { text: 'Written down', tone: 'calm' },
  sending: { text: 'Sending', tone: 'calm' },
  acknowledged: { text: 'Taken by the exchange', tone: 'good' },
  rejected: { text: 'Rejected', tone: 'caution' },
  'not-sent': { text: 'Not sent', tone: 'plain' },
  unknown: { text: 'Unknown', tone: 'danger' },
  'resolved-filled': { text: 'Resolved: filled', tone: 'plain' },
  'resolved-not-filled': { text: 'Resolved: not filled', tone: 'plain' },
}

const itemStateWords: Record<ItemState, Words> = {
  pending: { text: 'Under way', tone: 'calm' },
  placed: { text: 'Placed', tone: 'good' },
  partly: { text: 'Partly filled', tone: 'good' },
  cancelled: { text: 'Cancelled, nothing filled', tone: 'caution' },
  rejected: { text: 'Rejected', tone: 'caution' },
  'not-processed': { text: 'Not attempted', tone: 'plain' },
  'not-sent': { text: 'Not sent', tone: 'plain' },
  unknown: { text: 'Unknown', tone: 'danger' },
  'resolved-filled': { text: 'Resolved: filled', tone: 'plain' },
  'resolved-not-filled': { text: 'Resolved: not filled', tone: 'plain' },
}

/** Filled in part, and nothing of the rest works on. */
export const restCancelled = ({ state, order }: Pick<IntentItem, 'state' | 'order'>): boolean =>
  state === 'partly' && order !== null && isCancelled(order)

export const itemWords = (item: Pick<IntentItem, 'state' | 'order'>): Words =>
  restCancelled(item) ? { text: 'Partly filled, rest cancelled', tone: 'caution' } : itemStateWords[item.state]

const fits = ({ mismatch }: Pick<IntentItem, 'mismatch'>): boolean => mismatch.length === 0

/** What a request as a whole is called: by what became of its orders, where they all fared alike. */
export const intentWords = ({ state, items }: Pick<OrderIntent, 'state' | 'items'>): Words => {
  const [first] = items
  if (state !== 'acknowledged' || first === undefined) return intentStateWords[state]
  if (!items.every(fits)) return { text: 'Does not fit', tone: 'danger' }
  const alike = items.every((item) => item.state === 'cancelled') || (items.length === 1 && restCancelled(first))
  return alike ? itemWords(first) : intentStateWords[state]
}

type Fate = ItemState | 'rest-cancelled'
const fateOf = (item: Pick<IntentItem, 'state' | 'order'>): Fate => (restCancelled(item) ? 'rest-cancelled' : item.state)

/** What stands behind a count of items that fared so: "2 rejected". In the order in which they are told. */
const tallyWords: readonly (readonly [Fate, string])[] = [
  ['placed', 'placed'],
  ['partly', 'partly filled'],
  ['rest-cancelled', 'partly filled with the rest cancelled'],
  ['cancelled', 'cancelled unfilled'],
  ['unknown', 'unknown'],
  ['rejected', 'rejected'],
  ['not-processed', 'not attempted'],
  ['not-sent', 'not sent'],
  ['pending', 'under way'],
  ['resolved-filled', 'resolved as filled'],
  ['resolved-not-filled', 'resolved as not filled'],
]
/** Where nothing else stands beside it. */
const aloneWords: { readonly [fate in Fate]?: string } = {
  cancelled: 'cancelled, nothing filled',
  'rest-cancelled': 'partly filled, rest cancelled',
}

/** "7 placed, 2 rejected, 1 not attempted". Good only where every order was placed, fits what was sent, and is filled or still works. */
export const tallyOf = (items: readonly Pick<IntentItem, 'state' | 'order' | 'mismatch'>[]): Words => {
  const fates = items.map(fateOf)
  const all = (...some: Fate[]): boolean => fates.every((fate) => some.includes(fate))
  const told = tallyWords.flatMap(([fate, word]) => {
    const count = fates.filter((one) => one === fate).length
    return count === 0 ? [] : [`${count} ${count === items.length ? (aloneWords[fate] ?? word) : word}`]
  })
  const wrong = items.filter((item) => !fits(item)).length
  if (wrong > 0) told.push(`${wrong} ${wrong === 1 ? 'does' : 'do'} not fit`)
  const tone =
    wrong > 0 || fates.includes('unknown')
      ? 'danger'
      : all('placed', 'partly')
        ? 'good'
        : all('pending', 'placed', 'partly')
          ? 'calm'
          : 'caution'
  return { text: told.join(', '), tone }
}

/** Where a late answer cannot come any more and nothing of it works on: a new attempt repeats nothing. */
export const mayBeRetried = (item: Pick<IntentItem, 'state' | 'mismatch'>): boolean =>
  fits(item) && ['rejected', 'not-processed', 'not-sent', 'cancelled'].includes(item.state)

export const didNotFit = (intent: Pick<OrderIntent, 'items'>): boolean => !intent.items.every(fits)

export const effectWords: Record<OrderEffect, string> = {
  opens: 'is opened',
  increases: 'is increased',
  reduces: 'is reduced',
  closes: 'is closed',
  flips: 'is closed and turned into the other side',
  'not-known': 'what happens to it cannot be told',
}

export const worstObstacle = (obstacles: readonly TradeObstacle[]): TradeObstacle | null =>
  tradeObstacles.flatMap((code) => obstacles.filter((obstacle) => obstacle.code === code))[0] ?? null

export const obstacleWords: Record<TradeObstacle['code'], string> = {
  'no-account': 'No account is open',
  journal: 'The journal cannot be written',
  'data-restored': 'Plimsoll’s data was restored from a copy',
  key: 'The key does not work',
  locked: 'Plimsoll is locked',
  clock: 'This computer’s clock is not trusted',
  offline: 'The exchange is not reached',
  stale: 'Figures are not up to date',
  'no-positions': 'No positions to go by',
  'read-only': 'Read-only',
  'not-armed': 'Not armed',
}

/** Why this market takes no further order, or null. */
export const blockFor = (blocks: readonly MarketBlock[], market: string, positionSide: PositionSide | null): MarketBlock | null =>
  blocks.find(
    (block) => block.market === market && (block.positionSide === null || positionSide === null || block.positionSide === positionSide),
  ) ?? null

export const verdictWords: Record<Evidence['verdict'], Words> = {
  'likely-filled': { text: 'Likely filled', tone: 'caution' },
  'likely-not-filled': { text: 'Likely not filled', tone: 'caution' },
  unclear: { text: 'Not clear', tone: 'plain' },
}

export const lifeWords: Record<LifeStep['what'], string> = {
  prepared: 'Reviewed',
  confirmed: 'Confirmed',
  written: 'Written to disk',
  sending: 'First byte out',
  answered: 'Answered',
  'late-answer': 'Answered late',
  looked: 'Positions looked at',
  'block-lifted': 'Block lifted',
  resolved: 'Resolved',
  'found-at-start': 'Found at start',
  retried: 'Retried',
}

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

/** The order as far as it could be read. */
export type MarketReading = {
  market: string
  side: OrderSide
  amount: Decimal
  positionSide: PositionSide | null
  stopLoss: Decimal | null
  takeProfit: Decimal | null
}

/** The way the order pushes: long or short. */
export const directionWanted = ({ side, positionSide }: Pick<MarketReading, 'side' | 'positionSide'>): Exclude<Direction, 'unclear'> =>
  positionSide === 'LONG' ? 'long' : positionSide === 'SHORT' ? 'short' : side === 'buy' ? 'long' : 'short'

/** The open position an order of this market and side meets; null with none, `unclear` where it cannot be told. */
export const positionMet = (
  positions: readonly Position[],
  { market, positionSide }: Pick<MarketReading, 'market' | 'positionSide'>,
): Position | null | 'unclear' => {
  const here = positions.filter((position) => position.market === market)
  if (positionSide === 'LONG' || positionSide === 'SHORT') return here.find((position) => position.positionSide === positionSide) ?? null
  const [first] = here
  if (first === undefined) return null
  return here.length > 1 || first.amount === null || directionOf(first) === 'unclear' ? 'unclear' : first
}

type Effect = { effect: OrderEffect; held: Decimal | null; after: Decimal | null; direction: Direction }

/** What the order would do to the position that is open now. `after` is its size then. */
export const effectOf = (order: MarketReading, positions: readonly Position[] | null): Effect => {
  const direction = directionWanted(order)
  const nothing: Effect = { effect: 'not-known', held: null, after: null, direction }
  if (positions === null) return nothing
  const met = positionMet(positions, order)
  if (met === 'unclear') return nothing
  const pushes = order.side === 'buy' ? 'long' : 'short'
  if (met === null) return pushes === direction ? { effect: 'opens', held: null, after: order.amount, direction } : nothing
  if (met.amount === null || !isDecimal(met.amount)) return nothing
  const held = absolute(met.amount)
  const heldDirection = directionOf(met)
  if (heldDirection === pushes) return { effect: 'increases', held, after: add(held, order.amount), direction: heldDirection }
  const size = compare(order.amount, held)
  if (size < 0) return { effect: 'reduces', held, after: subtract(held, order.amount), direction: heldDirection }
  if (size === 0) return { effect: 'closes', held, after: '0', direction: heldDirection }
  // In hedge mode a side is never turned into the other.
  if (order.positionSide === 'LONG' || order.positionSide === 'SHORT') return { ...nothing, held, direction: heldDirection }
  return { effect: 'flips', held, after: subtract(order.amount, held), direction: heldDirection }
}

const opposite = (direction: Direction): string => (direction === 'long' ? 'short' : 'long')

export const effectSentence = (order: MarketReading, positions: readonly Position[] | null): string => {
  const { stock } = currenciesOf(order.market)
  const { effect, held, after, direction } = effectOf(order, positions)
  switch (effect) {
    case 'opens':
      return `It opens a ${direction} position of ${after ?? order.amount} ${stock}. None is open in this market now.`
    case 'increases':
      return `It increases your ${direction} position from ${held ?? ''} to ${after ?? ''} ${stock}.`
    case 'reduces':
      return `It reduces your ${direction} position from ${held ?? ''} to ${after ?? ''} ${stock}.`
    case 'closes':
      return `It closes your ${direction} position of ${held ?? ''} ${stock}.`
    case 'flips':
      return `It closes your ${direction} position of ${held ?? ''} ${stock} and opens a ${opposite(direction)} one of ${after ?? ''} ${stock}.`
    case 'not-known':
      return positions === null
        ? 'What it does to your positions is not known: they have not been seen yet.'
        : `What it does to your ${order.market} position cannot be told from what the exchange sends.`
  }
}

/** The order in words, as long as somebody is still typing it. Only figures that were typed or sent. */
export const marketSummary = (order: MarketReading, positions: readonly Position[] | null): string[] => {
  const { stock, money } = currenciesOf(order.market)
  const said = order.positionSide === null ? '' : `, position side ${order.positionSide}`
  const sentences = [
    `${sideWords[order.side]} ${order.amount} ${stock} at market in ${order.market}, on collateral${said}.`,
    effectSentence(order, positions),
  ]
  const direction = directionWanted(order)
  if (order.stopLoss !== null) {
    sentences.push(`Stop loss: closes it if the price ${direction === 'long' ? 'falls' : 'rises'} to ${order.stopLoss} ${money}.`)
  }
  if (order.takeProfit !== null) {
    sentences.push(`Take profit: closes it if the price ${direction === 'long' ? 'rises' : 'falls'} to ${order.takeProfit} ${money}.`)
  }
  const met = positions === null ? null : positionMet(positions, order)
  const base = met === null || met === 'unclear' ? null : met.basePrice
  sentences.push(
    base === null || !isDecimal(base) || isZero(base)
      ? 'What it costs is not known before it is filled: the interface gives no prices.'
      : `At your position’s base price this would be worth ${multiply(order.amount, base)} ${money}. The price now is not known: the interface gives none.`,
  )
  return sentences
}
