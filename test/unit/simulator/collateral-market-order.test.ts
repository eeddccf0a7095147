import { describe, expect, it } from 'vitest'
import { add, divide, multiply, negate, subtract } from '../../../src/shared/money.js'
import { sumOf } from '../../../src/simulator/world.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  collateralAccount as setup,
  order,
  path,
  priceTo,
} from '../../support/simulated-collateral.js'
import { simulatedService } from '../../support/simulated-service.js'

describe('request fields', () => {
  it.each([
    [{ market: undefined }, 30, { market: ['Market field is required.'] }],
    [{ market: '' }, 31, { market: ['Market field should not be empty string.'] }],
    [{ market: 5 }, 31, { market: ['Market field format is invalid.'] }],
    [{ market: 'NO_SUCH' }, 31, { market: ['Market is not available.'] }],
    [{ market: 'constructor' }, 31, { market: ['Market is not available.'] }],
    [{ market: 'DOGE_USDT' }, 31, { market: ['Market is not available.'] }],
    [{ side: undefined }, 30, { side: ['Side field is required.'] }],
    [{ side: 'hold' }, 30, { side: ["Side field should contain only 'buy' or 'sell' values."] }],
    [{ amount: undefined }, 30, { amount: ['Amount field is required.'] }],
    [{ amount: 'much' }, 32, { amount: ['Amount field should be numeric string.'] }],
    [{ amount: '1e-3' }, 32, { amount: ['Amount field should be numeric string.'] }],
    [{ amount: '0' }, 32, { amount: ['Amount should be greater than 0.'] }],
    [{ amount: '-0.01' }, 32, { amount: ['Amount should be greater than 0.'] }],
    [{ amount: '0.00001' }, 32, { amount: ['Given amount is less than min amount 0.0001.'] }],
    [{ amount: '0.01005' }, 32, { amount: ['Min amount step = 0.0001'] }],
    [{ market: 'BTC_PERP', amount: '0.0015' }, 32, { amount: ['Should be a multiple of 0.001.'] }],
    [{ market: 'XRP_PERP', amount: '15' }, 32, { amount: ['Should be a multiple of 10.'] }],
    [{ client_order_id: 7 }, 36, { client_order_id: ['ClientOrderId field should be a string.'] }],
    [
      { client_order_id: 'a b' },
      36,
      {
        client_order_id: [
          'ClientOrderId field should contain only latin letters, numbers and dashes.',
        ],
      },
    ],
    [
      { client_order_id: 'x'.repeat(65) },
      36,
      {
        client_order_id: [
          'ClientOrderId field should contain only latin letters, numbers and dashes.',
        ],
      },
    ],
    [{ stopLoss: 'low' }, 30, { stopLoss: ['Stop loss field should be numeric string.'] }],
    [{ takeProfit: '-1' }, 30, { takeProfit: ['Take profit should be greater than 0.'] }],
    [{ takeProfit: '70000.123' }, 30, { takeProfit: ['Min price step = 0.01'] }],
    [
      { positionSide: 'UP' },
      30,
      {
        positionSide: ["Position side field should contain only 'LONG', 'SHORT' or 'BOTH' values."],
      },
    ],
  ])('%j is refused with code %i', (body, code, errors) => {
    const { place, world } = setup()
    expect(place(body)).toMatchObject({
      status: 422,
      json: { code, message: 'Validation failed', errors },
    })
    expect(world.positions).toEqual([])
  })

  it('names every invalid field at once', () => {
    const { json } = setup().place({ market: 'NO_SUCH', side: 'hold', amount: 'much' })
    expect(Object.keys((json as { errors: object }).errors)).toEqual(['market', 'side', 'amount'])
  })

  it('accepts a JSON number for an amount or a price in the live dialect only: section 2 requires strings', () => {
    const numbers = { amount: 0.01, stopLoss: 50_000, takeProfit: 70_000 }
    expect(setup().place(numbers)).toMatchObject({
      status: 422,
      json: {
        code: 32,
        errors: {
          amount: ['Amount field should be numeric string.'],
          stopLoss: ['Stop loss field should be numeric string.'],
          takeProfit: ['Take profit field should be numeric string.'],
        },
      },
    })
    const live = simulatedService({ scene: 'calm', dialect: 'live' })
    const body = { market: 'BTC_USDT', side: 'buy', ...numbers }
    expect(live.call(endpoints.collateralMarketOrder.path, { body })).toMatchObject({
      status: 200,
      json: { amount: '0.01' },
    })
    const wrong = live.call(endpoints.collateralMarketOrder.path, {
      body: { ...body, amount: 'much' },
    })
    expect(wrong).toMatchObject({
      json: { errors: { amount: ['Amount field should be numeric string or number.'] } },
    })
  })
})

describe('execution', () => {
  it('answers with the order of section 2.4', () => {
    const { json } = setup().place({
      client_order_id: 'order1987111',
      stopLoss: '50000',
      takeProfit: '70000',
    })
    expect(json).toEqual({
      order_id: expect.any(Number),
      client_order_id: 'order1987111',
      market: 'BTC_USDT',
      side: 'buy',
      type: 'market',
      timestamp: expect.any(Number),
      deal_money: '600.03',
      deal_stock: '0.01',
      amount: '0.01',
      left: '0',
      deal_fee: '0.60003',
      status: 'FILLED',
      stp: 'no',
      oto: { otoId: expect.any(Number), stopLoss: '50000', takeProfit: '70000' },
      positionSide: 'BOTH',
    })
  })

  it.each([{ stopLoss: '50000' }, { takeProfit: '70000' }])(
    'includes only what is set in oto and tpsl: %j',
    (level) => {
      const { place, call } = setup()
      expect(place(level)).toMatchObject({
        json: { oto: { otoId: expect.any(Number) as number, ...level } },
      })
      const [name] = Object.keys(level)
      expect(Object.keys((place(level).json as { oto: object }).oto)).toEqual(['otoId', name])
      const [position] = call(endpoints.openPositions.path).json as { tpsl: object }[]
      expect(position?.tpsl).toEqual({ [`${name}Id`]: expect.any(Number) as number, ...level })
    },
  )

  it('has an empty client order id and no oto if none was given', () => {
    const { json } = setup().place({})
    expect(json).toMatchObject({ client_order_id: '' })
    expect(json).not.toHaveProperty('oto')
  })

  it('opens, increases, reduces, closes and flips', () => {
    const { place, world } = setup()
    const amounts = () => world.positions.map((position) => position.amount)
    place({ amount: '0.02' })
    expect(amounts()).toEqual(['0.02'])
    place({ amount: '0.01' })
    expect(amounts()).toEqual(['0.03'])
    place({ side: 'sell', amount: '0.02' })
    expect(amounts()).toEqual(['0.01'])
    place({ side: 'sell', amount: '0.01' })
    expect(amounts()).toEqual([])
    place({ side: 'sell', amount: '0.01' })
    expect(amounts()).toEqual(['-0.01'])
    place({ side: 'buy', amount: '0.03' })
    expect(amounts()).toEqual(['0.02'])
    expect(sumOf(world.ledger, 'USDT')).toBe('0')
  })

  it('averages the base price of additions', () => {
    const { place, world } = setup()
    place({ amount: '0.01' })
    priceTo(world, 'BTC_USDT', '66000')
    place({ amount: '0.02' })
    expect(world.positions[0]?.basePrice).toBe('64003.2')
  })

  it('realises the result of the reduced part, and nothing else', () => {
    const { place, world } = setup()
    place({ amount: '0.02' })
    const bought = world.positions[0]?.basePrice
    priceTo(world, 'BTC_USDT', '66000')
    place({ side: 'sell', amount: '0.01' })
    expect(bought).toBe('60003')
    expect(world.positions[0]).toMatchObject({ basePrice: '60003', realizedPnl: '59.937' })
  })

  it('settles accrued funding when the position changes, and never accrues any on futures', () => {
    const { place, world, advance } = setup()
    place({ amount: '0.02' })
    place({ market: 'BTC_PERP', amount: '0.02' })
    advance(7200)
    const [margin, futures] = world.positions
    expect(margin?.unrealizedFunding).not.toBe('0')
    expect(margin?.funding).toBe('0')
    expect(futures).toMatchObject({ funding: '0', unrealizedFunding: '0' })
    const accrued = margin?.unrealizedFunding
    place({ side: 'sell', amount: '0.01' })
    expect(world.positions[0]).toMatchObject({ funding: accrued, unrealizedFunding: '0' })
  })

  it('refuses what the margin does not cover', () => {
    const { place, world } = setup()
    expect(place({ amount: '2' })).toMatchObject({
      status: 422,
      json: {
        code: 10,
        message: 'Inner validation failed',
        errors: { amount: ['Not enough balance.'] },
      },
    })
    expect(world.positions).toEqual([])
    expect(place({ amount: '1.5' }).status).toBe(200)
  })

  it('refuses what is worth too little, unless it reduces a position', () => {
    const { place, world } = setup()
    const little = { market: 'XRP_USDT', amount: '2' }
    expect(place(little)).toMatchObject({
      status: 422,
      json: {
        code: 32,
        errors: { amount: ['Total amount should be no less than 5.05 + trade fee'] },
      },
    })
    place({ ...little, amount: '100' })
    expect(place({ ...little, side: 'sell' }).status).toBe(200)
    expect(world.positions[0]?.amount).toBe('98')
  })

  it('refuses a position beyond the maximum size', () => {
    const { place, world } = setup()
    world.ledger.collateral['USDT'] = '9000000'
    world.ledger.house['USDT'] = '-9000000'
    expect(place({ amount: '84' })).toMatchObject({
      status: 422,
      json: { code: 111, errors: { amount: ['margin position too big'] } },
    })
    expect(place({ amount: '80' }).status).toBe(200)
  })

  it('refuses every order while trading is halted', () => {
    const { place, world } = setup()
    const market = world.markets['BTC_USDT']
    if (market !== undefined) market.halted = true
    expect(place({})).toMatchObject({
      status: 422,
      json: { code: 51, errors: { price: ['Trading in the market is not allowed.'] } },
    })
  })

  it('uses less margin at a higher leverage', () => {
    const { place, world, call } = setup()
    const margin = () =>
      (call(endpoints.openPositions.path).json as { margin: string }[])[0]?.margin
    place({ amount: '0.1' })
    expect(margin()).toBe('600.03')
    world.leverage = '20'
    expect(margin()).toBe('300.015')
    expect(place({ amount: '2.8' }).status).toBe(200)
  })
})

describe('client order ids', () => {
  it('are unique in the specification’s dialect, even after the order is done', () => {
    const { place } = setup()
    expect(place({ client_order_id: 'one' }).status).toBe(200)
    expect(place({ client_order_id: 'one' })).toMatchObject({
      status: 422,
      json: {
        code: 36,
        errors: {
          client_order_id: ['This client order id is already used by the current account.'],
        },
      },
    })
  })

  it('are not used up by a refused order', () => {
    const { place } = setup()
    place({ client_order_id: 'one', amount: '2' })
    expect(place({ client_order_id: 'one' }).status).toBe(200)
  })

  it('are silently ignored in the other spelling', () => {
    const live = simulatedService({ dialect: 'live' })
    expect(live.call(path, { body: { ...order, client_order_id: 'one' } }).json).toMatchObject({
      clientOrderId: '',
    })
    expect(live.call(path, { body: { ...order, clientOrderId: 'two' } }).json).toMatchObject({
      clientOrderId: 'two',
    })
    expect(setup().place({ clientOrderId: 'one' }).json).toMatchObject({ client_order_id: '' })
  })
})

describe('hedge mode', () => {
  const setupHedge = () => {
    const simulated = setup()
    simulated.world.hedgeMode = true
    return simulated
  }

  it('allows long and short side by side on futures', () => {
    const { place, world } = setupHedge()
    place({ market: 'BTC_PERP', positionSide: 'LONG' })
    expect(place({ market: 'BTC_PERP', side: 'sell', positionSide: 'SHORT' }).json).toMatchObject({
      positionSide: 'SHORT',
    })
    expect(world.positions.map((position) => [position.side, position.amount])).toEqual([
      ['LONG', '0.01'],
      ['SHORT', '-0.01'],
    ])
  })

  it.each([undefined, 'BOTH'])('refuses the position side %s on futures', (positionSide) => {
    expect(setupHedge().place({ market: 'BTC_PERP', positionSide })).toMatchObject({
      status: 422,
      json: {
        code: 114,
        errors: { hedgeMode: ["Order's position side does not match user's setting"] },
      },
    })
  })

  it('reduces no more than is there', () => {
    const { place } = setupHedge()
    place({ market: 'BTC_PERP', positionSide: 'LONG' })
    expect(
      place({ market: 'BTC_PERP', positionSide: 'LONG', side: 'sell', amount: '0.02' }),
    ).toMatchObject({
      status: 422,
      json: { code: 116 },
    })
    expect(place({ market: 'BTC_PERP', positionSide: 'LONG', side: 'sell' }).status).toBe(200)
  })

  it('makes every position BOTH when off', () => {
    expect(setup().place({ positionSide: 'LONG' }).json).toMatchObject({ positionSide: 'BOTH' })
  })
})

describe('open positions', () => {
  it('returns one market’s on request', () => {
    const { call } = simulatedService()
    const positions = call(endpoints.openPositions.path, { body: { market: 'BTC_PERP' } }).json
    expect(positions).toMatchObject([
      {
        market: 'BTC_PERP',
        funding: '0',
        unrealizedFunding: '0',
        tpsl: null,
        liquidationPrice: null,
      },
    ])
    expect(call(endpoints.openPositions.path, { body: { market: 'XRP_PERP' } }).json).toEqual([])
  })

  it('have the figures of section 2.7, in the direction of each', () => {
    const { place, world, call } = setup()
    place({ amount: '0.1' })
    place({ market: 'ETH_USDT', side: 'sell', amount: '2' })
    const bases = world.positions.map(({ basePrice }) => basePrice)
    const [base = '', short = ''] = bases
    priceTo(world, 'BTC_USDT', '63000')
    priceTo(world, 'ETH_USDT', '3300')
    const [long, other] = call(endpoints.openPositions.path).json as Record<string, string>[]
    const percent = (from: string, to: string): string =>
      divide(multiply(subtract(to, from), '100'), from, 2)
    expect(base).toBe('60003')
    expect(long).toMatchObject({
      amount: '0.1',
      pnl: '0',
      unrealizedPnl: '299.7',
      pnlPercent: percent(base, '63000'),
      margin: '600.03',
    })
    const lost = negate(multiply('2', subtract('3300', short)))
    expect(other).toMatchObject({
      amount: '-2',
      pnl: '0',
      unrealizedPnl: lost,
      pnlPercent: negate(percent(short, '3300')),
    })
    const bound = add(long?.['margin'] ?? '', other?.['margin'] ?? '')
    const equity = add(world.ledger.collateral['USDT'] ?? '', add('299.7', lost))
    expect([long?.['freeMargin'], other?.['freeMargin']]).toEqual([
      subtract(equity, bound),
      subtract(equity, bound),
    ])
    place({ side: 'sell', amount: '0.04' })
    const closed = call(endpoints.openPositions.path, { body: { market: 'BTC_USDT' } }).json
    expect(closed).toMatchObject([
      {
        amount: '0.06',
        pnl: multiply('0.04', subtract('62996.85', base)),
        unrealizedPnl: '179.82',
      },
    ])
  })

  it.each([
    [5, 30],
    ['', 31],
    ['NO_SUCH', 31],
  ])('refuses the market %j', (market, code) => {
    expect(
      simulatedService().call(endpoints.openPositions.path, { body: { market } }),
    ).toMatchObject({ status: 422, json: { code } })
  })
})
