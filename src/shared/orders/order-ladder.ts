// Builds a ladder of limit orders from a few typed numbers. Every figure is exact and a multiple of
// the requested step.
import { type Message, messageOf } from '../messages/messages.js'
import { fail, ok, type Result } from '../result.js'
import {
  add,
  isZero,
  multiply,
  partWay,
  subtract,
  toStep,
  wholeTimes,
  type Decimal,
} from '../money.js'
import { readFieldDecimal } from './order-rules.js'
import type { OrderSide } from './order.js'

/** `flat`: the same amount on every rung · `towards-end` and `towards-start`: as 1, 2, 3 … */
export type LadderLean = 'flat' | 'towards-end' | 'towards-start'

export type LadderField = 'from' | 'to' | 'steps' | 'total' | 'priceStep' | 'amountStep'
/** As typed. Prices in quote currency, amounts in base currency. */
export type LadderForm = { side: OrderSide; lean: LadderLean } & Record<LadderField, string>
export type LadderFaults = Partial<Record<LadderField, Message>>

export type Ladder = {
  /** From the first price to the last. */
  rungs: { price: Decimal; amount: Decimal }[]
  /** The exact sum of the amounts. */
  amount: Decimal
  /** Sum of amount times price. */
  notional: Decimal
  /** The part of the total smaller than one amount step. */
  left: Decimal
}

export const mostRungs = 100

function readSteps(typed: string): Result<number, Message> {
  const text = typed.trim()
  if (text === '') return fail(messageOf('orders.ladder.steps-empty'))
  if (!/^\d{1,6}$/.test(text))
    return fail(messageOf('orders.ladder.steps-not-whole', { typed: typed.slice(0, 40) }))
  const steps = Number.parseInt(text, 10)
  return steps < 2 || steps > mostRungs
    ? fail(messageOf('orders.ladder.steps-out-of-range', { typed: text, most: mostRungs }))
    : ok(steps)
}

function weightOf(lean: LadderLean, at: number, steps: number): number {
  return lean === 'flat' ? 1 : lean === 'towards-end' ? at + 1 : steps - at
}

/**
 * Whole amount steps for each rung; together exactly `units`. The remainder goes to the heaviest
 * rungs first.
 */
function shareOut(units: Decimal, weights: readonly number[]): Decimal[] {
  const sum = String(weights.reduce((all, weight) => all + weight, 0))
  const shares = weights.map((weight) => wholeTimes(multiply(units, String(weight)), sum))
  let rest = shares.reduce((left, share) => subtract(left, share), units)
  const heaviestFirst = [...weights.keys()].sort(
    (a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b,
  )
  for (const at of heaviestFirst) {
    if (isZero(rest)) break
    shares[at] = add(shares[at] ?? '0', '1')
    rest = subtract(rest, '1')
  }
  return shares
}

/**
 * The rungs, or what is wrong, by field. Prices are evenly spaced between `from` and `to`,
 * inclusive, and rounded to the price step so that none is worse than requested: down for buying,
 * up for selling. Amounts are whole amount steps.
 */
export function buildLadder(form: LadderForm): Result<Ladder, LadderFaults> {
  const from = readFieldDecimal(messageOf('orders.field.from'), form.from)
  const to = readFieldDecimal(messageOf('orders.field.to'), form.to)
  const steps = readSteps(form.steps)
  const total = readFieldDecimal(messageOf('orders.field.total'), form.total)
  const priceStep = readFieldDecimal(messageOf('orders.field.price-step'), form.priceStep)
  const amountStep = readFieldDecimal(messageOf('orders.field.amount-step'), form.amountStep)
  if (!from.ok || !to.ok || !steps.ok || !total.ok || !priceStep.ok || !amountStep.ok) {
    const reads = Object.entries({ from, to, steps, total, priceStep, amountStep })
    return fail(
      Object.fromEntries(reads.flatMap(([field, read]) => (read.ok ? [] : [[field, read.error]]))),
    )
  }
  const count = steps.value
  const way = form.side === 'buy' ? 'down' : 'up'
  const prices = Array.from({ length: count }, (_, at) =>
    toStep(partWay(from.value, to.value, at, count - 1), priceStep.value, way),
  )
  if (prices.some(isZero))
    return fail({
      priceStep: messageOf('orders.ladder.price-zero', { step: form.priceStep.trim() }),
    })
  if (new Set(prices).size < count) {
    return fail({
      priceStep: messageOf('orders.ladder.prices-same', { step: form.priceStep.trim(), count }),
    })
  }
  const units = wholeTimes(total.value, amountStep.value)
  const weights = prices.map((_, at) => weightOf(form.lean, at, count))
  const shares = shareOut(units, weights)
  if (shares.some(isZero)) {
    return fail({
      total: messageOf('orders.ladder.total-too-little', {
        total: form.total.trim(),
        count,
        step: amountStep.value,
      }),
    })
  }
  const rungs = prices.map((price, at) => ({
    price,
    amount: multiply(shares[at] ?? '0', amountStep.value),
  }))
  const amount = rungs.reduce((sum, rung) => add(sum, rung.amount), '0')
  return ok({
    rungs,
    amount,
    notional: rungs.reduce((sum, rung) => add(sum, multiply(rung.amount, rung.price)), '0'),
    left: subtract(total.value, amount),
  })
}
