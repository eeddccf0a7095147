// The LTV after a change. Only what amount and ratio allow: the exchange's API shows neither what
// the collateral is worth nor what part totalFunding plays in the debt (specification 2.8), so
// neither is guessed.
import type { Loan } from './loan.js'
import {
  add,
  compare,
  type Decimal,
  divideUp,
  headroom,
  isDecimal,
  isNegative,
  isZero,
  multiply,
  smallest,
  subtract,
} from '../money.js'
import { t, wordsBy } from '../messages/messages.js'
import { fail, ok, type Result } from '../result.js'
import { levelsOf } from './loan-levels.js'

/** `amount` in units of the loan's asset; shares as decimals, 0.25 for a quarter. */
export type LoanChange =
  | { kind: 'repay'; amount: Decimal }
  | { kind: 'repay-share'; share: Decimal }
  | { kind: 'add-collateral'; share: Decimal }

export type LoanOutlook = {
  /**
   * In the unit of the loan's own LTV fields; at most one unit in the 18th place above the exact
   * value, never below it.
   */
  ltv: Decimal
  /** Of the collateral's value; null if the level cannot be used. */
  headroom: { marginCall: Decimal | null; liquidation: Decimal | null }
  /** What was assumed, one sentence each. */
  assumptions: string[]
}

/** Two ways to bring LTV to a target level or below; each is sufficient by itself. */
export type WayToLtv = {
  /**
   * In units of the loan's asset, rounded up to 8 places, never above what is owed. Null if the
   * loan's amount cannot be used.
   */
  repay: Decimal | null
  /**
   * Of the current collateral value, rounded up to 6 places. Null for a target LTV of zero, which
   * no collateral reaches.
   */
  addCollateral: Decimal | null
  assumptions: string[]
}

const places = 18
const amountPlaces = 8
const sharePlaces = 6

const assumed = wordsBy({
  everything: 'loan.assumed.everything',
  collateral: 'loan.assumed.collateral',
  debt: 'loan.assumed.debt',
  funding: 'loan.assumed.funding',
  fundingToReach: 'loan.assumed.funding-to-reach',
  shareOfDebt: 'loan.assumed.share-of-debt',
  shareOfCollateral: 'loan.assumed.share-of-collateral',
  fees: 'loan.assumed.fees',
})

type Factor = { times: Decimal; by: Decimal; assumptions: string[] }

function refusalOf(figure: Decimal): string | null {
  return !isDecimal(figure)
    ? t('loan.refusal.no-number')
    : isNegative(figure)
      ? t('loan.refusal.below-zero')
      : null
}

function isOwed(amount: Decimal | undefined): amount is Decimal {
  return amount !== undefined && isDecimal(amount) && compare(amount, '0') > 0
}

/** LTV is multiplied by `times` and divided by `by`. */
function factorOf(loan: Loan, change: LoanChange): Result<Factor, string> {
  const wanted = change.kind === 'repay' ? change.amount : change.share
  const refusal = refusalOf(wanted)
  if (refusal !== null) return fail(refusal)
  if (change.kind === 'add-collateral') {
    return ok({
      times: '1',
      by: add('1', wanted),
      assumptions: [assumed.shareOfCollateral, assumed.debt, assumed.fees],
    })
  }
  const whole = change.kind === 'repay' ? loan.amount : '1'
  if (!isOwed(whole)) return fail(t('loan.refusal.no-amount'))
  if (compare(wanted, whole) > 0) return fail(t('loan.refusal.more-than-owed'))
  const first = change.kind === 'repay' ? assumed.funding : assumed.shareOfDebt
  return ok({
    times: subtract(whole, wanted),
    by: whole,
    assumptions: [first, assumed.collateral, assumed.fees],
  })
}

/** The error is a sentence that says why there is none. */
export function whatIf(loan: Loan, change: LoanChange): Result<LoanOutlook, string> {
  const { current, marginCall, liquidation } = levelsOf(loan)
  if (current === null) return fail(t('loan.refusal.no-ltv'))
  const factor = factorOf(loan, change)
  if (!factor.ok) return factor
  const { times, by, assumptions } = factor.value
  const ltv = divideUp(multiply(current, times), by, places)
  const room = (level: Decimal | null): Decimal | null =>
    level === null ? null : headroom(ltv, level)
  return ok({
    ltv,
    headroom: { marginCall: room(marginCall), liquidation: room(liquidation) },
    assumptions,
  })
}

/**
 * What brings LTV to `wanted` (in the unit of the loan's own LTV fields) or below. The error is a
 * sentence that says why nothing does.
 */
export function wayToLtv(loan: Loan, wanted: Decimal): Result<WayToLtv, string> {
  const { current } = levelsOf(loan)
  if (current === null) return fail(t('loan.refusal.no-ltv'))
  const refusal = refusalOf(wanted)
  if (refusal !== null) return fail(refusal)
  if (compare(wanted, current) >= 0) return fail(t('loan.refusal.not-lower', { ltv: current }))
  const excess = subtract(current, wanted)
  const owed = isOwed(loan.amount) ? loan.amount : null
  return ok({
    repay:
      owed === null
        ? null
        : smallest([owed, divideUp(multiply(owed, excess), current, amountPlaces)]),
    addCollateral: isZero(wanted) ? null : divideUp(excess, wanted, sharePlaces),
    assumptions: [
      assumed.everything,
      assumed.fundingToReach,
      assumed.shareOfCollateral,
      assumed.fees,
    ],
  })
}
