// What an answer of the exchange makes of an order, by its status and what of it was filled.
import { describe, expect, it } from 'vitest'
import { levelsNotSet } from '../../../src/main/orders/echo-check.js'
import { outcomeOf } from '../../../src/main/orders/order-outcome.js'
import type { Order } from '../../../src/shared/domain/order.js'
import type { ItemState } from '../../../src/shared/domain/trading.js'
import { ok } from '../../../src/shared/result.js'
import { anIntent } from '../../support/order-intents.js'
import { aBulkTicket, aRow, aTicket, createOrderHarness, echoOf, good, goodReply } from '../../support/order-harness.js'
import { settled } from '../../support/virtual-time.js'

const filled = (dealStock: string, left: string, status: string): Partial<Order> => ({ dealStock, left, status })

/** Amount 0.01. */
const acknowledged: [ItemState, Partial<Order>][] = [
  ['placed', filled('0', '0.01', 'NEW')],
  ['placed', filled('0.01', '0', 'FILLED')],
  ['partly', filled('0.004', '0.006', 'PARTIALLY_FILLED')],
  ['partly', filled('0.004', '0.006', 'NEW')],
  // The live service’s word for NEW.
  ['placed', filled('0', '0.01', 'OPEN')],
  ['cancelled', filled('0', '0.01', 'CANCELLED')],
  ['cancelled', filled('0', '0', 'CANCELLED')],
  ['cancelled', filled('0.000', '0.01', 'CANCELED')],
  ['cancelled', filled('0', '0.01', 'CANCELED_TAKER_BAND')],
  ['cancelled', filled('0', '0.01', 'AUTO_CANCELED_REDUCE_ONLY')],
  ['cancelled', filled('0', '0.01', 'canceled')],
  ['partly', filled('0.004', '0.006', 'CANCELLED')],
  ['partly', filled('0.004', '0', 'CANCELED_TAKER_BAND')],
  ['placed', filled('0.01', '0', 'CANCELLED')],
]

describe('an order the exchange took', () => {
  it.each(acknowledged)('ORD-9 is called %s where it says %j', (state, some) => {
    const intent = anIntent({ state: 'sending' }, ['p-1'])
    const order = echoOf({ market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'p-1' }, some)
    const said = outcomeOf(intent, ok({ reply: { kind: 'market', order }, at: 0 }))
    expect(said).toMatchObject({ state: 'acknowledged', items: [{ state, mismatch: [] }] })
    const items = intent.items.map((item) => ({ ...item, price: '1' }))
    const limit = { ...order, type: 'limit', price: '1' }
    const bulk = outcomeOf(
      { ...intent, kind: 'bulk', items },
      ok({ reply: { kind: 'bulk', entries: [{ kind: 'placed', order: limit }] }, at: 0 }),
    )
    expect(bulk).toMatchObject({ state: 'acknowledged', items: [{ state, mismatch: [] }] })
  })

  it('12.3 has no stop loss to miss where it was cancelled with nothing filled, and has one where a part was', () => {
    const sent = anIntent({ state: 'sending' }, ['p-1'])
    const intent = { ...sent, items: sent.items.map((item) => ({ ...item, stopLoss: '30000' })) }
    const said = (some: Partial<Order>) =>
      outcomeOf(
        intent,
        ok({
          reply: { kind: 'market', order: echoOf({ market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'p-1' }, some) },
          at: 0,
        }),
      ).items[0]
    const nothing = said(filled('0', '0.01', 'CANCELED_TAKER_BAND'))
    expect(nothing).toMatchObject({ state: 'cancelled', mismatch: [] })
    expect(nothing === undefined ? null : levelsNotSet({ ...nothing, stopLoss: '30000', takeProfit: null })).toEqual([])
    expect(said(filled('0.004', '0.006', 'CANCELLED'))).toMatchObject({
      state: 'partly',
      mismatch: ['Your stop loss is not set: 30000 was sent, and the answer names none.'],
    })
  })

  it.each(['SOMETHING_NEW', 'PENDING_CANCEL', 'CANCEL_REJECTED', ''])(
    '12.3 ORD-21 with the status “%s”, which the specification does not name, is not known',
    (status) => {
      const intent = anIntent({ state: 'sending' }, ['p-1'])
      const order = echoOf({ market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'p-1' }, filled('0.01', '0', status))
      expect(outcomeOf(intent, ok({ reply: { kind: 'market', order }, at: 0 }))).toMatchObject({
        state: 'unknown',
        items: [
          {
            state: 'unknown',
            order: { status },
            problem: { reason: 'STRANGE_STATUS', message: expect.stringContaining(status) },
            mismatch: [],
          },
        ],
      })
    },
  )

  it('ORD-14 that was cancelled unfilled uses up nothing of the day, and its timeline says what became of it', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers((move) => {
      const reply = goodReply(move)
      if (reply.kind !== 'bulk') return good(move)
      const entries = reply.entries.map((entry) =>
        entry.kind === 'placed' ? { ...entry, order: { ...entry.order, status: 'CANCELLED' } } : entry,
      )
      return ok({ reply: { ...reply, entries }, at: 0 })
    })
    const id = await harness.send(aBulkTicket([aRow({ ioc: true }), aRow({ ioc: true, price: '39000' })]))
    await settled()
    expect(harness.intent(id)).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'cancelled' }, { state: 'cancelled' }],
    })
    expect(harness.intent(id).timeline.at(-1)?.text).toBe('The exchange accepted it. 2 orders were cancelled with nothing filled.')
    expect(harness.view().usedToday).toEqual({ orders: 0, byQuote: { USDT: '0' }, byMarket: { BTC_USDT: '0' } })
    await harness.send(aTicket())
    await settled()
    expect(harness.view().usedToday.orders).toBe(1)
  })
})
