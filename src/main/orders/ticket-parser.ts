// Reads what was typed by the rules of shared/domain/order-rules. Every error stands under its field; nothing is guessed.
import { readClientOrderId, readTypedDecimal, readTypedMarket } from '../../shared/domain/order-rules.js'
import type { BulkTicket, CloseTicket, LimitRow, MarketTicket, OrderTicket } from '../../shared/domain/order-ticket.js'
import { mostBulkRows } from '../../shared/domain/order-ticket.js'
import type { Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { DraftItem, OrderDraft } from './order-draft.js'
import { tailOf } from './order-text.js'

export type FieldErrors = { [field: string]: string[] }

const longestInvestmentId = 100

/** 120 random bits under a prefix: letters, digits and a dash, as specification 4.5 allows, and 32 characters, the longest that is sure. */
const clientOrderIdBytes = 15

/** @throws RangeError when the source of randomness gives something else than hex of the length asked for */
export const newClientOrderId = (randomHex: (bytes: number) => string): string => {
  const drawn = randomHex(clientOrderIdBytes)
  if (!/^[0-9a-f]{30}$/.test(drawn)) throw new RangeError('the source of randomness gave no hex')
  return `p-${drawn}`
}

class TicketParser {
  readonly errors: FieldErrors = {}
  readonly #newClientOrderId: () => string

  constructor(newClientOrderId: () => string) {
    this.#newClientOrderId = newClientOrderId
  }

  refuse(field: string, why: string): void {
    this.errors[field] = [...(this.errors[field] ?? []), why]
  }

  /** Empty where it was refused: a draft with errors is never used. */
  take(field: string, read: Result<string, string>): string {
    if (read.ok) return read.value
    this.refuse(field, read.error)
    return ''
  }

  optional(field: string, what: string, typed: string | null): Decimal | null {
    return typed === null || typed.trim() === '' ? null : this.take(field, readTypedDecimal(what, typed))
  }

  clientOrderId(field: string, typed: string | null): string {
    return typed === null || typed === '' ? this.#newClientOrderId() : this.take(field, readClientOrderId(typed))
  }
}

const unset = { price: null, positionSide: null, stopLoss: null, takeProfit: null, postOnly: false, ioc: false, rpi: false }

const parseMarketTicket = (parser: TicketParser, ticket: MarketTicket): OrderDraft => {
  const { side, positionSide } = ticket
  const item: DraftItem = {
    field: '',
    clientOrderId: parser.clientOrderId('clientOrderId', ticket.clientOrderId),
    market: parser.take('market', readTypedMarket(ticket.market)),
    amount: parser.take('amount', readTypedDecimal('Amount', ticket.amount)),
    ...unset,
    side,
    positionSide,
    stopLoss: parser.optional('stopLoss', 'Stop loss', ticket.stopLoss),
    takeProfit: parser.optional('takeProfit', 'Take profit', ticket.takeProfit),
  }
  return { kind: 'market', items: [item], investmentId: null, stopOnFail: null, retryOf: null }
}

const parseRow = (parser: TicketParser, { side, postOnly, ioc, rpi, ...typed }: LimitRow, number: number): DraftItem => {
  const field = `rows.${number}.`
  return {
    field,
    clientOrderId: parser.clientOrderId(`${field}clientOrderId`, typed.clientOrderId),
    market: parser.take(`${field}market`, readTypedMarket(typed.market)),
    amount: parser.take(`${field}amount`, readTypedDecimal('Amount', typed.amount)),
    ...unset,
    side,
    postOnly,
    ioc,
    rpi,
    price: parser.take(`${field}price`, readTypedDecimal('Price', typed.price)),
  }
}

const parseBulkTicket = (parser: TicketParser, ticket: BulkTicket): OrderDraft => {
  const { rows } = ticket
  if (rows.length === 0) parser.refuse('rows', 'There is no order in the table.')
  if (rows.length > mostBulkRows) {
    const over = rows.length - mostBulkRows
    parser.refuse('rows', `One request takes at most ${mostBulkRows} orders; ${over} more must go in another.`)
  }
  const items = rows.map((row, number) => parseRow(parser, row, number))
  const seen = new Map<string, number>()
  for (const [number, item] of items.entries()) {
    if (item.clientOrderId === '') continue
    const first = seen.get(item.clientOrderId)
    if (first === undefined) seen.set(item.clientOrderId, number)
    else parser.refuse(`${item.field}clientOrderId`, `Row ${first + 1} has the same client id. Each order needs its own.`)
  }
  return { kind: 'bulk', items, investmentId: null, stopOnFail: ticket.stopOnFail, retryOf: ticket.retryOf }
}

const parseCloseTicket = (parser: TicketParser, ticket: CloseTicket): OrderDraft => {
  const id = ticket.investmentId.trim()
  if (id === '') parser.refuse('investmentId', 'Investment id is empty.')
  else if (id.length > longestInvestmentId || !/^[\w.:-]+$/.test(id))
    parser.refuse('investmentId', 'The investment id may hold only letters, digits, dashes, dots, colons and underscores.')
  else if (ticket.typedTail.trim() !== tailOf(id))
    parser.refuse('typedTail', `To be sure which one it is, type the last four characters of the id: ${tailOf(id)}.`)
  return { kind: 'close-investment', items: [], investmentId: id, stopOnFail: null, retryOf: null }
}

/** Fields are named as in the ticket; those of a bulk row begin with "rows.N.", counted from 0. */
export const parseTicket = (ticket: OrderTicket, newId: () => string): Result<OrderDraft, FieldErrors> => {
  const parser = new TicketParser(newId)
  const draft =
    ticket.kind === 'market'
      ? parseMarketTicket(parser, ticket)
      : ticket.kind === 'bulk'
        ? parseBulkTicket(parser, ticket)
        : parseCloseTicket(parser, ticket)
  return Object.keys(parser.errors).length === 0 ? ok(draft) : fail(parser.errors)
}
