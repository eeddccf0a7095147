import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { isGoodObject } from './errors.js'
import { fewMembers } from './limits.js'

/**
 * Section 4.4: closes an active fixed-term investment and returns the funds to the main balance. B2B partners only. A good answer is an
 * object whose content is not shown (2.10).
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
  reply: z.unknown().refine(isGoodObject, 'must be an object, and no refusal'),
  mostMembers: fewMembers,
})
