import { describe, expect, it } from 'vitest'
import { journalFigures } from '../../../../src/renderer/orders/journal-figures.js'
import type { IntentItem, OrderIntent } from '../../../../src/shared/orders/trading.js'
import { anIntent } from '../../../support/order-intents.js'

function items(...parts: Partial<IntentItem>[]): Pick<OrderIntent, 'items'> {
  return {
    items: parts.map((part) => {
      const [item] = anIntent().items
      if (item === undefined) throw new Error('an intent has an item')
      return { ...item, ...part }
    }),
  }
}

function filled(dealStock: string, dealMoney: string) {
  return { dealStock, dealMoney } as IntentItem['order']
}

describe('amount and price of a confirmed order', () => {
  it.each([
    ['a market order without an answer', items({ amount: '0.010' }), '0.010', null, false],
    [
      'a filled one: what it was filled at',
      items({ order: filled('0.03', '1000') }),
      '0.01',
      ['33333.333333333333333333'],
      true,
    ],
    ['one that filled nothing', items({ order: filled('0', '0') }), '0.01', null, false],
    ['a limit order', items({ price: '60000.50' }), '0.01', ['60000.50'], false],
    [
      'a ladder',
      items({ price: '9', amount: '0.1' }, { price: '10', amount: '0.2' }, { price: '9.5' }),
      '0.31',
      ['9', '10'],
      false,
    ],
    ['both sides', items({ price: '9' }, { price: '10', side: 'sell' }), null, null, false],
    [
      'several markets',
      items({ price: '9' }, { price: '10', market: 'ETH_USDT' }),
      null,
      null,
      false,
    ],
    ['a closed investment', items(), null, null, false],
  ])('%s', (_name, intent, amount, prices, average) => {
    expect(journalFigures(intent)).toMatchObject({ amount, prices, average })
  })

  it('ORD-27 shows the filled amount of a resting order, under every id, and its average price', () => {
    const earlier = { firstId: '1', dealStock: '0.02', dealMoney: '500' }
    const order = filled('0.01', '400')
    const resting = { price: '60000', amount: '0.05', order }
    expect(journalFigures(items({ ...resting, earlier }))).toMatchObject({
      ...{ amount: '0.03', prices: ['30000'], average: true, filled: true },
    })
    expect(journalFigures(items(resting, { ...resting, order: null }))).toMatchObject({
      ...{ amount: '0.01', prices: ['40000'], filled: true },
    })
    expect(journalFigures(items({ ...resting, order: filled('0', '0') }))).toMatchObject({
      ...{ amount: '0.05', prices: ['60000'], filled: false },
    })
  })

  it('does not say “all orders” if there were more than recorded', () => {
    const scope = { market: null, orders: 3, levels: [] }
    expect(journalFigures({ ...items({ amount: '1' }, { amount: '2' }), scope }).amount).toBeNull()
    expect(
      journalFigures({ ...items({ amount: '1' }, { amount: '2' }), scope: { ...scope, orders: 2 } })
        .amount,
    ).toBe('3')
  })
})
