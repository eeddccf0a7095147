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
import { advanceTo, sleepFor } from './engine/time.js'
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
 * A computer that slept for weeks does not have every second of them made up for: that would hold
 * up whoever woke it.
 */
const longestStride = 86_400

/** Calls `tick` every so many real seconds until the function it returns is called. */
export type Ticker = (seconds: number, tick: () => void) => () => void

export type SimulatorOptions = {
  /** 0 takes any free port. */
  port: number
  /** Read once at the start; again and again only with `autoAdvance`. */
  clock: Clock
  seed: number
  scene?: SceneName
  dialect?: Dialect
  /**
   * Serves the ten endpoints of the specification and none of the public documentation's others.
   */
  onlySpecified?: boolean
  /**
   * The time of whoever calls: a nonce with `nonceWindow` may be near it instead of the service's.
   * `clock` where not given.
   */
  callerClock?: Clock
  /**
   * Lets the service's time follow the clock, `speed` times as fast. Without it time moves by
   * `advance` alone.
   */
  autoAdvance?: { ticker: Ticker; speed?: number }
  /**
   * Waits so many milliseconds where an answer is delayed; real ones where nothing else is given.
   */
  wait?(ms: number): Promise<void>
  /** Told of faults of the simulator itself, which callers only see as status 500. */
  report?(error: unknown): void
  /** Goes on from here instead of from the beginning of the scene. */
  resume?: Standing
}

/**
 * What a service is in the middle of: enough to go on from later as if nothing had been in between.
 */
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

/**
 * Connections that wait for a next call are ended; one whose answer is on its way is not waited for
 * either.
 */
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
  /** To go on from with `resume`. Plain data, not copied: what is called later changes it. */
  standing: () => Standing
  /**
   * Moves the service's time on by so many seconds, and with it prices, interest, funding and the
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
   * When the world was last in step with the clock: from there on time passes in it, while a scene
   * is built too.
   */
  let clockBefore = clock()
  const begin = (): World => buildScene(scene, seed, toMicros(clockBefore))
  const service = new Service(
    resume?.world ?? begin(),
    keys,
    dialect,
    callerClock,
    options.onlySpecified,
  )
  // Time does not pass while no service runs, so of a saved world only the clock moves on.
  if (toMicros(clockBefore) > service.world.nowMicros)
    sleepFor(service.world, toMicros(clockBefore) - service.world.nowMicros)
  const faults = new Faults()
  for (const fault of resume?.faults ?? []) faults.add(fault)
  const calls = new CallRecord()
  const wait =
    options.wait ?? ((ms: number): Promise<void> => waitFor(ms, undefined, { ref: false }))
  const countingClock =
    autoAdvance === undefined ? (): number => service.world.nowMicros / micros : clock
  const hub = new StreamHub({ world: () => service.world, clock, countingClock })

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
