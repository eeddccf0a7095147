// The part of the fake bridge that periods without monitoring are.
import type { GapsView, MonitoringGap } from '../../../src/shared/alerts/monitoring-gap.js'
import type { Channel, Pushes, Reply, Requests, Topic } from '../../../src/shared/contract.js'
import { ok } from '../../../src/shared/result.js'

type GapChannel = Extract<Channel, `monitoring-gaps/${string}`>
type Push = <T extends Topic>(topic: T, payload: Pushes[T]) => void

export function createFakeGaps(
  gaps: readonly MonitoringGap[],
  profileId: () => string | null,
  push: Push,
) {
  let unseen = gaps.length
  const view = (): GapsView => ({
    profileId: profileId(),
    latest: unseen === 0 ? null : (gaps[0] ?? null),
    unseen,
    revision: 1,
  })

  const answers: { [C in GapChannel]: (payload: Requests[C]['ask']) => Reply<C> } = {
    'monitoring-gaps/read': () => ok(view()),
    'monitoring-gaps/page': ({ after, limit, reasons }) => {
      const fitting = gaps.filter(
        (gap) => reasons === null || gap.reasons.some((reason) => reasons.includes(reason)),
      )
      const start = after === null ? 0 : fitting.findIndex(({ id }) => id === after.id) + 1
      return ok({
        gaps: fitting.slice(start, start + limit),
        more: fitting.length > start + limit,
      })
    },
    'monitoring-gaps/seen': () => {
      unseen = 0
      push('monitoring-gaps', view())
      return ok(null)
    },
  }
  return { answers, view }
}
