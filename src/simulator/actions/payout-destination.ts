// Specification 4.9 and 2.9.
import { accepted, invalid } from '../answer.js'
import type { Action } from '../action.js'

export const payoutDestination: Action = ({ world, body }) => {
  const name = body['accountName']
  if (name === undefined || name === null || name === '') return invalid({ accountName: ['The account name field is required.'] })
  if (typeof name !== 'string') return invalid({ accountName: ['The account name must be a string.'] })
  const account = world.miningAccounts.find((one) => one.name === name)
  if (account === undefined) return invalid({ user: ['Mining account not found.'] })
  return accepted({ payoutDestination: account.payoutDestination, externalAddress: account.externalAddress })
}
