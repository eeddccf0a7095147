import { describe, expect, it } from 'vitest'
import { openWorth } from '../../../src/main/portfolio/worth.js'
import type { WorthSample } from '../../../src/main/portfolio/sample-history.js'
import type { Feed } from '../../../src/shared/portfolio/feed.js'
import { noInvested, type InvestedView } from '../../../src/shared/investments/invested.js'
import { noPrices, type PricesView } from '../../../src/shared/markets/market.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { ok } from '../../../src/shared/result.js'
import { aLoan, aPosition, notOffered } from '../../fixtures/portfolio/figures.js'
import { anOpenFlex } from '../../fixtures/portfolio/investments.js'
import { createFakeClock } from '../../support/fake-clock.js'

const day = 86_400

function setup() {
  const time = createFakeClock()
  const samples: (WorthSample & { currency: string })[] = []
  let currency = 'USDT'
  const live = <T>(value: T, more: Partial<Feed<T>> = {}): Feed<T> => ({
    value,
    asOf: time.clock(),
    source: 'live',
    problem: null,
    every: 15,
    ...more,
  })
  const state: { portfolio: PortfolioView; invested: InvestedView; prices: PricesView } = {
    portfolio: noPortfolio,
    invested: noInvested,
    prices: noPrices,
  }
  /** Everything as it is read now. */
  const read = (
    usdt: string,
    part: Partial<PortfolioView> = {},
    invested: Partial<InvestedView> = {},
  ): void => {
    state.portfolio = {
      ...noPortfolio,
      balance: live([{ asset: 'USDT', amount: usdt }]),
      tradeBalance: live([]),
      collateralBalance: live([{ asset: 'USDT', balance: '10', borrowed: '0' }]),
      positions: live([]),
      loan: live({ kind: 'no-loan' }),
      ...part,
    }
    state.invested = {
      profileId: 'a',
      flexible: { ...live([]), more: false, ...invested.flexible },
      fixed: { ...live([]), more: false, ...invested.fixed },
    }
    state.prices = {
      ...noPrices,
      tickers: live({ BTC_USDT: { last: '50000', change: '0', isFrozen: false } }),
    }
    worth.update()
  }
  const worth = openWorth(
    'a',
    {
      worth: {
        add: (_id, name, sample) => {
          samples.push({ ...sample, currency: name })
          return ok(null)
        },
        list: (_id, name, { from, to }) =>
          ok(samples.filter((one) => one.currency === name && one.at >= from && one.at <= to)),
      },
    },
    {
      clock: time.clock,
      currency: () => currency,
      portfolio: () => state.portfolio,
      invested: () => state.invested,
      prices: () => state.prices,
    },
  )
  return { time, samples, read, worth, live, state, countIn: (name: string) => (currency = name) }
}

describe('what an account is worth', () => {
  it('is stored every five minutes while everything is fresh', async () => {
    const { time, samples, read } = setup()
    for (let minute = 0; minute <= 60; minute += 1) {
      read(String(minute))
      await time.pass(60)
    }
    expect(samples.map(({ total }) => total)).toEqual(
      Array.from({ length: 13 }, (_, at) => String(at * 5 + 10)),
    )
  })

  it.each(['balance', 'tradeBalance', 'collateralBalance', 'positions'] as const)(
    'is not stored while %s is not fresh',
    (feed) => {
      const { samples, read, live, time } = setup()
      read('1', { [feed]: live([], { source: 'cache' }) })
      read('1', { [feed]: live([], { asOf: time.clock() - 31 }) })
      read('1', {
        [feed]: live([], {
          unreadable: [{ place: 1, id: null, name: 'BTC', field: '', why: 'is missing' }],
        }),
      })
      read('1', { [feed]: { ...noPortfolio.balance } })
      expect(samples).toEqual([])
      read('1')
      expect(samples).toHaveLength(1)
    },
  )

  it('is not stored while the result of a position is not sent, because the value differs without it', () => {
    const { samples, read, live } = setup()
    const { unrealizedPnl: _, ...unknown } = aPosition({ unrealizedFunding: '3' })
    read('1', { positions: live([unknown]) })
    expect(samples).toEqual([])
    read('1', { positions: live([aPosition({ unrealizedPnl: '5', unrealizedFunding: '3' })]) })
    expect(samples).toMatchObject([{ total: '13' }])
  })

  it('is stored from what exists where the exchange does not offer the rest', () => {
    const { samples, read } = setup()
    read('7', { tradeBalance: notOffered(), collateralBalance: notOffered() })
    expect(samples).toMatchObject([{ total: '7', unpriced: 0 }])
  })

  it.each(['flexible', 'fixed'] as const)(
    'is not stored while %s investments are unread or incomplete',
    (list) => {
      const { samples, read, live } = setup()
      read('1', {}, { [list]: { ...noInvested[list] } })
      read('1', {}, { [list]: { ...live([]), more: false, source: 'cache' } })
      read(
        '1',
        {},
        {
          [list]: {
            ...live([]),
            more: false,
            unreadable: [{ place: 1, id: null, name: 'BTC', field: '', why: 'is missing' }],
          },
        },
      )
      expect(samples).toEqual([])
    },
  )

  it('is stored with its parts, so that different parts are not taken for a gain or a loss', () => {
    const { samples, read, live } = setup()
    const flexible = { ...live([anOpenFlex({ currency: 'USDT', invested: '5590' })]), more: false }
    read('1', {}, { flexible, fixed: { ...notOffered(), more: false } })
    expect(samples).toMatchObject([
      {
        total: '5601',
        counted: 'main trade collateral unrealized flexible loan-collateral borrowed loan',
      },
    ])
  })

  it('is not stored if a price is missing only for an investment or a debt', () => {
    const { samples, worth, read, state, live } = setup()
    read('1', { loan: live({ kind: 'loan', loan: aLoan({ asset: 'FOO' }) }, { source: 'cache' }) })
    state.portfolio = {
      ...state.portfolio,
      loan: live({ kind: 'loan', loan: aLoan({ asset: 'FOO' }) }),
    }
    const unreadable = [
      { place: 1, id: null, name: 'FOO_USDT', field: 'last_price', why: 'is missing' },
    ]
    state.prices = { ...noPrices, tickers: live({}, { unreadable }) }
    worth.update()
    expect(samples).toEqual([])
  })

  it('is shown for now whatever the age of its parts, with that age', () => {
    const { read, live, worth } = setup()
    expect(worth.now()).toBeNull()
    read('1')
    expect(worth.now()).toMatchObject({
      currency: 'USDT',
      total: '11',
      isStale: false,
      omissions: [],
    })
    read('1', { balance: live([{ asset: 'USDT', amount: '1' }], { source: 'cache' }) })
    expect(worth.now()).toMatchObject({ total: '11', isStale: true })
  })

  it('is not stored without fresh prices, and counts the assets without a price', () => {
    const { samples, read, worth, state, live, time } = setup()
    state.prices = noPrices
    worth.update()
    state.prices = { ...noPrices, tickers: live({}, { asOf: time.clock() - 100 }) }
    worth.update()
    expect(samples).toEqual([])
    read('1', { balance: live([{ asset: 'NOPE', amount: '3' }]) })
    expect(samples).toMatchObject([{ total: '10', unpriced: 1 }])
  })

  describe('if prices could not be read', () => {
    /** `held` as it is read now, with prices in BTC and USDT, except those of the given markets. */
    const noted = (held: { [asset: string]: string }, ...unread: string[]) => {
      const { samples, worth, read, state, live } = setup()
      const prices = { BTC_USDT: '50000', OLD_BTC: '0.01', OLD_USDT: '400', USDT_EUR: '0.8' }
      const readable = Object.entries(prices).filter(([market]) => !unread.includes(market))
      read('0', { collateralBalance: live([]), balance: live([], { source: 'cache' }) })
      state.portfolio = {
        ...state.portfolio,
        balance: live(Object.entries(held).map(([asset, amount]) => ({ asset, amount }))),
      }
      state.prices = {
        ...noPrices,
        tickers: live(
          Object.fromEntries(
            readable.map(([market, last]) => [market, { last, change: '0', isFrozen: false }]),
          ),
          {
            unreadable: unread.map((name, at) => ({
              place: at + 1,
              id: null,
              name,
              field: 'last_price',
              why: 'is missing',
            })),
          },
        ),
      }
      worth.update()
      return samples.map(({ total, unpriced }) => [total, unpriced])
    }

    it('is stored if they belong to markets of assets not held', () => {
      expect(noted({ BTC: '1', FOO: '0' }, 'FOO_USDT', 'BTC_EUR')).toEqual([['50000', 0]])
      expect(noted({ BTC: '1', NOPE: '5' }, 'FOO_USDT')).toEqual([['50000', 1]])
    })

    it('is not stored if an asset held has no price there, or the price is of another market', () => {
      expect(noted({ USDT: '7', FOO: '5' }, 'FOO_USDT')).toEqual([])
      expect(noted({ USDT: '7', BTC: '1' }, 'BTC_USDT')).toEqual([])
      expect(noted({ OLD: '1' }, 'OLD_USDT')).toEqual([])
      expect(noted({ EUR: '1' }, 'USDT_EUR')).toEqual([])
      expect(noted({ OLD: '1' }, 'OLD_USDT', 'BTC_USDT')).toEqual([])
    })
  })

  it('is stored at once in another currency, and continues after the clock was set back', async () => {
    const { time, samples, read, countIn } = setup()
    read('99990')
    countIn('BTC')
    read('99990')
    expect(samples.map(({ currency, total }) => [currency, total])).toEqual([
      ['USDT', '100000'],
      ['BTC', '2'],
    ])
    time.setClock(-3600)
    read('99990')
    expect(samples).toHaveLength(3)
    await time.pass(1)
  })

  it('is kept for other parts, unconnected, with a gap before it', async () => {
    const { time, read, worth, live } = setup()
    const denied = { ...notOffered(), more: false }
    read('1', {}, { flexible: denied, fixed: denied })
    await time.pass(300)
    read('1', {}, { flexible: denied, fixed: denied })
    await time.pass(300)
    read(
      '1',
      {},
      { flexible: { ...live([anOpenFlex({ currency: 'USDT', invested: '5590' })]), more: false } },
    )
    const history = worth.history(time.clock() - day)
    const points = history.ok ? history.value.points : []
    expect(points.map(({ total, afterGap }) => [total, afterGap])).toEqual([
      ['11', false],
      ['11', false],
      ['5601', true],
    ])
    expect(points[2]?.counted).not.toBe(points[1]?.counted)
  })

  it('uses for a day ago what was stored then, or nothing', async () => {
    const { time, read, worth } = setup()
    read('1')
    await time.pass(day + 60)
    read('2')
    const history = worth.history(time.clock() - 7 * day)
    expect(history).toMatchObject({
      ok: true,
      value: {
        currency: 'USDT',
        dayAgo: { total: '11' },
        points: [{ total: '11' }, { total: '12', afterGap: true }],
      },
    })
    await time.pass(3 * 3600)
    expect(worth.history(time.clock() - 7 * day)).toMatchObject({
      ok: true,
      value: { dayAgo: null, gapAtEnd: true },
    })
  })
})
