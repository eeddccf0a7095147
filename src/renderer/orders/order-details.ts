// The exchange's response about one order, in lines and in full. Its own words are quoted, never
// interpreted.
import {
  amountIn,
  amountUnit,
  filledOf,
  limitPrice,
  triggerPrice,
} from '../../shared/orders/order-amount.js'
import { type AmountIn, isCancelled, type Order, orderStatuses } from '../../shared/orders/order.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { wordsFor } from '../../shared/problem-words.js'
import type { Problem } from '../../shared/problem.js'
import { refusalMeaning } from '../../shared/orders/refusal-codes.js'
import type { CancelScope, IntentItem, TimelineStep } from '../../shared/orders/trading.js'
import type { Json } from '../../shared/json.js'
import { compare, type Decimal, isDecimal, isZero } from '../../shared/money.js'
import { t, textOf } from '../../shared/messages/messages.js'
import type { TermName } from '../components/terms.js'
import type { Tone } from '../components/words.js'

/** Whether specification 3.2 names the status; others are shown raw, with a hint. */
export function knownOrderStatus(status: string): boolean {
  return orderStatuses.some((known) => known === status)
}

/** The exchange's messages by field, and its overall message; Plimsoll's own if it gave none. */
export function problemLines(problem: Problem): string[] {
  const fields = Object.entries(problem.fields ?? {}).map(
    ([parameter, messages]) => `${parameter}: ${messages.map(textOf).join(' ')}`,
  )
  const reply = problem.server?.message ?? ''
  const head =
    reply === ''
      ? problem.message === ''
        ? wordsFor(problem.code).title
        : textOf(problem.message)
      : t('outcomes.said.exchange', { reply })
  const meaning = problem.code === 'refused' ? refusalMeaning(problem.server?.code ?? null) : null
  return [head, ...fields, ...(meaning === null ? [] : [textOf(meaning)])]
}

const something = (value: string): boolean => isDecimal(value) && !isZero(value)

/**
 * How far it has been filled, and at what cost. `counted`: the unit of its amount and its remaining
 * amount.
 */
function howFilled(order: Order, market: string, counted: AmountIn): string {
  const { base, quote } = currenciesOf(market)
  const cancelled = isCancelled(order)
  if (!something(order.dealStock)) {
    return t(cancelled ? 'outcomes.said.cancelled-unfilled' : 'outcomes.said.nothing-filled')
  }
  const isLeft = something(order.left) && counted !== 'unknown'
  const rest = { left: order.left, base: counted === 'quote' ? quote : base }
  const deal = { stock: order.dealStock, base, money: order.dealMoney, quote }
  const filled = filledOf(order, counted)
  const whole = filled === null || !isDecimal(order.amount) || compare(filled, order.amount) >= 0
  return [
    isLeft && !cancelled
      ? t('outcomes.said.filled-left', { ...deal, left: rest.left, unit: rest.base })
      : t('outcomes.said.filled', deal),
    ...(order.dealFee !== undefined && something(order.dealFee)
      ? [t('outcomes.said.fee', { fee: order.dealFee, quote })]
      : []),
    ...(!cancelled || whole
      ? []
      : [
          isLeft ? t('outcomes.said.rest-cancelled-left', rest) : t('outcomes.said.rest-cancelled'),
        ]),
  ].join(' ')
}

/** Of an order that Plimsoll sent: those are in base currency. */
export function fillText(order: Order, market: string): string {
  return `${t('outcomes.said.order', { id: order.id })} ${howFilled(order, market, 'base')}`
}

/**
 * The id that finds it on the exchange: the client id for what was to be created, the exchange's id
 * for what was to be cancelled.
 */
export function itemIds({
  clientOrderId,
  target,
}: Pick<IntentItem, 'clientOrderId' | 'target'>): [name: string, id: string][] {
  if (target === undefined) return [[t('terms.clientOrderId.word'), clientOrderId]]
  if (target.kind === 'purses') return []
  if (target.kind === 'linked') return [[t('trade.id.pair'), target.id]]
  if (target.kind === 'position') return [[t('trade.id.position'), target.id]]
  const order: [string, string] = [t('trade.id.order'), target.id]
  return target.clientOrderId === ''
    ? [order]
    : [order, [t('terms.clientOrderId.word'), target.clientOrderId]]
}

/** For a resting order whose end is unknown: how much of it is left is unknown as well. */
function endUnknownText({ id, dealStock: stock, dealMoney: money }: Order, market: string): string {
  const { base, quote } = currenciesOf(market)
  return [
    t('outcomes.said.order', { id }),
    ...(something(stock) ? [t('outcomes.said.filled', { stock, base, money, quote })] : []),
    t('outcomes.said.end-unknown'),
  ].join(' ')
}

export type ItemRemark = { text: string; tone: Tone }

export function itemRemarks(item: IntentItem): ItemRemark[] {
  const remarks: ItemRemark[] = []
  if (item.order !== null) {
    // What already existed has its id beside it.
    const { order, market } = item
    const text =
      item.target !== undefined
        ? howFilled(order, market, amountIn(order))
        : item.state === 'not-open'
          ? endUnknownText(order, market)
          : fillText(order, market)
    remarks.push({ text, tone: 'plain' })
  }
  if (item.earlier !== undefined && something(item.earlier.dealStock)) {
    const { base, quote } = currenciesOf(item.market)
    const { dealStock: stock, dealMoney: money } = item.earlier
    const text = t('outcomes.said.filled-before', { stock, base, money, quote })
    remarks.push({ text, tone: 'plain' })
  }
  if (item.problem !== null) {
    for (const text of problemLines(item.problem))
      remarks.push({ text, tone: item.state === 'unknown' ? 'danger' : 'plain' })
  }
  for (const text of item.mismatch) remarks.push({ text: textOf(text), tone: 'danger' })
  if (item.state === 'accepted' && item.order === null) {
    remarks.push({ text: t('outcomes.said.not-stated'), tone: 'plain' })
  }
  if (item.state === 'not-processed') {
    remarks.push({ text: t('outcomes.said.not-reached'), tone: 'plain' })
  }
  return remarks
}

export type OrderDetail = { label: string; term?: TermName | undefined } & (
  | { kind: 'amount'; text: Decimal; unit: string | null }
  | { kind: 'time' | 'word' | 'plain' | 'not-sent'; text: string }
)

function notSent(label: string, term?: TermName): OrderDetail {
  return {
    label,
    term,
    kind: 'not-sent',
    text: t('outcomes.detail.not-sent'),
  }
}

/** The exchange's own word. */
function word(label: string, text: string | number | undefined, term?: TermName): OrderDetail[] {
  return text === undefined || text === ''
    ? []
    : [{ label, term, kind: 'word', text: String(text) }]
}

function flag(label: string, on: boolean | undefined, term: TermName): OrderDetail[] {
  return on === undefined
    ? []
    : [{ label, term, kind: 'plain', text: t(on ? 'outcomes.detail.yes' : 'outcomes.detail.no') }]
}

function amount(
  label: string,
  text: Decimal | null | undefined,
  unit: string | null,
): OrderDetail[] {
  return text == null ? [] : [{ label, kind: 'amount', text, unit }]
}

/** Levels that were sent are expected in the response; without any, the response may omit them. */
function levelRows(
  order: Order,
  sent: Pick<IntentItem, 'stopLoss' | 'takeProfit'>,
  quote: string,
): OrderDetail[] {
  if (order.oto === undefined)
    return sent.stopLoss === null && sent.takeProfit === null
      ? []
      : [notSent(t('outcomes.detail.oto'), 'oto')]
  const level = (label: string, set: Decimal | null): OrderDetail =>
    set === null
      ? { label, kind: 'plain', text: t('outcomes.detail.not-set') }
      : { label, kind: 'amount', text: set, unit: quote }
  return [
    ...word(t('outcomes.detail.oto'), order.oto.id, 'oto'),
    level(t('terms.stopLoss.word'), order.oto.stopLoss),
    level(t('terms.takeProfit.word'), order.oto.takeProfit),
  ]
}

/** What Plimsoll sent: an order, or a request to cancel one. */
export type Sent = Pick<IntentItem, 'stopLoss' | 'takeProfit' | 'target'>

const nothingSent = { stopLoss: null, takeProfit: null }

/**
 * The response about an order (specification 2.4 and 2.6), one row per member. `sent` null: it is
 * from a list of the exchange.
 */
export function orderDetails(order: Order, sent: Sent | null): OrderDetail[] {
  const { base, quote } = currenciesOf(order.market)
  const unit = sent !== null && sent.target === undefined ? base : amountUnit(order)
  const stp = word(t('outcomes.detail.stp'), order.stp, 'stp')
  const clientOrderId = word(t('terms.clientOrderId.word'), order.clientOrderId)
  return [
    ...word(t('trade.id.order'), order.id),
    ...(clientOrderId.length > 0 ? clientOrderId : [notSent(t('terms.clientOrderId.word'))]),
    { label: t('outcomes.detail.created'), kind: 'time', text: order.timestamp },
    ...word(t('outcomes.detail.type'), order.type),
    ...(order.status === undefined
      ? [notSent(t('outcomes.detail.status'))]
      : word(t('outcomes.detail.status'), order.status)),
    ...amount(t('common.price'), limitPrice(order), quote),
    ...amount(t('outcomes.detail.activation-price'), triggerPrice(order), quote),
    ...word(t('outcomes.detail.activation-condition'), order.activationCondition),
    ...amount(t('common.amount'), order.amount, unit),
    ...amount(t('outcomes.detail.left'), order.left, unit),
    ...amount(t('outcomes.detail.filled-in', { currency: base }), order.dealStock, base),
    ...amount(t('outcomes.detail.filled-in', { currency: quote }), order.dealMoney, quote),
    ...amount(t('common.fee'), order.dealFee, quote),
    ...(stp.length > 0 ? stp : [notSent(t('outcomes.detail.stp'), 'stp')]),
    ...word(t('terms.positionSide.word'), order.positionSide, 'positionSide'),
    ...levelRows(order, sent ?? nothingSent, quote),
    ...flag(t('terms.postOnly.word'), order.postOnly, 'postOnly'),
    ...flag(t('terms.ioc.word'), order.ioc, 'ioc'),
    ...flag(t('terms.rpi.word'), order.rpi, 'rpi'),
    ...flag(t('terms.reduceOnly.word'), order.reduceOnly, 'reduceOnly'),
    ...word(t('outcomes.detail.activated'), order.activated),
  ]
}

/** Hashes, ids and the status, which say nothing of the account. */
const plainDetails: ReadonlySet<string> = new Set([
  'bodyHash',
  'requestHash',
  'requestWithoutNonce',
  'nonce',
  'intent',
  'httpStatus',
])

function detailText(name: string, value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return plainDetails.has(name) ? text : textOf(text)
}

/** Details as recorded; a value that is not plain is shown as JSON. */
export function timelineDetails(
  details: TimelineStep['details'],
): { name: string; text: string }[] {
  return Object.entries(details).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, text: detailText(name, value) }],
  )
}

/** "BTC_USDT: stop loss 38000, take profit 50000". */
export function scopeLevels({ levels }: CancelScope): string {
  return levels.length === 0
    ? t('trade.scope.none')
    : levels
        .map(({ market, stopLoss, takeProfit }) => {
          const set = [
            ...(stopLoss === null ? [] : [t('trade.scope.stop-loss', { price: stopLoss })]),
            ...(takeProfit === null ? [] : [t('trade.scope.take-profit', { price: takeProfit })]),
          ]
          return `${market}: ${set.join(', ')}`
        })
        .join('; ')
}
