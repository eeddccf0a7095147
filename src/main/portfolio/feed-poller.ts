// Polls one account: two jobs of its scheduler, one for the ping and one for signed calls. A stop
// would go unnoticed, so every poll, however it ends, leads to a next one.
import type { Problem } from '../../shared/problem.js'
import { sameJson } from '../../shared/json.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { Answer, ExchangeClient } from '../exchange/exchange-client.js'
import { readConditionalOrders, readOpenOrders } from './open-orders.js'
import {
  denialsThatCount,
  effectiveVisibility,
  failureKind,
  type FeedName,
  feeds,
  type FeedValues,
  intervalAfterDenials,
  intervalAfterFailures,
  intervalOf,
  isSpecified,
  later,
  type Moment,
  momentNow,
  noAccessInterval,
  offeredFailureKind,
  pauseAfter,
  type PollHandle,
  type PollScheduler,
  type PollTarget,
  secondsUntil,
  type Visibility,
} from '../polling/poll-scheduler.js'

/** A good response. */
export type Fresh<T> = Extract<Answer<T>, { ok: true }>['value']

/** Seconds between polls by feed; null if it is not polled. */
export type PollIntervals = Record<FeedName, number | null>

export type FeedPollerPorts = {
  client: Pick<
    ExchangeClient,
    | 'ping'
    | 'openPositions'
    | 'creditLine'
    | 'mainBalance'
    | 'activeOrders'
    | 'conditionalOrders'
    | 'collateralSummary'
    | 'collateralBalance'
    | 'tradeBalance'
    | 'dropSockets'
  >
  clock: Clock
  timing: Timing
  scheduler: PollScheduler
  /**
   * Whether the feed's known values are near a margin call or liquidation. Only called in the
   * background, after each response.
   */
  isNear(feed: FeedName): boolean
  /**
   * Whether the feed is known from a response of this run or an earlier one, other than "not
   * enabled".
   */
  wasRead(feed: FeedName): boolean
  events: {
    pinged(answer: Answer<{ ms: number }>): void
    answered<F extends FeedName>(feed: F, fresh: Fresh<FeedValues[F]>): void
    failed(feed: FeedName, problem: Problem): void
    intervalsChanged(intervals: PollIntervals): void
    /** Called once. */
    keyAccepted(): void
    /** Called once; no further signed call uses the key. */
    keyRefused(problem: Problem): void
    /** The computer slept, or its clock jumped. */
    slept(): void
  }
}

/** The response "credit lines are not enabled", as a failure. */
const notEnabled: Problem = {
  code: 'credit-line-off',
  message: messageOf('problems.credit-line-off.title'),
}

/** Seconds allowed for the network to come back after waking up. */
const networkGrace = 2
/** Minimum seconds between two polls of one target, however often the user presses Refresh. */
const shortestGap = 1

/**
 * Minimum seconds between the latest poll and one that the stream asks for: an account that trades
 * all the time must not use up the budget of its key.
 */
function announcedGap(target: PollTarget): number {
  return target === 'positions' ? 2 : 5
}

type TargetState = {
  /** When the latest poll began and when it ended, in seconds of the ticks. */
  startedAt: number
  endedAt: number
  /** It is wanted by then, whatever its interval. */
  wantedAt: number | null
  /** When the stream first announced a change that has not been read, and when it last did. */
  changedAt: number | null
  announcedAt: number
  failures: number
  hasAnswered: boolean
  /** Consecutive denials of this feed. */
  denials: number
  /** It was read before, in this run or an earlier one. */
  hasWorked: boolean
  /** Near a margin call or liquidation; only determined in the background. */
  near: boolean
}

function neverPolled(): TargetState {
  return {
    startedAt: -Infinity,
    endedAt: -Infinity,
    wantedAt: null,
    changedAt: null,
    announcedAt: -Infinity,
    failures: 0,
    hasAnswered: false,
    denials: 0,
    hasWorked: false,
    near: false,
  }
}

/**
 * One ping and one signed call at a time. The exchange processes signed calls of one key
 * sequentially anyway, and so a refused key costs exactly one request: the next is only sent once
 * the previous one was answered.
 */
type Queue = 'public' | 'signed'
type Pause = { until: Moment; problem: Problem }

/** Somebody waits for a refresh: for what, and since when, in seconds of the ticks. */
type Waiting = {
  missing: Set<PollTarget>
  askedAt: number
  resolve: (end: Result<null, Problem>) => void
}

const stopped: Problem = { code: 'cancelled', message: messageOf('portfolio.not-monitored') }

const targets: readonly PollTarget[] = ['ping', ...feeds]

// One exists for each of these names by construction.
function mapTargets<Name extends PollTarget, T>(
  names: readonly Name[],
  valueOf: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>
}

export const noIntervals: PollIntervals = mapTargets(feeds, () => null)
const queueOf = (target: PollTarget): Queue => (target === 'ping' ? 'public' : 'signed')

export type FeedPoller = {
  /**
   * Polls everything once, now. Fails with the reason if the key is refused or the exchange asked
   * to wait.
   */
  refreshNow: () => Result<null, Problem>
  /**
   * The same, and resolves once every feed has been polled since. Fails as soon as the exchange
   * cannot be reached, refuses the key or asks to wait: the rest could take minutes.
   */
  refreshed: () => Promise<Result<null, Problem>>
  setVisibility: (now: Visibility) => void
  /**
   * The stream announced a change of these: where polling does not fail, they are read earlier than
   * their interval asks, but never instead of one that is due.
   */
  announced: (changed: readonly FeedName[]) => void
  /** A response of this feed was discarded: it is polled again within two seconds. */
  readAgain: (feed: FeedName) => void
  /** Polls that were made only because of an announcement. */
  early: () => number
  /** Later responses are dropped. */
  stop: () => void
}

export function startFeedPoller(ports: FeedPollerPorts, visibilityAtStart: Visibility): FeedPoller {
  const { client, clock, scheduler, timing, events } = ports
  const ticks = (): number => timing.ticks() / 1000
  let visibility = visibilityAtStart
  let isAccepted = false
  let refusal: Problem | null = null
  let intervals: PollIntervals | null = null
  let offline = false
  /**
   * A feed that need not be open to the key was refused: positions are polled next, because their
   * response decides.
   */
  let isKeyDoubted = false

  const states = mapTargets(targets, neverPolled)
  const pauses: Record<Queue, Pause | null> = { public: null, signed: null }
  /** Whoever waits for a refresh, and what has not been polled yet since it was asked for. */
  const waiting = new Set<Waiting>()
  /** What the newest signed poll was for. */
  let polledFeed: FeedName = 'positions'
  /** Signed polls that were made before they were due, because the stream announced a change. */
  let early = 0

  const updateNearness = (feed: FeedName): void => {
    states[feed].near = visibility === 'background' && ports.isNear(feed)
  }

  const shownInterval = (feed: FeedName): number | null => {
    if (refusal !== null) return null
    const { failures, near, denials, hasWorked } = states[feed]
    if (denials === 0 || (hasWorked && denials < denialsThatCount))
      return intervalOf(feed, effectiveVisibility(visibility, near))
    // A feed denied to the key counts as unmonitored; one that returned "not enabled" is fresh for
    // its ten minutes.
    return failures > 0 ? null : noAccessInterval
  }

  const notifyIntervals = (): void => {
    const next = mapTargets(feeds, shownInterval)
    if (sameJson(next, intervals)) return
    intervals = next
    events.intervalsChanged(next)
  }

  const waitOf = (target: PollTarget): number => {
    const { failures, near, denials, hasWorked } = states[target]
    if (denials > 0) return hasWorked ? intervalAfterDenials(denials) : noAccessInterval
    return intervalAfterFailures(target, effectiveVisibility(visibility, near), failures)
  }

  /** Without what the stream announces. */
  const usuallyDueAt = (target: PollTarget): number => {
    const { startedAt, endedAt, wantedAt } = states[target]
    if (wantedAt !== null) return Math.max(wantedAt, startedAt + shortestGap)
    return Math.max(startedAt + waitOf(target), endedAt + shortestGap)
  }

  const dueAt = (target: PollTarget): number => {
    const { startedAt, changedAt } = states[target]
    const usual = usuallyDueAt(target)
    return changedAt === null
      ? usual
      : Math.min(usual, Math.max(changedAt, startedAt + announcedGap(target)))
  }

  const firstDue = (due: (feed: FeedName) => number): FeedName =>
    feeds.reduce((first, feed) => (due(feed) < due(first) ? feed : first))

  /** Longest overdue first, so that a slow exchange or an endless stream starves nothing. */
  const nextFeed = (): FeedName => {
    if (isKeyDoubted) return 'positions'
    const usual = firstDue(usuallyDueAt)
    return usuallyDueAt(usual) <= ticks() ? usual : firstDue(dueAt)
  }

  const pausedFor = (queue: Queue): number => {
    const pause = pauses[queue]
    return pause === null ? 0 : Math.max(secondsUntil(pause.until, momentNow(ports)), 0)
  }

  const dueIn = (target: PollTarget): number =>
    Math.max(dueAt(target) - ticks(), pausedFor(queueOf(target)))

  const want = (target: PollTarget, inSeconds = 0): void => {
    states[target].wantedAt = ticks() + inSeconds
  }

  const noteAccepted = (): void => {
    if (isAccepted || refusal !== null) return
    isAccepted = true
    events.keyAccepted()
  }

  /** A poll that began before the refresh was asked for does not count for it. */
  const noteForWaiting = (ended: PollTarget): void => {
    for (const one of [...waiting]) {
      if (!one.missing.has(ended)) continue
      if (states[ended].startedAt < one.askedAt) {
        want(ended)
        continue
      }
      one.missing.delete(ended)
      if (one.missing.size > 0) continue
      waiting.delete(one)
      one.resolve(ok(null))
    }
  }

  const endWaiting = (problem: Problem): void => {
    for (const one of [...waiting]) {
      waiting.delete(one)
      one.resolve(fail(problem))
    }
  }

  /** What is still missing cannot be expected soon. */
  const stopsOthers = (target: PollTarget, problem: Problem): boolean =>
    ['key-refused', 'unreachable'].includes(failureKind(problem)) ||
    (target !== 'ping' && pauses[queueOf(target)] !== null)

  const noteEnd = (target: PollTarget, problem: Problem | null, isDenied: boolean): void => {
    if (target === 'positions') isKeyDoubted = false
    const failures = problem === null ? 0 : states[target].failures + 1
    const denials = isDenied ? states[target].denials + 1 : 0
    // What was announced while the call was on its way may not be in its response.
    const { startedAt, announcedAt } = states[target]
    const changedAt = failures === 0 && announcedAt >= startedAt ? announcedAt : null
    const ended = { endedAt: ticks(), wantedAt: null, changedAt, failures, denials }
    Object.assign(states[target], ended)
    const seconds = problem === null ? 0 : pauseAfter(problem, clock())
    pauses[queueOf(target)] =
      problem === null || seconds === 0
        ? null
        : { until: later(momentNow(ports), seconds), problem }
    if (problem !== null && stopsOthers(target, problem)) endWaiting(problem)
    else noteForWaiting(target)
  }

  const onPing = (answer: Answer<{ ms: number }>): void => {
    noteEnd(
      'ping',
      answer.ok ? null : answer.error,
      !answer.ok && failureKind(answer.error) === 'no-access',
    )
    states.ping.hasWorked ||= answer.ok
    // The exchange is reachable again: polls that had backed off need not wait any longer.
    if (answer.ok && offline)
      for (const feed of feeds)
        if (states[feed].failures > 0 && states[feed].denials === 0) want(feed)
    offline = !answer.ok
    events.pinged(answer)
  }

  const noteWorked = (feed: FeedName): void => {
    states[feed].hasWorked ||= ports.wasRead(feed)
  }

  const onAnswer = <F extends FeedName>(feed: F, fresh: Fresh<FeedValues[F]>): void => {
    const isDenied = 'kind' in fresh.value && fresh.value.kind === 'not-enabled'
    noteWorked(feed)
    // For a loan that was read before, a single "not enabled" response does not end its monitoring.
    if (isDenied && states[feed].hasWorked && states[feed].denials + 1 < denialsThatCount) {
      noteAccepted()
      return onFailure(feed, notEnabled)
    }
    noteEnd(feed, null, isDenied)
    states[feed].hasAnswered = true
    states[feed].hasWorked ||= !isDenied
    noteAccepted()
    // A response shows sooner than the next ping that the exchange is back.
    if (offline) want('ping')
    events.answered(feed, fresh)
    updateNearness(feed)
    notifyIntervals()
  }

  const onFailure = (feed: FeedName, problem: Problem): void => {
    const kind = isSpecified(feed)
      ? failureKind(problem)
      : offeredFailureKind(problem, states[feed].hasAnswered)
    noteWorked(feed)
    noteEnd(feed, problem, kind === 'no-access')
    if (kind === 'key-refused') {
      refusal = problem
      notifyIntervals()
      events.keyRefused(problem)
      return
    }
    if (kind === 'no-access') {
      isKeyDoubted = failureKind(problem) === 'key-refused'
      if (isKeyDoubted) want('positions')
      else noteAccepted()
    }
    if (kind === 'unreachable') want('ping')
    notifyIntervals()
    events.failed(feed, problem)
  }

  const requests: { [F in FeedName]: () => Promise<Answer<FeedValues[F]>> } = {
    positions: () => client.openPositions(),
    loan: () => client.creditLine(),
    balance: () => client.mainBalance(),
    openOrders: () => readOpenOrders(client),
    conditionalOrders: () => readConditionalOrders(client),
    collateralSummary: () => client.collateralSummary(),
    collateralBalance: () => client.collateralBalance(),
    tradeBalance: () => client.tradeBalance(),
  }

  const pollFeed = async <F extends FeedName>(feed: F): Promise<() => void> => {
    polledFeed = feed
    if (usuallyDueAt(feed) > ticks()) early += 1
    states[feed].startedAt = ticks()
    const answer = await requests[feed]()
    return () => (answer.ok ? onAnswer(feed, answer.value) : onFailure(feed, answer.error))
  }

  const pollPing = async (): Promise<() => void> => {
    states.ping.startedAt = ticks()
    const answer = await client.ping()
    return () => onPing(answer)
  }

  const onLost = (queue: Queue, problem: Problem): void => {
    // Connections that swallowed one call are dead for the other, too.
    const isDead = problem.code === 'timeout'
    if (isDead) client.dropSockets()
    const both: Queue[] = ['public', 'signed']
    const lost = both.filter((one) => one === queue || (isDead && handles[one].isPolling()))
    for (const one of lost) {
      handles[one].discard()
      if (one === 'public') onPing(fail(problem))
      else onFailure(polledFeed, problem)
    }
  }

  for (const feed of feeds) updateNearness(feed)
  notifyIntervals()

  // In the order in which they are polled first. Both sleep and wake together, so only one of them
  // reports it.
  const handles: Record<Queue, PollHandle> = {
    public: scheduler.add({
      dueIn: () => dueIn('ping'),
      poll: pollPing,
      failed: (problem) => onLost('public', problem),
      slept: () => {
        client.dropSockets()
        for (const target of targets) want(target, networkGrace)
        events.slept()
      },
    }),
    signed: scheduler.add({
      dueIn: () => (refusal === null ? dueIn(nextFeed()) : null),
      poll: () => pollFeed(nextFeed()),
      failed: (problem) => onLost('signed', problem),
      slept: () => undefined,
    }),
  }

  const refreshNow = (): Result<null, Problem> => {
    if (refusal !== null) return fail(refusal)
    const pause = pausedFor('signed') > 0 ? pauses.signed : null
    for (const target of targets) want(target)
    handles.public.wake()
    return pause === null ? ok(null) : fail(pause.problem)
  }

  return {
    refreshNow,
    refreshed: (): Promise<Result<null, Problem>> => {
      const started = refreshNow()
      if (!started.ok) return Promise.resolve(started)
      return new Promise((resolve) =>
        waiting.add({ missing: new Set(feeds), askedAt: ticks(), resolve }),
      )
    },
    setVisibility: (now: Visibility): void => {
      if (now === visibility) return
      visibility = now
      for (const feed of feeds) updateNearness(feed)
      notifyIntervals()
      handles.public.wake()
    },
    announced: (changed: readonly FeedName[]): void => {
      for (const feed of changed) {
        const { failures, denials } = states[feed]
        states[feed].announcedAt = ticks()
        if (failures === 0 && denials === 0) states[feed].changedAt ??= ticks()
      }
      handles.signed.wake()
    },
    readAgain: (feed: FeedName): void => {
      want(feed, announcedGap(feed))
      handles.signed.wake()
    },
    early: () => early,
    stop: (): void => {
      handles.public.remove()
      handles.signed.remove()
      endWaiting(stopped)
    },
  }
}
