// The part of the fake bridge that price alerts are.
import type { PriceAlertsView } from '../../../src/shared/alerts/price-alert.js'
import type { Channel, Pushes, Reply, Requests, Topic } from '../../../src/shared/contract.js'
import { ok } from '../../../src/shared/result.js'
import { now } from '../../fixtures/portfolio/accounts.js'

type PriceAlertChannel = Extract<Channel, `price-alerts/${string}`>
type Push = <T extends Topic>(topic: T, payload: Pushes[T]) => void

export function createFakePriceAlerts(start: PriceAlertsView, push: Push) {
  let view = start
  const armed = { state: 'armed', triggeredAt: null, moved: null } as const

  const answers: { [C in PriceAlertChannel]: (payload: Requests[C]['ask']) => Reply<C> } = {
    'price-alerts/read': () => ok(view),
    'price-alerts/add': (settings) => {
      const alert = { ...settings, ...armed, id: `alarm-new-${view.alerts.length}`, createdAt: now }
      push('price-alerts', { ...view, alerts: [...view.alerts, alert] })
      return ok(null)
    },
    'price-alerts/change': ({ id, settings }) => {
      push('price-alerts', {
        ...view,
        alerts: view.alerts.map((one) => (one.id === id ? { ...one, ...settings, ...armed } : one)),
      })
      return ok(null)
    },
    'price-alerts/remove': ({ id }) => {
      push('price-alerts', { ...view, alerts: view.alerts.filter((one) => one.id !== id) })
      return ok(null)
    },
  }
  return {
    answers,
    receive: (pushed: PriceAlertsView): void => {
      view = pushed
    },
  }
}
