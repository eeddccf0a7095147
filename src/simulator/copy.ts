// A practice copy: a world made from the latest responses about an account, without ids, client
// order ids and anything else that identifies it. What an exchange does not publish is assumed:
// prices do not change until the user moves them, the collateral of a credit line follows all
// prices together, and the maintenance margin is the one that the liquidation prices imply.
import type { AccountCopy } from '../shared/demo/account-copy.js'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  isZero,
  multiply,
  negate,
  subtract,
  sum,
} from '../shared/money.js'
import { marginBacking } from '../shared/portfolio/margin.js'
import { directionOf, type Position as SentPosition } from '../shared/portfolio/position.js'
import { endpoints } from '../v4/endpoints.js'
import { positionOnWire } from './actions/account-actions.js'
import { collateralRow, summaryRow } from './actions/account-lists.js'
import { documentedFuture, tickerOf } from './actions/market-actions.js'
import { copyOrders } from './copy-orders.js'
import {
  copiedMarkets,
  creditLineMarket,
  everyOrder,
  positiveOr,
  scalePrices,
} from './copy-markets.js'
import { borrowedWorth, collateralAsset, priceInUsdt } from './engine/borrowing.js'
import { copied, type CopiedFigures } from './engine/copied.js'
import { currentLtv } from './engine/loan.js'
import {
  accountFigures,
  borrowingLiquidationPrice,
  boundMargin,
  marginCallTimes,
  marginOf,
  newPosition,
  notional,
  positionFigures,
  strengthOf,
} from './engine/margin.js'
import { marketOf, markOf, markPrice } from './engine/prices.js'
import { drawUuid, nextId } from './engine/random.js'
import { microsOf, secondsOn } from './engine/sent-times.js'
import { smaller, ticksOf, wholePart, wholeSecondsOf } from './engine/units.js'
import { bareWorld } from './scenes/setting.js'
import { borrowingRecord, positionRecord } from './stream/channels.js'
import { type Account, leverages, type Position, type Trigger, type World } from './world.js'

const places = 18

function noFigures(): CopiedFigures {
  return {
    equity: '0',
    margin: '0',
    maintenanceRate: '0',
    callTimes: marginCallTimes,
    begins: { equity: '0', maintenance: '0', states: new Map() },
    marginFactors: new Map(),
    positions: new Map(),
    streamedPositions: new Map(),
    summary: null,
    balances: new Map(),
    borrowings: new Map(),
    orders: new Map(),
    tickers: new Map(),
    futures: new Map(),
    loan: null,
    still: new Set(),
    linked: new Map(),
    unlisted: new Set(),
    withheld: new Set(),
  }
}

/** Exactly as the exchange sent it; the house has the opposite amount. */
function deposit(world: World, account: Account, amounts: readonly (readonly [string, Decimal])[]) {
  world.ledger[account] = Object.fromEntries(amounts)
  const house = new Map(Object.entries(world.ledger.house))
  for (const [asset, amount] of amounts) house.set(asset, subtract(house.get(asset) ?? '0', amount))
  world.ledger.house = Object.fromEntries(house)
}

/** The highest leverage that both the world and the account allow. */
function leverageOf(allowed: number | null): World['leverage'] {
  const known = leverages.filter((one) => Number.parseInt(one, 10) <= (allowed ?? 10))
  return known.at(-1) ?? '1'
}

/** Null if the price has already reached it: nothing may happen before the user moves a price. */
function levelOf(
  world: World,
  market: string,
  price: Decimal | null | undefined,
  isAbove: boolean,
) {
  if (price == null) return null
  const traded = marketOf(world, { market })
  const ticks = ticksOf(price, traded.pricePrecision)
  if (ticks === null || (isAbove ? ticks <= traded.ticks : ticks >= traded.ticks)) return null
  return { id: nextId(world, 'trigger'), price, ticks } satisfies Trigger
}

/** By the sides of positions and orders; some servers send none, but two positions on a market. */
function isHedged(account: AccountCopy): boolean {
  const positions = account.positions ?? []
  const isNamed = [...positions, ...everyOrder(account)].some(
    ({ positionSide }) => positionSide === 'LONG' || positionSide === 'SHORT',
  )
  return isNamed || new Set(positions.map(({ market }) => market)).size < positions.length
}

const sides = ['LONG', 'SHORT', 'BOTH'] as const

function copyPosition(world: World, sent: SentPosition): Position {
  const { market, liquidationState: state } = sent
  const isShort = directionOf(sent) === 'short'
  const units = absolute(sent.amount ?? '0')
  const usual = world.hedgeMode ? (isShort ? 'SHORT' : 'LONG') : 'BOTH'
  const side = sides.find((one) => one === sent.positionSide) ?? usual
  const amount = isShort ? negate(units) : units
  const openedMicros = microsOf(sent.openedAt, world.nowMicros)
  const levels = sent.protectiveOrders
  return {
    ...newPosition(world, market, side, amount, sent.entryPrice ?? '0', openedMicros),
    modifiedMicros: microsOf(sent.modifiedAt, openedMicros),
    realizedPnl: sent.realizedPnl ?? '0',
    funding: sent.funding ?? '0',
    unrealizedFunding: sent.unrealizedFunding ?? '0',
    takeProfit: levelOf(world, market, levels?.takeProfit, !isShort),
    stopLoss: levelOf(world, market, levels?.stopLoss, isShort),
    liquidationState: state === 'margin_call' || state === 'liquidation' ? state : null,
  }
}

type Pair = { sent: SentPosition; position: Position }

/** The value of positions and borrowings, which must be covered. */
function coveredValue(world: World): Decimal {
  const values = world.positions.map((position) => notional(position, markOf(world, position)))
  return add(sum(values), borrowedWorth(world))
}

type Reached = { asset: string; price: Decimal; now: Decimal }

/** Every liquidation price that was sent, of positions and of what is borrowed. */
function liquidationPrices(
  { borrowings }: AccountCopy,
  world: World,
  pairs: readonly Pair[],
): Reached[] {
  const ofPositions = pairs.flatMap(({ sent, position }) => {
    const price = positiveOr(sent.liquidationPrice, null)
    const market = marketOf(world, position)
    return price === null ? [] : { asset: market.stock, price, now: markPrice(market) }
  })
  const ofBorrowings = (borrowings ?? []).flatMap(({ asset, liquidationPrice }) => {
    const price = positiveOr(liquidationPrice, null)
    const now = priceInUsdt(world, asset)
    return price === null || now === null ? [] : { asset, price, now }
  })
  return [...ofPositions, ...ofBorrowings]
}

const smallest = '0.000000000000000001'

/**
 * The share of maintenance that the account just lacks once the asset has this price on all of its
 * markets: whatever holds, owes or trades the asset moves with it.
 */
function impliedRate(world: World, { asset, price, now }: Reached): Decimal | null {
  const moved = scalePrices(world, asset, { times: price, over: now })
  const { equity } = strengthOf(world)
  const value = coveredValue(world)
  for (const { market, before } of moved) Object.assign(market, { ticks: before })
  return compare(value, '0') > 0 ? add(divide(equity, value, places), smallest) : null
}

function isIn(pairs: readonly Pair[], state: string): boolean {
  return pairs.some(({ sent }) => sent.liquidationState === state)
}

const justAbove = '1.0001'

function larger(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) > 0 ? a : b
}

/**
 * Maintenance as the liquidation prices imply it: the price that is reached first decides. One that
 * is already passed implies nothing. An account that is not called begins uncalled here, too.
 */
function maintenanceFor(
  account: AccountCopy,
  world: World,
  pairs: readonly Pair[],
  usual: Decimal,
) {
  const { equity } = strengthOf(world)
  const value = coveredValue(world)
  if (compare(value, '0') <= 0) return { maintenanceRate: usual, callTimes: marginCallTimes }
  const all = isNegative(equity) ? '0' : divide(equity, value, places)
  const half = divide(all, marginCallTimes, places)
  const implied = liquidationPrices(account, world, pairs)
    .flatMap((reached) => positiveOr(impliedRate(world, reached), null) ?? [])
    .filter((rate) => compare(rate, all) < 0)
  const [first = smaller(usual, half), ...others] = implied
  const rate = others.reduce(larger, first)
  if (isIn(pairs, 'liquidation'))
    return {
      maintenanceRate: larger(rate, multiply(all, justAbove)),
      callTimes: marginCallTimes,
    }
  const ratio = isZero(rate) ? marginCallTimes : divide(all, rate, places)
  return {
    maintenanceRate: rate,
    callTimes: isIn(pairs, 'margin_call')
      ? larger(marginCallTimes, multiply(ratio, justAbove))
      : smaller(marginCallTimes, ratio),
  }
}

/** What covers the used margin; if the account's figures are unknown, enough for a calm start. */
function backingOf({ summary }: AccountCopy, world: World, pairs: readonly Pair[]): Decimal {
  if (summary !== null) return marginBacking(summary)
  const free = pairs.flatMap(({ sent }) => sent.freeMargin ?? [])[0]
  const used = sum(world.positions.map((position) => marginOf(world, position)))
  if (free !== undefined) return add(free, used)
  const { equity, maintenance } = strengthOf(world)
  const enough = multiply(maintenance, '4')
  return compare(equity, enough) < 0 ? enough : equity
}

function calibrate(account: AccountCopy, world: World, pairs: readonly Pair[]): void {
  const figures = noFigures()
  const usual = accountFigures(world)
  const value = coveredValue(world)
  for (const { sent, position } of pairs) {
    const formula = marginOf(world, position)
    if (sent.usedMargin != null && !isZero(formula))
      figures.marginFactors.set(position.id, divide(sent.usedMargin, formula, places))
  }
  const rate = isZero(value) ? '0.025' : divide(usual.maintenance, value, places)
  world.copied = { ...figures, maintenanceRate: rate }
  if (account.summary !== null)
    world.copied.margin = subtract(account.summary.usedMargin, boundMargin(world))
  world.copied.equity = subtract(backingOf(account, world, pairs), strengthOf(world).equity)
  Object.assign(world.copied, maintenanceFor(account, world, pairs, rate))
  const states = new Map(world.positions.map(({ id, liquidationState }) => [id, liquidationState]))
  world.copied.begins = { ...strengthOf(world), states }
}

function levelsOnWire(world: World, { sent, position }: Pair): object | null | undefined {
  const levels = sent.protectiveOrders
  if (levels == null) return levels
  const idOf = (trigger: Trigger | null): number => trigger?.id ?? nextId(world, 'trigger')
  return {
    ...(levels.takeProfit === null
      ? {}
      : { takeProfitId: idOf(position.takeProfit), takeProfit: levels.takeProfit }),
    ...(levels.stopLoss === null
      ? {}
      : { stopLossId: idOf(position.stopLoss), stopLoss: levels.stopLoss }),
  }
}

/** Leaves out members that were not sent: the stream has the formulas' results instead. */
function known(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function rememberPositions(world: World, figures: CopiedFigures, pairs: readonly Pair[]): void {
  const account = accountFigures(world)
  for (const pair of pairs) {
    const { sent, position } = pair
    const shared = { margin: sent.usedMargin, funding: sent.funding, amount: sent.amount }
    figures.positions.set(
      position.id,
      copied(positionOnWire(world, position, account, 'spec'), {
        ...shared,
        openDate: secondsOn(sent.openedAt),
        modifyDate: secondsOn(sent.modifiedAt),
        basePrice: sent.entryPrice,
        liquidationPrice: sent.liquidationPrice,
        liquidationState: sent.liquidationState,
        pnl: sent.realizedPnl,
        pnlPercent: sent.pnlPercent,
        freeMargin: sent.freeMargin,
        unrealizedPnl: sent.unrealizedPnl,
        unrealizedFunding: sent.unrealizedFunding,
        tpsl: levelsOnWire(world, pair),
        positionSide: sent.positionSide,
      }),
    )
    figures.streamedPositions.set(
      position.id,
      copied(
        positionRecord(positionFigures(world, position, account)),
        known({
          ...shared,
          base_price: sent.entryPrice,
          pnl: sent.unrealizedPnl,
          liq_price: sent.liquidationPrice,
          liq_stage: sent.liquidationState,
          unrealized_funding: sent.unrealizedFunding,
          free_margin: sent.freeMargin,
          position_side: sent.positionSide,
        }),
      ),
    )
  }
}

function rememberAccount(account: AccountCopy, world: World, figures: CopiedFigures): void {
  const { summary } = account
  const totals = accountFigures(world)
  if (summary !== null) {
    const { equity, usedMargin, freeMargin, unrealizedPnl, unrealizedFunding, leverage } = summary
    figures.summary = copied(summaryRow(world), {
      ...{ equity, freeMargin, unrealizedFunding, margin: usedMargin, pnl: unrealizedPnl },
      leverage: leverage ?? undefined,
    })
  }
  for (const { asset, balance, borrowed, free } of account.collateral ?? []) {
    const sent = { balance, borrow: borrowed, availableWithoutBorrow: free }
    figures.balances.set(asset, copied(collateralRow(world, asset, totals), sent))
  }
  for (const borrowing of world.borrowings) {
    const streamed = account.borrowings?.filter((one) => one.asset === borrowing.asset) ?? []
    const [only] = streamed.length === 1 ? streamed : []
    const price = borrowingLiquidationPrice(world, borrowing, totals)
    figures.borrowings.set(
      borrowing.asset,
      copied(borrowingRecord(borrowing, price), {
        unrealized_funding: only?.accruedCost ?? undefined,
        liq_price: only?.liquidationPrice ?? 'NaN',
      }),
    )
  }
}

function rememberPrices(account: AccountCopy, world: World, figures: CopiedFigures): void {
  for (const [name, { last, change, isFrozen }] of Object.entries(account.tickers ?? {})) {
    const market = world.markets[name]
    if (market === undefined) continue
    const sent = { last_price: last, change: change ?? undefined, isFrozen }
    figures.tickers.set(name, copied(tickerOf(market), sent))
  }
  for (const [name, quote] of Object.entries(account.futures ?? {})) {
    const market = world.markets[name]
    if (market === undefined) continue
    const { mark, index, fundingRate, nextFundingAt, fundingMinutes } = quote
    figures.futures.set(
      name,
      copied(documentedFuture(world, market), {
        mark_price: mark ?? '',
        index_price: index ?? undefined,
        funding_rate: fundingRate ?? undefined,
        next_funding_rate_timestamp:
          nextFundingAt === null ? undefined : String(wholePart(nextFundingAt * 1000, 1)),
        funding_interval_minutes: fundingMinutes ?? undefined,
      }),
    )
  }
}

function copyLoan({ loan: answer }: AccountCopy, world: World, figures: CopiedFigures): void {
  if (answer?.kind !== 'loan') return
  const { loan } = answer
  const row = {
    asset: loan.asset ?? collateralAsset,
    amount: loan.amount ?? '0',
    totalFunding: loan.totalFunding ?? '0',
    initialLtv: loan.initialLtv ?? '0',
    marginCallLtv: loan.marginCallLtv,
    liquidationLtv: loan.liquidationLtv,
    createdAt: wholeSecondsOf(microsOf(loan.createdAt, world.nowMicros)),
  }
  world.loan = { ...row, hourlyRate: '0', collateral: [], push: '0' }
  const begins = {
    ltv: loan.currentLtv,
    owed: add(row.amount, row.totalFunding),
    market: creditLineMarket,
  }
  figures.loan = { ...begins, was: {}, sent: {} }
  const { asset, amount, totalFunding, currentLtv: ltv, initialLtv } = loan
  Object.assign(
    figures.loan,
    copied(
      { ...row, currentLtv: currentLtv(world, world.loan) },
      {
        ...{ asset, amount, totalFunding, initialLtv },
        currentLtv: ltv,
        createdAt: secondsOn(loan.createdAt),
      },
    ),
  )
}

function copyInvestments({ fixed, flexible }: AccountCopy, world: World): void {
  const nextYear = world.nowMicros + 365 * 86_400 * 1_000_000
  world.fixedInvestments = (fixed ?? []).map((one) => ({
    id: drawUuid(world.random),
    asset: one.asset,
    amount: one.amount,
    yearlyRate: one.percent === null ? '0' : divide(one.percent, '100', places),
    openedAt: wholeSecondsOf(microsOf(one.createdAt, world.nowMicros)),
    endsAt: wholeSecondsOf(microsOf(one.endsAt, nextYear)),
    status: 'active',
    interestPaid: one.interestPaid ?? '0',
  }))
  world.flexInvestments = (flexible ?? []).map((one) => ({
    id: drawUuid(world.random),
    planId: drawUuid(world.random),
    currency: one.currency,
    amount: one.invested,
    pending: '0',
    yearlyRate: '0',
    reinvest: one.autoReinvest ?? false,
  }))
  const total = (list: readonly (readonly [string, Decimal])[]) =>
    [...Map.groupBy(list, ([asset]) => asset)].map(
      ([asset, amounts]) => [asset, sum(amounts.map(([, amount]) => amount))] as const,
    )
  deposit(world, 'fixed', total(world.fixedInvestments.map((one) => [one.asset, one.amount])))
  deposit(world, 'flex', total(world.flexInvestments.map((one) => [one.currency, one.amount])))
}

const offeredTo = {
  balance: endpoints.mainBalance.path,
  positions: endpoints.openPositions.path,
  loan: endpoints.creditLine.path,
  summary: endpoints.collateralSummary.path,
  collateral: endpoints.collateralBalances.path,
  trade: endpoints.tradeBalance.path,
  openOrders: endpoints.activeOrders.path,
  conditionalOrders: endpoints.conditionalOrders.path,
  flexible: endpoints.flexInvestments.path,
  fixed: endpoints.fixedInvestments.path,
} as const

/** Endpoints that the exchange does not offer to the account are not offered to its copy. */
function withhold(account: AccountCopy, world: World, figures: CopiedFigures): void {
  const names = Object.keys(offeredTo) as (keyof typeof offeredTo)[]
  const barred = names.filter((name) => account[name] === null).map((name) => offeredTo[name])
  for (const state of Object.values(world.keys)) {
    state.barred.push(...barred)
    if (account.loan?.kind === 'not-enabled') state.creditLine = false
  }
  if (account.tickers === null) figures.withheld.add(endpoints.tickers.path)
  if (account.futures === null) figures.withheld.add(endpoints.futures.path)
}

export function copiedWorld(account: AccountCopy, seed: number, nowMicros: number): World {
  const world = bareWorld('copy', seed, nowMicros)
  world.markets = copiedMarkets(account, seed)
  world.leverage = leverageOf(account.summary?.leverage ?? null)
  deposit(
    world,
    'main',
    (account.balance ?? []).map(({ asset, amount }) => [asset, amount]),
  )
  const trade = account.trade ?? []
  deposit(
    world,
    'trade',
    trade.map(({ asset, available }) => [asset, available]),
  )
  deposit(
    world,
    'reserved',
    trade.map(({ asset, inOrders }) => [asset, inOrders]),
  )
  const collateral = account.collateral ?? []
  deposit(
    world,
    'collateral',
    collateral.map(({ asset, balance }) => [asset, balance]),
  )
  world.borrowings = collateral.flatMap(({ asset, borrowed }) => {
    if (isZero(borrowed)) return []
    const costs = account.borrowings?.filter((one) => one.asset === asset) ?? []
    const accrued = sum(costs.flatMap(({ accruedCost }) => accruedCost ?? []))
    const at = { openedMicros: nowMicros, modifiedMicros: nowMicros }
    return { asset, amount: borrowed, accrued, ...at, liquidationState: null, trimmed: false }
  })
  world.hedgeMode = isHedged(account)
  const pairs = (account.positions ?? []).map((sent) => ({
    sent,
    position: copyPosition(world, sent),
  }))
  world.positions = pairs.map(({ position }) => position)
  const orders = copyOrders(account, world)
  calibrate(account, world, pairs)
  const figures = world.copied ?? noFigures()
  Object.assign(figures, orders)
  rememberPositions(world, figures, pairs)
  rememberAccount(account, world, figures)
  rememberPrices(account, world, figures)
  copyLoan(account, world, figures)
  copyInvestments(account, world)
  withhold(account, world, figures)
  return world
}
