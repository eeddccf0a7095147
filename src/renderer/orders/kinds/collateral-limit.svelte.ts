// A limit order on collateral, and what was typed into its form. The ticket holds it as typed; main
// parses it by the same rules.
import type { Level } from '../../../shared/orders/order-effect.js'
import {
  currenciesOf,
  readClientOrderId,
  readFieldDecimal,
  readTypedMarket,
} from '../../../shared/orders/order-rules.js'
import type { CollateralLimitTicket, OrderTicket } from '../../../shared/orders/order-ticket.js'
import { isCancelled, type OrderSide, type PositionSide } from '../../../shared/orders/order.js'
import type { IntentItem, OrderPreview } from '../../../shared/orders/trading.js'
import { messageOf, t, textOf, wordsBy } from '../../../shared/messages/messages.js'
import { compare } from '../../../shared/money.js'
import type { Result } from '../../../shared/result.js'
import { fillSentence } from '../order-ends.js'
import { TicketDraft } from '../ticket-draft.svelte.js'
import type { OrderKindView, PreviewFact } from './order-kind-view.js'
import { placedEnds, placedUnknown } from './placed-orders.js'
import { notionalFacts } from './preview-facts.js'

function valueOf<T>(read: Result<T, unknown> | null): T | null {
  return read?.ok === true ? read.value : null
}

/** What is typed for one market, and means something else for another. */
type Priced = 'price' | Level

type Typed = 'market' | 'amount' | 'price' | 'stopLoss' | 'takeProfit' | 'clientOrderId'

/** A collateral limit order, as typed so far. */
export class CollateralLimitDraft extends TicketDraft {
  market = $state('')
  side = $state<OrderSide>('buy')
  amount = $state('')
  clientOrderId = $state('')
  postOnly = $state(false)
  ioc = $state(false)
  reduceOnly = $state(false)
  /** What the user chose, and for which market: it does not apply to another. */
  #chosenSide = $state.raw<{ market: string; positionSide: PositionSide } | null>(null)
  /** Set manually if no position shows whether the account is in hedge mode. */
  hedge = $state(false)
  /** With the market it was typed for: it does not apply to another. */
  #priced = $state.raw<Partial<Record<Priced, { market: string | null; text: string }>>>({})
  #sent: CollateralLimitTicket | null = null

  readonly #market = $derived(
    !this.asked && this.market.trim() === '' ? null : readTypedMarket(this.market),
  )
  readonly marketName = $derived(valueOf(this.#market))

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

  /** The parsed fields; null while nothing is typed that needs parsing. */
  readonly #read = $derived({
    market: this.#market,
    amount:
      !this.asked && this.amount.trim() === ''
        ? null
        : readFieldDecimal(messageOf('common.amount'), this.amount),
    price:
      !this.asked && this.price.trim() === ''
        ? null
        : readFieldDecimal(messageOf('orders.field.price'), this.price),
    stopLoss:
      this.stopLoss.trim() === ''
        ? null
        : readFieldDecimal(messageOf('terms.stopLoss.word'), this.stopLoss),
    takeProfit:
      this.takeProfit.trim() === ''
        ? null
        : readFieldDecimal(messageOf('terms.takeProfit.word'), this.takeProfit),
    clientOrderId: this.clientOrderId === '' ? null : readClientOrderId(this.clientOrderId),
  } satisfies Record<Typed, unknown>)

  readonly amountRead = $derived(valueOf(this.#read.amount))
  readonly priceRead = $derived(valueOf(this.#read.price))
  readonly stopLossRead = $derived(valueOf(this.#read.stopLoss))
  readonly takeProfitRead = $derived(valueOf(this.#read.takeProfit))
  /** The user's choice for this market; null leaves it to the account's positions. */
  readonly positionSide = $derived(
    this.#chosenSide?.market === this.marketName ? (this.#chosenSide?.positionSide ?? null) : null,
  )

  readonly complete = $derived(
    this.marketName !== null &&
      this.amountRead !== null &&
      this.priceRead !== null &&
      Object.values(this.#read).every((read) => read === null || read.ok),
  )

  faultOf(field: Typed): string | null {
    const read = this.#read[field]
    return read === null || read.ok ? null : textOf(read.error)
  }

  choosePositionSide(positionSide: PositionSide): void {
    if (this.marketName !== null) this.#chosenSide = { market: this.marketName, positionSide }
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
    const levelOf = (level: Level): string | null =>
      this[level].trim() === '' ? null : (valueOf(this.#read[level]) ?? this[level])
    return {
      kind: 'collateral-limit',
      market: this.market,
      side: this.side,
      amount: this.amountRead ?? this.amount,
      price: this.priceRead ?? this.price,
      stopLoss: levelOf('stopLoss'),
      takeProfit: levelOf('takeProfit'),
      postOnly: this.postOnly,
      ioc: this.ioc,
      reduceOnly: this.reduceOnly,
      positionSide,
      clientOrderId: this.clientOrderId === '' ? null : this.clientOrderId,
    }
  }

  /**
   * The form is cleared after sending, so that an extra click is not an extra order, and the next
   * one has no flag that was meant for this one.
   */
  override sent(intentId: string, ticket: OrderTicket): void {
    super.sent(intentId, ticket)
    this.#sent = ticket.kind === 'collateral-limit' ? ticket : null
    this.amount = ''
    this.#priced = {}
    this.clientOrderId = ''
    this.postOnly = this.ioc = this.reduceOnly = false
  }

  /** Restores to the form what was certainly not accepted. With a new id: an id is used once. */
  restore(): void {
    if (this.#sent === null) return
    const { market, side, amount, price, stopLoss, takeProfit, positionSide } = this.#sent
    const { postOnly, ioc, reduceOnly } = this.#sent
    Object.assign(this, { market, side, amount, price, postOnly, ioc, reduceOnly })
    this.stopLoss = stopLoss ?? ''
    this.takeProfit = takeProfit ?? ''
    this.clientOrderId = ''
    if (positionSide !== null) {
      this.hedge = true
      this.choosePositionSide(positionSide)
    }
    this.sentId = null
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
