// The real engine, client and record over real HTTP: each kind of order against each thing that can
// happen to it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import { noMarkets, noPrices } from '../../../src/shared/markets/market.js'
import { nothingYet } from '../../../src/shared/portfolio/feed.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { IntentState, OrderIntent } from '../../../src/shared/orders/trading.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { createTestClient } from '../../support/test-client.js'
import {
  type FakeExchangeServer,
  json,
  type Script,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'
import { oneMoreRequest } from '../../support/one-more-request.js'
import { type EngineParts, openOrderEngine, type OrderEngine } from '../../support/order-engine.js'
import { aCancel, aClose, anOpenOrder, aPosition } from '../../support/order-harness.js'
import { endedIntent, sendTicket } from '../../support/order-sends.js'
import { filesIn, quickFolder, valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const secrets = {
  apiKey: 'key-canary-0123456789abcdef',
  apiSecret: 'secret-canary-fedcba9876543210',
}

async function setup(
  some: Partial<EngineParts> = {},
): Promise<{ server: FakeExchangeServer; engine: OrderEngine; folder: string }> {
  const server = await startFakeExchangeServer()
  const folder = quickFolder()
  const engine = await openOrderEngine({
    folder,
    baseUrl: server.url,
    deadline: 500,
    credentials: secrets,
    known,
    ...some,
  })
  cleanUps.push(
    () => server.stop(),
    () => engine.close(),
  )
  return { server, engine, folder }
}

const common = { market: 'BTC_USDT', side: 'buy', amount: '0.01' } as const
const row = { ...common, price: '40000', postOnly: false, ioc: false, rpi: false } as const
const tickets = {
  market: {
    kind: 'market',
    ...common,
    stopLoss: '1',
    takeProfit: '2',
    positionSide: null,
    clientOrderId: 'mine-1',
  },
  bulk: {
    kind: 'bulk',
    rows: [{ ...row, clientOrderId: 'mine-1' }],
    stopOnFail: false,
    retryOf: null,
  },
  closeInvestment: {
    kind: 'close-investment',
    investmentId: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5',
    typedTail: 'dcd5',
  },
} satisfies Record<string, OrderTicket>

/** What it has read of the account: what can be cancelled and closed. */
function known() {
  return {
    openOrders: ['4180284841', '4180284842'].map((id) => anOpenOrder({ id })),
    positions: [aPosition({ id: '479975679', market: 'ETH_USDT' })],
  }
}

function order(some: object = {}) {
  return {
    order_id: 4180284841,
    client_order_id: 'mine-1',
    market: 'BTC_USDT',
    side: 'buy',
    type: 'market',
    timestamp: 1595792396.165973,
    deal_money: '0',
    deal_stock: '0',
    amount: '0.01',
    left: '0.01',
    deal_fee: '0',
    status: 'NEW',
    price: '40000',
    ...some,
  }
}

/** Everything that was sent is in it, as it was sent. */
function taken(some: object = {}) {
  return order({ oto: { otoId: 1, stopLoss: '1', takeProfit: '2' }, ...some })
}

function result(orderId: number) {
  return {
    result: { orderId, clientOrderId: '', market: 'BTC_USDT' },
    error: null,
  }
}

/** Each request that moves money, and how the exchange takes it. */
const sendings: [string, OrderTicket, unknown][] = [
  ['a market order', tickets.market, taken()],
  ['bulk orders', tickets.bulk, [{ result: order({ type: 'limit' }) }]],
  ['closing an investment', tickets.closeInvestment, {}],
  ['a cancel', aCancel(), order({ type: 'limit', status: 'CANCELLED' })],
  [
    'several cancels',
    aCancel('4180284841', '4180284842'),
    [result(4180284841), result(4180284842)],
  ],
  ['cancelling all', { kind: 'cancel-all', market: 'BTC_USDT' }, []],
  ['closing a position', aClose({ market: 'ETH_USDT', positionId: '479975679' }), []],
]

function html(status: number): Script {
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'text/html' },
    body: '<h1>no</h1>',
  }
}

const refusal = {
  code: 30,
  message: 'Validation failed',
  errors: { amount: ['Given amount is less than min amount 0.001.'] },
}

const met: [string, Script, IntentState][] = [
  ['HTTP 400 with the private error object', json(refusal, { status: 400 }), 'rejected'],
  ['HTTP 422 with the private error object', json(refusal, { status: 422 }), 'rejected'],
  [
    'HTTP 429 with the private error object',
    json({ code: 0, message: 'Too many requests.', errors: {} }, { status: 429 }),
    'rejected',
  ],
  ['HTTP 429 as HTML', html(429), 'unknown'],
  ['HTTP 403 of somebody else', html(403), 'unknown'],
  ['HTTP 500 with JSON', json(refusal, { status: 500 }), 'unknown'],
  ['HTTP 502 as HTML', html(502), 'unknown'],
  ['HTTP 503', html(503), 'unknown'],
  ['HTTP 504', html(504), 'unknown'],
  ['a redirect', json({}, { status: 308, headers: { location: '/api/v4/order/bulk' } }), 'unknown'],
  ['no answer', { kind: 'hang' }, 'unknown'],
  ['a reset', { kind: 'reset' }, 'unknown'],
  ['a cut answer', { kind: 'truncated', body: '{"order_id":1}', sent: 5 }, 'unknown'],
  ['an endless answer', { kind: 'huge', bytes: 100_000_000 }, 'unknown'],
  ['a malformed answer', { kind: 'answer', body: '{"order_id":' }, 'unknown'],
  ['another shape', json('done'), 'unknown'],
  ['something that is not HTTP', { kind: 'raw', bytes: 'hello\r\n' }, 'unknown'],
]

describe.each(sendings)('%s', (_what, ticket, goodAnswer) => {
  it.each(met)(
    'ORD-2 ORD-17 FLT-2 FLT-3 is sent once and classed right when it meets %s',
    async (_name, script, state) => {
      const { server, engine } = await setup()
      server.always(script)
      const intent = await endedIntent(engine, await sendTicket(engine, ticket))
      expect(intent).toMatchObject({ state, blocks: state === 'unknown' })
      expect(intent.timeline.filter(({ what }) => what === 'sending')).toHaveLength(1)
      server.always(json({}))
      await oneMoreRequest(`${server.url}/later`)
      engine.close()
      await server.ended()
      const arrived = server.seen
        .map(({ path }) => path)
        .filter((path) => path !== '/api/v4/collateral-account/positions/open')
      expect([arrived.length, arrived.at(-1)]).toEqual([2, '/later'])
    },
  )

  it('ORD-3 ORD-13 ORD-19 is on disk with the hash of its very bytes before the first of them arrives', async () => {
    const { server, engine } = await setup()
    const seen: OrderIntent[] = []
    server.always({
      kind: 'reply',
      make: () => {
        const [open] = valueOf(engine.storage.orders.open(engine.profile.id))
        if (open !== undefined) seen.push(open)
        return { body: JSON.stringify(goodAnswer) }
      },
    })
    const preview = valueOf(engine.orders.prepare(ticket, 'page'))
    const { intentId } = valueOf(await engine.orders.confirm(preview.token, 'page'))
    const intent = await endedIntent(engine, intentId)
    expect(intent).toMatchObject({ state: 'acknowledged', blocks: false, httpStatus: 200 })
    const [arrived] = server.seen
    if (arrived === undefined) throw new Error('nothing arrived')
    expect(seen).toMatchObject([
      {
        id: intentId,
        state: 'sending',
        requestHash: createHash('sha256').update(arrived.body).digest('hex'),
      },
    ])
    const body = JSON.parse(arrived.body.toString()) as { nonce: string }
    expect(seen[0]?.nonce).toBe(body.nonce)
    // To the last character before the nonce it is what was shown and hashed.
    const confirmed = JSON.stringify(JSON.parse(preview.body))
    expect(arrived.body.toString()).toBe(`${confirmed.slice(0, -1)},"nonce":"${body.nonce}"}`)
    expect(createHash('sha256').update(confirmed).digest('hex')).toBe(preview.bodyHash)
    expect(intent.ms.sent).toBeGreaterThanOrEqual(intent.ms.written ?? 0)
    expect(intent.ms.answered).toBeGreaterThanOrEqual(intent.ms.sent ?? 0)
  })

  it('is certainly not sent when nobody listens there', async () => {
    const { server, engine } = await setup()
    await server.stop()
    const intent = await endedIntent(engine, await sendTicket(engine, ticket))
    expect(intent).toMatchObject({ state: 'not-sent', blocks: false, ms: { sent: null } })
  })

  it('ORD-16 is unknown in the record when Plimsoll is quit during it', async () => {
    const { server, engine, folder } = await setup({ deadline: 5000 })
    server.always({ kind: 'hang' })
    const id = await sendTicket(engine, ticket)
    await expect.poll(() => server.seen.length).toBe(1)
    engine.orders.beginQuit()
    await engine.journal.beforeQuit(100)
    engine.close()
    const again = await openOrderEngine({ folder, baseUrl: server.url, deadline: 150, known })
    cleanUps.push(() => again.close())
    expect(valueOf(again.orders.intent(id))).toMatchObject({ state: 'unknown', blocks: true })
    expect(server.seen).toHaveLength(1)
  })

  it('ORD-4 ORD-5 is unknown after the process that sent it was gone, and blocks new orders', async () => {
    const { server, engine, folder } = await setup({ deadline: 5000 })
    server.always({ kind: 'hang' })
    const id = await sendTicket(engine, ticket)
    await expect.poll(() => server.seen.length).toBe(1)
    // As a kill leaves it: nothing after this reaches the disk.
    engine.storage.close()
    const again = await openOrderEngine({ folder, baseUrl: server.url, deadline: 150, known })
    cleanUps.push(() => again.close())
    expect(valueOf(again.orders.intent(id))).toMatchObject({ state: 'unknown', blocks: true })
    const next = again.orders.prepare(
      ticket.kind === 'market' ? { ...ticket, clientOrderId: null } : ticket,
      'page',
    )
    expect(next).toMatchObject({ ok: false, error: { code: 'trading-off' } })
  })
})

it.each([
  ['no id', { client_order_id: '' }],
  ['another id', { client_order_id: 'other' }],
  ['another market', { market: 'ETH_USDT' }],
  ['another side', { side: 'sell' }],
  ['another amount', { amount: '0.1' }],
  ['another type', { type: 'limit' }],
  ['another stop loss', { oto: { otoId: 1, stopLoss: '1.5', takeProfit: '2' } }],
  ['no take profit', { oto: { otoId: 1, stopLoss: '1', takeProfit: null } }],
])(
  'ORD-9 ORD-21 an echo with %s is accepted, reported and blocks the market',
  async (_name, some) => {
    const { server, engine } = await setup()
    server.always(json(taken(some)))
    const intent = await endedIntent(engine, await sendTicket(engine, tickets.market))
    expect(worded(intent)).toMatchObject({
      state: 'acknowledged',
      blocks: true,
      items: [{ mismatch: [expect.any(String)] }],
    })
  },
)

it.each([
  ['another type', { type: 'market' }],
  ['another price', { price: '40001' }],
  ['post-only', { postOnly: true }],
  ['immediate-or-cancel', { ioc: true }],
  ['RPI', { rpi: true }],
])(
  'ORD-9 ORD-21 an entry of a bulk answer with %s is accepted, reported and blocks the market',
  async (_name, some) => {
    const { server, engine } = await setup()
    server.always(json([{ result: order({ type: 'limit', ...some }) }]))
    const intent = await endedIntent(engine, await sendTicket(engine, tickets.bulk))
    expect(worded(intent)).toMatchObject({
      state: 'acknowledged',
      blocks: true,
      items: [{ mismatch: [expect.any(String)] }],
    })
  },
)

it('ORD-19 SEC-3 keeps no secret, payload or signature in the record or the export', async () => {
  const files: { text: string }[] = []
  const { server, engine, folder } = await setup({
    ports: {
      desktop: {
        ask: () => Promise.resolve({ ok: true, value: null }),
        authorize: () => Promise.resolve({ ok: true, value: null }),
        amountsHidden: () => false,
        saveText: (file) => (files.push(file), Promise.resolve({ ok: true, value: { file: 'x' } })),
      },
    },
  })
  server.always({
    kind: 'reply',
    make: ({ headers, body }) => ({
      status: 400,
      body: JSON.stringify({
        code: 9,
        message: `Invalid payload. ${String(headers['x-txc-payload'])} ${String(headers['x-txc-signature'])} ${String(headers['x-txc-apikey'])} ${body.length}`,
      }),
    }),
  })
  await endedIntent(engine, await sendTicket(engine, tickets.market))
  valueOf(await engine.orders.exportAll('csv'))
  valueOf(await engine.orders.exportAll('json'))
  const { headers } = server.seen[0] ?? { headers: {} as Record<string, string> }
  const kept = [...files.map(({ text }) => text), JSON.stringify(engine.orders.read())]
  engine.close()
  for (const name of filesIn(folder))
    if (/\.db/.test(name)) kept.push(readFileSync(`${folder}/${name}`, 'latin1'))
  for (const text of kept) {
    for (const secret of [
      secrets.apiKey,
      secrets.apiSecret,
      String(headers['x-txc-payload']),
      String(headers['x-txc-signature']),
    ]) {
      expect(text).not.toContain(secret)
    }
  }
  expect(files).toHaveLength(2)
})

it('ORD-19 SEC-3 keeps no key, payload or signature that comes back in a good answer either, and no text without end', async () => {
  const { server, engine } = await setup()
  server.always({
    kind: 'reply',
    make: ({ headers }) => {
      const echo = `${String(headers['x-txc-payload'])} ${String(headers['x-txc-signature'])} ${String(headers['x-txc-apikey'])}`
      const error = {
        code: 30,
        message: `No. ${echo} ${'long '.repeat(10_000)}`,
        errors: { amount: [`No. ${echo}`] },
      }
      return { body: JSON.stringify([{ error }]) }
    },
  })
  const intent = await endedIntent(engine, await sendTicket(engine, tickets.bulk))
  expect(intent.items).toMatchObject([{ state: 'rejected', problem: { server: { code: 30 } } }])
  const kept = JSON.stringify(intent)
  const { headers } = server.seen[0] ?? { headers: {} as Record<string, string> }
  for (const secret of [
    secrets.apiKey,
    String(headers['x-txc-payload']),
    String(headers['x-txc-signature']),
  ]) {
    expect(kept).not.toContain(secret)
  }
  expect(kept.length).toBeLessThan(10_000)
})

it('ORD-7 an order that was executed and never answered is seen in the positions of the simulator, and decided by a person', async () => {
  const wall = (): number => Date.now() / 1000
  // It has no lists that would settle the order.
  const simulator = await startSimulator({
    port: 0,
    clock: wall,
    seed: 7,
    scene: 'calm',
    onlySpecified: true,
  })
  cleanUps.push(() => simulator.stop())
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('the simulator has no key')
  const credentials = { apiKey: Secret.of(key.apiKey), apiSecret: Secret.of(key.apiSecret) }
  const looking = createTestClient({
    baseUrl: simulator.url,
    credentials,
    deadlines: { read: 3000, order: 3000 },
  })
  const before = valueOf(await looking.openPositions())
  looking.close()
  const { engine: watching } = await setup({
    baseUrl: simulator.url,
    credentials: key,
    deadline: 3000,
    ports: {
      conditions: () => ({
        keyState: 'accepted',
        locked: false,
        positions: {
          value: before.value,
          asOf: before.at,
          source: 'live',
          problem: null,
          every: 60,
        },
        openOrders: nothingYet,
        conditionalOrders: nothingYet,
        balance: { asOf: before.at, source: 'live', problem: null, every: 60 },
        connection: { state: 'online', clockSkew: 0 },
        prices: noPrices,
        markets: noMarkets.markets,
        collateral: nothingYet,
        purses: noPortfolio,
        journal: { problem: null, readOnly: false, restored: false },
      }),
    },
  })
  simulator.control('POST', 'fault', {
    path: '/api/v4/order/collateral/market',
    times: 1,
    drop: 'after',
  })
  const id = await sendTicket(watching, {
    ...tickets.market,
    kind: 'market',
    market: 'BTC_PERP',
    stopLoss: null,
    takeProfit: null,
  } as OrderTicket)
  const intent = await endedIntent(watching, id)
  expect(intent.state).toBe('unknown')
  valueOf(await watching.orders.checkNow(id))
  expect(valueOf(watching.orders.intent(id)).evidence).toMatchObject({
    verdict: 'likely-filled',
    problem: null,
  })
  expect(valueOf(watching.orders.intent(id)).state).toBe('unknown')
  valueOf(watching.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_PERP' }))
  expect(watching.orders.read().blocks).toEqual([])
})
