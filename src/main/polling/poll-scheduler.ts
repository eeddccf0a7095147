// When an account's exchange is asked: one timer for everything that is polled. A silent stop here is the one failure nobody would see,
// so the timer is always armed, a look that never ends is given up, and what was asked before a sleep is never taken for an answer.
import type { Problem } from '../../shared/domain/problem.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'

/** Time that only moves forward, whatever happens to the wall clock; it may stand still while the computer sleeps. */
export type Timing = {
  /** Milliseconds since some fixed moment. */
  ticks(): number
  /** Runs `act` once after `ms`; gives back what cancels it. */
  after(ms: number, act: () => void): () => void
}

/** Something that is asked again and again. One look at a time is under way. */
export type PollJob = {
  /** Seconds until the next look; null while there is nothing to ask, or nobody to ask it of. */
  dueIn(): number | null
  /** Asks. What it resolves with is run only where the answer still counts: neither given up, nor from before a sleep, nor dropped. */
  look(): Promise<() => void>
  /** The look that was under way brought nothing: no answer for three minutes, or a fault of ours. */
  lost(problem: Problem): void
  /** The computer slept, or its clock was set. What was under way is dropped already. */
  slept(): void
}

export type PollHandle = {
  /** Something changed: what is due by now is asked now. */
  wake(): void
  /** Whatever the look under way brings is not wanted any more. */
  drop(): void
  looking(): boolean
  /** Ends the job. */
  remove(): void
}

export type PollScheduler = {
  add(job: PollJob): PollHandle
  /** The system says that the computer woke up. Harmless where the gap was noticed already. */
  resumed(): void
  /** Ends every job. Answers that come later are dropped. */
  close(): void
}

export type PollSchedulerPorts = {
  clock: Clock
  timing: Timing
  /** The computer slept, the process was stopped, or the clock was set; every job knows already. */
  slept?: () => void
}

/** The longest it goes without waking up, in seconds: a longer gap means that the computer slept. */
export const tick = 5
/** How far time may be off, in seconds, before it counts as sleep or as a changed clock. */
const gapAllowed = 10
/** A look without an answer for so many seconds is given up; far beyond the client's own deadlines and retries. */
const overdue = 180
/** A second notice of the same awakening within so many seconds is not a second awakening. */
const sameAwakening = 30

const noAnswer: Problem = { code: 'timeout', message: 'The exchange did not answer for three minutes. The call was given up.' }
const broken: Problem = { code: 'internal', message: 'Asking the exchange failed inside Plimsoll. It is tried again.' }

/** A moment by both clocks: ticks, here in seconds, stand still in sleep, and the wall clock can be set. */
export type Moment = { ticks: number; wall: UnixSeconds }

export const momentNow = ({ clock, timing }: { clock: Clock; timing: Timing }): Moment => ({ ticks: timing.ticks() / 1000, wall: clock() })

export const later = (now: Moment, seconds: number): Moment => ({ ticks: now.ticks + seconds, wall: now.wall + seconds })

/** Seconds until a moment is reached, which it is as soon as either clock says so. */
export const secondsUntil = (due: Moment, now: Moment): number => {
  const [ticks, wall] = [due.ticks - now.ticks, due.wall - now.wall]
  return ticks < wall ? ticks : wall
}

type Entry = { job: PollJob; look: { since: number } | null }

export const createPollScheduler = (ports: PollSchedulerPorts): PollScheduler => {
  const { clock, timing } = ports
  const ticks = (): number => timing.ticks() / 1000
  const entries = new Set<Entry>()
  let closed = false
  let cancelTimer: () => void = () => undefined
  let lastTick = ticks()
  let lastWall = clock()
  let awokeAt: number | null = null

  const awake = (): void => {
    awokeAt = ticks()
    for (const entry of entries) entry.look = null
    for (const { job } of [...entries]) job.slept()
    ports.slept?.()
  }

  const noticeGap = (): void => {
    const ticked = ticks() - lastTick
    const drift = clock() - lastWall - ticked
    lastTick = ticks()
    lastWall = clock()
    if (ticked > tick + gapAllowed || drift > gapAllowed || drift < -gapAllowed) awake()
  }

  const settle = (entry: Entry, look: Entry['look'], deliver: () => void): void => {
    if (!entries.has(entry)) return
    noticeGap()
    // Given up, dropped, or from before a sleep: newer looks have taken its place, and it must not overwrite what they bring.
    if (entry.look !== look) return
    entry.look = null
    try {
      deliver()
    } finally {
      turn()
    }
  }

  const start = (entry: Entry): void => {
    const look = { since: ticks() }
    entry.look = look
    void entry.job
      .look()
      .catch(() => () => entry.job.lost(broken))
      .then((deliver) => settle(entry, look, deliver))
  }

  const giveUpOverdue = (): void => {
    for (const entry of [...entries]) {
      if (entry.look === null || ticks() - entry.look.since < overdue) continue
      entry.look = null
      entry.job.lost(noAnswer)
    }
  }

  const startDue = (): void => {
    for (const entry of [...entries]) {
      const due = entry.look === null && entries.has(entry) ? entry.job.dueIn() : null
      if (due !== null && due <= 0) start(entry)
    }
  }

  const untilNext = (): number => {
    let shortest = tick
    for (const { job, look } of entries) {
      const due = look === null ? job.dueIn() : null
      if (due !== null && due < shortest) shortest = due
    }
    return shortest > 0 ? shortest : 0
  }

  const arm = (): void => {
    cancelTimer()
    if (!closed) cancelTimer = timing.after(untilNext() * 1000, turn)
  }

  const turn = (): void => {
    if (closed) return
    try {
      noticeGap()
      giveUpOverdue()
      startDue()
    } finally {
      arm()
    }
  }

  arm()

  return {
    add: (job) => {
      const entry: Entry = { job, look: null }
      entries.add(entry)
      turn()
      return {
        wake: turn,
        drop: () => {
          entry.look = null
        },
        looking: () => entry.look !== null,
        remove: () => {
          entries.delete(entry)
          arm()
        },
      }
    },
    resumed: () => {
      if (closed) return
      noticeGap()
      if (awokeAt === null || ticks() - awokeAt > sameAwakening) awake()
      turn()
    },
    close: () => {
      closed = true
      entries.clear()
      cancelTimer()
    },
  }
}
