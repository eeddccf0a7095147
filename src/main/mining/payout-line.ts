// One account on the list of those that are looked at: what is known of it, when it is due, and what a look brings.
import { payoutBannerFor, payoutEvery, payoutUnseenAfter, type MiningAccount, type PayoutChange } from '../../shared/domain/mining.js'
import type { PayoutDestination, SeenPayout } from '../../shared/domain/payout.js'
import type { Problem } from '../../shared/domain/problem.js'
import { later, type Moment } from '../polling/poll-scheduler.js'
import { addressForm } from './address-form.js'
import type { KeptAccount } from './ports.js'

export type Line = {
  kept: KeptAccount
  problem: Problem | null
  failures: number
  due: Moment
  /** Ticks of the last answer, or of the beginning. */
  seenAt: number
}

/** After a failure that may pass, in seconds; doubling up to the usual ten minutes. */
const firstWait = 30
/** So long a look that is due may take to come back with something, in seconds, before silence counts. */
const patience = 60

const keyRefused: readonly Problem['code'][] = ['bad-key-or-signature', 'key-disabled']
const notForThisKey: readonly Problem['code'][] = ['no-permission', 'b2b-only', 'region-unavailable']
/** The exchange has answered: asking again soon brings nothing new. */
const settledAnswer: ReadonlySet<Problem['code']> = new Set(['refused', 'not-found', 'not-understood', ...keyRefused, ...notForThisKey])

/** What the key may not for one account, it may not for any. */
export const isOfKey = ({ code }: Problem): boolean => keyRefused.includes(code) || notForThisKey.includes(code)

export const lineOf = (kept: KeptAccount, now: Moment, seconds: number): Line => ({
  kept,
  problem: null,
  failures: 0,
  due: later(now, seconds),
  seenAt: now.ticks,
})

/** Seconds to wait after so many failures in a row, the first of which is 1. */
export const waitAfter = (failures: number): number => {
  let seconds = firstWait
  for (let doubled = 1; doubled < failures && seconds < payoutEvery; doubled += 1) seconds *= 2
  return seconds < payoutEvery ? seconds : payoutEvery
}

/** Counts the failure, and says when to look again. */
export const noteFailure = (line: Line, problem: Problem, now: Moment): void => {
  line.problem = problem
  line.failures += 1
  const seconds = settledAnswer.has(problem.code) ? payoutEvery : waitAfter(line.failures)
  const asked = problem.retryAt === undefined ? 0 : problem.retryAt - now.wall
  const longest = asked > seconds ? asked : seconds
  line.due = later(now, longest < payoutEvery ? longest : payoutEvery)
}

/** What is known of an account before a look; null before the first. */
export const knownOf = ({ destination, asOf, keyHint }: KeptAccount): SeenPayout | null =>
  destination === null ? null : { destination, at: asOf ?? 0, keyHint }

const same = (a: PayoutDestination, b: PayoutDestination): boolean =>
  a.destination === b.destination && a.externalAddress === b.externalAddress

const changeBetween = (known: SeenPayout, look: SeenPayout): PayoutChange => ({
  at: look.at,
  from: known.destination,
  to: look.destination,
  acknowledgedAt: null,
  otherKey: known.keyHint !== null && look.keyHint !== null && known.keyHint !== look.keyHint,
})

/** A good answer has come. */
export const noteAnswer = (line: Line, look: SeenPayout, now: Moment): void => {
  const known = knownOf(line.kept)
  const hasMoved = known !== null && !same(known.destination, look.destination)
  const change = hasMoved ? changeBetween(known, look) : line.kept.change
  line.kept = { ...line.kept, destination: look.destination, asOf: look.at, keyHint: look.keyHint ?? line.kept.keyHint, change }
  line.problem = null
  line.failures = 0
  line.due = later(now, payoutEvery)
  line.seenAt = now.ticks
}

/** Seen too long ago for a change to be noticed, and not just because the computer slept and is about to look. */
export const isUnseen = ({ kept, problem, due, seenAt }: Line, now: Moment): boolean => {
  const isSilent = now.wall - (kept.asOf ?? kept.addedAt) >= payoutUnseenAfter || now.ticks - seenAt >= payoutUnseenAfter
  return isSilent && (problem !== null || now.ticks >= due.ticks + patience)
}

const shownChange = ({ change }: KeptAccount, now: Moment): PayoutChange | null =>
  change !== null && change.acknowledgedAt !== null && now.wall >= change.at + payoutBannerFor ? null : change

export const shown = (line: Line, now: Moment, checking: boolean): MiningAccount => {
  const { name, addedAt, destination, asOf } = line.kept
  const address = destination?.externalAddress ?? null
  return {
    name,
    addedAt,
    destination,
    asOf,
    form: address === null ? null : addressForm(address),
    problem: line.problem,
    checking,
    unseen: isUnseen(line, now),
    change: shownChange(line.kept, now),
  }
}
