// Building blocks of the schemas for tickets from the page. They accept text as typed: the bounds
// only protect main, and the ticket parser applies the rules of orders.
import { z } from 'zod'
import type { OrderKind, OrderTicket, TicketOf } from '../../shared/orders/order-ticket.js'
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

/** An object with the kind's name as `kind`, and without unknown members. */
export type TicketSchema<Kind extends OrderKind> = z.ZodType<TicketOf<Kind>> &
  z.core.$ZodTypeDiscriminable

/** The schema of a ticket of this kind. */
export function ticketOf<Kind extends OrderKind, Shape extends z.core.$ZodLooseShape>(
  kind: Kind,
  members: Shape,
) {
  return z.strictObject({ ...members, kind: z.literal(kind) })
}

export function listOf<Shape extends z.core.$ZodLooseShape>(members: Shape, most: number) {
  return z.array(z.strictObject(members)).max(most)
}

export function optional<Shape extends z.core.$ZodLooseShape>(members: Shape) {
  return z.strictObject(members).nullable()
}

export function oneOf<const Names extends readonly string[]>(names: Names) {
  return z.enum(names)
}

/** A ticket of any of these kinds. */
export function anyTicketOf(tickets: readonly TicketSchema<OrderKind>[]): z.ZodType<OrderTicket> {
  return z.discriminatedUnion('kind', tickets as [TicketSchema<OrderKind>])
}
