import { describe, expect, it } from 'vitest'
import { simulatedAccount } from '../../support/simulated-account.js'

describe('the order history', () => {
  it('contains market orders, and why an order was not filled completely', () => {
    const { ask, rest, history } = simulatedAccount()
    ask('collateralMarketOrder', {
      market: 'BTC_PERP',
      side: 'buy',
      amount: '0.01',
      clientOrderId: 'market-1',
    })
    rest('ioc-1', { ioc: true })
    expect(history()).toMatchObject({
      BTC_PERP: [
        {
          clientOrderId: 'market-1',
          type: 'margin market',
          price: '0',
          status: 'FILLED',
          dealStock: '0.01',
        },
      ],
      BTC_USDT: [
        {
          clientOrderId: 'ioc-1',
          type: 'limit',
          price: '40000',
          status: 'CANCELED',
          dealStock: '0',
        },
      ],
    })
  })

  it('refuses an unknown id, whatever the dates', () => {
    const { ask, history } = simulatedAccount()
    ask('collateralMarketOrder', {
      market: 'BTC_PERP',
      side: 'buy',
      amount: '0.01',
      clientOrderId: 'market-1',
    })
    expect(
      history({ clientOrderId: 'market-1', startDate: 1, endDate: 2 })['BTC_PERP'],
    ).toHaveLength(1)
    expect(ask('orderHistory', { clientOrderId: 'other' })).toMatchObject({
      status: 422,
      json: { code: 30, errors: { orderHistory: ['OrderHistory was not found.'] } },
    })
  })

  it('looks up an id of the service before the client’s own, and finds nothing if there is none', () => {
    const { ask, history } = simulatedAccount()
    ask('collateralMarketOrder', {
      market: 'BTC_PERP',
      side: 'buy',
      amount: '0.01',
      clientOrderId: 'market-1',
    })
    const id = history()['BTC_PERP']?.[0]?.id ?? 0
    expect(
      history({ orderId: id, startDate: 1, endDate: 2, status: 'CANCELED' })['BTC_PERP'],
    ).toMatchObject([{ clientOrderId: 'market-1' }])
    expect(history({ orderId: id, clientOrderId: 'other' })['BTC_PERP']).toHaveLength(1)
    expect(ask('orderHistory', { orderId: id + 1, clientOrderId: 'market-1' })).toEqual({
      status: 200,
      text: '[]',
      json: [],
    })
    expect(history({ orderId: id + 1 })).toEqual([])
    expect(Object.keys(history({ clientOrderId: '' }))).toEqual(['BTC_PERP'])
    expect(ask('orderHistory', { clientOrderId: 5 })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
    expect(ask('orderHistory', { orderId: 'x' })).toMatchObject({ status: 422, json: { code: 30 } })
  })

  it('omits cancelled orders with a control, as for a B2B partner’s account', () => {
    const { ask, rest, history, lever } = simulatedAccount()
    ask('collateralMarketOrder', {
      market: 'BTC_PERP',
      side: 'buy',
      amount: '0.01',
      clientOrderId: 'filled',
    })
    rest('gone')
    ask('cancelAllOrders')
    expect(lever('history', { cancelled: false })).toEqual({
      status: 200,
      body: { delaySeconds: 0, cancelled: false },
    })
    expect(Object.keys(history())).toEqual(['BTC_PERP'])
    expect(history({ status: 'CANCELED' })).toEqual([])
    expect(ask('orderHistory', { clientOrderId: 'gone' })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
    lever('history', { cancelled: true })
    expect(history({ clientOrderId: 'gone' })['BTC_USDT']).toHaveLength(1)
  })

  it('goes back a month, and 31 days at most', () => {
    const { ask, history, world } = simulatedAccount()
    const day = 86_400
    const start = 1_755_500_000 - 33 * day
    ask('collateralMarketOrder', {
      market: 'ETH_PERP',
      side: 'sell',
      amount: '0.1',
      clientOrderId: 'old',
    })
    for (const order of world.finishedOrders) {
      order.createdMicros -= 33 * day * 1_000_000
      order.finishedMicros -= 33 * day * 1_000_000
    }
    ask('collateralMarketOrder', { market: 'SOL_PERP', side: 'sell', amount: '0.1' })
    expect(Object.keys(history())).toEqual(['SOL_PERP'])
    expect(Object.keys(history({ startDate: start - day, endDate: start + day }))).toEqual([
      'ETH_PERP',
    ])
    expect(
      Object.keys(history({ startDate: start + 2 * day, endDate: start + 9999 * day })),
    ).toEqual(['SOL_PERP'])
    expect(Object.keys(history({ clientOrderId: 'old' }))).toEqual(['ETH_PERP'])
    for (const body of [
      { startDate: start },
      { startDate: start, endDate: start + 31 * day + 1 },
      { startDate: start + 5 * day + 0.5 },
      { startDate: String(start + 5 * day) },
      { endDate: 'x' },
    ]) {
      expect(ask('orderHistory', body), JSON.stringify(body)).toMatchObject({
        status: 422,
        json: { code: 30 },
      })
    }
  })

  it('is filtered by market, dates and pages', () => {
    const { ask, history, advance } = simulatedAccount()
    const sell = (market: string) =>
      ask('collateralMarketOrder', { market, side: 'sell', amount: '0.1' })
    sell('ETH_PERP')
    advance(100)
    sell('SOL_PERP')
    const [first, second] = [
      history()['ETH_PERP']?.[0]?.ftime ?? 0,
      history()['SOL_PERP']?.[0]?.ftime ?? 0,
    ]
    expect(second - first).toBeGreaterThan(99)
    expect(Object.keys(history({ market: 'ETH_PERP' }))).toEqual(['ETH_PERP'])
    expect(Object.keys(history({ startDate: 1_755_500_050 }))).toEqual(['SOL_PERP'])
    expect(Object.keys(history({ endDate: 1_755_500_050 }))).toEqual(['ETH_PERP'])
    expect(Object.keys(history({ limit: 1 }))).toEqual(['SOL_PERP'])
    expect(Object.keys(history({ limit: 1, offset: 1 }))).toEqual(['ETH_PERP'])
    expect(history({ offset: 2 })).toEqual([])
    expect(Object.keys(history({ status: 'FILLED' }))).toEqual(['SOL_PERP', 'ETH_PERP'])
    expect(history({ status: 'CANCELED' })).toEqual([])
    for (const status of ['PARTIALLY_FILLED', 'MAINTENANCE'])
      expect(history({ status })).toEqual([])
    expect(Object.keys(history({ status: 'ALL' }))).toEqual(['SOL_PERP', 'ETH_PERP'])
    expect(ask('orderHistory', { status: 'OPEN' })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
    expect(ask('orderHistory', { limit: 501 })).toMatchObject({ status: 422, json: { code: 30 } })
  })

  it('gets an order only after the configured delay', () => {
    const { ask, history, advance, lever } = simulatedAccount()
    expect(lever('history', { delaySeconds: 5 })).toEqual({
      status: 200,
      body: { delaySeconds: 5, cancelled: true },
    })
    ask('collateralMarketOrder', {
      market: 'BTC_PERP',
      side: 'buy',
      amount: '0.01',
      clientOrderId: 'late',
    })
    expect(history()).toEqual([])
    advance(4)
    expect(history()).toEqual([])
    advance(2)
    expect(history()['BTC_PERP']).toHaveLength(1)
    expect(lever('history', { delaySeconds: -1 }).status).toBe(400)
  })
})

describe('an order whose answer was lost', () => {
  it.each(['spec', 'live'] as const)(
    'is found by its client id, resting or ended, once it is in the history: %s',
    (dialect) => {
      const { ask, active, advance, lever, history } = simulatedAccount({ dialect })
      const id = dialect === 'live' ? 'clientOrderId' : 'client_order_id'
      lever('history', { delaySeconds: 30 })
      const limit = { market: 'BTC_USDT', side: 'buy', amount: '0.01' }
      ask('bulkLimitOrders', {
        orders: [
          { ...limit, price: '40000', [id]: 'resting' },
          { ...limit, price: '70000', [id]: 'taken' },
        ],
      })
      ask('collateralMarketOrder', {
        market: 'BTC_USDT',
        side: 'sell',
        amount: '0.01',
        [id]: 'market',
      })
      const open = (clientOrderId: string) => active({ market: 'BTC_USDT', clientOrderId })
      expect(open('resting')).toMatchObject([{ clientOrderId: 'resting', left: '0.01' }])
      expect([open('taken'), open('market')]).toEqual([[], []])
      const ended = { amount: '0.01', dealStock: '0.01', status: 'FILLED' }
      for (const clientOrderId of ['taken', 'market'])
        expect(ask('orderHistory', { clientOrderId }).status).toBe(422)
      advance(29)
      for (const clientOrderId of ['taken', 'market'])
        expect(ask('orderHistory', { clientOrderId }).status).toBe(422)
      advance(2)
      for (const clientOrderId of ['taken', 'market']) {
        const found = history({ clientOrderId, market: 'BTC_USDT' })['BTC_USDT']
        expect(found).toMatchObject([{ ...ended, clientOrderId }])
        const { ctime = 0, ftime = 0 } = found?.[0] ?? {}
        expect(ctime).toBeCloseTo(1_755_500_000.25, 0)
        expect(ftime).toBeGreaterThanOrEqual(ctime)
      }
      expect(ask('orderHistory', { clientOrderId: 'resting' }).status).toBe(422)
      expect(ask('orderHistory', { clientOrderId: 'never sent' }).status).toBe(422)
    },
  )
})
