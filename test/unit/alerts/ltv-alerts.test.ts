import type { Evaluation } from '../../../src/main/alerts/open-alerts.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EvaluatorStates, noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { evaluateLtv, type LtvSettings, ltvStepsOf } from '../../../src/main/alerts/ltv-alerts.js'
import { bytesOf } from '../../../src/main/alerts/notification-text.js'
import type { Loan } from '../../../src/shared/portfolio/loan.js'
import { compare, divide, isDecimal, multiply } from '../../../src/shared/money.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { inEnglish } from '../../support/alert-harness.js'
import { casesOf } from '../../support/seed.js'

/** The defaults of the first version: fractions of the way from the initial LTV to margin call. */
const settings: LtvSettings = {
  earlySteps: [
    { part: 1, of: 3 },
    { part: 2, of: 3 },
  ],
  rearm: '0.02',
}

function loanAt(currentLtv: string, more: Partial<Loan> = {}): Loan {
  return {
    asset: 'BTC',
    amount: '1.5',
    totalFunding: '0.5',
    currentLtv,
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
    createdAt: '1715339355',
    ...more,
  }
}

/** Evaluates one answer after another. */
function evaluateAll(loans: (Loan | null)[], using = settings) {
  let state: EvaluatorStates['ltv'] = noStates.ltv
  return loans.map((loan) => {
    const result = evaluateLtv(loan, using, state)
    state = result.state
    return { ...result, candidates: result.candidates.map(inEnglish) }
  })
}

type Walk = Evaluation<EvaluatorStates['ltv']> & { loan: Loan }

/** The next answer of a walk, in tenths of a percent. */
function walked(before: Walk[], tenths: number): Walk[] {
  const loan = loanAt(String(tenths / 10))
  return [...before, { ...evaluateLtv(loan, settings, before.at(-1)?.state ?? noStates.ltv), loan }]
}

const ltvs = (...values: string[]) => values.map((value) => loanAt(value))

function outcomes(loans: (Loan | null)[], using = settings) {
  return evaluateAll(loans, using).map(({ candidates: alerts }) =>
    alerts.map(({ kind, found, key }) => `${found} ${kind} ${key}`),
  )
}

function news(loans: (Loan | null)[], using = settings) {
  return evaluateAll(loans, using)
    .flatMap(({ candidates: alerts }) => alerts)
    .filter(({ found }) => found === 'new')
}

describe('the LTV steps', () => {
  it('are at one and two thirds of the way from initial to margin call, then at margin call and liquidation', () => {
    const loan = loanAt('66')
    const { state } = evaluateLtv(loan, settings, noStates.ltv)
    expect(ltvStepsOf(loan, settings, state)).toEqual([
      { key: 'early:1/3', kind: 'ltv-step', number: 1, threshold: '65', crossed: true },
      { key: 'early:2/3', kind: 'ltv-step', number: 2, threshold: '70', crossed: false },
      { key: 'margin-call', kind: 'margin-call', number: 0, threshold: '75', crossed: false },
      { key: 'liquidation', kind: 'liquidation', number: 0, threshold: '85', crossed: false },
    ])
  })

  it('raise each step once as it is crossed', () => {
    expect(outcomes(ltvs('60', '65', '66', '70', '75', '76', '85', '90'))).toEqual([
      [],
      ['new ltv-step loan/early:1/3'],
      [],
      ['new ltv-step loan/early:2/3'],
      ['new margin-call loan/margin-call'],
      [],
      ['new liquidation loan/liquidation'],
      [],
    ])
  })

  it('ALR-2 raise each step between margin call and liquidation, none of them shown on the load line', () => {
    expect(
      outcomes(ltvs('60', '75', '77.49', '77.5', '80', '82.5', '83.9', '84', '85')).flat(),
    ).toEqual([
      'new margin-call loan/margin-call',
      'new margin-call loan/to-liquidation:1/4',
      'new margin-call loan/to-liquidation:1/2',
      'new margin-call loan/to-liquidation:3/4',
      'new margin-call loan/to-liquidation:9/10',
      'new liquidation loan/liquidation',
    ])
    const [, raised] = evaluateAll(ltvs('60', '84'))
    expect(raised?.candidates).toMatchObject([
      {
        title:
          'BTC loan: LTV has reached 84\u00a0%, 90\u00a0% of the way from margin call to liquidation',
        level: 'danger',
        cause: { threshold: '84', step: null },
      },
    ])
    const loan = loanAt('84')
    expect(
      ltvStepsOf(loan, settings, evaluateLtv(loan, settings, noStates.ltv).state).map(
        ({ threshold }) => threshold,
      ),
    ).toEqual([...['65', '70', '75', '85']])
  })

  it('have none between margin call and liquidation if the levels leave no room, and report those as contradictory', () => {
    const equal = [loanAt('60', { liquidationLtv: '75' }), loanAt('76', { liquidationLtv: '75' })]
    expect(outcomes(equal).flat()).toEqual([
      'standing ltv-unclear loan/unclear',
      'new liquidation loan/liquidation',
    ])
  })

  it('report the end of a margin call that ends with a step beyond it', () => {
    const [, , eased, calm] = evaluateAll(ltvs('60', '81', '78', '60'))
    expect(eased?.resolved).toEqual([{ key: 'loan/to-liquidation:1/2', end: 'over' }])
    expect(eased?.candidates).toMatchObject([{ key: 'loan/to-liquidation:1/4', found: 'standing' }])
    const [over] = calm?.resolved ?? []
    expect([over?.key, englishOf(over?.endTitle ?? '')]).toEqual([
      ...['loan/to-liquidation:1/4', 'BTC loan: LTV is below margin call again'],
    ])
  })

  it('end a step beyond margin call with the margin call, even if the levels no longer define it', () => {
    const loans = [...ltvs('60', '81'), loanAt('40', { liquidationLtv: '0' })]
    expect(evaluateAll(loans).at(-1)?.resolved).toMatchObject([
      { key: 'loan/to-liquidation:1/2', end: 'over' },
    ])
  })

  it('never leave a loan in margin call without an alert, however its LTV moves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 700, max: 860 }), { minLength: 1, maxLength: 30 }),
        (path) => {
          let open: string[] = []
          for (const { candidates, resolved, loan } of path.reduce<Walk[]>(walked, [])) {
            open = [
              ...open.filter((key) => !resolved.some((one) => one.key === key)),
              ...candidates.map(({ key }) => key),
            ]
            const isCalled = compare(loan.currentLtv, '75') >= 0
            if (isCalled) expect(open.some((key) => /margin-call|liquidation/.test(key))).toBe(true)
          }
        },
      ),
    )
  })

  it('re-arm only two percent of the step below it', () => {
    expect(news(ltvs('60', '75', '73.51', '75'))).toHaveLength(1)
    expect(news(ltvs('60', '75', '73.5', '75'))).toHaveLength(2)
  })

  it('raise exactly one alert for a thousand samples around a step', () => {
    for (const step of ['65', '70', '75', '85']) {
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: -19, max: 19 }), { minLength: 1000, maxLength: 1000 }),
          (wobbles) => {
            // Within 1.9 % of the step: never far enough below to re-arm, and never far enough
            // above to reach the next.
            const loans = wobbles.map((wobble) =>
              loanAt(divide(multiply(step, String(1000 + wobble)), '1000', 6)),
            )
            const start = loanAt(multiply(step, '0.9'))
            const above = loanAt(multiply(step, '1.001'))
            expect(
              news([start, ...loans, above]).filter(({ cause }) => cause['threshold'] === step),
            ).toHaveLength(1)
          },
        ),
        { numRuns: casesOf({ gate: 3, scheduled: 10 }) },
      )
    }
  })

  it('raise one alert for the highest of several steps in one sample', () => {
    expect(outcomes(ltvs('60', '76'))).toEqual([[], ['new margin-call loan/margin-call']])
    expect(outcomes(ltvs('60', '99'))).toEqual([[], ['new liquidation loan/liquidation']])
  })

  it('show a step already crossed at first sight without firing', () => {
    const [first] = evaluateAll(ltvs('76'))
    expect(first?.candidates).toMatchObject([
      {
        kind: 'margin-call',
        found: 'standing',
        text: expect.stringContaining('at the first check'),
      },
    ])
    expect(news(ltvs('76', '77', '74', '76'))).toEqual([])
    expect(news(ltvs('76', '85'))).toMatchObject([{ kind: 'liquidation' }])
  })

  it('name what ended, and show the milder step that remains', () => {
    const [, , back, calm] = evaluateAll(ltvs('60', '76', '73', '60'))
    expect(back?.resolved).toEqual([{ key: 'loan/margin-call', end: 'over' }])
    expect(back?.candidates).toMatchObject([
      { kind: 'ltv-step', key: 'loan/early:2/3', found: 'standing' },
    ])
    expect(calm?.resolved).toEqual([{ key: 'loan/early:2/3', end: 'over' }])
  })

  it('return the same state while nothing changes', () => {
    const results = evaluateAll(ltvs('60', '61', '62'))
    expect(results[2]?.state).toBe(results[0]?.state)
  })

  it('store the decisive strings, and the step, in the cause', () => {
    expect(news(ltvs('60', '75.000000000000000001'))[0]?.cause).toEqual({
      asset: 'BTC',
      createdAt: '1715339355',
      currentLtv: '75.000000000000000001',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
      threshold: '75',
      step: null,
    })
    expect(news(ltvs('60', '66'))[0]?.cause).toMatchObject({
      threshold: '65',
      step: { part: 1, of: 3 },
    })
  })

  it('are exact to the last digit', () => {
    expect(news(ltvs('60', '64.999999999999999999'))).toEqual([])
    expect(news(ltvs('60', '65.000000000000000000'))).toHaveLength(1)
  })
})

describe('a loan that ends', () => {
  it('removes its alerts without a new one', () => {
    const [, , gone, none] = evaluateAll([loanAt('60'), loanAt('76'), null, null])
    expect(gone).toMatchObject({
      candidates: [],
      resolved: [{ key: 'loan/margin-call', end: 'loan-ended' }],
      state: { loan: null, steps: { crossed: [], raised: [] } },
    })
    expect(none?.resolved).toEqual([])
  })

  it('and is replaced starts over, whether the asset or the time differs, even if only that is sent', () => {
    const others = [loanAt('76', { createdAt: '1800000000' }), loanAt('76', { asset: 'ETH' })]
    const [{ asset: _asset, ...later }, { createdAt: _createdAt, ...ofEther }] = others as [
      Loan,
      Loan,
    ]
    for (const next of [...others, later, ofEther]) {
      const [, , other] = evaluateAll([loanAt('60'), loanAt('66'), next])
      expect(other?.resolved).toEqual([{ key: 'loan/early:1/3', end: 'loan-ended' }])
      expect(other?.candidates).toMatchObject([{ kind: 'margin-call', found: 'standing' }])
    }
  })
})

describe('a loan only reported as gone', () => {
  it('is reported again if it returns in trouble, because the user was notified that it was gone', () => {
    expect(outcomes([loanAt('60'), loanAt('76'), null, null, loanAt('76')])).toEqual([
      [],
      ['new margin-call loan/margin-call'],
      [],
      [],
      ['new margin-call loan/margin-call'],
    ])
  })
})

describe('changed settings', () => {
  const with3: LtvSettings = {
    ...settings,
    earlySteps: [...settings.earlySteps, { part: 1, of: 10 }],
  }

  it('does not fire a new step below the LTV', () => {
    const { state } = evaluateLtv(loanAt('62'), settings, noStates.ltv)
    const after = evaluateLtv(loanAt('62'), with3, state)
    expect(after.candidates).toMatchObject([{ found: 'standing', key: 'loan/early:1/10' }])
  })

  it('drops a removed step', () => {
    const { state } = evaluateLtv(loanAt('62'), with3, noStates.ltv)
    expect(evaluateLtv(loanAt('62'), settings, state).resolved).toEqual([
      { key: 'loan/early:1/10', end: 'dropped' },
    ])
  })

  it('reports a level that the exchange moves below the LTV', () => {
    expect(news([loanAt('62'), loanAt('62', { marginCallLtv: '61' })])).toMatchObject([
      { kind: 'margin-call' },
    ])
  })

  it('ignores nonsense steps and counts equal ones once', () => {
    const odd: LtvSettings = {
      earlySteps: [
        { part: 0, of: 3 },
        { part: 3, of: 3 },
        { part: -1, of: 2 },
        { part: 0.5, of: 2 },
        { part: 1, of: 0 },
        { part: 2, of: 4 },
        { part: 1, of: 2 },
      ],
      rearm: '7',
    }
    const { state } = evaluateLtv(loanAt('68'), odd, noStates.ltv)
    expect(ltvStepsOf(loanAt('68'), odd, state).map(({ threshold }) => threshold)).toEqual([
      '67.5',
      '75',
      '85',
    ])
  })
})

describe('contradictory levels', () => {
  const kindsOf = (before: Partial<Loan>, now: Partial<Loan>) =>
    news([loanAt('10', before), loanAt('10', now)]).map(({ kind }) => kind)

  it.each([
    [{ marginCallLtv: '0' }],
    [{ marginCallLtv: '-75' }],
    [{ liquidationLtv: '0.00' }],
    [{ initialLtv: '80' }],
    [{ initialLtv: '0' }],
    [{ liquidationLtv: '70' }],
    [{ currentLtv: '-5' }],
  ])('%j: reported once, when they begin', (odd) => {
    expect(kindsOf({}, odd)).toEqual(['ltv-unclear'])
    expect(news([loanAt('10', odd), loanAt('10', odd)])).toEqual([])
    const [, , back] = evaluateAll([loanAt('10'), loanAt('10', odd), loanAt('10')])
    expect(back?.resolved).toEqual([{ key: 'loan/unclear', end: 'over' }])
  })

  it('accepts equal levels: no early steps without room for them', () => {
    const flat = loanAt('70', { initialLtv: '75' })
    expect(ltvStepsOf(flat, settings, noStates.ltv).map(({ key }) => key)).toEqual([
      'margin-call',
      'liquidation',
    ])
    expect(kindsOf({}, { initialLtv: '75' })).toEqual([])
    expect(
      news([loanAt('60', { marginCallLtv: '85' }), loanAt('85', { marginCallLtv: '85' })]),
    ).toMatchObject([{ kind: 'liquidation' }])
  })

  it('accepts levels beyond 100', () => {
    const far = { initialLtv: '110', marginCallLtv: '140', liquidationLtv: '160' }
    expect(
      news([loanAt('100', far), loanAt('139', far), loanAt('140', far)]).map(({ kind }) => kind),
    ).toEqual(['ltv-step', 'margin-call'])
  })

  it('treats the lower as margin call and the higher as liquidation when they are swapped', () => {
    const swapped = { marginCallLtv: '85', liquidationLtv: '75' }
    expect(
      news([loanAt('60', swapped), loanAt('76', swapped), loanAt('86', swapped)]).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['margin-call', 'liquidation'])
  })

  it('does not alert on a percentage beside fractions', () => {
    const fractions = { initialLtv: '0.60', marginCallLtv: '0.75', liquidationLtv: '0.85' }
    expect(
      news([loanAt('0.25', fractions), loanAt('25', fractions)]).map(({ kind }) => kind),
    ).toEqual(['ltv-unclear'])
  })

  it('neither ends nor repeats an alert on one contradictory answer', () => {
    const results = evaluateAll([
      loanAt('60'),
      loanAt('76'),
      loanAt('76', { marginCallLtv: '0', liquidationLtv: '0' }),
      loanAt('76'),
    ])
    expect(results[2]?.resolved).toEqual([])
    expect(results[3]?.candidates).toEqual([])
  })
})

describe('over any loan', () => {
  const anyLevel = fc.oneof(
    fc.integer({ min: -20, max: 200 }).map(String),
    fc.integer({ min: 0, max: 200 }).map((n) => divide(String(n), '100', 2)),
    fc.constantFrom(
      '0',
      '-0',
      '0.000000000000000001',
      '100000000000000000000',
      '',
      'NaN',
      '1e5',
      ' 75',
      '0.0',
    ),
  )
  const anyLoan = fc.record({
    currentLtv: anyLevel,
    initialLtv: anyLevel,
    marginCallLtv: anyLevel,
    liquidationLtv: anyLevel,
  })
  const anySettings = fc.record({
    earlySteps: fc.array(
      fc.record({ part: fc.integer({ min: -2, max: 12 }), of: fc.integer({ min: -2, max: 12 }) }),
      { maxLength: 8 },
    ),
    rearm: fc.constantFrom('0.02', '0', '1', '-1', 'x', '0.5'),
  })

  it('never crashes, and never warns of a step that is not reached', () => {
    fc.assert(
      fc.property(
        fc.array(anyLoan, { minLength: 1, maxLength: 12 }),
        anySettings,
        (loans, using) => {
          let state = noStates.ltv
          loans.forEach((levels, index) => {
            const loan = loanAt(levels.currentLtv, levels)
            const before = state
            const result = evaluateLtv(loan, using, before)
            state = result.state
            const ladder = result.candidates.filter(({ kind }) => kind !== 'ltv-unclear')
            expect(ladder.length).toBeLessThanOrEqual(1)
            for (const alert of ladder) {
              const { threshold } = alert.cause
              expect(
                typeof threshold === 'string' &&
                  isDecimal(threshold) &&
                  compare(threshold, '0') > 0,
              ).toBe(true)
              expect(compare(loan.currentLtv, String(threshold))).not.toBe(-1)
              if (index === 0) expect(alert.found).toBe('standing')
              // A margin call is never reported below both of the exchange's own levels, nor
              // liquidation below either.
              const [call, end] = [loan.marginCallLtv, loan.liquidationLtv].map(
                (level) =>
                  isDecimal(level) &&
                  compare(level, '0') > 0 &&
                  compare(loan.currentLtv, level) >= 0,
              )
              if (alert.kind === 'margin-call') expect(call || end).toBe(true)
              if (alert.kind === 'liquidation')
                expect(end || (call && compare(loan.liquidationLtv, loan.marginCallLtv) < 0)).toBe(
                  true,
                )
            }
            expect(
              ltvStepsOf(loan, using, state).every(({ threshold }) => isDecimal(threshold)),
            ).toBe(true)
          })
        },
      ),
      { numRuns: casesOf({ gate: 600, scheduled: 2000 }) },
    )
  })

  it('gives the same result for percentages and fractions', () => {
    const percent = fc.integer({ min: 1, max: 150 })
    fc.assert(
      fc.property(
        fc.array(percent, { minLength: 2, maxLength: 30 }),
        percent,
        percent,
        percent,
        (ltvPath, initial, call, end) => {
          const kinds = (unit: (n: number) => string) =>
            outcomes(
              ltvPath.map((now) =>
                loanAt(unit(now), {
                  initialLtv: unit(initial),
                  marginCallLtv: unit(call),
                  liquidationLtv: unit(end),
                }),
              ),
            )
          expect(kinds((n) => divide(String(n), '100', 2))).toEqual(kinds(String))
        },
      ),
    )
  })

  it('fits title and text into 200 bytes, with no figure of the loan but the step reached', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom('66', '71', '76', '86'),
        fc.boolean(),
        (asset, ltv, first) => {
          const loans = [loanAt('10', { asset }), loanAt(ltv, { asset })]
          const found = evaluateAll(first ? loans.slice(1) : loans).flatMap(
            ({ candidates: alerts }) => alerts,
          )
          expect(found.length).toBeGreaterThan(0)
          for (const { title, text, endTitle, subject } of found) {
            expect(bytesOf(title) + bytesOf(text)).toBeLessThanOrEqual(200)
            expect(bytesOf(endTitle)).toBeLessThanOrEqual(100)
            const words = `${title} ${text} ${endTitle}`
              .replaceAll(subject.name, '')
              .replace(/your step of \d+\u00a0%/g, '')
            expect(words).not.toMatch(/\d/)
          }
        },
      ),
    )
  })
})
