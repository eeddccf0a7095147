import { describe, expect, it } from 'vitest'
import { compare } from '../../../src/shared/money.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

type Loan = {
  currentLtv: string
  initialLtv: string
  marginCallLtv: string
  liquidationLtv: string
}

/** Every second of ten minutes. */
function rehearse(seed: number) {
  const { call, advance, world } = simulatedService({ scene: 'margin-call', seed })
  const ltvs: string[] = []
  const states: (string | null)[] = []
  const look = (): Loan => call(endpoints.creditLine.path).json as Loan
  const terms = look()
  for (let second = 0; second <= 600; second += 1) {
    ltvs.push(look().currentLtv)
    states.push(...world.positions.map((position) => position.liquidationState))
    advance(1)
  }
  return { terms, ltvs, states, positions: world.positions.length }
}

const highest = (ltvs: string[]): string => ltvs.reduce((a, b) => (compare(a, b) < 0 ? b : a), '0')

describe('the margin-call scene', () => {
  it.each([1, 2, 3, 17, 4_294_967_295])(
    'with seed %i goes past margin call to near liquidation and back in ten minutes',
    (seed) => {
      const { terms, ltvs, states, positions } = rehearse(seed)
      const first = ltvs[0] ?? ''
      const last = ltvs.at(-1) ?? ''
      const top = highest(ltvs)
      expect(compare(first, terms.initialLtv)).toBe(-1)
      expect(compare(top, terms.marginCallLtv)).toBe(1)
      expect(compare(top, '83')).toBe(1)
      expect(compare(top, terms.liquidationLtv)).toBe(-1)
      expect(compare(last, terms.initialLtv)).toBe(-1)
      expect(new Set(states)).toEqual(new Set([null, 'margin_call']))
      expect(states.at(-1)).toBeNull()
      expect(positions).toBe(1)
    },
  )
})
