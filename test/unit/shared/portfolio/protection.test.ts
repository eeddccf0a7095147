import { describe, expect, it } from 'vitest'
import type { ConditionalOrder, Order } from '../../../../src/shared/orders/order.js'
import { nothingYet } from '../../../../src/shared/portfolio/feed.js'
import {
  knowsProtection,
  levelsOf,
  protectionOf,
  resultOf,
  uncovered,
} from '../../../../src/shared/portfolio/protection.js'
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

  it('is only guessed where neither the exchange nor a price says which it is, and covers nothing', () => {
    const silent = aPosition({ unrealizedPnl: null })
    const bare = aStop({ activationCondition: '' })
    const found = protectionOf(silent, { orders: [bare], linked: [] }, null)
    expect(found).toMatchObject([{ level: 'stopLoss', guessed: true }])
    expect(uncovered(silent, found, 'stopLoss')).toBe('0.05')
    expect(of([bare])).toMatchObject([{ level: 'stopLoss' }])
    expect(of([bare])[0]?.guessed).toBeUndefined()
  })

  it('has the result of all its stop losses together, and none where a part is uncovered', () => {
    const levelsAt = (orders: Order[]) =>
      levelsOf(aPosition(), { orders, linked: [], isKnown: true }, mark)
    const near = aStop({ left: '0.02', activationPrice: '38000' })
    const half = levelsAt([near])
    expect([half.covers('stopLoss'), half.resultAt('stopLoss')]).toEqual([false, null])
    const both = levelsAt([aStop({ id: '703' }), near])
    expect(both.first('stopLoss')?.trigger).toBe('38000')
    // 0.02 from 40000 to 38000, and the other 0.03 to 35000.
    expect([both.covers('stopLoss'), both.resultAt('stopLoss')]).toEqual([true, '-190'])
  })

  it('is known only where both lists are up to date, or were never shown to the key', () => {
    const fresh = { value: [], asOf: 1000, source: 'live', problem: null, every: 10 } as const
    const hidden = { ...nothingYet, problem: { code: 'not-found', message: 'No.' } } as const
    const failed = { ...fresh, problem: { code: 'unreachable', message: 'No.' } } as const
    const lost = { ...fresh, problem: { code: 'no-permission', message: 'No.' } } as const
    const part = {
      ...fresh,
      unreadable: [{ place: 1, id: null, name: 'BTC_USDT', field: '', why: 'is missing' }],
    }
    const known = (openOrders: object, pairs: object, market = 'BTC_USDT', now = 1001): boolean =>
      knowsProtection({ openOrders, conditionalOrders: pairs } as never, market, now)
    expect([known(fresh, fresh), known(fresh, hidden), known(hidden, hidden)]).toEqual([
      ...[true, true, true],
    ])
    expect([known(failed, fresh), known(fresh, lost), known(fresh, nothingYet)]).toEqual([
      ...[false, false, false],
    ])
    expect([known(part, fresh), known(part, fresh, 'ETH_USDT')]).toEqual([false, true])
    expect(known(fresh, fresh, 'BTC_USDT', 1021)).toBe(false)
  })
})
