import type { CloseTicket } from '../../shared/domain/order-ticket.js'
import { TicketDraft } from './ticket-draft.svelte.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Closing an investment, as far as it has been typed. */
export class CloseTicketDraft extends TicketDraft {
  investmentId = $state('')
  typedTail = $state('')

  readonly id = $derived(this.investmentId.trim())
  readonly idFault = $derived(this.id === '' ? (this.asked ? 'Investment id is empty.' : null) : null)
  /** Specification 4.4 speaks of a UUID; whether the exchange insists is not known, so this only warns. */
  readonly idWarning = $derived(
    this.id === '' || uuid.test(this.id) ? null : 'Ids of investments are UUIDs, like 3fa85f64-5717-4562-b3fc-2c963f66afa6. This is none.',
  )
  readonly tailFault = $derived.by(() => {
    if (this.typedTail === '') return this.asked ? 'Type the last four characters of the id.' : null
    return this.id !== '' && this.typedTail.length >= 4 && !this.#fits() ? `“${this.typedTail}” is not how the id ends.` : null
  })
  readonly complete = $derived(this.id.length >= 4 && this.#fits())

  #fits(): boolean {
    return this.typedTail.length === 4 && this.id.endsWith(this.typedTail)
  }

  ticket(): CloseTicket {
    return { kind: 'close-investment', investmentId: this.investmentId, typedTail: this.typedTail }
  }

  sent(intentId: string): void {
    this.markSent(intentId)
    this.investmentId = ''
    this.typedTail = ''
  }
}
