// A program: starts a simulator at a fixed moment, makes always the same calls in a row, listens on
// the stream, and prints every byte it got.
import { createHash } from 'node:crypto'
import { isSceneName } from '../../src/simulator/scenes.js'
import { startSimulator } from '../../src/simulator/simulator.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { documentedAsks } from './documented-answers.js'
import { signedCaller } from './signed-call.js'

const [scene = 'calm', seed = '1', rounds = '3', dialect = 'spec'] = process.argv.slice(2)
if (!isSceneName(scene)) throw new Error(`no scene ${scene}`)
if (dialect !== 'spec' && dialect !== 'live') throw new Error(`no dialect ${dialect}`)

/** Those that are documented, a long page, and what is refused in part. */
const calls: typeof documentedAsks = [
  ...documentedAsks,
  ['flexHistory', { limit: 7 }],
  ['collateralMarketOrder', { market: 'BTC_PERP', side: 'buy', amount: '0.01', stopLoss: '20000' }],
  [
    'bulkLimitOrders',
    {
      orders: [
        { market: 'BTC_USDT', side: 'sell', amount: '0.01', price: '30000' },
        { market: 'X' },
      ],
    },
  ],
]

const say = (line: string): void => void process.stdout.write(`${line}\n`)

// Nothing is waited for: what a storm delays comes at once.
const wait = (): Promise<void> => Promise.resolve()
const simulator = await startSimulator({
  port: 0,
  clock: () => 1_755_500_000.25,
  seed: Number(seed),
  scene,
  dialect,
  wait,
})
const [key] = simulator.keys
if (key === undefined) throw new Error('a key expected')
const call = signedCaller(simulator.url, key)

const socket = new WebSocket(`${simulator.url.replace('http', 'ws')}/ws`)
const received: string[] = []
socket.addEventListener('message', ({ data }) => received.push(String(data)))
await new Promise<void>((resolve) => {
  socket.addEventListener('open', () => resolve())
  socket.addEventListener('error', () => resolve())
})

/**
 * A message with these words has been received, or the connection was cut and will send no more.
 */
function heardOf(words: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== WebSocket.OPEN) resolve()
    socket.addEventListener('close', () => resolve())
    socket.addEventListener('message', ({ data }) => {
      if (String(data).includes(words)) resolve()
    })
  })
}

if (socket.readyState === WebSocket.OPEN) {
  socket.send(
    JSON.stringify({ id: 1, method: 'lastprice_subscribe', params: ['BTC_USDT', 'ETH_PERP'] }),
  )
  // Calls go another way and could overtake it.
  await heardOf('"id":1')
}

/** Of what the account has by then: orders that rest, and a position. */
function endings(): typeof documentedAsks {
  const [first, ...orders] = simulator.world.openOrders
    .slice(-4)
    .map(({ market, id }) => ({ market, orderId: id }))
  const [position] = simulator.world.positions
  return [
    ...(first === undefined ? [] : [['cancelOrder', first] as const]),
    ...(orders.length === 0 ? [] : [['cancelOrders', { orders: [...orders, ...orders] }] as const]),
    ...(position === undefined
      ? []
      : [['closePosition', { market: position.market, positionId: position.id }] as const]),
  ]
}

for (let round = 0; round < Number(rounds); round += 1) {
  for (const [name, body] of [...calls, ...endings()]) {
    try {
      const { status, headers, text } = await call(endpoints[name].path, { body })
      say(`${name} ${status} ${headers.get('date')} ${headers.get('content-type')} ${text}`)
    } catch {
      say(`${name} was cut off`)
    }
    simulator.advance(7)
  }
}
// The answer to a last question comes after everything that was said before it.
if (socket.readyState === WebSocket.OPEN) {
  socket.send(JSON.stringify({ id: 2, method: 'ping', params: [] }))
  await heardOf('"pong"')
}
say(received.join('\n'))
// A hundred thousand records say no more than their fingerprint.
const { flexRecords, ...rest } = simulator.world
say(JSON.stringify(rest))
say(createHash('sha256').update(JSON.stringify(flexRecords)).digest('hex'))
socket.close()
await simulator.stop()
// What is still on its way into a pipe would be lost with the process.
process.stdout.write('', () => process.exit(0))
