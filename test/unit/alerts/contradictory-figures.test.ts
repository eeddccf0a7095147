import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateLtv } from '../../../src/main/alerts/ltv-alerts.js'
import { evaluateMargin, marginAlertKeys } from '../../../src/main/alerts/margin-alerts.js'
import { noStates, readStates } from '../../../src/main/alerts/stored-alert-state.js'
import { defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import { levelsOf } from '../../../src/shared/portfolio/loan-levels.js'
import { figuresContradict } from '../../../src/shared/portfolio/margin.js'
import type { CollateralSummary } from '../../../src/shared/portfolio/portfolio.js'
import { add, compare, multiply, subtract } from '../../../src/shared/money.js'
import { aLoan } from '../../support/fake-exchange-client.js'

function summary(
  equity: string,
  usedMargin: string,
  freeMargin: string,
  unrealizedPnl = '0',
  unrealizedFunding = '0',
): CollateralSummary & { equity: string } {
  return {
    equity,
    usedMargin,
    freeMargin,
    unrealizedPnl,
    unrealizedFunding,
    leverage: 10,
  }
}

/** Captured, with sixteen digits, and as documented. */
const samples: [string, ReturnType<typeof summary>][] = [
  [
    'equity without PnL',
    summary(
      '130970.8947456254113367',
      '456.58349',
      '129681.3285348840110099',
      '-832.9535',
      '0.0292207414003268',
    ),
  ],
  ['equity with PnL', summary('15000.50', '5000', '10000.50', '250.75', '0.5')],
]

const amount = fc
  .integer({ min: 1, max: 100_000_000 })
  .map((cents) => multiply(String(cents), '0.01'))
const result = fc
  .integer({ min: -1_000_000, max: 1_000_000 })
  .map((cents) => multiply(String(cents), '0.01'))

describe('ANS-5 the figures of the collateral account', () => {
  it.each(samples)('agree in the sample of %s', (_name, sample) => {
    expect(figuresContradict(sample)).toBe(false)
  })

  it.each(samples)(
    'contradict each other in the sample of %s once one is changed',
    (_name, sample) => {
      for (const name of ['equity', 'usedMargin', 'freeMargin'] as const)
        for (const change of ['-100', '100'])
          expect(
            figuresContradict({ ...sample, [name]: add(sample[name], change) }),
            `${name} ${change}`,
          ).toBe(true)
    },
  )

  it('agree under either interpretation, rounded or not, whatever the account holds', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        result,
        result,
        fc.boolean(),
        fc.constantFrom('0', '0.01', '-0.01'),
        (used, free, pnl, funding, hasPnl, rounding) => {
          const stated = add(used, free)
          const equity = hasPnl ? stated : add(subtract(stated, pnl), funding)
          expect(figuresContradict(summary(add(equity, rounding), used, free, pnl, funding))).toBe(
            false,
          )
        },
      ),
    )
  })

  it('agree where the free margin would be negative, which is stated as zero, and where no margin is used', () => {
    expect(figuresContradict(summary('1000', '1000', '0', '-170'))).toBe(false)
    expect(figuresContradict(summary('700', '1000', '0', '0'))).toBe(false)
    expect(figuresContradict(summary('5000', '1000', '0', '0'))).toBe(true)
    expect(figuresContradict(summary('7', '0', '100'))).toBe(false)
  })

  const odd = summary('99999', '1000', '500')
  const fine = summary('1500', '1000', '500')
  const run = (answers: CollateralSummary[]) => {
    let state = noStates.margin
    return answers.map((answer) => {
      const evaluation = evaluateMargin(answer, defaultAlertSettings, state)
      state = readStates({ margin: JSON.parse(JSON.stringify(evaluation.state)) as never }).margin
      return {
        raised: evaluation.candidates.map(({ kind }) => kind),
        over: evaluation.resolved.map(({ key }) => key),
        levels: evaluation.candidates.map(({ cause }) => cause['marginLevel']),
        keys: marginAlertKeys(state),
      }
    })
  }

  it('raise an alert at the second contradictory answer in a row, until they agree again', () => {
    const answers = run([fine, odd, fine, odd, odd, odd, fine])
    expect(answers.map(({ raised }) => raised)).toEqual([
      ['margin-level'],
      [],
      [],
      [],
      ['margin-unclear'],
      [],
      [],
    ])
    expect(answers[5]?.keys).toContain('margin/unclear')
    expect(answers[6]?.over).toEqual(['margin/unclear'])
  })

  it('keep margin level alerts, without a level derived from contradictory figures', () => {
    const answers = run([fine, summary('99999', '1000', '0.5'), summary('99999', '1000', '0')])
    expect(answers[1]?.raised).toEqual(['margin-level'])
    expect(answers[1]?.levels).toEqual([null])
    expect(answers[2]?.raised).toEqual(['margin-exhausted', 'margin-unclear'])
  })
})

describe('ANS-5 loan limits out of order', () => {
  const limit = fc.integer({ min: 1, max: 99 }).map(String)

  it('are reported as unclear, while the loan still alerts by its current LTV', () => {
    fc.assert(
      fc.property(
        limit,
        limit,
        limit,
        fc.integer({ min: 1, max: 120 }).map(String),
        (initialLtv, marginCallLtv, liquidationLtv, currentLtv) => {
          const answer = aLoan({ initialLtv, marginCallLtv, liquidationLtv, currentLtv })
          if (answer.kind !== 'loan') return
          const { loan } = answer
          const isInOrder =
            compare(initialLtv, marginCallLtv) <= 0 && compare(marginCallLtv, liquidationLtv) < 0
          expect(levelsOf(loan).sound).toBe(isInOrder)
          const kinds = evaluateLtv(loan, defaultAlertSettings, noStates.ltv).candidates.map(
            ({ kind }) => kind,
          )
          expect(kinds.includes('ltv-unclear')).toBe(!isInOrder)
          // The lower of the two values for margin call and liquidation is a margin call at least.
          const lower = compare(marginCallLtv, liquidationLtv) < 0 ? marginCallLtv : liquidationLtv
          const isCalled = compare(currentLtv, lower) >= 0
          expect(kinds.some((kind) => kind === 'margin-call' || kind === 'liquidation')).toBe(
            isCalled,
          )
        },
      ),
    )
  })
})
