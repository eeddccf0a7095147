// How far a price has moved within a time span, over the prices Plimsoll itself read. Each is as
// old as the wall clock says, so a price from before a sleep counts only while young enough; what
// happened while nothing was read is unknown.
import type { MoveRule } from '../../shared/alerts/price-alert.js'
import { compare, type Decimal, divide, multiply, negate, subtract } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'

type Sample = [at: UnixSeconds, price: Decimal]

/**
 * Oldest first. Only the prices that a later price can be furthest above, or below: no later one is
 * lower, or higher. So the first is the lowest, or the highest, of the span.
 */
export type Move = { lows: Sample[]; highs: Sample[] }

export const noMove: Move = { lows: [], highs: [] }

/**
 * The most of each: if more are read within the span, it is up to one part shorter than it should
 * be, and never longer.
 */
const parts = 120

const secondsOf = ({ minutes }: Pick<MoveRule, 'minutes'>): number => minutes * 60

function withSample(
  samples: readonly Sample[],
  sample: Sample,
  seconds: number,
  isPassed: (earlier: Decimal) => boolean,
): Sample[] {
  const [at] = sample
  const young = samples.filter(([then]) => at - then <= seconds)
  const kept = young.slice(0, young.findLastIndex(([, price]) => !isPassed(price)) + 1)
  const last = kept.at(-1)
  return last !== undefined && at - last[0] < seconds / parts ? kept : [...kept, sample]
}

/**
 * After a price was read. If the clock was set back, the age of the others is unknown: it starts
 * over.
 */
export function withPrice(
  before: Move,
  rule: Pick<MoveRule, 'minutes'>,
  at: UnixSeconds,
  price: Decimal,
): Move {
  const newest = [...before.lows, ...before.highs].reduce(
    (latest, [then]) => (then > latest ? then : latest),
    at,
  )
  const { lows, highs } = newest > at ? noMove : before
  const seconds = secondsOf(rule)
  return {
    lows: withSample(lows, [at, price], seconds, (earlier) => compare(earlier, price) >= 0),
    highs: withSample(highs, [at, price], seconds, (earlier) => compare(earlier, price) <= 0),
  }
}

/** From one price to another, in percent of the first; below zero if it fell. */
export type Moved = { from: Decimal; to: Decimal }

export function percentOf({ from, to }: Moved, places: number): Decimal {
  return divide(multiply(subtract(to, from), '100'), from, places)
}

/** Whether it moved by at least this many percent, exactly. */
function isAtLeast({ from, to }: Moved, percent: Decimal): boolean {
  const way = multiply(subtract(to, from), '100')
  const needed = multiply(from, percent)
  return compare(way, needed) >= 0 || compare(way, negate(needed)) <= 0
}

/** The largest move to `price` in the rule's direction; null if nothing was read before. */
export function largestMove(
  { lows, highs }: Move,
  { direction }: Pick<MoveRule, 'direction'>,
  price: Decimal,
): Moved | null {
  const rise =
    lows[0] === undefined || direction === 'down' ? null : { from: lows[0][1], to: price }
  const fall =
    highs[0] === undefined || direction === 'up' ? null : { from: highs[0][1], to: price }
  if (rise === null || fall === null) return rise ?? fall
  // (to − low) / low ≥ (high − to) / high, without a division.
  const [up, down] = [
    multiply(subtract(price, rise.from), fall.from),
    multiply(subtract(fall.from, price), rise.from),
  ]
  return compare(up, down) >= 0 ? rise : fall
}

/** Once it is down to half of what triggers it, the alert can trigger again. */
export function moveStatus(
  moved: Moved | null,
  { percent }: Pick<MoveRule, 'percent'>,
): 'reached' | 'between' | 'cleared' | 'unknown' {
  if (moved === null) return 'unknown'
  if (isAtLeast(moved, percent)) return 'reached'
  return isAtLeast(moved, divide(percent, '2', 20)) ? 'between' : 'cleared'
}
