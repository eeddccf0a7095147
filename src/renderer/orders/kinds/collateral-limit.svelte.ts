// A limit order on collateral, and what was typed into its form. The ticket holds it as typed; main
// parses it by the same rules.
import type { Level } from '../../../shared/orders/order-effect.js'
import { currenciesOf, readFieldDecimal } from '../../../shared/orders/order-rules.js'
import type { CollateralLimitTicket, OrderTicket } from '../../../shared/orders/order-ticket.js'
import { isCancelled, type PositionSide } from '../../../shared/orders/order.js'
import type { IntentItem, OrderPreview } from '../../../shared/orders/trading.js'
import { messageOf, t, wordsBy } from '../../../shared/messages/messages.js'
import { compare } from '../../../shared/money.js'
import { fillSentence } from '../order-ends.js'
import { CollateralDraft, type CollateralField } from './collateral-draft.svelte.js'
import type { OrderKindView, PreviewFact } from './order-kind-view.js'
import { placedEnds, placedUnknown } from './placed-orders.js'
import { notionalFacts } from './preview-facts.js'

/** What is typed for one market, and means something else for another. */
type Priced = 'price' | Level

/** A collateral limit order, as typed so far. */
export class CollateralLimitDraft extends CollateralDraft {
  postOnly = $state(false)
  ioc = $state(false)
  reduceOnly = $state(false)
  /** With the market it was typed for: it does not apply to another. */
  #priced = $state.raw<Partial<Record<Priced, { market: string | null; text: string }>>>({})
  #sent: CollateralLimitTicket | null = null

  protected override readonly needed: readonly CollateralField[] = ['market', 'amount', 'price']

  get price(): string {
    return this.#pricedAs('price')
  }
  set price(text: string) {
    this.#type('price', text)
  }
  get stopLoss(): string {
    return this.#pricedAs('stopLoss')
  }
  set stopLoss(text: string) {
    this.#type('stopLoss', text)
  }
  get takeProfit(): string {
    return this.#pricedAs('takeProfit')
  }
  set takeProfit(text: string) {
    this.#type('takeProfit', text)
  }

  #pricedAs(name: Priced): string {
    const typed = this.#priced[name]
    return typed?.market === this.marketName ? (typed?.text ?? '') : ''
  }

  #type(name: Priced, text: string): void {
    this.#priced = { ...this.#priced, [name]: { market: this.marketName, text } }
  }

  protected override readPrice() {
    return this.readNeeded(this.price, (text) =>
      readFieldDecimal(messageOf('orders.field.price'), text),
    )
  }

  /** The exchange refuses an order that is both. */
  restOnly(on: boolean): void {
    this.postOnly = on
    if (on) this.ioc = false
  }

  fillAtOnce(on: boolean): void {
    this.ioc = on
    if (on) this.postOnly = false
  }

  /** A reduce-only order has no levels. */
  onlyReduce(on: boolean): void {
    this.reduceOnly = on
    if (on) this.stopLoss = this.takeProfit = ''
  }

  ticket(positionSide: PositionSide | null): CollateralLimitTicket {
    return {
      kind: 'collateral-limit',
      ...this.ticketFields(positionSide),
      amount: this.amountRead ?? this.amount,
      price: this.priceRead ?? this.price,
      postOnly: this.postOnly,
      ioc: this.ioc,
      reduceOnly: this.reduceOnly,
    }
  }

  /** Clears the flags, because they were meant for this order only. */
  override sent(intentId: string, ticket: OrderTicket): void {
    super.sent(intentId, ticket)
    this.#sent = ticket.kind === 'collateral-limit' ? ticket : null
    this.#priced = {}
    this.postOnly = this.ioc = this.reduceOnly = false
  }

  restore(): void {
    if (this.#sent === null) return
    const { price, postOnly, ioc, reduceOnly } = this.#sent
    this.refill(this.#sent)
    Object.assign(this, { price, postOnly, ioc, reduceOnly })
  }
}

/** Of one that is filled in part and rests: both parts, as far as the exchange said. */
function partSentence({ market, state, ioc, order }: IntentItem): string | null {
  if (state !== 'partly' || ioc || order === null || isCancelled(order)) return null
  const { base } = currenciesOf(market)
  const { dealStock, amount, left } = order
  return t('outcomes.end.order.part-filled', { amount: dealStock, size: amount, left, base })
}

function waitFacts({ items: [item], changes }: OrderPreview): PreviewFact[] {
  if (item === undefined) return []
  const way = item.ioc ? 'ioc' : item.postOnly ? 'post-only' : 'rests'
  return [
    { label: t('trade.limit-order.waits'), kind: 'text', text: t(`orders.resting.${way}`) },
    ...(item.reduceOnly === true
      ? [{ term: 'reduceOnly', kind: 'text', text: t('orders.resting.reduce-only') } as const]
      : []),
    ...(changes.length === 0
      ? []
      : [
          {
            label: t('trade.limit-order.after'),
            kind: 'text',
            text: t('trade.limit-order.after-text'),
          } as const,
        ]),
  ]
}

export const collateralLimitKind = {
  name: 'collateral-limit',
  words: wordsBy({
    label: 'trade.kind.collateral-limit',
    inList: 'trade.kind-in-list.collateral-limit',
  }),
  tab: 'limit',
  Draft: CollateralLimitDraft,
  preview: {
    facts: (preview) => [
      ...waitFacts(preview),
      ...notionalFacts(preview),
      { term: 'clientOrderId', kind: 'id', text: preview.items[0]?.clientOrderId ?? '' },
    ],
  },
  result: {
    ends: placedEnds,
    exactEnd({ items: [only] }) {
      if (only === undefined) return null
      const { order, amount, reduceOnly } = only
      const isCut =
        reduceOnly === true &&
        order !== null &&
        compare(order.amount, amount) < 0 &&
        only.mismatch.length === 0
      const parts = [
        ...(isCut ? [t('outcomes.end.order.cut-off', { amount: order.amount })] : []),
        partSentence(only) ?? '',
        fillSentence(only) ?? '',
      ]
      return parts.join(' ').trim() || null
    },
  },
  unknown: placedUnknown,
} as const satisfies OrderKindView
