// A stop loss or take profit that is being filled in, kept from where it was asked for to its
// dialog.
import type { Level } from '../../shared/orders/order-effect.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Protection } from '../../shared/portfolio/protection.js'

/** `moved`: the one whose place it takes; null if it is another. */
export type WantedLevel = { position: Position; level: Level; moved: Protection | null }

export class LevelStore {
  wanted = $state.raw<WantedLevel | null>(null)

  /** For another account it is invalid. */
  forget(): void {
    this.wanted = null
  }
}
