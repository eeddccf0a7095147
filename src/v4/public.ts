import { z } from 'zod'
import { endpoint } from './endpoint.js'
import { fewMembers } from './limits.js'

/** Section 4.1: liveness; the answer is an array with the single element `pong`. */
export const ping = endpoint({
  name: 'ping',
  section: '4.1',
  method: 'GET',
  path: '/api/v4/public/ping',
  scope: 'public',
  access: 'public',
  movesMoney: false,
  carries: { request: false, nonce: false },
  ask: z.strictObject({}),
  reply: z.tuple([z.literal('pong')]),
  mostMembers: fewMembers,
})
