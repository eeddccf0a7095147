import { describe, expect, it } from 'vitest'
import {
  type Retry,
  type Attempt,
  backoffMs,
  createCircuitBreaker,
  withRetries,
} from '../../../src/main/exchange/retry.js'
import type { Problem } from '../../../src/shared/problem.js'
import { fail, ok } from '../../../src/shared/result.js'
import { createFakeClock } from '../../support/fake-clock.js'

const trouble: Problem = { code: 'exchange-trouble', message: 'It has trouble.' }

function setup(plan: (Retry | 'fine')[], random = 0.5) {
  const time = createFakeClock(1_000_000)
  const stop = new AbortController()
  const began = time.timing.ticks()
  const tried: number[] = []
  const paused: number[] = []
  const pausedFor = new Set<Problem>()
  const attempt = (): Promise<Attempt<string>> => {
    tried.push(Math.round(time.timing.ticks() - began))
    const step = plan[tried.length - 1] ?? 'fine'
    return Promise.resolve(
      step === 'fine'
        ? { result: ok('answer'), retry: { kind: 'no' } }
        : { result: fail(trouble), retry: step },
    )
  }
  const outcome = withRetries(attempt, {
    timing: time.timing,
    clock: time.clock,
    random: () => random,
    stop: stop.signal,
    pauseHost: (ms, problem) => {
      paused.push(ms)
      pausedFor.add(problem)
    },
    maxWait: 10_000,
  })
  return { time, stop, tried, paused, pausedFor, outcome }
}

const later: Retry = { kind: 'backoff' }

describe('attempts', () => {
  it('RTL-3 are three at most, with full jitter in between', async () => {
    const { time, tried, outcome } = setup([later, later, later, later])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: false, error: trouble })
    expect(tried).toEqual([0, 500, 1500])
  })

  it('RTL-3 end with the first good answer', async () => {
    const { time, tried, outcome } = setup([later, 'fine', 'fine'])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: true, value: 'answer' })
    expect(tried).toHaveLength(2)
  })

  it('are limited to one if a retry cannot help', async () => {
    const { time, tried, outcome } = setup([{ kind: 'no' }])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: false, error: trouble })
    expect(tried).toEqual([0])
  })

  it('RTL-3 wait as long as the exchange asks, and make calls with the same limit wait', async () => {
    const { time, tried, paused, outcome } = setup([
      { kind: 'pause', ms: 4000 },
      { kind: 'pause', ms: 2500 },
    ])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: true, value: 'answer' })
    expect(tried).toEqual([0, 4000, 6500])
    expect(paused).toEqual([4000, 2500])
  })

  it('RTL-3 are abandoned if the exchange asks for longer than anybody waits, saying until when', async () => {
    const { time, tried, paused, pausedFor, outcome } = setup([{ kind: 'pause', ms: 120_000 }])
    await time.pass(1)
    expect(await outcome).toEqual({ ok: false, error: { ...trouble, retryAt: 1_000_120 } })
    expect(tried).toEqual([0])
    expect(paused).toEqual([120_000])
    expect([...pausedFor]).toEqual([trouble])
  })

  it('request a pause after the last one too', async () => {
    const quiet: Retry = { kind: 'pause', ms: null }
    const { time, tried, paused, outcome } = setup([quiet, quiet, quiet])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: false, error: { ...trouble, retryAt: 1_000_001.5 + 2 } })
    expect(tried).toEqual([0, 500, 1500])
    expect(paused).toEqual([500, 1000, 2000])
  })

  it('RTL-4 sign again at once, once; then they back off', async () => {
    const again: Retry = { kind: 'new-nonce' }
    const { time, tried, outcome } = setup([again, again, again, again])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: false, error: trouble })
    expect(tried).toEqual([0, 0, 500])
  })

  it('end with the wait when stopped', async () => {
    const { time, stop, tried, outcome } = setup([later, later])
    await time.pass(0.1)
    stop.abort()
    expect(await outcome).toEqual({ ok: false, error: trouble })
    expect(tried).toHaveLength(1)
    expect(time.pending()).toBe(0)
  })
})

describe('the backoff', () => {
  it('RTL-3 is anywhere between nothing and the doubled wait, thirty seconds at most', () => {
    expect([0, 1, 2, 10].map((waits) => backoffMs(waits, () => 0))).toEqual([0, 0, 0, 0])
    expect([0, 1, 2, 10].map((waits) => backoffMs(waits, () => 1))).toEqual([
      1000, 2000, 4000, 30_000,
    ])
  })
})

function setupBreaker() {
  const time = createFakeClock()
  const breaker = createCircuitBreaker(time.timing)
  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1) breaker.failed(trouble)
  }
  return { time, breaker, fail }
}

describe('the circuit breaker', () => {
  it('RTL-6 stays closed for four failures in a row', () => {
    const { breaker, fail } = setupBreaker()
    fail(4)
    expect(breaker.state()).toEqual({ kind: 'closed' })
  })

  it('RTL-6 opens with the fifth and says why', () => {
    const { breaker, fail } = setupBreaker()
    fail(5)
    expect(breaker.state()).toEqual({ kind: 'open', problem: trouble })
  })

  it('counts only failures in a row', () => {
    const { breaker, fail } = setupBreaker()
    fail(4)
    breaker.succeeded()
    fail(4)
    expect(breaker.state()).toEqual({ kind: 'closed' })
  })

  it('RTL-6 requires a probe after its rest, which is shorter than the shortest poll interval', async () => {
    const { breaker, fail, time } = setupBreaker()
    fail(5)
    await time.pass(3.9)
    expect(breaker.state().kind).toBe('open')
    await time.pass(0.2)
    expect(breaker.state()).toEqual({ kind: 'probe' })
  })

  it('RTL-6 rests again when the probe fails, and closes when it succeeds', async () => {
    const { breaker, fail, time } = setupBreaker()
    fail(5)
    await time.pass(4.1)
    fail(1)
    expect(breaker.state().kind).toBe('open')
    await time.pass(4.1)
    breaker.succeeded()
    expect(breaker.state()).toEqual({ kind: 'closed' })
  })

  it('does not depend on the wall clock', () => {
    const { breaker, fail, time } = setupBreaker()
    fail(5)
    time.setClock(3600)
    expect(breaker.state().kind).toBe('open')
  })
})
