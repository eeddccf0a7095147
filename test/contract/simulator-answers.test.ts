import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/v4/endpoints.js'
import { isRefusal, privateError } from '../../src/v4/errors.js'
import { sceneNames } from '../../src/simulator/scenes.js'
import { documentedAsks, misfitsIn } from '../support/documented-answers.js'
import { simulatedService } from '../support/simulated-service.js'

/** Refusals as printed in the public documents or captured. */
const documentedRefusals: unknown[] = [
  { code: 0, errors: {}, message: 'Too many requests.' },
  { code: 0, message: 'Your nonce is more than 5 seconds lesser than the current nonce.' },
  { code: 9, message: 'Invalid payload.' },
  { code: 10, message: 'Unauthorized request.' },
  { code: 2, message: 'This action is unauthorized. Enable your key in API settings' },
  { code: 4, message: 'This API Key is not authorized to perform this action.' },
  { code: 0, errors: {}, message: 'This action is unauthorized.' },
  {
    success: false,
    code: 0,
    message:
      "You don't have permission to use this endpoint. Please contact support for more details",
  },
  { code: 0, message: '' },
  { code: 0, message: 'No active loan at the moment' },
  { code: 0, message: 'Validation failed', errors: { user: ['Mining account not found.'] } },
  { code: 0, message: 'Validation failed', errors: { id: ['Investment not found'] } },
  {
    code: 0,
    message: 'Inner validation failed',
    errors: { error: ['Investment is already closed'] },
  },
  {
    code: 0,
    message: 'Validation failed',
    errors: { 'actionTypes.0': ['The selected action type is invalid.'] },
  },
  { code: 10, message: 'Inner validation failed', errors: { amount: ['Not enough balance.'] } },
  {
    code: 30,
    message: 'Validation failed',
    errors: { orderType: ['This order type is not available'] },
  },
  { code: 32, message: 'Validation failed', errors: [] },
]

const limitOrder = { side: 'buy', amount: '0.01', price: '40000', market: 'BTC_USDT' }

describe('refusals in the public documents', () => {
  it.each(documentedRefusals)('are understood: %j', (refusal) => {
    expect(privateError.safeParse(refusal).error).toBeUndefined()
  })

  it.each([
    { success: false, message: 'api.margin.unavailable', errors: [] },
    { success: false, message: { market: ['Market is not available.'] }, result: null },
    { success: false, message: 'Not found.', params: [] },
  ])('are understood on public paths: %j', (refusal) => {
    expect(isRefusal(refusal)).toBe(true)
  })
})

describe.each(['spec', 'live'] as const)(
  'every answer of the simulator in the %s dialect',
  (dialect) => {
    it.each(documentedAsks)('to %s %j is understood', (name, body) => {
      const { call } = simulatedService({ dialect })
      const answer = call(endpoints[name].path, { body })
      expect(answer.status).toBe(200)
      const read = endpoints[name].reply.safeParse(answer.json)
      expect(read.error).toBeUndefined()
      expect(misfitsIn(read.data)).toEqual([])
    })

    it.each(sceneNames)('in the scene %s is understood, including refusals', (scene) => {
      const { call, advance } = simulatedService({ dialect, scene })
      advance(45)
      for (const [name, body] of documentedAsks) {
        const answer = call(endpoints[name].path, { body })
        const shape = answer.status === 200 ? endpoints[name].reply : privateError
        const read = shape.safeParse(answer.json)
        expect(read.error, `${name}: ${answer.text}`).toBeUndefined()
        expect(misfitsIn(read.data), name).toEqual([])
      }
    })

    it('spells order fields as the dialect does', () => {
      const { call } = simulatedService({ dialect })
      const order = call(endpoints.collateralMarketOrder.path, {
        body: { market: 'BTC_USDT', side: 'buy', amount: '0.001' },
      })
      const bulk = call(endpoints.bulkLimitOrders.path, {
        body: { orders: [limitOrder, { ...limitOrder, amount: '0' }] },
      })
      const spec = dialect === 'spec'
      expect(order.json).toHaveProperty(spec ? 'order_id' : 'orderId')
      expect(order.json).not.toHaveProperty(spec ? 'orderId' : 'order_id')
      expect(bulk.json).toMatchObject([
        { result: { status: spec ? 'NEW' : 'OPEN' } },
        { error: { code: 32 } },
      ])
      expect(Object.keys((bulk.json as object[])[0] ?? {})).toEqual(
        spec ? ['result'] : ['result', 'error'],
      )
    })
  },
)

describe('paths the service does not know', () => {
  const get = (dialect: 'spec' | 'live', path: string) => {
    const { service } = simulatedService({ dialect })
    return service.encode(
      service.reply({ method: 'GET', path, headers: {}, body: Buffer.alloc(0) }).answer,
    )
  }

  it('are answered in the shape of section 2.3 if public, and of 2.2 otherwise', () => {
    const open = get('spec', '/api/v4/public/nothing')
    expect(open.status).toBe(404)
    expect(isRefusal(JSON.parse(open.text))).toBe(true)
    expect(JSON.parse(open.text)).toEqual({ success: false, message: 'Not found.', params: [] })
    expect(JSON.parse(get('spec', '/api/v4/nothing').text)).toEqual({
      code: 0,
      message: 'Not found.',
      errors: {},
    })
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

  it('includes empty assets, and knows a ticker', () => {
    expect(balance('live').json).toMatchObject({
      BSV: { main_balance: '0' },
      USDT: { main_balance: '18432.57' },
    })
    expect(balance('spec').json).not.toHaveProperty('BSV')
    expect(balance('live', { ticker: 'USDT' }).json).toEqual({ main_balance: '18432.57' })
    expect(balance('live', { ticker: 'NO_SUCH' }).json).toEqual({ main_balance: '0' })
    expect(balance('live', { ticker: 5 })).toMatchObject({
      status: 422,
      json: { code: 0, errors: { ticker: ['validation.string'] } },
    })
    expect(Object.keys(balance('spec', { ticker: 'USDT' }).json as object).length).toBeGreaterThan(
      3,
    )
  })
})
