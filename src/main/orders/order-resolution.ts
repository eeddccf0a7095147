// A person's word on an order, with the market typed by hand: it must not be given by a slip.
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { blockedMarkets, blockLifted, resolved } from './intent-state.js'
import { blocksInvestment } from './market-blocks.js'
import { marketsOf, tailOf } from './order-words.js'

const mistyped = (wanted: readonly string[]): Problem => {
  const words = `To be sure which one is meant, type ${wanted.join(' or ')}.`
  return { code: 'bad-input', message: words, fields: { typed: [words] } }
}
const notUnknown: Problem = { code: 'gone', message: 'What became of this order is known already.' }
const notBlocking: Problem = { code: 'gone', message: 'This order blocks nothing any more.' }

const typedMarket = (typed: string, markets: readonly string[]): string | undefined => {
  const market = typed.trim().toUpperCase()
  return markets.find((one) => one === market)
}

export const decide = (
  intent: OrderIntent,
  at: UnixSeconds,
  answer: { item: number | null; as: 'filled' | 'not-filled'; typed: string },
): Result<OrderIntent, Problem> => {
  if (intent.state !== 'unknown') return fail(notUnknown)
  if (intent.investmentId !== null) {
    const tail = tailOf(intent.investmentId)
    return answer.typed.trim() === tail ? ok(resolved(intent, at, { item: null, market: '', as: answer.as })) : fail(mistyped([tail]))
  }
  const open = intent.items.filter(({ state, index }) => state === 'unknown' && (answer.item === null || index === answer.item))
  if (open.length === 0) return fail(notUnknown)
  const markets = marketsOf(open)
  const market = typedMarket(answer.typed, markets)
  return market === undefined ? fail(mistyped(markets)) : ok(resolved(intent, at, { item: answer.item, market, as: answer.as }))
}

export const liftOne = (intent: OrderIntent, at: UnixSeconds, typed: string): Result<OrderIntent, Problem> => {
  if (intent.investmentId !== null) {
    if (!blocksInvestment(intent)) return fail(notBlocking)
    const tail = tailOf(intent.investmentId)
    return typed.trim() === tail ? ok(blockLifted(intent, at, intent.investmentId)) : fail(mistyped([tail]))
  }
  const markets = blockedMarkets(intent)
  if (markets.length === 0) return fail(notBlocking)
  const market = typedMarket(typed, markets)
  return market === undefined ? fail(mistyped(markets)) : ok(blockLifted(intent, at, market))
}
