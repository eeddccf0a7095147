// What brings the LTV of a loan down to a target level: how much to repay, or how much of an asset
// to add. Calculated from the loan's amount and its LTV alone; the exchange sends neither the value
// of the collateral nor the weight of each asset.
import {
  add,
  compare,
  type Decimal,
  divide,
  divideUp,
  isDecimal,
  isZero,
  multiply,
  subtract,
  toStep,
} from '../money.js'
import { fail, ok, type Result } from '../result.js'
import type { Loan } from './loan.js'
import { type LoanLevels, levelsOf } from './loan-levels.js'

/**
 * Which figure is missing. `unit`: whether LTV is in percent or a fraction. `target`: a level that
 * is above zero and below the LTV.
 */
export type MissingFigure = 'amount' | 'ltv' | 'unit' | 'target'

/**
 * An asset the user holds. `price`: of one unit in the loan's asset. `step`: its smallest usable
 * amount.
 */
export type Addable = { asset: string; held: Decimal; price: Decimal; step: Decimal }

/**
 * `amount`: rounded up, so that the target is reached. `enough`: whether that much is held. `ltv`:
 * the resulting LTV, never understated.
 */
export type AssetToAdd = {
  asset: string
  amount: Decimal
  held: Decimal
  enough: boolean
  ltv: Decimal
}

export type MarginCallAnswer = {
  /** In the loan's asset, rounded up, never above what is owed. */
  repay: { amount: Decimal; ltv: Decimal }
  /** In the loan's asset: by how much the collateral's value has to increase. */
  worthToAdd: Decimal
  /** Each is sufficient by itself. */
  assets: AssetToAdd[]
}

const places = 18

/** No level of a loan is above twice the collateral, nor as low as two hundredths of it. */
const highestFraction = '2'

const isAboveZero = (text: Decimal): boolean => isDecimal(text) && compare(text, '0') > 0

/**
 * How many units of LTV equal the whole collateral: 100 in percent, 1 as a fraction. Null if no
 * level shows it.
 */
export function wholeOf({
  liquidation,
  marginCall,
  initial,
}: Pick<LoanLevels, 'liquidation' | 'marginCall' | 'initial'>): Decimal | null {
  const level = liquidation ?? marginCall ?? initial
  if (level === null) return null
  return compare(level, highestFraction) > 0 ? '100' : '1'
}

type Known = { owed: Decimal; current: Decimal; whole: Decimal }

function knownOf(loan: Loan): Result<Known, MissingFigure> {
  const levels = levelsOf(loan)
  const { current } = levels
  if (loan.amount === undefined || !isAboveZero(loan.amount)) return fail('amount')
  if (current === null || !isAboveZero(current)) return fail('ltv')
  const whole = wholeOf(levels)
  return whole === null ? fail('unit') : ok({ owed: loan.amount, current, whole })
}

/**
 * The collateral's value in the loan's asset: loan ÷ LTV, truncated. An estimate: interest that
 * counts as debt makes it worth more.
 */
export function collateralWorth(loan: Loan): Result<Decimal, MissingFigure> {
  const known = knownOf(loan)
  if (!known.ok) return known
  const { owed, current, whole } = known.value
  return ok(divide(multiply(owed, whole), current, places))
}

/**
 * How much of each of `assets`, or what repayment, brings the LTV to `target` or below. `step`: of
 * the loan's asset.
 */
export function marginCallAnswer(
  loan: Loan,
  target: Decimal,
  assets: readonly Addable[],
  step: Decimal,
): Result<MarginCallAnswer, MissingFigure> {
  const known = knownOf(loan)
  if (!known.ok) return known
  const { owed, current, whole } = known.value
  if (!isAboveZero(target) || compare(target, current) >= 0) return fail('target')
  const excess = subtract(current, target)

  const least = toStep(divideUp(multiply(owed, excess), current, places), step, 'up')
  const repaid = compare(least, owed) > 0 ? owed : least
  const afterRepaying = divideUp(multiply(current, subtract(owed, repaid)), owed, places)

  // The collateral has to grow from owed × whole ÷ current to owed × whole ÷ target.
  const [lacks, per] = [multiply(multiply(owed, whole), excess), multiply(current, target)]
  const addable = assets.filter(
    ({ asset, price, step: own }) => asset !== '' && isAboveZero(price) && isAboveZero(own),
  )
  return ok({
    repay: { amount: repaid, ltv: afterRepaying },
    worthToAdd: divideUp(lacks, per, places),
    assets: addable.map(({ asset, held, price, step: own }) => {
      const amount = toStep(divideUp(lacks, multiply(per, price), places), own, 'up')
      const debt = multiply(owed, whole)
      const after = divideUp(
        multiply(debt, current),
        add(debt, multiply(multiply(amount, price), current)),
        places,
      )
      return { asset, amount, held, enough: compare(held, amount) >= 0, ltv: after }
    }),
  })
}

/** Fiat currencies and stablecoins. */
export const money: readonly string[] = [
  'USDT',
  'USDC',
  'USD',
  'EUR',
  'DAI',
  'TUSD',
  'PYUSD',
  'GBP',
  'PLN',
  'TRY',
  'UAH',
]

/** Amounts that can be transferred have at most this many places. */
const finest = '0.00000001'

/**
 * The rounding step of an asset's amounts: hundredths for money, the finest step of its markets for
 * traded assets.
 */
export function stepOf(
  asset: string,
  markets: readonly { base: string; amountStep: Decimal | null }[],
): Decimal {
  if (money.includes(asset)) return '0.01'
  const steps = markets.flatMap(({ base, amountStep }) =>
    base === asset &&
    amountStep !== null &&
    isAboveZero(amountStep) &&
    compare(amountStep, finest) >= 0
      ? [amountStep]
      : [],
  )
  return steps.reduce((least, one) => (compare(one, least) < 0 ? one : least), steps[0] ?? finest)
}

/**
 * What closing a position would release, before fees: its margin and its unrealized PnL; null if
 * one is unknown, at least zero.
 */
export function freedByClosing(position: {
  usedMargin?: Decimal | null
  unrealizedPnl?: Decimal | null
}): Decimal | null {
  const { usedMargin, unrealizedPnl } = position
  if (usedMargin == null || unrealizedPnl == null) return null
  const freed = add(usedMargin, unrealizedPnl)
  return isZero(freed) || compare(freed, '0') < 0 ? '0' : freed
}
