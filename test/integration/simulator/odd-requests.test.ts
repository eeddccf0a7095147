import { afterEach, describe, expect, it } from 'vitest'
import {
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { rawExchange, readAnswers, type RawAnswer } from '../../support/raw-exchange.js'
import { readAnswer, sign, signedCaller } from '../../support/signed-call.js'

const ping = endpoints.ping.path
const balance = endpoints.mainBalance.path
const running: Simulator[] = []
const reported: unknown[] = []

async function setup(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({
    port: 0,
    clock: () => 1_755_500_000,
    seed: 1,
    report: (error) => void reported.push(error),
    ...options,
  })
  running.push(simulator)
  const [key] = simulator.keys
  if (key === undefined) throw new Error('a key expected')
  const port = Number(new URL(simulator.url).port)
  const say = async (...pieces: (string | Buffer)[]): Promise<RawAnswer[]> =>
    readAnswers(await rawExchange(port, ...pieces))
  const call = signedCaller(simulator.url, key)
  return { simulator, key, port, say, call }
}

afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop()
  expect(reported.splice(0)).toEqual([])
})

function request(line: string, headers: readonly string[] = [], body = ''): string {
  return [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...headers,
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
    '',
    body,
  ].join('\r\n')
}

const privateError = (message: string) => ({ code: 0, message, errors: {} })
const publicError = (message: string) => ({ success: false, message, params: [] })
const unread = 'The request could not be read.'

describe('what is not a valid request', () => {
  it.each([
    ['words', 'hello\r\n\r\n', 400, unread],
    ['a TLS handshake', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), 400, unread],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, unread],
    ['an unknown method', request('FETCH /'), 400, unread],
    ['an unknown version', 'GET / HTTP/1.3\r\nHost: a\r\n\r\n', 400, unread],
    ['a header without a name', request('GET /', [': x']), 400, unread],
    ['a negative length', request('POST /', ['Content-Length: -1']), 400, unread],
    [
      'two ways of saying the length',
      request('POST /', ['Transfer-Encoding: chunked'], '{}'),
      400,
      unread,
    ],
    [
      'a chunk without a length',
      `${request('POST /', ['Transfer-Encoding: chunked'])}zz\r\n\r\n`,
      400,
      unread,
    ],
    ['the half of a request', 'GET / HTT', 400, unread],
    ['the half of a body', `${request('POST /', ['Content-Length: 20'])}{}`, 400, unread],
    [
      'headers above a megabyte and a half',
      request('GET /', [`X-Filler: ${'x'.repeat(1_600_000)}`]),
      431,
      'The headers are too large.',
    ],
    [
      'an address of two megabytes',
      request(`GET /${'x'.repeat(2_000_000)}`),
      431,
      'The headers are too large.',
    ],
    ['a tunnel', request('CONNECT example.com:443'), 405, 'Method not allowed.'],
  ])('answers %s in the private error’s shape', async (_what, bytes, status, message) => {
    const { say, call } = await setup()
    const [answer, ...others] = await say(bytes)
    expect(others).toEqual([])
    expect(answer).toMatchObject({ status, json: privateError(message) })
    expect(answer?.headers.get('content-type')).toBe('application/json')
    expect(answer?.headers.get('connection')).toBe('close')
    expect(answer?.headers.get('date')).toBe('Mon, 18 Aug 2025 06:53:20 GMT')
    expect((await call(balance)).status).toBe(200)
  })

  it('omits `errors` in the live dialect, as in every refusal there', async () => {
    const { say } = await setup({ dialect: 'live' })
    expect(await say('hello\r\n\r\n')).toMatchObject([
      { status: 400, text: JSON.stringify({ code: 0, message: unread }) },
    ])
  })

  it('keeps reading from a client that has not finished sending, so that it gets its refusal', async () => {
    const { say } = await setup()
    const filler = Buffer.alloc(4_000_000, 'x')
    expect(await say(request('GET /').slice(0, -2), 'X-Filler: ', filler, filler)).toMatchObject([
      { status: 431 },
    ])
    const large = `POST ${balance} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${filler.length}\r\n\r\n`
    expect(await say(large, filler, request(`GET ${ping}`))).toMatchObject([
      { status: 413, json: privateError('The body is too large.') },
      { status: 200, json: ['pong'] },
    ])
  })

  it('answers what came before it', async () => {
    const { say } = await setup()
    expect(await say(request(`GET ${ping}`), 'hello\r\n\r\n')).toMatchObject([
      { status: 200 },
      { status: 400, json: privateError(unread) },
    ])
  })
})

describe('a rejected request', () => {
  const withoutHost = (line: string, version = '1.1') => `${line} HTTP/${version}\r\n\r\n`

  it('without a Host is a bad request, in the shape of its path', async () => {
    const { simulator, say } = await setup()
    expect(await say(withoutHost(`GET ${ping}`))).toMatchObject([
      { status: 400, json: publicError(unread) },
    ])
    expect(await say(withoutHost(`POST ${balance}`))).toMatchObject([
      { status: 400, json: privateError(unread) },
    ])
    expect(await say(withoutHost('GET /__sim/health'))).toMatchObject([
      { status: 400, json: { error: unread } },
    ])
    expect(await say(withoutHost(`GET ${ping}`, '1.0'))).toMatchObject([
      { status: 200, json: ['pong'] },
    ])
    expect(simulator.control('GET', 'calls').body).toMatchObject([
      { path: ping, outcome: { status: 400, executed: false } },
      { path: balance, outcome: { status: 400, executed: false } },
      { path: ping, outcome: { status: 200 } },
    ])
  })

  it('with an unknown expectation says so; the standard one is met', async () => {
    const { say } = await setup()
    const expecting = (what: string) => request(`POST ${balance}`, [`Expect: ${what}`], '{}')
    expect(await say(expecting('wonders'))).toMatchObject([
      { status: 417, json: privateError('The expectation is not known.') },
    ])
    expect(await say(expecting('100-continue'))).toMatchObject([
      { status: 100 },
      { status: 401, json: { code: 10 } },
    ])
  })

  it.each([
    [
      'an address that cannot be decoded',
      request('GET /api/v4/public/%zz'),
      400,
      publicError(unread),
    ],
    [
      'an address of half a letter',
      request('POST /api/%E0%A4%A', [], '{}'),
      400,
      privateError(unread),
    ],
    ['a control that cannot be decoded', request('GET /__sim/%zz'), 400, { error: unread }],
    [
      'a content type that is none',
      request(`POST ${balance}`, ['Content-Type: ;;;'], '{}'),
      415,
      privateError(unread),
    ],
    [
      'an address of fifty thousand letters',
      request(`GET /${'a'.repeat(50_000)}`),
      404,
      privateError('Not found.'),
    ],
    ['a question to the whole server', request('OPTIONS *'), 404, privateError('Not found.')],
    [
      'a method of other services',
      request(`PROPFIND ${ping}`),
      405,
      publicError('Method not allowed.'),
    ],
    [
      'what only asks which methods there are',
      request(`OPTIONS ${balance}`),
      405,
      privateError('Method not allowed.'),
    ],
    [
      'a wish for a stream elsewhere',
      request('GET /other', ['Connection: Upgrade', 'Upgrade: websocket']),
      404,
      privateError('Not found.'),
    ],
    [
      'a handshake without its key',
      request('GET /ws', ['Connection: Upgrade', 'Upgrade: websocket']),
      400,
      privateError('The stream was not opened.'),
    ],
  ])('for %s gets an error in the shape of its path', async (_what, bytes, status, json) => {
    const { say } = await setup()
    const [answer, ...others] = await say(bytes)
    expect(others).toEqual([])
    expect(answer).toMatchObject({ status, json })
    expect(answer?.headers.get('content-type')).toBe('application/json')
  })

  it('by HEAD gets the length of the refusal, and nothing else', async () => {
    const { port } = await setup()
    const [answer] = readAnswers(await rawExchange(port, request(`HEAD ${ping}`)), false)
    expect(answer?.status).toBe(405)
    expect(answer?.headers.get('content-length')).toBe(
      String(JSON.stringify(publicError('Method not allowed.')).length),
    )
  })
})

describe('a request with an absolute URL', () => {
  it('is answered as one with the path', async () => {
    const { say, simulator } = await setup()
    expect(await say(request(`GET http://example.com${ping}?a=b`))).toMatchObject([
      { status: 200, json: ['pong'] },
    ])
    expect(await say(request(`GET HTTPS://example.com:8443${ping}`))).toMatchObject([
      { status: 200, json: ['pong'] },
    ])
    expect(await say(request('GET http://example.com'))).toMatchObject([
      { status: 404, json: privateError('Not found.') },
    ])
    expect(
      await say(request(`GET http://a${ping}`, ['Connection: Upgrade', 'Upgrade: h2c'])),
    ).toMatchObject([{ json: ['pong'] }])
    expect(simulator.control('GET', 'calls').body).toMatchObject([
      { path: ping },
      { path: ping },
      { path: '/' },
      { path: ping },
    ])
  })

  it('is signed for the path alone', async () => {
    const { say, key } = await setup()
    const body = JSON.stringify({ request: balance, nonce: '1' })
    const { payload, signature } = sign(body, key.apiSecret)
    const headers = [
      'Content-Type: application/json',
      `X-TXC-APIKEY: ${key.apiKey}`,
      `X-TXC-PAYLOAD: ${payload}`,
      `X-TXC-SIGNATURE: ${signature}`,
    ]
    expect(await say(request(`POST http://127.0.0.1${balance}`, headers, body))).toMatchObject([
      { status: 200 },
    ])
  })

  it('may use the controls if it names this computer, whatever the Host', async () => {
    const { say } = await setup()
    expect(await say(request('GET http://localhost:8844/__sim/health'))).toMatchObject([
      { status: 200 },
    ])
    expect(await say(request('GET http://example.com/__sim/health'))).toMatchObject([
      { status: 403 },
    ])
  })
})

describe('a signed body', () => {
  const bodyOf = (bytes: number) => {
    const filler =
      bytes - JSON.stringify({ filler: '', request: balance, nonce: '1755500000001' }).length
    return { filler: 'x'.repeat(filler) }
  }

  it('of one MiB is answered, and one byte more is too large', async () => {
    const { call } = await setup()
    expect((await call(balance, { body: bodyOf(1024 * 1024) })).status).toBe(200)
    const answer = await call(balance, { body: bodyOf(1024 * 1024 + 1) })
    expect(answer).toMatchObject({ status: 413, json: privateError('The body is too large.') })
  })

  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it.each([9000, 500_000])(
    'nested %i deep is answered, and so is the list of calls',
    async (depth) => {
      const { simulator, key, call } = await setup()
      const text = `{"deep":${nested(depth)},"request":"${balance}","nonce":"1"}`
      const { payload, signature } = sign(text, key.apiSecret)
      const headers = { 'X-TXC-PAYLOAD': payload, 'X-TXC-SIGNATURE': signature }
      expect((await call(balance, { sentBody: text, headers })).status).toBe(200)
      expect(
        (await call(balance, { sentBody: nested(depth), headers: { 'X-TXC-PAYLOAD': 'e30=' } }))
          .json,
      ).toMatchObject({ code: 9 })
      const list = await readAnswer(await fetch(`${simulator.url}/__sim/calls`))
      expect(list).toMatchObject({
        status: 200,
        json: [
          { nonce: '1', body: { bytes: text.length } },
          { nonce: null, body: { bytes: 2 * depth } },
        ],
      })
    },
  )

  it('is recorded unchanged up to a hundred levels', async () => {
    const { simulator, call } = await setup()
    await call(balance, { body: { deep: JSON.parse(nested(99)) as unknown } })
    await call(balance, { body: { deep: JSON.parse(nested(100)) as unknown } })
    const [whole, tooDeep] = simulator.control('GET', 'calls').body as { body: object }[]
    expect(JSON.stringify(whole?.body)).toContain(`{"deep":${nested(99)},`)
    expect(tooDeep?.body).toEqual({ bytes: expect.any(Number) as number })
  })

  it('with a nonce or a path of a megabyte takes no megabyte in the list of calls', async () => {
    const { simulator, call, say } = await setup()
    await call(balance, { nonce: '1'.repeat(1_000_000) })
    await say(request(`GET /${'x'.repeat(1_000_000)}`))
    expect(JSON.stringify(simulator.control('GET', 'calls').body).length).toBeLessThan(5000)
  })
})

describe('the controls', () => {
  it('refuse what is nested too deep to be serialized, with a message', async () => {
    const { simulator } = await setup()
    const body = `{"status":503,"body":${'['.repeat(9000)}${']'.repeat(9000)}}`
    const send = async (name: string) =>
      readAnswer(await fetch(`${simulator.url}/__sim/${name}`, { method: 'POST', body }))
    for (const name of ['fault', 'advance', 'nothing']) {
      expect(await send(name)).toMatchObject({
        status: 400,
        json: { error: 'The body is nested more than 100 levels deep.' },
      })
    }
    expect(await readAnswer(await fetch(`${simulator.url}/__sim/fault`))).toMatchObject({
      status: 200,
      json: [],
    })
  })

  it.each([
    ['price', { market: 'BTC_USDT', price: 'full' }],
    ['price', { market: 'BTC_USDT', price: '9'.repeat(100_000) }],
    ['loan', { currentLtv: 'full' }],
    ['loan', { currentLtv: '' }],
    ['flex', { act: 'open', plan: 'x', amount: 'full' }],
  ])('reject %s %j as no decimal, and stay intact', async (lever, body) => {
    const { simulator } = await setup()
    const answer = await readAnswer(
      await fetch(`${simulator.url}/__sim/${lever}`, {
        method: 'POST',
        body: JSON.stringify(body),
      }),
    )
    expect(answer).toMatchObject({ status: 400, json: { error: expect.any(String) as string } })
  })

  it('put a header called __proto__ into an answer like any other', async () => {
    const { simulator } = await setup()
    const body = `{"path":"${ping}","times":1,"headers":{"__proto__":"a"}}`
    expect((await fetch(`${simulator.url}/__sim/fault`, { method: 'POST', body })).status).toBe(200)
    expect((await fetch(`${simulator.url}${ping}`)).headers.get('__proto__')).toBe('a')
  })

  it('answer odd addresses with a message', async () => {
    const { say } = await setup()
    for (const path of [
      '/__sim/',
      '/__sim//health',
      '/__sim/__proto__',
      '/__sim/constructor',
      '/__sim/he%61lth',
      '/__sim/../health',
    ]) {
      expect(await say(request(`GET ${path}`))).toMatchObject([
        { status: 404, json: { error: `There is no control ${path}.` } },
      ])
    }
    expect(await say(request('GET /__sim/health?a=b'))).toMatchObject([{ status: 200 }])
  })
})
