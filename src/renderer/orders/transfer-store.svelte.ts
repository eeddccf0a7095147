// A transfer that is being filled in, kept from where it was asked for to its dialog.
import type { Purse } from '../../shared/portfolio/purse.js'

/** `asset` null: none is chosen yet. */
export type WantedTransfer = { from: Purse; to: Purse; asset: string | null }

export class TransferStore {
  wanted = $state.raw<WantedTransfer | null>(null)

  /** Collateral for a margin call: from the main balance, which needs one step. */
  addCollateral(): void {
    this.wanted = { from: 'main', to: 'collateral', asset: null }
  }

  /** For another account it is invalid. */
  forget(): void {
    this.wanted = null
  }
}
