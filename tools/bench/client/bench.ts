// The CPU overhead of Plimsoll's safeguards, compared with minimal code that does the same. Both
// sides alternate within one run, so that machine effects apply to both equally.
import { createHmac } from 'node:crypto'
import { fork } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
// eslint-disable-next-line no-restricted-imports -- a peer that calls the loopback server below
import { Axios } from 'axios'
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
import { openCcxt, type CcxtPeer } from './ccxt.js'
import { addRow, spreadOf, verdictOf, type Row } from '../rows.mjs'

type Side = () => unknown
type Comparison = {
  work: string
  peer: string
  /** At most this many times the peer's processor time. */
  target: number
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

async function compare({
  work,
  peer,
  target,
  rounds,
  turns,
  bare,
  ours,
}: Comparison): Promise<void> {
  // Long enough for the compiler to settle, alternating like the measurement.
  for (let warm = 0; warm < 6; warm += 1) await cpuOf(warm % 2 === 0 ? bare : ours, turns)
  const measured: { bare: number; ours: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The order changes every round: the second one finds warmer caches.
    const first = round % 2 === 0 ? bare : ours
    const second = round % 2 === 0 ? ours : bare
    const times = [await cpuOf(first, turns), await cpuOf(second, turns)] as const
    const [bareTime, oursTime] = round % 2 === 0 ? times : [times[1], times[0]]
    measured.push({ bare: bareTime, ours: oursTime })
  }
  const ratio = spreadOf(measured.map((one) => one.ours / one.bare))
  const row: Row = { work, peer, unit: '×', measured: ratio, target, bound: 'at most' }
  addRow(row)
  const [bareMedian, oursMedian] = [
    spreadOf(measured.map((one) => one.bare)).median,
    spreadOf(measured.map((one) => one.ours)).median,
  ]
  console.log(`${work}, against ${peer}`)
  console.log(
    `  ${bareMedian.toFixed(2)} µs and ${oursMedian.toFixed(2)} µs of CPU time per turn: ratio ${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)}), target ≤ ${target.toFixed(2)}: ${verdictOf(row)}`,
  )
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

await compare({
  work: 'signing one order',
  peer: 'JSON.stringify, base64 and createHmac',
  target: 1.1,
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
})

const plainAxios = new Axios({ baseURL: baseUrl, adapter: 'http', responseType: 'text' })

async function postWithAxios(path: string): Promise<unknown> {
  const { headers, json } = signBare({})
  const { data } = await plainAxios.post<string>(path, json, { headers })
  return JSON.parse(data)
}

const calls: { name: string; path: string; ours: Side; ccxt: (peer: CcxtPeer) => Side }[] = [
  {
    name: 'main balance',
    path: endpoints.mainBalance.path,
    ours: () => client.mainBalance(),
    ccxt: (peer) => () => peer.fetchBalance({ type: 'main' }),
  },
  {
    name: 'open positions',
    path: endpoints.openPositions.path,
    ours: () => client.openPositions(),
    ccxt: (peer) => () => peer.fetchPositions(),
  },
]

const ccxt = await openCcxt(baseUrl, { apiKey, secret: apiSecret })
if (ccxt === null) console.log('ccxt is not installed: the rows against it are left out')
for (const { name, path, ours, ccxt: method } of calls) {
  const shared = { work: `${name}: one call over loopback`, rounds: 60, turns: 300, ours }
  await compare({
    ...shared,
    peer: 'undici and JSON.parse',
    target: 1.25,
    bare: () => postBare(path),
  })
  await compare({
    ...shared,
    peer: 'axios, signing and JSON.parse',
    target: 1,
    rounds: 20,
    bare: () => postWithAxios(path),
  })
  if (ccxt !== null)
    await compare({
      ...shared,
      peer: 'the same method of ccxt',
      target: 0.65,
      rounds: 20,
      bare: method(ccxt),
    })
}

client.close()
await agent.close()
server.disconnect()
