import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asLtvSteps,
  readHeadroom,
  readLtv,
  shownSteps,
  withLtv,
} from '../../../../src/renderer/alerts/early-step-format.js'
import {
  isAlertSettings,
  defaultAlertSettings,
  mostSteps,
} from '../../../../src/shared/alerts/alert.js'
import { levelsOf } from '../../../../src/shared/portfolio/loan-levels.js'
import type { EarlyStep } from '../../../../src/shared/alerts/ltv-step.js'
import type { Loan } from '../../../../src/shared/portfolio/loan.js'
import { compare, headroom, multiply } from '../../../../src/shared/money.js'
import { aLoan } from '../../../fixtures/portfolio/figures.js'

/** Initial LTV 60, margin call 75, liquidation 85. */
const levels = (more: Partial<Loan> = {}) => levelsOf(aLoan({ currentLtv: '66', ...more }))
const fractions = {
  currentLtv: '0.66',
  initialLtv: '0.6',
  marginCallLtv: '0.75',
  liquidationLtv: '0.85',
}

describe('typed early steps', () => {
  it.each([
    ['65', '65'],
    [' 65 % ', '65'],
    ['30%', '30'],
    ['0.5', '0.5'],
    ['84.99', '84.99'],
    ['065.50', '65.5'],
    ['65\u202f%', '65'],
    ['65\u00a0%', '65'],
  ])('accept %j as the LTV %s', (text, ltv) => {
    expect(readLtv(text, levels())).toEqual({ ok: true, value: ltv })
    expect(readLtv(text, levels(fractions))).toEqual({ ok: true, value: ltv })
  })

  it.each([
    ['', /is not a number/],
    ['sixty', /“sixty” is not a number/],
    ['65,5', /“65,5” is not a number/],
    ['1/3', /“1\/3” is not a number/],
    ['1e1', /“1e1” is not a number/],
    ['0', /“0” is not above 0\u00a0%/],
    ['-5', /“-5” is not above 0\u00a0%/],
    ['65.125', /“65\.125” has more than two decimal places/],
    ['85', /“85” is not below liquidation at 85\u00a0%\. Collateral would be sold/],
    ['92 %', /“92 %” is not below liquidation at 85\u00a0%/],
  ])('refuse %j with the reason', (text, reason) => {
    for (const loan of [levels(), levels(fractions)])
      expect(readLtv(text, loan)).toEqual({ ok: false, error: expect.stringMatching(reason) })
  })

  it.each([
    ['20', '85', '68'],
    ['12.34 %', '85', '74.511'],
    ['0.01', '85', '84.9915'],
    ['99.99', '85', '0.0085'],
    ['33.33', '84.7519', '56.50409173'],
  ])('accept %j as headroom before liquidation at %s, exactly LTV %s', (text, liquidation, ltv) => {
    expect(readHeadroom(text, liquidation)).toEqual({ ok: true, value: ltv })
  })

  it('read headroom as an LTV that has exactly that headroom, for any liquidation level', () => {
    const percent = fc.integer({ min: 1, max: 9999 })
    const level = fc.integer({ min: 1, max: 99_999_999 })
    fc.assert(
      fc.property(percent, level, (hundredths, units) => {
        const [typed, liquidation] = [
          multiply(String(hundredths), '0.01'),
          multiply(String(units), '0.000001'),
        ]
        const read = readHeadroom(typed, liquidation)
        if (!read.ok) throw new Error(read.error)
        const room = headroom(read.value, liquidation) ?? '-1'
        expect(compare(multiply(room, '100'), typed)).toBe(0)
      }),
    )
  })

  it.each([
    ['', /is not a number/],
    ['0', /is not between 0\u00a0% and 100\u00a0%/],
    ['100', /is not between 0\u00a0% and 100\u00a0%/],
    ['-5', /is not between 0\u00a0% and 100\u00a0%/],
    ['20.125', /more than two decimal places/],
  ])('refuse %j as headroom with the reason', (text, reason) => {
    expect(readHeadroom(text, '85')).toEqual({ ok: false, error: expect.stringMatching(reason) })
  })

  it("accept anything below 100 % without a loan's levels", () => {
    for (const loan of [null, levels({ liquidationLtv: '0' })]) {
      expect(readLtv('92', loan)).toEqual({ ok: true, value: '92' })
      expect(readLtv('100', loan)).toEqual({
        ok: false,
        error: expect.stringMatching(/“100” is not between 0\u00a0% and 100\u00a0%/),
      })
    }
  })

  it('never accept what main would refuse, whatever is typed', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789./ %,-'), maxLength: 12 })
    fc.assert(
      fc.property(
        typed,
        fc.constantFrom(null, levels(), levels({ liquidationLtv: '160' })),
        (text, loan) => {
          const read = readLtv(text, loan)
          if (read.ok)
            expect(
              isAlertSettings({ ...defaultAlertSettings, earlySteps: [{ ltv: read.value }] }),
            ).toBe(true)
        },
      ),
    )
  })
})

describe('the list of early steps', () => {
  const parts: EarlyStep[] = [
    { part: 1, of: 3 },
    { part: 65, of: 100 },
  ]

  it('stays sorted, unique by LTV, and short', () => {
    expect(withLtv(levels(), [{ ltv: '40' }, { ltv: '70' }], '65')).toEqual({
      ok: true,
      value: [{ ltv: '40' }, { ltv: '65' }, { ltv: '70' }],
    })
    expect(withLtv(levels(), [{ ltv: '65.0' }], '65')).toEqual({
      ok: false,
      error: 'There is already a step at this LTV.',
    })
    expect(withLtv(levels(), parts, '65')).toMatchObject({ ok: false })
    expect(withLtv(null, parts, '65')).toEqual({ ok: true, value: [...parts, { ltv: '65' }] })
    const full = Array.from({ length: mostSteps }, (_, at) => ({ ltv: String(at + 1) }))
    expect(withLtv(levels(), full, '50')).toEqual({ ok: false, error: 'At most 8 steps.' })
  })

  it('says for each how far the collateral may fall, or why it does not alert', () => {
    const steps = ['30', '70', '79', '85'].map((ltv) => ({ ltv }))
    expect(shownSteps(levels(), steps).map(({ title, note }) => [title, note])).toEqual([
      ['LTV 30\u00a0%', 'reached'],
      ['LTV 70\u00a0%', 'collateral may fall 5.7\u00a0%'],
      ['LTV 79\u00a0%', 'past margin call, which alerts first'],
      ['LTV 85\u00a0%', 'past liquidation of this loan, never alerts for it'],
    ])
    expect(shownSteps(levels(fractions), steps)).toEqual(shownSteps(levels(), steps))
    expect(shownSteps(null, steps)[1]).toEqual({ at: 1, title: 'LTV 70\u00a0%' })
  })

  it('shows fractions of the way with their LTV, sorted among the others', () => {
    const shown = shownSteps(levels({ currentLtv: '25' }), [...parts, { ltv: '67' }])
    expect(shown).toEqual([
      {
        at: 0,
        title: '1/3 of the way to margin call',
        note: 'LTV 65\u00a0%, collateral may fall 61.5\u00a0%',
        exact: 'LTV 65\u00a0%',
      },
      { at: 2, title: 'LTV 67\u00a0%', note: 'collateral may fall 62.6\u00a0%' },
      {
        at: 1,
        title: '65\u00a0% of the way to margin call',
        note: 'LTV 69.75\u00a0%, collateral may fall 64.1\u00a0%',
        exact: 'LTV 69.75\u00a0%',
      },
    ])
    expect(shownSteps(null, parts).map(({ title }) => title)).toEqual([
      '1/3 of the way to margin call',
      '65\u00a0% of the way to margin call',
    ])
  })

  it('converts each to an LTV once, and leaves them unchanged if the loan does not give their place', () => {
    expect(asLtvSteps(levels(), [...parts, { ltv: '65' }])).toEqual([
      { ltv: '65' },
      { ltv: '69.75' },
    ])
    expect(asLtvSteps(levels(fractions), parts)).toEqual([{ ltv: '65' }, { ltv: '69.75' }])
    expect(asLtvSteps(levels({ initialLtv: '80' }), [{ ltv: '40' }, ...parts])).toEqual([
      ...parts,
      { ltv: '40' },
    ])
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10_000 }), fc.nat(), (of, seed) => {
        const earlySteps = asLtvSteps(levels(), [{ part: (seed % (of - 1)) + 1, of }])
        expect(isAlertSettings({ ...defaultAlertSettings, earlySteps })).toBe(true)
        const [step] = earlySteps
        expect(
          step !== undefined &&
            'ltv' in step &&
            compare(step.ltv, '60') > 0 &&
            compare(step.ltv, '75') < 0,
        ).toBe(true)
      }),
    )
  })
})
