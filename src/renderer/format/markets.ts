import { add, isDecimal, type Decimal } from '../../shared/money.js'
import { isFutures, type Position } from '../../shared/domain/position.js'

/** Futures market names do not say their quote currency, so their sums stand on a line of their own. */
export const futuresGroup = 'Futures'

/** The currency a market's money fields are in: USDT for BTC_USDT. `futuresGroup` for futures; the whole name where it has no underscore. */
export const moneyGroup = (market: string): string => {
  if (isFutures(market)) return futuresGroup
  const cut = market.lastIndexOf('_')
  return cut < 0 || cut === market.length - 1 ? market : market.slice(cut + 1)
}

export type ResultSum = {
  group: string
  positions: number
  /** Sums of what was sent; null where no position of the group sent any. The two are never added to one another. */
  unrealized: Decimal | null
  realized: Decimal | null
  /** How many positions of the group are not in the sum because the exchange sent no figure. */
  unrealizedMissing: number
  realizedMissing: number
}

const plus = (sum: Decimal | null, value: Decimal): Decimal => (sum === null ? add(value, '0') : add(sum, value))

/** Results by quote currency, alphabetically, futures last. */
export const sumResults = (positions: readonly Position[]): ResultSum[] => {
  const sums = new Map<string, ResultSum>()
  for (const position of positions) {
    const group = moneyGroup(position.market)
    const sum = sums.get(group) ?? { group, positions: 0, unrealized: null, realized: null, unrealizedMissing: 0, realizedMissing: 0 }
    const { unrealizedPnl, realizedPnl } = position
    sum.positions += 1
    if (unrealizedPnl != null && isDecimal(unrealizedPnl)) sum.unrealized = plus(sum.unrealized, unrealizedPnl)
    else sum.unrealizedMissing += 1
    if (realizedPnl != null && isDecimal(realizedPnl)) sum.realized = plus(sum.realized, realizedPnl)
    else sum.realizedMissing += 1
    sums.set(group, sum)
  }
  return [...sums.values()].sort((a, b) => {
    if (a.group === futuresGroup || b.group === futuresGroup) return a.group === futuresGroup ? 1 : -1
    return a.group < b.group ? -1 : 1
  })
}
