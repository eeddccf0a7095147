import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThrottle } from '../../../../src/renderer/stores/announcer.svelte.js'

describe('polite announcements', () => {
  it('let the first through, hold the next back, and bring the newest when its time has come', () => {
    const throttle = createThrottle(10)
    expect(throttle.offer('one', 100)).toBe('one')
    expect(throttle.offer('two', 103)).toBeNull()
    expect(throttle.offer('three', 105)).toBeNull()
    expect(throttle.due(109)).toBeNull()
    expect(throttle.due(110)).toBe('three')
    expect(throttle.due(130)).toBeNull()
  })

  it('never come closer than ten seconds', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ wait: fc.integer({ min: 0, max: 15 }), offers: fc.boolean() }), { maxLength: 200 }), (steps) => {
        const throttle = createThrottle(10)
        let now = 0
        let last = Number.NEGATIVE_INFINITY
        for (const { wait, offers } of steps) {
          now += wait
          if ((offers ? throttle.offer('text', now) : throttle.due(now)) === null) continue
          expect(now - last).toBeGreaterThanOrEqual(10)
          last = now
        }
      }),
    )
  })
})
