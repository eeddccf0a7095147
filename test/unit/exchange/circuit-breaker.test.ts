import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from '../../../src/main/exchange/circuit-breaker.js'
import type { Problem } from '../../../src/shared/domain/problem.js'
import { createVirtualTime } from '../../support/virtual-time.js'

const problem: Problem = { code: 'unreachable', message: 'Nothing answers.' }

const setup = () => {
  const time = createVirtualTime()
  const breaker = createCircuitBreaker(time.timing)
  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1) breaker.failed(problem)
  }
  return { time, breaker, fail }
}

describe('the breaker', () => {
  it('RTL-6 stays closed for four failures in a row', () => {
    const { breaker, fail } = setup()
    fail(4)
    expect(breaker.state()).toEqual({ kind: 'closed' })
  })

  it('RTL-6 opens with the fifth and says why', () => {
    const { breaker, fail } = setup()
    fail(5)
    expect(breaker.state()).toEqual({ kind: 'open', problem })
  })

  it('counts only failures in a row', () => {
    const { breaker, fail } = setup()
    fail(4)
    breaker.succeeded()
    fail(4)
    expect(breaker.state()).toEqual({ kind: 'closed' })
  })

  it('RTL-6 wants a probe after its rest, which is shorter than the quickest poll', async () => {
    const { breaker, fail, time } = setup()
    fail(5)
    await time.pass(3.9)
    expect(breaker.state().kind).toBe('open')
    await time.pass(0.2)
    expect(breaker.state()).toEqual({ kind: 'probe' })
  })

  it('RTL-6 rests again when the probe fails, and closes when it succeeds', async () => {
    const { breaker, fail, time } = setup()
    fail(5)
    await time.pass(4.1)
    fail(1)
    expect(breaker.state().kind).toBe('open')
    await time.pass(4.1)
    breaker.succeeded()
    expect(breaker.state()).toEqual({ kind: 'closed' })
  })

  it('is not moved by the wall clock', () => {
    const { breaker, fail, time } = setup()
    fail(5)
    time.setClock(3600)
    expect(breaker.state().kind).toBe('open')
  })
})
