// An order without an answer is looked up in the exchange's own lists within seconds, which often
// settles it. Nobody is notified before that look has ended, and nobody waits for longer than a few
// seconds: the lists may not answer either.
import type { Timing } from '../../shared/time.js'

/** Milliseconds after which an order counts as looked up, whatever became of the look. */
export const longestFirstLook = 15_000

export type FirstLooks = {
  /** Its answer was lost. Only the first call for an order counts. */
  await(intentId: string): void
  /**
   * A look that had begun after their answers were lost has ended, whatever it found; or they were
   * lost in an earlier run.
   */
  ended(intentIds: Iterable<string>): void
  isAwaited(intentId: string): boolean
  stop(): void
}

/** `overdue`: an order waits no longer, although no look has ended. */
export function createFirstLooks({ timing }: { timing: Timing }, overdue: () => void): FirstLooks {
  /** By order: how to cancel its deadline; null once it was looked up. */
  const known = new Map<string, (() => void) | null>()

  function end(intentId: string): void {
    known.get(intentId)?.()
    known.set(intentId, null)
  }

  return {
    await: (intentId) => {
      if (known.has(intentId)) return
      const cancel = timing.after(longestFirstLook, () => {
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
