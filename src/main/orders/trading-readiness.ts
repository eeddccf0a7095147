// Why no order may be sent now: the reason on the page’s button, and what main checks before anything is prepared or sent.
import { freshnessOf, isClosedToKey } from '../../shared/domain/feed.js'
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { TradeObstacle } from '../../shared/domain/trading.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { TradingConditions } from './orders-ports.js'

/** Beyond so many seconds between both clocks, times and nonces mean something else here than there. */
export const mostSkew = 30

const clockMessage = (skew: number | null): string | null => {
  if (skew === null) return 'It is not known yet whether this computer’s clock agrees with the exchange’s.'
  return skew > mostSkew || skew < -mostSkew ? 'This computer’s clock is more than 30 seconds away from the exchange’s.' : null
}

const keyMessage = ({ keyState }: TradingConditions): string | null => {
  if (keyState === 'accepted') return null
  if (keyState === 'unknown') return 'The exchange has not accepted the key yet.'
  return keyState === 'rejected' ? 'The exchange refuses the key.' : 'The key is not at hand.'
}

const journalMessage = ({ journal }: TradingConditions): string | null => {
  if (journal.problem !== null) return `No order can be recorded: ${journal.problem.message}`
  return journal.readOnly ? 'Plimsoll’s data cannot be written, so no order can be recorded.' : null
}

const isClosed = ({ problem }: TradingConditions['balance']): boolean => problem !== null && isClosedToKey(problem)

const withoutPositions = ({ positions }: TradingConditions): string =>
  positions.problem?.code === 'region-unavailable'
    ? 'This account’s region offers no collateral trading, so there are no positions to check a market order against.'
    : 'This key may not read positions, and no market order on collateral is sent without them.'

const staleBalance = ({ balance }: TradingConditions, now: UnixSeconds): string | null => {
  if (isClosed(balance)) return 'This key may read neither positions nor the balance, so nothing fresh is known of this account.'
  const freshness = freshnessOf(balance, now)
  if (freshness === 'none') return 'Your balance has not been read yet.'
  return freshness === 'stale' ? 'The figures of your balance are too old.' : null
}

const allButMarket: OrderKind[] = ['bulk', 'close-investment']

/**
 * Nothing is sent on figures that are too old. Where positions are closed to this key, a market order, which would change them,
 * cannot be sent at all; for the others the balance has to be fresh instead.
 */
const staleObstacles = (conditions: TradingConditions, now: UnixSeconds): TradeObstacle[] => {
  if (isClosed(conditions.positions)) {
    const message = staleBalance(conditions, now)
    const stale: TradeObstacle[] = message === null ? [] : [{ code: 'stale', message, only: allButMarket }]
    return [...stale, { code: 'no-positions', message: withoutPositions(conditions), only: ['market'] }]
  }
  const freshness = freshnessOf(conditions.positions, now)
  if (freshness === 'none') return [{ code: 'stale', message: 'Your positions have not been read yet.' }]
  return freshness === 'stale' ? [{ code: 'stale', message: 'The figures of your positions are too old.' }] : []
}

/** All that hold, the worst first; empty when an order may be confirmed. */
export const obstaclesOf = (
  conditions: TradingConditions,
  /** `demo`: its time can be moved ahead on purpose, so its clock says nothing about this computer's. */
  permission: { readOnly: boolean; armed: boolean; client: boolean; demo: boolean },
  now: UnixSeconds,
): TradeObstacle[] => {
  const { connection, journal } = conditions
  const { readOnly, armed, client, demo } = permission
  const obstacle = (code: TradeObstacle['code'], message: string | null): TradeObstacle[] => (message === null ? [] : [{ code, message }])
  return [
    ...obstacle('journal', journalMessage(conditions)),
    ...obstacle(
      'data-restored',
      journal.restored ? 'Plimsoll’s data was restored from a backup. Read and acknowledge the notice first.' : null,
    ),
    ...obstacle('key', keyMessage(conditions) ?? (client ? null : 'There is no connection with this key now.')),
    ...obstacle('locked', conditions.locked ? 'Plimsoll is locked.' : null),
    ...obstacle('clock', demo ? null : clockMessage(connection.clockSkew)),
    ...obstacle('offline', connection.state === 'online' ? null : 'The exchange cannot be reached now.'),
    ...staleObstacles(conditions, now),
    ...obstacle('read-only', readOnly ? 'This profile is read-only. Allow trading first.' : null),
    ...obstacle('not-armed', armed ? null : 'Trading is not armed.'),
  ]
}
