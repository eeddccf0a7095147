import { afterEach, describe, expect, it } from 'vitest'
import { startSimulator, type Simulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { readAnswer, signedCaller } from '../../support/signed-call.js'

const balance = endpoints.mainBalance.path
const loan = endpoints.creditLine.path
const running: Simulator[] = []

async function setup() {
  const simulator = await startSimulator({ port: 0, clock: () => 1_755_500_000, seed: 1 })
  running.push(simulator)
  const [key] = simulator.keys
  if (key === undefined) throw new Error('a key expected')
  const steer = async (
    method: string,
    name: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    readAnswer(
      await fetch(`${simulator.url}/__sim/${name}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  return { simulator, key, call: signedCaller(simulator.url, key), steer }
}

afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop()
})

describe('controls', () => {
  it('return the current state', async () => {
    const { steer } = await setup()
    expect((await steer('GET', 'health')).json).toEqual({
      ok: true,
      scene: 'calm',
      seed: 1,
      now: 1_755_500_000,
      millis: 1_755_500_000_000,
    })
  })

  it('move time, prices and the loan', async () => {
    const { steer, call } = await setup()
    expect((await steer('POST', 'advance', { seconds: 90 })).json).toEqual({
      now: 1_755_500_090,
      millis: 1_755_500_090_000,
    })
    expect((await steer('POST', 'price', { market: 'BTC_USDT', price: '59999.5' })).json).toEqual({
      market: 'BTC_USDT',
      price: '59999.5',
    })
    await steer('POST', 'loan', { currentLtv: '76.5' })
    expect((await call(loan)).json).toMatchObject({ currentLtv: '76.5', marginCallLtv: '75' })
    await steer('POST', 'advance', { seconds: 900 })
    expect((await call(loan)).json).not.toMatchObject({ currentLtv: '76.5' })
    await steer('POST', 'loan', { currentLtv: null })
    expect(await call(loan)).toMatchObject({
      status: 400,
      json: { message: 'No active loan at the moment' },
    })
    await steer('POST', 'loan', { currentLtv: '50' })
    expect((await call(loan)).json).toMatchObject({ currentLtv: '50' })
  })

  it('keep a price that was set', async () => {
    const { steer, simulator } = await setup()
    await steer('POST', 'price', { market: 'BTC_PERP', price: '30000' })
    await steer('POST', 'price', { market: 'ETH_USDT', price: '1000' })
    simulator.advance(600)
    expect(simulator.world.markets['BTC_PERP']?.ticks).toBeGreaterThan(290_000)
    expect(simulator.world.markets['BTC_PERP']?.ticks).toBeLessThan(310_000)
    expect(simulator.world.markets['ETH_PERP']?.ticks).toBeLessThan(105_000)
  })

  it('change the permissions of a key', async () => {
    const { steer, call } = await setup()
    await steer('POST', 'key', { name: 'full', enabled: false })
    expect((await call(balance)).status).toBe(403)
    await steer('POST', 'key', { name: 'full', enabled: true, b2b: false })
    expect((await call(balance)).status).toBe(200)
    expect((await call(endpoints.flexHistory.path)).status).toBe(403)
  })

  it('reset to the start of the scene', async () => {
    const { steer, call } = await setup()
    const first = await call(endpoints.openPositions.path, { nonce: '5' })
    await steer('POST', 'advance', { seconds: 500 })
    await steer('POST', 'reset')
    expect((await call(endpoints.openPositions.path, { nonce: '5' })).text).toBe(first.text)
  })

  it.each([
    ['POST', 'advance', { seconds: 1, minutes: 2 }, 400, 'There is no field "minutes" here.'],
    ['POST', 'advance', {}, 400, '"seconds"'],
    ['POST', 'advance', { seconds: -1 }, 400, '"seconds"'],
    ['POST', 'price', { market: 'NO_SUCH', price: '1' }, 400, 'There is no market "NO_SUCH".'],
    ['POST', 'price', { market: 'BTC_USDT', price: '1e5' }, 400, '"price"'],
    ['POST', 'price', { market: 'BTC_USDT', price: '0.001' }, 400, '"price"'],
    ['POST', 'loan', { currentLtv: 70 }, 400, '"currentLtv"'],
    ['POST', 'fault', { statuss: 500 }, 400, 'There is no field "statuss" here.'],
    ['POST', 'fault', { drop: 'during' }, 400, '"drop"'],
    ['POST', 'key', { name: 'nobody' }, 400, 'There is no key named "nobody".'],
    ['POST', 'history', { cancelled: 'no' }, 400, '"cancelled"'],
    ['POST', 'account', { hedgeMode: true }, 400, 'while positions are open'],
    ['GET', 'advance', undefined, 405, 'GET is not a method'],
    ['GET', 'nothing', undefined, 404, 'There is no control'],
  ])('%s %s %j is refused with a message', async (method, name, body, status, words) => {
    const { steer } = await setup()
    const answer = await steer(method, name, body)
    expect(answer.status).toBe(status)
    expect((answer.json as { error: string }).error).toContain(words)
  })

  it('are unreachable from web pages', async () => {
    const { steer } = await setup()
    expect(
      (await steer('POST', 'reset', undefined, { Origin: 'https://example.com' })).status,
    ).toBe(403)
  })

  it('are available without HTTP too', async () => {
    const { simulator, call } = await setup()
    expect(simulator.control('POST', 'loan', { currentLtv: '81' })).toEqual({
      status: 200,
      body: { currentLtv: '81' },
    })
    expect((await call(loan)).json).toMatchObject({ currentLtv: '81' })
  })
})

describe('the call log', () => {
  it('contains every call with its outcome, and never a secret', async () => {
    const { steer, call, simulator } = await setup()
    await call(balance, { nonce: '11' })
    await call(balance, { nonce: '11' })
    await call(balance, { nonce: '12', headers: { 'X-TXC-SIGNATURE': 'no' } })
    await fetch(`${simulator.url}${endpoints.ping.path}`)
    await call(endpoints.streamToken.path)
    const calls = await steer('GET', 'calls')
    expect(calls.json).toMatchObject([
      {
        path: balance,
        method: 'POST',
        keyName: 'full',
        nonce: '11',
        body: { request: balance },
        outcome: { status: 200, executed: true },
      },
      { path: balance, keyName: 'full', nonce: '11', outcome: { status: 429 } },
      {
        path: balance,
        keyName: null,
        nonce: '12',
        body: { request: balance, nonce: '12' },
        outcome: { status: 401 },
      },
      { path: endpoints.ping.path, method: 'GET', keyName: null, outcome: { status: 200 } },
      { path: endpoints.streamToken.path },
    ])
    const shown = calls.text + (await steer('GET', 'state')).text
    for (const key of simulator.keys) {
      expect(shown).not.toContain(key.apiSecret)
      expect(shown).not.toContain(key.apiKey)
    }
    expect(shown).not.toContain(simulator.world.streamTokens[0]?.token)
  })
})

describe('faults', () => {
  it('answer with a status, as often as requested, on one path', async () => {
    const { steer, call } = await setup()
    await steer('POST', 'fault', {
      path: balance,
      times: 2,
      status: 503,
      headers: { 'Retry-After': '7' },
    })
    const first = await call(balance)
    expect(first.status).toBe(503)
    expect(first.headers.get('retry-after')).toBe('7')
    expect((await call(loan)).status).toBe(200)
    expect((await call(balance)).status).toBe(503)
    expect((await call(balance)).status).toBe(200)
  })

  it('answer with a body, text or JSON, until cleared', async () => {
    const { steer, call } = await setup()
    await steer('POST', 'fault', { status: 429, body: '<html>slow down</html>' })
    expect(await call(balance)).toMatchObject({ status: 429, text: '<html>slow down</html>' })
    expect((await call(loan)).status).toBe(429)
    await steer('DELETE', 'fault')
    await steer('POST', 'fault', { body: { surprise: true }, times: 1 })
    expect(await call(balance)).toMatchObject({ status: 200, json: { surprise: true } })
    expect((await call(balance)).status).toBe(200)
  })

  it('answer in the shape of the path if no body was given', async () => {
    const { steer, call, simulator } = await setup()
    await steer('POST', 'fault', { status: 500 })
    expect((await call(balance)).json).toEqual({
      code: 0,
      message: 'Failure on demand: status 500.',
      errors: {},
    })
    const ping = await readAnswer(await fetch(`${simulator.url}${endpoints.ping.path}`))
    expect(ping).toMatchObject({
      status: 500,
      json: { success: false, message: 'Failure on demand: status 500.', params: [] },
    })
  })

  it('replace our headers with theirs, in any spelling', async () => {
    const { steer, call } = await setup()
    await steer('POST', 'fault', {
      headers: { 'Content-Type': 'text/html', 'X-Other': '1' },
      times: 1,
    })
    const answer = await call(balance)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html')
    expect(answer.headers.get('x-other')).toBe('1')
  })

  it('truncate the answer', async () => {
    const { steer, call } = await setup()
    await steer('POST', 'fault', { malformed: true, times: 1 })
    const answer = await call(balance)
    expect(answer.status).toBe(200)
    expect(answer.json).toBeUndefined()
    expect(answer.text.length).toBeGreaterThan(10)
  })

  it('cut the connection before or after the call is executed', async () => {
    const { steer, call, simulator } = await setup()
    const order = { body: { market: 'BTC_PERP', side: 'buy', amount: '0.01' } }
    const held = () =>
      simulator.world.positions.find((position) => position.market === 'BTC_PERP')?.amount
    await steer('POST', 'fault', { drop: 'before', times: 1 })
    await expect(call(endpoints.collateralMarketOrder.path, order)).rejects.toThrow()
    expect(held()).toBe('0.05')
    await steer('POST', 'fault', { drop: 'after', times: 1 })
    await expect(call(endpoints.collateralMarketOrder.path, order)).rejects.toThrow()
    expect(held()).toBe('0.06')
    expect((await steer('GET', 'calls')).json).toMatchObject([
      { outcome: { executed: false, dropped: true } },
      { outcome: { executed: true, dropped: true } },
    ])
  })

  it('leave what settles an order with a lost answer: among the open ones, or after the delay in the history', async () => {
    const { steer, call } = await setup()
    await steer('POST', 'history', { delaySeconds: 20 })
    await steer('POST', 'fault', { drop: 'after', times: 2 })
    const market = { market: 'BTC_USDT', side: 'buy', amount: '0.01' }
    const lose = (path: string, body: Record<string, unknown>) =>
      expect(call(path, { body })).rejects.toThrow()
    await lose(endpoints.collateralMarketOrder.path, { ...market, client_order_id: 'lost-market' })
    await lose(endpoints.bulkLimitOrders.path, {
      orders: [{ ...market, price: '40000', client_order_id: 'lost-limit' }],
    })
    const find = async (name: 'activeOrders' | 'orderHistory', clientOrderId: string) => {
      const { status, json } = await call(endpoints[name].path, {
        body: { market: 'BTC_USDT', clientOrderId },
      })
      return [status, json]
    }
    expect(await find('activeOrders', 'lost-limit')).toMatchObject([
      200,
      [{ clientOrderId: 'lost-limit', status: 'NEW', left: '0.01' }],
    ])
    expect(await find('activeOrders', 'lost-market')).toEqual([200, []])
    expect(await find('orderHistory', 'lost-market')).toMatchObject([422, { code: 30 }])
    await steer('POST', 'advance', { seconds: 21 })
    expect(await find('orderHistory', 'lost-market')).toMatchObject([
      200,
      {
        BTC_USDT: [
          { clientOrderId: 'lost-market', status: 'FILLED', amount: '0.01', dealStock: '0.01' },
        ],
      },
    ])
  })

  it('delay the answer, not the execution', async () => {
    const { steer, call, simulator } = await setup()
    await steer('POST', 'fault', { delayMs: 500, times: 1 })
    const order: string[] = []
    const slow = call(endpoints.streamToken.path).then((answer) => {
      order.push('answered')
      return answer
    })
    await expect
      .poll(() => simulator.world.streamTokens.length, { timeout: 30_000, interval: 1 })
      .toBe(1)
    order.push('carried out')
    expect((await slow).status).toBe(200)
    expect(order).toEqual(['carried out', 'answered'])
  })
})
