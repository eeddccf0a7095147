// Moves the prices of a practice copy.
import { add, cut, multiply } from '../shared/money.js'
import { money } from '../shared/portfolio/margin-call-answer.js'
import { creditLineMarket } from './copy-markets.js'
import { markPrice, setPrice } from './engine/prices.js'
import { watchPositions } from './engine/trigger-orders.js'
import type { World } from './world.js'

/**
 * `asset` null: every price except those of fiat currencies and stablecoins, and the value of a
 * credit line's collateral. All prices move before positions are checked. False if none could move:
 * there is no such price, or it would be too low or too high to express.
 */
export function movePrices(
  world: World,
  { asset, percent }: { asset: string | null; percent: number },
): boolean {
  const moving = Object.values(world.markets).filter((market) =>
    asset === null
      ? market.name === creditLineMarket ||
        (!money.includes(market.stock) && money.includes(market.money))
      : market.stock === asset && market.name !== creditLineMarket,
  )
  const factor = multiply(add('100', String(percent)), '0.01')
  const moved = moving.filter((market) => {
    const before = market.ticks
    setPrice(world, market, cut(multiply(markPrice(market), factor), market.pricePrecision))
    return market.ticks !== before
  })
  watchPositions(world)
  return moved.length > 0
}
