// Which lists are read less often while the stream announces their changes, and whether it does:
// every read of such a list checks that nothing changed unannounced.
import type { Position } from '../../shared/portfolio/position.js'
import type { StreamedList, StreamView } from '../../shared/portfolio/stream.js'
import { sameJson } from '../../shared/json.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { FeedName } from '../polling/poll-scheduler.js'

/** Seconds between two reads of a list whose changes are announced. */
const heartbeats: Record<StreamedList, number> = {
  positions: 60,
  collateralBalance: 120,
  tradeBalance: 120,
}

/** After as many unannounced changes, the list is polled as usual until the next start. */
const mostDifferences = 2
/**
 * While figures move, as they do with the price, a list is read as usual: this many intervals after
 * the last movement.
 */
const movingFor = 2

type ListState = {
  isCovered: boolean
  /** In seconds of the ticks. */
  movedAt: number
  announcedAt: number
  /** When the latest read began, and the one before. */
  beganAt: number
  beganBefore: number
  /** Whether it was resting when the latest read began. */
  didRest: boolean
  /** What the latest read said. */
  said: unknown
  hasSaid: boolean
  /** Whether it was far from any margin call then. */
  isFar: boolean
  /** A read found a change that nothing has announced since. The next read decides. */
  suspectedSince: number | null
  differences: number
  lastDifferenceAt: UnixSeconds
}

function unread(): ListState {
  return {
    isCovered: false,
    movedAt: -Infinity,
    announcedAt: -Infinity,
    beganAt: -Infinity,
    beganBefore: -Infinity,
    didRest: false,
    said: null,
    hasSaid: false,
    isFar: false,
    suspectedSince: null,
    differences: 0,
    lastDifferenceAt: 0,
  }
}

const lists = Object.keys(heartbeats) as readonly StreamedList[]

function isStreamed(feed: FeedName): feed is StreamedList {
  return Object.hasOwn(heartbeats, feed)
}

/** Without the figures that move with the price. */
function substanceOf(feed: StreamedList, value: unknown): unknown {
  if (feed !== 'positions') return value
  return (value as readonly Position[]).map(({ id, amount, liquidationState }) => [
    id,
    amount,
    liquidationState ?? null,
  ])
}

export type StreamCoverage = {
  /** Changes of these lists are announced from now on; of all others, no longer. */
  cover: (covered: ReadonlySet<StreamedList>) => void
  /** `moved`: only figures that move with the price. */
  announced: (feed: FeedName, change: 'changed' | 'moved') => void
  /** Seconds between two reads, instead of the usual ones. */
  interval: (feed: FeedName, usual: number) => number
  /** A read begins. */
  began: (feed: FeedName, usual: number) => void
  /** Its good response. */
  answered: (feed: FeedName, value: unknown) => void
  view: () => Pick<StreamView, 'saved' | 'differences' | 'polledAgain'>
}

export function createStreamCoverage(parts: {
  clock: Clock
  timing: Pick<Timing, 'ticks'>
  /** Whether its latest response is far from any margin call: only then may it rest. */
  isFar(feed: StreamedList): boolean
}): StreamCoverage {
  const { clock } = parts
  const ticks = (): number => parts.timing.ticks() / 1000
  const states: Record<StreamedList, ListState> = {
    positions: unread(),
    collateralBalance: unread(),
    tradeBalance: unread(),
  }
  let saved = 0

  const isPolledAgain = (feed: StreamedList): boolean => states[feed].differences >= mostDifferences

  const rests = (feed: StreamedList, usual: number): boolean => {
    const { isCovered, hasSaid, isFar, suspectedSince, movedAt } = states[feed]
    return (
      isCovered &&
      hasSaid &&
      isFar &&
      suspectedSince === null &&
      !isPolledAgain(feed) &&
      ticks() - movedAt > movingFor * usual
    )
  }

  const check = (state: ListState, said: unknown): void => {
    if (state.suspectedSince !== null) {
      if (state.announcedAt < state.suspectedSince) {
        state.differences += 1
        state.lastDifferenceAt = clock()
      }
      state.suspectedSince = null
      return
    }
    // A list that was not resting may have changed before its changes were announced.
    const wasAnnounced = state.announcedAt >= state.beganBefore
    if (state.didRest && !wasAnnounced && !sameJson(state.said, said))
      state.suspectedSince = state.beganBefore
  }

  return {
    cover: (covered: ReadonlySet<StreamedList>): void => {
      for (const feed of lists) {
        const isCovered = covered.has(feed)
        // What was missed before it was covered is no difference.
        if (isCovered !== states[feed].isCovered)
          Object.assign(states[feed], { isCovered, hasSaid: false, suspectedSince: null })
      }
    },
    announced: (feed: FeedName, change: 'changed' | 'moved'): void => {
      if (!isStreamed(feed)) return
      if (change === 'changed') states[feed].announcedAt = ticks()
      else states[feed].movedAt = ticks()
    },
    interval: (feed: FeedName, usual: number): number =>
      isStreamed(feed) && rests(feed, usual) ? Math.max(heartbeats[feed], usual) : usual,
    began: (feed: FeedName, usual: number): void => {
      if (!isStreamed(feed)) return
      const state = states[feed]
      const isResting = rests(feed, usual)
      const gap = ticks() - state.beganAt
      if (isResting && Number.isFinite(gap)) saved += Math.max(Math.floor(gap / usual) - 1, 0)
      Object.assign(state, { beganBefore: state.beganAt, beganAt: ticks(), didRest: isResting })
    },
    answered: (feed: FeedName, value: unknown): void => {
      if (!isStreamed(feed)) return
      const state = states[feed]
      const said = substanceOf(feed, value)
      if (state.isCovered && state.hasSaid) check(state, said)
      Object.assign(state, { said, hasSaid: true, isFar: parts.isFar(feed) })
    },
    view: () => ({
      saved,
      differences: lists.flatMap((list) => {
        const { differences: count, lastDifferenceAt: at } = states[list]
        return count === 0 ? [] : [{ list, count, at }]
      }),
      polledAgain: lists.filter(isPolledAgain),
    }),
  }
}
