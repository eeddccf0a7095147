// What was typed into the order forms. Tickets hold it as typed; main parses it by the same rules.
import {
  readClientOrderId,
  readFieldDecimal,
  readTypedMarket,
} from '../../shared/orders/order-rules.js'
import type { SizeUnit } from '../../shared/orders/order-size.js'
import type {
  BulkTicket,
  CloseTicket,
  LimitRow,
  MarketTicket,
} from '../../shared/orders/order-ticket.js'
import type { OrderSide, PositionSide } from '../../shared/orders/order.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { t } from '../../shared/messages/messages.js'
import type { Decimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import { isBlank, readRows, totalsOfRows } from './bulk-rows.js'
import { mayBeRetried } from './order-words.js'

/** Common state of the order forms: whether a preview was requested, and what was last sent. */
export class TicketDraft {
  /** Empty fields are errors only from then on. */
  asked = $state(false)
  sentId = $state<string | null>(null)
  /** Until its result has been shown for the first time. */
  justSent = false

  protected markSent(intentId: string): void {
    this.sentId = intentId
    this.justSent = true
    this.asked = false
  }
}

/** A market order, as prefilled by another screen or an earlier order. */
export type PrefilledOrder = Pick<MarketTicket, 'market' | 'side' | 'amount' | 'positionSide'> &
  Partial<Pick<MarketTicket, 'stopLoss' | 'takeProfit'>>

function valueOf<T>(read: Result<T, string> | null): T | null {
  return read?.ok === true ? read.value : null
}

/** What is selected from a list and sent as it is: only what was last sent is kept. */
export class TargetDraft extends TicketDraft {
  sent(intentId: string): void {
    this.markSent(intentId)
  }
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
            t(this.unit === 'margin' ? 'common.percent' : 'common.amount'),
            this.amount,
          ),
    stopLoss:
      this.stopLoss.trim() === ''
        ? null
        : readFieldDecimal(t('terms.stopLoss.word'), this.stopLoss),
    takeProfit:
      this.takeProfit.trim() === ''
        ? null
        : readFieldDecimal(t('terms.takeProfit.word'), this.takeProfit),
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
    return read === null || read.ok ? null : read.error
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
  sent(intentId: string, ticket: MarketTicket): void {
    this.#sent = ticket
    this.markSent(intentId)
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

/** `key` identifies a row for its lifetime, wherever it moves. */
type BulkRow = LimitRow & { key: number }

export const blankRow: LimitRow = {
  market: '',
  side: 'buy',
  amount: '',
  price: '',
  postOnly: false,
  ioc: false,
  rpi: false,
  clientOrderId: null,
}

function withoutKey({ key: _key, ...row }: BulkRow): LimitRow {
  return {
    ...row,
    clientOrderId: row.clientOrderId === '' ? null : row.clientOrderId,
  }
}

/** A bulk request, as typed so far. */
export class BulkTicketDraft extends TicketDraft {
  #lastKey = 0
  rows = $state<BulkRow[]>([this.#keyed(blankRow)])
  stopOnFail = $state(false)
  retryOf = $state<string | null>(null)

  readonly readings = $derived(readRows(this.rows))
  readonly totals = $derived(totalsOfRows(this.readings))
  readonly blanks = $derived(this.readings.filter(({ blank }) => blank).length)

  /** Empty rows are ignored. */
  ticket(): BulkTicket {
    const rows = this.rows.filter((row) => !isBlank(row)).map(withoutKey)
    return { kind: 'bulk', rows, stopOnFail: this.stopOnFail, retryOf: this.retryOf }
  }

  /** Inserts a row after `at`, with the market of that row. Returns its index. */
  add(at: number): number {
    const before = this.rows[at]
    const row =
      before === undefined ? blankRow : { ...blankRow, market: before.market, side: before.side }
    return this.#insert(at + 1, row)
  }

  /** An id is used once, so a copy has none. */
  duplicate(at: number): number {
    const row = this.rows[at]
    return row === undefined
      ? at
      : this.#insert(at + 1, { ...withoutKey(row), clientOrderId: null })
  }

  /** Returns the index of the row that is there now. One row always remains. */
  remove(at: number): number {
    this.rows = this.rows.filter((_, place) => place !== at)
    if (this.rows.length === 0) this.rows = [this.#keyed(blankRow)]
    return at < this.rows.length ? at : this.rows.length - 1
  }

  /** After the existing rows; an empty row is replaced. */
  append(rows: readonly LimitRow[]): void {
    this.rows = [
      ...this.rows.filter((row) => !isBlank(row)),
      ...rows.map((row) => this.#keyed(row)),
    ]
  }

  replace(rows: readonly LimitRow[]): void {
    this.rows = rows.length === 0 ? [this.#keyed(blankRow)] : rows.map((row) => this.#keyed(row))
    this.retryOf = null
  }

  /** The grid is cleared after sending, so that an extra click is not an extra request. */
  sent(intentId: string): void {
    this.#empty()
    this.markSent(intentId)
  }

  startOver(): void {
    this.#empty()
    this.sentId = null
  }

  /** Only rows that were certainly not placed return to the grid, under new ids. */
  retry(intent: OrderIntent): void {
    this.#empty()
    this.rows = intent.items
      .filter(mayBeRetried)
      .map(({ market, side, amount, price, postOnly, ioc, rpi }) =>
        this.#keyed({
          market,
          side,
          amount,
          price: price ?? '',
          postOnly,
          ioc,
          rpi,
          clientOrderId: null,
        }),
      )
    this.stopOnFail = intent.stopOnFail ?? false
    this.retryOf = intent.id
    this.sentId = null
  }

  #empty(): void {
    this.rows = [this.#keyed(blankRow)]
    this.retryOf = null
    this.asked = false
  }

  #insert(at: number, row: LimitRow): number {
    this.rows = [...this.rows.slice(0, at), this.#keyed(row), ...this.rows.slice(at)]
    return at
  }

  #keyed(row: LimitRow): BulkRow {
    this.#lastKey += 1
    return { ...row, key: this.#lastKey }
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Closing an investment, as typed so far. */
export class CloseTicketDraft extends TicketDraft {
  investmentId = $state('')
  typedTail = $state('')

  readonly id = $derived(this.investmentId.trim())
  readonly idFault = $derived(
    this.id === '' ? (this.asked ? t('trade.close.id-empty') : null) : null,
  )
  /**
   * Specification 4.4 speaks of a UUID; whether the exchange requires one is unknown, so this only
   * warns.
   */
  readonly idWarning = $derived(
    this.id === '' || uuid.test(this.id) ? null : t('trade.close.id-no-uuid'),
  )
  readonly tailFault = $derived.by(() => {
    if (this.typedTail === '') return this.asked ? t('trade.close.tail-empty') : null
    return this.id !== '' && this.typedTail.length >= 4 && !this.#fits()
      ? t('trade.close.tail-wrong', { typed: this.typedTail })
      : null
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
