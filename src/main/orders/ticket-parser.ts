// Reads what was typed by the rules of shared/orders/order-rules. Every error belongs to its field;
// nothing is guessed.
import {
  readClientOrderId,
  readTypedDecimal,
  readTypedMarket,
} from '../../shared/orders/order-rules.js'
import type { LimitRow } from '../../shared/orders/order-ticket.js'
import type { Levels } from '../../shared/orders/order-effect.js'
import type { OrderItem } from '../../shared/orders/order.js'
import type { FieldErrors } from '../../shared/problem.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'

/**
 * `field`: prefix of the fields of the ticket it came from: "" for a single order, "rows.3." in
 * bulk.
 */
export type DraftItem = OrderItem & { field: string }

/**
 * A ticket as main understood it, with every client order id filled in. `items` is empty for an
 * investment.
 */
export type OrderDraft = Pick<
  OrderIntent,
  'kind' | 'investmentId' | 'stopOnFail' | 'retryOf' | 'scope'
> & { items: DraftItem[] }

/**
 * 120 random bits after a prefix: letters, digits and a dash, as specification 4.5 allows, and 32
 * characters, the longest length that is certain.
 */
const clientOrderIdBytes = 15

/**
 * @throws RangeError if the source of randomness returns anything but hex of the requested length
 */
export function newClientOrderId(randomHex: (bytes: number) => string): string {
  const drawn = randomHex(clientOrderIdBytes)
  if (!/^[0-9a-f]{30}$/.test(drawn)) throw new RangeError('the source of randomness gave no hex')
  return `p-${drawn}`
}

/** A draft without anything that only some kinds have. */
export const emptyDraft = {
  items: [],
  investmentId: null,
  stopOnFail: null,
  retryOf: null,
} satisfies Omit<OrderDraft, 'kind'>

/** Reads the fields of one ticket, and collects what is wrong with them. */
export type TicketReader = {
  refuse(field: string, why: Message): void
  /** Empty if it was refused: a draft with errors is never used. */
  take(field: string, read: Result<string, Message>): string
  /** `field`: prefix of the fields. */
  readItem(
    field: string,
    typed: Pick<LimitRow, 'market' | 'side' | 'amount' | 'clientOrderId'>,
  ): DraftItem
  /** Of the one order of a ticket; an empty one is none. */
  readLevels(typed: Levels): Levels
}

/** Fields are named as in the ticket; those of a bulk row begin with "rows.N.", counted from 0. */
export function readTicket(
  newId: () => string,
  read: (reader: TicketReader) => OrderDraft,
): Result<OrderDraft, FieldErrors> {
  const errors: FieldErrors = {}

  const refuse = (field: string, why: Message): void => {
    errors[field] = [...(errors[field] ?? []), why]
  }

  const take = (field: string, taken: Result<string, Message>): string => {
    if (!taken.ok) refuse(field, taken.error)
    return taken.ok ? taken.value : ''
  }

  const readItem: TicketReader['readItem'] = (field, typed) => {
    const { clientOrderId: id } = typed
    return {
      field,
      clientOrderId:
        id === null || id === '' ? newId() : take(`${field}clientOrderId`, readClientOrderId(id)),
      market: take(`${field}market`, readTypedMarket(typed.market)),
      side: typed.side,
      amount: take(
        `${field}amount`,
        readTypedDecimal(messageOf('orders.field.amount'), typed.amount),
      ),
      price: null,
      positionSide: null,
      stopLoss: null,
      takeProfit: null,
      postOnly: false,
      ioc: false,
      rpi: false,
    }
  }

  const readLevels: TicketReader['readLevels'] = ({ stopLoss, takeProfit }) => {
    const takeLevel = (field: keyof Levels, what: Message, typed: string | null): string | null =>
      typed === null || typed.trim() === '' ? null : take(field, readTypedDecimal(what, typed))
    return {
      stopLoss: takeLevel('stopLoss', messageOf('orders.field.stop-loss'), stopLoss),
      takeProfit: takeLevel('takeProfit', messageOf('orders.field.take-profit'), takeProfit),
    }
  }

  const draft = read({ refuse, take, readItem, readLevels })
  return Object.keys(errors).length === 0 ? ok(draft) : fail(errors)
}
