// The alarm for a loss of monitoring: silence of the exchange looks exactly like health, so it has to be noticed.
import type { KeyState } from '../../shared/domain/account.js'
import { levelsOf } from '../../shared/domain/loan-levels.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { Problem, ProblemCode } from '../../shared/domain/problem.js'
import { asPercent, headroom } from '../../shared/money.js'
import { intervalOf, loanNearness, type Nearness, positionsNearness } from '../polling/poll-scheduler.js'
import { isMonitored, type MonitoringFreshness, type RiskyFeed, riskyFeeds } from './freshness.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type MonitoringLossState = EvaluatorStates['monitoringLoss']

export type MonitoringCheck = {
  /** Awake seconds. */
  now: number
  wokeUpAt: number | null
  freshness: MonitoringFreshness
  view: PortfolioView
  key: { state: KeyState; problem: Problem | null }
  /** Whether a loan is being monitored, whatever the newest answer says. */
  loanKnown: boolean
}

/** Why monitoring is lost, in words that can stand alone in a notification. */
const reasonTexts = {
  offline: 'the exchange cannot be reached',
  'not-safe': 'the connection is not safe',
  throttled: 'the exchange asks to slow down',
  'key-rejected': 'the exchange rejects the key',
  keychain: 'the keychain gives no key',
  'session-ended': 'the session-only key is gone',
  'not-understood': 'the answers are not understood',
  clock: 'this computer’s clock is off',
  'exchange-trouble': 'the exchange has trouble',
  'not-allowed': 'this key may not ask any more',
  'other-program': 'another program uses the key',
  locked: 'Plimsoll is locked',
  trouble: 'something went wrong',
  'no-answer': 'no answer comes',
}

type LossReason = keyof typeof reasonTexts

/** From the cause of an alert; null where it is from a version that knew other reasons. */
export const lossReasonText = (why: unknown): string | null => Object.entries(reasonTexts).find(([known]) => known === why)?.[1] ?? null

const reasonsByCode: Partial<Record<ProblemCode, LossReason>> = {
  unreachable: 'offline',
  timeout: 'offline',
  tls: 'not-safe',
  'rate-limited': 'throttled',
  'bad-key-or-signature': 'key-rejected',
  'key-disabled': 'key-rejected',
  'keychain-locked': 'keychain',
  'keychain-unavailable': 'keychain',
  'keychain-trouble': 'keychain',
  'not-understood': 'not-understood',
  'clock-wrong': 'clock',
  'exchange-trouble': 'exchange-trouble',
  'no-permission': 'not-allowed',
  'b2b-only': 'not-allowed',
  'credit-line-off': 'not-allowed',
  'region-unavailable': 'not-allowed',
  'nonce-conflict': 'other-program',
  'key-locked': 'locked',
}

const reasonsByKey: Partial<Record<KeyState, LossReason>> = {
  rejected: 'key-rejected',
  'locked-or-missing': 'keychain',
  'keychain-trouble': 'keychain',
  'session-ended': 'session-ended',
}

/** `code`: why the newest poll failed; null where nothing came at all. */
const reasonOf = (key: KeyState, code: ProblemCode | null): LossReason =>
  reasonsByKey[key] ?? (code === null ? 'no-answer' : (reasonsByCode[code] ?? 'trouble'))

/** Seconds of silence until the alarm: so many intervals, and so many seconds at least. */
const silenceLimits: Record<Nearness, { intervals: number; least: number }> = {
  far: { intervals: 3, least: 120 },
  nearing: { intervals: 3, least: 60 },
  near: { intervals: 2, least: 30 },
}

/** After waking up, one full refresh is waited for, in seconds; but no number of wake-ups puts the alarm off for longer than this. */
const refreshAfterWaking = 30
const longestPutOff = 600
/** A server that always took its time is given it, up to this many seconds between two answers. */
const slowestAnswerInterval = 60

const expectedInterval = (feed: RiskyFeed, view: PortfolioView): number => {
  const { every } = view[feed]
  // What is polled seldom, or not at all, is so because it is not monitored: its usual interval is what counts.
  return every === null || every > slowestAnswerInterval ? intervalOf(feed, 'screen') : every
}

/** Seconds without a good answer until the alarm. */
export const silenceLimit = (nearness: Nearness, interval: number): number => {
  const { intervals, least } = silenceLimits[nearness]
  return intervals * interval > least ? intervals * interval : least
}

const nearnessOf = (feed: RiskyFeed, view: PortfolioView): Nearness => (feed === 'loan' ? loanNearness(view) : positionsNearness(view))

const isLost = (feed: RiskyFeed, { now, wokeUpAt, freshness, view }: MonitoringCheck): boolean => {
  const { lastGoodAt, answerInterval } = freshness[feed]
  const silence = now - lastGoodAt
  const interval = expectedInterval(feed, view)
  // Before the shortest wait is over there is no need to go through the positions.
  if (silence < silenceLimit('near', interval)) return false
  const limit = silenceLimit(nearnessOf(feed, view), interval)
  if (silence < limit) return false
  if (wokeUpAt !== null && now - wokeUpAt < refreshAfterWaking && silence < longestPutOff) return false
  // Slow, but alive: nothing failed, and other calls with the same key are being answered.
  const isAlive = view[feed].problem === null && freshness.lastAnswerAt !== null && now - freshness.lastAnswerAt < limit
  if (!isAlive) return true
  const usual = answerInterval === null || answerInterval < interval ? interval : answerInterval
  return silence >= silenceLimit('far', usual > slowestAnswerInterval ? slowestAnswerInterval : usual)
}

/** Known to hold nothing that could be lost unnoticed. */
const hasNothingAtRisk = ({ loan, positions }: PortfolioView, loanKnown: boolean): boolean =>
  !loanKnown && (loan.value?.kind === 'no-loan' || loan.value?.kind === 'not-enabled') && positions.value?.length === 0

const candidateFor = (
  key: string,
  feeds: RiskyFeed[],
  nearness: Nearness,
  { view, loanKnown, key: apiKey }: MonitoringCheck,
): AlertCandidate => {
  const loanGone = view.loan.value?.kind === 'not-enabled' && loanKnown
  const problem = apiKey.problem ?? feeds.map((feed) => view[feed].problem).find((one) => one !== null) ?? null
  const code = loanGone && problem === null ? 'credit-line-off' : (problem?.code ?? null)
  const why = reasonOf(apiKey.state, code)
  const what = feeds.length > 1 ? 'Loan and positions' : feeds[0] === 'loan' ? 'Loan' : 'Positions'
  const levels = view.loan.value?.kind === 'loan' ? levelsOf(view.loan.value.loan) : null
  const room = levels?.current == null || levels.marginCall === null ? null : headroom(levels.current, levels.marginCall)
  return {
    key,
    kind: 'monitoring-lost',
    level: hasNothingAtRisk(view, loanKnown) ? 'caution' : 'danger',
    subject: { key: 'sight', name: 'Monitoring' },
    found: 'new',
    title: `${what} not monitored: ${reasonTexts[why]}`,
    text: code === null ? 'Check the network. If it stays, restart Plimsoll.' : wordsFor(code).next,
    endTitle: what === 'Loan' ? 'The loan is monitored again' : `${what} are monitored again`,
    cause: {
      feeds,
      why,
      since: feeds.flatMap((feed) => view[feed].asOf ?? []).sort((a, b) => a - b)[0] ?? null,
      code: problem?.code ?? null,
      nearness,
      lastHeadroom: room === null ? null : asPercent(room),
    },
  }
}

/** To be called every few seconds, whatever happens or does not. */
export const evaluateMonitoringLoss = (check: MonitoringCheck, before: MonitoringLossState): Evaluation<MonitoringLossState> => {
  const { now, freshness, view, loanKnown } = check
  const monitored = riskyFeeds.filter((feed) => isMonitored(feed, view, loanKnown))
  const lost = monitored.filter((feed) => isLost(feed, check))

  const isBack = (feed: RiskyFeed, raisedAt: number): boolean =>
    !monitored.includes(feed) || (freshness[feed].hasAnswered && freshness[feed].lastGoodAt >= raisedAt && !lost.includes(feed))
  const open = before.open.filter(({ feeds, raisedAt }) => !feeds.every((feed) => isBack(feed, raisedAt)))
  // What is not monitored any more is not monitored again; its alarm is dropped.
  const endOf = (feeds: readonly RiskyFeed[]): Resolution['end'] => (feeds.every((feed) => monitored.includes(feed)) ? 'over' : 'dropped')
  const resolved = before.open.filter((one) => !open.includes(one)).map(({ key, feeds }): Resolution => ({ key, end: endOf(feeds) }))

  const isOpen = (feed: RiskyFeed): boolean => open.some(({ feeds }) => feeds.includes(feed))
  const unreported = lost.filter((feed) => !isOpen(feed))
  if (unreported.length === 0) return { candidates: [], resolved, state: resolved.length === 0 ? before : { open } }

  // What is failing as well is named at once, rather than in a second alarm a few seconds later.
  const isFailing = (feed: RiskyFeed): boolean =>
    view[feed].problem !== null || now - freshness[feed].lastGoodAt > 2 * expectedInterval(feed, view)
  const feeds = monitored.filter((feed) => unreported.includes(feed) || (isFailing(feed) && !isOpen(feed)))
  const key = `sight/${feeds.join('+')}`
  const worst = feeds.map((feed) => nearnessOf(feed, view)).sort((a, b) => silenceLimits[a].least - silenceLimits[b].least)[0] ?? 'far'
  return {
    candidates: [candidateFor(key, feeds, worst, check)],
    resolved,
    state: { open: [...open.filter((one) => one.key !== key), { key, feeds, raisedAt: now }] },
  }
}
