// What anybody may ask: time, state, markets and prices. From the public documentation, not in the specification.
import { multiply } from '../../shared/money.js'
import { accepted, type Answer } from '../answer.js'
import { isFutures } from '../engine/margin.js'
import { markPrice } from '../engine/prices.js'
import { placesOf, wholePart, wholeSecondsOf } from '../engine/units.js'
import type { Market, World } from '../world.js'

type PublicAction = (world: World) => Answer

const percent = (share: string): string => multiply(share, '100')

export const serverTime: PublicAction = (world) => accepted({ time: wholeSecondsOf(world.nowMicros) })

export const platformStatus: PublicAction = () => accepted({ status: 'system operational' })

const openMarkets = (world: World): Market[] => Object.values(world.markets).filter(({ halted }) => !halted)

const step = (places: number): string => (places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`)

/** One that is halted is not listed. */
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

/** Nobody else trades here and no prices are kept, so there is neither volume nor change. */
export const tickers: PublicAction = (world) =>
  accepted(
    Object.fromEntries(
      openMarkets(world).map((market) => [
        market.name,
        { base_id: 0, quote_id: 0, last_price: markPrice(market), quote_volume: '0', base_volume: '0', isFrozen: false, change: '0' },
      ]),
    ),
  )

const fundingMinutes = 480

/** A share of the position: 0.01 % three times a day, 0.03 % a day. */
const fundingRate = '0.0001'

const nextFunding = (world: World): number => {
  const interval = fundingMinutes * 60
  return (wholePart(wholeSecondsOf(world.nowMicros), interval) + 1) * interval * 1000
}

export const futures: PublicAction = (world) =>
  accepted({
    success: true,
    message: null,
    result: openMarkets(world)
      .filter(({ name }) => isFutures(name))
      .map((market) => ({
        ticker_id: market.name,
        stock_currency: market.stock,
        money_currency: market.money,
        last_price: markPrice(market),
        mark_price: markPrice(market),
        index_price: market.follows === null ? markPrice(market) : markPrice(world.markets[market.follows.market] ?? market),
        product_type: 'Perpetual',
        funding_rate: fundingRate,
        next_funding_rate_timestamp: String(nextFunding(world)),
        funding_interval_minutes: fundingMinutes,
        max_leverage: 100,
      })),
  })
