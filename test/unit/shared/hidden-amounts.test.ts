import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonWithoutFigures, mask } from '../../../src/shared/hidden-amounts.js'

const digits = fc.stringMatching(/^\d{1,12}$/)
const decimal = fc
  .tuple(digits, digits)
  .map(([before, after]) => `${Number.parseInt(before, 10)}.${after}`)

describe('UX-46 masked JSON', () => {
  const plain = ['id', 'ctime', 'ids', 'currency']

  it('keeps what is described as no amount, and stays JSON', () => {
    const body = {
      market: '1INCH_USDT',
      amount: '0.01',
      price: 64000.5,
      clientOrderId: 'plimsoll-7',
      orderId: 4180284841,
      nested: [{ total: '7', id: 7 }],
      ids: [1, 2],
      nonce: 12,
    }
    expect(JSON.parse(jsonWithoutFigures(JSON.stringify(body, null, 2), plain))).toEqual({
      ...body,
      amount: mask,
      price: mask,
      nested: [{ total: mask, id: 7 }],
    })
  })

  it('masks every value with a digit of an unknown member', () => {
    for (const name of [
      'interestPaid',
      'bid',
      'updatedBalance',
      'id2',
      'marketValue',
      'lifetimeTotal',
      'ids',
    ])
      expect(jsonWithoutFigures(JSON.stringify({ [name]: '12.5' })), name).not.toMatch(/12|5"/)
    expect(jsonWithoutFigures('{"note":"sold 0.5 of it","word":"none"}')).toBe(
      `{"note":"${mask}","word":"none"}`,
    )
  })

  it("does not take a member's description from another object", () => {
    expect(
      jsonWithoutFigures('{"amounts":[{"id":1},"5.0",[{"id":2},6]],"x":[{"id":3}],"y":4}', plain),
    ).toBe(`{"amounts":[{"id":1},"${mask}",[{"id":2},"${mask}"]],"x":[{"id":3}],"y":"${mask}"}`)
  })

  it('contains no digit of any undescribed value, at any place', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        decimal,
        digits,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('any'), { maxLength: 3 }),
      object: fc.dictionary(fc.constantFrom('amount', 'total', 'left', 'x'), tie('any'), {
        maxKeys: 3,
      }),
    })).any
    fc.assert(
      fc.property(
        value,
        (some) => void expect(jsonWithoutFigures(JSON.stringify(some), plain)).not.toMatch(/\d/),
      ),
    )
  })
})
