// The markets of a copied account: at the prices last sent, and still until someone moves them. One
// without a price is worth nothing, and stays so.
import type { AccountCopy } from '../shared/demo/account-copy.js'
import { impliedMark } from '../shared/markets/mark-price.js'
import type { Market as SentMarket } from '../shared/markets/market.js'
import { compare, cut, type Decimal, divide, isZero, multiply } from '../shared/money.js'
import { currenciesOf } from '../shared/orders/order-rules.js'
import type { Order } from '../shared/orders/order.js'
import { money } from '../shared/portfolio/margin-call-answer.js'
import { isFutures } from './engine/margin.js'
import { markPrice, setPrice } from './engine/prices.js'
import { randomFor } from './engine/random.js'
import { placesOf, ticksOf } from './engine/units.js'
import type { Market, World } from './world.js'

/**
 * The value of a credit line's collateral follows the price of this market, because the exchange
 * does not say what the collateral is.
 */
export const creditLineMarket = 'credit line'

export function positiveOr<T>(value: Decimal | null | undefined, otherwise: T): Decimal | T {
  return value != null && compare(value, '0') > 0 ? value : otherwise
}

/** Most digits of a price in ticks that a number can hold exactly. */
const mostDigits = 15
/** Decimal places of a price that was not sent. */
const impliedPlaces = 8
const finestStep = '0.00000001'
/** Enough for any order, because the depth of the real book is unknown. */
const depth = '1000000000'
const usualFee = '0.001'

export function everyOrder({ openOrders, conditionalOrders }: AccountCopy): Order[] {
  const linked = (conditionalOrders ?? []).flatMap((one) =>
    one.kind === 'oco' ? [one.stopLoss, one.takeProfit] : [one.order],
  )
  return [...(openOrders ?? []), ...linked]
}

function levelsOf(order: Order): (Decimal | null | undefined)[] {
  const { price, activationPrice, oto } = order
  return [price, activationPrice, oto?.stopLoss, oto?.takeProfit]
}

/** Prices of positions and orders, by market, which must have enough precision for them. */
function pricesIn(account: AccountCopy): Map<string, Decimal[]> {
  const named: (readonly [string, readonly (Decimal | null | undefined)[]])[] = [
    ...(account.positions ?? []).map((one) => {
      const { stopLoss, takeProfit } = one.protectiveOrders ?? {}
      const mark = impliedMark(one)
      const rounded = mark === null ? null : cut(mark, impliedPlaces)
      return [one.market, [rounded, one.entryPrice, stopLoss, takeProfit]] as const
    }),
    ...everyOrder(account).map((order) => [order.market, levelsOf(order)] as const),
    ...(account.conditionalOrders ?? []).map((one) =>
      one.kind === 'oco'
        ? ([one.stopLoss.market, []] as const)
        : ([one.order.market, [one.stopLoss, one.takeProfit]] as const),
    ),
  ]
  const prices = new Map<string, Decimal[]>()
  for (const [market, list] of named) {
    const usable = list.flatMap((price) => positiveOr(price, null) ?? [])
    prices.set(market, [...(prices.get(market) ?? []), ...usable])
  }
  return prices
}

function precisionFor(price: Decimal, others: readonly Decimal[]): number {
  const longest = (lengths: number[]): number => lengths.reduce((a, b) => (b > a ? b : a), 0)
  const all = [price, ...others]
  const most = mostDigits - longest(all.map((one) => cut(one, 0).length))
  const wanted = longest(all.map(placesOf))
  return wanted < most ? wanted : most > 0 ? most : 0
}

function feeOf(percent: Decimal | null | undefined): Decimal {
  const fee = percent == null ? usualFee : divide(percent, '100', 12)
  return positiveOr(fee, '0')
}

type Known = { price: Decimal; others: readonly Decimal[]; sent: SentMarket | undefined }

function copiedMarket(name: string, seed: number, { price, others, sent }: Known): Market {
  const { base, quote } = sent ?? currenciesOf(name)
  const exact = precisionFor(price, [...others.slice(0, 1000), sent?.priceStep ?? '0'])
  // Of an implied price with endless decimals, the last ones are cut.
  const ticks = isZero(price) ? 0 : (ticksOf(cut(price, exact), exact) ?? 1)
  const amountStep = positiveOr(sent?.amountStep, finestStep)
  return {
    name,
    stock: base,
    money: quote,
    pricePrecision: exact,
    minAmount: positiveOr(sent?.minAmount, amountStep),
    amountStep,
    minTotal: positiveOr(sent?.minNotional, '0'),
    makerFee: feeOf(sent?.makerFee),
    takerFee: feeOf(sent?.takerFee),
    collateral: sent?.isCollateral ?? true,
    halted: false,
    snapshot: true,
    depth,
    ticks,
    anchorTicks: ticks,
    restlessness: 0,
    follows: null,
    script: null,
    random: randomFor(seed, name),
    taken: { buy: '0', sell: '0' },
  }
}

export function copiedMarkets(account: AccountCopy, seed: number): Record<string, Market> {
  const { tickers, futures } = account
  const sent = new Map(account.markets.map((market) => [market.name, market]))
  const prices = pricesIn(account)
  const tickerOf = new Map(Object.entries(tickers ?? {}))
  const futureOf = new Map(Object.entries(futures ?? {}))
  const names = new Set([...tickerOf.keys(), ...futureOf.keys(), ...prices.keys()])
  const markets = [...names].map((name): [string, Market] => {
    const others = prices.get(name) ?? []
    const mark = isFutures(name) ? positiveOr(futureOf.get(name)?.mark, null) : null
    const price = mark ?? positiveOr(tickerOf.get(name)?.last, null) ?? others[0] ?? '0'
    return [name, copiedMarket(name, seed, { price, others, sent: sent.get(name) })]
  })
  const creditLine = copiedMarket(creditLineMarket, seed, {
    price: '1',
    others: ['0.00000001'],
    sent: undefined,
  })
  return Object.fromEntries([...markets, [creditLineMarket, { ...creditLine, collateral: false }]])
}

/**
 * Multiplies the prices of an asset on all of its markets by `times` ÷ `over`. `asset` null: every
 * price, and the value of a credit line's collateral, but fiat currencies and stablecoins. Returns
 * the markets that moved, as they were: a price stays where it cannot be expressed.
 */
export function scalePrices(
  world: World,
  asset: string | null,
  { times, over }: { times: Decimal; over: Decimal },
): { market: Market; before: number }[] {
  const moving = Object.values(world.markets).filter((market) =>
    asset === null
      ? market.name === creditLineMarket ||
        (!money.includes(market.stock) && money.includes(market.money))
      : market.stock === asset && market.name !== creditLineMarket,
  )
  return moving.flatMap((market) => {
    const before = market.ticks
    const price = divide(multiply(markPrice(market), times), over, market.pricePrecision)
    setPrice(world, market, price)
    return market.ticks === before ? [] : { market, before }
  })
}
