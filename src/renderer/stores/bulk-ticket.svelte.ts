import type { BulkTicket, LimitRow } from '../../shared/domain/order-ticket.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import { complaintAboutRows, isBlank, readRows, totalsOfRows } from '../format/bulk-rows.js'
import { mayBeRetried } from '../format/order-words.js'
import { TicketDraft } from './ticket-draft.svelte.js'

/** `key` names a row for as long as it lives, wherever it moves. */
export type BulkRow = LimitRow & { key: number }

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

/** A bulk request as far as it has been typed. */
export class BulkTicketDraft extends TicketDraft {
  #lastKey = 0
  rows = $state<BulkRow[]>([this.#keyed(blankRow)])
  stopOnFail = $state(false)
  retryOf = $state<string | null>(null)

  readonly readings = $derived(readRows(this.rows))
  readonly complaint = $derived(complaintAboutRows(this.readings))
  readonly totals = $derived(totalsOfRows(this.readings))
  readonly blanks = $derived(this.readings.filter(({ blank }) => blank).length)

  /** Rows nothing was typed into are left out. As typed; main reads it by the same rules. */
  ticket(): BulkTicket {
    const rows = this.rows.filter((row) => !isBlank(row)).map(withoutKey)
    return { kind: 'bulk', rows, stopOnFail: this.stopOnFail, retryOf: this.retryOf }
  }

  /** A new row behind `at`, in the market of that row. Gives its place. */
  add(at: number): number {
    const before = this.rows[at]
    const row = before === undefined ? blankRow : { ...blankRow, market: before.market, side: before.side }
    return this.#insert(at + 1, row)
  }

  /** An id is used once, so a copy has none. */
  duplicate(at: number): number {
    const row = this.rows[at]
    return row === undefined ? at : this.#insert(at + 1, { ...withoutKey(row), clientOrderId: null })
  }

  /** Gives the place of the row that stands there now. One row always remains. */
  remove(at: number): number {
    this.rows = this.rows.filter((_, place) => place !== at)
    if (this.rows.length === 0) this.rows = [this.#keyed(blankRow)]
    return at < this.rows.length ? at : this.rows.length - 1
  }

  /** Behind what is there; a row nothing was typed into makes room. */
  append(rows: readonly LimitRow[]): void {
    this.rows = [...this.rows.filter((row) => !isBlank(row)), ...rows.map((row) => this.#keyed(row))]
  }

  replace(rows: readonly LimitRow[]): void {
    this.rows = rows.length === 0 ? [this.#keyed(blankRow)] : rows.map((row) => this.#keyed(row))
    this.retryOf = null
  }

  /** What was sent leaves the grid, so that one more click is not one more request. */
  sent(intentId: string): void {
    this.#empty()
    this.markSent(intentId)
  }

  startOver(): void {
    this.#empty()
    this.sentId = null
  }

  /** Into the grid come only the rows of which it is certain that they were not placed, under new ids. */
  retry(intent: OrderIntent): void {
    this.#empty()
    this.rows = intent.items
      .filter(mayBeRetried)
      .map(({ market, side, amount, price, postOnly, ioc, rpi }) =>
        this.#keyed({ market, side, amount, price: price ?? '', postOnly, ioc, rpi, clientOrderId: null }),
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

const withoutKey = ({ key: _key, ...row }: BulkRow): LimitRow => ({
  ...row,
  clientOrderId: row.clientOrderId === '' ? null : row.clientOrderId,
})
