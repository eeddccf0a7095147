import type { AlertPage, AlertQuery, AlertsView } from './alert.js'
import type { GapPage, GapQuery, GapsView } from './monitoring-gap.js'
import type { PriceAlertSettings, PriceAlertsView } from './price-alert.js'
import type { Exported } from '../orders/trading.js'
import type { UnixSeconds } from '../time.js'
import { push, request } from '../channel.js'

export const alertChannels = {
  'alerts/read': request<null, AlertsView>(),
  /** The alert history of the account on screen, newest first. */
  'alerts/page': request<AlertQuery, AlertPage>(),
  /** The whole history as CSV, to a file chosen in the system's dialog. */
  'alerts/export': request<null, Exported>(),
  'alerts/acknowledge': request<{ id: string }, null>(),
  /** Until a moment within seven days. */
  'alerts/snooze': request<{ id: string; until: UnixSeconds }, null>(),
  /** `ids` null marks everything. */
  'alerts/mark-read': request<{ ids: string[] | null }, null>(),
  'alerts/test-notification': request<null, null>(),
  'monitoring-gaps/read': request<null, GapsView>(),
  /** Of the account on screen, newest first. */
  'monitoring-gaps/page': request<GapQuery, GapPage>(),
  /** The user has seen all of them. */
  'monitoring-gaps/seen': request<null, null>(),
  'price-alerts/read': request<null, PriceAlertsView>(),
  'price-alerts/add': request<PriceAlertSettings, null>(),
  /** Resets it: earlier triggers do not count. */
  'price-alerts/change': request<{ id: string; settings: PriceAlertSettings }, null>(),
  'price-alerts/remove': request<{ id: string }, null>(),
}

export const alertTopics = {
  alerts: push<AlertsView>(),
  'monitoring-gaps': push<GapsView>(),
  'price-alerts': push<PriceAlertsView>(),
}
