// Whether the exchange took the order that was sent: everything that was sent is compared with what the answer says of it (specification
// 2.4 and 2.6).
import { type Level, levels } from '../../shared/domain/order-effect.js'
import { levelNames } from '../../shared/domain/order-sentences.js'
import { isCancelled, isStatusUnderstood, type Order } from '../../shared/domain/order.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { IntentItem, ItemState } from '../../shared/domain/trading.js'
import { compare, type Decimal, isDecimal } from '../../shared/money.js'

export type SentItem = Pick<
  IntentItem,
  'clientOrderId' | 'market' | 'side' | 'amount' | 'price' | 'positionSide' | 'stopLoss' | 'takeProfit' | 'postOnly' | 'ioc' | 'rpi'
>

const same = (a: Decimal | null | undefined, b: Decimal): boolean => a != null && isDecimal(a) && isDecimal(b) && compare(a, b) === 0

const shown = (text: string | undefined): string =>
  text === undefined || text === '' ? 'nothing' : `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`

/** Everything but the id fits. */
export const sameOrder = (sent: SentItem, order: Order): boolean =>
  differences(sent, { ...order, clientOrderId: sent.clientOrderId }).length === 0

const flags = { postOnly: 'post-only', ioc: 'immediate-or-cancel', rpi: 'RPI' } as const

/** A market order reports `market` (2.4), one of a bulk request a kind of `limit`; the live service puts words before them. */
const typeOf = ({ price }: SentItem): string => (price === null ? 'market' : 'limit')

/** A level of zero is none. */
const levelSet = ({ oto }: Order, level: Level): Decimal | null => {
  const set = oto?.[level] ?? null
  return set !== null && same(set, '0') ? null : set
}

/** What may stand before it. A stop or a trigger is another kind of order. */
const typeQualifiers: ReadonlySet<string> = new Set(['collateral', 'margin', 'spot', 'stock', 'futures'])

const isType = (said: string, sent: string): boolean => {
  const words = said.toLowerCase().split(/[^a-z]+/)
  return words.at(-1) === sent && words.slice(0, -1).every((word) => typeQualifiers.has(word))
}

const some = (amount: Decimal): boolean => isDecimal(amount) && compare(amount, '0') > 0

/** Cancelled with nothing filled: it holds no position, so there is nothing a level could protect. */
const isUnfilledCancel = (order: Order): boolean => isCancelled(order) && !some(order.dealStock)

/** The levels there should be in the answer. */
const levelsDue = (order: Order): readonly Level[] => (isUnfilledCancel(order) ? [] : levels)

const levelDifferences = (sent: SentItem, order: Order): string[] =>
  levelsDue(order).flatMap((level) => {
    const [asked, set] = [sent[level], levelSet(order, level)]
    const name = levelNames[level]
    if (asked === null) return set === null ? [] : [`The exchange set a ${name} at ${shown(set)}, and none was sent.`]
    if (set === null) return [`Your ${name} is not set: ${asked} was sent, and the answer names none.`]
    return same(set, asked) ? [] : [`Your ${name} is ${shown(set)}, sent was ${shown(asked)}.`]
  })

/** Levels that were sent and that the answer does not name. */
export const levelsNotSet = ({ order, ...sent }: Pick<IntentItem, 'stopLoss' | 'takeProfit' | 'order'>): Level[] =>
  order === null ? [] : levelsDue(order).filter((level) => sent[level] !== null && levelSet(order, level) === null)

/** What differs, in words; empty where the echo fits. A flag that was not sent may be left out of the answer. */
export const differences = (sent: SentItem, order: Order): string[] => {
  const differing: string[] = []
  const differs = (what: string, is: string | undefined, was: string): void =>
    void differing.push(`The ${what} is ${shown(is)}, sent was ${shown(was)}.`)
  if (order.clientOrderId === '') {
    differing.push('The exchange named no client id: it ignored ours, so it would not notice the same order twice.')
  } else if (order.clientOrderId !== sent.clientOrderId) differs('client id', order.clientOrderId, sent.clientOrderId)
  differing.push(...levelDifferences(sent, order))
  if (order.market !== sent.market) differs('market', order.market, sent.market)
  if (order.side !== sent.side) differs('side', order.side, sent.side)
  if (!isType(order.type, typeOf(sent))) differs('type', order.type, typeOf(sent))
  if (!same(order.amount, sent.amount)) differs('amount', order.amount, sent.amount)
  if (sent.price !== null && !same(order.price, sent.price)) differs('price', order.price, sent.price)
  if (sent.positionSide !== null && (order.positionSide ?? 'BOTH') !== sent.positionSide)
    differs('position side', order.positionSide, sent.positionSide)
  for (const [flag, name] of Object.entries(flags) as [keyof typeof flags, string][]) {
    const set = order[flag] ?? false
    if (set !== sent[flag])
      differing.push(sent[flag] ? `It is not ${name}, and was sent as that.` : `It is ${name}, and was not sent as that.`)
  }
  return differing
}

const isLess = (a: Decimal, b: Decimal): boolean => isDecimal(a) && isDecimal(b) && compare(a, b) < 0

/**
 * What became of an order that the exchange took. A status the specification does not name says nothing. Of a cancelled one what is left
 * says nothing, either: some servers set it to zero.
 */
const acceptedState = (order: Order): Extract<ItemState, 'placed' | 'partly' | 'cancelled' | 'unknown'> => {
  const { dealStock, left, amount } = order
  if (isUnfilledCancel(order)) return 'cancelled'
  if (isCancelled(order)) return isLess(dealStock, amount) ? 'partly' : 'placed'
  if (!isStatusUnderstood(order)) return 'unknown'
  return some(dealStock) && some(left) ? 'partly' : 'placed'
}

export type Verdict = Pick<IntentItem, 'state' | 'order' | 'problem' | 'mismatch'>

/** Of an order that the answer reports as accepted. */
export const verdictOf = (sent: SentItem, order: Order): Verdict => {
  const state = acceptedState(order)
  const problem: Problem | null =
    state === 'unknown'
      ? {
          code: 'outcome-unknown',
          message: `The exchange accepted the order and gives it the status ${shown(order.status)}, which its specification does not name. What became of it is not known.`,
          reason: 'STRANGE_STATUS',
        }
      : null
  return { state, order, problem, mismatch: differences(sent, order) }
}
