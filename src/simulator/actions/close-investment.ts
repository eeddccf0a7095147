// Specification 4.4.
import { accepted, invalid, refused } from '../answer.js'
import type { Action } from '../action.js'
import { closeFixed } from '../engine/fixed.js'

/** Returns the invested amount to the main balance, once. What the answer holds is not shown (2.10): it is an empty object. */
export const closeInvestment: Action = ({ world, body }) => {
  const id = body['id']
  if (id === undefined || id === null || id === '') return invalid({ id: ['The id field is required.'] })
  if (typeof id !== 'string') return invalid({ id: ['The id must be a string.'] })
  const investment = world.fixedInvestments.find((one) => one.id === id.toLowerCase())
  if (investment === undefined) return invalid({ id: ['Investment not found'] })
  if (investment.status === 'closed') return refused(422, 0, 'Inner validation failed', { error: ['Investment is already closed'] })
  closeFixed(world, investment)
  return accepted({})
}
