// What must hold in a simulated world at every moment, and what a step may have changed: worked out
// here from the answers and from what was there before, without the engine.
import { expect } from 'vitest'
import {
  add,
  compare,
  divide,
  isNegative,
  isZero,
  multiply,
  negate,
  subtract,
} from '../../src/shared/money.js'
import { accounts, type Account, type World } from '../../src/simulator/world.js'

type Amounts = Record<string, string>

const own: readonly Account[] = [
  'main',
  'trade',
  'reserved',
  'collateral',
  'flex',
  'fixed',
  'loan-collateral',
]

function plus(amounts: Amounts, asset: string, amount: string): void {
  amounts[asset] = add(amounts[asset] ?? '0', amount)
}

function sums(world: World, chosen: readonly Account[]): Amounts {
  const totals: Amounts = {}
  for (const account of chosen)
    for (const [asset, held] of Object.entries(world.ledger[account])) plus(totals, asset, held)
  return totals
}

function changes(before: Amounts, after: Amounts): Amounts {
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((asset) => [asset, subtract(after[asset] ?? '0', before[asset] ?? '0')] as const)
      .filter(([, change]) => !isZero(change)),
  )
}

function sumBy<T>(
  list: readonly T[],
  asset: (one: T) => string,
  amount: (one: T) => string,
): Amounts {
  const totals: Amounts = {}
  for (const one of list) plus(totals, asset(one), amount(one))
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => !isZero(total)))
}

function held(world: World, account: Account): Amounts {
  return Object.fromEntries(
    Object.entries(world.ledger[account]).filter(([, amount]) => !isZero(amount)),
  )
}

function unique(ids: readonly (string | number)[]): void {
  expect(new Set(ids).size).toBe(ids.length)
}

const isFutures = (market: string): boolean => market.endsWith('_PERP')

/**
 * Nothing made, nothing lost, nothing below zero, and every account is exactly what the things in
 * it add up to.
 */
function moneyIsRight(world: World): void {
  for (const [asset, total] of Object.entries(sums(world, accounts)))
    expect(total, `${asset} is neither made nor lost`).toBe('0')
  for (const account of accounts.filter((one) => one !== 'house')) {
    for (const [asset, amount] of Object.entries(world.ledger[account]))
      expect(isNegative(amount), `${account} ${asset} ${amount}`).toBe(false)
  }
  const assetOf = ({ market, side }: World['openOrders'][number]): string => {
    const { stock, money } = world.markets[market] ?? { stock: '', money: '' }
    return side === 'buy' ? money : stock
  }
  expect(sumBy(world.openOrders, assetOf, (order) => order.reserved)).toEqual(
    held(world, 'reserved'),
  )
  expect(
    sumBy(
      world.flexInvestments,
      (one) => one.currency,
      (one) => one.amount,
    ),
  ).toEqual(held(world, 'flex'))
  const active = world.fixedInvestments.filter((one) => one.status === 'active')
  expect(
    sumBy(
      active,
      (one) => one.asset,
      (one) => one.amount,
    ),
  ).toEqual(held(world, 'fixed'))
  expect(
    sumBy(
      world.loan?.collateral ?? [],
      (one) => one.asset,
      (one) => one.amount,
    ),
  ).toEqual(held(world, 'loan-collateral'))
}

function positionsArePossible(world: World): void {
  unique(world.positions.map((one) => one.id))
  unique(world.positions.map((one) => `${one.market} ${one.side}`))
  for (const one of world.positions) {
    expect(isZero(one.amount)).toBe(false)
    expect(compare(one.basePrice, '0')).toBe(1)
    expect(one.modifiedMicros).toBeGreaterThanOrEqual(one.openedMicros)
    if (one.side !== 'BOTH') expect(isNegative(one.amount)).toBe(one.side === 'SHORT')
    if (isFutures(one.market)) expect([one.funding, one.unrealizedFunding]).toEqual(['0', '0'])
    else expect(one.side).toBe('BOTH')
  }
  const inLiquidation = world.positions.filter(
    (one) => one.liquidationState === 'liquidation',
  ).length
  expect([0, world.positions.length]).toContain(inLiquidation)
}

function ordersArePossible(world: World): void {
  unique(world.openOrders.map((one) => one.id))
  unique(world.openOrders.map((one) => one.clientOrderId).filter((id) => id !== ''))
  for (const one of world.openOrders) {
    expect(compare(one.left, '0')).toBe(1)
    expect(add(one.left, one.dealStock)).toBe(one.amount)
    expect(one.status).toBe(isZero(one.dealStock) ? 'NEW' : 'PARTIALLY_FILLED')
    expect(isZero(one.dealMoney)).toBe(isZero(one.dealStock))
    expect(one.ioc).toBe(false)
    // On collateral nothing is moved before the fill; its margin only makes free margin smaller.
    if (one.collateral !== null) {
      expect(one.reserved).toBe('0')
      continue
    }
    const stillNeeded =
      one.side === 'sell' ? one.left : multiply(multiply(one.left, one.price), '1.001')
    expect(
      compare(one.reserved, stillNeeded),
      `${one.reserved} covers ${stillNeeded}`,
    ).toBeGreaterThanOrEqual(0)
  }
}

/** What waits for a price is on one side of it, and what only reduces has something to reduce. */
function waitingOrdersArePossible(world: World): void {
  unique(world.triggerOrders.flatMap(({ pair }) => pair?.id ?? []))
  for (const one of world.triggerOrders) {
    expect(compare(one.amount, '0')).toBe(1)
    const position = world.positions.find(
      ({ market, side }) => market === one.market && side === one.positionSide,
    )
    if (one.reduceOnly)
      expect(position !== undefined && isNegative(position.amount) === (one.side === 'buy')).toBe(
        true,
      )
    if (one.pair !== null) expect(one.pair.ticks > one.ticks).toBe(one.condition === 'lte')
  }
}

/** An order has ended once, and is filled or says why it is not. */
function endedOrdersArePossible(world: World): void {
  const halves = world.triggerOrders.flatMap(({ id, pair }) =>
    pair === null ? [id] : [id, pair.takeProfitId],
  )
  unique([...[...world.openOrders, ...world.finishedOrders].map((one) => one.id), ...halves])
  for (const one of world.finishedOrders) {
    expect(one.ending === null, `${one.id} ${one.ending ?? 'filled'}`).toBe(
      compare(one.dealStock, one.amount) === 0,
    )
    expect(isZero(one.dealMoney)).toBe(isZero(one.dealStock))
    expect(one.finishedMicros).toBeGreaterThanOrEqual(one.createdMicros)
  }
}

export function expectLawful(world: World): void {
  moneyIsRight(world)
  positionsArePossible(world)
  ordersArePossible(world)
  waitingOrdersArePossible(world)
  endedOrdersArePossible(world)
  expect(world.marginEvents.length).toBeLessThanOrEqual(100)
}

/** What of a world a step's bookkeeping needs to know from before it. */
export type Before = {
  own: Amounts
  fees: Amounts
  records: number
  positions: World['positions']
  orders: World['openOrders']
  fixed: World['fixedInvestments']
  hadLoan: boolean
}

export function remember(world: World): Before {
  return {
    own: sums(world, own),
    fees: sums(world, ['fees']),
    records: world.flexRecords.length,
    positions: world.positions.map((one) => ({ ...one })),
    orders: world.openOrders.map((one) => ({ ...one })),
    fixed: world.fixedInvestments.map((one) => ({ ...one })),
    hadLoan: world.loan !== null,
  }
}

/** What orders got and paid, as they say themselves. */
type Deal = { market: string; side: string; stock: string; money: string; fee: string }

function dealt(world: World, deals: readonly Deal[], expected: Amounts, fees: Amounts): void {
  for (const { market, side, stock, money, fee } of deals) {
    const { stock: stockAsset, money: moneyAsset } = world.markets[market] ?? {
      stock: '',
      money: '',
    }
    plus(expected, stockAsset, side === 'buy' ? stock : negate(stock))
    plus(expected, moneyAsset, side === 'buy' ? negate(money) : money)
    plus(expected, moneyAsset, negate(fee))
    plus(fees, moneyAsset, fee)
  }
}

/** What resting orders got while time passed: always their own price, and the maker's fee. */
function restingDeals(world: World, before: Before): Deal[] {
  return before.orders.flatMap((order) => {
    const now = world.openOrders.find((one) => one.id === order.id)
    const stock = subtract(order.left, now?.left ?? '0')
    if (isZero(stock)) return []
    const money = multiply(stock, order.price)
    return [
      {
        market: order.market,
        side: order.side,
        stock,
        money,
        fee: multiply(money, world.markets[order.market]?.makerFee ?? '0'),
      },
    ]
  })
}

function earned(world: World, before: Before, expected: Amounts): void {
  for (const record of world.flexRecords.slice(before.records))
    if (record.actionType === 4) plus(expected, record.currency, record.amount)
  for (const [index, { status }] of before.fixed.entries()) {
    const now = world.fixedInvestments[index]
    if (now === undefined || status === now.status || now.endsAt * 1_000_000 > world.nowMicros)
      continue
    const interest = multiply(
      multiply(now.amount, now.yearlyRate),
      String(now.endsAt - now.openedAt),
    )
    plus(expected, now.asset, divide(interest, '31536000', 12))
  }
}

function positionsAlike(world: World, before: Before): boolean {
  return (
    JSON.stringify(world.positions.map(({ id, amount }) => [id, amount])) ===
    JSON.stringify(before.positions.map(({ id, amount }) => [id, amount]))
  )
}

function withoutNothing(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => !isZero(amount)))
}

export type Order = {
  market: string
  side: string
  amount: string
  deal_stock: string
  left: string
  deal_money: string
  deal_fee: string
  status: string
  positionSide: string
}

/**
 * What a collateral order does to the account's money: the result of what it closed, the funding
 * that falls due, and the fee.
 */
function collateralChange(order: Order, before: Before): string {
  if (isZero(order.deal_stock)) return '0'
  const position = before.positions.find(
    (one) => one.market === order.market && one.side === order.positionSide,
  )
  if (position === undefined) return negate(order.deal_fee)
  const change = order.side === 'buy' ? order.deal_stock : negate(order.deal_stock)
  const price = divide(order.deal_money, order.deal_stock, 12)
  const opposite = isNegative(change) !== isNegative(position.amount)
  const size = isNegative(position.amount) ? negate(position.amount) : position.amount
  const closed = !opposite ? '0' : compare(order.deal_stock, size) < 0 ? order.deal_stock : size
  const direction = isNegative(position.amount) ? '-1' : '1'
  const result = multiply(multiply(closed, direction), subtract(price, position.basePrice))
  return subtract(subtract(result, position.unrealizedFunding), order.deal_fee)
}

type Position = World['positions'][number]

/** Whether the mark price is where one of a position's levels closes it, and which of them. */
function reachedLevels(world: World, { market, amount, stopLoss, takeProfit }: Position): number[] {
  const ticks = world.markets[market]?.ticks ?? 0
  const towards = (level: number): number => (isNegative(amount) ? level - ticks : ticks - level)
  const stopped = stopLoss !== null && towards(stopLoss.ticks) <= 0 ? [stopLoss.id] : []
  const taken = takeProfit !== null && towards(takeProfit.ticks) >= 0 ? [takeProfit.id] : []
  return [...stopped, ...taken]
}

/**
 * An order hangs nothing on a position that would close it in the very next second; what a moved
 * price has reached is not its doing.
 */
function nothingIsSprung(world: World, before: Before): void {
  for (const position of world.positions) {
    const was = before.positions.find(({ id }) => id === position.id)
    const known = was === undefined ? [] : reachedLevels(world, was)
    expect(
      reachedLevels(world, position).filter((id) => !known.includes(id)),
      `levels of the ${position.market} position of ${position.amount} that an order left reached`,
    ).toEqual([])
  }
}

/**
 * What it got and what is left of it are the order, and its status says which of the two there is.
 */
function isWhole({ amount, deal_stock: stock, left, status }: Order): void {
  expect(add(stock, left)).toBe(add(amount, '0'))
  expect(status.includes('CANCEL')).toBe(!isZero(left))
  if (isZero(left)) expect(status).toBe('FILLED')
}

/**
 * Of a position that a reduce-only order met, there is less than before, or nothing, and never
 * another.
 */
function isReduced(was: string, is: string): void {
  expect(isZero(was)).toBe(false)
  expect(isZero(is) || isNegative(is) === isNegative(was)).toBe(true)
  const size = (amount: string): string => (isNegative(amount) ? negate(amount) : amount)
  expect(compare(size(is), size(was))).not.toBe(1)
}

export type Step =
  | { kind: 'quiet' | 'lever' | 'time' }
  | { kind: 'bulk'; deals: Deal[] }
  | { kind: 'collateral'; order: Order | null; reduceOnly: boolean }

/**
 * Holds what a step did to the account's money against what it must have done. The money of the
 * collateral is left out where positions were closed without an answer that says at what price, or
 * where it did not cover a loss.
 */
export function expectExplained(world: World, before: Before, step: Step): void {
  const expected: Amounts = {}
  const fees: Amounts = {}
  earned(world, before, expected)
  if (!before.hadLoan)
    for (const { asset, amount } of world.loan?.collateral ?? []) plus(expected, asset, amount)
  if (step.kind === 'bulk') dealt(world, step.deals, expected, fees)
  if (step.kind === 'time') dealt(world, restingDeals(world, before), expected, fees)
  let exact = positionsAlike(world, before)
  if (step.kind === 'collateral') nothingIsSprung(world, before)
  if (step.kind === 'collateral' && step.order !== null) {
    const { market, positionSide, deal_fee } = step.order
    const others = (list: World['positions']) =>
      list
        .filter((one) => one.market !== market || one.side !== positionSide)
        .map(({ id, amount }) => [id, amount])
    plus(expected, 'USDT', collateralChange(step.order, before))
    isWhole(step.order)
    plus(fees, 'USDT', deal_fee)
    // The position itself may be cut by a liquidation right behind the order; then it is not what
    // the order alone leaves.
    const held = (list: World['positions']) =>
      list
        .filter((one) => one.market === market && one.side === positionSide)
        .reduce((sum, { amount }) => add(sum, amount), '0')
    const { deal_stock: stock } = step.order
    const change = step.order.side === 'buy' ? stock : negate(stock)
    if (step.reduceOnly) isReduced(held(before.positions), held(world.positions))
    exact =
      JSON.stringify(others(world.positions)) === JSON.stringify(others(before.positions)) &&
      compare(held(world.positions), add(held(before.positions), change)) === 0 &&
      !isZero(world.ledger.collateral['USDT'] ?? '0')
  }
  const actual = changes(before.own, sums(world, own))
  const actualFees = changes(before.fees, sums(world, ['fees']))
  if (!exact)
    for (const asset of new Set(['USDT', ...Object.keys(world.ledger.collateral)])) {
      // What USDT did not cover was paid with other collateral, which therefore only became less.
      if (asset !== 'USDT')
        expect(compare(actual[asset] ?? '0', expected[asset] ?? '0')).not.toBe(1)
      for (const amounts of [expected, fees, actual, actualFees])
        Reflect.deleteProperty(amounts, asset)
    }
  expect(actual).toEqual(withoutNothing(expected))
  expect(actualFees).toEqual(withoutNothing(fees))
}
