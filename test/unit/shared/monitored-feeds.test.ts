import { describe, expect, it } from 'vitest'
import { monitoredFeeds } from '../../../src/shared/portfolio/portfolio.js'
import { aFeed, aPortfolio, noFeed } from '../../fixtures/portfolio/figures.js'
import { aProblem } from '../../fixtures/portfolio/scenes.js'

function of(part: Parameters<typeof aPortfolio>[0]) {
  const view = aPortfolio(part)
  return (['positions', 'loan', 'balance'] as const).filter((name) =>
    monitoredFeeds(view).includes(view[name]),
  )
}

describe('feeds that determine age and state of the data', () => {
  it('include everything monitored', () => {
    expect(of({})).toEqual(['positions', 'loan', 'balance'])
    expect(of({ loan: aFeed({ kind: 'no-loan' }) })).toContain('loan')
  })

  it('exclude a credit line that is not enabled, however its rare checks end', () => {
    expect(of({ loan: aFeed({ kind: 'not-enabled' }, { every: 600 }) })).toEqual([
      'positions',
      'balance',
    ])
    expect(of({ loan: aFeed({ kind: 'not-enabled' }, { problem: aProblem('timeout') }) })).toEqual([
      'positions',
      'balance',
    ])
  })

  it('exclude what this key never had, and include what it lost, or what has only failed so far', () => {
    for (const code of [
      'no-permission',
      'b2b-only',
      'credit-line-off',
      'region-unavailable',
    ] as const) {
      expect(of({ positions: noFeed({ problem: aProblem(code), every: null }) }), code).toEqual([
        'loan',
        'balance',
      ])
      expect(
        of({ positions: aFeed([], { problem: aProblem(code), every: null }) }),
        code,
      ).toContain('positions')
    }
    expect(of({ positions: noFeed({ problem: aProblem('timeout') }) })).toContain('positions')
    expect(of({ positions: noFeed() })).toContain('positions')
  })
})
