// The open orders of every market, alone or together, page by page.
import type { ConditionalOrder, Order } from '../../shared/orders/order.js'
import { mostOpenOrders } from '../../shared/portfolio/portfolio.js'
import type { Unreadable } from '../../shared/unreadable.js'
import { ok } from '../../shared/result.js'
import type { Answer, ExchangeClient } from '../exchange/exchange-client.js'

const pageSize = 100
/**
 * The default page size according to the public documentation: a shorter page is the last one,
 * whatever cap a server has.
 */
const usualPageSize = 50

/**
 * An order that ends or arrives between two pages may be missing until the next read; none is
 * listed twice.
 */
async function readAll<T extends { id: string }>(
  ask: (page: { limit: number; offset: number }) => Promise<Answer<T[]>>,
): Promise<Answer<T[]>> {
  const orders = new Map<string, T>()
  const unreadable: Unreadable[] = []
  let asked = 0
  let at: number | null = null
  while (asked < mostOpenOrders) {
    const answer = await ask({ limit: pageSize, offset: asked })
    if (!answer.ok) return answer
    const { value, unreadable: left = [] } = answer.value
    at ??= answer.value.at
    const before = orders.size
    for (const order of value) orders.set(order.id, order)
    unreadable.push(...left.map((one) => ({ ...one, place: one.place + asked })))
    const size = value.length + left.length
    asked += size
    const isNew = orders.size > before || left.length > 0
    if (size < usualPageSize || !isNew) break
  }
  const list = [...orders.values()].slice(0, mostOpenOrders)
  return ok({ value: list, at: at ?? 0, ...(unreadable.length === 0 ? {} : { unreadable }) })
}

export function readOpenOrders(
  client: Pick<ExchangeClient, 'activeOrders'>,
): Promise<Answer<Order[]>> {
  return readAll((page) => client.activeOrders(page))
}

export function readConditionalOrders(
  client: Pick<ExchangeClient, 'conditionalOrders'>,
): Promise<Answer<ConditionalOrder[]>> {
  return readAll((page) => client.conditionalOrders(page))
}
