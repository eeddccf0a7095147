import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { fewMembers } from './limits.js'
import { decimal, wholeNumber } from './numbers.js'
import { text } from './text.js'

/**
 * Section 2.8, where no field may be null or left out. The unit of the LTV fields is not shown; they share one, and that is all Plimsoll
 * relies on.
 */
export const loan = z.looseObject({
  asset: text,
  amount: decimal,
  totalFunding: decimal,
  currentLtv: decimal,
  initialLtv: decimal,
  marginCallLtv: decimal,
  liquidationLtv: decimal,
  createdAt: wholeNumber,
})

/** Whether several credit lines come as an array is not shown (4.8): a list of one is the one. */
const onlyOne = (reply: unknown): unknown => (Array.isArray(reply) && reply.length === 1 ? reply[0] : reply)

/**
 * Section 4.8: enabled on demand for a key. That there is no loan comes as a refusal that says so in words; an empty object or list says
 * nothing, and taken for "no loan" it would end every alarm of a loan that is still there.
 */
export const creditLine = endpoint({
  name: 'credit-line',
  section: '4.8',
  method: 'POST',
  path: '/api/v4/credit-line/loans/info',
  scope: 'private',
  access: 'credit-line',
  movesMoney: false,
  carries: signedBoth,
  ask: z.strictObject({}),
  reply: z.preprocess(onlyOne, loan),
  mostMembers: fewMembers,
})
