import type { UnixSeconds } from '../time.js'
import type { Problem, ProblemCode } from '../problem.js'
import type { Unreadable } from '../unreadable.js'

/** A value that is looked at again and again, with how old it is and why it is not newer. */
export type Feed<T> = {
  /** The last good answer, or null when there has never been one. */
  value: T | null
  /** What of that answer could not be read and is not in `value`; absent where all of it could. */
  unreadable?: Unreadable[]
  /** When that answer was true; null with no answer. */
  asOf: UnixSeconds | null
  /** `cache`: read from this machine's store, not yet confirmed by the exchange since start. */
  source: 'none' | 'cache' | 'live'
  /** Why the newest look failed; null when it did not. */
  problem: Problem | null
  /** How often it is looked at now, in seconds. Null while it is not (no key, key rejected). */
  every: number | null
}

/** Of which nothing is known yet. */
export const nothingYet = {
  value: null,
  asOf: null,
  source: 'none',
  problem: null,
  every: null,
} as const satisfies Feed<unknown>

export type Freshness = 'fresh' | 'partly' | 'late' | 'stale' | 'none'

/**
 * `partly` where something of it could not be read; `late` as soon as a look failed or two were
 * missed; `stale` after three, or when the value is only remembered or nobody is looking. What is
 * stale must not support a decision.
 */
export function freshnessOf(
  feed: Pick<Feed<unknown>, 'asOf' | 'source' | 'every' | 'problem' | 'unreadable'>,
  now: UnixSeconds,
): Freshness {
  if (feed.asOf === null) return 'none'
  if (feed.source !== 'live' || feed.every === null) return 'stale'
  const age = now - feed.asOf
  if (age > 3 * feed.every) return 'stale'
  if (feed.problem !== null || age > 2 * feed.every) return 'late'
  return feed.unreadable === undefined ? 'fresh' : 'partly'
}

const closed: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'no-permission',
  'b2b-only',
  'credit-line-off',
  'region-unavailable',
])

/** The exchange does not open this to the key. Neither the key nor the line is to blame. */
export function isClosedToKey({ code }: Pick<Problem, 'code'>): boolean {
  return closed.has(code)
}

/**
 * Of what the specification does not have: the exchange does not offer it, or not to this key.
 * Nothing is broken, and nothing that the specification has misses it.
 */
export function isNotOffered(problem: Pick<Problem, 'code'>): boolean {
  return isClosedToKey(problem) || problem.code === 'not-found'
}

/** What this key never had is no part of the watch; what it lost is. */
export function isOfTheWatch({
  value,
  problem,
}: Pick<Feed<unknown>, 'value' | 'problem'>): boolean {
  return value !== null || problem === null || !isClosedToKey(problem)
}
