import { describe, expect, it } from 'vitest'
import { skewOf } from '../../../src/main/exchange/timing.js'

const date = 'Thu, 20 Nov 2025 10:00:00 GMT'
const seconds = Date.UTC(2025, 10, 20, 10) / 1000

describe('the clock skew', () => {
  it('NET-15 is our clock minus the exchange’s, whose header is half a second old on average', () => {
    expect(skewOf({ date, headMs: 0, bodyMs: 0 }, seconds + 0.5)).toBe(0)
    expect(skewOf({ date, headMs: 0, bodyMs: 0 }, seconds + 600.5)).toBe(600)
    expect(skewOf({ date, headMs: 0, bodyMs: 0 }, seconds - 599.5)).toBe(-600)
  })

  it('NET-15 excludes the return trip and the time of the body', () => {
    expect(skewOf({ date, headMs: 400, bodyMs: 1300 }, seconds + 2)).toBe(0)
  })

  it('NET-15 is unknown from an answer that was slow to begin, or has no date', () => {
    expect(skewOf({ date, headMs: 3001, bodyMs: 0 }, seconds)).toBeNull()
    expect(skewOf({ date: null, headMs: 1, bodyMs: 0 }, seconds)).toBeNull()
  })

  it.each([
    '',
    'yesterday',
    '2025-11-20T10:00:00Z',
    'Thu, 20 Nov 2025 10:00:00 CET',
    'Thu, 99 Nov 2025 10:00:00 GMT',
    '1763632800',
  ])('is not read from %j, which is no HTTP date', (odd) => {
    expect(skewOf({ date: odd, headMs: 1, bodyMs: 0 }, seconds)).toBeNull()
  })
})
