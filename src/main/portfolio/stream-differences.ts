// Whether the stream announces what it should: changes of a list that a read found, although the
// stream was connected and said nothing of them. They are only counted.
import type { Position } from '../../shared/portfolio/position.js'
import type { StreamChange, StreamDifference, StreamedList } from '../../shared/portfolio/stream.js'
import { sameJson } from '../../shared/json.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { FeedName } from '../polling/poll-scheduler.js'

const lists: readonly StreamedList[] = ['positions', 'collateralBalance', 'tradeBalance']

function isStreamed(feed: FeedName): feed is StreamedList {
  return lists.some((list) => list === feed)
}

/** Seconds a response may lag behind a message about the same change. */
const lag = 3

type Read = { at: UnixSeconds; value: unknown }

type ListState = {
  isHeard: boolean
  /** When a message last announced each kind of change. */
  saidAt: Record<StreamChange, UnixSeconds>
  last: Read | null
  /** A read found a change that nothing had announced. The next read decides. */
  suspected: { change: StreamChange; since: UnixSeconds } | null
  count: number
  countedAt: UnixSeconds
}

function unread(): ListState {
  return {
    isHeard: false,
    saidAt: { substance: -Infinity, figures: -Infinity },
    last: null,
    suspected: null,
    count: 0,
    countedAt: 0,
  }
}

function substanceOf(list: StreamedList, value: unknown): unknown {
  if (list !== 'positions') return null
  return (value as readonly Position[]).map(({ id, amount, liquidationState }) => [
    id,
    amount,
    liquidationState ?? null,
  ])
}

/** Null if nothing has changed. */
function changeOf(list: StreamedList, before: unknown, now: unknown): StreamChange | null {
  if (sameJson(before, now)) return null
  return sameJson(substanceOf(list, before), substanceOf(list, now)) ? 'figures' : 'substance'
}

export type StreamDifferences = {
  /** Messages about these lists arrive from now on; about all others, no longer. */
  hears: (subscribed: ReadonlySet<StreamedList>) => void
  announced: (list: StreamedList, change: StreamChange) => void
  /** A good response, requested at `at`. */
  read: (feed: FeedName, value: unknown, at: UnixSeconds) => void
  counted: () => StreamDifference[]
}

export function createStreamDifferences({ clock }: { clock: Clock }): StreamDifferences {
  const states: Record<StreamedList, ListState> = {
    positions: unread(),
    collateralBalance: unread(),
    tradeBalance: unread(),
  }

  /** What announces a change of substance may change figures, too. */
  const saidSince = ({ saidAt }: ListState, change: StreamChange, since: UnixSeconds): boolean =>
    saidAt.substance >= since || (change === 'figures' && saidAt.figures >= since)

  const compare = (list: StreamedList, state: ListState, before: Read, value: unknown): void => {
    const { suspected } = state
    state.suspected = null
    if (suspected !== null) {
      if (saidSince(state, suspected.change, suspected.since)) return
      state.count += 1
      state.countedAt = clock()
      return
    }
    const change = changeOf(list, before.value, value)
    const since = before.at - lag
    if (change !== null && !saidSince(state, change, since)) state.suspected = { change, since }
  }

  return {
    hears: (subscribed: ReadonlySet<StreamedList>): void => {
      for (const list of lists) {
        const isHeard = subscribed.has(list)
        const { isHeard: wasHeard, count, countedAt } = states[list]
        // What changed before its messages arrived is no difference.
        if (isHeard !== wasHeard) states[list] = { ...unread(), isHeard, count, countedAt }
      }
    },
    announced: (list: StreamedList, change: StreamChange): void => {
      states[list].saidAt[change] = clock()
    },
    read: (feed: FeedName, value: unknown, at: UnixSeconds): void => {
      if (!isStreamed(feed) || !states[feed].isHeard) return
      const state = states[feed]
      if (state.last !== null) compare(feed, state, state.last, value)
      state.last = { at, value }
    },
    counted: (): StreamDifference[] =>
      lists.flatMap((list) => {
        const { count, countedAt: at } = states[list]
        return count === 0 ? [] : [{ list, count, at }]
      }),
  }
}
