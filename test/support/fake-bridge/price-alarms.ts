// The part of the fake bridge that price alerts are.
import type { PriceAlarmsView } from '../../../src/shared/alerts/price-alarm.js'
import type { Channel, Pushes, Reply, Requests, Topic } from '../../../src/shared/contract.js'
import { ok } from '../../../src/shared/result.js'
import { now } from '../../fixtures/portfolio/accounts.js'

type PriceAlarmChannel = Extract<Channel, `price-alarms/${string}`>
type Push = <T extends Topic>(topic: T, payload: Pushes[T]) => void

export function createFakePriceAlarms(start: PriceAlarmsView, push: Push) {
  let view = start
  const armed = { state: 'armed', triggeredAt: null, moved: null } as const

  const answers: { [C in PriceAlarmChannel]: (payload: Requests[C]['ask']) => Reply<C> } = {
    'price-alarms/read': () => ok(view),
    'price-alarms/add': (settings) => {
      const alarm = { ...settings, ...armed, id: `alarm-new-${view.alarms.length}`, createdAt: now }
      push('price-alarms', { ...view, alarms: [...view.alarms, alarm] })
      return ok(null)
    },
    'price-alarms/change': ({ id, settings }) => {
      push('price-alarms', {
        ...view,
        alarms: view.alarms.map((one) => (one.id === id ? { ...one, ...settings, ...armed } : one)),
      })
      return ok(null)
    },
    'price-alarms/remove': ({ id }) => {
      push('price-alarms', { ...view, alarms: view.alarms.filter((one) => one.id !== id) })
      return ok(null)
    },
  }
  return {
    answers,
    receive: (pushed: PriceAlarmsView): void => {
      view = pushed
    },
  }
}
