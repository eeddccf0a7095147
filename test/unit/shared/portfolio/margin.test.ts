import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isMarginMonitored,
  marginLevel,
  marginRoom,
  shownLevel,
} from '../../../../src/shared/portfolio/margin.js'
import type { CollateralSummary } from '../../../../src/shared/portfolio/portfolio.js'
import { add, compare, divide, multiply, subtract } from '../../../../src/shared/money.js'
import { aFeed, aPortfolio, noFeed } from '../../../fixtures/portfolio/figures.js'
import { aProblem } from '../../../fixtures/portfolio/scenes.js'

/** As captured: a losing account whose equity omits the loss. */
const captured = {
  equity: '130970.8947456254113367',
  usedMargin: '456.58349',
  freeMargin: '129681.3285348840110099',
  unrealizedPnl: '-832.9535',
  unrealizedFunding: '0.0292207414003268',
  leverage: 10,
} satisfies CollateralSummary

function summary(more: Partial<CollateralSummary>): CollateralSummary {
  return {
    equity: '1000',
    usedMargin: '1000',
    freeMargin: '0',
    unrealizedPnl: '0',
    unrealizedFunding: '0',
    leverage: 10,
    ...more,
  }
}

describe('ALR-4 the margin level', () => {
  it('is used plus free margin in percent of the used margin, as captured, which is less than equity suggests', () => {
    const { equity, usedMargin, freeMargin, unrealizedPnl, unrealizedFunding } = captured
    expect(add(usedMargin, freeMargin)).toBe(
      subtract(add(equity, unrealizedPnl), unrealizedFunding),
    )
    expect(marginLevel(captured)).toBe('28502.5444')
    expect(divide(multiply(equity, '100'), usedMargin, 4)).toBe('28684.9826')
    expect(shownLevel('28502.5999')).toBe('28502.5')
  })

  it('of the documented answer is 300 %', () => {
    const documented = summary({
      equity: '15000.50',
      usedMargin: '5000.00',
      freeMargin: '10000.50',
      unrealizedPnl: '150.25',
    })
    expect(marginLevel(documented)).toBe('300.01')
  })

  it('is missing with no margin in use', () => {
    expect(marginLevel(summary({ usedMargin: '0', freeMargin: '1000' }))).toBeNull()
  })

  it('without a stated free margin is at most 100 %, and lower as far as equity and results show', () => {
    expect(marginLevel(summary({}))).toBe('100')
    expect(marginLevel(summary({ unrealizedPnl: '-170' }))).toBe('83')
    expect(marginLevel(summary({ unrealizedPnl: '900' }))).toBe('100')
    expect(marginLevel(summary({ freeMargin: '-300' }))).toBe('70')
    expect(marginLevel(summary({ unrealizedPnl: '-4000' }))).toBe('0')
  })

  it('never exceeds used plus free margin, whatever the figures', () => {
    const amount = fc
      .integer({ min: -2_000_000, max: 2_000_000 })
      .map((cents) => divide(String(cents), '100', 2))
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.integer({ min: 1, max: 1_000_000 }),
        (equity, freeMargin, unrealizedPnl, used) => {
          const usedMargin = String(used)
          const level =
            marginLevel(summary({ equity, freeMargin, unrealizedPnl, usedMargin })) ?? '-1'
          const backing = add(usedMargin, freeMargin)
          const most = compare(backing, '0') < 0 ? '0' : multiply(backing, '100')
          expect(compare(multiply(level, usedMargin), most)).toBeLessThanOrEqual(0)
          expect(compare(level, '0')).toBeGreaterThanOrEqual(0)
          if (compare(freeMargin, '0') <= 0) expect(compare(level, '100')).toBeLessThanOrEqual(0)
          else expect(compare(level, '100')).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('tells how far prices may still move: less with more leverage', () => {
    expect(marginRoom('150', '10')).toBe('0.1')
    expect(marginRoom('150', '100')).toBe('0.01')
    expect(marginRoom('40', '10')).toBe('-0.01')
    expect(marginRoom('150', '0')).toBeNull()
  })
})

describe('ALR-4 whether the margin level is monitored', () => {
  const free = aFeed(summary({ usedMargin: '0', freeMargin: '1000' }))

  it.each([
    ['margin in use', { collateralSummary: aFeed(summary({})), positions: aFeed([]) }, true],
    ['nothing in use', { collateralSummary: free, positions: aFeed([]) }, false],
    ['none in use at the last answer, and a position since', { collateralSummary: free }, true],
    [
      'an exchange that does not offer it',
      { collateralSummary: noFeed({ problem: aProblem('not-found') }) },
      false,
    ],
    [
      'a key that may not read it',
      { collateralSummary: noFeed({ problem: aProblem('no-permission') }) },
      false,
    ],
    [
      'failing from the start',
      { collateralSummary: noFeed({ problem: aProblem('timeout') }) },
      true,
    ],
    ['not asked yet', { collateralSummary: noFeed() }, false],
  ])('%s', (_, part, expected) => {
    expect(isMarginMonitored(aPortfolio(part))).toBe(expected)
  })
})
