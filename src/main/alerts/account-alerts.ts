// The alerts of one account: evaluates its data, notifies, and saves. One timer is always armed
// until it is closed, so that silence is noticed as well.
import type { KeyState } from '../../shared/accounts/account.js'
import {
  type Alert,
  isCritical,
  matterOf,
  type AlertPage,
  type AlertQuery,
  type AlertSettings,
  type AlertsView,
  noAlerts,
  worstFirst,
} from '../../shared/alerts/alert.js'
import type { Circumstances } from '../../shared/circumstances.js'
import { type BorrowingEvent, borrowingsOf } from '../../shared/portfolio/borrowing.js'
import { freshnessOf, isClosedToKey, nothingYet } from '../../shared/portfolio/feed.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { SeenPayout } from '../../shared/mining/payout.js'
import type { EndedPosition, EndingOrder } from '../../shared/alerts/position-end.js'
import type { Position } from '../../shared/portfolio/position.js'
import { figuresContradict, marginLevel } from '../../shared/portfolio/margin.js'
import { noPortfolio, type PortfolioView } from '../../shared/portfolio/portfolio.js'
import { pricesOfNow } from '../../shared/portfolio/position-measure.js'
import {
  noPriceAlarms,
  type PriceAlarmSettings,
  type PriceAlarmsView,
} from '../../shared/alerts/price-alarm.js'
import type { Problem } from '../../shared/problem.js'
import type { OrderTrouble } from '../../shared/orders/trading.js'
import { sameItems, sameJson } from '../../shared/json.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { AlertNow, Away } from '../away/away.js'
import type { LostNotices } from '../desktop/notifier.js'
import {
  acknowledge,
  dropUnheld,
  endSnoozes,
  type Evaluation,
  lapse,
  markAsRead,
  type OpenAlerts,
  type OpenAlertsChange,
  raise,
  resolve,
  reword,
  snooze,
  summarizeAlerts,
  worstByMatter,
} from './open-alerts.js'
import { awayWords } from './away-words.js'
import type { NoticeGrouping } from './notification-grouping.js'
import type { AlertRepository } from './alert-repository.js'
import {
  borrowingEventAlert,
  type BorrowingsAnswer,
  evaluateBorrowings,
  eventKeys,
  withCalled,
} from './borrowing-alerts.js'
import { createCurrentFigures } from './current-figures.js'
import { evaluateMargin, marginAlertKeys } from './margin-alerts.js'
import { type ClosedHere, evaluateHoldings, type HoldingsAnswer } from './holdings-end.js'
import { evaluateLoanEnd, isEndInDoubt, rememberedLoan } from './loan-end.js'
import { evaluateLtv, loanIdentity, ltvAlertKeys, ltvStepsOf } from './ltv-alerts.js'
import { createAwakeTime } from './awake-time.js'
import { hasNewAnswer, initialFreshness, updateFreshness } from './feed-freshness.js'
import { evaluateMonitoringLoss, hasNothingAtRisk } from './monitoring-loss-alerts.js'
import {
  decideNotices,
  forgetMissed,
  isEmptyLedger,
  isSilentFind,
  passesQuietHours,
  shownNoticeIds,
} from './notification-policy.js'
import { evaluateOrders, isOrderKey } from './order-alerts.js'
import { evaluatePayout, forgetPayout } from './payout-alerts.js'
import { type Ending, goneCandidate, gonePositionsKept } from './gone-positions.js'
import {
  evaluatePositionEvent,
  evaluatePositions,
  knownWithKey,
  positionKeys,
} from './position-alerts.js'
import {
  endedByOf,
  endedPosition,
  endOf,
  isOpenQuestion,
  type LastFigures,
  lastFiguresIn,
  lastFiguresOf,
} from './position-end.js'
import type { PriceAlarmRepository } from './price-alarm-repository.js'
import { openPriceAlarms } from './price-alarms.js'
import { changedStates, type EvaluatorStates, noStates, readStates } from './stored-alert-state.js'

export type AccountAlerts = {
  view: () => AlertsView
  priceAlarms: {
    view: () => PriceAlarmsView
    add: (settings: PriceAlarmSettings) => Result<null, Problem>
    change: (id: string, settings: PriceAlarmSettings) => Result<null, Problem>
    remove: (id: string) => Result<null, Problem>
  }
  pricesChanged: (next: PricesView['tickers']) => void
  portfolioChanged: (next: PortfolioView) => void
  /** The stream reports a margin call or a liquidation, whether or not positions can be read. */
  positionEvent: (position: Position) => void
  /** The same of a borrowing. */
  borrowingEvent: (event: BorrowingEvent) => void
  keyChanged: (state: KeyState, problem: Problem | null) => void
  /** Whether there is, or may be, something that could be lost unnoticed. */
  isAtRisk: () => boolean
  /** Something that was borrowed is in the latest answer no more, and may still be owed. */
  isBorrowingInDoubt: () => boolean
  /**
   * A good response on where a pool account pays out; `known`: the previous one, from the list of
   * mining accounts.
   */
  payoutRead: (answer: SeenPayout, known: SeenPayout | null) => void
  /** The pool account was removed from the list, or just added. */
  payoutRemoved: (poolAccount: string) => void
  /** A good response on what the exchange lists. */
  holdingsRead: (
    list: keyof EvaluatorStates['holdings'],
    answer: HoldingsAnswer,
  ) => { isMissing: boolean }
  /** Every order that needs the user now; empty if none does. */
  ordersChanged: (list: readonly OrderTrouble[]) => void
  /** The system reports that the computer woke up. Also detected without it. */
  resumed: () => void
  settingsChanged: () => void
  /**
   * Notifications can be shown again, and these are not on screen: those that still apply are shown
   * with current figures.
   */
  noticesLost: (lostNotices: LostNotices) => void
  notificationsChanged: () => void
  /** The alert and the milder ones of its group. `gone` if it is over. */
  acknowledge: (id: string) => Result<null, Problem>
  /** Until a moment within seven days, in Unix seconds. */
  snooze: (id: string, until: UnixSeconds) => Result<null, Problem>
  /** What became of an alert that was held back; null if the alerts could not be read. */
  awayNow: (id: string) => AlertNow | null
  /** `ids` null marks everything. */
  markRead: (ids: readonly string[] | null) => Result<null, Problem>
  /** The history, newest first. */
  page: (query: AlertQuery) => Result<AlertPage, Problem>
  /** Withdraws its notices, and saves pending changes. */
  close: () => void
}

/** What the notices of all accounts share. */
export type AlertNoticePlatform = Pick<NoticeGrouping, 'full' | 'notify' | 'withdraw'> & {
  /** Notices that the system has not been able to show. */
  missed(): readonly string[]
  /**
   * Percentages and LTV are hidden as well as amounts: notices then have neither, whatever the
   * alert settings say.
   */
  figuresHidden: () => boolean
  settings(): AlertSettings
  /** Minutes since local midnight. */
  localMinutes(at: UnixSeconds): number
  /** "14:02" today, with the date on any other day. */
  clockText(at: UnixSeconds): string
  /** What the operating system did with the latest notice. */
  state(): AlertsView['notifications']
  /** Where alerts are sent for people who are away. */
  away: Pick<Away, 'raised' | 'acknowledged'>
}

const tickSeconds = 5
/** Awake seconds until the next retry while the disk refuses writes. */
const saveRetryAfter = 30
/** Unsaved alerts kept while the disk refuses writes; beyond this, the oldest are dropped. */
const mostUnsaved = 2000
/**
 * How many seconds, and for how many alerts at most, to remember the acknowledgement of a position
 * missing from a response.
 */
const missedFor = gonePositionsKept
const mostMissed = 200
const mostEventsOfNewKey = 200
const longestSnooze = 7 * 24 * 3600

const notOpen: Problem = { code: 'gone', message: messageOf('alerts.not-open') }
const badSnooze: Problem = { code: 'bad-input', message: messageOf('alerts.snooze-too-long') }

/** Starts from the alerts an earlier run saved for the account. */
export function openAccountAlerts(
  profile: { id: string; demo: boolean; keyHint: string },
  repositories: { alerts: AlertRepository; priceAlarms: PriceAlarmRepository },
  ports: {
    clock: Clock
    timing: Timing
    newId: () => string
    /** The account's name for notices; null if there is only one account. */
    accountName: () => string | null
    notices: AlertNoticePlatform
    /** What explains why calls fail. */
    circumstances: () => Circumstances
    /** Current prices of the exchange, which measure positions whose own figures imply none. */
    prices: () => PricesView | null
    /**
     * The order of this account that may have ended a position; null where none did. Undefined
     * before the orders of the account are read, which is after its alerts.
     */
    endingOrder: (ended: EndedPosition) => EndingOrder | null | undefined
    /**
     * When this fixed investment's close was sent from here and accepted by the exchange; null if
     * none was.
     */
    closedInvestment: ClosedHere
    changed: (view: AlertsView) => void
    priceAlarmsChanged: (view: PriceAlarmsView) => void
  },
): AccountAlerts {
  const { clock, timing, newId, accountName, notices, circumstances, changed } = ports
  const { alerts: repository } = repositories
  const profileId = profile.id
  const saved = repository.load(profileId)
  const awake = createAwakeTime({ clock, timing })

  let openAlerts: OpenAlerts = saved.ok ? saved.value.open : []
  let unread = saved.ok ? saved.value.unread : 0
  let states: EvaluatorStates = readStates(saved.ok ? saved.value.states : {})
  let savedStates = states
  let ended: Alert[] = []
  let raised: Alert[] = []
  const unsaved = new Map<string, Alert>()
  let saveFailedAt: number | null = null
  /**
   * Notices withdrawn by closing the account or quitting Plimsoll: an ongoing margin call must not
   * vanish with them.
   */
  let toShowAgain: readonly string[] = openAlerts.map(({ id }) => id)

  const priceAlarms = openPriceAlarms(profileId, repositories.priceAlarms, { clock, newId })
  let priceAlarmsView: PriceAlarmsView = { ...noPriceAlarms, profileId }
  let portfolio: PortfolioView = { ...noPortfolio, profileId }
  const pricesNow = (): PricesView | null => pricesOfNow(ports.prices(), clock())
  const { causeNow, isOutdated } = createCurrentFigures(() => portfolio, pricesNow)
  let tickers: PricesView['tickers'] = nothingYet
  let key: { state: KeyState; problem: Problem | null } = { state: 'unknown', problem: null }
  let freshness = initialFreshness
  /**
   * Awake seconds while Plimsoll was locked without a key: not silence of the exchange, and
   * unlocking is treated like waking up.
   */
  let lockedFor = 0
  let checkedAt = 0
  let loanAt: UnixSeconds | null = null
  let positionsAt: UnixSeconds | null = null
  /** Reported by the stream before positions were read with this key. */
  const eventsOfNewKey = new Map<string, Position>()
  /** The positions of the last good response. */
  let lastSeen: {
    byId: ReadonlyMap<string, Position>
    at: UnixSeconds | null
    prices: PricesView | null
  } = {
    byId: new Map(),
    at: null,
    prices: null,
  }
  let marginAt: UnixSeconds | null = null
  let borrowingsAt: UnixSeconds | null = null

  /**
   * Alerts of positions missing from a response, in the state the user left them: a position that
   * returns is as acknowledged, or snoozed, as before.
   */
  let missed: readonly { alert: Alert; at: number }[] = []

  let revision = 0
  let view: AlertsView = { ...noAlerts, profileId }
  let viewSources: readonly unknown[] = []
  let cancelTimer: () => void = () => undefined
  let closed = false

  const applyChange = ({ open, changed: alerts }: OpenAlertsChange): Alert[] => {
    openAlerts = open
    if (alerts.length > 0) revision += 1
    for (const alert of alerts) {
      unsaved.set(alert.id, alert)
      const [oldest] = unsaved.keys()
      if (unsaved.size > mostUnsaved && oldest !== undefined) unsaved.delete(oldest)
      if (alert.state.kind === 'resolved') ended.push(alert)
    }
    const seen = alerts.filter(({ state }) => ['acknowledged', 'snoozed'].includes(state.kind))
    if (seen.length > 0) notices.away.acknowledged(seen.map(({ id }) => id))
    return alerts
  }

  const applyEvaluation = <S>({ candidates, resolved, state, reworded = [] }: Evaluation<S>): S => {
    const at = clock()
    // An early step that was removed from the settings, or replaced, was still acknowledged.
    const isOver = ({ key, kind }: Alert): boolean =>
      resolved.some(
        (one) =>
          one.key === key && (one.end === 'over' || (one.end === 'dropped' && kind === 'ltv-step')),
      )
    const ending = resolved.length === 0 ? [] : openAlerts.filter(isOver)
    missed = missed.filter((one) => awake.seconds() - one.at < missedFor)
    const over = worstFirst(ending)
    const returned = missed.map(({ alert }) => alert)
    const left = openAlerts.filter(
      ({ key, subject, state }) =>
        subject.key.startsWith('position:') &&
        state.kind !== 'active' &&
        resolved.some((one) => one.key === key && one.end === 'dropped'),
    )
    missed = [...missed, ...left.map((alert) => ({ alert, at: awake.seconds() }))].slice(
      -mostMissed,
    )
    // First, so that history keeps the alert's own text and not that of its last minutes.
    applyChange(reword(openAlerts, reworded))
    applyChange(resolve(openAlerts, resolved, at))
    const news = applyChange(
      raise(openAlerts, candidates, { at, profileId, newId, over, returned }),
    )
    unread += news.length
    raised.push(...news)
    missed = missed.filter(({ alert }) => openAlerts.every(({ key }) => key !== alert.key))
    return state
  }

  const forgetLtv = (): void => {
    const dropped = ltvAlertKeys(states.ltv).map((one) => ({ key: one, end: 'dropped' as const }))
    applyChange(resolve(openAlerts, dropped, clock()))
    states = { ...states, ltv: noStates.ltv }
  }

  const checkLoan = (settings: AlertSettings): void => {
    const { value, asOf } = portfolio.loan
    if (value === null || !hasNewAnswer(portfolio.loan, loanAt)) return
    loanAt = asOf
    // "This key may not ask" says nothing about the loan; losing sight of it counts as lost
    // monitoring.
    if (value.kind === 'not-enabled') return
    const loan = value.kind === 'loan' ? value.loan : null
    const end = evaluateLoanEnd(loan, settings, states.loanEnd, {
      at: asOf ?? clock(),
      keyHint: profile.keyHint,
    })
    states = { ...states, loanEnd: applyEvaluation(end) }
    if (isEndInDoubt(states.loanEnd)) return
    if (end.isUnrelated) forgetLtv()
    states = { ...states, ltv: applyEvaluation(evaluateLtv(loan, settings, states.ltv)) }
  }

  const endingOf = (figures: LastFigures, goneAt: UnixSeconds): Ending => {
    const end = endOf(figures, ports.endingOrder(endedPosition(figures, goneAt)) ?? null)
    return { end, figures, time: end.by === 'own-order' ? notices.clockText(end.sentAt) : '' }
  }

  /** An alert that waits for an order response then says what came of it. */
  const settleEndings = (): void => {
    const reworded = openAlerts.flatMap(({ key: itsKey, kind, cause, at }) => {
      const figures =
        kind === 'position-gone' && isOpenQuestion(cause['endedBy']) ? lastFiguresIn(cause) : null
      if (figures === null) return []
      if (ports.endingOrder(endedPosition(figures, at)) === undefined) return []
      const ending = endingOf(figures, at)
      return endedByOf(ending.end) === cause['endedBy'] ? [] : (goneCandidate(ending, itsKey) ?? [])
    })
    if (reworded.length > 0) applyChange(reword(openAlerts, reworded))
  }

  const evaluateEvent = (
    reported: Position,
    before: EvaluatorStates['positions'],
    at: UnixSeconds,
  ): Evaluation<EvaluatorStates['positions']> =>
    evaluatePositionEvent(reported, notices.settings(), before, at, pricesNow())

  const checkPositions = (settings: AlertSettings): void => {
    const { value, asOf, unreadable } = portfolio.positions
    if (value === null || asOf === null || !hasNewAnswer(portfolio.positions, positionsAt)) return
    positionsAt = asOf
    states = {
      ...states,
      positions: applyEvaluation(
        knownWithKey(states.positions, profile.keyHint, asOf, value, unreadable),
      ),
    }
    // Their alerts are open already, and end with what the response says.
    for (const reported of eventsOfNewKey.values()) {
      const { positions } = states
      const { entries } = evaluateEvent(reported, { ...positions, gone: {} }, asOf).state
      states = { ...states, positions: { ...positions, entries } }
    }
    eventsOfNewKey.clear()
    const before = lastSeen
    const prices = pricesNow()
    lastSeen = { byId: new Map(value.map((position) => [position.id, position])), at: asOf, prices }
    const ending = (id: string, known: Omit<Parameters<typeof lastFiguresOf>[0], 'id'>): Ending =>
      endingOf(
        lastFiguresOf({ id, ...known }, before.byId.get(id) ?? null, before.at, before.prices),
        asOf,
      )
    const evaluation = evaluatePositions(
      value,
      settings,
      states.positions,
      asOf,
      unreadable,
      ending,
      prices,
    )
    states = { ...states, positions: applyEvaluation(evaluation) }
  }

  const checkMargin = (settings: AlertSettings): void => {
    const { value, asOf } = portfolio.collateralSummary
    if (value === null || !hasNewAnswer(portfolio.collateralSummary, marginAt)) return
    marginAt = asOf
    states = { ...states, margin: applyEvaluation(evaluateMargin(value, settings, states.margin)) }
  }

  const readableBalances = (): ReadonlySet<string> =>
    new Set(portfolio.collateralBalance.value?.map(({ asset }) => asset))

  const checkBorrowings = (settings: AlertSettings): void => {
    const { collateralBalance: feed, collateralSummary } = portfolio
    const list = borrowingsOf(portfolio)
    if (list === null || feed.asOf === null || !hasNewAnswer(feed, borrowingsAt)) return
    borrowingsAt = feed.asOf
    const { value } = collateralSummary
    const answer: BorrowingsAnswer = {
      at: feed.asOf,
      list,
      isWhole: feed.unreadable === undefined,
      readable: readableBalances(),
      marginLevel: value === null || figuresContradict(value) ? null : marginLevel(value),
      isLevelCurrent: freshnessOf(collateralSummary, clock()) === 'fresh',
      keyHint: profile.keyHint,
      open: new Set(openAlerts.map(({ key }) => key)),
    }
    const evaluation = evaluateBorrowings(answer, settings, states.borrowings)
    states = { ...states, borrowings: applyEvaluation(evaluation) }
  }

  /** Its row cannot be read, or one answer was without it. */
  const isBorrowingInDoubt = (): boolean => {
    const { problem } = portfolio.collateralBalance
    // A key that may not ask settles nothing that another one left open.
    if (states.borrowings === null) return false
    if (states.borrowings.keyHint !== profile.keyHint && problem !== null && isClosedToKey(problem))
      return false
    const owed = new Set(borrowingsOf(portfolio)?.map(({ asset }) => asset))
    return states.borrowings.seen.some(({ id }) => !owed.has(id))
  }

  const checkFreshness = (): void => {
    const seconds = awake.seconds()
    if (key.state === 'locked') lockedFor += seconds - checkedAt
    checkedAt = seconds
    // The user was notified when it was locked.
    if (key.state === 'locked') return
    const now = seconds - lockedFor
    const wokeUpAt = awake.wokeUpAt()
    const loanKnown = states.ltv.loan !== null
    const isInDoubt = isBorrowingInDoubt()
    const readable = readableBalances()
    // Rows that cannot be read are no answer about it; one that is without it is.
    const isBorrowingHidden =
      isInDoubt &&
      portfolio.collateralBalance.unreadable !== undefined &&
      (states.borrowings?.seen ?? []).some(({ id }) => !readable.has(id))
    freshness = updateFreshness(freshness, portfolio, now, loanKnown, isBorrowingHidden)
    const check = {
      now,
      wokeUpAt: wokeUpAt === null ? null : wokeUpAt - lockedFor,
      freshness,
      view: portfolio,
      prices: pricesNow(),
      key,
      loanKnown,
      isBorrowingInDoubt: isInDoubt,
      circumstances: circumstances(),
    }
    states = {
      ...states,
      monitoringLoss: applyEvaluation(evaluateMonitoringLoss(check, states.monitoringLoss)),
    }
  }

  const checkPrices = (): void => {
    const evaluation = priceAlarms.evaluate(
      tickers,
      awake.seconds(),
      circumstances(),
      states.prices,
    )
    states = { ...states, prices: applyEvaluation(evaluation) }
  }

  const words = () => ({
    causeNow,
    isOutdated,
    demo: profile.demo,
    account: accountName(),
    clockText: notices.clockText,
  })

  /** Of several steps of one ladder, the worst. Nothing of the demo leaves this computer. */
  const sendAway = (): void => {
    const news = raised
    raised = []
    if (profile.demo) return
    for (const alert of news) {
      const { id, key: itsKey, at, level, kind, state } = alert
      if (isSilentFind(alert) || state.kind !== 'active') continue
      if (worstByMatter(openAlerts).get(matterOf(alert))?.id !== id) continue
      notices.away.raised({
        profileId,
        alertId: id,
        key: itsKey,
        at,
        level,
        critical: isCritical(kind),
        urgent: passesQuietHours(alert),
        words: (said) => awayWords(alert, words(), said),
      })
    }
  }

  const notify = (settings: AlertSettings): void => {
    if (openAlerts.length === 0 && ended.length === 0 && isEmptyLedger(states.notices)) return
    const at = clock()
    const figures = settings.figuresInNotifications && !notices.figuresHidden()
    const decision = decideNotices(openAlerts, ended, states.notices, {
      profileId,
      at,
      localMinutes: notices.localMinutes(at),
      settings,
      words: { figures, ...words() },
      again: toShowAgain,
      full: notices.full(),
    })
    ended = []
    toShowAgain = decision.again
    if (!sameJson(decision.ledger, states.notices)) states = { ...states, notices: decision.ledger }
    for (const id of decision.withdraw) notices.withdraw(id)
    for (const notice of decision.show) notices.notify(notice)
  }

  /** After notifying: a duplicate notification after a crash is better than none. */
  const save = (): void => {
    if (saveFailedAt !== null && awake.seconds() - saveFailedAt < saveRetryAfter) return
    const newStates = changedStates(savedStates, states)
    if (unsaved.size === 0 && Object.keys(newStates).length === 0) return
    const done = repository.save(profileId, [...unsaved.values()], newStates)
    saveFailedAt = done.ok ? null : awake.seconds()
    if (!done.ok) return
    unsaved.clear()
    savedStates = states
  }

  const refreshView = (settings: AlertSettings): boolean => {
    const { value } = portfolio.loan
    const notifications = notices.state()
    const figures = [value, portfolio.positions.value, portfolio.collateralSummary.value]
    const inDoubt = isBorrowingInDoubt()
    const own = [openAlerts, unread, revision, states.ltv, inDoubt]
    const sources = [...own, ...figures, settings, notifications]
    if (sameItems(sources, viewSources)) return false
    viewSources = sources
    const ladder = value?.kind === 'loan' ? ltvStepsOf(value.loan, settings, states.ltv) : []
    const next: AlertsView = {
      profileId,
      ...summarizeAlerts(openAlerts, causeNow),
      unread,
      ltvSteps: ladder,
      notifications,
      isBorrowingInDoubt: inDoubt,
      revision,
    }
    if (sameJson(next, view)) return false
    view = next
    return true
  }

  const refreshPriceAlarms = (): void => {
    const next = priceAlarms.view(states.prices)
    if (sameJson(next, priceAlarmsView)) return
    priceAlarmsView = next
    ports.priceAlarmsChanged(next)
  }

  /** Returns whether the view changed. */
  const checkAll = (): boolean => {
    awake.update()
    const settings = notices.settings()
    checkLoan(settings)
    checkPositions(settings)
    settleEndings()
    checkMargin(settings)
    checkBorrowings(settings)
    checkFreshness()
    checkPrices()
    applyChange(endSnoozes(openAlerts, clock()))
    applyChange(lapse(openAlerts, clock()))
    notify(settings)
    sendAway()
    save()
    refreshPriceAlarms()
    return refreshView(settings)
  }

  const arm = (): void => {
    cancelTimer()
    if (!closed) cancelTimer = timing.after(tickSeconds * 1000, run)
  }

  const run = (): void => {
    if (closed) return
    try {
      if (checkAll()) changed(view)
    } finally {
      arm()
    }
  }

  const applyAction = (change: OpenAlertsChange): Result<null, Problem> => {
    if (change.changed.length === 0) return fail(notOpen)
    applyChange(change)
    run()
    return ok(null)
  }

  const applyPayouts = (payouts: Evaluation<EvaluatorStates['payouts']>): void => {
    states = { ...states, payouts: applyEvaluation(payouts) }
    run()
  }

  /** Keys of alerts that an evaluator still holds open. */
  const held = new Set([
    ...ltvAlertKeys(states.ltv),
    ...positionKeys(states.positions),
    ...marginAlertKeys(states.margin),
    ...states.monitoringLoss.open.map((one) => one.key),
    ...(states.prices.blind === null ? [] : [states.prices.blind.key]),
  ])
  applyChange(dropUnheld(openAlerts, (one) => held.has(one) || isOrderKey(one), clock()))
  checkAll()
  arm()

  const changePriceAlarms = (done: Result<null, Problem>): Result<null, Problem> => {
    if (done.ok) run()
    return done
  }

  return {
    view: () => view,
    priceAlarms: {
      view: () => priceAlarmsView,
      add: (settings: PriceAlarmSettings) => changePriceAlarms(priceAlarms.add(settings)),
      change: (id: string, settings: PriceAlarmSettings) =>
        changePriceAlarms(priceAlarms.change(id, settings)),
      remove: (id: string) => changePriceAlarms(priceAlarms.remove(id)),
    },
    pricesChanged: (next: PricesView['tickers']): void => {
      tickers = next
      run()
    },
    portfolioChanged: (next: PortfolioView): void => {
      portfolio = next
      const { value, asOf, source } = next.positions
      // From an earlier run: what ended while Plimsoll was not running was open then.
      if (lastSeen.at === null && value !== null && source !== 'live')
        lastSeen = {
          byId: new Map(value.map((position) => [position.id, position])),
          at: asOf,
          prices: null,
        }
      const { loan } = next
      // From an earlier run; alerts from before this version did not keep its figures.
      if (
        loan.source !== 'live' &&
        loan.value?.kind === 'loan' &&
        loanIdentity(loan.value.loan) === states.ltv.loan
      )
        states = {
          ...states,
          loanEnd: rememberedLoan(loan.value.loan, loan.asOf ?? clock(), states.loanEnd),
        }
      run()
    },
    positionEvent: (position: Position): void => {
      const known = lastSeen.byId.get(position.id)
      const reported = { ...known, ...position, amount: position.amount ?? known?.amount ?? null }
      const { positions: before } = states
      const next = applyEvaluation(evaluateEvent(reported, before, clock()))
      // Until the first response with a new key, what is known may be of another account.
      if ([undefined, profile.keyHint].includes(before.keyHint))
        states = { ...states, positions: next }
      else if (next !== before && eventsOfNewKey.size < mostEventsOfNewKey)
        eventsOfNewKey.set(position.id, reported)
      run()
    },
    borrowingEvent: (event: BorrowingEvent): void => {
      const alert = borrowingEventAlert(event)
      const { borrowings: before } = states
      const isOfOtherKey =
        before !== null &&
        before.keyHint !== profile.keyHint &&
        !before.called.some(({ id, keyHint }) => id === event.asset && keyHint === profile.keyHint)
      // Announced after one of them was acknowledged or snoozed, or to another key: that is news.
      const resolved = openAlerts
        .filter(({ key: itsKey }) => eventKeys(event.asset).includes(itsKey))
        .filter(
          ({ key: itsKey, state }) =>
            state.kind !== 'active' || (isOfOtherKey && itsKey === alert.key),
        )
        .map(({ key: itsKey }) => ({ key: itsKey, end: 'dropped' as const }))
      states = { ...states, borrowings: withCalled(before, event, profile.keyHint) }
      applyEvaluation({ candidates: [alert], resolved, state: null })
      run()
    },
    keyChanged: (state: KeyState, problem: Problem | null): void => {
      // Unlocking allows one full refresh first, like waking up.
      if (key.state === 'locked' && state !== 'locked') awake.onResume()
      key = { state, problem }
      run()
    },
    isAtRisk: (): boolean =>
      !hasNothingAtRisk(portfolio, states.ltv.loan !== null, isBorrowingInDoubt()),
    isBorrowingInDoubt,
    payoutRead: (answer: SeenPayout, known: SeenPayout | null): void =>
      applyPayouts(evaluatePayout(answer, states.payouts, known)),
    payoutRemoved: (poolAccount: string): void =>
      applyPayouts(forgetPayout(poolAccount, states.payouts)),
    holdingsRead: (
      list: keyof EvaluatorStates['holdings'],
      answer: HoldingsAnswer,
    ): { isMissing: boolean } => {
      const evaluation = evaluateHoldings(list, answer, profile.keyHint, states.holdings, {
        closedHere: ports.closedInvestment,
        clockText: notices.clockText,
      })
      states = { ...states, holdings: applyEvaluation(evaluation) }
      run()
      return { isMissing: evaluation.isMissing }
    },
    ordersChanged: (list: readonly OrderTrouble[]): void => {
      applyEvaluation(evaluateOrders(list, openAlerts))
      run()
    },
    resumed: (): void => {
      awake.onResume()
      run()
    },
    settingsChanged: (): void => {
      loanAt = null
      positionsAt = null
      marginAt = null
      run()
    },
    noticesLost: ({ missed, gone }: LostNotices): void => {
      const { shown } = states.notices
      toShowAgain = [...toShowAgain, ...gone.flatMap((id) => shown[id] ?? [])]
      states = { ...states, notices: forgetMissed(openAlerts, states.notices, missed) }
      run()
    },
    notificationsChanged: (): void => {
      if (refreshView(notices.settings())) changed(view)
    },
    acknowledge: (id: string): Result<null, Problem> => {
      const isLost = openAlerts.some((alert) => alert.id === id && alert.kind === 'monitoring-lost')
      // Once it is known that this key may not ask about the loan, do not warn of it for good: the
      // loan is forgotten.
      if (isLost && portfolio.loan.value?.kind === 'not-enabled') {
        forgetLtv()
        states = { ...states, loanEnd: noStates.loanEnd }
      }
      return applyAction(acknowledge(openAlerts, id, clock()))
    },
    snooze: (id: string, until: UnixSeconds): Result<null, Problem> => {
      const at = clock()
      return until > at && until <= at + longestSnooze
        ? applyAction(snooze(openAlerts, id, until, at))
        : fail(badSnooze)
    },
    awayNow: (id: string): AlertNow | null => {
      const alert = openAlerts.find((one) => one.id === id)
      if (alert === undefined) return saved.ok ? { kind: 'over' } : null
      if (alert.state.kind !== 'active') return { kind: 'acknowledged' }
      const worst = worstByMatter(openAlerts).get(matterOf(alert))
      return {
        kind: 'open',
        key: alert.key,
        urgent: passesQuietHours(alert),
        surpassed: worst !== undefined && worst.id !== id && !isSilentFind(worst),
        words: (said) => awayWords(alert, words(), said, true),
      }
    },
    markRead: (ids: readonly string[] | null): Result<null, Problem> => {
      save()
      const left = repository.markRead(profileId, ids, clock())
      if (!left.ok) return left
      unread = left.value
      openAlerts = markAsRead(openAlerts, ids, clock())
      revision += 1
      run()
      return ok(null)
    },
    page: (query: AlertQuery): Result<AlertPage, Problem> => {
      save()
      return repository.page(profileId, query)
    },
    close: (): void => {
      if (closed) return
      closed = true
      cancelTimer()
      const told = forgetMissed(openAlerts, states.notices, notices.missed())
      for (const id of shownNoticeIds(profileId, states.notices)) notices.withdraw(id)
      states = {
        ...states,
        prices: priceAlarms.kept(states.prices),
        notices: { ...told, shown: {}, over: {} },
      }
      saveFailedAt = null
      save()
    },
  }
}
