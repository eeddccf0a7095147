// An exchange on loopback that carries orders out and then answers as badly as it likes, and knows
// for certain what it did. It is the witness: what the client believes is held against what
// happened here.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { endpoints } from '../../src/v4/endpoints.js'
import {
  createFaultyTargets,
  isTargetPath,
  type Made,
  namesNothing,
  type TargetBody,
} from './faulty-targets.js'

/** A small generator, so that a run can be had again from its seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What the client must say of it. */
export type TrueClass = 'acknowledged' | 'rejected' | 'unknown' | 'mismatch'

/**
 * An order as the exchange's own lists have it: what was carried out, not what an answer made of
 * it.
 */
export type Listed = {
  order: ReturnType<typeof orderOf>
  since: number
  listedAt: number
  ended: boolean
}

/**
 * One call that moves money, as it arrived. `keys` are the client order ids, or name what was to be
 * closed or cancelled.
 */
export type Arrival = {
  path: string
  nonce: string
  keys: string[]
  executed: string[]
  fault: Fault
  expect: TrueClass
}

export const faults = [
  'none',
  'slow',
  'refuse-400',
  'refuse-422',
  'drop-before',
  'drop-after',
  'hang',
  'late',
  'redirect',
  'html-400',
  'html-429',
  'error-500',
  'error-502',
  'error-503',
  'malformed',
  'truncated',
  'empty',
  'html-200',
  'refusal-200',
  'vague-200',
  'no-echo',
  'other-amount',
  'no-levels',
  'other-level',
  'no-position-side',
  'other-type',
  'other-flags',
  'strange-status',
] as const
export type Fault = (typeof faults)[number]

type Item = {
  client_order_id?: string
  clientOrderId?: string
  market: string
  side: string
  amount: string
  price?: string
  stopLoss?: string
  takeProfit?: string
  positionSide?: string
  postOnly?: boolean
  ioc?: boolean
  rpi?: boolean
  reduceOnly?: boolean
}

const cancelled = { deal_stock: '0', left: '5', status: 'CANCELLED' }

/** What an answer says otherwise than the order was. */
type Spoil = (item: Partial<Item>) => object
type ReadAsk = {
  market?: string
  limit?: number
  offset?: number
  startDate?: number
  orderId?: number
}

/** They spoil the echo of an order. */
const echoFaults: ReadonlySet<Fault> = new Set([
  ...([
    'no-echo',
    'other-amount',
    'no-levels',
    'other-level',
    'no-position-side',
    'other-type',
    'other-flags',
    'strange-status',
  ] as const),
])
type Body = Partial<Item> &
  ReadAsk &
  Omit<TargetBody, 'orders'> & { nonce: string; id?: string; orders?: Item[]; stopOnFail?: boolean }

const refusal = {
  code: 30,
  message: 'Validation failed',
  errors: { amount: ['Given amount is less than min amount 0.001'] },
}

let orderNumber = 1_000_000_000_000

function hasLevels({ stopLoss, takeProfit }: Partial<Item>): boolean {
  return stopLoss !== undefined || takeProfit !== undefined
}

/** Market orders have none. */
function hasFlags({ orders, price }: Body): boolean {
  return orders !== undefined || price !== undefined
}

function orderOf(item: Partial<Item>, some: object = {}) {
  return {
    order_id: (orderNumber += 1),
    client_order_id: item.client_order_id ?? '',
    market: item.market,
    side: item.side,
    type: item.price === undefined ? 'market' : 'limit',
    timestamp: 1_760_000_000.123456,
    deal_money: '0',
    deal_stock: '0',
    amount: item.amount,
    left: item.amount,
    deal_fee: '0',
    status: 'NEW',
    positionSide: item.positionSide ?? 'BOTH',
    ...(item.price === undefined
      ? {}
      : {
          price: item.price,
          postOnly: item.postOnly,
          ioc: item.ioc,
          rpi: item.rpi,
          reduceOnly: item.reduceOnly,
        }),
    ...(hasLevels(item)
      ? { oto: { otoId: orderNumber, stopLoss: item.stopLoss, takeProfit: item.takeProfit } }
      : {}),
    ...some,
  }
}

const movingPaths: readonly string[] = [
  endpoints.collateralMarketOrder.path,
  endpoints.bulkLimitOrders.path,
  endpoints.collateralLimitOrder.path,
  endpoints.closeInvestment.path,
  ...Object.values(endpoints)
    .map(({ path }) => path)
    .filter(isTargetPath),
]

export type FaultyExchange = {
  url: string
  arrivals: Arrival[]
  /** How often each order, or investment, or cancel, or close, was carried out. */
  executed: Map<string, number>
  targets: Pick<ReturnType<typeof createFaultyTargets>, 'rest' | 'hold' | 'isOpen'>
  /** Decides what the next call meets; drawn from the seed unless set. */
  meets(next: (path: string) => Fault): void
  stop(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * `deadline`: what the client waits at most; a late answer comes after it. `carriedOut`: what the
 * stream of the account may tell of, at once.
 */
export async function startFaultyExchange(parts: {
  random: () => number
  deadline: number
  carriedOut?: (key: string) => void
}): Promise<FaultyExchange> {
  const { random } = parts
  const arrivals: Arrival[] = []
  const executed = new Map<string, number>()
  const sockets = new Set<Socket>()
  const oneIn = (chance: number): boolean => random() < chance
  let choose: (path: string) => Fault = () =>
    oneIn(0.45) ? 'none' : (faults[Math.floor(random() * faults.length)] ?? 'none')

  const listed = new Map<string, Listed[]>()
  const closedInvestments: string[] = []
  /** What this account has, by what it was asked to close. */
  const investments = new Set<string>()

  /** Seconds after which a list has it at the latest. */
  const longestDelay = 0.075

  const list = (item: Partial<Item>, some: object = {}): Listed => {
    const since = Date.now() / 1000
    const market = item.market ?? ''
    const ended = item.price === undefined || oneIn(0.5)
    const done = ended
      ? { deal_stock: item.amount, left: '0', deal_money: '1', status: 'FILLED' }
      : {}
    const order = orderOf(item, { ...done, timestamp: since, ...some })
    const added: Listed = { order, since, listedAt: since + random() * longestDelay, ended }
    listed.set(market, [added, ...(listed.get(market) ?? [])])
    return added
  }

  const noteExecuted = (arrival: Arrival, key: string): void => {
    arrival.executed.push(key)
    executed.set(key, (executed.get(key) ?? 0) + 1)
    parts.carriedOut?.(key)
  }

  /** Under which id the exchange has the order. */
  const execute = (arrival: Arrival, key: string, item: Partial<Item>): { order_id?: number } => {
    noteExecuted(arrival, key)
    if (arrival.path !== endpoints.closeInvestment.path)
      return { order_id: list({ ...item, client_order_id: key }).order.order_id }
    closedInvestments.push(key)
    return {}
  }

  const targets = createFaultyTargets({
    listed,
    list,
    executed: noteExecuted,
    oneIn,
    delay: () => random() * longestDelay,
  })

  /** Carries out a bulk request as specification 4.6 says, refusing some. */
  const bulkEntries = (
    arrival: Arrival,
    { orders = [], stopOnFail }: Body,
    spoil: Spoil,
  ): unknown[] => {
    const entries: unknown[] = []
    for (const item of orders) {
      if (oneIn(0.2)) {
        entries.push(oneIn(0.5) ? { error: refusal } : { result: null, error: refusal })
        if (stopOnFail === true) break
        continue
      }
      const id = execute(arrival, item.client_order_id ?? '', item)
      entries.push({ result: orderOf(item, { ...id, ...spoil(item) }) })
    }
    return entries
  }

  const carryOut = (arrival: Arrival, body: Body, spoil: Spoil = () => ({})): Made => {
    if (isTargetPath(arrival.path)) return targets.carryOut(arrival, body as TargetBody)
    if (body.orders !== undefined) return { status: 200, value: bulkEntries(arrival, body, spoil) }
    const id = execute(arrival, arrival.keys[0] ?? '', body)
    const filled =
      body.price === undefined
        ? { deal_stock: body.amount, left: '0', deal_money: '1', status: 'FILLED' }
        : {}
    const told = { ...filled, ...id, ...spoil(body) }
    return { status: 200, value: body.id === undefined ? orderOf(body, told) : {} }
  }

  const answer = (
    response: ServerResponse,
    status: number,
    body: string,
    type = 'application/json',
    headers: object = {},
  ): void => {
    response.writeHead(status, { 'content-type': type, date: new Date().toUTCString(), ...headers })
    response.end(body)
  }

  const maybe = (arrival: Arrival, body: Body): void => {
    if (oneIn(0.5)) carryOut(arrival, body)
  }

  const meet = (
    arrival: Arrival,
    body: Body,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const json = (value: unknown, status = 200): void =>
      answer(response, status, JSON.stringify(value))
    const html = (status: number, headers = {}): void =>
      answer(response, status, '<h1>no</h1>', 'text/html', headers)
    const say = ({ status, value }: Made): void => json(value, status)
    const cannotEcho = body.id !== undefined || namesNothing(arrival.path)
    const says = (expect: TrueClass): void => {
      arrival.expect = expect
    }
    says('unknown')
    if (isTargetPath(arrival.path) && echoFaults.has(arrival.fault)) {
      says('acknowledged')
      const made = carryOut(arrival, body)
      const isAnswered = arrival.path === endpoints.cancelOrder.path && made.status === 200
      const spoilt =
        arrival.fault === 'no-echo'
          ? { order_id: 1 }
          : arrival.fault === 'strange-status'
            ? { status: 'ARCHIVED' }
            : null
      if (!isAnswered || spoilt === null) return say(made)
      says('unknown')
      return json({ ...(made.value as object), ...spoilt })
    }
    switch (arrival.fault) {
      case 'none':
        says('acknowledged')
        return say(carryOut(arrival, body))
      case 'slow': {
        says('acknowledged')
        const made = carryOut(arrival, body)
        return void setTimeout(() => say(made), parts.deadline / 5)
      }
      case 'refuse-400':
        says('rejected')
        return json(refusal, 400)
      case 'refuse-422':
        says('rejected')
        return json(refusal, 422)
      case 'drop-before':
        return void request.socket.destroy()
      case 'drop-after':
        carryOut(arrival, body)
        return void request.socket.destroy()
      case 'hang':
        return maybe(arrival, body)
      case 'late': {
        const made = carryOut(arrival, body)
        return void setTimeout(() => say(made), parts.deadline * 1.5)
      }
      case 'redirect':
        maybe(arrival, body)
        return answer(response, 307, '{}', 'application/json', { location: request.url ?? '/' })
      case 'html-400':
        return html(400)
      case 'html-429':
        return html(429)
      case 'error-500':
        maybe(arrival, body)
        return json(refusal, 500)
      case 'error-502':
        maybe(arrival, body)
        return html(502)
      case 'error-503':
        return html(503)
      case 'malformed':
        carryOut(arrival, body)
        return answer(response, 200, '{"order_id":')
      case 'truncated': {
        const text = JSON.stringify(carryOut(arrival, body).value).padEnd(40)
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': String(text.length),
        })
        return void response.write(text.slice(0, 20), () => request.socket.destroy())
      }
      case 'empty':
        carryOut(arrival, body)
        return answer(response, 200, '')
      case 'html-200':
        maybe(arrival, body)
        return html(200)
      case 'refusal-200':
        maybe(arrival, body)
        return json(refusal)
      case 'vague-200': {
        const success = oneIn(0.5)
        if (success && cannotEcho) {
          // Closing says no more than that something was answered (2.10).
          says('acknowledged')
          carryOut(arrival, body)
        } else maybe(arrival, body)
        return json(success ? { success: true } : { error: ['Internal server error.'] })
      }
      case 'no-echo':
        says(cannotEcho ? 'acknowledged' : 'mismatch')
        return say(carryOut(arrival, body, () => ({ client_order_id: '' })))
      case 'other-amount':
        says(cannotEcho ? 'acknowledged' : 'mismatch')
        return say(carryOut(arrival, body, () => ({ amount: '7' })))
      case 'no-levels':
        says(hasLevels(body) ? 'mismatch' : 'acknowledged')
        return say(carryOut(arrival, body, () => ({ oto: undefined })))
      case 'other-level':
        says(hasLevels(body) ? 'mismatch' : 'acknowledged')
        return say(
          carryOut(arrival, body, (item) =>
            hasLevels(item) ? { oto: { otoId: 1, stopLoss: '7.5', takeProfit: null } } : {},
          ),
        )
      case 'no-position-side':
        // BOTH says no more than nothing.
        says(
          body.positionSide === 'LONG' || body.positionSide === 'SHORT'
            ? 'mismatch'
            : 'acknowledged',
        )
        return say(carryOut(arrival, body, () => ({ positionSide: undefined })))
      case 'other-type':
        says(cannotEcho ? 'acknowledged' : 'mismatch')
        return say(carryOut(arrival, body, () => ({ type: 'stop' })))
      case 'other-flags':
        says(hasFlags(body) ? 'mismatch' : 'acknowledged')
        return say(
          carryOut(arrival, body, ({ postOnly, ioc, rpi }) =>
            !hasFlags(body) ? {} : { postOnly: !postOnly, ioc: !ioc, rpi: !rpi },
          ),
        )
      case 'strange-status': {
        const made = carryOut(arrival, body, () => ({ status: 'ARCHIVED' }))
        says(cannotEcho || arrival.executed.length === 0 ? 'acknowledged' : 'unknown')
        return say(made)
      }
    }
  }

  const camel = ({
    order_id,
    client_order_id,
    deal_money,
    deal_stock,
    deal_fee,
    ...rest
  }: Listed['order']): object => ({
    orderId: order_id,
    clientOrderId: client_order_id,
    dealMoney: deal_money,
    dealStock: deal_stock,
    dealFee: deal_fee,
    ...rest,
    oto: undefined,
    positionSide: rest.positionSide,
  })

  /** Without the levels, without what is left, and under another name of the same id. */
  const finished = ({
    order_id: id,
    timestamp: ctime,
    left: _left,
    market: _market,
    ...rest
  }: Listed['order']): object => ({
    ...camel({ ...rest, order_id: id } as Listed['order']),
    orderId: undefined,
    id,
    ctime,
    ftime: ctime,
  })

  /**
   * Somebody cancels an order on every market now and then, so its history shows that it keeps such
   * orders.
   */
  const cancelSome = (market: string, now: number): void => {
    const newest = listed.get(market)?.find(({ order }) => order.status === 'CANCELLED')?.since ?? 0
    if (now - newest > 20)
      list(
        { market, side: 'buy', amount: '5', client_order_id: `web-${(orderNumber += 1)}` },
        cancelled,
      )
  }

  const listOf = (
    path: string,
    { market = '', limit = 50, offset = 0, startDate = 0, orderId }: ReadAsk,
  ): unknown => {
    const now = Date.now() / 1000
    if (path === endpoints.openPositions.path) return targets.positions()
    if (market !== '' && orderId === undefined) cancelSome(market, now)
    const isAsked = ({ order, listedAt }: Listed): boolean =>
      listedAt <= now && (orderId === undefined || order.order_id === orderId)
    const all = (listed.get(market) ?? []).filter(isAsked)
    const page = <T>(members: T[]): T[] => members.slice(offset, offset + limit)
    if (path === endpoints.activeOrders.path)
      return page(all.filter(({ ended }) => !ended)).map(({ order }) => camel(order))
    if (path === endpoints.orderHistory.path) {
      const ended = page(
        all.filter(({ ended, since }) => ended && (orderId !== undefined || since >= startDate)),
      )
      return ended.length === 0 ? [] : { [market]: ended.map(({ order }) => finished(order)) }
    }
    if (path !== endpoints.fixedInvestments.path) return []
    const plan = { ticker: 'USDT', percent: '1' }
    const member = (id: string): object => ({
      id,
      plan,
      status: closedInvestments.includes(id) ? 2 : 1,
      created: 1,
      paymentTime: 2,
      amount: '1',
      interestPaid: '0',
    })
    return { records: page([...investments].reverse()).map(member) }
  }

  /** One in ten reads meets a fault of its own. */
  const answerRead = (
    path: string,
    body: ReadAsk,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const dice = random()
    if (dice < 0.02) return void request.socket.destroy()
    if (dice < 0.04) return answer(response, 500, JSON.stringify(refusal))
    if (dice < 0.06) return answer(response, 200, '{"half":')
    const listed = listOf(path, body)
    // A member that cannot be read: then nothing is missing for certain.
    if (dice < 0.1 && path === endpoints.activeOrders.path && Array.isArray(listed))
      listed.push({ market: body.market })
    answer(response, 200, JSON.stringify(listed))
  }

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await readBody(request).catch(() => null)
    if (raw === null) return
    const path = request.url ?? ''
    if (path === endpoints.ping.path) return answer(response, 200, '["pong"]')
    const body = JSON.parse(raw.toString() || '{}') as Body
    // Endpoints that only the public documentation describes have its spelling.
    if (path === endpoints.collateralLimitOrder.path)
      body.client_order_id = body.clientOrderId ?? ''
    if (!movingPaths.includes(path)) return answerRead(path, body, request, response)
    if (body.id !== undefined) investments.add(body.id)
    const keys = isTargetPath(path)
      ? targets.keysOf(body as TargetBody)
      : (body.orders?.map((item) => item.client_order_id ?? '') ?? [
          body.id ?? body.client_order_id ?? '',
        ])
    const arrival: Arrival = {
      path,
      nonce: body.nonce,
      keys,
      executed: [],
      fault: choose(path),
      expect: 'unknown',
    }
    arrivals.push(arrival)
    meet(arrival, body, request, response)
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    void receive(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    executed,
    targets,
    meets: (next) => {
      choose = next
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
