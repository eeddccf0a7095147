// The last good response of each feed per profile: shown by the window, with its age, until the
// exchange has responded.
import { z } from 'zod'
import type { Loan, LoanAnswer } from '../../shared/portfolio/loan.js'
import type { Order } from '../../shared/orders/order.js'
import type { CollateralSummary } from '../../shared/portfolio/portfolio.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Problem } from '../../shared/problem.js'
import { parseJson } from '../../shared/json.js'
import { isDecimal } from '../../shared/money.js'
import { ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { type Database, numberOf, text as textColumn, textOf } from '../database/database.js'
import type { WriteBehind } from '../database/write-behind.js'
import type { FeedName, FeedValues } from '../polling/poll-scheduler.js'

const text = z.string()
const amount = z.string().refine(isDecimal)

/**
 * Every member, including optional ones: one missing here would be lost at every restart, and the
 * compiler reports it.
 */
type Members<T> = Record<keyof T, z.ZodType>

// In the order in which the client writes them: a cached response that equals the next live one is
// the same JSON.
const position: z.ZodType<Position> = z.object({
  id: text,
  market: text,
  openedAt: text.optional(),
  modifiedAt: text.optional(),
  amount: amount.nullable(),
  entryPrice: amount.nullish(),
  // Absent, null and a value are three different things (specification 2.7).
  liquidationPrice: amount.nullish(),
  liquidationState: text.nullish(),
  realizedPnl: amount.nullish(),
  pnlPercent: amount.nullish(),
  usedMargin: amount.nullish(),
  freeMargin: amount.nullish(),
  funding: amount.nullish(),
  unrealizedFunding: amount.nullish(),
  protectiveOrders: z
    .object({
      takeProfitId: text.nullable(),
      takeProfit: amount.nullable(),
      stopLossId: text.nullable(),
      stopLoss: amount.nullable(),
    })
    .nullish(),
  unrealizedPnl: amount.nullish(),
  positionSide: text.optional(),
} satisfies Members<Position>)

const loan: z.ZodType<LoanAnswer> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-loan') }),
  z.object({ kind: z.literal('not-enabled') }),
  z.object({
    kind: z.literal('loan'),
    loan: z.object({
      asset: text.optional(),
      amount: amount.optional(),
      totalFunding: amount.optional(),
      currentLtv: amount,
      initialLtv: amount.optional(),
      marginCallLtv: amount,
      liquidationLtv: amount,
      createdAt: text.optional(),
    } satisfies Members<Loan>),
  }),
])

const order: z.ZodType<Order> = z.object({
  id: text,
  clientOrderId: text,
  market: text,
  side: text,
  type: text.optional(),
  timestamp: text,
  dealMoney: amount,
  dealStock: amount,
  amount,
  left: amount,
  dealFee: amount.optional(),
  status: text.optional(),
  givenUp: z.literal(true).optional(),
  stp: text.optional(),
  positionSide: text.optional(),
  endedAt: text.optional(),
  price: amount.optional(),
  postOnly: z.boolean().optional(),
  ioc: z.boolean().optional(),
  rpi: z.boolean().optional(),
  reduceOnly: z.boolean().optional(),
  activated: z.number().optional(),
  activationCondition: text.optional(),
  activationPrice: text.optional(),
  oto: z
    .object({ id: text, stopLoss: amount.nullable(), takeProfit: amount.nullable() })
    .optional(),
  withoutLevels: z.literal(true).optional(),
} satisfies Members<Order>)

const schemas: { [F in FeedName]: z.ZodType<FeedValues[F]> } = {
  balance: z.array(z.object({ asset: text, amount })),
  positions: z.array(position),
  loan,
  openOrders: z.array(order),
  conditionalOrders: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('oco'), id: text, stopLoss: order, takeProfit: order }),
      z.object({
        kind: z.literal('oto'),
        id: text,
        order,
        stopLoss: amount.nullable(),
        takeProfit: amount.nullable(),
      }),
    ]),
  ),
  collateralSummary: z.object({
    equity: amount,
    usedMargin: amount,
    freeMargin: amount,
    unrealizedPnl: amount,
    unrealizedFunding: amount,
    leverage: z.number().nullable(),
  } satisfies Members<CollateralSummary>),
  collateralBalance: z.array(
    z.object({ asset: text, balance: amount, borrowed: amount, free: amount.optional() }),
  ),
  tradeBalance: z.array(z.object({ asset: text, available: amount, inOrders: amount })),
}

function isFeed(kind: string): kind is FeedName {
  return Object.hasOwn(schemas, kind)
}

/**
 * Null if the text is not a response of this feed. Some version of Plimsoll wrote it: it is used
 * only if it still has today's shape.
 */
export function readSnapshot<F extends FeedName>(feed: F, json: string): FeedValues[F] | null {
  const schema: z.ZodType<FeedValues[F]> = schemas[feed]
  return schema.safeParse(parseJson(json)).data ?? null
}

export type Snapshots = { [F in FeedName]?: { value: FeedValues[F]; asOf: UnixSeconds } }

export type SnapshotRepository = {
  /** Replaces the feed's last response. Written a little later. */
  remember: <F extends FeedName>(
    profileId: string,
    feed: F,
    value: FeedValues[F],
    asOf: UnixSeconds,
  ) => void
  /**
   * Reads all feeds at once, because the window waits for them. A feed is absent if it has no
   * snapshot that this version understands.
   */
  last: (profileId: string) => Result<Snapshots, Problem>
  forgetProfile: (id: string) => void
}

export function createSnapshotRepository(
  database: Database,
  health: DatabaseHealth,
  writeBehind: WriteBehind,
): SnapshotRepository {
  const pending = new Map<
    string,
    { profileId: string; feed: FeedName; json: string; asOf: UnixSeconds }
  >()
  const keyOf = (profileId: string, feed: FeedName): string => `${feed} ${profileId}`

  writeBehind.register({
    count: () => pending.size,
    write: () => {
      for (const { profileId, feed, json, asOf } of pending.values()) {
        database.run(
          `INSERT INTO snapshot (profile_id, kind, value, as_of) SELECT id, ?, ?, ? FROM profile WHERE id = ?
           ON CONFLICT (profile_id, kind) DO UPDATE SET value = excluded.value, as_of = excluded.as_of`,
          feed,
          json,
          asOf,
          profileId,
        )
      }
    },
    written: () => pending.clear(),
  })

  return {
    remember: <F extends FeedName>(
      profileId: string,
      feed: F,
      value: FeedValues[F],
      asOf: UnixSeconds,
    ): void => {
      pending.set(keyOf(profileId, feed), { profileId, feed, json: JSON.stringify(value), asOf })
      writeBehind.writeWhenDue()
    },
    last: (profileId: string): Result<Snapshots, Problem> => {
      const found: Snapshots = {}
      const put = <F extends FeedName>(feed: F, json: string, asOf: UnixSeconds): void => {
        const value = readSnapshot(feed, json)
        Object.assign(found, { [feed]: value === null ? undefined : { value, asOf } })
      }
      const rows = health.read(() =>
        database.all(
          `SELECT ${textColumn('kind')}, ${textColumn('value')}, as_of FROM snapshot WHERE profile_id = ?`,
          profileId,
        ),
      )
      if (!rows.ok) return rows
      for (const row of rows.value) {
        // Row by row, so that a damaged one is reported and does not hide the others.
        health.read(() => {
          const kind = textOf(row, 'kind')
          if (isFeed(kind)) put(kind, textOf(row, 'value'), numberOf(row, 'as_of'))
        })
      }
      for (const one of pending.values())
        if (one.profileId === profileId) put(one.feed, one.json, one.asOf)
      return ok(found)
    },
    forgetProfile: (id: string): void => {
      for (const [key, { profileId }] of pending) if (profileId === id) pending.delete(key)
    },
  }
}
