// Whether a response with the positions is older than what is known: one of them was modified later
// according to an earlier response, or to the stream before the response was requested. Such a list
// is not taken in, so what is shown keeps its true age, and is read again at once.
import { add, compare, isDecimal } from '../../shared/money.js'
import type { LateLists } from '../../shared/portfolio/stream.js'
import type { StreamedPosition } from '../../shared/portfolio/streamed-positions.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Clock, UnixSeconds, WireTime } from '../../shared/time.js'
import type { FeedName } from '../polling/poll-scheduler.js'

/** Both sources round a time with seven decimals in their own way. */
const sameMoment = '0.001'
/**
 * In a row. After these the list counts: it may be that what is known is wrong, and an alert must
 * not wait for it any longer.
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
  /** Null once the stream says nothing of them any more. */
  streamed: (list: readonly StreamedPosition[] | null) => void
  /** Whether this response is older than what is known. `at`: when it was requested. */
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
      // The stream contradicts every response: it is not believed until it connects again.
      if (isBehindStream && !isUrgent) isPushBelieved = false
      inARow = 0
      read = now
      return false
    },
    counted: () => counted,
  }
}
