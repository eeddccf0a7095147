// The calm account on the worst of days: the service fails at every second call, each time in another way, and prices jump.
import { startStorm } from '../random-faults.js'
import type { World } from '../world.js'
import { fillAccount } from './calm.js'
import { bareWorld } from './setting.js'

const wilder = 5

export const storm = (seed: number, nowMicros: number): World => {
  const world = fillAccount(bareWorld('storm', seed, nowMicros))
  startStorm(world)
  for (const market of Object.values(world.markets)) market.restlessness *= wilder
  return world
}
