// What one failure means for the reading, and how long it waits. Pure: flex-sync.ts carries it out.
import type { Problem } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'

/** Records asked for at once. */
export const pageSize = 100
/** The default of specification 8, for an exchange that refuses the size above. */
export const smallPage = 50
/** Seconds between two looks at a history that is in step. */
export const every = 300
/** Seconds after which a key that may not read the history asks again: often enough to notice that it may now. */
export const seldom = 600
/** Seconds after which a list that would not stand still is tried again. */
export const unsteadyWait = 3600

const firstWait = 5
const longestWait = 300
/** Where the exchange asks to slow down without saying for how long. */
const unnamedQuiet = 30

/**
 * `key-refused` and `not-for-this-key`: asked seldom with this key · `no-way` the way to the exchange was closed ·
 * `bad-ask` another question may do · `trouble` the same one may do later.
 */
export type SyncVerdict = 'key-refused' | 'not-for-this-key' | 'no-way' | 'bad-ask' | 'trouble'

/** A smaller page may do. */
export const isTooMany = ({ code, fields }: Problem): boolean => code === 'refused' && fields?.['limit'] !== undefined

export const verdictOn = ({ code }: Problem): SyncVerdict => {
  switch (code) {
    case 'bad-key-or-signature':
    case 'key-disabled':
      return 'key-refused'
    case 'b2b-only':
    case 'no-permission':
    case 'region-unavailable':
      return 'not-for-this-key'
    case 'gone':
      return 'no-way'
    case 'refused':
      return 'bad-ask'
    default:
      return 'trouble'
  }
}

/** Seconds until the next try after `failures` in a row, from `now`: doubling, and never sooner than the exchange asks; at most five minutes. */
export const waitAfter = (problem: Problem, failures: number, now: UnixSeconds): number => {
  let wait = firstWait
  for (let doubled = 1; doubled < failures && wait < longestWait; doubled += 1) wait *= 2
  if (problem.code === 'rate-limited' && wait < unnamedQuiet) wait = unnamedQuiet
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now
  if (asked > wait) wait = asked
  return wait < longestWait ? wait : longestWait
}

export const unsteady: Problem = {
  code: 'not-understood',
  message: 'The exchange’s list of records kept changing while it was read, so it is not certain that all of them are here yet.',
  reason: 'LIST_UNSTEADY',
}

export const anotherPage: Problem = {
  code: 'not-understood',
  message: 'The exchange gave another page than was asked for.',
  reason: 'OFFSET_ECHO',
}

export const noKey: Problem = { code: 'gone', message: 'The key is not at hand yet. The history is read as soon as it is.' }
