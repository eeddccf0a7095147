// Which open orders are shown and selected, and what was last cancelled there. The selection holds
// ids: an order that leaves the list is no longer selected.
import { SvelteSet } from 'svelte/reactivity'
import type { Order, OrderSide } from '../../shared/orders/order.js'
import type { OrderTicket } from '../../shared/orders/order-ticket.js'
import { TicketDraft } from './ticket-draft.svelte.js'

export class OpenOrdersChoice extends TicketDraft {
  market = $state<string | null>(null)
  side = $state<OrderSide | null>(null)
  /** The one whose details are open. */
  openId = $state<string | null>(null)
  readonly #chosen = new SvelteSet<string>()
  /** Where a range begins. */
  #anchor: string | null = null

  filtered(orders: readonly Order[]): Order[] {
    const { market, side } = this
    return orders.filter(
      (order) =>
        (market === null || order.market === market) && (side === null || order.side === side),
    )
  }

  isChosen({ id }: Pick<Order, 'id'>): boolean {
    return this.#chosen.has(id)
  }

  /** Of the visible ones. */
  chosenOf(rows: readonly Order[]): Order[] {
    return rows.filter((order) => this.isChosen(order))
  }

  toggle({ id }: Pick<Order, 'id'>): void {
    if (!this.#chosen.delete(id)) this.#chosen.add(id)
    this.#anchor = id
  }

  /** All from the one selected last to this one. */
  chooseTo(rows: readonly Order[], index: number): void {
    const from = rows.findIndex(({ id }) => id === this.#anchor)
    const [first, last] = from < 0 ? [index, index] : from < index ? [from, index] : [index, from]
    for (const { id } of rows.slice(first, last + 1)) this.#chosen.add(id)
    if (from < 0) this.#anchor = rows[index]?.id ?? null
  }

  /** Selects all visible ones, or none if all are selected. */
  toggleAll(rows: readonly Order[]): void {
    const all = rows.every((order) => this.isChosen(order))
    this.clear()
    if (!all) for (const { id } of rows) this.#chosen.add(id)
  }

  clear(): void {
    this.#chosen.clear()
    this.#anchor = null
  }

  override sent(intentId: string, ticket: OrderTicket): void {
    this.clear()
    super.sent(intentId, ticket)
  }
}
