// Every period in which nobody was watching an account: from the last look at all that can be lost
// to the next one. The responses that are stored anyway say when that last look was, so a crash is
// recognised at the next start, and nothing is written while all is well.
import type { KeyState } from '../../shared/accounts/account.js'
import type { Alert } from '../../shared/alerts/alert.js'
import {
  type GapPage,
  type GapQuery,
  type GapReason,
  type GapsView,
  type MonitoringGap,
  noGaps,
} from '../../shared/alerts/monitoring-gap.js'
import { sameJson } from '../../shared/json.js'
import {
  monitoredRisks,
  noPortfolio,
  type PortfolioView,
} from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import { driftAllowed, mostCounted } from './awake-time.js'
import { changesBetween, type Compared, lateAlerts, lookTakes, shortestGap } from './gap-changes.js'
import type { GapRepository, LastRun, TimeSpent } from './gap-repository.js'
import { reasonOf } from './monitoring-loss-reason.js'

export type MonitoringGaps = {
  view: () => GapsView
  page: (query: GapQuery) => Result<GapPage, Problem>
  /** The user has seen all of them. */
  markSeen: () => Result<null, Problem>
  portfolioChanged: (view: PortfolioView) => void
  keyChanged: (state: KeyState, problem: Problem | null) => void
  /** The system reports that the computer is about to sleep, and that it woke up. */
  suspended: () => void
  resumed: () => void
  /** The computer shuts down or its user logs out, which may end the process without `close`. */
  sessionEnding: () => void
  /** About once a second. */
  tick: () => void
  close: () => void
}

const endedBy: Record<LastRun['state'], GapReason> = {
  watching: 'crash',
  asleep: 'sleep',
  closed: 'quit',
}

const reasonsByWhy: Readonly<Record<string, GapReason>> = {
  offline: 'offline',
  'other-family': 'offline',
  'not-safe': 'offline',
  'key-rejected': 'key-refused',
  'not-allowed': 'key-refused',
  keychain: 'keychain',
  'session-ended': 'keychain',
  'not-entered': 'keychain',
  locked: 'locked',
}

type Look = {
  at: UnixSeconds
  /** The same, before the clock was set back. */
  asOf: UnixSeconds
  view: PortfolioView
  keyHint: string
  /** In this run, not in an earlier one. */
  isLive: boolean
}

/** When all that can be lost was last looked at; null if it was not, or the clock was set back. */
function lookedAt(view: PortfolioView, now: UnixSeconds): UnixSeconds | null {
  const times = monitoredRisks(view).map(({ asOf }) => asOf)
  if (times.some((at) => at === null || at > now + driftAllowed)) return null
  return times.reduce(
    (oldest, at) => (at !== null && oldest !== null && at < oldest ? at : oldest),
    times[0] ?? null,
  )
}

/** Those that lasted; if none did, the longest. */
function reasonsIn(spent: TimeSpent): GapReason[] {
  const all = Object.entries(spent) as [GapReason, number][]
  const lasting = all.filter(([, seconds]) => seconds >= shortestGap)
  const longest = all.sort(([, one], [, other]) => other - one).slice(0, 1)
  const reasons = (lasting.length > 0 ? lasting : longest).map(([reason]) => reason)
  return reasons.length > 0 ? reasons : ['exchange']
}

export function openMonitoringGaps(
  { id: profileId, keyHint }: { id: string; keyHint: string },
  repository: GapRepository,
  ports: {
    clock: Clock
    timing: Pick<Timing, 'ticks'>
    newId: () => string
    /** The latest alerts. */
    alerts: () => readonly Alert[]
    changed: (view: GapsView) => void
  },
): MonitoringGaps {
  const { clock, timing, changed } = ports
  let openedAt = clock()
  const saved = repository.lastRun(profileId)
  const lastRun = saved.ok ? saved.value : null

  let portfolio: PortfolioView = noPortfolio
  let key: { state: KeyState; problem: Problem | null } = { state: 'unknown', problem: null }
  let look: Look | null = null
  let spent: TimeSpent = {}
  let isSuspended = false
  /** When the session was about to end; null if it was not. */
  let endingSince: UnixSeconds | null = null
  let lastTicks = timing.ticks()
  let lastWall = openedAt
  /** A gap whose alerts and changes are not all known yet. */
  let settling: { gap: MonitoringGap; before: Look } | null = null
  let revision = 0
  let view: GapsView = { ...noGaps, profileId }

  const readView = (): void => {
    const unseen = repository.unseen(profileId)
    if (!unseen.ok) return
    const { latest, count } = unseen.value
    view = { profileId, latest, unseen: count, revision }
  }

  const spend = (reason: GapReason, seconds: number): void => {
    spent = { ...spent, [reason]: (spent[reason] ?? 0) + seconds }
  }

  const reasonNow = (): GapReason | null => {
    const problem =
      key.problem ??
      monitoredRisks(portfolio).find((feed) => feed.problem !== null)?.problem ??
      null
    if (key.state === 'locked') return 'locked'
    if (problem === null && ['unknown', 'accepted'].includes(key.state)) return null
    return reasonsByWhy[reasonOf(key.state, problem?.code ?? null).why] ?? 'exchange'
  }

  const store = (gap: MonitoringGap): void => {
    if (!repository.save(profileId, gap).ok) return
    revision += 1
    readView()
    changed(view)
  }

  /** Another key may be that of another account. */
  const changesSince = (before: Look, until: UnixSeconds): Compared & { otherKey?: true } =>
    before.keyHint === keyHint
      ? changesBetween({ view: before.view, at: before.asOf }, { view: portfolio, at: until })
      : { changes: [], more: 0, otherKey: true }

  const settle = (): void => {
    if (settling === null) return
    const { gap, before } = settling
    settling = null
    const settled = {
      ...gap,
      unknown: undefined,
      ...changesSince(before, gap.until),
      alerts: lateAlerts(ports.alerts(), gap),
    }
    if (!sameJson(settled, gap)) store(settled)
  }

  /** A look of this run was at another time; the last run has been over for another while. */
  const clockSet = (drift: number): void => {
    openedAt += drift
    if (look === null) return
    if (look.isLive) look = { ...look, at: look.at + drift }
    else if (lastRun !== null) spend(endedBy[lastRun.state], drift)
  }

  /** Attributes the time since the last call. */
  const passTime = (): void => {
    const [ticks, wall] = [timing.ticks(), clock()]
    const passed = (ticks - lastTicks) / 1000
    const gone = wall - lastWall
    const drift = gone - passed
    lastTicks = ticks
    lastWall = wall
    // Ahead of any look it was wrong at the start: what is stored lies in its future.
    const isSet = drift < -driftAllowed || (look === null && !isSuspended && drift > driftAllowed)
    if (isSet) clockSet(drift)
    const seconds = isSet ? passed : gone
    const isPaused = passed > mostCounted || (drift > driftAllowed && !isSet)
    const reason = isSuspended ? 'sleep' : isPaused ? 'pause' : reasonNow()
    if (reason !== null && seconds > 0) spend(reason, seconds)
    if (settling !== null && (wall >= settling.gap.until + lookTakes || wall < settling.gap.until))
      settle()
  }

  const record = (before: Look, until: UnixSeconds): void => {
    settle()
    const gap: MonitoringGap = {
      id: ports.newId(),
      at: before.at,
      until,
      reasons: reasonsIn(spent),
      ...changesSince(before, until),
      alerts: [],
    }
    settling = { gap, before }
    store(gap)
  }

  /** Puts what the last run knew of the time since its last look, and the time away, first. */
  const addLastRun = (last: LastRun, lookAt: UnixSeconds): void => {
    const own = spent
    // What was stored belongs to that look, or to an older one. Looks are stored a little late.
    const movedOn = lookAt - last.look
    spent = movedOn <= shortestGap && movedOn >= -shortestGap ? last.spent : {}
    const known = Object.values(spent).reduce((sum, seconds) => sum + seconds, 0)
    const away = openedAt - lookAt - known
    if (away > 0) spend(endedBy[last.state], away)
    for (const [reason, seconds] of Object.entries(own)) spend(reason as GapReason, seconds)
  }

  /** Nothing is known to have ended before there was a look. */
  const saveRun = (state: LastRun['state']): void => {
    if (look === null) return
    const { asOf, keyHint: lookKey } = look
    repository.saveRun(profileId, { state, spent, look: asOf, keyHint: lookKey })
  }

  const noteLook = (): void => {
    const at = lookedAt(portfolio, clock())
    if (at === null || at === look?.asOf) return
    const lastKey = look?.keyHint
    let lookKey = keyHint
    const isLive = monitoredRisks(portfolio).every(({ source }) => source === 'live')
    if (isLive) {
      if (look !== null && at - look.at > shortestGap) record(look, at)
      if (look === null || at > look.at) spent = {}
    } else {
      // Without a word of how that run ended, an older version wrote it. Of a look that is only
      // partly from this run, the rest is yet to come.
      if (lastRun === null || look !== null) return
      addLastRun(lastRun, at)
      lookKey = lastRun.keyHint
    }
    look = { at, asOf: at, view: portfolio, keyHint: lookKey, isLive }
    const isStillHere = endingSince !== null && at - endingSince > shortestGap
    if (isStillHere) endingSince = null
    if (isStillHere || lookKey !== lastKey) saveRun(isSuspended ? 'asleep' : 'watching')
  }

  readView()

  return {
    view: () => view,
    page: (query) => repository.page(profileId, query),
    markSeen: () => {
      const marked = repository.markSeen(profileId)
      if (!marked.ok) return marked
      readView()
      changed(view)
      return ok(null)
    },
    portfolioChanged: (next) => {
      passTime()
      portfolio = next
      noteLook()
    },
    keyChanged: (state, problem) => {
      passTime()
      key = { state, problem }
    },
    suspended: () => {
      passTime()
      isSuspended = true
      saveRun('asleep')
    },
    resumed: () => {
      passTime()
      isSuspended = false
      // A tick may have come before the system's word.
      const { pause, ...others } = spent
      if (pause !== undefined) {
        spent = others
        spend('sleep', pause)
      }
      saveRun('watching')
    },
    sessionEnding: () => {
      passTime()
      endingSince = clock()
      saveRun('closed')
    },
    tick: passTime,
    close: () => {
      passTime()
      settle()
      saveRun(isSuspended ? 'asleep' : 'closed')
    },
  }
}
