// The limits as typed, and back. Nothing is guessed: what cannot be read is reported, row by row.
import { readFieldDecimal, readTypedMarket } from '../../shared/orders/order-rules.js'
import type { TradeLimit, TradeLimits } from '../../shared/orders/trading.js'
import { type Message, messageOf, t, textOf } from '../../shared/messages/messages.js'
import type { Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'

/**
 * `id` identifies a row for its lifetime. `offered`: created for a user who was led to it; without
 * figures it has no effect.
 */
export type LimitRowForm = {
  id: number
  key: string
  perOrder: string
  perDay: string
  offered?: boolean
}

export type LimitsForm = {
  on: boolean
  byQuote: LimitRowForm[]
  byMarket: LimitRowForm[]
  ordersPerDay: string
  /** Only `perOrder` counts. */
  askFrom: LimitRowForm[]
}

export type LimitsFaults = {
  byQuote: { [at: number]: string }
  byMarket: { [at: number]: string }
  ordersPerDay: string | null
  askFrom: { [at: number]: string }
}

let lastId = 0

export function newLimitRow(key = '', perOrder = '', perDay = ''): LimitRowForm {
  lastId += 1
  return { id: lastId, key, perOrder, perDay }
}

export function typedLimits(limits: TradeLimits): LimitsForm {
  return {
    on: limits.on,
    byQuote: Object.entries(limits.byQuote).map(([key, limit]) =>
      newLimitRow(key, limit.perOrder, limit.perDay),
    ),
    byMarket: Object.entries(limits.byMarket).map(([key, limit]) =>
      newLimitRow(key, limit.perOrder, limit.perDay),
    ),
    ordersPerDay: String(limits.ordersPerDay),
    askFrom: Object.entries(limits.askFrom).map(([key, from]) => newLimitRow(key, from)),
  }
}

function sorted<T>(entries: { [key: string]: T }): [string, T][] {
  return Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Equal for equivalent limits, regardless of the order of their members. */
export function limitsText({ on, byQuote, byMarket, ordersPerDay, askFrom }: TradeLimits): string {
  return JSON.stringify([
    on,
    sorted(byQuote).map(([key, { perOrder, perDay }]) => [key, perOrder, perDay]),
    sorted(byMarket).map(([key, { perOrder, perDay }]) => [key, perOrder, perDay]),
    ordersPerDay,
    sorted(askFrom),
  ])
}

function readCurrency(typed: string): Result<string, Message> {
  const text = typed.trim()
  if (text === '') return fail(messageOf('trade.limits.currency-empty'))
  return /^[A-Za-z0-9]{1,30}$/.test(text)
    ? ok(text.toUpperCase())
    : fail(messageOf('trade.limits.no-currency', { typed: text.slice(0, 40) }))
}

/** Every name once, with what `read` returns for its row. */
function readRows<T>(
  rows: readonly LimitRowForm[],
  readKey: (typed: string) => Result<string, Message>,
  read: (row: LimitRowForm) => Result<T, Message>,
): { values: { [key: string]: T }; faults: { [at: number]: string } } {
  const values = new Map<string, T>()
  const faults: { [at: number]: string } = {}
  for (const [at, row] of rows.entries()) {
    if (row.offered === true && row.perOrder.trim() === '' && row.perDay.trim() === '') continue
    const key = readKey(row.key)
    const value = read(row)
    if (!key.ok) faults[at] = textOf(key.error)
    else if (values.has(key.value)) faults[at] = t('trade.limits.twice', { name: key.value })
    else if (!value.ok) faults[at] = textOf(value.error)
    else values.set(key.value, value.value)
  }
  return { values: Object.fromEntries(values), faults }
}

function readPair(row: LimitRowForm): Result<TradeLimit, Message> {
  const perOrder = readFieldDecimal(messageOf('trade.field.per-order'), row.perOrder)
  if (!perOrder.ok) return perOrder
  const perDay = readFieldDecimal(messageOf('trade.field.per-day'), row.perDay)
  return perDay.ok ? ok({ perOrder: perOrder.value, perDay: perDay.value }) : perDay
}

function readNotional(row: LimitRowForm): Result<Decimal, Message> {
  return readFieldDecimal(messageOf('terms.notional.word'), row.perOrder)
}

export function readLimits(form: LimitsForm): Result<TradeLimits, LimitsFaults> {
  const byQuote = readRows(form.byQuote, readCurrency, readPair)
  const byMarket = readRows(form.byMarket, readTypedMarket, readPair)
  const askFrom = readRows(form.askFrom, readCurrency, readNotional)
  const typed = form.ordersPerDay.trim()
  const count = /^[1-9]\d{0,4}$/.test(typed) ? Number.parseInt(typed, 10) : null
  const ordersPerDay =
    count === null || count > 10_000
      ? t('trade.limits.no-count', { typed: typed.slice(0, 40) })
      : null
  const faults = {
    byQuote: byQuote.faults,
    byMarket: byMarket.faults,
    ordersPerDay,
    askFrom: askFrom.faults,
  }
  const fine =
    ordersPerDay === null &&
    [byQuote, byMarket, askFrom].every((part) => Object.keys(part.faults).length === 0)
  return fine && count !== null
    ? ok({
        on: form.on,
        byQuote: byQuote.values,
        byMarket: byMarket.values,
        ordersPerDay: count,
        askFrom: askFrom.values,
      })
    : fail(faults)
}
