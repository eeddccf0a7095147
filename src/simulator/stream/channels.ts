// What can be subscribed to. A channel remembers what it last sent to a subscriber, and sends what
// has changed since.
import { cut, negate, subtract, type Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { documentedFuture, tickerOf } from '../actions/market-actions.js'
import { asCopied } from '../engine/copied.js'
import { fundingRate, indexOf, nextFunding } from '../engine/futures.js'
import { secondsOf, wholeSecondsOf, withPlaces } from '../engine/units.js'
import {
  type Borrowing,
  type FinishedOrder,
  held,
  type Market,
  type MarginEvent,
  type RestingOrder,
  type TriggerOrder,
  type World,
} from '../world.js'
import {
  accountFigures,
  borrowingLiquidationPrice,
  collateralOf,
  isFutures,
  notional,
  positionFigures,
  unrealizedPnl,
} from '../engine/margin.js'
import { marketNamed, markPrice } from '../engine/prices.js'
import { statusOnWire } from '../order-fields.js'

/** Errors of the stream, as publicly documented. */
export type StreamError = { code: number; message: string }
export const streamErrors = {
  invalidArgument: { code: 1, message: 'invalid argument' },
  methodNotFound: { code: 4, message: 'method not found' },
  requireAuthentication: { code: 6, message: 'require authentication' },
  tooManyRequests: { code: 7, message: 'too many requests' },
} as const

export type Feed = {
  /** Minimum time between two updates, in microseconds of the service's clock. */
  everyMicros: number
  /** Sent right after the subscription. */
  first: unknown[]
  /** Returns the `params` of every update that is due. */
  next(world: World): unknown[]
}

export type Channel = {
  private: boolean
  subscribe(world: World, params: unknown[]): Result<Feed, StreamError>
  request?(world: World, params: unknown[]): Result<unknown, StreamError>
}

const second = 1_000_000
const places = 8
/** The live service refuses a list of seven hundred; an empty one means all. */
const longestList = 500

function isNames(params: unknown[]): params is string[] {
  return (
    params.length <= longestList && params.every((one) => typeof one === 'string' && one !== '')
  )
}

/** What differs from the texts remembered under the same names, which are updated. */
function changed<T>(
  memory: Map<string, string>,
  now: readonly (readonly [string, T])[],
): [string, T][] {
  return now.flatMap(([name, value]): [string, T][] => {
    const text = JSON.stringify(value)
    if (memory.get(name) === text) return []
    memory.set(name, text)
    return [[name, value]]
  })
}

type Balances = (world: World, assets: readonly string[]) => (readonly [string, object])[]

/**
 * A list of assets, all if empty; updates contain only changes. `written` returns the `params` of
 * an update.
 */
function balanceChannel(
  everyMicros: number,
  balances: Balances,
  queried: Balances,
  written: (news: [string, object][]) => unknown,
): Channel {
  return {
    private: true,
    subscribe: (world, params) => {
      if (!isNames(params)) return fail(streamErrors.invalidArgument)
      const memory = new Map<string, string>()
      changed(memory, balances(world, params))
      const next = (later: World): unknown[] => {
        const news = changed(memory, balances(later, params))
        return news.length === 0 ? [] : [written(news)]
      }
      return ok({ everyMicros, first: [], next })
    },
    request: (world, params) =>
      isNames(params)
        ? ok(Object.fromEntries(queried(world, params)))
        : fail(streamErrors.invalidArgument),
  }
}

function named(all: Iterable<string>, wanted: readonly string[]): string[] {
  return [...new Set(wanted.length === 0 ? all : wanted)]
}

function own({ ledger }: World, account: 'trade' | 'reserved', asset: string): Decimal {
  return Object.hasOwn(ledger[account], asset) ? held(ledger, account, asset) : '0'
}

const spot: Balances = (world, assets) =>
  named([...Object.keys(world.ledger.trade), ...Object.keys(world.ledger.reserved)], assets).map(
    (asset) => [
      asset,
      { available: own(world, 'trade', asset), freeze: own(world, 'reserved', asset) },
    ],
  )

/** Of the collateral. */
function margin(
  written: (asset: string, figures: ReturnType<typeof collateralOf>) => object,
): Balances {
  return (world, assets) => {
    const figures = accountFigures(world)
    const all = [
      ...Object.keys(world.ledger.collateral),
      ...world.borrowings.map((one) => one.asset),
    ]
    return named(all, assets).map((asset) => [
      asset,
      written(asset, collateralOf(world, asset, figures)),
    ])
  }
}

/** Subscribed to without parameters. */
function wholeAccount(begins: (world: World) => Pick<Feed, 'first' | 'next'>): Channel {
  return {
    private: true,
    subscribe: (world, params) =>
      params.length > 0
        ? fail(streamErrors.invalidArgument)
        : ok({ everyMicros: second, ...begins(world) }),
  }
}

/** A position in the stream's format: the same figures as the REST response, under other names. */
export function positionRecord({
  position,
  mark,
  margin,
  freeMargin,
  liquidationPrice,
}: Omit<MarginEvent, 'number' | 'kind'>) {
  return {
    id: position.id,
    market: position.market,
    ctime: secondsOf(position.openedMicros),
    mtime: secondsOf(position.modifiedMicros),
    amount: position.amount,
    amount_in_money: cut(notional(position, mark), places),
    base_price: position.basePrice,
    pnl: cut(unrealizedPnl(position, mark), places),
    liq_price: liquidationPrice,
    liq_stage: position.liquidationState,
    unrealized_funding: position.unrealizedFunding,
    funding: position.funding,
    margin,
    free_margin: cut(freeMargin, places),
    realized_pnl: cut(position.realizedPnl, places),
    position_side: position.side,
  }
}

/** Always the complete list; nothing if nothing changed. */
const positions = wholeAccount((world) => {
  let before = ''
  const next = (now: World): unknown[] => {
    const figures = accountFigures(now)
    const records = now.positions.map((position) =>
      asCopied(
        now.copied?.streamedPositions.get(position.id),
        positionRecord(positionFigures(now, position, figures)),
      ),
    )
    const text = JSON.stringify(records)
    if (text === before) return []
    before = text
    return [{ total: records.length, records }]
  }
  return { first: next(world), next }
})

const eventNumbers = { margin_call: 1, liquidation: 2 } as const

/** Margin calls and liquidations from now on; nothing earlier. */
const positionEvents = wholeAccount((world) => {
  let last = world.ids.event
  const next = (now: World): unknown[] => {
    const news = now.marginEvents.filter(({ number }) => number > last)
    last = now.ids.event
    return news.map((event) => [
      eventNumbers[event.kind],
      asCopied(now.copied?.streamedPositions.get(event.position.id), positionRecord(event)),
    ])
  }
  return { first: [], next }
})

/** As documented: what is owed is below zero, and a price that there is none of is `NaN`. */
export function borrowingRecord(
  { asset, amount, accrued, openedMicros, modifiedMicros }: Borrowing,
  price: Decimal | null,
) {
  return {
    asset,
    ctime: secondsOf(openedMicros),
    mtime: secondsOf(modifiedMicros),
    amount: negate(amount),
    unrealized_funding: accrued,
    liq_price: price ?? 'NaN',
  }
}

/** Always the complete list; nothing if nothing changed. */
const borrows = wholeAccount((world) => {
  let before = ''
  const next = (now: World): unknown[] => {
    const figures = accountFigures(now)
    const records = now.borrowings.map((one) =>
      asCopied(
        now.copied?.borrowings.get(one.asset),
        borrowingRecord(one, borrowingLiquidationPrice(now, one, figures)),
      ),
    )
    const text = JSON.stringify(records)
    if (text === before) return []
    before = text
    return [{ total: records.length, records }]
  }
  return { first: next(world), next }
})

/** As for positions. */
const borrowEvents = wholeAccount((world) => {
  let last = world.ids.event
  const next = (now: World): unknown[] => {
    const news = now.borrowingEvents.filter(({ number }) => number > last)
    last = now.ids.event
    return news.map(({ kind, borrowing, liquidationPrice }) => [
      eventNumbers[kind],
      asCopied(
        now.copied?.borrowings.get(borrowing.asset),
        borrowingRecord(borrowing, liquidationPrice),
      ),
    ])
  }
  return { first: [], next }
})

function priceText(market: Market): string {
  return market.pricePrecision === 0
    ? markPrice(market)
    : withPlaces(markPrice(market), market.pricePrecision)
}

/** For a copy, the last price that its exchange sent, plus the change since. */
function lastText({ copied }: World, market: Market): unknown {
  const sent = copied?.tickers.get(market.name)
  return sent === undefined ? priceText(market) : asCopied(sent, tickerOf(market))['last_price']
}

function markText(world: World, market: Market): unknown {
  const sent = world.copied?.futures.get(market.name)
  return sent === undefined
    ? priceText(market)
    : asCopied(sent, documentedFuture(world, market))['mark_price']
}

function marketsNamed(world: World, params: unknown[]): Result<Market[], StreamError> {
  if (params.length === 0 || !isNames(params)) return fail(streamErrors.invalidArgument)
  const markets: Market[] = []
  for (const name of new Set(params)) {
    const market = marketNamed(world, name)
    if (market === undefined) return fail({ code: 9, message: `market ${name} does not exist` })
    markets.push(market)
  }
  return ok(markets)
}

const lastPrice: Channel = {
  private: false,
  subscribe: (world, params) => {
    const markets = marketsNamed(world, params)
    if (!markets.ok) return markets
    const memory = new Map<string, string>()
    const next = (now: World): unknown[] =>
      changed(
        memory,
        markets.value.map((market) => [market.name, lastText(now, market)] as const),
      )
    return ok({ everyMicros: second, first: next(world), next })
  },
  request: (world, params) => {
    const markets = marketsNamed(world, params)
    if (!markets.ok) return markets
    const [only, another] = markets.value
    return only === undefined || another !== undefined
      ? fail(streamErrors.invalidArgument)
      : ok(lastText(world, only))
  },
}

function listed({ markets }: World): Market[] {
  return Object.values(markets).filter(({ halted }) => !halted)
}

/**
 * One message for each named future, and one with all of them for no names. The time of the next
 * funding is in milliseconds, as observed, and that of the message in seconds.
 */
const premiumIndex: Channel = {
  private: false,
  subscribe: (world, params) => {
    const named = params.length === 0 ? ok(listed(world)) : marketsNamed(world, params)
    if (!named.ok) return named
    const futures = named.value.filter(({ name }) => isFutures(name))
    if (params.length > 0 && futures.length < named.value.length)
      return fail(streamErrors.invalidArgument)
    const next = (now: World): unknown[] => {
      const records = futures.map((market) => [
        market.name,
        // Empty while there is no fresh snapshot, as in the list of futures.
        ...(market.snapshot
          ? [markText(now, market), priceText(indexOf(now, market)), fundingRate]
          : ['', '', '']),
        nextFunding(now),
        wholeSecondsOf(now.nowMicros),
      ])
      return params.length === 0 ? [records] : records
    }
    return ok({ everyMicros: second / 2, first: next(world), next })
  },
}

const sideNumbers = { sell: 1, buy: 2 } as const
const typeNumbers = {
  limit: 1,
  'margin limit': 7,
  'margin market': 8,
  'margin stop limit': 9,
  'margin stop market': 10,
} as const

/** What a resting order and an ended one have in common. */
function orderRecord(order: RestingOrder | FinishedOrder, modifiedMicros: number) {
  return {
    id: order.id,
    market: order.market,
    side: sideNumbers[order.side],
    post_only: order.postOnly,
    ioc: order.ioc,
    ctime: secondsOf(order.createdMicros),
    mtime: secondsOf(modifiedMicros),
    price: order.price,
    amount: order.amount,
    deal_stock: order.dealStock,
    deal_money: order.dealMoney,
    deal_fee: order.dealFee,
    client_order_id: order.clientOrderId,
    stp: order.stp,
    rpi: order.rpi,
  }
}

function restingRecord(order: RestingOrder, modifiedMicros: number) {
  return {
    ...orderRecord(order, modifiedMicros),
    type: typeNumbers[order.collateral === null ? 'limit' : 'margin limit'],
    left: order.left,
    reduce_only: order.collateral?.reduceOnly ?? false,
    status: statusOnWire(order.status, null, 'spec'),
    position_side: order.collateral?.positionSide ?? 'BOTH',
  }
}

function waitingRecord(order: TriggerOrder) {
  return {
    id: order.id,
    market: order.market,
    side: sideNumbers[order.side],
    ...{ post_only: false, ioc: false, rpi: false, retail: false, stp: 'no' },
    ...{ ctime: secondsOf(order.createdMicros), mtime: secondsOf(order.createdMicros) },
    ...{ price: '0', amount: order.amount, left: order.amount },
    ...{ deal_stock: '0', deal_money: '0', deal_fee: '0' },
    client_order_id: order.clientOrderId,
    type: typeNumbers['margin stop market'],
    status: statusOnWire('NEW', null, 'spec'),
    position_side: order.positionSide,
    reduce_only: order.reduceOnly,
    activation_price: order.price,
    activation_condition: order.condition,
    activated: 0,
  }
}

function finishedRecord(order: FinishedOrder) {
  return {
    ...orderRecord(order, order.finishedMicros),
    type: typeNumbers[order.type],
    reduce_only: order.reduceOnly ?? false,
    left: order.ending === null ? '0' : subtract(order.amount, order.dealStock),
    status: statusOnWire('FILLED', order.ending, 'spec'),
    position_side: order.positionSide ?? 'BOTH',
  }
}

/** Orders that end from now on, oldest first. */
function endsSince(world: World): (now: World) => FinishedOrder[] {
  let last = world.finishedOrders.at(-1)
  return ({ finishedOrders }) => {
    const from = last === undefined ? 0 : finishedOrders.lastIndexOf(last) + 1
    last = finishedOrders.at(-1)
    return finishedOrders.slice(from)
  }
}

/** The markets with these names; all if there are none. */
function inMarkets(
  world: World,
  params: unknown[],
): Result<(order: { market: string }) => boolean, StreamError> {
  if (params.length === 0) return ok(() => true)
  const markets = marketsNamed(world, params)
  if (!markets.ok) return markets
  const names = new Set(markets.value.map(({ name }) => name))
  return ok(({ market }) => names.has(market))
}

const orderEvents = { opened: 1, changed: 2, ended: 3 } as const

/** Changes from now on. An order that is filled at once only ends. */
const pendingOrders: Channel = {
  private: true,
  subscribe: (world, params) => {
    const markets = inMarkets(world, params)
    if (!markets.ok) return markets
    const isMeant = markets.value
    const ended = endsSince(world)
    const open = (now: World): RestingOrder[] => now.openOrders.filter(isMeant)
    const waiting = (now: World): TriggerOrder[] =>
      now.triggerOrders.filter((order) => order.pair === null && isMeant(order))
    let known = new Set(waiting(world).map(({ id }) => id))
    let filled = new Map(open(world).map(({ id, dealStock }) => [id, dealStock]))
    const next = (now: World): unknown[] => {
      const before = filled
      filled = new Map(open(now).map(({ id, dealStock }) => [id, dealStock]))
      const ends = ended(now).filter(isMeant)
      const added = waiting(now).filter(({ id }) => !known.has(id))
      known = new Set(waiting(now).map(({ id }) => id))
      return [
        ...ends.map((order) => [orderEvents.ended, finishedRecord(order)]),
        ...open(now).flatMap((order): unknown[] => {
          const was = before.get(order.id)
          if (was === undefined)
            return [[orderEvents.opened, restingRecord(order, order.createdMicros)]]
          return was === order.dealStock
            ? []
            : [[orderEvents.changed, restingRecord(order, now.nowMicros)]]
        }),
        ...added.map((order) => [orderEvents.opened, waitingRecord(order)]),
      ]
    }
    return ok({ everyMicros: second, first: [], next })
  },
}

const everyType = 0
const marketType = 2

/** Orders that end from now on: of all types, limit orders (1) or market orders (2). */
const executedOrders: Channel = {
  private: true,
  subscribe: (world, [names, type, ...more]) => {
    if (!Array.isArray(names) || ![0, 1, 2].some((one) => one === type) || more.length > 0)
      return fail(streamErrors.invalidArgument)
    const markets = inMarkets(world, names)
    if (!markets.ok) return markets
    const isMeant = (order: FinishedOrder): boolean =>
      markets.value(order) &&
      (type === everyType || order.type.endsWith('market') === (type === marketType))
    const ended = endsSince(world)
    const next = (now: World): unknown[] =>
      ended(now)
        .filter(isMeant)
        .map((order) => [
          {
            ...finishedRecord(order),
            source: 'api',
            ftime: secondsOf(order.finishedMicros),
            fee_asset: 'USDT',
          },
        ])
    return ok({ everyMicros: second, first: [], next })
  },
}

const roleNumbers = { maker: 1, taker: 2 } as const

/** Fills from now on, of the markets in the one list that is asked for. */
const deals: Channel = {
  private: true,
  subscribe: (world, [names, ...more]) => {
    if (!Array.isArray(names) || more.length > 0) return fail(streamErrors.invalidArgument)
    const markets = inMarkets(world, names)
    if (!markets.ok) return markets
    let last = world.ids.deal
    const next = (now: World): unknown[] => {
      const news = now.deals.filter((deal) => deal.id > last && markets.value(deal))
      last = now.ids.deal
      return news.map(({ id, micros, market, orderId, price, amount, fee, ...deal }) => [
        ...[id, secondsOf(micros), market, orderId, price, amount, fee],
        ...[deal.clientOrderId, sideNumbers[deal.side], roleNumbers[deal.role]],
        world.markets[market]?.money ?? '',
      ])
    }
    return ok({ everyMicros: second, first: [], next })
  },
}

export const channels: Record<string, Channel> = {
  balanceSpot: balanceChannel(second, spot, spot, (news) => [Object.fromEntries(news)]),
  balanceMargin: balanceChannel(
    1.5 * second,
    margin((a, { balance: B, borrow: b, free: av, withBorrow: ab }) => ({ a, B, b, av, ab })),
    margin((_asset, { balance, borrow, free, withBorrow }) => ({
      balance,
      borrow,
      available_without_borrow: free,
      available_with_borrow: withBorrow,
    })),
    (news) => news.map(([, balance]) => balance),
  ),
  positionsMargin: positions,
  positionsAccountMargin: positionEvents,
  borrowsMargin: borrows,
  borrowsAccountMargin: borrowEvents,
  ordersPending: pendingOrders,
  ordersExecuted: executedOrders,
  deals,
  lastprice: lastPrice,
  premiumIndex,
}
