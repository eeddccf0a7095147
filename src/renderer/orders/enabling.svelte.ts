// A pending request to enable trading, and what is to be done then, kept meanwhile.
import type { OrderKind } from '../../shared/orders/order-ticket.js'
import type { Position } from '../../shared/portfolio/position.js'

export type PositionAct = 'close' | 'reduce' | 'reverse'

export class EnablingStore {
  /** `then`: with a position. `after`: anything else, of this kind. */
  wanted = $state.raw<{
    then: { act: PositionAct; position: Position } | null
    after?: { kind: OrderKind; go: () => void }
  } | null>(null)

  /** For another account it is invalid. */
  forget(): void {
    this.wanted = null
  }
}
