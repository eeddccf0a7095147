// The alarm for Plimsoll's own blindness. Silence looks exactly like health, so it has to be noticed by somebody who is not silent.
import type { KeyState } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import { asPercent, headroom } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { loanNearness, type Nearness, positionsNearness } from '../portfolio/nearness.js'
import { paceOf } from '../portfolio/poll-plan.js'
import { blindWords } from './monitoring-loss-words.js'
import type { Evaluation, Finding, Resolution } from './alert-candidate.js'
import { levelsOf } from '../../shared/domain/loan-levels.js'
import { isWatched, type RiskyFeed, riskyFeeds, type Sight } from './freshness.js'

/** Alarms that are open. `raisedAt` in awake seconds of this run. */
export type BlindnessState = { open: { key: string; feeds: RiskyFeed[]; raisedAt: number }[] }

export const seeing: BlindnessState = { open: [] }

export type BlindnessLook = {
  /** Awake seconds. */
  now: number
  awokeAt: number | null
  sight: Sight
  view: PortfolioView
  key: { state: KeyState; problem: Problem | null }
  /** Whether a loan is being monitored, whatever the newest answer says. */
  loanKnown: boolean
}

/** Seconds of silence until the alarm: so many intervals, and so many seconds at least. */
const patience: Record<Nearness, { intervals: number; least: number }> = {
  far: { intervals: 3, least: 120 },
  nearing: { intervals: 3, least: 60 },
  near: { intervals: 2, least: 30 },
}

/** After waking up, one full refresh is waited for, in seconds; but no number of awakenings puts the alarm off for longer than this. */
const refreshAfterWaking = 30
const longestPutOff = 600
/** A server that always took its time is given it, up to this many seconds between two answers. */
const slowestRhythm = 60

const intervalOf = (feed: RiskyFeed, view: PortfolioView): number => {
  const { every } = view[feed]
  const pace = paceOf(feed, 'screen')
  // What is asked for seldom, or not at all, is so because it is not seen: its usual pace is what counts.
  return every === null || every > slowestRhythm ? pace : every
}

/** Seconds without a good answer until the alarm. */
export const limitFor = (nearness: Nearness, interval: number): number => {
  const { intervals, least } = patience[nearness]
  return intervals * interval > least ? intervals * interval : least
}

const nearnessOf = (feed: RiskyFeed, view: PortfolioView): Nearness => (feed === 'loan' ? loanNearness(view) : positionsNearness(view))

const isBlind = (feed: RiskyFeed, look: BlindnessLook): boolean => {
  const { now, awokeAt, sight, view } = look
  const { lastGood, rhythm } = sight[feed]
  const silence = now - lastGood
  const interval = intervalOf(feed, view)
  // Before the shortest wait is over there is no need to go through the positions.
  if (silence < limitFor('near', interval)) return false
  const wait = limitFor(nearnessOf(feed, view), interval)
  if (silence < wait) return false
  if (awokeAt !== null && now - awokeAt < refreshAfterWaking && silence < longestPutOff) return false
  // Slow, but alive: nothing failed, and others of the same line are being answered.
  const isAlive = view[feed].problem === null && sight.lifeAt !== null && now - sight.lifeAt < wait
  if (!isAlive) return true
  const usual = rhythm === null || rhythm < interval ? interval : rhythm > slowestRhythm ? slowestRhythm : rhythm
  return silence >= limitFor('far', usual)
}

/** Known to carry nothing that could be lost by not looking. */
const isHarmless = ({ loan, positions }: PortfolioView, loanKnown: boolean): boolean =>
  !loanKnown && (loan.value?.kind === 'no-loan' || loan.value?.kind === 'not-enabled') && positions.value?.length === 0

const earliest = (feeds: readonly RiskyFeed[], view: PortfolioView): UnixSeconds | null =>
  feeds.reduce<UnixSeconds | null>((first, feed) => {
    const { asOf } = view[feed]
    return asOf !== null && (first === null || asOf < first) ? asOf : first
  }, null)

const findingFor = (key: string, feeds: RiskyFeed[], nearness: Nearness, look: BlindnessLook): Finding => {
  const { view, loanKnown } = look
  const gone = view.loan.value?.kind === 'not-enabled' && loanKnown
  const problem = look.key.problem ?? feeds.map((feed) => view[feed].problem).find((one) => one !== null) ?? null
  const { why, ...words } = blindWords(feeds, look.key.state, gone && problem === null ? 'credit-line-off' : (problem?.code ?? null))
  const levels = view.loan.value?.kind === 'loan' ? levelsOf(view.loan.value.loan) : null
  const room = levels?.current == null || levels.marginCall === null ? null : headroom(levels.current, levels.marginCall)
  return {
    key,
    kind: 'monitoring-lost',
    level: isHarmless(view, loanKnown) ? 'caution' : 'danger',
    subject: { key: 'sight', name: 'Monitoring' },
    found: 'new',
    ...words,
    cause: {
      feeds,
      why,
      since: earliest(feeds, view),
      code: problem?.code ?? null,
      nearness,
      lastHeadroom: room === null ? null : asPercent(room),
    },
  }
}

/** Called every few seconds, whatever happens or does not. */
export const evaluateBlindness = (look: BlindnessLook, before: BlindnessState): Evaluation<BlindnessState> => {
  const { now, sight, view, loanKnown } = look
  const watched = riskyFeeds.filter((feed) => isWatched(feed, view, loanKnown))
  const blind = watched.filter((feed) => isBlind(feed, look))

  const seesAgain = (feed: RiskyFeed, raisedAt: number): boolean =>
    !watched.includes(feed) || (sight[feed].seen && sight[feed].lastGood >= raisedAt && !blind.includes(feed))
  const open = before.open.filter(({ feeds, raisedAt }) => !feeds.every((feed) => seesAgain(feed, raisedAt)))
  // What is no part of the watch any more is not seen again; it is let go.
  const endOf = (feeds: readonly RiskyFeed[]): Resolution['end'] => (feeds.every((feed) => watched.includes(feed)) ? 'over' : 'dropped')
  const resolved = before.open.filter((one) => !open.includes(one)).map(({ key, feeds }): Resolution => ({ key, end: endOf(feeds) }))

  const untold = blind.filter((feed) => !open.some(({ feeds }) => feeds.includes(feed)))
  if (untold.length === 0) return { alerts: [], resolved, state: resolved.length === 0 ? before : { open } }

  // What is failing as well is named at once, rather than in a second alarm a few seconds later.
  const failing = (feed: RiskyFeed): boolean => view[feed].problem !== null || now - sight[feed].lastGood > 2 * intervalOf(feed, view)
  const feeds = watched.filter((feed) => untold.includes(feed) || (failing(feed) && !open.some((one) => one.feeds.includes(feed))))
  const key = `sight/${feeds.join('+')}`
  const worst = feeds.map((feed) => nearnessOf(feed, view)).sort((a, b) => patience[a].least - patience[b].least)[0] ?? 'far'
  return {
    alerts: [findingFor(key, feeds, worst, look)],
    resolved,
    state: { open: [...open.filter((one) => one.key !== key), { key, feeds, raisedAt: now }] },
  }
}
