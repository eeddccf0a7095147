// A pending request to enable trading, and what is to be done with a position then, kept meanwhile.
import type { Position } from '../../shared/portfolio/position.js'

export type PositionAct = 'close' | 'reduce' | 'reverse'

export class EnablingStore {
  wanted = $state.raw<{ then: { act: PositionAct; position: Position } | null } | null>(null)

  /** For another account it is invalid. */
  forget(): void {
    this.wanted = null
  }
}
