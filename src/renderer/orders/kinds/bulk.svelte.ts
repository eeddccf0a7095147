// Limit orders in one request, and what was typed into their grid. The ticket holds it as typed;
// main parses it by the same rules.
import type { BulkTicket, LimitRow, OrderTicket } from '../../../shared/orders/order-ticket.js'
import type { OrderIntent } from '../../../shared/orders/trading.js'
import { t, wordsBy } from '../../../shared/messages/messages.js'
import { isBlank, readRows, totalsOfRows } from '../bulk-rows.js'
import { mayBeRetried } from '../order-states.js'
import { TicketDraft } from '../ticket-draft.svelte.js'
import type { OrderKindView } from './order-kind-view.js'
import { placedEnds, placedUnknown } from './placed-orders.js'

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
  override sent(intentId: string, ticket: OrderTicket): void {
    this.#empty()
    super.sent(intentId, ticket)
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

export const bulkKind = {
  name: 'bulk',
  words: wordsBy({ label: 'trade.kind.bulk', inList: 'trade.kind-in-list.bulk' }),
  tab: 'bulk',
  Draft: BulkTicketDraft,
  preview: {
    list: {
      words: wordsBy({ label: 'trade.preview.to-send', note: 'orders.bulk-balance' }),
      columns: () => [
        {
          head: t('terms.clientOrderId.word'),
          cell: ({ clientOrderId }) => ({ kind: 'id', text: clientOrderId }),
        },
      ],
      left: false,
      saysAll: true,
    },
  },
  result: { ends: placedEnds, exactEnd: () => null, isSummarized: true },
  unknown: placedUnknown,
} as const satisfies OrderKindView
