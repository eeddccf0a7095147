import { z } from 'zod'
import { alertKinds, type AlertsView } from '../../shared/alerts/alert.js'
import { gapReasons, noGaps } from '../../shared/alerts/monitoring-gap.js'
import { longestMove, moveDirections, noPriceAlerts } from '../../shared/alerts/price-alert.js'
import type { Problem } from '../../shared/problem.js'
import type { Exported } from '../../shared/orders/trading.js'
import type { alertChannels } from '../../shared/alerts/channels.js'
import { ok, type Result } from '../../shared/result.js'
import {
  forAccountOn,
  type HandlersOf,
  id,
  moment,
  nothing,
  oneId,
  type OnScreen,
  pageOf,
} from '../ipc/router.js'
import type { AccountAlerts } from './account-alerts.js'
import type { MonitoringGaps } from './monitoring-gaps.js'

type Shown = {
  alerts: AccountAlerts
  gaps: MonitoringGaps
  exportAlerts(): Promise<Result<Exported, Problem>>
  /** Also acknowledges a payout alert in the list of mining accounts. */
  acknowledgeAlert(id: string): Result<null, Problem>
}

const figure = z.string().min(1).max(40)

const priceAlert = z.strictObject({
  market: z.string().min(1).max(64),
  rule: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['above', 'below']), price: figure }),
    z.strictObject({
      kind: z.literal('move'),
      percent: figure,
      minutes: z.int().min(1).max(longestMove),
      direction: z.enum(moveDirections),
    }),
  ]),
  repeats: z.boolean(),
})

export function alertHandlers(
  screen: OnScreen<Shown>,
  accounts: {
    /** Of the account on screen, or of none. */
    alerts(): AlertsView
    sendTestNotice(): void
  },
): HandlersOf<typeof alertChannels> {
  const forAccount = forAccountOn(screen)
  return {
    'alerts/read': { schema: nothing, handle: () => ok(accounts.alerts()) },
    'alerts/page': {
      schema: z.strictObject({
        ...pageOf,
        kinds: z.array(z.enum(alertKinds)).max(alertKinds.length).nullable(),
        levels: z
          .array(z.enum(['info', 'caution', 'danger']))
          .max(3)
          .nullable(),
        unreadOnly: z.boolean(),
      }),
      handle: (query) => forAccount(({ alerts }) => alerts.page(query)),
    },
    'alerts/export': {
      schema: nothing,
      handle: () => forAccount((account) => account.exportAlerts()),
    },
    'alerts/acknowledge': {
      schema: oneId,
      handle: (ask) => forAccount((account) => account.acknowledgeAlert(ask.id)),
    },
    'alerts/snooze': {
      schema: z.strictObject({ id, until: moment }),
      handle: (ask) => forAccount(({ alerts }) => alerts.snooze(ask.id, ask.until)),
    },
    'alerts/mark-read': {
      schema: z.strictObject({ ids: z.array(id).max(1000).nullable() }),
      handle: ({ ids }) => forAccount(({ alerts }) => alerts.markRead(ids)),
    },
    'alerts/test-notification': {
      schema: nothing,
      handle: () => (accounts.sendTestNotice(), ok(null)),
    },
    'monitoring-gaps/read': {
      schema: nothing,
      handle: () => ok(screen()?.gaps.view() ?? noGaps),
    },
    'monitoring-gaps/page': {
      schema: z.strictObject({
        ...pageOf,
        reasons: z.array(z.enum(gapReasons)).max(gapReasons.length).nullable(),
      }),
      handle: (query) => forAccount(({ gaps }) => gaps.page(query)),
    },
    'monitoring-gaps/seen': {
      schema: nothing,
      handle: () => forAccount(({ gaps }) => gaps.markSeen()),
    },
    'price-alerts/read': {
      schema: nothing,
      handle: () => ok(screen()?.alerts.priceAlerts.view() ?? noPriceAlerts),
    },
    'price-alerts/add': {
      schema: priceAlert,
      handle: (settings) => forAccount(({ alerts }) => alerts.priceAlerts.add(settings)),
    },
    'price-alerts/change': {
      schema: z.strictObject({ id, settings: priceAlert }),
      handle: (ask) => forAccount(({ alerts }) => alerts.priceAlerts.change(ask.id, ask.settings)),
    },
    'price-alerts/remove': {
      schema: oneId,
      handle: (ask) => forAccount(({ alerts }) => alerts.priceAlerts.remove(ask.id)),
    },
  }
}
