import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildLadder,
  mostRungs,
  type LadderField,
  type LadderForm,
} from '../../../../src/shared/orders/order-ladder.js'
import {
  add,
  compare,
  isZero,
  multiply,
  subtract,
  toStep,
  wholeTimes,
} from '../../../../src/shared/money.js'
import { englishOf } from '../../../../src/shared/messages/messages.js'

function form(part: Partial<LadderForm> = {}): LadderForm {
  return {
    side: 'buy',
    from: '90000',
    to: '84000',
    steps: '4',
    total: '0.1',
    lean: 'flat',
    priceStep: '0.01',
    amountStep: '0.001',
    ...part,
  }
}

function built(part: Partial<LadderForm> = {}) {
  const ladder = buildLadder(form(part))
  if (!ladder.ok) throw new Error(JSON.stringify(ladder.error))
  return ladder.value
}

function faults(part: Partial<LadderForm>): { [field: string]: string } {
  const ladder = buildLadder(form(part))
  return Object.fromEntries(
    Object.entries(ladder.ok ? {} : ladder.error).map(([field, fault]) => [
      field,
      englishOf(fault),
    ]),
  )
}

describe('the ladder', () => {
  test('is spaced evenly between both ends, inclusive, and divides the total exactly', () => {
    const { rungs, amount, notional, left } = built()
    expect(rungs).toEqual([
      { price: '90000', amount: '0.025' },
      { price: '88000', amount: '0.025' },
      { price: '86000', amount: '0.025' },
      { price: '84000', amount: '0.025' },
    ])
    expect([amount, notional, left]).toEqual(['0.1', '8700', '0'])
  })

  test('gives the remainder to the first rungs, a step each', () => {
    expect(built({ steps: '7' }).rungs.map(({ amount }) => amount)).toEqual([
      '0.015',
      '0.015',
      '0.014',
      '0.014',
      '0.014',
      '0.014',
      '0.014',
    ])
  })

  test('omits what is less than a step, and says how much', () => {
    expect(built({ total: '0.1004' })).toMatchObject({ amount: '0.1', left: '0.0004' })
  })

  test('can be weighted towards either end as 1, 2, 3', () => {
    expect(built({ steps: '4', lean: 'towards-end' }).rungs.map(({ amount }) => amount)).toEqual([
      '0.01',
      '0.02',
      '0.03',
      '0.04',
    ])
    expect(built({ steps: '4', lean: 'towards-start' }).rungs.map(({ amount }) => amount)).toEqual([
      '0.04',
      '0.03',
      '0.02',
      '0.01',
    ])
  })

  test('rounds prices to the step, never to a worse price', () => {
    const three = { from: '100', to: '101', steps: '4', priceStep: '0.1' } as const
    expect(built({ ...three, side: 'buy' }).rungs.map(({ price }) => price)).toEqual([
      '100',
      '100.3',
      '100.6',
      '101',
    ])
    expect(built({ ...three, side: 'sell' }).rungs.map(({ price }) => price)).toEqual([
      '100',
      '100.4',
      '100.7',
      '101',
    ])
  })

  test('refuses a price step that makes prices equal or zero', () => {
    expect(faults({ from: '100', to: '101', steps: '5', priceStep: '1' })['priceStep']).toMatch(
      /would be the same/,
    )
    expect(faults({ from: '0.5', to: '3', steps: '2', priceStep: '1' })['priceStep']).toMatch(
      /down to zero/,
    )
  })

  test('refuses a total too small for a step on every rung', () => {
    expect(faults({ total: '0.003' })['total']).toMatch(/too little to give each of 4/)
  })

  test.each<[LadderField, string, RegExp]>([
    ['from', '90,000', /“90,000” has a comma/],
    ['to', '1e3', /“1e3” uses an exponent/],
    ['total', '', /Total is empty/],
    ['total', '٣', /digits of another script/],
    ['priceStep', '0', /is zero/],
    ['amountStep', '-1', /has a sign/],
    ['steps', '1', /not between 2 and 100/],
    ['steps', '2.5', /not a whole number/],
    ['steps', String(mostRungs + 1), /not between/],
  ])('quotes the input of %s: %s', (field, typed, words) => {
    expect(faults({ [field]: typed })[field]).toMatch(words)
  })

  test('names every invalid field at once', () => {
    expect(Object.keys(faults({ from: 'x', to: '', steps: 'y' }))).toEqual(['from', 'to', 'steps'])
  })

  const digits = fc
    .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
    .map(([whole, places]) => {
      const text = String(whole).padStart(places + 1, '0')
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
    })

  test('property: amounts are whole steps and add up to all whole steps of the total; prices are whole steps and never worse', () => {
    fc.assert(
      fc.property(
        fc.record({
          side: fc.constantFrom('buy' as const, 'sell' as const),
          from: digits,
          to: digits,
          steps: fc.integer({ min: 2, max: 30 }).map(String),
          total: digits,
          lean: fc.constantFrom('flat' as const, 'towards-end' as const, 'towards-start' as const),
          priceStep: digits,
          amountStep: digits,
        }),
        (typed) => {
          const ladder = buildLadder(typed)
          fc.pre(ladder.ok)
          if (!ladder.ok) return
          const { rungs, amount, left } = ladder.value
          expect(rungs).toHaveLength(Number(typed.steps))
          expect(compare(add(amount, left), typed.total)).toBe(0)
          expect(compare(left, typed.amountStep)).toBe(-1)
          expect(rungs.reduce((sum, rung) => add(sum, rung.amount), '0')).toBe(amount)
          for (const rung of rungs) {
            expect(isZero(rung.amount)).toBe(false)
            expect(multiply(wholeTimes(rung.amount, typed.amountStep), typed.amountStep)).toBe(
              rung.amount,
            )
            expect(multiply(wholeTimes(rung.price, typed.priceStep), typed.priceStep)).toBe(
              rung.price,
            )
          }
          const first = rungs[0]
          if (first === undefined) return
          const away = subtract(first.price, typed.from)
          expect(compare(away, '0')).not.toBe(typed.side === 'buy' ? 1 : -1)
          expect(first.price).toBe(
            toStep(typed.from, typed.priceStep, typed.side === 'buy' ? 'down' : 'up'),
          )
        },
      ),
    )
  })
})
