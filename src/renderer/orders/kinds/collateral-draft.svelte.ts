// What was typed into the form of any kind of order on collateral. Main parses it by the same
// rules.
import type { Level } from '../../../shared/orders/order-effect.js'
import {
  readClientOrderId,
  readFieldDecimal,
  readTypedMarket,
} from '../../../shared/orders/order-rules.js'
import type { OrderTicket } from '../../../shared/orders/order-ticket.js'
import type { OrderSide, PositionSide } from '../../../shared/orders/order.js'
import { type Message, messageOf, textOf } from '../../../shared/messages/messages.js'
import type { Decimal } from '../../../shared/money.js'
import type { Result } from '../../../shared/result.js'
import { type PrefilledOrder, TicketDraft } from '../ticket-draft.svelte.js'

export type CollateralField = 'market' | 'amount' | 'price' | Level | 'clientOrderId'

type Read = Result<string, Message> | null

function valueOf(read: Read): string | null {
  return read?.ok === true ? read.value : null
}

function readOptional(label: Message, text: string): Read {
  return text.trim() === '' ? null : readFieldDecimal(label, text)
}

export abstract class CollateralDraft extends TicketDraft {
  market = $state('')
  side = $state<OrderSide>('buy')
  amount = $state('')
  abstract stopLoss: string
  abstract takeProfit: string
  clientOrderId = $state('')
  /** Set manually if no position shows whether the account is in hedge mode. */
  hedge = $state(false)
  /** What the user chose, and for which market: it does not apply to another. */
  #chosenSide = $state.raw<{ market: string; positionSide: PositionSide } | null>(null)

  protected readonly needed: readonly CollateralField[] = ['market', 'amount']

  readonly #market = $derived(this.readNeeded(this.market, readTypedMarket))
  readonly marketName = $derived(valueOf(this.#market))

  /** The parsed fields; null while nothing is typed that needs parsing. */
  readonly #read: Readonly<Record<CollateralField, Read>> = $derived.by(() => ({
    market: this.#market,
    amount: this.readNeeded(this.amount, (text) => readFieldDecimal(this.amountLabel(), text)),
    price: this.readPrice(),
    stopLoss: readOptional(messageOf('terms.stopLoss.word'), this.stopLoss),
    takeProfit: readOptional(messageOf('terms.takeProfit.word'), this.takeProfit),
    clientOrderId: this.clientOrderId === '' ? null : readClientOrderId(this.clientOrderId),
  }))

  readonly amountRead: Decimal | null = $derived(valueOf(this.#read.amount))
  readonly priceRead: Decimal | null = $derived(valueOf(this.#read.price))
  readonly stopLossRead: Decimal | null = $derived(valueOf(this.#read.stopLoss))
  readonly takeProfitRead: Decimal | null = $derived(valueOf(this.#read.takeProfit))
  /** The user's choice for this market; null leaves it to the account's positions. */
  readonly positionSide = $derived(
    this.#chosenSide?.market === this.marketName ? (this.#chosenSide?.positionSide ?? null) : null,
  )

  readonly complete = $derived(
    Object.values(this.#read).every((read) => read === null || read.ok) &&
      this.needed.every((field) => this.#read[field] !== null),
  )

  protected amountLabel(): Message {
    return messageOf('common.amount')
  }

  protected readPrice(): Read {
    return null
  }

  /** Null while it is empty and no preview was requested. */
  protected readNeeded(text: string, read: (text: string) => Read): Read {
    return !this.asked && text.trim() === '' ? null : read(text)
  }

  faultOf(field: CollateralField): string | null {
    const read = this.#read[field]
    return read === null || read.ok ? null : textOf(read.error)
  }

  choosePositionSide(positionSide: PositionSide): void {
    if (this.marketName !== null) this.#chosenSide = { market: this.marketName, positionSide }
  }

  protected ticketFields(positionSide: PositionSide | null) {
    const levelOf = (level: Level): string | null =>
      this[level].trim() === '' ? null : (valueOf(this.#read[level]) ?? this[level])
    return {
      market: this.market,
      side: this.side,
      stopLoss: levelOf('stopLoss'),
      takeProfit: levelOf('takeProfit'),
      positionSide,
      clientOrderId: this.clientOrderId === '' ? null : this.clientOrderId,
    }
  }

  /** The form is cleared after sending, so that an extra click is not an extra order. */
  override sent(intentId: string, ticket: OrderTicket): void {
    super.sent(intentId, ticket)
    this.amount = this.stopLoss = this.takeProfit = this.clientOrderId = ''
  }

  /** Puts an order back into the form if it was certainly not accepted. */
  abstract restore(): void

  /** Replaces what was typed, except the id, which must not be reused. */
  protected refill({
    market,
    side,
    amount,
    positionSide,
    stopLoss = null,
    takeProfit = null,
  }: PrefilledOrder): void {
    this.market = market
    this.side = side
    this.amount = amount
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
