import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { fewMembers } from './limits.js'
import { text } from './text.js'

/** Section 4.9 and 2.9: where a mining pool account pays out. Whether `request` and `nonce` are needed is not shown; both are sent. */
export const payoutDestination = endpoint({
  name: 'payout-destination',
  section: '4.9',
  method: 'POST',
  path: '/api/v4/mining/payout-destination',
  scope: 'private',
  access: 'mining',
  movesMoney: false,
  carries: signedBoth,
  ask: z.strictObject({ accountName: z.string().min(1) }),
  reply: z.looseObject({ payoutDestination: text, externalAddress: text.nullable() }),
  mostMembers: fewMembers,
})
