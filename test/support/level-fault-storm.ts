// Thousands of levels set, moved and removed through everything that can go wrong, against an
// exchange that knows what it carried out, and whether each position still has a stop loss.
import type { LevelTarget, OrderTicket } from '../../src/shared/orders/order-ticket.js'
import type { ConditionalOrder, Order } from '../../src/shared/orders/order.js'
import type { OrderIntent } from '../../src/shared/orders/trading.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { seededRandom } from './faulty-exchange.js'
import { allIntents } from './order-fault-storm.js'
import {
  type Body,
  confirm,
  count,
  feed,
  judge,
  landed,
  notCarriedOut,
  openStormAccount,
  repeated,
  type Sender,
  sendUntil,
  startStormExchange,
} from './request-storm.js'

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

const notFound = { code: 2, message: 'Inner validation failed', errors: { id: ['Not found.'] } }
const refusal = { code: 30, message: 'Validation failed', errors: { amount: ['No.'] } }

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
  const placed = new Map<string, number>()
  const removed = new Map<string, number>()
  let unprotected = 0

  const carryOut = (path: string, body: Body) => {
    if (path === endpoints.triggerMarketOrder.path) {
      const clientOrderId = text(body['clientOrderId'])
      count(placed, clientOrderId)
      const placedOne = rest(text(body['market']), text(body['activation_price']), {
        clientOrderId,
      })
      return { status: 200, body: onWire(placedOne) }
    }
    const isPair = path === endpoints.cancelConditional.path
    const id = isPair ? body['id'] : body['orderId']
    const found = orders.find((one) => !one.ended && (isPair ? one.pair : one.id) === id)
    if (found === undefined) return { status: 400, body: notFound }
    found.ended = true
    count(removed, String(id))
    // The figure that matters: nobody is left without a stop loss by moving one.
    if (!orders.some((one) => one.market === found.market && !one.ended && isStop(one)))
      unprotected += 1
    return { status: 200, body: isPair ? [] : onWire(found) }
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

  const exchange = await startStormExchange({
    random,
    calm: 0.6,
    moves: [
      endpoints.triggerMarketOrder.path,
      endpoints.cancelOrder.path,
      endpoints.cancelConditional.path,
    ],
    // The same request twice would have the same nonce; the same order the same client id.
    namesOf: ({ nonce, clientOrderId }) => [
      String(nonce),
      ...(clientOrderId === undefined ? [] : [text(clientOrderId)]),
    ],
    carryOut,
    refusal,
    lists,
  })
  return { ...exchange, orders, placed, removed, unprotected: () => unprotected }
}

type LevelExchange = Awaited<ReturnType<typeof startLevelExchange>>

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

type LevelSender = Sender & { request: (ticket: OrderTicket) => Promise<string | null> }

function targetOf({ id, pair }: Resting): LevelTarget {
  return pair === null ? { id: String(id), by: 'order' } : { id: String(pair), by: 'linked' }
}

/** One change of each position at once: moved, or another level set, which goes again later. */
async function send(
  sender: LevelSender,
  exchange: LevelExchange,
  markets: readonly string[],
): Promise<void> {
  const { engine, random, request } = sender
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
        await request({ kind: 'remove-level', ...position, ...target, replacedBy: null })
        return null
      }
      const level = dice < 0.75 ? ('stopLoss' as const) : ('takeProfit' as const)
      const moved = level === 'stopLoss' ? old : gains[0]
      const trigger = String((level === 'stopLoss' ? 50 : 101) + Math.floor(random() * 49))
      const replaces = moved === undefined ? null : targetOf(moved)
      const ticket = { kind: 'set-level', ...position, level, trigger, amount: null, replaces }
      const id = await request(ticket as OrderTicket)
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
      await request({ kind: 'remove-level', ...position, ...replaces, replacedBy })
    }),
  )
}

/** Whether what is said of it is what happened. */
function isTrue(
  { items: [item] }: OrderIntent,
  said: string,
  isLast: boolean,
  { placed, removed }: LevelExchange,
): boolean {
  if (item?.target === undefined) {
    const times = placed.get(item?.clientOrderId ?? '') ?? 0
    return said === 'placed' ? times === 1 : times === 0 && notCarriedOut.includes(said)
  }
  const times = removed.get(item.target.id) ?? 0
  if (['done', 'accepted', 'already-cancelled', 'not-open'].includes(said)) return times === 1
  return notCarriedOut.includes(said) && (!isLast || times === 0)
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
  const engine = await openStormAccount({
    folder: parts.folder,
    url: exchange.url,
    conditions: () => ({
      positions: feed(positions),
      openOrders: feed(
        exchange.orders.filter(({ pair, ended }) => pair === null && !ended).map(asOrder),
      ),
      conditionalOrders: feed(pairsOf(exchange)),
    }),
  })
  let confirmed = 0
  const request = async (ticket: OrderTicket): Promise<string | null> => {
    const id = await confirm({ engine, random }, ticket)
    if (id !== null) confirmed += 1
    return id
  }
  const sender = { engine, random, request }
  await sendUntil(
    sender,
    () => send(sender, exchange, markets),
    () => confirmed >= parts.changes,
  )
  const intents = allIntents(engine)
  const { states, recorded, mislabelled } = judge(intents, {
    keyOf: ({ items: [item] }) => item?.target?.id ?? item?.clientOrderId ?? '',
    stateOf: ({ items: [item] }, said) =>
      `${item?.target === undefined ? 'set' : 'removal'} ${said}`,
    isTrue: (intent, said, isLast) => isTrue(intent, said, isLast, exchange),
  })
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
    twice: repeated(exchange.arrived, exchange.placed, exchange.removed),
    lost: carriedOut.filter((key) => !recorded.has(key)).length,
    mislabelled,
    unprotected: exchange.unprotected(),
    moved: intents.filter(isMoved).length,
  }
}
