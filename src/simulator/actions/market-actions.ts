// Public requests: time, state, markets and prices. From the public documentation, not in the
// specification.
import type { Dialect } from '../../shared/accounts/account.js'
import { multiply } from '../../shared/money.js'
import { accepted, type Answer } from '../answer.js'
import { asCopied } from '../engine/copied.js'
import { fundingMinutes, fundingRate, indexOf, nextFunding } from '../engine/futures.js'
import { isFutures } from '../engine/margin.js'
import { markPrice } from '../engine/prices.js'
import { placesOf, wholeSecondsOf } from '../engine/units.js'
import type { Market, World } from '../world.js'

type PublicAction = (world: World, dialect: Dialect) => Answer

const percent = (share: string): string => multiply(share, '100')

export const serverTime: PublicAction = (world) =>
  accepted({ time: wholeSecondsOf(world.nowMicros) })

/** The live service was observed to use a digit. */
export const platformStatus: PublicAction = (_world, dialect) =>
  accepted({ status: dialect === 'live' ? '1' : 'system operational' })

function openMarkets({ markets, copied }: World): Market[] {
  return Object.values(markets).filter(
    ({ name, halted }) => !halted && copied?.tickers.has(name) !== false,
  )
}

const step = (places: number): string => (places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`)

/** A halted one is not listed. */
export const markets: PublicAction = (world) =>
  accepted(
    openMarkets(world).map((market) => ({
      name: market.name,
      stock: market.stock,
      money: market.money,
      stockPrec: String(placesOf(market.amountStep)),
      moneyPrec: String(market.pricePrecision),
      feePrec: '4',
      makerFee: percent(market.makerFee),
      takerFee: percent(market.takerFee),
      minAmount: market.minAmount,
      minTotal: market.minTotal,
      maxTotal: '0',
      tradesEnabled: true,
      isCollateral: market.collateral,
      type: isFutures(market.name) ? 'futures' : 'spot',
      isTradFiFutures: false,
      delistedAt: null,
      tickSize: step(market.pricePrecision),
      stepSize: market.amountStep,
    })),
  )

/** There are no other traders and no price history, so there is neither volume nor change. */
export const tickers: PublicAction = (world) =>
  accepted(
    Object.fromEntries(
      openMarkets(world).map((market) => [
        market.name,
        asCopied(world.copied?.tickers.get(market.name), tickerOf(market)),
      ]),
    ),
  )

export function tickerOf(market: Market) {
  return {
    base_id: 0,
    quote_id: 0,
    last_price: markPrice(market),
    quote_volume: '0',
    base_volume: '0',
    isFrozen: false,
    change: '0',
  }
}

/** The maximum and the minimum of the rate. */
const fundingBounds = { cap: '0.0003', floor: '-0.0003' }

/**
 * A future in the format of the public documentation. Figures are empty text while there is no
 * fresh snapshot of them.
 */
export function documentedFuture(world: World, market: Market) {
  const fresh = (figure: string): string => (market.snapshot ? figure : '')
  return {
    ticker_id: market.name,
    stock_currency: market.stock,
    money_currency: market.money,
    last_price: markPrice(market),
    mark_price: fresh(markPrice(market)),
    index_price: fresh(markPrice(indexOf(world, market))),
    product_type: 'Perpetual',
    funding_rate: fresh(fundingRate),
    next_funding_rate_timestamp: String(nextFunding(world)),
    funding_interval_minutes: fundingMinutes,
    max_leverage: 100,
  }
}

/**
 * As observed: without the names the list of markets has, with bounds of the rate, and the next
 * funding as a number.
 */
function seenFuture(world: World, market: Market): Readonly<Record<string, unknown>> {
  const {
    stock_currency: _stock,
    money_currency: _money,
    product_type: _type,
    ...figures
  } = documentedFuture(world, market)
  const { cap, floor } = fundingBounds
  return {
    ...figures,
    funding_cap: market.snapshot ? cap : null,
    funding_floor: market.snapshot ? floor : null,
    next_funding_rate_timestamp: nextFunding(world),
  }
}

export const futures: PublicAction = (world, dialect) => {
  const future = dialect === 'live' ? seenFuture : documentedFuture
  const { copied } = world
  const quoted =
    copied === undefined
      ? openMarkets(world).filter(({ name }) => isFutures(name))
      : Object.values(world.markets).filter(({ name }) => copied.futures.has(name))
  const result = quoted.map((market) =>
    asCopied(copied?.futures.get(market.name), future(world, market)),
  )
  return accepted({ success: true, message: null, result })
}
