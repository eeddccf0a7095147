// Money is only ever moved, never made: every amount that enters one account leaves another, to the last decimal place.
import { add, subtract, type Decimal } from '../../shared/money.js'
import { accounts, type Account, type Ledger } from '../world.js'
import { isBelowZero, isNothing } from './units.js'

export const held = (ledger: Ledger, account: Account, asset: string): Decimal => ledger[account][asset] ?? '0'

/**
 * Moves `amount` (zero or more) of an asset.
 * @throws RangeError when an account other than `house` would go below zero, or the amount is negative: a fault of the caller.
 */
export const move = (ledger: Ledger, from: Account, to: Account, asset: string, amount: Decimal): void => {
  if (isNothing(amount)) return
  if (isBelowZero(amount)) throw new RangeError(`cannot move ${amount} ${asset}: move the other way round`)
  const rest = subtract(held(ledger, from, asset), amount)
  if (from !== 'house' && isBelowZero(rest)) throw new RangeError(`${from} holds less than ${amount} ${asset}`)
  ledger[from][asset] = rest
  ledger[to][asset] = add(held(ledger, to, asset), amount)
}

/** The sum of an asset over all accounts. Always zero. */
export const sumOf = (ledger: Ledger, asset: string): Decimal =>
  accounts.reduce((sum, account) => add(sum, held(ledger, account, asset)), '0')
