import { expect, test } from 'vitest'
import { limitAhead } from '../../../../src/renderer/orders/limit-ahead.js'
import { noPrices, type PricesView } from '../../../../src/shared/markets/market.js'
import type { Ordered } from '../../../../src/shared/orders/order-effect.js'
import {
  defaultTradeLimits,
  type TradeLimits,
  type UsedToday,
} from '../../../../src/shared/orders/trading.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { aFeed, aPosition } from '../../../fixtures/portfolio/figures.js'

const prices: PricesView = {
  ...noPrices,
  tickers: aFeed(
    { BTC_USDT: { last: '82000', change: '0', isFrozen: false } },
    { asOf: now, every: 5 },
  ),
}
const long = aPosition({
  market: 'BTC_USDT',
  amount: '0.25',
  positionSide: 'BOTH',
  liquidationPrice: null,
  unrealizedPnl: null,
})

function order(part: Partial<Ordered> = {}): Ordered {
  return {
    market: 'BTC_USDT',
    side: 'sell',
    amount: '0.5',
    positionSide: null,
    ...part,
  }
}

const unused: UsedToday = { orders: 0, byQuote: {}, byMarket: {} }

function ahead(
  of: Ordered,
  limits: TradeLimits = defaultTradeLimits,
  usedToday: UsedToday = unused,
  known: PricesView = prices,
) {
  return limitAhead(of, {
    trading: { limits, usedToday },
    positions: aFeed([long], { asOf: now, every: 5 }),
    prices: known,
    now,
  })
}

test('ALR-6 names the limit of a reversing order before the preview, with a way to change it', () => {
  const found = ahead(order())
  expect(found?.limit).toEqual({ by: 'quote', name: 'USDT' })
  expect(found?.text).toContain(
    'Plimsoll’s preset limit for one order is 1000 USDT; this is about 41000.',
  )
})

const looser: TradeLimits = {
  ...defaultTradeLimits,
  byQuote: { USDT: { perOrder: '50000', perDay: '60000' } },
}

test.each<[string, () => ReturnType<typeof ahead>]>([
  ['it only reduces', () => ahead(order({ amount: '0.2' }))],
  ['it only closes', () => ahead(order({ amount: '0.25' }))],
  ['it is within the limits', () => ahead(order(), looser)],
  ['limits are off', () => ahead(order(), { ...defaultTradeLimits, on: false })],
  ['no price is known here', () => ahead(order(), defaultTradeLimits, unused, noPrices)],
])('says nothing if %s', (_name, asking) => {
  expect(asking()).toBeNull()
})

test("includes today's orders", () => {
  const used: UsedToday = { orders: 2, byQuote: { USDT: '30000' }, byMarket: {} }
  expect(ahead(order(), looser, used)?.text).toContain(
    'for a day (UTC) is 60000 USDT; with this it would be about 71000.',
  )
})
