import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Loan } from '../../../../src/shared/portfolio/loan.js'
import {
  collateralWorth,
  freedByClosing,
  marginCallAnswer,
  stepOf,
  wholeOf,
} from '../../../../src/shared/portfolio/margin-call-answer.js'
import {
  add,
  compare,
  type Decimal,
  isNegative,
  multiply,
  subtract,
  toStep,
} from '../../../../src/shared/money.js'
import { aLoan } from '../../../fixtures/portfolio/figures.js'

function percentLoan(part: Partial<Loan> = {}): Loan {
  return aLoan({
    asset: 'USDT',
    amount: '20000',
    currentLtv: '76',
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
    ...part,
  })
}

const btc = { asset: 'BTC', held: '0.05', price: '90000', step: '0.000001' }

/** An integer number of units of 10⁻ᵖˡᵃᶜᵉˢ. */
function decimal(min: number, max: number, places: number): fc.Arbitrary<Decimal> {
  return fc
    .integer({ min, max })
    .map((units) => multiply(String(units), places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`))
}

const aStep = fc.constantFrom('1', '0.01', '0.000001', '0.00000001')

/** A loan whose LTV is above the target, as a percentage or a fraction. */
const aCase = fc
  .record({
    amount: decimal(1, 2_000_000_000, 6),
    ltv: decimal(2, 1_000_000, 4),
    share: fc.integer({ min: 1, max: 9_999 }),
    inPercent: fc.boolean(),
    price: decimal(1, 1_000_000_000, 5),
    held: decimal(0, 1_000_000_000, 6),
    step: aStep,
    loanStep: aStep,
  })
  .map(({ ltv, share, inPercent, ...rest }) => {
    const scaled = inPercent ? ltv : multiply(ltv, '0.01')
    const levels = inPercent
      ? { initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85' }
      : { initialLtv: '0.6', marginCallLtv: '0.75', liquidationLtv: '0.85' }
    return {
      ...rest,
      loan: { ...aLoan({ asset: 'USDT', currentLtv: scaled, ...levels }), amount: rest.amount },
      target: multiply(scaled, `0.${String(share).padStart(4, '0')}`),
      whole: inPercent ? '100' : '1',
    }
  })

function answered(...args: Parameters<typeof marginCallAnswer>) {
  const answer = marginCallAnswer(...args)
  if (!answer.ok) throw new Error(answer.error)
  return answer.value
}

describe('ALR-6 ways to lower an LTV', () => {
  test('are the repayment, and the amount of each asset, rounded up to what can be sent', () => {
    const { repay, worthToAdd, assets } = answered(percentLoan(), '60', [btc], '0.01')
    // 20,000 × 16 ÷ 76 = 4,210.526…; 20,000 ÷ 0.60 − 20,000 ÷ 0.76 = 7,017.543…
    expect(repay.amount).toBe('4210.53')
    expect(compare(repay.ltv, '60')).toBeLessThanOrEqual(0)
    expect(worthToAdd).toMatch(/^7017\.5438/)
    expect(assets).toMatchObject([
      { asset: 'BTC', amount: '0.077973', held: '0.05', enough: false },
    ])
  })

  it('are the same for fractions and percentages', () => {
    const fractions = percentLoan({
      currentLtv: '0.76',
      initialLtv: '0.6',
      marginCallLtv: '0.75',
      liquidationLtv: '0.85',
    })
    const [one, other] = [
      answered(percentLoan(), '60', [btc], '0.01'),
      answered(fractions, '0.6', [btc], '0.01'),
    ]
    expect([other.repay.amount, other.assets[0]?.amount]).toEqual([
      one.repay.amount,
      one.assets[0]?.amount,
    ])
    expect(collateralWorth(fractions)).toEqual(collateralWorth(percentLoan()))
  })

  it('repaying reaches the target or less, and never needs more than is owed', () => {
    fc.assert(
      fc.property(aCase, ({ loan, target, loanStep }) => {
        const { amount, ltv } = answered(loan, target, [], loanStep).repay
        expect(isNegative(amount)).toBe(false)
        expect(compare(amount, loan.amount)).toBeLessThanOrEqual(0)
        // current × (owed − repaid) ≤ target × owed, without a division
        expect(
          compare(
            multiply(loan.currentLtv, subtract(loan.amount, amount)),
            multiply(target, loan.amount),
          ),
        ).toBeLessThanOrEqual(0)
        expect(
          compare(
            multiply(ltv, loan.amount),
            multiply(loan.currentLtv, subtract(loan.amount, amount)),
          ),
        ).toBeGreaterThanOrEqual(0)
        if (compare(amount, loan.amount) < 0) expect(toStep(amount, loanStep, 'down')).toBe(amount)
      }),
    )
  })

  it('adding reaches the target or less, in whole steps, which one step less does not', () => {
    fc.assert(
      fc.property(aCase, ({ loan, target, price, held, step, whole }) => {
        const [found] = answered(loan, target, [{ asset: 'BTC', held, price, step }], '0.01').assets
        const amount = found?.amount ?? '-1'
        const debt = multiply(loan.amount, whole)
        /** debt ÷ (debt ÷ current + amount × price) ≤ target, without a division. */
        const reaches = (more: Decimal): boolean =>
          compare(
            multiply(debt, loan.currentLtv),
            multiply(target, add(debt, multiply(multiply(more, price), loan.currentLtv))),
          ) <= 0
        expect(compare(amount, '0')).toBe(1)
        expect(reaches(amount)).toBe(true)
        expect(toStep(amount, step, 'down')).toBe(amount)
        expect(reaches(subtract(amount, step))).toBe(false)
        expect(found?.enough).toBe(compare(held, amount) >= 0)
      }),
    )
  })

  it.each<[string, Loan, string, string]>([
    ['the amount', percentLoan({ amount: '0' }), '60', 'amount'],
    ['an amount that is a number', percentLoan({ amount: 'much' }), '60', 'amount'],
    ['the LTV', percentLoan({ currentLtv: '' }), '60', 'ltv'],
    ['an LTV above zero', percentLoan({ currentLtv: '0' }), '60', 'ltv'],
    ['an LTV in the unit of the levels', percentLoan({ currentLtv: '7600' }), '60', 'ltv'],
    [
      'a level that tells the unit',
      percentLoan({ initialLtv: '0', marginCallLtv: '0', liquidationLtv: '0' }),
      '60',
      'unit',
    ],
    ['a target below the LTV', percentLoan(), '76', 'target'],
    ['a target that is not above the LTV', percentLoan(), '80', 'target'],
    ['a target above zero', percentLoan(), '0', 'target'],
    ['a target that is not negative', percentLoan(), '-5', 'target'],
    ['a target that is a number', percentLoan(), 'low', 'target'],
  ])('explain a missing %s', (_name, loan, target, missing) => {
    expect(marginCallAnswer(loan, target, [btc], '0.01')).toEqual({ ok: false, error: missing })
  })

  it('leave out an asset without a price or a step', () => {
    const { assets } = answered(
      percentLoan(),
      '60',
      [{ ...btc, price: '0' }, { ...btc, step: '0' }, btc],
      '0.01',
    )
    expect(assets).toHaveLength(1)
  })
})

describe('the worth of the collateral', () => {
  it('is the loan divided by the LTV', () => {
    expect(collateralWorth(percentLoan({ currentLtv: '80' }))).toEqual({ ok: true, value: '25000' })
    expect(collateralWorth(percentLoan({ currentLtv: '0' }))).toEqual({ ok: false, error: 'ltv' })
  })

  it.each([
    ['85', '100'],
    ['0.85', '1'],
    ['1.5', '1'],
    ['2.5', '100'],
  ])('reads levels up to %s with a full scale of %s', (liquidation, whole) => {
    expect(wholeOf({ liquidation, marginCall: null, initial: null })).toBe(whole)
  })
})

test.each([
  ['USDT', '0.01'],
  ['BTC', '0.000001'],
  ['WBT', '0.00000001'],
])('amounts of %s have steps of %s', (asset, step) => {
  const markets = [
    { base: 'BTC', amountStep: '0.001' },
    { base: 'BTC', amountStep: '0.000001' },
    { base: 'BTC', amountStep: null },
    { base: 'USDT', amountStep: '1' },
  ]
  expect(stepOf(asset, markets)).toBe(step)
})

test.each([
  ['100', '-30', '70'],
  ['100', '-130', '0'],
  ['100', null, null],
  [undefined, '5', null],
])(
  'closing a position with a margin of %s and a PnL of %s frees %s',
  (usedMargin, unrealizedPnl, freed) => {
    expect(freedByClosing({ unrealizedPnl, ...(usedMargin !== undefined && { usedMargin }) })).toBe(
      freed,
    )
  },
)
