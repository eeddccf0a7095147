import { describe, expect, it } from 'vitest'
import { bodyToKeep, CallRecord } from '../../../src/simulator/call-record.js'
import { control, type ControlAnswer, type ControlPorts } from '../../../src/simulator/control.js'
import { Faults } from '../../../src/simulator/faults.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

function setup() {
  const simulated = simulatedService()
  const { world, advance } = simulated
  const faults = new Faults()
  const ports: ControlPorts = {
    world: () => world,
    advance,
    reset: () => undefined,
    faults,
    calls: new CallRecord(),
  }
  const pull = (method: string, name: string, body: unknown = {}): ControlAnswer =>
    control(ports, method, `/__sim/${name}`, body)
  const words = (method: string, name: string, body: unknown): string => {
    const answer = pull(method, name, body)
    expect(answer.status).toBe(400)
    return (answer.body as { error: string }).error
  }
  return { ...simulated, faults, pull, words }
}

describe('account controls', () => {
  it('set one of the known leverages, and the mode while nothing is open', () => {
    const { pull, words, world } = setup()
    expect(pull('POST', 'account', { leverage: '20' })).toEqual({
      status: 200,
      body: { hedgeMode: false, leverage: '20' },
    })
    expect(words('POST', 'account', { leverage: '7' })).toContain('"leverage"')
    expect(words('POST', 'account', { hedgeMode: true, leverage: '5' })).toContain(
      'while positions are open',
    )
    expect(world.leverage).toBe('20')
    world.positions = []
    expect(pull('POST', 'account', { hedgeMode: true })).toEqual({
      status: 200,
      body: { hedgeMode: true, leverage: '20' },
    })
  })

  it('remove every permission of a key, and restore it', () => {
    const { pull, call } = setup()
    pull('POST', 'key', { name: 'full', collateral: false, barred: [endpoints.mainBalance.path] })
    expect(call(endpoints.openPositions.path).status).toBe(403)
    expect(call(endpoints.mainBalance.path).status).toBe(403)
    pull('POST', 'key', { name: 'full', collateral: true, barred: [] })
    expect(call(endpoints.openPositions.path).status).toBe(200)
    expect(call(endpoints.mainBalance.path).status).toBe(200)
  })

  it('halt and reopen a market', () => {
    const { pull, words, call } = setup()
    const order = { body: { market: 'BTC_USDT', side: 'buy', amount: '0.01' } }
    pull('POST', 'market', { market: 'BTC_USDT', halted: true })
    expect(call(endpoints.collateralMarketOrder.path, order).status).toBe(422)
    pull('POST', 'market', { market: 'BTC_USDT', halted: false })
    expect(call(endpoints.collateralMarketOrder.path, order).status).toBe(200)
    expect(words('POST', 'market', { market: 'NO_SUCH', halted: true })).toBe(
      'There is no market "NO_SUCH".',
    )
  })

  it('make a market thin and deep again, by whole steps of its amounts', () => {
    const { pull, words, call, advance, world } = setup()
    const depth = world.markets['BTC_USDT']?.depth
    const buy = () =>
      call(endpoints.collateralMarketOrder.path, {
        body: { market: 'BTC_USDT', side: 'buy', amount: '0.01' },
      }).json
    expect(pull('POST', 'market', { market: 'BTC_USDT', depth: '0.0003' })).toEqual({
      status: 200,
      body: { market: 'BTC_USDT', halted: false, depth: '0.0003' },
    })
    expect(buy()).toMatchObject({ deal_stock: '0.006', left: '0.004', status: 'CANCELLED' })
    advance(1)
    expect(pull('POST', 'market', { market: 'BTC_USDT', depth }).body).toMatchObject({ depth })
    expect(buy()).toMatchObject({ left: '0', status: 'FILLED' })
    expect(words('POST', 'market', { market: 'BTC_USDT', depth: '0.00001' })).toBe(
      '"depth": must be a multiple of 0.0001.',
    )
    expect(words('POST', 'market', { market: 'BTC_USDT', depth: '0' })).toContain(
      'must be above zero',
    )
    expect(words('POST', 'market', { market: 'BTC_USDT', depth: 1 })).toContain('"depth"')
    expect(world.markets['BTC_USDT']?.depth).toBe(depth)
  })

  it('remove and restore the current figures of a future', () => {
    const { pull, words, service } = setup()
    const figures = () => {
      const request = {
        method: 'GET',
        path: endpoints.futures.path,
        headers: {},
        body: Buffer.alloc(0),
      }
      const { result } = JSON.parse(service.encode(service.reply(request).answer).text) as {
        result: Record<string, unknown>[]
      }
      return result.find(({ ticker_id: name }) => name === 'BTC_PERP')
    }
    const before = figures()
    expect(pull('POST', 'market', { market: 'BTC_PERP', snapshot: false }).body).toMatchObject({
      market: 'BTC_PERP',
      snapshot: false,
    })
    expect(figures()).toEqual({ ...before, mark_price: '', index_price: '', funding_rate: '' })
    expect(pull('POST', 'market', { market: 'BTC_PERP', halted: false }).body).toMatchObject({
      snapshot: false,
    })
    pull('POST', 'market', { market: 'BTC_PERP', snapshot: true })
    expect(figures()).toEqual(before)
    expect(words('POST', 'market', { market: 'BTC_USDT', halted: true, snapshot: false })).toBe(
      '"snapshot": only a futures market has one.',
    )
    expect(service.world.markets['BTC_USDT']?.halted).toBe(false)
  })

  it('set the loan to an exact LTV, never below zero', () => {
    const { pull, words, call } = setup()
    pull('POST', 'loan', { currentLtv: '75.01' })
    expect(call(endpoints.creditLine.path).json).toMatchObject({ currentLtv: '75.01' })
    expect(words('POST', 'loan', { currentLtv: '-1' })).toContain('must not be below zero')
  })
})

describe('flexible investment controls', () => {
  it('open, add to, withdraw from and close one, each with its record', () => {
    const { pull, world, call } = setup()
    const [plan] = world.flexPlans
    const opened = pull('POST', 'flex', {
      act: 'open',
      plan: plan?.id,
      amount: '100',
      reinvest: true,
    })
    const { id } = opened.body as { id: string }
    expect(pull('POST', 'flex', { act: 'invest', investment: id, amount: '50.5' })).toMatchObject({
      status: 200,
      body: { amount: '150.5' },
    })
    expect(pull('POST', 'flex', { act: 'withdraw', investment: id, amount: '0.5' })).toMatchObject({
      status: 200,
      body: { amount: '150' },
    })
    expect(pull('POST', 'flex', { act: 'close', investment: id })).toEqual({
      status: 200,
      body: { closed: id },
    })
    const { data } = call(endpoints.flexHistory.path, { body: { investment: id } }).json as {
      data: { actionType: number; amount: string }[]
    }
    expect(data.map(({ actionType, amount }) => [actionType, amount]).toReversed()).toEqual([
      [6, '100'],
      [1, '100'],
      [1, '50.5'],
      [3, '0.5'],
      [5, '150'],
    ])
  })

  it('refuse invalid actions with a message', () => {
    const { words, world } = setup()
    const plan = world.flexPlans[0]?.id
    const investment = world.flexInvestments[0]?.id
    expect(words('POST', 'flex', { act: 'open', plan: 'x', amount: '1' })).toContain(
      'There is no plan "x".',
    )
    expect(words('POST', 'flex', { act: 'open', plan, amount: '1000000' })).toBe(
      'The main balance does not hold that much.',
    )
    expect(words('POST', 'flex', { act: 'invest', investment: 'x', amount: '1' })).toBe(
      'There is no open investment "x".',
    )
    expect(words('POST', 'flex', { act: 'invest', investment, amount: '1000000' })).toBe(
      'The main balance does not hold that much.',
    )
    expect(words('POST', 'flex', { act: 'withdraw', investment, amount: '1000000' })).toContain(
      'To take everything, close it.',
    )
    expect(words('POST', 'flex', { act: 'invest', investment, amount: '0' })).toContain(
      'must be above zero',
    )
    expect(words('POST', 'flex', { act: 'dance' })).toContain('"act"')
    expect(words('POST', 'flex', { act: 'close', investment, amount: '1' })).toContain(
      'There is no field "amount" here.',
    )
  })
})

describe('the mining account control', () => {
  it('changes its payout destination, and back', () => {
    const { pull, call } = setup()
    const look = () =>
      call(endpoints.payoutDestination.path, { body: { accountName: 'my_miner_01' } }).json
    const away = {
      accountName: 'my_miner_01',
      payoutDestination: 'external_address',
      externalAddress: 'bc1qaway',
    }
    expect(pull('POST', 'payout', away).status).toBe(200)
    expect(look()).toMatchObject({
      payoutDestination: 'external_address',
      externalAddress: 'bc1qaway',
    })
    expect(
      pull('POST', 'payout', { accountName: 'my_miner_01', payoutDestination: 'main_balance' })
        .status,
    ).toBe(200)
    expect(look()).toMatchObject({ payoutDestination: 'main_balance', externalAddress: null })
  })

  it('refuses invalid actions with a message', () => {
    const { words, world } = setup()
    const before = structuredClone(world.miningAccounts)
    const accountName = 'my_miner_01'
    expect(words('POST', 'payout', { accountName: 'x', payoutDestination: 'main_balance' })).toBe(
      'There is no mining account "x".',
    )
    expect(words('POST', 'payout', { accountName, payoutDestination: 'elsewhere' })).toContain(
      '"payoutDestination"',
    )
    expect(
      words('POST', 'payout', { accountName, payoutDestination: 'external_address' }),
    ).toContain('"externalAddress"')
    expect(
      words('POST', 'payout', {
        accountName,
        payoutDestination: 'main_balance',
        externalAddress: 'bc1q',
      }),
    ).toContain('and with no other')
    expect(world.miningAccounts).toEqual(before)
  })
})

describe('every control', () => {
  it.each<[string, string, Record<string, unknown>?]>([
    ['GET', 'health'],
    ['GET', 'state'],
    ['GET', 'calls'],
    ['GET', 'fault'],
    ['DELETE', 'fault'],
    ['POST', 'reset'],
    ['POST', 'advance', { seconds: 1 }],
    ['POST', 'price', { market: 'BTC_USDT', price: '58000' }],
    ['POST', 'loan', { currentLtv: '76' }],
    ['POST', 'market', { market: 'BTC_USDT', halted: true }],
    ['POST', 'account', { leverage: '20' }],
    ['POST', 'payout', { accountName: 'my_miner_02', payoutDestination: 'main_balance' }],
    ['POST', 'storm', { on: true }],
    ['POST', 'key', { name: 'full', enabled: false }],
    ['POST', 'fault', { times: 1 }],
  ])('refuses an unknown field without any effect: %s %s', (method, name, body = {}) => {
    const { words, world, faults } = setup()
    const before = structuredClone(world)
    expect(words(method, name, { ...body, surprise: 1 })).toBe('There is no field "surprise" here.')
    expect(world).toEqual(before)
    expect(faults.all()).toEqual([])
  })
})

describe('failure controls', () => {
  it('start and stop a storm', () => {
    const { pull, world } = setup()
    expect(pull('POST', 'storm', { on: true })).toEqual({ status: 200, body: { on: true } })
    expect(world.storm).not.toBeNull()
    pull('POST', 'storm', { on: false })
    expect(world.storm).toBeNull()
  })

  it.each([
    { 'bad name': 'x' },
    { name: 'line\nbreak' },
    { name: 5 },
    { trailer: 'x' },
    'x',
    ['x'],
    null,
  ])('refuse a header that HTTP cannot carry: %j', (headers) => {
    const { words, faults } = setup()
    expect(words('POST', 'fault', { headers })).toContain('"headers')
    expect(faults.all()).toEqual([])
  })

  it('apply to calls in the requested order and number', () => {
    const { pull, faults } = setup()
    pull('POST', 'fault', { path: '/a', times: 1, status: 500 })
    pull('POST', 'fault', { status: 503, times: 2 })
    expect(['/a', '/a', '/b', '/b'].map((path) => faults.take(path)?.status)).toEqual([
      500,
      503,
      503,
      undefined,
    ])
  })
})

describe('after any control that keeps the exchange working', () => {
  it.each([
    ['advance', [{ seconds: 3600 }, { seconds: 86_400 }]],
    ['price', ['44000', '80000', '64000'].map((price) => ({ market: 'BTC_USDT', price }))],
    [
      'loan',
      [{ currentLtv: '76' }, { currentLtv: '90' }, { currentLtv: null }, { currentLtv: '25' }],
    ],
    ['account', [{ leverage: '20' }, { leverage: '10' }]],
    ['market', [true, false].map((halted) => ({ market: 'ETH_USDT', halted }))],
    ['market', [true, false].map((halted) => ({ market: 'BTC_USDT', halted }))],
    [
      'payout',
      [
        {
          accountName: 'my_miner_01',
          payoutDestination: 'external_address',
          externalAddress: 'bc1qaway',
        },
      ],
    ],
    ['key', [false, true].map((trading) => ({ name: 'full', trading }))],
    ['storm', [true, false].map((on) => ({ on }))],
    ['fault', [{ path: endpoints.mainBalance.path, status: 503 }]],
  ])('an order is filled: %s', (lever, bodies) => {
    const { pull, call } = setup()
    for (const body of bodies) expect(pull('POST', lever, body).status).toBe(200)
    const filled = call(endpoints.collateralMarketOrder.path, {
      body: { market: 'BTC_USDT', side: 'buy', amount: '0.001' },
    })
    expect(filled).toMatchObject({ status: 200, json: { status: 'FILLED', left: '0' } })
    const resting = { market: 'BTC_USDT', side: 'buy', amount: '0.001', price: '20000' }
    expect(
      call(endpoints.bulkLimitOrders.path, { body: { orders: [resting] } }).json,
    ).toMatchObject([{ result: { status: 'NEW' } }])
  })
})

describe('the call log', () => {
  it('keeps the newest five thousand, oldest first, and only the length of a very large body', () => {
    const record = new CallRecord()
    const call = {
      method: 'POST',
      path: '/',
      keyName: null,
      nonce: null,
      body: null,
      ignored: [],
      outcome: { status: 200, executed: true, dropped: false },
    }
    for (let at = 1; at <= 12_345; at += 1) record.add({ ...call, at })
    const kept = record.all().map(({ at }) => at)
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([5000, 7346, 12_345])
    expect(bodyToKeep({ a: 1 }, 20_000)).toEqual({ a: 1 })
    expect(bodyToKeep({ a: 1 }, 20_001)).toEqual({ bytes: 20_001 })
  })
})
