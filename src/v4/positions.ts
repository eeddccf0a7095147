import { z } from 'zod'
import { endpoint, signedBoth } from './endpoint.js'
import { mostPositions } from './limits.js'
import { eachOf } from './lists.js'
import { decimal, unixTime, wholeNumber } from './numbers.js'
import { text } from './text.js'

/**
 * Section 2.7. Null is allowed where the live service is known to send it (a position behind a trigger that has not fired);
 * members that older servers leave out are optional, so that null, absent and zero stay three different things.
 */
export const openPosition = z.looseObject({
  positionId: wholeNumber,
  market: text,
  openDate: unixTime,
  modifyDate: unixTime,
  amount: decimal.nullable(),
  basePrice: decimal.nullable(),
  liquidationPrice: decimal.nullable(),
  liquidationState: text.nullable(),
  pnl: decimal.nullable(),
  pnlPercent: decimal.nullable(),
  margin: decimal,
  freeMargin: decimal,
  funding: decimal,
  unrealizedPnl: decimal.nullable().optional(),
  unrealizedFunding: decimal,
  tpsl: z
    .looseObject({
      takeProfitId: wholeNumber.nullish(),
      takeProfit: decimal.nullish(),
      stopLossId: wholeNumber.nullish(),
      stopLoss: decimal.nullish(),
    })
    .nullable(),
  positionSide: text.optional(),
})

/** Section 4.7: all open collateral positions, or those of one market. */
export const openPositions = endpoint({
  name: 'open-positions',
  section: '4.7',
  method: 'POST',
  path: '/api/v4/collateral-account/positions/open',
  scope: 'private',
  access: 'any-key',
  movesMoney: false,
  carries: signedBoth,
  ask: z.strictObject({ market: z.string().min(1).optional() }),
  reply: eachOf(openPosition, mostPositions),
  mostMembers: mostPositions * 30,
})
