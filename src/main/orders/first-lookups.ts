// An order without a response is looked up in the exchange's own lists within seconds, which often
// settles it. The user is not notified before that lookup has ended, but after a few seconds at the
// latest: the lists may not respond either.
import type { Timing } from '../../shared/time.js'

/** Milliseconds after which an order counts as looked up, whatever came of the lookup. */
export const longestFirstLookup = 15_000

export type FirstLookups = {
  /** Its response was lost. Only the first call for an order counts. */
  await(intentId: string): void
  /**
   * A lookup that began after their responses were lost has ended, whatever it found; or they were
   * lost in an earlier run.
   */
  ended(intentIds: Iterable<string>): void
  isAwaited(intentId: string): boolean
  stop(): void
}

/** `overdue`: an order's wait ended, although no lookup has. */
export function createFirstLookups(
  { timing }: { timing: Timing },
  overdue: () => void,
): FirstLookups {
  /** By order: how to cancel its deadline; null once it was looked up. */
  const known = new Map<string, (() => void) | null>()

  function end(intentId: string): void {
    known.get(intentId)?.()
    known.set(intentId, null)
  }

  return {
    await: (intentId) => {
      if (known.has(intentId)) return
      const cancel = timing.after(longestFirstLookup, () => {
        known.set(intentId, null)
        overdue()
      })
      known.set(intentId, cancel)
    },
    ended: (intentIds) => {
      for (const intentId of intentIds) end(intentId)
    },
    isAwaited: (intentId) => known.get(intentId) != null,
    stop: () => {
      for (const intentId of known.keys()) end(intentId)
    },
  }
}
