// The watch over one profile's dangers: takes in what is seen, decides, tells, and remembers. One timer is always armed while it stands,
// so that nothing coming in is noticed as well.
import type { KeyState } from '../../../shared/domain/account.js'
import {
  type Alert,
  type AlertNotice,
  type AlertPage,
  type AlertQuery,
  type AlertSettings,
  type AlertsView,
  noAlerts,
} from '../../../shared/domain/alert.js'
import type { PortfolioView } from '../../../shared/domain/portfolio.js'
import type { Problem } from '../../../shared/domain/problem.js'
import type { OrderTrouble } from '../../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import type { Clock, UnixSeconds } from '../../../shared/time.js'
import type { Timing } from '../poller-ports.js'
import { emptyPortfolio, sameJson } from '../portfolio-view.js'
import { acknowledge, type Book, type BookChange, disown, endSnoozes, lapse, raise, read, resolve, reword, snooze } from './alert-book.js'
import type { AlertMemory, WatchStates } from './alert-memory.js'
import { attentionOf } from './attention.js'
import { createAwakeTime } from './awake-time.js'
import { evaluateBlindness } from './blindness.js'
import type { Evaluation } from './finding.js'
import { evaluateLadder, ladderKeys, ladderSteps, noLadder } from './ladder.js'
import { decideNotices } from './notice-policy.js'
import { evaluateOrders, isOrderKey } from './order-alerts.js'
import type { PayoutState } from './payout-tripwire.js'
import { evaluatePositions } from './position-alerts.js'
import { hasLanded, noSight, noteSight } from './sight.js'
import { type EvaluatorStates, keysHeldBy, readStates } from './state-reading.js'

export type PostPorts = {
  clock: Clock
  timing: Timing
  newId: () => string
  settings: () => AlertSettings
  /** Minutes since local midnight. */
  localMinutes: (at: UnixSeconds) => number
  /** A moment as the person reads it in a line of words: "14:02", with its date where it was not today. */
  clockText: (at: UnixSeconds) => string
  notify: (notice: AlertNotice) => void
  /** Takes a notice off the screen; one that is not there any more is passed over. */
  withdraw: (noticeId: string) => void
  changed: (view: AlertsView) => void
}

export type GuardedProfile = { id: string; demo: boolean }

export type Post = {
  profileId: string
  view: () => AlertsView
  portfolio: (view: PortfolioView) => void
  key: (state: KeyState, problem: Problem | null) => void
  payouts: (judge: (before: PayoutState) => Evaluation<PayoutState>) => void
  orders: (list: readonly OrderTrouble[]) => void
  woke: () => void
  settingsChanged: () => void
  acknowledge: (id: string) => Result<null, Problem>
  snooze: (id: string, until: UnixSeconds) => Result<null, Problem>
  markRead: (ids: readonly string[] | null) => Result<null, Problem>
  page: (query: AlertQuery) => Result<AlertPage, Problem>
  end: () => void
}

/** Seconds between two looks at the clock. */
const beat = 5
/** While the disk refuses, awake seconds until the next try. */
const savingAgain = 30
/** Alerts that wait for a disk that refuses; then the oldest are given up. */
const mostUnsaved = 2000
const longestSnooze = 7 * 24 * 3600

const notOpen: Problem = { code: 'gone', message: 'This alert is over already.' }
const badSnooze: Problem = { code: 'bad-input', message: 'An alert can be put off for at most seven days.' }

export const startPost = (profile: GuardedProfile, memory: AlertMemory, ports: PostPorts): Post => {
  const { clock, timing } = ports
  const profileId = profile.id
  const kept = memory.load(profileId)
  const awake = createAwakeTime(ports)

  let book: Book = kept.ok ? kept.value.open : []
  let unread = kept.ok ? kept.value.unread : 0
  let states: EvaluatorStates = readStates(kept.ok ? kept.value.states : {})
  let savedStates = states
  let ended: Alert[] = []
  const unsaved = new Map<string, Alert>()
  let failedAt: number | null = null
  /** The post before this one, or the run before, took its notices off the screen: a standing margin call must not vanish with them. */
  let again: readonly string[] = book.map(({ id }) => id)

  let portfolio: PortfolioView = emptyPortfolio
  let keyState: { state: KeyState; problem: Problem | null } = { state: 'unknown', problem: null }
  let sight = noSight(0)
  let loanAt: UnixSeconds | null = null
  let positionsAt: UnixSeconds | null = null

  let revision = 0
  let view: AlertsView = noAlerts
  let shownFrom: readonly unknown[] = []
  let cancelTimer: () => void = () => undefined
  let isOver = false

  const keep = ({ book: next, changed }: BookChange): Alert[] => {
    book = next
    if (changed.length > 0) revision += 1
    for (const alert of changed) {
      unsaved.set(alert.id, alert)
      const [oldest] = unsaved.keys()
      if (unsaved.size > mostUnsaved && oldest !== undefined) unsaved.delete(oldest)
    }
    return changed
  }

  const end = (change: BookChange): void => void ended.push(...keep(change))

  const take = <S>({ alerts, resolved, state, reworded = [] }: Evaluation<S>): S => {
    const at = clock()
    end(resolve(book, resolved, at))
    keep(reword(book, reworded))
    unread += keep(raise(book, alerts, { at, profileId, newId: ports.newId })).length
    return state
  }

  const lookAtLoan = (settings: AlertSettings): void => {
    const { value, asOf } = portfolio.loan
    if (value === null || !hasLanded(portfolio.loan, loanAt)) return
    loanAt = asOf
    // "This key may not ask" says nothing of the loan; that it is not seen any more is blindness's business.
    if (value.kind === 'not-enabled') return
    const loan = value.kind === 'loan' ? value.loan : null
    states = { ...states, ladder: take(evaluateLadder(loan, settings, states.ladder)) }
  }

  const lookAtPositions = (settings: AlertSettings): void => {
    const { value, asOf, unreadable } = portfolio.positions
    if (value === null || asOf === null || !hasLanded(portfolio.positions, positionsAt)) return
    positionsAt = asOf
    states = { ...states, positions: take(evaluatePositions(value, settings, states.positions, asOf, unreadable)) }
  }

  const lookAtSight = (): void => {
    const now = awake.seconds()
    const loanKnown = states.ladder.loan !== null
    sight = noteSight(sight, portfolio, now, loanKnown)
    const look = { now, awokeAt: awake.awokeAt(), sight, view: portfolio, key: keyState, loanKnown }
    states = { ...states, blindness: take(evaluateBlindness(look, states.blindness)) }
  }

  const tell = (settings: AlertSettings): void => {
    const at = clock()
    const words = { amounts: settings.amountsInNotifications, demo: profile.demo, clockText: ports.clockText }
    const decision = decideNotices(book, ended, states.notices, { at, localMinutes: ports.localMinutes(at), settings, words, again })
    ended = []
    again = decision.again
    if (!sameJson(decision.ledger, states.notices)) states = { ...states, notices: decision.ledger }
    for (const id of decision.withdraw) ports.withdraw(id)
    for (const notice of decision.show) ports.notify(notice)
  }

  const changedStates = (): WatchStates => ({
    ...(states.ladder === savedStates.ladder ? {} : { ladder: states.ladder }),
    ...(states.positions === savedStates.positions ? {} : { positions: states.positions }),
    ...(states.blindness === savedStates.blindness ? {} : { blindness: states.blindness }),
    ...(states.payouts === savedStates.payouts ? {} : { payouts: states.payouts }),
    ...(states.notices === savedStates.notices ? {} : { notices: states.notices }),
  })

  /** After telling: who is told twice after a crash is better off than who is not told at all. */
  const save = (): void => {
    if (failedAt !== null && awake.seconds() - failedAt < savingAgain) return
    const changed = changedStates()
    if (unsaved.size === 0 && Object.keys(changed).length === 0) return
    const saved = memory.save(profileId, [...unsaved.values()], changed)
    failedAt = saved.ok ? null : awake.seconds()
    if (!saved.ok) return
    unsaved.clear()
    savedStates = states
  }

  const show = (settings: AlertSettings): void => {
    const { value } = portfolio.loan
    const from = [book, unread, revision, states.ladder, value, settings]
    if (from.every((part, at) => part === shownFrom[at])) return
    shownFrom = from
    const { level, items, more } = attentionOf(book)
    const ladder = value?.kind === 'loan' ? ladderSteps(value.loan, settings, states.ladder) : []
    const next: AlertsView = { ...view, profileId, level, attention: items, more, unread, ladder, revision }
    if (sameJson(next, view)) return
    view = next
    ports.changed(view)
  }

  const arm = (): void => {
    cancelTimer()
    if (!isOver) cancelTimer = timing.after(beat * 1000, turn)
  }

  const turn = (): void => {
    if (isOver) return
    try {
      awake.note()
      const settings = ports.settings()
      lookAtLoan(settings)
      lookAtPositions(settings)
      lookAtSight()
      keep(endSnoozes(book, clock()))
      end(lapse(book, clock()))
      tell(settings)
      save()
      show(settings)
    } finally {
      arm()
    }
  }

  const act = (change: BookChange): Result<null, Problem> => {
    if (change.changed.length === 0) return fail(notOpen)
    keep(change)
    turn()
    return ok(null)
  }

  const held = keysHeldBy(states)
  end(disown(book, (key) => held.has(key) || isOrderKey(key), clock()))
  turn()

  return {
    profileId,
    view: () => view,
    portfolio: (next) => {
      if (next.profileId !== profileId) return
      portfolio = next
      turn()
    },
    key: (state, problem) => {
      keyState = { state, problem }
      turn()
    },
    payouts: (judge) => {
      states = { ...states, payouts: take(judge(states.payouts)) }
      turn()
    },
    orders: (list) => {
      const open = book.map(({ key }) => key).filter(isOrderKey)
      take({ ...evaluateOrders(list, open), state: null })
      turn()
    },
    woke: () => {
      awake.woke()
      turn()
    },
    settingsChanged: () => {
      loanAt = null
      positionsAt = null
      turn()
    },
    acknowledge: (id) => {
      const lost = book.find((alert) => alert.id === id && alert.kind === 'monitoring-lost')
      // Whoever knows that this key may not ask about the loan is not called blind for good: the loan is forgotten.
      if (lost !== undefined && portfolio.loan.value?.kind === 'not-enabled') {
        const dropped = ladderKeys(states.ladder).map((key) => ({ key, end: 'dropped' as const }))
        end(resolve(book, dropped, clock()))
        states = { ...states, ladder: noLadder }
      }
      return act(acknowledge(book, id, clock()))
    },
    snooze: (id, until) => {
      const at = clock()
      return until > at && until <= at + longestSnooze ? act(snooze(book, id, until, at)) : fail(badSnooze)
    },
    markRead: (ids) => {
      save()
      const left = memory.markRead(profileId, ids, clock())
      if (!left.ok) return left
      unread = left.value
      book = read(book, ids, clock())
      revision += 1
      turn()
      return ok(null)
    },
    page: (query) => {
      save()
      return memory.page(profileId, query)
    },
    end: () => {
      if (isOver) return
      isOver = true
      cancelTimer()
      for (const id of Object.keys(states.notices.shown)) ports.withdraw(id)
      states = { ...states, notices: { ...states.notices, shown: {} } }
      failedAt = null
      save()
    },
  }
}
