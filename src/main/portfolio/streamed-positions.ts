// What the stream last said of an account's positions, for the page and only while somebody can see
// it. Nothing in main is decided by it.
import {
  type StreamedPosition,
  type StreamedPositions,
} from '../../shared/portfolio/streamed-positions.js'
import type { Clock } from '../../shared/time.js'

export type AccountStreamedPositions = {
  view: () => StreamedPositions
  seen: (is: boolean) => void
  heard: (list: readonly StreamedPosition[]) => void
  /** Nothing is heard any more, or times before and after cannot be compared. */
  forget: () => void
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

  return {
    view: () => latest,
    seen: (is: boolean): void => {
      isSeen = is
      if (is && latest.at !== null) changed(latest)
    },
    heard: (list: readonly StreamedPosition[]): void => {
      latest = { profileId, at: clock(), list }
      if (isSeen) changed(latest)
    },
    forget: (): void => {
      if (latest.at === null) return
      latest = nothing
      changed(latest)
    },
  }
}
