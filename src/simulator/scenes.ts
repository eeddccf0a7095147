import { calm } from './scenes/calm.js'
import { empty } from './scenes/empty.js'
import { heavy } from './scenes/heavy.js'
import { marginCall } from './scenes/margin-call.js'
import { storm } from './scenes/storm.js'
import type { World } from './world.js'

/** Builds a world from a seed and the moment it begins at, Unix time in microseconds. */
type Scene = (seed: number, nowMicros: number) => World

const scenes = { calm, 'margin-call': marginCall, storm, empty, heavy } satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
export const sceneNames = Object.keys(scenes) as SceneName[]
export const isSceneName = (name: string): name is SceneName => Object.hasOwn(scenes, name)
export const buildScene = (name: SceneName, seed: number, nowMicros: number): World => scenes[name](seed, nowMicros)
