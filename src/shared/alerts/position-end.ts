// What ended a position that is not among the open ones any more, as far as anybody can tell.
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { Direction } from '../portfolio/position.js'

/**
 * A position that is gone. `amount` unsigned, and null where it was not known; `seenAt` when it was
 * last seen open.
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
 * An order of ours that may have ended it. `carried-out` the exchange says that it took it, and it
 * is for all of the position · `pending` no answer yet · `unknown` its answer was lost · `possible`
 * it was carried out, and whether it was for all of the position is not known.
 */
export type EndingOrder = {
  sentAt: UnixSeconds
  outcome: 'carried-out' | 'pending' | 'unknown' | 'possible'
}

/**
 * `stated`: the exchange's own word, at the last check; otherwise its price was at the liquidation
 * price then.
 */
export type PositionEnd =
  | ({ by: 'own-order' } & EndingOrder)
  | { by: 'liquidation'; stated: boolean }
  | { by: 'stop-loss' | 'take-profit'; price: Decimal }
  | { by: 'unknown' }
