import { isDecimal, sum, type Decimal } from '../money.js'
import { isFutures, type Position } from './position.js'

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

const sumOf = (figures: readonly (Decimal | null | undefined)[]): { sum: Decimal | null; missing: number } => {
  const sent = figures.filter((figure) => figure != null && isDecimal(figure))
  return { sum: sent.length === 0 ? null : sum(sent), missing: figures.length - sent.length }
}

/** Results by quote currency, alphabetically, futures last. */
export const sumResults = (positions: readonly Position[]): ResultSum[] => {
  const groups = new Map<string, Position[]>()
  for (const position of positions) {
    const group = moneyGroup(position.market)
    const members = groups.get(group)
    if (members === undefined) groups.set(group, [position])
    else members.push(position)
  }
  const sums = [...groups].map(([group, members]): ResultSum => {
    const unrealized = sumOf(members.map(({ unrealizedPnl }) => unrealizedPnl))
    const realized = sumOf(members.map(({ realizedPnl }) => realizedPnl))
    return {
      group,
      positions: members.length,
      unrealized: unrealized.sum,
      realized: realized.sum,
      unrealizedMissing: unrealized.missing,
      realizedMissing: realized.missing,
    }
  })
  return sums.sort((a, b) => {
    if (a.group === futuresGroup || b.group === futuresGroup) return a.group === futuresGroup ? 1 : -1
    return a.group < b.group ? -1 : 1
  })
}
