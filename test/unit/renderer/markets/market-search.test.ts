import { describe, expect, it } from 'vitest'
import { marketOffers } from '../../../../src/renderer/markets/market-search.js'
import type { Market } from '../../../../src/shared/markets/market.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { aPosition } from '../../../fixtures/portfolio/figures.js'
import { aMarket, someMarkets } from '../../../fixtures/portfolio/market.js'
import { anIntent, anItem, aTrading } from '../../../fixtures/portfolio/trading.js'

const recent = [anIntent({ items: [anItem({ market: 'XRP_USDT' }), anItem()] })]
const nobody = aTrading({ favourites: [], recent: [], open: [] })

function found(typed: string, some: Partial<Parameters<typeof marketOffers>[1]> = {}) {
  return marketOffers(typed, {
    view: nobody,
    positions: null,
    list: { value: someMarkets() },
    onCollateral: true,
    now,
    ...some,
  })
}

function names(...ask: Parameters<typeof found>): string[] {
  return found(...ask).map(({ value }) => value)
}

describe('suggested markets', () => {
  it("are the account's own without a list, each once: favourites, then positions, then traded ones", () => {
    const view = aTrading({ favourites: ['SOL_USDT', 'BTC_USDT'], recent })
    const positions = [aPosition(), aPosition({ market: 'ETH_USDT' })]
    expect(found('', { view, positions, list: null })).toEqual([
      { value: 'SOL_USDT', note: 'favourite', shut: false },
      { value: 'BTC_USDT', note: 'favourite, open position, traded lately', shut: false },
      { value: 'ETH_USDT', note: 'open position', shut: false },
      { value: 'XRP_USDT', note: 'traded lately', shut: false },
    ])
    expect(names('usdt eth', { view, positions, list: { value: null } })).toEqual(['ETH_USDT'])
    expect(found('', { view: null, list: null })).toEqual([])
  })

  it.each(['btc usdt', 'BTCUSDT', 'btc_usdt', 'btc/usdt', ' BTC-USDT'])(
    'are found in any spelling: “%s”',
    (typed) => {
      expect(names(typed)[0]).toBe('BTC_USDT')
    },
  )

  it('are first those with that base currency', () => {
    expect(names('btc')).toEqual(['BTC_PERP', 'BTC_USDT', 'ETH_BTC'])
    expect(names('eth')).toEqual(['ETH_PERP', 'ETH_USDT', 'ETH_BTC'])
    expect(names('usdt')).not.toContain('USDT_EUR')
    expect(names('nothing')).toEqual([])
  })

  it('start with the account’s own, even one missing from the list', () => {
    const view = aTrading({ favourites: ['ETH_BTC', 'GONE_BTC'], recent: [], open: [] })
    expect(found('btc', { view }).slice(0, 3)).toEqual([
      { value: 'ETH_BTC', note: 'favourite, spot', shut: false },
      { value: 'GONE_BTC', note: 'favourite, not listed', shut: false },
      { value: 'BTC_PERP', note: 'futures', shut: false },
    ])
  })

  it('mark closed or delisted ones, and list them last', () => {
    const list = (more: Partial<Market>) => ({
      value: [aMarket('AAA_USDT', more), aMarket('AAB_USDT')],
    })
    expect(found('aa', { list: list({ isOpen: false }) })).toEqual([
      { value: 'AAB_USDT', note: 'spot', shut: false },
      { value: 'AAA_USDT', note: 'spot, closed', shut: true },
    ])
    expect(found('aaa', { list: list({ delistedAt: now - 1 }) })).toMatchObject([
      { note: 'spot, delisted', shut: true },
    ])
    expect(found('aaa', { list: list({ delistedAt: now + 86_400 }) })[0]?.note).toMatch(
      /^spot, delisted on \d{4}-\d\d-\d\d$/,
    )
  })

  it('include only those for such an order: collateral markets, or no futures', () => {
    expect(names('wbt')).toEqual([])
    expect(names('wbt', { onCollateral: false })).toEqual(['WBT_USDT'])
    expect(names('btc', { onCollateral: false })).toEqual(['BTC_USDT', 'ETH_BTC'])
    const view = aTrading({ favourites: ['WBT_USDT'], recent: [], open: [] })
    expect(names('', { view })).not.toContain('WBT_USDT')
  })
})
