import type { AlertPage, AlertQuery, AlertScreen, AlertsView } from '../../shared/domain/alert.js'
import type { LtvHistory } from '../../shared/domain/ltv-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Handlers } from '../ipc/router.js'
import { askOf, type OnScreen } from '../ipc/on-screen.js'

type AccountAlertPorts = {
  page(query: AlertQuery): Result<AlertPage, Problem>
  acknowledge(id: string): Result<null, Problem>
  snooze(id: string, until: UnixSeconds): Result<null, Problem>
  markRead(ids: readonly string[] | null): Result<null, Problem>
  ltvHistory(from: UnixSeconds): Result<LtvHistory, Problem>
}

export type AlertPorts = {
  /** Of the account on screen, or of none. */
  read(): AlertsView
  onScreen: OnScreen<AccountAlertPorts>
  sendTest(): void
  /** Gives the wanted screen once. */
  takePlace(): AlertScreen | null
}

export const alertHandlers = (ports: AlertPorts) => {
  const ask = askOf(() => ports.onScreen())
  return {
    'alerts/read': () => ok(ports.read()),
    'alerts/page': (query) => ask((alerts) => alerts.page(query)),
    'alerts/acknowledge': ({ id }) => ask((alerts) => alerts.acknowledge(id)),
    'alerts/snooze': ({ id, until }) => ask((alerts) => alerts.snooze(id, until)),
    'alerts/mark-read': ({ ids }) => ask((alerts) => alerts.markRead(ids)),
    'alerts/test-notification': () => {
      ports.sendTest()
      return ok(null)
    },
    'credit-line/history': ({ from }) => ask((alerts) => alerts.ltvHistory(from)),
    'place/take': () => ok({ screen: ports.takePlace() }),
  } satisfies Partial<Handlers>
}
