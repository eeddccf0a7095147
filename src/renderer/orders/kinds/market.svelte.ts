// A market order on collateral, and what was typed into its form. The ticket holds it as typed;
// main parses it by the same rules.
import {
  readClientOrderId,
  readFieldDecimal,
  readTypedMarket,
} from '../../../shared/orders/order-rules.js'
import type { SizeUnit } from '../../../shared/orders/order-size.js'
import type { MarketTicket, OrderTicket } from '../../../shared/orders/order-ticket.js'
import type { OrderSide, PositionSide } from '../../../shared/orders/order.js'
import { messageOf, textOf, wordsBy } from '../../../shared/messages/messages.js'
import type { Decimal } from '../../../shared/money.js'
import type { Result } from '../../../shared/result.js'
import { fillSentence } from '../order-ends.js'
import { type PrefilledOrder, TicketDraft } from '../ticket-draft.svelte.js'
import type { OrderKindView } from './order-kind-view.js'
import { placedEnds, placedUnknown } from './placed-orders.js'
import { notionalFacts } from './preview-facts.js'

function valueOf<T>(read: Result<T, unknown> | null): T | null {
  return read?.ok === true ? read.value : null
}

/** A market order, as typed so far. */
export class MarketTicketDraft extends TicketDraft {
  market = $state('')
  side = $state<OrderSide>('buy')
  /** As typed, in `unit`. */
  amount = $state('')
  unit = $state<SizeUnit>('base')
  stopLoss = $state('')
  takeProfit = $state('')
  clientOrderId = $state('')
  /** It was prefilled: only the size remains to be entered. */
  amountWanted = $state(false)
  /** What the user chose, and for which market: it does not apply to another. */
  #chosenSide = $state.raw<{ market: string; positionSide: PositionSide } | null>(null)
  /** Set manually if no position shows whether the account is in hedge mode. */
  hedge = $state(false)
  #sent: MarketTicket | null = null

  /** The parsed fields; null while nothing is typed that needs parsing. */
  readonly #read = $derived({
    market: !this.asked && this.market.trim() === '' ? null : readTypedMarket(this.market),
    amount:
      !this.asked && this.amount.trim() === ''
        ? null
        : readFieldDecimal(
            messageOf(this.unit === 'margin' ? 'common.percent' : 'common.amount'),
            this.amount,
          ),
    stopLoss:
      this.stopLoss.trim() === ''
        ? null
        : readFieldDecimal(messageOf('terms.stopLoss.word'), this.stopLoss),
    takeProfit:
      this.takeProfit.trim() === ''
        ? null
        : readFieldDecimal(messageOf('terms.takeProfit.word'), this.takeProfit),
    clientOrderId: this.clientOrderId === '' ? null : readClientOrderId(this.clientOrderId),
  })

  readonly marketName = $derived(valueOf(this.#read.market))
  /** The user's choice for this market; null leaves it to the account's positions. */
  readonly positionSide = $derived(
    this.#chosenSide?.market === this.marketName ? (this.#chosenSide?.positionSide ?? null) : null,
  )
  readonly amountRead = $derived(valueOf(this.#read.amount))
  readonly stopLossRead = $derived(valueOf(this.#read.stopLoss))
  readonly takeProfitRead = $derived(valueOf(this.#read.takeProfit))

  readonly complete = $derived(
    this.marketName !== null &&
      this.amountRead !== null &&
      Object.values(this.#read).every((read) => read === null || read.ok),
  )

  faultOf(field: 'market' | 'amount' | 'stopLoss' | 'takeProfit' | 'clientOrderId'): string | null {
    const read = this.#read[field]
    return read === null || read.ok ? null : textOf(read.error)
  }

  choosePositionSide(positionSide: PositionSide): void {
    if (this.marketName !== null) this.#chosenSide = { market: this.marketName, positionSide }
  }

  /** A number means something else in another unit, so it is cleared. */
  sizeIn(unit: SizeUnit): void {
    if (unit === this.unit) return
    this.unit = unit
    this.amount = ''
  }

  /**
   * A market order over all of a position of this side, or a part of it; levels that would guard
   * nothing are removed.
   */
  against(
    side: OrderSide,
    positionSide: PositionSide | null,
    amount: Decimal,
    leavesNothing: boolean,
  ): void {
    // Without the position side, the order's side would select the other position of a hedge.
    if (positionSide !== null) this.choosePositionSide(positionSide)
    this.side = side
    this.unit = 'base'
    this.amount = amount
    if (leavesNothing) this.stopLoss = this.takeProfit = ''
  }

  /** `amount` in base currency, regardless of the unit of the size. */
  ticket(positionSide: PositionSide | null, amount: string): MarketTicket {
    return {
      kind: 'market',
      market: this.market,
      side: this.side,
      amount,
      stopLoss: this.stopLoss.trim() === '' ? null : (this.stopLossRead ?? this.stopLoss),
      takeProfit: this.takeProfit.trim() === '' ? null : (this.takeProfitRead ?? this.takeProfit),
      positionSide,
      clientOrderId: this.clientOrderId === '' ? null : this.clientOrderId,
    }
  }

  /** The form is cleared after sending, so that an extra click is not an extra order. */
  override sent(intentId: string, ticket: OrderTicket): void {
    super.sent(intentId, ticket)
    this.#sent = ticket.kind === 'market' ? ticket : null
    this.amount = ''
    this.stopLoss = ''
    this.takeProfit = ''
    this.clientOrderId = ''
  }

  /** Restores to the form what was certainly not accepted. With a new id: an id is used once. */
  restore(): void {
    if (this.#sent !== null) this.fill(this.#sent)
  }

  /** Replaces what was typed. */
  fill({
    market,
    side,
    amount,
    positionSide,
    stopLoss = null,
    takeProfit = null,
  }: PrefilledOrder): void {
    this.market = market
    this.side = side
    this.unit = 'base'
    this.amount = amount
    this.amountWanted = true
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

export const marketKind = {
  name: 'market',
  words: wordsBy({ label: 'trade.kind.market', inList: 'trade.kind-in-list.market' }),
  tab: 'market',
  Draft: MarketTicketDraft,
  preview: {
    facts: (preview) => [
      ...notionalFacts(preview),
      { term: 'clientOrderId', kind: 'id', text: preview.items[0]?.clientOrderId ?? '' },
    ],
  },
  result: {
    ends: placedEnds,
    exactEnd({ items: [only, another] }) {
      return only === undefined || another !== undefined ? null : fillSentence(only)
    },
  },
  unknown: placedUnknown,
} as const satisfies OrderKindView
