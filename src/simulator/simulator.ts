// The V4 service on loopback, as one function: tests, the demo and the command line all start it
// here.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as waitFor } from 'node:timers/promises'
import type { Dialect } from '../shared/accounts/account.js'
import type { Clock } from '../shared/time.js'
import { CallRecord } from './call-record.js'
import { control, type ControlAnswer, type ControlPorts, controlPrefix } from './control.js'
import { wholePart } from './engine/units.js'
import { advanceTo, dozeTo, sleepFor } from './engine/time.js'
import { type Fault, Faults } from './faults.js'
import { deriveKeys, type SimulatorKey } from './auth.js'
import { buildScene, type SceneName } from './scenes.js'
import { createSimulatorServer } from './server.js'
import { Service } from './service.js'
import { closeCodes, StreamHub } from './stream/hub.js'
import type { World } from './world.js'

const host = '127.0.0.1'
const micros = 1_000_000
/**
 * If the computer slept for weeks, not every second is caught up on: that would block it after
 * waking.
 */
const longestStride = 86_400

/** Calls `tick` at this interval in real seconds until the returned function is called. */
export type Ticker = (seconds: number, tick: () => void) => () => void

export type SimulatorOptions = {
  /** 0 takes any free port. */
  port: number
  /** Read once at the start; repeatedly only with `autoAdvance`. */
  clock: Clock
  seed: number
  scene?: SceneName
  dialect?: Dialect
  /**
   * Serves the ten endpoints of the specification and none of the public documentation's others.
   */
  onlySpecified?: boolean
  /**
   * The caller's time: a nonce with `nonceWindow` may be near it instead of the service's. Defaults
   * to `clock`.
   */
  callerClock?: Clock
  /**
   * The service's time follows the clock, `speed` times as fast. Without it, time advances only
   * through `advance`.
   */
  autoAdvance?: { ticker: Ticker; speed?: number }
  /** Waits this many milliseconds if a response is delayed; in real time by default. */
  wait?(ms: number): Promise<void>
  /** Called with faults of the simulator itself, which callers only see as status 500. */
  report?(error: unknown): void
  /** Resumes from this state instead of the beginning of the scene. */
  resume?: Standing
  /** The scene began this many seconds ago. `each`: the world after each minute since. */
  past?: { seconds: number; each(world: World): void }
}

/** The state of a running service: enough to resume later as if nothing had happened in between. */
export type Standing = { world: World; faults: readonly Fault[] }

/** Seconds to whole microseconds. Times only, never money. */
const toMicros = (seconds: number): number => wholePart(seconds * micros + 0.5, 1)

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('the port could not be found out')
  return `http://${host}:${address.port}`
}

/** Idle connections are ended; pending responses are not waited for either. */
async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

export type Simulator = {
  url: string
  keys: SimulatorKey[]
  readonly world: World
  /** Resumed with `resume`. Plain data, not copied: later calls change it. */
  standing: () => Standing
  /**
   * Advances the service's time by this many seconds, and with it prices, interest, funding and the
   * loan.
   */
  advance: (seconds: number) => void
  /**
   * The levers of `/__sim/…` without HTTP: `control('POST', 'price', { market: 'BTC_USDT', price:
   * '60000' })`.
   */
  control: (method: 'GET' | 'POST' | 'DELETE', name: string, body?: unknown) => ControlAnswer
  stop: () => Promise<void>
}

/** @throws when the port cannot be listened on. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const {
    clock,
    seed,
    scene = 'calm',
    dialect = 'spec',
    autoAdvance,
    resume,
    callerClock = clock,
  } = options
  const keys = deriveKeys(seed)
  /**
   * When the world was last in sync with the clock: from then on time passes in it, including while
   * a scene is built.
   */
  let clockBefore = clock()
  const begin = (secondsAgo = 0): World =>
    buildScene(scene, seed, toMicros(clockBefore - secondsAgo))
  const service = new Service(
    resume?.world ?? begin(options.past?.seconds),
    keys,
    dialect,
    callerClock,
    options.onlySpecified,
  )
  const { past } = options
  if (past !== undefined)
    dozeTo(service.world, toMicros(clockBefore), () => past.each(service.world))
  // Time does not pass while no service runs, so in a saved world only the clock advances.
  if (toMicros(clockBefore) > service.world.nowMicros)
    sleepFor(service.world, toMicros(clockBefore) - service.world.nowMicros)
  const faults = new Faults()
  for (const fault of resume?.faults ?? []) faults.add(fault)
  const calls = new CallRecord()
  const wait =
    options.wait ?? ((ms: number): Promise<void> => waitFor(ms, undefined, { ref: false }))
  const countingClock =
    autoAdvance === undefined ? (): number => service.world.nowMicros / micros : clock
  const hub = new StreamHub({
    world: () => service.world,
    clock,
    countingClock,
    updateFault: () => faults.takeForUpdate(),
  })

  const advance = (seconds: number): void => {
    advanceTo(service.world, service.world.nowMicros + toMicros(seconds))
    hub.timeMoved()
  }
  const catchUp = (): void => {
    if (autoAdvance === undefined) return
    const now = clock()
    const passed = now - clockBefore
    clockBefore = now
    if (passed <= 0) return
    const seconds = passed * (autoAdvance.speed ?? 1)
    const asleep = seconds - longestStride
    if (asleep > 0) sleepFor(service.world, toMicros(asleep))
    advance(asleep > 0 ? longestStride : seconds)
  }
  const reset = (): void => {
    hub.dismiss(closeCodes.restart)
    clockBefore = clock()
    service.restart(begin())
    faults.clear()
    calls.clear()
  }

  const ports: ControlPorts = { world: () => service.world, advance, reset, faults, calls }
  const server = await createSimulatorServer({
    service,
    ports,
    hub,
    catchUp,
    wait,
    report: options.report ?? (() => undefined),
  })
  const url = await listen(server, options.port)
  const stopTicking = autoAdvance?.ticker(1, catchUp)

  return {
    url,
    keys,
    get world(): World {
      return service.world
    },
    standing: (): Standing => ({ world: service.world, faults: faults.all() }),
    advance,
    control: (
      method: 'GET' | 'POST' | 'DELETE',
      name: string,
      body: unknown = {},
    ): ControlAnswer => {
      catchUp()
      return control(ports, method, `${controlPrefix}${name}`, body)
    },
    stop: async (): Promise<void> => {
      stopTicking?.()
      hub.dismiss(closeCodes.goingAway)
      await close(server)
    },
  }
}
