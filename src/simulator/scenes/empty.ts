import type { World } from '../world.js'
import { bareWorld } from './setting.js'

/** A new account: valid keys, and nothing at all to show. */
export const empty = (seed: number, nowMicros: number): World => bareWorld('empty', seed, nowMicros)
