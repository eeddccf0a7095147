// The content of a grid of typed limit orders, row by row: unreadable fields, contradictions,
// duplicates, and sums.
import { brokenRules } from '../../shared/markets/market-rules.js'
import type { OrderSide } from '../../shared/orders/order.js'
import {
  currenciesOf,
  readClientOrderId,
  readTypedDecimal,
  readTypedMarket,
} from '../../shared/orders/order-rules.js'
import { mostBulkRows, type LimitRow } from '../../shared/orders/order-ticket.js'
import { messageOf, t, textOf } from '../../shared/messages/messages.js'
import { add, multiply, type Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'

export type RowField = 'market' | 'amount' | 'price' | 'clientOrderId'

export type RowReading = {
  /** Nothing was typed into it: such a row is ignored. */
  blank: boolean
  /** `null` if the row cannot be sent. */
  order: { market: string; side: OrderSide; amount: Decimal; price: Decimal } | null
  faults: Partial<Record<RowField, string>>
  warnings: string[]
  /** Beyond what one request may hold. */
  beyond: boolean
  /** It can be read, but violates the rules of its market. */
  broken: boolean
}

export function isBlank(row: LimitRow): boolean {
  return [row.market, row.amount, row.price, row.clientOrderId ?? ''].every(
    (text) => text.trim() === '',
  )
}

function flagWarnings({
  postOnly,
  ioc,
  rpi,
}: Pick<LimitRow, 'postOnly' | 'ioc' | 'rpi'>): string[] {
  const warnings: string[] = []
  if (postOnly && ioc) warnings.push(t('trade.rows.post-only-ioc'))
  if (rpi && ioc) warnings.push(t('trade.rows.rpi-ioc'))
  return warnings
}

function readOne(row: LimitRow): Pick<RowReading, 'order' | 'faults'> {
  const market = readTypedMarket(row.market)
  const amount = readTypedDecimal(messageOf('common.amount'), row.amount)
  const price = readTypedDecimal(messageOf('common.price'), row.price)
  const id =
    row.clientOrderId === null || row.clientOrderId === ''
      ? null
      : readClientOrderId(row.clientOrderId)
  const faults: RowReading['faults'] = {}
  if (!market.ok) faults.market = textOf(market.error)
  if (!amount.ok) faults.amount = textOf(amount.error)
  if (!price.ok) faults.price = textOf(price.error)
  if (id !== null && !id.ok) faults.clientOrderId = textOf(id.error)
  const order =
    market.ok && amount.ok && price.ok
      ? { market: market.value, side: row.side, amount: amount.value, price: price.value }
      : null
  return { order, faults }
}

/** Trailing zeros make no difference between two orders. */
const plain = (value: Decimal): Decimal => add(value, '0')

export function readRows(rows: readonly LimitRow[]): RowReading[] {
  let filled = 0
  const seen = new Map<string, number>()
  const ids = new Map<string, number>()
  return rows.map((row, at) => {
    if (isBlank(row))
      return { blank: true, order: null, faults: {}, warnings: [], beyond: false, broken: false }
    const { order, faults } = readOne(row)
    const warnings = flagWarnings(row)
    if (order !== null) {
      const key = JSON.stringify([
        order.market,
        order.side,
        plain(order.amount),
        plain(order.price),
        row.postOnly,
        row.ioc,
        row.rpi,
      ])
      const twin = seen.get(key)
      if (twin === undefined) seen.set(key, at)
      else warnings.push(t('trade.rows.twin', { row: twin + 1 }))
    }
    const id = row.clientOrderId ?? ''
    const namesake = id === '' ? undefined : ids.get(id)
    if (id !== '' && namesake === undefined) ids.set(id, at)
    if (namesake !== undefined)
      faults.clientOrderId = t('trade.rows.namesake', { id, row: namesake + 1 })
    filled += 1
    return { blank: false, order, faults, warnings, beyond: filled > mostBulkRows, broken: false }
  })
}

/** The same, including the rules of their markets. */
export function withRules(
  readings: readonly RowReading[],
  list: Parameters<typeof brokenRules>[1],
  now: UnixSeconds,
): RowReading[] {
  return readings.map((reading) => {
    if (reading.order === null) return reading
    const { market, amount, price } = reading.order
    const order = { market, amount, price, stopLoss: null, takeProfit: null, onCollateral: false }
    const rules = brokenRules(order, list, { price: null, reduces: false, now })
    if (rules.length === 0) return reading
    const faults = { ...reading.faults }
    // A limit order has no levels.
    for (const { field, text, refused } of rules)
      if (refused && (field === 'market' || field === 'amount' || field === 'price'))
        faults[field] ??= textOf(text)
    const warnings = [
      ...reading.warnings,
      ...rules.filter(({ refused }) => !refused).map(({ text }) => textOf(text)),
    ]
    return { ...reading, faults, warnings, broken: rules.some(({ refused }) => refused) }
  })
}

/** What keeps readable rows from being sent as they are, each with its position from 1. */
export function rulesBroken(
  rows: readonly LimitRow[],
  list: Parameters<typeof withRules>[1],
  now: UnixSeconds,
): { row: number; text: string }[] {
  return withRules(
    readRows(rows).map((reading) => ({ ...reading, faults: {} })),
    list,
    now,
  ).flatMap(({ faults }, at) => Object.values(faults).map((text) => ({ row: at + 1, text })))
}

/** The first thing that prevents a preview of the rows, or null. */
export function complaintAboutRows(readings: readonly RowReading[]): string | null {
  const filled = readings.filter(({ blank }) => !blank)
  if (filled.length === 0) return t('trade.rows.none')
  if (filled.length > mostBulkRows) {
    return t('trade.rows.too-many', {
      count: filled.length,
      most: mostBulkRows,
      over: filled.length - mostBulkRows,
    })
  }
  const rowsThat = (
    is: (reading: RowReading) => boolean,
  ): { rows: string; several: boolean } | null => {
    const rows = readings.flatMap((reading, at) => (is(reading) ? [at + 1] : []))
    return rows.length === 0 ? null : { rows: rows.join(', '), several: rows.length > 1 }
  }
  const unread = rowsThat(({ faults, broken }) => !broken && Object.keys(faults).length > 0)
  if (unread !== null)
    return t(unread.several ? 'trade.rows.some-unread' : 'trade.rows.one-unread', {
      rows: unread.rows,
    })
  const breaking = rowsThat(({ broken }) => broken)
  return breaking === null
    ? null
    : t(breaking.several ? 'trade.rows.some-break' : 'trade.rows.one-breaks', {
        rows: breaking.rows,
      })
}

type RowTotal = {
  market: string
  side: OrderSide
  orders: number
  amount: Decimal
  notional: Decimal
  base: string
  quote: string
}

/** Sums per market and side of the readable rows, in the order in which they first appear. */
export function totalsOfRows(readings: readonly RowReading[]): RowTotal[] {
  const sums = new Map<string, RowTotal>()
  for (const { order } of readings) {
    if (order === null) continue
    const { market, side, amount, price } = order
    const key = `${market} ${side}`
    const sum = sums.get(key) ?? {
      market,
      side,
      orders: 0,
      amount: '0',
      notional: '0',
      ...currenciesOf(market),
    }
    sum.orders += 1
    sum.amount = add(sum.amount, amount)
    sum.notional = add(sum.notional, multiply(amount, price))
    sums.set(key, sum)
  }
  return [...sums.values()]
}
