import { purses } from '../../../../../src/shared/portfolio/purse.js'
import { describe, expect, it } from 'vitest'
import {
  heldAmounts,
  worthOf,
} from '../../../../../src/renderer/portfolio/overview/held-amounts.js'
import { noPrices } from '../../../../../src/shared/markets/market.js'
import { type Valuation, valuationOf } from '../../../../../src/shared/portfolio/valuation.js'
import { aFeed, aPortfolio, aPosition } from '../../../../fixtures/portfolio/figures.js'

const ticker = (last: string) => ({ last, change: '0', isFrozen: false })
const portfolio = aPortfolio({
  balance: aFeed([
    { asset: 'EMPTY', amount: '0' },
    { asset: 'BTC', amount: '1' },
    { asset: 'NOPE', amount: '7' },
  ]),
  tradeBalance: aFeed([
    { asset: 'BTC', available: '0.5', inOrders: '0.5' },
    { asset: 'ETH', available: '3', inOrders: '0' },
  ]),
  collateralBalance: aFeed([{ asset: 'USDT', balance: '900', borrowed: '100' }]),
  positions: aFeed([
    aPosition({ market: 'BTC_USDT', unrealizedPnl: '50', unrealizedFunding: '0' }),
  ]),
})
const valuation = valuationOf(
  portfolio,
  { ...noPrices, tickers: aFeed({ BTC_USDT: ticker('100'), ETH_USDT: ticker('400') }) },
  'USDT',
) as Valuation

describe('holdings by place', () => {
  it('have one row for each asset of the chosen balances, the largest worth first, then without a price, then at zero', () => {
    expect(heldAmounts(valuation, purses)).toEqual([
      { asset: 'ETH', amount: '3', where: ['trade'], price: '400', worth: '1200' },
      { asset: 'USDT', amount: '800', where: ['collateral'], price: '1', worth: '800' },
      { asset: 'BTC', amount: '2', where: ['main', 'trade'], price: '100', worth: '200' },
      { asset: 'NOPE', amount: '7', where: ['main'], price: null, worth: null },
      { asset: 'EMPTY', amount: '0', where: ['main'], price: null, worth: null },
    ])
    expect(heldAmounts(valuation, ['main']).map(({ asset, amount }) => [asset, amount])).toEqual([
      ['BTC', '1'],
      ['NOPE', '7'],
      ['EMPTY', '0'],
    ])
  })

  it('add up to the total without the results of positions', () => {
    expect(worthOf(heldAmounts(valuation, purses))).toBe('2200')
    expect(valuation.total).toBe('2250')
  })
})
