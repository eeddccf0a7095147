// What the exchange said of one order, line by line. Its own words are quoted, never interpreted.
import { isCancelled, type Order, orderStatuses } from '../../shared/domain/order.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { IntentItem } from '../../shared/domain/trading.js'
import { compare, isDecimal, isZero } from '../../shared/money.js'
import type { Tone } from './words.js'

/** Whether specification 3.2 names the status; others are shown raw, with a hint. */
export const knownOrderStatus = (status: string): boolean => orderStatuses.some((known) => known === status)

/** The exchange's words by field, and its message; Plimsoll's own where it gave none. */
export const problemLines = (problem: Problem): string[] => {
  const fields = Object.entries(problem.fields ?? {}).map(([parameter, messages]) => `${parameter}: ${messages.join(' ')}`)
  const reply = problem.server?.message ?? ''
  const head = reply === '' ? (problem.message === '' ? wordsFor(problem.code).title : problem.message) : `The exchange: “${reply}”`
  return [head, ...fields]
}

const something = (value: string): boolean => isDecimal(value) && !isZero(value)

/** How far it has been filled, at what cost. */
export const fillText = (order: Order, market: string): string => {
  const { base, quote } = currenciesOf(market)
  const cancelled = isCancelled(order)
  if (!something(order.dealStock)) {
    return `Order ${order.id}. ${cancelled ? 'The exchange cancelled it; nothing of it was filled.' : 'Nothing of it is filled yet.'}`
  }
  const fee = something(order.dealFee) ? ` Fee ${order.dealFee} ${quote}.` : ''
  const left = something(order.left) ? `, ${order.left} ${base}` : ''
  const filled = `Order ${order.id}. Filled ${order.dealStock} ${base} for ${order.dealMoney} ${quote}`
  if (!cancelled) return `${filled}${left === '' ? '' : `${left} left`}.${fee}`
  const whole = !isDecimal(order.amount) || compare(order.dealStock, order.amount) >= 0
  return `${filled}.${fee}${whole ? '' : ` The exchange cancelled the rest${left}.`}`
}

export type ItemRemark = { text: string; tone: Tone }

export const itemRemarks = (item: IntentItem): ItemRemark[] => {
  const remarks: ItemRemark[] = []
  if (item.order !== null) remarks.push({ text: fillText(item.order, item.market), tone: 'plain' })
  if (item.problem !== null) {
    for (const text of problemLines(item.problem)) remarks.push({ text, tone: item.state === 'unknown' ? 'danger' : 'plain' })
  }
  for (const text of item.mismatch) remarks.push({ text, tone: 'danger' })
  if (item.state === 'not-processed') {
    remarks.push({ text: 'The exchange stopped before it: nothing was placed for this row.', tone: 'plain' })
  }
  return remarks
}
