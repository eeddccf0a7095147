// A collateral account of 10,000 USDT without positions, Bitcoin at 60,000, and a way to place
// market orders on it.
import { setPrice } from '../../src/simulator/engine/prices.js'
import type { World } from '../../src/simulator/world.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { simulatedService } from './simulated-service.js'

export const { path } = endpoints.collateralMarketOrder
export const order = { market: 'BTC_USDT', side: 'buy', amount: '0.01' }

export function priceTo(world: World, name: string, price: string): void {
  const market = world.markets[name]
  if (market === undefined || !setPrice(world, market, price))
    throw new Error(`cannot set ${name} to ${price}`)
}

export type CollateralAccount = ReturnType<typeof collateralAccount>

export function collateralAccount(dialect: 'spec' | 'live' = 'spec') {
  const simulated = simulatedService({ scene: 'empty', dialect })
  const { world } = simulated
  world.ledger.collateral['USDT'] = '10000'
  world.ledger.house['USDT'] = '-10000'
  priceTo(world, 'BTC_USDT', '60000')
  return {
    ...simulated,
    place: (body: Record<string, unknown>) => simulated.call(path, { body: { ...order, ...body } }),
  }
}
