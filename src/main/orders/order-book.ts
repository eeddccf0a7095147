// The orders of the open account as they are now, and the one way they are written down. What the disk refuses stays true in memory
// and is written as soon as it can be.
import type { Problem } from '../../shared/domain/problem.js'
import type { IntentState, MarketBlock, OrderIntent } from '../../shared/domain/trading.js'
import type { Result } from '../../shared/result.js'
import { blocksOf } from './market-blocks.js'
import type { OrdersMemory, OrderTrouble } from './orders-ports.js'
import { marketsOf } from './order-words.js'

const recentKept = 20
const openStates: readonly IntentState[] = ['intent', 'sending', 'unknown']

const needsAttention = (intent: OrderIntent): boolean => intent.blocks || openStates.includes(intent.state)

const newestFirst = (a: OrderIntent, b: OrderIntent): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

export type OrderBook = {
  readonly profileId: string
  /** Under way, unknown, or keeping a market blocked; newest first. */
  open(): OrderIntent[]
  recent(): OrderIntent[]
  blocks(): MarketBlock[]
  troubles(): OrderTrouble[]
  find(id: string): Result<OrderIntent | null, Problem>
  /** Holds an intent that is written down already. */
  hold(intent: OrderIntent): void
  /** Replaces an intent. Fails where it could not be written; in memory it counts all the same. */
  put(intent: OrderIntent): Result<null, Problem>
  /** The same, but an intent that could not be written stays as it was. */
  putFirstOnDisk(intent: OrderIntent): Result<null, Problem>
  /** Tries again what could not be written. */
  flush(): void
}

export const createOrderBook = (profileId: string, memory: OrdersMemory['orders'], recent: readonly OrderIntent[]): OrderBook => {
  const open = new Map<string, OrderIntent>()
  let others = [...recent]
  const unsaved = new Map<string, OrderIntent>()

  const hold = (intent: OrderIntent): void => {
    if (needsAttention(intent)) {
      open.set(intent.id, intent)
      others = others.filter(({ id }) => id !== intent.id)
      return
    }
    open.delete(intent.id)
    others = [intent, ...others.filter(({ id }) => id !== intent.id)].sort(newestFirst).slice(0, recentKept)
  }

  const known = (id: string): OrderIntent | undefined => unsaved.get(id) ?? open.get(id) ?? others.find((intent) => intent.id === id)

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
          since: createdAt,
        })),
    find: (id) => {
      const here = known(id)
      return here === undefined ? memory.find(profileId, id) : { ok: true, value: here }
    },
    hold,
    put: (intent) => {
      hold(intent)
      const saved = memory.save(intent)
      // What went with its profile is nowhere to be written.
      if (saved.ok || saved.error.code === 'gone') unsaved.delete(intent.id)
      else unsaved.set(intent.id, intent)
      return saved
    },
    putFirstOnDisk: (intent) => {
      const saved = memory.save(intent)
      if (!saved.ok) return saved
      hold(intent)
      // What waits to be written is older: it must not take the place of this.
      unsaved.delete(intent.id)
      return saved
    },
    flush: () => {
      for (const [id, intent] of unsaved) {
        const saved = memory.save(intent)
        if (!saved.ok && saved.error.code !== 'gone') return
        unsaved.delete(id)
      }
    },
  }
}
