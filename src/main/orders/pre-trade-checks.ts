// Why no order may be sent now. Asked by the page for the reason on its button, and by main before anything is prepared or sent.
import { freshnessOf, isClosedToKey } from '../../shared/domain/feed.js'
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { TradeObstacle } from '../../shared/domain/trading.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Circumstances } from './orders-ports.js'

/** Beyond so many seconds between both clocks, times and nonces mean something else here than there. */
export const mostSkew = 30

/** The demo's time can be sent ahead on purpose: how far it is away says nothing about this computer's clock. */
const clockMessage = (skew: number | null, demo: boolean): string | null => {
  if (demo) return null
  if (skew === null) return 'It is not known yet whether this computer’s clock agrees with the exchange’s.'
  return skew > mostSkew || skew < -mostSkew ? 'This computer’s clock is more than 30 seconds away from the exchange’s.' : null
}

const keyMessage = ({ keyState }: Circumstances): string | null => {
  switch (keyState) {
    case 'accepted':
      return null
    case 'unknown':
      return 'The exchange has not accepted the key yet.'
    case 'rejected':
      return 'The exchange refuses the key.'
    default:
      return 'The key is not at hand.'
  }
}

const journalMessage = ({ journal }: Circumstances): string | null => {
  if (journal.problem !== null) return `No order can be recorded: ${journal.problem.message}`
  return journal.readOnly ? 'Plimsoll’s data cannot be written, so no order can be recorded.' : null
}

const keptFromKey = ({ problem }: Circumstances['balance']): boolean => problem !== null && isClosedToKey(problem)

const withoutPositions = ({ positions }: Circumstances): string =>
  positions.problem?.code === 'region-unavailable'
    ? 'This account’s region offers no collateral trading, so there are no positions to check a market order against.'
    : 'This key may not read positions, and no market order on collateral is sent without them.'

const staleBalance = ({ balance }: Circumstances, now: UnixSeconds): string | null => {
  if (keptFromKey(balance)) return 'This key may read neither positions nor the balance, so nothing fresh is known of this account.'
  const freshness = freshnessOf(balance, now)
  if (freshness === 'none') return 'Your balance has not been read yet.'
  return freshness === 'stale' ? 'The figures of your balance are too old.' : null
}

const withoutCollateral: OrderKind[] = ['bulk', 'close-investment']

/**
 * Nothing is sent on figures that are too old. Positions come first. Where they are kept from this key, only a market order, which would
 * change them, cannot be sent at all; for the others the balance has to be fresh instead.
 */
const staleObstacles = (seen: Circumstances, now: UnixSeconds): TradeObstacle[] => {
  if (keptFromKey(seen.positions)) {
    const message = staleBalance(seen, now)
    const stale: TradeObstacle[] = message === null ? [] : [{ code: 'stale', message, only: withoutCollateral }]
    return [...stale, { code: 'no-positions', message: withoutPositions(seen), only: ['market'] }]
  }
  const freshness = freshnessOf(seen.positions, now)
  if (freshness === 'none') return [{ code: 'stale', message: 'Your positions have not been read yet.' }]
  return freshness === 'stale' ? [{ code: 'stale', message: 'The figures of your positions are too old.' }] : []
}

/** All that hold, the worst first; empty when an order may be confirmed. */
export const obstaclesOf = (
  seen: Circumstances,
  trade: { readOnly: boolean; armed: boolean; client: boolean; demo?: boolean },
  now: UnixSeconds,
): TradeObstacle[] => {
  const { connection, journal } = seen
  const around: [TradeObstacle['code'], string | null][] = [
    ['journal', journalMessage(seen)],
    ['data-restored', journal.restored ? 'Plimsoll’s data was restored from a backup. Read and acknowledge the notice first.' : null],
    ['key', keyMessage(seen) ?? (trade.client ? null : 'There is no connection with this key now.')],
    ['locked', seen.locked ? 'Plimsoll is locked.' : null],
    ['clock', clockMessage(connection.clockSkew, trade.demo ?? false)],
    ['offline', connection.state === 'online' ? null : 'The exchange cannot be reached now.'],
  ]
  const switches: [TradeObstacle['code'], string | null][] = [
    ['read-only', trade.readOnly ? 'This profile is read-only. Allow trading first.' : null],
    ['not-armed', trade.armed ? null : 'Trading is not armed.'],
  ]
  const told = (candidates: typeof around): TradeObstacle[] =>
    candidates.flatMap(([code, message]) => (message === null ? [] : [{ code, message }]))
  return [...told(around), ...staleObstacles(seen, now), ...told(switches)]
}
