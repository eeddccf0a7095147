import type {
  FuturesQuote,
  Market,
  PlatformState,
  Ticker,
} from '../../../../src/shared/markets/market.js'

const spot = { isOpen: true, kind: 'spot', delistedAt: null }

export const markets: Record<string, Market[]> = {
  // From before `isTradFiFutures`, `delistedAt`, `tickSize` and `stepSize` existed: the decimal
  // places give the steps.
  'markets-2023-no-new-members.json': [
    {
      ...spot,
      name: 'SON_USD',
      base: 'SON',
      quote: 'USD',
      amountStep: '0.001',
      priceStep: '0.01',
      makerFee: '0.1',
      takerFee: '0.1',
      minAmount: '0.001',
      minNotional: '0.001',
      maxNotional: '1000000000',
      isCollateral: true,
    },
  ],
  'markets-live-2026-08.json': [
    {
      ...spot,
      name: 'ETH_BTC',
      base: 'ETH',
      quote: 'BTC',
      amountStep: '0.0001',
      priceStep: '0.000001',
      makerFee: '0.1',
      takerFee: '0.1',
      minAmount: '0.0001',
      minNotional: '0.000012',
      maxNotional: '100000',
      isCollateral: true,
    },
    {
      ...spot,
      name: 'BTC_USD',
      base: 'BTC',
      quote: 'USD',
      amountStep: '0.000001',
      priceStep: '0.01',
      makerFee: '0.1',
      takerFee: '0.1',
      minAmount: '0.00001',
      minNotional: '1',
      maxNotional: '10000000',
      isCollateral: false,
    },
  ],
  // A separate kind, neither spot nor futures. A largest total of 0 means none.
  'markets-tradfi.json': [
    {
      ...spot,
      name: 'BTC_USDT',
      base: 'BTC',
      quote: 'USDT',
      amountStep: '0.000001',
      priceStep: '0.01',
      makerFee: '0.1',
      takerFee: '0.1',
      minAmount: '0.00001',
      minNotional: '1',
      maxNotional: '10000000',
      isCollateral: true,
    },
    {
      ...spot,
      name: 'AAPL_USD',
      base: 'AAPL',
      quote: 'USD',
      amountStep: '0.01',
      priceStep: '0.01',
      makerFee: '0.05',
      takerFee: '0.05',
      minAmount: '0.01',
      minNotional: '5',
      maxNotional: null,
      isCollateral: true,
      kind: 'tradfiFutures',
    },
  ],
}

export const tickers: Record<string, { [market: string]: Ticker }> = {
  'ticker-jk.json': { BTC_USDT: { last: '9164.09', change: '0.57', isFrozen: false } },
}

/** For a figure without a fresh snapshot the exchange sends empty text: there is none then. */
export const futures: Record<string, { [market: string]: FuturesQuote }> = {
  // The next funding is a number here and text elsewhere; milliseconds in either.
  'futures-timestamp-number.json': {
    BTC_PERP: {
      mark: '63777.5',
      index: '63780.1',
      fundingRate: '0.0003',
      nextFundingAt: 1_800_000_000,
      fundingMinutes: 60,
    },
  },
  'futures-no-snapshot.json': {
    BTC_PERP: {
      mark: null,
      index: null,
      fundingRate: null,
      nextFundingAt: 1_786_752_000,
      fundingMinutes: 480,
    },
  },
}

export const platformStates: Record<string, PlatformState> = { 'platform-jk.json': 'operational' }

/** Milliseconds in 2021, and whole seconds today: whole Unix seconds in either. */
export const serverTimes: Record<string, number> = { 'time-2021-ms.json': 1_635_467_280 }

export const streamTokens: Record<string, { token: string }> = {
  'ws-token.json': { token: '$2y$10$lxCvTXig/XrcTBFY1bdFseCKQmFTDtCpEzHNVnXowGplExFxPJp9y' },
}

export const pongs: readonly string[] = ['ping.json']
