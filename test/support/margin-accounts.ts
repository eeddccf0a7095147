// Random accounts of the simulator, and what Plimsoll would have read of them.
import fc from 'fast-check'
import type { Market } from '../../src/shared/markets/market.js'
import { noPrices, type PricesView } from '../../src/shared/markets/market.js'
import { absolute, compare, cut, isNegative, multiply, negate } from '../../src/shared/money.js'
import { levelOf, marginBacking } from '../../src/shared/portfolio/margin.js'
import type { MarginAction, MarginFacts } from '../../src/shared/portfolio/margin-answer.js'
import type { CollateralSummary } from '../../src/shared/portfolio/portfolio.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import { collateralFigures } from '../../src/simulator/actions/account-lists.js'
import { borrow } from '../../src/simulator/engine/borrowing.js'
import {
  accountFigures,
  execute,
  newPosition,
  positionFigures,
  unrealizedPnl,
} from '../../src/simulator/engine/margin.js'
import { marketOf, markPrice, setPrice } from '../../src/simulator/engine/prices.js'
import { bareWorld, fund } from '../../src/simulator/scenes/setting.js'
import { move, type World } from '../../src/simulator/world.js'
import { aFeed } from '../fixtures/portfolio/figures.js'

const template = bareWorld('random', 1, 1_755_500_000_000_000)

function cents(most: number) {
  return fc.integer({ min: 0, max: most }).map((whole) => multiply(String(whole), '0.01'))
}

const satoshis = fc
  .integer({ min: 0, max: 40_000_000 })
  .map((n) => multiply(String(n), '0.00000001'))

const lots: Record<string, string> = {
  BTC_USDT: '0.001',
  ETH_USDT: '0.01',
  SOL_USDT: '0.1',
  XRP_USDT: '10',
  BTC_PERP: '0.001',
  ETH_PERP: '0.01',
  SOL_PERP: '0.1',
}

const position = fc.record({
  market: fc.constantFrom(...Object.keys(lots)),
  lots: fc.integer({ min: 1, max: 3000 }),
  isShort: fc.boolean(),
  isHedged: fc.boolean(),
  /** In thousandths of the price now. */
  entry: fc.integer({ min: 600, max: 1500 }),
  funding: cents(500),
})

const wallet = fc.record({ USDT: cents(3_000_000), BTC: satoshis, ETH: satoshis })

export const randomAccount = fc.record({
  leverage: fc.constantFrom('1', '2', '3', '5', '10', '20', '50', '100'),
  main: wallet,
  trade: wallet,
  collateral: fc.record({ USDT: cents(4_000_000), BTC: satoshis, ETH: satoshis }),
  positions: fc.array(position, { minLength: 1, maxLength: 6 }),
  borrowed: fc.option(fc.record({ asset: fc.constantFrom('BTC', 'USDT'), amount: satoshis })),
  /** In thousandths. */
  moves: fc.record({
    BTC_USDT: fc.integer({ min: 800, max: 1200 }),
    ETH_USDT: fc.integer({ min: 800, max: 1200 }),
  }),
  target: fc.integer({ min: 1005, max: 6000 }).map((tenths) => multiply(String(tenths), '0.1')),
})
type RandomAccount = typeof randomAccount extends fc.Arbitrary<infer Account> ? Account : never

export function worldOf(account: RandomAccount): World {
  const world = structuredClone(template)
  world.leverage = account.leverage
  world.hedgeMode = true
  for (const [market, thousandths] of Object.entries(account.moves)) {
    const one = marketOf(world, { market })
    const price = multiply(markPrice(one), multiply(String(thousandths), '0.001'))
    setPrice(world, one, cut(price, one.pricePrecision))
  }
  for (const purse of ['main', 'trade', 'collateral'] as const) fund(world, purse, account[purse])
  for (const { market, lots: count, isShort, isHedged, entry, funding } of account.positions) {
    const isFuture = market.endsWith('_PERP')
    const side = isHedged && isFuture ? (isShort ? 'SHORT' : 'LONG') : 'BOTH'
    // One of each side, and none of both modes on one market.
    const others = world.positions.filter((one) => one.market === market)
    if (others.some((one) => side === 'BOTH' || one.side === 'BOTH' || one.side === side)) continue
    const units = multiply(lots[market] ?? '1', String(count))
    const price = markPrice(marketOf(world, { market }))
    const base = multiply(price, multiply(String(entry), '0.001'))
    const one = newPosition(world, market, side, isShort ? negate(units) : units, base, 0)
    world.positions.push({ ...one, unrealizedFunding: isFuture ? '0' : funding })
  }
  if (account.borrowed !== null && account.borrowed.amount !== '0')
    borrow(world, account.borrowed.asset, account.borrowed.amount)
  return world
}

export function summaryOf(world: World): CollateralSummary {
  const { equity, margin, freeMargin, unrealizedFunding, pnl, leverage } = collateralFigures(world)
  return { equity, usedMargin: margin, freeMargin, unrealizedPnl: pnl, unrealizedFunding, leverage }
}

/** As Plimsoll reads it; null if no margin is in use. */
export function levelIn(world: World): string | null {
  const summary = summaryOf(world)
  return summary.usedMargin === '0' ? null : levelOf(marginBacking(summary), summary.usedMargin)
}

export function factsOf(world: World): MarginFacts {
  const figures = accountFigures(world)
  const listed = (purse: 'main' | 'trade') =>
    Object.entries(world.ledger[purse]).map(([asset, total]) => ({
      asset,
      total,
      owed: '0',
      free: total,
    }))
  const positions = world.positions.map((one): Position => {
    const { mark, margin, liquidationPrice } = positionFigures(world, one, figures)
    return {
      id: String(one.id),
      market: one.market,
      amount: one.amount,
      entryPrice: one.basePrice,
      liquidationPrice,
      usedMargin: margin,
      unrealizedPnl: unrealizedPnl(one, mark),
      positionSide: one.side,
    }
  })
  const markets = Object.values(world.markets)
  const prices: PricesView = {
    ...noPrices,
    tickers: aFeed(
      Object.fromEntries(
        markets.map((market) => [
          market.name,
          { last: markPrice(market), change: null, isFrozen: false },
        ]),
      ),
    ),
  }
  return {
    summary: summaryOf(world),
    main: listed('main'),
    trade: listed('trade'),
    positions,
    openOrders: [],
    isMarginShared: world.borrowings.length > 0,
    prices,
    now: 1_760_000_000,
    markets: markets.map((market): Market => ({
      name: market.name,
      base: market.stock,
      quote: market.money,
      amountStep: market.amountStep,
      priceStep: null,
      makerFee: multiply(market.makerFee, '100'),
      takerFee: multiply(market.takerFee, '100'),
      minAmount: market.minAmount,
      minNotional: market.minTotal,
      maxNotional: null,
      isOpen: true,
      isCollateral: true,
      kind: null,
      delistedAt: null,
    })),
  }
}

/** As the service would carry it out. */
export function carryOut(world: World, action: MarginAction): void {
  if (action.kind === 'move') {
    move(world.ledger, action.from, 'collateral', action.asset, action.amount)
    return
  }
  const one = world.positions.find(({ id }) => String(id) === action.position.id)
  if (one === undefined) throw new Error(`no position ${action.position.id}`)
  const change = isNegative(one.amount) ? action.amount : negate(action.amount)
  if (compare(action.amount, absolute(one.amount)) > 0)
    throw new Error(`more than there is: ${action.amount}`)
  execute(world, marketOf(world, one), one.side, change)
}
