import { describe, expect, it } from 'vitest'
import { createPortfolio, type PortfolioMemory } from '../../../src/main/watch/portfolio.js'
import type { Remembered } from '../../../src/main/watch/portfolio-view.js'
import { type Feed as FeedView, freshnessOf } from '../../../src/shared/domain/feed.js'
import type { PortfolioView } from '../../../src/shared/domain/portfolio.js'
import { fail, ok } from '../../../src/shared/result.js'
import { aLoan, anUnreadable, aPosition, problem } from '../../support/scripted-client.js'

const now = 1_760_000_000

const createMemory = (known: Remembered = {}) => {
  const writes: { profileId: string; feed: string; asOf: number }[] = []
  const samples: { profileId: string; what: string; at: number }[] = []
  const memory: PortfolioMemory = {
    snapshots: {
      last: (_profileId, feed) => ok(known[feed] ?? null),
      remember: (profileId, feed, _value, asOf) => writes.push({ profileId, feed, asOf }),
    },
    samples: {
      addBalance: (profileId, at) => samples.push({ profileId, what: 'balance', at }),
      addLoan: (profileId, at) => samples.push({ profileId, what: 'loan', at }),
    },
  }
  return { memory, writes, samples }
}

const setup = (known?: Remembered) => {
  const portfolio = createPortfolio()
  const seen: PortfolioView[] = []
  portfolio.subscribe((view) => seen.push(view))
  return { portfolio, seen, ...createMemory(known) }
}

const usdt = (amount: string) => [{ asset: 'USDT', amount }]
const paces = { positions: 5, loan: 15, balance: 15 }

describe('what is shown', () => {
  it('59 shows the last known values at once, marked as remembered, with their age', () => {
    const { portfolio, memory } = setup({ balance: { value: usdt('7'), asOf: now - 3600 }, loan: { value: aLoan(), asOf: now - 7200 } })
    portfolio.open('a', memory)
    const { balance, loan, positions } = portfolio.view()
    expect(balance).toEqual({ value: usdt('7'), asOf: now - 3600, source: 'cache', problem: null, every: null })
    expect(loan.source).toBe('cache')
    expect(positions).toEqual({ value: null, asOf: null, source: 'none', problem: null, every: null })
    expect(freshnessOf(balance, now)).toBe('stale')
  })

  it('59 offline, the remembered values stay, with the reason why they are not newer', () => {
    const { portfolio, memory } = setup({ balance: { value: usdt('7'), asOf: now - 3600 } })
    const desk = portfolio.open('a', memory)
    desk.paced(paces)
    desk.failed('balance', problem('unreachable'))
    const { balance } = portfolio.view()
    expect(balance).toMatchObject({ value: usdt('7'), source: 'cache', problem: { code: 'unreachable' }, every: 15 })
    expect(freshnessOf(balance, now)).toBe('stale')
  })

  it('13 becomes late after two missed looks or one failed, stale after three, and fresh again with an answer', () => {
    const { portfolio, memory } = setup()
    const desk = portfolio.open('a', memory)
    const freshness = (at: number) => freshnessOf(portfolio.view().balance, at)
    desk.paced(paces)
    desk.landed('balance', { value: usdt('1'), at: now })
    expect([freshness(now + 30), freshness(now + 31), freshness(now + 46)]).toEqual(['fresh', 'late', 'stale'])
    desk.failed('balance', problem('timeout'))
    expect(freshness(now + 5)).toBe('late')
    desk.landed('balance', { value: usdt('1'), at: now + 60 })
    expect(portfolio.view().balance.problem).toBeNull()
    expect(freshness(now + 61)).toBe('fresh')
  })

  it('15 keeps null, absent and zero apart, and an omitted asset is not listed', () => {
    const { portfolio, memory } = setup()
    const desk = portfolio.open('a', memory)
    const position = aPosition({ liquidationPrice: null, funding: '0' })
    desk.landed('positions', { value: [position], at: now })
    const shown = portfolio.view().positions.value?.[0]
    expect(shown?.liquidationPrice).toBeNull()
    expect(shown?.funding).toBe('0')
    expect(shown !== undefined && 'unrealizedPnl' in shown).toBe(false)
    desk.landed('balance', { value: [{ asset: 'BTC', amount: '0' }], at: now })
    expect(portfolio.view().balance.value).toEqual([{ asset: 'BTC', amount: '0' }])
  })

  it('FLT-11 after a sleep everything is stale until an answer lands, however young it was', () => {
    const { portfolio, memory } = setup()
    const desk = portfolio.open('a', memory)
    desk.paced(paces)
    desk.landed('positions', { value: [], at: now })
    desk.slept()
    expect(freshnessOf(portfolio.view().positions, now + 1)).toBe('stale')
    desk.landed('positions', { value: [], at: now + 3 })
    expect(freshnessOf(portfolio.view().positions, now + 4)).toBe('fresh')
  })

  it('13.26 says what of an answer could not be read, and is not fresh for that, until the next whole one', () => {
    const { portfolio, memory } = setup()
    const desk = portfolio.open('a', memory)
    desk.paced(paces)
    desk.landed('positions', { value: [aPosition()], at: now, unreadable: [anUnreadable({ id: '528' })] })
    expect(portfolio.view().positions).toMatchObject({ value: [{ id: '527' }], unreadable: [{ id: '528' }], source: 'live', problem: null })
    expect(freshnessOf(portfolio.view().positions, now + 1)).toBe('partly')
    expect(freshnessOf(portfolio.view().positions, now + 11)).toBe('late')
    desk.failed('positions', problem('timeout'))
    expect(portfolio.view().positions).toMatchObject({ unreadable: [{ id: '528' }], problem: { code: 'timeout' } })
    desk.landed('positions', { value: [aPosition()], at: now + 5 })
    expect('unreadable' in portfolio.view().positions).toBe(false)
    expect(freshnessOf(portfolio.view().positions, now + 6)).toBe('fresh')
  })

  it('13.26 remembers no answer that was read in part, as later nothing in it would say so, but keeps the history of what was read', () => {
    const { portfolio, memory, writes, samples } = setup()
    const desk = portfolio.open('a', memory)
    const unreadable = [anUnreadable({ id: null, name: 'BTC' })]
    desk.landed('balance', { value: usdt('1'), at: now, unreadable })
    desk.landed('positions', { value: [], at: now, unreadable })
    expect(writes).toEqual([])
    expect(samples).toMatchObject([{ profileId: 'a', at: now }])
    desk.landed('balance', { value: usdt('1'), at: now + 60 })
    expect([writes.length, samples.length]).toEqual([1, 2])
  })

  it('takes an answer that seems older than the one before, because the clock was set back', () => {
    const { portfolio, memory } = setup({ balance: { value: usdt('1'), asOf: now + 86_400 } })
    const desk = portfolio.open('a', memory)
    desk.landed('balance', { value: usdt('2'), at: now })
    expect(portfolio.view().balance).toMatchObject({ value: usdt('2'), asOf: now, source: 'live' })
  })
})

describe('who is told', () => {
  it('tells of a new time, not of a repeated failure', () => {
    const { portfolio, memory, seen } = setup()
    const desk = portfolio.open('a', memory)
    desk.landed('balance', { value: usdt('1'), at: now })
    const told = seen.length
    desk.landed('balance', { value: usdt('1'), at: now + 15 })
    expect(seen.length).toBe(told + 1)
    desk.failed('balance', problem('timeout'))
    desk.failed('balance', problem('timeout'))
    desk.paced({ positions: null, loan: null, balance: null })
    expect(seen.length).toBe(told + 2)
  })

  it('keeps the same value object while nothing in it changed', () => {
    const { portfolio, memory } = setup()
    const desk = portfolio.open('a', memory)
    desk.landed('balance', { value: usdt('1'), at: now })
    const first: FeedView<unknown> = portfolio.view().balance
    desk.landed('balance', { value: usdt('1'), at: now + 15 })
    expect(portfolio.view().balance.value).toBe(first.value)
  })

  it('stops telling whoever stopped listening, and leaves nothing behind', () => {
    const { portfolio, memory } = setup()
    const told: PortfolioView[] = []
    const stop = portfolio.subscribe((view) => told.push(view))
    stop()
    portfolio.open('a', memory)
    expect(told).toHaveLength(0)
  })
})

describe('48 whose figures', () => {
  it('48 drops everything that arrives for a profile that is no longer shown', () => {
    const { portfolio, memory, writes } = setup()
    const first = portfolio.open('a', memory)
    const second = portfolio.open('b', memory)
    first.landed('balance', { value: usdt('666'), at: now })
    first.failed('balance', problem('key-disabled'))
    first.failedAll(problem('key-disabled'))
    first.paced(paces)
    first.slept()
    first.close()
    expect(portfolio.view()).toMatchObject({ profileId: 'b', balance: { value: null, problem: null, every: null } })
    expect(writes).toEqual([])
    second.landed('balance', { value: usdt('1'), at: now })
    expect(portfolio.view().balance.value).toEqual(usdt('1'))
  })

  it('shows nothing after the profile was closed', () => {
    const { portfolio, memory } = setup({ balance: { value: usdt('7'), asOf: now } })
    const desk = portfolio.open('a', memory)
    desk.close()
    desk.landed('balance', { value: usdt('1'), at: now })
    expect(portfolio.view()).toMatchObject({ profileId: null, balance: { value: null } })
  })
})

describe('what is remembered', () => {
  it('is every good answer, and nothing that was only remembered', () => {
    const { portfolio, memory, writes } = setup({ balance: { value: usdt('7'), asOf: now } })
    const desk = portfolio.open('a', memory)
    expect(writes).toEqual([])
    desk.landed('positions', { value: [], at: now + 1 })
    desk.failed('positions', problem('timeout'))
    desk.landed('positions', { value: [], at: now + 11 })
    desk.close()
    expect(writes).toEqual([
      { profileId: 'a', feed: 'positions', asOf: now + 1 },
      { profileId: 'a', feed: 'positions', asOf: now + 11 },
    ])
  })

  it('samples every loan, a balance once a minute, a missing loan never, and remembered values never', () => {
    const { portfolio, memory, samples } = setup({ loan: { value: aLoan(), asOf: now - 50 } })
    const desk = portfolio.open('a', memory)
    for (let at = 0; at <= 120; at += 15) {
      desk.landed('balance', { value: usdt(String(at)), at: now + at })
      desk.landed('loan', { value: at < 60 ? { kind: 'no-loan' } : aLoan(), at: now + at })
    }
    expect(samples.filter(({ what }) => what === 'balance').map(({ at }) => at - now)).toEqual([0, 60, 120])
    expect(samples.filter(({ what }) => what === 'loan').map(({ at }) => at - now)).toEqual([60, 75, 90, 105, 120])
  })

  it('goes on sampling after the clock was set back', () => {
    const { portfolio, memory, samples } = setup()
    const desk = portfolio.open('a', memory)
    desk.landed('balance', { value: usdt('1'), at: now })
    desk.landed('balance', { value: usdt('1'), at: now - 3600 })
    expect(samples).toHaveLength(2)
  })

  it('is nothing where the store cannot be read, and the watch goes on', () => {
    const { portfolio, memory } = setup()
    const desk = portfolio.open('a', { ...memory, snapshots: { ...memory.snapshots, last: () => fail(problem('store-trouble')) } })
    expect(portfolio.view().balance.source).toBe('none')
    desk.landed('balance', { value: usdt('1'), at: now })
    expect(portfolio.view().balance.source).toBe('live')
  })
})
