// What is recorded of real calls over HTTP: against the simulator, and against a server with
// scripted failures.
import { afterEach, describe, expect, it } from 'vitest'
import type { CallRecord } from '../../../src/main/exchange/call-record.js'
import type {
  ExchangeClientParts,
  TradingClient,
} from '../../../src/main/exchange/exchange-client.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { keepRecords } from '../../support/call-records.js'
import { createTestClient, sendMarketOrder, testKey, wallClock } from '../../support/test-client.js'
import {
  type FakeExchangeServer,
  json,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function clientAt(baseUrl: string, keys = testKey, parts: Partial<ExchangeClientParts> = {}) {
  const credentials = { apiKey: Secret.of(keys.apiKey), apiSecret: Secret.of(keys.apiSecret) }
  const recorder = keepRecords(credentials)
  const client = createTestClient({ baseUrl, credentials, recorder, ...parts })
  cleanUps.push(() => client.close())
  return { client, records: recorder.records }
}

async function setup(parts: Partial<ExchangeClientParts> = {}) {
  const server = await startFakeExchangeServer()
  cleanUps.push(() => server.stop())
  return { server, ...clientAt(server.url, testKey, parts) }
}

function last(records: readonly CallRecord[]): CallRecord {
  const record = records.at(-1)
  if (record === undefined) throw new Error('nothing was recorded')
  return record
}

const balance = { USDT: { main_balance: '100.50' } }

/** Wait until `records` has `count`. */
function recorded(records: readonly CallRecord[], count: number): Promise<void> {
  return expect.poll(() => records.length).toBe(count)
}

describe('the record of a call', () => {
  it('contains exactly what was sent and what came back', async () => {
    const { server, client, records } = await setup()
    server.always(json(balance))
    await client.mainBalance()
    const record = last(records)
    const seen = server.seen[0]
    expect(record).toMatchObject({
      method: 'POST',
      url: `${server.url}/api/v4/main-account/balance`,
      kind: 'read',
      scope: 'private',
      priority: 2,
      attempt: 1,
      sent: true,
      status: 200,
      problem: null,
      waits: [],
      answer: { text: JSON.stringify(balance), cut: false },
    })
    expect(record.body).toBe(seen?.body.toString())
    expect(record.signature).toBe(seen?.headers['x-txc-signature'])
    expect(Buffer.from(record.body ?? '').toString('base64')).toBe(seen?.headers['x-txc-payload'])
  })

  it('contains the time of each part, and whether the connection was reused', async () => {
    const { server, client, records } = await setup()
    server.always(json(balance))
    await client.mainBalance()
    await client.mainBalance()
    const [first, second] = records
    expect(first?.timings).toMatchObject({
      connectMs: expect.any(Number) as number,
      reused: false,
      firstByteMs: expect.any(Number) as number,
      bodyMs: expect.any(Number) as number,
    })
    expect(second?.timings).toMatchObject({ connectMs: null, reused: true })
    for (const { timings } of records) {
      const parts =
        timings.queueMs +
        (timings.connectMs ?? 0) +
        (timings.firstByteMs ?? 0) +
        (timings.bodyMs ?? 0)
      expect(parts).toBeLessThanOrEqual(timings.totalMs + 1)
    }
  })

  it('exists for each attempt of a read, linked, with what followed', async () => {
    const { server, client, records } = await setup()
    server.next(
      json({}, { status: 502 }),
      json({ code: 0, message: 'no', errors: {} }, { status: 503 }),
      json(balance),
    )
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    expect(records.map(({ attempt, status, after }) => [attempt, status, after.again])).toEqual([
      [1, 502, true],
      [2, 503, true],
      [3, 200, false],
    ])
    expect(new Set(records.map(({ call }) => call)).size).toBe(1)
    await client.ping()
    expect(last(records).call).not.toBe(records[0]?.call)
  })

  it('says that a 429 paused the queue, for how long, and what the next call waited for', async () => {
    const { server, client, records } = await setup()
    const tooMany = { code: 9, message: 'Too many requests', errors: {} }
    server.next(json(tooMany, { status: 429, headers: { 'retry-after': '1' } }))
    server.always(json(balance))
    const first = client.mainBalance()
    await recorded(records, 1)
    const second = client.openPositions('BTC_USDT')
    await Promise.all([first, second])
    expect(records[0]).toMatchObject({
      status: 429,
      problem: { code: 'rate-limited' },
      after: { again: true, ms: 1000, pausedMs: 1000 },
    })
    const waited = records.slice(1)
    expect(waited.some(({ waits }) => waits.some(({ kind }) => kind === 'pause'))).toBe(true)
  })

  it('says that a call was not sent because the pause is too long', async () => {
    const { server, client, records } = await setup()
    server.next(
      json(
        { code: 9, message: 'Too many requests', errors: {} },
        { status: 429, headers: { 'retry-after': '60' } },
      ),
    )
    server.always(json(balance))
    await client.mainBalance()
    await client.mainBalance()
    expect(server.seen).toHaveLength(1)
    expect(records[0]).toMatchObject({ after: { again: false, pausedMs: 60_000 } })
    expect(records[1]).toMatchObject({
      sent: false,
      status: null,
      body: null,
      answer: 'none',
      problem: { reason: 'PAUSED' },
    })
  })

  it('says that the circuit breaker stopped a call', async () => {
    const { server, client, records } = await setup()
    server.always(json({}, { status: 502 }))
    for (let call = 0; call < 2; call += 1) await client.mainBalance()
    await client.mainBalance()
    expect(last(records)).toMatchObject({ sent: false, problem: { reason: 'BREAKER_OPEN' } })
  })

  it('says once that an unanswered call that moves money has an unknown outcome', async () => {
    const { server, client, records } = await setup({ deadlines: { read: 200, order: 200 } })
    server.always({ kind: 'hang' })
    expect(await sendMarketOrder(client)).toMatchObject({ ok: false })
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({
      kind: 'moves-money',
      priority: 0,
      attempt: 1,
      sent: true,
      status: null,
      answer: 'none',
      problem: { code: 'outcome-unknown', reason: 'TIMEOUT' },
      after: { again: false },
      timings: { reused: false, connectMs: expect.any(Number) as number, firstByteMs: null },
    })
  })

  it('says that nothing was sent if there was no connection', async () => {
    const gone = await startFakeExchangeServer()
    await gone.stop()
    const { client, records } = clientAt(gone.url)
    await client.mainBalance()
    expect(last(records)).toMatchObject({
      sent: false,
      problem: { code: 'unreachable' },
      timings: { connectMs: null, reused: false },
    })
  })

  it('contains an answer that cannot be interpreted, as it came', async () => {
    const { server, client, records } = await setup()
    server.always({
      kind: 'answer',
      headers: { 'content-type': 'text/html' },
      body: '<html>Log in to the hotel</html>',
    })
    await client.mainBalance()
    expect(last(records)).toMatchObject({
      problem: { code: 'not-understood' },
      answer: { text: '<html>Log in to the hotel</html>' },
    })
  })
})

/** A server that echoes everything it was sent. */
function echo(server: FakeExchangeServer, status: number): void {
  server.always({
    kind: 'reply',
    make: ({ headers, body }) => ({
      status,
      body: JSON.stringify({
        code: 1,
        message: `${String(headers['x-txc-apikey'])} ${testKey.apiSecret} ${Buffer.from(testKey.apiSecret).toString('hex')}`,
        errors: { [testKey.apiSecret]: [body.toString()] },
      }),
    }),
  })
}

it.each([200, 400, 401, 429, 500])(
  'SEC-3 contains no secret and no key if the exchange repeats them with HTTP %i',
  async (status) => {
    const { server, client, records } = await setup({ deadlines: { read: 300, order: 300 } })
    echo(server, status)
    await client.mainBalance()
    await sendMarketOrder(client)
    await client.streamToken()
    expect(records.length).toBeGreaterThan(2)
    const seen = JSON.stringify(records)
    const { apiKey, apiSecret } = testKey
    const forms = [
      apiKey,
      apiSecret,
      ...[apiKey, apiSecret].flatMap((one) => [Buffer.from(one).toString('hex'), btoa(one)]),
    ]
    for (const form of forms) expect(seen).not.toContain(form)
  },
)

describe('over the simulator', () => {
  const simulated = async (): Promise<{ client: TradingClient; records: CallRecord[] }> => {
    const simulator = await startSimulator({
      port: 0,
      clock: wallClock,
      seed: 7,
      scene: 'calm',
      dialect: 'spec',
    })
    cleanUps.push(() => simulator.stop())
    const keys = simulator.keys.find(({ name }) => name === 'full')
    if (keys === undefined) throw new Error('no key')
    return clientAt(simulator.url, keys)
  }

  it('sends a read from the console like any other, at the lowest priority and with the next nonce', async () => {
    const { client, records } = await simulated()
    await client.mainBalance()
    const call = Symbol('call')
    const answer = await client.console.send(
      { endpoint: 'openPositions', values: { market: 'BTC_PERP' } },
      call,
    )
    expect(answer).toMatchObject({ ok: true })
    expect(last(records)).toMatchObject({
      call,
      fromConsole: true,
      priority: 3,
      status: 200,
      problem: null,
    })
    expect(records[0]?.fromConsole).toBe(false)
    const nonces = records.map(({ body }) => (JSON.parse(body ?? '{}') as { nonce: string }).nonce)
    expect((nonces[1] ?? '') > (nonces[0] ?? '')).toBe(true)
  })

  it('stores no stream token', async () => {
    const { client, records } = await simulated()
    const token = await client.streamToken()
    if (!token.ok) throw new Error(englishOf(token.error.message))
    expect(JSON.stringify(records)).not.toContain(token.value.value.token)
    expect(last(records)).toMatchObject({
      status: 200,
      answer: { text: expect.stringContaining('[redacted]') as string },
    })
  })
})
