// What the stream last said of an account's positions, for the page and only while somebody can see
// it. Nothing in main is decided by it. A list that stands still while responses move is not shown:
// the documentation does not say that the stream cannot get stuck.
import type { Feed } from '../../shared/portfolio/feed.js'
import type { Position } from '../../shared/portfolio/position.js'
import {
  isSamePosition,
  type StreamedPosition,
  type StreamedPositions,
} from '../../shared/portfolio/streamed-positions.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'

export type AccountStreamedPositions = {
  view: () => StreamedPositions
  seen: (is: boolean) => void
  received: (list: readonly StreamedPosition[]) => void
  /** After every response. */
  read: (feed: Feed<Position[]>) => void
  /** Updates have stopped, or times before and after cannot be compared. */
  forget: () => void
}

/** A result may have moved in the moment between the latest message and a response. */
const mostStandstills = 2

type Results = ReadonlyMap<string, string>

function resultsOf(list: readonly Pick<Position, 'id' | 'unrealizedPnl'>[]): Results {
  return new Map(
    list.flatMap(({ id, unrealizedPnl }): [string, string][] =>
      unrealizedPnl == null ? [] : [[id, unrealizedPnl]],
    ),
  )
}

export function createStreamedPositions({
  profileId,
  clock,
  changed,
}: {
  profileId: string
  clock: Clock
  changed: (view: StreamedPositions) => void
}): AccountStreamedPositions {
  const nothing: StreamedPositions = { profileId, at: null, list: [] }
  let latest = nothing
  let isSeen = false
  let isStuck = false
  let standstills = 0
  let last: { asOf: UnixSeconds; read: Results; streamed: Results } | null = null

  const drop = (): void => {
    if (latest.at === null) return
    latest = nothing
    changed(latest)
  }

  /** A result that was read has moved since the last response, and the streamed one has not. */
  const standsStill = (
    positions: readonly Position[],
    before: NonNullable<typeof last>,
  ): boolean => {
    const byId = new Map(latest.list.map((one) => [one.id, one]))
    return positions.some((position) => {
      const { id, unrealizedPnl } = position
      const one = byId.get(id)
      return (
        one?.unrealizedPnl != null &&
        unrealizedPnl != null &&
        isSamePosition(one, position) &&
        before.read.get(id) !== unrealizedPnl &&
        before.streamed.get(id) === one.unrealizedPnl &&
        one.unrealizedPnl !== unrealizedPnl
      )
    })
  }

  return {
    view: () => latest,
    seen: (is: boolean): void => {
      isSeen = is
      if (is && latest.at !== null) changed(latest)
    },
    received: (list: readonly StreamedPosition[]): void => {
      if (isStuck) return
      latest = { profileId, at: clock(), list }
      if (isSeen) changed(latest)
    },
    read: ({ value, asOf, source }: Feed<Position[]>): void => {
      if (value === null || asOf === null || source !== 'live' || asOf === last?.asOf) return
      standstills =
        last !== null && latest.at !== null && standsStill(value, last) ? standstills + 1 : 0
      if (standstills >= mostStandstills) {
        isStuck = true
        drop()
      }
      last = { asOf, read: resultsOf(value), streamed: resultsOf(latest.list) }
    },
    forget: (): void => {
      isStuck = false
      standstills = 0
      last = null
      drop()
    },
  }
}
