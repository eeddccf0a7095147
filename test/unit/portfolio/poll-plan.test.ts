import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  holdAfter,
  longestHold,
  paceOf,
  type Shown,
  shownAs,
  type Subject,
  unnamedHold,
  verdictOn,
  waitAfter,
} from '../../../src/main/portfolio/poll-plan.js'
import { problem } from '../../support/scripted-client.js'

const subjects: readonly Subject[] = ['positions', 'balance', 'loan', 'ping']
const pacesOn = (shown: Shown) => subjects.map((subject) => paceOf(subject, shown))

describe('the pace', () => {
  it('looks at positions every 5 s, balance and loan every 15 s, and pings every 10 s', () => {
    expect(pacesOn('screen')).toEqual([5, 15, 15, 10])
  })

  it('slows only what carries no risk while the window is hidden', () => {
    expect(pacesOn('hidden')).toEqual([5, 60, 15, 30])
  })

  it('looks at the positions and the loan of an account in the background every 15 s, and at the rest every minute', () => {
    expect(pacesOn('background')).toEqual([15, 60, 15, 60])
  })

  it('keeps the pace of the screen for what is near liquidation', () => {
    expect((['screen', 'hidden', 'background'] as const).map((shown) => paceOf('positions', shownAs(shown, true)))).toEqual([5, 5, 5])
    expect(shownAs('background', false)).toBe('background')
  })

  it('waits longer after each failure, and still tries positions and loan at least every 30 s', () => {
    expect([0, 1, 2, 3, 4].map((failures) => waitAfter('positions', 'screen', failures))).toEqual([5, 10, 20, 30, 30])
    expect([0, 1, 2, 9999].map((failures) => waitAfter('positions', 'background', failures))).toEqual([15, 30, 30, 30])
    expect([0, 1, 2, 9999].map((failures) => waitAfter('loan', 'hidden', failures))).toEqual([15, 30, 30, 30])
    expect([0, 1, 2, 3, 4].map((failures) => waitAfter('balance', 'screen', failures))).toEqual([15, 30, 60, 120, 120])
    expect([0, 5].map((failures) => waitAfter('ping', 'screen', failures))).toEqual([10, 10])
    expect([0, 5].map((failures) => waitAfter('ping', 'background', failures))).toEqual([60, 60])
  })

  it('never waits less after more failures', () => {
    const subject = fc.constantFrom(...subjects)
    const shown = fc.constantFrom<Shown>('screen', 'hidden', 'background')
    fc.assert(
      fc.property(subject, shown, fc.nat(50), (of, at, failures) => {
        expect(waitAfter(of, at, failures + 1)).toBeGreaterThanOrEqual(waitAfter(of, at, failures))
      }),
    )
  })
})

describe('what a failure means', () => {
  it('sorts by what has to stop', () => {
    const verdicts = [
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
    expect(verdicts.map((code) => verdictOn({ code }))).toEqual([
      'key-refused',
      'key-refused',
      'not-for-this-key',
      'not-for-this-key',
      'not-for-this-key',
      'slow-down',
      'out-of-reach',
      'trouble',
      'trouble',
    ])
  })

  it('keeps the quiet the exchange asks for, within five minutes', () => {
    expect(holdAfter(problem('exchange-trouble', { retryAt: 1040 }), 1000)).toBe(40)
    expect(holdAfter(problem('rate-limited', { retryAt: 9999 }), 1000)).toBe(longestHold)
    expect(holdAfter(problem('rate-limited', { retryAt: 900 }), 1000)).toBe(unnamedHold)
    expect(holdAfter(problem('rate-limited'), 1000)).toBe(unnamedHold)
    expect(holdAfter(problem('timeout'), 1000)).toBe(0)
  })
})
