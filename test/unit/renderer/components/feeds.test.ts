import { describe, expect, it } from 'vitest'
import { dataAge, isAged } from '../../../../src/renderer/components/feeds.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { aFeed, aPortfolio, noFeed } from '../../../fixtures/portfolio/figures.js'
import { aProblem } from '../../../fixtures/portfolio/scenes.js'

it.each([
  ['just seen', aFeed(1, { asOf: now - 4 }), false],
  ['one look failed', aFeed(1, { asOf: now - 4, problem: aProblem('timeout') }), false],
  ['two looks missed', aFeed(1, { asOf: now - 31 }), true],
  [
    'two looks missed and the last one failed',
    aFeed(1, { asOf: now - 31, problem: aProblem('timeout') }),
    true,
  ],
  ['remembered from the last run', aFeed(1, { source: 'cache' }), true],
  ['nobody is looking', aFeed(1, { every: null }), true],
  ['never seen', noFeed(), false],
  ['no feed', null, false],
])('greys figures or not: %s', (_, feed, aged) => {
  expect(isAged(feed, now)).toBe(aged)
})

describe('the age of the data on one line', () => {
  it('is that of the oldest monitored feed, with the state of the worst', () => {
    expect(dataAge(aPortfolio(), now)).toEqual({ asOf: now - 9, grade: 'fresh' })
    expect(dataAge(aPortfolio({ balance: aFeed([], { asOf: now - 40 }) }), now)).toEqual({
      asOf: now - 40,
      grade: 'late',
    })
    expect(
      dataAge(aPortfolio({ balance: aFeed([], { source: 'cache', asOf: now - 90_000 }) }), now),
    ).toEqual({
      asOf: now - 90_000,
      grade: 'stale',
    })
    expect(
      dataAge(aPortfolio({ positions: noFeed({ problem: aProblem('timeout') }) }), now)?.grade,
    ).toBe('stale')
    expect(
      dataAge(aPortfolio({ positions: noFeed(), loan: noFeed(), balance: noFeed() }), now),
    ).toBeNull()
  })

  it('is marked partial if something could not be read, without greying what was read', () => {
    const unreadable = [
      { place: 2, id: '528', name: 'ETH_USDT', field: 'amount', why: 'is missing' },
    ]
    const balance = aFeed([], { unreadable })
    expect(dataAge(aPortfolio({ balance }), now)?.grade).toBe('partly')
    expect(dataAge(aPortfolio({ balance: { ...balance, asOf: now - 40 } }), now)?.grade).toBe(
      'late',
    )
    expect([isAged(balance, now), isAged({ ...balance, asOf: now - 31 }, now)]).toEqual([
      false,
      true,
    ])
  })

  it('excludes a credit line that is not enabled, and what this key never had', () => {
    for (const loan of [
      aFeed({ kind: 'not-enabled' as const }, { asOf: now - 540, every: 600 }),
      aFeed(
        { kind: 'not-enabled' as const },
        { asOf: now - 590, every: 15, problem: aProblem('timeout') },
      ),
    ])
      expect(dataAge(aPortfolio({ loan }), now)).toEqual({ asOf: now - 9, grade: 'fresh' })
    const never = noFeed({ problem: aProblem('region-unavailable'), every: null })
    expect(dataAge(aPortfolio({ positions: never }), now)).toEqual({
      asOf: now - 9,
      grade: 'fresh',
    })
  })
})
