// How many messages a service with a daily limit has taken today. ntfy counts from midnight UTC, by
// internet address, or by account where a token belongs to one with a plan: everything sent with
// one token is one visitor, and alerts count as much as the report that Plimsoll stopped.
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'

const secondsADay = 86_400

/** `visitor`: the host, and who it is there. `day`: since 1970, in UTC. */
export type DailyUse = { visitor: string; day: number; used: number }

export function dayOf(at: UnixSeconds): number {
  return Math.floor(at / secondsADay)
}

/** When the service begins to count from zero. */
export function nextDay(at: UnixSeconds): UnixSeconds {
  return (dayOf(at) + 1) * secondsADay
}

export type DailyUses = {
  /** Of all visitors: the service may count them together. */
  usedAt: (host: string) => number
  spend: (host: string, visitor: string) => void
}

export function openDailyUses(
  clock: Clock,
  repository: {
    uses: () => Result<DailyUse[], Problem>
    saveUse: (use: DailyUse) => Result<null, Problem>
  },
): DailyUses {
  const read = repository.uses()
  const uses = new Map((read.ok ? read.value : []).map((use) => [use.visitor, use]))

  const usedToday = (use: DailyUse | undefined): number => {
    const today = dayOf(clock())
    // Tomorrow: the clock was set back over midnight.
    return use !== undefined && [today, today + 1].includes(use.day) ? use.used : 0
  }

  return {
    usedAt: (host) =>
      [...uses.values()]
        .filter(({ visitor }) => visitor.startsWith(`${host} `))
        .reduce((sum, use) => sum + usedToday(use), 0),
    spend: (host, visitor) => {
      const id = `${host} ${visitor}`
      const use = { visitor: id, day: dayOf(clock()), used: usedToday(uses.get(id)) + 1 }
      uses.set(id, use)
      // If the disk refuses, what is in memory goes on.
      repository.saveUse(use)
    },
  }
}
