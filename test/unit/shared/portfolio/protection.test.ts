import { describe, expect, it } from 'vitest'
import type { ConditionalOrder, Order } from '../../../../src/shared/orders/order.js'
import { protectionOf, resultOf, uncovered } from '../../../../src/shared/portfolio/protection.js'
import { anOpenOrder, aPosition, aStop } from '../../../support/order-harness.js'

const mark = { price: '41000' }

function of(orders: Order[], linked: ConditionalOrder[] = [], position = aPosition()) {
  return protectionOf(position, { orders, linked }, mark)
}

const gain = aStop({ id: '702', activationPrice: '50000', activationCondition: 'gte' })

describe('what protects a position', () => {
  it('is an order that waits for a price and closes it, by the side of the price it waits on', () => {
    expect(of([aStop(), gain])).toMatchObject([
      { level: 'stopLoss', by: 'order', id: '701', trigger: '35000', amount: '0.05' },
      { level: 'takeProfit', by: 'order', id: '702', trigger: '50000' },
    ])
    const short = aPosition({ amount: '-0.05' })
    expect(of([{ ...gain, side: 'buy' }], [], short)).toMatchObject([{ level: 'stopLoss' }])
  })

  it.each<[string, Partial<Order>]>([
    ['one of another market', { market: 'ETH_USDT' }],
    ['one that would increase it', { side: 'buy' }],
    ['one that may open another', { reduceOnly: false }],
    ['one without a trigger', { activationPrice: undefined }],
    ['a spot order', { reduceOnly: undefined }],
    ['one whose words contradict the price', { activationCondition: 'gte' }],
  ])('is not %s', (_name, some) => {
    expect(of([{ ...aStop(), ...some } as Order])).toEqual([])
  })

  it('in hedge mode is only of its own side, and a flag that is not sent is not held against it', () => {
    const long = aPosition({ positionSide: 'LONG' })
    const { reduceOnly: _flag, ...bare } = aStop({ positionSide: 'LONG' })
    expect(of([bare], [], long)).toHaveLength(1)
    expect(of([aStop({ positionSide: 'SHORT' })], [], long)).toEqual([])
  })

  it('is what the exchange attached to it, listed once', () => {
    const attached = { takeProfitId: null, takeProfit: '0', stopLossId: '701', stopLoss: '35000' }
    const position = aPosition({ protectiveOrders: attached })
    const found = of([aStop()], [], position)
    expect(found).toMatchObject([{ by: 'position', level: 'stopLoss', id: '701', amount: null }])
    expect(uncovered(position, found, 'stopLoss')).toBe('0')
  })

  it('is a pair of linked orders under their common id, whose halves are not listed again', () => {
    const pair: ConditionalOrder = {
      kind: 'oco',
      id: '900',
      stopLoss: aStop({ id: '901' }),
      takeProfit: anOpenOrder({ id: '902', side: 'sell', price: '52000', reduceOnly: true }),
    }
    expect(of([aStop({ id: '901' })], [pair])).toMatchObject([
      { by: 'linked', id: '900', level: 'stopLoss', trigger: '35000' },
      { by: 'linked', id: '900', level: 'takeProfit', trigger: '52000' },
    ])
    const entry: ConditionalOrder = {
      ...{ kind: 'oto', id: '910', order: anOpenOrder() },
      ...{ stopLoss: '30000', takeProfit: null },
    }
    expect(of([], [entry]), 'levels of an order that is not filled').toEqual([])
  })

  it('covers as much as its orders have together', () => {
    const position = aPosition()
    const part = of([aStop({ left: '0.02' }), aStop({ id: '703', left: '0.01' }), gain])
    expect(uncovered(position, part, 'stopLoss')).toBe('0.02')
    expect(uncovered(position, part, 'takeProfit')).toBe('0')
    expect(uncovered(aPosition({ amount: null }), part, 'stopLoss')).toBeNull()
    const [first] = part
    expect(first === undefined ? null : resultOf(position, first)).toBe('-100')
  })
})
