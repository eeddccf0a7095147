// What is held where, for the table of balances. Unrealized results of open positions are not money
// yet, so they are in none of its rows.
import { add, compare, type Decimal, isZero, multiply, sum } from '../../../shared/money.js'
import type { Purse } from '../../../shared/portfolio/purse.js'
import type { Valuation, ValuedHolding } from '../../../shared/portfolio/valuation.js'

/** `worth`: null if the asset has no price. */
export type HeldAmount = {
  asset: string
  amount: Decimal
  where: Purse[]
  price: Decimal | null
  worth: Decimal | null
}

function heldIn(chosen: readonly Purse[]) {
  return ({ asset, amounts, price }: ValuedHolding): HeldAmount[] => {
    const where = chosen.filter((purse) => amounts[purse] !== undefined)
    if (where.length === 0) return []
    const amount = where.reduce((all, purse) => add(all, amounts[purse] ?? '0'), '0')
    return [{ asset, amount, where, price, worth: price === null ? null : multiply(amount, price) }]
  }
}

/** The most valuable first, then what has no price, then zero amounts. */
export function heldAmounts(valuation: Valuation, chosen: readonly Purse[]): HeldAmount[] {
  const rank = ({ amount, worth }: HeldAmount): number =>
    isZero(amount) ? 2 : worth === null ? 1 : 0
  return valuation.holdings
    .flatMap(heldIn(chosen))
    .sort(
      (a, b) =>
        rank(a) - rank(b) || (a.worth === null || b.worth === null ? 0 : compare(b.worth, a.worth)),
    )
}

/** Their total value, of those that have a price. */
export function worthOf(rows: readonly HeldAmount[]): Decimal {
  return sum(rows.flatMap(({ worth }) => worth ?? []))
}
