// What an order is worth, and by whose word: the exchange’s prices, never the page’s.
import { describe, expect, it } from 'vitest'
import { lineOf } from '../../../src/main/orders/order-limits.js'
import { pricesOf } from '../../../src/main/orders/order-prices.js'
import type { DraftItem } from '../../../src/main/orders/ticket-parser.js'
import type { Feed } from '../../../src/shared/portfolio/feed.js'
import type { MarketPrices } from '../../../src/shared/markets/live-price.js'
import {
  type FuturesQuote,
  type Market,
  noPrices,
  type Ticker,
} from '../../../src/shared/markets/market.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import {
  aBulkTicket,
  aPosition,
  aTicket,
  createOrderHarness,
  ourPage,
} from '../../support/order-harness.js'
import { aMarket, aTicker } from '../../support/fake-public-client.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded, wordsOf } from '../../support/worded.js'

const now = 1_760_000_000

function fresh<T>(value: T, some: Partial<Feed<T>> = {}): Feed<T> {
  return {
    value,
    asOf: now - 2,
    source: 'live',
    problem: null,
    every: 5,
    ...some,
  }
}

function quote(mark: string | null): FuturesQuote {
  return {
    mark,
    index: '1',
    fundingRate: '0',
    nextFundingAt: null,
    fundingMinutes: null,
  }
}

function ticker(last: string, some: Partial<Ticker> = {}): MarketPrices {
  return {
    ...noPrices,
    tickers: fresh({ BTC_USDT: aTicker(last, some) }),
  }
}

const fill = { dealMoney: '100', dealStock: '3' }

function priced(
  positions: Position[],
  prices: MarketPrices = noPrices,
  filled: typeof fill | null = null,
) {
  return pricesOf('BTC_USDT', { positions: fresh(positions, { asOf: now }), prices }, filled, now)
}

const reference = (...ask: Parameters<typeof priced>) => priced(...ask).reference

describe('ORD-20 what one unit counts for', () => {
  it('is the mark of an open position, else its entry price, else a fill, where the exchange names no price', () => {
    expect(reference([aPosition()])).toEqual({ price: '41000', from: 'mark', at: now })
    expect(reference([aPosition({ amount: '-0.05', liquidationPrice: '60000' })])).toMatchObject({
      price: '39000',
      from: 'mark',
    })
    expect(reference([aPosition({ unrealizedPnl: undefined })])).toMatchObject({
      price: '40000',
      from: 'entry',
    })
    expect(reference([], noPrices, fill)).toEqual({
      price: `33.${'3'.repeat(18)}`,
      from: 'last-fill',
      at: null,
    })
    expect(reference([aPosition({ market: 'ETH_USDT' })])).toBeNull()
    expect(
      reference([], noPrices, { dealMoney: '0', dealStock: '1' }),
      'filled for nothing',
    ).toBeNull()
  })

  it('is the exchange’s own price before what was paid once, and of several prices of now the highest', () => {
    expect(reference([], ticker('42000'), { dealMoney: '50000', dealStock: '1' })).toEqual({
      price: '42000',
      from: 'last-price',
      at: now - 2,
    })
    expect(reference([aPosition({ unrealizedPnl: undefined })], ticker('35000'))).toMatchObject({
      price: '35000',
      from: 'last-price',
    })
    expect(reference([aPosition()], ticker('42000')), 'the position implies 41000').toMatchObject({
      price: '42000',
      from: 'last-price',
    })
    expect(reference([aPosition()], ticker('40500'))).toMatchObject({
      price: '41000',
      from: 'mark',
    })
    const both = { ...ticker('42000'), futures: fresh({ BTC_USDT: quote('42500') }) }
    expect(reference([], both)).toMatchObject({ price: '42500', from: 'exchange-mark' })
    expect(
      reference([], { ...both, tickers: fresh({ BTC_USDT: aTicker('43000') }) }),
    ).toMatchObject({ price: '43000' })
  })

  it.each([
    ['of the last run', { source: 'cache' as const }],
    ['nobody asks for any more', { every: null }],
    ['too old', { asOf: now - 3600 }],
  ])(
    'is nothing that positions imply which are %s: a key may be let read them no more',
    (_name, some) => {
      const known = pricesOf(
        'BTC_USDT',
        { positions: fresh([aPosition()], some), prices: noPrices },
        null,
        now,
      )
      expect(known).toEqual({ live: null, reference: null })
    },
  )

  it('is what limits count; a review says what a limit order would come to at its own price', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const { orders } = harness
    const review = orders.prepare(
      aBulkTicket([
        { amount: '0.02', price: '35000' },
        { amount: '0.01', price: '30000', market: 'BTC_USDT' },
      ]),
      ourPage,
    )
    expect(review).toMatchObject({
      ok: true,
      value: { totals: [{ amount: '0.03', notional: '1000' }] },
    })
    expect(await orders.changeLimits(defaultTradeLimits)).toEqual({ ok: true, value: null })
    const over = orders.prepare(aBulkTicket([{ amount: '0.025', price: '35000' }]), ourPage)
    expect(englishOf(over.ok ? '' : over.error.message)).toContain(
      'this is about 1025, by the mark price of your open position.',
    )
  })

  it('and levels are measured by the first of them: a position’s mark, the exchange’s mark, its last price', () => {
    expect(priced([aPosition()], ticker('42000')).live).toMatchObject({
      price: '41000',
      from: 'mark',
    })
    const both = { ...ticker('42000'), futures: fresh({ BTC_USDT: quote('41500') }) }
    expect(priced([], both).live).toMatchObject({ price: '41500', from: 'exchange-mark' })
    expect(
      priced([aPosition({ unrealizedPnl: undefined })]).live,
      'an entry price is no price of now',
    ).toBeNull()
  })

  it.each<[name: string, prices: MarketPrices]>([
    ['0', ticker('0')],
    ['of a frozen market', ticker('90000', { isFrozen: true })],
    [
      'of a stale feed',
      { ...noPrices, tickers: fresh({ BTC_USDT: aTicker('90000') }, { asOf: now - 3600 }) },
    ],
    [
      'of a feed that failed',
      {
        ...noPrices,
        tickers: fresh(
          { BTC_USDT: aTicker('90000') },
          { problem: { code: 'unreachable', message: '' } },
        ),
      },
    ],
    [
      'of the last run',
      { ...noPrices, tickers: fresh({ BTC_USDT: aTicker('90000') }, { source: 'cache' }) },
    ],
    ['absent', { ...noPrices, tickers: fresh({ ETH_USDT: aTicker('3000') }) }],
  ])('is nothing that a ticker says which is %s', (_name, prices) => {
    expect(priced([], prices)).toEqual({ live: null, reference: null })
    expect(reference([], prices, fill)).toMatchObject({ from: 'last-fill' })
    expect(reference([aPosition({ unrealizedPnl: undefined })], prices)).toMatchObject({
      from: 'entry',
    })
  })

  it('is small where it is small, and not believed where it was paid ten times as much there', () => {
    expect(reference([], ticker('0.000000001'))).toMatchObject({
      price: '0.000000001',
      from: 'last-price',
    })
    expect(priced([], ticker('3.3'), fill)).toMatchObject({
      live: null,
      reference: { from: 'last-fill' },
    })
    expect(priced([], ticker('3.4'), fill)).toMatchObject({
      live: { price: '3.4' },
      reference: { price: '3.4' },
    })
    expect(
      reference([aPosition({ unrealizedPnl: undefined })], ticker('0.000000001')),
    ).toMatchObject({ price: '40000', from: 'entry' })
    expect(
      reference([aPosition()], ticker('0.000000001')),
      'the position’s mark is higher',
    ).toMatchObject({ price: '41000', from: 'mark' })
  })
})

const plain = {
  price: null,
  positionSide: null,
  stopLoss: null,
  takeProfit: null,
  postOnly: false,
  ioc: false,
  rpi: false,
} as const

describe('ORD-20 the notional of an order', () => {
  const line = (some: Partial<DraftItem>, known: string | null) => {
    const item: DraftItem = {
      ...plain,
      field: '',
      clientOrderId: 'p-1',
      market: 'BTC_USDT',
      side: 'buy',
      amount: '2',
      ...some,
    }
    return lineOf(
      item,
      {
        live: null,
        reference: known === null ? null : { price: known, from: 'last-price', at: null },
      },
      null,
    ).notional
  }

  it('is raised by a typed price, and never made or lowered by one', () => {
    expect(line({}, '100')).toBe('200')
    expect(
      line({ price: '0.0001' }, '100'),
      'a sell far below the price would be filled at it, and a buy there is not worth less',
    ).toBe('200')
    expect(line({ price: '130' }, '100')).toBe('260')
    expect(line({ price: '0.0001' }, null)).toBeNull()
    expect(line({}, null)).toBeNull()
  })
})

async function withMarket(
  prices: MarketPrices,
  some: Partial<Market> | null = null,
  listedAgo = 60,
) {
  const harness = createOrderHarness()
  await harness.ready()
  await harness.orders.changeLimits(defaultTradeLimits)
  const { conditions, time } = harness
  const at = time.clock()
  const moved = <T>(feed: Feed<T>): Feed<T> =>
    feed.asOf === null ? feed : { ...feed, asOf: feed.asOf - now + at }
  conditions.positions = { ...conditions.positions, value: [] }
  conditions.prices = { tickers: moved(prices.tickers), futures: moved(prices.futures) }
  if (some !== null)
    conditions.markets = fresh(
      [aMarket('BTC_USDT', { isCollateral: true, minNotional: '5', ...some })],
      {
        asOf: at - listedAgo,
        every: 86_400,
      },
    )
  return harness
}

describe('ORD-14 ORD-20 an order where no position is open', () => {
  it('is worth what the exchange’s price says: within the limit it goes without a second question, over it it is refused', async () => {
    const harness = await withMarket(ticker('42000'))
    const preview = harness.orders.prepare(aTicket({ amount: '0.01' }), ourPage)
    expect(preview).toMatchObject({
      ok: true,
      value: { asksTwice: false, totals: [{ notional: '420' }], livePrice: { from: 'last-price' } },
    })
    expect(worded(preview.ok && preview.value.sentences.map(wordsOf).join(' '))).toContain(
      'Notional about 420 USDT, based on the exchange’s last price, 2 seconds old.',
    )
    expect(harness.orders.prepare(aTicket({ amount: '0.012' }), ourPage)).toMatchObject({
      ok: true,
      value: { asksTwice: true },
    })
    expect(harness.orders.prepare(aTicket({ amount: '0.03' }), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'over-limit' },
    })
  })

  it('is refused without a price, whatever figure is typed in it', async () => {
    for (const prices of [noPrices, ticker('0'), ticker('42000', { isFrozen: true })]) {
      const harness = await withMarket(prices)
      const refused = {
        ok: false,
        error: { code: 'over-limit', limit: { by: 'market', name: 'BTC_USDT' } },
      }
      expect(harness.orders.prepare(aTicket({ stopLoss: '0.00000001' }), ourPage)).toMatchObject(
        refused,
      )
      expect(
        harness.orders.prepare(aBulkTicket([{ side: 'sell', price: '0.0001' }]), ourPage),
      ).toMatchObject(refused)
    }
  })

  it('of a price of next to nothing is no order that its market takes', async () => {
    const harness = await withMarket(ticker('0.000000001'), {})
    const refused = harness.orders.prepare(aTicket({ amount: '100' }), ourPage)
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'bad-input', reason: 'MARKET_RULE' },
    })
    expect(englishOf(refused.ok ? '' : refused.error.message)).toBe(
      'Notional about 0.0000001 USDT is below the minimum of 5 USDT.',
    )
  })

  it('warns of a stop loss on the wrong side of the exchange’s price', async () => {
    const harness = await withMarket(ticker('42000'))
    const preview = harness.orders.prepare(aTicket({ amount: '0.01', stopLoss: '43000' }), ourPage)
    expect(worded(preview.ok && preview.value.warnings[0]?.text)).toContain(
      '43000 is not below 42000, the exchange’s last price, 2 seconds old',
    )
  })
})

describe('the rules of a market', () => {
  const of = (some: Partial<Market>, listedAgo?: number) =>
    withMarket(ticker('42000'), some, listedAgo)
  const step = { amountStep: '0.001', minAmount: '0.001' }

  it('keep an order back under the field they are about, row by row', async () => {
    const harness = await of(step)
    expect(worded(harness.orders.prepare(aTicket({ amount: '0.0105' }), ourPage))).toMatchObject({
      error: {
        code: 'bad-input',
        reason: 'MARKET_RULE',
        fields: {
          amount: [
            'Amount 0.0105 is not a multiple of the step, 0.001 BTC. Nearest: 0.01 or 0.011.',
          ],
        },
      },
    })
    const rows = [{}, { price: '40000.001' }, { amount: '0.0001' }]
    const bulk = harness.orders.prepare(aBulkTicket(rows), ourPage)
    expect(Object.keys(bulk.ok ? {} : (bulk.error.fields ?? {}))).toEqual([
      'rows.1.price',
      'rows.2.amount',
    ])
    expect(harness.orders.prepare(aTicket({ stopLoss: '40000.001' }), ourPage)).toMatchObject({
      error: { fields: { stopLoss: [expect.any(Object)] } },
    })
    for (const some of [{ isOpen: false }, { delistedAt: now - 1 }])
      expect((await of(some)).orders.prepare(aTicket(), ourPage)).toMatchObject({
        error: { fields: { market: [expect.any(Object)] } },
      })
  })

  it('only warn where their list is older than two days, where the market is not in it, and of what reduces a position', async () => {
    const warningsOf = (
      harness: Awaited<ReturnType<typeof of>>,
      some: Parameters<typeof aTicket>[0],
    ) => {
      const preview = harness.orders.prepare(aTicket(some), ourPage)
      return preview.ok
        ? preview.value.warnings.map(({ field, text }) => `${field ?? ''}: ${wordsOf(text)}`)
        : [preview.error.message]
    }
    expect(worded(warningsOf(await of(step, 2 * 86_400 + 60), { amount: '0.0105' }))).toEqual([
      expect.stringMatching(/^amount: .*Based on a list of markets that is 2 days old\.$/),
    ])
    const other = await of({ name: 'ETH_USDT' })
    expect(warningsOf(other, {})).toEqual([
      'market: BTC_USDT is not in the exchange’s list of open markets. It may be misspelled, closed or delisted.',
    ])
    const reducing = await of({ isOpen: false })
    reducing.conditions.positions = { ...reducing.conditions.positions, value: [aPosition()] }
    expect(warningsOf(reducing, { side: 'sell' })).toEqual([
      'market: BTC_USDT is closed for trading.',
    ])
  })

  it('ORD-13 are checked again when the order is confirmed', async () => {
    const harness = await of(step)
    const preview = harness.orders.prepare(aTicket({ amount: '0.01' }), ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    harness.conditions.markets = fresh(
      [aMarket('BTC_USDT', { isOpen: false, isCollateral: true })],
      {
        asOf: harness.time.clock() - 1,
        every: 86_400,
      },
    )
    expect(await harness.orders.confirm(preview.value.token, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'MARKET_RULE' },
    })
    expect(harness.exchange.sent).toEqual([])
  })
})
