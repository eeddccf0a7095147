// Flexible investments: they earn by the hour, are credited by the day, and every movement of their money leaves a record.
import { add, compare, divide, isZero, multiply, subtract, type Decimal } from '../../shared/money.js'
import type { FlexInvestment, FlexPlan, FlexRecord, World } from '../world.js'
import { wholeSecondsOf } from './identifiers.js'
import { held, move } from './ledger.js'
import { drawUuid } from './random.js'

const hoursPerYear = '8760'
const places = 12

/** Specification 3.1. */
export const acts = { invest: 1, reinvest: 2, withdraw: 3, earn: 4, close: 5, open: 6 } as const

export const hourlyEarning = (amount: Decimal, yearlyRate: Decimal): Decimal => divide(multiply(amount, yearlyRate), hoursPerYear, places)

const note = (world: World, investment: FlexInvestment, actionType: FlexRecord['actionType'], amount: Decimal): void => {
  world.flexRecords.push({
    createdAt: wholeSecondsOf(world.nowMicros),
    planId: investment.planId,
    investmentId: investment.id,
    currency: investment.currency,
    amount,
    transactionId: `tx_${drawUuid(world.random)}`,
    actionType,
  })
}

const covers = (world: World, currency: string, amount: Decimal): boolean => compare(held(world.ledger, 'main', currency), amount) >= 0

/** Money from the main balance into an investment. False, and nothing done, where the main balance does not hold it. */
export const investFlex = (world: World, investment: FlexInvestment, amount: Decimal): boolean => {
  if (!covers(world, investment.currency, amount)) return false
  move(world.ledger, 'main', 'flex', investment.currency, amount)
  investment.amount = add(investment.amount, amount)
  note(world, investment, acts.invest, amount)
  return true
}

/** Opens an investment in a plan with a first amount from the main balance. Null where the main balance does not hold it. */
export const openFlex = (world: World, plan: FlexPlan, amount: Decimal, reinvest: boolean): FlexInvestment | null => {
  if (!covers(world, plan.currency, amount)) return null
  const investment: FlexInvestment = {
    id: `inv_${drawUuid(world.random)}`,
    planId: plan.id,
    currency: plan.currency,
    amount: '0',
    pending: '0',
    yearlyRate: plan.yearlyRate,
    reinvest,
  }
  world.flexInvestments.push(investment)
  note(world, investment, acts.open, amount)
  investFlex(world, investment, amount)
  return investment
}

/** Part of an investment back to the main balance. False where it would leave nothing: that is a closure. */
export const withdrawFlex = (world: World, investment: FlexInvestment, amount: Decimal): boolean => {
  if (compare(amount, investment.amount) >= 0) return false
  move(world.ledger, 'flex', 'main', investment.currency, amount)
  investment.amount = subtract(investment.amount, amount)
  note(world, investment, acts.withdraw, amount)
  return true
}

const creditEarning = (world: World, investment: FlexInvestment): void => {
  const earned = investment.pending
  if (isZero(earned)) return
  investment.pending = '0'
  note(world, investment, acts.earn, earned)
  move(world.ledger, 'house', investment.reinvest ? 'flex' : 'main', investment.currency, earned)
  if (!investment.reinvest) return
  investment.amount = add(investment.amount, earned)
  note(world, investment, acts.reinvest, earned)
}

/** Everything back to the main balance, with what was earned since the last credit. */
export const closeFlex = (world: World, investment: FlexInvestment): void => {
  creditEarning(world, { ...investment, reinvest: false })
  move(world.ledger, 'flex', 'main', investment.currency, investment.amount)
  note(world, investment, acts.close, investment.amount)
  world.flexInvestments = world.flexInvestments.filter((other) => other !== investment)
}

export const accrueInterest = (world: World): void => {
  for (const investment of world.flexInvestments) {
    investment.pending = add(investment.pending, hourlyEarning(investment.amount, investment.yearlyRate))
  }
}

/** The day's earning goes to the main balance, or back into the investment as a second record. */
export const creditDay = (world: World): void => {
  for (const investment of world.flexInvestments) creditEarning(world, investment)
}
