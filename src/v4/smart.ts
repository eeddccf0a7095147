import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { fewMembers } from './limits.js'

/**
 * Section 4.4: closes an active fixed-term investment and returns the funds to the main balance. B2B partners only. The content of a good
 * answer is not shown (2.10); the public documents show an empty object. Only that counts as one: the same service writes refusals
 * as objects of many shapes, also with status 200, and money that is said to have come back must have.
 */
export const closeInvestment = endpoint({
  name: 'close-investment',
  section: '4.4',
  method: 'POST',
  path: '/api/v4/main-account/smart/investment/close',
  scope: 'private',
  access: 'b2b',
  movesMoney: true,
  carries: signedBoth,
  ask: z.strictObject({ id: z.string().min(1) }),
  reply: z.strictObject({}),
  mostMembers: fewMembers,
})
