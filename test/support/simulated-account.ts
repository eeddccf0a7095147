// An account of the simulator in the live dialect, asked by endpoint, with the levers of its
// control.
import { CallRecord } from '../../src/simulator/call-record.js'
import { control, type ControlPorts } from '../../src/simulator/control.js'
import { Faults } from '../../src/simulator/faults.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { simulatedService, type SimulatedOptions } from './simulated-service.js'

export type Body = Record<string, unknown>
type Listed = {
  stp: string
  orderId: number
  clientOrderId: string
  market: string
  status: string
  left: string
  dealStock: string
}
type Ended = {
  id: number
  clientOrderId: string
  status: string
  amount: string
  dealStock: string
  ctime: number
  ftime: number
}

export type SimulatedAccount = ReturnType<typeof simulatedAccount>

/** `rest` places a limit order that nothing meets. */
export function simulatedAccount(options: SimulatedOptions = {}) {
  const { service, call, world, advance, right } = simulatedService({ dialect: 'live', ...options })
  const ask = (name: keyof typeof endpoints, body: Body = {}) =>
    call(endpoints[name].path, { body })
  const rest = (clientOrderId: string, more: Body = {}) =>
    ask('bulkLimitOrders', {
      orders: [
        { market: 'BTC_USDT', side: 'buy', amount: '0.01', price: '40000', clientOrderId, ...more },
      ],
    })
  const active = (body: Body = {}) => ask('activeOrders', body).json as Listed[]
  const history = (body: Body = {}) => ask('orderHistory', body).json as Record<string, Ended[]>
  const ports: ControlPorts = {
    world: () => world,
    advance,
    reset: () => undefined,
    faults: new Faults(),
    calls: new CallRecord(),
  }
  const lever = (name: string, body: Body) => control(ports, 'POST', `/__sim/${name}`, body)
  return { ask, call, rest, active, history, service, world, advance, right, lever }
}
