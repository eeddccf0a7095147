// Mining pool accounts as the person named them, and where each pays out (specification 4.9).
// Plimsoll never changes it; the public documentation has a call that does
// (`mining/payout-destination/edit`), open to every key with the mining permission.
import type { PayoutDestination } from './payout.js'
import type { Problem } from '../problem.js'
import type { UnixSeconds, WireTime } from '../time.js'

/**
 * What an external address looks like by its own form. `bitcoin` a sound main-network address ·
 * `bitcoin-test` of a test network · `broken` its check digits do not fit · `other` nothing that is
 * known here.
 */
export type AddressForm = 'bitcoin' | 'bitcoin-test' | 'broken' | 'other'

export type PayoutChange = {
  at: UnixSeconds
  from: PayoutDestination
  to: PayoutDestination
  acknowledgedAt: UnixSeconds | null
  /** The two were seen with different keys: they may be those of two exchange accounts. */
  otherKey: boolean
}

export type MiningAccount = {
  name: string
  addedAt: UnixSeconds
  /** The last good answer; null until there is one. */
  destination: PayoutDestination | null
  asOf: UnixSeconds | null
  /** Of the external address; null without one. */
  form: AddressForm | null
  /** Why the last look failed; null after a good one. */
  problem: Problem | null
  checking: boolean
  /** Not seen for so long that a change would go unnoticed. */
  unseen: boolean
  /** The newest change; shown until acknowledged, and at least until `at` + 72 h. */
  change: PayoutChange | null
}

/** As the exchange lists it. */
export type PoolAccount = { name: string; createdAt: WireTime | null }

export type MiningView = {
  profileId: string | null
  accounts: MiningAccount[]
  /** Why the list could not be read; until it can, no account is looked at. */
  problem: Problem | null
}

export const noMining: MiningView = { profileId: null, accounts: [], problem: null }

/** Seconds between two looks at the same account. */
export const payoutEvery = 600
/** Seconds without an answer, three looks long, after which an account counts as unseen. */
export const payoutUnseenAfter = 1800
/** Seconds a change stays on screen at least where nobody acknowledges it. */
export const payoutBannerFor = 259_200
