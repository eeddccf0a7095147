// The user's decision on an order, with the market typed by hand: it must not be given by a slip.
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { blockedMarkets, blockLifted, resolved } from './intent-state.js'
import { blocksInvestment } from './market-blocks.js'
import { marketsOf, tailOf } from './order-text.js'

/** `item` null: all unknown items of the market. */
export type Resolution = { item: number | null; as: 'filled' | 'not-filled'; typed: string }

const mistyped = (wanted: readonly string[]): Problem => {
  const message = `To be sure which one is meant, type ${wanted.join(' or ')}.`
  return { code: 'bad-input', message, fields: { typed: [message] } }
}
const notUnknown: Problem = { code: 'gone', message: 'What became of this order is known already.' }
const notBlocking: Problem = { code: 'gone', message: 'This order blocks nothing any more.' }

const readMarket = (typed: string, markets: readonly string[]): Result<string, Problem> => {
  const market = typed.trim().toUpperCase()
  return markets.includes(market) ? ok(market) : fail(mistyped(markets))
}

const readTail = (typed: string, investmentId: string): Result<string, Problem> => {
  const tail = tailOf(investmentId)
  return typed.trim() === tail ? ok(investmentId) : fail(mistyped([tail]))
}

export const resolveOrder = (intent: OrderIntent, at: UnixSeconds, { item, as, typed }: Resolution): Result<OrderIntent, Problem> => {
  if (intent.state !== 'unknown') return fail(notUnknown)
  if (intent.investmentId !== null) {
    const tail = readTail(typed, intent.investmentId)
    return tail.ok ? ok(resolved(intent, at, { item: null, market: '', as })) : tail
  }
  const open = intent.items.filter(({ state, index }) => state === 'unknown' && (item === null || index === item))
  if (open.length === 0) return fail(notUnknown)
  const market = readMarket(typed, marketsOf(open))
  return market.ok ? ok(resolved(intent, at, { item, market: market.value, as })) : market
}

export const liftBlock = (intent: OrderIntent, at: UnixSeconds, typed: string): Result<OrderIntent, Problem> => {
  const { investmentId } = intent
  const markets = blockedMarkets(intent)
  if (investmentId === null ? markets.length === 0 : !blocksInvestment(intent)) return fail(notBlocking)
  const target = investmentId === null ? readMarket(typed, markets) : readTail(typed, investmentId)
  return target.ok ? ok(blockLifted(intent, at, target.value)) : target
}
