// Shared by the storms of levels and transfers: a loopback exchange that carries requests out but
// often answers badly, an account that sends to it, and the outcome of each request.
import { appendFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { TradingConditions } from '../../src/main/orders/trading-state.js'
import { noMarkets, noPrices } from '../../src/shared/markets/market.js'
import type { OrderTicket } from '../../src/shared/orders/order-ticket.js'
import type { OrderIntent } from '../../src/shared/orders/trading.js'
import { type Feed, nothingYet } from '../../src/shared/portfolio/feed.js'
import { noPortfolio } from '../../src/shared/portfolio/portfolio.js'
import { openOrderEngine, type OrderEngine } from './order-engine.js'
import { seedOfRun } from './seed.js'

/** `after`: it is carried out, and its answer is lost or worthless. */
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

/** Milliseconds for a call to be answered; a late one is carried out after that. */
const deadline = 60
const lateness = 150

/** The most seconds of checks that a settlement may take. */
const mostSettling = 2000

export type Body = Record<string, unknown>

type Answer = { status: number; body: unknown }

const outage: Answer = { status: 503, body: { response: null, status: 503 } }

export function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

/** How many keys were counted more than once. */
export function repeated(...maps: ReadonlyMap<string, number>[]): number {
  const all = maps.flatMap((map) => [...map])
  return new Set(all.flatMap(([key, times]) => (times > 1 ? [key] : []))).size
}

function say(response: ServerResponse, { status, body }: Answer): void {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': sent.startsWith('<') ? 'text/html' : 'application/json',
    date: new Date().toUTCString(),
  })
  response.end(sent)
}

type StormExchange = { url: string; arrived: Map<string, number>; stop: () => void }

export async function startStormExchange(parts: {
  random: () => number
  /** The share of calls that it answers correctly. */
  calm: number
  moves: readonly string[]
  /** Names that identify a request: a repeated request has the same ones. */
  namesOf: (body: Body) => string[]
  carryOut: (path: string, body: Body) => Answer
  refusal: Body
  lists: (path: string, body: Body) => unknown
}): Promise<StormExchange> {
  const { random, carryOut } = parts
  const arrived = new Map<string, number>()

  const meet = (path: string, body: Body, fault: Fault, response: ServerResponse): void => {
    const done = fault.endsWith('-after') || fault === 'none' ? carryOut(path, body) : outage
    switch (fault) {
      case 'none':
        return say(response, done)
      case 'refuse':
        return say(response, { status: 422, body: parts.refusal })
      case 'late':
        setTimeout(() => carryOut(path, body), lateness)
        return
      case 'hang-before':
      case 'hang-after':
        return
      case 'drop-before':
      case 'drop-after':
        return void response.destroy()
      case 'error-before':
      case 'error-after':
        return say(response, { ...outage, status: random() < 0.5 ? 500 : 503 })
      case 'malformed-after':
        return say(response, { status: done.status, body: '[' })
      case 'empty-after':
        return say(response, { status: done.status, body: '' })
      case 'html-after':
        return say(response, { status: 200, body: '<h1>no</h1>' })
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body
      if (!parts.moves.includes(path)) {
        // Now and then, what would settle it cannot be read.
        say(response, random() < 0.02 ? outage : { status: 200, body: parts.lists(path, body) })
        return
      }
      for (const name of parts.namesOf(body)) count(arrived, name)
      const fault = random() < parts.calm ? 'none' : faults[Math.floor(random() * faults.length)]
      meet(path, body, fault ?? 'none', response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    stop: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Read slightly in the future, so that a storm need not wait for lists to show the last change. */
export function feed<T>(value: T): Feed<T> {
  return { value, asOf: Date.now() / 1000 + 10, source: 'live', problem: null, every: 3600 }
}

/** An account with only what the storm needs. */
export async function openStormAccount(parts: {
  folder: string
  url: string
  conditions: () => Partial<TradingConditions>
}): Promise<OrderEngine> {
  return await openOrderEngine({
    folder: parts.folder,
    baseUrl: parts.url,
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
        purses: noPortfolio,
        journal: { problem: null, readOnly: false, restored: false },
        ...parts.conditions(),
      }),
    },
  })
}

export type Sender = { engine: OrderEngine; random: () => number }

/** The id of the intent; null if it was refused. Some are confirmed several times. */
export async function confirm(
  { engine, random }: Sender,
  ticket: OrderTicket,
): Promise<string | null> {
  const preview = engine.orders.prepare(ticket, 'page')
  if (!preview.ok) return null
  const { token } = preview.value
  const clicks = random() < 0.3 ? 3 : 1
  const answers = await Promise.all(
    Array.from({ length: clicks }, () => engine.orders.confirm(token, 'page')),
  )
  return answers.find((answer) => answer.ok)?.value.intentId ?? null
}

export async function landed({ engine }: Sender): Promise<void> {
  while (engine.journal.inFlight() > 0) await pause(2)
}

/** Turns between settlements; some requests become unknown in each. */
const betweenSettlings = 3

/**
 * Takes turns until enough was sent. An unknown request blocks its market until it is settled. The
 * pause after each turn lets late requests be carried out and the client's pause after failures
 * end.
 */
export async function sendUntil(
  sender: Sender,
  turn: (turn: number) => Promise<void>,
  isEnough: () => boolean,
): Promise<void> {
  for (let number = 0; !isEnough(); number += 1) {
    await turn(number)
    await landed(sender)
    await pause(lateness)
    if (number % betweenSettlings === betweenSettlings - 1) await sender.engine.settle(mostSettling)
  }
  await sender.engine.settle(mostSettling)
}

export const notCarriedOut: readonly string[] = ['rejected', 'not-sent', 'not-executed']

type Judgement = { states: Record<string, number>; recorded: Set<string>; mislabelled: number }

/** `intents`: newest first. `isLast`: no later one was sent for the same key. */
export function judge(
  intents: readonly OrderIntent[],
  parts: {
    keyOf: (intent: OrderIntent) => string
    stateOf: (intent: OrderIntent, said: string) => string
    isTrue: (intent: OrderIntent, said: string, isLast: boolean) => boolean
  },
): Judgement {
  const states: Record<string, number> = {}
  const [recorded, later] = [new Set<string>(), new Set<string>()]
  let mislabelled = 0
  for (const intent of intents) {
    const said = intent.items[0]?.state ?? intent.state
    const [key, state] = [parts.keyOf(intent), parts.stateOf(intent, said)]
    states[state] = (states[state] ?? 0) + 1
    recorded.add(key)
    const isLast = !later.has(key)
    if (said !== 'not-sent') later.add(key)
    if (said === 'unknown' || parts.isTrue(intent, said, isLast)) continue
    if (mislabelled < 3) console.error(`mislabelled: ${JSON.stringify(intent)}`)
    mislabelled += 1
  }
  return { states, recorded, mislabelled }
}

/** In one run; more are several runs, each of an exchange and a record of its own. */
const most = 5000

export function stormRuns(variable: string, usual: number): { count: number; seed: number }[] {
  const wish = (name: string): number => Number.parseInt(process.env[name] ?? '', 10)
  const all = wish(variable) || usual
  const seed = wish('PLIMSOLL_ORDER_SEED') || seedOfRun
  return Array.from({ length: Math.ceil(all / most) }, (_, run) => ({
    count: Math.min(most, all - run * most),
    seed: seed + run,
  }))
}

export function report(...lines: string[]): void {
  const file = process.env['PLIMSOLL_ORDER_REPORT']
  if (file !== undefined) appendFileSync(file, lines.map((line) => `${line}\n`).join(''))
}

export function countsText(states: Record<string, number>): string {
  return Object.entries(states)
    .map(([state, times]) => `${state} ${times}`)
    .join(', ')
}
