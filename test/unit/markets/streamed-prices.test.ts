// Streamed prices: which are subscribed to, what is kept of them, and which price is shown.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStreamedPrices } from '../../../src/main/markets/streamed-prices.js'
import { type Market, mostWatchedMarkets } from '../../../src/shared/markets/market.js'
import { newestPrice, type StreamedPrices } from '../../../src/shared/markets/streamed-prices.js'
import { ageOfPrice } from '../../../src/shared/markets/price-age.js'
import { type Feed, freshnessOf, nothingYet } from '../../../src/shared/portfolio/feed.js'
import type { WatchedMarkets } from '../../../src/shared/portfolio/stream.js'
import { createFakeClock } from '../../support/fake-clock.js'

function listed(name: string): Market {
  return {
    ...{ name, base: 'BTC', quote: 'USDT', amountStep: null, priceStep: null, makerFee: null },
    ...{ takerFee: null, minAmount: null, minNotional: null, maxNotional: null, isOpen: true },
    ...{ isCollateral: true, kind: null, delistedAt: null },
  }
}

function setup(names: readonly string[] | null = ['BTC_USDT', 'BTC_PERP', 'ETH_USDT']) {
  const time = createFakeClock()
  const subscriptions: WatchedMarkets[] = []
  const pushed: StreamedPrices[] = []
  let value = names?.map(listed) ?? null
  const prices = createStreamedPrices({
    profileId: 'a',
    clock: time.clock,
    timing: time.timing,
    markets: () => ({ ...nothingYet, value }),
    subscribe: (wanted) => subscriptions.push(wanted),
    changed: (view) => pushed.push(view),
  })
  const lists = (...known: string[]) => {
    value = known.map(listed)
    prices.update()
  }
  return { time, prices, pushed, lists, wanted: () => subscriptions.at(-1) }
}

const nothing = { lastprice: [], premiumIndex: [] }

describe('what is subscribed to', () => {
  it('is what the page shows, once each: last prices of all, mark prices of futures', () => {
    const { prices, wanted } = setup()
    prices.seen(true)
    prices.watch(['ETH_USDT', 'BTC_PERP', 'BTC_USDT', 'BTC_PERP'])
    expect(wanted()).toEqual({
      lastprice: ['BTC_PERP', 'BTC_USDT', 'ETH_USDT'],
      premiumIndex: ['BTC_PERP'],
    })
  })

  it('is nothing while nobody sees the account, and the same again afterwards', () => {
    const { prices, wanted } = setup()
    prices.watch(['BTC_USDT'])
    expect(wanted()).toEqual(nothing)
    prices.seen(true)
    expect(wanted()).toEqual({ lastprice: ['BTC_USDT'], premiumIndex: [] })
    prices.seen(false)
    expect(wanted()).toEqual(nothing)
  })

  it('is never a name that the exchange does not list, for which it would refuse all', () => {
    const { prices, wanted, lists } = setup(null)
    prices.seen(true)
    prices.watch(['BTC_USDT', 'GONE_PERP'])
    expect(wanted()).toEqual(nothing)
    lists('BTC_USDT')
    expect(wanted()).toEqual({ lastprice: ['BTC_USDT'], premiumIndex: [] })
  })

  it('is bounded, whatever the page asks for', () => {
    const names = Array.from({ length: 300 }, (_, at) => `M${at}_PERP`)
    const { prices, wanted } = setup(names)
    prices.seen(true)
    prices.watch(names)
    expect(wanted()?.lastprice).toHaveLength(mostWatchedMarkets)
    expect(wanted()?.premiumIndex).toHaveLength(mostWatchedMarkets)
  })
})

describe('what is received', () => {
  it('is pushed at once, then at most twice a second, and the latest of it', async () => {
    const { prices, pushed, time } = setup()
    prices.seen(true)
    prices.watch(['BTC_USDT'])
    for (let price = 1; price <= 100; price += 1) {
      prices.received('lastprice', 'BTC_USDT', String(price))
      await time.pass(0.02)
    }
    await time.pass(5)
    expect(pushed.length).toBeGreaterThan(2)
    expect(pushed.length).toBeLessThanOrEqual(6)
    expect(pushed[0]?.last.BTC_USDT?.price).toBe('1')
    expect(pushed.at(-1)?.last.BTC_USDT?.price).toBe('100')
  })

  it('counts only for what is subscribed to, and only if it is a price', () => {
    const { prices } = setup()
    prices.seen(true)
    prices.watch(['BTC_USDT'])
    prices.received('lastprice', 'ETH_USDT', '1')
    prices.received('premiumIndex', 'BTC_USDT', '1')
    prices.received('lastprice', 'BTC_USDT', '0')
    prices.received('lastprice', 'BTC_USDT', '-1')
    expect(prices.view()).toEqual({ profileId: 'a', last: {}, marks: {} })
  })

  it('is dropped with its subscription, and when it is over', async () => {
    const { prices, time, pushed } = setup()
    prices.seen(true)
    prices.watch(['BTC_USDT', 'BTC_PERP'])
    prices.received('lastprice', 'BTC_USDT', '1')
    prices.received('premiumIndex', 'BTC_PERP', '2')
    const at = time.clock()
    expect(prices.view()).toMatchObject({
      last: { BTC_USDT: { price: '1', at } },
      marks: { BTC_PERP: { price: '2', at } },
    })
    prices.watch(['BTC_USDT'])
    expect(prices.view()).toMatchObject({ last: { BTC_USDT: { price: '1' } }, marks: {} })
    prices.forget()
    await time.pass(1)
    expect(pushed.at(-1)).toEqual({ profileId: 'a', last: {}, marks: {} })
  })

  it('leaves no timer behind', () => {
    const { prices, time } = setup()
    prices.seen(true)
    prices.watch(['BTC_USDT'])
    prices.received('lastprice', 'BTC_USDT', '1')
    prices.close()
    expect(time.pending()).toBe(0)
  })
})

describe('the shown price', () => {
  const time = fc.integer({ min: 0, max: 40 }).map((quarters) => 1000 + quarters / 4)
  const change = fc.record({
    source: fc.constantFrom<'poll' | 'stream'>('poll', 'stream'),
    at: time,
  })

  it('is never older than a known one, but for the second that a response may be old', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), (changes) => {
        const known: { poll: { price: string; at: number } | null; stream: typeof known.poll } = {
          ...{ poll: null, stream: null },
        }
        for (const { source, at } of [...changes].sort((a, b) => a.at - b.at)) {
          known[source] = { price: `${source} ${at}`, at }
          const shown = newestPrice(known.poll, known.stream)
          expect(shown).not.toBeNull()
          const { poll, stream } = known
          expect(shown?.price).toBe((shown?.live === true ? stream : poll)?.price)
          // What a response says was true at most a second before it was asked for.
          if (shown?.live === true) expect(stream?.at).toBeGreaterThan((poll?.at ?? -Infinity) - 1)
          else expect(stream?.at ?? -Infinity).toBeLessThanOrEqual((poll?.at ?? Infinity) - 1)
        }
      }),
    )
  })

  it('is the polled one where it has no time and nothing was streamed, and none without either', () => {
    expect(newestPrice({ price: '1', at: null }, null)).toEqual({
      ...{ price: '1', at: null, live: false },
    })
    expect(newestPrice(null, null)).toBeNull()
  })

  it('has its own age, and is late like a polled one if none follows', () => {
    const feed: Feed<unknown> = { value: {}, asOf: 1000, source: 'live', problem: null, every: 5 }
    const live = ageOfPrice(feed, { price: '1', at: 1004, live: true })
    expect([1006, 1015, 1020].map((now) => freshnessOf(live, now))).toEqual([
      ...['fresh', 'late', 'stale'],
    ])
    expect(ageOfPrice(feed, { price: '1', at: 1000, live: false })).toBe(feed)
    expect(
      ageOfPrice({ ...feed, every: null }, { price: '1', at: 1004, live: true }),
    ).toMatchObject({ asOf: 1004, every: 15 })
  })
})
