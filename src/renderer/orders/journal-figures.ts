// The amount and the price of a confirmed order as one line of a list; of several orders if they
// share one market and one side.
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { filledInAll } from '../../shared/orders/resting-order.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { add, compare, type Decimal, divide, isDecimal, sum } from '../../shared/money.js'
import { extremesOf } from '../components/decimals.js'

type JournalFigures = {
  /** In base currency; null if the orders are of several markets or sides, or there is none. */
  amount: Decimal | null
  base: string
  /**
   * One price, or the lowest and the highest. For fills, the average price; null if there is none
   * yet.
   */
  prices: Decimal[] | null
  /** The price was calculated from the fill: an estimate. */
  average: boolean
  /** The amount is the filled amount of resting orders. */
  filled: boolean
}

const none: JournalFigures = { amount: null, base: '', prices: null, average: false, filled: false }

type Filled = ReturnType<typeof filledInAll>

function sumOf(filled: readonly Filled[], of: 'stock' | 'money'): Decimal {
  return filled.reduce((total, one) => (one === null ? total : add(total, one[of])), '0')
}

function averageOf(stock: Decimal, money: Decimal): Pick<JournalFigures, 'prices' | 'average'> {
  return { prices: [divide(money, stock, 18)], average: true }
}

/** Resting orders: the price of each is its limit. */
function isFollowed(items: OrderIntent['items']): boolean {
  return items.every((item) => item.price !== null && item.target === undefined)
}

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
  const filled = items.map(filledInAll)
  const [stock, money] = [sumOf(filled, 'stock'), sumOf(filled, 'money')]
  if (isFollowed(items) && compare(stock, '0') > 0)
    return { ...figures, amount: stock, filled: true, ...averageOf(stock, money) }
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
  return compare(stock, '0') > 0 ? { ...figures, ...averageOf(stock, money) } : figures
}
