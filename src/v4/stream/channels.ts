// The private channels of the real-time stream that Plimsoll subscribes to. The specification has
// none of them (section 6); this is what the public documentation describes. An update is read for
// what it says has changed; most figures themselves are read over HTTP.
import { z } from 'zod'
import type { OrderIds } from '../../shared/orders/order.js'
import { liquidationStates } from '../endpoints.js'
import { row } from '../members.js'
import {
  decimal,
  decimalOrNone,
  isObject,
  name,
  text,
  unixTime,
  wholeNumber,
  wordOf,
} from '../numbers.js'
import { positionSides } from '../orders.js'
import { shapeOf } from '../shapes.js'

/** What a part of an update says, without the figures that move with the price. */
type Part = readonly [name: string, says: string]

/** `list`: what is not among them is gone. `some`: what is not among them is as before. */
type Parts = { kind: 'list' | 'some'; of: readonly Part[] }

export type StreamPositionEvent = {
  state: (typeof liquidationStates)[number]
  position: z.output<typeof eventPosition>
}

export type StreamPosition = z.output<typeof positionRecord>

export type StreamBorrowing = z.output<typeof borrowRecord>

export type StreamBorrowingEvent = {
  state: (typeof liquidationStates)[number]
  borrowing: z.output<typeof eventBorrow>
}

export type StreamUpdate = {
  /** Null if every update is news. */
  parts: Parts | null
  /** Members without a description. */
  unknown: readonly string[]
  event: StreamPositionEvent | null
  /** The complete list of positions, if the update is one. */
  positions?: readonly StreamPosition[]
  /** The complete list of borrowings, if the update is one. */
  borrowings?: readonly StreamBorrowing[]
  borrowingEvent?: StreamBorrowingEvent
  /** The order it is about. */
  order?: OrderIds
}

/** More than any account has; a longer list is not read. */
const mostRecords = 5000

/** The members of a position's REST response, under the stream's names. */
const usedOfPosition = {
  liq_price: [decimalOrNone, 'liquidationPrice'],
  base_price: [decimalOrNone, 'entryPrice'],
  pnl: [decimalOrNone, 'unrealizedPnl'],
  position_side: [wordOf(positionSides), 'positionSide'],
} as const
const figuresOfPosition = {
  mtime: [unixTime, 'modifiedAt'],
  margin: [decimal, 'usedMargin'],
  free_margin: [decimal, 'freeMargin'],
  funding: [decimal, 'funding'],
  unrealized_funding: [decimal, 'unrealizedFunding'],
} as const
const unusedOfPosition = ['ctime', 'amount_in_money', 'realized_pnl']

const positionRecord = row({
  identity: {
    id: wholeNumber,
    market: name,
    amount: decimal.nullable(),
    liq_stage: wordOf(liquidationStates).nullable(),
  },
  used: { ...usedOfPosition, ...figuresOfPosition },
  unused: unusedOfPosition,
})

/** A margin call is reported whatever else cannot be read; the event itself says the stage. */
const eventPosition = row({
  identity: { id: wholeNumber, market: name },
  used: { ...usedOfPosition, amount: [decimal, 'amount'] },
  unused: [...unusedOfPosition, ...Object.keys(figuresOfPosition), 'liq_stage'],
})

const usedOfBorrow = {
  unrealized_funding: [decimalOrNone, 'accruedCost'],
  liq_price: [decimalOrNone, 'liquidationPrice'],
} as const

/**
 * No response has the accrued cost and the liquidation price of a borrowing. The documentation
 * names the unit of neither, and the price may be the word `NaN`.
 */
const borrowRecord = row({
  identity: { asset: name, amount: decimal },
  used: { ...usedOfBorrow, mtime: [unixTime, 'modifiedAt'] },
  unused: ['ctime'],
})

/** Reported whatever else cannot be read, like a position's. */
const eventBorrow = row({
  identity: { asset: name },
  used: { ...usedOfBorrow, amount: [decimal, 'amount'] },
  unused: ['ctime', 'mtime'],
})

const spotBalance = row({ identity: { available: decimal, freeze: decimal } })

const marginBalance = row({
  identity: { a: name, B: decimal, b: decimal },
  unused: ['av', 'ab'],
})

const order = row({
  identity: { id: wholeNumber, market: name },
  used: { client_order_id: [text, 'clientOrderId'] },
  unused: [
    ...['type', 'side', 'post_only', 'ioc', 'ctime', 'mtime', 'ftime', 'price', 'amount', 'left'],
    ...['deal_stock', 'deal_money', 'deal_fee', 'stp', 'status', 'source'],
    ...['position_side', 'rpi', 'retail', 'reduce_only', 'activation_price', 'fee_asset'],
    ...['activation_condition', 'activated'],
  ],
})

function unknownIn(schema: z.ZodType, value: unknown): string[] {
  const shape = shapeOf(schema)
  if (shape?.kind !== 'row' || !isObject(value)) return []
  const { identity, used = {}, unused = [] } = shape.members
  const known = new Set([...Object.keys(identity), ...Object.keys(used), ...unused])
  return Object.keys(value).filter((member) => !known.has(member))
}

function listOf<Schema extends z.ZodType>(record: Schema) {
  return z
    .object({ total: z.unknown(), records: z.array(z.unknown()).max(mostRecords) })
    .transform(({ records }, context) => {
      const read = z.array(record).safeParse(records)
      if (read.success)
        return { of: read.data, unknown: records.flatMap((one) => unknownIn(record, one)) }
      context.issues.push({ code: 'custom', message: 'has a record that cannot be read', input: 0 })
      return z.NEVER
    })
}

/** Only news, in which nothing is compared. */
function news(unknown: readonly string[]): StreamUpdate {
  return { parts: null, unknown, event: null }
}

function orderNews(record: unknown, context: z.RefinementCtx): StreamUpdate {
  const read = order.safeParse(record)
  if (!read.success) {
    context.issues.push({ code: 'custom', message: 'has an unreadable order', input: 0 })
    return z.NEVER
  }
  const { id, client_order_id: clientOrderId = '' } = read.data
  return { ...news(unknownIn(order, record)), order: { id, clientOrderId } }
}

const eventKinds = { 1: 'margin_call', 2: 'liquidation' } as const
/** The documentation promises further kinds, without their numbers. */
const eventKind = z.union([z.literal(1), z.literal(2)])

type StreamChannel = {
  /** Of the subscription. */
  params: readonly unknown[]
  update: z.ZodType<StreamUpdate>
}

export const streamChannels = {
  balanceSpot: {
    params: [],
    update: z.array(z.record(z.string(), z.unknown())).transform((maps, context): StreamUpdate => {
      const entries = maps.flatMap((map) => Object.entries(map))
      const read = z.array(spotBalance).safeParse(entries.map(([, value]) => value))
      if (!read.success) {
        context.issues.push({ code: 'custom', message: 'has an unreadable balance', input: 0 })
        return z.NEVER
      }
      return {
        parts: {
          kind: 'some',
          of: entries.map(([asset], at) => [asset, JSON.stringify(read.data[at])]),
        },
        unknown: entries.flatMap(([, value]) => unknownIn(spotBalance, value)),
        event: null,
      }
    }),
  },
  balanceMargin: {
    params: [],
    update: z.array(z.unknown()).transform((rows, context): StreamUpdate => {
      const read = z.array(marginBalance).safeParse(rows)
      if (!read.success) {
        context.issues.push({ code: 'custom', message: 'has an unreadable balance', input: 0 })
        return z.NEVER
      }
      return {
        parts: { kind: 'some', of: read.data.map(({ a, B, b }) => [a, `${B} ${b}`]) },
        unknown: rows.flatMap((one) => unknownIn(marginBalance, one)),
        event: null,
      }
    }),
  },
  positionsMargin: {
    params: [],
    update: listOf(positionRecord).transform(({ of, unknown }): StreamUpdate => ({
      parts: {
        kind: 'list',
        of: of.map(({ id, market, amount, liq_stage, base_price, position_side }) => [
          id,
          JSON.stringify([market, amount, liq_stage, base_price, position_side]),
        ]),
      },
      unknown,
      event: null,
      positions: of,
    })),
  },
  positionsAccountMargin: {
    params: [],
    update: z.tuple([eventKind, z.unknown()]).transform(([kind, record], context): StreamUpdate => {
      const read = eventPosition.safeParse(record)
      if (!read.success) {
        context.issues.push({ code: 'custom', message: 'has an unreadable position', input: 0 })
        return z.NEVER
      }
      return {
        ...news(unknownIn(eventPosition, record)),
        event: { state: eventKinds[kind], position: read.data },
      }
    }),
  },
  borrowsMargin: {
    params: [],
    update: listOf(borrowRecord).transform(({ of, unknown }): StreamUpdate => ({
      parts: { kind: 'list', of: of.map(({ asset, amount }, at) => [`${asset} ${at}`, amount]) },
      unknown,
      event: null,
      borrowings: of,
    })),
  },
  borrowsAccountMargin: {
    params: [],
    update: z.tuple([eventKind, z.unknown()]).transform(([kind, record], context): StreamUpdate => {
      const read = eventBorrow.safeParse(record)
      if (!read.success) {
        context.issues.push({ code: 'custom', message: 'has an unreadable borrowing', input: 0 })
        return z.NEVER
      }
      return {
        ...news(unknownIn(eventBorrow, record)),
        borrowingEvent: { state: eventKinds[kind], borrowing: read.data },
      }
    }),
  },
  ordersPending: {
    params: [],
    update: z
      .tuple([z.union([z.literal(1), z.literal(2), z.literal(3)]), z.unknown()])
      .transform(([, changed], context) => orderNews(changed, context)),
  },
  ordersExecuted: {
    params: [[], 0],
    update: z.tuple([z.unknown()]).transform(([ended], context) => orderNews(ended, context)),
  },
  deals: {
    params: [[]],
    update: z
      .tuple([wholeNumber, unixTime, name])
      .rest(z.unknown())
      .transform(([, , , ...more]): StreamUpdate => {
        const orderId = wholeNumber.safeParse(more[0])
        const clientOrderId = text.catch('').parse(more[4])
        const order = orderId.success ? { id: orderId.data, clientOrderId } : null
        return { ...news([]), ...(order !== null && { order }) }
      }),
  },
} as const satisfies Record<string, StreamChannel>

type StreamChannelName = keyof typeof streamChannels

export function isStreamChannel(name: string): name is StreamChannelName {
  return Object.hasOwn(streamChannels, name)
}
