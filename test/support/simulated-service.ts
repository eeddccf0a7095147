// The simulator's service without its socket: signed requests in, decoded answers out.
import { advanceTo } from '../../src/simulator/engine/time.js'
import { deriveKeys } from '../../src/simulator/auth.js'
import { buildScene, type SceneName } from '../../src/simulator/scenes.js'
import { Service } from '../../src/simulator/service.js'
import type { World } from '../../src/simulator/world.js'
import type { Dialect } from '../../src/shared/accounts/account.js'
import type { Clock } from '../../src/shared/time.js'
import { sign, type CallOptions } from './signed-call.js'

export const simulatedStart = 1_755_500_000.25

export type SimulatedOptions = {
  scene?: SceneName
  seed?: number
  dialect?: Dialect
  callerClock?: Clock
  onlySpecified?: boolean
}

/**
 * The worlds as they begin, by scene and seed: to copy one is much faster than to build it. The
 * heavy one is not kept.
 */
const built = new Map<string, World>()

function worldOf(scene: SceneName, seed: number): World {
  const id = `${scene} ${seed}`
  const world = built.get(id) ?? buildScene(scene, seed, simulatedStart * 1_000_000)
  if (scene === 'heavy') return world
  built.set(id, world)
  return structuredClone(world)
}

export type SimulatedService = ReturnType<typeof simulatedService>

export function simulatedService(options: SimulatedOptions = {}) {
  const {
    scene = 'calm',
    seed = 1,
    dialect = 'spec',
    onlySpecified,
    callerClock = () => service.world.nowMicros / 1_000_000,
  } = options
  const world = worldOf(scene, seed)
  const service: Service = new Service(world, deriveKeys(seed), dialect, callerClock, onlySpecified)
  let nonce = 0

  const keyNamed = (name: string) => {
    const key = service.keys.find((one) => one.name === name)
    if (key === undefined) throw new Error(`no key ${name}`)
    return key
  }

  const call = (
    path: string,
    given: CallOptions & { key?: string } = {},
  ): { status: number; text: string; json: unknown } => {
    const key = keyNamed(given.key ?? 'full')
    const members = {
      ...given.body,
      ...(given.request === null ? {} : { request: given.request ?? path }),
      ...(given.nonce === null ? {} : { nonce: given.nonce ?? String((nonce += 1)) }),
    }
    const text = JSON.stringify(members)
    const { payload, signature } = sign(text, key.apiSecret)
    const reply = service.reply({
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/json',
        'x-txc-apikey': key.apiKey,
        'x-txc-payload': payload,
        'x-txc-signature': signature,
        ...given.headers,
      },
      body: Buffer.from(given.sentBody ?? text, 'utf8'),
    })
    const encoded = service.encode(reply.answer)
    return {
      status: encoded.status,
      text: encoded.text,
      json: encoded.type === 'application/json' ? (JSON.parse(encoded.text) as unknown) : undefined,
    }
  }

  const advance = (seconds: number): void =>
    advanceTo(service.world, service.world.nowMicros + seconds * 1_000_000)
  const right = (name: string, rights: object): void =>
    void Object.assign(service.world.keys[name] ?? {}, rights)
  return { service, world: service.world, call, advance, right, keyNamed }
}
