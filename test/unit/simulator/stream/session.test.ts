import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cancelLimits } from '../../../../src/simulator/engine/book.js'
import { setPrice } from '../../../../src/simulator/engine/prices.js'
import { StreamSession } from '../../../../src/simulator/stream/hub.js'
import { multiply, sum } from '../../../../src/shared/money.js'
import { beyondSpecification } from '../../../../src/v4/beyond-specification.js'
import { decimal } from '../../../../src/v4/numbers.js'
import { endpoints } from '../../../../src/v4/endpoints.js'
import type { SceneName } from '../../../../src/simulator/scenes.js'
import type { RestingOrder } from '../../../../src/simulator/world.js'
import { simulatedService, simulatedStart } from '../../../support/simulated-service.js'

type Reply = {
  id: number | null
  result?: unknown
  error?: { code: number; message: string } | null
  method?: string
  params?: unknown
}

function setup(scene: SceneName = 'calm') {
  const simulated = simulatedService({ scene })
  const { world, call } = simulated
  let clock = 1000
  const session = new StreamSession({ world: () => world, clock: () => clock })
  let id = 0
  const raw = (text: string) => {
    const answered = session.hear(text)
    return { ...answered, say: answered.say.map((line) => JSON.parse(line) as Reply) }
  }
  const ask = (method: string, params: unknown = []): Reply[] =>
    raw(JSON.stringify({ id: (id += 1), method, params })).say
  const only = (method: string, params: unknown = []): Reply => {
    const [reply, ...more] = ask(method, params)
    if (reply === undefined || more.length > 0) throw new Error('one reply expected')
    return reply
  }
  const token = (): string =>
    (call(endpoints.streamToken.path).json as { websocket_token: string }).websocket_token
  const authorize = (): Reply => only('authorize', [token(), 'public'])
  const updates = (): Reply[] => session.updates().map((line) => JSON.parse(line) as Reply)
  const wait = (seconds: number): Reply[] => {
    simulated.advance(seconds)
    return updates()
  }
  const priceTo = (name: string, price: string): void => {
    const market = world.markets[name]
    if (market === undefined || !setPrice(world, market, price))
      throw new Error(`cannot set ${name} to ${price}`)
  }
  return {
    ...simulated,
    session,
    raw,
    ask,
    only,
    token,
    authorize,
    updates,
    wait,
    priceTo,
    tick: (seconds: number) => void (clock += seconds),
  }
}

const success = { status: 'success' }
const record = z.strictObject({
  id: z.int(),
  market: z.string(),
  ctime: z.number(),
  mtime: z.number(),
  amount: decimal,
  amount_in_money: decimal,
  base_price: decimal,
  pnl: decimal,
  liq_price: decimal.nullable(),
  liq_stage: z.enum(['margin_call', 'liquidation']).nullable(),
  unrealized_funding: decimal,
  funding: decimal,
  margin: decimal,
  free_margin: decimal,
  realized_pnl: decimal,
  position_side: z.enum(['LONG', 'SHORT', 'BOTH']),
})

describe('requests', () => {
  it('answers ping and time for everybody', () => {
    const { only } = setup()
    expect(only('ping')).toEqual({ id: 1, result: 'pong', error: null })
    expect(only('time')).toEqual({ id: 2, result: Math.floor(simulatedStart), error: null })
  })

  it.each([
    ['nothing', 4],
    ['nothing_subscribe', 4],
    ['constructor_subscribe', 4],
    ['lastprice', 4],
    ['lastprice_dance', 4],
    ['positionsMargin_request', 4],
    ['positionsAccountMargin_request', 4],
    ['balanceSpot_subscribe', 6],
    ['balanceSpot_request', 6],
    ['balanceMargin_subscribe', 6],
    ['positionsMargin_subscribe', 6],
    ['positionsAccountMargin_subscribe', 6],
  ])('refuses %s without authorization with error %i', (method, code) => {
    const answer = setup().only(method)
    expect(answer).toMatchObject({ id: 1, result: null, error: { code } })
    expect(answer.error?.message).toBe(code === 4 ? 'method not found' : 'require authentication')
  })

  it('closes the connection at once on invalid JSON', () => {
    expect(setup().raw('{"id":1')).toEqual({ say: [], close: true })
  })

  it.each([
    '[]',
    '"ping"',
    'null',
    '{}',
    '{"id":"1","method":"ping","params":[]}',
    '{"id":1.5,"method":"ping","params":[]}',
  ])('reports JSON that is no request as an invalid argument: %s', (text) => {
    expect(setup().raw(text)).toMatchObject({
      close: false,
      say: [{ id: null, result: null, error: { code: 1, message: 'invalid argument' } }],
    })
  })

  it('keeps the id of a request without parameters in the refusal', () => {
    expect(setup().raw('{"id":7,"method":"ping"}').say).toMatchObject([
      { id: 7, error: { code: 1 } },
    ])
  })

  it('refuses more than 200 in a minute', () => {
    const { only, tick } = setup()
    for (let n = 0; n < 200; n += 1) expect(only('ping').error).toBeNull()
    expect(only('ping')).toMatchObject({
      result: null,
      error: { code: 7, message: 'too many requests' },
    })
    tick(59)
    expect(only('ping').error).not.toBeNull()
    tick(1)
    expect(only('ping').error).toBeNull()
  })
})

describe('authorization', () => {
  it('accepts the token of the token endpoint', () => {
    const { authorize, only } = setup()
    expect(authorize()).toEqual({ id: 1, result: success, error: null })
    expect(only('positionsAccountMargin_subscribe')).toMatchObject({ result: success })
  })

  it.each([
    ['an unknown token', ['nobody', 'public']],
    ['no token', []],
    ['a number', [5, 'public']],
  ])('refuses %s', (_what, params) => {
    expect(setup().only('authorize', params)).toMatchObject({
      result: null,
      error: { code: 1, message: 'invalid argument' },
    })
  })

  it('refuses another kind than public; an empty one and none are accepted', () => {
    const { only, token } = setup()
    expect(only('authorize', [token(), 'private'])).toMatchObject({ error: { code: 1 } })
    expect(only('authorize', [token(), ''])).toMatchObject({ result: success })
    expect(only('authorize', [token()])).toMatchObject({ result: success })
  })

  it('refuses a token after an hour, and one of a disabled key', () => {
    const { only, token, advance, right } = setup()
    const old = token()
    advance(3601)
    expect(only('authorize', [old, 'public'])).toMatchObject({ error: { code: 1 } })
    const fresh = token()
    right('full', { enabled: false })
    expect(only('authorize', [fresh, 'public'])).toMatchObject({ error: { code: 1 } })
  })

  it('ends with the key: sends nothing private after it was disabled', () => {
    const { authorize, only, wait, right, ask } = setup()
    authorize()
    ask('positionsMargin_subscribe')
    ask('lastprice_subscribe', ['BTC_USDT'])
    right('full', { enabled: false })
    expect(new Set(wait(5).map(({ method }) => method))).toEqual(new Set(['lastprice_update']))
    expect(only('balanceSpot_request')).toMatchObject({ error: { code: 6 } })
  })
})

describe('last prices', () => {
  it('are sent on request, one market at a time, with the decimals of the market', () => {
    const { only, priceTo } = setup()
    priceTo('BTC_USDT', '67500.5')
    expect(only('lastprice_request', ['BTC_USDT'])).toMatchObject({
      result: '67500.50',
      error: null,
    })
    expect(only('lastprice_request', [])).toMatchObject({ error: { code: 1 } })
    expect(only('lastprice_request', ['BTC_USDT', 'ETH_USDT'])).toMatchObject({
      error: { code: 1 },
    })
    expect(only('lastprice_request', ['NO_SUCH'])).toMatchObject({
      error: { code: 9, message: 'market NO_SUCH does not exist' },
    })
    expect(only('lastprice_request', ['constructor'])).toMatchObject({ error: { code: 9 } })
  })

  it('are pushed at once and then as they change, for the requested markets', () => {
    const { ask, wait, world } = setup()
    const [reply, ...first] = ask('lastprice_subscribe', ['BTC_USDT', 'ETH_USDT'])
    expect(reply).toMatchObject({ id: 1, result: success })
    expect(first.map(({ method, id, params }) => [method, id, (params as string[])[0]])).toEqual([
      ['lastprice_update', null, 'BTC_USDT'],
      ['lastprice_update', null, 'ETH_USDT'],
    ])
    const later = wait(1)
    expect(later.length).toBeGreaterThan(0)
    for (const { params } of later) {
      const [name, price] = params as [string, string]
      const ticks = world.markets[name]?.ticks ?? 0
      expect(price).toBe(`${String(ticks).slice(0, -2)}.${String(ticks).slice(-2)}`)
    }
  })

  it('are not repeated while unchanged, nor sent more often than once a second', () => {
    const { ask, wait, updates, world, priceTo } = setup()
    ask('lastprice_subscribe', ['BTC_USDT'])
    wait(1)
    expect(updates()).toEqual([])
    priceTo('BTC_USDT', '60000')
    expect(updates()).toEqual([])
    for (const market of Object.values(world.markets)) market.restlessness = 0
    world.nowMicros += 900_000
    expect(updates()).toEqual([])
    world.nowMicros += 200_000
    expect(updates()).toMatchObject([
      { method: 'lastprice_update', params: ['BTC_USDT', '60000.00'] },
    ])
    world.nowMicros += 5_000_000
    expect(updates()).toEqual([])
  })

  it('follow a new subscription in place of the old one, but not a refused one', () => {
    const { ask, wait, only } = setup()
    ask('lastprice_subscribe', ['BTC_USDT'])
    ask('lastprice_subscribe', ['ETH_USDT'])
    expect(only('lastprice_subscribe', ['NO_SUCH'])).toMatchObject({ error: { code: 9 } })
    expect(only('lastprice_subscribe', [])).toMatchObject({ error: { code: 1 } })
    const named = new Set(wait(20).map(({ params }) => (params as string[])[0]))
    expect(named).toEqual(new Set(['ETH_USDT']))
    expect(only('lastprice_unsubscribe')).toMatchObject({ result: success })
    expect(wait(20)).toEqual([])
    expect(only('lastprice_unsubscribe')).toMatchObject({ result: success })
  })
})

describe('mark prices', () => {
  it('are sent for each named future, with the time, and in one message for all', () => {
    const { ask, world, wait } = setup()
    const [reply, ...each] = ask('premiumIndex_subscribe', ['BTC_PERP', 'ETH_PERP'])
    expect(reply).toMatchObject({ result: success })
    const named = z.tuple([z.string(), decimal, decimal, decimal, z.int(), z.int()])
    const read = each.map(({ method, params }) => {
      expect(method).toBe('premiumIndex_update')
      return named.parse(params)
    })
    expect(read.map(([market]) => market)).toEqual(['BTC_PERP', 'ETH_PERP'])
    for (const [, , , , fundingAt, now] of read) {
      expect(now).toBe(Math.floor(world.nowMicros / 1e6))
      expect(fundingAt / 1000).toBeGreaterThan(now)
    }
    const [, all] = ask('premiumIndex_subscribe', [])
    expect(z.array(named).parse(all?.params).length).toBeGreaterThan(2)
    expect(wait(1)).toHaveLength(1)
  })

  it('are empty while there is no fresh snapshot', () => {
    const { ask, world } = setup()
    const market = world.markets.BTC_PERP
    if (market === undefined) throw new Error('a future expected')
    market.snapshot = false
    const [, update] = ask('premiumIndex_subscribe', ['BTC_PERP'])
    expect((update?.params as unknown[]).slice(0, 4)).toEqual(['BTC_PERP', '', '', ''])
  })

  it('are refused for what is no future or no market, and end with the subscription', () => {
    const { ask, only, wait } = setup()
    expect(only('premiumIndex_subscribe', ['BTC_USDT'])).toMatchObject({ error: { code: 1 } })
    expect(only('premiumIndex_subscribe', ['NOPE_PERP'])).toMatchObject({ error: { code: 9 } })
    ask('premiumIndex_subscribe', ['BTC_PERP'])
    expect(wait(1)).not.toEqual([])
    expect(only('premiumIndex_unsubscribe')).toMatchObject({ result: success })
    expect(wait(1)).toEqual([])
  })
})

describe('spot balances', () => {
  const limit = { market: 'BTC_USDT', side: 'buy', amount: '0.1', price: '40000' }

  it('are sent on request: all, or the requested ones, zero if there is nothing', () => {
    const { authorize, only } = setup()
    authorize()
    const { result } = only('balanceSpot_request')
    expect(result).toMatchObject({
      USDT: { available: '25000', freeze: '0' },
      BTC: { available: '0.5', freeze: '0' },
    })
    expect(only('balanceSpot_request', ['BTC', 'DOGE', 'constructor']).result).toEqual({
      BTC: { available: '0.5', freeze: '0' },
      DOGE: { available: '0', freeze: '0' },
      constructor: { available: '0', freeze: '0' },
    })
    expect(only('balanceSpot_request', [5])).toMatchObject({ error: { code: 1 } })
    expect(
      only(
        'balanceSpot_request',
        Array.from({ length: 700 }, () => 'BTC'),
      ),
    ).toMatchObject({ error: { code: 1 } })
  })

  it('are pushed as they change, and only what changed', () => {
    const { authorize, ask, call, wait } = setup()
    authorize()
    expect(ask('balanceSpot_subscribe')).toHaveLength(1)
    expect(wait(10)).toEqual([])
    call(endpoints.bulkLimitOrders.path, { body: { orders: [limit] } })
    expect(wait(1)).toEqual([
      {
        id: null,
        method: 'balanceSpot_update',
        params: [{ USDT: { available: '20996', freeze: '4004' } }],
      },
    ])
    expect(wait(10)).toEqual([])
  })

  it('are pushed together when several changed, and not if not requested', () => {
    const { authorize, ask, call, wait, priceTo } = setup()
    authorize()
    ask('balanceSpot_subscribe', ['USDT', 'BTC'])
    priceTo('BTC_USDT', '64000')
    call(endpoints.bulkLimitOrders.path, { body: { orders: [{ ...limit, price: '65000' }] } })
    const [update, ...more] = wait(1)
    expect(more).toEqual([])
    expect(Object.keys((update?.params as object[])[0] ?? {}).toSorted()).toEqual(['BTC', 'USDT'])
    ask('balanceSpot_subscribe', ['ETH'])
    call(endpoints.bulkLimitOrders.path, { body: { orders: [{ ...limit, price: '65000' }] } })
    expect(wait(1)).toEqual([])
  })
})

describe('collateral balances', () => {
  it('have long names on request and short ones when pushed', () => {
    const { authorize, only, ask, wait, priceTo, world } = setup()
    authorize()
    expect(only('balanceMargin_request').result).toEqual({
      USDT: {
        balance: '9240.18357214',
        borrow: '0',
        available_without_borrow: expect.stringMatching(/^[0-9.]+$/) as string,
        available_with_borrow: expect.stringMatching(/^[0-9.]+$/) as string,
      },
    })
    expect(ask('balanceMargin_subscribe', ['USDT'])).toHaveLength(1)
    priceTo('BTC_USDT', '65000')
    world.nowMicros += 1_400_000
    expect(wait(0)).toEqual([])
    world.nowMicros += 100_000
    const [update] = wait(0)
    expect(update).toMatchObject({
      method: 'balanceMargin_update',
      params: [{ a: 'USDT', B: '9240.18357214', b: '0' }],
    })
    expect(Object.keys((update?.params as object[])[0] ?? {})).toEqual(['a', 'B', 'b', 'av', 'ab'])
  })

  it('change when a position is closed', () => {
    const { authorize, ask, call, wait } = setup()
    authorize()
    ask('balanceMargin_subscribe')
    call(endpoints.collateralMarketOrder.path, {
      body: { market: 'LINK_PERP', side: 'buy', amount: '220' },
    })
    const [update] = wait(2)
    expect((update?.params as { B: string }[])[0]?.B).not.toBe('9240.18357214')
  })
})

describe('positions', () => {
  it('are complete, at once and then as they change, with the figures of the REST answer', () => {
    const { authorize, ask, wait, call } = setup()
    authorize()
    const [reply, first] = ask('positionsMargin_subscribe')
    expect(reply).toMatchObject({ result: success })
    expect(first).toMatchObject({
      id: null,
      method: 'positionsMargin_update',
      params: { total: 5 },
    })
    const [update] = wait(1)
    const { total, records } = update?.params as { total: number; records: unknown[] }
    expect(total).toBe(5)
    const read = records.map((one) => record.parse(one))
    const rest = call(endpoints.openPositions.path).json as Record<string, unknown>[]
    expect(
      read.map(({ id, pnl, liq_price, margin, realized_pnl }) => [
        id,
        pnl,
        liq_price,
        margin,
        realized_pnl,
      ]),
    ).toEqual(
      rest.map((one) => [
        one['positionId'],
        one['unrealizedPnl'],
        one['liquidationPrice'],
        one['margin'],
        one['pnl'],
      ]),
    )
  })

  it('report when the last one is gone', () => {
    const { authorize, ask, wait, world } = setup()
    authorize()
    ask('positionsMargin_subscribe')
    world.positions = []
    expect(wait(1)).toMatchObject([{ params: { total: 0, records: [] } }])
    expect(wait(1)).toEqual([])
  })

  it('accept no parameters', () => {
    const { authorize, only } = setup()
    authorize()
    expect(only('positionsMargin_subscribe', ['BTC_USDT'])).toMatchObject({ error: { code: 1 } })
    expect(only('positionsAccountMargin_subscribe', ['BTC_USDT'])).toMatchObject({
      error: { code: 1 },
    })
  })

  it('report a margin call once, even if it came and went between two checks, and not an earlier one', () => {
    const { authorize, ask, wait } = setup('margin-call')
    authorize()
    expect(ask('positionsAccountMargin_subscribe')).toHaveLength(1)
    const [event, ...more] = wait(600)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      id: null,
      method: 'positionsAccountMargin_update',
      params: [1, { market: 'BTC_USDT', liq_stage: 'margin_call' }],
    })
    record.parse((event?.params as unknown[])[1])
    ask('positionsAccountMargin_subscribe')
    expect(wait(600)).toEqual([])
  })

  it('report a liquidation', () => {
    const { authorize, ask, wait, priceTo } = setup('margin-call')
    authorize()
    ask('positionsAccountMargin_subscribe')
    priceTo('BTC_USDT', '40100')
    const kinds = wait(60).map(({ params }) => (params as [number, { liq_stage: string }])[0])
    expect(kinds).toContain(2)
  })
})

/** Far below the market, so that time alone never fills it. */
function restingOrder(id: number, createdMicros: number): RestingOrder {
  return {
    id,
    clientOrderId: `order-${id}`,
    market: 'BTC_USDT',
    side: 'buy',
    amount: '1',
    left: '1',
    price: '0.01',
    priceTicks: 1,
    dealMoney: '0',
    dealStock: '0',
    dealFee: '0',
    postOnly: false,
    ioc: false,
    rpi: false,
    stp: 'no',
    status: 'NEW',
    createdMicros,
    reserved: '0',
    collateral: null,
  }
}

describe('orders', () => {
  function ordersIn(replies: Reply[], channel: string, id: number): unknown[] {
    return replies
      .filter(({ method }) => method === `${channel}_update`)
      .map(({ params }) => params as unknown[])
      .filter((params) => (params.at(-1) as { id: number }).id === id)
  }

  it('are reported as they open, are filled in part and end, each once', () => {
    const { authorize, ask, wait, world } = setup()
    authorize()
    expect(ask('ordersPending_subscribe')).toHaveLength(1)
    expect(ask('ordersExecuted_subscribe', [[], 0])).toHaveLength(1)
    const order = restingOrder(9_000_001, world.nowMicros)
    world.openOrders.push(order)
    const opened = wait(1)
    expect(ordersIn(opened, 'ordersPending', order.id)).toMatchObject([
      [1, { market: 'BTC_USDT', side: 2, type: 1, left: '1', client_order_id: 'order-9000001' }],
    ])
    expect(ordersIn(opened, 'ordersExecuted', order.id)).toEqual([])
    expect(ordersIn(wait(1), 'ordersPending', order.id)).toEqual([])
    Object.assign(order, { left: '0.6', dealStock: '0.4', status: 'PARTIALLY_FILLED' })
    expect(ordersIn(wait(1), 'ordersPending', order.id)).toMatchObject([
      [2, { left: '0.6', deal_stock: '0.4', status: 'PARTIALLY_FILLED' }],
    ])
    cancelLimits(world, (one) => one === order)
    const ended = wait(1)
    const end = { left: '0.6', deal_stock: '0.4', status: 'CANCELLED' }
    expect(ordersIn(ended, 'ordersPending', order.id)).toMatchObject([[3, end]])
    expect(ordersIn(ended, 'ordersExecuted', order.id)).toMatchObject([[end]])
    expect(ordersIn(wait(1), 'ordersPending', order.id)).toEqual([])
  })

  it('only end where they are filled at once, and only in the markets and types asked for', () => {
    const { authorize, ask, wait, call } = setup()
    authorize()
    ask('ordersPending_subscribe', ['ETH_PERP'])
    ask('ordersExecuted_subscribe', [['ETH_PERP'], 1])
    const body = { market: 'ETH_PERP', side: 'buy', amount: '0.01' }
    call(endpoints.collateralMarketOrder.path, { body })
    expect(wait(1)).toMatchObject([
      { method: 'ordersPending_update', params: [3, { type: 8, left: '0', status: 'FILLED' }] },
    ])
    ask('ordersPending_subscribe', ['BTC_USDT'])
    ask('ordersExecuted_subscribe', [[], 2])
    call(endpoints.collateralMarketOrder.path, { body })
    expect(wait(1).filter(({ method }) => method === 'ordersExecuted_update')).toMatchObject([
      { params: [{ type: 8, source: 'api', market: 'ETH_PERP' }] },
    ])
  })

  it('are refused without authorization, and with other parameters than documented', () => {
    const { authorize, only } = setup()
    expect(only('ordersPending_subscribe')).toMatchObject({ error: { code: 6 } })
    authorize()
    expect(only('ordersPending_subscribe', ['NO_SUCH'])).toMatchObject({ error: { code: 9 } })
    for (const params of [[], [[], 3], ['BTC_USDT', 0], [[], 0, 1]])
      expect(only('ordersExecuted_subscribe', params)).toMatchObject({ error: { code: 1 } })
  })
})

describe('deals', () => {
  const dealsIn = (replies: Reply[]): unknown[][] =>
    replies
      .filter(({ method }) => method === 'deals_update')
      .map(({ params }) => params as unknown[])

  it('are pushed once for each level an order takes, and add up to the order', () => {
    const { authorize, ask, wait, call, world } = setup()
    authorize()
    expect(ask('deals_subscribe', [[]])).toHaveLength(1)
    const market = world.markets['ETH_PERP']
    if (market === undefined) throw new Error('no such market')
    market.depth = '0.1'
    const body = { market: 'ETH_PERP', side: 'buy', amount: '0.25', client_order_id: 'mine' }
    const placed = call(endpoints.collateralMarketOrder.path, { body }).json as {
      order_id: number
      deal_fee: string
      deal_money: string
    }
    const deals = dealsIn(wait(1))
    expect(deals.length).toBeGreaterThan(1)
    for (const deal of deals) {
      expect(deal).toHaveLength(11)
      expect([deal[2], deal[3], ...deal.slice(7)]).toEqual([
        ...['ETH_PERP', placed.order_id, 'mine', 2, 2, 'USDT'],
      ])
    }
    const text = (row: unknown[], at: number): string => String(row[at])
    expect(sum(deals.map((deal) => text(deal, 5)))).toBe('0.25')
    expect(sum(deals.map((deal) => multiply(text(deal, 4), text(deal, 5))))).toBe(placed.deal_money)
    expect(sum(deals.map((deal) => text(deal, 6)))).toBe(placed.deal_fee)
    expect(new Set(deals.map((deal) => deal[0])).size).toBe(deals.length)
    expect(dealsIn(wait(1))).toEqual([])
  })

  it('of an order that rests are those of a maker, at its price, and only in the markets asked for', () => {
    const { authorize, ask, wait, call, priceTo } = setup()
    authorize()
    const orders = [{ market: 'BTC_USDT', side: 'buy', amount: '0.001', price: '40000' }]
    call(endpoints.bulkLimitOrders.path, { body: { orders } })
    ask('deals_subscribe', [['ETH_USDT']])
    priceTo('BTC_USDT', '39000')
    expect(dealsIn(wait(2))).toEqual([])
    call(endpoints.bulkLimitOrders.path, { body: { orders: [{ ...orders[0], price: '38000' }] } })
    ask('deals_subscribe', [['BTC_USDT']])
    priceTo('BTC_USDT', '37000')
    const [deal, ...more] = dealsIn(wait(2))
    expect(more).toEqual([])
    expect(deal?.slice(4, 6)).toEqual(['38000', '0.001'])
    expect(deal?.slice(8)).toEqual([2, 1, 'USDT'])
  })

  it('include the close of a position, and need authorization and one list', () => {
    const { authorize, ask, only, wait, call, world } = setup()
    expect(only('deals_subscribe', [[]])).toMatchObject({ error: { code: 6 } })
    authorize()
    for (const params of [[], ['BTC_USDT'], [[], []], [['NO_SUCH']]])
      expect(only('deals_subscribe', params).error).not.toBeNull()
    ask('deals_subscribe', [[]])
    const position = world.positions.find(({ market }) => market === 'LINK_PERP')
    if (position === undefined) throw new Error('no position')
    const amount = position.amount.replace('-', '')
    call(beyondSpecification.closePosition.path, {
      body: { market: position.market, positionId: position.id },
    })
    expect(dealsIn(wait(1)).map((deal) => [deal[2], deal[5], deal[9]])).toEqual([
      ['LINK_PERP', amount, 2],
    ])
  })
})

describe('the same seed and the same script', () => {
  it('give the same bytes', () => {
    const script = (): string[] => {
      const { authorize, ask, session, advance, call } = setup('margin-call')
      const said = [JSON.stringify(authorize())]
      for (const name of [
        'balanceSpot',
        'balanceMargin',
        'positionsMargin',
        'positionsAccountMargin',
      ])
        said.push(JSON.stringify(ask(`${name}_subscribe`)))
      said.push(JSON.stringify(ask('lastprice_subscribe', ['BTC_USDT', 'BTC_PERP'])))
      for (let n = 0; n < 200; n += 1) {
        if (n % 20 === 0)
          call(endpoints.collateralMarketOrder.path, {
            body: { market: 'ETH_PERP', side: n % 40 === 0 ? 'buy' : 'sell', amount: '0.01' },
          })
        advance(3)
        said.push(...session.updates())
      }
      return said
    }
    const first = script()
    expect(first.length).toBeGreaterThan(500)
    expect(script()).toEqual(first)
  })
})
