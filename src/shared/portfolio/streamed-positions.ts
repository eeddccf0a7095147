// Figures of positions that the stream sends between two responses, for the screen. A response
// establishes which positions there are; the stream only moves their figures. A position that was
// opened, closed or changed meanwhile stays as it was read: that change has the list read at once.
import { absolute, add, compare, type Decimal } from '../money.js'
import type { Feed } from './feed.js'
import type { Position } from './position.js'
import type { UnixSeconds } from '../time.js'

const movingFigures = [
  'liquidationPrice',
  'unrealizedPnl',
  'usedMargin',
  'freeMargin',
  'funding',
  'unrealizedFunding',
] as const
type MovingFigure = (typeof movingFigures)[number]

/** A position as the stream sends it. */
export type StreamedPosition = Pick<
  Position,
  'id' | 'modifiedAt' | 'amount' | 'liquidationState' | MovingFigure
>

/** `at`: when they arrived; null if nothing is heard of them. Replaced as a whole. */
export type StreamedPositions = {
  profileId: string | null
  at: UnixSeconds | null
  list: readonly StreamedPosition[]
}

export const noStreamedPositions: StreamedPositions = { profileId: null, at: null, list: [] }

/** Both sources round a time with seven decimals in their own way. */
const sameMoment = '0.001'

/** The stream may write a short position's amount below zero where the response does not. */
function isSameAmount(one: Decimal | null, other: Decimal | null): boolean {
  if (one === null || other === null) return one === other
  return compare(absolute(one), absolute(other)) === 0
}

function isOlder(streamed: StreamedPosition, read: Position): boolean {
  const [at, readAt] = [streamed.modifiedAt, read.modifiedAt]
  return at !== undefined && readAt !== undefined && compare(add(at, sameMoment), readAt) < 0
}

function describesSame(streamed: StreamedPosition, read: Position): boolean {
  return (
    isSameAmount(streamed.amount, read.amount) &&
    (streamed.liquidationState ?? null) === (read.liquidationState ?? null) &&
    !isOlder(streamed, read)
  )
}

/**
 * The percentage is left out: the stream does not send it, and the one that was read belongs to
 * another result. A figure that the response did not have stays unknown.
 */
function withFigures(read: Position, streamed: StreamedPosition): Position {
  const { pnlPercent: _ofTheResponse, ...moved } = read
  for (const figure of movingFigures) {
    const now = streamed[figure]
    if (now != null && read[figure] != null) moved[figure] = now
  }
  return moved
}

/**
 * The feed with the newer figures of the stream. Its age is that of the oldest figure in it, so it
 * only becomes younger if the stream describes exactly the positions that were read.
 */
export function withStreamedFigures(
  feed: Feed<Position[]>,
  { at, list }: StreamedPositions,
): Feed<Position[]> {
  const { value, asOf, source, unreadable } = feed
  if (value === null || asOf === null || source !== 'live' || at === null || at <= asOf) return feed
  const byId = new Map(list.map((one) => [one.id, one]))
  let described = 0
  const moved = value.map((position) => {
    const one = byId.get(position.id)
    if (one === undefined || !describesSame(one, position)) return position
    described += 1
    return withFigures(position, one)
  })
  const isComplete =
    unreadable === undefined && described === value.length && described === byId.size
  return { ...feed, value: moved, asOf: isComplete ? at : asOf }
}
