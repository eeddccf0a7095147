// Fixed-term investments end by themselves when their term is over, and pay their interest then.
import { divide, multiply, type Decimal } from '../../shared/money.js'
import type { FixedInvestment, World } from '../world.js'
import { wholeSecondsOf } from './identifiers.js'
import { move } from './ledger.js'

const secondsPerYear = '31536000'
const places = 12

const interestOf = (investment: FixedInvestment): Decimal =>
  divide(
    multiply(multiply(investment.amount, investment.yearlyRate), String(investment.endsAt - investment.openedAt)),
    secondsPerYear,
    places,
  )

/** The funds go back to the main balance, without interest: the public documentation shows none for closing early. */
export const closeFixed = (world: World, investment: FixedInvestment): void => {
  investment.status = 'closed'
  move(world.ledger, 'fixed', 'main', investment.asset, investment.amount)
}

export const endTerms = (world: World): void => {
  const now = wholeSecondsOf(world.nowMicros)
  for (const investment of world.fixedInvestments) {
    if (investment.status === 'closed' || investment.endsAt > now) continue
    closeFixed(world, investment)
    move(world.ledger, 'house', 'main', investment.asset, interestOf(investment))
  }
}
