import { describe, expect, it } from 'vitest'
import { createCurrentFigures } from '../../../src/main/alerts/current-figures.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { subtract } from '../../../src/shared/money.js'
import { anAlert } from '../../support/alert-harness.js'
import { aLoan, aPosition, problem } from '../../support/fake-exchange-client.js'

/** A long of 1 at 1000 with its liquidation price this far below. */
function at(id: string, room: string): Position {
  return aPosition({
    id,
    amount: '1',
    entryPrice: '1000',
    unrealizedPnl: '0',
    liquidationPrice: subtract('1000', room),
    positionSide: 'LONG',
  })
}

const live = { asOf: 1, source: 'live', problem: null, every: 5 } as const
const viewOf = (more: Partial<PortfolioView>): PortfolioView => ({ ...noPortfolio, ...more })
const ofPosition = anAlert({
  key: 'p',
  subject: { key: 'position:1', name: 'BTC_USDT long' },
  cause: { distance: '0.5' },
})

function figures(view: PortfolioView) {
  return createCurrentFigures(
    () => view,
    () => null,
  )
}

describe('ALR-2 the figures of an open alert', () => {
  it('are the current levels of the loan', () => {
    const { loan } = aLoan({ currentLtv: '79', liquidationLtv: '80' }) as Extract<
      ReturnType<typeof aLoan>,
      { kind: 'loan' }
    >
    expect(
      figures(viewOf({ loan: { ...live, value: { kind: 'loan', loan } } })).causeNow(anAlert()),
    ).toEqual({
      currentLtv: '79',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '80',
    })
  })

  it('are unknown if the newest answer has no loan, and unchanged before any answer', () => {
    expect(
      figures(viewOf({ loan: { ...live, value: { kind: 'not-enabled' } } })).causeNow(anAlert()),
    ).toEqual({ currentLtv: null })
    expect(figures(noPortfolio).causeNow(anAlert())).toEqual({})
    expect(figures(noPortfolio).causeNow(ofPosition)).toEqual({})
  })

  it('are the distance of the position, or unknown if it could not be read', () => {
    const view = viewOf({ positions: { ...live, value: [at('1', '30'), at('2', '10')] } })
    expect(figures(view).causeNow(ofPosition)).toEqual({ distance: '0.03' })
    expect(
      figures(viewOf({ positions: { ...live, value: [at('2', '10')] } })).causeNow(ofPosition),
    ).toEqual({ distance: null })
  })

  it('of an alert about several positions are those of the nearest', () => {
    const positions = [{ id: '1' }, { id: '2' }, { id: 'gone' }]
    const several = anAlert({
      key: 'm',
      subject: { key: 'account', name: '3 positions' },
      cause: { count: 3, positions },
    })
    const view = viewOf({
      positions: { ...live, value: [at('1', '30'), at('2', '10'), at('3', '1')] },
    })
    expect(figures(view).causeNow(several)).toEqual({ distance: '0.01' })
  })

  it('are outdated after a failure, and before the first answer of this run', () => {
    const value = [at('1', '30')]
    expect(figures(viewOf({ positions: { ...live, value } })).isOutdated(ofPosition)).toBe(false)
    expect(
      figures(viewOf({ positions: { ...live, value, source: 'cache' } })).isOutdated(ofPosition),
    ).toBe(true)
    expect(
      figures(
        viewOf({ positions: { ...live, value, problem: problem('unreachable') } }),
      ).isOutdated(ofPosition),
    ).toBe(true)
  })
})
