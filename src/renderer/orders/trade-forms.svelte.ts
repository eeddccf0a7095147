// The forms of the Trade screen, and their only access to main. They survive a visit to another
// screen, but never a change of account.
import type { OrderTicket } from '../../shared/orders/order-ticket.js'
import type { Problem } from '../../shared/problem.js'
import type { OrderPreview } from '../../shared/orders/trading.js'
import type { Bridge } from '../../shared/contract.js'
import type { UnixSeconds } from '../../shared/time.js'
import { marketKind, type MarketTicketDraft } from './kinds/market.svelte.js'
import type { TradeTab } from './kinds/order-kind-view.js'
import { everyOrderKind, orderKinds } from './kinds/order-kinds.js'
import type { PrefilledOrder, TicketDraft } from './ticket-draft.svelte.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'

type PreviewPhase = 'closed' | 'preparing' | 'open' | 'confirming' | 'spent'

/**
 * Milliseconds. Nobody reads a preview in less: an earlier click was meant for what was there
 * before.
 */
const readingTime = 500

/** What an order was to reduce or reverse is not there any more. */
export const positionChanged: Problem = {
  code: 'gone',
  message: messageOf('trade.position-changed'),
}

/** Main's internal errors say nothing about what main had already done. */
function mayHaveLeft(problem: Problem): boolean {
  return problem.code === 'internal' || problem.code === 'outcome-unknown'
}

function notKnown(problem: Problem): Problem {
  return {
    ...problem,
    code: 'outcome-unknown',
    message: messageOf('trade.check-activity', { message: problem.message }),
  }
}

/**
 * One view of exactly what would be sent, and the only way to send it. A token is passed on at most
 * once, however often anything is clicked: leaving `open` is what makes a click count, and only a
 * new preview leads back to it.
 */
class OrderPreviewStore {
  readonly #bridge: Bridge
  phase = $state<PreviewPhase>('closed')
  preview = $state.raw<OrderPreview | null>(null)
  /** Why the confirmation was refused. Shown in the preview. */
  problem = $state.raw<Problem | null>(null)
  /** Why there is no preview. Shown in the form that requested it. */
  refusal = $state.raw<{ kind: OrderTicket['kind']; problem: Problem } | null>(null)
  /** Why an open preview was closed. */
  remark = $state.raw<Message | null>(null)
  /** False for a moment after the preview has appeared. */
  readable = $state(false)
  #ticket: OrderTicket | null = null
  #ticketNow: (() => OrderTicket | null) | null = null
  /** Each request makes the previous one stale. */
  #round = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /**
   * `ticketNow`: what the form would send with the figures at that time, if the preview is
   * requested again; null if there is nothing left to send.
   */
  async prepare(
    ticket: OrderTicket,
    ticketNow: () => OrderTicket | null = () => ticket,
  ): Promise<void> {
    if (this.phase === 'preparing' || this.phase === 'confirming') return
    this.#drop()
    const round = this.#round
    this.#ticket = ticket
    this.#ticketNow = ticketNow
    this.phase = 'preparing'
    this.refusal = null
    this.remark = null
    const answer = await this.#bridge.ask('orders/prepare', ticket)
    if (round !== this.#round) {
      if (answer.ok) this.#discard(answer.value.token)
      return
    }
    if (!answer.ok) {
      this.phase = 'closed'
      this.refusal = { kind: ticket.kind, problem: answer.error }
      return
    }
    this.preview = answer.value
    this.problem = null
    this.phase = 'open'
    this.readable = false
    this.#timer = setTimeout(() => {
      this.readable = true
    }, readingTime)
  }

  /** After the token expired: previews the same form again. */
  async again(): Promise<void> {
    const ticketNow = this.#ticketNow
    if (ticketNow === null || this.phase === 'confirming') return
    const kind = this.#ticket?.kind
    this.#drop()
    const ticket = ticketNow()
    if (ticket !== null) await this.prepare(ticket, ticketNow)
    else if (kind !== undefined) this.refuse(kind, positionChanged)
  }

  /** There is nothing to preview, and why. */
  refuse(kind: OrderTicket['kind'], problem: Problem): void {
    if (this.phase === 'confirming') return
    this.#drop()
    this.refusal = { kind, problem }
  }

  expired(now: UnixSeconds): boolean {
    return this.preview !== null && this.preview.expiresAt <= now
  }

  /**
   * The id of the intent, with the ticket it was created from; null if nothing was confirmed, and
   * `problem` says why.
   */
  async confirm(now: UnixSeconds): Promise<{ intentId: string; ticket: OrderTicket } | null> {
    const { preview } = this
    const ticket = this.#ticket
    if (
      this.phase !== 'open' ||
      !this.readable ||
      preview === null ||
      ticket === null ||
      this.expired(now)
    )
      return null
    this.phase = 'confirming'
    const round = this.#round
    const answer = await this.#bridge.ask('orders/confirm', { token: preview.token })
    if (round !== this.#round) return null
    if (answer.ok) {
      this.#close()
      return { intentId: answer.value.intentId, ticket }
    }
    this.phase = 'spent'
    this.problem = mayHaveLeft(answer.error) ? notKnown(answer.error) : answer.error
    return null
  }

  /**
   * Closes the preview. During a confirmation it stays open: navigating away does not stop what is
   * being sent.
   */
  cancel(): void {
    if (this.phase !== 'confirming') this.#drop()
  }

  /** The preview no longer matches the form. */
  changed(kind: OrderTicket['kind'], ticket: string): void {
    if (this.#ticket?.kind !== kind || JSON.stringify(this.#ticket) === ticket) return
    if (this.refusal?.kind === kind) this.refusal = null
    if (this.phase !== 'open' && this.phase !== 'preparing') return
    this.#drop()
    this.remark = messageOf('trade.form-changed')
  }

  /** For another profile none of this is valid. */
  forget(): void {
    this.#drop()
    this.refusal = null
    this.remark = null
  }

  #drop(): void {
    const token = this.phase === 'open' ? this.preview?.token : undefined
    this.#close()
    if (token !== undefined) this.#discard(token)
  }

  #close(): void {
    this.#round += 1
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.phase = 'closed'
    this.preview = null
    this.problem = null
    this.readable = false
    this.#ticket = null
    this.#ticketNow = null
  }

  #discard(token: string): void {
    void this.#bridge.ask('orders/discard', { token })
  }
}

type Drafts = ReadonlyMap<new () => TicketDraft, TicketDraft>

function newDrafts(): Drafts {
  const forms = new Set(everyOrderKind.map(({ Draft }) => Draft))
  return new Map([...forms].map((Draft) => [Draft, new Draft()]))
}

export class TradeForms {
  readonly preview: OrderPreviewStore
  tab = $state<TradeTab>('market')
  /** What is in the forms; others for another account. */
  drafts = $state.raw(newDrafts())

  constructor(bridge: Bridge) {
    this.preview = new OrderPreviewStore(bridge)
  }

  draftOf<Draft extends TicketDraft>(kind: { readonly Draft: new () => Draft }): Draft {
    const draft = this.drafts.get(kind.Draft)
    if (!(draft instanceof kind.Draft)) throw new TypeError('no draft of this kind')
    return draft
  }

  /** The form that other screens fill. */
  get market(): MarketTicketDraft {
    return this.draftOf(marketKind)
  }

  /** Passes the token on, once. What was sent is cleared from its form. */
  async confirm(now: UnixSeconds): Promise<void> {
    const { drafts } = this
    const sent = await this.preview.confirm(now)
    if (sent === null) return
    const { intentId, ticket } = sent
    drafts.get(orderKinds[ticket.kind].Draft)?.sent(intentId, ticket)
  }

  /** A market order to review, change and preview; it replaces what was typed. */
  fillMarket(order: PrefilledOrder): void {
    this.market.fill(order)
    this.tab = 'market'
  }

  /** What was typed for one account must not be sent from another. */
  forget(): void {
    this.preview.forget()
    this.drafts = newDrafts()
  }
}
