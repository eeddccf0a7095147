// How often each thing is polled, and what a failure means for the polls after it.
import { isClosedToKey } from '../../shared/domain/feed.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'

export type FeedName = 'positions' | 'loan' | 'balance'
/** In the order in which they are polled when several are due: what can cost money most comes first. */
export const feeds: readonly FeedName[] = ['positions', 'loan', 'balance']

export type FeedValues = { [F in FeedName]: NonNullable<PortfolioView[F]['value']> }

export type PollTarget = FeedName | 'ping'

/** On screen in a visible window · on screen, but the window is hidden · another account is on screen. */
export type Visibility = 'screen' | 'hidden' | 'background'

/** Seconds. `longest` bounds the waits after failures: what carries risk is tried at least every half minute, and failures never slow the ping. */
const intervals: Record<PollTarget, Record<Visibility | 'longest', number>> = {
  ping: { screen: 10, hidden: 30, background: 60, longest: 10 },
  positions: { screen: 5, hidden: 5, background: 15, longest: 30 },
  loan: { screen: 15, hidden: 15, background: 15, longest: 30 },
  balance: { screen: 15, hidden: 60, background: 60, longest: 120 },
}

/** Seconds between polls of what this key may not read: often enough to notice that it was switched on. */
export const noAccessInterval = 600

/** No pause that the exchange asks for silences the monitor for longer than this, in seconds. */
export const longestPause = 300

/** Seconds for which everything signed pauses when the exchange asks to slow down without saying for how long. */
export const defaultPause = 30

export const intervalOf = (target: PollTarget, visibility: Visibility): number => intervals[target][visibility]

/** What is near a margin call or liquidation is polled as if it were on screen: its alarm for lost monitoring waits for less. */
export const effectiveVisibility = (visibility: Visibility, near: boolean): Visibility => (near ? 'screen' : visibility)

/** Seconds until the next poll after `failures` failed ones in a row: doubling, up to the target's longest. */
export const intervalAfterFailures = (target: PollTarget, visibility: Visibility, failures: number): number => {
  const interval = intervalOf(target, visibility)
  return Math.min(interval * 2 ** failures, Math.max(intervals[target].longest, interval))
}

/**
 * `key-refused` the whole key stops · `no-access` only this feed does · `slow-down` everything signed waits ·
 * `unreachable` the network may be gone · `other` this poll failed, the next may not.
 */
export type FailureKind = 'key-refused' | 'no-access' | 'slow-down' | 'unreachable' | 'other'

export const failureKind = (problem: Pick<Problem, 'code'>): FailureKind => {
  if (isClosedToKey(problem)) return 'no-access'
  switch (problem.code) {
    case 'bad-key-or-signature':
    case 'key-disabled':
      return 'key-refused'
    case 'rate-limited':
      return 'slow-down'
    case 'unreachable':
    case 'timeout':
    case 'tls':
      return 'unreachable'
    default:
      return 'other'
  }
}

/** Seconds for which a failure asks to pause, from `now` (Unix seconds); zero when it does not. At most `longestPause`. */
export const pauseAfter = (problem: Problem, now: number): number => {
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now
  const wait = asked > 0 ? asked : failureKind(problem) === 'slow-down' ? defaultPause : 0
  return Math.min(wait, longestPause)
}
