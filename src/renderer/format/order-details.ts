// What the exchange’s answer holds of an order (specification 2.4 and 2.6), a row for each member. Its own words stay as they are.
import type { Order } from '../../shared/domain/order.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import type { IntentItem } from '../../shared/domain/trading.js'
import type { Decimal } from '../../shared/money.js'
import type { TermName } from './terms.js'

type Label = { label: string; term?: TermName }

export type OrderDetail = Label &
  ({ kind: 'amount'; text: Decimal; unit: string } | { kind: 'time' | 'word' | 'plain' | 'not-sent'; text: string })

const notSent = (label: Label): OrderDetail => ({ ...label, kind: 'not-sent', text: 'not sent' })

/** The exchange's own word. */
const word = (label: Label, text: string | number | undefined): OrderDetail[] =>
  text === undefined || text === '' ? [] : [{ ...label, kind: 'word', text: String(text) }]

const flag = (label: Label, on: boolean | undefined): OrderDetail[] =>
  on === undefined ? [] : [{ ...label, kind: 'plain', text: on ? 'yes' : 'no' }]

const amount = (label: Label, text: Decimal | undefined, unit: string): OrderDetail[] =>
  text === undefined ? [] : [{ ...label, kind: 'amount', text, unit }]

/** Levels that were sent are expected in the answer; of an order without any the answer need not speak. */
const levelRows = (order: Order, sent: Pick<IntentItem, 'stopLoss' | 'takeProfit'>, quote: string): OrderDetail[] => {
  const name: Label = { label: 'OTO id', term: 'oto' }
  if (order.oto === undefined) return sent.stopLoss === null && sent.takeProfit === null ? [] : [notSent(name)]
  const level = (label: string, set: Decimal | null): OrderDetail =>
    set === null ? { label, kind: 'plain', text: 'not set' } : { label, kind: 'amount', text: set, unit: quote }
  return [...word(name, order.oto.id), level('Stop loss', order.oto.stopLoss), level('Take profit', order.oto.takeProfit)]
}

/** `sent`: the levels this order was sent with. */
export const orderDetails = (order: Order, sent: Pick<IntentItem, 'stopLoss' | 'takeProfit'>): OrderDetail[] => {
  const { base, quote } = currenciesOf(order.market)
  const stp = word({ label: 'Self-trade prevention', term: 'stp' }, order.stp)
  const clientOrderId = word({ label: 'Client id' }, order.clientOrderId)
  return [
    ...word({ label: 'Order id' }, order.id),
    ...(clientOrderId.length > 0 ? clientOrderId : [notSent({ label: 'Client id' })]),
    { label: 'Created', kind: 'time', text: order.timestamp },
    ...word({ label: 'Type' }, order.type),
    ...word({ label: 'Status' }, order.status),
    ...amount({ label: 'Price' }, order.price, quote),
    ...amount({ label: 'Amount' }, order.amount, base),
    ...amount({ label: 'Left' }, order.left, base),
    ...amount({ label: `Filled in ${base}` }, order.dealStock, base),
    ...amount({ label: `Filled in ${quote}` }, order.dealMoney, quote),
    ...amount({ label: 'Fee' }, order.dealFee, quote),
    ...(stp.length > 0 ? stp : [notSent({ label: 'Self-trade prevention', term: 'stp' })]),
    ...word({ label: 'Position side', term: 'positionSide' }, order.positionSide),
    ...levelRows(order, sent, quote),
    ...flag({ label: 'Post-only', term: 'postOnly' }, order.postOnly),
    ...flag({ label: 'IOC', term: 'ioc' }, order.ioc),
    ...flag({ label: 'RPI', term: 'rpi' }, order.rpi),
    ...word({ label: 'Activated' }, order.activated),
    ...word({ label: 'Activation condition' }, order.activationCondition),
    ...word({ label: 'Activation price' }, order.activationPrice),
  ]
}
