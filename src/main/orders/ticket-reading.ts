// Reads what was typed by the rules of shared/domain/order-rules. Every complaint is filed under its field; nothing is guessed.
import { readClientOrderId, readTypedDecimal, readTypedMarket } from '../../shared/domain/order-rules.js'
import type { BulkTicket, CloseTicket, LimitRow, MarketTicket, OrderTicket } from '../../shared/domain/order-ticket.js'
import { mostBulkRows } from '../../shared/domain/order-ticket.js'
import type { Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Draft, DraftItem } from './draft.js'
import { tailOf } from './order-words.js'

export type Complaints = { [field: string]: string[] }

const longestInvestmentId = 100

class Reading {
  readonly complaints: Complaints = {}

  complain(field: string, words: string): void {
    this.complaints[field] = [...(this.complaints[field] ?? []), words]
  }

  /** The value, or the empty text with a complaint filed: a draft with complaints is never used. */
  take(field: string, read: Result<string, string>): string {
    if (read.ok) return read.value
    this.complain(field, read.error)
    return ''
  }

  optional(field: string, what: string, typed: string | null): Decimal | null {
    return typed === null || typed.trim() === '' ? null : this.take(field, readTypedDecimal(what, typed))
  }

  get clean(): boolean {
    return Object.keys(this.complaints).length === 0
  }
}

/** Makes an id where none was typed; null where an empty field means the same. */
const clientOrderId = (reading: Reading, field: string, typed: string | null, newId: () => string): string =>
  typed === null || typed === '' ? newId() : reading.take(field, readClientOrderId(typed))

const readMarketTicket = (reading: Reading, ticket: MarketTicket, newId: () => string): Draft => {
  const item: DraftItem = {
    field: '',
    clientOrderId: clientOrderId(reading, 'clientOrderId', ticket.clientOrderId, newId),
    market: reading.take('market', readTypedMarket(ticket.market)),
    side: ticket.side,
    amount: reading.take('amount', readTypedDecimal('Amount', ticket.amount)),
    price: null,
    positionSide: ticket.positionSide,
    stopLoss: reading.optional('stopLoss', 'Stop loss', ticket.stopLoss),
    takeProfit: reading.optional('takeProfit', 'Take profit', ticket.takeProfit),
    postOnly: false,
    ioc: false,
    rpi: false,
  }
  return { kind: 'market', items: [item], investmentId: null, stopOnFail: null, retryOf: null }
}

const readRow = (reading: Reading, row: LimitRow, number: number, newId: () => string): DraftItem => {
  const field = `rows.${number}.`
  return {
    field,
    clientOrderId: clientOrderId(reading, `${field}clientOrderId`, row.clientOrderId, newId),
    market: reading.take(`${field}market`, readTypedMarket(row.market)),
    side: row.side,
    amount: reading.take(`${field}amount`, readTypedDecimal('Amount', row.amount)),
    price: reading.take(`${field}price`, readTypedDecimal('Price', row.price)),
    positionSide: null,
    stopLoss: null,
    takeProfit: null,
    postOnly: row.postOnly,
    ioc: row.ioc,
    rpi: row.rpi,
  }
}

const readBulkTicket = (reading: Reading, ticket: BulkTicket, newId: () => string): Draft => {
  const { rows } = ticket
  if (rows.length === 0) reading.complain('rows', 'There is no order in the table.')
  if (rows.length > mostBulkRows) {
    const over = rows.length - mostBulkRows
    reading.complain('rows', `One request takes at most ${mostBulkRows} orders; ${over} more must go in another.`)
  }
  const items = rows.map((row, number) => readRow(reading, row, number, newId))
  const seen = new Map<string, number>()
  for (const [number, item] of items.entries()) {
    if (item.clientOrderId === '') continue
    const first = seen.get(item.clientOrderId)
    if (first === undefined) seen.set(item.clientOrderId, number)
    else reading.complain(`${item.field}clientOrderId`, `Row ${first + 1} has the same client id. Each order needs its own.`)
  }
  return { kind: 'bulk', items, investmentId: null, stopOnFail: ticket.stopOnFail, retryOf: ticket.retryOf }
}

const readCloseTicket = (reading: Reading, ticket: CloseTicket): Draft => {
  const id = ticket.investmentId.trim()
  if (id === '') reading.complain('investmentId', 'Investment id is empty.')
  else if (id.length > longestInvestmentId || !/^[\w.:-]+$/.test(id))
    reading.complain('investmentId', 'The investment id may hold only letters, digits, dashes, dots, colons and underscores.')
  else if (ticket.typedTail.trim() !== tailOf(id))
    reading.complain('typedTail', `To be sure which one it is, type the last four characters of the id: ${tailOf(id)}.`)
  return { kind: 'close-investment', items: [], investmentId: id, stopOnFail: null, retryOf: null }
}

/** Fields are named as in the ticket; those of a bulk row begin with "rows.N.", counted from 0. */
export const readTicket = (ticket: OrderTicket, newClientOrderId: () => string): Result<Draft, Complaints> => {
  const reading = new Reading()
  const draft =
    ticket.kind === 'market'
      ? readMarketTicket(reading, ticket, newClientOrderId)
      : ticket.kind === 'bulk'
        ? readBulkTicket(reading, ticket, newClientOrderId)
        : readCloseTicket(reading, ticket)
  return reading.clean ? ok(draft) : fail(reading.complaints)
}
