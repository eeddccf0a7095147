import { describe, expect, it } from 'vitest'
import { evaluateOrders, isOrderKey } from '../../../../src/main/watch/alerts/order-alerts.js'
import type { OrderTrouble } from '../../../../src/shared/domain/trading.js'
import { createWatchedHouse } from '../../../support/alerts.js'

const aTrouble = (some: Partial<OrderTrouble> = {}): OrderTrouble => ({
  intentId: 'i1',
  because: 'unknown',
  kind: 'market',
  markets: ['BTC_USDT'],
  notSet: [],
  since: 1_760_000_000,
  ...some,
})

describe('an order that needs a person', () => {
  it('is an alert that says what it means and leads to where it is decided', () => {
    const { alerts, resolved } = evaluateOrders([aTrouble(), aTrouble({ intentId: 'i2', because: 'mismatch' })], ['order:i9/unknown'])
    expect(alerts).toMatchObject([
      { kind: 'order-unknown', level: 'danger', found: 'new', title: 'Result unknown: an order on BTC_USDT' },
      { kind: 'order-mismatch', level: 'danger', title: expect.stringContaining('is not what was sent') },
    ])
    expect(resolved).toEqual([{ key: 'order:i9/unknown', end: 'over' }])
    for (const { key } of alerts) expect(isOrderKey(key)).toBe(true)
  })

  it('ORD-21 12.3 says in words which protection is not set', () => {
    const titles = (notSet: OrderTrouble['notSet']) =>
      evaluateOrders([aTrouble({ because: 'mismatch', notSet })], []).alerts.map(({ title }) => title)
    expect(titles(['stopLoss'])).toEqual(['Your stop loss is not set: an order on BTC_USDT'])
    expect(titles(['stopLoss', 'takeProfit'])).toEqual(['Your stop loss and your take profit are not set: an order on BTC_USDT'])
  })

  it('12.17 says nothing of blocks, which can be lifted while it stands', () => {
    const { alerts } = evaluateOrders([aTrouble(), aTrouble({ intentId: 'i2', because: 'mismatch' })], [])
    for (const { title, text } of alerts) expect(`${title} ${text}`).not.toMatch(/block|no further order/)
  })

  it('names an investment and a bulk request for what they are', () => {
    const titles = evaluateOrders(
      [aTrouble({ kind: 'close-investment', markets: [] }), aTrouble({ kind: 'bulk', markets: ['A_B', 'C_D'] })],
      [],
    ).alerts.map(({ title }) => title)
    expect(titles).toEqual(['Result unknown: closing an investment', 'Result unknown: a bulk order'])
  })

  it('ORD-9 is announced once, stays through a restart, and is over when the engine says so', () => {
    const house = createWatchedHouse()
    const watchman = house.start()
    watchman.orders('a', [aTrouble()])
    watchman.watch({ id: 'a', demo: false }, house.memory)
    watchman.orders('a', [aTrouble()])
    expect(house.notified).toHaveLength(1)
    expect(watchman.view()).toMatchObject({ level: 'danger', attention: [{ screen: 'trade', alert: { kind: 'order-unknown' } }] })
    watchman.end()
    const again = house.start()
    again.watch({ id: 'a', demo: false }, house.memory)
    expect(again.view().attention).toHaveLength(1)
    again.orders('a', [aTrouble()])
    expect(again.view().attention).toHaveLength(1)
    expect(house.notified).toHaveLength(1)
    again.orders('other', [])
    expect(again.view().attention).toHaveLength(1)
    again.orders('a', [])
    expect(again.view().attention).toEqual([])
  })
})
