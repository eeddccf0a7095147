import { describe, expect, it } from 'vitest'
import { type Again, type Attempt, backoffMs, withRetries } from '../../../src/main/exchange/retry.js'
import type { Problem } from '../../../src/shared/domain/problem.js'
import { fail, ok } from '../../../src/shared/result.js'
import { createVirtualTime } from '../../support/virtual-time.js'

const trouble: Problem = { code: 'exchange-trouble', message: 'It has trouble.' }

const setup = (plan: (Again | 'fine')[], random = 0.5) => {
  const time = createVirtualTime(1_000_000)
  const stop = new AbortController()
  const began = time.timing.ticks()
  const tried: number[] = []
  const hushed: number[] = []
  const hushedFor = new Set<Problem>()
  const attempt = (): Promise<Attempt<string>> => {
    tried.push(Math.round(time.timing.ticks() - began))
    const step = plan[tried.length - 1] ?? 'fine'
    return Promise.resolve(step === 'fine' ? { result: ok('answer'), again: { kind: 'no' } } : { result: fail(trouble), again: step })
  }
  const outcome = withRetries(attempt, {
    timing: time.timing,
    clock: time.clock,
    random: () => random,
    stop: stop.signal,
    hush: (ms, problem) => {
      hushed.push(ms)
      hushedFor.add(problem)
    },
    patience: 10_000,
  })
  return { time, stop, tried, hushed, hushedFor, outcome }
}

const later: Again = { kind: 'later' }

describe('tries', () => {
  it('RTL-3 are three at most, with full jitter between', async () => {
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

  it('are one where trying again cannot help', async () => {
    const { time, tried, outcome } = setup([{ kind: 'no' }])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: false, error: trouble })
    expect(tried).toEqual([0])
  })

  it('RTL-3 wait as long as the exchange asks, and have what is counted with them wait', async () => {
    const { time, tried, hushed, outcome } = setup([
      { kind: 'quiet', ms: 4000 },
      { kind: 'quiet', ms: 2500 },
    ])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: true, value: 'answer' })
    expect(tried).toEqual([0, 4000, 6500])
    expect(hushed).toEqual([4000, 2500])
  })

  it('RTL-3 are given up when the exchange asks for longer than anybody waits, saying until when', async () => {
    const { time, tried, hushed, hushedFor, outcome } = setup([{ kind: 'quiet', ms: 120_000 }])
    await time.pass(1)
    expect(await outcome).toEqual({ ok: false, error: { ...trouble, retryAt: 1_000_120 } })
    expect(tried).toEqual([0])
    expect(hushed).toEqual([120_000])
    expect([...hushedFor]).toEqual([trouble])
  })

  it('ask for quiet after the last one too', async () => {
    const quiet: Again = { kind: 'quiet', ms: null }
    const { time, tried, hushed, outcome } = setup([quiet, quiet, quiet])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: false, error: { ...trouble, retryAt: 1_000_001.5 + 2 } })
    expect(tried).toEqual([0, 500, 1500])
    expect(hushed).toEqual([500, 1000, 2000])
  })

  it('RTL-4 sign anew at once, once; then they back off', async () => {
    const again: Again = { kind: 'new-nonce' }
    const { time, tried, outcome } = setup([again, again, again, again])
    await time.pass(60)
    expect(await outcome).toEqual({ ok: false, error: trouble })
    expect(tried).toEqual([0, 0, 500])
  })

  it('end with the wait when told to stop', async () => {
    const { time, stop, tried, outcome } = setup([later, later])
    await time.pass(0.1)
    stop.abort()
    expect(await outcome).toEqual({ ok: false, error: trouble })
    expect(tried).toHaveLength(1)
    expect(time.pending()).toBe(0)
  })
})

describe('the backoff', () => {
  it('RTL-3 lies anywhere between nothing and the doubled wait, thirty seconds at most', () => {
    expect([0, 1, 2, 10].map((waits) => backoffMs(waits, () => 0))).toEqual([0, 0, 0, 0])
    expect([0, 1, 2, 10].map((waits) => backoffMs(waits, () => 1))).toEqual([1000, 2000, 4000, 30_000])
  })
})
