// The CPU overhead of Plimsoll's safeguards, compared with minimal code that does the same. Both
// sides alternate within one run, so that machine effects apply to both equally.
import { createHmac } from 'node:crypto'
import { fork } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { createExchangeClient } from '../../../src/main/exchange/exchange-client.js'
import { createLimiter } from '../../../src/main/exchange/limiter.js'
import {
  createNonceGenerator,
  bodyBeforeNonce,
  createSigner,
  withNonce,
} from '../../../src/main/exchange/signer.js'
import { systemTiming } from '../../../src/main/exchange/timing.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { endpoints } from '../../../src/v4/endpoints.js'

type Side = () => unknown
type Comparison = {
  name: string
  goal: number
  rounds: number
  turns: number
  bare: Side
  ours: Side
}

async function cpuOf(side: Side, turns: number): Promise<number> {
  const before = process.cpuUsage()
  for (let turn = 0; turn < turns; turn += 1) await side()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / turns
}

/** The share of its goal that was used. */
async function compare({ name, goal, rounds, turns, bare, ours }: Comparison): Promise<number> {
  // Long enough for the compiler to settle, alternating like the measurement.
  for (let warm = 0; warm < 6; warm += 1) await cpuOf(warm % 2 === 0 ? bare : ours, turns)
  const measured: { bare: number; ours: number; ratio: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The order changes every round: the second one finds warmer caches.
    const first = round % 2 === 0 ? bare : ours
    const second = round % 2 === 0 ? ours : bare
    const times = [await cpuOf(first, turns), await cpuOf(second, turns)] as const
    const [bareTime, oursTime] = round % 2 === 0 ? times : [times[1], times[0]]
    measured.push({ bare: bareTime, ours: oursTime, ratio: oursTime / bareTime })
  }
  const spread = (pick: (one: (typeof measured)[number]) => number) => {
    const sorted = measured.map(pick).sort((a, b) => a - b)
    const at = (share: number): number =>
      sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
    return { min: at(0), median: at(0.5), max: at(1) }
  }
  const ratio = spread((one) => one.ratio)
  const share = ratio.median / goal
  console.log(name)
  console.log(
    `  bare ${spread((one) => one.bare).median.toFixed(2)} µs   ours ${spread((one) => one.ours).median.toFixed(2)} µs   (median CPU per turn)`,
  )
  console.log(
    `  ratio min ${ratio.min.toFixed(2)}  median ${ratio.median.toFixed(2)}  max ${ratio.max.toFixed(2)}   goal ≤ ${goal.toFixed(2)}  ${share <= 1 ? 'reached' : 'MISSED'}`,
  )
  return share
}

const apiKey = 'a'.repeat(32)
const apiSecret = 's'.repeat(32)
const credentials = { apiKey: Secret.of(apiKey), apiSecret: Secret.of(apiSecret) }
const keyId = 'bench'
const clock = (): number => Date.now() / 1000
const nonce = createNonceGenerator(clock, { highWater: () => null, raise: () => undefined })

const order = {
  market: 'BTC_USDT',
  side: 'buy',
  amount: '0.01',
  client_order_id: 'order1987111',
  stopLoss: '50000',
  takeProfit: '40000',
}
const signer = createSigner(credentials)

function headersFor(payload: string, signature: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-TXC-APIKEY': apiKey,
    'X-TXC-PAYLOAD': payload,
    'X-TXC-SIGNATURE': signature,
  }
}

let plainNonce = Date.now()

function signBare(body: object): { json: string; headers: Record<string, string> } {
  plainNonce += 1
  const json = JSON.stringify({
    ...body,
    request: endpoints.collateralMarketOrder.path,
    nonce: String(plainNonce),
  })
  const payload = Buffer.from(json).toString('base64')
  return {
    json,
    headers: headersFor(payload, createHmac('sha512', apiSecret).update(payload).digest('hex')),
  }
}

const server = fork(fileURLToPath(new URL('./server.mjs', import.meta.url)), {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
})
const port = await new Promise<string>((resolve) =>
  server.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim())),
)
const baseUrl = `http://127.0.0.1:${port}`

// The real limiter with limits out of reach: its work is measured, not its waiting.
const endless = { requests: 20_000_000, perSeconds: 10, documented: true }
const client = createExchangeClient({
  baseUrl,
  dialect: 'spec',
  credentials,
  nonce,
  clock,
  limiter: createLimiter({
    timing: systemTiming,
    known: { public: endless, history: endless, private: endless, 'stream-token': endless },
  }),
})
const agent = new Agent()
const fixed = signBare({})

async function postBare(path: string): Promise<unknown> {
  const answer = await request(baseUrl + path, {
    method: 'POST',
    headers: fixed.headers,
    body: fixed.json,
    dispatcher: agent,
  })
  return JSON.parse(await answer.body.text())
}

// Checked once, outside the measurement: otherwise a client that fails quickly would win.
for (const answer of [await client.mainBalance(), await client.openPositions()]) {
  if (!answer.ok)
    throw new Error(`the client refused the bench server’s answer: ${answer.error.message}`)
}

const { node, v8 } = process.versions
console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${process.platform} ${process.arch}, Node ${node}, V8 ${v8}`,
)
// On a busy machine both sides lose their caches; the side with more code loses more.
console.log(`load ${(loadavg()[0] ?? 0).toFixed(1)} before the run`)

const results = [
  await compare({
    name: '(a) signing one order: nonce, body, payload, signature, headers — against JSON.stringify + base64 + createHmac',
    goal: 1.15,
    rounds: 40,
    turns: 5000,
    bare: () => signBare(order),
    ours: () =>
      signer.sign(
        withNonce(
          bodyBeforeNonce(endpoints.collateralMarketOrder, order, 'spec'),
          nonce.next(keyId).text,
        ),
      ),
  }),
  await compare({
    name: '(b) main balance over loopback, into our domain type — against a bare undici POST + JSON.parse',
    goal: 1.5,
    rounds: 60,
    turns: 300,
    bare: () => postBare(endpoints.mainBalance.path),
    ours: () => client.mainBalance(),
  }),
  await compare({
    name: '(b) open positions over loopback, into our domain type — against a bare undici POST + JSON.parse',
    goal: 1.5,
    rounds: 60,
    turns: 300,
    bare: () => postBare(endpoints.openPositions.path),
    ours: () => client.openPositions(),
  }),
]

client.close()
await agent.close()
server.disconnect()
const most = Math.max(...results)
console.log(
  most <= 1
    ? 'All goals reached.'
    : most <= 2
      ? 'Not every goal was reached.'
      : 'A goal was missed by more than twice.',
)
process.exitCode = most <= 2 ? 0 : 1
