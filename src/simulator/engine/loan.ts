// A credit line against coins: its LTV moves because the coins' prices move.
import {
  add,
  cut,
  divide,
  isNegative,
  multiply,
  subtract,
  sum,
  type Decimal,
} from '../../shared/money.js'
import { isNothing, wholeSecondsOf } from './units.js'
import { type Loan, type World, held, move } from '../world.js'
import { markOf, marketOf } from './prices.js'

/** Debt ÷ collateral in percent, two decimals, before any external adjustment. */
function computedLtv(world: World, loan: Loan): Decimal {
  const value = sum(loan.collateral.map((coin) => multiply(coin.amount, markOf(world, coin))))
  return value === '0'
    ? '0'
    : divide(multiply(add(loan.amount, loan.totalFunding), '100'), value, 2)
}

const copiedPlaces = 8

const remembered = new WeakMap<Loan, { print: string; ltv: Decimal }>()

/** All inputs of the LTV: while they are unchanged, so is the LTV. */
function printOf(world: World, loan: Loan): string {
  let print = `${loan.amount} ${loan.totalFunding} ${loan.push}`
  for (const coin of loan.collateral) print += ` ${coin.amount} ${marketOf(world, coin).ticks}`
  return print
}

/**
 * Percent without a sign, as the public documentation shows it ("25" is 25 %). Calculated once as
 * long as nothing changes.
 */
export function currentLtv(world: World, loan: Loan): Decimal {
  const { copied } = world
  if (copied?.loan != null) {
    const { ltv, owed, market } = copied.loan
    const debt = add(loan.amount, loan.totalFunding)
    const grown = isNothing(owed) ? ltv : divide(multiply(ltv, debt), owed, copiedPlaces)
    return divide(grown, markOf(world, { market }), copiedPlaces)
  }
  const print = printOf(world, loan)
  const known = remembered.get(loan)
  if (known?.print === print) return known.ltv
  const pushed = add(computedLtv(world, loan), loan.push)
  const ltv = isNegative(pushed) ? '0' : pushed
  remembered.set(loan, { print, ltv })
  return ltv
}

export function accrueLoanFunding(world: World): void {
  if (world.loan === null) return
  world.loan.totalFunding = cut(
    add(world.loan.totalFunding, multiply(world.loan.amount, world.loan.hourlyRate)),
    8,
  )
}

/** A loan of money currency against coins from outside, taken `seconds` ago. */
export function grantLoan(
  world: World,
  seconds: number,
  terms: Pick<Loan, 'amount' | 'totalFunding' | 'collateral'>,
): Loan {
  for (const coin of terms.collateral)
    move(world.ledger, 'house', 'loan-collateral', coin.asset, coin.amount)
  return (world.loan = {
    asset: 'USDT',
    amount: terms.amount,
    totalFunding: terms.totalFunding,
    hourlyRate: '0.0000114',
    collateral: terms.collateral,
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
    push: '0',
    createdAt: wholeSecondsOf(world.nowMicros) - seconds,
  })
}

/**
 * Sets the LTV to exactly this value; from there it moves with prices. Null ends the loan and
 * returns its coins to the main balance.
 */
export function pushLoan(world: World, wanted: Decimal | null): void {
  if (wanted === null) {
    for (const { asset } of world.loan?.collateral ?? []) {
      move(
        world.ledger,
        'loan-collateral',
        'main',
        asset,
        held(world.ledger, 'loan-collateral', asset),
      )
    }
    world.loan = null
    return
  }
  const usual = {
    amount: '20000',
    totalFunding: '0',
    collateral: [{ asset: 'BTC', market: 'BTC_USDT', amount: '1.25' }],
  }
  const loan = world.loan ?? grantLoan(world, 0, usual)
  loan.push = subtract(wanted, computedLtv(world, loan))
}
