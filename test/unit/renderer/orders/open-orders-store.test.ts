import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OpenOrdersChoice } from '../../../../src/renderer/orders/open-orders-store.svelte.js'
import type { Order } from '../../../../src/shared/orders/order.js'
import { anOpenOrder } from '../../../fixtures/portfolio/market.js'

const rows = Array.from({ length: 12 }, (_, at) =>
  anOpenOrder({
    id: String(at),
    market: at % 3 === 0 ? 'ETH_USDT' : 'BTC_USDT',
    side: at % 2 === 0 ? 'buy' : 'sell',
  }),
)
const idsOf = (orders: readonly Order[]): string[] => orders.map(({ id }) => id)
const at = (index: number): Order => rows[index] ?? anOpenOrder()

describe('the selection of open orders', () => {
  test('toggles one; a range extends from the last one, either way', () => {
    const choice = new OpenOrdersChoice()
    choice.toggle(at(3))
    choice.chooseTo(rows, 5)
    expect(idsOf(choice.chosenOf(rows))).toEqual(['3', '4', '5'])
    choice.chooseTo(rows, 1)
    expect(idsOf(choice.chosenOf(rows))).toEqual(['1', '2', '3', '4', '5'])
    choice.toggle(at(4))
    expect(idsOf(choice.chosenOf(rows))).toEqual(['1', '2', '3', '5'])
  })

  test('starts a range at the row itself if there is no last one', () => {
    const choice = new OpenOrdersChoice()
    choice.chooseTo(rows, 6)
    choice.chooseTo(rows, 7)
    expect(idsOf(choice.chosenOf(rows))).toEqual(['6', '7'])
  })

  test('selects and clears all visible ones at once', () => {
    const choice = new OpenOrdersChoice()
    choice.toggle(at(1))
    choice.market = 'ETH_USDT'
    choice.toggleAll(choice.filtered(rows))
    expect(idsOf(choice.chosenOf(rows))).toEqual(['0', '3', '6', '9'])
    choice.toggleAll(choice.filtered(rows))
    expect(choice.chosenOf(rows)).toEqual([])
  })

  test('is filtered by market and side', () => {
    const choice = new OpenOrdersChoice()
    choice.market = 'ETH_USDT'
    choice.side = 'sell'
    expect(idsOf(choice.filtered(rows))).toEqual(['3', '9'])
  })

  test('ORD-13 never includes what left the list or is not visible', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('toggle' as const), index: fc.nat(11) }),
      fc.record({ kind: fc.constant('range' as const), index: fc.nat(11) }),
      fc.record({ kind: fc.constant('all' as const) }),
      fc.record({
        kind: fc.constant('market' as const),
        market: fc.constantFrom('ETH_USDT', 'BTC_USDT', null),
      }),
      fc.record({ kind: fc.constant('gone' as const), index: fc.nat(11) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const choice = new OpenOrdersChoice()
        let listed = rows
        for (const one of steps) {
          const seen = choice.filtered(listed)
          if (one.kind === 'toggle') choice.toggle(at(one.index))
          if (one.kind === 'range') choice.chooseTo(seen, one.index)
          if (one.kind === 'all') choice.toggleAll(seen)
          if (one.kind === 'market') choice.market = one.market
          if (one.kind === 'gone') listed = listed.filter(({ id }) => id !== String(one.index))
          const now = choice.filtered(listed)
          const chosen = idsOf(choice.chosenOf(now))
          expect(new Set(chosen).size).toBe(chosen.length)
          expect(idsOf(now)).toEqual(expect.arrayContaining(chosen))
        }
      }),
    )
  })
})
