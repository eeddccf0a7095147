// The demo: the built-in simulator on this computer, with its own key and no access to any other
// host. From the signed request to the figure on screen it takes the same path as a real account.
import type { Dialect, Profile } from '../../shared/accounts/account.js'
import type { AccountCopy } from '../../shared/demo/account-copy.js'
import type { DemoAct } from '../../shared/demo/demo.js'
import type { Problem } from '../../shared/problem.js'
import { add, cut, type Decimal, divide, multiply } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { Loan } from '../../shared/portfolio/loan.js'
import { marginLevel } from '../../shared/portfolio/margin.js'
import type { UnixSeconds } from '../../shared/time.js'
import { collateralFigures } from '../../simulator/actions/account-lists.js'
import { currentLtv } from '../../simulator/engine/loan.js'
import { markPrice } from '../../simulator/engine/prices.js'
import { secondsOf, wholePart } from '../../simulator/engine/units.js'
import { copiedWorld } from '../../simulator/copy.js'
import { movePrices } from '../../simulator/move-prices.js'
import type { World } from '../../simulator/world.js'
import { type Fault, maintenance, trouble } from '../../simulator/faults.js'
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/simulator.js'
import { messageOf, t } from '../../shared/messages/messages.js'

const loanAt = { calm: '25', 'margin-call': '77', liquidation: '86', none: null } as const

const faults: Record<Exclude<(DemoAct & { act: 'fail' })['how'], 'not'>, readonly Fault[]> = {
  unreachable: [{ drop: 'before' }],
  trouble: [trouble],
  maintenance,
  nonsense: [{ malformed: true }],
}

const refused: Problem = { code: 'internal', message: messageOf('accounts.demo.refused') }

export type DemoLevers = {
  pull: (act: DemoAct) => Result<null, Problem>
}

/** For the Demo controls. Only the simulator that the demo itself started is ever reached. */
export function createDemoLevers(simulator: Simulator): DemoLevers {
  const control = (
    method: 'GET' | 'POST' | 'DELETE',
    lever: string,
    body: object,
  ): Result<null, Problem> =>
    simulator.control(method, lever, body).status === 200 ? ok(null) : fail(refused)

  return {
    pull: (act: DemoAct): Result<null, Problem> => {
      const isCopy = simulator.world.copied !== undefined
      switch (act.act) {
        case 'prices':
          // The simulator has to be up to date first, as for any other control.
          if (!isCopy || !control('GET', 'health', {}).ok) return fail(refused)
          return movePrices(simulator.world, act) ? ok(null) : fail(refused)
        case 'jump':
          return control('POST', 'advance', { seconds: act.hours * 3600 })
        case 'price': {
          const market = simulator.world.markets[act.market]
          if (isCopy || market === undefined) return fail(refused)
          const factor = divide(add('100', String(act.percent)), '100', 2)
          return control('POST', 'price', {
            market: act.market,
            price: cut(multiply(markPrice(market), factor), market.pricePrecision),
          })
        }
        case 'loan':
          if (isCopy) return fail(refused)
          return control('POST', 'loan', { currentLtv: loanAt[act.to] })
        case 'fail': {
          // One failure mode at a time: the latest decides how the exchange fails now.
          const cleared = control('DELETE', 'fault', {})
          const failing =
            act.how === 'not' ? [] : faults[act.how].map((fault) => control('POST', 'fault', fault))
          return failing.find((done) => !done.ok) ?? cleared
        }
      }
    },
  }
}

/** What a demo starts with instead of a fictional account. `name`: of the copied account. */
export type DemoCopy = { account: AccountCopy; name: string }

const dialect: Dialect = 'spec'

/** Only the simulator itself ever listens here. */
const ownAddress = /^http:\/\/127\.0\.0\.1:\d{1,5}$/

function cannotStart(reason: string): { ok: false; error: Problem } {
  return fail({ code: 'internal', reason, message: messageOf('accounts.demo.cannot-start') })
}

/** The loan as it was, as if an account had been monitored for a while. */
export type PastLoan = { at: UnixSeconds; loan: Loan }

/** The margin level of the same past. */
export type PastLevel = { at: UnixSeconds; level: Decimal }

function levelOf(world: World): PastLevel[] {
  const { margin, pnl, ...figures } = collateralFigures(world)
  const level = marginLevel({ ...figures, usedMargin: margin, unrealizedPnl: pnl })
  return level === null ? [] : [{ at: secondsOf(world.nowMicros), level }]
}

/** Seconds that a new demo has already been running. */
const pastSeconds = 86_400

function loanOf(world: World): PastLoan[] {
  if (world.loan === null) return []
  const { asset, amount, initialLtv, marginCallLtv, liquidationLtv } = world.loan
  return [
    {
      at: secondsOf(world.nowMicros),
      loan: {
        asset,
        amount,
        initialLtv,
        marginCallLtv,
        liquidationLtv,
        currentLtv: currentLtv(world, world.loan),
      },
    },
  ]
}

/** Calls repeatedly until cancelled; the next call is scheduled before this one is made. */
function everySeconds(after: Timing['after']) {
  return (seconds: number, tick: () => void): (() => void) => {
    let cancel: () => void = () => undefined
    const arm = (): void => {
      cancel = after(seconds * 1000, () => {
        arm()
        tick()
      })
    }
    arm()
    return () => cancel()
  }
}

/**
 * Starts a new simulated exchange each time. Fails only if this computer has no free loopback port.
 * `seed`: prices and amounts derive from it. The keys are for the simulator alone: they open
 * nothing else.
 */
export async function startDemo(
  ports: {
    clock: Clock
    after: Timing['after']
    newId(): string
    seed(): number
  },
  copy: DemoCopy | null = null,
) {
  const { clock } = ports
  const autoAdvance = { ticker: everySeconds(ports.after) }
  const past: PastLoan[] = []
  const pastLevels: PastLevel[] = []
  const seed = ports.seed()
  const beginsWith: Pick<SimulatorOptions, 'resume' | 'past'> =
    copy === null
      ? {
          past: {
            seconds: pastSeconds,
            each: (world) => {
              past.push(...loanOf(world))
              pastLevels.push(...levelOf(world))
            },
          },
        }
      : {
          resume: {
            world: copiedWorld(copy.account, seed, wholePart(clock() * 1_000_000, 1)),
            faults: [],
          },
        }
  const simulator = await startSimulator({
    port: 0,
    clock,
    seed,
    scene: 'calm',
    dialect,
    autoAdvance,
    ...beginsWith,
  }).catch(() => null)
  if (simulator === null) return cannotStart('DEMO_NO_PORT')
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined || !ownAddress.test(simulator.url)) {
    await simulator.stop()
    return cannotStart('DEMO_NOT_OWN')
  }
  const { apiKey, apiSecret } = key
  const profile: Profile = {
    id: ports.newId(),
    name: copy === null ? t('accounts.demo.name') : t('accounts.copy.name', { name: copy.name }),
    region: 'demo',
    baseUrl: simulator.url,
    dialect,
    keyHint: `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`,
    keyStorage: 'demo',
    createdAt: clock(),
  }
  let stopped: Promise<void> | null = null
  return ok({
    profile,
    keys: { apiKey, apiSecret },
    past,
    pastLevels,
    levers: createDemoLevers(simulator),
    stop: (): Promise<void> => (stopped ??= simulator.stop()),
  })
}
