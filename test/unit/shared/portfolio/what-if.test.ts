import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LoanChange, wayToLtv, whatIf } from '../../../../src/shared/portfolio/what-if.js'
import type { Loan } from '../../../../src/shared/portfolio/loan.js'
import { add, compare, divide, multiply, subtract } from '../../../../src/shared/money.js'

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

function outlook(change: LoanChange, more: Partial<Loan> = {}) {
  return whatIf({ ...loan, ...more }, change)
}

describe('what if', () => {
  it('repaying a part multiplies LTV by the remaining share', () => {
    expect(outlook({ kind: 'repay', amount: '0.375' })).toMatchObject({
      ok: true,
      value: { ltv: '45', headroom: { marginCall: '0.4' } },
    })
    expect(outlook({ kind: 'repay-share', share: '0.25' })).toMatchObject({
      ok: true,
      value: { ltv: '45' },
    })
  })

  it('adding collateral divides it', () => {
    expect(outlook({ kind: 'add-collateral', share: '0.25' })).toMatchObject({
      ok: true,
      value: { ltv: '48', headroom: { marginCall: '0.36' } },
    })
  })

  it('doing nothing changes nothing, and repaying all leaves zero', () => {
    expect(outlook({ kind: 'repay', amount: '0' })).toMatchObject({
      ok: true,
      value: { ltv: '60' },
    })
    expect(outlook({ kind: 'add-collateral', share: '0' })).toMatchObject({
      ok: true,
      value: { ltv: '60' },
    })
    expect(outlook({ kind: 'repay', amount: '1.50' })).toMatchObject({
      ok: true,
      value: { ltv: '0' },
    })
  })

  it('states its assumptions, and does not guess what totalFunding is', () => {
    const said = (change: LoanChange) => {
      const result = outlook(change)
      return result.ok ? result.value.assumptions.join(' ') : ''
    }
    expect(said({ kind: 'repay', amount: '1' })).toMatch(/amount alone.*funding.*a little less/)
    expect(said({ kind: 'add-collateral', share: '0.1' })).toContain(
      'which the exchange does not show',
    )
    expect(outlook({ kind: 'repay', amount: '1' }, { totalFunding: '9' })).toEqual(
      outlook({ kind: 'repay', amount: '1' }),
    )
  })

  it('is never below the exact value', () => {
    expect(outlook({ kind: 'add-collateral', share: '2' }, { currentLtv: '10' })).toMatchObject({
      value: { ltv: '3.333333333333333334' },
    })
  })

  it.each([
    [{ kind: 'repay', amount: '2' }, {}, 'more than is owed'],
    [{ kind: 'repay-share', share: '1.01' }, {}, 'more than is owed'],
    [{ kind: 'repay', amount: '-1' }, {}, 'zero or a number above'],
    [{ kind: 'add-collateral', share: '1,5' }, {}, 'at most one point'],
    [{ kind: 'repay', amount: '' }, {}, 'at most one point'],
    [{ kind: 'repay', amount: '0' }, { amount: '0' }, 'no loan amount above zero'],
    [{ kind: 'repay-share', share: '0.1' }, { currentLtv: '' }, 'no LTV to estimate from'],
  ] satisfies [LoanChange, Partial<Loan>, string][])(
    'refuses %j of %j: %s',
    (change, more, reason) => {
      const result = outlook(change, more)
      expect(result).toMatchObject({ ok: false, error: expect.stringContaining(reason) })
      if (!result.ok) expect(result.error).toMatch(/^[A-Z].{10,}\.$/)
    },
  )

  it('shows no headroom to an unusable level', () => {
    expect(
      outlook({ kind: 'repay', amount: '1' }, { marginCallLtv: '0', liquidationLtv: '85' }),
    ).toMatchObject({
      value: { headroom: { marginCall: null } },
    })
  })

  it('is the same for percentages and fractions', () => {
    const share = fc.integer({ min: 0, max: 1000 }).map((n) => divide(String(n), '1000', 3))
    fc.assert(
      fc.property(share, fc.integer({ min: 0, max: 74 }), (part, ltv) => {
        const asFraction = {
          currentLtv: divide(String(ltv), '100', 2),
          marginCallLtv: '0.75',
          liquidationLtv: '0.85',
        }
        for (const kind of ['repay-share', 'add-collateral'] as const) {
          const percent = outlook({ kind, share: part }, { currentLtv: String(ltv) })
          const fraction = outlook({ kind, share: part }, asFraction)
          expect(percent.ok && fraction.ok).toBe(true)
          if (!percent.ok || !fraction.ok) return
          const apart = compare(multiply(fraction.value.ltv, '100'), percent.value.ltv)
          expect(apart).not.toBe(-1)
          expect(
            compare(
              divide(multiply(fraction.value.ltv, '100'), '1', 12),
              divide(percent.value.ltv, '1', 12),
            ),
          ).toBe(0)
        }
      }),
    )
  })
})

describe('the way to a target LTV', () => {
  const way = (wanted: string, more: Partial<Loan> = {}) => wayToLtv({ ...loan, ...more }, wanted)

  it('names the amount to repay and the share of collateral to add', () => {
    expect(way('45')).toMatchObject({
      ok: true,
      value: { repay: '0.375', addCollateral: '0.333334' },
    })
    expect(way('48')).toMatchObject({ ok: true, value: { repay: '0.3', addCollateral: '0.25' } })
    expect(way('0.45', { currentLtv: '0.60' })).toMatchObject({
      ok: true,
      value: { repay: '0.375', addCollateral: '0.333334' },
    })
  })

  it('repays everything for an LTV of zero, which no collateral reaches', () => {
    expect(way('0')).toMatchObject({ ok: true, value: { repay: '1.5', addCollateral: null } })
    expect(way('0.0', { amount: '1.50' })).toMatchObject({
      ok: true,
      value: { addCollateral: null },
    })
  })

  it('keeps the collateral when an amount cannot be used', () => {
    for (const amount of ['0', '', '-3'])
      expect(way('45', { amount })).toMatchObject({
        value: { repay: null, addCollateral: '0.333334' },
      })
  })

  it('states its assumptions', () => {
    const result = way('45')
    expect(result.ok ? result.value.assumptions.join(' ') : '').toMatch(
      /prices.*amount alone.*more has to be repaid.*does not show.*Fees/,
    )
  })

  it.each([
    ['60', {}, 'LTV is 60 now. Enter a lower one.'],
    ['75', {}, 'LTV is 60 now. Enter a lower one.'],
    ['-1', {}, 'Enter zero or a number above it.'],
    ['4,5', {}, 'Enter a number with digits and at most one point.'],
    ['45', { currentLtv: '' }, 'The exchange sends no LTV to estimate from.'],
    [
      '0.4',
      { currentLtv: '60', marginCallLtv: '0.75', liquidationLtv: '0.85' },
      'The exchange sends no LTV to estimate from.',
    ],
    ['0', { currentLtv: '0' }, 'LTV is 0 now. Enter a lower one.'],
  ] satisfies [string, Partial<Loan>, string][])('refuses %j of %j: %s', (wanted, more, reason) => {
    expect(way(wanted, more)).toEqual({ ok: false, error: reason })
  })

  it('either of the two reaches that LTV or less, and slightly less would not', () => {
    const decimal = (places: number) =>
      fc
        .tuple(fc.bigInt({ min: 1n, max: 10n ** 22n }), fc.integer({ min: 0, max: places }))
        .map(([digits, after]) => divide(String(digits), `1${'0'.repeat(after)}`, after))
    fc.assert(
      fc.property(
        decimal(20),
        fc.integer({ min: 1, max: 10 ** 6 }),
        fc.integer({ min: 0, max: 10 ** 6 }),
        (amount, of, part) => {
          const currentLtv = divide(String(of), '10000', 4)
          const wanted = divide(String(part % of), '10000', 4)
          const scaled = { amount, currentLtv, marginCallLtv: '75', liquidationLtv: '85' }
          const found = way(wanted, scaled)
          if (!found.ok) throw new Error(found.error)
          const { repay, addCollateral } = found.value
          const after = (change: LoanChange): string => {
            const result = outlook(change, scaled)
            if (!result.ok) throw new Error(result.error)
            return result.value.ltv
          }
          expect(compare(repay ?? '', amount)).not.toBe(1)
          expect(compare(after({ kind: 'repay', amount: repay ?? '' }), wanted)).not.toBe(1)
          const short = subtract(repay ?? '', '0.00000001')
          if (compare(short, '0') >= 0 && compare(add(short, '0.00000001'), amount) < 0)
            expect(
              compare(multiply(currentLtv, subtract(amount, short)), multiply(wanted, amount)),
            ).toBe(1)
          if (compare(wanted, '0') === 0) expect(addCollateral).toBeNull()
          else
            expect(
              compare(after({ kind: 'add-collateral', share: addCollateral ?? '' }), wanted),
            ).not.toBe(1)
        },
      ),
    )
  })
})
