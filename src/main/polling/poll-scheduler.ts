// One timer for everything that is polled for an account. Nobody would notice if it stopped, so the timer is always armed, a poll that
// never ends is given up, and an answer to what was asked before the computer slept does not count.
import type { Problem } from '../../shared/domain/problem.js'
import type { Clock, UnixSeconds, Timing } from '../../shared/time.js'

/** At most one poll of a job is under way. */
export type PollJob = {
  /** Seconds until the next poll; null while there is nothing to ask, or nobody to ask it of. */
  dueIn(): number | null
  /** What it resolves with is run only where the answer still counts: neither given up, nor from before a sleep, nor discarded. */
  poll(): Promise<() => void>
  /** No answer for three minutes, or a fault of ours. */
  failed(problem: Problem): void
  /** The computer slept, or its clock was set. What was under way is discarded already. */
  slept(): void
}

export type PollHandle = {
  /** Something changed: what is due by now is polled now. */
  wake(): void
  /** The answer to the poll under way is not wanted any more. */
  discard(): void
  isPolling(): boolean
  /** Ends the job. */
  remove(): void
}

export type PollScheduler = {
  add(job: PollJob): PollHandle
  /** The system reports that the computer woke up. Harmless where the sleep was noticed already. */
  resumed(): void
  /** Ends every job. Answers that come later are discarded. */
  close(): void
}

export type PollSchedulerPorts = {
  clock: Clock
  timing: Timing
  /** The computer slept, the process was stopped, or the clock was set; every job knows already. */
  slept?: () => void
}

/** Seconds between two runs at most: a longer gap means that the computer slept. */
export const longestIdle = 5
/** How far time may be off, in seconds, before it counts as sleep or as a changed clock. */
const allowedDrift = 10
/** A poll without an answer for so many seconds is given up; far beyond the client's own deadlines and retries. */
const pollTimeout = 180
/** A second report of a wake-up within so many seconds is of the same one. */
const sameWakeUp = 30

const noAnswer: Problem = { code: 'timeout', message: 'The exchange did not answer for three minutes. The call was given up.' }
const broken: Problem = { code: 'internal', message: 'Asking the exchange failed inside Plimsoll. It is tried again.' }

/** A moment by both clocks: ticks, here in seconds, stand still in sleep, and the wall clock can be set. */
export type Moment = { ticks: number; wall: UnixSeconds }

export const momentNow = ({ clock, timing }: { clock: Clock; timing: Timing }): Moment => ({ ticks: timing.ticks() / 1000, wall: clock() })

export const later = (now: Moment, seconds: number): Moment => ({ ticks: now.ticks + seconds, wall: now.wall + seconds })

/** Seconds until a moment is reached, which it is as soon as either clock says so. */
export const secondsUntil = (due: Moment, now: Moment): number => Math.min(due.ticks - now.ticks, due.wall - now.wall)

type Entry = { job: PollJob; running: { since: number } | null }

export const createPollScheduler = (ports: PollSchedulerPorts): PollScheduler => {
  const { clock, timing } = ports
  const ticks = (): number => timing.ticks() / 1000
  const entries = new Set<Entry>()
  let closed = false
  let cancelTimer: () => void = () => undefined
  let lastTick = ticks()
  let lastWall = clock()
  let wokeUpAt: number | null = null

  const wokeUp = (): void => {
    wokeUpAt = ticks()
    for (const entry of entries) entry.running = null
    for (const { job } of [...entries]) job.slept()
    ports.slept?.()
  }

  const detectSleep = (): void => {
    const ticked = ticks() - lastTick
    const drift = clock() - lastWall - ticked
    lastTick = ticks()
    lastWall = clock()
    if (ticked > longestIdle + allowedDrift || drift > allowedDrift || drift < -allowedDrift) wokeUp()
  }

  const settle = (entry: Entry, poll: Entry['running'], deliver: () => void): void => {
    if (!entries.has(entry)) return
    detectSleep()
    // Given up, discarded, or from before a sleep: a newer poll has taken its place, and its answer must not be overwritten.
    if (entry.running !== poll) return
    entry.running = null
    try {
      deliver()
    } finally {
      runDue()
    }
  }

  const start = (entry: Entry): void => {
    const poll = { since: ticks() }
    entry.running = poll
    void entry.job
      .poll()
      .catch(() => () => entry.job.failed(broken))
      .then((deliver) => settle(entry, poll, deliver))
  }

  const giveUpOverdue = (): void => {
    for (const entry of [...entries]) {
      if (entry.running === null || ticks() - entry.running.since < pollTimeout) continue
      entry.running = null
      entry.job.failed(noAnswer)
    }
  }

  const startDue = (): void => {
    for (const entry of [...entries]) {
      const due = entry.running === null && entries.has(entry) ? entry.job.dueIn() : null
      if (due !== null && due <= 0) start(entry)
    }
  }

  const untilNext = (): number => {
    const waits = [...entries].map(({ job, running }) => (running === null ? (job.dueIn() ?? longestIdle) : longestIdle))
    return Math.max(Math.min(longestIdle, ...waits), 0)
  }

  const arm = (): void => {
    cancelTimer()
    if (!closed) cancelTimer = timing.after(untilNext() * 1000, runDue)
  }

  const runDue = (): void => {
    if (closed) return
    try {
      detectSleep()
      giveUpOverdue()
      startDue()
    } finally {
      arm()
    }
  }

  arm()

  return {
    add: (job) => {
      const entry: Entry = { job, running: null }
      entries.add(entry)
      runDue()
      return {
        wake: runDue,
        discard: () => {
          entry.running = null
        },
        isPolling: () => entry.running !== null,
        remove: () => {
          entries.delete(entry)
          arm()
        },
      }
    },
    resumed: () => {
      if (closed) return
      detectSleep()
      if (wokeUpAt === null || ticks() - wokeUpAt > sameWakeUp) wokeUp()
      runDue()
    },
    close: () => {
      closed = true
      entries.clear()
      cancelTimer()
    },
  }
}
