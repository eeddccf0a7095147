// Thousands of levels set, moved and removed through everything that can go wrong, against an
// exchange that knows what it carried out, and whether each position still has a stop loss.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { noMarkets, noPrices } from '../../src/shared/markets/market.js'
import type { LevelTarget, OrderTicket } from '../../src/shared/orders/order-ticket.js'
import type { ConditionalOrder, Order } from '../../src/shared/orders/order.js'
import type { OrderIntent } from '../../src/shared/orders/trading.js'
import { type Feed, nothingYet } from '../../src/shared/portfolio/feed.js'
import { noPortfolio } from '../../src/shared/portfolio/portfolio.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { seededRandom } from './faulty-exchange.js'
import { openOrderEngine, type OrderEngine } from './order-engine.js'
import { allIntents } from './order-fault-storm.js'

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

/** Each position is long, of one unit, and the price is this. */
const priceNow = '100'

type Resting = {
  id: number
  clientOrderId: string
  market: string
  trigger: string
  createdAt: number
  /** The common id of a pair; its other half is not counted. */
  pair: number | null
  ended: boolean
}

type Body = Record<string, unknown>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function isStop({ trigger }: Resting): boolean {
  return Number(trigger) < Number(priceNow)
}

function onWire(one: Resting): Body {
  return {
    ...{ orderId: one.id, clientOrderId: one.clientOrderId, market: one.market, side: 'sell' },
    ...{ type: 'stop market', timestamp: one.createdAt, dealMoney: '0', dealStock: '0' },
    ...{ amount: '1', left: '1', dealFee: '0', activation_price: one.trigger, activated: 0 },
    activationCondition: isStop(one) ? 'lte' : 'gte',
    status: one.ended ? 'CANCELED' : 'OPEN',
    reduceOnly: true,
  }
}

function finishedOnWire(one: Resting): Body {
  const { orderId: id, timestamp: ctime, market: _market, left: _left, ...rest } = onWire(one)
  return { id, ctime, ftime: one.createdAt, price: '0', ...rest }
}

function asOrder(one: Resting): Order {
  return {
    ...{ id: String(one.id), clientOrderId: one.clientOrderId, market: one.market, side: 'sell' },
    ...{ type: 'stop market', timestamp: String(one.createdAt), dealMoney: '0', dealStock: '0' },
    ...{ amount: '1', left: '1', activationPrice: one.trigger, reduceOnly: true },
    activationCondition: isStop(one) ? 'lte' : 'gte',
  }
}

async function startLevelExchange(markets: readonly string[], random: () => number) {
  const orders: Resting[] = []
  let ids = 1000
  const rest = (market: string, trigger: string, some: Partial<Resting> = {}): Resting => {
    const createdAt = Date.now() / 1000
    const one = { id: (ids += 1), clientOrderId: '', market, trigger, createdAt, pair: null }
    const placed = { ...one, ended: false, ...some }
    orders.push(placed)
    return placed
  }
  // Every fourth position begins with a pair in place of a single stop loss.
  for (const [number, market] of markets.entries())
    rest(market, '80', number % 4 === 0 ? { pair: 500 + number } : {})
  const arrived = new Map<string, number>()
  const placed = new Map<string, number>()
  const removed = new Map<string, number>()
  let unprotected = 0
  const count = (map: Map<string, number>, key: string): unknown =>
    map.set(key, (map.get(key) ?? 0) + 1)

  /** What the call is about, and null where there is nothing left to remove. */
  const carryOut = (path: string, body: Body): Body | [] | null => {
    if (path === endpoints.triggerMarketOrder.path) {
      const clientOrderId = text(body['clientOrderId'])
      count(placed, clientOrderId)
      return onWire(rest(text(body['market']), text(body['activation_price']), { clientOrderId }))
    }
    const isPair = path === endpoints.cancelConditional.path
    const id = isPair ? body['id'] : body['orderId']
    const found = orders.find((one) => !one.ended && (isPair ? one.pair : one.id) === id)
    if (found === undefined) return null
    found.ended = true
    count(removed, String(id))
    // The figure that matters: nobody is left without a stop loss by moving one.
    if (!orders.some((one) => one.market === found.market && !one.ended && isStop(one)))
      unprotected += 1
    return isPair ? [] : onWire(found)
  }

  const say = (response: ServerResponse, status: number, body: unknown): void => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, {
      'content-type': sent.startsWith('<') ? 'text/html' : 'application/json',
      date: new Date().toUTCString(),
    })
    response.end(sent)
  }
  const notFound = { code: 2, message: 'Inner validation failed', errors: { id: ['Not found.'] } }
  const refusal = { code: 30, message: 'Validation failed', errors: { amount: ['No.'] } }
  const meet = (path: string, body: Body, fault: Fault, response: ServerResponse): void => {
    const done = fault.endsWith('-after') || fault === 'none' ? carryOut(path, body) : null
    switch (fault) {
      case 'none':
        return done === null ? say(response, 400, notFound) : say(response, 200, done)
      case 'refuse':
        return say(response, 422, refusal)
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
        return say(response, random() < 0.5 ? 500 : 503, { response: null, status: 503 })
      case 'malformed-after':
        return say(response, 200, '[')
      case 'empty-after':
        return say(response, 200, '')
      case 'html-after':
        return say(response, 200, '<h1>no</h1>')
    }
  }

  const single = (): Resting[] => orders.filter(({ pair }) => pair === null)
  const isAsked =
    ({ market, orderId, clientOrderId }: Body) =>
    (one: Resting): boolean =>
      (market === undefined || one.market === market) &&
      (orderId === undefined || one.id === orderId) &&
      (clientOrderId === undefined || one.clientOrderId === clientOrderId)
  const pageOf = <T>(list: T[], { offset = 0, limit = 50 }: Body): T[] =>
    list.slice(Number(offset), Number(offset) + Number(limit))
  const linkedOnWire = (one: Resting): Body => {
    const gain = { orderId: one.id + 1_000_000, price: '140', activation_price: undefined }
    return {
      id: one.pair,
      type: 'oco',
      stopLoss: onWire(one),
      takeProfit: { ...onWire(one), ...gain },
    }
  }
  const lists = (path: string, body: Body): unknown => {
    const met = single().filter(isAsked(body)).toReversed()
    if (path === endpoints.activeOrders.path)
      return pageOf(met.filter(({ ended }) => !ended).map(onWire), body)
    if (path === endpoints.conditionalOrders.path) {
      const pairs = orders.filter(({ pair, ended }) => pair !== null && !ended).map(linkedOnWire)
      return { limit: 100, offset: 0, total: pairs.length, records: pageOf(pairs, body) }
    }
    if (path === endpoints.openPositions.path) return []
    const ended = pageOf(
      met.filter((one) => one.ended),
      body,
    )
    return Object.fromEntries(
      [...Map.groupBy(ended, ({ market }) => market)].map(([market, list]) => [
        market,
        list.map(finishedOnWire),
      ]),
    )
  }

  const moving: readonly string[] = [
    endpoints.triggerMarketOrder.path,
    endpoints.cancelOrder.path,
    endpoints.cancelConditional.path,
  ]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body
      if (!moving.includes(path)) {
        // Now and then, what would settle it cannot be read.
        if (random() < 0.02) say(response, 503, { response: null, status: 503 })
        else say(response, 200, lists(path, body))
        return
      }
      // The same request twice would have the same nonce; the same order the same client id.
      count(arrived, String(body['nonce']))
      if (body['clientOrderId'] !== undefined) count(arrived, text(body['clientOrderId']))
      const fault = random() < 0.6 ? 'none' : faults[Math.floor(random() * faults.length)]
      meet(path, body, fault ?? 'none', response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    arrived,
    placed,
    removed,
    unprotected: () => unprotected,
    stop: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type LevelExchange = Awaited<ReturnType<typeof startLevelExchange>>

function feed<T>(value: T): Feed<T> {
  // Read a moment from now: the storm does not wait until lists show the last change.
  return { value, asOf: Date.now() / 1000 + 10, source: 'live', problem: null, every: 3600 }
}

function positionsOf(markets: readonly string[]): Position[] {
  return markets.map((market) => ({
    ...{ id: market.replace(/\D/g, '') || '0', market, amount: '1', entryPrice: priceNow },
    ...{ unrealizedPnl: '0', positionSide: 'BOTH', modifiedAt: '1', protectiveOrders: null },
  }))
}

function pairsOf({ orders }: LevelExchange): ConditionalOrder[] {
  return orders.flatMap((one): ConditionalOrder[] => {
    if (one.pair === null || one.ended) return []
    const { activationPrice: _trigger, activationCondition: _way, ...gain } = asOrder(one)
    return [
      {
        ...{ kind: 'oco', id: String(one.pair), stopLoss: asOrder(one) },
        takeProfit: { ...gain, id: String(one.id + 1_000_000), price: '140' },
      },
    ]
  })
}

/** How many turns, at which a part of what is sent becomes unknown. */
const betweenSettlings = 3

export type LevelFigures = {
  confirmed: number
  states: Record<string, number>
  placed: number
  removed: number
  twice: number
  lost: number
  mislabelled: number
  unprotected: number
  /** Both steps of moving one. */
  moved: number
}

type Sender = {
  engine: OrderEngine
  exchange: LevelExchange
  random: () => number
}

/** The id of the intent; null if it was refused, or declined. Some are confirmed several times. */
async function confirm({ engine, random }: Sender, ticket: OrderTicket): Promise<string | null> {
  const preview = engine.orders.prepare(ticket, 'page')
  if (!preview.ok) return null
  const { token } = preview.value
  const clicks = random() < 0.3 ? 3 : 1
  const answers = await Promise.all(
    Array.from({ length: clicks }, () => engine.orders.confirm(token, 'page')),
  )
  return answers.find((answer) => answer.ok)?.value.intentId ?? null
}

function targetOf({ id, pair }: Resting): LevelTarget {
  return pair === null ? { id: String(id), by: 'order' } : { id: String(pair), by: 'linked' }
}

async function landed({ engine }: Sender): Promise<void> {
  while (engine.journal.inFlight() > 0) await pause(2)
}

/** One change of each position at once: moved, or another level set, which goes again later. */
async function send(sender: Sender, markets: readonly string[]): Promise<void> {
  const { engine, exchange, random } = sender
  const first = await Promise.all(
    markets.map(async (market) => {
      const here = exchange.orders.filter((one) => one.market === market && !one.ended)
      const [old, another] = here.filter(isStop)
      const gains = here.filter((one) => !isStop(one))
      const position = { market, positionId: market.replace(/\D/g, '') || '0' }
      const dice = random()
      const spare = dice < 0.2 ? gains[0] : another
      if (spare !== undefined && dice < 0.4) {
        const target = targetOf(spare)
        await confirm(sender, { kind: 'remove-level', ...position, ...target, replacedBy: null })
        return null
      }
      const level = dice < 0.75 ? ('stopLoss' as const) : ('takeProfit' as const)
      const moved = level === 'stopLoss' ? old : gains[0]
      const trigger = String((level === 'stopLoss' ? 50 : 101) + Math.floor(random() * 49))
      const replaces = moved === undefined ? null : targetOf(moved)
      const ticket = { kind: 'set-level', ...position, level, trigger, amount: null, replaces }
      const id = await confirm(sender, ticket as OrderTicket)
      return id === null || replaces === null ? null : { id, position, replaces }
    }),
  )
  await landed(sender)
  // The second step of each that was moved; main refuses it where the first is not in place.
  await Promise.all(
    first.map(async (one) => {
      if (one === null) return
      const { id: replacedBy, position, replaces } = one
      const known = engine.orders.intent(replacedBy)
      if (!known.ok) throw new Error(replacedBy)
      await confirm(sender, { kind: 'remove-level', ...position, ...replaces, replacedBy })
    }),
  )
  await landed(sender)
  // Meanwhile what is late is carried out, and the client's rest after failures passes.
  await pause(lateness)
}

/** Whether what is said of it is what happened. `isLast`: no other was sent for the same later. */
function isTrue(
  { state, items: [item] }: OrderIntent,
  { placed, removed }: LevelExchange,
  isLast: boolean,
): boolean {
  const said = item?.state ?? state
  if (said === 'unknown') return true
  if (item?.target === undefined) {
    const times = placed.get(item?.clientOrderId ?? '') ?? 0
    return said === 'placed'
      ? times === 1
      : times === 0 && ['rejected', 'not-sent', 'not-executed'].includes(said)
  }
  const times = removed.get(item.target.id) ?? 0
  if (['done', 'accepted', 'already-cancelled', 'not-open'].includes(said)) return times === 1
  return ['rejected', 'not-sent', 'not-executed'].includes(said) && (!isLast || times === 0)
}

export async function runLevelStorm(parts: {
  folder: string
  changes: number
  seed: number
}): Promise<LevelFigures> {
  const random = seededRandom(parts.seed)
  const markets = Array.from({ length: 40 }, (_, number) => `M${number}_USDT`)
  const exchange = await startLevelExchange(markets, random)
  const positions = positionsOf(markets)
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
        positions: feed(positions),
        openOrders: feed(
          exchange.orders.filter(({ pair, ended }) => pair === null && !ended).map(asOrder),
        ),
        conditionalOrders: feed(pairsOf(exchange)),
        balance: feed([]),
        connection: { state: 'online', clockSkew: 0 },
        prices: noPrices,
        markets: noMarkets.markets,
        collateral: nothingYet,
        purses: noPortfolio,
        journal: { problem: null, readOnly: false, restored: false },
      }),
    },
  })
  const sender = { engine, exchange, random }
  const settle = async (): Promise<void> => {
    await engine.settle(10_000)
  }
  let [turn, intents]: [number, OrderIntent[]] = [0, []]
  while (intents.length < parts.changes) {
    await send(sender, markets)
    // What is unknown holds back its market until then.
    if (turn % betweenSettlings === betweenSettlings - 1) {
      await settle()
      intents = allIntents(engine)
    }
    turn += 1
  }
  await settle()
  intents = allIntents(engine)
  const states: Record<string, number> = {}
  let mislabelled = 0
  const [recorded, later] = [new Set<string>(), new Set<string>()]
  // Newest first.
  for (const intent of intents) {
    const [item] = intent.items
    const key = item?.target?.id ?? item?.clientOrderId ?? ''
    const said = item?.state ?? intent.state
    const name = `${item?.target === undefined ? 'set' : 'removal'} ${said}`
    states[name] = (states[name] ?? 0) + 1
    const isLast = !later.has(key)
    if (said !== 'not-sent') later.add(key)
    recorded.add(key)
    if (isTrue(intent, exchange, isLast)) continue
    if (mislabelled < 3) console.error(`mislabelled: ${JSON.stringify(intent)}`)
    mislabelled += 1
  }
  const repeated = [...exchange.arrived, ...exchange.placed, ...exchange.removed]
  const carriedOut = [...exchange.placed.keys(), ...exchange.removed.keys()]
  const isMoved = ({ items: [item], state }: OrderIntent): boolean =>
    item?.guards?.replacedBy !== undefined && state === 'acknowledged'
  engine.close()
  exchange.stop()
  return {
    confirmed: intents.length,
    states,
    placed: exchange.placed.size,
    removed: exchange.removed.size,
    twice: repeated.filter(([, times]) => times > 1).length,
    lost: carriedOut.filter((key) => !recorded.has(key)).length,
    mislabelled,
    unprotected: exchange.unprotected(),
    moved: intents.filter(isMoved).length,
  }
}
