import { readClientOrderId, readTypedDecimal, readTypedMarket } from '../../shared/domain/order-rules.js'
import type { MarketTicket } from '../../shared/domain/order-ticket.js'
import type { OrderSide, PositionSide } from '../../shared/domain/order.js'
import type { Decimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import { TicketDraft } from './ticket-draft.svelte.js'

export type MarketField = 'market' | 'amount' | 'stopLoss' | 'takeProfit' | 'clientOrderId'

/** A market order as far as it has been typed. */
export class MarketTicketDraft extends TicketDraft {
  market = $state('')
  side = $state<OrderSide>('buy')
  amount = $state('')
  stopLoss = $state('')
  takeProfit = $state('')
  clientOrderId = $state('')
  /** What was chosen by hand, and for which market: of another it says nothing. */
  #chosenSide = $state.raw<{ market: string; positionSide: PositionSide } | null>(null)
  /** Set by hand where no position tells whether the account is in hedge mode. */
  hedge = $state(false)
  #sent: MarketTicket | null = null

  readonly #market = $derived(readTypedMarket(this.market))
  readonly #amount = $derived(readTypedDecimal('Amount', this.amount))
  readonly #stopLoss = $derived(optional('Stop loss', this.stopLoss))
  readonly #takeProfit = $derived(optional('Take profit', this.takeProfit))
  readonly #clientOrderId = $derived(this.clientOrderId === '' ? null : readClientOrderId(this.clientOrderId))

  readonly marketName = $derived(this.#market.ok ? this.#market.value : null)
  /** What was chosen by hand for this market; null leaves it to the account's positions. */
  readonly positionSide = $derived(this.#chosenSide?.market === this.marketName ? (this.#chosenSide?.positionSide ?? null) : null)
  readonly amountRead = $derived(this.#amount.ok ? this.#amount.value : null)
  readonly stopLossRead = $derived(valueOf(this.#stopLoss))
  readonly takeProfitRead = $derived(valueOf(this.#takeProfit))

  readonly faults = $derived.by<Partial<Record<MarketField, string>>>(() => {
    const faults: Partial<Record<MarketField, string>> = {}
    if (!this.#market.ok && (this.asked || this.market.trim() !== '')) faults.market = this.#market.error
    if (!this.#amount.ok && (this.asked || this.amount.trim() !== '')) faults.amount = this.#amount.error
    if (this.#stopLoss !== null && !this.#stopLoss.ok) faults.stopLoss = this.#stopLoss.error
    if (this.#takeProfit !== null && !this.#takeProfit.ok) faults.takeProfit = this.#takeProfit.error
    if (this.#clientOrderId !== null && !this.#clientOrderId.ok) faults.clientOrderId = this.#clientOrderId.error
    return faults
  })

  readonly complete = $derived(this.#market.ok && this.#amount.ok && Object.keys(this.faults).length === 0)

  choosePositionSide(positionSide: PositionSide): void {
    if (this.marketName !== null) this.#chosenSide = { market: this.marketName, positionSide }
  }

  /** As typed; main reads it by the same rules. */
  ticket(positionSide: PositionSide | null): MarketTicket {
    return {
      kind: 'market',
      market: this.market,
      side: this.side,
      amount: this.amount,
      stopLoss: this.stopLoss.trim() === '' ? null : this.stopLoss,
      takeProfit: this.takeProfit.trim() === '' ? null : this.takeProfit,
      positionSide,
      clientOrderId: this.clientOrderId === '' ? null : this.clientOrderId,
    }
  }

  /** What was sent leaves the form, so that one more click is not one more order. */
  sent(intentId: string, ticket: MarketTicket): void {
    this.#sent = ticket
    this.markSent(intentId)
    this.amount = ''
    this.stopLoss = ''
    this.takeProfit = ''
    this.clientOrderId = ''
  }

  /** Back into the form, for what was certainly not taken. Under a new id: an id is used once. */
  restore(): void {
    if (this.#sent === null) return
    this.market = this.#sent.market
    this.side = this.#sent.side
    this.amount = this.#sent.amount
    this.stopLoss = this.#sent.stopLoss ?? ''
    this.takeProfit = this.#sent.takeProfit ?? ''
    if (this.#sent.positionSide !== null) {
      this.hedge = true
      this.choosePositionSide(this.#sent.positionSide)
    }
    this.sentId = null
  }
}

const optional = (what: string, typed: string): Result<Decimal, string> | null =>
  typed.trim() === '' ? null : readTypedDecimal(what, typed)

const valueOf = (read: Result<Decimal, string> | null): Decimal | null => (read?.ok === true ? read.value : null)
