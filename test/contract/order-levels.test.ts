// What Plimsoll says about an order's stop loss and take profit before sending, compared with the
// simulator's result.
import { describe, expect, it } from 'vitest'
import { toPosition } from '../../src/main/exchange/wire-mapping.js'
import { impliedMarkOf } from '../../src/shared/markets/mark-price.js'
import {
  beyondHedge,
  effectOf,
  type Level,
  levelFaults,
  type Levels,
  type Ordered,
} from '../../src/shared/orders/order-effect.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import { endpoints } from '../../src/v4/endpoints.js'
import {
  collateralAccount,
  priceTo,
  type CollateralAccount,
} from '../support/simulated-collateral.js'

const market = 'BTC_PERP'
const below = '57000'
const above = '63000'

type Opened = { side: 'buy' | 'sell'; positionSide?: 'LONG' | 'SHORT' }
type Case = { name: string; hedge: boolean; opened: Opened[]; order: Ordered & Levels }

function account(hedge: boolean, opened: readonly Opened[]) {
  const room = collateralAccount()
  room.world.hedgeMode = hedge
  priceTo(room.world, market, '60000')
  for (const one of opened) {
    const placed = room.place({ market, amount: '0.1', ...one })
    if (placed.status !== 200) throw new Error(`could not be opened: ${placed.text}`)
  }
  return room
}

function positionsOf(room: CollateralAccount): Position[] {
  return endpoints.openPositions.reply
    .parse(room.call(endpoints.openPositions.path).json)
    .fitting.map(toPosition)
}

/** The levels it complains about, and whether it refuses to go beyond one side of a hedge. */
function verdictOf(
  room: CollateralAccount,
  order: Ordered & Levels,
): { levels: Level[]; beyond: boolean } {
  const { side, amount, positionSide, stopLoss, takeProfit } = order
  const answer = room.place({
    market,
    side,
    amount,
    ...(positionSide === null ? {} : { positionSide }),
    ...(stopLoss === null ? {} : { stopLoss }),
    ...(takeProfit === null ? {} : { takeProfit }),
  })
  const errors = (answer.json as { errors?: Record<string, unknown> }).errors ?? {}
  if (
    answer.status !== 200 &&
    Object.keys(errors).some((name) => !['stopLoss', 'takeProfit', 'reduceOnly'].includes(name))
  )
    throw new Error(`refused for another reason: ${answer.text}`)
  return {
    levels: (['stopLoss', 'takeProfit'] as const).filter((level) => level in errors),
    beyond: 'reduceOnly' in errors,
  }
}

const levelsTried: Levels[] = [
  { stopLoss: below, takeProfit: null },
  { stopLoss: above, takeProfit: null },
  { stopLoss: null, takeProfit: below },
  { stopLoss: null, takeProfit: above },
  { stopLoss: below, takeProfit: above },
  { stopLoss: above, takeProfit: below },
]

function cases(
  hedge: boolean,
  held: string,
  opened: Opened[],
  positionSide: 'LONG' | 'SHORT' | null,
): Case[] {
  return (['buy', 'sell'] as const).flatMap((side) =>
    ['0.05', '0.1', '0.15'].flatMap((amount) =>
      levelsTried.map((levels) => ({
        name: `${held}, ${side} ${amount}${positionSide === null ? '' : ` ${positionSide}`}, stop ${levels.stopLoss ?? 'none'}, target ${levels.takeProfit ?? 'none'}`,
        hedge,
        opened,
        order: { market, side, amount, positionSide, ...levels },
      })),
    ),
  )
}

const both: Opened[] = [
  { side: 'buy', positionSide: 'LONG' },
  { side: 'sell', positionSide: 'SHORT' },
]

describe('ORD-22 levels against the simulator’s own verdict', () => {
  it.each([
    ...cases(false, 'long', [{ side: 'buy' }], null),
    ...cases(false, 'short', [{ side: 'sell' }], null),
    ...cases(true, 'both legs', both, 'LONG'),
    ...cases(true, 'both legs', both, 'SHORT'),
  ])('gives no false warning and misses none: $name', ({ hedge, opened, order }) => {
    const room = account(hedge, opened)
    const positions = positionsOf(room)
    const consequence = effectOf(order, positions)
    const faults = levelFaults(order, consequence, impliedMarkOf(market, positions))
    const warned = [
      ...new Set(faults.filter(({ fault }) => fault === 'wrong-side').map(({ level }) => level)),
    ]
    const verdict = verdictOf(room, order)
    expect(beyondHedge(order, consequence) !== null).toBe(verdict.beyond)
    // An order that hedge mode refuses leaves nothing its levels could protect, which is what the
    // warning says.
    if (!verdict.beyond) expect(warned).toEqual(verdict.levels)
    if (verdict.levels.length === 0)
      expect(faults.filter(({ fault }) => fault === 'crossed')).toEqual([])
  })

  it('says nothing that could be false without a position, and so without a price', () => {
    for (const { order } of cases(false, 'none', [], null)) {
      const room = account(false, [])
      const faults = levelFaults(order, effectOf(order, []), null)
      if (verdictOf(room, order).levels.length === 0) expect(faults).toEqual([])
    }
  })
})
