import type { OrderTicket } from './order-ticket.js'
import type {
  ExportFormat,
  Exported,
  IntentPage,
  IntentQuery,
  OrderIntent,
  OrderPreview,
  TradeLimits,
  TradingView,
} from './trading.js'
import type { UnixSeconds } from '../time.js'
import { push, request } from '../channel.js'

export const orderChannels = {
  'trading/read': request<null, TradingView>(),
  /** Clears or sets the profile's read-only mark. Clearing asks in a system dialog. */
  'trading/allow': request<{ allowed: boolean }, null>(),
  /**
   * For 15 minutes, after a system dialog. Requires the passphrase if one is set; null if none is.
   */
  'trading/arm': request<{ passphrase: string | null }, { until: UnixSeconds }>(),
  'trading/disarm': request<null, null>(),
  /** Anything that loosens a limit asks in a system dialog. */
  'trading/change-limits': request<TradeLimits, null>(),
  'trading/favourite': request<{ market: string; on: boolean }, null>(),

  /**
   * Checks the ticket and returns what would be sent, with the token that sends exactly that, once,
   * within 60 s. Sends nothing.
   */
  'orders/prepare': request<OrderTicket, OrderPreview>(),
  /**
   * The only way to the exchange. Replies once the intent is on disk; its outcome comes on
   * `trading`.
   */
  'orders/confirm': request<{ token: string }, { intentId: string }>(),
  'orders/discard': request<{ token: string }, null>(),
  'orders/read': request<{ id: string }, OrderIntent>(),
  'orders/page': request<IntentQuery, IntentPage>(),
  /** The markets of all of them, for a filter. */
  'orders/markets': request<null, string[]>(),
  /** Reads the positions again for an unknown intent. */
  'orders/reconcile': request<{ id: string }, null>(),
  /**
   * The user states the outcome of an unknown intent, or of one item of it; `typed` is the market
   * (or the investment's last four).
   */
  'orders/resolve': request<
    { id: string; item: number | null; as: 'filled' | 'not-filled'; typed: string },
    null
  >(),
  /** Allows orders again although the intent stays unknown; `typed` is the market. */
  'orders/lift-block': request<{ id: string; typed: string }, null>(),
  /** To a file chosen in the system's dialog. */
  'orders/export': request<{ format: ExportFormat }, Exported>(),
}

export const orderTopics = { trading: push<TradingView>() }
