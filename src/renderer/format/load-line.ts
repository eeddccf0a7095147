// Where the marks of the load line lie. Pure geometry on decimal text: it must draw something true for every answer the exchange can give,
// thresholds zero, equal, out of order or beyond 100 included. What the levels mean is decided where the ladder decides it, so that the
// picture never says more than the alarm, nor less.
import { add, compare, divide, headroom, isDecimal, multiply, positionBetween, type Decimal } from '../../shared/money.js'
import type { LtvThreshold } from '../../shared/domain/alert.js'
import { hasReached, levelsOf, type LoanLevels, type LtvFigures } from '../../shared/domain/loan-levels.js'

export type MarkName = 'initial' | 'margin-call' | 'liquidation'

export type Mark = {
  name: MarkName
  value: Decimal
  /** 0 at the foot of the scale, 1 at its top. */
  place: number
  /** Share the collateral may lose before this level is reached, debt unchanged; negative once it is passed. Null where it cannot be told. */
  headroom: Decimal | null
  /** `unclear`: the current LTV cannot be compared with it. */
  state: 'ahead' | 'reached' | 'unclear'
}

/** `kind` is the gravest level that has been reached inside the band. */
export type Band = { from: number; to: number; kind: 'clear' | MarkName }

export type LoadLine = {
  /** Zero is always the foot. */
  low: Decimal
  high: Decimal
  /** The current LTV; null where it cannot be compared with the levels, and so has no place on their scale. */
  water: { value: Decimal; place: number } | null
  /** In the order initial, margin call, liquidation; missing ones are left out. */
  marks: Mark[]
  /** Not above zero, so no level. */
  missing: MarkName[]
  bands: Band[]
  ticks: { value: Decimal; place: number }[]
  /** False where the levels do not rise from initial over margin call to liquidation. */
  inOrder: boolean
  /** Liquidation was said to lie below margin call: the lower is drawn as margin call, the higher as liquidation. */
  swapped: boolean
  levels: LoanLevels
}

const gravity: Record<Band['kind'], number> = { clear: 0, initial: 1, 'margin-call': 2, liquidation: 3 }

const larger = (a: Decimal, b: Decimal): Decimal => (compare(a, b) < 0 ? b : a)

/** The step (1, 2 or 5 times a power of ten) that cuts `span` into at most eight parts. */
export const stepFor = (span: Decimal): Decimal => {
  let power: Decimal = '1'
  while (compare(power, span) > 0) power = multiply(power, '0.1')
  while (compare(multiply(power, '10'), span) <= 0) power = multiply(power, '10')
  const steps = [multiply(power, '0.1'), multiply(power, '0.2'), multiply(power, '0.5'), power]
  return steps.find((step) => compare(multiply(step, '8'), span) >= 0) ?? multiply(power, '2')
}

/** The next multiple of `step` above `value`. */
const above = (value: Decimal, step: Decimal): Decimal => multiply(add(divide(value, step, 0), '1'), step)

const scaleFor = (values: Decimal[]): { low: Decimal; high: Decimal; step: Decimal } => {
  const top = values.reduce(larger, '0')
  if (compare(top, '0') === 0) return { low: '0', high: '1', step: '0.2' }
  const step = stepFor(multiply(top, '1.06'))
  return { low: '0', high: above(multiply(top, '1.06'), step), step }
}

export const loadLine = (figures: LtvFigures): LoadLine => {
  const read = levelsOf(figures)
  const { current } = read
  const levels: { name: MarkName; value: Decimal | null }[] = [
    { name: 'initial', value: read.initial },
    { name: 'margin-call', value: read.marginCall },
    { name: 'liquidation', value: read.liquidation },
  ]
  const known = levels.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  const { low, high, step } = scaleFor([...known.map(({ value }) => value), ...(current === null ? [] : [current])])
  // Adding zero makes the −0 of "-0" a plain zero.
  const place = (value: Decimal): number => (positionBetween(value, low, high) ?? 0) + 0

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

  const ticks: LoadLine['ticks'] = []
  for (let value = low; compare(value, high) <= 0; value = add(value, step)) ticks.push({ value, place: place(value) })

  return {
    low,
    high,
    water: current === null ? null : { value: current, place: place(current) },
    marks,
    missing: levels.flatMap(({ name, value }) => (value === null ? [name] : [])),
    bands,
    ticks,
    inOrder: !read.swapped && known.every((level, at) => compare(known[at - 1]?.value ?? level.value, level.value) <= 0),
    swapped: read.swapped,
    levels: read,
  }
}

/** An early step of the person's own, on the scale of the load line. */
export type StepMark = Pick<LtvThreshold, 'key' | 'number' | 'crossed'> & {
  value: Decimal
  place: number
  /** As for a mark. */
  headroom: Decimal | null
}

/** The early steps of a ladder. Main says which are crossed: only it knows what a step waits for before it is clear again. */
export const stepMarks = (line: LoadLine, ladder: readonly LtvThreshold[]): StepMark[] =>
  ladder.flatMap(({ key, kind, number, threshold, crossed }) => {
    const place = kind === 'ltv-step' && isDecimal(threshold) ? positionBetween(threshold, line.low, line.high) : null
    if (place === null) return []
    return [{ key, number, crossed, value: threshold, place: place + 0, headroom: line.water && headroom(line.water.value, threshold) }]
  })

/**
 * Places for labels that would cover one another: each as near to its mark as it can be, `gap` apart, inside 0…1, in the order of
 * the marks. Where there are too many, they share the room evenly.
 */
export const spreadLabels = (places: readonly number[], gap: number): number[] => {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place || a.index - b.index)
  const room = order.length > 1 ? Math.min(gap, 1 / (order.length - 1)) : gap
  const spread = order.map(({ place }) => place)
  for (let at = 1; at < spread.length; at += 1) spread[at] = Math.max(spread[at] ?? 0, (spread[at - 1] ?? 0) + room)
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
