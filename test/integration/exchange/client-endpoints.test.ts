// What the client requests over real HTTP, in both dialects, and in which order.
import { afterEach, describe, expect, it } from 'vitest'
import type { TradingClient } from '../../../src/main/exchange/exchange-client.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  aBulk,
  aMarketOrder,
  closeInvestment,
  createTestClient,
  createTestPublicClient,
  sendBulk,
  sendMarketOrder,
} from '../../support/test-client.js'
import { documentedAnswers } from '../../support/documented-answers.js'
import {
  type FakeExchangeServer,
  json,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup(
  dialect: 'spec' | 'live',
): Promise<{ server: FakeExchangeServer; client: TradingClient }> {
  const server = await startFakeExchangeServer()
  const answers = documentedAnswers(dialect === 'live')
  server.always({ kind: 'reply', make: ({ path }) => ({ body: answers.get(path) ?? '' }) })
  const client = createTestClient({
    baseUrl: server.url,
    dialect,
    deadlines: { read: 3000, order: 3000 },
  })
  cleanUps.push(
    () => server.stop(),
    () => client.close(),
  )
  return { server, client }
}

function bodyOf(server: FakeExchangeServer): Record<string, unknown> {
  return JSON.parse(server.seen.at(-1)?.body.toString() ?? '{}') as Record<string, unknown>
}

describe.each(['spec', 'live'] as const)('in the %s dialect', (dialect) => {
  it('spells a market order and a bulk request correctly', async () => {
    const { server, client } = await setup(dialect)
    const name = dialect === 'live' ? 'clientOrderId' : 'client_order_id'
    await sendMarketOrder(client, aMarketOrder({ positionSide: 'SHORT' }))
    const { nonce: _nonce, ...order } = bodyOf(server)
    expect(order).toEqual({
      market: 'BTC_USDT',
      side: 'buy',
      amount: '0.01',
      [name]: 'order1987111',
      stopLoss: '50000',
      takeProfit: '40000',
      positionSide: 'SHORT',
      request: '/api/v4/order/collateral/market',
    })
    await sendBulk(client, aBulk())
    expect(bodyOf(server)).toMatchObject({
      stopOnFail: true,
      orders: [{ [name]: 'bulk-1' }, { [name]: 'bulk-2' }],
    })
  })

  it('requests one market, one page, one account, one investment', async () => {
    const { server, client } = await setup(dialect)
    await client.openPositions('ETH_USDT')
    expect(bodyOf(server)).toMatchObject({ market: 'ETH_USDT' })
    await client.flexHistory({
      limit: 10,
      offset: 20,
      planId: 'p',
      from: 1640995200,
      actionTypes: [1, 2, 4],
    })
    expect(bodyOf(server)).toMatchObject({
      limit: 10,
      offset: 20,
      plan: 'p',
      dateFrom: 1640995200,
      actionTypes: [1, 2, 4],
    })
    await client.payoutDestination('my_miner_01')
    expect(bodyOf(server)).toMatchObject({ accountName: 'my_miner_01' })
    await closeInvestment(client, '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5')
    expect(bodyOf(server)).toMatchObject({ id: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5' })
  })
})

describe('the same request twice at once', () => {
  it('RTL-7 is sent once for a read, however long it takes, and every time for an order', async () => {
    const { server, client } = await setup('spec')
    server.always(json({ BTC: { main_balance: '1' } }, { delayMs: 150 }))
    const answers = await Promise.all([
      client.mainBalance(),
      client.mainBalance(),
      client.mainBalance(),
    ])
    expect(server.seen).toHaveLength(1)
    expect(answers[0]).toEqual(answers[2])
    server.always(json({}))
    await Promise.all([closeInvestment(client, 'a'), closeInvestment(client, 'a')])
    expect(server.seen).toHaveLength(3)
  })

  it('is sent again once the answer is there, also after a failure', async () => {
    const { server, client } = await setup('spec')
    server.next(
      json({}, { status: 404 }),
      json({ BTC: { main_balance: '1' } }),
      json({ BTC: { main_balance: '2' } }),
    )
    expect((await client.mainBalance()).ok).toBe(false)
    expect(await client.mainBalance()).toMatchObject({ value: { value: [{ amount: '1' }] } })
    expect(await client.mainBalance()).toMatchObject({ value: { value: [{ amount: '2' }] } })
  })

  it('RTL-7 is shared only for the same arguments', async () => {
    const { server, client } = await setup('spec')
    server.always(json([], { delayMs: 50 }))
    await Promise.all([
      client.openPositions(),
      client.openPositions('BTC_USDT'),
      client.openPositions('ETH_USDT'),
      client.openPositions('BTC_USDT'),
    ])
    expect(server.seen).toHaveLength(3)
  })

  it('never answers an urgent read with an earlier one', async () => {
    const { server, client } = await setup('spec')
    server.next(json([], { delayMs: 150 }), json([]))
    await Promise.all([client.openPositions(), client.openPositions(undefined, { urgent: true })])
    expect(server.seen).toHaveLength(2)
  })
})

it('NET-14 sends calls of one key one after another with increasing nonces, over HTTP too', async () => {
  const { server, client } = await setup('spec')
  server.always({
    kind: 'reply',
    make: ({ path }) => ({ body: documentedAnswers(false).get(path) ?? '' }),
  })
  await Promise.all([
    client.mainBalance(),
    sendMarketOrder(client, aMarketOrder()),
    client.creditLine(),
    sendBulk(client, aBulk()),
    client.openPositions(),
    client.flexHistory({}),
  ])
  const nonces = server.seen.map(({ body }) =>
    BigInt((JSON.parse(body.toString()) as { nonce: string }).nonce),
  )
  expect(nonces).toHaveLength(6)
  for (const [index, nonce] of nonces.entries())
    expect(index === 0 || nonce > (nonces[index - 1] ?? 0n)).toBe(true)
  // The first was in progress when the rest were requested; of those the orders went first.
  const paths = server.seen.map(({ path }) => path)
  expect(paths.slice(1, 3).sort()).toEqual(
    [endpoints.bulkLimitOrders.path, endpoints.collateralMarketOrder.path].sort(),
  )
  expect(paths.at(-1)).toBe(endpoints.flexHistory.path)
})

it('refuses a forbidden address without sending anything', async () => {
  for (const baseUrl of [
    'http://exchange.example',
    'https://user:pass@exchange.example',
    'nonsense',
  ]) {
    const client = createTestClient({ baseUrl })
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'bad-input', reason: 'ADDRESS_REFUSED' },
    })
    client.close()
  }
})

describe('the exchange’s time', () => {
  it.each([
    ['in whole seconds', 1_635_467_280],
    ['in milliseconds, as it was received from an older server', 1_635_467_280_514],
  ])('ANS-2 is read in whole seconds: %s', async (_name, time) => {
    const server = await startFakeExchangeServer()
    const client = createTestPublicClient(server.url)
    cleanUps.push(
      () => server.stop(),
      () => client.close(),
    )
    server.next(json({ time }))
    expect(await client.serverTime()).toMatchObject({ ok: true, value: { value: 1_635_467_280 } })
  })
})
