// Polls one account: two jobs of its scheduler, one for the ping and one for everything signed. Nobody would notice if it stopped, so
// every poll, however it ends, leads to a next one.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import {
  effectiveVisibility,
  failureKind,
  type FeedName,
  feeds,
  type FeedValues,
  intervalAfterFailures,
  intervalOf,
  noAccessInterval,
  pauseAfter,
  type PollTarget,
  type Visibility,
} from '../polling/poll-plan.js'
import { later, type Moment, momentNow, type PollHandle, type PollScheduler, secondsUntil } from '../polling/poll-scheduler.js'
import type { Answer, Fresh, PollIntervals } from './portfolio.js'

export type PolledClient = {
  ping(): Promise<Answer<{ ms: number }>>
  openPositions(): Promise<Answer<FeedValues['positions']>>
  creditLine(): Promise<Answer<FeedValues['loan']>>
  mainBalance(): Promise<Answer<FeedValues['balance']>>
  /** After a sleep open connections are dead, and waiting for them costs a deadline each. */
  dropSockets(): void
}

export type PollerEvents = {
  pinged(answer: Answer<{ ms: number }>): void
  answered<F extends FeedName>(feed: F, fresh: Fresh<FeedValues[F]>): void
  failed(feed: FeedName, problem: Problem): void
  intervalsChanged(intervals: PollIntervals): void
  /** Called once. */
  keyAccepted(): void
  /** Called once; nothing signed is sent with the key any more. */
  keyRefused(problem: Problem): void
  /** The computer slept, or its clock jumped. */
  slept(): void
}

export type PollerPorts = {
  client: PolledClient
  clock: Clock
  timing: Timing
  scheduler: PollScheduler
  /** Whether what is known of the feed is near a margin call or liquidation. Only asked in the background, after each answer. */
  isNear(feed: FeedName): boolean
  events: PollerEvents
}

export type Poller = {
  /** Polls everything once, now. Fails with the reason when the key is refused or the exchange asked to wait. */
  refreshNow(): Result<null, Problem>
  setVisibility(visibility: Visibility): void
  /** Answers that come later are dropped. */
  stop(): void
}

/** Seconds after waking up in which the network may come back. */
const networkGrace = 2
/** Seconds between two polls of one target at least, however often a person presses Refresh. */
const shortestGap = 1

type TargetState = {
  /** When the newest poll began and when it ended, in seconds of the ticks. */
  startedAt: number
  endedAt: number
  /** It is wanted by then, whatever its interval. */
  wantedAt: number | null
  failures: number
  /** This key may not read it. */
  noAccess: boolean
  /** Near a margin call or liquidation; only determined in the background. */
  near: boolean
}

const neverPolled = (): TargetState => ({
  startedAt: -Infinity,
  endedAt: -Infinity,
  wantedAt: null,
  failures: 0,
  noAccess: false,
  near: false,
})

/**
 * One ping and one signed call at a time. The exchange takes signed calls of one key one after another anyway, and so a refused key costs
 * exactly one request: the next is only sent once the one before was answered.
 */
type Queue = 'public' | 'signed'
type Pause = { until: Moment; problem: Problem }
type Outcome = Result<{ deliver: () => void; noAccess: boolean }, Problem>

const targets: readonly PollTarget[] = ['ping', ...feeds]
const queueOf = (target: PollTarget): Queue => (target === 'ping' ? 'public' : 'signed')

const outcomeOf = <T>(answer: Answer<T>, deliver: (fresh: Fresh<T>) => void, noAccess: (value: T) => boolean = () => false): Outcome =>
  answer.ok ? ok({ deliver: () => deliver(answer.value), noAccess: noAccess(answer.value.value) }) : answer

export const startPoller = (ports: PollerPorts, visibilityAtStart: Visibility): Poller => {
  const { client, scheduler, timing, events } = ports
  const ticks = (): number => timing.ticks() / 1000
  let visibility = visibilityAtStart
  let key: 'unknown' | 'accepted' | 'refused' = 'unknown'
  let keyProblem: Problem | null = null
  let intervals: PollIntervals | null = null
  let offline = false

  const states: Record<PollTarget, TargetState> = {
    ping: neverPolled(),
    positions: neverPolled(),
    loan: neverPolled(),
    balance: neverPolled(),
  }
  const pauses: Record<Queue, Pause | null> = { public: null, signed: null }
  /** What the newest poll of each queue was for. */
  const polled: { public: 'ping'; signed: FeedName } = { public: 'ping', signed: 'positions' }

  const updateNearness = (feed: FeedName): void => {
    states[feed].near = visibility === 'background' && ports.isNear(feed)
  }

  const shownInterval = (feed: FeedName): number | null => {
    if (key === 'refused') return null
    const { failures, near, noAccess } = states[feed]
    if (!noAccess) return intervalOf(feed, effectiveVisibility(visibility, near))
    // A feed that failed for want of permission is as good as unmonitored; one that answered "not enabled" is fresh for its ten minutes.
    return failures > 0 ? null : noAccessInterval
  }

  const notifyIntervals = (): void => {
    const next: PollIntervals = { positions: shownInterval('positions'), loan: shownInterval('loan'), balance: shownInterval('balance') }
    const changed = intervals === null || feeds.some((feed) => intervals?.[feed] !== next[feed])
    intervals = next
    if (changed) events.intervalsChanged(next)
  }

  const dueAt = (target: PollTarget): number => {
    const { startedAt, endedAt, wantedAt, failures, near, noAccess } = states[target]
    if (wantedAt !== null) return Math.max(wantedAt, startedAt + shortestGap)
    const wait = noAccess ? noAccessInterval : intervalAfterFailures(target, effectiveVisibility(visibility, near), failures)
    return Math.max(startedAt + wait, endedAt + shortestGap)
  }

  /** Longest due first, so that a slow exchange starves nothing. */
  const nextFeed = (): FeedName => feeds.reduce((first, feed) => (dueAt(feed) < dueAt(first) ? feed : first))

  const pausedFor = (queue: Queue): number => {
    const pause = pauses[queue]
    return pause === null ? 0 : Math.max(secondsUntil(pause.until, momentNow(ports)), 0)
  }

  const dueIn = (target: PollTarget): number => Math.max(dueAt(target) - ticks(), pausedFor(queueOf(target)))

  const want = (target: PollTarget, inSeconds = 0): void => {
    states[target].wantedAt = ticks() + inSeconds
  }

  const noteAccepted = (): void => {
    if (key !== 'unknown') return
    key = 'accepted'
    events.keyAccepted()
  }

  const onAnswer = (target: PollTarget, answer: { deliver: () => void; noAccess: boolean }): void => {
    states[target].failures = 0
    states[target].noAccess = answer.noAccess
    pauses[queueOf(target)] = null
    if (target === 'ping') {
      // The exchange is reachable again: what had backed off need not wait any longer.
      if (offline) for (const feed of feeds) if (states[feed].failures > 0 && !states[feed].noAccess) want(feed)
      offline = false
      answer.deliver()
      return
    }
    noteAccepted()
    answer.deliver()
    updateNearness(target)
    notifyIntervals()
  }

  const onFailure = (target: PollTarget, problem: Problem): void => {
    const kind = failureKind(problem)
    states[target].failures += 1
    states[target].noAccess = kind === 'no-access'
    const seconds = pauseAfter(problem, ports.clock())
    pauses[queueOf(target)] = seconds > 0 ? { until: later(momentNow(ports), seconds), problem } : null
    if (target === 'ping') {
      offline = true
      events.pinged(fail(problem))
      return
    }
    if (kind === 'key-refused') {
      key = 'refused'
      keyProblem = problem
      notifyIntervals()
      events.keyRefused(problem)
      return
    }
    if (kind === 'no-access') noteAccepted()
    if (kind === 'unreachable') want('ping')
    notifyIntervals()
    events.failed(target, problem)
  }

  const onOutcome = (target: PollTarget, outcome: Outcome): void => {
    states[target].endedAt = ticks()
    states[target].wantedAt = null
    if (outcome.ok) onAnswer(target, outcome.value)
    else onFailure(target, outcome.error)
  }

  const request: Record<PollTarget, () => Promise<Outcome>> = {
    ping: async () => {
      const answer = await client.ping()
      return outcomeOf(answer, () => events.pinged(answer))
    },
    positions: async () => outcomeOf(await client.openPositions(), (fresh) => events.answered('positions', fresh)),
    loan: async () =>
      outcomeOf(
        await client.creditLine(),
        (fresh) => events.answered('loan', fresh),
        ({ kind }) => kind === 'not-enabled',
      ),
    balance: async () => outcomeOf(await client.mainBalance(), (fresh) => events.answered('balance', fresh)),
  }

  const poll = async (target: PollTarget): Promise<() => void> => {
    states[target].startedAt = ticks()
    const outcome = await request[target]()
    return () => onOutcome(target, outcome)
  }

  const onLost = (queue: Queue, problem: Problem): void => {
    if (problem.code !== 'timeout') {
      onOutcome(polled[queue], fail(problem))
      return
    }
    // Connections that swallowed one call are dead for the other, too.
    client.dropSockets()
    const both: Queue[] = ['public', 'signed']
    const dead = both.filter((one) => one === queue || handles[one].isPolling())
    for (const one of dead) {
      handles[one].discard()
      onOutcome(polled[one], fail(problem))
    }
  }

  for (const feed of feeds) updateNearness(feed)
  notifyIntervals()

  // In the order in which they are polled first. Both sleep and wake together, so only one of them reports it.
  const handles: Record<Queue, PollHandle> = {
    public: scheduler.add({
      dueIn: () => dueIn('ping'),
      poll: () => poll('ping'),
      failed: (problem) => onLost('public', problem),
      slept: () => {
        client.dropSockets()
        for (const target of targets) want(target, networkGrace)
        events.slept()
      },
    }),
    signed: scheduler.add({
      dueIn: () => (key === 'refused' ? null : dueIn(nextFeed())),
      poll: () => {
        polled.signed = nextFeed()
        return poll(polled.signed)
      },
      failed: (problem) => onLost('signed', problem),
      slept: () => undefined,
    }),
  }

  return {
    refreshNow: () => {
      if (keyProblem !== null) return fail(keyProblem)
      const pause = pausedFor('signed') > 0 ? pauses.signed : null
      for (const target of targets) want(target)
      handles.public.wake()
      return pause === null ? ok(null) : fail(pause.problem)
    },
    setVisibility: (now) => {
      if (now === visibility) return
      visibility = now
      for (const feed of feeds) updateNearness(feed)
      notifyIntervals()
      handles.public.wake()
    },
    stop: () => {
      handles.public.remove()
      handles.signed.remove()
    },
  }
}
