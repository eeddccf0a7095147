import { isDecimal, sum, type Decimal } from '../money.js'
import { isFutures, type Position } from './position.js'

/**
 * Futures market names do not contain their quote currency, so their sums are listed separately.
 */
export const futuresGroup = 'Futures'

/**
 * The currency of a market's money fields: USDT for BTC_USDT. `futuresGroup` for futures; the whole
 * name if it has no underscore.
 */
export function moneyGroup(market: string): string {
  if (isFutures(market)) return futuresGroup
  const cut = market.lastIndexOf('_')
  return cut < 0 || cut === market.length - 1 ? market : market.slice(cut + 1)
}

/**
 * The sum of what was sent, null if nothing was; and how many are missing from it because the
 * exchange sent no figure.
 */
function sumOf(
  figures: readonly (Decimal | null | undefined)[],
): [sum: Decimal | null, missing: number] {
  const sent = figures.filter((figure) => figure != null && isDecimal(figure))
  return [sent.length === 0 ? null : sum(sent), figures.length - sent.length]
}

/**
 * Results by quote currency, alphabetically, futures last. Unrealized and realized are never added
 * together.
 */
export function sumResults(positions: readonly Position[]) {
  const groups = new Map<string, Position[]>()
  for (const position of positions) {
    const group = moneyGroup(position.market)
    const members = groups.get(group) ?? []
    members.push(position)
    groups.set(group, members)
  }
  const sums = [...groups].map(([group, members]) => {
    const [unrealized, unrealizedMissing] = sumOf(members.map(({ unrealizedPnl }) => unrealizedPnl))
    const [realized, realizedMissing] = sumOf(members.map(({ realizedPnl }) => realizedPnl))
    return {
      group,
      positions: members.length,
      unrealized,
      realized,
      unrealizedMissing,
      realizedMissing,
    }
  })
  return sums.sort((a, b) => {
    if (a.group === futuresGroup || b.group === futuresGroup)
      return a.group === futuresGroup ? 1 : -1
    return a.group < b.group ? -1 : 1
  })
}
