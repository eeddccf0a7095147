// The demo: the built-in simulator on this computer, with a key of its own and no way to any other host. From the signed request to the
// figure on screen it takes the same path as a real account.
import type { Dialect, Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { type Simulator, startSimulator } from '../../simulator/simulator.js'
import { createDemoLevers, type DemoLevers } from './demo-levers.js'

export type DemoPorts = {
  clock: Clock
  /** Runs `act` once after `ms`; gives back what cancels it. */
  after(ms: number, act: () => void): () => void
  /** A random UUID. */
  newId(): string
  /** What prices and amounts follow from. */
  seed(): number
}

export type Demo = {
  profile: Profile
  /** Of the simulator alone: they open nothing else. */
  keys: { apiKey: string; apiSecret: string }
  levers: DemoLevers
  /** Ends the simulator. */
  stop(): Promise<void>
}

/** The mining accounts the demo's exchange knows; a person of the demo cannot guess them. */
export const demoMiners: readonly string[] = ['my_miner_01', 'my_miner_02']

const dialect: Dialect = 'spec'

/** Only the simulator itself ever listens here. */
const ownAddress = /^http:\/\/127\.0\.0\.1:\d{1,5}$/

const cannotStart = (reason: string): { ok: false; error: Problem } =>
  fail({ code: 'internal', reason, message: 'The demo could not start its simulator on this computer. Nothing else is affected.' })

const hintOf = (apiKey: string): string => `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`

/** Calls again and again until cancelled; the next call is set before this one is made. */
const everySeconds =
  (after: DemoPorts['after']) =>
  (seconds: number, tick: () => void): (() => void) => {
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

const launch = async (ports: DemoPorts): Promise<Simulator | null> => {
  try {
    const autoAdvance = { ticker: everySeconds(ports.after) }
    return await startSimulator({ port: 0, clock: ports.clock, seed: ports.seed(), scene: 'calm', dialect, autoAdvance })
  } catch {
    return null
  }
}

/** Starts an exchange of its own, each time another one. Fails only when this computer gives it no port on loopback. */
export const startDemo = async (ports: DemoPorts): Promise<Result<Demo, Problem>> => {
  const simulator = await launch(ports)
  if (simulator === null) return cannotStart('DEMO_NO_PORT')
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined || !ownAddress.test(simulator.url)) {
    await simulator.stop()
    return cannotStart('DEMO_NOT_OWN')
  }
  const { apiKey, apiSecret } = key
  const profile: Profile = {
    id: ports.newId(),
    name: 'Demo account',
    region: 'demo',
    baseUrl: simulator.url,
    dialect,
    keyHint: hintOf(apiKey),
    keyStorage: 'demo',
    createdAt: ports.clock(),
  }
  let stopped: Promise<void> | null = null
  return ok({
    profile,
    keys: { apiKey, apiSecret },
    levers: createDemoLevers(simulator),
    stop: () => (stopped ??= simulator.stop()),
  })
}
