// What this room needs of the others.
import type { MiningView, PayoutChange } from '../../shared/domain/mining.js'
import type { PayoutDestination, SeenPayout } from '../../shared/domain/payout.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'

export type Answer<T> = Result<{ value: T; at: UnixSeconds }, Problem>

/** What is asked of the exchange: where an account pays out, nothing else. */
export type PayoutClient = { payoutDestination(accountName: string): Promise<Answer<PayoutDestination>> }

/** Time that only moves forward; it may stand still while the computer sleeps. */
export type Timing = {
  /** Milliseconds since some fixed moment. */
  ticks(): number
  /** Runs `act` once after `ms`; gives back what cancels it. */
  after(ms: number, act: () => void): () => void
}

export type KeptAccount = {
  name: string
  addedAt: UnixSeconds
  destination: PayoutDestination | null
  asOf: UnixSeconds | null
  /** Of the key the destination was seen with; null where that was not recorded. */
  keyHint: string | null
  change: PayoutChange | null
}

/** Where the accounts of a profile are kept. The demo brings its own. */
export type MiningMemory = {
  load(profileId: string): Result<KeptAccount[], Problem>
  save(profileId: string, account: KeptAccount): Result<null, Problem>
  remove(profileId: string, name: string): Result<null, Problem>
}

export type MiningPorts = {
  clock: Clock
  timing: Timing
  /** The way to the exchange; null while there is no key, or the exchange has not taken it yet. */
  client(): PayoutClient | null
  /** Of the key that way is opened with. */
  keyHint(): string | null
  /** Every good answer, and what was known before it: the watch decides whether it is an alarm. */
  payout(profileId: string, look: SeenPayout, known: SeenPayout | null): void
  /** A name that was taken off the list, or has just come onto it: nothing that was known of it counts. */
  forgotten(profileId: string, name: string): void
  changed(view: MiningView): void
}
