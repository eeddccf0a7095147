// What can be derived from a loan's own strings. A warning may rely on them only as far as they
// make sense under every interpretation.
import type { Loan } from './loan.js'
import { messageOf } from '../messages/messages.js'
import { compare, type Decimal, isDecimal, isNegative, multiply } from '../money.js'

export type LtvFigures = Pick<
  Loan,
  'currentLtv' | 'initialLtv' | 'marginCallLtv' | 'liquidationLtv'
>

export type LoanLevels = {
  /** Null if it cannot be compared with the levels. */
  current: Decimal | null
  /**
   * Levels that are not above zero are null. A null or absent one never gets here: the whole
   * response is then rejected.
   */
  initial: Decimal | null
  marginCall: Decimal | null
  liquidation: Decimal | null
  /** Liquidation was stated below margin call; the two are swapped here. */
  swapped: boolean
  /** False if a level is not above zero or they contradict each other. */
  sound: boolean
}

/** The text if they are not sound. */
export const unclearLevels = messageOf('alerts.ltv.unclear.text')

/**
 * No loan is this many times beyond liquidation. Such a figure is in a different unit from the
 * levels (percent and fraction).
 */
const beyondBelief = '20'

function level(text: Decimal = ''): Decimal | null {
  return isDecimal(text) && compare(text, '0') > 0 ? text : null
}

/** The first that exists and is not below the other. */
function higher(one: Decimal | null, other: Decimal | null): Decimal | null {
  return one === null || (other !== null && compare(one, other) < 0) ? other : one
}

export function levelsOf(loan: LtvFigures): LoanLevels {
  const initial = level(loan.initialLtv)
  const call = level(loan.marginCallLtv)
  const end = level(loan.liquidationLtv)
  // If liquidation is stated below margin call, one of the two is mislabelled: the lower is at
  // least a margin call, the higher at least liquidation.
  const swapped = call !== null && end !== null && compare(end, call) < 0
  const marginCall = swapped ? end : call
  const liquidation = swapped ? call : end

  const ltv = isDecimal(loan.currentLtv) && !isNegative(loan.currentLtv) ? loan.currentLtv : null
  const highest = higher(liquidation, marginCall)
  const believable =
    ltv === null || highest === null || compare(ltv, multiply(highest, beyondBelief)) < 0
  const current = believable ? ltv : null

  // An initial LTV that was not sent contradicts nothing.
  const isInitialUsable = loan.initialLtv === undefined || initial !== null
  const complete =
    current !== null && isInitialUsable && marginCall !== null && liquidation !== null
  // A margin call equal to liquidation leaves no room between the two: one of them is wrong.
  const inOrder =
    complete &&
    !swapped &&
    (initial === null || compare(initial, marginCall) <= 0) &&
    compare(marginCall, liquidation) < 0
  return { current, initial, marginCall, liquidation, swapped, sound: inOrder }
}

/** False if unknown. */
export function hasReached(
  { current }: Pick<LoanLevels, 'current'>,
  threshold: Decimal | null,
): boolean {
  return current !== null && threshold !== null && compare(current, threshold) >= 0
}
