// A pending request to enable trading, and the position to close with it, kept meanwhile.
import type { Position } from '../../shared/portfolio/position.js'

export class EnablingStore {
  wanted = $state.raw<{ close: Position | null } | null>(null)

  /** For another account it is invalid. */
  forget(): void {
    this.wanted = null
  }
}
