import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type {
  TradingClient,
  ExchangeClientParts,
} from '../../../src/main/exchange/exchange-client.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { programPath } from '../../support/built-programs.js'
import { createAuthority } from '../../support/certificates.js'
import {
  closeInvestment,
  createTestClient,
  moves,
  sendBulk,
  testKey,
} from '../../support/test-client.js'
import { creditLine, flexRecord, order, position } from '../../support/documented-answers.js'
import {
  type FakeExchangeServer,
  json,
  type Script,
  startFakeExchangeServer,
  startLoggingProxy,
} from '../../support/fake-exchange-server.js'
import { heavyAnswers } from '../../support/heavy-answers.js'
import { settledUntil } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'

const run = promisify(execFile)

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

function text(body: string, headers: Record<string, string> = {}): Script {
  return {
    kind: 'answer',
    body,
    headers,
  }
}

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'NET-2 are not followed for a %i, to the same host or another',
    async (status) => {
      const other = await startFakeExchangeServer()
      cleanUps.push(() => other.stop())
      const { server, client } = await setup()
      for (const location of [`${other.url}/api/v4/main-account/balance`, '/api/v4/elsewhere']) {
        server.next(json({}, { status, headers: { location } }))
        expect(await client.mainBalance()).toMatchObject({
          ok: false,
          error: { code: 'not-understood', reason: 'REDIRECT', server: { status } },
        })
      }
      expect(other.connections()).toBe(0)
      expect(server.seen.map(({ path }) => path)).toEqual([
        endpoints.mainBalance.path,
        endpoints.mainBalance.path,
      ])
    },
  )
})

describe('the total deadline', () => {
  const slow: Record<string, Script> = {
    'headers that come one byte at a time': { kind: 'slow-head', everyMs: 20 },
    'a body that comes one byte at a time': { kind: 'slow-body', everyMs: 20 },
    'no answer at all': { kind: 'hang' },
    'an answer that comes too late': json({}, { delayMs: 5000 }),
  }
  it.each(Object.entries(slow))(
    'NET-6 FLT-4 ends %s when it is over and no sooner, and the socket with it',
    async (_name, script) => {
      const { server, client } = await setup({ deadlines: { read: 500, order: 500 } })
      server.always(script)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      cleanUps.push(() => vi.useRealTimers())
      let ended = false
      const asked = client.mainBalance().finally(() => {
        ended = true
      })
      await settledUntil(() => server.seen.length > 0)
      await vi.advanceTimersByTimeAsync(499)
      expect(ended).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await asked).toMatchObject({
        ok: false,
        error: { code: 'timeout', reason: 'TIMEOUT' },
      })
      expect(server.seen).toHaveLength(1)
      await settledUntil(() => server.open() === 0)
    },
  )
})

describe('the size of an answer', () => {
  it('NET-7 FLT-6 ends a body of 400 MB early, and the socket with it', async () => {
    const { server, client } = await setup({ deadlines: { read: 10_000, order: 10_000 } })
    server.always({ kind: 'huge', bytes: 400_000_000 })
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'not-understood', reason: 'TOO_LARGE' },
    })
    await expect.poll(server.open).toBe(0)
  })

  it('NET-7 refuses an announced length that is too large before the body arrives', async () => {
    const { server, client } = await setup()
    server.always({ kind: 'answer', headers: { 'content-length': '400000000' }, body: '' })
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'not-understood', reason: 'TOO_LARGE' },
    })
  })

  it('NET-7 counts unpacked bytes: a gzip bomb is refused', async () => {
    const { server, client } = await setup({ deadlines: { read: 10_000, order: 10_000 } })
    server.always({ kind: 'bomb', bytes: 200_000_000 })
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'not-understood', reason: 'TOO_LARGE' },
    })
  })

  it.each<[string, Script]>([
    ['a body of 400 MB', { kind: 'huge', bytes: 400_000_000 }],
    ['a gzip bomb of 200 MB', { kind: 'bomb', bytes: 200_000_000 }],
  ])('NET-7 FLT-6 is refused within 20 MB: %s', async (_name, tooLarge) => {
    const { server } = await setup()
    // An app that has read ordinary answers for a while: the memory needed for those is not the
    // bomb's.
    const body = gzipSync(JSON.stringify(['pong'.repeat(500_000)]))
    const ordinary: Script = { kind: 'answer', body, headers: { 'content-encoding': 'gzip' } }
    server.next(...Array<Script>(5).fill(ordinary))
    server.always(tooLarge)
    const { stdout } = await run(process.execPath, [programPath('glutton'), server.url, '5', '1'])
    const result = JSON.parse(stdout) as { outcomes: string[]; grown: number }
    expect(result.outcomes).toEqual([...Array<string>(5).fill('answered'), 'TOO_LARGE'])
    expect(result.grown).toBeLessThan(20_000_000)
  })

  it.each(heavyAnswers)(
    'NET-7b FLT-6 uses at most 64 MB, and keeps none of it: %s',
    async (_name, what, heavy, outcome) => {
      const { server } = await setup()
      const ordinary: Script = {
        kind: 'answer',
        status: 422,
        body: JSON.stringify({ code: 0, message: 'x'.repeat(1_000_000) }),
      }
      server.next(...Array<Script>(5).fill(ordinary))
      server.always(heavy)
      const { stdout } = await run(process.execPath, [
        '--expose-gc',
        programPath('answerReader'),
        server.url,
        what,
        '5',
        '2',
      ])
      const result = JSON.parse(stdout) as { outcomes: string[]; grown: number; left: number }
      expect(result.outcomes.slice(5)).toEqual([outcome, outcome])
      expect(result.grown).toBeLessThan(64_000_000)
      expect(result.left).toBeLessThan(4_000_000)
    },
  )

  it('accepts a compressed answer of normal size, and refuses an unknown compression', async () => {
    const { server, client } = await setup()
    const packings = {
      gzip: gzipSync,
      br: brotliCompressSync,
      deflate: deflateSync,
      identity: (raw: Buffer) => raw,
    }
    for (const [encoding, pack] of Object.entries(packings)) {
      server.next({
        kind: 'answer',
        body: pack(Buffer.from('{"BTC":{"main_balance":"1"}}')),
        headers: { 'content-encoding': encoding },
      })
      expect(await client.mainBalance()).toMatchObject({
        ok: true,
        value: { value: [{ asset: 'BTC', amount: '1' }] },
      })
    }
    server.next(
      text('{}', { 'content-encoding': 'zstd' }),
      text('not gzip', { 'content-encoding': 'gzip' }),
    )
    for (let time = 0; time < 2; time += 1) {
      expect(await client.mainBalance()).toMatchObject({
        ok: false,
        error: { code: 'not-understood', reason: 'BAD_ENCODING' },
      })
    }
  })

  it('FLT-6 reads ten thousand positions', async () => {
    const { server, client } = await setup({ deadlines: { read: 10_000, order: 10_000 } })
    const many = Array.from({ length: 10_000 }, (_, index) => ({ ...position, positionId: index }))
    server.always(json(many))
    const answer = await client.openPositions()
    if (!answer.ok) throw new Error(englishOf(answer.error.message))
    expect(answer.value.value).toHaveLength(10_000)
    expect(answer.value.value[9999]).toMatchObject({ id: '9999', openedAt: '1651568067.789679' })
  })
})

describe('valid answers', () => {
  const nonsense: Record<string, [Script, string]> = {
    'malformed JSON': [text('{"BTC":{"main_balance":"1"}'), 'NOT_JSON'],
    'trailing text': [text('{} {}'), 'NOT_JSON'],
    'an empty body': [text(''), 'EMPTY'],
    'a byte order mark': [text('\ufeff{}'), 'BOM'],
    'a name given twice': [
      text('{"BTC":{"main_balance":"1"},"BTC":{"main_balance":"2"}}'),
      'DUPLICATE_KEY',
    ],
    'a name given twice in other spelling': [
      text('{"BTC":{"main_balance":"1"},"\\u0042TC":{"main_balance":"2"}}'),
      'DUPLICATE_KEY',
    ],
    'a member named __proto__': [text('{"__proto__":{"main_balance":"1"}}'), 'PROTO_KEY'],
    'bytes that are not UTF-8': [
      { kind: 'answer', body: Buffer.from([0x22, 0xff, 0x22]) },
      'NOT_UTF8',
    ],
    'a captive portal': [
      text('<html>Welcome to the hotel</html>', { 'content-type': 'text/html' }),
      'WRONG_TYPE',
    ],
    'JSON marked as text': [text('{}', { 'content-type': 'text/plain' }), 'WRONG_TYPE'],
    'JSON in another character set': [
      text('{}', { 'content-type': 'application/json; charset=latin1' }),
      'WRONG_TYPE',
    ],
    'an empty body without a type': [
      { kind: 'raw', bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n' },
      'EMPTY',
    ],
    'something that is not HTTP': [{ kind: 'raw', bytes: 'SSH-2.0-OpenSSH_9.2\r\n' }, 'BAD_HTTP'],
  }
  it.each(Object.entries(nonsense))(
    'NET-8 FLT-5 exclude %s, with a message',
    async (_name, [script, reason]) => {
      const { server, client } = await setup()
      server.always(script)
      const answer = await client.mainBalance()
      if (answer.ok) throw new Error('it was believed')
      expect(answer.error.code).toBe('not-understood')
      expect(answer.error.reason?.split(' ')[0]).toBe(reason)
      expect(server.seen).toHaveLength(1)
    },
  )

  it('NET-8 FLT-5 exclude a truncated one, after a retry', async () => {
    const { server, client } = await setup()
    server.always({ kind: 'truncated', body: '{"BTC":{"main_balance":"1"}}', sent: 12 })
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'not-understood', reason: expect.stringMatching(/^TRUNCATED/) },
    })
    expect(server.seen).toHaveLength(3)
  })

  it('include JSON under its other media types', async () => {
    const { server, client } = await setup()
    for (const type of [
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/problem+json',
    ]) {
      server.next(text('{}', { 'content-type': type }))
      expect(await client.mainBalance()).toMatchObject({ ok: true })
    }
  })

  it('NET-10, UX-60 keep every digit of long ids and of times', async () => {
    const { server, client } = await setup()
    const wire = JSON.stringify(position)
      .replace('"positionId":527', '"positionId":12345678901234567890')
      .replace('"openDate":1651568067.789679', '"openDate":1755500000.1234567')
    server.always(text(`[${wire}]`))
    expect(await client.openPositions()).toMatchObject({
      ok: true,
      value: {
        value: [
          {
            id: '12345678901234567890',
            openedAt: '1755500000.1234567',
            modifiedAt: '1651568067.789679',
          },
        ],
      },
    })
  })

  it('FLT-15 name a missing or wrong member, and do not affect other calls', async () => {
    const { server, client } = await setup()
    const { asset: _asset, marginCallLtv: _marginCallLtv, ...withoutLevel } = creditLine
    for (const [wire, member] of [
      [withoutLevel, 'marginCallLtv'],
      [{ ...creditLine, currentLtv: {} }, 'currentLtv'],
      [{ ...creditLine, liquidationLtv: '1e-8000' }, 'liquidationLtv'],
      [[creditLine, creditLine], 'the answer itself'],
      ['none', 'the answer itself'],
    ] as const) {
      server.next(json(wire))
      const answer = await client.creditLine()
      if (answer.ok) throw new Error('it was believed')
      expect(answer.error).toMatchObject({ code: 'not-understood', reason: 'SCHEMA' })
      expect(englishOf(answer.error.message)).toContain(member)
    }
    // Five in a row: if they counted as an exchange that is down, the next call would not be sent.
    server.next(json({ BTC: { main_balance: '1' } }))
    expect(await client.mainBalance()).toMatchObject({ ok: true })
  })

  it('FLT-15 leave out an invalid position, and name it', async () => {
    const { server, client } = await setup()
    const { amount: _amount, ...withoutAmount } = position
    server.always(
      json([
        position,
        { ...withoutAmount, positionId: 528, market: 'ETH_USDT' },
        { ...position, positionId: 'P-1' },
        'x',
        { ...position, positionId: 531, amount: '1e-8' },
      ]),
    )
    expect(worded(await client.openPositions())).toMatchObject({
      ok: true,
      value: {
        value: [{ id: '527' }, { id: '531', amount: '0.00000001' }],
        unreadable: [
          { place: 2, id: '528', name: 'ETH_USDT', field: 'amount', why: 'is missing' },
          {
            place: 3,
            id: null,
            name: 'BTC_USDT',
            field: 'positionId',
            why: 'must be a whole number',
          },
          { place: 4, id: null, name: null, field: '', why: 'must be an object' },
        ],
      },
    })
    server.always(json([position]))
    const whole = await client.openPositions()
    expect(whole.ok && 'unreadable' in whole.value).toBe(false)
  })

  it('leave out an invalid asset or record, and name it', async () => {
    const { server, client } = await setup()
    server.next(json({ BTC: { main_balance: '1' }, ETH: { main_balance: 'two' }, XRP: null }))
    expect(worded(await client.mainBalance())).toMatchObject({
      ok: true,
      value: {
        value: [{ asset: 'BTC', amount: '1' }],
        unreadable: [
          { id: null, name: 'ETH', field: 'main_balance', why: 'must be a decimal number' },
          { id: null, name: 'XRP', field: '', why: 'is null' },
        ],
      },
    })
    const { amount: _amount, ...withoutAmount } = flexRecord
    server.next(json({ data: [withoutAmount, flexRecord], limit: 50, offset: 0 }))
    expect(await client.flexHistory({})).toMatchObject({
      ok: true,
      value: {
        value: {
          records: [{ amount: '15.75' }],
          unreadable: [{ place: 1, id: flexRecord.transaction_id, name: 'USDT', field: 'amount' }],
        },
      },
    })
  })

  it('leave an invalid entry of a bulk answer unknown, and the others known', async () => {
    const { server, client } = await setup()
    const bulkOrder = { ...order(true), type: 'limit', price: '40000', oto: undefined }
    server.always(
      json([
        { result: { ...bulkOrder, clientOrderId: 'bulk-1', left: undefined }, error: null },
        { result: { ...bulkOrder, clientOrderId: 'bulk-2' }, error: null },
      ]),
    )
    const answer = await sendBulk(client)
    expect(answer).toMatchObject({
      ok: true,
      value: {
        value: [
          {
            kind: 'unclear',
            order: null,
            clientOrderId: 'bulk-1',
            problem: { code: 'outcome-unknown', reason: 'UNREAD_MEMBER' },
          },
          { kind: 'placed', order: { clientOrderId: 'bulk-2' } },
        ],
      },
    })
    const [unclear] = answer.ok ? answer.value.value : []
    expect(
      englishOf(unclear?.kind === 'unclear' ? (unclear.problem?.message ?? '') : ''),
    ).toContain('“result.left” is missing')
  })

  it('return nothing of the call with what could not be read', async () => {
    const { server, client } = await setup()
    server.always(json([position, { market: `x${testKey.apiKey}`, positionId: testKey.apiKey }]))
    const answer = await client.openPositions()
    expect(answer).toMatchObject({ ok: true, value: { unreadable: [{ name: 'x[hidden]' }] } })
    expect(JSON.stringify(answer)).not.toContain(testKey.apiKey)
  })

  it('FLT-15 may have new members and new values', async () => {
    const { server, client } = await setup()
    server.always(
      json([
        {
          ...position,
          liquidationState: 'frozen',
          positionSide: 'SIDEWAYS',
          novelty: { deep: [1] },
        },
      ]),
    )
    expect(await client.openPositions()).toMatchObject({
      ok: true,
      value: { value: [{ liquidationState: 'frozen', positionSide: 'SIDEWAYS' }] },
    })
  })
})

describe('requests', () => {
  it('NET-11 send exactly the signed bytes, whatever they contain', async () => {
    const { server, client } = await setup()
    server.always(json({ payoutDestination: 'main_balance', externalAddress: null }))
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (name) => {
        const answer = await client.payoutDestination(name)
        expect(answer).toMatchObject({ ok: true })
        const sent = server.seen.at(-1)
        const payload = String(sent?.headers['x-txc-payload'])
        expect(sent?.body).toEqual(Buffer.from(payload, 'base64'))
        expect(sent?.headers['x-txc-signature']).toBe(
          createHmac('sha512', testKey.apiSecret).update(payload).digest('hex'),
        )
        const body = JSON.parse(sent?.body.toString() ?? '') as Record<string, unknown>
        expect(Object.keys(body).sort()).toEqual(['accountName', 'nonce', 'request'])
        expect(body['accountName']).toBe(Buffer.from(name).toString())
      }),
      { numRuns: 60 },
    )
  })

  it('send the four headers of the specification and nothing that identifies the sender', async () => {
    const { server, client } = await setup()
    server.always(json({}))
    await client.mainBalance()
    const { headers = {} } = server.seen[0] ?? {}
    expect(Object.keys(headers).sort()).toEqual(
      [
        'connection',
        'content-length',
        'content-type',
        'host',
        'x-txc-apikey',
        'x-txc-payload',
        'x-txc-signature',
      ].sort(),
    )
    expect(headers['content-type']).toBe('application/json')
    expect(headers['x-txc-apikey']).toBe(testKey.apiKey)
  })

  it('send nothing of the key with the liveness check', async () => {
    const { server, client } = await setup()
    server.always(json(['pong']))
    expect(await client.ping()).toMatchObject({
      ok: true,
      value: { value: { ms: expect.any(Number) } },
    })
    expect(Object.keys(server.seen[0]?.headers ?? {}).sort()).toEqual(['connection', 'host'])
    expect(server.seen[0]).toMatchObject({ method: 'GET', path: '/api/v4/public/ping' })
    expect(server.seen[0]?.body).toHaveLength(0)
  })

  it('reuse one socket for reads and open one for each call that moves money', async () => {
    const { server, client } = await setup()
    server.always(json({}))
    await client.mainBalance()
    const all = Object.values(moves)
    for (const move of all) await move(client)
    await client.mainBalance()
    expect(server.seen.map(({ socket, earlierOnSocket }) => [socket, earlierOnSocket])).toEqual([
      [1, 0],
      ...all.map((_, at) => [at + 2, 0]),
      [1, 1],
    ])
    await expect.poll(server.open).toBe(1)
  })

  it('RES-3 leave no socket and no timer behind, whatever happened', async () => {
    const active = (kind: string): number =>
      process.getActiveResourcesInfo().filter((name) => name === kind).length
    await expect.poll(() => active('TCPSocketWrap')).toBe(0)
    const timers = active('Timeout')
    const { server, client } = await setup({ deadlines: { read: 100, order: 100 } })
    const scripts: Script[] = [
      json({}),
      { kind: 'reset' },
      { kind: 'hang' },
      { kind: 'raw', bytes: 'x' },
      json({}, { status: 401 }),
    ]
    for (let round = 0; round < 5; round += 1) {
      for (const script of scripts) {
        server.always(script)
        await client.mainBalance()
        await closeInvestment(client, 'a')
        client.dropSockets()
      }
    }
    client.close()
    await expect.poll(server.open).toBe(0)
    await expect.poll(() => active('TCPSocketWrap')).toBe(0)
    expect(active('Timeout')).toBeLessThanOrEqual(timers)
  })

  it('open a new socket if the kept one was closed or dropped', async () => {
    const { server, client } = await setup()
    server.always(json({}))
    await client.mainBalance()
    server.dropAll()
    await expect.poll(server.open).toBe(0)
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    client.dropSockets()
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    expect(server.seen.map(({ socket }) => socket)).toEqual([1, 2, 3])
  })

  it('ignore proxies named in the environment', async () => {
    const proxy = await startLoggingProxy(1)
    cleanUps.push(() => proxy.stop())
    const before = { ...process.env }
    Object.assign(process.env, {
      HTTP_PROXY: proxy.url,
      HTTPS_PROXY: proxy.url,
      http_proxy: proxy.url,
      ALL_PROXY: proxy.url,
      NODE_USE_ENV_PROXY: '1',
    })
    try {
      const { server, client } = await setup()
      server.always(json({}))
      expect(await client.mainBalance()).toMatchObject({ ok: true })
      expect(proxy.asked).toHaveLength(0)
    } finally {
      process.env = before
    }
  })
})

describe('a proxy the user set', () => {
  const authority = createAuthority()

  const proxied = async (refuse = false) => {
    const server = await startFakeExchangeServer(authority.issue({ names: ['exchange.example'] }))
    server.always(json({ BTC: { main_balance: '1' } }))
    const proxy = await startLoggingProxy(server.port, refuse)
    const way = { proxy: proxy.url }
    const client = createTestClient({
      baseUrl: 'https://exchange.example',
      trust: { proxy: () => way.proxy, testAuthorities: [authority.cert] },
      deadlines: { read: 3000, order: 3000 },
    })
    cleanUps.push(
      () => server.stop(),
      () => proxy.stop(),
      () => client.close(),
    )
    return { server, proxy, client, way }
  }

  it('NET-17 sees host and port, and nothing of the call', async () => {
    const { server, proxy, client } = await proxied()
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    expect(server.seen).toHaveLength(1)
    expect(proxy.asked).toHaveLength(1)
    expect(proxy.asked[0]).toContain('exchange.example:443')
    const readable = proxy.asked.join('') + proxy.carried().toString('latin1')
    for (const secret of [testKey.apiKey, testKey.apiSecret, 'X-TXC', 'x-txc', 'nonce'])
      expect(readable).not.toContain(secret)
  })

  it('NET-17 that refuses leaves the call unsent', async () => {
    const { server, client } = await proxied(true)
    expect(worded(await client.mainBalance())).toEqual({
      ok: false,
      error: {
        code: 'unreachable',
        message: 'The proxy named in Settings, Connection, did not connect to the exchange.',
        reason: 'PROXY_FAILED PROXY_REFUSED',
      },
    })
    expect(server.seen).toHaveLength(0)
  })

  it('NET-17 that is unreachable is not mistaken for the exchange', async () => {
    const { server, proxy, client } = await proxied()
    await proxy.stop()
    expect(await client.mainBalance()).toMatchObject({
      ok: false,
      error: { code: 'unreachable', reason: 'PROXY_FAILED ECONNREFUSED' },
    })
    expect(server.seen).toHaveLength(0)
  })

  it('NET-17 applies from the next connection on when the setting changes', async () => {
    const { server, proxy, client, way } = await proxied()
    const other = await startLoggingProxy(server.port)
    cleanUps.push(() => other.stop())
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    way.proxy = other.url
    client.dropSockets()
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    expect([proxy.asked.length, other.asked.length]).toEqual([1, 1])
  })
})
