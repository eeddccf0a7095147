import type { UnixSeconds } from '../time.js'

/** Where a mining pool account pays out (specification 2.9). */
export type PayoutDestination = {
  accountName: string
  /** `main_balance`, `external_address`, or a value this version does not know. */
  destination: string
  externalAddress: string | null
}

/** A destination as reported by the exchange. */
export type SeenPayout = {
  destination: PayoutDestination
  at: UnixSeconds
  /** Of the key used for the request, as in its profile; null if not recorded. */
  keyHint: string | null
}
