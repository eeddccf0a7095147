// What is dangerous in one account: takes in what is seen of it, decides, tells, and remembers. One timer is always armed until it is
// closed, so that nothing coming in is noticed as well.
import type { KeyState } from '../../shared/domain/account.js'
import { type Alert, type AlertPage, type AlertQuery, type AlertSettings, type AlertsView, noAlerts } from '../../shared/domain/alert.js'
import type { SeenPayout } from '../../shared/domain/payout.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderTrouble } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Timing } from '../polling/poll-scheduler.js'
import { remembered, sameJson } from '../portfolio/portfolio-view.js'
import type { AccountNotice, NoticeAbout } from './account-notice.js'
import { acknowledge, type Book, type BookChange, disown, endSnoozes, lapse, raise, read, resolve, reword, snooze } from './alert-book.js'
import type { AlertMemory, WatchStates } from './alert-memory.js'
import { attentionOf } from './alert-summary.js'
import { createAwakeTime } from './awake-time.js'
import { evaluateBlindness } from './monitoring-loss.js'
import type { Evaluation } from './alert-candidate.js'
import { evaluateLadder, ladderKeys, ladderSteps, noLadder } from './ltv-alerts.js'
import { decideNotices, offScreen, onScreen } from './notice-policy.js'
import { evaluateOrders, isOrderKey } from './order-alerts.js'
import { evaluatePayout, forgetPayout, type PayoutState } from './payout-change.js'
import { evaluatePositions } from './position-alerts.js'
import { hasLanded, noSight, noteSight } from './freshness.js'
import { type EvaluatorStates, keysHeldBy, readStates } from './stored-alert-state.js'

export type AccountAlertsPorts = {
  clock: Clock
  timing: Timing
  newId: () => string
  settings: () => AlertSettings
  /** Minutes since local midnight. */
  localMinutes: (at: UnixSeconds) => number
  /** A moment as the person reads it in a line of words: "14:02", with its date where it was not today. */
  clockText: (at: UnixSeconds) => string
  /** Whose notices these are, where notices have to say it; null where there is only one account. */
  accountName: () => string | null
  /** What the operating system did with the newest notice of any account. */
  notifications: () => AlertsView['notifications']
  /** What no more notices are shown of now, by all accounts together: it waits. */
  full: () => readonly NoticeAbout[]
  notify: (notice: AccountNotice) => void
  /** Takes a notice off the screen; one that is not there any more is passed over. */
  withdraw: (noticeId: string) => void
  changed: (view: AlertsView) => void
}

export type AccountAlerts = {
  view(): AlertsView
  /** Every change of what is seen. */
  portfolio(view: PortfolioView): void
  key(state: KeyState, problem: Problem | null): void
  /** A good answer on where a pool account pays out; `known` is the one before it, as its list remembers it. */
  payout(look: SeenPayout, known: SeenPayout | null): void
  /** The pool account is not on the list any more, or only now. */
  payoutForgotten(poolAccount: string): void
  /** Every order that needs a person now; empty once none does. */
  orders(list: readonly OrderTrouble[]): void
  /** The system says that the computer woke up. It is noticed without it, too. */
  resumed(): void
  settingsChanged(): void
  notificationsChanged(): void
  /** The alert and the milder ones of its matter. `gone` where it is over. */
  acknowledge(id: string): Result<null, Problem>
  /** Until a moment within seven days, in Unix seconds. */
  snooze(id: string, until: UnixSeconds): Result<null, Problem>
  /** `ids` null marks everything. */
  markRead(ids: readonly string[] | null): Result<null, Problem>
  /** The history, newest first. */
  page(query: AlertQuery): Result<AlertPage, Problem>
  /** Takes its notices off the screen, and writes down what is not written yet. */
  close(): void
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

/** Begins with what is remembered of the account's alerts. */
export const openAccountAlerts = (
  profile: { id: string; demo: boolean },
  memory: AlertMemory,
  ports: AccountAlertsPorts,
): AccountAlerts => {
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
  /** Its notices went off the screen when it was closed or Plimsoll was quit: a standing margin call must not vanish with them. */
  let again: readonly string[] = book.map(({ id }) => id)

  let portfolio: PortfolioView = remembered(profileId, {})
  let keyState: { state: KeyState; problem: Problem | null } = { state: 'unknown', problem: null }
  let sight = noSight(0)
  let loanAt: UnixSeconds | null = null
  let positionsAt: UnixSeconds | null = null

  let revision = 0
  let view: AlertsView = { ...noAlerts, profileId }
  let shownFrom: readonly unknown[] = []
  let cancelTimer: () => void = () => undefined
  let closed = false

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
    const words = {
      amounts: settings.amountsInNotifications,
      demo: profile.demo,
      account: ports.accountName(),
      clockText: ports.clockText,
    }
    const look = { profileId, at, localMinutes: ports.localMinutes(at), settings, words, again, full: ports.full() }
    const decision = decideNotices(book, ended, states.notices, look)
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

  /** Whether there is another view to show. */
  const refreshView = (settings: AlertSettings): boolean => {
    const { value } = portfolio.loan
    const notifications = ports.notifications()
    const from = [book, unread, revision, states.ladder, value, settings, notifications]
    if (from.every((part, at) => part === shownFrom[at])) return false
    shownFrom = from
    const { level, items, more } = attentionOf(book)
    const ladder = value?.kind === 'loan' ? ladderSteps(value.loan, settings, states.ladder) : []
    const next: AlertsView = { profileId, level, attention: items, more, unread, ladder, notifications, revision }
    if (sameJson(next, view)) return false
    view = next
    return true
  }

  const lookAtAll = (): boolean => {
    awake.note()
    const settings = ports.settings()
    lookAtLoan(settings)
    lookAtPositions(settings)
    lookAtSight()
    keep(endSnoozes(book, clock()))
    end(lapse(book, clock()))
    tell(settings)
    save()
    return refreshView(settings)
  }

  const arm = (): void => {
    cancelTimer()
    if (!closed) cancelTimer = timing.after(beat * 1000, turn)
  }

  const turn = (): void => {
    if (closed) return
    try {
      if (lookAtAll()) ports.changed(view)
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

  const judge = (payouts: Evaluation<PayoutState>): void => {
    states = { ...states, payouts: take(payouts) }
    turn()
  }

  const held = keysHeldBy(states)
  end(disown(book, (key) => held.has(key) || isOrderKey(key), clock()))
  lookAtAll()
  arm()

  return {
    view: () => view,
    portfolio: (next) => {
      portfolio = next
      turn()
    },
    key: (state, problem) => {
      keyState = { state, problem }
      turn()
    },
    payout: (look, known) => judge(evaluatePayout(look, states.payouts, known)),
    payoutForgotten: (poolAccount) => judge(forgetPayout(poolAccount, states.payouts)),
    orders: (list) => {
      const open = book.map(({ key }) => key).filter(isOrderKey)
      take({ ...evaluateOrders(list, open), state: null })
      turn()
    },
    resumed: () => {
      awake.woke()
      turn()
    },
    settingsChanged: () => {
      loanAt = null
      positionsAt = null
      turn()
    },
    notificationsChanged: () => {
      if (refreshView(ports.settings())) ports.changed(view)
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
    close: () => {
      if (closed) return
      closed = true
      cancelTimer()
      for (const id of onScreen(profileId, states.notices)) ports.withdraw(id)
      states = { ...states, notices: offScreen(states.notices) }
      failedAt = null
      save()
    },
  }
}
