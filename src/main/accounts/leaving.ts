// What is left on the exchange without anybody watching when Plimsoll quits.
import type { Order } from '../../shared/orders/order.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import { mostOpenOrders, type PortfolioView } from '../../shared/portfolio/portfolio.js'
import { stopLossOf } from '../../shared/portfolio/position-figures.js'
import type { Position } from '../../shared/portfolio/position.js'
import { hidesList, protectionOf, uncovered } from '../../shared/portfolio/protection.js'
import type { UnixSeconds } from '../../shared/time.js'

/** What one account leaves behind. */
export type Exposure = {
  profileId: string
  account: string
  /** Positions without a stop loss for all of them. */
  unstopped: number
  /** Positions of which this is not known, or that cannot be read. */
  unclear: number
  /** Open orders, without those that protect a position. */
  resting: number
  /** There are at least so many orders: more are not read. */
  isMore: boolean
  /** Since when this is no longer known; null if it is. */
  unknownSince: UnixSeconds | null
  /** The same text for the same situation. */
  gist: string
}

/** Seconds. In the background lists are polled less often than this decision allows. */
const oldestCurrent = 120

/** Whether the list says what is open now: the last poll succeeded, and not long ago. */
function isCurrent({ asOf, source, every, problem }: Feed<unknown>, now: UnixSeconds): boolean {
  if (asOf === null || source !== 'live' || every === null || problem !== null) return false
  const age = now - asOf
  return age <= 2 * every && age <= oldestCurrent
}

/** The older of the lists that cannot be relied on; null if there is none. */
function unknownSince(feeds: readonly Feed<unknown>[], now: UnixSeconds): UnixSeconds | null {
  const [oldest = null] = feeds
    .flatMap((feed) => (isCurrent(feed, now) ? [] : (feed.asOf ?? [])))
    .sort((a, b) => a - b)
  return oldest
}

function gistOf(positions: readonly Position[], orders: readonly Order[]): string {
  const lines = [
    ...positions.map(({ id, amount }) => `position ${id} ${amount}`),
    ...orders.map(({ id }) => `order ${id}`),
  ]
  return lines.sort().join('\n')
}

type Lists = Pick<PortfolioView, 'positions' | 'openOrders' | 'conditionalOrders'>

/** Stop losses attached to a position, and orders of their own that close all of it. */
function stopLossesOf({ positions, openOrders, conditionalOrders }: Lists): {
  unstopped: Position[]
  unclear: Position[]
  /** Ids of the orders that protect one. */
  protecting: ReadonlySet<string>
} {
  const listed = { orders: openOrders.value ?? [], linked: conditionalOrders.value ?? [] }
  const isUnread = conditionalOrders.value === null && !hidesList(conditionalOrders)
  const unstopped: Position[] = []
  const unclear: Position[] = []
  const protecting = new Set<string>()
  for (const position of positions.value ?? []) {
    const all = protectionOf(position, listed, null)
    for (const { by, id } of all) if (by === 'order') protecting.add(id)
    const stops = all.filter(({ level }) => level === 'stopLoss')
    if (uncovered(position, stops, 'stopLoss') === '0') continue
    const isOpen = stopLossOf(position) === 'unknown' || isUnread
    if (isOpen || stops.some(({ guessed }) => guessed === true)) unclear.push(position)
    else unstopped.push(position)
  }
  return { unstopped, unclear, protecting }
}

/**
 * Null if nothing is left behind, as far as was ever seen. What was seen and is no longer known
 * counts: it may be there still.
 */
export function exposureOf(
  { id, name }: { id: string; name: string },
  lists: Lists,
  now: UnixSeconds,
): Exposure | null {
  const { positions, openOrders } = lists
  const open = positions.value ?? []
  const { unstopped, unclear, protecting } = stopLossesOf(lists)
  const listed = openOrders.value ?? []
  const orders = listed.filter(({ id }) => !protecting.has(id))
  const unreadable = positions.unreadable?.length ?? 0
  const unreadableOrders = openOrders.unreadable?.length ?? 0
  const since = unknownSince([positions, openOrders], now)
  const counts = {
    unstopped: unstopped.length,
    unclear: unclear.length + unreadable,
    resting: orders.length + unreadableOrders,
  }
  const isNothing = counts.unstopped + counts.unclear + counts.resting === 0
  // What may have changed since: any position, whatever stop loss it had.
  const isOpenKnown = open.length === 0 || isCurrent(positions, now)
  if (isNothing && isOpenKnown) return null
  return {
    profileId: id,
    account: name,
    ...counts,
    isMore: listed.length >= mostOpenOrders,
    unknownSince: since,
    gist: [
      id,
      since === null ? 'known' : 'unknown',
      `${unreadable} ${unreadableOrders}`,
      gistOf(since === null ? [...unstopped, ...unclear] : open, orders),
    ].join('\n'),
  }
}
