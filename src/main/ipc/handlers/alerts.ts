import type { AlertPage, AlertQuery, AlertScreen, AlertsView } from '../../../shared/domain/alert.js'
import type { LtvHistory } from '../../../shared/domain/ltv-history.js'
import type { Problem } from '../../../shared/domain/problem.js'
import { ok, type Result } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import type { Handlers } from '../router.js'

export type AlertPorts = {
  read(): AlertsView
  page(query: AlertQuery): Result<AlertPage, Problem>
  acknowledge(id: string): Result<null, Problem>
  snooze(id: string, until: UnixSeconds): Result<null, Problem>
  markRead(ids: readonly string[] | null): Result<null, Problem>
  sendTest(): void
  ltvHistory(from: UnixSeconds): Result<LtvHistory, Problem>
  /** Gives the wanted screen once. */
  takePlace(): AlertScreen | null
}

export const alertHandlers = (ports: AlertPorts) =>
  ({
    'alerts/read': () => ok(ports.read()),
    'alerts/page': (query) => ports.page(query),
    'alerts/acknowledge': ({ id }) => ports.acknowledge(id),
    'alerts/snooze': ({ id, until }) => ports.snooze(id, until),
    'alerts/mark-read': ({ ids }) => ports.markRead(ids),
    'alerts/test-notification': () => {
      ports.sendTest()
      return ok(null)
    },
    'credit-line/history': ({ from }) => ports.ltvHistory(from),
    'place/take': () => ok({ screen: ports.takePlace() }),
  }) satisfies Partial<Handlers>
