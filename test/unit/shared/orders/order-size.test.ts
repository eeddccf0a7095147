import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partOf, type SizeBasis, sizedAmount } from '../../../../src/shared/orders/order-size.js'
import { add, compare, divide, multiply, subtract } from '../../../../src/shared/money.js'

function basis(some: Partial<SizeBasis> = {}): SizeBasis {
  return {
    price: '92901.5',
    margin: { free: '1000', leverage: 10 },
    market: { amountStep: '0.000001', base: 'BTC', takerFee: '0' },
    quote: 'USDT',
    ...some,
  }
}

describe('an order size', () => {
  it('in base currency is sent as typed', () => {
    expect(sizedAmount('0.0100005', 'base', basis({ price: null }))).toEqual({
      ok: true,
      value: '0.0100005',
    })
  })

  it('in money or of the free margin is rounded down to the step', () => {
    expect(sizedAmount('1000', 'quote', basis())).toEqual({ ok: true, value: '0.010764' })
    expect(sizedAmount('10', 'margin', basis()), 'a tenth of 1000 USDT, at leverage 10').toEqual({
      ok: true,
      value: '0.010764',
    })
    expect(sizedAmount('1000', 'quote', basis({ market: null })), 'no step is known').toEqual({
      ok: true,
      value: '0.01076408',
    })
  })

  it('of the full free margin leaves room for the fee', () => {
    const sized = sizedAmount(
      '100',
      'margin',
      basis({ price: '1', market: { amountStep: '0.01', base: 'X', takerFee: '0.1' } }),
    )
    expect(sized).toEqual({ ok: true, value: '9900.99' })
    expect(compare(add(divide('9900.99', '10', 18), multiply('9900.99', '0.001')), '1000')).toBe(-1)
  })

  it.each<[string, Parameters<typeof sizedAmount>, string]>([
    ['without a price', ['5', 'quote', basis({ price: null })], 'No price is available'],
    ['without a margin', ['5', 'margin', basis({ margin: null })], 'The free margin is unknown'],
    [
      'of no margin',
      ['5', 'margin', basis({ margin: { free: '-1', leverage: 10 } })],
      'no free margin',
    ],
    [
      'of a margin in another currency',
      ['5', 'margin', basis({ quote: 'BTC' })],
      'The free margin is in USDT, but this market is in BTC.',
    ],
    ['over 100 %', ['100.1', 'margin', basis()], 'More than 100\u00a0%'],
    ['below one step', ['0.05', 'quote', basis()], 'Less than one step, 0.000001 BTC.'],
  ])('cannot be calculated %s, and says so', (_name, ask, words) => {
    const sized = sizedAmount(...ask)
    expect(sized.ok ? '' : sized.error).toContain(words)
  })

  it('costs at most the input, and less than one step less', () => {
    const figure = fc
      .integer({ min: 1, max: 10 ** 9 })
      .map((number) => divide(String(number), '1000', 3))
    const step = fc.constantFrom('0.000001', '0.01', '0.25', '1', '10')
    fc.assert(
      fc.property(figure, figure, step, (money, price, amountStep) => {
        const sized = sizedAmount(
          money,
          'quote',
          basis({ price, market: { amountStep, base: 'X', takerFee: '0.1' } }),
        )
        const amount = sized.ok ? sized.value : '0'
        expect(compare(multiply(amount, price), money)).toBeLessThanOrEqual(0)
        expect(
          compare(
            subtract(money, multiply(amount, price)),
            add(multiply(amountStep, price), '0.000001'),
          ),
        ).toBe(-1)
      }),
    )
  })

  it('of a position is exactly all of it, or whole steps', () => {
    expect(partOf('0.1234567', 100, { amountStep: '0.001' })).toBe('0.1234567')
    expect(partOf('0.1234567', 50, { amountStep: '0.001' })).toBe('0.061')
    expect(partOf('0.25', 25, null)).toBe('0.0625')
  })
})
