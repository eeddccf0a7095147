// What the LTV would be. Only what amount and ratio allow: the exchange's API shows neither what the collateral is worth nor what part
// totalFunding plays in the debt (specification 2.8), so neither is guessed at.
import type { Loan } from './loan.js'
import { add, compare, type Decimal, divideUp, headroom, isDecimal, isNegative, multiply, subtract } from '../money.js'
import { fail, ok, type Result } from '../result.js'
import { levelsOf } from './loan-levels.js'

/** `amount` in units of the loan's asset; shares as decimals, 0.25 for a quarter. */
export type LoanChange =
  { kind: 'repay'; amount: Decimal } | { kind: 'repay-share'; share: Decimal } | { kind: 'add-collateral'; share: Decimal }

export type LoanOutlook = {
  /** In the unit of the loan's own LTV fields; at most one last place of 18 above the exact value, never below it. */
  ltv: Decimal
  /** Of the value of the collateral; null where the level cannot be used. */
  headroom: { marginCall: Decimal | null; liquidation: Decimal | null }
  /** What was taken for granted, one sentence each. */
  assumptions: string[]
}

const places = 18

const assumed = {
  collateral: 'Collateral and its price stay as they are.',
  debt: 'Debt and prices stay as they are.',
  funding: 'The debt is taken to be the loan’s amount alone. If the exchange counts funding as debt, too, LTV falls a little less.',
  shareOfDebt: 'The share is of everything the exchange counts as debt.',
  shareOfCollateral: 'The share is of what the collateral is worth now, which the exchange does not show.',
  fees: 'Fees are left out.',
}

type Factor = { times: Decimal; by: Decimal; assumptions: string[] }

/** LTV is multiplied by `times` and divided by `by`. */
const factorOf = (loan: Loan, change: LoanChange): Result<Factor, string> => {
  const wanted = change.kind === 'repay' ? change.amount : change.share
  if (!isDecimal(wanted)) return fail('Write a number with digits and at most one point.')
  if (isNegative(wanted)) return fail('Write a number that is not below zero.')
  if (change.kind === 'add-collateral') {
    return ok({ times: '1', by: add('1', wanted), assumptions: [assumed.shareOfCollateral, assumed.debt, assumed.fees] })
  }
  const whole = change.kind === 'repay' ? loan.amount : '1'
  if (!isDecimal(whole) || compare(whole, '0') <= 0) return fail('The exchange sends no loan amount above zero.')
  if (compare(wanted, whole) > 0) return fail('That is more than is owed.')
  const first = change.kind === 'repay' ? assumed.funding : assumed.shareOfDebt
  return ok({ times: subtract(whole, wanted), by: whole, assumptions: [first, assumed.collateral, assumed.fees] })
}

/** The error is a sentence that says why there is none. */
export const whatIf = (loan: Loan, change: LoanChange): Result<LoanOutlook, string> => {
  const { current, marginCall, liquidation } = levelsOf(loan)
  if (current === null) return fail('The exchange sends no LTV to estimate from.')
  const factor = factorOf(loan, change)
  if (!factor.ok) return factor
  const { times, by, assumptions } = factor.value
  const ltv = divideUp(multiply(current, times), by, places)
  const room = (level: Decimal | null): Decimal | null => (level === null ? null : headroom(ltv, level))
  return ok({ ltv, headroom: { marginCall: room(marginCall), liquidation: room(liquidation) }, assumptions })
}
