// Transfers between the balances of the account. From the public documentation, not in the
// specification. They never borrow: what would have to be borrowed is refused as not available,
// and so is what positions need.
import { watchPositions } from '../engine/trigger-orders.js'
import { compare, isDecimal, isNegative, isZero } from '../../shared/money.js'
import { transferBalances } from '../../v4/beyond-specification.js'
import { type Action, type Answer, type FieldErrors, invalid, refused } from '../answer.js'
import { asCopied } from '../engine/copied.js'
import { accountFigures, collateralOf } from '../engine/margin.js'
import { smaller } from '../engine/units.js'
import { collateralRow, hasAsset } from './account-lists.js'
import { type Account, held, move, type World } from '../world.js'

type Balance = (typeof transferBalances)[number]

const accountOf: Readonly<Record<Balance, Account>> = {
  main: 'main',
  spot: 'trade',
  collateral: 'collateral',
}

function isBalance(value: unknown): value is Balance {
  return transferBalances.some((one) => one === value)
}

/** The amount as text or as a JSON number, as public clients send it. */
function readAmount(value: unknown, errors: FieldErrors): string {
  const text = typeof value === 'number' ? String(value) : value
  if (text === undefined || text === null || text === '')
    errors['amount'] = ['The amount field is required.']
  else if (typeof text !== 'string' || !isDecimal(text))
    errors['amount'] = ['The amount must be a number.', 'Invalid number']
  else if (isNegative(text) || isZero(text))
    errors['amount'] = ['The amount must be at least 0.00000001.']
  else if ((text.split('.')[1] ?? '').length > 8)
    errors['amount'] = ['The amount must have at most 8 decimal places.']
  return typeof text === 'string' ? text : ''
}

function readBalance(body: Record<string, unknown>, field: 'from' | 'to', errors: FieldErrors) {
  const value = body[field]
  if (isBalance(value)) return value
  errors[field] = [`The selected ${field} is invalid.`]
  return null
}

function availableIn(world: World, balance: Balance, asset: string): string {
  const all = held(world.ledger, accountOf[balance], asset)
  if (balance !== 'collateral') return all
  const figures = accountFigures(world)
  const row = asCopied(world.copied?.balances.get(asset), collateralRow(world, asset, figures))
  const free = row['availableWithoutBorrow']
  return smaller(typeof free === 'string' ? free : collateralOf(world, asset).free, all)
}

/** How the service answers between spot and collateral is not documented: not at all. */
function isDirect(from: Balance, to: Balance): boolean {
  return from === 'main' || to === 'main'
}

const done: Answer = { status: 201, body: [] }

export const balanceTransfer: Action = ({ world, key, body }) => {
  const errors: FieldErrors = {}
  const ticker = body['ticker']
  const asset = typeof ticker === 'string' && hasAsset(world)(ticker) ? ticker : null
  if (asset === null) errors['ticker'] = ['The selected ticker is invalid.']
  const amount = readAmount(body['amount'], errors)
  const [from, to] = [readBalance(body, 'from', errors), readBalance(body, 'to', errors)]
  if (from !== null && to !== null && from === to)
    errors['to'] = ['The to and from must be different.']
  else if (from !== null && to !== null && !isDirect(from, to))
    errors['to'] = ['The selected to is invalid.']
  if (asset === null || from === null || to === null || Object.keys(errors).length > 0)
    return invalid(errors)
  if ((from === 'collateral' || to === 'collateral') && !key.collateral)
    return refused(422, 0, 'Validation failed', { error: ['Collateral balance is unavailable.'] })
  const available = availableIn(world, from, asset)
  if (compare(amount, available) > 0) {
    const sentence = `You don't have such amount for transfer (available ${available}, in amount: ${amount})`
    return refused(422, 3, 'Validation failed', { amount: [sentence] })
  }
  move(world.ledger, accountOf[from], accountOf[to], asset, amount)
  watchPositions(world)
  return done
}
