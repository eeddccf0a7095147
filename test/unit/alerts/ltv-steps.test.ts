// The user's own LTV steps: as values, and as fractions of the way as saved by the first version.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateSteps, type StepReading } from '../../../src/main/alerts/hysteresis.js'
import { evaluateLtv, type LtvSettings, ltvStepsOf } from '../../../src/main/alerts/ltv-alerts.js'
import { alertWords, overWords } from '../../../src/main/alerts/notification-text.js'
import { noStates, noSteps } from '../../../src/main/alerts/stored-alert-state.js'
import { readSettings } from '../../../src/main/settings/stored-settings.js'
import { type Alert, defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import { levelsOf } from '../../../src/shared/portfolio/loan-levels.js'
import type { Loan } from '../../../src/shared/portfolio/loan.js'
import {
  asLtvStep,
  type EarlyStep,
  type PartOfWay,
  suggestedLtvs,
} from '../../../src/shared/alerts/ltv-step.js'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import { defaultSettings } from '../../../src/shared/settings/settings.js'
import { messageOf } from '../../../src/shared/messages/messages.js'
import { add, compare, divide, multiply, subtract } from '../../../src/shared/money.js'
import { anAlert, createAlertHarness, inEnglish, noticeWords } from '../../support/alert-harness.js'
import { aLoan } from '../../support/fake-exchange-client.js'
import { valueOf } from '../../support/test-storage.js'

function loanAt(currentLtv: string, more: Partial<Loan> = {}): Loan {
  const answer = aLoan({ currentLtv, ...more })
  if (answer.kind !== 'loan') throw new TypeError('no loan')
  return answer.loan
}

const using = (...earlySteps: EarlyStep[]): LtvSettings => ({ earlySteps, rearm: '0.02' })
const at = (...ltvs: string[]): LtvSettings => using(...ltvs.map((ltv) => ({ ltv })))

/** What each answer raises and resolves. */
function evaluateAll(loans: readonly Loan[], settings: LtvSettings) {
  let state = noStates.ltv
  return loans.map((loan) => {
    const result = evaluateLtv(loan, settings, state)
    state = result.state
    return { candidates: result.candidates.map(inEnglish), resolved: result.resolved }
  })
}

function raised(loans: readonly Loan[], settings: LtvSettings): string[] {
  return evaluateAll(loans, settings).flatMap(({ candidates }) =>
    candidates.map(({ found, key }) => `${found} ${key}`),
  )
}

const along = (...ltvs: string[]): Loan[] => ltvs.map((ltv) => loanAt(ltv))

describe('steps given as LTVs', () => {
  it('alert anywhere below margin call, including below the initial LTV', () => {
    expect(
      raised(along('25', '29.99', '30', '41', '64.9', '65', '75'), at('65', '30', '40.5')),
    ).toEqual(['new loan/ltv:30', 'new loan/ltv:40.5', 'new loan/ltv:65', 'new loan/margin-call'])
  })

  it('name their LTV in the alert and at its end', () => {
    const [, , crossed] = evaluateAll(along('25', '60', '66.1'), at('60', '65'))
    expect(crossed?.candidates).toMatchObject([
      {
        title: 'BTC loan: LTV has reached your step of 65\u00a0%',
        text: 'Margin call is the next level.',
        endTitle: 'BTC loan: LTV is back below your step of 65\u00a0%',
        cause: { currentLtv: '66.1', threshold: '65', step: null },
      },
    ])
  })

  it('continue when an answer omits what identifies the loan', () => {
    const { asset: _asset, createdAt: _createdAt, ...partly } = loanAt('76')
    expect(raised([loanAt('25'), loanAt('76'), partly, loanAt('76'), partly], at('65'))).toEqual([
      'new loan/margin-call',
    ])
    expect(raised([partly, loanAt('76'), partly], at('65'))).toEqual(['standing loan/margin-call'])
  })

  it('are silent if crossed before the first check', () => {
    expect(raised(along('66', '71', '69.9', '70'), at('30', '65', '70'))).toEqual([
      'standing loan/ltv:65',
      'new loan/ltv:70',
    ])
  })

  it('leave everything from margin call on to the margin call and the steps to liquidation', () => {
    const settings = at('74.99', '75', '79', '90')
    expect(ltvStepsOf(loanAt('25'), settings, noStates.ltv).map(({ key }) => key)).toEqual([
      'ltv:74.99',
      'margin-call',
      'liquidation',
    ])
    expect(raised(along('60', '76', '79.5', '91'), settings)).toEqual([
      'new loan/margin-call',
      'new loan/to-liquidation:1/4',
      'new loan/liquidation',
    ])
    // A loan with other levels has them before its margin call.
    const far = { initialLtv: '75', marginCallLtv: '92', liquidationLtv: '96' }
    expect(raised([loanAt('60', far), loanAt('79', far), loanAt('91', far)], settings)).toEqual([
      'new loan/ltv:79',
      'new loan/ltv:90',
    ])
  })

  it('apply to the same place in a loan whose LTV is a fraction', () => {
    const fractions = { initialLtv: '0.6', marginCallLtv: '0.75', liquidationLtv: '0.85' }
    const loans = ['0.25', '0.2999', '0.3', '0.66'].map((ltv) => loanAt(ltv, fractions))
    const alerts = evaluateAll(loans, at('30', '65')).flatMap(({ candidates }) => candidates)
    expect(alerts.map(({ title, cause }) => [title, cause['threshold']])).toEqual([
      ['BTC loan: LTV has reached your step of 30\u00a0%', '0.3'],
      ['BTC loan: LTV has reached your step of 65\u00a0%', '0.65'],
    ])
  })

  it('neither end nor alert again on an answer without levels', () => {
    const without = { initialLtv: '0', marginCallLtv: '0', liquidationLtv: '0' }
    const results = evaluateAll(
      [loanAt('60'), loanAt('66'), loanAt('66', without), loanAt('66')],
      at('65'),
    )
    expect(
      results
        .slice(2)
        .flatMap(({ resolved }) => resolved.filter(({ key }) => key !== 'loan/unclear')),
    ).toEqual([])
    expect(results.flatMap(({ candidates }) => candidates.map(({ key }) => key))).toEqual([
      'loan/ltv:65',
      'loan/unclear',
    ])
  })

  it('end when the exchange moves margin call below them', () => {
    const moved = loanAt('71', { marginCallLtv: '68' })
    const last = evaluateAll([...along('60', '71'), moved], at('70')).at(-1)
    expect(last?.resolved).toEqual([{ key: 'loan/ltv:70', end: 'dropped' }])
    expect(last?.candidates).toMatchObject([{ kind: 'margin-call', found: 'new' }])
  })

  it('count once per place, sorted among fractions of the way by value', () => {
    const settings = using(
      { part: 1, of: 3 },
      { part: 2, of: 3 },
      { ltv: '65.0' },
      { ltv: '65' },
      { ltv: '67' },
      { ltv: '30' },
    )
    expect(
      ltvStepsOf(loanAt('25'), settings, noStates.ltv).map(({ key, number, threshold }) => [
        key,
        number,
        threshold,
      ]),
    ).toEqual([
      ...[
        ['ltv:30', 1, '30'],
        ['ltv:65', 2, '65'],
        ['ltv:67', 3, '67'],
        ['early:2/3', 4, '70'],
      ],
      ...[
        ['margin-call', 0, '75'],
        ['liquidation', 0, '85'],
      ],
    ])
  })

  it("alert four times before margin call for a loan at 25 % with a new installation's defaults", () => {
    const loans = Array.from({ length: 51 }, (_, rise) => loanAt(String(25 + rise)))
    expect(raised(loans, defaultAlertSettings)).toEqual([
      ...[
        'new loan/ltv:50',
        'new loan/ltv:60',
        'new loan/ltv:65',
        'new loan/ltv:70',
        'new loan/margin-call',
      ],
    ])
  })

  it('are not named in notifications without figures', () => {
    const { state } = evaluateLtv(loanAt('60'), at('65'), noStates.ltv)
    const alerts = ['66', '80'].flatMap((ltv) =>
      evaluateLtv(loanAt(ltv), at('65'), state).candidates.map((one) => anAlert(one)),
    )
    const titles = (figures: boolean) =>
      alerts.map((alert) => alertWords([alert], { ...noticeWords, figures }).title)
    expect(titles(true)).toEqual([
      'BTC loan: LTV has reached your step of 65\u00a0%',
      'BTC loan: LTV has reached 80\u00a0%, 50\u00a0% of the way from margin call to liquidation',
    ])
    expect(titles(false)).toEqual([
      'BTC loan: LTV has reached one of your steps',
      'BTC loan: LTV has passed 50\u00a0% of the way from margin call to liquidation',
    ])
    const over = alerts.map((alert): Alert => ({
      ...alert,
      state: { kind: 'resolved', at: 1_760_000_060, end: 'over' },
    }))
    expect(over.map((alert) => overWords([alert], null, noticeWords)?.title)).toEqual([
      'BTC loan: LTV is back below one of your steps',
      'BTC loan: LTV is back below 50\u00a0% of the way from margin call to liquidation',
    ])
  })
})

describe('suggested steps for a loan', () => {
  const suggested = (currentLtv: string, steps: EarlyStep[] = [], more: Partial<Loan> = {}) =>
    suggestedLtvs(levelsOf(loanAt(currentLtv, more)), steps)

  it.each([
    ['25', ['30', '40', '50', '60', '70']],
    ['30', ['40', '50', '60', '70']],
    ['3', ['10', '20', '30', '40', '50', '60']],
    ['62', ['65', '70']],
    ['71', ['72', '74']],
    ['73', ['74']],
    ['74', []],
    ['80', []],
  ])('at %s %% are round values from there to margin call: %j', (ltv, steps) => {
    expect(suggested(ltv)).toEqual(steps)
  })

  it('exclude existing ones in any form', () => {
    expect(suggested('62', [{ part: 1, of: 3 }])).toEqual(['70'])
    expect(suggested('25', [{ ltv: '40.0' }, { ltv: '70' }])).toEqual(['30', '50', '60'])
  })

  it('are percentages even for a loan in fractions, and empty if the levels do not give its place', () => {
    const fractions = { initialLtv: '0.6', marginCallLtv: '0.75', liquidationLtv: '0.85' }
    expect(suggested('0.52', [], fractions)).toEqual(['60', '70'])
    expect(suggested('25', [], { marginCallLtv: '0' })).toEqual([])
    expect(suggested('', [])).toEqual([])
  })
})

/**
 * As the first version evaluated them: all that is known of a loan after each answer, by what is
 * raised and resolved.
 */
function asBefore(loans: readonly Loan[], earlySteps: readonly PartOfWay[], rearm: string) {
  const wayPoint = (from: string, to: string, { part, of }: PartOfWay): string =>
    add(from, divide(multiply(subtract(to, from), String(part)), String(of), 18))
  const ofLoan = (loan: Loan): StepReading[] => {
    const { current, initial, marginCall, liquidation } = levelsOf(loan)
    const lowestFirst = [...earlySteps].sort((a, b) => a.part * b.of - b.part * a.of)
    const early = lowestFirst.filter(({ part, of }, at) => {
      const before = lowestFirst[at - 1]
      return before === undefined || before.part * of !== part * before.of
    })
    const hasWay = initial !== null && marginCall !== null && compare(initial, marginCall) < 0
    const hasLastWay =
      marginCall !== null && liquidation !== null && compare(marginCall, liquidation) < 0
    const late: PartOfWay[] = [
      { part: 1, of: 4 },
      { part: 1, of: 2 },
      { part: 3, of: 4 },
      { part: 9, of: 10 },
    ]
    const statusAt = (threshold: string | null): StepReading['status'] => {
      if (current === null || threshold === null) return 'unknown'
      if (compare(current, threshold) >= 0) return 'reached'
      return compare(current, multiply(threshold, subtract('1', rearm))) <= 0
        ? 'cleared'
        : 'between'
    }
    const call = statusAt(marginCall)
    return [
      ...early.map((step) => ({
        key: `early:${step.part}/${step.of}`,
        status: statusAt(hasWay ? wayPoint(initial, marginCall, step) : null),
      })),
      { key: 'margin-call', status: call },
      ...late.map((step) => ({
        key: `to-liquidation:${step.part}/${step.of}`,
        status:
          call === 'cleared'
            ? ('cleared' as const)
            : statusAt(hasLastWay ? wayPoint(marginCall, liquidation, step) : null),
      })),
      { key: 'liquidation', status: statusAt(liquidation) },
    ]
  }
  let state = noSteps
  return loans.map((loan) => {
    const change = evaluateSteps(ofLoan(loan), state)
    state = change.state
    return {
      raised: change.raise === null ? [] : [`${change.raise.found} loan/${change.raise.key}`],
      over: change.resolved.map(({ key, end }) => `${end} loan/${key}`),
    }
  })
}

/** The settings file of the first version with these steps, as this version reads it. */
function readFromFile(earlySteps: readonly PartOfWay[], rearm: string): LtvSettings {
  const {
    figuresInNotifications: _,
    sounds: __,
    ...first
  } = { ...defaultAlertSettings, earlySteps, rearm }
  const reading = readSettings(
    JSON.stringify({ ...defaultSettings, alerts: { ...first, amountsInNotifications: false } }),
  )
  expect(reading?.refused).toEqual([])
  return reading?.settings.alerts ?? at()
}

const part = fc
  .integer({ min: 2, max: 100 })
  .chain((of) => fc.integer({ min: 1, max: of - 1 }).map((one) => ({ part: one, of })))
const parts = fc.array(part, { maxLength: 8 })
const rearm = fc.constantFrom('0.02', '0.005', '0.2')
const tenths = (least: number, most: number) => fc.integer({ min: least, max: most })
const anyLevels = fc.record({
  initial: tenths(-5, 1200),
  call: tenths(-5, 1200),
  end: tenths(-5, 1200),
})
const usualLevels = fc.constantFrom(
  { initial: 600, call: 750, end: 850 },
  { initial: 655, call: 781, end: 912 },
)
const unit = fc.constantFrom('10', '1000')
const path = fc.array(tenths(0, 1000), { minLength: 1, maxLength: 40 })

function loansOf(
  ltvs: readonly number[],
  { initial, call, end }: { initial: number; call: number; end: number },
  one: string,
): Loan[] {
  const text = (tenth: number): string => divide(String(tenth), one, 4)
  return ltvs.map((ltv) =>
    loanAt(text(ltv), {
      initialLtv: text(initial),
      marginCallLtv: text(call),
      liquidationLtv: text(end),
    }),
  )
}

describe('steps saved by an earlier version as fractions of the way', () => {
  it('alert and end exactly as before, for any levels and any path of the LTV', () => {
    fc.assert(
      fc.property(
        parts,
        rearm,
        fc.oneof(usualLevels, anyLevels),
        unit,
        path,
        (steps, margin, levels, one, ltvs) => {
          const loans = loansOf(ltvs, levels, one)
          const now = evaluateAll(loans, readFromFile(steps, margin)).map(
            ({ candidates, resolved }) => ({
              raised: candidates
                .filter(({ kind }) => kind !== 'ltv-unclear')
                .map(({ found, key }) => `${found} ${key}`),
              over: resolved
                .filter(({ key }) => key !== 'loan/unclear')
                .map(({ end, key }) => `${end} ${key}`),
            }),
          )
          expect(now).toEqual(asBefore(loans, steps, margin))
        },
      ),
      { numRuns: 400 },
    )
  })

  it("alert as before once converted to a loan's LTVs", () => {
    fc.assert(
      fc.property(parts, rearm, usualLevels, unit, path, (steps, margin, levels, one, ltvs) => {
        const loans = loansOf(ltvs, levels, one)
        const [first] = loans
        const asLtvs =
          first === undefined ? [] : steps.flatMap((step) => asLtvStep(levelsOf(first), step) ?? [])
        const outcomes = (earlySteps: readonly EarlyStep[]) =>
          evaluateAll(loans, { earlySteps: [...earlySteps], rearm: margin }).map(
            ({ candidates, resolved }) => [
              candidates.map(({ kind, found, cause }) => [kind, found, cause['threshold']]),
              resolved.map(({ end }) => end),
            ],
          )
        expect(outcomes(asLtvs)).toEqual(outcomes(steps))
      }),
      { numRuns: 300 },
    )
  })
})

const firstSteps: PartOfWay[] = [
  { part: 1, of: 3 },
  { part: 2, of: 3 },
]

/** An alert and the state of its loan as the first version stored them in the database. */
function alertOfFirstVersion(state: Alert['state'], kind: 'ltv-step' | 'margin-call'): Alert {
  const loan = messageOf('alerts.ltv.loan', { asset: 'BTC' })
  const share = messageOf('alerts.percent', { percent: '50' })
  const words: Pick<Alert, 'title' | 'text' | 'endTitle'> =
    kind === 'ltv-step'
      ? {
          title: { key: 'alerts.ltv.step.title', values: { loan, number: 1, count: 2 } },
          text: messageOf('alerts.ltv.step.text-early'),
          endTitle: { key: 'alerts.ltv.step.end', values: { loan, number: 1 } },
        }
      : {
          title: { key: 'alerts.ltv.to-liquidation.title', values: { loan, share } },
          text: messageOf('alerts.ltv.to-liquidation.text'),
          endTitle: { key: 'alerts.ltv.to-liquidation.end', values: { loan, share } },
        }
  const {
    currentLtv,
    initialLtv = '',
    marginCallLtv,
    liquidationLtv,
    asset = '',
    createdAt = '',
  } = loanAt(kind === 'ltv-step' ? '66' : '81')
  const step = kind === 'ltv-step' ? { part: 1, of: 3 } : null
  return {
    id: 'old',
    at: 1_760_000_000,
    profileId: 'a',
    kind,
    found: 'new',
    state,
    readAt: null,
    ...words,
    key: kind === 'ltv-step' ? 'loan/early:1/3' : 'loan/to-liquidation:1/2',
    level: kind === 'ltv-step' ? 'caution' : 'danger',
    subject: { key: 'loan', name: loan },
    cause: {
      asset,
      createdAt,
      currentLtv,
      initialLtv,
      marginCallLtv,
      liquidationLtv,
      step,
      threshold: kind === 'ltv-step' ? '65' : '80',
    },
  }
}

/**
 * The account after an update, with what the first version had stored when its loan was at this
 * LTV.
 */
function afterUpdate(ltv: string, state: Alert['state'] = { kind: 'active' }) {
  const harness = createAlertHarness({ earlySteps: firstSteps, coolDownMinutes: 0 }, 1_760_000_060)
  const kind = ltv === '66' ? ('ltv-step' as const) : ('margin-call' as const)
  const old = alertOfFirstVersion(state, kind)
  const { state: ladder } = evaluateLtv(
    loanAt(ltv),
    using(...firstSteps),
    evaluateLtv(loanAt('60'), using(...firstSteps), noStates.ltv).state,
  )
  const notices = {
    ...noStates.notices,
    told: { old: old.at },
    last: { [old.key]: old.at },
    // As if it had been repeated so often that the next repetition is not due.
    repeats: kind === 'margin-call' ? { old: { count: 4, at: 1_760_000_050 } } : {},
  }
  valueOf(harness.repository.save('a', [old], { ladder, notices }))
  const alerts = harness.open()
  let answers = 0
  const answer = (currentLtv: string): void => {
    answers += 1
    alerts.portfolioChanged({
      ...noPortfolio,
      profileId: 'a',
      loan: {
        value: aLoan({ currentLtv }),
        asOf: 1_760_000_060 + answers,
        source: 'live',
        problem: null,
        every: 15,
      },
    })
  }
  const shown = () =>
    alerts
      .view()
      .attention.map(({ alert, quiet }) => ({ id: alert.id, title: inEnglish(alert).title, quiet }))
  return {
    ...harness,
    alerts,
    answer,
    shown,
    titles: () => harness.notified.map(({ title }) => title),
  }
}

describe('ALR-2 an alert that was open before an update', () => {
  it('for an early step stays the same alert, names its current LTV, and is not notified again', () => {
    const { answer, shown, titles } = afterUpdate('66')
    expect(shown()).toEqual([
      { id: 'old', title: 'BTC loan: LTV has reached your step of 65\u00a0%', quiet: false },
    ])
    for (const ltv of ['66', '67', '64.5', '66']) answer(ltv)
    expect(titles()).toEqual([])
    expect(shown()).toHaveLength(1)
    answer('70')
    answer('60')
    expect(titles()).toEqual([
      'BTC loan: LTV has reached your step of 70\u00a0%',
      'BTC loan: LTV is back below your step of 70\u00a0%',
    ])
  })

  it('beyond margin call is kept, and the next step breaks its acknowledgement', () => {
    const { answer, shown, titles } = afterUpdate('81', { kind: 'acknowledged', at: 1_760_000_030 })
    const title =
      'BTC loan: LTV has reached 80\u00a0%, 50\u00a0% of the way from margin call to liquidation'
    expect(shown()).toEqual([{ id: 'old', title, quiet: true }])
    for (const ltv of ['81', '80.2', '82']) answer(ltv)
    expect(titles()).toEqual([])
    answer('82.6')
    expect(titles()).toEqual([
      'BTC loan: LTV has reached 82.5\u00a0%, 75\u00a0% of the way from margin call to liquidation',
    ])
    expect(shown()[0]?.quiet).toBe(false)
  })

  it('stays acknowledged and silent when the step is converted to its LTV', () => {
    const { alerts, answer, shown, titles, choose } = afterUpdate('66', {
      kind: 'acknowledged',
      at: 1_760_000_030,
    })
    answer('66')
    choose({ earlySteps: [{ ltv: '65' }, { ltv: '70' }] })
    alerts.settingsChanged()
    answer('66.5')
    expect(titles()).toEqual([])
    expect(shown()).toMatchObject([
      { title: 'BTC loan: LTV has reached your step of 65\u00a0%', quiet: true },
    ])
    answer('70')
    expect(titles()).toEqual(['BTC loan: LTV has reached your step of 70\u00a0%'])
    expect(shown()[0]?.quiet).toBe(false)
  })
})

describe('ALR-4 the first of the default early steps', () => {
  it('is a caution with notification and sound when the LTV reaches it, and silent if reached before the first check', () => {
    const { earlySteps } = defaultAlertSettings
    for (const [first, notices] of [
      [
        '45',
        [
          {
            title: 'BTC loan: LTV has reached your step of 50\u00a0%',
            urgency: 'normal',
            silent: false,
          },
        ],
      ],
      ['51', []],
    ] as const) {
      const { open, notified, time } = createAlertHarness({ earlySteps })
      const alerts = open()
      for (const [number, currentLtv] of [first, '51'].entries())
        alerts.portfolioChanged({
          ...noPortfolio,
          profileId: 'a',
          loan: {
            value: aLoan({ currentLtv }),
            asOf: time.clock() + number,
            source: 'live',
            problem: null,
            every: 15,
          },
        })
      expect(notified).toMatchObject(notices)
      expect(notified).toHaveLength(notices.length)
      expect(alerts.view()).toMatchObject({
        level: 'caution',
        attention: [{ alert: { kind: 'ltv-step', level: 'caution' } }],
      })
    }
  })
})
