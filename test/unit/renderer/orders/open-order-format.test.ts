import type { OrderIntent } from '../../../../src/shared/orders/trading.js'
import { describe, expect, test } from 'vitest'
import {
  cancellingOf,
  orderFlags,
  orderLine,
} from '../../../../src/renderer/orders/open-order-format.js'
import { amountUnit, limitPrice } from '../../../../src/shared/orders/order-amount.js'
import { unreadableWords } from '../../../../src/renderer/components/unreadable-words.js'
import { anOpenOrder } from '../../../fixtures/portfolio/market.js'
import {
  aCancelItem,
  blockOf,
  cancelIntent,
  closePositionIntent,
} from '../../../fixtures/portfolio/trading.js'

describe('an open order in a line', () => {
  test('says market, side, amount and price', () => {
    expect(orderLine(anOpenOrder())).toBe('BTC_USDT Buy 0.01 at 81255')
    expect(orderLine(anOpenOrder({ side: 'both' }))).toBe('BTC_USDT both 0.01 at 81255')
  })

  test('without a price shows an amount in quote currency if it waits for its trigger on the spot market', () => {
    for (const price of ['0', '', 'n/a']) expect(limitPrice(anOpenOrder({ price }))).toBeNull()
    const { price: _price, ...bare } = anOpenOrder({ type: 'stop market' })
    expect(orderLine(bare)).toBe('BTC_USDT Buy for 0.01 USDT at market')
    expect(orderLine({ ...bare, type: 'margin stop market', activationPrice: '90000' })).toBe(
      'BTC_USDT Buy 0.01 at market, trigger 90000',
    )
    expect([
      amountUnit(bare),
      amountUnit({ ...bare, positionSide: 'BOTH' }),
      amountUnit(anOpenOrder()),
    ]).toEqual(['USDT', null, 'BTC'])
  })

  test('names its flags, and its position side if there is one', () => {
    expect(
      orderFlags(anOpenOrder({ ioc: true, rpi: true, reduceOnly: true, positionSide: 'LONG' })),
    ).toEqual(['post-only', 'IOC', 'RPI', 'reduce-only', 'LONG'])
    expect(orderFlags(anOpenOrder({ postOnly: false, positionSide: 'BOTH' }))).toEqual([])
  })

  test('says that an unreadable one is cancelled with all of them', () => {
    const { title, meaning } = unreadableWords(
      'order',
      [{ place: 2, id: '4180284841', name: 'BTC_USDT', field: 'side', why: 'is missing' }],
      4,
    )
    expect(title).toContain('1 of 4 open orders')
    expect(meaning).toContain('“Cancel all” cancels it as well')
  })
})

describe('ORD-1 an order being cancelled is not cancelled again', () => {
  const order = anOpenOrder()
  const stateOf = (intent: OrderIntent, blocks = [blockOf(intent)]) =>
    cancellingOf({ open: [intent], blocks })(order)

  test('while in progress, and while its outcome is unknown', () => {
    expect(
      stateOf(cancelIntent({ state: 'sending', items: [aCancelItem({ state: 'pending' })] })),
    ).toBe('under-way')
    expect(
      stateOf(cancelIntent({ state: 'unknown', items: [aCancelItem({ state: 'unknown' })] })),
    ).toBe('unknown')
    expect(
      stateOf(
        cancelIntent({
          kind: 'cancel-all',
          state: 'sending',
          items: [aCancelItem({ state: 'pending' })],
        }),
      ),
    ).toBe('under-way')
  })

  test('but can be after its block was lifted, once settled, and for another order', () => {
    expect(
      stateOf(cancelIntent({ state: 'unknown', items: [aCancelItem({ state: 'unknown' })] }), []),
    ).toBeNull()
    expect(
      stateOf(cancelIntent({ state: 'unknown', items: [aCancelItem({ state: 'not-executed' })] })),
    ).toBeNull()
    expect(
      stateOf(
        cancelIntent({ state: 'sending', items: [aCancelItem({ state: 'pending' }, { id: '7' })] }),
      ),
    ).toBeNull()
    expect(stateOf(closePositionIntent({ state: 'sending' }))).toBeNull()
    expect(cancellingOf(null)(order)).toBeNull()
  })
})
