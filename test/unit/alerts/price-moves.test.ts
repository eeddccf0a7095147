import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  largestMove,
  type Move,
  moveStatus,
  noMove,
  percentOf,
  withPrice,
} from '../../../src/main/alerts/price-moves.js'
import type { MoveRule } from '../../../src/shared/alerts/price-alert.js'
import { compare, divide, multiply, subtract } from '../../../src/shared/money.js'

type Seen = [at: number, price: string]

function rule(more: Partial<MoveRule> = {}): MoveRule {
  return {
    kind: 'move',
    percent: '5',
    minutes: 10,
    direction: 'either',
    ...more,
  }
}

function measure(seen: readonly Seen[], by: MoveRule): Move {
  return seen.reduce((move, [at, price]) => withPrice(move, by, at, price), noMove)
}

function movedBy(seen: readonly Seen[], by: MoveRule): string | null {
  const moved = largestMove(measure(seen, by), by, seen.at(-1)?.[1] ?? '0')
  return moved === null ? null : percentOf(moved, 2)
}

describe('a price move', () => {
  it('is measured from the lowest and the highest price of the span, including both ends', () => {
    const seen: Seen[] = [
      [0, '100'],
      [60, '90'],
      [120, '96'],
      [660, '99'],
    ]
    expect(movedBy(seen, rule({ direction: 'up' }))).toBe('10')
    expect(movedBy(seen, rule({ direction: 'down' }))).toBe('0')
    expect(movedBy([...seen, [661, '94']], rule({ direction: 'down' }))).toBe('-5.05')
    expect(movedBy([...seen, [661, '94']], rule())).toBe('-5.05')
    expect(movedBy([[0, '100']], rule())).toBe('0')
  })

  it('counts a price from before sleep while it is young enough, and drops an older one', () => {
    const asleep = (seconds: number): Seen[] => [
      [0, '100'],
      [5, '100'],
      [5 + seconds, '107'],
    ]
    expect(movedBy(asleep(420), rule())).toBe('7')
    expect(movedBy(asleep(8 * 3600), rule())).toBe('0')
  })

  it('starts over when the clock is set back, because the age of prices is no longer known', () => {
    expect(
      movedBy(
        [
          [5000, '100'],
          [1400, '110'],
        ],
        rule(),
      ),
    ).toBe('0')
  })

  it('triggers the alert at exactly the given percentage, and lets it re-arm at half of it', () => {
    const status = (from: string, to: string, percent = '5') =>
      moveStatus({ from, to }, { percent })
    expect([
      status('100', '105'),
      status('100', '95'),
      status('100', '104.999999999999999999'),
    ]).toEqual(['reached', 'reached', 'between'])
    expect([status('100', '102.5'), status('100', '102.499999'), status('100', '100')]).toEqual([
      'between',
      'cleared',
      'cleared',
    ])
    expect(status('3', '3.01', '0.333333333333333333')).toBe('reached')
    expect(moveStatus(null, { percent: '5' })).toBe('unknown')
  })

  const seenPrices = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1000 })), {
      minLength: 1,
      maxLength: 60,
    })
    .map((steps) => {
      let at = 0
      return steps.map(([gap, price]): Seen => [(at += gap), String(price)])
    })
  const rules = fc.record({
    minutes: fc.integer({ min: 1, max: 180 }),
    direction: fc.constantFrom('up', 'down', 'either'),
  })

  /** By checking every price of the span. */
  const largestOf = (
    seen: readonly Seen[],
    seconds: number,
    { direction }: Pick<MoveRule, 'direction'>,
  ): string => {
    const [now, price] = seen.at(-1) ?? [0, '1']
    return seen
      .filter(([at]) => now - at <= seconds)
      .map(([, from]) => divide(multiply(subtract(price, from), '100'), from, 20))
      .map((percent) =>
        compare(percent, '0') < 0
          ? direction === 'up'
            ? '0'
            : percent.slice(1)
          : direction === 'down'
            ? '0'
            : percent,
      )
      .reduce((most, one) => (compare(one, most) > 0 ? one : most), '0')
  }

  it('never exceeds what some price of the span gives, nor falls below that of a span shorter by one hundred-and-twentieth', () => {
    fc.assert(
      fc.property(seenPrices, rules, (seen, by) => {
        const move = measure(seen, rule(by))
        const moved = largestMove(move, by, seen.at(-1)?.[1] ?? '0')
        const found = moved === null ? '0' : percentOf(moved, 20).replace('-', '')
        const seconds = by.minutes * 60
        expect(compare(found, largestOf(seen, seconds, by))).toBeLessThanOrEqual(0)
        expect(compare(found, largestOf(seen, seconds - seconds / 120, by))).toBeGreaterThanOrEqual(
          0,
        )
        expect(move.lows.length).toBeLessThanOrEqual(122)
        expect(move.highs.length).toBeLessThanOrEqual(122)
      }),
    )
  })

  it('uses bounded memory however long and often it is measured', () => {
    const by = rule({ minutes: 1440 })
    let move = noMove
    for (let at = 0; at < 2 * 86_400; at += 5) move = withPrice(move, by, at, String(1000 + at))
    expect(move.lows.length).toBeLessThanOrEqual(122)
    expect(move.highs).toHaveLength(1)
  })
})
