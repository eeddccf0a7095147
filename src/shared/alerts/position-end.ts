// What ended a position that is no longer open, as far as it can be known.
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { Direction } from '../portfolio/position.js'

/**
 * A position that is gone. `amount` unsigned, null if unknown; `seenAt` when it was last seen open.
 */
export type EndedPosition = {
  id: string
  market: string
  side: Direction
  amount: Decimal | null
  seenAt: UnixSeconds | null
  goneAt: UnixSeconds
}

/**
 * An order of ours that may have ended it. `carried-out` the exchange says it accepted it, and it
 * is for all of the position · `pending` no response yet · `unknown` its response was lost ·
 * `possible` it was executed, but whether for all of the position is unknown.
 */
export type EndingOrder = {
  sentAt: UnixSeconds
  outcome: 'carried-out' | 'pending' | 'unknown' | 'possible'
}

/**
 * `stated`: reported by the exchange, at the last check; otherwise its price was at the liquidation
 * price then.
 */
export type PositionEnd =
  | ({ by: 'own-order' } & EndingOrder)
  | { by: 'liquidation'; stated: boolean }
  | { by: 'stop-loss' | 'take-profit'; price: Decimal }
  | { by: 'unknown' }
