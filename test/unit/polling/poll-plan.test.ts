import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  pauseAfter,
  longestPause,
  intervalOf,
  type Visibility,
  effectiveVisibility,
  type PollTarget,
  defaultPause,
  failureKind,
  intervalAfterFailures,
} from '../../../src/main/polling/poll-plan.js'
import { problem } from '../../support/scripted-client.js'

const targets: readonly PollTarget[] = ['positions', 'balance', 'loan', 'ping']
const intervalsOn = (visibility: Visibility) => targets.map((target) => intervalOf(target, visibility))

describe('the intervals', () => {
  it('polls positions every 5 s, balance and loan every 15 s, and pings every 10 s', () => {
    expect(intervalsOn('screen')).toEqual([5, 15, 15, 10])
  })

  it('slows only what carries no risk while the window is hidden', () => {
    expect(intervalsOn('hidden')).toEqual([5, 60, 15, 30])
  })

  it('polls the positions and the loan of an account in the background every 15 s, and at the rest every minute', () => {
    expect(intervalsOn('background')).toEqual([15, 60, 15, 60])
  })

  it('keeps the interval of the screen for what is near liquidation', () => {
    expect(
      (['screen', 'hidden', 'background'] as const).map((visibility) => intervalOf('positions', effectiveVisibility(visibility, true))),
    ).toEqual([5, 5, 5])
    expect(effectiveVisibility('background', false)).toBe('background')
  })

  it('waits longer after each failure, and still tries positions and loan at least every 30 s', () => {
    expect([0, 1, 2, 3, 4].map((failures) => intervalAfterFailures('positions', 'screen', failures))).toEqual([5, 10, 20, 30, 30])
    expect([0, 1, 2, 9999].map((failures) => intervalAfterFailures('positions', 'background', failures))).toEqual([15, 30, 30, 30])
    expect([0, 1, 2, 9999].map((failures) => intervalAfterFailures('loan', 'hidden', failures))).toEqual([15, 30, 30, 30])
    expect([0, 1, 2, 3, 4].map((failures) => intervalAfterFailures('balance', 'screen', failures))).toEqual([15, 30, 60, 120, 120])
    expect([0, 5].map((failures) => intervalAfterFailures('ping', 'screen', failures))).toEqual([10, 10])
    expect([0, 5].map((failures) => intervalAfterFailures('ping', 'background', failures))).toEqual([60, 60])
  })

  it('never waits less after more failures', () => {
    const target = fc.constantFrom(...targets)
    const visibility = fc.constantFrom<Visibility>('screen', 'hidden', 'background')
    fc.assert(
      fc.property(target, visibility, fc.nat(50), (of, at, failures) => {
        expect(intervalAfterFailures(of, at, failures + 1)).toBeGreaterThanOrEqual(intervalAfterFailures(of, at, failures))
      }),
    )
  })
})

describe('what a failure means', () => {
  it('sorts by what has to stop', () => {
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

  it('keeps the quiet the exchange asks for, within five minutes', () => {
    expect(pauseAfter(problem('exchange-trouble', { retryAt: 1040 }), 1000)).toBe(40)
    expect(pauseAfter(problem('rate-limited', { retryAt: 9999 }), 1000)).toBe(longestPause)
    expect(pauseAfter(problem('rate-limited', { retryAt: 900 }), 1000)).toBe(defaultPause)
    expect(pauseAfter(problem('rate-limited'), 1000)).toBe(defaultPause)
    expect(pauseAfter(problem('timeout'), 1000)).toBe(0)
  })
})
