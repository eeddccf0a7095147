import type { Decimal } from '../money.js'

/** One asset of the main balance (specification 4.2). An asset the exchange leaves out is not listed here. */
export type AssetBalance = {
  asset: string
  /** In units of the asset. */
  amount: Decimal
}
