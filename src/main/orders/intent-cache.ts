// The orders of an open account as they are now, and the one way they are saved.
import type { Problem } from '../../shared/domain/problem.js'
import { isUnfinished, type TimelineStep, type MarketBlock, type OrderIntent, type OrderTrouble } from '../../shared/domain/trading.js'
import type { Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { levelsNotSet } from './echo-check.js'
import type { IntentRepository } from './intent-repository.js'
import { hasOutcome } from './intent-state.js'
import { blocksOf } from './market-blocks.js'
import type { OrderJournal } from './order-journal.js'
import { marketsOf } from './order-text.js'

const recentKept = 20

export const isOpenOrder = (intent: OrderIntent): boolean => intent.blocks || isUnfinished(intent)

const newestFirst = (a: OrderIntent, b: OrderIntent): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

/** Steps at which it became known what an order did. */
const outcomeSteps: ReadonlySet<TimelineStep['what']> = new Set(['answered', 'late-answer', 'resolved', 'found-at-start'])

export type IntentCache = {
  /** In flight, unknown, or keeping a market blocked; newest first. */
  open(): OrderIntent[]
  recent(): OrderIntent[]
  blocks(): MarketBlock[]
  troubles(): OrderTrouble[]
  find(id: string): Result<OrderIntent | null, Problem>
  /** Whether an order of ours may have changed the position of a market at or after this moment. */
  mayHaveChanged(market: string, since: UnixSeconds): boolean
  /** For an intent that is saved already. */
  set(intent: OrderIntent): void
  /** An intent that could not be saved stays as it was. */
  save(intent: OrderIntent): Result<null, Problem>
  /** Counts all the same where it could not be saved. */
  saveOrKeep(intent: OrderIntent): Result<null, Problem>
}

export const createIntentCache = (profileId: string, repository: IntentRepository, journal: OrderJournal, clock: Clock): IntentCache => {
  const open = new Map<string, OrderIntent>()
  let recent: OrderIntent[] = []
  /** By market: the last time an order of ours may have changed its position. */
  const changedAt = new Map<string, UnixSeconds>()

  const noteChange = (intent: OrderIntent): void => {
    if (!hasOutcome(intent) || intent.state === 'rejected' || intent.state === 'not-sent') return
    const at = intent.timeline.findLast(({ what }) => outcomeSteps.has(what))?.at ?? intent.createdAt
    for (const { market } of intent.items) if (at > (changedAt.get(market) ?? 0)) changedAt.set(market, at)
  }

  /** Never later than now: a time recorded while the clock was ahead would otherwise hold every close back until the clock catches up. */
  const lastChange = (market: string): UnixSeconds => {
    const [at, now] = [changedAt.get(market) ?? 0, clock()]
    if (at > now) changedAt.set(market, now)
    return at > now ? now : at
  }

  const set = (intent: OrderIntent): void => {
    noteChange(intent)
    const others = recent.filter(({ id }) => id !== intent.id)
    if (isOpenOrder(intent)) {
      open.set(intent.id, intent)
      recent = others
      return
    }
    open.delete(intent.id)
    recent = [intent, ...others].sort(newestFirst).slice(0, recentKept)
  }

  const cached = (id: string): OrderIntent | undefined => {
    const unsaved = journal.unsaved(id)
    return unsaved?.profileId === profileId ? unsaved : (open.get(id) ?? recent.find((intent) => intent.id === id))
  }

  return {
    open: () => [...open.values()].sort(newestFirst),
    recent: () => recent,
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
      const value = cached(id)
      return value === undefined ? repository.find(profileId, id) : { ok: true, value }
    },
    mayHaveChanged: (market, since) =>
      lastChange(market) >= since ||
      [...open.values()].some((intent) => !hasOutcome(intent) && intent.items.some((item) => item.market === market)),
    set,
    save: (intent) => {
      const saved = journal.save(repository, intent)
      if (saved.ok) set(intent)
      return saved
    },
    saveOrKeep: (intent) => {
      set(intent)
      return journal.saveOrKeep(repository, intent)
    },
  }
}
