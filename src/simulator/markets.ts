// The markets of the service. They are not part of the API here; orders, positions and loans depend
// on them.
import { isFutures } from './engine/margin.js'
import { draw, randomFor } from './engine/random.js'
import { ticksOf, wholePart } from './engine/units.js'
import type { Market } from './world.js'

type Row = {
  name: string
  price: string
  pricePrecision: number
  minAmount: string
  /** Stock per level of the book. */
  depth: string
  restlessness: number
  collateral?: true
}

/** Futures take collateral, and follow the market of their stock, which precedes them. */
const rows: readonly Row[] = [
  {
    name: 'BTC_USDT',
    price: '64180',
    pricePrecision: 2,
    minAmount: '0.0001',
    depth: '0.35',
    restlessness: 200,
    collateral: true,
  },
  {
    name: 'ETH_USDT',
    price: '3092.4',
    pricePrecision: 2,
    minAmount: '0.001',
    depth: '6',
    restlessness: 230,
    collateral: true,
  },
  {
    name: 'SOL_USDT',
    price: '151.6',
    pricePrecision: 3,
    minAmount: '0.01',
    depth: '120',
    restlessness: 300,
    collateral: true,
  },
  {
    name: 'XRP_USDT',
    price: '0.5904',
    pricePrecision: 5,
    minAmount: '1',
    depth: '20000',
    restlessness: 250,
    collateral: true,
  },
  {
    name: 'LINK_USDT',
    price: '14.37',
    pricePrecision: 4,
    minAmount: '0.1',
    depth: '900',
    restlessness: 290,
    collateral: true,
  },
  {
    name: 'ADA_USDT',
    price: '0.4462',
    pricePrecision: 5,
    minAmount: '1',
    depth: '30000',
    restlessness: 160,
  },
  {
    name: 'DOGE_USDT',
    price: '0.12385',
    pricePrecision: 6,
    minAmount: '10',
    depth: '90000',
    restlessness: 190,
  },
  {
    name: 'TRX_USDT',
    price: '0.11672',
    pricePrecision: 6,
    minAmount: '10',
    depth: '90000',
    restlessness: 90,
  },
  {
    name: 'LTC_USDT',
    price: '82.55',
    pricePrecision: 2,
    minAmount: '0.01',
    depth: '80',
    restlessness: 140,
  },
  {
    name: 'USDC_USDT',
    price: '0.9998',
    pricePrecision: 6,
    minAmount: '1',
    depth: '50000',
    restlessness: 8,
  },
  {
    name: 'BTC_PERP',
    price: '64190',
    pricePrecision: 1,
    minAmount: '0.001',
    depth: '0.8',
    restlessness: 40,
  },
  {
    name: 'ETH_PERP',
    price: '3093.1',
    pricePrecision: 2,
    minAmount: '0.01',
    depth: '12',
    restlessness: 40,
  },
  {
    name: 'SOL_PERP',
    price: '151.65',
    pricePrecision: 3,
    minAmount: '0.1',
    depth: '250',
    restlessness: 40,
  },
  {
    name: 'XRP_PERP',
    price: '0.59055',
    pricePrecision: 5,
    minAmount: '10',
    depth: '40000',
    restlessness: 40,
  },
  {
    name: 'LINK_PERP',
    price: '14.374',
    pricePrecision: 4,
    minAmount: '1',
    depth: '1500',
    restlessness: 40,
  },
]

function openMarket(row: Row, seed: number, markets: Record<string, Market>): Market {
  const random = randomFor(seed, `price of ${row.name}`)
  const base = ticksOf(row.price, row.pricePrecision) ?? 1
  const futures = isFutures(row.name)
  const stock = row.name.slice(0, row.name.indexOf('_'))
  const followed = futures ? markets[`${stock}_USDT`] : undefined
  const follows =
    followed === undefined
      ? null
      : {
          market: followed.name,
          ticksPerTick: 10 ** (followed.pricePrecision - row.pricePrecision),
        }
  const beside =
    followed === undefined || follows === null
      ? null
      : wholePart(followed.ticks, follows.ticksPerTick)
  // A seed starts up to 0.4 % away from the listed price, so that two seeds are two accounts.
  const reach = wholePart(base, 250)
  const start = base + draw(random, 2 * reach + 1) - reach
  const distance = wholePart(base, 6000)
  return {
    name: row.name,
    stock,
    money: 'USDT',
    pricePrecision: row.pricePrecision,
    minAmount: row.minAmount,
    amountStep: row.minAmount,
    minTotal: '5.05',
    makerFee: futures ? '0.0001' : '0.001',
    takerFee: futures ? '0.00055' : '0.001',
    collateral: futures || row.collateral === true,
    halted: false,
    snapshot: true,
    depth: row.depth,
    ticks: beside === null ? start : beside + distance,
    anchorTicks: beside === null ? base : distance,
    restlessness: row.restlessness,
    follows,
    script: null,
    random,
    taken: { buy: '0', sell: '0' },
  }
}

/**
 * The default list: spot and futures, some with collateral. `BTC_USDT`, `ETH_USDT` and `BTC_PERP`
 * are always in it.
 */
export function openMarkets(seed: number): Record<string, Market> {
  const markets: Record<string, Market> = {}
  for (const row of rows) markets[row.name] = openMarket(row, seed, markets)
  return markets
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A three-letter name for the n-th fictional coin, beginning with X to distinguish it from real
 * ones.
 */
export function inventedCoin(n: number): string {
  return `X${letters.charAt(wholePart(n, letters.length) % letters.length)}${letters.charAt(n % letters.length)}`
}

/** Futures of fictional coins, for accounts with very many positions. */
export function inventedFutures(seed: number, count: number): Record<string, Market> {
  const prices = randomFor(seed, 'invented prices')
  const markets: Record<string, Market> = {}
  for (let n = 0; n < count; n += 1) {
    const name = `${inventedCoin(n)}_PERP`
    const price = `${1 + draw(prices, 90)}.${1000 + draw(prices, 9000)}`
    markets[name] = openMarket(
      { name, price, pricePrecision: 4, minAmount: '1', depth: '5000', restlessness: 60 },
      seed,
      markets,
    )
  }
  return markets
}
