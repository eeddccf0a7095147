import type { UnixSeconds } from '../time.js'
import type { AddressFamily } from './address-family.js'
import type { AnswerDifference } from './answer-shape.js'
import type { Problem } from '../problem.js'
import { noStream, type StreamView } from './stream.js'

export type { AddressFamily }
/**
 * Which of them connections to the exchange use. `automatic`: the one that connected, as long as
 * there is a route over it.
 */
export const addressFamilyChoices = ['automatic', 'ipv4', 'ipv6'] as const
export type AddressFamilyChoice = (typeof addressFamilyChoices)[number]

/** One liveness check (specification 4.1): round trip in milliseconds, or null if it failed. */
export type PingSample = { at: UnixSeconds; ms: number | null }

export type ConnectionView = {
  profileId: string | null
  baseUrl: string | null
  /** `checking` until the first response; `off` without a profile. */
  state: 'off' | 'checking' | 'online' | 'offline'
  /** Why it is offline. */
  problem: Problem | null
  /** The last minutes, oldest first. */
  pings: PingSample[]
  /**
   * This computer's clock minus the exchange's, in seconds, from the Date header; null until known.
   * Precision about one second.
   */
  clockSkew: number | null
  /**
   * What the latest connection uses; null until there was one. A proxy itself chooses how it
   * connects to the exchange.
   */
  family: AddressFamily | 'proxy' | null
  /** How the latest responses of its endpoints differ from their description. */
  differences: AnswerDifference[]
  stream: StreamView
}

export const noConnection: ConnectionView = {
  profileId: null,
  baseUrl: null,
  state: 'off',
  problem: null,
  pings: [],
  clockSkew: null,
  family: null,
  differences: [],
  stream: noStream,
}
