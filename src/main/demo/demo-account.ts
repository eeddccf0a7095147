// The demo: the built-in simulator on this computer, with its own key, its own memory and no way to any other host. From the signed
// request to the figure on screen it takes the same path as a real account.
import type { Dialect, Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { type Simulator, startSimulator } from '../../simulator/simulator.js'
import { createDemoLevers, type DemoLevers } from './demo-levers.js'
import { createDemoMemory, type DemoMemory } from './demo-memory.js'

export type DemoPorts<Keys, Client> = {
  clock: Clock
  /** Runs `act` once after `ms`; gives back what cancels it. */
  after(ms: number, act: () => void): () => void
  /** A random UUID. */
  newId(): string
  /** What prices and amounts follow from. */
  seed(): number
  seal(apiKey: string, apiSecret: string): Keys
  wipe(keys: Keys): void
  /** A way to the address given, with the demo's own record of nonces. */
  connect(way: { baseUrl: string; dialect: Dialect; keys: Keys; nonces: DemoMemory['nonces'] }): Client
}

export type DemoAccount<Keys, Client> = {
  account: {
    profile: Profile
    loadKeys(): Promise<{ ok: true; value: Keys }>
    wipe(keys: Keys): void
    connect(keys: Keys): Client
    memory: DemoMemory
  }
  levers: DemoLevers
  /** Ends the simulator. Everything the demo remembered is gone. */
  stop(): Promise<void>
}

const dialect: Dialect = 'spec'

/** Only the simulator itself ever listens here. */
const ownAddress = /^http:\/\/127\.0\.0\.1:\d{1,5}$/

const cannotStart = (reason: string): { ok: false; error: Problem } =>
  fail({ code: 'internal', reason, message: 'The demo could not start its simulator on this computer. Nothing else is affected.' })

const hintOf = (apiKey: string): string => `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`

/** Calls again and again until cancelled; the next call is set before this one is made. */
const everySeconds =
  (after: DemoPorts<never, never>['after']) =>
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

const launch = async (ports: Pick<DemoPorts<never, never>, 'clock' | 'after' | 'seed'>): Promise<Simulator | null> => {
  try {
    const autoAdvance = { ticker: everySeconds(ports.after) }
    return await startSimulator({ port: 0, clock: ports.clock, seed: ports.seed(), scene: 'calm', dialect, autoAdvance })
  } catch {
    return null
  }
}

/** Starts a demo account of its own. Fails only when this computer gives it no port on loopback. */
export const startDemoAccount = async <Keys, Client>(
  ports: DemoPorts<Keys, Client>,
): Promise<Result<DemoAccount<Keys, Client>, Problem>> => {
  const simulator = await launch(ports)
  if (simulator === null) return cannotStart('DEMO_NO_PORT')
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined || !ownAddress.test(simulator.url)) {
    await simulator.stop()
    return cannotStart('DEMO_NOT_OWN')
  }
  const memory = createDemoMemory()
  const profile: Profile = {
    id: ports.newId(),
    name: 'Demo account',
    region: 'demo',
    baseUrl: simulator.url,
    dialect,
    keyHint: hintOf(key.apiKey),
    keyStorage: 'demo',
    createdAt: ports.clock(),
  }
  let stopped: Promise<void> | null = null
  return ok({
    account: {
      profile,
      loadKeys: () => Promise.resolve(ok(ports.seal(key.apiKey, key.apiSecret))),
      wipe: (keys) => ports.wipe(keys),
      connect: (keys) => ports.connect({ baseUrl: simulator.url, dialect, keys, nonces: memory.nonces }),
      memory,
    },
    levers: createDemoLevers(simulator),
    stop: () => (stopped ??= simulator.stop()),
  })
}
