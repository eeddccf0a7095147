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

describe('margin level alerts', () => {
  it('ALR-4 name each configured step once when reached, then that no free margin is left and how it continues', () => {
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

  it('ALR-4 name the most severe step for a jump from 218 % to 83 %, where the exchange states no free margin', () => {
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

  it('ALR-7 notify at the first check if no free margin is left, but not of early steps', () => {
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
    expect(grave?.candidates[0]?.text).toMatch(/^It was already so at the first check\./)
  })

  it('say nothing with no margin in use, and end when positions are closed', () => {
    expect(evaluateAll([unused]).map(({ candidates }) => candidates)).toEqual([[]])
    const [, over] = evaluateAll([at('90'), unused])
    expect(
      over?.resolved.map(({ key, end, endTitle }) => [key, end, englishOf(endTitle ?? '')]),
    ).toEqual([['margin/exhausted', 'over', 'Margin is no longer in use']])
  })

  it('end a step once the level is far enough above it, and the last of those below 100 % reports free margin', () => {
    const [, , still, over] = evaluateAll([at('90'), at('79'), at('101.9'), at('102')])
    expect(still?.resolved).toEqual([{ key: 'margin/below:80', end: 'over' }])
    expect(over?.resolved.map(({ key, endTitle }) => [key, englishOf(endTitle ?? '')])).toEqual([
      ['margin/exhausted', 'There is free margin again'],
    ])
    const back = evaluateAll(['201', '199', '203', '199', '204', '199'].map((level) => at(level)))
    expect(back.map(({ candidates }) => candidates.length)).toEqual([0, 1, 0, 0, 0, 1])
  })

  it('treat a level above its step, but not far enough to end it, as recovered', () => {
    const [, result] = evaluateAll([at('218'), at('99')])
    const cause = result?.candidates[0]?.cause ?? {}
    expect(isBackBelow(cause)).toBe(false)
    expect(isBackBelow({ ...cause, marginLevel: '100' })).toBe(false)
    expect(isBackBelow({ ...cause, marginLevel: '101' })).toBe(true)
  })

  it("report no free margin even without the user's own steps, and ignore invalid ones", () => {
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

  it('remove the alert of a step that is removed from the settings', () => {
    const [first] = evaluateAll([at('140')])
    const { resolved } = evaluateMargin(
      at('140'),
      { ...settings, marginLevelSteps: [] },
      first?.state ?? noStates.margin,
    )
    expect(resolved).toEqual([{ key: 'margin/level:150', end: 'dropped' }])
  })

  it('name the next step or what to do, and no figure of the account', () => {
    const results = evaluateAll(['300', '190', '140', '110', '90', '70'].map((level) => at(level)))
    expect(
      results.flatMap(({ candidates }) => candidates).map(({ title, text }) => `${title}. ${text}`),
    ).toEqual([
      'Margin level has fallen to 200\u00a0%. Your next step is at 150\u00a0%.',
      'Margin level has fallen to 150\u00a0%. Your next step is at 120\u00a0%.',
      'Margin level has fallen to 120\u00a0%. At 100\u00a0% no free margin is left.',
      'No free margin is left. The exchange may liquidate positions if losses grow. Add collateral, or reduce or close positions.',
      'No free margin is left: margin level has fallen to 80\u00a0%. The exchange may liquidate positions. Add collateral, or reduce or close positions now.',
    ])
  })

  it('ALR-2 ALR-4 on any path, every step passed is raised or covered by a more severe one, and none is open once the level is far above', () => {
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
          // The most severe step reached has an alert, or a more severe one is not over yet.
          if (gravest !== undefined)
            expect([...open.values()].some((step) => compare(step, gravest) <= 0)).toBe(true)
          if (percent > 204) expect([...open]).toEqual([])
        }
      }),
    )
  })
})
