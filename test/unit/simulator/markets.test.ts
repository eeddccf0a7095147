import { describe, expect, it } from 'vitest'
import { compare } from '../../../src/shared/money.js'
import { markPrice, takerPrice } from '../../../src/simulator/engine/prices.js'
import { sceneNames } from '../../../src/simulator/scenes.js'
import { simulatedService } from '../../support/simulated-service.js'

describe('markets', () => {
  it.each(sceneNames)(
    'always include BTC_USDT, ETH_USDT and BTC_PERP, with some of every kind: %s',
    (scene) => {
      const { markets } = simulatedService({ scene }).world
      expect(Object.keys(markets)).toEqual(
        expect.arrayContaining(['BTC_USDT', 'ETH_USDT', 'BTC_PERP']),
      )
      const all = Object.values(markets)
      const futures = all.filter(({ name }) => name.endsWith('_PERP'))
      expect(futures.length).toBeGreaterThan(3)
      expect(futures.every(({ collateral }) => collateral)).toBe(true)
      const spot = all.filter(({ name }) => !name.endsWith('_PERP'))
      expect(new Set(spot.map(({ collateral }) => collateral))).toEqual(new Set([true, false]))
      for (const market of all) {
        expect(compare(market.minAmount, '0')).toBe(1)
        expect(compare(market.amountStep, '0')).toBe(1)
        expect(market.pricePrecision).toBeGreaterThan(0)
      }
    },
  )

  it('have a spread around the mark price, however far it moves', () => {
    const { world, advance } = simulatedService({ scene: 'storm' })
    for (let n = 0; n < 200; n += 1) {
      advance(30)
      for (const market of Object.values(world.markets)) {
        expect(compare(takerPrice(market, 'sell'), markPrice(market))).toBe(-1)
        expect(compare(markPrice(market), takerPrice(market, 'buy'))).toBe(-1)
      }
    }
  })

  it('keep futures near the price they follow', () => {
    const { world, advance } = simulatedService()
    for (let n = 0; n < 50; n += 1) {
      advance(100)
      const [spot, futures] = [world.markets['BTC_USDT'], world.markets['BTC_PERP']]
      if (spot === undefined || futures === undefined) throw new Error('both markets expected')
      expect(Math.abs(Number(markPrice(futures)) / Number(markPrice(spot)) - 1)).toBeLessThan(0.002)
    }
  })
})
