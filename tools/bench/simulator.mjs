// The throughput of the simulator, compared with a bare node:http server with the same signature
// check. Both run in processes of their own and alternate within one run. Requests are signed
// beforehand and sent over a few connections, each waiting for its response before the next
// request, as clients do. Judged by the processor time of the servers, where the system reports it;
// the throughput is shown beside it.
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { addRow, spreadOf, verdictOf } from './rows.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const folder = join(root, 'node_modules/.plimsoll-bench/simulator')
const rounds = Number(process.argv[2] ?? 25)
/** Below every limit of the service, so that every call of a round is accepted. */
const callsPerRound = 900
const connections = 8

/** @typedef {{ apiKey: string, apiSecret: string }} Key */

mkdirSync(folder, { recursive: true })
await build({
  configFile: false,
  root,
  logLevel: 'error',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/simulator/cli.ts',
    outDir: folder,
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: { output: { format: 'es', entryFileNames: 'cli.mjs' } },
  },
})

/** @param {string[]} args */
async function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (child.stdout === null) throw new Error('no output to read')
  const [line] = /** @type {[Buffer]} */ (await once(child.stdout, 'data'))
  return { child, line: line.toString().trim() }
}

/**
 * @param {Key} key
 * @param {string} url
 * @param {string} path
 * @param {string} text
 */
function signed(key, url, path, text) {
  const payload = Buffer.from(text).toString('base64')
  const signature = createHmac('sha512', key.apiSecret).update(payload).digest('hex')
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-TXC-APIKEY: ${key.apiKey}`,
    `X-TXC-PAYLOAD: ${payload}`,
    `X-TXC-SIGNATURE: ${signature}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

/**
 * One connection that sends, waits, and sends again.
 * @param {string} url
 */
async function open(url) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  /** @type {(error?: Error) => void} */
  let answered = () => undefined
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
    if (text.length < head + 4 + length) return
    const status = text.slice(9, 12)
    text = ''
    answered(status === '200' ? undefined : new Error(`answered ${status}`))
  })
  return {
    close: () => socket.destroy(),
    /** @param {Buffer} request @returns {Promise<void>} */
    ask: (request) =>
      new Promise((done, failed) => {
        answered = (error) => (error === undefined ? done() : failed(error))
        socket.write(request)
      }),
  }
}

/** @param {string} url */
const openAll = (url) => Promise.all(Array.from({ length: connections }, () => open(url)))

/**
 * The duration of a batch in seconds.
 * @param {Awaited<ReturnType<typeof openAll>>} lines
 * @param {Buffer[]} batch
 */
async function sendAll(lines, batch) {
  let next = 0
  const began = process.hrtime.bigint()
  await Promise.all(
    lines.map(async (line) => {
      for (let request = batch[next++]; request !== undefined; request = batch[next++])
        await line.ask(request)
    }),
  )
  return Number(process.hrtime.bigint() - began) / 1e9
}

/**
 * CPU seconds a process has used so far; NaN if the system does not report it.
 * @param {number | undefined} pid
 */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}

const simulated = await start([join(folder, 'cli.mjs')])
/** @type {{ url: string, keys: Key[] }} */
const { url, keys } = JSON.parse(simulated.line)
const key = keys[0]
if (key === undefined) throw new Error('a key expected')
const bare = await start([join(here, 'simulator-bare.mjs'), key.apiKey, key.apiSecret])

/** @param {string} path @param {object} body @param {number} nonce */
function textOf(path, body, nonce) {
  return JSON.stringify({ ...body, request: path, nonce, nonceWindow: true })
}

/** The service's time in milliseconds. */
async function serviceTime() {
  const answer = await fetch(`${url}/__sim/health`)
  const { now } = /** @type {{ now: number }} */ (await answer.json())
  return Math.round(now * 1000)
}

/** @param {number} seconds */
async function advance(seconds) {
  return void (await fetch(`${url}/__sim/advance`, {
    method: 'POST',
    body: JSON.stringify({ seconds }),
  }))
}

const order = { side: 'buy', amount: '0.01', price: '40000', market: 'BTC_USDT', ioc: true }
/**
 * The least share of the baseline's throughput. An order has a lower one: moving money in exact
 * decimals is work the baseline does not do.
 * @type {[name: string, path: string, body: object, target: number][]}
 */
const kinds = [
  ['main balance', '/api/v4/main-account/balance', {}, 0.65],
  ['open positions', '/api/v4/collateral-account/positions/open', {}, 0.65],
  ['credit line', '/api/v4/credit-line/loans/info', {}, 0.65],
  ['history, 50 records', '/api/v4/main-account/smart-flex/investments/history', {}, 0.65],
  ['a limit order', '/api/v4/order/bulk', { orders: [order] }, 0.5],
]

/** @param {number[]} list */
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

const simulatedLines = await openAll(url)
const bareLines = await openAll(bare.line)
console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, Node ${process.version}; ${rounds} rounds of ${callsPerRound} calls over ${connections} connections`,
)

for (const [name, path, body, target] of kinds) {
  await advance(11)
  const answer = await fetch(`${url}${path}`, requestOf(textOf(path, body, await serviceTime())))
  const size = (await answer.text()).length
  /** @type {{ bare: number, ours: number, bareCpu: number, oursCpu: number }[]} */
  const measured = []
  for (let round = -3; round < rounds; round += 1) {
    await advance(11)
    const from = (await serviceTime()) - 4000
    const texts = Array.from({ length: callsPerRound }, (_, call) =>
      textOf(path, body, from + 8 * call),
    )
    const ours = texts.map((text) => signed(key, url, path, text))
    const theirs = texts.map((text) => signed(key, bare.line, `/${size}`, text))
    const before = { bare: cpuOf(bare.child.pid), ours: cpuOf(simulated.child.pid) }
    const inTurn = round % 2 === 0
    const first = inTurn ? await sendAll(bareLines, theirs) : await sendAll(simulatedLines, ours)
    const second = inTurn ? await sendAll(simulatedLines, ours) : await sendAll(bareLines, theirs)
    const cpu = {
      bareCpu: cpuOf(bare.child.pid) - before.bare,
      oursCpu: cpuOf(simulated.child.pid) - before.ours,
    }
    // The first rounds warm up the compiler.
    if (round >= 0)
      measured.push(
        inTurn ? { bare: first, ours: second, ...cpu } : { bare: second, ours: first, ...cpu },
      )
  }
  const perSecond = (/** @type {number[]} */ seconds) =>
    String(Math.round(callsPerRound / median(seconds))).padStart(6)
  const micros = (/** @type {number[]} */ seconds) =>
    String(Math.round((sum(seconds) / seconds.length / callsPerRound) * 1e6)).padStart(4)
  const sum = (/** @type {number[]} */ list) => list.reduce((total, one) => total + one, 0)
  // The system counts processor time in hundredths of a second: the rounds are judged together.
  const byProcessor =
    sum(measured.map((one) => one.bareCpu)) / sum(measured.map((one) => one.oursCpu))
  const byTime = spreadOf(measured.map((one) => one.bare / one.ours))
  /** @type {import('./rows.mjs').Row} */
  const row = {
    work: `simulator: ${name}`,
    peer: 'a bare server with the same signature check',
    unit: 'of its throughput',
    measured: Number.isNaN(byProcessor) ? byTime : { ...byTime, median: byProcessor },
    target,
    bound: 'at least',
  }
  addRow(row)
  console.log(
    [
      name.padEnd(20),
      `bare ${perSecond(measured.map((one) => one.bare))}/s ${micros(measured.map((one) => one.bareCpu))} µs`,
      `simulator ${perSecond(measured.map((one) => one.ours))}/s ${micros(measured.map((one) => one.oursCpu))} µs`,
      `share ${row.measured.median.toFixed(2)}, target ≥ ${target.toFixed(2)}: ${verdictOf(row)}`,
    ].join('   '),
  )
}

/** @param {string} text */
function requestOf(text) {
  const payload = Buffer.from(text).toString('base64')
  const signature = createHmac('sha512', key?.apiSecret ?? '')
    .update(payload)
    .digest('hex')
  const headers = {
    'Content-Type': 'application/json',
    'X-TXC-APIKEY': key?.apiKey ?? '',
    'X-TXC-PAYLOAD': payload,
    'X-TXC-SIGNATURE': signature,
  }
  return { method: 'POST', headers, body: text }
}

for (const line of [...simulatedLines, ...bareLines]) line.close()
simulated.child.kill('SIGTERM')
bare.child.disconnect()
