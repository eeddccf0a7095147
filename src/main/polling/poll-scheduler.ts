// How often each feed is polled, how a failure affects later polls, and the one timer for
// everything polled for an account. A stop would go unnoticed, so the timer is always armed, a poll
// that never ends is abandoned, and a response to a request from before a sleep does not count.
import { isClosedToKey, isNotOffered } from '../../shared/portfolio/feed.js'
import { levelsOf } from '../../shared/portfolio/loan-levels.js'
import { marginLevel } from '../../shared/portfolio/margin.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import { isWithin, roomLeft, whyUnmeasured } from '../../shared/portfolio/position-measure.js'
import type { Problem, ProblemCode } from '../../shared/problem.js'
import { compare, headroom } from '../../shared/money.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import { messageOf } from '../../shared/messages/messages.js'

type SpecifiedFeed = 'positions' | 'loan' | 'balance'
type OfferedFeed =
  'openOrders' | 'conditionalOrders' | 'collateralSummary' | 'collateralBalance' | 'tradeBalance'
export type FeedName = SpecifiedFeed | OfferedFeed

const specified: readonly SpecifiedFeed[] = ['positions', 'loan', 'balance']
/** The polling order when several are due: what can cost the most money comes first. */
export const feeds: readonly FeedName[] = [
  ...specified,
  'openOrders',
  'conditionalOrders',
  'collateralSummary',
  'collateralBalance',
  'tradeBalance',
]

/**
 * Polled like feeds that carry risk, although an exchange need not offer the last two: alerts
 * depend on them.
 */
type NearFeed = SpecifiedFeed | 'collateralSummary' | 'collateralBalance'

/**
 * Whether the specification has it. Other feeds must not affect these: an exchange need not offer
 * them.
 */
export function isSpecified(feed: FeedName): feed is SpecifiedFeed {
  return specified.some((one) => one === feed)
}

export type FeedValues = { [F in FeedName]: NonNullable<PortfolioView[F]['value']> }

export type PollTarget = FeedName | 'ping'

/**
 * On screen in a visible window · on screen, but the window is hidden · another account is on
 * screen.
 */
export type Visibility = 'screen' | 'hidden' | 'background'

/**
 * Seconds. `longest` limits the waits after failures: feeds that carry risk are retried at least
 * every half minute, and failures never slow the ping.
 */
const intervals: Record<PollTarget, Record<Visibility | 'longest', number>> = {
  ping: { screen: 10, hidden: 30, background: 60, longest: 10 },
  positions: { screen: 5, hidden: 5, background: 15, longest: 30 },
  loan: { screen: 15, hidden: 15, background: 15, longest: 30 },
  balance: { screen: 15, hidden: 60, background: 60, longest: 120 },
  openOrders: { screen: 10, hidden: 60, background: 300, longest: 300 },
  conditionalOrders: { screen: 15, hidden: 60, background: 300, longest: 300 },
  collateralSummary: { screen: 10, hidden: 15, background: 30, longest: 30 },
  collateralBalance: { screen: 30, hidden: 60, background: 300, longest: 60 },
  tradeBalance: { screen: 30, hidden: 60, background: 300, longest: 300 },
}

/**
 * Seconds between polls of a feed this key may not read: often enough to notice that it was
 * enabled.
 */
export const noAccessInterval = 600

/**
 * Seconds until the next poll of a feed this key could read before and is denied now: a single
 * denial may be a mistake of the exchange, so it is retried immediately, and then less and less
 * often. `denials`: in a row.
 */
export function intervalAfterDenials(denials: number): number {
  return Math.min(5 * 2 ** (denials - 1), noAccessInterval)
}

/**
 * This many denials in a row, a quarter of a minute after the first, mean that the key lost the
 * permission.
 */
export const denialsThatCount = 3

/** No pause requested by the exchange silences the monitor for longer than this, in seconds. */
export const longestPause = 300

/**
 * Seconds for which all signed calls pause if the exchange asks to slow down without saying for how
 * long.
 */
export const defaultPause = 30

export function intervalOf(target: PollTarget, visibility: Visibility): number {
  return intervals[target][visibility]
}

/**
 * A feed near a margin call or liquidation is polled as if on screen: its alert for lost monitoring
 * waits for less.
 */
export function effectiveVisibility(visibility: Visibility, near: boolean): Visibility {
  return near ? 'screen' : visibility
}

/**
 * Seconds until the next poll after `failures` failed ones in a row: doubling, up to the target's
 * longest.
 */
export function intervalAfterFailures(
  target: PollTarget,
  visibility: Visibility,
  failures: number,
): number {
  const interval = intervalOf(target, visibility)
  return Math.min(interval * 2 ** failures, Math.max(intervals[target].longest, interval))
}

/**
 * `key-refused` all polling with the key stops · `no-access` only this feed does · `slow-down` all
 * signed calls wait · `unreachable` the network may be down · `other` this poll failed, the next
 * may not.
 */
export type FailureKind = 'key-refused' | 'no-access' | 'slow-down' | 'unreachable' | 'other'

const failureKinds: Partial<Record<ProblemCode, FailureKind>> = {
  'bad-key-or-signature': 'key-refused',
  'key-disabled': 'key-refused',
  'key-asleep': 'key-refused',
  'rate-limited': 'slow-down',
  unreachable: 'unreachable',
  timeout: 'unreachable',
  tls: 'unreachable',
}

export function failureKind(problem: Pick<Problem, 'code'>): FailureKind {
  return isClosedToKey(problem) ? 'no-access' : (failureKinds[problem.code] ?? 'other')
}

/**
 * The same for feeds outside the specification. If the feed never worked with this key, a refusal
 * says nothing about the key.
 */
export function offeredFailureKind(
  problem: Pick<Problem, 'code'>,
  hasAnswered: boolean,
): FailureKind {
  const kind = failureKind(problem)
  return isNotOffered(problem) || (kind === 'key-refused' && !hasAnswered) ? 'no-access' : kind
}

/**
 * Seconds for which a failure asks to pause, from `now` (Unix seconds); zero if it does not. At
 * most `longestPause`.
 */
export function pauseAfter(problem: Problem, now: number): number {
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now
  const wait = asked > 0 ? asked : failureKind(problem) === 'slow-down' ? defaultPause : 0
  return Math.min(wait, longestPause)
}

/**
 * How near the last known figures are to a margin call or liquidation, by headroom: less than 5 %,
 * less than 20 %, or more. The nearer, the sooner lost monitoring is reported, and the more often
 * the account is polled in the background.
 */
export type Nearness = 'near' | 'nearing' | 'far'

const nearShare = '0.05'
const nearingShare = '0.2'

/** Margin levels in percent, for the same. */
const nearMargin = '110'
const nearingMargin = '150'

type NearnessOf = (
  view: Pick<PortfolioView, 'loan' | 'positions' | 'collateralSummary'>,
  prices: PricesView | null,
) => Nearness

function marginNearness({
  collateralSummary: { value },
}: Pick<PortfolioView, 'collateralSummary'>): Nearness {
  const level = value === null ? null : marginLevel(value)
  if (level === null) return 'far'
  if (compare(level, nearMargin) < 0) return 'near'
  return compare(level, nearingMargin) < 0 ? 'nearing' : 'far'
}

/** `prices`: current, for positions whose own figures imply none. */
export const nearnessOf: Record<NearFeed, NearnessOf> = {
  balance: () => 'far',
  collateralSummary: marginNearness,
  collateralBalance: marginNearness,
  loan: ({ loan: { value } }) => {
    if (value?.kind !== 'loan') return 'far'
    const { current, marginCall, liquidation } = levelsOf(value.loan)
    const first = marginCall ?? liquidation
    const room = current === null || first === null ? null : headroom(current, first)
    // An unknown distance is not assumed to be large.
    if (room === null) return 'nearing'
    if (compare(room, nearShare) < 0) return 'near'
    return compare(room, nearingShare) < 0 ? 'nearing' : 'far'
  },
  positions: ({ positions: { value, unreadable } }, prices) => {
    const isNear = (value ?? []).some((position) => {
      const left = roomLeft(position, prices)
      return (
        (position.liquidationState ?? null) !== null || (left !== null && isWithin(left, nearShare))
      )
    })
    if (
      isNear ||
      (unreadable ?? []).some(({ liquidationState }) => (liquidationState ?? null) !== null)
    )
      return 'near'
    // An unknown distance is not assumed to be large; a position for which the exchange states none
    // is as usual.
    const isUnknown = (why: ReturnType<typeof whyUnmeasured>): boolean =>
      why !== null && why !== 'none-stated'
    const hasUnknown =
      unreadable !== undefined ||
      (value ?? []).some((position) => isUnknown(whyUnmeasured(position, prices)))
    return hasUnknown ? 'nearing' : 'far'
  },
}

export function hasNearness(feed: FeedName): feed is NearFeed {
  return Object.hasOwn(nearnessOf, feed)
}

/** At most one poll of a job is in progress. */
export type PollJob = {
  /** Seconds until the next poll; null while there is nothing to poll. */
  dueIn(): number | null
  /**
   * The returned function runs only if the response still counts: neither abandoned, nor from
   * before a sleep, nor discarded.
   */
  poll(): Promise<() => void>
  /** No response for three minutes, or a fault of ours. */
  failed(problem: Problem): void
  /** The computer slept, or its clock was set. Polls in progress are already discarded. */
  slept(): void
}

/** Maximum seconds between two runs: a longer gap means that the computer slept. */
export const longestIdle = 5
/** How far time may be off, in seconds, before it counts as sleep or as a changed clock. */
const allowedDrift = 10
/**
 * Seconds after which a poll without a response is abandoned; far beyond the client's own deadlines
 * and retries.
 */
const pollTimeout = 180
/** A second wake-up report within this many seconds is about the same one. */
const sameWakeUp = 30

const noAnswer: Problem = { code: 'timeout', message: messageOf('exchange.polling.no-answer') }
const broken: Problem = { code: 'internal', message: messageOf('exchange.polling.broken') }

/**
 * A moment by both clocks: ticks, here in seconds, pause during sleep, and the wall clock can be
 * set.
 */
export type Moment = { ticks: number; wall: UnixSeconds }

export function momentNow({ clock, timing }: { clock: Clock; timing: Timing }): Moment {
  return {
    ticks: timing.ticks() / 1000,
    wall: clock(),
  }
}

export function later(now: Moment, seconds: number): Moment {
  return {
    ticks: now.ticks + seconds,
    wall: now.wall + seconds,
  }
}

/** Seconds until a moment is reached, by whichever clock reaches it first. */
export function secondsUntil(due: Moment, now: Moment): number {
  return Math.min(due.ticks - now.ticks, due.wall - now.wall)
}

type Entry = { job: PollJob; running: { since: number } | null }

export type PollScheduler = {
  add: (job: PollJob) => {
    wake: () => void
    discard: () => void
    isPolling: () => boolean
    remove: () => void
  }
  /** The system reports that the computer woke up. Harmless if the sleep was already detected. */
  resumed: () => void
  /** Ends every job. Later responses are discarded. */
  close: () => void
}
export type PollHandle = ReturnType<PollScheduler['add']>

/**
 * `slept`: the computer slept, the process was stopped, or the clock was set; every job has been
 * notified.
 */
export function createPollScheduler({
  clock,
  timing,
  slept,
}: {
  clock: Clock
  timing: Timing
  slept?: () => void
}): PollScheduler {
  const ticks = (): number => timing.ticks() / 1000
  const entries = new Set<Entry>()
  let closed = false
  let cancelTimer: () => void = () => undefined
  let last = momentNow({ clock, timing })
  let wokeUpAt: number | null = null

  const wokeUp = (): void => {
    wokeUpAt = ticks()
    for (const entry of entries) entry.running = null
    for (const { job } of [...entries]) job.slept()
    slept?.()
  }

  const detectSleep = (): void => {
    const now = momentNow({ clock, timing })
    const ticked = now.ticks - last.ticks
    const drift = now.wall - last.wall - ticked
    last = now
    if (ticked > longestIdle + allowedDrift || drift > allowedDrift || drift < -allowedDrift)
      wokeUp()
  }

  const settle = (entry: Entry, poll: Entry['running'], deliver: () => void): void => {
    if (!entries.has(entry)) return
    detectSleep()
    // Abandoned, discarded, or from before a sleep: a newer poll has replaced it, and its result
    // must not be overwritten.
    if (entry.running !== poll) return
    entry.running = null
    try {
      deliver()
    } finally {
      runDue()
    }
  }

  const start = (entry: Entry): void => {
    const poll = { since: ticks() }
    entry.running = poll
    void entry.job
      .poll()
      .catch(() => () => entry.job.failed(broken))
      .then((deliver) => settle(entry, poll, deliver))
  }

  const giveUpOverdue = (): void => {
    for (const entry of [...entries]) {
      if (entry.running === null || ticks() - entry.running.since < pollTimeout) continue
      entry.running = null
      entry.job.failed(noAnswer)
    }
  }

  const startDue = (): void => {
    for (const entry of [...entries]) {
      const due = entry.running === null && entries.has(entry) ? entry.job.dueIn() : null
      if (due !== null && due <= 0) start(entry)
    }
  }

  const untilNext = (): number => {
    const waits = [...entries].map(({ job, running }) =>
      running === null ? (job.dueIn() ?? longestIdle) : longestIdle,
    )
    return Math.max(Math.min(longestIdle, ...waits), 0)
  }

  const arm = (): void => {
    cancelTimer()
    if (!closed) cancelTimer = timing.after(untilNext() * 1000, runDue)
  }

  const runDue = (): void => {
    if (closed) return
    try {
      detectSleep()
      giveUpOverdue()
      startDue()
    } finally {
      arm()
    }
  }

  arm()

  return {
    add: (job: PollJob) => {
      const entry: Entry = { job, running: null }
      entries.add(entry)
      runDue()
      return {
        /** Something changed: polls what is due now. */
        wake: runDue,
        /** The response to the poll in progress is no longer wanted. */
        discard: (): void => {
          entry.running = null
        },
        isPolling: (): boolean => entry.running !== null,
        /** Ends the job. */
        remove: (): void => {
          entries.delete(entry)
          arm()
        },
      }
    },
    resumed: (): void => {
      if (closed) return
      detectSleep()
      if (wokeUpAt === null || ticks() - wokeUpAt > sameWakeUp) wokeUp()
      runDue()
    },
    close: (): void => {
      closed = true
      entries.clear()
      cancelTimer()
    },
  }
}
