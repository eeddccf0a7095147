// When each feed that carries risk was last answered, in awake seconds.
import type { Feed } from '../../shared/portfolio/feed.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { riskyFeeds } from './stored-alert-state.js'

export type RiskyFeed = (typeof riskyFeeds)[number]

type FeedFreshness = {
  /** Awake seconds at the last good response; at the start if there was none. */
  lastGoodAt: number
  /** Whether there was a good response in this run. */
  hasAnswered: boolean
  /** Awake seconds between the last two good responses; null before there were two. */
  answerInterval: number | null
  answeredAt: UnixSeconds | null
}

export type MonitoringFreshness = {
  loan: FeedFreshness
  positions: FeedFreshness
  collateralSummary: FeedFreshness
  collateralBalance: FeedFreshness
  /**
   * Awake seconds at the last response to any signed call: the exchange is up and accepts the key.
   * Null before the first.
   */
  lastAnswerAt: number | null
  balanceAt: UnixSeconds | null
}

const neverAnswered: FeedFreshness = {
  lastGoodAt: 0,
  hasAnswered: false,
  answerInterval: null,
  answeredAt: null,
}

export const initialFreshness: MonitoringFreshness = {
  loan: neverAnswered,
  positions: neverAnswered,
  collateralSummary: neverAnswered,
  collateralBalance: neverAnswered,
  lastAnswerAt: null,
  balanceAt: null,
}

/** Whether the feed holds a response of this run that differs from the one in `before`. */
export function hasNewAnswer(
  { source, asOf, problem }: Feed<unknown>,
  before: UnixSeconds | null,
): boolean {
  return source === 'live' && problem === null && asOf !== null && asOf !== before
}

/** `awake`: seconds. Returns the same object if nothing was answered. */
export function updateFreshness(
  before: MonitoringFreshness,
  view: PortfolioView,
  awake: number,
  loanKnown: boolean,
  isBorrowingHidden = false,
): MonitoringFreshness {
  const update = (feed: RiskyFeed): FeedFreshness => {
    const { lastGoodAt, hasAnswered, answeredAt } = before[feed]
    if (!hasNewAnswer(view[feed], answeredAt)) return before[feed]
    const answered = { ...before[feed], answeredAt: view[feed].asOf }
    // "This key may not ask" is a response, but does not monitor a loan that was there before.
    if (feed === 'loan' && loanKnown && view.loan.value?.kind === 'not-enabled') return answered
    if (feed === 'collateralBalance' && isBorrowingHidden) return answered
    return {
      ...answered,
      lastGoodAt: awake,
      hasAnswered: true,
      answerInterval: hasAnswered ? awake - lastGoodAt : null,
    }
  }
  const [loan, positions, collateralSummary, collateralBalance] = [
    update('loan'),
    update('positions'),
    update('collateralSummary'),
    update('collateralBalance'),
  ]
  const balance = hasNewAnswer(view.balance, before.balanceAt)
  const isSame =
    loan === before.loan &&
    positions === before.positions &&
    collateralSummary === before.collateralSummary &&
    collateralBalance === before.collateralBalance
  if (!balance && isSame) return before
  return {
    loan,
    positions,
    collateralSummary,
    collateralBalance,
    lastAnswerAt: awake,
    balanceAt: balance ? view.balance.asOf : before.balanceAt,
  }
}
