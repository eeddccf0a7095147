import { describe, expect, it } from 'vitest'
import {
  futuresGroup,
  moneyGroup,
  sumResults,
} from '../../../../src/shared/portfolio/position-results.js'
import { aPosition } from '../../../fixtures/portfolio/figures.js'

describe('results by quote currency', () => {
  it.each([
    ['BTC_USDT', 'USDT'],
    ['BTC_PERP', futuresGroup],
    ['1INCH_BTC', 'BTC'],
    ['A_B_C', 'C'],
    ['ODD', 'ODD'],
    ['ODD_', 'ODD_'],
  ])('%s counts in %s', (market, group) => {
    expect(moneyGroup(market)).toBe(group)
  })

  it('separate realized and unrealized, and every currency', () => {
    const sums = sumResults([
      aPosition({ market: 'BTC_USDT', unrealizedPnl: '0.1', realizedPnl: '1' }),
      aPosition({ market: 'ETH_USDT', unrealizedPnl: '0.2', realizedPnl: '-3' }),
      aPosition({ market: 'ETH_BTC', unrealizedPnl: '0.000000000000000001', realizedPnl: '0' }),
      aPosition({ market: 'BTC_PERP', unrealizedPnl: '5', realizedPnl: '0' }),
    ])
    expect(sums.map(({ group, unrealized, realized }) => [group, unrealized, realized])).toEqual([
      ['BTC', '0.000000000000000001', '0'],
      ['USDT', '0.3', '-2'],
      [futuresGroup, '5', '0'],
    ])
  })

  it('count the positions missing from a sum because no usable value was sent', () => {
    const { unrealizedPnl: _, ...old } = aPosition({ realizedPnl: null })
    expect(sumResults([old])).toEqual([
      {
        group: 'USDT',
        positions: 1,
        unrealized: null,
        realized: null,
        unrealizedMissing: 1,
        realizedMissing: 1,
      },
    ])
    expect(sumResults([aPosition({ unrealizedPnl: '<b>' })])[0]).toMatchObject({
      unrealized: null,
      unrealizedMissing: 1,
    })
  })
})
