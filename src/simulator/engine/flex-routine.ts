// The account's owner: once a day the books are opened, and now and then money goes into an investment or comes out of one.
import { divide, isZero, type Decimal } from '../../shared/money.js'
import type { FlexInvestment, World } from '../world.js'
import { closeFlex, investFlex, openFlex, withdrawFlex } from './flex.js'
import { held } from './ledger.js'
import { draw, type Random } from './random.js'

/** One day in so many brings any of the moves below. */
const days = 30
const places = 8

const oneOf = <T>(random: Random, list: readonly T[]): T | undefined => list[draw(random, list.length === 0 ? 1 : list.length)]

const shareOf = (whole: Decimal, parts: string): Decimal => divide(whole, parts, places)

const putIn = (world: World, investment: FlexInvestment): void => {
  const amount = shareOf(held(world.ledger, 'main', investment.currency), '50')
  if (!isZero(amount)) investFlex(world, investment, amount)
}

const takeOut = (world: World, investment: FlexInvestment): void => {
  const amount = shareOf(investment.amount, '10')
  if (!isZero(amount)) withdrawFlex(world, investment, amount)
}

const begin = (world: World, random: Random): void => {
  const idle = world.flexPlans.filter((plan) => !world.flexInvestments.some((investment) => investment.planId === plan.id))
  const plan = oneOf(random, idle)
  if (plan === undefined) return
  const amount = shareOf(held(world.ledger, 'main', plan.currency), '40')
  if (!isZero(amount)) openFlex(world, plan, amount, draw(random, 2) === 0)
}

export const keepRoutine = (world: World): void => {
  const random = world.flexRoutine
  if (random === null) return
  const day = draw(random, days)
  const investment = oneOf(random, world.flexInvestments)
  if (day <= 1) begin(world, random)
  else if (investment === undefined) return
  else if (day <= 4) putIn(world, investment)
  else if (day <= 6) takeOut(world, investment)
  else if (day === 7 && world.flexInvestments.length > 1) closeFlex(world, investment)
}
