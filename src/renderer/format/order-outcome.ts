// What the exchange said of one order, in lines and in full. Its own words are quoted, never interpreted.
import { isCancelled, type Order, orderStatuses } from '../../shared/domain/order.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { CancelScope, IntentItem, TimelineStep } from '../../shared/domain/trading.js'
import { compare, type Decimal, isDecimal, isZero } from '../../shared/money.js'
import { textOf } from '../../shared/messages/messages.js'
import type { TermName } from './terms.js'
import type { Tone } from './words.js'

/** Whether specification 3.2 names the status; others are shown raw, with a hint. */
export const knownOrderStatus = (status: string): boolean => orderStatuses.some((known) => known === status)

/** The exchange's words by field, and its message; Plimsoll's own where it gave none. */
export const problemLines = (problem: Problem): string[] => {
  const fields = Object.entries(problem.fields ?? {}).map(([parameter, messages]) => `${parameter}: ${messages.join(' ')}`)
  const reply = problem.server?.message ?? ''
  const head = reply === '' ? (problem.message === '' ? wordsFor(problem.code).title : textOf(problem.message)) : `The exchange: “${reply}”`
  return [head, ...fields]
}

const something = (value: string): boolean => isDecimal(value) && !isZero(value)

/** How far it has been filled, at what cost. */
const howFilled = (order: Order, market: string): string => {
  const { base, quote } = currenciesOf(market)
  const cancelled = isCancelled(order)
  if (!something(order.dealStock)) {
    return cancelled ? 'The exchange cancelled it; nothing of it was filled.' : 'Nothing of it is filled yet.'
  }
  const fee = something(order.dealFee) ? ` Fee ${order.dealFee} ${quote}.` : ''
  const left = something(order.left) ? `, ${order.left} ${base}` : ''
  const filled = `Filled ${order.dealStock} ${base} for ${order.dealMoney} ${quote}`
  if (!cancelled) return `${filled}${left === '' ? '' : `${left} left`}.${fee}`
  const whole = !isDecimal(order.amount) || compare(order.dealStock, order.amount) >= 0
  return `${filled}.${fee}${whole ? '' : ` The exchange cancelled the rest${left}.`}`
}

export const fillText = (order: Order, market: string): string => `Order ${order.id}. ${howFilled(order, market)}`

/** By what it can be found on the exchange: what was to be made by the id it was given, what was to go by the exchange's. */
export const itemIds = ({ clientOrderId, target }: Pick<IntentItem, 'clientOrderId' | 'target'>): [name: string, id: string][] => {
  if (target === undefined) return [['Client id', clientOrderId]]
  if (target.kind === 'position') return [['Position id', target.id]]
  return [['Order id', target.id], ...(target.clientOrderId === '' ? [] : [['Client id', target.clientOrderId] as [string, string]])]
}

export type ItemRemark = { text: string; tone: Tone }

export const itemRemarks = (item: IntentItem): ItemRemark[] => {
  const remarks: ItemRemark[] = []
  if (item.order !== null) {
    // Of what was there already its id stands beside it.
    const words = item.target === undefined ? fillText : howFilled
    remarks.push({ text: words(item.order, item.market), tone: 'plain' })
  }
  if (item.problem !== null) {
    for (const text of problemLines(item.problem)) remarks.push({ text, tone: item.state === 'unknown' ? 'danger' : 'plain' })
  }
  for (const text of item.mismatch) remarks.push({ text, tone: 'danger' })
  if (item.state === 'accepted' && item.order === null) {
    remarks.push({ text: 'The exchange took the request; its answer does not say what became of this one.', tone: 'plain' })
  }
  if (item.state === 'not-processed') {
    remarks.push({ text: 'The exchange stopped before it: nothing was placed for this row.', tone: 'plain' })
  }
  return remarks
}

export type OrderDetail = { label: string; term?: TermName | undefined } & (
  { kind: 'amount'; text: Decimal; unit: string } | { kind: 'time' | 'word' | 'plain' | 'not-sent'; text: string }
)

const notSent = (label: string, term?: TermName): OrderDetail => ({ label, term, kind: 'not-sent', text: 'not sent' })

/** The exchange's own word. */
const word = (label: string, text: string | number | undefined, term?: TermName): OrderDetail[] =>
  text === undefined || text === '' ? [] : [{ label, term, kind: 'word', text: String(text) }]

const flag = (label: string, on: boolean | undefined, term: TermName): OrderDetail[] =>
  on === undefined ? [] : [{ label, term, kind: 'plain', text: on ? 'yes' : 'no' }]

const amount = (label: string, text: Decimal | undefined, unit: string): OrderDetail[] =>
  text === undefined ? [] : [{ label, kind: 'amount', text, unit }]

/** Levels that were sent are expected in the answer; of an order without any the answer need not speak. */
const levelRows = (order: Order, sent: Pick<IntentItem, 'stopLoss' | 'takeProfit'>, quote: string): OrderDetail[] => {
  if (order.oto === undefined) return sent.stopLoss === null && sent.takeProfit === null ? [] : [notSent('OTO id', 'oto')]
  const level = (label: string, set: Decimal | null): OrderDetail =>
    set === null ? { label, kind: 'plain', text: 'not set' } : { label, kind: 'amount', text: set, unit: quote }
  return [...word('OTO id', order.oto.id, 'oto'), level('Stop loss', order.oto.stopLoss), level('Take profit', order.oto.takeProfit)]
}

/** What the answer holds of an order (specification 2.4 and 2.6), a row for each member. `sent`: the levels this order was sent with. */
export const orderDetails = (order: Order, sent: Pick<IntentItem, 'stopLoss' | 'takeProfit'>): OrderDetail[] => {
  const { base, quote } = currenciesOf(order.market)
  const stp = word('Self-trade prevention', order.stp, 'stp')
  const clientOrderId = word('Client id', order.clientOrderId)
  return [
    ...word('Order id', order.id),
    ...(clientOrderId.length > 0 ? clientOrderId : [notSent('Client id')]),
    { label: 'Created', kind: 'time', text: order.timestamp },
    ...word('Type', order.type),
    ...word('Status', order.status),
    ...amount('Price', order.price, quote),
    ...amount('Amount', order.amount, base),
    ...amount('Left', order.left, base),
    ...amount(`Filled in ${base}`, order.dealStock, base),
    ...amount(`Filled in ${quote}`, order.dealMoney, quote),
    ...amount('Fee', order.dealFee, quote),
    ...(stp.length > 0 ? stp : [notSent('Self-trade prevention', 'stp')]),
    ...word('Position side', order.positionSide, 'positionSide'),
    ...levelRows(order, sent, quote),
    ...flag('Post-only', order.postOnly, 'postOnly'),
    ...flag('IOC', order.ioc, 'ioc'),
    ...flag('RPI', order.rpi, 'rpi'),
    ...flag('Reduce-only', order.reduceOnly, 'reduceOnly'),
    ...word('Activated', order.activated),
    ...word('Activation condition', order.activationCondition),
    ...amount('Activation price', order.activationPrice, quote),
  ]
}

/** Details as they were written down; what is no plain value is shown as JSON. */
export const timelineDetails = (details: TimelineStep['details']): { name: string; text: string }[] =>
  Object.entries(details).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }],
  )

/** "BTC_USDT: stop loss 38000, take profit 50000". */
export const scopeLevels = ({ levels }: CancelScope): string =>
  levels.length === 0
    ? 'none known'
    : levels
        .map(({ market, stopLoss, takeProfit }) => {
          const set = [
            ...(stopLoss === null ? [] : [`stop loss ${stopLoss}`]),
            ...(takeProfit === null ? [] : [`take profit ${takeProfit}`]),
          ]
          return `${market}: ${set.join(', ')}`
        })
        .join('; ')
