// Figures of positions that the stream sends between two responses, for the screen. A response
// establishes which positions there are; the stream only moves their figures. A position that was
// opened, closed or changed meanwhile stays as it was read: that change has the list read at once.
import { absolute, add, compare, type Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { Feed } from './feed.js'
import type { Position } from './position.js'

/** What moves with the price, and with what the account earns and pays. */
const movingFigures = [
  'liquidationPrice',
  'unrealizedPnl',
  'usedMargin',
  'freeMargin',
  'funding',
  'unrealizedFunding',
] as const
type MovingFigure = (typeof movingFigures)[number]

/** A position as the stream sends it: absent is what it did not send or what cannot be read. */
export type StreamedPosition = Pick<
  Position,
  'id' | 'modifiedAt' | 'amount' | 'entryPrice' | 'positionSide' | 'liquidationState' | MovingFigure
>

/** `at`: when they arrived; null if there are no updates of them. Replaced as a whole. */
export type StreamedPositions = {
  profileId: string | null
  at: UnixSeconds | null
  list: readonly StreamedPosition[]
}

export const noStreamedPositions: StreamedPositions = { profileId: null, at: null, list: [] }

/** Both sources round a time with seven decimals in their own way. */
const sameMoment = '0.001'

type Sent = Decimal | null | undefined

/** Also where neither has it. */
function isEqual(one: Sent, other: Sent): boolean {
  if (one == null || other == null) return one === other
  return compare(one, other) === 0
}

/** The stream may write a short position's amount below zero where the response does not. */
function isSameAmount(one: Decimal | null, other: Decimal | null): boolean {
  return isEqual(one === null ? one : absolute(one), other === null ? other : absolute(other))
}

function isOlder(streamed: StreamedPosition, read: Position): boolean {
  const [at, readAt] = [streamed.modifiedAt, read.modifiedAt]
  return at !== undefined && readAt !== undefined && compare(add(at, sameMoment), readAt) < 0
}

function hasAsRead(streamed: Sent, read: Sent): boolean {
  return read === undefined || (streamed !== undefined && (streamed === null) === (read === null))
}

/**
 * Nothing but its figures has moved since it was read, and it has the figures that were read: a
 * result belongs to its amount and entry price, and figures of two moments do not belong together.
 */
export function isSamePosition(streamed: StreamedPosition, read: Position): boolean {
  const sides = [streamed.positionSide, read.positionSide]
  return (
    isSameAmount(streamed.amount, read.amount) &&
    isEqual(streamed.entryPrice, read.entryPrice) &&
    (sides.includes(undefined) || sides[0] === sides[1]) &&
    (streamed.liquidationState ?? null) === (read.liquidationState ?? null) &&
    !isOlder(streamed, read) &&
    movingFigures.every((figure) => hasAsRead(streamed[figure], read[figure]))
  )
}

/** A figure that the response did not have stays unknown. */
function withFigures(read: Position, streamed: StreamedPosition): Position {
  const moved = { ...read }
  for (const figure of movingFigures)
    if (read[figure] !== undefined) moved[figure] = streamed[figure] ?? null
  return moved
}

/**
 * The feed with the newer figures of the stream. Its age stays that of the response: protective
 * orders and the percentage, which the stream does not send, are that old.
 */
export function withStreamedFigures(
  feed: Feed<Position[]>,
  { at, list }: StreamedPositions,
): Feed<Position[]> {
  const { value, asOf, source } = feed
  if (value === null || asOf === null || source !== 'live' || at === null || at <= asOf) return feed
  const byId = new Map(list.map((one) => [one.id, one]))
  return {
    ...feed,
    value: value.map((position) => {
      const one = byId.get(position.id)
      return one === undefined || !isSamePosition(one, position)
        ? position
        : withFigures(position, one)
    }),
  }
}
