import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  meterText,
  markSentence,
  shareText,
  verdictOf,
  verdictSentence,
  furtherHeadroom,
  stepSentence,
} from '../../../../src/renderer/portfolio/headroom.js'
import { loadLine, spreadLabels, stepMarks } from '../../../../src/renderer/portfolio/load-line.js'
import { levelsOf, type LtvFigures } from '../../../../src/shared/portfolio/loan-levels.js'
import { readLanguageFrom } from '../../../../src/shared/messages/messages.js'
import { asPercent, compare, isNegative, multiply } from '../../../../src/shared/money.js'
import { casesOf } from '../../../support/seed.js'

function figures(
  currentLtv: string,
  initialLtv: string,
  marginCallLtv: string,
  liquidationLtv: string,
): LtvFigures {
  return {
    currentLtv,
    initialLtv,
    marginCallLtv,
    liquidationLtv,
  }
}

const usual = figures('25.04', '60', '75', '85')

function digits(maxLength: number) {
  return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength })
}

const decimal = fc
  .tuple(fc.boolean(), digits(24), fc.option(digits(20)))
  .map(
    ([negative, whole, fraction]) =>
      `${negative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`,
  )
/**
 * What a server might send: usual, zero, equal, huge and negative values; and what no valid answer
 * contains.
 */
const level = fc.oneof(
  fc.constantFrom('0', '25', '60', '75', '75', '85', '0.75', '100', '130', 'NaN', '<b>', ''),
  decimal,
)
const anyFigures = fc.record({
  currentLtv: level,
  initialLtv: level,
  marginCallLtv: level,
  liquidationLtv: level,
})

describe('the load line', () => {
  it('puts current LTV and marks in their places on a round scale', () => {
    const line = loadLine(usual)
    expect([line.low, line.high]).toEqual(['0', '100'])
    expect(line.water).toEqual({ value: '25.04', place: 0.2504 })
    expect(line.marks.map(({ name, place, state }) => [name, place, state])).toEqual([
      ['initial', 0.6, 'ahead'],
      ['margin-call', 0.75, 'ahead'],
      ['liquidation', 0.85, 'ahead'],
    ])
    expect(line.bands.map(({ kind }) => kind)).toEqual([
      'clear',
      'initial',
      'margin-call',
      'liquidation',
    ])
    expect(line.ticks.map(({ value }) => value)).toEqual(['0', '20', '40', '60', '80', '100'])
    expect(line.inOrder).toBe(true)
  })

  it('draws every answer correctly: places inside the scale, bands without gap or overlap, never an exception', () => {
    fc.assert(
      fc.property(anyFigures, (sent) => {
        const line = loadLine(sent)
        for (const { place } of [
          ...line.marks,
          ...line.ticks,
          ...(line.water === null ? [] : [line.water]),
        ]) {
          expect(place).toBeGreaterThanOrEqual(0)
          expect(place).toBeLessThanOrEqual(1)
        }
        expect(line.bands[0]?.from).toBe(0)
        expect(line.bands.at(-1)?.to).toBe(1)
        line.bands.forEach((band, at) => {
          expect(band.to).toBeGreaterThan(band.from)
          if (at > 0) expect(band.from).toBe(line.bands[at - 1]?.to)
        })
        expect(line.marks.length + line.missing.length).toBe(3)
        expect(compare(line.low, line.high)).toBe(-1)
        expect(line.ticks.length).toBeLessThanOrEqual(20)
        expect(new Set(line.ticks.map(({ value }) => value)).size).toBe(line.ticks.length)
        expect(verdictSentence(line)).not.toBe('')
        expect(meterText(line)).toContain('Debt unchanged is assumed.')
        for (const mark of line.marks) expect(markSentence(mark)).not.toBe('')
      }),
      { numRuns: casesOf({ gate: 300, scheduled: 1000 }) },
    )
  })

  it('keeps the order of values', () => {
    fc.assert(
      fc.property(anyFigures, (sent) => {
        const { marks } = loadLine(sent)
        for (const a of marks)
          for (const b of marks)
            if (compare(a.value, b.value) < 0) expect(a.place).toBeLessThanOrEqual(b.place)
      }),
    )
  })

  it('has the same headroom and places for percentages and fractions', () => {
    const positive = fc.integer({ min: 1, max: 1_000_000 }).map(String)
    fc.assert(
      fc.property(
        positive,
        positive,
        positive,
        positive,
        (current, initial, marginCall, liquidation) => {
          const inPercent = loadLine(figures(current, initial, marginCall, liquidation))
          const part = (value: string): string => multiply(value, '0.01')
          const inFractions = loadLine(
            figures(part(current), part(initial), part(marginCall), part(liquidation)),
          )
          expect(inFractions.marks.map(({ headroom, state }) => [headroom, state])).toEqual(
            inPercent.marks.map(({ headroom, state }) => [headroom, state]),
          )
          inFractions.marks.forEach((mark, at) => {
            expect(mark.place).toBeCloseTo(inPercent.marks[at]?.place ?? Number.NaN, 12)
          })
          expect(verdictSentence(inFractions)).toBe(verdictSentence(inPercent))
        },
      ),
    )
  })

  it('accepts levels out of order, equal or above 100, and says so', () => {
    const line = loadLine(figures('72', '130.5', '75', '75'))
    expect(line.inOrder).toBe(false)
    expect(compare(line.high, '130.5')).toBe(1)
    expect(line.bands.map(({ kind }) => kind)).toEqual(['clear', 'liquidation', 'liquidation'])
  })

  it('works without levels: what is not above zero is none', () => {
    const line = loadLine(figures('25', '0', '-75', '0.0'))
    expect(line.marks).toEqual([])
    expect(line.missing).toEqual(['initial', 'margin-call', 'liquidation'])
    expect(line.bands).toEqual([{ from: 0, to: 1, kind: 'clear' }])
    expect(verdictOf(line)).toMatchObject({ tone: 'caution', share: null })
  })
})

describe('contradictory levels on the load line', () => {
  it('do not count a percentage beside fractions as reached: no water line, no danger, and the text says so', () => {
    const line = loadLine(figures('25', '0.60', '0.75', '0.85'))
    expect(line.water).toBeNull()
    expect(line.high).toBe('1')
    expect(line.marks.map(({ state, headroom }) => [state, headroom])).toEqual([
      ['unclear', null],
      ['unclear', null],
      ['unclear', null],
    ])
    expect(verdictOf(line)).toMatchObject({ tone: 'caution', share: null })
    expect(
      `${verdictSentence(line)} ${meterText(line)} ${line.marks.map(markSentence).join(' ')}`,
    ).not.toMatch(/reached|selling|must rise/)
  })

  it('draw the lower as margin call and the higher as liquidation when they are swapped', () => {
    const line = loadLine(figures('80', '60', '85', '75'))
    expect(line).toMatchObject({ inOrder: false, swapped: true })
    expect(line.marks.map(({ name, value, state }) => [name, value, state])).toEqual([
      ['initial', '60', 'reached'],
      ['margin-call', '75', 'reached'],
      ['liquidation', '85', 'ahead'],
    ])
    expect(verdictOf(line)).toMatchObject({
      tone: 'danger',
      before: 'Past margin call. Collateral may fall',
      after: 'before liquidation',
    })
    expect(verdictSentence(line)).not.toMatch(/reached|selling/)
    expect(verdictSentence(loadLine(figures('86', '60', '85', '75')))).toMatch(
      /reached the liquidation level/,
    )
  })

  it('are a caution at least, however calm the rest', () => {
    for (const odd of [
      figures('25', '60', '85', '75'),
      figures('25', '0', '75', '85'),
      figures('25', '60', '0', '85'),
      figures('25', '80', '75', '85'),
    ])
      expect(verdictOf(loadLine(odd)).tone, JSON.stringify(odd)).toBe('caution')
  })

  it('say exactly what the LTV steps say', () => {
    fc.assert(
      fc.property(anyFigures, (sent) => {
        const { tone, before } = verdictOf(loadLine(sent))
        const { current, marginCall, liquidation, sound } = levelsOf(sent)
        const at = (threshold: string | null) =>
          current !== null && threshold !== null && compare(current, threshold) >= 0
        expect(tone === 'danger').toBe(at(marginCall) || at(liquidation))
        expect(before.includes('reached the liquidation')).toBe(at(liquidation))
        if (!sound) expect(tone).not.toBe('calm')
      }),
      { numRuns: casesOf({ gate: 300, scheduled: 1000 }) },
    )
  })
})

describe('headroom in words', () => {
  afterEach(() => readLanguageFrom(() => 'en'))

  it('UX-64 surrounds its share in every language, and reads as one sentence', () => {
    const lines = [usual, figures('80', '60', '75', '85'), figures('25', '60', '0', '85')].map(
      loadLine,
    )
    readLanguageFrom(() => 'uk')
    expect(lines.map(verdictOf)).toMatchObject([
      { before: 'Застава може впасти на', after: 'до маржин-колу' },
      { before: 'Маржин-кол пройдено. Застава може впасти на', after: 'до ліквідації' },
      { before: 'Застава може впасти на', after: 'до ліквідації' },
    ])
    expect(lines.map(verdictSentence)[0]).toBe('Застава може впасти на 66.6\u00a0% до маржин-колу.')
  })

  it('rounds down, never up: 66.666… is 66.6', () => {
    expect(verdictSentence(loadLine(figures('25', '60', '75', '85')))).toMatch(
      /^Collateral may fall 66\.6\s% before margin call\.$/,
    )
    expect(furtherHeadroom(loadLine(figures('25', '60', '75', '85')))).toMatch(/^0\.7058/)
  })

  it('never exceeds the actual headroom', () => {
    const positive = fc.integer({ min: 1, max: 100_000 }).map(String)
    fc.assert(
      fc.property(positive, positive, (current, marginCall) => {
        const [mark] = loadLine(figures(current, '0', marginCall, '0')).marks
        if (mark?.headroom == null || isNegative(mark.headroom)) return
        const share = shareText(mark.headroom)
        if (share.startsWith('less')) return
        expect(
          compare(share.replace(/\s%$/, ''), multiply(mark.headroom, '100')),
        ).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('says less than 0.1 % rather than 0.0 %', () => {
    expect(shareText('0.0004')).toMatch(/^less than 0\.1\s%$/)
    expect(asPercent('0.0004')).toBe('0.0')
  })

  it('changes at each level: close to it, at it, past it', () => {
    expect(verdictOf(loadLine(figures('59', '60', '75', '85'))).tone).toBe('calm')
    expect(verdictOf(loadLine(figures('60', '60', '75', '85'))).tone).toBe('caution')
    expect(verdictOf(loadLine(figures('75', '60', '75', '85')))).toMatchObject({
      tone: 'danger',
      after: 'before liquidation',
    })
    expect(verdictOf(loadLine(figures('85', '60', '75', '85')))).toMatchObject({
      tone: 'danger',
      share: null,
    })
  })

  it('says how far collateral must rise once past a level, rounded up', () => {
    const [initial] = loadLine(figures('66', '60', '75', '85')).marks
    expect(initial === undefined ? '' : markSentence(initial)).toMatch(
      /^collateral must rise 10\.0\s%$/,
    )
    const [passed] = loadLine(figures('62.01', '60', '75', '85')).marks
    expect(passed === undefined ? '' : markSentence(passed)).toMatch(
      /^collateral must rise 3\.4\s%$/,
    )
    const [on] = loadLine(figures('60.0', '60', '75', '85')).marks
    expect(on === undefined ? '' : markSentence(on)).toBe('reached exactly')
  })
})

describe('overlapping labels', () => {
  it('stay in order, inside, and apart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        fc.double({ min: 0.01, max: 0.3, noNaN: true }),
        (places, gap) => {
          const spread = spreadLabels(places, gap)
          const room = places.length > 1 ? Math.min(gap, 1 / (places.length - 1)) : gap
          const order = places
            .map((place, at) => ({ place, at }))
            .sort((a, b) => a.place - b.place || a.at - b.at)
          order.forEach(({ at }, rank) => {
            const here = spread[at] ?? Number.NaN
            expect(here).toBeGreaterThanOrEqual(0)
            expect(here).toBeLessThanOrEqual(1)
            const before = rank === 0 ? undefined : spread[order[rank - 1]?.at ?? -1]
            if (before !== undefined) expect(here - before).toBeGreaterThanOrEqual(room - 1e-9)
          })
        },
      ),
    )
  })

  it('do not move when they are far enough apart', () => {
    expect(spreadLabels([0.25, 0.6, 0.75, 0.85], 0.085)).toEqual([0.25, 0.6, 0.75, 0.85])
  })
})

describe('early steps on the load line', () => {
  const step = (threshold: string, crossed: boolean) => ({
    key: threshold,
    kind: 'ltv-step' as const,
    number: 1,
    threshold,
    crossed,
  })

  it('are on its scale, marked as crossed or not', () => {
    const line = loadLine(figures('66', '60', '75', '85'))
    const marks = stepMarks(line, [
      step('65', true),
      step('66.5', true),
      step('70', false),
      { ...step('75', false), kind: 'margin-call' },
    ])
    expect(marks.map(({ place }) => place)).toEqual([0.65, 0.665, 0.7])
    expect(marks.map(stepSentence)).toEqual([
      'crossed',
      'crossed, not yet clear of it',
      'collateral may fall 5.7\u00a0%',
    ])
    expect(meterText(line, marks)).toContain('2 of 3 early steps crossed.')
  })

  it('work for every scale', () => {
    fc.assert(
      fc.property(
        anyFigures,
        fc.constantFrom('0', '65', '-3', '1e3', '', '200'),
        fc.boolean(),
        (some, threshold, crossed) => {
          for (const mark of stepMarks(loadLine(some), [step(threshold, crossed)])) {
            expect(mark.place >= 0 && mark.place <= 1).toBe(true)
            expect(stepSentence(mark)).not.toBe('')
          }
        },
      ),
    )
  })
})
