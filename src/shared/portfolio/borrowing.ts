// What the collateral account owes. The amounts are those of its balances; the accrued cost and the
// liquidation price are sent by the stream alone.
import { absolute, compare, type Decimal, isZero, sum } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { PortfolioView, StreamedBorrowing, StreamedBorrowings } from './portfolio.js'

/** The exchange called margin for a borrowing, or liquidates it. */
export type BorrowingEvent = Omit<StreamedBorrowing, 'amount'> & {
  state: 'margin_call' | 'liquidation'
  /** Null if it could not be read. */
  amount: Decimal | null
}

export type Borrowing = StreamedBorrowing & {
  /** Since when the stream has sent this cost and price; null if it sent neither. */
  streamedAt: UnixSeconds | null
}

/**
 * The stream may list an asset more than once: costs add up, but several prices are none. What it
 * says of another amount than the one owed is of another moment.
 */
function streamedOf(
  { list }: StreamedBorrowings,
  asset: string,
  owed: Decimal,
): Omit<StreamedBorrowing, 'asset' | 'amount'> | null {
  const own = list.filter((one) => one.asset === asset)
  const [first] = own
  if (first === undefined || compare(sum(own.map(({ amount }) => amount)), owed) !== 0) return null
  const costs = own.flatMap(({ accruedCost }) => accruedCost ?? [])
  return {
    accruedCost: costs.length === own.length ? sum(costs) : null,
    liquidationPrice: own.length === 1 ? first.liquidationPrice : null,
  }
}

/** Whether anything is owed, as last read. */
export function hasBorrowings({
  collateralBalance: { value },
}: Pick<PortfolioView, 'collateralBalance'>): boolean {
  return value !== null && value.some(({ borrowed }) => !isZero(borrowed))
}

/** By asset; null until the balances of the collateral account were read. */
export function borrowingsOf({
  collateralBalance,
  borrowings,
}: Pick<PortfolioView, 'collateralBalance' | 'borrowings'>): Borrowing[] | null {
  const { value } = collateralBalance
  if (value === null) return null
  return value
    .filter(({ borrowed }) => !isZero(borrowed))
    .map(({ asset, borrowed }): Borrowing => {
      const amount = absolute(borrowed)
      const streamed = borrowings === undefined ? null : streamedOf(borrowings, asset, amount)
      return {
        asset,
        amount,
        accruedCost: streamed?.accruedCost ?? null,
        liquidationPrice: streamed?.liquidationPrice ?? null,
        streamedAt: streamed === null ? null : (borrowings?.at ?? null),
      }
    })
    .sort((a, b) => (a.asset < b.asset ? -1 : 1))
}
