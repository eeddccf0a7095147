import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createPollScheduler,
  defaultPause,
  effectiveVisibility,
  failureKind,
  intervalAfterFailures,
  intervalOf,
  later,
  longestPause,
  type Moment,
  pauseAfter,
  type PollJob,
  type PollTarget,
  secondsUntil,
  type Visibility,
} from '../../../src/main/polling/poll-scheduler.js'
import type { Problem } from '../../../src/shared/problem.js'
import { problem } from '../../support/fake-exchange-client.js'
import { createFakeClock, type FakeClock, settled } from '../../support/fake-clock.js'

const targets: readonly PollTarget[] = ['positions', 'balance', 'loan', 'ping']

function intervalsOn(visibility: Visibility) {
  return targets.map((target) => intervalOf(target, visibility))
}

describe('the intervals', () => {
  it('polls positions every 5 s, balance and loan every 15 s, and pings every 10 s', () => {
    expect(intervalsOn('screen')).toEqual([5, 15, 15, 10])
  })

  it('slows only what carries no risk in a hidden window', () => {
    expect(intervalsOn('hidden')).toEqual([5, 60, 15, 30])
  })

  it('polls positions and loan of a background account every 15 s, and the rest every minute', () => {
    expect(intervalsOn('background')).toEqual([15, 60, 15, 60])
  })

  it('keeps the foreground interval for what is near liquidation', () => {
    expect(
      (['screen', 'hidden', 'background'] as const).map((visibility) =>
        intervalOf('positions', effectiveVisibility(visibility, true)),
      ),
    ).toEqual([5, 5, 5])
    expect(effectiveVisibility('background', false)).toBe('background')
  })

  it('waits longer after each failure, and still retries positions and loan at least every 30 s', () => {
    expect(
      [0, 1, 2, 3, 4].map((failures) => intervalAfterFailures('positions', 'screen', failures)),
    ).toEqual([5, 10, 20, 30, 30])
    expect(
      [0, 1, 2, 9999].map((failures) => intervalAfterFailures('positions', 'background', failures)),
    ).toEqual([15, 30, 30, 30])
    expect(
      [0, 1, 2, 9999].map((failures) => intervalAfterFailures('loan', 'hidden', failures)),
    ).toEqual([15, 30, 30, 30])
    expect(
      [0, 1, 2, 3, 4].map((failures) => intervalAfterFailures('balance', 'screen', failures)),
    ).toEqual([15, 30, 60, 120, 120])
    expect([0, 5].map((failures) => intervalAfterFailures('ping', 'screen', failures))).toEqual([
      10, 10,
    ])
    expect([0, 5].map((failures) => intervalAfterFailures('ping', 'background', failures))).toEqual(
      [60, 60],
    )
  })

  it('never waits less after more failures', () => {
    const target = fc.constantFrom(...targets)
    const visibility = fc.constantFrom<Visibility>('screen', 'hidden', 'background')
    fc.assert(
      fc.property(target, visibility, fc.nat(50), (of, at, failures) => {
        expect(intervalAfterFailures(of, at, failures + 1)).toBeGreaterThanOrEqual(
          intervalAfterFailures(of, at, failures),
        )
      }),
    )
  })
})

describe('the meaning of a failure', () => {
  it('is classified by what has to stop', () => {
    const codes = [
      'bad-key-or-signature',
      'key-disabled',
      'no-permission',
      'b2b-only',
      'region-unavailable',
      'rate-limited',
      'timeout',
      'clock-wrong',
      'not-understood',
    ] as const
    expect(codes.map((code) => failureKind({ code }))).toEqual([
      'key-refused',
      'key-refused',
      'no-access',
      'no-access',
      'no-access',
      'slow-down',
      'unreachable',
      'other',
      'other',
    ])
  })

  it('respects the pause that the exchange requests, up to five minutes', () => {
    expect(pauseAfter(problem('exchange-trouble', { retryAt: 1040 }), 1000)).toBe(40)
    expect(pauseAfter(problem('rate-limited', { retryAt: 9999 }), 1000)).toBe(longestPause)
    expect(pauseAfter(problem('rate-limited', { retryAt: 900 }), 1000)).toBe(defaultPause)
    expect(pauseAfter(problem('rate-limited'), 1000)).toBe(defaultPause)
    expect(pauseAfter(problem('timeout'), 1000)).toBe(0)
  })
})

/**
 * A job that polls at this interval in seconds, whose answers arrive when the test says so or at
 * once.
 */
function aJob(time: FakeClock, every = 10) {
  const seen = {
    asked: [] as number[],
    delivered: [] as number[],
    failures: [] as Problem[],
    slept: 0,
  }
  const answers: ((value: number) => void)[] = []
  let at = time.timing.ticks() / 1000
  let held = false
  let breaks = false
  const job: PollJob = {
    dueIn: () => at - time.timing.ticks() / 1000,
    poll: async () => {
      seen.asked.push(time.clock())
      at = time.timing.ticks() / 1000 + every
      if (breaks) throw new Error('broken')
      const value = held
        ? await new Promise<number>((resolve) => answers.push(resolve))
        : seen.asked.length
      return () => seen.delivered.push(value)
    },
    failed: (problem) => seen.failures.push(problem),
    slept: () => {
      seen.slept += 1
      at = time.timing.ticks() / 1000
    },
  }
  return {
    job,
    seen,
    answers,
    hold: () => {
      held = true
    },
    break: () => {
      breaks = true
    },
  }
}

function setup() {
  const time = createFakeClock()
  let slept = 0
  const scheduler = createPollScheduler({
    clock: time.clock,
    timing: time.timing,
    slept: () => (slept += 1),
  })
  return { time, scheduler, slept: () => slept }
}

describe('polls', () => {
  it('run when due, each job by its own time, on one timer', async () => {
    const { time, scheduler } = setup()
    const [fast, slow] = [aJob(time, 10), aJob(time, 60)]
    scheduler.add(fast.job)
    scheduler.add(slow.job)
    await time.pass(60)
    expect(fast.seen.delivered).toHaveLength(7)
    expect(slow.seen.delivered).toHaveLength(2)
    expect(time.pending()).toBe(1)
  })

  it('run one at a time per job, and do not hold up others', async () => {
    const { time, scheduler } = setup()
    const [held, other] = [aJob(time), aJob(time)]
    held.hold()
    scheduler.add(held.job)
    scheduler.add(other.job)
    await time.pass(60)
    expect(held.seen.asked).toHaveLength(1)
    expect(other.seen.asked).toHaveLength(7)
  })

  it('are cancelled after three minutes without an answer, and drop a late one', async () => {
    const { time, scheduler } = setup()
    const one = aJob(time)
    one.hold()
    const handle = scheduler.add(one.job)
    expect(handle.isPolling()).toBe(true)
    await time.pass(185)
    expect(one.seen.failures).toMatchObject([{ code: 'timeout' }])
    expect(one.seen.asked).toHaveLength(2)
    one.answers[0]?.(1)
    await settled()
    expect(one.seen.delivered).toEqual([])
    one.answers[1]?.(2)
    await settled()
    expect(one.seen.delivered).toEqual([2])
  })

  it('fail and are repeated if our own code throws', async () => {
    const { time, scheduler } = setup()
    const one = aJob(time)
    one.break()
    scheduler.add(one.job)
    await time.pass(20)
    expect(one.seen.failures.map(({ code }) => code)).toEqual(['internal', 'internal', 'internal'])
  })

  it('deliver nothing once dropped', async () => {
    const { time, scheduler } = setup()
    const one = aJob(time)
    one.hold()
    const handle = scheduler.add(one.job)
    handle.discard()
    one.answers[0]?.(1)
    await settled()
    expect(one.seen.delivered).toEqual([])
    expect(handle.isPolling()).toBe(false)
  })
})

describe('a gap', () => {
  it.each([
    ['sleep', (time: FakeClock) => time.sleep(3600)],
    ['a stopped process', (time: FakeClock) => time.stall(3600)],
    ['a clock that was set back', (time: FakeClock) => time.setClock(-3600)],
  ])('%s: notifies every job once, and drops what was in progress', async (_what, happens) => {
    const { time, scheduler, slept } = setup()
    const [one, other] = [aJob(time), aJob(time)]
    one.hold()
    scheduler.add(one.job)
    scheduler.add(other.job)
    await time.pass(1)
    happens(time)
    await time.pass(6)
    expect([one.seen.slept, other.seen.slept, slept()]).toEqual([1, 1, 1])
    one.answers[0]?.(1)
    await settled()
    expect(one.seen.delivered).toEqual([])
    expect(one.seen.asked).toHaveLength(2)
  })

  it('counts once if the system reports it, even if it was noticed before', async () => {
    const { time, scheduler, slept } = setup()
    const one = aJob(time)
    scheduler.add(one.job)
    scheduler.resumed()
    scheduler.resumed()
    expect(slept()).toBe(1)
    await time.pass(31)
    scheduler.resumed()
    expect(slept()).toBe(2)
  })
})

describe('the end', () => {
  it('leaves no timer and accepts no answer', async () => {
    const { time, scheduler } = setup()
    const one = aJob(time)
    one.hold()
    scheduler.add(one.job)
    scheduler.close()
    one.answers[0]?.(1)
    await time.pass(600)
    expect(one.seen).toMatchObject({ delivered: [], failures: [] })
    expect(one.seen.asked).toHaveLength(1)
    expect(time.pending()).toBe(0)
  })

  it('of one job does not affect the others', async () => {
    const { time, scheduler } = setup()
    const [one, other] = [aJob(time), aJob(time)]
    const handle = scheduler.add(one.job)
    scheduler.add(other.job)
    await time.pass(5)
    handle.remove()
    await time.pass(20)
    expect(one.seen.asked).toHaveLength(1)
    expect(other.seen.asked).toHaveLength(3)
  })
})

it('never stops: polls every job within its time, whatever happens', async () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
    fc.record({
      kind: fc.constantFrom('sleep' as const, 'stall' as const, 'set' as const),
      seconds: fc.integer({ min: -5000, max: 90_000 }),
    }),
    fc.record({
      kind: fc.constantFrom('hold' as const, 'break' as const, 'resumed' as const),
      seconds: fc.constant(0),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
      const { time, scheduler } = setup()
      const jobs = [aJob(time, 7), aJob(time, 30)]
      for (const { job } of jobs) scheduler.add(job)
      for (const { kind, seconds } of events) {
        if (kind === 'pass') await time.pass(seconds)
        else if (kind === 'sleep') time.sleep(Math.abs(seconds))
        else if (kind === 'stall') time.stall(Math.abs(seconds))
        else if (kind === 'set') time.setClock(seconds)
        else if (kind === 'hold') jobs[0]?.hold()
        else if (kind === 'break') jobs[1]?.break()
        else scheduler.resumed()
      }
      const before = jobs.map(({ seen }) => seen.asked.length)
      await time.pass(400)
      jobs.forEach(({ seen }, at) => expect(seen.asked.length).toBeGreaterThan(before[at] ?? 0))
      expect(time.pending()).toBe(1)
      scheduler.close()
      expect(time.pending()).toBe(0)
    }),
    { numRuns: 60 },
  )
})

describe('a deadline', () => {
  const now: Moment = { ticks: 100, wall: 1000 }
  it('is reached as soon as either clock says so', () => {
    expect(secondsUntil(later(now, 30), now)).toBe(30)
    expect(secondsUntil(later(now, 30), { ticks: 100, wall: 1040 })).toBe(-10)
    expect(secondsUntil(later(now, 30), { ticks: 131, wall: 900 })).toBe(-1)
  })
})
