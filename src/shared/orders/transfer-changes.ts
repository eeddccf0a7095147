// What a transfer changes, as main shows it in the review and the page before it.
import type { PricesView } from '../markets/market.js'
import { add, type Decimal, negate, subtract } from '../money.js'
import { marginLevel, shownLevel } from '../portfolio/margin.js'
import { settlementAsset } from '../portfolio/margin-what-if.js'
import type { CollateralSummary } from '../portfolio/portfolio.js'
import type { Purse } from '../portfolio/purse.js'
import { levelAfterMove } from '../portfolio/purses.js'
import { priceOf } from '../portfolio/valuation.js'
import type { ChangedFigure, OrderChange } from './trading.js'

/** In USDT; null if it is not known. `tickers` null: there are no current prices. */
export function collateralPrice(
  asset: string,
  tickers: PricesView['tickers']['value'],
): Decimal | null {
  if (asset === settlementAsset) return '1'
  return tickers === null ? null : priceOf(tickers, asset, settlementAsset)
}

function figure(value: Decimal | null, about = false): ChangedFigure {
  return { known: value !== null, value, about, side: null }
}

export type MovedAmount = { asset: string; amount: Decimal; from: Purse; to: Purse }

/**
 * What both balances hold, and the margin level if the collateral changes. `before`: of both.
 * `summary` null: the level is not known.
 */
export function transferChanges(
  { asset, amount, from, to }: MovedAmount,
  before: { from: Decimal; to: Decimal },
  { summary, price }: { summary: CollateralSummary | null; price: Decimal | null },
): OrderChange[] {
  const rows: OrderChange[] = [
    {
      what: from,
      unit: asset,
      before: figure(before.from),
      after: figure(subtract(before.from, amount)),
    },
    { what: to, unit: asset, before: figure(before.to), after: figure(add(before.to, amount)) },
  ]
  const level = summary === null ? null : marginLevel(summary)
  if (summary === null || level === null || (from !== 'collateral' && to !== 'collateral'))
    return rows
  const arriving = from === 'collateral' ? negate(amount) : amount
  const after = price === null ? null : levelAfterMove(summary, arriving, price)
  return [
    ...rows,
    {
      what: 'marginLevel',
      unit: '%',
      before: figure(shownLevel(level)),
      after: figure(after === null ? null : shownLevel(after), true),
    },
  ]
}
