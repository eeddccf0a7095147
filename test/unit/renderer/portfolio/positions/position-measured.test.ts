import { describe, expect, it } from 'vitest'
import {
  PositionLine,
  positionFields,
  riskFirst,
  sortLines,
} from '../../../../../src/renderer/portfolio/positions/position-fields.js'
import { noPrices, type PricesView } from '../../../../../src/shared/markets/market.js'
import { pricesOfNow } from '../../../../../src/shared/portfolio/position-measure.js'
import { now } from '../../../../fixtures/portfolio/accounts.js'
import { aFeed, aPosition } from '../../../../fixtures/portfolio/figures.js'

function pricesAt(asOf: number): PricesView {
  return {
    ...noPrices,
    tickers: { ...aFeed({ BTC_USDT: { last: '100', change: '0', isFrozen: false } }), asOf },
  }
}

const silent = aPosition({
  id: '1',
  market: 'BTC_USDT',
  amount: '1',
  positionSide: 'LONG',
  unrealizedPnl: undefined,
  liquidationPrice: '97',
})
const far = aPosition({
  id: '2',
  market: 'ETH_USDT',
  amount: '1',
  positionSide: 'LONG',
  entryPrice: '100',
  unrealizedPnl: '0',
  liquidationPrice: '50',
})

describe('ANS-3 the list of positions', () => {
  it('sorts a position without PnL by its market price, and shows no distance once that is old', () => {
    const orderAt = (asOf: number) =>
      sortLines(
        [far, silent].map(
          (position) => new PositionLine(position, pricesOfNow(pricesAt(asOf), now)),
        ),
        riskFirst,
      )
    const [first] = orderAt(now)
    expect(first?.position.id).toBe('1')
    expect(first === undefined ? null : positionFields.toLiquidation.read(first)).toBe('3.00')
    const aged = orderAt(now - 61)
    expect(aged.map(({ position }) => position.id)).toEqual(['2', '1'])
    expect(aged[1]?.distance).toBeNull()
  })

  it('ANS-5 derives nothing from contradictory figures', () => {
    const line = new PositionLine({ ...far, unrealizedPnl: '-500' }, pricesAt(now))
    expect(line.isContradictory).toBe(true)
    for (const field of ['mark', 'notional', 'toLiquidation'] as const)
      expect(positionFields[field].read(line), field).toBeUndefined()
  })
})
