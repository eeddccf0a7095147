// What the alerts of an account need to be remembered.
import type { Alert, AlertPage, AlertQuery } from '../../shared/domain/alert.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Json } from '../../shared/json.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'

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
