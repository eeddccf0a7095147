// One alert for all problems of the same kind at the same time, once they have persisted. A new one
// is raised when more have appeared since, and its text changes when fewer are left or more is
// known.
import type { UnixSeconds } from '../../shared/time.js'
import type { AlertCandidate, Evaluation } from './open-alerts.js'
import type { GroupState } from './stored-alert-state.js'

export type GroupMember = { who: string }

export function evaluateGroup<Member extends GroupMember>(
  members: readonly Member[],
  before: GroupState | undefined,
  at: UnixSeconds,
  group: {
    /** Seconds it has to last: a single odd response raises nothing. */
    lasts: number
    /** How it ends once none is left. */
    end?: 'over' | 'dropped'
    keyAt(at: UnixSeconds): string
    candidate(due: readonly Member[], key: string): AlertCandidate
    /** What the text depends on besides the members. */
    says?(due: readonly Member[]): string
    /** Whether it is a member only because the open alert names it: a new alert does not. */
    isLingering?(member: Member): boolean
  },
): Evaluation<GroupState | undefined> {
  const raised = before?.told ?? null
  if (members.length === 0)
    return {
      candidates: [],
      resolved: raised === null ? [] : [{ key: raised.key, end: group.end ?? 'over' }],
      state: undefined,
    }
  const sinceOf = ({ who }: Member): UnixSeconds => {
    const began = before?.since[who] ?? at
    // A clock that was set back must not put it off.
    return began > at ? at : began
  }
  const isRaised = ({ who }: Member): boolean => raised?.who.includes(who) === true
  const isDue = (one: Member): boolean => isRaised(one) || at - sinceOf(one) >= group.lasts
  const isNew = members.some((one) => isDue(one) && !isRaised(one))
  const kept = members.filter((one) => !isNew || group.isLingering?.(one) !== true)
  const since = Object.fromEntries(kept.map((one) => [one.who, sinceOf(one)]))
  const due = kept.filter(isDue)
  const who = due.map((one) => one.who)
  const said = group.says === undefined ? {} : { says: group.says(due) }
  if (raised !== null && due.length > 0 && !isNew) {
    const next = { key: raised.key, who, ...said }
    if (who.length === raised.who.length && next.says === raised.says)
      return { candidates: [], resolved: [], state: { since, told: raised } }
    // A member that recovered is news if it fails again.
    return {
      candidates: [],
      resolved: [],
      reworded: [group.candidate(due, raised.key)],
      state: { since, told: next },
    }
  }
  const key = group.keyAt(at)
  return {
    candidates: due.length === 0 ? [] : [group.candidate(due, key)],
    resolved: raised === null ? [] : [{ key: raised.key, end: 'dropped' }],
    state: { since, told: due.length === 0 ? null : { key, who, ...said } },
  }
}
