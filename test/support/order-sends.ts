// One order through an engine: confirmed once, and what the database says of it when it is over.
import { expect } from 'vitest'
import type { OrderTicket } from '../../src/shared/orders/order-ticket.js'
import type { OrderIntent } from '../../src/shared/orders/trading.js'
import type { OrderEngine } from './order-engine.js'
import { valueOf } from './test-storage.js'

/** Prepares and confirms. The id of the intent. */
export async function sendTicket({ orders }: OrderEngine, ticket: OrderTicket): Promise<string> {
  const preview = valueOf(orders.prepare(ticket, 'page'))
  return valueOf(await orders.confirm(preview.token, 'page')).intentId
}

/** As it lies on the disk once nothing is under way any more. */
export async function endedIntent(
  { orders, journal, storage, profile }: OrderEngine,
  id: string,
): Promise<OrderIntent> {
  await expect.poll(() => journal.inFlight(), { timeout: 15_000 }).toBe(0)
  const written = valueOf(storage.orders.find(profile.id, id))
  if (written === null) throw new Error('it is not in the record')
  expect(written).toEqual(valueOf(orders.intent(id)))
  return written
}
