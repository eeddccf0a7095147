// Where the alerts of a profile are kept, and the one that ends with the run: for the demo, whose alarms are not to outlive it.
import type { Alert, AlertPage, AlertQuery } from '../../../shared/domain/alert.js'
import type { Problem } from '../../../shared/domain/problem.js'
import type { Json } from '../../../shared/json.js'
import { ok, type Result } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'

/** What each evaluator remembers, by a word for it. */
export type WatchStates = { readonly [kind: string]: Json }

export type KeptAlerts = { open: Alert[]; unread: number; states: WatchStates }

export type AlertMemory = {
  /** The unresolved alerts, how many of all are unread, and the states. Nothing at all of a profile that is not known. */
  load(profileId: string): Result<KeptAlerts, Problem>
  /** New and changed alerts, and changed states: all of it or nothing. */
  save(profileId: string, alerts: readonly Alert[], states: WatchStates): Result<null, Problem>
  page(profileId: string, query: AlertQuery): Result<AlertPage, Problem>
  /** `ids` null marks everything. Gives how many are still unread. */
  markRead(profileId: string, ids: readonly string[] | null, at: UnixSeconds): Result<number, Problem>
}

/** Of each profile; beyond it the oldest that are over give way. */
const mostKept = 1000

const newestFirst = (a: Alert, b: Alert): number => b.at - a.at || (a.id < b.id ? 1 : -1)

const passes = (alert: Alert, { after, kinds, levels, unreadOnly }: AlertQuery): boolean =>
  (after === null || alert.at < after.at || (alert.at === after.at && alert.id < after.id)) &&
  (kinds === null || kinds.includes(alert.kind)) &&
  (levels === null || levels.includes(alert.level)) &&
  (!unreadOnly || alert.readAt === null)

export const createAlertMemory = (): AlertMemory => {
  const alerts = new Map<string, Alert>()
  const states = new Map<string, WatchStates>()

  const of = (profileId: string): Alert[] => [...alerts.values()].filter((alert) => alert.profileId === profileId).sort(newestFirst)
  const unread = (profileId: string): number => of(profileId).filter(({ readAt }) => readAt === null).length

  const trim = (profileId: string): void => {
    for (const { id, state } of of(profileId).slice(mostKept)) if (state.kind === 'resolved') alerts.delete(id)
  }

  return {
    load: (profileId) =>
      ok({
        open: of(profileId).filter(({ state }) => state.kind !== 'resolved'),
        unread: unread(profileId),
        states: states.get(profileId) ?? {},
      }),
    save: (profileId, some, changed) => {
      for (const alert of some) alerts.set(alert.id, alert)
      states.set(profileId, { ...states.get(profileId), ...changed })
      trim(profileId)
      return ok(null)
    },
    page: (profileId, query) => {
      const found = of(profileId).filter((alert) => passes(alert, query))
      return ok({ alerts: found.slice(0, query.limit), more: found.length > query.limit })
    },
    markRead: (profileId, ids, at) => {
      for (const alert of of(profileId)) {
        if (alert.readAt === null && (ids === null || ids.includes(alert.id))) alerts.set(alert.id, { ...alert, readAt: at })
      }
      return ok(unread(profileId))
    },
  }
}
