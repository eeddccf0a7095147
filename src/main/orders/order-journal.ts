// What the disk refused to take of an order. It is true all the same and is written as soon as it can be, whatever account is open by
// then: one journal for the whole run, because an answer that is known must not be lost with the opening it came in.
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import type { Result } from '../../shared/result.js'
import type { OrdersMemory } from './orders-ports.js'

type Orders = Pick<OrdersMemory['orders'], 'save'>

export type OrderJournal = {
  /** Fails where it could not be written; it is kept and counts all the same. */
  save(orders: Orders, intent: OrderIntent): Result<null, Problem>
  /** The same, but what could not be written is not kept. */
  saveOrNot(orders: Orders, intent: OrderIntent): Result<null, Problem>
  /** What waits to be written of an order. */
  waiting(id: string): OrderIntent | undefined
  /** Tries again what could not be written. */
  flush(): void
}

export const createOrderJournal = (): OrderJournal => {
  const unsaved = new Map<string, { orders: Orders; intent: OrderIntent }>()

  /** What went with its profile is nowhere to be written. */
  const isOver = (saved: Result<null, Problem>): boolean => saved.ok || saved.error.code === 'gone'

  return {
    save: (orders, intent) => {
      const saved = orders.save(intent)
      if (isOver(saved)) unsaved.delete(intent.id)
      else unsaved.set(intent.id, { orders, intent })
      return saved
    },
    saveOrNot: (orders, intent) => {
      const saved = orders.save(intent)
      // What waits to be written is older: it must not take the place of this.
      if (saved.ok) unsaved.delete(intent.id)
      return saved
    },
    waiting: (id) => unsaved.get(id)?.intent,
    flush: () => {
      for (const [id, { orders, intent }] of unsaved) if (isOver(orders.save(intent))) unsaved.delete(id)
    },
  }
}
