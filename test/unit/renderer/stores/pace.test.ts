import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPace } from '../../../../src/renderer/stores/pace.js'

describe('polite announcements', () => {
  it('let the first through, hold the next back, and bring the newest when its time has come', () => {
    const pace = createPace(10)
    expect(pace.offer('one', 100)).toBe('one')
    expect(pace.offer('two', 103)).toBeNull()
    expect(pace.offer('three', 105)).toBeNull()
    expect(pace.due(109)).toBeNull()
    expect(pace.due(110)).toBe('three')
    expect(pace.due(130)).toBeNull()
  })

  it('never come closer than ten seconds', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ wait: fc.integer({ min: 0, max: 15 }), offers: fc.boolean() }), { maxLength: 200 }), (steps) => {
        const pace = createPace(10)
        let now = 0
        let last = Number.NEGATIVE_INFINITY
        for (const { wait, offers } of steps) {
          now += wait
          if ((offers ? pace.offer('text', now) : pace.due(now)) === null) continue
          expect(now - last).toBeGreaterThanOrEqual(10)
          last = now
        }
      }),
    )
  })
})
