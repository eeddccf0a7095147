import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOf, ltvText, outlookSentence } from '../../../../src/renderer/portfolio/headroom.js'
import { whatIf } from '../../../../src/shared/portfolio/what-if.js'
import { compare } from '../../../../src/shared/money.js'
import { aLoan } from '../../../fixtures/portfolio/figures.js'

function said(
  loan: Parameters<typeof whatIf>[0],
  kind: 'repay' | 'repay-share' | 'add-collateral',
  typed: string,
): string {
  const outlook = whatIf(loan, changeOf(kind, typed))
  return outlook.ok
    ? `${ltvText(outlook.value.ltv)}: ${outlookSentence(outlook.value)}`
    : outlook.error
}

describe('what if, in words', () => {
  it('gives the resulting LTV, and the distance to the levels', () => {
    expect(said(aLoan(), 'repay', ' 2500 ')).toBe(
      '20.032: Collateral could then fall 73.2\u00a0% before margin call, 76.4\u00a0% before liquidation.',
    )
    expect(said(aLoan(), 'repay-share', '25')).toMatch(/^18\.78:/)
    expect(said(aLoan({ currentLtv: '78.31' }), 'add-collateral', '1')).toMatch(
      /still be at margin call.*before liquidation/,
    )
    expect(said(aLoan({ currentLtv: '91.7' }), 'add-collateral', '1')).toMatch(
      /still be at liquidation/,
    )
    expect(said(aLoan({ marginCallLtv: '' }), 'repay-share', '25')).toMatch(/unknown/)
  })

  it.each(['1,5', '1 000', '1e3', 'abc', '.', '+1', '--1'])('refuses %j', (typed) => {
    for (const kind of ['repay', 'repay-share', 'add-collateral'] as const)
      expect(said(aLoan(), kind, typed)).toBe('Enter a number with digits and at most one point.')
  })

  it('never shows an LTV below the exact one', () => {
    fc.assert(
      fc.property(fc.nat(12_500), (amount) => {
        const outlook = whatIf(aLoan(), changeOf('repay', String(amount)))
        expect(outlook.ok && compare(ltvText(outlook.value.ltv), outlook.value.ltv) >= 0).toBe(true)
      }),
    )
  })
})
