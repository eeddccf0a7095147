// Words for orders: what is about to be sent, and what became of it. Nothing here decides anything.
import { isCancelled, type OrderSide, type PositionSide, type Target } from '../../shared/domain/order.js'
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import {
  tradeObstacles,
  type Evidence,
  type IntentItem,
  type IntentState,
  type ItemState,
  type TimelineStep,
  type MarketBlock,
  type OrderIntent,
  type TradeObstacle,
} from '../../shared/domain/trading.js'
import { isDecimal, isZero } from '../../shared/money.js'
import { directionWords, type Tone } from './words.js'

type Words = { text: string; tone: Tone }

export const sideWords: Record<OrderSide, string> = { buy: 'Buy', sell: 'Sell' }

/** What it is, or was: the side of an order, the direction of a position. */
export const itemSide = ({ side, target }: Pick<IntentItem, 'side' | 'target'>): string =>
  target?.kind === 'position' ? directionWords[target.direction] : sideWords[side]

export const orderKindWords: Record<OrderKind, string> = {
  market: 'Market order',
  bulk: 'Bulk limit orders',
  'close-investment': 'Close investment',
  cancel: 'Cancel orders',
  'cancel-all': 'Cancel all orders',
  'close-position': 'Close position',
}
export const orderKinds = Object.keys(orderKindWords) as OrderKind[]

type Resolved = 'resolved-filled' | 'resolved-not-filled'

const outcomes = ['filled', 'placed', 'cancelled', 'closed'] as const
type Outcome = (typeof outcomes)[number]

/** What a person can have seen of it: a limit order rests before it is filled, unless it was not to, so all that can be told is whether it is there. */
export const outcomeOf = ({ price, ioc, target }: Pick<IntentItem, 'price' | 'ioc' | 'target'>): Outcome => {
  if (target !== undefined) return target.kind === 'order' ? 'cancelled' : 'closed'
  return price === null || ioc ? 'filled' : 'placed'
}

const resolvedAs = (state: Resolved, outcome: string): string => (state === 'resolved-filled' ? outcome : `not ${outcome}`)

const isResolved = (state: Fate | IntentState): state is Resolved => state === 'resolved-filled' || state === 'resolved-not-filled'

const resolvedWords = (state: Resolved, outcome: string): Words => ({ text: `Resolved: ${resolvedAs(state, outcome)}`, tone: 'plain' })

const intentStateWords: Record<Exclude<IntentState, Resolved>, Words> = {
  intent: { text: 'Recorded', tone: 'calm' },
  sending: { text: 'Sending', tone: 'calm' },
  acknowledged: { text: 'Accepted', tone: 'good' },
  rejected: { text: 'Rejected', tone: 'caution' },
  'not-sent': { text: 'Not sent', tone: 'plain' },
  unknown: { text: 'Unknown', tone: 'danger' },
  'not-executed': { text: 'Not executed', tone: 'caution' },
}

type Ending = 'accepted' | 'done' | 'already-filled' | 'already-cancelled' | 'not-open'

const alreadyWords = {
  'already-filled': { text: 'Already filled', tone: 'calm' },
  'already-cancelled': { text: 'Already cancelled', tone: 'calm' },
  'not-open': { text: 'Not open any more', tone: 'calm' },
} as const

/** What became of what was to go. */
const endingWords: Record<Target['kind'], Record<Ending, Words>> = {
  order: { accepted: { text: 'Cancel accepted', tone: 'calm' }, done: { text: 'Cancelled', tone: 'good' }, ...alreadyWords },
  position: { accepted: { text: 'Close accepted', tone: 'calm' }, done: { text: 'Closed', tone: 'good' }, ...alreadyWords },
}

const isEnding = (state: ItemState): state is Ending => Object.hasOwn(endingWords.order, state)

const itemStateWords: Record<Exclude<ItemState, Resolved | Ending>, Words> = {
  pending: { text: 'In progress', tone: 'calm' },
  placed: { text: 'Placed', tone: 'good' },
  partly: { text: 'Partly filled', tone: 'good' },
  cancelled: { text: 'Cancelled, nothing filled', tone: 'caution' },
  rejected: { text: 'Rejected', tone: 'caution' },
  'not-processed': { text: 'Not attempted', tone: 'plain' },
  'not-sent': { text: 'Not sent', tone: 'plain' },
  unknown: { text: 'Unknown', tone: 'danger' },
  'not-executed': { text: 'Not executed', tone: 'caution' },
}

/** Filled in part, and nothing of the rest works on. */
export const restCancelled = ({ state, order }: Pick<IntentItem, 'state' | 'order'>): boolean =>
  state === 'partly' && order !== null && isCancelled(order)

/** Cancelled after a part of it had been filled. */
const partWasFilled = ({ state, order }: Pick<IntentItem, 'state' | 'order'>): boolean =>
  state === 'done' && order !== null && isDecimal(order.dealStock) && !isZero(order.dealStock)

type Told = Pick<IntentItem, 'state' | 'order' | 'price' | 'ioc' | 'target'>

export const itemWords = (item: Told): Words => {
  const { state, target } = item
  if (isResolved(state)) return resolvedWords(state, outcomeOf(item))
  if (isEnding(state))
    return partWasFilled(item) ? { text: 'Cancelled, partly filled before', tone: 'good' } : endingWords[target?.kind ?? 'order'][state]
  if (target !== undefined && state === 'not-executed') return { text: 'Still open', tone: 'caution' }
  return restCancelled(item) ? { text: 'Partly filled, rest cancelled', tone: 'caution' } : itemStateWords[state]
}

const fits = ({ mismatch }: Pick<IntentItem, 'mismatch'>): boolean => mismatch.length === 0

export const doesNotFit: Words = { text: 'Mismatch', tone: 'danger' }

/** The exchange has not answered yet. */
export const inProgress = ({ state }: Pick<OrderIntent, 'state'>): boolean => state === 'intent' || state === 'sending'

/** The exchange or a person said what became of it: a tally of its orders says more than its state. */
export const isDecided = (state: IntentState): boolean => state === 'acknowledged' || state === 'not-executed' || isResolved(state)

/** What a request as a whole is called: by what became of its orders, where they all fared alike. */
export const intentWords = ({ state, items }: Pick<OrderIntent, 'state' | 'items'>): Words => {
  const [first] = items
  if (isResolved(state)) return resolvedWords(state, first === undefined ? 'closed' : outcomeOf(first))
  if (state !== 'acknowledged' || first === undefined) return intentStateWords[state]
  if (!items.every(fits)) return doesNotFit
  const { text } = itemWords(first)
  if (first.target !== undefined && items.every((item) => itemWords(item).text === text)) return itemWords(first)
  const alike = items.every((item) => item.state === 'cancelled') || (items.length === 1 && restCancelled(first))
  return alike ? itemWords(first) : intentStateWords[state]
}

type Fate = ItemState | 'rest-cancelled' | 'still-open'
const fateOf = (item: Pick<IntentItem, 'state' | 'order' | 'target'>): Fate => {
  if (item.target !== undefined && item.state === 'not-executed') return 'still-open'
  return restCancelled(item) ? 'rest-cancelled' : item.state
}

/** What stands behind a count of items that fared so: "2 rejected". In the order in which they are told, before what was resolved. */
const tallyWords: readonly (readonly [Exclude<Fate, Resolved>, string])[] = [
  ['placed', 'placed'],
  ['partly', 'partly filled'],
  ['rest-cancelled', 'partly filled with the rest cancelled'],
  ['cancelled', 'cancelled unfilled'],
  ['done', 'cancelled'],
  ['accepted', 'accepted'],
  ['already-filled', 'already filled'],
  ['already-cancelled', 'already cancelled'],
  ['not-open', 'not open any more'],
  ['still-open', 'still open'],
  ['unknown', 'unknown'],
  ['not-executed', 'not executed'],
  ['rejected', 'rejected'],
  ['not-processed', 'not attempted'],
  ['not-sent', 'not sent'],
  ['pending', 'in progress'],
]
/** Where nothing else stands beside it. */
const aloneWords: { readonly [fate in Fate]?: string } = {
  cancelled: 'cancelled, nothing filled',
  'rest-cancelled': 'partly filled, rest cancelled',
}

/** "7 placed, 2 rejected, 1 not attempted". Good only where every order was placed, fits what was sent, and is filled or still works. */
export const tallyOf = (items: readonly (Told & Pick<IntentItem, 'mismatch'>)[]): Words => {
  const fates = items.map(fateOf)
  const all = (...some: Fate[]): boolean => fates.every((fate) => some.includes(fate))
  const parts = tallyWords.flatMap(([fate, word]) => {
    const count = fates.filter((one) => one === fate).length
    return count === 0 ? [] : [`${count} ${count === items.length ? (aloneWords[fate] ?? word) : word}`]
  })
  for (const outcome of outcomes)
    for (const state of ['resolved-filled', 'resolved-not-filled'] as const) {
      const count = items.filter((item) => item.state === state && outcomeOf(item) === outcome).length
      if (count > 0) parts.push(`${count} resolved as ${resolvedAs(state, outcome)}`)
    }
  const wrong = items.filter((item) => !fits(item)).length
  if (wrong > 0) parts.push(`${wrong} ${wrong === 1 ? 'mismatch' : 'mismatches'}`)
  const tone =
    wrong > 0 || fates.includes('unknown')
      ? 'danger'
      : all('placed', 'partly')
        ? 'good'
        : all('done', 'already-filled', 'already-cancelled', 'not-open')
          ? fates.includes('done')
            ? 'good'
            : 'calm'
          : all('pending', 'placed', 'partly', 'accepted', 'done', 'already-filled', 'already-cancelled', 'not-open')
            ? 'calm'
            : 'caution'
  return { text: parts.join(', '), tone }
}

/** Several of them, each with an end of its own: a count of those says more than one word. */
export const isTallied = ({ kind, state, items }: Pick<OrderIntent, 'kind' | 'state' | 'items'>): boolean =>
  isDecided(state) && (kind === 'bulk' || items.length > 1)

/** Where a late answer cannot come any more and nothing of it works on: a new attempt repeats nothing. */
export const mayBeRetried = (item: Pick<IntentItem, 'state' | 'mismatch' | 'target'>): boolean =>
  fits(item) && item.target === undefined && ['rejected', 'not-processed', 'not-sent', 'cancelled', 'not-executed'].includes(item.state)

export const didNotFit = (intent: Pick<OrderIntent, 'items'>): boolean => !intent.items.every(fits)

export const worstObstacle = (obstacles: readonly TradeObstacle[]): TradeObstacle | null =>
  tradeObstacles.flatMap((code) => obstacles.filter((obstacle) => obstacle.code === code))[0] ?? null

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

export const timelineWords: Record<TimelineStep['what'], string> = {
  prepared: 'Previewed',
  confirmed: 'Confirmed',
  written: 'Recorded',
  sending: 'Sending',
  answered: 'Result',
  'late-answer': 'Late result',
  looked: 'Checked',
  settled: 'Settled',
  'block-lifted': 'Block lifted',
  resolved: 'Resolved',
  'found-at-start': 'Found at start',
  retried: 'Retried',
}
