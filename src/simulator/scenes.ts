import { startStorm } from './faults.js'
import { calm } from './scenes/calm.js'
import { heavy } from './scenes/heavy.js'
import { marginCall } from './scenes/margin-call.js'
import { bareWorld } from './scenes/setting.js'
import type { World } from './world.js'

/** Builds a world from a seed and the moment it begins at, Unix time in microseconds. */
type Scene = (seed: number, nowMicros: number) => World

/** A new account: valid keys, and nothing at all to show. */
const empty: Scene = (seed, nowMicros) => bareWorld('empty', seed, nowMicros)

/** The calm account on the worst of days: the service fails at every second call, each time in another way, and prices jump. */
const storm: Scene = (seed, nowMicros) => {
  const world = calm(seed, nowMicros, 'storm')
  startStorm(world)
  for (const market of Object.values(world.markets)) market.restlessness *= 5
  return world
}

const scenes = { calm, 'margin-call': marginCall, storm, empty, heavy } satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
export const sceneNames = Object.keys(scenes) as SceneName[]
export const isSceneName = (name: string): name is SceneName => Object.hasOwn(scenes, name)
export const buildScene = (name: SceneName, seed: number, nowMicros: number): World => scenes[name](seed, nowMicros)
