import type { World } from '../world.js'
import { draw } from './random.js'

/** The next number of a kind. They grow by uneven steps, as on a service that others use too. */
export const nextId = (world: World, kind: keyof World['ids']): number => {
  world.ids[kind] += 1 + draw(world.random, 37)
  return world.ids[kind]
}

/** Now, in microseconds, later than every stamp before it. */
export const stamp = (world: World): number => {
  const wanted = world.nowMicros + draw(world.random, 900)
  world.lastStampMicros = wanted > world.lastStampMicros ? wanted : world.lastStampMicros + 1
  return world.lastStampMicros
}

/** Unix seconds with up to six decimals, as specification 1 writes times with a fraction. */
export const secondsOf = (micros: number): number => micros / 1_000_000

/** Unix time in whole seconds. */
export const wholeSecondsOf = (micros: number): number => (micros - (micros % 1_000_000)) / 1_000_000
