// What of one account is looked at when: two jobs of the account's scheduler, one for the ping and one for everything signed. A silent
// stop here is the one failure nobody would see, so every look, however it ends, leads to a next one.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { later, type Moment, momentNow, type PollHandle, secondsUntil } from '../polling/poll-scheduler.js'
import { type Feed, feeds, holdAfter, paceOf, seldom, type Shown, shownAs, type Subject, verdictOn, waitAfter } from './poll-plan.js'
import type { Answer, Fresh, Paces, PollerPorts } from './poller-ports.js'

export type Poller = {
  /** Looks at everything once, now. Says why not when the key is refused or the exchange asked for quiet. */
  refreshNow(): Result<null, Problem>
  setShown(shown: Shown): void
  /** Ends the looks at once. Answers that come later are dropped. */
  stop(): void
}

/** After waking up, the network gets this many seconds to come back. */
const grace = 2
/** Two looks at one thing are never closer than this, in seconds, however often a person presses Refresh. */
const closest = 1

type SubjectState = {
  /** When the newest look began and when it ended, in seconds of the ticks. */
  startedAt: number
  endedAt: number
  /** It is wanted by then, whatever its pace; null where its pace decides. */
  hurriedTo: number | null
  failures: number
  seldom: boolean
  /** Near a margin call or liquidation; only told apart in the background. */
  near: boolean
}

const neverAsked = (): SubjectState => ({
  startedAt: -Infinity,
  endedAt: -Infinity,
  hurriedTo: null,
  failures: 0,
  seldom: false,
  near: false,
})

/**
 * One ping and one signed call at a time. The exchange takes signed calls of one key one after another anyway, and so a refused key costs
 * exactly one request: the next is only sent once the one before was answered.
 */
type Queue = 'public' | 'signed'
type Hold = { until: Moment; problem: Problem }
type Outcome = Result<{ deliver: () => void; seldom: boolean }, Problem>

const subjects: readonly Subject[] = ['ping', ...feeds]
const queueOf = (subject: Subject): Queue => (subject === 'ping' ? 'public' : 'signed')
const laterOf = (one: number, other: number): number => (one > other ? one : other)

const outcomeOf = <T>(answer: Answer<T>, deliver: (fresh: Fresh<T>) => void, rare: (value: T) => boolean = () => false): Outcome =>
  answer.ok ? ok({ deliver: () => deliver(answer.value), seldom: rare(answer.value.value) }) : answer

export const startPoller = (ports: PollerPorts, shownAtStart: Shown): Poller => {
  const { client, scheduler, timing, events } = ports
  const ticks = (): number => timing.ticks() / 1000
  let shown = shownAtStart
  let key: 'unknown' | 'accepted' | 'refused' = 'unknown'
  let keyProblem: Problem | null = null
  let paces: Paces | null = null
  let offline = false

  const states: Record<Subject, SubjectState> = { ping: neverAsked(), positions: neverAsked(), loan: neverAsked(), balance: neverAsked() }
  const holds: Record<Queue, Hold | null> = { public: null, signed: null }
  /** What the newest look of each queue was for. */
  const asked: { public: 'ping'; signed: Feed } = { public: 'ping', signed: 'positions' }

  const judge = (feed: Feed): void => {
    states[feed].near = shown === 'background' && ports.isNear(feed)
  }

  const pace = (feed: Feed): number | null => {
    if (key === 'refused') return null
    const { failures, near, seldom: rare } = states[feed]
    if (!rare) return paceOf(feed, shownAs(shown, near))
    // A feed that failed for want of permission is as good as unwatched; one that answered "not enabled" is fresh for its ten minutes.
    return failures > 0 ? null : seldom
  }

  const tellPaces = (): void => {
    const next: Paces = { positions: pace('positions'), loan: pace('loan'), balance: pace('balance') }
    const changed = paces === null || feeds.some((feed) => paces?.[feed] !== next[feed])
    paces = next
    if (changed) events.paced(next)
  }

  const waitOf = (subject: Subject): number => {
    const { failures, near, seldom: rare } = states[subject]
    return rare ? seldom : waitAfter(subject, shownAs(shown, near), failures)
  }

  const dueAt = (subject: Subject): number => {
    const { startedAt, endedAt, hurriedTo } = states[subject]
    if (hurriedTo !== null) return laterOf(hurriedTo, startedAt + closest)
    return laterOf(startedAt + waitOf(subject), endedAt + closest)
  }

  /** Longest due first, so that a slow exchange starves nothing. */
  const nextFeed = (): Feed => feeds.reduce((first, feed) => (dueAt(feed) < dueAt(first) ? feed : first))

  const heldFor = (queue: Queue): number => {
    const hold = holds[queue]
    return hold === null ? 0 : laterOf(secondsUntil(hold.until, momentNow(ports)), 0)
  }

  const dueIn = (subject: Subject): number => laterOf(dueAt(subject) - ticks(), heldFor(queueOf(subject)))

  const hurry = (subject: Subject, seconds = 0): void => {
    states[subject].hurriedTo = ticks() + seconds
  }

  const accepted = (): void => {
    if (key !== 'unknown') return
    key = 'accepted'
    events.keyAccepted()
  }

  const landed = (subject: Subject, outcome: { deliver: () => void; seldom: boolean }): void => {
    states[subject].failures = 0
    states[subject].seldom = outcome.seldom
    holds[queueOf(subject)] = null
    if (subject === 'ping') {
      // The way is free again: what had backed off need not wait for the end of its wait.
      if (offline) for (const feed of feeds) if (states[feed].failures > 0 && !states[feed].seldom) hurry(feed)
      offline = false
      outcome.deliver()
      return
    }
    accepted()
    outcome.deliver()
    judge(subject)
    tellPaces()
  }

  const failed = (subject: Subject, problem: Problem): void => {
    const verdict = verdictOn(problem)
    states[subject].failures += 1
    states[subject].seldom = verdict === 'not-for-this-key'
    const quiet = holdAfter(problem, ports.clock())
    holds[queueOf(subject)] = quiet > 0 ? { until: later(momentNow(ports), quiet), problem } : null
    if (subject === 'ping') {
      offline = true
      events.pinged(fail(problem))
      return
    }
    if (verdict === 'key-refused') {
      key = 'refused'
      keyProblem = problem
      tellPaces()
      events.keyRefused(problem)
      return
    }
    if (verdict === 'not-for-this-key') accepted()
    if (verdict === 'out-of-reach') hurry('ping')
    tellPaces()
    events.failed(subject, problem)
  }

  const ended = (subject: Subject, outcome: Outcome): void => {
    states[subject].endedAt = ticks()
    states[subject].hurriedTo = null
    if (outcome.ok) landed(subject, outcome.value)
    else failed(subject, outcome.error)
  }

  const ask: Record<Subject, () => Promise<Outcome>> = {
    ping: async () => {
      const answer = await client.ping()
      return outcomeOf(answer, () => events.pinged(answer))
    },
    positions: async () => outcomeOf(await client.openPositions(), (answer) => events.positions(answer)),
    loan: async () =>
      outcomeOf(
        await client.creditLine(),
        (answer) => events.loan(answer),
        (answer) => answer.kind === 'not-enabled',
      ),
    balance: async () => outcomeOf(await client.mainBalance(), (answer) => events.balance(answer)),
  }

  const look = async (subject: Subject): Promise<() => void> => {
    states[subject].startedAt = ticks()
    const outcome = await ask[subject]()
    return () => ended(subject, outcome)
  }

  const lost = (queue: Queue, problem: Problem): void => {
    if (problem.code !== 'timeout') {
      ended(asked[queue], fail(problem))
      return
    }
    // Connections that swallowed one call are dead for the other, too.
    client.dropSockets()
    const both: Queue[] = ['public', 'signed']
    const dead = both.filter((one) => one === queue || handles[one].looking())
    for (const one of dead) {
      handles[one].drop()
      ended(asked[one], fail(problem))
    }
  }

  for (const feed of feeds) judge(feed)
  tellPaces()

  // In the order in which they are asked first. Both sleep and wake together, so one of them says it.
  const handles: Record<Queue, PollHandle> = {
    public: scheduler.add({
      dueIn: () => dueIn('ping'),
      look: () => look('ping'),
      lost: (problem) => lost('public', problem),
      slept: () => {
        client.dropSockets()
        for (const subject of subjects) hurry(subject, grace)
        events.slept()
      },
    }),
    signed: scheduler.add({
      dueIn: () => (key === 'refused' ? null : dueIn(nextFeed())),
      look: () => {
        asked.signed = nextFeed()
        return look(asked.signed)
      },
      lost: (problem) => lost('signed', problem),
      slept: () => undefined,
    }),
  }

  return {
    refreshNow: () => {
      if (keyProblem !== null) return fail(keyProblem)
      const hold = heldFor('signed') > 0 ? holds.signed : null
      for (const subject of subjects) hurry(subject)
      handles.public.wake()
      return hold === null ? ok(null) : fail(hold.problem)
    },
    setShown: (now) => {
      if (now === shown) return
      shown = now
      for (const feed of feeds) judge(feed)
      tellPaces()
      handles.public.wake()
    },
    stop: () => {
      handles.public.remove()
      handles.signed.remove()
    },
  }
}
