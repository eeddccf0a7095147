// The stream over real sockets: Node's own WebSocket client on the other side, and a bare socket
// where a client must misbehave.
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { clientFrame, serverFrames, type ClientFrame } from '../../support/client-frame.js'
import { signedCaller } from '../../support/signed-call.js'

const running: Simulator[] = []
const sockets: { close(): void }[] = []
let clock = 1_755_500_000

async function setup(options: Partial<SimulatorOptions> = {}) {
  clock = 1_755_500_000
  const simulator = await startSimulator({ port: 0, clock: () => clock, seed: 1, ...options })
  running.push(simulator)
  const [key] = simulator.keys
  if (key === undefined) throw new Error('a key expected')
  const call = signedCaller(simulator.url, key)
  const token = async (): Promise<string> =>
    ((await call(endpoints.streamToken.path)).json as { websocket_token: string }).websocket_token
  return {
    simulator,
    call,
    token,
    url: `${simulator.url.replace('http', 'ws')}/ws`,
    port: Number(new URL(simulator.url).port),
  }
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  for (const simulator of running.splice(0)) await simulator.stop()
})

type Said = {
  id: number | null
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number } | null
}

/** Node's client, with everything it receives in order. */
async function listen(url: string) {
  const socket = new WebSocket(url)
  sockets.push(socket)
  const received: Said[] = []
  socket.addEventListener('message', ({ data }) => received.push(JSON.parse(String(data)) as Said))
  const closed = new Promise<{ code: number }>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve({ code })),
  )
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('the connection was refused')))
  })
  let id = 0
  const ask = async (method: string, params: unknown[] = []): Promise<Said> => {
    id += 1
    const mine = id
    socket.send(JSON.stringify({ id, method, params }))
    await expect.poll(() => received.some((one) => one.id === mine), { interval: 5 }).toBe(true)
    return received.find((one) => one.id === mine) ?? { id: null }
  }
  const updates = (method: string): Said[] => received.filter((one) => one.method === method)
  return { socket, received, closed, ask, updates }
}

type Handshake = { path?: string; method?: string; key?: string; version?: string }

/** A socket that has sent a handshake and then does as told. */
async function bareSocket(port: number, handshake: Handshake = {}) {
  const {
    path = '/ws',
    method = 'GET',
    key = 'dGhlIHNhbXBsZSBub25jZQ==',
    version = '13',
  } = handshake
  const socket: Socket = connect(port, '127.0.0.1')
  sockets.push({ close: () => socket.destroy() })
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.on('error', () => undefined)
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Version: ${version}`,
      `Sec-WebSocket-Key: ${key}`,
      '',
      '',
    ].join('\r\n'),
  )
  const text = (): string => Buffer.concat(pieces).toString('latin1')
  await expect.poll(() => text().includes('\r\n\r\n'), { interval: 5 }).toBe(true)
  const frames = () => {
    const all = Buffer.concat(pieces)
    return serverFrames(all.subarray(all.indexOf('\r\n\r\n') + 4))
  }
  const send = (...sent: ClientFrame[]): void =>
    void socket.write(Buffer.concat(sent.map((frame) => clientFrame(frame))))
  const closeCode = async (): Promise<number | undefined> => {
    await ended
    const last = frames().at(-1)
    return last?.opcode === 8 && last.payload.length >= 2 ? last.payload.readUInt16BE(0) : undefined
  }
  return { socket, text, frames, send, ended, closeCode }
}

describe('the stream', () => {
  it('is on the same port, opens with the token, and sends changes as time passes', async () => {
    const { simulator, url, token, call } = await setup()
    const { ask, updates } = await listen(url)
    expect(await ask('ping')).toEqual({ id: 1, result: 'pong', error: null })
    expect(await ask('positionsMargin_subscribe')).toMatchObject({
      result: null,
      error: { code: 6 },
    })
    expect(await ask('authorize', [await token(), 'public'])).toMatchObject({
      result: { status: 'success' },
    })
    await ask('positionsMargin_subscribe')
    await ask('balanceSpot_subscribe')
    await ask('lastprice_subscribe', ['BTC_USDT'])
    await call(endpoints.bulkLimitOrders.path, {
      body: { orders: [{ market: 'BTC_USDT', side: 'buy', amount: '0.1', price: '40000' }] },
    })
    simulator.advance(1)
    await expect.poll(() => updates('positionsMargin_update').length).toBe(2)
    await expect.poll(() => updates('lastprice_update').length).toBe(2)
    expect(updates('balanceSpot_update')).toEqual([
      {
        id: null,
        method: 'balanceSpot_update',
        params: [{ USDT: { available: '20996', freeze: '4004' } }],
      },
    ])
  })

  it('sends every listener what it requested, and nothing else', async () => {
    const { simulator, url } = await setup()
    const one = await listen(url)
    const other = await listen(url)
    await one.ask('lastprice_subscribe', ['BTC_USDT'])
    await other.ask('lastprice_subscribe', ['ETH_USDT'])
    for (let n = 0; n < 5; n += 1) simulator.advance(2)
    await expect.poll(() => one.updates('lastprice_update').length).toBeGreaterThan(3)
    await other.ask('ping')
    const names = (received: Said[]) =>
      new Set(received.map(({ params }) => (params as string[])[0]))
    expect(names(one.updates('lastprice_update'))).toEqual(new Set(['BTC_USDT']))
    expect(names(other.updates('lastprice_update'))).toEqual(new Set(['ETH_USDT']))
  })

  it('follows a clock that runs by itself', async () => {
    let tick = (): void => undefined
    const ticker = (_seconds: number, run: () => void) => {
      tick = run
      return () => undefined
    }
    const { url } = await setup({ autoAdvance: { ticker } })
    const { ask, updates } = await listen(url)
    await ask('lastprice_subscribe', ['BTC_USDT'])
    for (let n = 0; n < 3; n += 1) {
      clock += 1
      tick()
    }
    await expect.poll(() => updates('lastprice_update').length).toBeGreaterThan(2)
  })

  it('accepts messages of many frames and any size up to 64 KB, and answers a ping', async () => {
    const { port } = await setup()
    const { send, frames } = await bareSocket(port)
    const request = JSON.stringify({
      id: 5,
      method: 'ping',
      params: [],
      filler: 'ü'.repeat(20_000),
    })
    const bytes = Buffer.from(request)
    send(
      { final: false, payload: bytes.subarray(0, 30_001) },
      { opcode: 9, payload: 'here?' },
      { opcode: 0, payload: bytes.subarray(30_001) },
    )
    await expect.poll(() => frames().length).toBe(2)
    expect(frames().map(({ opcode, payload }) => [opcode, payload.toString()])).toEqual([
      [10, 'here?'],
      [1, '{"id":5,"result":"pong","error":null}'],
    ])
  })

  it('sends large messages: five hundred positions at once', async () => {
    const { url, token } = await setup({ scene: 'heavy' })
    const { ask, updates } = await listen(url)
    await ask('authorize', [await token(), 'public'])
    await ask('positionsMargin_subscribe')
    await expect.poll(() => updates('positionsMargin_update').length).toBe(1)
    expect(
      (updates('positionsMargin_update')[0]?.params as { records: unknown[] }).records,
    ).toHaveLength(500)
  })
})

describe('a connection ends', () => {
  it('when the client closes it, with its own code', async () => {
    const { url } = await setup()
    const { socket, closed } = await listen(url)
    socket.close(3001, 'done')
    expect(await closed).toEqual({ code: 3001 })
  })

  it('at once when it sends what is not JSON', async () => {
    const { url } = await setup()
    const { socket, closed, received } = await listen(url)
    socket.send('{"id":1,')
    expect(await closed).toEqual({ code: 1007 })
    expect(received).toEqual([])
  })

  it.each<[string, ClientFrame, number]>([
    ['an unmasked frame', { masked: false, payload: '{}' }, 1002],
    ['a binary message', { opcode: 2, payload: 'x' }, 1003],
    ['a message larger than 64 KB', { payload: 'x'.repeat(65_537) }, 1009],
    ['text that is not UTF-8', { payload: Buffer.from([0xff]) }, 1007],
    ['a compressed message, which was not agreed on', { reserved: 4, payload: '{}' }, 1002],
  ])('when it sends %s', async (_what, frame, code) => {
    const { port } = await setup()
    const { send, closeCode } = await bareSocket(port)
    send(frame)
    expect(await closeCode()).toBe(code)
  })

  it('when its fragments are larger than 64 KB together', async () => {
    const { port } = await setup()
    const { send, closeCode } = await bareSocket(port)
    send({ final: false, payload: 'x'.repeat(40_000) }, { opcode: 0, payload: 'x'.repeat(40_000) })
    expect(await closeCode()).toBe(1009)
  })

  it('when it closes only its own side, without a close frame', async () => {
    const { port } = await setup()
    const { socket, frames, ended } = await bareSocket(port)
    socket.end()
    await ended
    expect(frames()).toEqual([])
  })

  it('when it does not read what it is sent', async () => {
    const { port, simulator } = await setup()
    const { socket } = await bareSocket(port)
    socket.pause()
    // Each refusal repeats the name: together they far exceed the backlog and the system's buffers.
    const request = clientFrame({
      payload: JSON.stringify({
        id: 1,
        method: 'lastprice_subscribe',
        params: ['x'.repeat(60_000)],
      }),
    })
    const most = 2000
    let sent = 0
    while (!socket.destroyed && sent < most) {
      sent += 1
      simulator.advance(1)
      await new Promise((resolve) => socket.write(request, resolve))
    }
    expect(sent).toBeLessThan(most)
  })

  it('after a minute of the given clock without a message', async () => {
    const { url, simulator } = await setup()
    const { ask, closed } = await listen(url)
    await ask('ping')
    clock += 59
    simulator.advance(1)
    await ask('ping')
    clock += 61
    simulator.advance(1)
    expect(await closed).toEqual({ code: 1008 })
  })

  it('but not while it only sends pings', async () => {
    const { port, simulator } = await setup()
    const { send, frames } = await bareSocket(port)
    for (let n = 1; n <= 3; n += 1) {
      clock += 59
      send({ opcode: 9 })
      await expect.poll(() => frames().length, { interval: 5 }).toBe(n)
      simulator.advance(1)
    }
    expect(frames().map(({ opcode }) => opcode)).toEqual([10, 10, 10])
  })

  it('but not permanently for too many requests to a service with frozen time, which forgets them as time passes', async () => {
    const { url, simulator } = await setup()
    const { ask } = await listen(url)
    for (let n = 0; n < 200; n += 1) await ask('ping')
    expect(await ask('ping')).toMatchObject({ error: { code: 7 } })
    simulator.advance(60)
    expect(await ask('ping')).toMatchObject({ result: 'pong' })
  })

  it('but not on a jump of the service’s time', async () => {
    const { url, simulator } = await setup()
    const { ask } = await listen(url)
    simulator.advance(7200)
    expect(await ask('ping')).toMatchObject({ result: 'pong' })
  })

  it('when the service restarts or stops', async () => {
    const { url, simulator } = await setup()
    const first = await listen(url)
    simulator.control('POST', 'reset')
    expect(await first.closed).toEqual({ code: 1012 })
    const second = await listen(url)
    await simulator.stop()
    expect(await second.closed).toEqual({ code: 1001 })
  })

  it('when the service stops, even if the client does not answer', async () => {
    const { port, simulator } = await setup()
    const { socket } = await bareSocket(port)
    socket.pause()
    await simulator.stop()
    await expect(fetch(simulator.url)).rejects.toThrow()
  })
})

describe('a handshake', () => {
  it('on another path is a 404, and other protocols are ignored', async () => {
    const { port, simulator, call } = await setup()
    expect((await bareSocket(port, { path: '/other' })).text()).toMatch(/^HTTP\/1\.1 404 /)
    const upgrade = {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    }
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    const lines = Object.entries(upgrade).map(([name, value]) => `${name}: ${value}`)
    socket.write(
      [
        `POST ${endpoints.mainBalance.path} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Content-Length: 2',
        ...lines,
        '',
        '{}',
      ].join('\r\n'),
    )
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 401 /)
    socket.write(['GET /api/v4/public/ping HTTP/1.1', 'Host: 127.0.0.1', '', ''].join('\r\n'))
    await expect.poll(() => answer).toContain('["pong"]')
    socket.destroy()
    expect((await call(endpoints.mainBalance.path)).status).toBe(200)
    expect(simulator.control('GET', 'calls').body).toMatchObject([
      { path: '/other' },
      { method: 'POST' },
      { method: 'GET' },
      {},
    ])
  })

  it.each<[string, Handshake, RegExp]>([
    ['with another method is a 400', { method: 'POST' }, /^HTTP\/1\.1 400 /],
    ['with a key of another length is a 400', { key: 'c2hvcnQ=' }, /^HTTP\/1\.1 400 /],
    [
      'of another version is told which one is understood',
      { version: '8' },
      /^HTTP\/1\.1 426 [^]*\r\nSec-WebSocket-Version: 13\r\n/,
    ],
  ])('%s', async (_what, handshake, answer) => {
    const { port, simulator } = await setup()
    expect((await bareSocket(port, handshake)).text()).toMatch(answer)
    expect(simulator.control('GET', 'calls').body).toMatchObject([
      { path: '/ws', outcome: { executed: false } },
    ])
  })

  it('proves that it understood the key, as in the sample of the RFC', async () => {
    const { port } = await setup()
    expect((await bareSocket(port)).text()).toContain(
      'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    )
  })

  it('can be made to fail like any call', async () => {
    const { url, simulator } = await setup()
    for (const fault of [{ status: 503 }, { drop: 'before' }, { drop: 'after' }]) {
      simulator.control('POST', 'fault', { path: '/ws', times: 1, ...fault })
      const attempt = listen(url).then(({ closed }) => closed)
      await attempt.then(
        ({ code }) => expect(code).toBe(1006),
        (error: Error) => expect(error.message).toBe('the connection was refused'),
      )
    }
    const { ask } = await listen(url)
    expect(await ask('ping')).toMatchObject({ result: 'pong' })
    expect(simulator.control('GET', 'calls').body).toMatchObject([
      { path: '/ws', outcome: { status: 503 } },
      { path: '/ws', outcome: { status: 0, dropped: true } },
      { path: '/ws', outcome: { status: 101 } },
      { path: '/ws', outcome: { status: 101 } },
    ])
  })
})
