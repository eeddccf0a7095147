// The small operations: specification 4.2, 4.4, 4.8, 4.9 and 4.10.
import { accepted, invalid, refused, type Action } from '../answer.js'
import { closeFixed } from '../engine/investments.js'
import { held } from '../engine/ledger.js'
import { currentLtv } from '../engine/loan.js'
import { isNothing } from '../engine/units.js'
import { issueToken } from '../stream/session.js'

/**
 * Assets with zero balance are left out in the specification's dialect, as it allows; the live service shows them, and knows a
 * `ticker` that asks for one asset alone.
 */
export const mainBalance: Action = ({ world, body, dialect }) => {
  const ticker = body['ticker']
  const live = dialect === 'live'
  if (live && ticker !== undefined && ticker !== null) {
    if (typeof ticker !== 'string') return refused(422, 0, 'Validation failed', { ticker: ['validation.string'] })
    return accepted({ main_balance: Object.hasOwn(world.ledger.main, ticker) ? held(world.ledger, 'main', ticker) : '0' })
  }
  const shown = Object.entries(world.ledger.main).filter(([, amount]) => live || !isNothing(amount))
  return accepted(Object.fromEntries(shown.map(([asset, amount]) => [asset, { main_balance: amount }])))
}

/** Text that must be there; otherwise the refusal. */
const required = (body: Record<string, unknown>, field: string, label: string) => {
  const value = body[field]
  const complaint = value === undefined || value === null || value === '' ? 'field is required' : 'must be a string'
  return typeof value === 'string' && value !== '' ? value : invalid({ [field]: [`The ${label} ${complaint}.`] })
}

/** Returns the invested amount to the main balance, once. What the answer holds is not shown (2.10): it is an empty object. */
export const closeInvestment: Action = ({ world, body }) => {
  const id = required(body, 'id', 'id')
  if (typeof id !== 'string') return id
  const investment = world.fixedInvestments.find((one) => one.id === id.toLowerCase())
  if (investment === undefined) return invalid({ id: ['Investment not found'] })
  if (investment.status === 'closed') return refused(422, 0, 'Inner validation failed', { error: ['Investment is already closed'] })
  closeFixed(world, investment)
  return accepted({})
}

export const creditLine: Action = ({ world }) => {
  if (world.loan === null) return refused(400, 0, 'No active loan at the moment')
  const { asset, amount, totalFunding, initialLtv, marginCallLtv, liquidationLtv, createdAt } = world.loan
  return accepted({
    asset,
    amount,
    totalFunding,
    currentLtv: currentLtv(world, world.loan),
    initialLtv,
    marginCallLtv,
    liquidationLtv,
    createdAt,
  })
}

export const payoutDestination: Action = ({ world, body }) => {
  const name = required(body, 'accountName', 'account name')
  if (typeof name !== 'string') return name
  const account = world.miningAccounts.find((one) => one.name === name)
  if (account === undefined) return invalid({ user: ['Mining account not found.'] })
  return accepted({ payoutDestination: account.payoutDestination, externalAddress: account.externalAddress })
}

export const streamToken: Action = ({ world, keyName }) => accepted({ websocket_token: issueToken(world, keyName) })
