// What the poller needs and what it tells. It knows nothing of windows, keys, disks or sockets.
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { LoanAnswer } from '../../shared/domain/loan.js'
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import type { Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { PollScheduler, Timing } from '../polling/poll-scheduler.js'
import type { Feed } from './poll-plan.js'

/** A good answer with the time at which it was asked for, on our own clock, and what of it could not be read. */
export type Fresh<T> = { value: T; at: UnixSeconds; unreadable?: Unreadable[] }
export type Answer<T> = Result<Fresh<T>, Problem>

/** What the poller needs of the exchange: reads only. */
export type PolledClient = {
  ping(): Promise<Answer<{ ms: number }>>
  openPositions(): Promise<Answer<Position[]>>
  creditLine(): Promise<Answer<LoanAnswer>>
  mainBalance(): Promise<Answer<AssetBalance[]>>
  /** Throws away open connections: after a sleep they are dead, and waiting for them costs a deadline each. */
  dropSockets(): void
}

/** Seconds between looks by feed; null where nobody is looking. */
export type Paces = Record<Feed, number | null>

export type PollerEvents = {
  pinged(answer: Answer<{ ms: number }>): void
  positions(fresh: Fresh<Position[]>): void
  loan(fresh: Fresh<LoanAnswer>): void
  balance(fresh: Fresh<AssetBalance[]>): void
  failed(feed: Feed, problem: Problem): void
  paced(paces: Paces): void
  /** The exchange took the key. Said once. */
  keyAccepted(): void
  /** The exchange refused the key; nothing signed is sent with it any more. Said once. */
  keyRefused(problem: Problem): void
  /** The computer slept, or its clock jumped: what is known is from before. */
  slept(): void
}

export type PollerPorts = {
  client: PolledClient
  clock: Clock
  timing: Timing
  scheduler: PollScheduler
  /** Whether what is known of the feed is near a margin call or liquidation. Only asked in the background, after each answer. */
  isNear(feed: Feed): boolean
  events: PollerEvents
}
