import type { UnixSeconds } from '../time.js'
import type { Problem, ProblemCode } from '../problem.js'
import type { Unreadable } from '../unreadable.js'

/** A polled value, with its age and the reason why it is not newer. */
export type Feed<T> = {
  /** The last good response, or null if there was none. */
  value: T | null
  /** What of that response could not be read and is not in `value`; absent if all could. */
  unreadable?: Unreadable[]
  /** When that response was true; null without one. */
  asOf: UnixSeconds | null
  /** `cache`: read from local storage, not yet confirmed by the exchange since start. */
  source: 'none' | 'cache' | 'live'
  /** Why the latest poll failed; null if it did not. */
  problem: Problem | null
  /**
   * The current polling interval, in seconds. Null while it is not polled (no key, key rejected).
   */
  every: number | null
}

/** A feed of which nothing is known yet. */
export const nothingYet = {
  value: null,
  asOf: null,
  source: 'none',
  problem: null,
  every: null,
} as const satisfies Feed<unknown>

export type Freshness = 'fresh' | 'partly' | 'late' | 'stale' | 'none'

/** When the value becomes stale if no newer one comes; null if it is already. */
export function staleFrom({
  asOf,
  source,
  every,
}: Pick<Feed<unknown>, 'asOf' | 'source' | 'every'>): UnixSeconds | null {
  return asOf === null || source !== 'live' || every === null ? null : asOf + 3 * every
}

/**
 * `partly` if something in it could not be read; `late` as soon as a poll failed or two were
 * missed; `stale` after three, or if the value is only remembered or not being polled. Stale data
 * must not support a decision.
 */
export function freshnessOf(
  feed: Pick<Feed<unknown>, 'asOf' | 'source' | 'every' | 'problem' | 'unreadable'>,
  now: UnixSeconds,
): Freshness {
  if (feed.asOf === null) return 'none'
  const end = staleFrom(feed)
  if (feed.every === null || end === null || now > end) return 'stale'
  if (feed.problem !== null || now - feed.asOf > 2 * feed.every) return 'late'
  return feed.unreadable === undefined ? 'fresh' : 'partly'
}

const closed: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'no-permission',
  'b2b-only',
  'credit-line-off',
  'region-unavailable',
])

/** The exchange does not open this to the key. Neither the key nor the connection is to blame. */
export function isClosedToKey({ code }: Pick<Problem, 'code'>): boolean {
  return closed.has(code)
}

/**
 * For feeds outside the specification: the exchange does not offer it, or not to this key. Nothing
 * is broken, and nothing in the specification depends on it.
 */
export function isNotOffered(problem: Pick<Problem, 'code'>): boolean {
  return isClosedToKey(problem) || problem.code === 'not-found'
}

/** What this key never had is not monitored; what it lost is. */
export function isOfTheWatch({
  value,
  problem,
}: Pick<Feed<unknown>, 'value' | 'problem'>): boolean {
  return value !== null || problem === null || !isClosedToKey(problem)
}
