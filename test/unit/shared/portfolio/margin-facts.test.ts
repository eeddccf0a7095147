import { describe, expect, it } from 'vitest'
import type { OrderIntent } from '../../../../src/shared/orders/trading.js'
import { marginFacts } from '../../../../src/shared/portfolio/margin-facts.js'
import type { PortfolioView } from '../../../../src/shared/portfolio/portfolio.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { notOffered } from '../../../fixtures/portfolio/figures.js'
import { aCollateralSummary, aPricesView } from '../../../fixtures/portfolio/market.js'
import { aProblem, offeredPortfolio } from '../../../fixtures/portfolio/scenes.js'

type Sent = Pick<OrderIntent, 'state' | 'timeline'>

function factsOf(
  part: Partial<PortfolioView> = {},
  { intents = [], at = now }: { intents?: readonly Sent[]; at?: number } = {},
) {
  return marginFacts(offeredPortfolio(part), {
    prices: aPricesView(),
    markets: [],
    intents,
    isBorrowingInDoubt: false,
    now: at,
  })
}

const { collateralSummary, positions, balance, tradeBalance, collateralBalance } =
  offeredPortfolio()

function why(result: ReturnType<typeof factsOf>): unknown {
  return result.ok ? 'known' : result.error
}

function sentAt(at: number, state: OrderIntent['state'] = 'acknowledged'): Sent {
  return { state, timeline: [{ at, what: 'sending', text: '', details: {} }] }
}

describe('ALR-15 what an answer about the margin level is calculated with', () => {
  it('are fresh figures of everything that it relies on', () => {
    expect(factsOf()).toMatchObject({
      ok: true,
      value: { summary: collateralSummary.value, notOffered: [], withoutPrices: false },
    })
    for (const [source, feeds] of [
      ['summary', { collateralSummary: { ...collateralSummary, asOf: now - 21 } }],
      ['positions', { positions: { ...positions, source: 'cache' } }],
      ['main', { balance: { ...balance, problem: aProblem('unreachable') } }],
      ['trade', { tradeBalance: { ...tradeBalance, every: null } }],
    ] as const)
      expect(why(factsOf(feeds)), source).toEqual({ why: 'old', sources: [source] })
    expect(why(factsOf({}, { at: now + 600 }))).toMatchObject({ why: 'old' })
  })

  it('are not those from before the last order, nor any while one is under way', () => {
    expect(why(factsOf({}, { intents: [sentAt(now - 60)] }))).toBe('known')
    expect(why(factsOf({}, { intents: [sentAt(now - 5)] }))).toEqual({ why: 'settling' })
    expect(why(factsOf({}, { intents: [sentAt(now - 60), sentAt(now, 'sending')] }))).toEqual({
      why: 'in-progress',
    })
  })

  it('are not there if the exchange does not offer them, or if they contradict each other', () => {
    const none = { collateralSummary: notOffered() }
    expect(why(factsOf(none))).toEqual({ why: 'not-offered' })
    expect(why(factsOf({ ...none, positions: { ...positions, source: 'cache' } }))).toEqual({
      why: 'old',
      sources: ['positions'],
    })
    const odd = { ...collateralSummary, value: aCollateralSummary({ equity: '1' }) }
    expect(why(factsOf({ collateralSummary: odd }))).toEqual({ why: 'contradictory' })
    expect(factsOf({ tradeBalance: notOffered() })).toMatchObject({
      ok: true,
      value: { trade: null, notOffered: ['trade'] },
    })
  })

  it('know of nothing else that binds margin only from complete and current figures', () => {
    const none = { ...collateralBalance, value: [] }
    const shared = (part: Partial<PortfolioView>) => {
      const facts = factsOf({ collateralBalance: none, ...part })
      return facts.ok ? facts.value.isMarginShared : null
    }
    expect(shared({})).toBe(false)
    expect(shared({ collateralBalance: { ...none, asOf: now - 600 } })).toBe(true)
    expect(shared({ collateralBalance: notOffered() })).toBe(true)
    expect(
      shared({
        collateralBalance: {
          ...none,
          value: [{ asset: 'BTC', balance: '1', borrowed: '0.5', free: '0' }],
        },
      }),
    ).toBe(true)
    expect(
      shared({
        positions: {
          ...positions,
          unreadable: [{ place: 1, id: '7', name: null, field: '', why: '' }],
        },
      }),
    ).toBe(true)
  })
})
