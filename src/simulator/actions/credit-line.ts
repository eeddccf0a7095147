// Specification 4.8 and 2.8.
import { accepted, refused } from '../answer.js'
import type { Action } from '../action.js'
import { currentLtv } from '../engine/loan.js'

export const creditLine: Action = ({ world }) => {
  const loan = world.loan
  if (loan === null) return refused(400, 0, 'No active loan at the moment')
  return accepted({
    asset: loan.asset,
    amount: loan.amount,
    totalFunding: loan.totalFunding,
    currentLtv: currentLtv(world, loan),
    initialLtv: loan.initialLtv,
    marginCallLtv: loan.marginCallLtv,
    liquidationLtv: loan.liquidationLtv,
    createdAt: loan.createdAt,
  })
}
