import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { decimal, smallInteger, wholeNumber } from './numbers.js'

/** Section 2.1. `transaction_id` really is the one snake_case field among camelCase ones. Ids are opaque. */
export const flexRecord = z.looseObject({
  createdAt: wholeNumber,
  planId: z.string(),
  investmentId: z.string(),
  currency: z.string(),
  amount: decimal,
  transaction_id: z.string(),
  actionType: smallInteger,
})

/** Section 4.3: flexible investment history, B2B partners only, 1000 requests per 10 seconds. */
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
    plan: z.string().optional(),
    investment: z.string().optional(),
    transaction: z.string().optional(),
    dateFrom: z.int().optional(),
    dateTo: z.int().optional(),
    actionTypes: z.array(z.int()).optional(),
  }),
  reply: z.looseObject({ data: z.array(flexRecord), limit: smallInteger, offset: smallInteger }),
})
