import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LockFacts, waitAfter, whyLock } from '../../../src/main/lock/lock-rules.js'
import { defaultLockSettings, type LockCause } from '../../../src/shared/lock/lock.js'

function facts(some: Partial<LockFacts> = {}): LockFacts {
  return {
    event: null,
    idleSeconds: 0,
    unlockedFor: 1_000_000,
    armed: false,
    guards: true,
    settings: defaultLockSettings,
    ...some,
  }
}

describe('UX-47 whyLock', () => {
  it.each<[string, Partial<LockFacts>, LockCause | null]>([
    ['somebody is there', {}, null],
    ['nobody for 29 minutes', { idleSeconds: 1799 }, null],
    ['nobody for 30 minutes', { idleSeconds: 1800 }, 'idle'],
    ['armed, nobody for nearly ten minutes', { armed: true, idleSeconds: 599 }, null],
    ['armed, nobody for ten minutes', { armed: true, idleSeconds: 600 }, 'idle'],
    [
      'never by idle time',
      { idleSeconds: 1_000_000, settings: { idleMinutes: null, idleMinutesArmed: 10 } },
      null,
    ],
    [
      'never, but armed',
      { armed: true, idleSeconds: 600, settings: { idleMinutes: null, idleMinutesArmed: 10 } },
      'idle',
    ],
    [
      'other minutes',
      { idleSeconds: 60, settings: { idleMinutes: 1, idleMinutesArmed: 10 } },
      'idle',
    ],
    [
      'other minutes while armed',
      { armed: true, idleSeconds: 120, settings: { idleMinutes: 30, idleMinutesArmed: 2 } },
      'idle',
    ],
    ['the screen is locked', { event: 'screen-locked' }, 'screen-locked'],
    ['the computer sleeps', { event: 'sleep' }, 'sleep'],
    [
      'the screen is locked, never by idle time',
      { event: 'screen-locked', settings: { idleMinutes: null, idleMinutesArmed: 10 } },
      'screen-locked',
    ],
    ['nothing to guard', { guards: false, idleSeconds: 1_000_000 }, null],
    ['nothing to guard, the screen is locked', { guards: false, event: 'screen-locked' }, null],
    [
      'a system that says nobody ever was there, just unlocked',
      { idleSeconds: 1_000_000, unlockedFor: 5 },
      null,
    ],
    ['the same, half an hour later', { idleSeconds: 1_000_000, unlockedFor: 1800 }, 'idle'],
  ])('%s', (_name, some, because) => {
    expect(whyLock(facts(some))).toBe(because)
  })
})

describe('SEC-16 waitAfter', () => {
  it('allows five attempts, then one second, doubling up to five minutes', () => {
    expect([0, 1, 5, 6, 7, 8, 9, 13, 14, 15, 16, 100].map(waitAfter)).toEqual([
      0, 0, 0, 1, 2, 4, 8, 128, 256, 300, 300, 300,
    ])
  })

  it('never decreases, and never exceeds five minutes', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (a, b) => {
        const [few, many] = a < b ? [a, b] : [b, a]
        expect(waitAfter(few)).toBeLessThanOrEqual(waitAfter(many))
        expect(waitAfter(many)).toBeLessThanOrEqual(300)
      }),
    )
  })
})
