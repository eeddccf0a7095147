// Flexible investments earn by the hour, are credited by the day, and every movement of their money
// leaves a record. Fixed ones end automatically at the end of their term, and pay their interest
// then.
import {
  add,
  compare,
  divide,
  isZero,
  multiply,
  subtract,
  type Decimal,
} from '../../shared/money.js'
import { wholeSecondsOf } from './units.js'
import {
  type FixedInvestment,
  type FlexInvestment,
  type FlexPlan,
  type FlexRecord,
  type World,
  held,
  move,
} from '../world.js'
import { draw, drawUuid } from './random.js'

const hoursPerYear = '8760'
const secondsPerYear = '31536000'
const places = 12

/** Specification 3.1. */
export const acts = { invest: 1, reinvest: 2, withdraw: 3, earn: 4, close: 5, open: 6 } as const

export function hourlyEarning({ amount, yearlyRate }: FlexInvestment): Decimal {
  return divide(multiply(amount, yearlyRate), hoursPerYear, places)
}

/**
 * The last hourly earning of each investment, and its inputs: most earn the same for hundreds of
 * hours.
 */
const lastEarnings = new WeakMap<
  FlexInvestment,
  { amount: Decimal; yearlyRate: Decimal; earning: Decimal }
>()

function earningOf(investment: FlexInvestment): Decimal {
  const { amount, yearlyRate } = investment
  const last = lastEarnings.get(investment)
  if (last?.amount === amount && last.yearlyRate === yearlyRate) return last.earning
  const earning = hourlyEarning(investment)
  lastEarnings.set(investment, { amount, yearlyRate, earning })
  return earning
}

function note(
  world: World,
  investment: FlexInvestment,
  actionType: FlexRecord['actionType'],
  amount: Decimal,
): void {
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

function covers(world: World, currency: string, amount: Decimal): boolean {
  return compare(held(world.ledger, 'main', currency), amount) >= 0
}

/**
 * Moves money from the main balance into an investment. False, without effect, if the main balance
 * is insufficient.
 */
export function investFlex(world: World, investment: FlexInvestment, amount: Decimal): boolean {
  if (!covers(world, investment.currency, amount)) return false
  move(world.ledger, 'main', 'flex', investment.currency, amount)
  investment.amount = add(investment.amount, amount)
  note(world, investment, acts.invest, amount)
  return true
}

/** Still empty. */
export function newFlex(
  { id: planId, currency, yearlyRate }: FlexPlan,
  uuid: string,
  reinvest: boolean,
): FlexInvestment {
  return {
    id: `inv_${uuid}`,
    planId,
    currency,
    amount: '0',
    pending: '0',
    yearlyRate,
    reinvest,
  }
}

/**
 * Opens an investment in a plan with a first amount from the main balance. Null if the main balance
 * is insufficient.
 */
export function openFlex(
  world: World,
  plan: FlexPlan,
  amount: Decimal,
  reinvest: boolean,
): FlexInvestment | null {
  if (!covers(world, plan.currency, amount)) return null
  const investment = newFlex(plan, drawUuid(world.random), reinvest)
  world.flexInvestments.push(investment)
  note(world, investment, acts.open, amount)
  investFlex(world, investment, amount)
  return investment
}

/**
 * Returns part of an investment to the main balance. False if nothing would be left: that is a
 * closure.
 */
export function withdrawFlex(world: World, investment: FlexInvestment, amount: Decimal): boolean {
  if (compare(amount, investment.amount) >= 0) return false
  move(world.ledger, 'flex', 'main', investment.currency, amount)
  investment.amount = subtract(investment.amount, amount)
  note(world, investment, acts.withdraw, amount)
  return true
}

function creditEarning(world: World, investment: FlexInvestment): void {
  const earned = investment.pending
  if (isZero(earned)) return
  investment.pending = '0'
  note(world, investment, acts.earn, earned)
  move(world.ledger, 'house', investment.reinvest ? 'flex' : 'main', investment.currency, earned)
  if (!investment.reinvest) return
  investment.amount = add(investment.amount, earned)
  note(world, investment, acts.reinvest, earned)
}

/** Returns everything to the main balance, with what was earned since the last credit. */
export function closeFlex(world: World, investment: FlexInvestment): void {
  creditEarning(world, { ...investment, reinvest: false })
  move(world.ledger, 'flex', 'main', investment.currency, investment.amount)
  note(world, investment, acts.close, investment.amount)
  world.flexInvestments = world.flexInvestments.filter((other) => other !== investment)
}

export function accrueInterest(world: World): void {
  for (const investment of world.flexInvestments)
    investment.pending = add(investment.pending, earningOf(investment))
}

/** The day's earning goes to the main balance, or back into the investment as a second record. */
export function creditDay(world: World): void {
  for (const investment of world.flexInvestments) creditEarning(world, investment)
}

/**
 * The account's owner, once a day: each move happens on one day in this many, with these shares of
 * what is there.
 */
const routineDays = 30
const share = (whole: Decimal, parts: string): Decimal => divide(whole, parts, 8)

export function keepRoutine(world: World): void {
  const random = world.flexRoutine
  if (random === null) return
  const oneOf = <T>(list: readonly T[]): T | undefined =>
    list[draw(random, list.length === 0 ? 1 : list.length)]
  const day = draw(random, routineDays)
  const investment = oneOf(world.flexInvestments)
  if (day <= 1) {
    const plan = oneOf(
      world.flexPlans.filter(
        ({ id }) => !world.flexInvestments.some(({ planId }) => planId === id),
      ),
    )
    const amount = plan === undefined ? '0' : share(held(world.ledger, 'main', plan.currency), '40')
    if (plan !== undefined && !isZero(amount)) openFlex(world, plan, amount, draw(random, 2) === 0)
  } else if (investment === undefined) return
  else if (day <= 4) {
    const amount = share(held(world.ledger, 'main', investment.currency), '50')
    if (!isZero(amount)) investFlex(world, investment, amount)
  } else if (day <= 6) {
    const amount = share(investment.amount, '10')
    if (!isZero(amount)) withdrawFlex(world, investment, amount)
  } else if (day === 7 && world.flexInvestments.length > 1) closeFlex(world, investment)
}

/**
 * The funds return to the main balance without interest: the public documentation shows none for
 * early closing.
 */
export function closeFixed(world: World, investment: FixedInvestment): void {
  investment.status = 'closed'
  move(world.ledger, 'fixed', 'main', investment.asset, investment.amount)
}

export function endTerms(world: World): void {
  for (const investment of world.fixedInvestments) {
    const { asset, amount, yearlyRate, openedAt, endsAt, status } = investment
    if (status === 'closed' || endsAt > wholeSecondsOf(world.nowMicros)) continue
    closeFixed(world, investment)
    const interest = divide(
      multiply(multiply(amount, yearlyRate), String(endsAt - openedAt)),
      secondsPerYear,
      places,
    )
    move(world.ledger, 'house', 'main', asset, interest)
    investment.interestPaid = interest
  }
}
