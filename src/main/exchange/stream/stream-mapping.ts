// What the stream says in our words.
import type { Position } from '../../../shared/portfolio/position.js'
import type { StreamPositionEvent } from '../../../v4/stream/channels.js'

/**
 * A position at the moment of its event, with what the stream says of it. Members that it does not
 * have, such as protective orders, are unknown here, not absent, and so is one that it says is
 * none.
 */
export function toEventPosition({ state, position }: StreamPositionEvent): Position {
  const { id, market, amount, liq_price, base_price, pnl, position_side } = position
  return {
    id,
    market,
    amount: amount ?? null,
    liquidationState: state,
    ...(typeof liq_price === 'string' && { liquidationPrice: liq_price }),
    ...(base_price !== undefined && { entryPrice: base_price }),
    ...(pnl !== undefined && { unrealizedPnl: pnl }),
    ...(position_side !== undefined && { positionSide: position_side }),
  }
}
