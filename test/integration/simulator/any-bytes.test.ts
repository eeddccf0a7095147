import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator, type Simulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { rawExchange, readAnswers } from '../../support/raw-exchange.js'
import { casesOf } from '../../support/seed.js'
import { readAnswer, sign } from '../../support/signed-call.js'

const dialects = ['spec', 'live'] as const
const reported: unknown[] = []
const running = new Map<(typeof dialects)[number], Simulator>()

function simulatorOf(dialect: (typeof dialects)[number]): Simulator {
  const simulator = running.get(dialect)
  if (simulator === undefined) throw new Error('it runs')
  return simulator
}

const portOf = (simulator: Simulator): number => Number(new URL(simulator.url).port)

beforeAll(async () => {
  for (const dialect of dialects) {
    const report = (error: unknown): void => void reported.push(error)
    const wait = (): Promise<void> => Promise.resolve()
    running.set(
      dialect,
      await startSimulator({ port: 0, clock: () => 1_755_500_000, seed: 1, dialect, report, wait }),
    )
  }
})
beforeEach(() => {
  for (const simulator of running.values()) simulator.control('POST', 'reset')
})
afterAll(async () => {
  for (const simulator of running.values()) await simulator.stop()
})

/** No internal error occurred, and the next call is answered as usual. */
async function expectWell(simulator: Simulator): Promise<void> {
  expect(reported.splice(0)).toEqual([])
  expect((await readAnswer(await fetch(`${simulator.url}/api/v4/public/ping`))).json).toEqual([
    'pong',
  ])
}

const paths = Object.values(endpoints).map(({ path }) => path as string)
const dialect = fc.constantFrom(...dialects)

const method = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'FETCH',
  '',
  'get',
)
const target = fc.oneof(
  fc.constantFrom(
    ...paths,
    '/ws',
    '/__sim/health',
    '/__sim/calls',
    '*',
    '',
    '/',
    '//',
    '?',
    '/%',
    '/..',
    '/api/v4/',
    '/__sim/',
  ),
  fc.constantFrom(...paths).map((path) => `http://localhost${path}`),
  fc.constantFrom(
    'http://',
    'http://[',
    'ftp://a/b',
    'http:///x',
    'localhost:80',
    '/api/v4/public/\u00ff',
    '/__sim/\u0000',
  ),
  fc.webPath(),
  fc.string({ maxLength: 40 }),
)
const version = fc.oneof(
  { weight: 6, arbitrary: fc.constant('HTTP/1.1') },
  fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP', ''),
)
const header = fc.oneof(
  fc.constantFrom(
    'Host: localhost',
    'Host: example.com',
    'Expect: 100-continue',
    'Expect: wonders',
    'Connection: Upgrade',
    'Connection: close',
    'Upgrade: websocket',
    'Upgrade: h2c',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Version: 8',
    'Content-Type: application/json',
    'Content-Type: ;',
    'Content-Length: 0',
    'Content-Length: 5',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'X-TXC-APIKEY: nobody',
    'X-TXC-PAYLOAD: e30=',
    'Origin: http://localhost',
    '__proto__: a',
  ),
  fc
    .tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 40 }))
    .map(([name, value]) => `${name}: ${value}`),
)
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '5\r\nhello\r\n0\r\n\r\n',
    '0\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    '['.repeat(9000),
  ),
  fc.string({ maxLength: 60 }),
)
const composed = fc
  .record({ method, target, version, headers: fc.array(header, { maxLength: 8 }), body })
  .map(({ method, target, version, headers, body }) =>
    Buffer.from([`${method} ${target} ${version}`, ...headers, '', body].join('\r\n'), 'latin1'),
  )
/** One of them with a few bytes changed, or what is no request at all. */
const changed = fc
  .tuple(composed, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }))
  .map(([bytes, changes]) => {
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte
    return bytes
  })
const anything = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const sent = fc.array(fc.oneof({ weight: 6, arbitrary: changed }, anything), {
  minLength: 1,
  maxLength: 3,
})

describe('any bytes received', () => {
  it('are answered or end the connection, never with a 500, and each refusal has the shape of an error', async () => {
    await fc.assert(
      fc.asyncProperty(dialect, sent, async (dialect, pieces) => {
        const simulator = simulatorOf(dialect)
        const bytes = await rawExchange(portOf(simulator), ...pieces)
        // Past an opened stream there are frames, and no answers.
        const stream = bytes.indexOf('HTTP/1.1 101 ')
        for (const { status, headers, text, json } of readAnswers(
          stream < 0 ? bytes : bytes.subarray(0, stream),
        )) {
          expect(status).toBeLessThan(500)
          if (status === 100) continue
          expect(headers.get('content-type')).toMatch(/^application\/json$|^text\/plain/)
          if (status === 200 || (dialect === 'live' && text === '')) continue
          const shapes = [
            { code: expect.any(Number), message: expect.any(String) },
            { success: false },
            { error: expect.any(String) },
          ]
          expect(shapes.some((shape) => matches(json, shape))).toBe(true)
        }
        await expectWell(simulator)
      }),
      { numRuns: casesOf({ gate: 400, scheduled: 1500 }) },
    )
  })
})

function matches(value: unknown, shape: object): boolean {
  try {
    expect(value).toMatchObject(shape)
    return true
  } catch {
    return false
  }
}

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
const names = [
  ...[
    'market',
    'side',
    'amount',
    'price',
    'stopLoss',
    'takeProfit',
    'positionSide',
    'client_order_id',
    'clientOrderId',
    'orders',
  ],
  ...[
    'stopOnFail',
    'postOnly',
    'ioc',
    'rpi',
    'reduceOnly',
    'stp',
    'id',
    'accountName',
    'ticker',
    'limit',
    'offset',
    'plan',
    'dateFrom',
  ],
  ...[
    'dateTo',
    'actionTypes',
    'investment',
    'transaction',
    'nonce',
    'request',
    'nonceWindow',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    'seconds',
    'currentLtv',
    'leverage',
    'hedgeMode',
    'halted',
    'on',
    'act',
    'reinvest',
    'name',
    'enabled',
    'barred',
    'path',
    'times',
  ],
  ...[
    'status',
    'body',
    'headers',
    'drop',
    'malformed',
    'delayMs',
    'payoutDestination',
    'externalAddress',
  ],
  ...[
    'orderId',
    'positionId',
    'startDate',
    'endDate',
    'type',
    'investmentStatus',
    'delaySeconds',
    'conditional',
    'cancelled',
  ],
]
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    'buy',
    'sell',
    'BTC_USDT',
    'BTC_PERP',
    '0.01',
    '1',
    '40000',
    '-1',
    '0',
    '',
    'LONG',
    'my_miner_01',
    'full',
    'close',
  ),
  fc.constantFrom<unknown>(
    'open',
    'BTC',
    'USDT',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '\u0000',
    '\ud800',
    '1e5',
    'NaN',
    'é',
  ),
  fc.constantFrom<unknown>(
    '9'.repeat(5000),
    `0.${'1'.repeat(5000)}`,
    'x'.repeat(5000),
    '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5',
  ),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    1e21,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    [1, 2],
    nested(9000),
    Array<number>(5000).fill(1),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
/** A body as text, so that `__proto__` is a member as on the wire. */
const members = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })

function flat(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return `${'['.repeat(9000)}${']'.repeat(9000)}`
  }
}

function objectOf(list: readonly (readonly [string, unknown])[]): string {
  return `{${list.map(([name, one]) => `${JSON.stringify(name)}:${flat(one)}`).join(',')}}`
}

const order = { market: 'BTC_USDT', side: 'buy', amount: '0.01' }

/** A valid body with one member replaced. */
function withOneOther(body: object) {
  return fc
    .tuple(fc.constantFrom(...names, ...Object.keys(body)), value)
    .map(([name, one]) =>
      objectOf([...Object.entries(body).filter(([own]) => own !== name), [name, one]]),
    )
}

const bodyText = fc.oneof(
  withOneOther(order),
  withOneOther({ ...order, price: '60000' }).map((item) => `{"orders":[${item}]}`),
  withOneOther({ limit: 5, offset: 1, actionTypes: [1, 4] }),
  withOneOther({ id: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5', accountName: 'my_miner_01' }),
  members.map(objectOf),
  fc
    .array(members.map(objectOf), { maxLength: 3 })
    .map((items) => `{"orders":[${items.join(',')}]}`),
)

describe('any contents of a signed body', () => {
  it('are answered without a 500, and the list of calls stays readable', async () => {
    let nonce = 0
    await fc.assert(
      fc.asyncProperty(
        dialect,
        fc.constantFrom(...paths),
        bodyText,
        async (dialect, path, text) => {
          const simulator = simulatorOf(dialect)
          const [key] = simulator.keys
          if (key === undefined) throw new Error('a key expected')
          // Beyond every limit on the number of calls.
          simulator.advance(10)
          nonce += 1
          const envelope = `"request":"${path}","nonce":"${nonce}"`
          const body = text === '{}' ? `{${envelope}}` : `${text.slice(0, -1)},${envelope}}`
          const { payload, signature } = sign(body, key.apiSecret)
          const headers = {
            'Content-Type': 'application/json',
            'X-TXC-APIKEY': key.apiKey,
            'X-TXC-PAYLOAD': payload,
          }
          const answer = await fetch(`${simulator.url}${path}`, {
            method: 'POST',
            headers: { ...headers, 'X-TXC-SIGNATURE': signature },
            body,
          })
          expect([200, 400, 405, 422]).toContain(answer.status)
          expect(await readAnswer(answer)).toMatchObject(
            answer.status === 405 && dialect === 'live'
              ? { text: '' }
              : { json: expect.anything() },
          )
          expect(reported.splice(0)).toEqual([])
        },
      ),
      { numRuns: casesOf({ gate: 300, scheduled: 1000 }) },
    )
    for (const { url } of running.values())
      expect((await readAnswer(await fetch(`${url}/__sim/calls`))).status).toBe(200)
  })
})

describe('any input of the controls', () => {
  const levers = [
    'reset',
    'advance',
    'price',
    'loan',
    'market',
    'account',
    'flex',
    'payout',
    'storm',
    'key',
    'fault',
    'nothing',
  ]
  const fitting = fc.constantFrom<[string, Record<string, unknown>]>(
    ['price', { market: 'BTC_USDT', price: '58000' }],
    ['loan', { currentLtv: '76' }],
    ['market', { market: 'BTC_USDT', halted: true }],
    ['account', { leverage: '20' }],
    ['payout', { accountName: 'my_miner_01', payoutDestination: 'main_balance' }],
    ['key', { name: 'full', enabled: true }],
    ['fault', { path: endpoints.ping.path, times: 1, headers: { 'x-a': 'b' } }],
  )
  const headerName = fc.constantFrom(
    '__proto__',
    'trailer',
    'Trailer',
    'transfer-encoding',
    'upgrade',
    'date',
    'X-A',
    'connection',
    'expect',
  )
  const controls = fc.oneof(
    fc.tuple(fc.constantFrom(...levers), members.map(objectOf)),
    fitting.chain(([lever, body]) => fc.tuple(fc.constant(lever), withOneOther(body))),
    fc
      .tuple(headerName, fc.constantFrom('a', '', 'chunked', 'x-a', 'close', '5'))
      .map(([name, one]): [string, string] => [
        'fault',
        `{"path":"${endpoints.ping.path}","times":1,"headers":{"${name}":"${one}"}}`,
      ]),
  )

  it('is applied or refused with a reason, and everything stays readable and callable', async () => {
    const simulator = simulatorOf('spec')
    await fc.assert(
      fc.asyncProperty(controls, async ([lever, body]) => {
        const answer = await readAnswer(
          await fetch(`${simulator.url}/__sim/${lever}`, { method: 'POST', body }),
        )
        expect([200, 400, 404]).toContain(answer.status)
        if (answer.status !== 200)
          expect(answer.json).toEqual({ error: expect.any(String) as string })
        // A requested failure may cut the connection, or be no HTTP at all.
        await fetch(`${simulator.url}${endpoints.ping.path}`).then(
          (response) => response.text().catch(() => ''),
          () => '',
        )
        for (const name of ['health', 'state', 'calls', 'fault']) {
          expect((await readAnswer(await fetch(`${simulator.url}/__sim/${name}`))).status).toBe(200)
        }
        simulator.control('DELETE', 'fault')
        simulator.control('POST', 'storm', { on: false })
        await expectWell(simulator)
      }),
      { numRuns: casesOf({ gate: 80, scheduled: 250 }) },
    )
  })
})
