// The user's own steps on the LTV of a loan, and their place for a given loan.
import {
  compare,
  cut,
  type Decimal,
  isDecimal,
  isZero,
  largest,
  multiply,
  partWay,
} from '../money.js'
import type { LoanLevels } from '../portfolio/loan-levels.js'

/** A part of a way, as a fraction of whole numbers: one third has no decimal. */
export type PartOfWay = { part: number; of: number }

/**
 * `ltv`: in percent. Earlier versions saved a part of the way from the initial LTV to margin call;
 * its place depends on each loan's levels, so it stays as it is until the user replaces it.
 */
export type EarlyStep = { ltv: Decimal } | PartOfWay

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
}

/** Between the ends, exclusive. */
export function isPartOfWay(value: unknown): value is PartOfWay {
  if (typeof value !== 'object' || value === null || !('part' in value) || !('of' in value))
    return false
  return isWhole(value.of, 2, 10_000) && isWhole(value.part, 1, value.of - 1)
}

/** No loan has a liquidation level above this. */
const beyondAnyLevel = '1000'

/** A decimal between 0 and 1000 percent, exclusive. */
function isLtv(value: unknown): value is Decimal {
  return (
    typeof value === 'string' &&
    value.length <= 24 &&
    isDecimal(value) &&
    compare(value, '0') > 0 &&
    compare(value, beyondAnyLevel) < 0
  )
}

function isLtvStep(value: unknown): value is { ltv: Decimal } {
  return typeof value === 'object' && value !== null && 'ltv' in value && isLtv(value.ltv)
}

/** A step with both forms is read as an LTV. */
export function isEarlyStep(value: unknown): value is EarlyStep {
  return typeof value === 'object' && value !== null && 'ltv' in value
    ? isLtvStep(value)
    : isPartOfWay(value)
}

/**
 * No exchange liquidates at less than this many percent, so lower levels are fractions: the
 * specification shows no unit.
 */
const leastPercent = '3'

type Levels = Pick<LoanLevels, 'initial' | 'marginCall' | 'liquidation'>

/** One percent in the figures of this loan; null if no level shows it. */
function percentIn({ initial, marginCall, liquidation }: Levels): Decimal | null {
  const highest = largest([initial, marginCall, liquidation])
  if (highest === null) return null
  return compare(highest, leastPercent) < 0 ? '0.01' : '1'
}

/** The LTV of the step in the figures of this loan; null if its levels do not determine it. */
export function thresholdOf(levels: Levels, step: EarlyStep): Decimal | null {
  if ('ltv' in step) {
    const percent = percentIn(levels)
    return percent === null ? null : multiply(step.ltv, percent)
  }
  const { initial, marginCall } = levels
  if (initial === null || marginCall === null || compare(initial, marginCall) >= 0) return null
  return partWay(initial, marginCall, step.part, step.of)
}

/** An LTV of this loan in percent, exactly. */
export function inPercent(levels: Levels, ltv: Decimal): Decimal {
  return percentIn(levels) === '0.01' ? multiply(ltv, '100') : ltv
}

const longestPlaces = 18

/** The step as an equivalent LTV for this loan; null if it cannot be determined. */
export function asLtvStep(levels: Levels, step: EarlyStep): { ltv: Decimal } | null {
  const threshold = thresholdOf(levels, step)
  const ltv = threshold === null ? null : cut(inPercent(levels, threshold), longestPlaces)
  return ltv !== null && isLtv(ltv) ? { ltv } : null
}

/**
 * `past-margin-call`: the margin call alerts first, followed by Plimsoll's own steps from there to
 * liquidation.
 */
type StepPlace = 'early' | 'past-margin-call' | 'past-liquidation'

/** The place of a threshold among the levels of the loan. */
export function placeOf({ marginCall, liquidation }: Levels, threshold: Decimal): StepPlace {
  if (liquidation !== null && compare(threshold, liquidation) >= 0) return 'past-liquidation'
  return marginCall !== null && compare(threshold, marginCall) >= 0 ? 'past-margin-call' : 'early'
}

const mostSuggested = 6
const widths = [10, 5, 2, 1]

/**
 * Round LTVs in percent above the current one and below margin call, lowest first, without existing
 * steps.
 */
export function suggestedLtvs(
  levels: Omit<LoanLevels, 'swapped' | 'sound'>,
  steps: readonly EarlyStep[],
): Decimal[] {
  const { current, marginCall } = levels
  if (current === null || marginCall === null || isZero(marginCall)) return []
  const [from, to] = [inPercent(levels, current), inPercent(levels, marginCall)]
  const roundBy = (width: number): Decimal[] =>
    Array.from({ length: 200 / width }, (_, at) => String((at + 1) * width)).filter(
      (ltv) => compare(ltv, from) > 0 && compare(ltv, to) < 0,
    )
  const lists = widths.map(roundBy)
  const rounded = lists.find((list) => list.length > 1) ?? lists.at(-1) ?? []
  const taken = steps.map((step) => asLtvStep(levels, step)?.ltv ?? null)
  return rounded
    .filter((ltv) => !taken.some((one) => one !== null && compare(one, ltv) === 0))
    .slice(0, mostSuggested)
}
