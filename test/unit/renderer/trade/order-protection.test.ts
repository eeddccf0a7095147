import { describe, expect, test } from 'vitest'
import { distanceFromBase, protectionRemarks } from '../../../../src/renderer/format/order-protection.js'

type Order = Parameters<typeof protectionRemarks>[0]
const order = (part: Partial<Order> = {}): Order => ({ side: 'buy', positionSide: null, stopLoss: null, takeProfit: null, ...part })

describe('stop loss and take profit', () => {
  test.each<[string, Order]>([
    ['long', order({ stopLoss: '90', takeProfit: '110' })],
    ['short', order({ side: 'sell', stopLoss: '110', takeProfit: '90' })],
    ['long in hedge mode', order({ positionSide: 'LONG', stopLoss: '90' })],
    ['none', order()],
  ])('ORD-13 on the right sides raise nothing: %s', (_name, typed) => {
    expect(protectionRemarks(typed, '100')).toEqual([])
  })

  test.each<[Order, 'stopLoss' | 'takeProfit', RegExp]>([
    [order({ stopLoss: '105' }), 'stopLoss', /below the price; 105 is above .* base price 100/],
    [order({ takeProfit: '95' }), 'takeProfit', /above the price; 95 is below/],
    [order({ side: 'sell', stopLoss: '95' }), 'stopLoss', /above the price; 95 is below/],
    [order({ side: 'sell', takeProfit: '105' }), 'takeProfit', /below the price; 105 is above/],
  ])(
    'ORD-13 on the wrong side of the base price warn, explain that there is no live price, and do not block: %j',
    (typed, field, words) => {
      const [remark] = protectionRemarks(typed, '100')
      expect(remark).toMatchObject({ field, impossible: false })
      expect(remark?.text).toMatch(words)
      expect(remark?.text).toContain('no live price')
    },
  )

  test('ORD-13 that contradict each other at any price are impossible, with or without a base price', () => {
    expect(protectionRemarks(order({ stopLoss: '110', takeProfit: '90' }), null)).toMatchObject([{ field: 'takeProfit', impossible: true }])
    expect(protectionRemarks(order({ stopLoss: '1', takeProfit: '1.0' }), null)).toMatchObject([{ impossible: true }])
    expect(protectionRemarks(order({ side: 'sell', stopLoss: '90', takeProfit: '110' }), null)).toMatchObject([{ impossible: true }])
    expect(protectionRemarks(order({ side: 'sell', stopLoss: '110', takeProfit: '90' }), null)).toEqual([])
  })

  test('of an order that reduces a hedged side are not judged', () => {
    expect(protectionRemarks(order({ side: 'sell', positionSide: 'LONG', stopLoss: '1', takeProfit: '2' }), '100')).toEqual([])
  })

  test('are measured from the base price, cut and never rounded up', () => {
    expect(distanceFromBase('93.39', '100')).toBe('6.6\u202f% below the base price')
    expect(distanceFromBase('200', '100')).toBe('100.0\u202f% above the base price')
    expect(distanceFromBase('100.0', '100')).toBe('at the base price')
    expect(distanceFromBase('1', null)).toBeNull()
    expect(distanceFromBase('1', '0')).toBeNull()
  })
})
