import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  actionTitle,
  actionWords,
  filterFaults,
  filterKey,
  isEverything,
  knownActionTypes,
  matchText,
  pillsOf,
  shortId,
  timeWithin,
} from '../../../../src/renderer/investments/flex-filter.js'
import { firstSecondOf, lastSecondOf } from '../../../../src/renderer/components/days.js'
import { countText } from '../../../../src/renderer/components/words.js'
import {
  everything,
  flexActions,
  type FlexFilter,
} from '../../../../src/shared/investments/flex-history.js'
import type { Problem } from '../../../../src/shared/problem.js'

/** Berlin in 2025: an hour more from 30 March, 01:00 UTC, to 26 October, 01:00 UTC. */
const berlin = (at: number): number => (at >= 1_743_296_400 && at < 1_761_440_400 ? 120 : 60)

const full: FlexFilter = {
  planId: '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
  investmentId: 'inv_123',
  transactionId: 'tx_456',
  currency: 'USDT',
  from: 1_740_000_000,
  to: 1_750_000_000,
  actionTypes: [4, 2, 9],
}

describe('action types', () => {
  it('include all six of the specification, and any other by its number', () => {
    expect([...knownActionTypes].sort()).toEqual(Object.keys(flexActions).map((key) => Number(key)))
    for (const type of knownActionTypes) expect(actionWords(type).known).toBe(true)
    expect(actionTitle(4)).toBe('DAILY_EARNING (4): daily earnings')
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1_000_000 }), (type) => {
        if (type >= 1 && type <= 6) return
        expect(actionWords(type)).toMatchObject({ known: false, name: String(type) })
        expect(actionTitle(type)).toContain(String(type))
      }),
    )
  })
})

describe('filters', () => {
  it('know whether they match everything', () => {
    expect(isEverything(everything)).toBe(true)
    for (const part of Object.keys(full) as (keyof FlexFilter)[])
      expect(isEverything({ ...everything, [part]: full[part] }), part).toBe(false)
  })

  it('do not depend on the order in which action types were chosen', () => {
    expect(filterKey({ ...full, actionTypes: [9, 2, 4] })).toBe(filterKey(full))
    expect(filterKey({ ...full, actionTypes: [2, 4] })).not.toBe(filterKey(full))
    expect(filterKey({ ...everything, planId: 'x' })).not.toBe(
      filterKey({ ...everything, investmentId: 'x' }),
    )
  })

  it('are pills that can be removed one by one; without any, nothing is filtered', () => {
    const pills = pillsOf(full, null)
    expect(pills).toHaveLength(9)
    expect(pills.map(({ label }) => label)).toEqual([
      'Action',
      'Action',
      'Action',
      'Plan',
      'Investment',
      'Transaction',
      'Currency',
      'From',
      'To',
    ])
    expect(pills[2]).toMatchObject({ text: '9' })
    let left = full
    while (pillsOf(left, null).length > 0) left = pillsOf(left, null)[0]?.without ?? everything
    expect(left).toEqual(everything)
    for (const pill of pills) expect(pillsOf(pill.without, null)).toHaveLength(8)
  })

  it('show the time if days were set in another zone, for the excluded part of the day', () => {
    const days = {
      ...everything,
      from: firstSecondOf('2025-08-18', berlin),
      to: lastSecondOf('2025-08-19', berlin),
    }
    expect(pillsOf(days, berlin).map(({ text }) => text)).toEqual(['2025-08-18', '2025-08-19'])
    expect(pillsOf(days, null).map(({ text }) => text)).toEqual([
      '2025-08-17 22:00:00',
      '2025-08-19 21:59:59',
    ])
    expect([
      timeWithin('from', days.from, berlin),
      timeWithin('to', days.to, null),
      timeWithin('to', null, null),
    ]).toEqual([null, '21:59:59', null])
  })

  it('label an empty id', () => {
    expect(pillsOf({ ...everything, investmentId: '' }, null)).toMatchObject([
      { label: 'Investment', text: 'empty' },
    ])
  })

  it('compare matching and total counts', () => {
    expect(matchText(100_000, 100_000, everything)).toBe('100,000 records')
    expect(matchText(12_345, 100_000, full)).toBe('12,345 of 100,000 records')
    expect(matchText(1, 1, everything)).toBe('1 record')
    expect([0, 999, 1000, 1_234_567].map(countText)).toEqual(['0', '999', '1,000', '1,234,567'])
  })
})

describe('a refusal by the exchange', () => {
  const refused = (fields: Problem['fields']): Problem => ({
    code: 'refused',
    message: 'Validation failed',
    ...(fields === undefined ? {} : { fields }),
  })

  it('appears beside its field, and a wrong action type at that type', () => {
    const faults = filterFaults(
      refused({
        plan: ['The selected plan is invalid.'],
        investment: ['a'],
        transaction: ['b'],
        dateFrom: ['c'],
        dateTo: ['d', 'e'],
        'actionTypes.2': ['The selected action type is invalid.'],
      }),
      full,
    )
    expect(faults).toMatchObject({
      parts: {
        planId: 'The selected plan is invalid.',
        investmentId: 'a',
        transactionId: 'b',
        from: 'c',
        to: 'd e',
      },
      actionTypes: null,
      complete: true,
    })
    expect([...faults.actions]).toEqual([[9, 'The selected action type is invalid.']])
    const pills = pillsOf(full, null, faults)
    expect(pills.find(({ key }) => key === 'action 9')?.fault).toBe(
      'The selected action type is invalid.',
    )
    expect(pills.find(({ key }) => key === 'action 4')?.fault).toBeNull()
    expect(pills.find(({ key }) => key === 'planId')?.fault).toBe('The selected plan is invalid.')
  })

  it('appears at every action type if the list itself was refused', () => {
    const faults = filterFaults(
      refused({ actionTypes: ['The action types must be an array.'] }),
      full,
    )
    expect(pillsOf(full, null, faults).filter(({ fault }) => fault !== null)).toHaveLength(3)
  })

  it('keeps messages that fit no field, and never loses one', () => {
    expect(filterFaults(refused({ limit: ['too many'] }), full).complete).toBe(false)
    expect(filterFaults(refused({ 'actionTypes.7': ['x'] }), full).complete).toBe(false)
    expect(filterFaults(refused(undefined), full).complete).toBe(false)
    expect(filterFaults(refused({ constructor: ['x'] }), full).complete).toBe(false)
    expect(filterFaults(null, full)).toMatchObject({ parts: {}, complete: false })
  })
})

describe('shortened ids', () => {
  it('keep both ends, and short ones are complete', () => {
    expect(shortId('12')).toBe('12')
    expect(shortId('inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f')).toBe('inv_7e2d…d0e1f')
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (id) => {
        expect(shortId(id).length).toBeLessThanOrEqual(14)
      }),
    )
  })
})
