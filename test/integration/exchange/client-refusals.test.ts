import { afterEach, describe, expect, it } from 'vitest'
import type {
  ExchangeClient,
  ExchangeClientParts,
  TradingClient,
} from '../../../src/main/exchange/exchange-client.js'
import { createLimiter } from '../../../src/main/exchange/limiter.js'
import { systemTiming } from '../../../src/main/exchange/timing.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { limits } from '../../../src/v4/limits.js'
import {
  createTestClient,
  endlessLimits,
  sendMarketOrder,
  testKey,
} from '../../support/test-client.js'
import {
  type FakeExchangeServer,
  json,
  type Script,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { messageContaining } from '../../support/saying.js'

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

/** A client whose waits last until the test ends them. */
async function setupInVirtualTime(random = 0) {
  const time = createFakeClock()
  const { clock, timing } = time
  const limiter = createLimiter({ timing, known: endlessLimits })
  return { time, limiter, ...(await setup({ clock, timing, limiter, random: () => random })) }
}

const html: Script = {
  kind: 'answer',
  status: 429,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Slow down</h1>',
}
const nonceConflict = json({ code: 0, errors: {}, message: 'Too many requests.' }, { status: 429 })
const balance = json({ BTC: { main_balance: '1' } })
const balanceRead = { ok: true, value: { value: [{ asset: 'BTC', amount: '1' }] } }

function nonceOf(server: FakeExchangeServer, index: number): number {
  const body = JSON.parse(server.seen[index]?.body.toString() ?? '{}') as { nonce?: string }
  return Number(body.nonce)
}

describe('temporary failures of a read', () => {
  it.each([500, 502, 503, 504])(
    'RTL-3 FLT-3 retry after HTTP %i, in JSON or HTML',
    async (status) => {
      const { server, client } = await setup()
      server.next(
        { ...html, status },
        json({ error: ['Internal server error.'] }, { status }),
        balance,
      )
      expect(await client.mainBalance()).toMatchObject(balanceRead)
      expect(server.seen).toHaveLength(3)
    },
  )

  it('RTL-3 retry after the connection broke, signed again', async () => {
    const { server, client } = await setup()
    server.next({ kind: 'reset' }, { kind: 'reset' }, balance)
    expect(await client.mainBalance()).toMatchObject(balanceRead)
    expect(server.seen).toHaveLength(3)
    expect(nonceOf(server, 1)).toBeGreaterThan(nonceOf(server, 0))
    expect(nonceOf(server, 2)).toBeGreaterThan(nonceOf(server, 1))
  })

  it('RTL-3 give up after the third attempt', async () => {
    const { server, client } = await setup()
    server.always(json({ error: ['Internal server error.'] }, { status: 500 }))
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: {
        code: 'exchange-trouble',
        server: { status: 500, message: 'Internal server error.' },
      },
    })
    expect(server.seen).toHaveLength(3)
  })

  it.each([501, 505, 520])('do not retry after HTTP %i', async (status) => {
    const { server, client } = await setup()
    server.always({ ...html, status })
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'exchange-trouble', server: { status } },
    })
    expect(server.seen).toHaveLength(1)
  })
})

describe('requests to slow down', () => {
  it('RTL-3 FLT-2 recover after a 429 that is not about the nonce', async () => {
    const { server, client } = await setup()
    server.next(html, balance)
    expect(await client.mainBalance()).toMatchObject(balanceRead)
    expect(server.seen).toHaveLength(2)
  })

  it('RTL-3 FLT-2 wait as many seconds as the answer says', async () => {
    const { server, client, time } = await setupInVirtualTime()
    server.next({ ...html, headers: { 'content-type': 'text/html', 'retry-after': '7' } }, balance)
    const asked = client.mainBalance()
    await expect.poll(time.pending).toBe(1)
    await time.pass(6.9)
    expect([server.seen.length, time.pending()]).toEqual([1, 1])
    await time.pass(0.1)
    expect(await asked).toMatchObject(balanceRead)
    expect(server.seen).toHaveLength(2)
  })

  it('RTL-3 FLT-2 pause until the end of a long wait, five minutes at most, and say when that is', async () => {
    const { server, client, time } = await setupInVirtualTime()
    server.always({ ...html, headers: { 'content-type': 'text/html', 'retry-after': '86400' } })
    const answers = [
      await client.mainBalance(),
      await client.openPositions(),
      await client.streamToken(),
    ]
    for (const answer of answers) {
      if (answer.ok) throw new Error('it was answered')
      expect(answer.error.code).toBe('rate-limited')
      expect(answer.error.retryAt).toBe(time.clock() + 300)
    }
    expect(server.seen).toHaveLength(1)
    server.always(balance)
    await time.pass(299)
    const asked = client.mainBalance()
    await expect.poll(time.pending).toBeGreaterThan(0)
    expect(server.seen).toHaveLength(1)
    await time.pass(1)
    expect(await asked).toMatchObject(balanceRead)
    expect(server.seen).toHaveLength(2)
  })

  it('RTL-3 pause one key and not another: its polls and orders never wait for the first', async () => {
    const { server, client, time, limiter } = await setupInVirtualTime()
    const otherKey = { apiKey: Secret.of('another-key'), apiSecret: Secret.of('another-secret') }
    const { clock, timing } = time
    const other = createTestClient({
      baseUrl: server.url,
      credentials: otherKey,
      clock,
      timing,
      limiter,
    })
    cleanUps.push(() => other.close())
    const asked = (key: string): number =>
      server.seen.filter(({ headers }) => headers['x-txc-apikey'] === key).length
    const slowDown: Script = {
      ...html,
      headers: { 'content-type': 'text/html', 'retry-after': '300' },
    }
    server.always({
      kind: 'choose',
      choose: ({ path, headers }) =>
        headers['x-txc-apikey'] === testKey.apiKey
          ? slowDown
          : json(path === endpoints.openPositions.path ? [] : ['pong']),
    })
    expect(await client.openPositions()).toMatchObject({
      ok: false,
      error: { code: 'rate-limited', retryAt: time.clock() + 300 },
    })
    expect(await client.mainBalance()).toMatchObject({ ok: false, error: { reason: 'PAUSED' } })
    expect(await other.openPositions()).toMatchObject({ ok: true, value: { value: [] } })
    expect(await other.ping()).toMatchObject({ ok: true })
    expect(await sendMarketOrder(other)).not.toMatchObject({ error: { reason: 'PAUSED' } })
    expect([asked(testKey.apiKey), asked('another-key')]).toEqual([1, 2])
    expect(await sendMarketOrder(client)).toMatchObject({ ok: false, error: { reason: 'PAUSED' } })
    expect(asked(testKey.apiKey)).toBe(1)
  })

  it('FLT-2 end a storm of 429 with three attempts, then a pause', async () => {
    const { server, client } = await setup()
    server.always(html)
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'rate-limited', retryAt: expect.any(Number) },
    })
    expect(server.seen).toHaveLength(3)
  })
})

describe('another program using the key', () => {
  it('RTL-4 signs once more with a larger nonce, at once', async () => {
    // No time passes: a wait would never end.
    const { server, client } = await setupInVirtualTime(0.999)
    server.next(nonceConflict, balance)
    expect(await client.mainBalance()).toMatchObject(balanceRead)
    expect(nonceOf(server, 1)).toBeGreaterThan(nonceOf(server, 0))
  })

  it('RTL-4 then backs off, then explains the cause', async () => {
    const { server, client, time } = await setupInVirtualTime(0.3)
    server.always(nonceConflict)
    const asked = client.mainBalance()
    await expect.poll(time.pending).toBe(1)
    await time.pass(0.299)
    expect([server.seen.length, time.pending()]).toEqual([2, 1])
    await time.pass(0.001)
    expect(await asked).toMatchObject({
      ok: false,
      error: {
        code: 'nonce-conflict',
        server: { status: 429, code: 0, message: 'Too many requests.' },
      },
    })
    expect(server.seen).toHaveLength(3)
  })

  it('RTL-4 treats the same answer as a rate limit after many calls', async () => {
    const few = { requests: 20, perSeconds: 10, documented: true }
    const limiter = createLimiter({ timing: systemTiming, known: { ...limits, private: few } })
    const { server, client } = await setup({ limiter })
    server.always(balance)
    for (let call = 0; call < 4; call += 1) await client.mainBalance()
    server.always(nonceConflict)
    expect(await client.mainBalance()).toMatchObject({ ok: false, error: { code: 'rate-limited' } })
  })
})

describe('refusals', () => {
  type Case = [
    name: string,
    call: (client: ExchangeClient) => ReturnType<ExchangeClient['mainBalance' | 'flexHistory']>,
    Script,
    object,
  ]
  const say = (status: number, body: unknown): Script => json(body, { status })
  const cases: Case[] = [
    [
      'a bad signature',
      (client) => client.mainBalance(),
      say(401, { code: 10, message: 'Unauthorized request.' }),
      { code: 'bad-key-or-signature' },
    ],
    [
      'a bad signature under another status',
      (client) => client.mainBalance(),
      say(422, { code: 10, message: 'Unauthorized request.' }),
      { code: 'bad-key-or-signature' },
    ],
    [
      'a disabled key',
      (client) => client.mainBalance(),
      say(403, {
        code: 2,
        message: 'This action is unauthorized. Enable your key in API settings',
      }),
      { code: 'key-disabled' },
    ],
    [
      'a key without the right',
      (client) => client.mainBalance(),
      say(403, { code: 4, message: 'This API Key is not authorized to perform this action.' }),
      { code: 'no-permission' },
    ],
    [
      'a B2B endpoint',
      (client) => client.flexHistory({}),
      say(403, {
        success: false,
        code: 0,
        message:
          "You don't have permission to use this endpoint. Please contact support for more details",
      }),
      { code: 'b2b-only' },
    ],
    [
      'a clock that is off',
      (client) => client.mainBalance(),
      say(422, {
        code: 0,
        message: 'Your nonce is more than 5 seconds lesser than the current nonce.',
      }),
      { code: 'clock-wrong' },
    ],
    [
      'a wrong filter',
      (client) => client.flexHistory({ planId: 'x' }),
      say(400, {
        code: 0,
        message: 'Validation failed',
        errors: {
          plan: ['The selected plan is invalid.'],
          'actionTypes.0': ['The selected action type is invalid.'],
        },
      }),
      {
        code: 'refused',
        fields: {
          plan: ['The selected plan is invalid.'],
          'actionTypes.0': ['The selected action type is invalid.'],
        },
      },
    ],
    [
      'a refusal without an errors map',
      (client) => client.mainBalance(),
      say(400, { message: 'Inner validation failed', code: 0 }),
      { code: 'refused' },
    ],
    [
      'a refusal with a list for a map',
      (client) => client.mainBalance(),
      say(400, { code: 0, errors: [], message: 'No' }),
      { code: 'refused' },
    ],
    [
      'an unknown address',
      (client) => client.mainBalance(),
      { kind: 'answer', status: 404 },
      { code: 'not-found' },
    ],
    [
      'a product not offered here',
      (client) => client.mainBalance(),
      say(451, { success: false, message: 'api.margin.unavailable', errors: [] }),
      { code: 'region-unavailable' },
    ],
    [
      'a throttle of its own',
      (client) => client.mainBalance(),
      say(400, { message: 'Too Many Attempts.', code: 0 }),
      { code: 'rate-limited' },
    ],
    [
      'an old answer',
      (client) => client.mainBalance(),
      say(401, { message: [['Unauthorized request.']], result: [], success: false }),
      { code: 'bad-key-or-signature' },
    ],
    [
      'a 403 page of somebody else',
      (client) => client.mainBalance(),
      { ...html, status: 403 },
      { code: 'not-understood', reason: 'FOREIGN_BODY' },
    ],
    [
      'a refusal with status 200',
      (client) => client.mainBalance(),
      say(200, {
        success: false,
        code: 4,
        message: 'This API Key is not authorized to perform this action.',
      }),
      { code: 'no-permission' },
    ],
  ]
  it.each(cases)('FLT-13 classify %s', async (_name, call, script, expected) => {
    const { server, client } = await setup({ random: () => 0 })
    server.always(script)
    const answer = await call(client)
    expect(answer).toMatchObject({ ok: false, error: expected })
    if (!answer.ok) expect(englishOf(answer.error.message)).toMatch(/^[A-Z].*\.$/)
  })

  it.each([401, 403])('RTL-5 send one request and no more after a %i', async (status) => {
    const { server, client } = await setup()
    server.always(json({ code: 10, message: 'Unauthorized request.' }, { status }))
    await client.mainBalance()
    expect(server.seen).toHaveLength(1)
  })

  it('treat no loan and no credit line as good answers', async () => {
    const { server, client } = await setup()
    server.next(
      json({ code: 0, message: 'No active loan at the moment' }, { status: 400 }),
      json({ code: 0, message: '' }, { status: 404 }),
      json(
        {
          code: 0,
          message:
            "You don't have permission to use this endpoint. Please contact support for more details",
        },
        { status: 403 },
      ),
    )
    const kinds: unknown[] = []
    for (let call = 0; call < 3; call += 1) {
      const answer = await client.creditLine()
      kinds.push(answer.ok ? answer.value.value.kind : answer.error)
    }
    expect(kinds).toEqual(['no-loan', 'not-enabled', 'not-enabled'])
  })

  it.each([
    [{}, '“currentLtv”'],
    [[], 'the answer itself'],
    [
      {
        asset: 'BTC',
        amount: '1.5',
        totalFunding: '0.5',
        currentLtv: '25',
        initialLtv: '60',
        marginCallLtv: null,
        liquidationLtv: '85',
        createdAt: 1,
      },
      '“marginCallLtv”',
    ],
  ])(
    'NET-9 do not treat %j as the end of a loan, and name what is missing',
    async (body, named) => {
      const { server, client } = await setup()
      server.next(json(body))
      expect(await client.creditLine()).toMatchObject({
        ok: false,
        error: { code: 'not-understood', message: messageContaining(named) },
      })
    },
  )

  it('show the server’s text shortened, on one line', async () => {
    const { server, client } = await setup()
    server.always(
      json(
        {
          code: 30,
          message: `a\nb\u0000${'x'.repeat(10_000)}`,
          errors: { field: Array.from({ length: 500 }, () => 'y'.repeat(5000)) },
        },
        { status: 400 },
      ),
    )
    const answer = await client.mainBalance()
    if (answer.ok) throw new Error('it was answered')
    expect(answer.error.server?.message).toMatch(/^a b x{296}…$/)
    expect(JSON.stringify(answer.error).length).toBeLessThan(4000)
  })
})

describe('an unreachable exchange', () => {
  it('is reported if nothing listens', async () => {
    const { server, client } = await setup()
    await server.stop()
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'unreachable', reason: 'CONNECTION_REFUSED ECONNREFUSED' },
    })
  })

  it('is reported if its name does not exist', async () => {
    const client = createTestClient({
      baseUrl: 'https://nowhere.invalid',
      deadlines: { read: 5000, order: 5000 },
    })
    cleanUps.push(() => client.close())
    const answer = await client.mainBalance()
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'unreachable', reason: expect.stringMatching(/^DNS_FAILED/) },
    })
  })

  it('RTL-6 gets no requests after five failures in a row, and is found again by the liveness check', async () => {
    const { server, client } = await setup()
    server.always({ kind: 'answer', status: 501 })
    for (let call = 0; call < 5; call += 1) await client.mainBalance()
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'exchange-trouble', reason: 'BREAKER_OPEN' },
    })
    expect(server.seen).toHaveLength(5)
    server.always({
      kind: 'reply',
      make: ({ path }) => ({
        body: path.endsWith('ping') ? '["pong"]' : '{"BTC":{"main_balance":"1"}}',
      }),
    })
    expect(await client.ping()).toMatchObject({ ok: true })
    expect(await client.mainBalance()).toMatchObject(balanceRead)
  })

  it('answers at once after the client was closed, and ends calls in progress', async () => {
    const { server, client } = await setup({ deadlines: { read: 5000, order: 5000 } })
    server.always({ kind: 'hang' })
    const hanging = client.mainBalance()
    await expect.poll(() => server.seen.length).toBe(1)
    client.close()
    expect(await hanging).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await client.openPositions()).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(server.seen).toHaveLength(1)
    await expect.poll(server.open).toBe(0)
  })
})

describe('the exchange’s clock', () => {
  it.each([-600, -5, 0, 5, 600])(
    'NET-15 FLT-7 is read from the Date header: %i s apart',
    async (apart) => {
      const { server, client } = await setup()
      expect(client.clockSkew()).toBeNull()
      server.always({
        kind: 'reply',
        make: () => ({
          headers: { date: new Date(Date.now() - apart * 1000).toUTCString() },
          body: '{}',
        }),
      })
      await client.mainBalance()
      expect(client.clockSkew()).not.toBeNull()
      expect(Math.abs((client.clockSkew() ?? 0) - apart)).toBeLessThan(1.1)
    },
  )

  it('NET-15 is not guessed from a header that is no date', async () => {
    const { server, client } = await setup()
    server.always({ kind: 'answer', headers: { date: 'yesterday' }, body: '{}' })
    await client.mainBalance()
    expect(client.clockSkew()).toBeNull()
  })
})
