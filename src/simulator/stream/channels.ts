// What can be subscribed to. A channel remembers for one subscriber what was last said, and says what is new since then.
import { compare, cut, multiply, type Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { held } from '../engine/ledger.js'
import { accountFigures, collateralAsset } from '../engine/margin.js'
import { markPrice } from '../engine/prices.js'
import { withPlaces } from '../engine/ticks.js'
import type { Market, World } from '../world.js'
import { eventRecord, positionRecords } from './position-record.js'
import { noSuchMarket, streamErrors, type StreamError } from './stream-error.js'

/** Gives the `params` of every update that is due. */
type Updates = (world: World) => unknown[]
export type Feed = {
  /** Least time between two updates, in microseconds of the service's clock. */
  everyMicros: number
  /** Sent right after the subscription. */
  first: unknown[]
  next: Updates
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

const isNames = (params: unknown[]): params is string[] =>
  params.length <= longestList && params.every((one) => typeof one === 'string' && one !== '')

/** What differs from the texts remembered under the same names; they are remembered anew. */
const changed = <T>(memory: Map<string, string>, now: readonly (readonly [string, T])[]): [string, T][] =>
  now.flatMap(([name, value]): [string, T][] => {
    const text = JSON.stringify(value)
    if (memory.get(name) === text) return []
    memory.set(name, text)
    return [[name, value]]
  })

type Balances = (world: World, assets: readonly string[]) => (readonly [string, object])[]

/** A list of assets, all where it is empty; updates hold only what changed. `written` gives the `params` of an update. */
const balanceChannel = (
  everyMicros: number,
  balances: Balances,
  queried: Balances,
  written: (news: [string, object][]) => unknown,
): Channel => ({
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
  request: (world, params) => (isNames(params) ? ok(Object.fromEntries(queried(world, params))) : fail(streamErrors.invalidArgument)),
})

const named = (all: Iterable<string>, wanted: readonly string[]): string[] =>
  wanted.length === 0 ? [...new Set(all)] : [...new Set(wanted)]

const spot: Balances = ({ ledger }, assets) =>
  named([...Object.keys(ledger.trade), ...Object.keys(ledger.reserved)], assets).map((asset) => {
    const own = (account: 'trade' | 'reserved'): Decimal => (Object.hasOwn(ledger[account], asset) ? held(ledger, account, asset) : '0')
    return [asset, { available: own('trade'), freeze: own('reserved') }] as const
  })

/** What may leave the collateral: never more than is there, and nothing that positions need. */
const marginOf = (world: World, asset: string): { total: Decimal; free: Decimal; withBorrow: Decimal } => {
  const { collateral } = world.ledger
  const total = Object.hasOwn(collateral, asset) ? held(world.ledger, 'collateral', asset) : '0'
  if (asset !== collateralAsset) return { total, free: total, withBorrow: total }
  const { freeMargin } = accountFigures(world)
  const free = compare(freeMargin, total) < 0 ? freeMargin : total
  return { total, free: cut(free, places), withBorrow: cut(multiply(freeMargin, world.leverage), places) }
}

const margin: Balances = (world, assets) =>
  named(Object.keys(world.ledger.collateral), assets).map((asset) => {
    const { total, free, withBorrow } = marginOf(world, asset)
    return [asset, { a: asset, B: total, b: '0', av: free, ab: withBorrow }] as const
  })

const marginInFull: Balances = (world, assets) =>
  named(Object.keys(world.ledger.collateral), assets).map((asset) => {
    const { total, free, withBorrow } = marginOf(world, asset)
    return [asset, { balance: total, borrow: '0', available_without_borrow: free, available_with_borrow: withBorrow }] as const
  })

/** Always the whole list; nothing where nothing moved. */
const positions: Channel = {
  private: true,
  subscribe: (world, params) => {
    if (params.length > 0) return fail(streamErrors.invalidArgument)
    let before = ''
    const next = (now: World): unknown[] => {
      const records = positionRecords(now)
      const text = JSON.stringify(records)
      if (text === before) return []
      before = text
      return [{ total: records.length, records }]
    }
    return ok({ everyMicros: second, first: next(world), next })
  },
}

const eventNumbers = { margin_call: 1, liquidation: 2 } as const

/** Margin calls and liquidations from now on; nothing of what was before. */
const positionEvents: Channel = {
  private: true,
  subscribe: (world, params) => {
    if (params.length > 0) return fail(streamErrors.invalidArgument)
    let last = world.ids.event
    const next = (now: World): unknown[] => {
      const news = now.marginEvents.filter(({ number }) => number > last)
      last = now.ids.event
      return news.map((event) => [eventNumbers[event.kind], eventRecord(event)])
    }
    return ok({ everyMicros: second, first: [], next })
  },
}

const priceText = (market: Market): string =>
  market.pricePrecision === 0 ? markPrice(market) : withPlaces(markPrice(market), market.pricePrecision)

const marketsNamed = (world: World, params: unknown[]): Result<Market[], StreamError> => {
  if (params.length === 0 || !isNames(params)) return fail(streamErrors.invalidArgument)
  const markets: Market[] = []
  for (const name of new Set(params)) {
    const market = Object.hasOwn(world.markets, name) ? world.markets[name] : undefined
    if (market === undefined) return fail(noSuchMarket(name))
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
    const next = (): unknown[] =>
      changed(
        memory,
        markets.value.map((market) => [market.name, priceText(market)] as const),
      )
    return ok({ everyMicros: second, first: next(), next })
  },
  request: (world, params) => {
    const markets = marketsNamed(world, params)
    if (!markets.ok) return markets
    const [only, another] = markets.value
    return only === undefined || another !== undefined ? fail(streamErrors.invalidArgument) : ok(priceText(only))
  },
}

export const channels = {
  balanceSpot: balanceChannel(second, spot, spot, (news) => [Object.fromEntries(news)]),
  balanceMargin: balanceChannel(1.5 * second, margin, marginInFull, (news) => news.map(([, balance]) => balance)),
  positionsMargin: positions,
  positionsAccountMargin: positionEvents,
  lastprice: lastPrice,
} satisfies Record<string, Channel>

export type ChannelName = keyof typeof channels
