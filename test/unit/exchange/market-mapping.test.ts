import { describe, expect, it } from 'vitest'
import {
  toCollateralBalance,
  toFutures,
  toMarkets,
  toPlatformState,
  toTickers,
  toTradeBalance,
} from '../../../src/main/exchange/market-mapping.js'
import { endpoints } from '../../../src/v4/endpoints.js'

const wireMarket = {
  name: 'BTC_USDT',
  stock: 'BTC',
  money: 'USDT',
  stockPrec: '6',
  moneyPrec: '2',
  feePrec: '4',
  makerFee: '0.1',
  takerFee: '0.1',
  minAmount: '0.0001',
  minTotal: '5.05',
  maxTotal: '0',
  tradesEnabled: true,
  isCollateral: true,
  type: 'spot',
}

const marketsOf = (...markets: object[]) => toMarkets(endpoints.markets.reply.parse(markets))

function futuresOf(...markets: object[]) {
  return toFutures(endpoints.futures.reply.parse({ success: true, message: null, result: markets }))
}

const wireFuture = {
  ticker_id: 'BTC_PERP',
  last_price: '1',
  mark_price: '2',
  index_price: '3',
  funding_rate: '-0.0001',
  next_funding_rate_timestamp: '1660665600000',
  funding_interval_minutes: 480,
}

describe('a market', () => {
  it('takes its steps from the decimal places if none are sent, and treats a highest notional of zero as none', () => {
    expect(marketsOf(wireMarket).value[0]).toMatchObject({
      amountStep: '0.000001',
      priceStep: '0.01',
      maxNotional: null,
    })
    expect(marketsOf({ ...wireMarket, stockPrec: '0' }).value[0]?.amountStep).toBe('1')
    // As PEPE_PERP was seen on the live service.
    expect(marketsOf({ ...wireMarket, stockPrec: '-6' }).value[0]?.amountStep).toBe('1000000')
    expect(
      marketsOf({ ...wireMarket, stepSize: '100000', tickSize: '0.5' }).value[0],
    ).toMatchObject({
      amountStep: '100000',
      priceStep: '0.5',
    })
  })

  it.each(['', '-31', '--1', 'six', '31', '1.5'])(
    'has no known step if its decimal places are %j',
    (stockPrec) => {
      expect(marketsOf({ ...wireMarket, stockPrec }).value[0]?.amountStep).toBeNull()
    },
  )

  it('that cannot be read invalidates only itself, and is named', () => {
    const { value, unreadable } = marketsOf(wireMarket, {
      ...wireMarket,
      name: 'ETH_USDT',
      money: '',
    })
    expect(value.map(({ name }) => name)).toEqual(['BTC_USDT'])
    expect(unreadable).toMatchObject([{ place: 2, name: 'ETH_USDT', field: 'money' }])
  })

  it.each([
    { type: 'tradfiFutures' },
    { type: 'TradFiFutures' },
    { type: 'futures', isTradFiFutures: true },
  ])('of share futures is recognised however the exchange marks it: %j', (said) => {
    expect(marketsOf({ ...wireMarket, ...said }).value[0]?.kind).toBe('tradfiFutures')
  })
})

describe('a price', () => {
  it('that cannot be read invalidates only itself, and is named', () => {
    const reply = {
      A_USDT: { last_price: '1', change: '0' },
      B_USDT: { last_price: 'NaN', change: '0' },
    }
    expect(toTickers(endpoints.tickers.reply.parse(reply))).toMatchObject({
      value: { A_USDT: { last: '1', isFrozen: false } },
      unreadable: [{ name: 'B_USDT', field: 'last_price' }],
    })
  })
})

describe('a perpetual future', () => {
  it('has no mark price if none is sent, and no time if the value sent is not one', () => {
    expect(
      futuresOf({
        ...wireFuture,
        mark_price: '0',
        next_funding_rate_timestamp: 'soon',
        funding_interval_minutes: null,
      }).value,
    ).toEqual({
      BTC_PERP: {
        mark: null,
        index: '3',
        fundingRate: '-0.0001',
        nextFundingAt: null,
        fundingMinutes: null,
      },
    })
    expect(
      futuresOf({ ...wireFuture, funding_interval_minutes: '60' }).value['BTC_PERP']
        ?.fundingMinutes,
    ).toBe(60)
    expect(
      futuresOf({ ...wireFuture, funding_interval_minutes: '0' }).value['BTC_PERP']?.fundingMinutes,
    ).toBeNull()
  })
})

describe('the status of the exchange', () => {
  it('is read in either of its two forms, and unclear in any other', () => {
    const stateOf = (status: string) =>
      toPlatformState(endpoints.platformStatus.reply.parse({ status }))
    expect(
      ['system operational', '1', 'system maintenance', '0', 'toString', ''].map(stateOf),
    ).toEqual(['operational', 'operational', 'maintenance', 'maintenance', 'unclear', 'unclear'])
  })
})

describe('balances', () => {
  it('take borrowed amounts without their sign, and leave empty ones out', () => {
    const entry = (asset: string, balance: string, borrow: string) => ({
      asset,
      balance,
      borrow,
      availableWithoutBorrow: '0',
      availableWithBorrow: '0',
    })
    const reply = endpoints.collateralBalances.reply.parse([
      entry('USDT', '10', '-4'),
      entry('BTC', '0', '0'),
      entry('ETH', '0', '1'),
    ])
    expect(toCollateralBalance(reply).value).toEqual([
      { asset: 'USDT', balance: '10', borrowed: '4', free: '0' },
      { asset: 'ETH', balance: '0', borrowed: '1', free: '0' },
    ])
    const { availableWithoutBorrow: _left, ...without } = entry('USDT', '10', '0')
    const bare = endpoints.collateralBalances.reply.parse([without])
    expect(toCollateralBalance(bare).value).toEqual([
      { asset: 'USDT', balance: '10', borrowed: '0' },
    ])
  })

  it('read an empty list of the trade balance as an empty balance', () => {
    expect(toTradeBalance(endpoints.tradeBalance.reply.parse([])).value).toEqual([])
  })
})
