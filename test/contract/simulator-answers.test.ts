import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/v4/endpoints.js'
import { isRefusal, privateError } from '../../src/v4/errors.js'
import { sceneNames } from '../../src/simulator/scenes.js'
import { simulatedService } from '../support/simulated-service.js'

const documented: Record<string, unknown[]> = {
  ping: [['pong']],
  mainBalance: [
    { BSV: { main_balance: '0' }, BTC: { main_balance: '0' }, XLM: { main_balance: '36.48' } },
    { BTC: { main_balance: '0' }, USDT: { main_balance: '100.50' } },
  ],
  flexHistory: [
    {
      data: [
        {
          createdAt: 1640995200,
          planId: '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
          investmentId: 'inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
          currency: 'USDT',
          amount: '15.75',
          transaction_id: 'tx_9f3e0d4c-2b5c-4d3e-8f6g-7a8b9c0d1e2f',
          actionType: 1,
        },
      ],
      limit: 50,
      offset: 0,
    },
  ],
  closeInvestment: [{}],
  collateralMarketOrder: [
    {
      orderId: 4180284841,
      clientOrderId: 'order1987111',
      market: 'BTC_USDT',
      side: 'buy',
      type: 'market',
      timestamp: 1595792396.165973,
      dealMoney: '0',
      dealStock: '0',
      amount: '0.001',
      left: '0.001',
      dealFee: '0',
      status: 'FILLED',
      stp: 'no',
      oto: { otoId: 29457221, stopLoss: '50000', takeProfit: '40000' },
      positionSide: 'LONG',
    },
  ],
  bulkLimitOrders: [
    [
      {
        result: {
          orderId: 4326248250,
          clientOrderId: '',
          market: 'BTC_USDT',
          side: 'buy',
          type: 'limit',
          timestamp: 1684916268.825564,
          dealMoney: '641.988',
          dealStock: '0.02',
          amount: '0.02',
          left: '0',
          dealFee: '1.283976',
          price: '40000',
          postOnly: false,
          ioc: false,
          status: 'FILLED',
          stp: 'no',
        },
        error: null,
      },
      {
        result: null,
        error: { code: 32, message: 'Validation failed', errors: { amount: ['Given amount is less than min amount 0.001.'] } },
      },
      {
        result: {
          orderId: 4326248252,
          clientOrderId: '',
          market: 'BTC_USDT',
          side: 'sell',
          type: 'limit',
          timestamp: 1684916268.825564,
          dealMoney: '0',
          dealStock: '0',
          amount: '0.02',
          left: '0.02',
          dealFee: '0',
          price: '41000',
          postOnly: false,
          ioc: false,
          status: 'NEW',
          stp: 'no',
          positionSide: 'BOTH',
          rpi: false,
          activated: 0,
          activationCondition: '',
          activation_price: '0',
        },
        error: null,
      },
    ],
  ],
  openPositions: [
    [
      {
        positionId: 527,
        market: 'BTC_USDT',
        openDate: 1651568067.789679,
        modifyDate: 1651568067.789679,
        amount: '0.1',
        basePrice: '45658.349',
        liquidationPrice: null,
        liquidationState: null,
        pnl: '-168.42',
        pnlPercent: '-0.43',
        margin: '8316.74',
        freeMargin: '619385.67',
        funding: '0',
        unrealizedFunding: '0.0019142920201966',
        unrealizedPnl: '0.0019142920201966',
        tpsl: { takeProfitId: 123, takeProfit: '50000', stopLossId: 124, stopLoss: '35000' },
        positionSide: 'LONG',
      },
      {
        positionId: 528,
        market: 'ETH_USDT',
        openDate: 1651568067.789679,
        modifyDate: 1651568067.789679,
        amount: '0.1',
        basePrice: '2810.5',
        liquidationPrice: null,
        liquidationState: 'margin_call',
        pnl: '-168.42',
        pnlPercent: '-0.43',
        margin: '8316.74',
        freeMargin: '619385.67',
        funding: '0',
        unrealizedFunding: '0.0019142920201966',
        unrealizedPnl: '0.0019142920201966',
        tpsl: null,
        positionSide: 'LONG',
      },
    ],
    [
      {
        positionId: 479975679,
        market: 'BTC_PERP',
        openDate: 1741941025.301187,
        modifyDate: 1741941025.301187,
        amount: '0.001',
        basePrice: '82498.7',
        liquidationPrice: '70177.2',
        liquidationState: null,
        pnl: '0',
        pnlPercent: '0.00',
        margin: '4.2',
        freeMargin: '10',
        funding: '0',
        unrealizedFunding: '0',
        tpsl: null,
      },
    ],
  ],
  creditLine: [
    {
      asset: 'BTC',
      amount: '1.5',
      totalFunding: '0.5',
      currentLtv: '25',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
      createdAt: 1715339355,
    },
  ],
  payoutDestination: [
    { payoutDestination: 'main_balance', externalAddress: null },
    { payoutDestination: 'external_address', externalAddress: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh' },
  ],
  streamToken: [{ websocket_token: 'your_current_token' }],
}

/** Refusals as they are printed in the public documents or were caught on the wire. */
const documentedRefusals: unknown[] = [
  { code: 0, errors: {}, message: 'Too many requests.' },
  { code: 0, message: 'Your nonce is more than 5 seconds lesser than the current nonce.' },
  { code: 9, message: 'Invalid payload.' },
  { code: 10, message: 'Unauthorized request.' },
  { code: 2, message: 'This action is unauthorized. Enable your key in API settings' },
  { code: 4, message: 'This API Key is not authorized to perform this action.' },
  { code: 0, errors: {}, message: 'This action is unauthorized.' },
  { success: false, code: 0, message: "You don't have permission to use this endpoint. Please contact support for more details" },
  { code: 0, message: '' },
  { code: 0, message: 'No active loan at the moment' },
  { code: 0, message: 'Validation failed', errors: { user: ['Mining account not found.'] } },
  { code: 0, message: 'Validation failed', errors: { id: ['Investment not found'] } },
  { code: 0, message: 'Inner validation failed', errors: { error: ['Investment is already closed'] } },
  { code: 0, message: 'Validation failed', errors: { 'actionTypes.0': ['The selected action type is invalid.'] } },
  { code: 10, message: 'Inner validation failed', errors: { amount: ['Not enough balance.'] } },
  { code: 30, message: 'Validation failed', errors: { orderType: ['This order type is not available'] } },
  { code: 32, message: 'Validation failed', errors: [] },
]

const limitOrder = { side: 'buy', amount: '0.01', price: '40000', market: 'BTC_USDT' }

const good: [keyof typeof endpoints, Record<string, unknown>][] = [
  ['mainBalance', {}],
  ['flexHistory', {}],
  ['openPositions', {}],
  ['openPositions', { market: 'BTC_USDT' }],
  ['creditLine', {}],
  ['payoutDestination', { accountName: 'my_miner_01' }],
  ['payoutDestination', { accountName: 'my_miner_02' }],
  ['streamToken', {}],
  ['collateralMarketOrder', { market: 'BTC_USDT', side: 'buy', amount: '0.001', stopLoss: '50000' }],
  ['collateralMarketOrder', { market: 'ETH_USDT', side: 'sell', amount: '0.01' }],
  ['bulkLimitOrders', { orders: [limitOrder, { ...limitOrder, amount: '0' }, { ...limitOrder, side: 'sell' }] }],
  ['closeInvestment', { id: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5' }],
]

describe('what the public documents show', () => {
  it.each(Object.entries(documented).flatMap(([name, samples]) => samples.map((sample) => [name, sample] as const)))(
    'is understood by the description of %s',
    (name, sample) => {
      const endpoint = endpoints[name as keyof typeof endpoints]
      expect(endpoint.reply.safeParse(sample).error).toBeUndefined()
    },
  )
})

describe('what the public documents show of refusals', () => {
  it.each(documentedRefusals)('is understood: %j', (refusal) => {
    expect(privateError.safeParse(refusal).error).toBeUndefined()
  })

  it.each([
    { success: false, message: 'api.margin.unavailable', errors: [] },
    { success: false, message: { market: ['Market is not available.'] }, result: null },
    { success: false, message: 'Not found.', params: [] },
  ])('is understood on public paths: %j', (refusal) => {
    expect(isRefusal(refusal)).toBe(true)
  })
})

describe.each(['spec', 'live'] as const)('every answer of the simulator in the %s dialect', (dialect) => {
  it.each(good)('to %s %j is understood', (name, body) => {
    const { call } = simulatedService({ dialect })
    const answer = call(endpoints[name].path, { body })
    expect(answer.status).toBe(200)
    expect(endpoints[name].reply.safeParse(answer.json).error).toBeUndefined()
  })

  it.each(sceneNames)('in the scene %s is understood, refusals too', (scene) => {
    const { call, advance } = simulatedService({ dialect, scene })
    advance(45)
    for (const [name, body] of good) {
      const answer = call(endpoints[name].path, { body })
      const shape = answer.status === 200 ? endpoints[name].reply : privateError
      expect(shape.safeParse(answer.json).error, `${name}: ${answer.text}`).toBeUndefined()
    }
  })

  it('spells order fields as the dialect does', () => {
    const { call } = simulatedService({ dialect })
    const order = call(endpoints.collateralMarketOrder.path, { body: { market: 'BTC_USDT', side: 'buy', amount: '0.001' } })
    const bulk = call(endpoints.bulkLimitOrders.path, { body: { orders: [limitOrder, { ...limitOrder, amount: '0' }] } })
    const spec = dialect === 'spec'
    expect(order.json).toHaveProperty(spec ? 'order_id' : 'orderId')
    expect(order.json).not.toHaveProperty(spec ? 'orderId' : 'order_id')
    expect(bulk.json).toMatchObject([{ result: { status: spec ? 'NEW' : 'OPEN' } }, { error: { code: 32 } }])
    expect(Object.keys((bulk.json as object[])[0] ?? {})).toEqual(spec ? ['result'] : ['result', 'error'])
  })
})

describe('paths the service does not know', () => {
  const get = (dialect: 'spec' | 'live', path: string) => {
    const { service } = simulatedService({ dialect })
    return service.encode(service.reply({ method: 'GET', path, headers: {}, body: Buffer.alloc(0) }).answer)
  }

  it('are answered in the shape of section 2.3 where they are public, and of 2.2 elsewhere', () => {
    const open = get('spec', '/api/v4/public/nothing')
    expect(open.status).toBe(404)
    expect(isRefusal(JSON.parse(open.text))).toBe(true)
    expect(JSON.parse(open.text)).toEqual({ success: false, message: 'Not found.', params: [] })
    expect(JSON.parse(get('spec', '/api/v4/nothing').text)).toEqual({ code: 0, message: 'Not found.', errors: {} })
  })

  it('have no body at all in the live dialect', () => {
    expect(get('live', '/api/v4/public/nothing')).toMatchObject({ status: 404, text: '' })
    expect(get('live', '/api/v4/nothing')).toMatchObject({ status: 404, text: '' })
  })
})

describe('the main balance in the live dialect', () => {
  const balance = (dialect: 'spec' | 'live', body: Record<string, unknown> = {}) => {
    const { call, world } = simulatedService({ dialect })
    world.ledger.main['BSV'] = '0'
    return call(endpoints.mainBalance.path, { body })
  }

  it('shows assets with nothing in them, and knows a ticker', () => {
    expect(balance('live').json).toMatchObject({ BSV: { main_balance: '0' }, USDT: { main_balance: '18432.57' } })
    expect(balance('spec').json).not.toHaveProperty('BSV')
    expect(balance('live', { ticker: 'USDT' }).json).toEqual({ main_balance: '18432.57' })
    expect(balance('live', { ticker: 'NO_SUCH' }).json).toEqual({ main_balance: '0' })
    expect(balance('live', { ticker: 5 })).toMatchObject({ status: 422, json: { code: 0, errors: { ticker: ['validation.string'] } } })
    expect(Object.keys(balance('spec', { ticker: 'USDT' }).json as object).length).toBeGreaterThan(3)
  })
})
