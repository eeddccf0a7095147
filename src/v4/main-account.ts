import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { mostAssets } from './limits.js'
import { eachNamed } from './lists.js'
import { decimal } from './numbers.js'

/** Section 4.2: object keyed by asset. Assets with zero balance may be omitted; where none is left, the service may write an empty list. */
export const mainBalance = endpoint({
  name: 'main-balance',
  section: '4.2',
  method: 'POST',
  path: '/api/v4/main-account/balance',
  scope: 'private',
  access: 'any-key',
  movesMoney: false,
  carries: signedBoth,
  ask: z.strictObject({}),
  reply: z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
    eachNamed(z.looseObject({ main_balance: decimal }), mostAssets),
  ),
  mostMembers: mostAssets * 4,
})
