// The margin level after a change of prices. An estimate: the exchange publishes neither the weight
// of an asset as collateral nor how used margin follows the price, so neither is guessed.
import { wordsBy, t } from '../messages/messages.js'
import {
  add,
  compare,
  type Decimal,
  isDecimal,
  isZero,
  multiply,
  negate,
  subtract,
  sum,
} from '../money.js'
import type { PricesView } from '../markets/market.js'
import { currenciesOf } from '../orders/order-rules.js'
import { fail, ok, type Result } from '../result.js'
import { levelOf, marginBacking, marginLevel } from './margin.js'
import { money } from './margin-call-answer.js'
import type { CollateralSummary, PortfolioView } from './portfolio.js'
import { directionOf, type Position } from './position.js'
import { markOf, unitsOf } from './position-measure.js'
import { priceOf } from './valuation.js'

/** The figures of the account are in it, so its own price does not change them. */
export const settlementAsset = 'USDT'

/**
 * How much the account gains if the price of the asset doubles, in USDT; below zero if it loses.
 * Null if that is not known.
 */
export type Exposure = { asset: string; worth: Decimal | null }

/** `asset` null: all but fiat and stablecoins. `percent`: -10 for a fall by a tenth. */
export type PriceChange = { asset: string | null; percent: Decimal }

export type MarginOutlook = {
  /** In percent, as `marginLevel`. */
  level: Decimal
  /** Assets whose price or size is not known, and which are left out. */
  leftOut: string[]
  /** What was assumed, one sentence each. */
  assumptions: string[]
}

const assumed = wordsBy({
  fullValue: 'margin.assumed.full-value',
  usedMargin: 'margin.assumed.used-margin',
  fees: 'margin.assumed.fees',
})

function positionWorth(position: Position, prices: PricesView): Decimal | null {
  const { quote } = currenciesOf(position.market)
  const units = unitsOf(position)
  const mark = markOf(position, prices)
  const direction = directionOf(position)
  const rate =
    prices.tickers.value === null ? null : priceOf(prices.tickers.value, quote, settlementAsset)
  if (units === null || mark === null || direction === 'unclear') return null
  if (rate === null && quote !== settlementAsset) return null
  const worth = multiply(multiply(units, mark.price), rate ?? '1')
  return direction === 'long' ? worth : negate(worth)
}

/**
 * By asset: the balances of the collateral account without what is owed, and its positions. Null
 * until both were read completely.
 */
export function exposuresOf(
  { collateralBalance, positions }: Pick<PortfolioView, 'collateralBalance' | 'positions'>,
  prices: PricesView,
): Exposure[] | null {
  if (
    collateralBalance.value === null ||
    positions.value === null ||
    collateralBalance.unreadable !== undefined ||
    positions.unreadable !== undefined
  )
    return null
  const tickers = prices.tickers.value
  const held = collateralBalance.value.map(({ asset, balance, borrowed }): Exposure => {
    const amount = subtract(balance, borrowed)
    const price = tickers === null ? null : priceOf(tickers, asset, settlementAsset)
    return {
      asset,
      worth: isZero(amount) ? '0' : price === null ? null : multiply(amount, price),
    }
  })
  // A position gains from its base and loses with what it is quoted in.
  const traded = positions.value.flatMap((position): Exposure[] => {
    const { base, quote } = currenciesOf(position.market)
    const worth = positionWorth(position, prices)
    return [
      { asset: base, worth },
      { asset: quote, worth: worth === null ? null : negate(worth) },
    ]
  })
  const byAsset = new Map<string, Decimal | null>()
  for (const { asset, worth } of [...held, ...traded]) {
    if (asset === settlementAsset) continue
    const known = byAsset.get(asset)
    byAsset.set(asset, known === null || worth === null ? null : add(known ?? '0', worth))
  }
  return [...byAsset].map(([asset, worth]) => ({ asset, worth }))
}

/** The error is a sentence that says why there is none. */
export function marginAfter(
  summary: CollateralSummary,
  exposures: readonly Exposure[],
  { asset, percent }: PriceChange,
): Result<MarginOutlook, string> {
  if (marginLevel(summary) === null) return fail(t('margin.refusal.none-in-use'))
  if (!isDecimal(percent)) return fail(t('loan.refusal.no-number'))
  if (compare(percent, '-100') < 0) return fail(t('margin.refusal.more-than-all'))
  const moved = exposures.filter((one) =>
    asset === null ? !money.includes(one.asset) : one.asset === asset,
  )
  const leftOut = moved.filter(({ worth }) => worth === null).map((one) => one.asset)
  if (asset !== null && leftOut.length > 0) return fail(t('margin.refusal.no-price', { asset }))
  const gain = multiply(multiply(sum(moved.flatMap(({ worth }) => worth ?? [])), percent), '0.01')
  return ok({
    level: levelOf(add(marginBacking(summary), gain), summary.usedMargin),
    leftOut,
    assumptions: [assumed.fullValue, assumed.usedMargin, assumed.fees],
  })
}
