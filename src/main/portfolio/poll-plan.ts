// How often each thing is looked at, and what one failure means for the looks after it. Pure: the poller only carries it out.
import { isClosedToKey } from '../../shared/domain/feed.js'
import type { Problem } from '../../shared/domain/problem.js'

export type Feed = 'positions' | 'loan' | 'balance'
/** In the order in which they are looked at when several are due: what can cost money most comes first. */
export const feeds: readonly Feed[] = ['positions', 'loan', 'balance']

export type Subject = Feed | 'ping'

/** On screen in a visible window · on screen, but the window is hidden · another account is on screen. */
export type Shown = 'screen' | 'hidden' | 'background'

type Pace = Record<Shown, number> & { longest: number }

/** Seconds. `longest` bounds the waits after failures: what carries risk is tried at least every half minute, and failures never slow the ping. */
const paces: Record<Subject, Pace> = {
  ping: { screen: 10, hidden: 30, background: 60, longest: 10 },
  positions: { screen: 5, hidden: 5, background: 15, longest: 30 },
  loan: { screen: 15, hidden: 15, background: 15, longest: 30 },
  balance: { screen: 15, hidden: 60, background: 60, longest: 120 },
}

/** A feed this key may not have is asked for this seldom, in seconds: often enough to notice that it was switched on. */
export const seldom = 600

/** No wait that the exchange asks for silences the monitor for longer than this, in seconds. */
export const longestHold = 300

/** How long everything signed waits, in seconds, when the exchange asks to slow down without saying for how long. */
export const unnamedHold = 30

export const paceOf = (subject: Subject, shown: Shown): number => paces[subject][shown]

/** What is near a margin call or liquidation is looked at as if it were on screen: its alarm for lost monitoring waits for less. */
export const shownAs = (shown: Shown, near: boolean): Shown => (near ? 'screen' : shown)

/** Seconds until the next look after `failures` failed ones in a row: doubling, up to the subject's longest. */
export const waitAfter = (subject: Subject, shown: Shown, failures: number): number => {
  const pace = paceOf(subject, shown)
  const longest = paces[subject].longest > pace ? paces[subject].longest : pace
  let wait = pace
  for (let doubled = 0; doubled < failures && wait < longest; doubled += 1) wait *= 2
  return wait < longest ? wait : longest
}

/**
 * `key-refused` the whole key stops · `not-for-this-key` only this feed does · `slow-down` everything signed waits ·
 * `out-of-reach` the network may be gone · `trouble` this look failed, the next may not.
 */
export type Verdict = 'key-refused' | 'not-for-this-key' | 'slow-down' | 'out-of-reach' | 'trouble'

export const verdictOn = (problem: Pick<Problem, 'code'>): Verdict => {
  if (isClosedToKey(problem)) return 'not-for-this-key'
  switch (problem.code) {
    case 'bad-key-or-signature':
    case 'key-disabled':
      return 'key-refused'
    case 'rate-limited':
      return 'slow-down'
    case 'unreachable':
    case 'timeout':
    case 'tls':
      return 'out-of-reach'
    default:
      return 'trouble'
  }
}

/** Seconds for which a failure asks for quiet, from `now` (Unix seconds); zero when it does not. Held within `longestHold`. */
export const holdAfter = (problem: Problem, now: number): number => {
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now
  const wait = asked > 0 ? asked : verdictOn(problem) === 'slow-down' ? unnamedHold : 0
  return wait < longestHold ? wait : longestHold
}
