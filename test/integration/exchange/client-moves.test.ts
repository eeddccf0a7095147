// The calls that move money against everything that can happen to them on the way.
import { afterEach, describe, expect, it } from 'vitest'
import { type SendOutcome, outcomeOf } from '../../../src/main/exchange/errors.js'
import type {
  TradingClient,
  ExchangeClientParts,
} from '../../../src/main/exchange/exchange-client.js'
import { createNonceGenerator } from '../../../src/main/exchange/signer.js'
import { wipeCredentials, Secret } from '../../../src/main/keychain/secret.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  createTestClient,
  moves,
  sendHooks,
  sendMarketOrder,
  testKey,
  wallClock,
} from '../../support/test-client.js'
import {
  type FakeExchangeServer,
  json,
  type Script,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'
import { oneMoreRequest } from '../../support/one-more-request.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup(
  parts: Partial<ExchangeClientParts> = {},
): Promise<{ server: FakeExchangeServer; client: TradingClient }> {
  const server = await startFakeExchangeServer()
  const client = createTestClient({ baseUrl: server.url, ...parts })
  cleanUps.push(
    () => server.stop(),
    () => client.close(),
  )
  return { server, client }
}

/** For calls that nobody answers. */
const soon = { read: 300, order: 300 }

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

const faults: Record<string, [Script, SendOutcome, string | null]> = {
  'HTTP 400 with the private error object': [json(refusal, { status: 400 }), 'rejected', null],
  'HTTP 422 with the private error object': [json(refusal, { status: 422 }), 'rejected', null],
  'HTTP 401 with the private error object': [
    json({ code: 10, message: 'Unauthorized request.' }, { status: 401 }),
    'rejected',
    null,
  ],
  'HTTP 403 with the private error object': [
    json({ code: 4, message: 'No.' }, { status: 403 }),
    'rejected',
    null,
  ],
  'HTTP 429 about the nonce': [
    json({ code: 0, errors: {}, message: 'Too many requests.' }, { status: 429 }),
    'rejected',
    null,
  ],
  'HTTP 400 asking to slow down': [
    json({ code: 0, message: 'Too Many Attempts.' }, { status: 400 }),
    'rejected',
    null,
  ],
  'HTTP 408 in whatever shape': [
    json({ code: 408, message: 'Request timeout' }, { status: 408 }),
    'unknown',
    'TIMED_OUT_THERE',
  ],
  'HTTP 429 of a gateway': [html(429), 'unknown', 'FOREIGN_BODY'],
  'HTTP 400 of somebody else': [html(400), 'unknown', 'FOREIGN_BODY'],
  'HTTP 403 of somebody else': [html(403), 'unknown', 'FOREIGN_BODY'],
  'HTTP 404 with nothing': [{ kind: 'answer', status: 404 }, 'unknown', 'FOREIGN_BODY'],
  'HTTP 451 in another shape': [
    json({ success: false, message: 'api.margin.unavailable', errors: [] }, { status: 451 }),
    'unknown',
    'FOREIGN_BODY',
  ],
  'HTTP 500 with the private error object': [
    json(refusal, { status: 500 }),
    'unknown',
    'SERVER_ERROR',
  ],
  'HTTP 502 of a gateway': [html(502), 'unknown', 'SERVER_ERROR'],
  'HTTP 503': [html(503), 'unknown', 'SERVER_ERROR'],
  'HTTP 504': [html(504), 'unknown', 'SERVER_ERROR'],
  'a redirect': [json({}, { status: 307, headers: { location: '/' } }), 'unknown', 'REDIRECT'],
  'no answer': [{ kind: 'hang' }, 'unknown', 'TIMEOUT'],
  'slow headers': [{ kind: 'slow-head', everyMs: 20 }, 'unknown', 'TIMEOUT'],
  'a slow body': [{ kind: 'slow-body', everyMs: 20 }, 'unknown', 'TIMEOUT'],
  'a broken connection': [{ kind: 'reset' }, 'unknown', 'RESET'],
  'an answer that breaks off': [
    { kind: 'truncated', body: '{"order_id":1}', sent: 5 },
    'unknown',
    'TRUNCATED',
  ],
  'an answer without end': [{ kind: 'huge', bytes: 100_000_000 }, 'unknown', 'TOO_LARGE'],
  'a malformed answer': [{ kind: 'answer', body: '{"order_id":' }, 'unknown', 'NOT_JSON'],
  'an empty answer': [{ kind: 'answer', body: '' }, 'unknown', 'EMPTY'],
  'a captive portal': [html(200), 'unknown', 'WRONG_TYPE'],
  'a name twice': [
    { kind: 'answer', body: '{"order_id":1,"order_id":2}' },
    'unknown',
    'DUPLICATE_KEY',
  ],
  'an answer of another shape': [json('done'), 'unknown', 'SCHEMA'],
  'a refusal with status 200': [json(refusal), 'unknown', 'REFUSED_WITH_200'],
  'something that is not HTTP': [{ kind: 'raw', bytes: 'hello\r\n' }, 'unknown', 'BAD_HTTP'],
}

describe.each(Object.entries(moves))('%s', (_call, move) => {
  it.each(Object.entries(faults))(
    'ORD-2 FLT-2 FLT-3 is sent once whatever happens, and knows its outcome: %s',
    async (_name, [script, outcome, reason]) => {
      const { server, client } = await setup(reason === 'TIMEOUT' ? { deadlines: soon } : {})
      server.always(script)
      const answer = await move(client)
      if (answer.ok) throw new Error('it was believed')
      expect(outcomeOf(answer.error)).toBe(outcome)
      expect(answer.error.code === 'outcome-unknown').toBe(outcome === 'unknown')
      if (reason !== null) expect(answer.error.reason).toBe(reason)
      server.always(json({}))
      await oneMoreRequest(`${server.url}/later`)
      client.close()
      await server.ended()
      expect(server.seen).toHaveLength(2)
      expect(server.seen[1]?.path).toBe('/later')
    },
  )

  it('ORD-2 is never sent on a used socket, nor a second time when its own closes', async () => {
    const { server, client } = await setup()
    server.always(json({}))
    await client.mainBalance()
    server.always({ kind: 'reset' })
    await move(client)
    expect(server.seen).toHaveLength(2)
    expect(server.seen[1]).toMatchObject({ earlierOnSocket: 0, socket: 2 })
    expect(server.connections()).toBe(2)
  })

  it('is certainly not sent if nothing listens', async () => {
    const { server, client } = await setup()
    await server.stop()
    const answer = await move(client)
    if (answer.ok) throw new Error('it was believed')
    expect(outcomeOf(answer.error)).toBe('not-sent')
    expect(answer.error.code).toBe('unreachable')
  })

  it('is not sent if its nonce could not be recorded', async () => {
    const repository = {
      highWater: () => null,
      raise: () => {
        throw new Error('disk full')
      },
    }
    const { server, client } = await setup({ nonce: createNonceGenerator(wallClock, repository) })
    server.always(json({}))
    const answer = await move(client)
    if (answer.ok) throw new Error('it was believed')
    expect(answer.error).toMatchObject({ code: 'store-trouble', reason: 'NONCE_NOT_RECORDED' })
    expect(outcomeOf(answer.error)).toBe('not-sent')
    expect(server.seen).toHaveLength(0)
    expect(await client.mainBalance()).toMatchObject({ ok: true })
  })

  it('SEC-16 is not sent if the key has been wiped', async () => {
    const credentials = {
      apiKey: Secret.of(testKey.apiKey),
      apiSecret: Secret.of(testKey.apiSecret),
    }
    const { server, client } = await setup({ credentials })
    server.always(json({}))
    await client.mainBalance()
    wipeCredentials(credentials)
    const answer = await move(client)
    if (answer.ok) throw new Error('it was believed')
    expect(answer.error).toMatchObject({ code: 'key-locked', reason: 'SECRET_WIPED' })
    expect(outcomeOf(answer.error)).toBe('not-sent')
    expect(server.seen).toHaveLength(1)
  })

  it('ORD-16 is certainly not sent if it is held back once the connection is open', async () => {
    const { server, client } = await setup()
    server.always(json({}))
    const prepared = client.orderGateway.prepare({ kind: 'close-investment', investmentId: 'i-1' })
    if (!prepared.ok) throw new Error(englishOf(prepared.error.message))
    let opened = 0
    const hooks = sendHooks({
      maySend: () => {
        opened += 1
        return false
      },
      onFirstByte: () => {
        throw new Error('it left')
      },
    })
    const answer = await client.orderGateway.send(prepared.value, hooks)
    expect(answer).toMatchObject({
      ok: false,
      error: { outcome: 'not-sent', problem: { code: 'cancelled', reason: 'HELD_BACK' } },
    })
    expect(opened).toBe(1)
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    expect(server.seen.map(({ path }) => path)).toEqual([endpoints.mainBalance.path])
  })

  it('has an unknown outcome if Plimsoll closes during it', async () => {
    const { server, client } = await setup({ deadlines: { read: 5000, order: 5000 } })
    server.always({ kind: 'hang' })
    const moving = move(client)
    await expect.poll(() => server.seen.length).toBe(1)
    client.close()
    expect(await moving).toMatchObject({
      ok: false,
      error: { code: 'outcome-unknown', reason: 'CLOSED' },
    })
    const after = await move(client)
    if (after.ok) throw new Error('it was believed')
    expect(outcomeOf(after.error)).toBe('not-sent')
    expect(server.seen).toHaveLength(1)
  })
})

it('does not send an order that does not match the interface, and names the member', async () => {
  const { server, client } = await setup()
  const answer = await sendMarketOrder(client, {
    market: 'BTC_USDT',
    side: 'buy',
    amount: '1,5',
    clientOrderId: 'no spaces',
  })
  if (answer.ok) throw new Error('it was believed')
  expect(answer.error).toMatchObject({ code: 'bad-input', reason: 'REQUEST_SCHEMA' })
  expect(Object.keys(answer.error.fields ?? {}).sort()).toEqual(['amount', 'client_order_id'])
  expect(outcomeOf(answer.error)).toBe('not-sent')
  expect(server.seen).toHaveLength(0)
})
