import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marginLevel } from '../../../../src/shared/portfolio/margin.js'
import {
  type Exposure,
  exposuresOf,
  marginAfter,
} from '../../../../src/shared/portfolio/margin-what-if.js'
import type { CollateralSummary } from '../../../../src/shared/portfolio/portfolio.js'
import { noPrices, type PricesView } from '../../../../src/shared/markets/market.js'
import { compare, divide } from '../../../../src/shared/money.js'
import { aFeed, aPosition, noFeed } from '../../../fixtures/portfolio/figures.js'

const summary: CollateralSummary = {
  equity: '2000',
  usedMargin: '500',
  freeMargin: '1500',
  unrealizedPnl: '0',
  unrealizedFunding: '0',
  leverage: 10,
}

function level(
  exposures: readonly Exposure[],
  asset: string | null,
  percent: string,
  figures = summary,
): string | null {
  const after = marginAfter(figures, exposures, { asset, percent })
  return after.ok ? after.value.level : null
}

const prices: PricesView = {
  ...noPrices,
  tickers: aFeed({
    BTC_USDT: { last: '50000', change: '0', isFrozen: false },
    ETH_USDT: { last: '2500', change: '0', isFrozen: false },
  }),
}

function cents(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((value) => divide(String(value), '100', 2))
}

const anySummary: fc.Arbitrary<CollateralSummary> = fc.record({
  equity: cents(-1_000_000, 1_000_000),
  usedMargin: cents(1, 1_000_000),
  freeMargin: cents(-100_000, 1_000_000),
  unrealizedPnl: cents(-1_000_000, 1_000_000),
  unrealizedFunding: cents(0, 10_000),
  leverage: fc.constant(10),
})

const anyExposures: fc.Arbitrary<Exposure[]> = fc.uniqueArray(
  fc.record({
    asset: fc.constantFrom('BTC', 'ETH', 'SOL', 'XRP'),
    worth: cents(-5_000_000, 5_000_000),
  }),
  { selector: ({ asset }) => asset, minLength: 1 },
)

const anyChange = fc.record({
  asset: fc.constantFrom(null, 'BTC', 'ETH'),
  from: fc.integer({ min: -100, max: 300 }),
  to: fc.integer({ min: -100, max: 300 }),
})

describe('the margin level after a change of prices', () => {
  it('follows what is held, owed and traded of the asset', () => {
    const exposures = [
      { asset: 'BTC', worth: '5000' },
      { asset: 'ETH', worth: '-2500' },
    ]
    expect(level(exposures, 'BTC', '-10')).toBe('300')
    expect(level(exposures, 'ETH', '-10')).toBe('450')
    expect(level(exposures, null, '-10')).toBe('350')
    expect(level(exposures, 'SOL', '-50')).toBe('400')
    const withMoney = [...exposures, { asset: 'EUR', worth: '900' }, { asset: 'DAI', worth: null }]
    expect(level(withMoney, null, '-10')).toBe('350')
    expect(level(withMoney, 'EUR', '-10')).toBe('382')
    expect(level([{ asset: 'BTC', worth: '5000' }], 'BTC', '-100')).toBe('0')
  })

  it('is exactly the level of now at 0 %, whatever the account', () => {
    fc.assert(
      fc.property(anySummary, anyExposures, fc.constantFrom(null, 'BTC'), (any, list, asset) => {
        expect(level(list, asset, '0', any)).toBe(marginLevel(any))
      }),
    )
  })

  it('moves one way as the price moves one way: up if the account gains by it', () => {
    fc.assert(
      fc.property(anySummary, anyExposures, anyChange, (any, list, { asset, from, to }) => {
        const gains = list.filter((one) => asset === null || one.asset === asset)
        fc.pre(gains.length > 0)
        const whole = gains.map(({ worth }) => Number(worth)).reduce((a, b) => a + b, 0)
        const [low, high] = from < to ? [from, to] : [to, from]
        const before = level(list, asset, String(low), any) ?? ''
        const after = level(list, asset, String(high), any) ?? ''
        if (whole > 0.001) expect(compare(before, after)).toBeLessThanOrEqual(0)
        else if (whole < -0.001) expect(compare(before, after)).toBeGreaterThanOrEqual(0)
        else expect(after).toBe(before)
      }),
    )
  })

  it('is not estimated without margin in use, without a price, or for a fall below zero', () => {
    const unknown = [{ asset: 'BTC', worth: null }]
    expect(level([], null, '5', { ...summary, usedMargin: '0' })).toBeNull()
    expect(level(unknown, 'BTC', '5')).toBeNull()
    expect(level(unknown, null, '-100.01')).toBeNull()
    expect(level(unknown, null, 'ten')).toBeNull()
  })

  it('of all assets names those without a price', () => {
    const after = marginAfter(summary, [{ asset: 'BTC', worth: null }], {
      asset: null,
      percent: '5',
    })
    expect(after).toMatchObject({ ok: true, value: { level: '400', leftOut: ['BTC'] } })
  })
})

describe('what an account gains with a price', () => {
  const collateralBalance = aFeed([
    { asset: 'BTC', balance: '0.5', borrowed: '0.1' },
    { asset: 'ETH', balance: '0', borrowed: '2' },
    { asset: 'USDT', balance: '900', borrowed: '0' },
    { asset: 'XYZ', balance: '1', borrowed: '0' },
  ])
  const long = aPosition({ market: 'BTC_PERP', amount: '0.2', positionSide: 'LONG' })
  const short = aPosition({ market: 'ETH_USDT', amount: '-1', positionSide: 'SHORT' })

  it('is what it holds without what it owes, and its positions, by asset', () => {
    const bare = { unrealizedPnl: undefined, liquidationPrice: null }
    expect(
      exposuresOf(
        {
          collateralBalance,
          positions: aFeed([
            { ...long, ...bare },
            { ...short, ...bare },
          ]),
        },
        {
          ...prices,
          futures: aFeed({
            BTC_PERP: {
              mark: '51000',
              index: null,
              fundingRate: null,
              nextFundingAt: null,
              fundingMinutes: null,
            },
          }),
        },
      ),
    ).toEqual([
      { asset: 'BTC', worth: '30200' },
      { asset: 'ETH', worth: '-7500' },
      { asset: 'XYZ', worth: null },
    ])
  })

  it('counts a position against what it is quoted in, unless that is USDT', () => {
    const crossed = { market: 'ETH_BTC', amount: '4', unrealizedPnl: undefined }
    const tickers = {
      ...prices.tickers.value,
      ETH_BTC: { last: '0.05', change: '0', isFrozen: false },
    }
    expect(
      exposuresOf(
        {
          collateralBalance: aFeed([]),
          positions: aFeed([{ ...long, ...crossed, liquidationPrice: null }]),
        },
        { ...prices, tickers: aFeed(tickers) },
      ),
    ).toEqual([
      { asset: 'ETH', worth: '10000' },
      { asset: 'BTC', worth: '-10000' },
    ])
  })

  it('is unknown until balances and positions are read completely', () => {
    expect(exposuresOf({ collateralBalance: noFeed(), positions: aFeed([]) }, prices)).toBeNull()
    expect(exposuresOf({ collateralBalance, positions: noFeed() }, prices)).toBeNull()
    const unreadable = [{ name: 'BTC', why: 'no decimal' }]
    expect(
      exposuresOf({ collateralBalance, positions: aFeed([], { unreadable } as never) }, prices),
    ).toBeNull()
  })
})
