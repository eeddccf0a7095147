// Margin call, liquidation and forced close.
import { describe, expect, it } from 'vitest'
import { sumOf } from '../../../src/simulator/world.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { collateralAccount as setup, priceTo } from '../../support/simulated-collateral.js'

describe('a failing position', () => {
  it('goes through margin call and liquidation to a forced close, and never below zero', () => {
    const { place, world, advance } = setup()
    place({ amount: '1.5' })
    const state = () => world.positions.map((position) => position.liquidationState)
    expect(state()).toEqual([null])
    priceTo(world, 'BTC_USDT', '55800')
    advance(10)
    expect(state()).toEqual(['margin_call'])
    priceTo(world, 'BTC_USDT', '54500')
    advance(10)
    expect(state()).toEqual(['liquidation'])
    priceTo(world, 'BTC_USDT', '40000')
    advance(10)
    expect(world.positions).toEqual([])
    expect(world.ledger.collateral['USDT']).toBe('0')
    expect(sumOf(world.ledger, 'USDT')).toBe('0')
  })

  it('loses a quarter by force before it is closed completely', () => {
    const { place, world, advance } = setup()
    place({ amount: '1.5' })
    priceTo(world, 'BTC_USDT', '54500')
    advance(10)
    expect(world.positions.map((position) => [position.liquidationState, position.amount])).toEqual(
      [['liquidation', '1.5']],
    )
    priceTo(world, 'BTC_USDT', '54490')
    advance(10)
    expect(world.positions[0]?.amount).toBe('1.125')
    priceTo(world, 'BTC_USDT', '53000')
    advance(20)
    expect(world.positions).toEqual([])
    expect(sumOf(world.ledger, 'USDT')).toBe('0')
  })

  it('closes margin positions before futures', () => {
    const { place, world, advance } = setup()
    place({ market: 'BTC_PERP', amount: '0.7' })
    place({ market: 'ETH_USDT', amount: '10' })
    const futures = world.markets['BTC_PERP']
    priceTo(world, 'BTC_PERP', '48000')
    expect(futures?.ticks).toBe(480_000)
    advance(10)
    expect(world.positions.map((position) => position.liquidationState)).toEqual([
      'liquidation',
      'liquidation',
    ])
    advance(10)
    expect(world.positions.map((position) => [position.market, position.amount])).toEqual([
      ['BTC_PERP', '0.7'],
      ['ETH_USDT', '7.5'],
    ])
  })

  it('is reported once for each position and state', () => {
    const { place, world, advance } = setup()
    place({ amount: '1.5' })
    priceTo(world, 'BTC_USDT', '55800')
    advance(30)
    priceTo(world, 'BTC_USDT', '54500')
    advance(10)
    expect(
      world.marginEvents.map((event) => [event.number, event.kind, event.position.market]),
    ).toEqual([
      [1, 'margin_call', 'BTC_USDT'],
      [2, 'liquidation', 'BTC_USDT'],
    ])
  })

  it('recovers when the price comes back', () => {
    const { place, world, advance } = setup()
    place({ amount: '1.5' })
    priceTo(world, 'BTC_USDT', '55800')
    advance(10)
    priceTo(world, 'BTC_USDT', '60000')
    advance(10)
    expect(world.positions[0]?.liquidationState).toBeNull()
  })

  it('is liquidated exactly at the liquidation price', () => {
    const { place, world, call, advance } = setup()
    place({ amount: '1.5' })
    const [position] = call(endpoints.openPositions.path).json as { liquidationPrice: string }[]
    const price = Number(position?.liquidationPrice)
    priceTo(world, 'BTC_USDT', (price + 30).toFixed(2))
    advance(9)
    expect(world.positions[0]?.liquidationState).not.toBe('liquidation')
    priceTo(world, 'BTC_USDT', (price - 60).toFixed(2))
    advance(10)
    expect(world.positions[0]?.liquidationState).toBe('liquidation')
  })
})
