import { describe, expect, it } from 'vitest'
import { investmentHandlers } from '../../../src/main/investments/investments-ipc.js'
import { firstSecondOf, lastSecondOf } from '../../../src/renderer/components/days.js'
import {
  everything,
  longestId,
  mostFacets,
  type FlexFilter,
} from '../../../src/shared/investments/flex-history.js'

const channels = investmentHandlers(() => null)

function passes(filter: Partial<FlexFilter>): boolean {
  return channels['flex/rows'].schema.safeParse({
    filter: { ...everything, ...filter },
    from: 0,
    count: 100,
  }).success
}

describe('a filter of the investment history', () => {
  it('may name anything in the records: any action type, as many as are offered, ids of any form', () => {
    const filters: Partial<FlexFilter>[] = [
      { actionTypes: [1001, -2, Number.MAX_SAFE_INTEGER] },
      { actionTypes: Array.from({ length: mostFacets + 6 }, (_, index) => index) },
      { planId: '', investmentId: '', transactionId: '', currency: '' },
      {
        planId: 'x'.repeat(longestId),
        investmentId: 'x'.repeat(longestId),
        currency: 'x'.repeat(longestId),
      },
    ]
    for (const filter of filters)
      expect(passes(filter), JSON.stringify(filter).slice(0, 80)).toBe(true)
    expect(channels['flex/detail'].schema.safeParse({ investmentId: '' }).success).toBe(true)
  })

  it('may begin and end on any day that can be typed, in any zone', () => {
    const zones = [null, () => 14 * 60, () => -12 * 60]
    for (const day of ['0001-01-01', '0202-08-18', '1969-12-31', '2025-08-18', '9999-12-31'])
      for (const zone of zones)
        expect(passes({ from: firstSecondOf(day, zone), to: lastSecondOf(day, zone) }), day).toBe(
          true,
        )
  })

  it('is refused beyond all limits', () => {
    expect(passes({ actionTypes: [1.5] })).toBe(false)
    expect(passes({ actionTypes: [2 ** 60] })).toBe(false)
    expect(passes({ planId: 'x'.repeat(longestId + 1) })).toBe(false)
    expect(passes({ from: 1e15 })).toBe(false)
    expect(passes({ to: Number.NaN })).toBe(false)
    // What was held is multiplied by whole seconds.
    expect(passes({ from: 1.5 })).toBe(false)
  })
})
