// What is known of one mining account, and when its payout destination is checked next.
import { type MiningAccount, payoutBannerFor, type PayoutChange, payoutEvery, payoutUnseenAfter } from '../../shared/domain/mining.js'
import type { PayoutDestination, SeenPayout } from '../../shared/domain/payout.js'
import type { Problem } from '../../shared/domain/problem.js'
import { failureKind, later, type Moment } from '../polling/poll-scheduler.js'
import { addressForm } from './address-form.js'
import type { StoredMiningAccount } from './mining-repository.js'

export type MonitoredAccount = {
  stored: StoredMiningAccount
  problem: Problem | null
  failures: number
  due: Moment
  /** Ticks of the last answer, or of the beginning. */
  seenAt: number
}

/** Seconds after a failure that may pass; doubling up to the usual ten minutes. */
const firstRetry = 30
/** Seconds that a check which is due may take before no answer counts as unseen. */
const patience = 60

/** The exchange has answered: asking again soon brings nothing new. */
const finalAnswers: ReadonlySet<Problem['code']> = new Set(['refused', 'not-found', 'not-understood'])

/** What the key may not for one account, it may not for any. */
export const isAboutKey = (problem: Problem): boolean => ['key-refused', 'no-access'].includes(failureKind(problem))

export const monitored = (stored: StoredMiningAccount, now: Moment, seconds: number): MonitoredAccount => ({
  stored,
  problem: null,
  failures: 0,
  due: later(now, seconds),
  seenAt: now.ticks,
})

/** Seconds to wait after so many failures in a row, the first of which is 1. */
export const retryAfter = (failures: number): number => Math.min(firstRetry * 2 ** (failures - 1), payoutEvery)

export const recordFailure = (account: MonitoredAccount, problem: Problem, now: Moment): void => {
  account.problem = problem
  account.failures += 1
  const isFinal = finalAnswers.has(problem.code) || isAboutKey(problem)
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now.wall
  account.due = later(now, Math.min(Math.max(isFinal ? payoutEvery : retryAfter(account.failures), asked), payoutEvery))
}

/** Null before the first answer. */
export const lastSeenOf = ({ destination, asOf, keyHint }: StoredMiningAccount): SeenPayout | null =>
  destination === null ? null : { destination, at: asOf ?? 0, keyHint }

const isSame = (a: PayoutDestination, b: PayoutDestination): boolean =>
  a.destination === b.destination && a.externalAddress === b.externalAddress

const changeBetween = (known: SeenPayout, seen: SeenPayout): PayoutChange => ({
  at: seen.at,
  from: known.destination,
  to: seen.destination,
  acknowledgedAt: null,
  otherKey: known.keyHint !== null && seen.keyHint !== null && known.keyHint !== seen.keyHint,
})

export const recordAnswer = (account: MonitoredAccount, seen: SeenPayout, now: Moment): void => {
  const { stored } = account
  const known = lastSeenOf(stored)
  const hasMoved = known !== null && !isSame(known.destination, seen.destination)
  const change = hasMoved ? changeBetween(known, seen) : stored.change
  account.stored = { ...stored, destination: seen.destination, asOf: seen.at, keyHint: seen.keyHint ?? stored.keyHint, change }
  account.problem = null
  account.failures = 0
  account.due = later(now, payoutEvery)
  account.seenAt = now.ticks
}

/** Seen too long ago for a change to be noticed, and not just because the computer slept and is about to check. */
export const isUnseen = ({ stored, problem, due, seenAt }: MonitoredAccount, now: Moment): boolean => {
  const isOld = now.wall - (stored.asOf ?? stored.addedAt) >= payoutUnseenAfter || now.ticks - seenAt >= payoutUnseenAfter
  return isOld && (problem !== null || now.ticks >= due.ticks + patience)
}

const shownChange = ({ change }: StoredMiningAccount, now: Moment): PayoutChange | null =>
  change !== null && change.acknowledgedAt !== null && now.wall >= change.at + payoutBannerFor ? null : change

export const viewOf = (account: MonitoredAccount, now: Moment, checking: boolean): MiningAccount => {
  const { name, addedAt, destination, asOf } = account.stored
  const address = destination?.externalAddress ?? null
  return {
    name,
    addedAt,
    destination,
    asOf,
    form: address === null ? null : addressForm(address),
    problem: account.problem,
    checking,
    unseen: isUnseen(account, now),
    change: shownChange(account.stored, now),
  }
}
