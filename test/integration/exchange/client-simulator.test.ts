// The client against the simulator, over HTTP: two programs that share the description of the
// exchange's API and nothing of the signing.
import { afterEach, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../src/main/exchange/errors.js'
import {
  createExchangeClient,
  type TradingClient,
} from '../../../src/main/exchange/exchange-client.js'
import { createNonceGenerator } from '../../../src/main/exchange/signer.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import type { SceneName } from '../../../src/simulator/scenes.js'
import { type Simulator, startSimulator } from '../../../src/simulator/simulator.js'
import type { Problem } from '../../../src/shared/problem.js'
import { isDecimal } from '../../../src/shared/money.js'
import {
  closeInvestment,
  createMemoryNonceRepository,
  sendBulk,
  sendMarketOrder,
  wallClock,
} from '../../support/test-client.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

type Wish = {
  key?: 'full' | 'plain'
  scene?: SceneName
  dialect?: 'spec' | 'live'
  apiSecret?: string
}

function connect(
  simulator: Simulator,
  { key = 'full', dialect = 'spec', apiSecret }: Wish = {},
): TradingClient {
  const keys = simulator.keys.find(({ name }) => name === key)
  if (keys === undefined) throw new Error(`no key ${key}`)
  const client = createExchangeClient({
    baseUrl: simulator.url,
    dialect,
    credentials: {
      apiKey: Secret.of(keys.apiKey),
      apiSecret: Secret.of(apiSecret ?? keys.apiSecret),
    },
    nonce: createNonceGenerator(wallClock, createMemoryNonceRepository()),
    clock: wallClock,
    random: () => 0,
  })
  cleanUps.push(() => client.close())
  return client
}

async function setup(wish: Wish = {}): Promise<{ simulator: Simulator; client: TradingClient }> {
  const simulator = await startSimulator({
    port: 0,
    clock: wallClock,
    seed: 7,
    scene: wish.scene ?? 'calm',
    dialect: wish.dialect ?? 'spec',
  })
  cleanUps.push(() => simulator.stop())
  return { simulator, client: connect(simulator, wish) }
}

function valueOf<T>(
  answer: { ok: true; value: { value: T } } | { ok: false; error: Pick<Problem, 'message'> },
): T {
  if (!answer.ok) throw new Error(englishOf(answer.error.message))
  return answer.value.value
}

describe.each(['spec', 'live'] as const)('in the %s dialect', (dialect) => {
  it('reads everything available', async () => {
    const { client } = await setup({ dialect })
    expect(valueOf(await client.ping()).ms).toBeGreaterThanOrEqual(0)
    const balances = valueOf(await client.mainBalance())
    expect(balances.length).toBeGreaterThan(0)
    for (const { amount } of balances) expect(isDecimal(amount)).toBe(true)
    const positions = valueOf(await client.openPositions())
    expect(positions.map(({ market }) => market)).toContain('BTC_PERP')
    expect(valueOf(await client.openPositions('BTC_PERP'))).toHaveLength(1)
    expect(valueOf(await client.creditLine())).toMatchObject({
      kind: 'loan',
      loan: { asset: expect.any(String) },
    })
    const page = valueOf(await client.flexHistory({ limit: 5 }))
    expect(page).toMatchObject({ limit: 5, offset: 0 })
    expect(page.records.length).toBeLessThanOrEqual(5)
    expect(valueOf(await client.payoutDestination('my_miner_02'))).toMatchObject({
      destination: 'external_address',
    })
    expect(valueOf(await client.streamToken()).token.length).toBeGreaterThan(10)
    // One computer, one clock: what remains is how long a busy computer took to answer. A wrong
    // unit or time zone is far beyond it.
    expect(Math.abs(client.clockSkew() ?? 99)).toBeLessThan(60)
  })

  it('places a market order once, under its own id', async () => {
    const { simulator, client } = await setup({ dialect })
    const before = valueOf(await client.openPositions('ETH_USDT')).length
    const order = valueOf(
      await sendMarketOrder(client, {
        market: 'BTC_USDT',
        side: 'buy',
        amount: '0.01',
        clientOrderId: 'plimsoll-1',
      }),
    )
    expect(order).toMatchObject({
      clientOrderId: 'plimsoll-1',
      market: 'BTC_USDT',
      side: 'buy',
      amount: expect.stringMatching(/^0\.010*$/),
    })
    expect(
      valueOf(await client.openPositions('BTC_USDT', { urgent: true })).length,
    ).toBeGreaterThan(0)
    expect(valueOf(await client.openPositions('ETH_USDT'))).toHaveLength(before)
    expect(simulator.world).toBeDefined()
  })

  it('keeps the orders of a bulk request separate', async () => {
    const { client } = await setup({ dialect })
    const limit = {
      market: 'BTC_USDT',
      side: 'buy',
      price: '40000',
      postOnly: false,
      ioc: false,
      rpi: false,
    } as const
    const entries = valueOf(
      await sendBulk(client, {
        orders: [
          { ...limit, amount: '0.001', clientOrderId: 'bulk-a' },
          { ...limit, amount: '0.00000001', clientOrderId: 'bulk-b' },
          { ...limit, amount: '0.002', clientOrderId: 'bulk-c' },
        ],
        stopOnFail: false,
      }),
    )
    expect(entries.map(({ kind }) => kind)).toEqual(['placed', 'refused', 'placed'])
    expect(entries[0]).toMatchObject({
      order: { clientOrderId: 'bulk-a', amount: expect.stringMatching(/^0\.0010*$/) },
    })
    expect(entries[1]).toMatchObject({
      problem: { code: 'refused', fields: { amount: [expect.any(String)] } },
    })
  })

  it('closes a fixed investment, and gets an error if there is none', async () => {
    const { simulator, client } = await setup({ dialect })
    const open = simulator.world.fixedInvestments[0]
    if (open === undefined) throw new Error('the scene has no fixed investment')
    expect(valueOf(await closeInvestment(client, open.id))).toBeNull()
    const unknown = await closeInvestment(client, '00000000-0000-4000-8000-000000000000')
    if (unknown.ok) throw new Error('it closed nothing')
    expect(unknown.error).toMatchObject({
      code: 'refused',
      fields: { id: ['Investment not found'] },
    })
    expect(outcomeOf(unknown.error)).toBe('rejected')
  })
})

describe('a key and its permissions', () => {
  it('with a wrong secret are refused once, without a retry', async () => {
    const { simulator, client } = await setup({ apiSecret: 'not-the-secret' })
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'bad-key-or-signature', server: { status: 401 } },
    })
    expect(await client.ping()).toMatchObject({ ok: true })
    expect(simulator.keys).toHaveLength(2)
  })

  it('FLT-13 without partnership and credit line are reported as such, and the rest works', async () => {
    const { client } = await setup({ key: 'plain' })
    expect(await client.flexHistory({})).toMatchObject({ ok: false, error: { code: 'b2b-only' } })
    expect(await closeInvestment(client, '00000000-0000-4000-8000-000000000000')).toMatchObject({
      ok: false,
      error: { code: 'b2b-only' },
    })
    expect(valueOf(await client.creditLine())).toEqual({ kind: 'not-enabled' })
    expect(await client.payoutDestination('my_miner_01')).toMatchObject({
      ok: false,
      error: { code: 'no-permission' },
    })
    expect(await client.mainBalance()).toMatchObject({ ok: true })
  })

  it('for an account without a loan return none', async () => {
    const { client } = await setup({ scene: 'empty' })
    expect(valueOf(await client.creditLine())).toEqual({ kind: 'no-loan' })
    expect(valueOf(await client.openPositions())).toEqual([])
  })

  it('used by two programs with interleaved nonces are recognised as such', async () => {
    const { simulator, client } = await setup()
    await client.mainBalance()
    const ahead = createExchangeClient({
      baseUrl: simulator.url,
      dialect: 'spec',
      credentials: {
        apiKey: Secret.of(simulator.keys[0]?.apiKey ?? ''),
        apiSecret: Secret.of(simulator.keys[0]?.apiSecret ?? ''),
      },
      nonce: createNonceGenerator(() => wallClock() + 3600, createMemoryNonceRepository()),
      clock: wallClock,
    })
    cleanUps.push(() => ahead.close())
    expect(await ahead.mainBalance()).toMatchObject({ ok: true })
    const answer = await client.mainBalance()
    expect(answer).toMatchObject({ ok: false, error: { code: 'nonce-conflict' } })
  })
})

describe('a failing service', () => {
  it('leaves an executed but unanswered order unknown, executed once', async () => {
    const { simulator, client } = await setup()
    const held = valueOf(await client.openPositions('BTC_PERP'))[0]?.amount
    simulator.control('POST', 'fault', {
      path: '/api/v4/order/collateral/market',
      times: 1,
      drop: 'after',
    })
    const answer = await sendMarketOrder(client, {
      market: 'BTC_PERP',
      side: 'buy',
      amount: '0.01',
      clientOrderId: 'lost-1',
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'outcome-unknown' } })
    const now = valueOf(await client.openPositions('BTC_PERP', { urgent: true }))[0]?.amount
    expect(held).toBe('0.05')
    expect(now).toBe('0.06')
  })

  it('recovers a dropped read by itself', async () => {
    const { simulator, client } = await setup()
    simulator.control('POST', 'fault', { times: 2, drop: 'before' })
    expect(await client.mainBalance()).toMatchObject({ ok: true })
  })

  it('does not return a truncated answer', async () => {
    const { simulator, client } = await setup()
    simulator.control('POST', 'fault', { malformed: true })
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'not-understood' },
    })
  })

  it('is found again when it comes back at the same address', async () => {
    const { simulator, client } = await setup()
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    await simulator.stop()
    expect(await client.mainBalance()).toMatchObject({ ok: false, error: { code: 'unreachable' } })
    const port = Number(new URL(simulator.url).port)
    const back = await startSimulator({ port, clock: wallClock, seed: 7, scene: 'calm' })
    cleanUps.push(() => back.stop())
    expect(await client.mainBalance()).toMatchObject({ ok: true })
  })
})
