import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { fewMembers, longestToken } from './limits.js'

/** Section 4.10: the token that authenticates the real-time stream. Opaque, short-lived; how short is not shown. */
export const streamToken = endpoint({
  name: 'stream-token',
  section: '4.10',
  method: 'POST',
  path: '/api/v4/profile/websocket_token',
  scope: 'stream-token',
  access: 'any-key',
  movesMoney: false,
  carries: signedBoth,
  ask: z.strictObject({}),
  reply: z.looseObject({ websocket_token: z.string().min(1).max(longestToken) }),
  mostMembers: fewMembers,
})
