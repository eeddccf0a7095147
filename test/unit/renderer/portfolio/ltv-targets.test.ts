import { describe, expect, it, test } from 'vitest'
import { isLtvHigh, ltvTargets } from '../../../../src/renderer/portfolio/ltv-targets.js'
import type { LtvThreshold } from '../../../../src/shared/alerts/alert.js'
import { aLoan } from '../../../fixtures/portfolio/figures.js'

function loanAt(currentLtv: string) {
  return aLoan({ currentLtv, initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85' })
}

function step(number: number, threshold: string, crossed = false): LtvThreshold {
  return {
    key: `step-${number}`,
    kind: 'ltv-step',
    number,
    threshold,
    crossed,
  }
}

const call: LtvThreshold = {
  key: 'call',
  kind: 'margin-call',
  number: 0,
  threshold: '75',
  crossed: false,
}

describe('ALR-6 suggested targets', () => {
  it.each<[string, string, LtvThreshold[], string[]]>([
    ['in margin call', '76', [step(1, '65'), step(2, '70'), call], ['60', '70', '65']],
    ['between two steps', '66', [step(1, '65'), step(2, '70')], ['60', '65']],
    ['below the initial LTV', '30', [step(1, '25'), step(2, '65')], ['25']],
    ['with a step at the initial LTV', '76', [step(1, '60.0')], ['60']],
    ['below everything', '10', [step(1, '25')], []],
  ])(
    'are the initial LTV and the early steps below the LTV, never margin call: %s',
    (_name, ltv, steps, offered) => {
      expect(ltvTargets(loanAt(ltv), steps).map((one) => one.ltv)).toEqual(offered)
    },
  )

  it('are empty if LTV cannot be compared', () => {
    expect(ltvTargets(loanAt('7600'), [step(1, '65')])).toEqual([])
  })
})

test.each<[string, LtvThreshold[], boolean]>([
  ['50', [step(1, '65')], false],
  ['64.9', [step(1, '65', true)], true],
  ['75', [], true],
  ['74', [], false],
])('ALR-6 an LTV of %s with these steps is in or near margin call: %j, %s', (ltv, steps, high) => {
  expect(isLtvHigh(loanAt(ltv), steps)).toBe(high)
})
