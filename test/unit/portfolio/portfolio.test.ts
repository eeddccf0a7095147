import { noIntervals } from '../../../src/main/portfolio/feed-poller.js'
import { describe, expect, it } from 'vitest'
import {
  checkingConnection,
  openPortfolio,
  type PortfolioRepositories,
  withPing,
} from '../../../src/main/portfolio/portfolio.js'
import { type Feed as FeedView, freshnessOf } from '../../../src/shared/portfolio/feed.js'
import type { PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { fail, ok } from '../../../src/shared/result.js'
import type { CachedValues } from '../../support/fake-portfolio.js'
import { aLoan, anUnreadable, aPosition, problem } from '../../support/fake-exchange-client.js'
import fc from 'fast-check'

const now = 1_760_000_000

function createRepositories(known: CachedValues = {}) {
  const writes: { profileId: string; feed: string; asOf: number }[] = []
  const samples: { profileId: string; at: number }[] = []
  const levels: { profileId: string; at: number; level: string }[] = []
  const repositories: PortfolioRepositories = {
    snapshots: {
      last: () => ok(known),
      remember: (profileId, feed, _value, asOf) => writes.push({ profileId, feed, asOf }),
    },
    samples: {
      addLoan: (profileId, at) => void samples.push({ profileId, at }),
      addMarginLevel: (profileId, at, level) => void levels.push({ profileId, at, level }),
      loans: () => ok([]),
      marginLevels: () => ok([]),
    },
  }
  return { repositories, writes, samples, levels }
}

function setup(known?: CachedValues) {
  const seen: PortfolioView[] = []
  const { repositories, writes, samples, levels } = createRepositories(known)
  const portfolio = openPortfolio('a', repositories, (view) => seen.push(view))
  return { portfolio, seen, writes, samples, levels }
}

const usdt = (amount: string) => [{ asset: 'USDT', amount }]
const intervals = { ...noIntervals, positions: 5, loan: 15, balance: 15 }

describe('displayed figures', () => {
  it('show the last known values at once, marked as remembered, with their age', () => {
    const { portfolio } = setup({
      balance: { value: usdt('7'), asOf: now - 3600 },
      loan: { value: aLoan(), asOf: now - 7200 },
    })
    const { balance, loan, positions } = portfolio.view()
    expect(balance).toEqual({
      value: usdt('7'),
      asOf: now - 3600,
      source: 'cache',
      problem: null,
      every: null,
    })
    expect(loan.source).toBe('cache')
    expect(positions).toEqual({
      value: null,
      asOf: null,
      source: 'none',
      problem: null,
      every: null,
    })
    expect(freshnessOf(balance, now)).toBe('stale')
  })

  it('keep remembered values offline, with the reason why they are not newer', () => {
    const { portfolio } = setup({ balance: { value: usdt('7'), asOf: now - 3600 } })
    portfolio.intervalsChanged(intervals)
    portfolio.failed('balance', problem('unreachable'))
    const { balance } = portfolio.view()
    expect(balance).toMatchObject({
      value: usdt('7'),
      source: 'cache',
      problem: { code: 'unreachable' },
      every: 15,
    })
    expect(freshnessOf(balance, now)).toBe('stale')
  })

  it('become late after two missed polls or one failed, stale after three, and fresh again with an answer', () => {
    const { portfolio } = setup()
    const freshness = (at: number) => freshnessOf(portfolio.view().balance, at)
    portfolio.intervalsChanged(intervals)
    portfolio.answered('balance', { value: usdt('1'), at: now })
    expect([freshness(now + 30), freshness(now + 31), freshness(now + 46)]).toEqual([
      'fresh',
      'late',
      'stale',
    ])
    portfolio.failed('balance', problem('timeout'))
    expect(freshness(now + 5)).toBe('late')
    portfolio.answered('balance', { value: usdt('1'), at: now + 60 })
    expect(portfolio.view().balance.problem).toBeNull()
    expect(freshness(now + 61)).toBe('fresh')
  })

  it('keep null, absent and zero apart, and do not list an omitted asset', () => {
    const { portfolio } = setup()
    const position = aPosition({ liquidationPrice: null, funding: '0' })
    portfolio.answered('positions', { value: [position], at: now })
    const shown = portfolio.view().positions.value?.[0]
    expect(shown?.liquidationPrice).toBeNull()
    expect(shown?.funding).toBe('0')
    expect(shown !== undefined && 'unrealizedPnl' in shown).toBe(false)
    portfolio.answered('balance', { value: [{ asset: 'BTC', amount: '0' }], at: now })
    expect(portfolio.view().balance.value).toEqual([{ asset: 'BTC', amount: '0' }])
  })

  it('FLT-11 are all stale after sleep until an answer arrives, however recent', () => {
    const { portfolio } = setup()
    portfolio.intervalsChanged(intervals)
    portfolio.answered('positions', { value: [], at: now })
    portfolio.slept()
    expect(freshnessOf(portfolio.view().positions, now + 1)).toBe('stale')
    portfolio.answered('positions', { value: [], at: now + 3 })
    expect(freshnessOf(portfolio.view().positions, now + 4)).toBe('fresh')
  })

  it('name what could not be read, and are not fresh again before the next complete answer', () => {
    const { portfolio } = setup()
    portfolio.intervalsChanged(intervals)
    portfolio.answered('positions', {
      value: [aPosition()],
      at: now,
      unreadable: [anUnreadable({ id: '528' })],
    })
    expect(portfolio.view().positions).toMatchObject({
      value: [{ id: '527' }],
      unreadable: [{ id: '528' }],
      source: 'live',
      problem: null,
    })
    expect(freshnessOf(portfolio.view().positions, now + 1)).toBe('partly')
    expect(freshnessOf(portfolio.view().positions, now + 11)).toBe('late')
    portfolio.failed('positions', problem('timeout'))
    expect(portfolio.view().positions).toMatchObject({
      unreadable: [{ id: '528' }],
      problem: { code: 'timeout' },
    })
    portfolio.answered('positions', { value: [aPosition()], at: now + 5 })
    expect('unreadable' in portfolio.view().positions).toBe(false)
    expect(freshnessOf(portfolio.view().positions, now + 6)).toBe('fresh')
  })

  it('are not remembered from a partly read answer, which would look complete later, but their history is', () => {
    const { portfolio, writes, samples } = setup()
    const unreadable = [anUnreadable({ id: null, name: 'BTC' })]
    portfolio.answered('balance', { value: usdt('1'), at: now, unreadable })
    portfolio.answered('positions', { value: [], at: now, unreadable })
    portfolio.answered('loan', { value: aLoan(), at: now, unreadable })
    expect(writes).toEqual([])
    expect(samples).toEqual([{ profileId: 'a', at: now }])
    portfolio.answered('loan', { value: aLoan(), at: now + 60 })
    expect([writes.length, samples.length]).toEqual([1, 2])
  })

  it('accept an answer that seems older than the previous one because the clock was set back', () => {
    const { portfolio } = setup({ balance: { value: usdt('1'), asOf: now + 86_400 } })
    portfolio.answered('balance', { value: usdt('2'), at: now })
    expect(portfolio.view().balance).toMatchObject({ value: usdt('2'), asOf: now, source: 'live' })
  })
})

describe('reported changes', () => {
  it('include a new time, but not a repeated failure', () => {
    const { portfolio, seen } = setup()
    portfolio.answered('balance', { value: usdt('1'), at: now })
    const reported = seen.length
    portfolio.answered('balance', { value: usdt('1'), at: now + 15 })
    expect(seen.length).toBe(reported + 1)
    portfolio.failed('balance', problem('timeout'))
    portfolio.failed('balance', problem('timeout'))
    portfolio.intervalsChanged(noIntervals)
    expect(seen.length).toBe(reported + 2)
  })

  it('keep the same value object while nothing in it changed', () => {
    const { portfolio } = setup()
    portfolio.answered('balance', { value: usdt('1'), at: now })
    const first: FeedView<unknown> = portfolio.view().balance
    portfolio.answered('balance', { value: usdt('1'), at: now + 15 })
    expect(portfolio.view().balance.value).toBe(first.value)
  })

  it('exclude cached values, which can be read at once', () => {
    const { portfolio, seen } = setup({ balance: { value: usdt('7'), asOf: now } })
    expect(portfolio.view().balance.value).toEqual(usdt('7'))
    expect(seen).toEqual([])
  })
})

describe('another route to the exchange', () => {
  it('treats earlier values as remembered and earlier obstacles as over, until it answers itself', () => {
    const { portfolio } = setup()
    portfolio.intervalsChanged(intervals)
    portfolio.answered('balance', { value: usdt('1'), at: now })
    portfolio.failedEverywhere(problem('key-disabled'))
    portfolio.clientReplaced()
    expect(portfolio.view().balance).toMatchObject({
      value: usdt('1'),
      asOf: now,
      source: 'cache',
      problem: null,
    })
    expect(portfolio.view().loan.problem).toBeNull()
    expect(freshnessOf(portfolio.view().balance, now + 1)).toBe('stale')
    portfolio.answered('balance', { value: usdt('1'), at: now + 2 })
    expect(freshnessOf(portfolio.view().balance, now + 3)).toBe('fresh')
  })
})

describe('UX-48 ownership of figures', () => {
  it('UX-48 drops everything that arrives for a closed account', () => {
    const { portfolio, seen, writes, samples } = setup()
    const other = setup()
    portfolio.close()
    portfolio.answered('balance', { value: usdt('666'), at: now })
    portfolio.answered('loan', { value: aLoan(), at: now })
    portfolio.failed('balance', problem('key-disabled'))
    portfolio.failedEverywhere(problem('key-disabled'))
    portfolio.intervalsChanged(intervals)
    portfolio.slept()
    portfolio.clientReplaced()
    expect(portfolio.view()).toMatchObject({
      profileId: 'a',
      balance: { value: null, problem: null, every: null },
    })
    expect([seen, writes, samples]).toEqual([[], [], []])
    other.portfolio.answered('balance', { value: usdt('1'), at: now })
    expect(other.portfolio.view().balance.value).toEqual(usdt('1'))
  })
})

describe('remembered values', () => {
  it('include every good answer, and nothing that was only remembered', () => {
    const { portfolio, writes } = setup({ balance: { value: usdt('7'), asOf: now } })
    expect(writes).toEqual([])
    portfolio.answered('positions', { value: [], at: now + 1 })
    portfolio.failed('positions', problem('timeout'))
    portfolio.answered('positions', { value: [], at: now + 11 })
    portfolio.close()
    expect(writes).toEqual([
      { profileId: 'a', feed: 'positions', asOf: now + 1 },
      { profileId: 'a', feed: 'positions', asOf: now + 11 },
    ])
  })

  it('sample every loan, but never a missing loan or remembered values', () => {
    const { portfolio, samples } = setup({ loan: { value: aLoan(), asOf: now - 50 } })
    for (let at = 0; at <= 120; at += 15) {
      portfolio.answered('loan', { value: at < 60 ? { kind: 'no-loan' } : aLoan(), at: now + at })
    }
    expect(samples.map(({ at }) => at - now)).toEqual([60, 75, 90, 105, 120])
  })

  it('sample every margin level in use that the figures agree on, and none that is remembered', () => {
    const summary = {
      equity: '1500',
      usedMargin: '1000',
      freeMargin: '500',
      unrealizedPnl: '0',
      unrealizedFunding: '0',
      leverage: 10,
    }
    const { portfolio, levels } = setup({
      collateralSummary: { value: summary, asOf: now - 50 },
    })
    const answers = [
      summary,
      { ...summary, usedMargin: '0', freeMargin: '1500' },
      { ...summary, equity: '1900' },
      { ...summary, equity: '900', freeMargin: '0' },
      { ...summary, equity: '-5', freeMargin: '0' },
      summary,
    ]
    answers.forEach((value, index) =>
      portfolio.answered('collateralSummary', { value, at: now + 10 * index }),
    )
    portfolio.failed('collateralSummary', problem('unreachable'))
    portfolio.answered('balance', { value: usdt('7'), at: now + 60 })
    portfolio.close()
    portfolio.answered('collateralSummary', { value: summary, at: now + 70 })
    expect(levels).toEqual([
      { profileId: 'a', at: now, level: '150' },
      { profileId: 'a', at: now + 30, level: '90' },
      { profileId: 'a', at: now + 40, level: '0' },
      { profileId: 'a', at: now + 50, level: '150' },
    ])
  })

  it('continue sampling after the clock was set back', () => {
    const { portfolio, samples } = setup()
    portfolio.answered('loan', { value: aLoan(), at: now })
    portfolio.answered('loan', { value: aLoan(), at: now - 3600 })
    expect(samples).toHaveLength(2)
  })

  it('are empty if the database cannot be read, and monitoring continues', () => {
    const { repositories } = createRepositories()
    const unreadable = {
      ...repositories,
      snapshots: { ...repositories.snapshots, last: () => fail(problem('store-trouble')) },
    }
    const portfolio = openPortfolio('a', unreadable, () => undefined)
    expect(portfolio.view().balance.source).toBe('none')
    portfolio.answered('balance', { value: usdt('1'), at: now })
    expect(portfolio.view().balance.source).toBe('live')
  })
})

const fresh = checkingConnection('a', 'https://exchange.example')

describe('the connection', () => {
  it('is being checked until the first answer, then online, or offline with the reason', () => {
    expect(fresh.state).toBe('checking')
    const online = withPing(fresh, { at: now, ms: 12, problem: null }, -0.4)
    expect(online).toMatchObject({
      state: 'online',
      problem: null,
      pings: [{ at: now, ms: 12 }],
      clockSkew: -0.4,
    })
    const offline = withPing(
      online,
      { at: now + 10, ms: null, problem: problem('unreachable') },
      -0.4,
    )
    expect(offline).toMatchObject({ state: 'offline', problem: { code: 'unreachable' } })
    expect(offline.pings.map(({ ms }) => ms)).toEqual([12, null])
    expect(withPing(offline, { at: now + 20, ms: 8, problem: null }, null)).toMatchObject({
      state: 'online',
      problem: null,
      clockSkew: null,
    })
  })

  it('keeps its state when a check is postponed, with the end of the wait', () => {
    const online = withPing(fresh, { at: now, ms: 12, problem: null }, 0)
    const wait = { ...problem('rate-limited'), retryAt: now + 30 }
    const waiting = withPing(online, { at: now + 10, ms: null, problem: wait }, 0)
    expect(waiting).toMatchObject({
      state: 'online',
      problem: { code: 'rate-limited', retryAt: now + 30 },
      pings: online.pings,
    })
    const offline = withPing(online, { at: now + 10, ms: null, problem: problem('unreachable') }, 0)
    expect(withPing(offline, { at: now + 20, ms: null, problem: problem('busy') }, 0).state).toBe(
      'offline',
    )
  })

  it('keeps the last ten minutes, oldest first', () => {
    let view = fresh
    for (let at = 0; at <= 3600; at += 10)
      view = withPing(view, { at: now + at, ms: 1, problem: null }, null)
    expect(view.pings).toHaveLength(60)
    expect(view.pings[0]?.at).toBe(now + 3010)
    expect(view.pings.at(-1)?.at).toBe(now + 3600)
  })

  it('stays bounded and in order whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 400 }), (times) => {
        const view = times.reduce(
          (before, at) => withPing(before, { at: now + at, ms: 1, problem: null }, null),
          fresh,
        )
        expect(view.pings.length).toBeLessThanOrEqual(120)
        expect(view.pings.map(({ at }) => at)).toEqual(
          view.pings.map(({ at }) => at).toSorted((one, other) => one - other),
        )
      }),
    )
  })
})
