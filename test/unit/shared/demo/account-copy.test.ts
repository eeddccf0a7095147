import { expect, it } from 'vitest'
import { copyObstacle, copyOf, type CopySources } from '../../../../src/shared/demo/account-copy.js'
import { mostOpenOrders } from '../../../../src/shared/portfolio/portfolio.js'
import { aProfile, now } from '../../../fixtures/portfolio/accounts.js'
import { aFeed } from '../../../fixtures/portfolio/figures.js'
import { notInvested } from '../../../fixtures/portfolio/investments.js'
import { aProblem, offeredPortfolio, scenes } from '../../../fixtures/portfolio/scenes.js'

function sources(part: Partial<CopySources> = {}): CopySources {
  const { invested, prices, markets } = scenes.ordinary()
  return { portfolio: offeredPortfolio(), invested, prices, markets, ...part }
}

it('CPY-2 has the time of the oldest figure, never a later one', () => {
  const balance = aFeed([], { every: 60, asOf: now - 90 })
  const positions = aFeed([], { every: 60, asOf: now - 120 })
  const copied = copyOf(sources({ portfolio: offeredPortfolio({ balance, positions }) }), now)
  expect(copied).toMatchObject({ ok: true, value: { at: now - 120 } })
})

it('CPY-2 copies no partly read list, and leaves out what is not offered', () => {
  const { invested } = scenes.ordinary()
  const longer = { ...invested, fixed: { ...invested.fixed, more: true } }
  expect(copyObstacle(sources({ invested: longer }), now)).toBe('missing')
  const none = notInvested(aProfile().id, aProblem('b2b-only'))
  expect(copyOf(sources({ invested: none }), now)).toMatchObject({
    ok: true,
    value: { flexible: null, fixed: null },
  })
})

it('CPY-2 copies nothing without current marks or the rules of markets', () => {
  const { prices, markets } = scenes.ordinary()
  const old = { ...prices, futures: { ...prices.futures, asOf: now - 86_400 } }
  expect(copyObstacle(sources({ prices: old }), now)).toBe('old')
  const none = { ...markets, markets: { ...markets.markets, value: null } }
  expect(copyObstacle(sources({ markets: none }), now)).toBe('missing')
  const kept = { ...markets, markets: { ...markets.markets, source: 'cache' as const } }
  expect(copyObstacle(sources({ markets: kept }), now)).toBe(null)
})

it('CPY-2 copies no list of orders that may go on', () => {
  const order = offeredPortfolio().openOrders.value?.[0]
  if (order === undefined) throw new Error('no order')
  const cut = aFeed(
    Array.from({ length: mostOpenOrders }, () => order),
    { every: 60 },
  )
  expect(copyObstacle(sources({ portfolio: offeredPortfolio({ openOrders: cut }) }), now)).toBe(
    'missing',
  )
})

it('CPY-2 needs no price of a market on which the account has nothing', () => {
  const { prices } = scenes.ordinary()
  const without = (name: string) => {
    const unreadable = [{ place: 1, id: null, name, field: 'last_price', why: 'is missing' }]
    return { ...prices, tickers: { ...prices.tickers, unreadable } }
  }
  expect(copyObstacle(sources({ prices: without('SHIB_USDT') }), now)).toBe(null)
  const held = offeredPortfolio().positions.value?.[0]?.market ?? ''
  expect(copyObstacle(sources({ prices: without(held) }), now)).toBe('unreadable')
})

it('CPY-2 keeps apart what trades on one market, or copies nothing', () => {
  const held = offeredPortfolio().positions.value?.[0]
  if (held === undefined) throw new Error('no position')
  const { positionSide: _side, ...long } = { ...held, amount: '1' }
  const of = (...list: (typeof held)[]) => {
    const positions = aFeed(list, { every: 60 })
    return copyObstacle(sources({ portfolio: offeredPortfolio({ positions }) }), now)
  }
  expect(of(long, { ...long, amount: '-1' })).toBe(null)
  expect(of(long, { ...long, id: '2' })).toBe('unclear')
  const both = { positionSide: 'BOTH' }
  expect(of({ ...long, ...both }, { ...long, ...both, amount: '-1' })).toBe('unclear')
})

it('CPY-2 copies no position whose figures are no numbers', () => {
  const { portfolio, invested, prices, markets } = scenes.hostile()
  expect(copyObstacle({ portfolio, invested, prices, markets }, now)).not.toBe(null)
  const [position] = offeredPortfolio().positions.value ?? []
  for (const figure of ['amount', 'entryPrice', 'liquidationPrice', 'unrealizedPnl'] as const) {
    const positions = aFeed(position === undefined ? [] : [{ ...position, [figure]: '${x}' }])
    const obstacle = copyObstacle(sources({ portfolio: offeredPortfolio({ positions }) }), now)
    if (figure === 'amount' || figure === 'entryPrice') expect(obstacle).toBe('unclear')
  }
})
