// The prices of a copied account, moved by hand.
import { add } from '../shared/money.js'
import { scalePrices } from './copy-markets.js'
import { watchPositions } from './engine/trigger-orders.js'
import type { World } from './world.js'

/**
 * `asset` null: all prices. All of them move before anything is watched. False if none could: there
 * is no such price, or it is too close to zero, or too high, to be expressed.
 */
export function movePrices(
  world: World,
  { asset, percent }: { asset: string | null; percent: number },
): boolean {
  const moved = scalePrices(world, asset, { times: add('100', String(percent)), over: '100' })
  watchPositions(world)
  return moved.length > 0
}
