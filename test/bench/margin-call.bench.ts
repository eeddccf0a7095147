// The time from a margin call on the stream, over a real loopback socket, until the desktop
// receives the notification, while no call is ever answered. `npm run bench -- product`.
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openMemoryStorage } from '../../src/main/accounts/storage.js'
import { openAccountAlerts } from '../../src/main/alerts/account-alerts.js'
import { createStreamClient } from '../../src/main/exchange/stream/stream-client.js'
import { createStreamSockets } from '../../src/main/exchange/stream/stream-socket.js'
import { systemTiming } from '../../src/main/exchange/timing.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import { ok } from '../../src/shared/result.js'
import { addRow, spreadOf } from '../../tools/bench/rows.mjs'
import { alertPorts } from '../support/alert-harness.js'
import '../support/english-catalogue.js'
import { aStreamPosition } from '../support/fake-stream.js'
import { wallClock } from '../support/test-client.js'
import { aProfile } from '../support/test-storage.js'

const rounds = 5
const callsInRound = 100
const mostMs = 1000

/** Accepts every token and subscription. */
async function startStream(): Promise<{ url: string; socket: () => WebSocket }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  let latest: WebSocket | null = null
  server.on('connection', (socket) => {
    latest = socket
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data)) as { id: number }
      socket.send(JSON.stringify({ id, result: { status: 'success' }, error: null }))
    })
  })
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    socket: () => {
      if (latest === null) throw new Error('nobody is connected')
      return latest
    },
  }
}

it('a margin call of the stream is notified without waiting for any call', async () => {
  const { url, socket } = await startStream()
  // Notifications of one account are soon merged, so each is for a different account.
  const profiles = Array.from({ length: rounds * callsInRound }, (_, n) =>
    aProfile({ id: `p${n}` }),
  )
  const storage = openMemoryStorage(profiles, wallClock)
  onTestFinished(storage.close)
  const time = { clock: wallClock, timing: systemTiming }
  let called: (position: Position) => void = () => undefined
  const live = new Promise<void>((resolve) => {
    const nothing = (): void => undefined
    const stream = createStreamClient({
      ...time,
      random: () => 0,
      open: createStreamSockets(url),
      fetchToken: () => Promise.resolve(ok({ value: { token: 'a token' }, at: wallClock() })),
      pace: { nextMs: -Infinity },
      events: {
        ...{ hears: nothing, lost: nothing, changed: nothing, positions: nothing },
        ...{ borrowings: nothing, borrowingEvent: nothing, orderNamed: nothing, price: nothing },
        viewChanged: nothing,
        live: () => resolve(),
        positionEvent: (position) => called(position),
      },
    })
    onTestFinished(() => stream.stop())
    stream.start()
  })
  await live
  const slowest: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const took: number[] = []
    for (let call = 0; call < callsInRound; call += 1) {
      const id = round * callsInRound + call
      const notified = new Promise<void>((resolve) => {
        const alerts = openAccountAlerts(
          { id: `p${id}`, demo: false, keyHint: 'ab12' },
          storage,
          alertPorts(time, { notify: () => resolve() }),
        )
        onTestFinished(alerts.close)
        called = alerts.positionEvent
      })
      const position = aStreamPosition({ id: id + 1 })
      const begun = performance.now()
      socket().send(
        JSON.stringify({
          ...{ id: null, method: 'positionsAccountMargin_update', params: [1, position] },
        }),
      )
      await notified
      took.push(performance.now() - begun)
    }
    slowest.push(took.toSorted((a, b) => a - b)[Math.ceil(callsInRound * 0.99) - 1] ?? Number.NaN)
  }
  const measured = spreadOf(slowest)
  console.info(`99 of 100 margin calls: ${JSON.stringify(measured)} ms`)
  expect(measured.median).toBeGreaterThan(0)
  addRow({
    work: '99 of 100 margin calls of the stream to their notification',
    peer: 'none',
    unit: 'ms',
    measured,
    target: mostMs,
    bound: 'at most',
  })
})
