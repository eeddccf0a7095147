// What the stream says in our words.
import { absolute, compare } from '../../../shared/money.js'
import type { BorrowingEvent } from '../../../shared/portfolio/borrowing.js'
import type { StreamedBorrowing } from '../../../shared/portfolio/portfolio.js'
import type { Position } from '../../../shared/portfolio/position.js'
import { usablePrice } from '../../../shared/portfolio/position-measure.js'
import type {
  StreamBorrowing,
  StreamBorrowingEvent,
  StreamPosition,
  StreamPositionEvent,
} from '../../../v4/stream/channels.js'
import type { StreamedPosition } from '../../../shared/portfolio/streamed-positions.js'

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

export function toStreamedPosition(position: StreamPosition): StreamedPosition {
  return {
    id: position.id,
    amount: position.amount,
    liquidationState: position.liq_stage,
    ...(position.mtime !== undefined && { modifiedAt: position.mtime }),
    ...(position.base_price !== undefined && { entryPrice: position.base_price }),
    ...(position.position_side !== undefined && { positionSide: position.position_side }),
    ...(position.liq_price !== undefined && { liquidationPrice: position.liq_price }),
    ...(position.pnl !== undefined && { unrealizedPnl: position.pnl }),
    ...(position.margin !== undefined && { usedMargin: position.margin }),
    ...(position.free_margin !== undefined && { freeMargin: position.free_margin }),
    ...(position.funding !== undefined && { funding: position.funding }),
    ...(position.unrealized_funding !== undefined && {
      unrealizedFunding: position.unrealized_funding,
    }),
  }
}

/** The stream counts what is owed below zero, the balances above. */
export function toStreamedBorrowing({
  asset,
  amount,
  unrealized_funding,
  liq_price,
}: StreamBorrowing): StreamedBorrowing {
  return {
    asset,
    amount: absolute(amount),
    accruedCost: unrealized_funding ?? null,
    liquidationPrice: usablePrice(liq_price),
  }
}

/**
 * Whether a list was sent before another one and arrives after it: one of its borrowings was
 * modified later by what is known. Several of one asset cannot be told apart.
 */
export function isOlderList(
  now: readonly StreamBorrowing[],
  known: readonly StreamBorrowing[],
): boolean {
  const modified = (list: readonly StreamBorrowing[], asset: string): string | undefined => {
    const [only, another] = list.filter((one) => one.asset === asset)
    return another === undefined ? only?.mtime : undefined
  }
  return now.some(({ asset }) => {
    const [at, knownAt] = [modified(now, asset), modified(known, asset)]
    return at !== undefined && knownAt !== undefined && compare(at, knownAt) < 0
  })
}

export function toBorrowingEvent({
  state,
  borrowing: { amount, ...borrowing },
}: StreamBorrowingEvent): BorrowingEvent {
  const figures = toStreamedBorrowing({ ...borrowing, amount: amount ?? '0' })
  return { state, ...figures, amount: amount === undefined ? null : figures.amount }
}
