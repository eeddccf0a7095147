// The limits against typing errors, and what exceeds them. Main refuses by this rule; the page
// shows in advance what main would refuse.
import type { FieldErrors, LimitName } from '../problem.js'
import type { MovedAmount } from './transfer-changes.js'
import { defaultTradeLimits, type TradeLimits, type UsedToday } from './trading.js'
import { type Message, messageOf } from '../messages/messages.js'
import { add, asEstimateBeside, compare, type Decimal } from '../money.js'

/**
 * `notional` null: unknown. `reduces`: it only takes risk away. `field`: the prefix of its fields
 * in the ticket.
 */
export type LimitedOrder = {
  field: string
  market: string
  base: string
  quote: string
  amount: Decimal
  notional: Decimal | null
  reduces: boolean
}

/** Notional by quote currency; null as soon as one part is unknown. */
export function notionalByQuote(
  lines: readonly Pick<LimitedOrder, 'quote' | 'notional'>[],
): Map<string, Decimal | null> {
  const sums = new Map<string, Decimal | null>()
  for (const { quote, notional } of lines) {
    const before = sums.get(quote)
    sums.set(quote, before === null || notional === null ? null : add(before ?? '0', notional))
  }
  return sums
}

const over = (amount: Decimal, limit: Decimal): boolean => compare(amount, limit) > 0

function entryOf<Entry>(entries: { [name: string]: Entry }, name: string): Entry | null {
  return Object.hasOwn(entries, name) ? (entries[name] ?? null) : null
}

/** A limit that was never changed is Plimsoll's, not the user's. */
function ownerOf<Limit>(limit: Limit, preset: Limit | undefined): 'preset' | 'own' {
  return limit === preset ? 'preset' : 'own'
}

const presetOf = (quote: string) => entryOf(defaultTradeLimits.byQuote, quote)

/** Which limit holds an order back, and why. */
type Refuse = (limit: LimitName, text: Message) => void

function checkOrder(
  limits: TradeLimits,
  line: LimitedOrder,
  by: Message | null,
  refuse: Refuse,
): void {
  const { market, base, quote, amount, notional } = line
  const byQuote = entryOf(limits.byQuote, quote)
  const byMarket = entryOf(limits.byMarket, market)
  const ofMarket: LimitName = { by: 'market', name: market }
  const ofQuote: LimitName = { by: 'quote', name: quote }
  if (byMarket !== null && over(amount, byMarket.perOrder))
    refuse(
      ofMarket,
      messageOf('orders.limit.market-order', { market, limit: byMarket.perOrder, base, amount }),
    )
  if (byQuote !== null && notional !== null && over(notional, byQuote.perOrder)) {
    const limit = byQuote.perOrder
    const said = {
      owner: ownerOf(limit, presetOf(quote)?.perOrder),
      limit,
      quote,
      about: asEstimateBeside(notional, limit),
    }
    refuse(
      ofQuote,
      by === null
        ? messageOf('orders.limit.order', said)
        : messageOf('orders.limit.order-by', { ...said, price: by }),
    )
  }
  if (byMarket !== null) return
  if (notional === null)
    refuse(ofMarket, messageOf('orders.limit.notional-unknown', { quote, base, market }))
  else if (byQuote === null)
    refuse(ofQuote, messageOf('orders.limit.none', { quote, base, market }))
}

function checkDay(
  limits: TradeLimits,
  lines: readonly LimitedOrder[],
  used: UsedToday,
  refuse: Refuse,
): void {
  // An order without a notional is guarded by its market's limit; it does not let other orders past
  // their currency's limit.
  for (const [quote, notional] of notionalByQuote(lines.filter((line) => line.notional !== null))) {
    const limit = entryOf(limits.byQuote, quote)
    const total = add(used.byQuote[quote] ?? '0', notional ?? '0')
    if (limit === null || !over(total, limit.perDay)) continue
    const owner = ownerOf(limit.perDay, presetOf(quote)?.perDay)
    const about = asEstimateBeside(total, limit.perDay)
    refuse(
      { by: 'quote', name: quote },
      messageOf('orders.limit.day', { owner, limit: limit.perDay, quote, about }),
    )
  }
  const amounts = new Map<string, Decimal>()
  for (const { market, amount } of lines)
    amounts.set(market, add(amounts.get(market) ?? used.byMarket[market] ?? '0', amount))
  for (const [market, total] of amounts) {
    const limit = entryOf(limits.byMarket, market)
    if (limit !== null && over(total, limit.perDay))
      refuse(
        { by: 'market', name: market },
        messageOf('orders.limit.market-day', { market, limit: limit.perDay, total }),
      )
  }
  const tooMany = tooManyOrders(limits, lines.length, used)
  if (tooMany !== null) refuse({ by: 'orders' }, tooMany)
}

/** Null if as many orders may still be sent today. */
function tooManyOrders(
  { ordersPerDay }: TradeLimits,
  orders: number,
  used: UsedToday,
): Message | null {
  if (used.orders + orders <= ordersPerDay) return null
  const owner = ownerOf(ordersPerDay, defaultTradeLimits.ordersPerDay)
  return messageOf('orders.limit.orders-day', { owner, limit: ordersPerDay, used: used.orders })
}

/** Texts by the field of the ticket, and the first limit that is reached. */
export type OverLimits = { fields: FieldErrors; limit: LimitName }

/**
 * What exceeds a limit; null if nothing does. Closing an investment has no lines and no limit.
 * `priceOf`: the price its notional is calculated with, if that has to be mentioned.
 */
export function overLimitsOf<Order extends LimitedOrder>(
  limits: TradeLimits,
  all: readonly Order[],
  used: UsedToday,
  priceOf: (order: Order) => Message | null,
): OverLimits | null {
  const lines = all.filter(({ reduces }) => !reduces)
  const [only, second] = lines
  if (!limits.on || only === undefined) return null
  const fields: OverLimits['fields'] = {}
  const reached: LimitName[] = []
  const refuseAt =
    (field: string): Refuse =>
    (limit, text) => {
      fields[field] = [...(fields[field] ?? []), text]
      reached.push(limit)
    }
  for (const line of lines) checkOrder(limits, line, priceOf(line), refuseAt(`${line.field}amount`))
  checkDay(limits, lines, used, refuseAt(second === undefined ? `${only.field}amount` : 'rows'))
  const [limit] = reached
  return limit === undefined ? null : { fields, limit }
}

/**
 * What of a transfer exceeds a limit; null if nothing does. The limits of the currency of its asset
 * apply to each transfer and to those of a day, which are counted apart from orders; the number of
 * orders of a day includes them. An asset that has no limit has none here: a system dialog asks.
 * Adding collateral takes risk away, so no limit holds it back.
 */
export function overTransferLimits(
  limits: TradeLimits,
  { asset, amount, to }: Pick<MovedAmount, 'asset' | 'amount' | 'to'>,
  used: UsedToday,
): OverLimits | null {
  if (!limits.on || to === 'collateral') return null
  const limit = entryOf(limits.byQuote, asset)
  const ofAsset: LimitName = { by: 'quote', name: asset }
  const preset = presetOf(asset)
  const refused = (name: LimitName, text: Message): OverLimits => ({
    fields: { amount: [text] },
    limit: name,
  })
  if (limit !== null && over(amount, limit.perOrder)) {
    const owner = ownerOf(limit.perOrder, preset?.perOrder)
    return refused(
      ofAsset,
      messageOf('orders.limit.transfer', { owner, limit: limit.perOrder, asset, amount }),
    )
  }
  const total = add(used.byMarket[asset] ?? '0', amount)
  if (limit !== null && over(total, limit.perDay)) {
    const owner = ownerOf(limit.perDay, preset?.perDay)
    return refused(
      ofAsset,
      messageOf('orders.limit.transfers-day', { owner, limit: limit.perDay, asset, total }),
    )
  }
  const tooMany = tooManyOrders(limits, 1, used)
  return tooMany === null ? null : refused({ by: 'orders' }, tooMany)
}
