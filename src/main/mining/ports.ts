// What this room needs of the others.
import type { MiningView, PayoutChange } from '../../shared/domain/mining.js'
import type { PayoutDestination, SeenPayout } from '../../shared/domain/payout.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { PollScheduler, Timing } from '../polling/poll-scheduler.js'

export type Answer<T> = Result<{ value: T; at: UnixSeconds }, Problem>

/** What is asked of the exchange: where an account pays out, nothing else. */
export type PayoutClient = { payoutDestination(accountName: string): Promise<Answer<PayoutDestination>> }

export type KeptAccount = {
  name: string
  addedAt: UnixSeconds
  destination: PayoutDestination | null
  asOf: UnixSeconds | null
  /** Of the key the destination was seen with; null where that was not recorded. */
  keyHint: string | null
  change: PayoutChange | null
}

/** Where the accounts of a profile are kept. */
export type MiningMemory = {
  load(profileId: string): Result<KeptAccount[], Problem>
  save(profileId: string, account: KeptAccount): Result<null, Problem>
  remove(profileId: string, name: string): Result<null, Problem>
}

export type MiningPorts = {
  clock: Clock
  timing: Timing
  scheduler: PollScheduler
  /** The way to the exchange; null while there is no key, or the exchange has not taken it yet. */
  client(): PayoutClient | null
  /** Every good answer, and what was known before it: the alerts decide whether it is an alarm. */
  payout(look: SeenPayout, known: SeenPayout | null): void
  /** A name that was taken off the list, or has just come onto it: nothing that was known of it counts. */
  forgotten(name: string): void
  changed(view: MiningView): void
}
