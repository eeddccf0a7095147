import type {
  AssetBalance,
  CollateralBalance,
  CollateralSummary,
  TradeBalance,
} from '../../../../src/shared/portfolio/portfolio.js'
import type { Decimal } from '../../../../src/shared/money.js'

export const mainBalances: Record<string, AssetBalance[]> = {
  // Every decimal place is kept.
  'main-balance-cx.json': [
    { asset: 'BTC', amount: '0.0013929494020316' },
    { asset: 'ETH', amount: '0.001398289308' },
  ],
  'main-balance-gosdk.json': [
    { asset: 'BTC', amount: '1.23' },
    { asset: 'USDT', amount: '1000' },
  ],
}

/**
 * An answer to a request for one asset, which Plimsoll never sends: it is no list of balances, and
 * `main_balance` is no asset.
 */
export const noMainBalances: readonly string[] = ['main-balance-one-ticker.json']

export const tradeBalances: Record<string, TradeBalance[]> = {
  'trade-balance-jk.json': [
    { asset: 'ETH', available: '0', inOrders: '0' },
    { asset: 'BTC', available: '0', inOrders: '0' },
  ],
}

export const collateralBalances: Record<string, CollateralBalance[]> = {
  // Nothing is held and nothing owed: what could be borrowed is not a balance.
  'collateral-balance-summary-jk.json': [],
}

export const collateralSummaries: Record<string, { summary: CollateralSummary; level: Decimal }> = {
  // The levels are used and free margin in percent of the used margin: 15000.50 of 5000.00 here.
  'collateral-summary-docs.json': {
    summary: {
      equity: '15000.50',
      usedMargin: '5000.00',
      freeMargin: '10000.50',
      unrealizedPnl: '150.25',
      unrealizedFunding: '25.75',
      leverage: 3,
    },
    level: '300.01',
  },
  // 130137.9120248840110099 of 456.58349, which is equity and unrealized PnL less the funding due.
  'collateral-summary-jk.json': {
    summary: {
      equity: '130970.8947456254113367',
      usedMargin: '456.58349',
      freeMargin: '129681.3285348840110099',
      unrealizedPnl: '-832.9535',
      unrealizedFunding: '0.0292207414003268',
      leverage: 10,
    },
    level: '28502.5444',
  },
}
