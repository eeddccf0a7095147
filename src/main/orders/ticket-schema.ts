// What the schemas of tickets that come from the page are made of. As typed: bounds only keep main
// safe; the ticket parser applies the rules of orders.
import { z } from 'zod'
import type { OrderKind, TicketOf } from '../../shared/orders/order-ticket.js'
import { id } from '../ipc/router.js'

export const typed = z.string().max(200)
export const optionalTyped = typed.nullable()
export const flag = z.boolean()
export const intentId = id

export const typedOrder = {
  market: typed,
  side: z.enum(['buy', 'sell']),
  amount: typed,
  clientOrderId: optionalTyped,
}

export const onCollateral = {
  ...typedOrder,
  stopLoss: optionalTyped,
  takeProfit: optionalTyped,
  positionSide: z.enum(['LONG', 'SHORT', 'BOTH']).nullable(),
}

export const ofPosition = { market: typed, positionId: typed }

export const levelTarget = { id: typed, by: z.enum(['order', 'linked']) }

/** An object whose `kind` is the kind's name, and with no other members than these. */
export type TicketSchema<Kind extends OrderKind> = z.ZodType<TicketOf<Kind>> &
  z.core.$ZodTypeDiscriminable
