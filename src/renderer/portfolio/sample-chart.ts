// Samples over time as a chart and as text. The text beside the chart is the exchange's own.
import {
  absolute,
  add,
  compare,
  type Decimal,
  isDecimal,
  isNegative,
  isZero,
  multiply,
  subtract,
} from '../../shared/money.js'
import type { LtvHistory, LtvPoint } from '../../shared/portfolio/ltv-history.js'
import type { SampledHistory } from '../../shared/portfolio/sampled-history.js'
import type { WorthHistory, WorthPoint } from '../../shared/portfolio/worth-history.js'
import type { UnixSeconds } from '../../shared/time.js'
import { extremesOf, type Scale, scaleOf, stepFor, wholeSteps } from '../components/decimals.js'
import { dateTextsIn, type Zone } from '../components/times.js'

type Place = number | null
type Point = { at: UnixSeconds; afterGap: boolean }
export type Reading = { at: UnixSeconds; value: Decimal }

/** A round scale around all values, with some space above and below. */
function scaleAround(values: readonly Decimal[]): Scale {
  const ends = extremesOf(values, (value) => value)
  if (ends === null) return scaleOf('0', '1', '0.2')
  const { lowest: least, highest: most } = ends
  const span = subtract(most, least)
  const reach = !isZero(span) ? span : isZero(most) ? '1' : absolute(most)
  const step = stepFor(multiply(reach, '1.1'))
  const air = multiply(reach, '0.04')
  const foot = wholeSteps(subtract(least, air), step)
  const low = isNegative(foot) && !isNegative(least) ? '0' : foot
  return scaleOf(low, add(wholeSteps(add(most, air), step), step), step)
}

/** Points out of order, or two at the same moment, are dropped: a time chart cannot show them. */
function inOrder<P extends Point>(points: readonly P[]): P[] {
  const kept: P[] = []
  let missed = false
  for (const point of points) {
    const last = kept.at(-1)
    missed = missed || point.afterGap
    if (!Number.isFinite(point.at) || (last !== undefined && point.at <= last.at)) continue
    kept.push(missed === point.afterGap ? point : { ...point, afterGap: missed })
    missed = false
  }
  return kept
}

/**
 * `valueOf`: for each curve, the drawn value of a point; null if there is none. Isolated points and
 * readings are those of the first.
 */
export function seriesOf<P extends Point, Curve extends string>(
  history: Pick<SampledHistory<P>, 'points' | 'to' | 'gapAtEnd'>,
  valueOf: Record<Curve, (point: P) => Decimal | null>,
  first: NoInfer<Curve>,
) {
  const known = inOrder(history.points)
  const names = Object.keys(valueOf) as Curve[]
  const distinct = new Set(
    known.flatMap((point) => names.flatMap((name) => valueOf[name](point) ?? [])),
  )
  const scale = scaleAround([...distinct])

  // Levels hardly change, so most values are scaled once for many points.
  const places = new Map<Decimal, Place>()
  for (const value of distinct) places.set(value, scale.placeOf(value))
  const placeOf = (name: Curve, point: P): Place => {
    const value = valueOf[name](point)
    return value === null ? null : (places.get(value) ?? null)
  }

  const times: UnixSeconds[] = []
  const points: (P | null)[] = []
  for (const point of known) {
    const last = times.at(-1)
    const middle = last === undefined ? Number.NaN : last + (point.at - last) / 2
    if (last !== undefined && point.afterGap && middle > last && middle < point.at) {
      times.push(middle)
      points.push(null)
    }
    times.push(point.at)
    points.push(point)
  }
  const end = times.at(-1)
  if (history.gapAtEnd && end !== undefined && history.to > end) {
    times.push(history.to)
    points.push(null)
  }
  const curveOf = (name: Curve): Place[] =>
    points.map((point) => (point === null ? null : placeOf(name, point)))
  // One for each of the names.
  const curves = Object.fromEntries(names.map((name) => [name, curveOf(name)])) as Record<
    Curve,
    Place[]
  >
  const at = (index: number): Place => curves[first][index] ?? null
  const lonely = points.flatMap((_, index) =>
    at(index) !== null && at(index - 1) === null && at(index + 1) === null ? [index] : [],
  )

  const readings = points.map((point): Reading | null => {
    const value = point === null ? null : valueOf[first](point)
    return point === null || value === null ? null : { at: point.at, value }
  })

  return {
    /** Strictly ascending. A gap has a moment of its own at which every curve is null. */
    times,
    curves,
    /** Points without a neighbour: no line shows them, so they are drawn as dots. */
    lonely,
    /** The point of the history at a moment; null for a gap. */
    points,
    /** Its value of the first curve; null if there is none. */
    readings,
    scale,
    placeOf,
    newest: known.at(-1) ?? null,
  }
}

/** What can be drawn. */
export function decimal(value: Decimal): Decimal | null {
  return isDecimal(value) ? value : null
}

/** A level is one above zero. */
function level(value: Decimal = ''): Decimal | null {
  return isDecimal(value) && compare(value, '0') > 0 ? value : null
}

export function ltvSeries(history: Pick<LtvHistory, 'points' | 'to' | 'gapAtEnd'>) {
  const values = {
    current: ({ currentLtv }: LtvPoint) => decimal(currentLtv),
    initial: ({ initialLtv }: LtvPoint) => level(initialLtv),
    'margin-call': ({ marginCallLtv }: LtvPoint) => level(marginCallLtv),
    liquidation: ({ liquidationLtv }: LtvPoint) => level(liquidationLtv),
  }
  const { newest, placeOf, ...series } = seriesOf(history, values, 'current')
  /** The newest level of each kind, for its label. */
  const levels = (['initial', 'margin-call', 'liquidation'] as const).flatMap((name) => {
    const value = newest === null ? null : values[name](newest)
    const place = newest === null ? null : placeOf(name, newest)
    return value === null || place === null ? [] : [{ name, value, place }]
  })
  return { ...series, levels }
}

export function worthSeries(history: Pick<WorthHistory, 'points' | 'to' | 'gapAtEnd'>) {
  return seriesOf(history, { total: ({ total }: WorthPoint) => decimal(total) }, 'total')
}

/** The lowest, the highest and the newest value; null if fewer than two points can be drawn. */
export function summaryOf({
  points,
  readings,
}: {
  points: readonly unknown[]
  readings: readonly (Reading | null)[]
}) {
  const drawn = readings.filter((reading) => reading !== null)
  const [ends, newest] = [extremesOf(drawn, ({ value }) => value), drawn.at(-1)]
  if (ends === null || newest === undefined || drawn.length < 2) return null
  return { ...ends, newest, gaps: points.filter((point) => point === null).length }
}

const hour = 3600
const day = 24 * hour

/** Round wall-clock times within the span, at most `most` of them, with their labels. */
export function timeTicks(
  from: UnixSeconds,
  to: UnixSeconds,
  zone: Zone,
  most: number,
): { at: UnixSeconds; label: string }[] {
  const steps = [
    300,
    600,
    900,
    1800,
    hour,
    2 * hour,
    4 * hour,
    6 * hour,
    12 * hour,
    day,
    2 * day,
    5 * day,
    10 * day,
    30 * day,
  ]
  const step = steps.find((candidate) => (to - from) / candidate <= most) ?? 365 * day
  const ahead = (moment: UnixSeconds): number => (zone === null ? 0 : zone(moment) * 60)
  const ticks: { at: UnixSeconds; label: string }[] = []
  const first = Math.ceil((from + ahead(from)) / step)
  const last = Math.floor((to + ahead(to)) / step)
  for (let number = first; number <= last; number += 1) {
    const guess = number * step - ahead(from)
    const at = number * step - ahead(guess)
    if (at < from || at > to) continue
    const texts = dateTextsIn(at, zone)
    if (texts !== null) ticks.push({ at, label: step >= day ? texts.dayOfYear : texts.minute })
  }
  return ticks
}
