import type { Position } from '../../../../src/shared/portfolio/position.js'

export const openPositions: Record<string, Position[]> = {
  // Without `unrealizedPnl` and `positionSide`: the figures that need them are reported as not
  // sent.
  'positions-live-2025-03.json': [
    {
      id: '479975679',
      market: 'BTC_PERP',
      openedAt: '1741941025.3011869',
      modifiedAt: '1741941025.3011869',
      amount: '0.001',
      entryPrice: '82498.7',
      liquidationPrice: '70177.2',
      liquidationState: null,
      realizedPnl: '0',
      pnlPercent: '0.00',
      usedMargin: '4.2',
      freeMargin: '10',
      funding: '0',
      unrealizedFunding: '0',
      protectiveOrders: null,
    },
  ],
  // The state is known whatever the case of its letters.
  'positions-state-Margin_call.json': [
    {
      id: '527',
      market: 'BTC_USDT',
      openedAt: '1651568067.789679',
      modifiedAt: '1651568067.789679',
      amount: '0.1',
      entryPrice: '45658.349',
      liquidationPrice: '41000',
      liquidationState: 'margin_call',
      realizedPnl: '-168.42',
      pnlPercent: '-0.43',
      usedMargin: '8316.74',
      freeMargin: '619385.67',
      funding: '0',
      unrealizedFunding: '0',
      protectiveOrders: null,
    },
  ],
  'positions-empty.json': [],
}
