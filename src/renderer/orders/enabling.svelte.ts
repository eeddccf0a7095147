// That somebody asked to enable trading, and which position they wanted to close with it: what they
// asked for is kept meanwhile.
import type { Position } from '../../shared/portfolio/position.js'

export class EnablingStore {
  wanted = $state.raw<{ close: Position | null } | null>(null)

  /** For another account it means nothing. */
  forget(): void {
    this.wanted = null
  }
}
