import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noPrices, type PricesView, type Ticker } from '../../../../src/shared/markets/market.js'
import { noPortfolio, type PortfolioView } from '../../../../src/shared/portfolio/portfolio.js'
import {
  currenciesToCountIn,
  priceOf,
  valuationOf,
} from '../../../../src/shared/portfolio/valuation.js'
import { add, compare, sum } from '../../../../src/shared/money.js'
import { aFeed, aPosition, notOffered } from '../../../fixtures/portfolio/figures.js'
import { aMarket, aPricesView, someMarkets } from '../../../fixtures/portfolio/market.js'

function ticker(last: string, more: Partial<Ticker> = {}): Ticker {
  return {
    last,
    change: '0',
    isFrozen: false,
    ...more,
  }
}

function pricesOf(tickers: { [market: string]: Ticker }): PricesView {
  return {
    ...noPrices,
    tickers: aFeed(tickers, { asOf: 100 }),
  }
}

const portfolioOf = (part: Partial<PortfolioView>): PortfolioView => ({ ...noPortfolio, ...part })

describe('a price', () => {
  const tickers = {
    BTC_USDT: ticker('90000'),
    ETH_BTC: ticker('0.03'),
    USDT_EUR: ticker('0.8'),
    FROZEN_USDT: ticker('5', { isFrozen: true }),
    ZERO_USDT: ticker('0'),
  }

  it('is that of their market, inverted if reversed, or through one other currency', () => {
    expect(priceOf(tickers, 'BTC', 'BTC')).toBe('1')
    expect(priceOf(tickers, 'BTC', 'USDT')).toBe('90000')
    expect(priceOf(tickers, 'EUR', 'USDT')).toBe('1.25')
    expect(priceOf(tickers, 'ETH', 'USDT')).toBe('2700')
    expect(priceOf(tickers, 'BTC', 'EUR')).toBe('72000')
  })

  it('is missing for a frozen market, a price of zero, or three steps', () => {
    expect(['FROZEN', 'ZERO', 'NOWHERE'].map((asset) => priceOf(tickers, asset, 'USDT'))).toEqual([
      null,
      null,
      null,
    ])
    expect(priceOf(tickers, 'ETH', 'EUR')).toBeNull()
    expect(priceOf({}, 'constructor', 'USDT')).toBeNull()
  })
})

describe('what an account is worth', () => {
  const tickers = { BTC_USDT: ticker('90000'), ETH_USDT: ticker('3000') }

  it('adds up every wallet, and keeps them apart', () => {
    const valuation = valuationOf(
      portfolioOf({
        balance: aFeed([
          { asset: 'BTC', amount: '0.1' },
          { asset: 'USDT', amount: '50.5' },
        ]),
        tradeBalance: aFeed([{ asset: 'ETH', available: '0.5', inOrders: '1.5' }]),
        collateralBalance: aFeed([{ asset: 'USDT', balance: '1000', borrowed: '200' }]),
        positions: aFeed([aPosition({ unrealizedPnl: '-10.25', unrealizedFunding: '0.25' })]),
      }),
      pricesOf(tickers),
      'USDT',
    )
    expect(valuation?.wallets.map(({ wallet, worth }) => [wallet, worth])).toEqual([
      ['main', '9050.5'],
      ['trade', '6000'],
      ['collateral', '800'],
      ['unrealized', '-10.5'],
    ])
    expect(valuation?.total).toBe('15840')
    expect(valuation?.holdings.map(({ asset, total, worth }) => [asset, total, worth])).toEqual([
      ['BTC', '0.1', '9000'],
      ['ETH', '2', '6000'],
      ['USDT', '840', '840'],
    ])
    expect(valuation?.unpriced).toEqual([])
  })

  it('names what has no price, and leaves it out of sums', () => {
    const valuation = valuationOf(
      portfolioOf({
        balance: aFeed([
          { asset: 'NOPE', amount: '5' },
          { asset: 'USDT', amount: '1' },
          { asset: 'EMPTY', amount: '0' },
        ]),
      }),
      pricesOf(tickers),
      'USDT',
    )
    expect(valuation).toMatchObject({ total: '1', unpriced: ['NOPE'] })
    expect(valuation?.holdings.map(({ asset, price, worth }) => [asset, price, worth])).toEqual([
      ['USDT', '1', '1'],
      ['NOPE', null, null],
      ['EMPTY', null, null],
    ])
  })

  it('names an asset with an invalid amount, and leaves it out of sums', () => {
    const balance = aFeed([
      { asset: 'USDT', amount: '1' },
      { asset: 'BAD', amount: '1e3' },
    ])
    const valuation = valuationOf(portfolioOf({ balance }), pricesOf(tickers), 'USDT')
    expect(valuation).toMatchObject({ total: '1', unpriced: ['BAD'] })
    expect(valuation?.holdings.map(({ asset }) => asset)).toEqual(['USDT'])
  })

  it('says which wallet was not read, and omits results of positions without the balance behind them', () => {
    const valuation = valuationOf(
      portfolioOf({
        balance: aFeed([{ asset: 'USDT', amount: '7' }]),
        collateralBalance: notOffered(),
        tradeBalance: notOffered(),
        positions: aFeed([
          aPosition({ unrealizedPnl: '100' }),
          aPosition({ unrealizedPnl: undefined }),
        ]),
      }),
      pricesOf(tickers),
      'USDT',
    )
    expect(valuation?.wallets.map(({ wallet, worth }) => [wallet, worth])).toEqual([
      ['main', '7'],
      ['trade', null],
      ['collateral', null],
      ['unrealized', null],
    ])
    expect(valuation).toMatchObject({ total: '7', withoutResult: 0 })
    expect(valuation?.wallets.at(-1)?.feed, 'why it is not counted').toEqual(notOffered())
  })

  it('counts positions with a missing result, which no total can include, and not their funding alone', () => {
    const { unrealizedPnl: _, ...older } = aPosition({ unrealizedFunding: '3' })
    const portfolio = portfolioOf({
      collateralBalance: aFeed([{ asset: 'USDT', balance: '5', borrowed: '0' }]),
      positions: aFeed([older, aPosition({ unrealizedPnl: '1', unrealizedFunding: '0' })]),
    })
    expect(valuationOf(portfolio, pricesOf(tickers), 'USDT')).toMatchObject({
      total: '6',
      withoutResult: 1,
    })
    const none = valuationOf(
      portfolioOf({ collateralBalance: aFeed([]), positions: aFeed([older]) }),
      pricesOf(tickers),
      'USDT',
    )
    expect(
      none?.wallets.find(({ wallet }) => wallet === 'unrealized'),
      'of none it is not nothing',
    ).toMatchObject({ worth: null })
  })

  it('counts positions included without their funding, because it was not sent; futures have none', () => {
    const { unrealizedFunding: _, ...older } = aPosition({ id: '1', unrealizedPnl: '10' })
    const portfolio = portfolioOf({
      collateralBalance: aFeed([]),
      positions: aFeed([
        older,
        { ...older, id: '2', unrealizedFunding: null },
        aPosition({ id: '3', unrealizedPnl: '10', unrealizedFunding: '0' }),
        { ...older, id: '4', market: 'BTC_PERP' },
        { ...older, id: '5', unrealizedPnl: null },
      ]),
    })
    expect(valuationOf(portfolio, pricesOf(tickers), 'USDT')).toMatchObject({
      withoutResult: 1,
      withoutFunding: 2,
    })
    const unread = { ...portfolio, collateralBalance: notOffered() }
    expect(valuationOf({ ...unread, balance: aFeed([]) }, pricesOf(tickers), 'USDT')).toMatchObject(
      { withoutFunding: 0 },
    )
  })

  it('is as old as the oldest figure in it', () => {
    const portfolio = portfolioOf({
      balance: aFeed([{ asset: 'USDT', amount: '1' }], { asOf: 40 }),
      tradeBalance: aFeed([], { asOf: 90 }),
    })
    expect(valuationOf(portfolio, pricesOf(tickers), 'USDT')?.asOf).toBe(40)
    expect(
      valuationOf(portfolioOf({ balance: aFeed([], { asOf: 400 }) }), pricesOf(tickers), 'USDT')
        ?.asOf,
    ).toBe(100)
  })

  it('is missing without prices, or before anything was read', () => {
    expect(
      valuationOf(
        portfolioOf({ balance: aFeed([{ asset: 'USDT', amount: '1' }]) }),
        noPrices,
        'USDT',
      ),
    ).toBeNull()
    expect(valuationOf(noPortfolio, pricesOf(tickers), 'USDT')).toBeNull()
  })

  it('adds up to the last digit, by wallet and by asset, whatever the amounts', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 1, max: 18 }))
      .map(([digits, places]) => {
        const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
        return `${digits < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`
      })
    const asset = fc.constantFrom('BTC', 'ETH', 'USDT', 'NOPE', 'EUR')
    const balances = fc.uniqueArray(fc.record({ asset, amount }), {
      selector: (one) => one.asset,
      maxLength: 5,
    })
    fc.assert(
      fc.property(
        balances,
        balances,
        balances,
        fc.array(amount, { maxLength: 6 }),
        (main, trade, collateral, results) => {
          const valuation = valuationOf(
            portfolioOf({
              balance: aFeed(main),
              tradeBalance: aFeed(
                trade.map((one) => ({
                  asset: one.asset,
                  available: one.amount,
                  inOrders: one.amount,
                })),
              ),
              collateralBalance: aFeed(
                collateral.map((one) => ({
                  asset: one.asset,
                  balance: one.amount,
                  borrowed: '1.5',
                })),
              ),
              positions: aFeed(
                results.map((unrealizedPnl, at) =>
                  aPosition({ id: String(at), unrealizedPnl, unrealizedFunding: '0.01' }),
                ),
              ),
            }),
            aPricesView(),
            'USDT',
          )
          const byWallet = sum((valuation?.wallets ?? []).map(({ worth }) => worth ?? '0'))
          const byAsset = sum((valuation?.holdings ?? []).map(({ worth }) => worth ?? '0'))
          expect([byWallet, byAsset]).toEqual([valuation?.total, valuation?.total])
          for (const { amounts, total } of valuation?.holdings ?? [])
            expect(
              compare(
                Object.values(amounts).reduce((all, one) => add(all, one), '0'),
                total,
              ),
            ).toBe(0)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('currencies for totals', () => {
  it('are those that others are traded for, the usual ones first', () => {
    expect(currenciesToCountIn([...someMarkets(), aMarket('X_ABC'), aMarket('X_USDC')])).toEqual([
      'USDT',
      'USDC',
      'EUR',
      'BTC',
      'ABC',
    ])
    expect(currenciesToCountIn([])).toEqual([])
  })
})
