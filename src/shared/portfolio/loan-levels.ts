// What a loan's own strings allow to be said. A warning may rest on them only as far as they make
// sense under every reading.
import type { Loan } from './loan.js'
import { messageOf } from '../messages/messages.js'
import { compare, type Decimal, isDecimal, isNegative, multiply } from '../money.js'

export type LtvFigures = Pick<
  Loan,
  'currentLtv' | 'initialLtv' | 'marginCallLtv' | 'liquidationLtv'
>

export type LoanLevels = {
  /** Null where it cannot be compared with the levels. */
  current: Decimal | null
  /**
   * Levels that are not above zero are null. One that is null or absent never gets here: then the
   * whole answer is not understood.
   */
  initial: Decimal | null
  marginCall: Decimal | null
  liquidation: Decimal | null
  /** Liquidation was said to lie below margin call; the two have changed places here. */
  swapped: boolean
  /** False where a level is not above zero or they contradict one another. */
  sound: boolean
}

/** What is said where they are not sound. */
export const unclearLevels = messageOf('alerts.ltv.unclear.text')

/**
 * No loan is this many times beyond liquidation. Such a figure is in another unit than the levels
 * (percent and fraction).
 */
const beyondBelief = '20'

function level(text: Decimal = ''): Decimal | null {
  return isDecimal(text) && compare(text, '0') > 0 ? text : null
}

/** The first that is there and not below the other. */
function higher(one: Decimal | null, other: Decimal | null): Decimal | null {
  return one === null || (other !== null && compare(one, other) < 0) ? other : one
}

export function levelsOf(loan: LtvFigures): LoanLevels {
  const initial = level(loan.initialLtv)
  const call = level(loan.marginCallLtv)
  const end = level(loan.liquidationLtv)
  // Where liquidation is said to lie below margin call, one of the two is mislabelled: the lower is
  // a margin call at least, the higher is liquidation at least.
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
  // A margin call that is liquidation leaves no time between the two: one of them is not what it
  // says.
  const inOrder =
    complete &&
    !swapped &&
    (initial === null || compare(initial, marginCall) <= 0) &&
    compare(marginCall, liquidation) < 0
  return { current, initial, marginCall, liquidation, swapped, sound: inOrder }
}

/** False where it cannot be told. */
export function hasReached(
  { current }: Pick<LoanLevels, 'current'>,
  threshold: Decimal | null,
): boolean {
  return current !== null && threshold !== null && compare(current, threshold) >= 0
}
