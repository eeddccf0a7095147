// The alerts of one account: evaluates its data, notifies, and saves. One timer is always armed
// until it is closed, so that silence is noticed as well.
import type { KeyState } from '../../shared/accounts/account.js'
import {
  type AlertPage,
  type AlertQuery,
  type AlertSettings,
  type AlertsView,
  noAlerts,
} from '../../shared/alerts/alert.js'
import type { Circumstances } from '../../shared/circumstances.js'
import type { BorrowingEvent } from '../../shared/portfolio/borrowing.js'
import { nothingYet } from '../../shared/portfolio/feed.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { SeenPayout } from '../../shared/mining/payout.js'
import type { Position } from '../../shared/portfolio/position.js'
import { noPortfolio, type PortfolioView } from '../../shared/portfolio/portfolio.js'
import { pricesOfNow } from '../../shared/portfolio/position-measure.js'
import {
  noPriceAlerts,
  type PriceAlertSettings,
  type PriceAlertsView,
} from '../../shared/alerts/price-alert.js'
import type { Problem } from '../../shared/problem.js'
import type { OrderTrouble } from '../../shared/orders/trading.js'
import { sameItems, sameJson } from '../../shared/json.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing, UnixSeconds } from '../../shared/time.js'
import type { AlertNow, RaisedAlert } from '../away/away.js'
import type { LostNotices } from '../desktop/notifier.js'
import { AlertBook } from './alert-book.js'
import { AlertDelivery, type AlertDeliveryPorts } from './alert-delivery.js'
import type { AlertRepository } from './alert-repository.js'
import { type AwakeTime, createAwakeTime } from './awake-time.js'
import { createCurrentFigures, type CurrentFigures } from './current-figures.js'
import { DebtChecks } from './debt-checks.js'
import { type ClosedHere, evaluateHoldings, type HoldingsAnswer } from './ended-holdings.js'
import { ltvAlertKeys, ltvStepsOf } from './ltv-alerts.js'
import { marginAlertKeys } from './margin-alerts.js'
import { MonitoringChecks } from './monitoring-checks.js'
import { hasNothingAtRisk } from './monitoring-loss-alerts.js'
import {
  acknowledge,
  dropUnheld,
  endSnoozes,
  lapse,
  type OpenAlertsChange,
  snooze,
  summarizeAlerts,
} from './open-alerts.js'
import { evaluateOrders, isOrderKey } from './order-alerts.js'
import { evaluatePayout, forgetPayout } from './payout-alerts.js'
import { positionKeys } from './position-alerts.js'
import { PositionChecks, type PositionChecksPorts } from './position-checks.js'
import type { PriceAlertRepository } from './price-alert-repository.js'
import { openPriceAlerts, type PriceAlerts } from './price-alerts.js'
import type { EvaluatorStates } from './stored-alert-state.js'

export type AccountAlerts = {
  view: () => AlertsView
  priceAlerts: {
    view: () => PriceAlertsView
    add: (settings: PriceAlertSettings) => Result<null, Problem>
    change: (id: string, settings: PriceAlertSettings) => Result<null, Problem>
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
  /** The worst that still applies of what an alert that is over was about, unless it is known. */
  awayRemaining: (id: string) => RaisedAlert | null
  /** `ids` null marks everything. */
  markRead: (ids: readonly string[] | null) => Result<null, Problem>
  /** The history, newest first. */
  page: (query: AlertQuery) => Result<AlertPage, Problem>
  /** Withdraws its notices, and saves pending changes. */
  close: () => void
}

export type AccountAlertsPorts = AlertDeliveryPorts &
  Pick<PositionChecksPorts, 'prices' | 'endingOrder'> & {
    timing: Timing
    newId: () => string
    /** What explains why calls fail. */
    circumstances: () => Circumstances
    /**
     * When this fixed investment's close was sent from here and accepted by the exchange; null if
     * none was.
     */
    closedInvestment: ClosedHere
    changed: (view: AlertsView) => void
    priceAlertsChanged: (view: PriceAlertsView) => void
  }

const tickSeconds = 5
const longestSnooze = 7 * 24 * 3600

const notOpen: Problem = { code: 'gone', message: messageOf('alerts.not-open') }
const badSnooze: Problem = { code: 'bad-input', message: messageOf('alerts.snooze-too-long') }

/** Starts from the alerts an earlier run saved for the account. */
export function openAccountAlerts(
  profile: { id: string; demo: boolean; keyHint: string },
  repositories: { alerts: AlertRepository; priceAlerts: PriceAlertRepository },
  ports: AccountAlertsPorts,
): AccountAlerts {
  return new OpenAccountAlerts(profile, repositories, ports)
}

/** Its functions are handed out one by one, so they are arrow functions. */
class OpenAccountAlerts implements AccountAlerts {
  readonly #profile: { id: string; keyHint: string }
  readonly #ports: AccountAlertsPorts
  readonly #awake: AwakeTime
  readonly #book: AlertBook
  readonly #figures: CurrentFigures
  readonly #delivery: AlertDelivery
  readonly #debts: DebtChecks
  readonly #positions: PositionChecks
  readonly #monitoring: MonitoringChecks
  readonly #priceAlerts: PriceAlerts
  #portfolio: PortfolioView
  #tickers: PricesView['tickers'] = nothingYet
  #view: AlertsView
  #viewSources: readonly unknown[] = []
  #priceAlertsView: PriceAlertsView
  #cancelTimer: () => void = () => undefined
  #closed = false

  constructor(
    profile: { id: string; demo: boolean; keyHint: string },
    repositories: { alerts: AlertRepository; priceAlerts: PriceAlertRepository },
    ports: AccountAlertsPorts,
  ) {
    const { id, keyHint } = profile
    const { clock, newId, notices } = ports
    this.#profile = profile
    this.#ports = ports
    this.#portfolio = { ...noPortfolio, profileId: id }
    this.#view = { ...noAlerts, profileId: id }
    this.#priceAlertsView = { ...noPriceAlerts, profileId: id }
    this.#awake = createAwakeTime(ports)
    this.#book = new AlertBook(id, repositories.alerts, {
      clock,
      newId,
      awakeSeconds: this.#awake.seconds,
      acknowledged: (ids) => notices.away.acknowledged(ids),
    })
    this.#figures = createCurrentFigures(() => this.#portfolio, this.#pricesNow)
    this.#delivery = new AlertDelivery(profile, this.#book, this.#figures, ports)
    this.#debts = new DebtChecks(keyHint, this.#book, clock)
    this.#positions = new PositionChecks(keyHint, this.#book, {
      clock,
      prices: this.#pricesNow,
      settings: () => notices.settings(),
      clockText: (at) => notices.clockText(at),
      endingOrder: ports.endingOrder,
    })
    this.#monitoring = new MonitoringChecks(this.#book, this.#awake)
    this.#priceAlerts = openPriceAlerts(id, repositories.priceAlerts, { clock, newId })
    this.#dropUnheld()
    this.#checkAll()
    this.#arm()
  }

  view = (): AlertsView => this.#view

  priceAlerts = {
    view: (): PriceAlertsView => this.#priceAlertsView,
    add: (settings: PriceAlertSettings): Result<null, Problem> =>
      this.#runIfDone(this.#priceAlerts.add(settings)),
    change: (id: string, settings: PriceAlertSettings): Result<null, Problem> =>
      this.#runIfDone(this.#priceAlerts.change(id, settings)),
    remove: (id: string): Result<null, Problem> => this.#runIfDone(this.#priceAlerts.remove(id)),
  }

  pricesChanged = (next: PricesView['tickers']): void => {
    this.#tickers = next
    this.#run()
  }

  portfolioChanged = (next: PortfolioView): void => {
    this.#portfolio = next
    this.#positions.rememberStored(next.positions)
    this.#debts.rememberStored(next.loan)
    this.#run()
  }

  positionEvent = (position: Position): void => {
    this.#positions.event(position)
    this.#run()
  }

  borrowingEvent = (event: BorrowingEvent): void => {
    this.#debts.borrowingEvent(event)
    this.#run()
  }

  keyChanged = (state: KeyState, problem: Problem | null): void => {
    this.#monitoring.keyChanged(state, problem)
    this.#run()
  }

  isAtRisk = (): boolean =>
    !hasNothingAtRisk(
      this.#portfolio,
      this.#book.states.ltv.loan !== null,
      this.isBorrowingInDoubt(),
    )

  isBorrowingInDoubt = (): boolean => this.#debts.isBorrowingInDoubt(this.#portfolio)

  payoutRead = (answer: SeenPayout, known: SeenPayout | null): void => {
    this.#book.evaluate('payouts', evaluatePayout(answer, this.#book.states.payouts, known))
    this.#run()
  }

  payoutRemoved = (poolAccount: string): void => {
    this.#book.evaluate('payouts', forgetPayout(poolAccount, this.#book.states.payouts))
    this.#run()
  }

  holdingsRead = (
    list: keyof EvaluatorStates['holdings'],
    answer: HoldingsAnswer,
  ): { isMissing: boolean } => {
    const { holdings } = this.#book.states
    const evaluation = evaluateHoldings(list, answer, this.#profile.keyHint, holdings, {
      closedHere: this.#ports.closedInvestment,
      clockText: this.#ports.notices.clockText,
    })
    this.#book.evaluate('holdings', evaluation)
    this.#run()
    return { isMissing: evaluation.isMissing }
  }

  ordersChanged = (list: readonly OrderTrouble[]): void => {
    this.#book.applyEvaluation(evaluateOrders(list, this.#book.open))
    this.#run()
  }

  resumed = (): void => {
    this.#awake.onResume()
    this.#run()
  }

  settingsChanged = (): void => {
    this.#debts.settingsChanged()
    this.#positions.settingsChanged()
    this.#run()
  }

  noticesLost = (lost: LostNotices): void => {
    this.#delivery.noticesLost(lost)
    this.#run()
  }

  notificationsChanged = (): void => {
    if (this.#refreshView(this.#ports.notices.settings())) this.#ports.changed(this.#view)
  }

  acknowledge = (id: string): Result<null, Problem> => {
    const isLost = this.#book.open.some(
      (alert) => alert.id === id && alert.kind === 'monitoring-lost',
    )
    // Once it is known that this key may not ask about the loan, do not warn of it for good: the
    // loan is forgotten.
    if (isLost && this.#portfolio.loan.value?.kind === 'not-enabled') this.#debts.forgetLoan()
    return this.#applyAction(acknowledge(this.#book.open, id, this.#ports.clock()))
  }

  snooze = (id: string, until: UnixSeconds): Result<null, Problem> => {
    const at = this.#ports.clock()
    return until > at && until <= at + longestSnooze
      ? this.#applyAction(snooze(this.#book.open, id, until, at))
      : fail(badSnooze)
  }

  awayNow = (id: string): AlertNow | null => this.#delivery.awayNow(id)

  awayRemaining = (id: string): RaisedAlert | null => this.#delivery.awayRemaining(id)

  markRead = (ids: readonly string[] | null): Result<null, Problem> =>
    this.#runIfDone(this.#book.markRead(ids))

  page = (query: AlertQuery): Result<AlertPage, Problem> => this.#book.page(query)

  close = (): void => {
    if (this.#closed) return
    this.#closed = true
    this.#cancelTimer()
    this.#delivery.close()
    this.#book.setState('prices', this.#priceAlerts.kept(this.#book.states.prices))
    this.#book.close()
  }

  readonly #pricesNow = (): PricesView | null =>
    pricesOfNow(this.#ports.prices(), this.#ports.clock())

  /** Ends what no evaluator holds open any more. */
  #dropUnheld(): void {
    const { ltv, positions, margin, monitoringLoss, prices } = this.#book.states
    const held = new Set([
      ...ltvAlertKeys(ltv),
      ...positionKeys(positions),
      ...marginAlertKeys(margin),
      ...monitoringLoss.open.map((one) => one.key),
      ...(prices.blind === null ? [] : [prices.blind.key]),
    ])
    const isHeld = (key: string): boolean => held.has(key) || isOrderKey(key)
    this.#book.apply(dropUnheld(this.#book.open, isHeld, this.#ports.clock()))
  }

  /** Returns whether the view changed. */
  #checkAll(): boolean {
    this.#awake.update()
    const { notices, clock } = this.#ports
    const settings = notices.settings()
    this.#debts.checkLoan(this.#portfolio.loan, settings)
    this.#positions.check(this.#portfolio.positions, settings)
    this.#positions.settleEndings()
    this.#debts.checkMargin(this.#portfolio.collateralSummary, settings)
    this.#debts.checkBorrowings(this.#portfolio, settings)
    this.#checkMonitoring()
    this.#checkPrices()
    this.#book.apply(endSnoozes(this.#book.open, clock()))
    this.#book.apply(lapse(this.#book.open, clock()))
    this.#delivery.notify(settings)
    this.#delivery.sendAway()
    this.#book.save()
    this.#refreshPriceAlerts()
    return this.#refreshView(settings)
  }

  #checkMonitoring(): void {
    this.#monitoring.check({
      portfolio: this.#portfolio,
      prices: this.#pricesNow(),
      circumstances: this.#ports.circumstances(),
      isBorrowingInDoubt: this.isBorrowingInDoubt(),
      isBorrowingHidden: this.#debts.isBorrowingHidden(this.#portfolio),
    })
  }

  #checkPrices(): void {
    const { prices } = this.#book.states
    const circumstances = this.#ports.circumstances()
    this.#book.evaluate(
      'prices',
      this.#priceAlerts.evaluate(this.#tickers, this.#awake.seconds(), circumstances, prices),
    )
  }

  #refreshView(settings: AlertSettings): boolean {
    const { open, unread, revision, states } = this.#book
    const { loan, positions, collateralSummary } = this.#portfolio
    const notifications = this.#ports.notices.state()
    const figures = [loan.value, positions.value, collateralSummary.value]
    const isBorrowingInDoubt = this.isBorrowingInDoubt()
    const own = [open, unread, revision, states.ltv, isBorrowingInDoubt]
    const sources = [...own, ...figures, settings, notifications]
    if (sameItems(sources, this.#viewSources)) return false
    this.#viewSources = sources
    const { value } = loan
    const next: AlertsView = {
      profileId: this.#profile.id,
      ...summarizeAlerts(open, this.#figures.causeNow),
      unread,
      ltvSteps: value?.kind === 'loan' ? ltvStepsOf(value.loan, settings, states.ltv) : [],
      notifications,
      isBorrowingInDoubt,
      revision,
    }
    if (sameJson(next, this.#view)) return false
    this.#view = next
    return true
  }

  #refreshPriceAlerts(): void {
    const next = this.#priceAlerts.view(this.#book.states.prices)
    if (sameJson(next, this.#priceAlertsView)) return
    this.#priceAlertsView = next
    this.#ports.priceAlertsChanged(next)
  }

  #arm(): void {
    this.#cancelTimer()
    if (this.#closed) return
    this.#cancelTimer = this.#ports.timing.after(tickSeconds * 1000, () => this.#run())
  }

  #run(): void {
    if (this.#closed) return
    try {
      if (this.#checkAll()) this.#ports.changed(this.#view)
    } finally {
      this.#arm()
    }
  }

  #runIfDone(done: Result<null, Problem>): Result<null, Problem> {
    if (done.ok) this.#run()
    return done
  }

  #applyAction(change: OpenAlertsChange): Result<null, Problem> {
    if (change.changed.length === 0) return fail(notOpen)
    this.#book.apply(change)
    this.#run()
    return ok(null)
  }
}
