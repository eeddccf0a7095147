// The most a screen may ever have to show: 500 positions, 300 assets, and 100,000 records over
// three years.
import { add, divide, multiply, subtract } from '../../shared/money.js'
import { acts, hourlyEarning, newFlex } from '../engine/investments.js'
import { priceOf, wholePart, wholeSecondsOf } from '../engine/units.js'
import { move, type FlexInvestment, type FlexRecord, type World } from '../world.js'
import { grantLoan } from '../engine/loan.js'
import { draw, drawHex, drawUuid, randomFor } from '../engine/random.js'
import { inventedCoin, inventedFutures } from '../markets.js'
import { addFixedInvestmentsAndMiners, bareWorld, day, fund, hold } from './setting.js'

const marketCount = 250
const assetCount = 300

function addAssets(world: World): void {
  const random = randomFor(world.seed, 'heavy assets')
  fund(world, 'main', { BTC: '3.51', ETH: '41.8', USDT: '120400.07' })
  for (let n = 0; n < assetCount - 3; n += 1) {
    fund(world, 'main', {
      [inventedCoin(n)]: `${1 + draw(random, 90_000)}.${100_000 + draw(random, 900_000)}1`,
    })
  }
}

function addPositions(world: World): void {
  world.hedgeMode = true
  fund(world, 'collateral', { USDT: '400000' })
  const random = randomFor(world.seed, 'heavy positions')
  const futures = inventedFutures(world.seed, marketCount)
  Object.assign(world.markets, futures)
  for (const market of Object.values(futures)) {
    for (const side of ['LONG', 'SHORT'] as const) {
      const away = draw(random, 401) - 200
      const basePrice = priceOf(
        market.ticks + wholePart(market.ticks * away, 10_000),
        market.pricePrecision,
      )
      const size = String(5 + draw(random, 120))
      hold(world, {
        market: market.name,
        side,
        amount: side === 'LONG' ? size : `-${size}`,
        basePrice,
        openedSecondsAgo: draw(random, 200 * day) + 60,
      })
    }
  }
}

const recordCount = 100_000
const investmentCount = 66
const days = 1130
const terms = [
  { currency: 'USDT', opening: '1200', yearlyRate: '0.12' },
  { currency: 'BTC', opening: '0.35', yearlyRate: '0.018' },
  { currency: 'ETH', opening: '4.2', yearlyRate: '0.026' },
] as const

/**
 * Every third investment reinvests its earnings; the others pay them out, and earn the same every
 * day.
 */
const reinvestEvery = 3
/** On one day in this many, an investment is increased, reduced, or closed and reopened. */
const turns = 160

/**
 * Three years of flexible investments without simulating three years of hours: a day's earning is
 * calculated once, as twenty-four times the engine's hourly one, so the records and the remaining
 * amounts agree to the last decimal place.
 */
function addRecords(world: World): void {
  const random = randomFor(world.seed, 'heavy records')
  const now = wholeSecondsOf(world.nowMicros)
  const today = now - (now % day)
  const run = drawHex(random, 20)
  const prefix = `tx_${run.slice(0, 8)}-${run.slice(8, 12)}-4${run.slice(13, 16)}-a${run.slice(17, 20)}-`
  const records: FlexRecord[] = []
  const note = (
    investment: FlexInvestment,
    createdAt: number,
    actionType: FlexRecord['actionType'],
    amount: string,
  ): void => {
    const { planId, id, currency } = investment
    const transactionId = prefix + records.length.toString(16).padStart(12, '0')
    records.push({
      createdAt,
      planId,
      investmentId: id,
      currency,
      amount,
      transactionId,
      actionType,
    })
  }
  const open = (slot: number, at: number): FlexInvestment => {
    const { currency, opening, yearlyRate } = terms[slot % terms.length] ?? terms[0]
    const plan = world.flexPlans[slot] ?? { id: drawUuid(random), currency, yearlyRate }
    world.flexPlans[slot] = plan
    const investment = {
      ...newFlex(plan, drawUuid(random), slot % reinvestEvery === 0),
      amount: opening,
    }
    note(investment, at, acts.open, opening)
    note(investment, at, acts.invest, opening)
    return investment
  }
  const dailyEarning = (investment: FlexInvestment): string =>
    multiply(hourlyEarning(investment), '24')
  const first = today - (days - 1) * day
  const investments = Array.from({ length: investmentCount }, (_, slot) =>
    open(slot, first - day + slot * 600),
  )
  const earning = investments.map(dailyEarning)
  const takeTurn = (investment: FlexInvestment, slot: number, at: number, turn: number): void => {
    const part = divide(investment.amount, '8', 8)
    if (turn === 0) {
      investment.amount = add(investment.amount, part)
      note(investment, at, acts.invest, part)
    } else if (turn === 1) {
      investment.amount = subtract(investment.amount, part)
      note(investment, at, acts.withdraw, part)
    } else {
      note(investment, at, acts.close, investment.amount)
      investments[slot] = open(slot, at)
    }
  }
  for (let midnight = first; midnight <= today; midnight += day) {
    for (const [slot, investment] of investments.entries()) {
      const earned = earning[slot] ?? '0'
      note(investment, midnight, acts.earn, earned)
      if (investment.reinvest) {
        investment.amount = add(investment.amount, earned)
        note(investment, midnight, acts.reinvest, earned)
      }
      const turn = draw(random, turns)
      if (turn <= 2) takeTurn(investment, slot, midnight, turn)
      if (turn <= 2 || investment.reinvest)
        earning[slot] = dailyEarning(investments[slot] ?? investment)
    }
  }
  world.flexRecords = records.slice(-recordCount)
  world.flexInvestments = investments
  for (const { currency, amount } of investments)
    move(world.ledger, 'house', 'flex', currency, amount)
}

export function heavy(seed: number, nowMicros: number): World {
  const world = bareWorld('heavy', seed, nowMicros)
  addAssets(world)
  fund(world, 'trade', { USDT: '500000', BTC: '5' })
  addPositions(world)
  grantLoan(world, 400 * day, {
    amount: '150000',
    totalFunding: '2204.11',
    collateral: [{ asset: 'BTC', market: 'BTC_USDT', amount: '7.5' }],
  })
  addRecords(world)
  addFixedInvestmentsAndMiners(world)
  return world
}
