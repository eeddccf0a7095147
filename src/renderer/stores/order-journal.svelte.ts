import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { IntentQuery, IntentState, OrderIntent } from '../../shared/domain/trading.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { ok } from '../../shared/result.js'
import { PagedRows } from './paged-rows.svelte.js'

/** States as a person asks for them. */
const statesOf = {
  'needs-answer': ['unknown'],
  'under-way': ['intent', 'sending'],
  taken: ['acknowledged'],
  rejected: ['rejected'],
  'not-sent': ['not-sent'],
  resolved: ['resolved-filled', 'resolved-not-filled'],
} as const satisfies Record<string, readonly IntentState[]>
export type JournalFilter = keyof typeof statesOf

const pageSize = 50

/** Everything that was ever confirmed for the profile. */
export class OrderJournalStore {
  kind = $state<OrderKind | null>(null)
  state = $state<JournalFilter | null>(null)
  readonly list: PagedRows<OrderIntent>

  constructor(bridge: Bridge) {
    this.list = new PagedRows<OrderIntent>({
      pageSize,
      filter: () => JSON.stringify(this.#filter()),
      page: async (last) => {
        const after = last === undefined ? null : { at: last.createdAt, id: last.id }
        const answer = await bridge.ask('orders/page', { ...this.#filter(), after, limit: pageSize })
        return answer.ok ? ok({ rows: answer.value.intents, more: answer.value.more }) : answer
      },
    })
  }

  readonly filtered = $derived.by(() => this.kind !== null || this.state !== null)

  clearFilter(): void {
    this.kind = null
    this.state = null
  }

  forget(): void {
    this.list.forget()
  }

  #filter(): Pick<IntentQuery, 'states' | 'kinds'> {
    return { states: this.state === null ? null : [...statesOf[this.state]], kinds: this.kind === null ? null : [this.kind] }
  }
}
