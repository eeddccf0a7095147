import { describe, expect, it } from 'vitest'
import { sceneNames } from '../../../src/simulator/scenes.js'
import { readFaults, readWorld } from '../../../src/simulator/state-file.js'
import type { World } from '../../../src/simulator/world.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

const carried = (world: World): World => JSON.parse(JSON.stringify(world)) as World

function busyWorld(): World {
  const { world, call, advance } = simulatedService()
  const limit = { market: 'BTC_USDT', side: 'buy', amount: '0.1', price: '40000' }
  call(endpoints.bulkLimitOrders.path, {
    body: { orders: [limit, { ...limit, client_order_id: 'a' }] },
  })
  call(endpoints.streamToken.path)
  advance(100)
  return carried(world)
}

describe('a restored world', () => {
  it.each(sceneNames)('equals the saved one: %s', (scene) => {
    const { world, advance } = simulatedService({ scene })
    advance(15)
    expect(readWorld(carried(world))).toEqual({ ok: true, value: world })
  })

  it('may predate nonces of text', () => {
    const world = busyWorld()
    const old = {
      ...world,
      keys: Object.fromEntries(
        Object.entries(world.keys).map(([name, { textNonces: _, ...key }]) => [name, key]),
      ),
    }
    expect(readWorld(old)).toEqual({ ok: true, value: world })
  })

  it('may predate self-trade prevention of ended orders, and snapshots of futures', () => {
    const { world, call } = simulatedService()
    call(endpoints.collateralMarketOrder.path, {
      body: { market: 'BTC_PERP', side: 'buy', amount: '0.01' },
    })
    expect(world.finishedOrders).toMatchObject([{ stp: 'no' }])
    const { finishedOrders, markets, ...rest } = carried(world)
    const old = {
      ...rest,
      finishedOrders: finishedOrders.map(({ stp: _, ...order }) => order),
      markets: Object.fromEntries(
        Object.entries(markets).map(([name, { snapshot: _, ...market }]) => [name, market]),
      ),
    }
    expect(readWorld(old)).toEqual({ ok: true, value: world })
  })

  it('may predate the order history', () => {
    const { world, call } = simulatedService()
    call(endpoints.bulkLimitOrders.path, {
      body: { orders: [{ market: 'BTC_USDT', side: 'buy', amount: '0.1', price: '40000' }] },
    })
    const {
      finishedOrders: _,
      historyDelay: __,
      historyHasCancelled: ___,
      ...rest
    } = carried(world)
    const old = {
      ...rest,
      openOrders: rest.openOrders.map(({ stp: _, ...order }) => order),
      fixedInvestments: rest.fixedInvestments.map(
        ({ interestPaid: _, ...investment }) => investment,
      ),
    }
    expect(readWorld(old)).toEqual({ ok: true, value: world })
  })

  it('continues as if never interrupted', () => {
    const [stayed, left] = [
      simulatedService({ scene: 'margin-call' }),
      simulatedService({ scene: 'margin-call' }),
    ]
    const order = { body: { market: 'BTC_PERP', side: 'sell', amount: '0.01', stopLoss: '90000' } }
    for (const { advance, call } of [stayed, left]) {
      advance(123)
      expect(call(endpoints.collateralMarketOrder.path, order).status).toBe(200)
    }
    const read = readWorld(carried(left.world))
    if (!read.ok) throw new Error(read.error)
    left.service.restart(read.value)
    for (const { advance, call } of [stayed, left]) {
      advance(400)
      expect(call(endpoints.openPositions.path).status).toBe(200)
    }
    expect(left.call(endpoints.openPositions.path).text).toBe(
      stayed.call(endpoints.openPositions.path).text,
    )
    expect(left.service.world).toEqual(stayed.world)
  })
})

describe('is refused', () => {
  const spoil = (act: (world: World & Record<string, unknown>) => void): string => {
    const world = busyWorld()
    act(world as World & Record<string, unknown>)
    const read = readWorld(world)
    if (read.ok) throw new Error('it was believed')
    return read.error
  }

  it.each<[string, (world: World & Record<string, unknown>) => void, string]>([
    ['with a member too many', (world) => void (world['surprise'] = 1), 'surprise'],
    ['with a member missing', (world) => Reflect.deleteProperty(world, 'ids'), 'ids'],
    [
      'with a number where an amount should be',
      (world) => void Object.assign(world.ledger.main, { BTC: 0.4 }),
      'ledger.main.BTC',
    ],
    [
      'with text where an amount should be',
      (world) => void (world.ledger.main['BTC'] = 'much'),
      'ledger.main.BTC',
    ],
    [
      'with text where a price should be',
      (world) => void Object.assign(world.positions[0] ?? {}, { basePrice: 'high' }),
      'positions.0.basePrice',
    ],
    [
      'with an id that is not simply taken',
      (world) => void Object.assign(world.clientOrderIds, { a: 1 }),
      'clientOrderIds',
    ],
    [
      'with an amount in another form',
      (world) => void (world.ledger.main['BTC'] = '4e-1'),
      'ledger.main.BTC',
    ],
    ['with a balance below zero', (world) => void (world.ledger.main['BTC'] = '-1'), 'BTC'],
    [
      'with money that came from nowhere',
      (world) => void (world.ledger.main['BTC'] = '1000'),
      'BTC',
    ],
    [
      'with a position of nothing',
      (world) => void Object.assign(world.positions[0] ?? {}, { amount: '0' }),
      'positions.0',
    ],
    [
      'with a position on no market',
      (world) => void Object.assign(world.positions[0] ?? {}, { market: 'NO_SUCH' }),
      'market',
    ],
    [
      'with funding on futures',
      (world) => void Object.assign(world.positions[2] ?? {}, { funding: '1' }),
      'funding',
    ],
    [
      'with an order that has nothing left',
      (world) => void Object.assign(world.openOrders[0] ?? {}, { left: '0' }),
      'openOrders.0',
    ],
    [
      'with a market under another name',
      (world) => void Object.assign(world.markets['BTC_PERP'] ?? {}, { name: 'X' }),
      'X',
    ],
    ['with chance that stands still', (world) => void (world.random.state = 0), 'random.state'],
    ['with a leverage nobody can set', (world) => void (world.leverage = '7'), 'leverage'],
    ['with a time that is not whole', (world) => void (world.nowMicros += 0.5), 'nowMicros'],
  ])('%s', (_what, act, named) => {
    expect(spoil(act)).toContain(named)
  })

  it.each([null, [], 'world', 5, {}])('if it is no world at all: %j', (value) => {
    expect(readWorld(value).ok).toBe(false)
  })
})

describe('restored faults', () => {
  it('equal the saved ones, and nothing else is accepted as one', () => {
    const faults = [
      { path: '/a', times: 2, status: 503, body: { a: 1 }, headers: { 'retry-after': '1' } },
      { drop: 'after' as const },
    ]
    expect(readFaults(JSON.parse(JSON.stringify(faults)))).toEqual({ ok: true, value: faults })
    const deep = JSON.parse(`${'['.repeat(9000)}${']'.repeat(9000)}`) as unknown
    const trailer = { headers: { trailer: 'x' } }
    for (const wrong of [
      {},
      [{ times: 0 }],
      [{ status: 99 }],
      [{ drop: 'during' }],
      [{ surprise: 1 }],
      [{ body: deep }],
      [trailer],
    ])
      expect(readFaults(wrong).ok).toBe(false)
  })
})
