// Self-trade prevention: the outcome of an order that meets a resting one of its own account.
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/v4/endpoints.js'
import { expectLawful } from '../../support/world-laws.js'
import { collateralAccount } from '../../support/simulated-collateral.js'

type Entry = { result: Record<string, unknown> }
type Limit = { side: string; price: string; amount?: string } & Record<string, unknown>

/** Bitcoin at 60,000: the best ask is 60,003, the best bid 59,997. */
function setup(dialect: 'spec' | 'live' = 'spec') {
  const simulated = collateralAccount(dialect)
  const { ledger } = simulated.world
  Object.assign(ledger.trade, { USDT: '20000', BTC: '2' })
  Object.assign(ledger.house, { USDT: '-30000', BTC: '-2' })
  const send = (...orders: Limit[]) =>
    simulated.call(endpoints.bulkLimitOrders.path, {
      body: { orders: orders.map((one) => ({ market: 'BTC_USDT', amount: '0.1', ...one })) },
    })
  const limit = (one: Limit) => (send(one).json as Entry[])[0]?.result
  const resting = () =>
    simulated.world.openOrders.map(({ side, price, left }) => [side, price, left])
  return { ...simulated, send, limit, resting }
}

describe('an order that would meet one of its own account', () => {
  const rested = (dialect: 'spec' | 'live' = 'spec') => {
    const simulated = setup(dialect)
    expect(
      simulated.send({ side: 'sell', price: '60001' }, { side: 'sell', price: '60005' }).status,
    ).toBe(200)
    expect(simulated.world.openOrders).toHaveLength(2)
    return simulated
  }

  it('passes it with `no`, which is the default', () => {
    for (const stp of [undefined, null, 'no']) {
      const { place, resting, limit, world } = rested()
      expect(place({ amount: '0.5', stp }).json).toMatchObject({ status: 'FILLED', stp: 'no' })
      expect(limit({ side: 'buy', price: '60500', stp })).toMatchObject({
        status: 'FILLED',
        stp: 'no',
      })
      expect(resting()).toHaveLength(2)
      expectLawful(world)
    }
  })

  it.each(['co', 'cancel_old'])('cancels the oldest with %s, and continues', (stp) => {
    const { place, resting, world } = rested()
    expect(place({ amount: '0.5', stp }).json).toMatchObject({
      status: 'FILLED',
      left: '0',
      stp: 'co',
    })
    expect(resting()).toEqual([])
    expect(world.ledger).toMatchObject({ reserved: { BTC: '0' }, trade: { BTC: '2' } })
    expectLawful(world)
  })

  it.each(['cn', 'cancel_new'])('cancels the newest with %s, and keeps what rests', (stp) => {
    const { place, resting, world } = rested()
    expect(place({ amount: '0.5', stp }).json).toMatchObject({
      status: 'CANCELLED',
      deal_stock: '0',
      left: '0.5',
      stp: 'cn',
    })
    expect(resting()).toHaveLength(2)
    expect(world.positions).toEqual([])
    expectLawful(world)
  })

  it.each(['cb', 'cancel_both'])(
    'cancels both with %s: the new one, and the first it met',
    (stp) => {
      const { place, resting, world } = rested()
      expect(place({ amount: '0.5', stp }).json).toMatchObject({
        status: 'CANCELLED',
        deal_stock: '0',
        left: '0.5',
        stp: 'cb',
      })
      expect(resting()).toEqual([['sell', '60005', '0.1']])
      expect(world.ledger.reserved['BTC']).toBe('0.1')
      expectLawful(world)
    },
  )

  it('says so in the status in the live dialect', () => {
    expect(rested('live').place({ amount: '0.5', stp: 'cn' }).json).toMatchObject({
      status: 'CANCELED_STP',
      dealStock: '0',
      stp: 'cn',
    })
    expect(rested('live').limit({ side: 'buy', price: '60100', stp: 'cb' })).toMatchObject({
      status: 'CANCELED_STP',
      stp: 'cb',
    })
  })

  it('fills against what comes before it, and the rest is cancelled', () => {
    const { limit, place, resting, world } = setup()
    limit({ side: 'sell', price: '60005' })
    expect(place({ amount: '0.5', stp: 'cn' }).json).toMatchObject({
      deal_stock: '0.35',
      left: '0.15',
      status: 'CANCELLED',
    })
    expect(world.positions).toMatchObject([{ amount: '0.35', basePrice: '60003' }])
    expect(resting()).toEqual([['sell', '60005', '0.1']])
    expectLawful(world)
  })

  it('does not meet one beyond what it fills, on its own side, or on another market', () => {
    const { send, place, resting } = setup()
    send(
      { side: 'sell', price: '60005' },
      { side: 'buy', price: '59990' },
      { market: 'ETH_USDT', side: 'buy', price: '1000' },
    )
    const before = resting()
    expect(place({ amount: '0.1', stp: 'cb' }).json).toMatchObject({ status: 'FILLED' })
    expect(resting()).toEqual(before)
  })

  it('meets as a limit order what its price reaches, the end of the book or not', () => {
    const { limit, resting, world } = setup()
    limit({ side: 'sell', price: '60500' })
    Object.assign(world.markets['BTC_USDT'] ?? {}, { depth: '0.001' })
    expect(limit({ side: 'buy', price: '60499', stp: 'cn' })).toMatchObject({
      status: 'PARTIALLY_FILLED',
      deal_stock: '0.02',
    })
    expect(limit({ side: 'buy', price: '60500', stp: 'cn' })).toMatchObject({
      status: 'CANCELLED',
      deal_stock: '0',
      left: '0.1',
      stp: 'cn',
    })
    expect(limit({ side: 'buy', price: '60500', stp: 'co' })).toMatchObject({
      status: 'NEW',
      stp: 'co',
    })
    expect(resting()).toEqual([
      ['buy', '60499', '0.08'],
      ['buy', '60500', '0.1'],
    ])
    expectLawful(world)
  })

  it('meets as a sell the buys from the highest down', () => {
    const { send, place, resting, world } = setup()
    send({ side: 'buy', price: '59998' }, { side: 'buy', price: '59999' })
    expect(place({ side: 'sell', amount: '0.2', stp: 'cb' }).json).toMatchObject({
      status: 'CANCELLED',
      deal_stock: '0',
    })
    expect(resting()).toEqual([['buy', '59998', '0.1']])
    expectLawful(world)
  })

  it('reports within one bulk request each entry as it was when executed', () => {
    const { send, resting } = setup('live')
    const entries = send(
      { side: 'sell', price: '60001' },
      { side: 'buy', price: '60001', stp: 'co' },
    ).json
    expect(entries).toMatchObject([
      { result: { status: 'OPEN' } },
      { result: { status: 'OPEN', stp: 'co' } },
    ])
    expect(resting()).toEqual([['buy', '60001', '0.1']])
  })

  it.each(['x', '', 1, true])('is refused with an unknown mode: %j', (stp) => {
    const errors = { stp: ["Stp field should contain only 'no', 'co', 'cn' or 'cb' values."] }
    const { place, send, world } = setup()
    expect(place({ stp })).toMatchObject({ status: 422, json: { code: 30, errors } })
    expect(send({ side: 'buy', price: '50000', stp }).json).toMatchObject([
      { error: { code: 30, errors } },
    ])
    expect([world.positions, world.openOrders]).toEqual([[], []])
  })
})
