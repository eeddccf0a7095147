// As much as a screen may ever have to carry: 500 positions, 300 assets, and 100,000 records over three years.
import { priceOf } from '../engine/ticks.js'
import { grantLoan } from '../engine/loan.js'
import { wholeSecondsOf } from '../engine/identifiers.js'
import { draw, randomFor } from '../engine/random.js'
import { inventedCoin, inventedFutures } from '../markets.js'
import type { World } from '../world.js'
import { addHeavyRecords } from './heavy-records.js'
import { addFixedInvestments, bareWorld, day, fund, hold, miningAccounts } from './setting.js'

const marketCount = 250
const assetCount = 300

const addAssets = (world: World): void => {
  const random = randomFor(world.seed, 'heavy assets')
  fund(world, 'main', { BTC: '3.51', ETH: '41.8', USDT: '120400.07' })
  for (let n = 0; n < assetCount - 3; n += 1) {
    fund(world, 'main', { [inventedCoin(n)]: `${1 + draw(random, 90_000)}.${100_000 + draw(random, 900_000)}1` })
  }
}

const addPositions = (world: World): void => {
  world.hedgeMode = true
  fund(world, 'collateral', { USDT: '400000' })
  const random = randomFor(world.seed, 'heavy positions')
  const futures = inventedFutures(world.seed, marketCount)
  Object.assign(world.markets, futures)
  for (const market of Object.values(futures)) {
    for (const side of ['LONG', 'SHORT'] as const) {
      const away = draw(random, 401) - 200
      const basePrice = priceOf(market.ticks + (market.ticks * away - ((market.ticks * away) % 10_000)) / 10_000, market.pricePrecision)
      const size = String(5 + draw(random, 120))
      hold(world, {
        market: market.name,
        side,
        amount: side === 'LONG' ? size : `-${size}`,
        basePrice,
        openedSecondsAgo: draw(random, 200 * day) + 60,
      })
    }
  }
}

export const heavy = (seed: number, nowMicros: number): World => {
  const world = bareWorld('heavy', seed, nowMicros)
  addAssets(world)
  fund(world, 'trade', { USDT: '500000', BTC: '5' })
  addPositions(world)
  world.loan = grantLoan(world, {
    amount: '150000',
    totalFunding: '2204.11',
    collateral: [{ asset: 'BTC', market: 'BTC_USDT', amount: '7.5' }],
    createdAt: wholeSecondsOf(nowMicros) - 400 * day,
  })
  addHeavyRecords(world)
  addFixedInvestments(world)
  world.miningAccounts = structuredClone(miningAccounts)
  return world
}
