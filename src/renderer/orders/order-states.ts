// How far an order or a request got, as a badge or a count. Nothing here decides anything.
import {
  isCancelled,
  type Order,
  type OrderSide,
  type PositionSide,
  type Target,
} from '../../shared/orders/order.js'
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
} from '../../shared/orders/trading.js'
import { isCancelledUnfilled, isFilledWhole } from '../../shared/orders/resting-order.js'
import { t, wordsBy } from '../../shared/messages/messages.js'
import { isDecimal, isZero } from '../../shared/money.js'
import { directionWords, type Tone, walletWords } from '../components/words.js'

export type Words = { text: string; tone: Tone }

export const sideWords = wordsBy<OrderSide>({ buy: 'trade.side.buy', sell: 'trade.side.sell' })

/** What it is, or was: the side of an order, the direction of a position, the way of a transfer. */
export function itemSide({ side, target }: Pick<IntentItem, 'side' | 'target'>): string {
  if (target?.kind === 'purses')
    return t('outcomes.way', {
      fromWallet: walletWords[target.from],
      toWallet: walletWords[target.to],
    })
  return target?.kind === 'position' ? directionWords[target.direction] : sideWords[side]
}

type Resolved = 'resolved-filled' | 'resolved-not-filled'

const outcomes = ['filled', 'placed', 'cancelled', 'closed', 'moved'] as const
export type Outcome = (typeof outcomes)[number]

/** What the user said about it. */
export type Answered = Outcome | `not-${Outcome}`

/**
 * What the user can have seen of it: a limit order rests before it is filled, unless it must not,
 * so it can only be said whether it is there.
 */
export function outcomeOf({
  price,
  ioc,
  target,
}: Pick<IntentItem, 'price' | 'ioc' | 'target'>): Outcome {
  if (target?.kind === 'purses') return 'moved'
  if (target !== undefined) return target.kind === 'order' ? 'cancelled' : 'closed'
  return price === null || ioc ? 'filled' : 'placed'
}

function resolvedAs(state: Resolved, outcome: Outcome): Answered {
  return state === 'resolved-filled' ? outcome : `not-${outcome}`
}

function isResolved(state: ItemEnd | IntentState): state is Resolved {
  return state === 'resolved-filled' || state === 'resolved-not-filled'
}

function resolvedWords(state: Resolved, outcome: Outcome): Words {
  return {
    text: t(`outcomes.resolved.${resolvedAs(state, outcome)}`),
    tone: 'plain',
  }
}

const intentTones: Record<Exclude<IntentState, Resolved>, Tone> = {
  intent: 'calm',
  sending: 'calm',
  acknowledged: 'good',
  rejected: 'caution',
  'not-sent': 'plain',
  unknown: 'danger',
  'not-executed': 'caution',
}

function intentStateWords(state: Exclude<IntentState, Resolved>): Words {
  return {
    text: t(`outcomes.intent-state.${state}`),
    tone: intentTones[state],
  }
}

const endingTones = {
  accepted: 'calm',
  done: 'good',
  'already-filled': 'calm',
  'already-cancelled': 'calm',
  'not-open': 'calm',
} as const satisfies { readonly [state: string]: Tone }
type Ending = keyof typeof endingTones

const isEnding = (state: ItemState): state is Ending => Object.hasOwn(endingTones, state)

/** The outcome of a cancellation, or of a transfer. */
function endingWords(kind: Target['kind'], state: Ending): Words {
  const tone = endingTones[state]
  return kind === 'purses'
    ? { text: t('outcomes.ending.moved'), tone }
    : { text: t(`outcomes.ending.${kind === 'linked' ? 'order' : kind}.${state}`), tone }
}

/** It existed before, and may still. */
function isExisting(target: Target | undefined): boolean {
  return target !== undefined && target.kind !== 'purses'
}

const itemTones: Record<
  | Exclude<ItemState, Resolved | Ending>
  | 'rest-cancelled'
  | 'still-open'
  | 'partly-before'
  | 'filled',
  Tone
> = {
  pending: 'calm',
  placed: 'good',
  partly: 'good',
  cancelled: 'caution',
  rejected: 'caution',
  'not-processed': 'plain',
  'not-sent': 'plain',
  unknown: 'danger',
  'not-executed': 'caution',
  'rest-cancelled': 'caution',
  'still-open': 'caution',
  'partly-before': 'good',
  filled: 'good',
}

function itemStateWords(state: keyof typeof itemTones): Words {
  return {
    text: t(`outcomes.item-state.${state}`),
    tone: itemTones[state],
  }
}

/** Partially filled, and the rest is no longer active. */
export function restCancelled({ state, order }: Pick<IntentItem, 'state' | 'order'>): boolean {
  return state === 'partly' && order !== null && isCancelled(order)
}

/** At least a part of it. */
function isFilled(order: Pick<Order, 'dealStock'> | null): boolean {
  return order !== null && isDecimal(order.dealStock) && !isZero(order.dealStock)
}

/** An order that was cancelled after a partial fill. The fill of a close is the close itself. */
function partWasFilled({
  state,
  order,
  target,
}: Pick<IntentItem, 'state' | 'order' | 'target'>): boolean {
  return state === 'done' && target?.kind !== 'position' && isFilled(order)
}

type OutcomeItem = Pick<IntentItem, 'state' | 'order' | 'price' | 'ioc' | 'target' | 'earlier'>

/** Filled orders are shown as filled instead of accepted. */
function isWhollyFilled({ state, order, price, target }: OutcomeItem): boolean {
  if (state !== 'placed' || target !== undefined || order === null || !isFilled(order)) return false
  return price === null || isFilledWhole(order)
}

export function itemWords(item: OutcomeItem): Words {
  const { state, target } = item
  if (isResolved(state)) return resolvedWords(state, outcomeOf(item))
  if (isEnding(state))
    return partWasFilled(item)
      ? itemStateWords('partly-before')
      : endingWords(target?.kind ?? 'order', state)
  if (isExisting(target) && state === 'not-executed') return itemStateWords('still-open')
  if (isWhollyFilled(item)) return itemStateWords('filled')
  if (isCancelledUnfilled(item)) return itemStateWords('cancelled')
  return itemStateWords(restCancelled(item) ? 'rest-cancelled' : state)
}

const fits = ({ mismatch }: Pick<IntentItem, 'mismatch'>): boolean => mismatch.length === 0

export const doesNotFit: Words = {
  get text() {
    return t('outcomes.item-state.mismatch')
  },
  tone: 'danger',
}

/** The exchange has not responded yet. */
export function inProgress({ state }: Pick<OrderIntent, 'state'>): boolean {
  return state === 'intent' || state === 'sending'
}

/**
 * The exchange or the user said what happened: a summary of its orders says more than its state.
 */
export function isDecided(state: IntentState): boolean {
  return state === 'acknowledged' || state === 'not-executed' || isResolved(state)
}

/** The status of a request: by the outcome of its orders, if they all ended alike. */
export function intentWords({ state, items }: Pick<OrderIntent, 'state' | 'items'>): Words {
  const [first] = items
  if (isResolved(state))
    return resolvedWords(state, first === undefined ? 'closed' : outcomeOf(first))
  if (state !== 'acknowledged' || first === undefined) return intentStateWords(state)
  if (!items.every(fits)) return doesNotFit
  const { text } = itemWords(first)
  if (first.target !== undefined && items.every((item) => itemWords(item).text === text))
    return itemWords(first)
  if (items.length === 1 && isWhollyFilled(first)) return itemStateWords('filled')
  const alike =
    items.every((item) => endOf(item) === 'cancelled') ||
    items.every((item) => endOf(item) === 'not-open') ||
    (items.length === 1 && restCancelled(first))
  return alike ? itemWords(first) : intentStateWords(state)
}

type ItemEnd = ItemState | 'filled' | 'rest-cancelled' | 'still-open'

function endOf(item: OutcomeItem): ItemEnd {
  if (isExisting(item.target) && item.state === 'not-executed') return 'still-open'
  if (isCancelledUnfilled(item)) return 'cancelled'
  if (item.price !== null && isWhollyFilled(item)) return 'filled'
  return restCancelled(item) ? 'rest-cancelled' : item.state
}

/** The labels items are counted under, in display order, before what was resolved. */
const tallied = [
  'filled',
  'placed',
  'partly',
  'rest-cancelled',
  'cancelled',
  'done',
  'accepted',
  'already-filled',
  'already-cancelled',
  'not-open',
  'still-open',
  'unknown',
  'not-executed',
  'rejected',
  'not-processed',
  'not-sent',
  'pending',
] as const satisfies readonly ItemEnd[]

/** "2 rejected". `alone`: there is no other count. */
function summaryText(end: (typeof tallied)[number], count: number, alone: boolean): string {
  return alone && (end === 'cancelled' || end === 'rest-cancelled')
    ? t(`outcomes.summary-alone.${end}`, { count })
    : t(`outcomes.summary.${end}`, { count })
}

/**
 * "7 placed, 2 rejected, 1 not attempted". Good only if every order was placed, matches what was
 * sent, and is filled or still active.
 */
export function summaryOf(items: readonly (OutcomeItem & Pick<IntentItem, 'mismatch'>)[]): Words {
  const ends = items.map(endOf)
  const all = (...some: ItemEnd[]): boolean => ends.every((end) => some.includes(end))
  const parts = tallied.flatMap((end) => {
    const count = ends.filter((one) => one === end).length
    return count === 0 ? [] : [summaryText(end, count, count === items.length)]
  })
  for (const outcome of outcomes)
    for (const state of ['resolved-filled', 'resolved-not-filled'] as const) {
      const count = items.filter(
        (item) => item.state === state && outcomeOf(item) === outcome,
      ).length
      if (count > 0)
        parts.push(t(`outcomes.summary-resolved.${resolvedAs(state, outcome)}`, { count }))
    }
  const wrong = items.filter((item) => !fits(item)).length
  if (wrong > 0) parts.push(t('outcomes.summary-mismatches', { count: wrong }))
  const tone =
    wrong > 0 || ends.includes('unknown')
      ? 'danger'
      : all('filled', 'placed', 'partly')
        ? 'good'
        : all('done', 'already-filled', 'already-cancelled', 'not-open')
          ? ends.includes('done')
            ? 'good'
            : 'calm'
          : all(
                'pending',
                'filled',
                'placed',
                'partly',
                'accepted',
                'done',
                'already-filled',
                'already-cancelled',
                'not-open',
              )
            ? 'calm'
            : 'caution'
  return { text: parts.join(', '), tone }
}

/**
 * If no late response can arrive and none of it is active any more, a new attempt repeats nothing.
 */
export function mayBeRetried(item: Pick<IntentItem, 'state' | 'mismatch' | 'target'>): boolean {
  return (
    fits(item) &&
    item.target === undefined &&
    ['rejected', 'not-processed', 'not-sent', 'cancelled', 'not-executed'].includes(item.state)
  )
}

export function didNotFit(intent: Pick<OrderIntent, 'items'>): boolean {
  return !intent.items.every(fits)
}

export function worstObstacle(obstacles: readonly TradeObstacle[]): TradeObstacle | null {
  return (
    tradeObstacles.flatMap((code) => obstacles.filter((obstacle) => obstacle.code === code))[0] ??
    null
  )
}

/** Why this market accepts no further orders, or null. */
export function blockFor(
  blocks: readonly MarketBlock[],
  market: string,
  positionSide: PositionSide | null,
): MarketBlock | null {
  return (
    blocks.find(
      (block) =>
        block.market === market &&
        (block.positionSide === null ||
          positionSide === null ||
          block.positionSide === positionSide),
    ) ?? null
  )
}

export function verdictWords(verdict: Evidence['verdict']): Words {
  return {
    text: t(`trade.verdict.${verdict}`),
    tone: verdict === 'unclear' ? 'plain' : 'caution',
  }
}

export const timelineWords = wordsBy<TimelineStep['what']>({
  prepared: 'outcomes.timeline.prepared',
  confirmed: 'outcomes.timeline.confirmed',
  written: 'outcomes.timeline.written',
  sending: 'outcomes.timeline.sending',
  answered: 'outcomes.timeline.answered',
  'late-answer': 'outcomes.timeline.late-answer',
  looked: 'outcomes.timeline.looked',
  settled: 'outcomes.timeline.settled',
  'block-lifted': 'outcomes.timeline.block-lifted',
  resolved: 'outcomes.timeline.resolved',
  'found-at-start': 'outcomes.timeline.found-at-start',
  retried: 'outcomes.timeline.retried',
  progress: 'outcomes.timeline.progress',
})
