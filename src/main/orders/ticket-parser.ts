// Parses what was typed by the rules of shared/orders/order-rules. Every error belongs to its
// field; nothing is guessed.
import {
  readClientOrderId,
  readTypedDecimal,
  readTypedMarket,
} from '../../shared/orders/order-rules.js'
import {
  type BulkTicket,
  type CloseTicket,
  type LimitRow,
  mostBulkRows,
  type OrderTicket,
  type TargetTicket,
} from '../../shared/orders/order-ticket.js'
import type { OrderItem } from '../../shared/orders/order.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { t } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { OrderRequest } from '../exchange/order-gateway.js'
import { tailOf } from './order-text.js'

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

export type FieldErrors = { [field: string]: string[] }

const longestInvestmentId = 100

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

/** Fields are named as in the ticket; those of a bulk row begin with "rows.N.", counted from 0. */
export function parseTicket(
  ticket: Exclude<OrderTicket, TargetTicket>,
  newId: () => string,
): Result<OrderDraft, FieldErrors> {
  const errors: FieldErrors = {}

  const refuse = (field: string, why: string): void => {
    errors[field] = [...(errors[field] ?? []), why]
  }

  /** Empty if it was refused: a draft with errors is never used. */
  const take = (field: string, read: Result<string, string>): string => {
    if (!read.ok) refuse(field, read.error)
    return read.ok ? read.value : ''
  }

  const takeLevel = (field: string, what: string, typed: string | null): string | null =>
    typed === null || typed.trim() === '' ? null : take(field, readTypedDecimal(what, typed))

  const readItem = (
    field: string,
    typed: Pick<LimitRow, 'market' | 'side' | 'amount' | 'clientOrderId'>,
  ): DraftItem => {
    const { clientOrderId: id } = typed
    return {
      field,
      clientOrderId:
        id === null || id === '' ? newId() : take(`${field}clientOrderId`, readClientOrderId(id)),
      market: take(`${field}market`, readTypedMarket(typed.market)),
      side: typed.side,
      amount: take(`${field}amount`, readTypedDecimal(t('orders.field.amount'), typed.amount)),
      price: null,
      positionSide: null,
      stopLoss: null,
      takeProfit: null,
      postOnly: false,
      ioc: false,
      rpi: false,
    }
  }

  const readRows = ({ rows }: BulkTicket): DraftItem[] => {
    if (rows.length === 0) refuse('rows', t('orders.ticket.no-rows'))
    const over = rows.length - mostBulkRows
    if (over > 0) refuse('rows', t('orders.ticket.too-many-rows', { most: mostBulkRows, over }))
    const items = rows.map((row, number): DraftItem => {
      const { postOnly, ioc, rpi } = row
      const item = readItem(`rows.${number}.`, row)
      return {
        ...item,
        postOnly,
        ioc,
        rpi,
        price: take(`${item.field}price`, readTypedDecimal(t('orders.field.price'), row.price)),
      }
    })
    const seen = new Map<string, number>()
    for (const [number, { field, clientOrderId }] of items.entries()) {
      if (clientOrderId === '') continue
      const first = seen.get(clientOrderId)
      if (first === undefined) seen.set(clientOrderId, number)
      else refuse(`${field}clientOrderId`, t('orders.ticket.same-id', { row: first + 1 }))
    }
    return items
  }

  const readInvestmentId = ({ investmentId, typedTail }: CloseTicket): string => {
    const id = investmentId.trim()
    if (id === '') refuse('investmentId', t('orders.ticket.investment-empty'))
    else if (id.length > longestInvestmentId || !/^[\w.:-]+$/.test(id))
      refuse('investmentId', t('orders.ticket.investment-form'))
    else if (typedTail.trim() !== tailOf(id))
      refuse('typedTail', t('orders.ticket.investment-tail', { tail: tailOf(id) }))
    return id
  }

  const read = (): OrderDraft => {
    const { kind } = ticket
    const none = { items: [], investmentId: null, stopOnFail: null, retryOf: null }
    if (kind === 'close-investment')
      return { ...none, kind, investmentId: readInvestmentId(ticket) }
    if (kind === 'bulk')
      return {
        ...none,
        kind,
        items: readRows(ticket),
        stopOnFail: ticket.stopOnFail,
        retryOf: ticket.retryOf,
      }
    const item = readItem('', ticket)
    const stopLoss = takeLevel('stopLoss', t('orders.field.stop-loss'), ticket.stopLoss)
    const takeProfit = takeLevel('takeProfit', t('orders.field.take-profit'), ticket.takeProfit)
    return {
      ...none,
      kind,
      items: [{ ...item, positionSide: ticket.positionSide, stopLoss, takeProfit }],
    }
  }

  const draft = read()
  return Object.keys(errors).length === 0 ? ok(draft) : fail(errors)
}

export function requestOf({
  kind,
  items,
  investmentId,
  stopOnFail,
  scope,
}: OrderDraft): OrderRequest {
  const [first] = items
  switch (kind) {
    case 'close-investment':
      return { kind, investmentId: investmentId ?? '' }
    case 'market': {
      const {
        market = '',
        side = 'buy',
        amount = '',
        clientOrderId,
        stopLoss,
        takeProfit,
        positionSide,
      } = first ?? {}
      return {
        kind,
        draft: { market, side, amount, clientOrderId, stopLoss, takeProfit, positionSide },
      }
    }
    case 'bulk': {
      const orders = items.map(
        ({ market, side, amount, price, postOnly, ioc, rpi, clientOrderId }) => ({
          market,
          side,
          amount,
          price: price ?? '0',
          postOnly,
          ioc,
          rpi,
          clientOrderId,
        }),
      )
      return { kind, draft: { orders, stopOnFail: stopOnFail ?? false } }
    }
    case 'cancel':
      return { kind, orders: items.map(({ market, target }) => ({ market, id: target?.id ?? '' })) }
    case 'cancel-all':
      return { kind, market: scope?.market ?? null }
    case 'close-position': {
      const { market = '', target, positionSide = null } = first ?? {}
      return { kind, market, id: target?.id ?? '', positionSide }
    }
  }
}
