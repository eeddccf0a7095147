// Whether an account is still monitored. Time while Plimsoll was locked without a key does not
// count: the user was notified when it was locked.
import type { KeyState } from '../../shared/accounts/account.js'
import type { Circumstances } from '../../shared/circumstances.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import type { AlertBook } from './alert-book.js'
import type { AwakeTime } from './awake-time.js'
import { initialFreshness, updateFreshness } from './feed-freshness.js'
import { evaluateMonitoringLoss } from './monitoring-loss-alerts.js'

export type MonitoringView = {
  portfolio: PortfolioView
  prices: PricesView | null
  circumstances: Circumstances
  isBorrowingInDoubt: boolean
  isBorrowingHidden: boolean
}

export class MonitoringChecks {
  readonly #book: AlertBook
  readonly #awake: AwakeTime
  #key: { state: KeyState; problem: Problem | null } = { state: 'unknown', problem: null }
  #freshness = initialFreshness
  /** Awake seconds while Plimsoll was locked without a key: not silence of the exchange. */
  #lockedFor = 0
  #checkedAt = 0

  constructor(book: AlertBook, awake: AwakeTime) {
    this.#book = book
    this.#awake = awake
  }

  keyChanged(state: KeyState, problem: Problem | null): void {
    // Unlocking allows one full refresh first, like waking up.
    if (this.#key.state === 'locked' && state !== 'locked') this.#awake.onResume()
    this.#key = { state, problem }
  }

  check(view: MonitoringView): void {
    const { portfolio, isBorrowingInDoubt, isBorrowingHidden } = view
    const seconds = this.#awake.seconds()
    const isLocked = this.#key.state === 'locked'
    if (isLocked) this.#lockedFor += seconds - this.#checkedAt
    this.#checkedAt = seconds
    if (isLocked) return
    const now = seconds - this.#lockedFor
    const wokeUpAt = this.#awake.wokeUpAt()
    const { ltv, monitoringLoss } = this.#book.states
    const loanKnown = ltv.loan !== null
    const before = this.#freshness
    this.#freshness = updateFreshness(before, portfolio, now, loanKnown, isBorrowingHidden)
    const check = {
      now,
      wokeUpAt: wokeUpAt === null ? null : wokeUpAt - this.#lockedFor,
      freshness: this.#freshness,
      view: portfolio,
      prices: view.prices,
      key: this.#key,
      loanKnown,
      isBorrowingInDoubt,
      circumstances: view.circumstances,
    }
    this.#book.evaluate('monitoringLoss', evaluateMonitoringLoss(check, monitoringLoss))
  }
}
