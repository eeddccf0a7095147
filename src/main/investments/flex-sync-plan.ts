// What a failure means for the synchronisation, and how long it waits.
import type { Problem } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'
import { defaultPause, failureKind, longestPause } from '../polling/poll-plan.js'

/** Records asked for at once. */
export const pageSize = 100
/** The default of specification 8, for an exchange that refuses the size above. */
export const smallPage = 50
/** Seconds between two runs while the history is up to date. */
export const syncInterval = 300
/** Seconds after which a list that kept changing is read again. */
export const unstableListWait = 3600

const firstRetry = 5

/**
 * `key-refused` and `no-access`: asked seldom with this key · `no-client` the connection was closed · `bad-request` another request may
 * do · `other` the same one may do later.
 */
export type SyncFailure = 'key-refused' | 'no-access' | 'no-client' | 'bad-request' | 'other'

/** A smaller page may do. */
export const isPageTooLarge = ({ code, fields }: Problem): boolean => code === 'refused' && fields?.['limit'] !== undefined

export const failureOf = (problem: Problem): SyncFailure => {
  if (problem.code === 'gone') return 'no-client'
  if (problem.code === 'refused') return 'bad-request'
  const kind = failureKind(problem)
  return kind === 'key-refused' || kind === 'no-access' ? kind : 'other'
}

/** Seconds until the next try after `failures` in a row, from `now`: doubling, and never sooner than the exchange asks; at most five minutes. */
export const retryAfter = (problem: Problem, failures: number, now: UnixSeconds): number => {
  const least = problem.code === 'rate-limited' ? defaultPause : 0
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now
  return Math.min(Math.max(firstRetry * 2 ** (failures - 1), least, asked), longestPause)
}

export const unstableList: Problem = {
  code: 'not-understood',
  message: 'The exchange’s list of records kept changing while it was read, so it is not certain that all of them are here yet.',
  reason: 'LIST_UNSTEADY',
}

export const wrongPage: Problem = {
  code: 'not-understood',
  message: 'The exchange gave another page than was asked for.',
  reason: 'OFFSET_ECHO',
}

export const noKey: Problem = { code: 'gone', message: 'The key is not at hand yet. The history is read as soon as it is.' }
