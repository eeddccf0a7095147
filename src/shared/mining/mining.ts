// Mining pool accounts as named by the user, and where each pays out (specification 4.9). Plimsoll
// never changes it; the public documentation has a call that does
// (`mining/payout-destination/edit`), open to every key with the mining permission.
import type { PayoutDestination } from './payout.js'
import type { Problem } from '../problem.js'
import type { UnixSeconds, WireTime } from '../time.js'

/**
 * What kind of external address its format says it is. `bitcoin` a valid main-network address ·
 * `bitcoin-test` of a test network · `broken` its check digits do not match · `other` an unknown
 * format.
 */
export type AddressForm = 'bitcoin' | 'bitcoin-test' | 'broken' | 'other'

export type PayoutChange = {
  at: UnixSeconds
  from: PayoutDestination
  to: PayoutDestination
  acknowledgedAt: UnixSeconds | null
  /** The two were seen with different keys: they may belong to two exchange accounts. */
  otherKey: boolean
}

export type MiningAccount = {
  name: string
  addedAt: UnixSeconds
  /** The last good response; null until there is one. */
  destination: PayoutDestination | null
  asOf: UnixSeconds | null
  /** Of the external address; null without one. */
  form: AddressForm | null
  /** Why the last check failed; null after a good one. */
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
  /** Why the list could not be read; until it can, no account is checked. */
  problem: Problem | null
}

export const noMining: MiningView = { profileId: null, accounts: [], problem: null }

/** Seconds between two checks of the same account. */
export const payoutEvery = 600
/** Seconds without a response, three checks long, after which an account counts as unseen. */
export const payoutUnseenAfter = 1800
/** Minimum seconds a change stays on screen if it is not acknowledged. */
export const payoutBannerFor = 259_200
