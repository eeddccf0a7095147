// Pulls the simulator's levers for the Demo controls. Only the simulator that the demo itself started is ever reached.
import type { DemoAct, DemoMarket } from '../../shared/domain/demo.js'
import type { Problem } from '../../shared/domain/problem.js'
import { add, cut, divide, multiply } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { markPrice } from '../../simulator/engine/prices.js'
import type { Simulator } from '../../simulator/simulator.js'

export type DemoLevers = { pull(act: DemoAct): Result<null, Problem> }

type Pull = { method: 'POST' | 'DELETE'; lever: string; body: Record<string, unknown> }

const loanAt = { calm: '25', 'margin-call': '77', liquidation: '86', none: null } as const

const faults = {
  unreachable: { drop: 'before' },
  trouble: { status: 503, body: { response: null, status: 503 } },
  nonsense: { malformed: true },
} as const

const refused: Problem = { code: 'internal', message: 'The demo’s exchange did not take this.' }

const moved = (simulator: Simulator, name: DemoMarket, percent: number): Pull | null => {
  const market = simulator.world.markets[name]
  if (market === undefined) return null
  const factor = divide(add('100', String(percent)), '100', 2)
  const price = cut(multiply(markPrice(market), factor), market.pricePrecision)
  return { method: 'POST', lever: 'price', body: { market: name, price } }
}

const pullOf = (simulator: Simulator, act: DemoAct): Pull | null => {
  switch (act.act) {
    case 'jump':
      return { method: 'POST', lever: 'advance', body: { seconds: act.hours * 3600 } }
    case 'price':
      return moved(simulator, act.market, act.percent)
    case 'loan':
      return { method: 'POST', lever: 'loan', body: { currentLtv: loanAt[act.to] } }
    case 'fail':
      return act.how === 'not' ? { method: 'DELETE', lever: 'fault', body: {} } : { method: 'POST', lever: 'fault', body: faults[act.how] }
  }
}

export const createDemoLevers = (simulator: Simulator): DemoLevers => ({
  pull: (act) => {
    const pull = pullOf(simulator, act)
    if (pull === null) return fail(refused)
    // One fault at a time: the newest says how the exchange fails now.
    if (act.act === 'fail') simulator.control('DELETE', 'fault', {})
    const { status } = simulator.control(pull.method, pull.lever, pull.body)
    return status === 200 ? ok(null) : fail(refused)
  },
})
