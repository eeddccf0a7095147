import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aConnection } from '../../../fixtures/portfolio/accounts.js'
import {
  latencyNow,
  latencyText,
  pingLines,
  summarizePings,
} from '../../../../src/renderer/settings/pings.js'

const ping = (at: number, ms: number | null) => ({ at, ms })

describe('latency', () => {
  it('is summarised over the successful checks', () => {
    expect(summarizePings([ping(1, 30), ping(2, null), ping(3, 10), ping(4, 20)])).toEqual({
      last: 20,
      lowest: 10,
      median: 20,
      highest: 30,
      failed: 1,
      count: 4,
    })
    expect(summarizePings([ping(1, 30), ping(2, null)])).toMatchObject({ last: null })
    expect(summarizePings([])).toBeNull()
    expect(summarizePings([ping(1, null)])).toBeNull()
  })

  it('is shown in whole milliseconds', () => {
    expect(latencyText(23.4)).toBe('23 ms')
    expect(latencyText(0.4)).toBe('under 1 ms')
  })

  it('of the last check is shown only while the exchange answers', () => {
    expect(latencyNow(aConnection({ state: 'online', pings: [ping(1, 30), ping(2, 23.4)] }))).toBe(
      '23 ms',
    )
    expect(latencyNow(aConnection({ state: 'offline', pings: [ping(1, 30)] }))).toBe('')
    expect(latencyNow(aConnection({ state: 'online', pings: [ping(1, 30), ping(2, null)] }))).toBe(
      '',
    )
    expect(latencyNow(aConnection({ state: 'online', pings: [] }))).toBe('')
    expect(latencyNow(null)).toBe('')
  })

  it('breaks the line at a failed check', () => {
    const { lines, failures } = pingLines(
      [ping(0, 10), ping(10, 20), ping(20, null), ping(30, 10)],
      300,
      56,
    )
    expect(lines).toHaveLength(2)
    expect(failures).toEqual([200])
  })

  it('stays inside its box', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            at: fc.integer({ min: 0, max: 1000 }),
            ms: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
          }),
        ),
        (pings) => {
          const sorted = [...pings].sort((a, b) => a.at - b.at)
          for (const line of pingLines(sorted, 320, 56).lines) {
            for (const point of line.split(' ')) {
              const [x = Number.NaN, y = Number.NaN] = point
                .split(',')
                .map((part) => Number.parseFloat(part))
              expect(x).toBeGreaterThanOrEqual(0)
              expect(x).toBeLessThanOrEqual(320)
              expect(y).toBeGreaterThanOrEqual(0)
              expect(y).toBeLessThanOrEqual(56)
            }
          }
        },
      ),
    )
  })
})
