// Public data, and balances beyond the specification, in our own terms; for these, nothing outside
// this file knows how the exchange spells a field.
import type { z } from 'zod'
import type { FuturesQuote, Market, PlatformState, Ticker } from '../../shared/markets/market.js'
import type {
  CollateralBalance,
  CollateralSummary,
  TradeBalance,
} from '../../shared/portfolio/portfolio.js'
import { absolute, compare, type Decimal, isZero } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { endpoints } from '../../v4/endpoints.js'
import type { Misfit } from '../../v4/lists.js'
import { name } from '../../v4/numbers.js'
import { singleLine } from './response-parser.js'
import { readIn, toUnreadable, withUnreadable, type WithUnreadable } from './wire-mapping.js'

type Reply<Name extends keyof typeof endpoints> = z.infer<(typeof endpoints)[Name]['reply']>

function aboveZero(value: Decimal | null | undefined): Decimal | null {
  return value != null && compare(value, '0') > 0 ? value : null
}

/** 0.001 for "3", 1000000 for "-6". Null if the text is not a valid number of decimal places. */
function stepOfPlaces(places: string | undefined): Decimal | null {
  if (places === undefined || !/^-?(?:\d|[12]\d|30)$/.test(places)) return null
  const zeros = Number.parseInt(places, 10)
  return zeros > 0 ? `0.${'0'.repeat(zeros - 1)}1` : `1${'0'.repeat(-zeros)}`
}

/** By name, from a map or from a list whose members contain their names. */
function byName(misfits: readonly Misfit[], field?: string) {
  return toUnreadable(misfits, ({ at, member }) => {
    if (field !== undefined) return { id: null, name: readIn(name, member, field) }
    return { id: null, name: typeof at === 'string' ? singleLine(at) : null }
  })
}

/** Some servers use a separate member, some the type. */
function kindOf({ type, isTradFiFutures }: Reply<'markets'>['fitting'][number]): string | null {
  return isTradFiFutures === true ? 'tradfiFutures' : (type ?? null)
}

function toMarket(wire: Reply<'markets'>['fitting'][number]): Market {
  return {
    name: wire.name,
    base: wire.stock,
    quote: wire.money,
    amountStep: aboveZero(wire.stepSize) ?? stepOfPlaces(wire.stockPrec),
    priceStep: aboveZero(wire.tickSize) ?? stepOfPlaces(wire.moneyPrec),
    makerFee: wire.makerFee ?? null,
    takerFee: wire.takerFee ?? null,
    minAmount: wire.minAmount ?? null,
    minNotional: wire.minTotal ?? null,
    maxNotional: aboveZero(wire.maxTotal),
    isOpen: wire.tradesEnabled ?? null,
    isCollateral: wire.isCollateral ?? null,
    kind: kindOf(wire),
    delistedAt: wire.delistedAt ?? null,
  }
}

export function toMarkets({ fitting, misfits }: Reply<'markets'>): WithUnreadable<Market[]> {
  return withUnreadable(fitting.map(toMarket), byName(misfits, 'name'))
}

export function toTickers({
  fitting,
  misfits,
}: Reply<'tickers'>): WithUnreadable<{ [market: string]: Ticker }> {
  return withUnreadable(
    Object.fromEntries(
      Object.entries(fitting).map(([market, wire]): [string, Ticker] => [
        market,
        { last: wire.last_price, change: wire.change ?? null, isFrozen: wire.isFrozen === true },
      ]),
    ),
    byName(misfits),
  )
}

/** Milliseconds as text. */
function momentOf(milliseconds: string | undefined): UnixSeconds | null {
  return milliseconds !== undefined && /^\d{10,15}$/.test(milliseconds)
    ? Number.parseInt(milliseconds, 10) / 1000
    : null
}

function minutesOf(minutes: number | undefined): number | null {
  return minutes !== undefined && minutes > 0 && minutes < 1e6 ? minutes : null
}

export function toFutures({
  result: { fitting, misfits },
}: Reply<'futures'>): WithUnreadable<{ [market: string]: FuturesQuote }> {
  return withUnreadable(
    Object.fromEntries(
      fitting.map((wire): [string, FuturesQuote] => [
        wire.ticker_id,
        {
          mark: aboveZero(wire.mark_price),
          index: wire.index_price ?? null,
          fundingRate: wire.funding_rate ?? null,
          nextFundingAt: momentOf(wire.next_funding_rate_timestamp),
          fundingMinutes: minutesOf(wire.funding_interval_minutes),
        },
      ]),
    ),
    byName(misfits, 'ticker_id'),
  )
}

const platformStates: Record<string, PlatformState> = {
  'system operational': 'operational',
  '1': 'operational',
  'system maintenance': 'maintenance',
  '0': 'maintenance',
}

export function toPlatformState({ status }: Reply<'platformStatus'>): PlatformState {
  return Object.hasOwn(platformStates, status) ? (platformStates[status] ?? 'unclear') : 'unclear'
}

export function toTradeBalance({
  fitting,
  misfits,
}: Reply<'tradeBalance'>): WithUnreadable<TradeBalance[]> {
  return withUnreadable(
    Object.entries(fitting).map(([asset, { available, freeze }]) => ({
      asset,
      available,
      inOrders: freeze,
    })),
    byName(misfits),
  )
}

/** Some servers send what is owed as a negative number. */
export function toCollateralBalance({
  fitting,
  misfits,
}: Reply<'collateralBalances'>): WithUnreadable<CollateralBalance[]> {
  return withUnreadable(
    fitting
      .map(({ asset, balance, borrow, availableWithoutBorrow: free }) => ({
        asset,
        balance,
        borrowed: absolute(borrow),
        ...(free === undefined ? {} : { free }),
      }))
      .filter(({ balance, borrowed }) => !isZero(balance) || !isZero(borrowed)),
    byName(misfits, 'asset'),
  )
}

export function toCollateralSummary(wire: Reply<'collateralSummary'>): CollateralSummary {
  return {
    equity: wire.equity,
    usedMargin: wire.margin,
    freeMargin: wire.freeMargin,
    unrealizedPnl: wire.pnl,
    unrealizedFunding: wire.unrealizedFunding,
    leverage: wire.leverage ?? null,
  }
}
