// Detects late lists of positions: an earlier response, or the stream before the request, has a
// later modification time for one of the positions. A late list is discarded, so the figures on
// screen keep their true age, and is read again at once.
import { add, compare, isDecimal } from '../../shared/money.js'
import type { LateLists } from '../../shared/portfolio/stream.js'
import type { StreamedPosition } from '../../shared/portfolio/streamed-positions.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Clock, UnixSeconds, WireTime } from '../../shared/time.js'
import type { FeedName } from '../polling/poll-scheduler.js'

/** The two sources round times with seven decimals differently. */
const sameMoment = '0.001'
/**
 * Late lists in a row. The next one is accepted, because what is known may be wrong, and an alert
 * must not wait any longer.
 */
const mostInARow = 3

const mostPushes = 10

type Modified = ReadonlyMap<string, WireTime>

function modifiedOf(list: readonly Pick<Position, 'id' | 'modifiedAt'>[]): Modified {
  return new Map(
    list.flatMap(({ id, modifiedAt }): [string, WireTime][] =>
      modifiedAt !== undefined && isDecimal(modifiedAt) ? [[id, modifiedAt]] : [],
    ),
  )
}

function isBehind(read: Modified, known: Modified): boolean {
  return [...read].some(([id, at]) => {
    const knownAt = known.get(id)
    return knownAt !== undefined && compare(add(at, sameMoment), knownAt) < 0
  })
}

export type LatePositions = {
  /** Null once the stream no longer updates them. */
  streamed: (list: readonly StreamedPosition[] | null) => void
  /** Whether this response is late. `at`: when it was requested. */
  isLate: (feed: FeedName, value: unknown, at: UnixSeconds) => boolean
  counted: () => LateLists | null
}

export function createLatePositions({ clock }: { clock: Clock }): LatePositions {
  let read: Modified = new Map()
  /** The latest lists of the stream, newest first: a response may be on its way for seconds. */
  let pushes: { at: UnixSeconds; modified: Modified }[] = []
  let isPushBelieved = true
  let inARow = 0
  let counted: LateLists | null = null

  const pushedBy = (at: UnixSeconds): Modified =>
    (isPushBelieved ? pushes.find((push) => push.at <= at)?.modified : undefined) ?? new Map()

  return {
    streamed: (list: readonly StreamedPosition[] | null): void => {
      if (list === null) {
        pushes = []
        isPushBelieved = true
        return
      }
      const latest = { at: clock(), modified: modifiedOf(list) }
      pushes = [latest, ...pushes.slice(0, mostPushes - 1)]
    },
    isLate: (feed: FeedName, value: unknown, at: UnixSeconds): boolean => {
      if (feed !== 'positions') return false
      const positions = value as readonly Position[]
      const now = modifiedOf(positions)
      const isBehindStream = isBehind(now, pushedBy(at))
      const isOlder = isBehindStream || isBehind(now, read)
      // A margin call is never held back.
      const isUrgent = positions.some(({ liquidationState = null }) => liquidationState !== null)
      if (isOlder) counted = { count: (counted?.count ?? 0) + 1, at: clock() }
      if (isOlder && !isUrgent && inARow < mostInARow) {
        inARow += 1
        return true
      }
      // The stream contradicts every response: it is ignored until it connects again.
      if (isBehindStream && !isUrgent) isPushBelieved = false
      inARow = 0
      read = now
      return false
    },
    counted: () => counted,
  }
}
