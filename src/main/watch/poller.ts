// The watch itself. A silent stop here is the one failure nobody would see, so there is a single timer that is always armed, every
// look ends in a new due time, and a look that never ends is given up.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type Feed, feeds, holdAfter, paceOf, seldom, type Subject, verdictOn, waitAfter } from './poll-plan.js'
import type { Answer, Fresh, Paces, PollerPorts } from './poller-ports.js'

export type Poller = {
  /** Looks at everything once, now. Says why not when the key is refused or the exchange asked for quiet. */
  refreshNow(): Result<null, Problem>
  setHidden(hidden: boolean): void
  /** The system says that the computer woke up. Harmless where the gap was noticed already. */
  resumed(): void
  /** Ends the watch at once. Answers that come later are dropped. */
  stop(): void
}

/** The longest the poller goes without waking up, in seconds: a longer gap means that the computer slept. */
const beat = 5
/** How far time may be off, in seconds, before it counts as sleep or as a changed clock. */
const gapAllowed = 10
/** After waking up, the network gets this many seconds to come back. */
const grace = 2
/** A look without an answer for this many seconds is given up; far beyond the client's own deadlines and retries. */
const overdue = 180
/** Two looks at one thing are never closer than this, in seconds, however often a person presses Refresh. */
const closest = 1
/** A second notice of the same awakening within so many seconds is not a second awakening. */
const sameAwakening = 30

type Line = { dueAt: number; startedAt: number; failures: number; seldom: boolean }
type Look = { subject: Subject; since: number }
/** A wait that ends as soon as either clock says so: ticks stand still in sleep, the wall clock can be set back. */
type Hold = { ticks: number; wall: UnixSeconds; problem: Problem }
type Outcome = Result<{ deliver: () => void; seldom: boolean }, Problem>

export const startPoller = (ports: PollerPorts, startsHidden = false): Poller => {
  const { clock, timing, hear } = ports
  const ticks = (): number => timing.ticks() / 1000
  let hidden = startsHidden
  let stopped = false
  let key: 'unknown' | 'accepted' | 'refused' = 'unknown'
  let keyProblem: Problem | null = null
  let cancelTimer: () => void = () => undefined
  let lastTick = ticks()
  let lastWall = clock()
  let awokeAt: number | null = null
  let paces: Paces | null = null
  let offline = false

  const line = (): Line => ({ dueAt: ticks(), startedAt: ticks() - closest, failures: 0, seldom: false })
  const lines: Record<Subject, Line> = { ping: line(), positions: line(), loan: line(), balance: line() }

  // One ping and one signed call at a time. The exchange takes signed calls of one key one after another anyway, and so a refused
  // key costs exactly one request: the next is only sent once the one before was answered.
  const lanes: Record<'public' | 'signed', { look: Look | null; hold: Hold | null }> = {
    public: { look: null, hold: null },
    signed: { look: null, hold: null },
  }
  const laneOf = (subject: Subject): keyof typeof lanes => (subject === 'ping' ? 'public' : 'signed')

  const outcomeOf = <T>(answer: Answer<T>, deliver: (fresh: Fresh<T>) => void, rare: (value: T) => boolean = () => false): Outcome =>
    answer.ok ? ok({ deliver: () => deliver(answer.value), seldom: rare(answer.value.value) }) : answer

  const looks: Record<Subject, () => Promise<Outcome>> = {
    ping: async () => {
      const answer = await ports.client.ping()
      return outcomeOf(answer, () => hear.pinged(answer))
    },
    positions: async () => outcomeOf(await ports.client.openPositions(), (fresh) => hear.positions(fresh)),
    loan: async () =>
      outcomeOf(
        await ports.client.creditLine(),
        (fresh) => hear.loan(fresh),
        (answer) => answer.kind === 'not-enabled',
      ),
    balance: async () => outcomeOf(await ports.client.mainBalance(), (fresh) => hear.balance(fresh)),
  }

  const sayPaces = (): void => {
    const every = (feed: Feed): number | null => (key === 'refused' ? null : lines[feed].seldom ? seldomPace(feed) : paceOf(feed, hidden))
    const next: Paces = { positions: every('positions'), loan: every('loan'), balance: every('balance') }
    const changed = paces === null || feeds.some((feed) => paces?.[feed] !== next[feed])
    paces = next
    if (changed) hear.paced(next)
  }

  // A feed that failed for want of permission is as good as unwatched; one that answered "not enabled" is fresh for its ten minutes.
  const seldomPace = (feed: Feed): number | null => (lines[feed].failures > 0 ? null : seldom)

  const held = (lane: keyof typeof lanes): Hold | null => {
    const { hold } = lanes[lane]
    return hold !== null && ticks() < hold.ticks && clock() < hold.wall ? hold : null
  }

  const waitOf = (subject: Subject): number => (lines[subject].seldom ? seldom : waitAfter(subject, hidden, lines[subject].failures))

  const schedule = (subject: Subject): void => {
    const soonest = ticks() + closest
    const due = lines[subject].startedAt + waitOf(subject)
    lines[subject].dueAt = due > soonest ? due : soonest
  }

  const hurry = (subject: Subject, seconds = 0): void => {
    const soonest = lines[subject].startedAt + closest
    const due = ticks() + seconds
    lines[subject].dueAt = due > soonest ? due : soonest
  }

  /** Sleep, a stopped process, or a clock that was set: everything known is from before it, and everything under way is dead. */
  const awake = (): void => {
    awokeAt = ticks()
    lanes.public.look = null
    lanes.signed.look = null
    ports.dropSockets()
    for (const subject of ['ping', ...feeds] as const) hurry(subject, grace)
    hear.slept()
  }

  const noticeGap = (): void => {
    const ticked = ticks() - lastTick
    const drift = clock() - lastWall - ticked
    lastTick = ticks()
    lastWall = clock()
    if (ticked > beat + gapAllowed || drift > gapAllowed || drift < -gapAllowed) awake()
  }

  const accepted = (): void => {
    if (key !== 'unknown') return
    key = 'accepted'
    hear.keyAccepted()
  }

  const landed = (subject: Subject, outcome: { deliver: () => void; seldom: boolean }): void => {
    lines[subject].failures = 0
    lines[subject].seldom = outcome.seldom
    lanes[laneOf(subject)].hold = null
    schedule(subject)
    if (subject === 'ping') {
      // The way is free again: what had backed off need not wait for the end of its wait.
      if (offline) for (const feed of feeds) if (lines[feed].failures > 0 && !lines[feed].seldom) hurry(feed)
      offline = false
    } else accepted()
    sayPaces()
    outcome.deliver()
  }

  const failed = (subject: Subject, problem: Problem): void => {
    const verdict = verdictOn(problem)
    lines[subject].failures += 1
    lines[subject].seldom = verdict === 'not-for-this-key'
    const quiet = holdAfter(problem, clock())
    lanes[laneOf(subject)].hold = quiet > 0 ? { ticks: ticks() + quiet, wall: clock() + quiet, problem } : null
    schedule(subject)
    if (subject === 'ping') {
      offline = true
      hear.pinged(fail(problem))
      return
    }
    if (verdict === 'key-refused') {
      key = 'refused'
      keyProblem = problem
      sayPaces()
      hear.keyRefused(problem)
      return
    }
    if (verdict === 'not-for-this-key') accepted()
    if (verdict === 'out-of-reach') hurry('ping')
    sayPaces()
    hear.failed(subject, problem)
  }

  const settle = (look: Look, outcome: Outcome): void => {
    if (stopped) return
    noticeGap()
    const lane = lanes[laneOf(look.subject)]
    // Given up, or from before a sleep: newer looks have taken its place, and it must not overwrite what they bring.
    if (lane.look !== look) return
    lane.look = null
    try {
      if (outcome.ok) landed(look.subject, outcome.value)
      else failed(look.subject, outcome.error)
    } finally {
      turn()
    }
  }

  const look = (subject: Subject): void => {
    const started: Look = { subject, since: ticks() }
    lines[subject].startedAt = started.since
    lanes[laneOf(subject)].look = started
    const broken = (): Outcome => fail({ code: 'internal', message: 'Checking the exchange failed inside Plimsoll. It is tried again.' })
    void looks[subject]()
      .catch(broken)
      .then((outcome) => settle(started, outcome))
  }

  const giveUpOverdue = (): void => {
    const late = [lanes.public.look, lanes.signed.look].filter((one) => one !== null && ticks() - one.since >= overdue)
    if (late.length === 0) return
    ports.dropSockets()
    for (const one of [lanes.public.look, lanes.signed.look]) {
      if (one === null) continue
      lanes[laneOf(one.subject)].look = null
      failed(one.subject, { code: 'timeout', message: 'The exchange did not answer for three minutes. The call was given up.' })
    }
  }

  const dueFeed = (): Feed | null => {
    const due = feeds.filter((feed) => lines[feed].dueAt <= ticks())
    // Longest due first, so that a slow exchange starves nothing.
    return due.reduce<Feed | null>((first, feed) => (first === null || lines[feed].dueAt < lines[first].dueAt ? feed : first), null)
  }

  const startDue = (): void => {
    if (lanes.public.look === null && held('public') === null && lines.ping.dueAt <= ticks()) look('ping')
    if (key === 'refused' || lanes.signed.look !== null || held('signed') !== null) return
    const feed = dueFeed()
    if (feed !== null) look(feed)
  }

  const untilNext = (): number => {
    const waits = [beat]
    const consider = (lane: keyof typeof lanes, dueAt: number): void => {
      if (lanes[lane].look !== null) return
      const hold = held(lane)
      waits.push((hold !== null && hold.ticks > dueAt ? hold.ticks : dueAt) - ticks())
    }
    consider('public', lines.ping.dueAt)
    if (key !== 'refused') for (const feed of feeds) consider('signed', lines[feed].dueAt)
    const shortest = waits.reduce((least, wait) => (wait < least ? wait : least), beat)
    return shortest > 0 ? shortest : 0
  }

  const turn = (): void => {
    if (stopped) return
    try {
      noticeGap()
      giveUpOverdue()
      startDue()
    } finally {
      arm()
    }
  }

  const arm = (): void => {
    cancelTimer()
    if (!stopped) cancelTimer = timing.after(untilNext() * 1000, turn)
  }

  sayPaces()
  turn()

  return {
    refreshNow: () => {
      if (keyProblem !== null) return fail(keyProblem)
      const hold = held('signed')
      for (const subject of ['ping', ...feeds] as const) hurry(subject)
      turn()
      return hold === null ? ok(null) : fail(hold.problem)
    },
    setHidden: (now) => {
      if (stopped || now === hidden) return
      hidden = now
      for (const subject of ['ping', ...feeds] as const) schedule(subject)
      sayPaces()
      turn()
    },
    resumed: () => {
      if (stopped) return
      noticeGap()
      if (awokeAt === null || ticks() - awokeAt > sameAwakening) awake()
      turn()
    },
    stop: () => {
      stopped = true
      cancelTimer()
    },
  }
}
