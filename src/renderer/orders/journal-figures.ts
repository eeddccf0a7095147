// The amount and the price of a confirmed order as one line of a list; of several orders if they
// share one market and one side.
import { currenciesOf } from '../../shared/orders/order-rules.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { add, compare, type Decimal, divide, isDecimal, sum } from '../../shared/money.js'
import { extremesOf } from '../components/decimals.js'

type JournalFigures = {
  /** In base currency; null if the orders are of several markets or sides, or there is none. */
  amount: Decimal | null
  base: string
  /**
   * One, or the lowest and the highest. For a filled market order, its fill price; null if there is
   * none yet.
   */
  prices: Decimal[] | null
  /** The price was calculated from the fill: an estimate. */
  average: boolean
}

const none: JournalFigures = { amount: null, base: '', prices: null, average: false }

export function journalFigures({
  items,
  scope,
}: Pick<OrderIntent, 'items' | 'scope'>): JournalFigures {
  const [first] = items
  if (first === undefined) return none
  // With more than are recorded, the sum is unknown.
  if (scope !== undefined && scope.orders > items.length) return none
  if (
    items.some(
      ({ market, side, amount }) =>
        market !== first.market || side !== first.side || !isDecimal(amount),
    )
  )
    return none
  const figures = {
    ...none,
    amount: items.length === 1 ? first.amount : sum(items.map(({ amount }) => amount)),
    base: currenciesOf(first.market).base,
  }
  const limits = items.flatMap(({ price }) => (price === null ? [] : [price]))
  if (limits.length > 0) {
    const ends = extremesOf(limits, (price) => price)
    if (ends === null) return figures
    return {
      ...figures,
      prices:
        compare(ends.lowest, ends.highest) === 0 ? [ends.lowest] : [ends.lowest, ends.highest],
    }
  }
  const filled = items.flatMap(({ order }) =>
    order !== null && isDecimal(order.dealStock) && isDecimal(order.dealMoney) ? [order] : [],
  )
  const stock = filled.reduce((total, { dealStock }) => add(total, dealStock), '0')
  if (compare(stock, '0') <= 0) return figures
  const money = filled.reduce((total, { dealMoney }) => add(total, dealMoney), '0')
  return { ...figures, prices: [divide(money, stock, 18)], average: true }
}
