// Reads cached answers. Some version of Plimsoll wrote them: one is used only where it still has today's shape.
import { z } from 'zod'
import type { LoanAnswer } from '../../shared/domain/loan.js'
import type { Position } from '../../shared/domain/position.js'
import { parseJson } from '../../shared/json.js'
import { isDecimal } from '../../shared/money.js'
import type { FeedName, FeedValues } from '../polling/poll-plan.js'

const text = z.string()
const amount = z.string().refine(isDecimal)

// In the order in which the client writes them: a cached answer that equals the next live one is the same JSON.
const position: z.ZodType<Position> = z.object({
  id: text,
  market: text,
  openedAt: text,
  modifiedAt: text,
  amount: amount.nullable(),
  entryPrice: amount.nullable(),
  // Absent, null and a value are three different things (specification 2.7).
  liquidationPrice: amount.nullish(),
  liquidationState: text.nullish(),
  realizedPnl: amount.nullish(),
  pnlPercent: amount.nullish(),
  usedMargin: amount.nullish(),
  freeMargin: amount.nullish(),
  funding: amount.nullish(),
  unrealizedFunding: amount.nullish(),
  protectiveOrders: z
    .object({ takeProfitId: text.nullable(), takeProfit: amount.nullable(), stopLossId: text.nullable(), stopLoss: amount.nullable() })
    .nullish(),
  unrealizedPnl: amount.nullish(),
  positionSide: text.optional(),
})

const loan: z.ZodType<LoanAnswer> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-loan') }),
  z.object({ kind: z.literal('not-enabled') }),
  z.object({
    kind: z.literal('loan'),
    loan: z.object({
      asset: text,
      amount,
      totalFunding: amount,
      currentLtv: amount,
      initialLtv: amount,
      marginCallLtv: amount,
      liquidationLtv: amount,
      createdAt: text,
    }),
  }),
])

const schemas: { [F in FeedName]: z.ZodType<FeedValues[F]> } = {
  balance: z.array(z.object({ asset: text, amount })),
  positions: z.array(position),
  loan,
}

/** Null where the text is not an answer of this feed. */
export const readSnapshot = <F extends FeedName>(feed: F, json: string): FeedValues[F] | null => {
  const schema: z.ZodType<FeedValues[F]> = schemas[feed]
  return schema.safeParse(parseJson(json)).data ?? null
}
