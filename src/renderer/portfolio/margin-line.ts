// Positions of the marks on the line of the margin level: the level falls towards the steps of the
// settings and the point at which no margin is free.
import { isMarginStep } from '../../shared/alerts/alert.js'
import {
  add,
  compare,
  type Decimal,
  divideUp,
  largest,
  multiply,
  positionBetween,
  subtract,
} from '../../shared/money.js'
import {
  exhaustedLevel,
  levelOf,
  marginBacking,
  marginLevel,
} from '../../shared/portfolio/margin.js'
import type { CollateralSummary } from '../../shared/portfolio/portfolio.js'

export type MarginMark = {
  kind: 'step' | 'exhausted'
  /** In percent. */
  value: Decimal
  /** 0 at the left of the scale, 1 at its right. */
  place: number
  /** How much of what backs the margin may be lost before the level is at the mark, in USDT. */
  room: Decimal
  isReached: boolean
}

export type MarginLine = {
  level: Decimal
  /** At most 1: a level beyond the scale ends with it. */
  place: number
  top: Decimal
  /** Highest first. */
  marks: MarginMark[]
}

/** The line reaches this many times beyond its highest mark. */
const reach = '2'
const places = 8

function placeOf(value: Decimal, top: Decimal): number {
  return compare(value, top) >= 0 ? 1 : (positionBetween(value, '0', top) ?? 1)
}

/** The levels at which it is marked, in percent, highest first. */
export function markedLevels(steps: readonly Decimal[]): Decimal[] {
  const values = new Set(steps.filter(isMarginStep).map((step) => add(step, '0')))
  values.add(exhaustedLevel)
  return [...values].sort((a, b) => compare(b, a))
}

/** Null if no margin is in use. */
export function marginLine(
  summary: CollateralSummary,
  steps: readonly Decimal[],
): MarginLine | null {
  const level = marginLevel(summary)
  if (level === null) return null
  const { usedMargin } = summary
  const backing = marginBacking(summary)
  const all = markedLevels(steps)
  const top = multiply(largest(all) ?? exhaustedLevel, reach)
  return {
    level,
    place: placeOf(level, top),
    top,
    marks: all.map((value): MarginMark => {
      // Rounded up, so that the room is never overstated.
      const needed = divideUp(multiply(value, usedMargin), '100', places)
      return {
        kind: value === exhaustedLevel ? 'exhausted' : 'step',
        value,
        place: placeOf(value, top),
        room: subtract(backing, needed),
        isReached: compare(levelOf(backing, usedMargin), value) <= 0,
      }
    }),
  }
}
