import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LoanChange, whatIf } from '../../../src/shared/domain/what-if.js'
import type { Loan } from '../../../src/shared/domain/loan.js'
import { compare, divide, multiply } from '../../../src/shared/money.js'

const loan: Loan = {
  asset: 'BTC',
  amount: '1.5',
  totalFunding: '0.5',
  currentLtv: '60',
  initialLtv: '60',
  marginCallLtv: '75',
  liquidationLtv: '85',
  createdAt: '1715339355',
}

const outlook = (change: LoanChange, more: Partial<Loan> = {}) => whatIf({ ...loan, ...more }, change)

describe('what if', () => {
  it('repaying a part multiplies LTV by what is left', () => {
    expect(outlook({ kind: 'repay', amount: '0.375' })).toMatchObject({ ok: true, value: { ltv: '45', headroom: { marginCall: '0.4' } } })
    expect(outlook({ kind: 'repay-share', share: '0.25' })).toMatchObject({ ok: true, value: { ltv: '45' } })
  })

  it('adding collateral divides it', () => {
    expect(outlook({ kind: 'add-collateral', share: '0.25' })).toMatchObject({
      ok: true,
      value: { ltv: '48', headroom: { marginCall: '0.36' } },
    })
  })

  it('doing nothing changes nothing, and repaying all leaves nothing', () => {
    expect(outlook({ kind: 'repay', amount: '0' })).toMatchObject({ ok: true, value: { ltv: '60' } })
    expect(outlook({ kind: 'add-collateral', share: '0' })).toMatchObject({ ok: true, value: { ltv: '60' } })
    expect(outlook({ kind: 'repay', amount: '1.50' })).toMatchObject({ ok: true, value: { ltv: '0' } })
  })

  it('says what was taken for granted, and does not guess what totalFunding is', () => {
    const said = (change: LoanChange) => {
      const result = outlook(change)
      return result.ok ? result.value.assumptions.join(' ') : ''
    }
    expect(said({ kind: 'repay', amount: '1' })).toMatch(/amount alone.*funding.*a little less/)
    expect(said({ kind: 'add-collateral', share: '0.1' })).toContain('which the exchange does not show')
    expect(outlook({ kind: 'repay', amount: '1' }, { totalFunding: '9' })).toEqual(outlook({ kind: 'repay', amount: '1' }))
  })

  it('is never below the exact value', () => {
    expect(outlook({ kind: 'add-collateral', share: '2' }, { currentLtv: '10' })).toMatchObject({ value: { ltv: '3.333333333333333334' } })
  })

  it.each([
    [{ kind: 'repay', amount: '2' }, {}, 'more than is owed'],
    [{ kind: 'repay-share', share: '1.01' }, {}, 'more than is owed'],
    [{ kind: 'repay', amount: '-1' }, {}, 'not below zero'],
    [{ kind: 'add-collateral', share: '1,5' }, {}, 'at most one point'],
    [{ kind: 'repay', amount: '' }, {}, 'at most one point'],
    [{ kind: 'repay', amount: '0' }, { amount: '0' }, 'no loan amount above zero'],
    [{ kind: 'repay-share', share: '0.1' }, { currentLtv: '' }, 'no LTV to estimate from'],
  ] satisfies [LoanChange, Partial<Loan>, string][])('refuses %j of %j: %s', (change, more, reason) => {
    const result = outlook(change, more)
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining(reason) })
    if (!result.ok) expect(result.error).toMatch(/^[A-Z].{10,}\.$/)
  })

  it('no headroom is claimed to a level that cannot be used', () => {
    expect(outlook({ kind: 'repay', amount: '1' }, { marginCallLtv: '0', liquidationLtv: '85' })).toMatchObject({
      value: { headroom: { marginCall: null } },
    })
  })

  it('21 is the same in percent and in fractions', () => {
    const share = fc.integer({ min: 0, max: 1000 }).map((n) => divide(String(n), '1000', 3))
    fc.assert(
      fc.property(share, fc.integer({ min: 0, max: 74 }), (part, ltv) => {
        const asFraction = { currentLtv: divide(String(ltv), '100', 2), marginCallLtv: '0.75', liquidationLtv: '0.85' }
        for (const kind of ['repay-share', 'add-collateral'] as const) {
          const percent = outlook({ kind, share: part }, { currentLtv: String(ltv) })
          const fraction = outlook({ kind, share: part }, asFraction)
          expect(percent.ok && fraction.ok).toBe(true)
          if (!percent.ok || !fraction.ok) return
          const apart = compare(multiply(fraction.value.ltv, '100'), percent.value.ltv)
          expect(apart).not.toBe(-1)
          expect(compare(divide(multiply(fraction.value.ltv, '100'), '1', 12), divide(percent.value.ltv, '1', 12))).toBe(0)
        }
      }),
    )
  })
})
