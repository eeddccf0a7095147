import { describe, expect, it } from 'vitest'
import { createMarketData } from '../../../src/main/markets/markets.js'
import { freshnessOf } from '../../../src/shared/portfolio/feed.js'
import type { Market } from '../../../src/shared/markets/market.js'
import { fail, ok } from '../../../src/shared/result.js'
import { problem } from '../../support/fake-exchange-client.js'
import { aMarket, aTicker, createFakePublicClient } from '../../support/fake-public-client.js'
import { createFakeClock } from '../../support/fake-clock.js'

const here = 'https://exchange.example'
const day = 86_400

function setup(kept: { value: Market[]; asOf: number } | null = null) {
  const time = createFakeClock()
  const market = createFakePublicClient(time.clock)
  const remembered: { markets: readonly Market[]; asOf: number }[] = []
  const connected: string[] = []
  market.say('tickers', { BTC_USDT: aTicker('92000') })
  market.say('futures', {})
  market.say('platformState', 'operational')
  market.say('markets', [aMarket('BTC_USDT')])
  const data = createMarketData({
    clock: time.clock,
    timing: time.timing,
    connect: (baseUrl) => {
      connected.push(baseUrl)
      return market.client
    },
    repository: {
      last: () => ok(kept),
      remember: (_baseUrl, markets, asOf) => {
        remembered.push({ markets, asOf })
        return ok(null)
      },
    },
  })
  return { time, market, data, remembered, connected }
}

describe("an exchange's markets and prices", () => {
  it('are requested once for all its accounts, at the shortest interval of any', async () => {
    const { time, market, data, connected } = setup()
    const [first, second] = [data.open(here), data.open(here)]
    await time.pass(0)
    market.calls.length = 0
    await time.pass(60)
    expect({
      connected,
      tickers: market.count('tickers'),
      futures: market.count('futures'),
      platform: market.count('platformState'),
    }).toEqual({ connected: [here], tickers: 4, futures: 1, platform: 0 })
    first.setVisibility('screen')
    market.calls.length = 0
    await time.pass(60)
    expect(market.count('tickers')).toBe(12)
    expect(first.views()).toBe(second.views())
    // As far as the other account knows, it is still on screen.
    first.setVisibility('hidden')
    second.setVisibility('screen')
    market.calls.length = 0
    await time.pass(60)
    expect(market.count('tickers')).toBe(12)
  })

  it('are requested at once when an account comes on screen, if older than its interval', async () => {
    const { time, market, data } = setup()
    const account = data.open(here)
    await time.pass(12)
    market.calls.length = 0
    account.setVisibility('screen')
    await time.pass(0)
    expect(market.calls).toEqual(['tickers'])
    expect(account.views().tickers).toMatchObject({ every: 5, source: 'live' })
  })

  it('end with its last account, and start over with the next', async () => {
    const { time, market, data, connected } = setup()
    const [first, second] = [data.open(here), data.open(here)]
    await time.pass(1)
    first.release()
    first.release()
    expect(market.closed()).toBe(0)
    second.release()
    expect({ closed: market.closed(), timers: time.pending() }).toEqual({ closed: 1, timers: 0 })
    market.calls.length = 0
    await time.pass(600)
    expect(market.calls).toEqual([])
    data.open(here)
    await time.pass(0)
    expect(connected).toEqual([here, here])
  })

  it('report changes to listeners, and keep the same object for an unchanged value', async () => {
    const { time, data } = setup()
    const account = data.open(here)
    const notified: string[] = []
    const stop = account.on((feed) => notified.push(feed))
    await time.pass(0)
    expect(notified).toEqual(['tickers', 'futures', 'platform', 'markets'])
    const before = account.views().tickers.value
    await time.pass(15)
    expect(notified.slice(4)).toEqual(['tickers'])
    expect(account.views().tickers.value).toBe(before)
    stop()
    await time.pass(15)
    expect(notified).toHaveLength(5)
  })

  it.each(['not-found', 'region-unavailable'] as const)(
    'are requested every ten minutes where they are not offered (%s)',
    async (code) => {
      const { time, market, data } = setup()
      for (const name of ['tickers', 'futures', 'platformState', 'markets'] as const)
        market.answer(name, () => Promise.resolve(fail(problem(code))))
      const account = data.open(here)
      account.setVisibility('screen')
      await time.pass(1790)
      expect(
        ['tickers', 'futures', 'platformState', 'markets'].map(
          (name) => market.calls.filter((one) => one === name).length,
        ),
      ).toEqual([3, 3, 3, 3])
      expect(account.views().tickers).toMatchObject({ value: null, every: null, problem: { code } })
    },
  )

  it('back off while the exchange is away, become stale meanwhile, and recover', async () => {
    const { time, market, data } = setup()
    const account = data.open(here)
    account.setVisibility('screen')
    await time.pass(1)
    market.answer('tickers', () => Promise.resolve(fail(problem('unreachable'))))
    market.calls.length = 0
    await time.pass(300)
    // 5, 10, 20, 40, 80 and 160 seconds apart.
    expect(market.count('tickers')).toBe(6)
    expect(account.views().tickers).toMatchObject({
      value: { BTC_USDT: { last: '92000' } },
      problem: { code: 'unreachable' },
    })
    expect(freshnessOf(account.views().tickers, time.clock())).toBe('stale')
    market.say('tickers', { BTC_USDT: aTicker('93000') })
    await time.pass(300)
    expect(account.views().tickers).toMatchObject({
      value: { BTC_USDT: { last: '93000' } },
      problem: null,
    })
    expect(freshnessOf(account.views().tickers, time.clock())).toBe('fresh')
  })

  it('are requested at once when the exchange answers again, but not if nothing failed or a pause was requested', async () => {
    const { time, market, data } = setup()
    const account = data.open(here)
    account.setVisibility('screen')
    await time.pass(1)
    market.answer('tickers', () => Promise.resolve(fail(problem('unreachable'))))
    market.answer('futures', () =>
      Promise.resolve(fail(problem('rate-limited', { retryAt: time.clock() + 200 }))),
    )
    await time.pass(100)
    market.say('tickers', { BTC_USDT: aTicker('93000') })
    market.calls.length = 0
    account.recovered()
    await time.pass(1)
    expect(market.calls).toEqual(['tickers'])
    expect(account.views().tickers).toMatchObject({
      value: { BTC_USDT: { last: '93000' } },
      problem: null,
    })
    account.recovered()
    await time.pass(2)
    expect(market.count('tickers')).toBe(1)
  })

  it('respect the pause that the exchange asks for', async () => {
    const { time, market, data } = setup()
    const account = data.open(here)
    account.setVisibility('screen')
    await time.pass(1)
    market.answer('tickers', () =>
      Promise.resolve(fail(problem('rate-limited', { retryAt: time.clock() + 120 }))),
    )
    await time.pass(5)
    market.calls.length = 0
    await time.pass(110)
    expect(market.count('tickers')).toBe(0)
    await time.pass(15)
    expect(market.count('tickers')).toBe(1)
  })

  it('FLT-11 are requested after sleep, over new connections', async () => {
    const { time, market, data } = setup()
    data.open(here)
    await time.pass(1)
    market.calls.length = 0
    time.sleep(3600)
    await time.pass(8)
    expect(market.dropped()).toBe(1)
    expect([...market.calls].sort()).toEqual(['futures', 'markets', 'platformState', 'tickers'])
  })
})

describe('the list of markets', () => {
  it('is read once a day, and stored', async () => {
    const { time, market, data, remembered } = setup()
    data.open(here)
    await time.pass(day - 1)
    expect(market.count('markets')).toBe(1)
    await time.pass(10)
    expect(market.count('markets')).toBe(2)
    expect(remembered).toHaveLength(2)
  })

  it('is shown as stored, and read again when it is a day old', async () => {
    const asOf = createFakeClock().clock() - day + 100
    const { time, market, data } = setup({ value: [aMarket('ETH_USDT')], asOf })
    const account = data.open(here)
    expect(account.views().markets).toMatchObject({
      value: [{ name: 'ETH_USDT' }],
      asOf,
      source: 'cache',
    })
    await time.pass(95)
    expect(market.count('markets')).toBe(0)
    await time.pass(10)
    expect(account.views().markets).toMatchObject({ value: [{ name: 'BTC_USDT' }], source: 'live' })
  })

  it('counts as old if dated in the future: the clock was ahead when it was stored', async () => {
    const { time, market, data } = setup({
      value: [aMarket('ETH_USDT')],
      asOf: createFakeClock().clock() + 3600,
    })
    data.open(here)
    await time.pass(0)
    expect(market.count('markets')).toBe(1)
  })
})

describe('the status of the exchange', () => {
  it('is requested as soon as a call fails, and not again for each failure', async () => {
    const { time, market, data } = setup()
    const account = data.open(here)
    await time.pass(30)
    market.calls.length = 0
    market.say('platformState', 'maintenance')
    for (let call = 0; call < 50; call += 1) account.troubled()
    await time.pass(1)
    expect(market.count('platformState')).toBe(1)
    expect(account.views().platform.value).toBe('maintenance')
    await time.pass(15)
    account.troubled()
    await time.pass(1)
    expect(market.count('platformState')).toBe(2)
  })
})

describe('the time of the exchange', () => {
  /**
   * `apart`: how far this computer's clock is ahead; null while the exchange does not answer.
   * Requested with every ping, as an account does.
   */
  const wanting = () => {
    const { time, market, data } = setup()
    const exchange: { apart: number | null } = { apart: 42 }
    market.answer('serverTime', () =>
      Promise.resolve(
        exchange.apart === null
          ? fail(problem('unreachable'))
          : ok({ value: time.clock() - exchange.apart, at: time.clock() }),
      ),
    )
    const account = data.open(here)
    const pass = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += 10) {
        account.timeWanted()
        await time.pass(10)
      }
    }
    return { time, market, exchange, account, pass }
  }

  it('is requested only where needed, and gives the clock difference to half a second', async () => {
    const { time, market, account } = wanting()
    await time.pass(600)
    expect({ asked: market.count('serverTime'), skew: account.clockSkew() }).toEqual({
      asked: 0,
      skew: null,
    })
    account.timeWanted()
    await time.pass(1)
    expect(account.clockSkew()).toBe(41.5)
    await time.pass(600)
    expect(market.count('serverTime')).toBe(1)
  })

  it('is requested again every five minutes while needed', async () => {
    const { market, exchange, account, pass } = wanting()
    await pass(290)
    expect({ asked: market.count('serverTime'), skew: account.clockSkew() }).toEqual({
      asked: 1,
      skew: 41.5,
    })
    exchange.apart = 600
    await pass(20)
    expect({ asked: market.count('serverTime'), skew: account.clockSkew() }).toEqual({
      asked: 2,
      skew: 599.5,
    })
    await pass(3000)
    expect(market.count('serverTime')).toBe(12)
  })

  it('is requested again soon after no answer, and less and less often', async () => {
    const { market, exchange, account, pass } = wanting()
    exchange.apart = null
    await pass(300)
    // 10, 10, 20, 40, 80 and 160 seconds apart.
    expect(market.count('serverTime')).toBe(6)
    exchange.apart = 42
    await pass(300)
    expect(account.clockSkew()).toBe(41.5)
  })

  it('FLT-11 is unknown after sleep or a clock change, and requested again', async () => {
    const { time, market, exchange, account, pass } = wanting()
    await pass(20)
    exchange.apart = null
    time.setClock(-42)
    await pass(10)
    expect({ asked: market.count('serverTime'), skew: account.clockSkew() }).toEqual({
      asked: 2,
      skew: null,
    })
    exchange.apart = 0
    await pass(10)
    expect(account.clockSkew()).toBe(-0.5)
  })
})
