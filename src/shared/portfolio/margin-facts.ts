// What an answer about the margin level is calculated with, or why there is none: it relies on
// nothing that is old, contradictory, or from before the last order.
import { isCurrent } from '../markets/live-price.js'
import type { Market, PricesView } from '../markets/market.js'
import type { OrderIntent } from '../orders/trading.js'
import { fail, ok, type Result } from '../result.js'
import type { UnixSeconds } from '../time.js'
import { hasBorrowings } from './borrowing.js'
import { type Feed, isNotOffered } from './feed.js'
import { figuresContradict } from './margin.js'
import type { MarginFacts } from './margin-answer.js'
import type { PortfolioView } from './portfolio.js'
import { pricesOfNow } from './position-measure.js'
import { purseFeed } from './purses.js'

export const answerSources = ['summary', 'positions', 'main', 'trade'] as const
export type AnswerSource = (typeof answerSources)[number]

/**
 * `old` not read lately · `not-offered` the exchange has no margin figures for this key ·
 * `contradictory` they do not add up · `in-progress` an order or transfer is under way · `settling`
 * the figures may be from before the last one.
 */
export type NoMarginFacts =
  | { why: 'old'; sources: AnswerSource[] }
  | { why: 'not-offered' | 'contradictory' | 'in-progress' | 'settling' }

export type KnownMarginFacts = MarginFacts & {
  /** Balances that the exchange does not offer to this key. */
  notOffered: ('main' | 'trade')[]
  /** There are no current prices: only USDT and positions with a price of their own count. */
  withoutPrices: boolean
  /** The outcome of an order or transfer is unknown: it may still change the figures. */
  hasUnknown: boolean
}

/** Seconds after an order or transfer for which figures may not show it yet. */
const shownAfter = 5

type Sent = Pick<OrderIntent, 'state' | 'timeline'>

/** When each was sent, and answered. */
function momentsOf(intents: readonly Sent[]): UnixSeconds[] {
  return intents.flatMap(({ timeline }) =>
    timeline.flatMap(({ what, at }) => (what === 'sending' || what === 'answered' ? [at] : [])),
  )
}

function isMissing({ value, problem }: Feed<unknown>): boolean {
  return value === null && problem !== null && isNotOffered(problem)
}

/** `intents`: the open and recent ones. `isBorrowingInDoubt`: more may be owed than is known. */
export function marginFacts(
  view: PortfolioView,
  {
    prices,
    markets,
    intents,
    isBorrowingInDoubt,
    now,
  }: {
    prices: PricesView | null
    markets: readonly Market[]
    intents: readonly Sent[]
    isBorrowingInDoubt: boolean
    now: UnixSeconds
  },
): Result<KnownMarginFacts, NoMarginFacts> {
  const { collateralSummary, positions, openOrders, collateralBalance } = view
  if (intents.some(({ state }) => state === 'intent' || state === 'sending'))
    return fail({ why: 'in-progress' })
  const feeds: Record<AnswerSource, Feed<unknown>> = {
    summary: collateralSummary,
    positions,
    main: view.balance,
    trade: view.tradeBalance,
  }
  const notOffered = (['main', 'trade'] as const).filter((source) => isMissing(feeds[source]))
  const isOffered = !isMissing(collateralSummary)
  const needed = answerSources.filter((source) =>
    isOffered ? !notOffered.some((one) => one === source) : source === 'positions',
  )
  const old = needed.filter((source) => !isCurrent(feeds[source], now))
  if (old.length === 0 && !isOffered) return fail({ why: 'not-offered' })
  if (old.length > 0 || collateralSummary.value === null || positions.value === null)
    return fail({ why: 'old', sources: old })
  const isBeforeLast = momentsOf(intents).some((sent) =>
    needed.some((source) => (feeds[source].asOf ?? 0) < sent + shownAfter),
  )
  if (isBeforeLast) return fail({ why: 'settling' })
  if (figuresContradict(collateralSummary.value)) return fail({ why: 'contradictory' })
  const current = pricesOfNow(prices, now)
  return ok({
    summary: collateralSummary.value,
    main: purseFeed(view, 'main').value,
    trade: purseFeed(view, 'trade').value,
    positions: positions.value,
    openOrders: isCurrent(openOrders, now) ? openOrders.value : null,
    isMarginShared:
      isBorrowingInDoubt ||
      positions.unreadable !== undefined ||
      !isCurrent(collateralBalance, now) ||
      hasBorrowings({ collateralBalance }),
    prices: current,
    markets,
    now,
    notOffered,
    withoutPrices: current?.tickers.value == null,
    hasUnknown: intents.some(({ state }) => state === 'unknown'),
  })
}
