// The alert for lost monitoring: silence of the exchange looks exactly like health, so it must be
// detected. It counts the seconds Plimsoll was awake, so that sleep, a stopped process or a clock
// jump does not look like silence.
import type { KeyState } from '../../shared/accounts/account.js'
import { type Circumstances, explainProblem } from '../../shared/circumstances.js'
import { familyArguments } from '../../shared/portfolio/address-family.js'
import { hasBorrowings } from '../../shared/portfolio/borrowing.js'
import { levelsOf } from '../../shared/portfolio/loan-levels.js'
import { isMarginMonitored } from '../../shared/portfolio/margin.js'
import type { PricesView } from '../../shared/markets/market.js'
import { monitoredRisks, type PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import { messageOf } from '../../shared/messages/messages.js'
import { asPercent, headroom } from '../../shared/money.js'
import { intervalOf, type Nearness, nearnessOf } from '../polling/poll-scheduler.js'
import type { MonitoringFreshness, RiskyFeed } from './feed-freshness.js'
import { clockOff, nextStep, otherFamily, reasonOf } from './monitoring-loss-reason.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import { type EvaluatorStates, riskyFeeds } from './stored-alert-state.js'

type MonitoringLossState = EvaluatorStates['monitoringLoss']

export type MonitoringCheck = {
  /** Awake seconds. */
  now: number
  wokeUpAt: number | null
  freshness: MonitoringFreshness
  view: PortfolioView
  /** Current prices. */
  prices?: PricesView | null
  key: { state: KeyState; problem: Problem | null }
  /** Whether a loan is being monitored, whatever the latest response says. */
  loanKnown: boolean
  /** Something that was borrowed is in the latest answer no more, and may still be owed. */
  isBorrowingInDoubt?: boolean
  circumstances: Circumstances
}

/** Seconds of silence until the alert: this many intervals, and at least this many seconds. */
const silenceLimits: Record<Nearness, { intervals: number; least: number }> = {
  far: { intervals: 3, least: 120 },
  nearing: { intervals: 3, least: 60 },
  near: { intervals: 2, least: 30 },
}

/**
 * Seconds allowed for one full refresh after waking up; no number of wake-ups delays the alert
 * longer than this.
 */
const refreshAfterWaking = 30
const longestPutOff = 600
/**
 * A server that has always been slow is allowed its pace, up to this many seconds between two
 * responses.
 */
const slowestAnswerInterval = 60

function expectedInterval(feed: RiskyFeed, view: PortfolioView): number {
  const { every } = view[feed]
  // A feed polled rarely, or not at all, is not being monitored, so its usual interval counts.
  return every === null || every > slowestAnswerInterval ? intervalOf(feed, 'screen') : every
}

/** Seconds without a good response until the alert. */
export function silenceLimit(nearness: Nearness, interval: number): number {
  const { intervals, least } = silenceLimits[nearness]
  return intervals * interval > least ? intervals * interval : least
}

function isLost(
  feed: RiskyFeed,
  { now, wokeUpAt, freshness, view, prices = null }: MonitoringCheck,
): boolean {
  const { lastGoodAt, answerInterval } = freshness[feed]
  const silence = now - lastGoodAt
  const interval = expectedInterval(feed, view)
  // Before the shortest limit has passed, there is no need to look at the positions.
  if (silence < silenceLimit('near', interval)) return false
  const limit = silenceLimit(nearnessOf[feed](view, prices), interval)
  if (silence < limit) return false
  if (wokeUpAt !== null && now - wokeUpAt < refreshAfterWaking && silence < longestPutOff)
    return false
  // Slow but alive: nothing failed, and other calls with the same key succeed.
  const isAlive =
    view[feed].problem === null &&
    freshness.lastAnswerAt !== null &&
    now - freshness.lastAnswerAt < limit
  if (!isAlive) return true
  const usual = answerInterval === null || answerInterval < interval ? interval : answerInterval
  return (
    silence >= silenceLimit('far', usual > slowestAnswerInterval ? slowestAnswerInterval : usual)
  )
}

/** Whether the account is known to hold nothing that could be lost unnoticed. */
export function hasNothingAtRisk(
  view: PortfolioView,
  loanKnown: boolean,
  isBorrowingInDoubt = false,
): boolean {
  const { loan, positions } = view
  return (
    !hasBorrowings(view) &&
    !isBorrowingInDoubt &&
    !loanKnown &&
    (loan.value?.kind === 'no-loan' || loan.value?.kind === 'not-enabled') &&
    positions.value?.length === 0
  )
}

/**
 * As message text: the feeds of one alert, in which the margin level never appears with positions.
 */
function lossSubject(feeds: readonly RiskyFeed[]): string {
  const [loan, positions, margin, borrowings] = [
    feeds.includes('loan'),
    feeds.includes('positions'),
    feeds.includes('collateralSummary'),
    feeds.includes('collateralBalance'),
  ]
  const account = margin ? 'Margin' : positions ? 'Positions' : ''
  if (borrowings) return `${loan ? 'loan' : ''}${account}Borrowings`
  if (margin) return loan ? 'loanAndMargin' : 'margin'
  return loan ? (positions ? 'both' : 'loan') : 'positions'
}

/** The text for what is not monitored, and why, as known now. */
function lossOf(
  feeds: readonly RiskyFeed[],
  { view, loanKnown, key: apiKey, circumstances }: MonitoringCheck,
) {
  const loanGone = view.loan.value?.kind === 'not-enabled' && loanKnown
  const failure =
    apiKey.problem ?? feeds.map((feed) => view[feed].problem).find((one) => one !== null) ?? null
  const problem = failure === null ? null : explainProblem(failure, circumstances)
  const code = loanGone && problem === null ? 'credit-line-off' : (problem?.code ?? null)
  const found = reasonOf(apiKey.state, code)
  const worksOver = found.why === 'offline' ? failure?.worksOver : undefined
  const { why } = worksOver === undefined ? found : otherFamily
  const text =
    worksOver === undefined
      ? nextStep(why, code)
      : messageOf('alerts.loss.family-text', familyArguments(worksOver))
  const { clockSkew } = circumstances
  const reason = why === 'clock' && clockSkew !== null ? clockOff(clockSkew) : found.text
  const what = lossSubject(feeds)
  return {
    why,
    title: messageOf('alerts.loss.title', { what, reason }),
    text,
    endTitle: messageOf('alerts.loss.end', { what }),
    code: problem?.code ?? null,
  }
}

function worstNearness(
  feeds: readonly RiskyFeed[],
  { view, prices = null }: MonitoringCheck,
): Nearness {
  return (
    feeds
      .map((feed) => nearnessOf[feed](view, prices))
      .sort((a, b) => silenceLimits[a].least - silenceLimits[b].least)[0] ?? 'far'
  )
}

function candidateFor(key: string, feeds: RiskyFeed[], check: MonitoringCheck): AlertCandidate {
  const { view, loanKnown, isBorrowingInDoubt } = check
  const { why, title, text, endTitle, code } = lossOf(feeds, check)
  const levels = view.loan.value?.kind === 'loan' ? levelsOf(view.loan.value.loan) : null
  const isMarginAlone = feeds.every(
    (feed) => feed === 'collateralSummary' || feed === 'collateralBalance',
  )
  const room =
    isMarginAlone || levels?.current == null || levels.marginCall === null
      ? null
      : headroom(levels.current, levels.marginCall)
  return {
    key,
    kind: 'monitoring-lost',
    level: hasNothingAtRisk(view, loanKnown, isBorrowingInDoubt) ? 'caution' : 'danger',
    subject: { key: 'sight', name: messageOf('alerts.subject.monitoring') },
    found: 'new',
    title,
    text,
    endTitle,
    cause: {
      feeds,
      why,
      since: feeds.flatMap((feed) => view[feed].asOf ?? []).sort((a, b) => a - b)[0] ?? null,
      code,
      nearness: worstNearness(feeds, check),
      lastHeadroom: room === null ? null : asPercent(room),
    },
  }
}

const whyOf = ({ cause }: AlertCandidate): string => String(cause['why'])

function isExplanation(why: string | undefined): boolean {
  return why === 'maintenance' || why === 'clock' || why === otherFamily.why
}

/** Open alerts whose reason has changed, with the correct text. */
function withCurrentReasons(
  open: MonitoringLossState['open'],
  check: MonitoringCheck,
): MonitoringLossState & { reworded: AlertCandidate[] } {
  const reworded: AlertCandidate[] = []
  const after = open.map((one) => {
    const candidate = candidateFor(one.key, one.feeds, check)
    const why = whyOf(candidate)
    // Before anything has failed in this run, nothing new is known.
    if (
      candidate.cause['code'] === null ||
      why === one.why ||
      !(isExplanation(why) || isExplanation(one.why))
    )
      return one
    reworded.push(candidate)
    return { ...one, why }
  })
  return { open: after, reworded }
}

/** Call every few seconds, regardless of events. */
export function evaluateMonitoringLoss(
  check: MonitoringCheck,
  before: MonitoringLossState,
): Evaluation<MonitoringLossState> {
  const { now, freshness, view, loanKnown, isBorrowingInDoubt = false } = check
  const risks = monitoredRisks(view)
  // A known loan that the key may no longer read must still be monitored. Without a key ever
  // entered here, nothing was monitored that could be lost: the account itself says so.
  const monitored = riskyFeeds.filter((feed) => {
    if (check.key.state === 'not-entered') return false
    if (feed === 'collateralSummary') return isMarginMonitored(view, isBorrowingInDoubt)
    if (feed === 'collateralBalance') return hasBorrowings(view) || isBorrowingInDoubt
    return (feed === 'loan' && loanKnown) || risks.includes(view[feed])
  })
  const lost = monitored.filter((feed) => isLost(feed, check))

  const isBack = (feed: RiskyFeed, raisedAt: number): boolean =>
    !monitored.includes(feed) ||
    (freshness[feed].hasAnswered && freshness[feed].lastGoodAt >= raisedAt && !lost.includes(feed))
  const stillOpen = before.open.filter(
    ({ feeds, raisedAt }) => !feeds.every((feed) => isBack(feed, raisedAt)),
  )
  // If it no longer needs monitoring, monitoring is not restored; the alert is dropped.
  const endOf = (feeds: readonly RiskyFeed[]): Resolution['end'] =>
    feeds.every((feed) => monitored.includes(feed)) ? 'over' : 'dropped'
  const resolved = before.open
    .filter((one) => !stillOpen.includes(one))
    .map(({ key, feeds }): Resolution => ({ key, end: endOf(feeds) }))
  const { open, reworded } = withCurrentReasons(stillOpen, check)

  const isOpen = (feed: RiskyFeed): boolean => open.some(({ feeds }) => feeds.includes(feed))
  const unreported = lost.filter((feed) => !isOpen(feed))
  if (unreported.length === 0)
    return {
      candidates: [],
      resolved,
      reworded,
      state: resolved.length + reworded.length === 0 ? before : { open },
    }

  // Other failing feeds are named in the same alert rather than in a second one a few seconds
  // later.
  const isFailing = (feed: RiskyFeed): boolean =>
    view[feed].problem !== null ||
    now - freshness[feed].lastGoodAt > 2 * expectedInterval(feed, view)
  const failing = monitored.filter(
    (feed) => unreported.includes(feed) || (isFailing(feed) && !isOpen(feed)),
  )
  // Saying that positions are not monitored covers their margin as well.
  const isCovered = failing.includes('positions') || isOpen('positions')
  const feeds = failing.filter((feed) => feed !== 'collateralSummary' || !isCovered)
  if (feeds.length === 0)
    return {
      candidates: [],
      resolved,
      reworded,
      state: resolved.length + reworded.length === 0 ? before : { open },
    }
  const key = `sight/${feeds.join('+')}`
  const candidate = candidateFor(key, feeds, check)
  return {
    candidates: [candidate],
    resolved,
    reworded,
    state: {
      open: [
        ...open.filter((one) => one.key !== key),
        { key, feeds, raisedAt: now, why: whyOf(candidate) },
      ],
    },
  }
}
