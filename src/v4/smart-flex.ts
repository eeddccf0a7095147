import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { mostRecords } from './limits.js'
import { eachOf } from './lists.js'
import { decimal, smallInteger, wholeNumber } from './numbers.js'
import { text } from './text.js'

/** Section 2.1. `transaction_id` really is the one snake_case field among camelCase ones. Ids are opaque. */
export const flexRecord = z.looseObject({
  createdAt: wholeNumber,
  planId: text,
  investmentId: text,
  currency: text,
  amount: decimal,
  transaction_id: text,
  actionType: smallInteger,
})

/**
 * Section 4.3: flexible investment history, B2B partners only, 1000 requests per 10 seconds. The last page may be one record that
 * cannot be read, and is a page all the same.
 */
export const flexHistory = endpoint({
  name: 'flex-history',
  section: '4.3',
  method: 'POST',
  path: '/api/v4/main-account/smart-flex/investments/history',
  scope: 'history',
  access: 'b2b',
  movesMoney: false,
  carries: signedBoth,
  ask: z.strictObject({
    limit: z.int().nonnegative().optional(),
    offset: z.int().nonnegative().optional(),
    plan: text.optional(),
    investment: text.optional(),
    transaction: text.optional(),
    dateFrom: z.int().optional(),
    dateTo: z.int().optional(),
    actionTypes: z.array(z.int()).optional(),
  }),
  reply: z.looseObject({ data: eachOf(flexRecord, mostRecords, { evenNone: true }), limit: smallInteger, offset: smallInteger }),
  mostMembers: mostRecords * 12,
})
