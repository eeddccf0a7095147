// What rests and is held at the faulty exchange, and what cancelling and closing do to it, by the
// exchange's own account.
import type { Order } from '../../src/shared/orders/order.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import { endpoints } from '../../src/v4/endpoints.js'

export type TargetBody = {
  market?: string
  orderId?: number
  positionId?: number
  orders?: { market?: string; orderId?: number }[]
}

/** What of a call matters here; the exchange knows more of it. */
type Call = { path: string; expect: 'acknowledged' | 'rejected' | 'unknown' | 'mismatch' }

type Resting = {
  order: {
    order_id: number
    type: string
    timestamp: number
    side?: string | undefined
    price?: string | undefined
  }
  ended: boolean
  listedAt: number
}

/** What the exchange makes of a request, and with which status it says so. */
export type Made = { status: number; value: unknown }

const paths: readonly string[] = [
  endpoints.cancelOrder.path,
  endpoints.cancelOrders.path,
  endpoints.cancelAllOrders.path,
  endpoints.closePosition.path,
]

export function isTargetPath(path: string): boolean {
  return paths.includes(path)
}

/** Its answer names nothing. */
export function namesNothing(path: string): boolean {
  return path === endpoints.cancelAllOrders.path || path === endpoints.closePosition.path
}

export function cancelKey(id: string | number): string {
  return `cancel ${id}`
}

export function closeKey(id: string | number): string {
  return `close ${id}`
}

const notOpen = {
  code: 2,
  message: 'Inner validation failed',
  errors: { orderId: ['Unexecuted order was not found.'] },
}
const notFound = {
  code: 404,
  message: 'Order not found',
  errors: { orderId: ['Order does not exist or already cancelled'] },
}
const noService = { code: 500, message: 'Service temporary unavailable', errors: {} }
const noPosition = {
  code: 104,
  message: 'Inner validation failed',
  errors: { positionId: ["position doesn't exist."] },
}

const now = (): number => Date.now() / 1000

export function createFaultyTargets<Arrival extends Call, Listed extends Resting>(parts: {
  listed: Map<string, Listed[]>
  list(order: { market: string; side: string; amount: string; price: string }): Listed
  executed(arrival: Arrival, key: string): void
  oneIn(chance: number): boolean
  /** Seconds until a list has what has just changed. */
  delay(): number
}) {
  const { listed, oneIn } = parts
  const held = new Map<number, { market: string; amount: string; at: number }>()
  let positionNumber = 5_000

  const restingOn = (market: string): Listed[] =>
    (listed.get(market) ?? []).filter(({ ended }) => !ended)
  const find = (market = '', id = 0): Listed | undefined =>
    listed.get(market)?.find(({ order }) => order.order_id === id)

  const end = (found: Listed, some: object): void => {
    Object.assign(found, {
      ended: true,
      listedAt: now() + parts.delay(),
      order: { ...found.order, ...some },
    })
  }

  const cancel = (arrival: Arrival, found: Listed): void => {
    end(found, { status: 'CANCELLED' })
    parts.executed(arrival, cancelKey(found.order.order_id))
  }

  const cancelOne = (arrival: Arrival, { market, orderId }: TargetBody): Made => {
    const found = find(market, orderId)
    if (found === undefined || found.ended) return { status: 400, value: notOpen }
    cancel(arrival, found)
    return { status: 200, value: found.order }
  }

  const cancelSome = (arrival: Arrival, { orders = [] }: TargetBody): Made => {
    const value = orders.map(({ market, orderId }) => {
      const found = find(market, orderId)
      if (found === undefined || found.ended) return { result: null, error: notFound }
      const serviceIsAway = oneIn(0.05)
      if (!serviceIsAway || oneIn(0.5)) cancel(arrival, found)
      if (!serviceIsAway) return { result: { orderId, market, clientOrderId: '' }, error: null }
      arrival.expect = 'unknown'
      return { result: null, error: noService }
    })
    return { status: 200, value }
  }

  const cancelAll = (arrival: Arrival, { market = '' }: TargetBody): Made => {
    for (const found of restingOn(market)) cancel(arrival, found)
    return { status: 200, value: [] }
  }

  const close = (arrival: Arrival, { positionId = 0 }: TargetBody): Made => {
    if (!held.delete(positionId)) return { status: 422, value: noPosition }
    parts.executed(arrival, closeKey(positionId))
    return { status: 200, value: [] }
  }

  return {
    carryOut: (arrival: Arrival, body: TargetBody): Made => {
      if (arrival.path === endpoints.cancelOrder.path) return cancelOne(arrival, body)
      if (arrival.path === endpoints.cancelOrders.path) return cancelSome(arrival, body)
      return arrival.path === endpoints.cancelAllOrders.path
        ? cancelAll(arrival, body)
        : close(arrival, body)
    },
    /** Of all of a market, whatever was there. */
    keysOf: ({ market = '', orderId, orders, positionId }: TargetBody): string[] => {
      if (positionId !== undefined) return [closeKey(positionId)]
      if (orders !== undefined) return orders.map((order) => cancelKey(order.orderId ?? 0))
      return orderId === undefined
        ? (listed.get(market) ?? []).map(({ order }) => cancelKey(order.order_id))
        : [cancelKey(orderId)]
    },
    positions: (): object[] =>
      [...held].map(([positionId, { market, amount, at }]) => ({
        positionId,
        market,
        openDate: at,
        modifyDate: at,
        amount,
        basePrice: '10',
        liquidationPrice: null,
        liquidationState: null,
        pnl: '0',
        pnlPercent: '0',
        margin: '1',
        freeMargin: '1',
        funding: '0',
        unrealizedFunding: '0',
        unrealizedPnl: '1',
        tpsl: null,
        positionSide: 'BOTH',
      })),
    isOpen: (key: string): boolean => {
      const [what, id] = key.split(' ')
      if (what === 'close') return held.has(Number(id))
      return [...listed.values()].some((all) =>
        all.some(({ order, ended }) => String(order.order_id) === id && !ended),
      )
    },

    /**
     * Orders that somebody placed there, as the client has listed them; some are filled before
     * anybody cancels them.
     */
    rest: (market: string, count: number): Order[] =>
      Array.from({ length: count }, (_, number): Order => {
        const added = parts.list({
          market,
          side: number % 2 === 0 ? 'buy' : 'sell',
          amount: '3',
          price: String(10 + number),
        })
        const unfilled = { deal_stock: '0', left: '3', deal_money: '0', status: 'NEW' }
        Object.assign(added, { ended: false, listedAt: 0, order: { ...added.order, ...unfilled } })
        const { order_id: id, side = '', type, timestamp, price = '' } = added.order
        if (oneIn(0.15))
          end(added, { deal_stock: '3', left: '0', deal_money: '30', status: 'FILLED' })
        return {
          id: String(id),
          clientOrderId: '',
          market,
          side,
          type,
          timestamp: String(timestamp),
          amount: '3',
          left: '3',
          price,
          dealMoney: '0',
          dealStock: '0',
          dealFee: '0',
          status: 'NEW',
        }
      }),
    /** A position, as the client has read it. */
    hold: (market: string): Position => {
      const at = Math.floor(now())
      positionNumber += 1
      held.set(positionNumber, { market, amount: '2', at })
      return {
        id: String(positionNumber),
        market,
        openedAt: String(at),
        modifiedAt: String(at),
        amount: '2',
        entryPrice: '10',
        unrealizedPnl: '1',
        positionSide: 'BOTH',
      }
    },
  }
}
