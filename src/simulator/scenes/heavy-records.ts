// Three years of flexible investments without running three years of hours: a day's earning is computed once, as twenty-four times
// the engine's hourly one, so the records and what is left of the investments agree to the last decimal place.
import { add, divide, multiply, subtract } from '../../shared/money.js'
import { acts, hourlyEarning } from '../engine/flex.js'
import { wholeSecondsOf } from '../engine/identifiers.js'
import { move } from '../engine/ledger.js'
import { draw, drawHex, drawUuid, randomFor } from '../engine/random.js'
import type { FlexInvestment, FlexRecord, World } from '../world.js'
import { day } from './setting.js'

const recordCount = 100_000
const investmentCount = 66
const days = 1130
const terms = [
  { currency: 'USDT', opening: '1200', yearlyRate: '0.12' },
  { currency: 'BTC', opening: '0.35', yearlyRate: '0.018' },
  { currency: 'ETH', opening: '4.2', yearlyRate: '0.026' },
] as const

/** Every third investment takes its earnings in; the others pay them out, and earn the same every day. */
const reinvestEvery = 3
/** One day in so many an investment gets something, gives something back, or is closed and opened anew. */
const turns = 160

export const addHeavyRecords = (world: World): void => {
  const random = randomFor(world.seed, 'heavy records')
  const now = wholeSecondsOf(world.nowMicros)
  const today = now - (now % day)
  const run = drawHex(random, 20)
  const prefix = `tx_${run.slice(0, 8)}-${run.slice(8, 12)}-4${run.slice(13, 16)}-a${run.slice(17, 20)}-`
  const records: FlexRecord[] = []
  const note = (investment: FlexInvestment, createdAt: number, actionType: FlexRecord['actionType'], amount: string): void => {
    const { planId, id, currency } = investment
    const transactionId = prefix + records.length.toString(16).padStart(12, '0')
    records.push({ createdAt, planId, investmentId: id, currency, amount, transactionId, actionType })
  }
  const open = (slot: number, at: number): FlexInvestment => {
    const { currency, opening, yearlyRate } = terms[slot % terms.length] ?? terms[0]
    const plan = world.flexPlans[slot] ?? { id: drawUuid(random), currency, yearlyRate }
    world.flexPlans[slot] = plan
    const investment = {
      id: `inv_${drawUuid(random)}`,
      planId: plan.id,
      currency,
      amount: opening,
      pending: '0',
      yearlyRate,
      reinvest: slot % reinvestEvery === 0,
    }
    note(investment, at, acts.open, opening)
    note(investment, at, acts.invest, opening)
    return investment
  }
  const dailyEarning = ({ amount, yearlyRate }: FlexInvestment): string => multiply(hourlyEarning(amount, yearlyRate), '24')
  const first = today - (days - 1) * day
  const investments = Array.from({ length: investmentCount }, (_, slot) => open(slot, first - day + slot * 600))
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
      if (turn <= 2 || investment.reinvest) earning[slot] = dailyEarning(investments[slot] ?? investment)
    }
  }
  world.flexRecords = records.slice(-recordCount)
  world.flexInvestments = investments
  for (const { currency, amount } of investments) move(world.ledger, 'house', 'flex', currency, amount)
}
