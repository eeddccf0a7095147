// Thousands of transfers through everything that can go wrong, against an exchange that knows which
// of them it carried out, and how often.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { noMarkets, noPrices } from '../../src/shared/markets/market.js'
import { add, compare, multiply, subtract } from '../../src/shared/money.js'
import type { OrderIntent } from '../../src/shared/orders/trading.js'
import { type Feed, nothingYet } from '../../src/shared/portfolio/feed.js'
import type { Purse } from '../../src/shared/portfolio/purse.js'
import type { PurseFeeds } from '../../src/shared/portfolio/purses.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { seededRandom } from './faulty-exchange.js'
import { openOrderEngine, type OrderEngine } from './order-engine.js'
import { allIntents } from './order-fault-storm.js'

/** `after`: the transfer is carried out, and its answer is lost or worthless. */
const faults = [
  'drop-before',
  'drop-after',
  'hang-before',
  'hang-after',
  'late',
  'refuse',
  'error-before',
  'error-after',
  'malformed-after',
  'empty-after',
  'html-after',
] as const
type Fault = (typeof faults)[number] | 'none'

type Holdings = Record<Purse, Record<string, string>>

const purseOf: Record<string, Purse> = { main: 'main', spot: 'trade', collateral: 'collateral' }

/** No two transfers of the storm have the same amount. */
function keyOf(asset: string, amount: string): string {
  return `${multiply(amount, '1')} ${asset}`
}

/** Milliseconds for a transfer to be answered; a late one is carried out after that. */
const deadline = 60
const lateness = 150

async function startTransferExchange(assets: readonly string[], random: () => number) {
  const holdings: Holdings = { main: {}, trade: {}, collateral: {} }
  for (const asset of assets)
    for (const purse of Object.values(purseOf)) holdings[purse][asset] = '100'
  const arrived = new Map<string, number>()
  const executed = new Map<string, number>()
  const count = (map: Map<string, number>, key: string): unknown =>
    map.set(key, (map.get(key) ?? 0) + 1)

  const carryOut = ({ ticker = '', amount = '', from = '', to = '' }: Record<string, string>) => {
    const [source, target] = [purseOf[from], purseOf[to]]
    if (source === undefined || target === undefined) throw new Error(`from ${from} to ${to}`)
    holdings[source][ticker] = subtract(holdings[source][ticker] ?? '0', amount)
    holdings[target][ticker] = add(holdings[target][ticker] ?? '0', amount)
    count(executed, keyOf(ticker, amount))
  }

  const say = (response: ServerResponse, status: number, body: string): void => {
    response.writeHead(status, {
      'content-type': body.startsWith('<') ? 'text/html' : 'application/json',
      date: new Date().toUTCString(),
    })
    response.end(body)
  }
  const meet = (body: Record<string, string>, fault: Fault, response: ServerResponse): void => {
    if (fault.endsWith('-after') || fault === 'none') carryOut(body)
    switch (fault) {
      case 'none':
        return say(response, 201, '[]')
      case 'refuse':
        return say(
          response,
          422,
          '{"code":3,"message":"Validation failed","errors":{"amount":["You don\'t have such amount"]}}',
        )
      case 'late':
        setTimeout(() => carryOut(body), lateness)
        return
      case 'hang-before':
      case 'hang-after':
        return
      case 'drop-before':
      case 'drop-after':
        return void response.destroy()
      case 'error-before':
      case 'error-after':
        return say(response, random() < 0.5 ? 500 : 503, '{"response":null,"status":503}')
      case 'malformed-after':
        return say(response, 201, '[')
      case 'empty-after':
        return say(response, 201, '')
      case 'html-after':
        return say(response, 200, '<h1>no</h1>')
    }
  }

  const balances = (path: string): unknown => {
    if (path === endpoints.mainBalance.path)
      return Object.fromEntries(
        Object.entries(holdings.main).map(([asset, held]) => [asset, { main_balance: held }]),
      )
    if (path === endpoints.tradeBalance.path)
      return Object.fromEntries(
        Object.entries(holdings.trade).map(([asset, held]) => [
          asset,
          { available: held, freeze: '0' },
        ]),
      )
    return Object.entries(holdings.collateral).map(([asset, balance]) => ({
      asset,
      balance,
      borrow: '0',
      availableWithoutBorrow: balance,
      availableWithBorrow: balance,
    }))
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      if (path !== endpoints.balanceTransfer.path) {
        // Now and then, what would settle it cannot be read.
        if (random() < 0.02) say(response, 503, '{"response":null,"status":503}')
        else say(response, 200, JSON.stringify(balances(path)))
        return
      }
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
      count(arrived, keyOf(body['ticker'] ?? '', body['amount'] ?? ''))
      const fault = random() < 0.5 ? 'none' : faults[Math.floor(random() * faults.length)]
      meet(body, fault ?? 'none', response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdings,
    arrived,
    executed,
    stop: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function feed<T>(value: T): Feed<T> {
  // Read a moment from now: the storm does not wait until balances show the last transfer.
  return { value, asOf: Date.now() / 1000 + 10, source: 'live', problem: null, every: 3600 }
}

function purseFeeds({ main, trade, collateral }: Holdings): PurseFeeds {
  return {
    balance: feed(Object.entries(main).map(([asset, amount]) => ({ asset, amount }))),
    tradeBalance: feed(
      Object.entries(trade).map(([asset, available]) => ({ asset, available, inOrders: '0' })),
    ),
    collateralBalance: feed(
      Object.entries(collateral).map(([asset, balance]) => ({
        asset,
        balance,
        borrowed: '0',
        free: balance,
      })),
    ),
  }
}

/** How many turns, at which half of the transfers that are sent become unknown. */
const betweenSettlings = 3

export type TransferFigures = {
  confirmed: number
  states: Record<string, number>
  executed: number
  twice: number
  lost: number
  mislabelled: number
  /** Carried out without an answer that said so. */
  withoutAnswer: number
}

const pairs: readonly [Purse, Purse][] = [
  ['main', 'trade'],
  ['trade', 'main'],
  ['main', 'collateral'],
  ['collateral', 'main'],
]

/** One transfer of each asset at once, some confirmed several times. How many were confirmed. */
async function send(
  engine: OrderEngine,
  assets: readonly string[],
  { turn, random }: { turn: number; random: () => number },
): Promise<number> {
  let confirmed = 0
  await Promise.all(
    assets.map(async (asset, at) => {
      const [from, to] = pairs[Math.floor(random() * pairs.length)] ?? ['main', 'trade']
      const amount = multiply(String(turn * assets.length + at + 1), '0.00000001')
      const ticket = { kind: 'transfer' as const, asset, from, to, amount }
      const preview = engine.orders.prepare(ticket, 'page')
      if (!preview.ok) return
      const { token } = preview.value
      const clicks = random() < 0.3 ? 3 : 1
      const answers = await Promise.all(
        Array.from({ length: clicks }, () => engine.orders.confirm(token, 'page')),
      )
      confirmed += answers.filter(({ ok }) => ok).length
    }),
  )
  while (engine.journal.inFlight() > 0) await pause(2)
  // Meanwhile what is late is carried out, and the client's rest after failures passes.
  await pause(lateness)
  return confirmed
}

/** Whether what is said of it is what happened. */
function isTrue({ state, items }: OrderIntent, times: number): boolean {
  const said = items[0]?.state ?? state
  if (said === 'done') return times === 1
  if (said === 'unknown') return true
  return times === 0 && ['rejected', 'not-sent', 'not-executed'].includes(said)
}

export async function runTransferStorm(parts: {
  folder: string
  transfers: number
  seed: number
}): Promise<TransferFigures> {
  const random = seededRandom(parts.seed)
  const assets = Array.from({ length: 80 }, (_, number) => `A${number}`)
  const exchange = await startTransferExchange(assets, random)
  const engine = await openOrderEngine({
    folder: parts.folder,
    baseUrl: exchange.url,
    deadline,
    readDeadline: 5000,
    dialect: 'live',
    ports: {
      conditions: () => ({
        keyState: 'accepted',
        locked: false,
        positions: feed([]),
        openOrders: nothingYet,
        conditionalOrders: nothingYet,
        balance: feed([]),
        connection: { state: 'online', clockSkew: 0 },
        prices: noPrices,
        markets: noMarkets.markets,
        collateral: nothingYet,
        purses: purseFeeds(exchange.holdings),
        journal: { problem: null, readOnly: false, restored: false },
      }),
    },
  })
  const settle = async (): Promise<void> => {
    await engine.settle(10_000)
  }
  for (let [turn, confirmed] = [0, 0]; confirmed < parts.transfers; turn += 1) {
    confirmed += await send(engine, assets, { turn, random })
    // What is unknown holds back its asset until then.
    if (turn % betweenSettlings === betweenSettlings - 1) await settle()
  }
  await settle()
  const intents = allIntents(engine)
  const states: Record<string, number> = {}
  let [mislabelled, withoutAnswer] = [0, 0]
  const recorded = new Set<string>()
  for (const intent of intents) {
    const [item] = intent.items
    const key = keyOf(item?.market ?? '', item?.amount ?? '0')
    const said = item?.state ?? intent.state
    recorded.add(key)
    states[said] = (states[said] ?? 0) + 1
    if (said === 'done' && intent.httpStatus !== 201) withoutAnswer += 1
    if (isTrue(intent, exchange.executed.get(key) ?? 0)) continue
    if (mislabelled < 3) console.error(`mislabelled: ${JSON.stringify(intent)}`)
    mislabelled += 1
  }
  const isConserved = assets.every((asset) => {
    const { main, trade, collateral } = exchange.holdings
    const all = [main, trade, collateral].map((purse) => purse[asset] ?? '0')
    return compare(all.reduce(add), '300') === 0
  })
  if (!isConserved) throw new Error('the exchange of the test lost money')
  const repeated = [...exchange.arrived, ...exchange.executed].filter(([, times]) => times > 1)
  engine.close()
  exchange.stop()
  return {
    confirmed: intents.length,
    states,
    executed: exchange.executed.size,
    twice: new Set(repeated.map(([key]) => key)).size,
    lost: [...exchange.executed.keys()].filter((key) => !recorded.has(key)).length,
    mislabelled,
    withoutAnswer,
  }
}
