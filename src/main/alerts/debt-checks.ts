// What the answers about the loan, the collateral account and what is borrowed on it mean for an
// account's alerts.
import type { AlertSettings } from '../../shared/alerts/alert.js'
import { type BorrowingEvent, borrowingsOf } from '../../shared/portfolio/borrowing.js'
import { freshnessOf, isClosedToKey } from '../../shared/portfolio/feed.js'
import { figuresContradict, marginLevel } from '../../shared/portfolio/margin.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { AlertBook } from './alert-book.js'
import {
  borrowingEventAlert,
  evaluateBorrowings,
  eventKeys,
  withCalled,
} from './borrowing-alerts.js'
import { hasNewAnswer } from './feed-freshness.js'
import { evaluateLoanEnd, isEndInDoubt, rememberedLoan } from './loan-end.js'
import { evaluateLtv, loanIdentity, ltvAlertKeys } from './ltv-alerts.js'
import { evaluateMargin } from './margin-alerts.js'
import { resolve } from './open-alerts.js'
import { noStates } from './stored-alert-state.js'

export class DebtChecks {
  readonly #keyHint: string
  readonly #book: AlertBook
  readonly #clock: Clock
  #loanAt: UnixSeconds | null = null
  #marginAt: UnixSeconds | null = null
  #borrowingsAt: UnixSeconds | null = null

  constructor(keyHint: string, book: AlertBook, clock: Clock) {
    this.#keyHint = keyHint
    this.#book = book
    this.#clock = clock
  }

  /** The next checks evaluate the latest responses once more. */
  settingsChanged(): void {
    this.#loanAt = null
    this.#marginAt = null
  }

  /** From an earlier run; alerts from before this version did not keep its figures. */
  rememberStored({ value, asOf, source }: PortfolioView['loan']): void {
    const { ltv, loanEnd } = this.#book.states
    if (source === 'live' || value?.kind !== 'loan' || loanIdentity(value.loan) !== ltv.loan) return
    this.#book.setState('loanEnd', rememberedLoan(value.loan, asOf ?? this.#clock(), loanEnd))
  }

  checkLoan(feed: PortfolioView['loan'], settings: AlertSettings): void {
    const { value, asOf } = feed
    if (value === null || !hasNewAnswer(feed, this.#loanAt)) return
    this.#loanAt = asOf
    // "This key may not ask" says nothing about the loan; losing sight of it counts as lost
    // monitoring.
    if (value.kind === 'not-enabled') return
    const book = this.#book
    const loan = value.kind === 'loan' ? value.loan : null
    const end = evaluateLoanEnd(loan, settings, book.states.loanEnd, {
      at: asOf ?? this.#clock(),
      keyHint: this.#keyHint,
    })
    book.evaluate('loanEnd', end)
    if (isEndInDoubt(book.states.loanEnd)) return
    if (end.isUnrelated) this.#forgetLtv()
    book.evaluate('ltv', evaluateLtv(loan, settings, book.states.ltv))
  }

  forgetLoan(): void {
    this.#forgetLtv()
    this.#book.setState('loanEnd', noStates.loanEnd)
  }

  checkMargin(feed: PortfolioView['collateralSummary'], settings: AlertSettings): void {
    const { value, asOf } = feed
    if (value === null || !hasNewAnswer(feed, this.#marginAt)) return
    this.#marginAt = asOf
    this.#book.evaluate('margin', evaluateMargin(value, settings, this.#book.states.margin))
  }

  checkBorrowings(portfolio: PortfolioView, settings: AlertSettings): void {
    const { collateralBalance: feed, collateralSummary } = portfolio
    const list = borrowingsOf(portfolio)
    if (list === null || feed.asOf === null || !hasNewAnswer(feed, this.#borrowingsAt)) return
    this.#borrowingsAt = feed.asOf
    const { value } = collateralSummary
    const answer = {
      at: feed.asOf,
      list,
      isWhole: feed.unreadable === undefined,
      readable: readableBalances(portfolio),
      marginLevel: value === null || figuresContradict(value) ? null : marginLevel(value),
      isLevelCurrent: freshnessOf(collateralSummary, this.#clock()) === 'fresh',
      keyHint: this.#keyHint,
      open: new Set(this.#book.open.map(({ key }) => key)),
    }
    const { borrowings } = this.#book.states
    this.#book.evaluate('borrowings', evaluateBorrowings(answer, settings, borrowings))
  }

  /** The stream reports a margin call or a liquidation of something borrowed. */
  borrowingEvent(event: BorrowingEvent): void {
    const alert = borrowingEventAlert(event)
    const { borrowings: before } = this.#book.states
    const isOfOtherKey =
      before !== null &&
      before.keyHint !== this.#keyHint &&
      !before.called.some(({ id, keyHint }) => id === event.asset && keyHint === this.#keyHint)
    // Announced after one of them was acknowledged or snoozed, or to another key: that is news.
    const resolved = this.#book.open
      .filter(({ key }) => eventKeys(event.asset).includes(key))
      .filter(({ key, state }) => state.kind !== 'active' || (isOfOtherKey && key === alert.key))
      .map(({ key }) => ({ key, end: 'dropped' as const }))
    this.#book.setState('borrowings', withCalled(before, event, this.#keyHint))
    this.#book.applyEvaluation({ candidates: [alert], resolved, state: null })
  }

  /** Its row cannot be read, or one answer was without it. */
  isBorrowingInDoubt(portfolio: PortfolioView): boolean {
    const { problem } = portfolio.collateralBalance
    const { borrowings } = this.#book.states
    // A key that may not ask settles nothing that another one left open.
    if (borrowings === null) return false
    if (borrowings.keyHint !== this.#keyHint && problem !== null && isClosedToKey(problem))
      return false
    const owed = new Set(borrowingsOf(portfolio)?.map(({ asset }) => asset))
    return borrowings.seen.some(({ id }) => !owed.has(id))
  }

  /** Rows that cannot be read are no answer about it; one that is without it is. */
  isBorrowingHidden(portfolio: PortfolioView): boolean {
    const readable = readableBalances(portfolio)
    return (
      this.isBorrowingInDoubt(portfolio) &&
      portfolio.collateralBalance.unreadable !== undefined &&
      (this.#book.states.borrowings?.seen ?? []).some(({ id }) => !readable.has(id))
    )
  }

  #forgetLtv(): void {
    const { ltv } = this.#book.states
    const dropped = ltvAlertKeys(ltv).map((key) => ({ key, end: 'dropped' as const }))
    this.#book.apply(resolve(this.#book.open, dropped, this.#clock()))
    this.#book.setState('ltv', noStates.ltv)
  }
}

function readableBalances({ collateralBalance }: PortfolioView): ReadonlySet<string> {
  return new Set(collateralBalance.value?.map(({ asset }) => asset))
}
