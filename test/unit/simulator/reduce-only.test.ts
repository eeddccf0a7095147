import { describe, expect, it } from 'vitest'
import { collateralAccount as setup } from '../../support/simulated-collateral.js'

const wrongSide = {
  code: 116,
  message: 'Validation failed',
  errors: { reduceOnly: ["Reduce-only: Position doesn't exist or wrong side"] },
}

describe.each(['spec', 'live'] as const)(
  'a reduce-only market order in the %s dialect',
  (dialect) => {
    const holding = (side: 'buy' | 'sell', amount: string) => {
      const simulated = setup(dialect)
      simulated.place({ side, amount })
      return simulated
    }

    it.each([
      ['buy', 'sell', '0.1'],
      ['sell', 'buy', '-0.1'],
    ] as const)('reduces a position of the other side: %s, then %s', (held, side, left) => {
      const { place, world } = holding(held, '0.3')
      expect(place({ side, amount: '0.2', reduceOnly: true }).json).toMatchObject({
        amount: '0.2',
        left: '0',
        status: 'FILLED',
      })
      expect(world.positions).toMatchObject([{ amount: left }])
    })

    it('is cut to the position, and the answer gives the amount', () => {
      const { place, world } = holding('buy', '0.3')
      expect(place({ side: 'sell', amount: '5', reduceOnly: true }).json).toMatchObject({
        amount: '0.3',
        left: '0',
        status: 'FILLED',
      })
      expect(world.positions).toEqual([])
    })

    it('is refused if there is nothing to reduce, or only by another side', () => {
      const { place, world } = holding('buy', '0.3')
      expect(place({ side: 'buy', amount: '0.1', reduceOnly: true })).toMatchObject({
        status: 422,
        json: wrongSide,
      })
      expect(
        place({ market: 'ETH_USDT', side: 'sell', amount: '1', reduceOnly: true }),
      ).toMatchObject({ status: 422, json: wrongSide })
      expect(world.positions).toMatchObject([{ amount: '0.3' }])
    })

    it('accepts no levels, and only true and false as the flag', () => {
      const { place, world } = holding('buy', '0.3')
      for (const level of [{ stopLoss: '50000' }, { takeProfit: '70000' }]) {
        expect(place({ side: 'sell', amount: '0.1', reduceOnly: true, ...level })).toMatchObject({
          status: 422,
          json: {
            code: 30,
            errors: { reduceOnly: ['Reduce-only orders take neither stopLoss nor takeProfit.'] },
          },
        })
      }
      expect(place({ side: 'sell', amount: '0.1', reduceOnly: 'yes' })).toMatchObject({
        status: 422,
        json: { code: 30, errors: { reduceOnly: ['The reduceOnly field must be true or false.'] } },
      })
      expect(world.positions).toMatchObject([{ amount: '0.3' }])
    })

    it('is an ordinary order if the flag is false or null', () => {
      const { place, world } = setup(dialect)
      expect(place({ reduceOnly: false }).status).toBe(200)
      expect(place({ reduceOnly: null }).status).toBe(200)
      expect(world.positions).toMatchObject([{ amount: '0.02' }])
    })

    it('reduces the side it names in hedge mode, and leaves the other alone', () => {
      const { place, world } = setup(dialect)
      world.hedgeMode = true
      const market = 'BTC_PERP'
      place({ market, amount: '0.3', positionSide: 'LONG' })
      place({ market, side: 'sell', amount: '0.2', positionSide: 'SHORT' })
      expect(
        place({ market, amount: '0.1', positionSide: 'LONG', reduceOnly: true }),
      ).toMatchObject({ status: 422, json: wrongSide })
      expect(
        place({ market, amount: '1', positionSide: 'SHORT', reduceOnly: true }).json,
      ).toMatchObject({ amount: '0.2', left: '0' })
      expect(world.positions).toMatchObject([{ side: 'LONG', amount: '0.3' }])
    })
  },
)
