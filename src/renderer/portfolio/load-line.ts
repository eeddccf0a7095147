// Positions of the marks on the load line. Pure geometry on decimal text: it must draw something
// true for every response the exchange can send, including thresholds that are zero, equal, out of
// order or beyond 100. The meaning of the levels is decided by the ladder, so that the picture
// never says more or less than the alert.
import {
  add,
  compare,
  headroom,
  isDecimal,
  multiply,
  positionBetween,
  type Decimal,
} from '../../shared/money.js'
import type { LtvThreshold } from '../../shared/alerts/alert.js'
import {
  hasReached,
  levelsOf,
  type LoanLevels,
  type LtvFigures,
} from '../../shared/portfolio/loan-levels.js'
import { type Scale, scaleOf, stepFor, wholeSteps } from '../components/decimals.js'

export type MarkName = 'initial' | 'margin-call' | 'liquidation'

export type Mark = {
  name: MarkName
  value: Decimal
  /** 0 at the bottom of the scale, 1 at its top. */
  place: number
  /**
   * Share the collateral may lose before this level is reached, debt unchanged; negative once it is
   * passed. Null if unknown.
   */
  headroom: Decimal | null
  /** `unclear`: the current LTV cannot be compared with it. */
  state: 'ahead' | 'reached' | 'unclear'
}

/** `kind` is the most severe level that has been reached inside the band. */
export type Band = { from: number; to: number; kind: 'clear' | MarkName }

/** Zero is always the bottom of its scale. */
export type LoadLine = Omit<Scale, 'placeOf'> & {
  /**
   * The current LTV; null if it cannot be compared with the levels, and so has no position on their
   * scale.
   */
  water: { value: Decimal; place: number } | null
  /** In the order initial, margin call, liquidation; missing ones are left out. */
  marks: Mark[]
  /** Not above zero, so not a level. */
  missing: MarkName[]
  bands: Band[]
  /** False if the levels do not rise from initial through margin call to liquidation. */
  inOrder: boolean
  /**
   * Liquidation was reported below margin call: the lower one is drawn as margin call, the higher
   * as liquidation.
   */
  swapped: boolean
  levels: LoanLevels
}

const gravity: Record<Band['kind'], number> = {
  clear: 0,
  initial: 1,
  'margin-call': 2,
  liquidation: 3,
}

/** From zero, with some space above all values. */
function scaleFor(values: readonly Decimal[]): Scale {
  const top = values.reduce((most, value) => (compare(most, value) < 0 ? value : most), '0')
  if (compare(top, '0') === 0) return scaleOf('0', '1', '0.2')
  const reach = multiply(top, '1.06')
  const step = stepFor(reach)
  return scaleOf('0', add(wholeSteps(reach, step), step), step)
}

export function loadLine(figures: LtvFigures): LoadLine {
  const read = levelsOf(figures)
  const { current } = read
  const levels: { name: MarkName; value: Decimal | null }[] = [
    { name: 'initial', value: read.initial },
    { name: 'margin-call', value: read.marginCall },
    { name: 'liquidation', value: read.liquidation },
  ]
  const known = levels.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  const {
    low,
    high,
    ticks,
    placeOf: place,
  } = scaleFor([...known.map(({ value }) => value), ...(current === null ? [] : [current])])

  const marks = known.map(({ name, value }): Mark => {
    const room = current === null ? null : headroom(current, value)
    const state = current === null ? 'unclear' : hasReached(read, value) ? 'reached' : 'ahead'
    return { name, value, place: place(value), headroom: room, state }
  })

  const bands: Band[] = []
  let from = 0
  let kind: Band['kind'] = 'clear'
  for (const mark of [...marks].sort((a, b) => a.place - b.place)) {
    if (mark.place > from) bands.push({ from, to: mark.place, kind })
    from = mark.place
    if (gravity[mark.name] > gravity[kind]) kind = mark.name
  }
  if (from < 1) bands.push({ from, to: 1, kind })

  return {
    low,
    high,
    water: current === null ? null : { value: current, place: place(current) },
    marks,
    missing: levels.flatMap(({ name, value }) => (value === null ? [name] : [])),
    bands,
    ticks,
    inOrder:
      !read.swapped &&
      known.every((level, at) => compare(known[at - 1]?.value ?? level.value, level.value) <= 0),
    swapped: read.swapped,
    levels: read,
  }
}

/** One of the user's own early steps, on the scale of the load line. */
export type StepMark = Pick<LtvThreshold, 'key' | 'number' | 'crossed'> & {
  value: Decimal
  place: number
  /** As for a mark. */
  headroom: Decimal | null
}

/**
 * The early steps of a ladder. Main decides which are crossed: only it knows when a step counts as
 * cleared again.
 */
export function stepMarks(line: LoadLine, ladder: readonly LtvThreshold[]): StepMark[] {
  return ladder.flatMap(({ key, kind, number, threshold, crossed }) => {
    const place =
      kind === 'ltv-step' && isDecimal(threshold)
        ? positionBetween(threshold, line.low, line.high)
        : null
    if (place === null) return []
    return [
      {
        key,
        number,
        crossed,
        value: threshold,
        place: place + 0,
        headroom: line.water && headroom(line.water.value, threshold),
      },
    ]
  })
}

/**
 * Positions for labels that would overlap: each as close to its mark as possible, `gap` apart,
 * inside 0…1, in the order of the marks. If there are too many, they are spaced evenly.
 */
export function spreadLabels(places: readonly number[], gap: number): number[] {
  const order = places
    .map((place, index) => ({ place, index }))
    .sort((a, b) => a.place - b.place || a.index - b.index)
  const room = order.length > 1 ? Math.min(gap, 1 / (order.length - 1)) : gap
  const spread = order.map(({ place }) => place)
  for (let at = 1; at < spread.length; at += 1)
    spread[at] = Math.max(spread[at] ?? 0, (spread[at - 1] ?? 0) + room)
  for (let at = spread.length - 1; at >= 0; at -= 1) {
    const ceiling = at === spread.length - 1 ? 1 : (spread[at + 1] ?? 1) - room
    spread[at] = Math.max(0, Math.min(spread[at] ?? 0, ceiling))
  }
  const result: number[] = new Array<number>(places.length).fill(0)
  order.forEach(({ index }, at) => {
    result[index] = spread[at] ?? 0
  })
  return result
}
