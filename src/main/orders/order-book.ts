// The orders of an account as they are now, and the one way they are written down.
import type { Problem } from '../../shared/domain/problem.js'
import { isUnfinished, type TimelineStep, type MarketBlock, type OrderIntent, type OrderTrouble } from '../../shared/domain/trading.js'
import type { Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { levelsNotSet } from './echo-check.js'
import { isSettled } from './intent-state.js'
import { blocksOf } from './market-blocks.js'
import type { OrderJournal } from './order-journal.js'
import type { OrdersMemory } from './orders-ports.js'
import { marketsOf } from './order-words.js'

const recentKept = 20

export const needsAttention = (intent: OrderIntent): boolean => intent.blocks || isUnfinished(intent)

const newestFirst = (a: OrderIntent, b: OrderIntent): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

/** Steps at which something was heard of what an order did. */
const heard: ReadonlySet<TimelineStep['what']> = new Set(['answered', 'late-answer', 'resolved', 'found-at-start'])

export type OrderBook = {
  readonly profileId: string
  /** Under way, unknown, or keeping a market blocked; newest first. */
  open(): OrderIntent[]
  recent(): OrderIntent[]
  blocks(): MarketBlock[]
  troubles(): OrderTrouble[]
  find(id: string): Result<OrderIntent | null, Problem>
  /** Whether an order of ours may have changed the position of a market at or after this moment. */
  mayHaveChanged(market: string, since: UnixSeconds): boolean
  /** Holds an intent that is written down already. */
  hold(intent: OrderIntent): void
  /** Replaces an intent. Fails where it could not be written; in memory it counts all the same. */
  put(intent: OrderIntent): Result<null, Problem>
  /** The same, but an intent that could not be written stays as it was. */
  putFirstOnDisk(intent: OrderIntent): Result<null, Problem>
}

export const createOrderBook = (profileId: string, memory: OrdersMemory['orders'], journal: OrderJournal, clock: Clock): OrderBook => {
  const open = new Map<string, OrderIntent>()
  let others: OrderIntent[] = []
  /** When it was last heard, by market, that an order of ours may have changed its position. */
  const touched = new Map<string, UnixSeconds>()

  const touch = (intent: OrderIntent): void => {
    if (!isSettled(intent) || intent.state === 'rejected' || intent.state === 'not-sent') return
    const at = intent.timeline.findLast(({ what }) => heard.has(what))?.at ?? intent.createdAt
    for (const { market } of intent.items) if (at > (touched.get(market) ?? 0)) touched.set(market, at)
  }

  /** Never later than now: a time written while the clock was ahead would otherwise hold every close back until the clock catches up. */
  const touchedAt = (market: string): UnixSeconds => {
    const [at, now] = [touched.get(market) ?? 0, clock()]
    if (at > now) touched.set(market, now)
    return at > now ? now : at
  }

  const hold = (intent: OrderIntent): void => {
    touch(intent)
    if (needsAttention(intent)) {
      open.set(intent.id, intent)
      others = others.filter(({ id }) => id !== intent.id)
      return
    }
    open.delete(intent.id)
    others = [intent, ...others.filter(({ id }) => id !== intent.id)].sort(newestFirst).slice(0, recentKept)
  }

  const known = (id: string): OrderIntent | undefined => {
    const waiting = journal.waiting(id)
    if (waiting?.profileId === profileId) return waiting
    return open.get(id) ?? others.find((intent) => intent.id === id)
  }

  return {
    profileId,
    open: () => [...open.values()].sort(newestFirst),
    recent: () => others,
    blocks: () => [...open.values()].flatMap(blocksOf),
    troubles: () =>
      [...open.values()]
        .filter(({ state, blocks }) => state === 'unknown' || blocks)
        .map(({ id, state, kind, items, createdAt }) => ({
          intentId: id,
          because: state === 'unknown' ? 'unknown' : 'mismatch',
          kind,
          markets: marketsOf(items),
          notSet: [...new Set(items.flatMap(levelsNotSet))],
          since: createdAt,
        })),
    find: (id) => {
      const here = known(id)
      return here === undefined ? memory.find(profileId, id) : { ok: true, value: here }
    },
    mayHaveChanged: (market, since) =>
      touchedAt(market) >= since ||
      [...open.values()].some((intent) => !isSettled(intent) && intent.items.some((item) => item.market === market)),
    hold,
    put: (intent) => {
      hold(intent)
      return journal.save(memory, intent)
    },
    putFirstOnDisk: (intent) => {
      const saved = journal.saveOrNot(memory, intent)
      if (saved.ok) hold(intent)
      return saved
    },
  }
}
