// The half of the fake bridge that sends alerts to people who are away: it previews, keeps and
// tests destinations as main does, and sends nothing.
import {
  type AwayView,
  destinationParts,
  type DestinationView,
  noAway,
} from '../../../src/shared/away/away.js'
import type { Pushes, Reply, Requests } from '../../../src/shared/contract.js'
import { ok } from '../../../src/shared/result.js'
import { anAuthority } from '../../fixtures/portfolio/away.js'
import { now } from '../../fixtures/portfolio/accounts.js'

type AwayChannel = keyof Requests & `away/${string}`

export function createFakeAway(push: <T extends 'away'>(topic: T, payload: Pushes[T]) => void) {
  let view: AwayView = noAway
  let ids = 0
  const answers: { [C in AwayChannel]: (payload: Requests[C]['ask']) => Reply<C> } = {
    'away/read': () => ok(view),
    'away/preview': ({ settings }) => {
      const parts = destinationParts[settings.kind]
      const title = 'USDT loan: LTV has reached margin call'
      const text = 'Add collateral or repay before it reaches liquidation.'
      return ok({
        alert: parts.alerts ? { title, text } : null,
        stopped:
          parts.alerts && settings.watch.on
            ? { title: 'Plimsoll stopped watching at 02:14', text: 'Nothing is monitored.' }
            : null,
        requests: [`POST ${settings.address}/\n${JSON.stringify({ title, message: text })}`],
      })
    },
    'away/choose-authority': () => ok(anAuthority()),
    'away/save': ({ id, settings, secret }) => {
      const before = view.destinations.find((one) => one.id === id)
      const next: DestinationView = {
        queued: 0,
        held: 0,
        daily: null,
        lastSentAt: null,
        fault: null,
        armedUntil: null,
        lastPushAt: null,
        watchFault: null,
        ...before,
        id: id ?? `destination-${String((ids += 1))}`,
        settings,
        hasSecret: secret === null ? before?.hasSecret === true : secret !== '',
      }
      push('away', {
        ...view,
        destinations:
          before === undefined
            ? [...view.destinations, next]
            : view.destinations.map((one) => (one === before ? next : one)),
      })
      return ok(null)
    },
    'away/remove': ({ id }) => {
      push('away', {
        ...view,
        destinations: view.destinations.filter((one) => one.id !== id),
      })
      return ok(null)
    },
    'away/test': ({ id }) => {
      push('away', {
        ...view,
        destinations: view.destinations.map((one) =>
          one.id === id ? { ...one, lastSentAt: now } : one,
        ),
      })
      return ok(null)
    },
  }
  return {
    answers,
    receive: (pushed: AwayView): void => {
      view = pushed
    },
  }
}
