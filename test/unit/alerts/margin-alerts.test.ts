import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateMargin, type MarginSettings } from '../../../src/main/alerts/margin-alerts.js'
import { noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { defaultAlertSettings, isBackBelow, isCritical } from '../../../src/shared/alerts/alert.js'
import { marginLevel } from '../../../src/shared/portfolio/margin.js'
import type { CollateralSummary } from '../../../src/shared/portfolio/portfolio.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { compare, multiply, subtract } from '../../../src/shared/money.js'
import { inEnglish } from '../../support/alert-harness.js'

const settings: MarginSettings = defaultAlertSettings

/** With a used margin of 1,000, a level in percent. */
function at(level: string, more: Partial<CollateralSummary> = {}): CollateralSummary {
  return {
    equity: multiply(level, '10'),
    usedMargin: '1000',
    freeMargin: subtract(multiply(level, '10'), '1000'),
    unrealizedPnl: '0',
    unrealizedFunding: '0',
    leverage: 10,
    ...more,
  }
}

const unused = at('500', { usedMargin: '0' })

function evaluateAll(answers: CollateralSummary[], using = settings) {
  let state = noStates.margin
  return answers.map((answer) => {
    const result = evaluateMargin(answer, using, state)
    state = result.state
    return { ...result, candidates: result.candidates.map(inEnglish) }
  })
}

function raised(levels: string[], using = settings): string[][] {
  return evaluateAll(
    levels.map((level) => at(level)),
    using,
  ).map(({ candidates }) => candidates.map(({ found, kind, key }) => `${found} ${kind} ${key}`))
}

describe('alerts on the margin level', () => {
  it('ALR-4 names each step of the settings as it is reached, once, then that no free margin is left and how it goes on', () => {
    expect(
      raised(['218', '200', '190', '150', '120', '101', '100', '83', '80', '60', '50', '20']),
    ).toEqual([
      [],
      ['new margin-level margin/level:200'],
      [],
      ['new margin-level margin/level:150'],
      ['new margin-level margin/level:120'],
      [],
      ['new margin-exhausted margin/exhausted'],
      [],
      ['new margin-exhausted margin/below:80'],
      ['new margin-exhausted margin/below:60'],
      ['new margin-exhausted margin/below:50'],
      [],
    ])
  })

  it('ALR-4 from 218 % to 83 % at once names the gravest, as the exchange states no free margin any more', () => {
    const clamped = at('100', { equity: '1000', unrealizedPnl: '-170' })
    const [, result] = evaluateAll([at('218'), clamped])
    expect(result?.candidates).toMatchObject([
      {
        kind: 'margin-exhausted',
        level: 'danger',
        title: 'No free margin is left',
        cause: {
          marginLevel: '83',
          marginStep: '100',
          usedMargin: '1000',
          freeMargin: '0',
          unrealizedPnl: '-170',
        },
      },
    ])
  })

  it('ALR-7 what was so at the first look is notified where no free margin is left, and no early step is', () => {
    const [early] = evaluateAll([at('140')])
    expect(early?.candidates).toMatchObject([
      { found: 'standing', kind: 'margin-level', key: 'margin/level:150' },
    ])
    expect(early?.candidates.map(({ kind }) => isCritical(kind))).toEqual([false])
    const [grave] = evaluateAll([at('70')])
    expect(grave?.candidates).toMatchObject([
      { found: 'standing', kind: 'margin-exhausted', key: 'margin/below:80' },
    ])
    expect(grave?.candidates.map(({ kind }) => isCritical(kind))).toEqual([true])
    expect(grave?.candidates[0]?.text).toMatch(/^It was so at the first check\./)
  })

  it('says nothing with no margin in use, and ends what is open when positions are closed', () => {
    expect(evaluateAll([unused]).map(({ candidates }) => candidates)).toEqual([[]])
    const [, over] = evaluateAll([at('90'), unused])
    expect(
      over?.resolved.map(({ key, end, endTitle }) => [key, end, englishOf(endTitle ?? '')]),
    ).toEqual([['margin/exhausted', 'over', 'Margin is no longer in use']])
  })

  it('a step is over once the level is above it by what the settings say, and the last of those below 100 % says that margin is free', () => {
    const [, , still, over] = evaluateAll([at('90'), at('79'), at('101.9'), at('102')])
    expect(still?.resolved).toEqual([{ key: 'margin/below:80', end: 'over' }])
    expect(over?.resolved.map(({ key, endTitle }) => [key, englishOf(endTitle ?? '')])).toEqual([
      ['margin/exhausted', 'There is free margin again'],
    ])
    const back = evaluateAll(['201', '199', '203', '199', '204', '199'].map((level) => at(level)))
    expect(back.map(({ candidates }) => candidates.length)).toEqual([0, 1, 0, 0, 0, 1])
  })

  it('above its step, though not by enough to be over, it counts as back', () => {
    const [, result] = evaluateAll([at('218'), at('99')])
    const cause = result?.candidates[0]?.cause ?? {}
    expect(isBackBelow(cause)).toBe(false)
    expect(isBackBelow({ ...cause, marginLevel: '100' })).toBe(false)
    expect(isBackBelow({ ...cause, marginLevel: '101' })).toBe(true)
  })

  it('without steps of the person’s own it still says that no free margin is left; what is no step is passed over', () => {
    const none = { ...settings, marginLevelSteps: [] }
    expect(raised(['300', '120', '100', '90'], none).flat()).toEqual([
      'new margin-exhausted margin/exhausted',
    ])
    const odd = { ...settings, marginLevelSteps: ['0', '-5', 'x', '100', '90', '150.0', '150'] }
    expect(raised(['300', '150', '100', '90', '80'], odd).flat()).toEqual([
      'new margin-level margin/level:150',
      'new margin-exhausted margin/exhausted',
      'new margin-exhausted margin/below:90',
      'new margin-exhausted margin/below:80',
    ])
  })

  it('a step that is removed from the settings takes its alert with it', () => {
    const [first] = evaluateAll([at('140')])
    const { resolved } = evaluateMargin(
      at('140'),
      { ...settings, marginLevelSteps: [] },
      first?.state ?? noStates.margin,
    )
    expect(resolved).toEqual([{ key: 'margin/level:150', end: 'dropped' }])
  })

  it('says the next step or what to do, and no figure of the account', () => {
    const results = evaluateAll(['300', '190', '140', '110', '90', '70'].map((level) => at(level)))
    expect(
      results.flatMap(({ candidates }) => candidates).map(({ title, text }) => `${title}. ${text}`),
    ).toEqual([
      'Margin level has fallen to 200 %. Your next step is at 150 %.',
      'Margin level has fallen to 150 %. Your next step is at 120 %.',
      'Margin level has fallen to 120 %. At 100 % no free margin is left.',
      'No free margin is left. The exchange may liquidate positions if losses grow. Add collateral, or reduce or close positions.',
      'No free margin is left: margin level has fallen to 80 %. The exchange may liquidate positions. Add collateral, or reduce or close positions now.',
    ])
  })

  it('ALR-2 ALR-4 along any path every step passed is raised or covered by a graver one, and none is open once the level is far above', () => {
    const level = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 12 }), (path) => {
        let state = noStates.margin
        const open = new Map<string, string>()
        for (const percent of path) {
          const result = evaluateMargin(at(String(percent)), settings, state)
          state = result.state
          for (const { key } of result.resolved) open.delete(key)
          for (const { key, cause } of result.candidates) open.set(key, String(cause['marginStep']))
          const current = marginLevel(at(String(percent))) ?? ''
          const reached = ['200', '150', '120', '100', '80', '60', '50'].filter(
            (step) => compare(current, step) <= 0,
          )
          const gravest = reached.at(-1)
          // The gravest step reached has an alert, or a graver one that is not over yet has.
          if (gravest !== undefined)
            expect([...open.values()].some((step) => compare(step, gravest) <= 0)).toBe(true)
          if (percent > 204) expect([...open]).toEqual([])
        }
      }),
    )
  })
})
