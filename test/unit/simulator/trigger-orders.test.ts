import { describe, expect, it } from 'vitest'
import { ocoOrderEndpoint } from '../../../src/simulator/other-endpoints.js'
import { simulatedAccount, type Body } from '../../support/simulated-account.js'

type Listed = {
  orderId: number
  type: string
  amount: string
  activation_price: string
  activationCondition: string
  reduceOnly: boolean
}

/** With one position: 0.4 BTC_USDT bought at 60000. */
function account() {
  const simulated = simulatedAccount()
  const { ask, lever, world, advance } = simulated
  world.positions = []
  lever('price', { market: 'BTC_USDT', price: '60000' })
  ask('collateralMarketOrder', { market: 'BTC_USDT', side: 'buy', amount: '0.4' })
  const place = (more: Body = {}) =>
    ask('triggerMarketOrder', {
      ...{ market: 'BTC_USDT', side: 'sell', amount: '0.4', activation_price: '58000' },
      ...{ clientOrderId: 'stop-1', reduceOnly: true },
      ...more,
    })
  const reach = (price: string): void => {
    lever('price', { market: 'BTC_USDT', price })
    advance(1)
  }
  const listed = () => ask('activeOrders', { market: 'BTC_USDT' }).json as Listed[]
  const ends = () =>
    ask('orderHistory', { market: 'BTC_USDT', limit: 10 }).json as {
      BTC_USDT: { id: number; type: string; status: string; amount: string; dealStock: string }[]
    }
  const size = () => world.positions.find(({ market }) => market === 'BTC_USDT')?.amount ?? '0'
  return { ...simulated, place, reach, listed, ends, size }
}

describe('an order that waits for a price', () => {
  it('rests among the open orders, and says on which side of the price it waits', () => {
    const { place, listed } = account()
    expect(place().json).toMatchObject({
      ...{ clientOrderId: 'stop-1', type: 'stop market', amount: '0.4', left: '0.4' },
      ...{ activation_price: '58000', activationCondition: 'lte', activated: 0 },
      ...{ reduceOnly: true, status: 'OPEN', oto: null },
    })
    place({ clientOrderId: 'gain-1', activation_price: '64000' })
    expect(listed().map(({ activationCondition }) => activationCondition)).toEqual(['gte', 'lte'])
  })

  it('is trimmed to what the position has, when it is placed and when it is executed', () => {
    const { place, ask, reach, size, ends } = account()
    expect(place({ amount: '5' }).json).toMatchObject({ amount: '0.4' })
    ask('collateralMarketOrder', { market: 'BTC_USDT', side: 'sell', amount: '0.1' })
    reach('57990')
    expect(size()).toBe('0')
    expect(ends().BTC_USDT[0]).toMatchObject({ status: 'FILLED', dealStock: '0.3' })
  })

  it('is executed once the price is reached, and not before', () => {
    const { place, reach, size, listed } = account()
    place()
    reach('58050')
    expect([size(), listed().length]).toEqual(['0.4', 1])
    reach('57900')
    expect([size(), listed().length]).toEqual(['0', 0])
  })

  it('ends with the position it could reduce, however that closes', () => {
    const { place, ask, listed, ends } = account()
    place()
    ask('collateralMarketOrder', { market: 'BTC_USDT', side: 'sell', amount: '0.4' })
    expect(listed()).toEqual([])
    expect(ends().BTC_USDT.find(({ type }) => type === 'margin stop market')).toMatchObject({
      status: 'AUTO_CANCELED_REDUCE_ONLY',
      dealStock: '0',
    })
    const other = account()
    other.place()
    const { id } = other.world.positions[0] ?? { id: 0 }
    other.ask('closePosition', { market: 'BTC_USDT', positionId: id })
    expect(other.listed()).toEqual([])
  })

  it.each<[string, Body, number, string]>([
    ['the price of now', { activation_price: '60000' }, 101, 'activation_price'],
    ['nothing to reduce', { side: 'buy' }, 116, 'reduceOnly'],
    ['a price between two steps', { activation_price: '58000.123456' }, 33, 'activation_price'],
    ['no price', { activation_price: undefined }, 30, 'activation_price'],
    ['an id that is taken', { clientOrderId: 'taken' }, 36, 'clientOrderId'],
  ])('is refused with %s', (_name, body, code, field) => {
    const { place } = account()
    place({ clientOrderId: 'taken', activation_price: '57000' })
    const answer = place(body)
    expect(answer).toMatchObject({ status: 422, json: { code } })
    expect((answer.json as { errors: object }).errors).toHaveProperty(field)
  })

  it('is cancelled by its id, with the others, or with all of its kind', () => {
    const { place, ask, listed } = account()
    place()
    const [first] = listed()
    const ids = { market: 'BTC_USDT', orderId: first?.orderId }
    expect(ask('cancelOrder', ids).json).toMatchObject({ status: 'CANCELED', reduceOnly: true })
    expect(ask('cancelOrder', ids)).toMatchObject({ status: 400, json: { code: 2 } })
    place()
    const orders = listed().map(({ orderId }) => ({ market: 'BTC_USDT', orderId }))
    expect(ask('cancelOrders', { orders }).json).toMatchObject([{ error: null }])
    place()
    ask('cancelAllOrders', { type: ['spot'] })
    expect(listed()).toHaveLength(1)
    ask('cancelAllOrders', { type: ['margin'] })
    expect(listed()).toEqual([])
  })
})

describe('two linked orders', () => {
  const linked = (parts: ReturnType<typeof account>, more: Body = {}) =>
    parts.call(ocoOrderEndpoint.path, {
      body: {
        ...{ market: 'BTC_USDT', side: 'sell', amount: '0.4', price: '64000' },
        ...{ activation_price: '58000', stop_limit_price: '57900', reduceOnly: true },
        ...more,
      },
    })

  it('are listed together and not among the open orders', () => {
    const parts = account()
    linked(parts)
    expect(parts.listed()).toEqual([])
    expect(parts.ask('conditionalOrders').json).toMatchObject({
      ...{ limit: 100, offset: 0, total: 1 },
      records: [
        {
          type: 'oco',
          stopLoss: { activation_price: '58000', price: '57900', amount: '0.4' },
          takeProfit: { price: '64000', amount: '0.4' },
        },
      ],
    })
  })

  it.each([
    ['the stop', '57900', 'margin stop limit'],
    ['the take profit', '64100', 'margin limit'],
  ])('end together once the price reaches %s', (_name, price, type) => {
    const parts = account()
    linked(parts)
    parts.reach(price)
    expect(parts.size()).toBe('0')
    const halves = parts.ends().BTC_USDT.slice(0, 2)
    expect(halves.map((half) => [half.type === type, half.status])).toEqual([
      [false, 'CANCELED'],
      [true, 'FILLED'],
    ])
    expect(parts.ask('conditionalOrders').json).toMatchObject({ total: 0, records: [] })
  })

  it('are cancelled by their common id alone, once', () => {
    const parts = account()
    linked(parts)
    const { records } = parts.ask('conditionalOrders').json as {
      records: { id: number; stopLoss: { orderId: number } }[]
    }
    const [{ id, stopLoss } = { id: 0, stopLoss: { orderId: 0 } }] = records
    const market = 'BTC_USDT'
    expect(parts.ask('cancelOrder', { market, orderId: stopLoss.orderId }).status).toBe(400)
    expect(parts.ask('cancelConditional', { market, id })).toMatchObject({ status: 200, json: [] })
    expect(parts.ask('cancelConditional', { market, id })).toMatchObject({
      status: 400,
      json: { code: 2, errors: { id: ['Unexecuted order was not found.'] } },
    })
    expect(parts.size()).toBe('0.4')
  })

  it('have to be on both sides of the price', () => {
    const parts = account()
    expect(linked(parts, { price: '57000' })).toMatchObject({ status: 422 })
  })
})
