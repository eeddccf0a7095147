// What an answer of the exchange makes of an order, by its status and what of it was filled; which
// entry of a bulk answer is about which order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelsNotSet, mapBulkAnswer } from '../../../src/main/orders/order-outcome.js'
import { outcomeOf } from '../../../src/main/orders/request-outcome.js'
import type { BulkEntry, Order } from '../../../src/shared/orders/order.js'
import type { Problem } from '../../../src/shared/problem.js'
import type { IntentItem, ItemState } from '../../../src/shared/orders/trading.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { ok } from '../../../src/shared/result.js'
import { anIntent } from '../../support/order-intents.js'
import {
  aBulkTicket,
  aRow,
  aTicket,
  createOrderHarness,
  echoOf,
  good,
  goodReply,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { casesOf } from '../../support/seed.js'
import { worded } from '../../support/worded.js'

function filled(dealStock: string, left: string, status: string): Partial<Order> {
  return {
    dealStock,
    left,
    status,
  }
}

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
    const order = echoOf(
      { market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'p-1' },
      some,
    )
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

  it('has no stop loss to miss where it was cancelled with nothing filled, and has one where a part was', () => {
    const sent = anIntent({ state: 'sending' }, ['p-1'])
    const intent = { ...sent, items: sent.items.map((item) => ({ ...item, stopLoss: '30000' })) }
    const said = (some: Partial<Order>) =>
      outcomeOf(
        intent,
        ok({
          reply: {
            kind: 'market',
            order: echoOf(
              { market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'p-1' },
              some,
            ),
          },
          at: 0,
        }),
      ).items[0]
    const nothing = said(filled('0', '0.01', 'CANCELED_TAKER_BAND'))
    expect(nothing).toMatchObject({ state: 'cancelled', mismatch: [] })
    expect(
      nothing === undefined
        ? null
        : levelsNotSet({ ...nothing, stopLoss: '30000', takeProfit: null }),
    ).toEqual([])
    expect(worded(said(filled('0.004', '0.006', 'CANCELLED')))).toMatchObject({
      state: 'partly',
      mismatch: ['Your stop loss is not set: 30000 was sent, but the answer has none.'],
    })
  })

  it.each(['SOMETHING_NEW', 'PENDING_CANCEL', 'CANCEL_REJECTED', ''])(
    'ORD-21 with the status “%s”, which the specification does not name, is not known',
    (status) => {
      const intent = anIntent({ state: 'sending' }, ['p-1'])
      const order = echoOf(
        { market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'p-1' },
        filled('0.01', '0', status),
      )
      const outcome = outcomeOf(intent, ok({ reply: { kind: 'market', order }, at: 0 }))
      expect(outcome).toMatchObject({
        state: 'unknown',
        items: [
          {
            state: 'unknown',
            order: { status },
            problem: { reason: 'STRANGE_STATUS' },
            mismatch: [],
          },
        ],
      })
      expect(englishOf(outcome.items[0]?.problem?.message ?? '')).toContain(
        status === '' ? 'the status nothing' : `the status “${status}”`,
      )
    },
  )

  it('ORD-14 that was cancelled unfilled uses up nothing of the day, and its timeline says what became of it', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers((move) => {
      const reply = goodReply(move)
      if (reply.kind !== 'bulk') return good(move)
      const entries = reply.entries.map((entry) =>
        entry.kind === 'placed'
          ? { ...entry, order: { ...entry.order, status: 'CANCELLED' } }
          : entry,
      )
      return ok({ reply: { ...reply, entries }, at: 0 })
    })
    const id = await harness.send(
      aBulkTicket([aRow({ ioc: true }), aRow({ ioc: true, price: '39000' })]),
    )
    await settled()
    expect(harness.intent(id)).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'cancelled' }, { state: 'cancelled' }],
    })
    expect(worded(harness.intent(id).timeline.at(-1)?.text)).toBe(
      'The exchange accepted it. 2 orders were cancelled with nothing filled.',
    )
    expect(harness.view().usedToday).toEqual({
      orders: 0,
      byQuote: { USDT: '0' },
      byMarket: { BTC_USDT: '0' },
    })
    await harness.send(aTicket())
    await settled()
    expect(harness.view().usedToday.orders).toBe(1)
  })
})

function item(index: number, some: Partial<IntentItem> = {}): IntentItem {
  return {
    index,
    clientOrderId: `p-${index}`,
    market: 'BTC_USDT',
    side: index % 2 === 0 ? 'buy' : 'sell',
    amount: `0.${index + 1}`,
    price: '40000',
    positionSide: null,
    stopLoss: null,
    takeProfit: null,
    postOnly: false,
    ioc: false,
    rpi: false,
    state: 'pending',
    order: null,
    problem: null,
    mismatch: [],
    ...some,
  }
}

function items(count: number): IntentItem[] {
  return Array.from({ length: count }, (_, index) => item(index))
}

function order(of: IntentItem, some: Partial<Order> = {}): Order {
  return echoOf(
    {
      market: of.market,
      side: of.side,
      amount: of.amount,
      price: of.price ?? '',
      postOnly: false,
      ioc: false,
      rpi: false,
      clientOrderId: of.clientOrderId,
    },
    some,
  )
}

function placed(of: IntentItem, some: Partial<Order> = {}): BulkEntry {
  return {
    kind: 'placed',
    order: order(of, some),
  }
}

const words: Problem = {
  code: 'refused',
  message: 'No.',
  server: { status: 200, code: 30, message: 'Validation failed' },
}
const refused: BulkEntry = { kind: 'refused', problem: words }
const states = (mapped: IntentItem[]): string[] => mapped.map(({ state }) => state)

describe('a bulk answer', () => {
  it('ORD-10 in the order of the request is taken entry by entry', () => {
    const three = items(3)
    const mapped = mapBulkAnswer(
      three,
      [placed(item(0)), refused, placed(item(2), { dealStock: '0.1', left: '0.2' })],
      false,
    )
    expect(states(mapped)).toEqual(['placed', 'rejected', 'partly'])
    expect(mapped[1]?.problem).toEqual(words)
    expect(mapped.map(({ clientOrderId }) => clientOrderId)).toEqual(['p-0', 'p-1', 'p-2'])
  })

  it('ORD-10 that names a cancelled order says so: unfilled it is cancelled, filled in part it is partly', () => {
    const gone = { status: 'CANCELLED' }
    const mapped = mapBulkAnswer(
      items(3),
      [placed(item(0), gone), placed(item(1)), placed(item(2), { ...gone, dealStock: '0.1' })],
      false,
    )
    expect(states(mapped)).toEqual(['cancelled', 'placed', 'partly'])
    const shuffled = mapBulkAnswer(
      items(2),
      [placed(item(1), { status: 'CANCELED' }), placed(item(0))],
      false,
    )
    expect(states(shuffled)).toEqual(['placed', 'cancelled'])
    const nameless = mapBulkAnswer(
      items(1),
      [placed(item(0), { ...gone, clientOrderId: '' })],
      false,
    )
    expect(worded(nameless[0])).toMatchObject({
      state: 'cancelled',
      mismatch: [expect.stringContaining('ignored the client id')],
    })
  })

  it('ORD-10 in another order follows the ids, and a refusal without an id goes to the only one it can mean', () => {
    const mapped = mapBulkAnswer(items(3), [placed(item(2)), placed(item(0)), refused], false)
    expect(states(mapped)).toEqual(['placed', 'rejected', 'placed'])
    expect(mapped[0]?.order?.clientOrderId).toBe('p-0')
    const several = mapBulkAnswer(items(3), [refused, refused, placed(item(0))], false)
    expect(states(several)).toEqual(['placed', 'rejected', 'rejected'])
    expect(englishOf(several[1]?.problem?.message ?? '')).toContain('does not say which')
  })

  it('ORD-10 that is shuffled and short says nothing of the rest', () => {
    expect(
      states(mapBulkAnswer(items(4), [placed(item(2)), placed(item(0)), refused], true)),
    ).toEqual(['placed', 'unknown', 'placed', 'unknown'])
  })

  it('ORD-10 that ends early means "not processed" only behind a failing entry with stopOnFail', () => {
    expect(states(mapBulkAnswer(items(4), [placed(item(0)), refused], true))).toEqual([
      'placed',
      'rejected',
      'not-processed',
      'not-processed',
    ])
    expect(states(mapBulkAnswer(items(3), [placed(item(0))], true))).toEqual([
      'placed',
      'unknown',
      'unknown',
    ])
    expect(states(mapBulkAnswer(items(2), [], true))).toEqual(['unknown', 'unknown'])
  })

  it('ORD-10 calls nothing "not processed" where the exchange went on behind a failing entry', () => {
    expect(states(mapBulkAnswer(items(3), [refused, placed(item(1))], true))).toEqual([
      'rejected',
      'placed',
      'unknown',
    ])
    expect(states(mapBulkAnswer(items(4), [refused, refused], true))).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ])
  })

  it('ORD-10 that is short without stopOnFail left somebody out: a refusal counts only before an order that is named in its place', () => {
    // Who was left out, the second or one behind it, decides whom the refusal means; taken for the
    // second it might be sent again.
    expect(states(mapBulkAnswer(items(3), [placed(item(0)), refused], false))).toEqual([
      'placed',
      'unknown',
      'unknown',
    ])
    expect(
      states(mapBulkAnswer(items(4), [placed(item(0)), refused, placed(item(2))], false)),
    ).toEqual(['placed', 'rejected', 'placed', 'unknown'])
  })

  it('ORD-10 with both or neither of result and error proves nothing of that order', () => {
    const neither: BulkEntry = { kind: 'unclear', order: null, problem: null }
    const both: BulkEntry = { kind: 'unclear', order: order(item(1)), problem: words }
    expect(states(mapBulkAnswer(items(3), [neither, both, placed(item(2))], false))).toEqual([
      'unknown',
      'unknown',
      'placed',
    ])
  })

  it('ORD-9 ORD-10 whose echo differs is placed with the difference named, where it can only be that order', () => {
    const price = mapBulkAnswer(items(1), [placed(item(0), { price: '40001' })], false)
    expect(worded(price[0])).toMatchObject({
      state: 'placed',
      mismatch: [expect.stringContaining('price')],
    })
    const amount = mapBulkAnswer(items(1), [placed(item(0), { amount: '0.10' })], false)
    expect(amount[0]).toMatchObject({ state: 'placed', mismatch: [] })
    const noId = mapBulkAnswer(items(1), [placed(item(0), { clientOrderId: '' })], false)
    expect(worded(noId[0])).toMatchObject({
      state: 'placed',
      mismatch: [expect.stringContaining('ignored the client id')],
    })
    const stranger = mapBulkAnswer(
      items(1),
      [placed(item(0), { clientOrderId: 'x', amount: '7' })],
      false,
    )
    expect(worded(stranger[0])).toMatchObject({
      state: 'unknown',
      mismatch: [expect.stringContaining('does not match any')],
    })
  })

  it('ORD-10 that names one order twice, or holds more than was sent, is an alert', () => {
    expect(
      worded(mapBulkAnswer(items(2), [placed(item(0)), placed(item(0))], false)[0]),
    ).toMatchObject({
      state: 'unknown',
      mismatch: [expect.any(String)],
    })
    const more = mapBulkAnswer(items(1), [placed(item(0)), placed(item(5))], false)
    expect(worded(more[0])).toMatchObject({
      state: 'placed',
      mismatch: [expect.stringContaining('more orders')],
    })
  })

  it('ORD-10 gives every order exactly one class and never another one’s answer, whatever comes', () => {
    const entry = fc.oneof(
      fc.record({ what: fc.constant('own' as const), of: fc.nat(7) }),
      fc.record({ what: fc.constantFrom('refused' as const, 'neither' as const), of: fc.nat(7) }),
      fc.record({ what: fc.constant('both' as const), of: fc.nat(7) }),
      fc.record({ what: fc.constant('nameless' as const), of: fc.nat(7) }),
      fc.record({ what: fc.constant('stranger' as const), of: fc.nat(7) }),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(entry, { maxLength: 9 }),
        fc.boolean(),
        (count, plan, stopOnFail) => {
          const entries = plan.map(({ what, of }): BulkEntry => {
            if (what === 'own') return placed(item(of))
            if (what === 'refused') return refused
            if (what === 'neither') return { kind: 'unclear', order: null, problem: null }
            if (what === 'both') return { kind: 'unclear', order: order(item(of)), problem: words }
            return placed(item(of), { clientOrderId: what === 'nameless' ? '' : 'somebody-else' })
          })
          const sent = items(count)
          const mapped = mapBulkAnswer(sent, entries, stopOnFail)
          expect(mapped).toHaveLength(count)
          for (const [index, one] of mapped.entries()) {
            expect(one).toMatchObject({
              index,
              clientOrderId: `p-${index}`,
              amount: `0.${index + 1}`,
            })
            expect(['placed', 'partly', 'rejected', 'not-processed', 'unknown']).toContain(
              one.state,
            )
            // What is called placed is that very order: by its id, or by everything else about it.
            if (one.state === 'placed') {
              expect(one.order?.amount).toBe(one.amount)
              if (one.order?.clientOrderId !== one.clientOrderId)
                expect(worded(one.mismatch)).not.toEqual([])
            }
            if (one.state === 'rejected') {
              expect(entries.some(({ kind }) => kind === 'refused')).toBe(true)
              expect(
                entries.some(
                  (other) =>
                    other.kind === 'placed' && other.order.clientOrderId === one.clientOrderId,
                ),
              ).toBe(false)
            }
            if (one.state === 'not-processed')
              expect(
                stopOnFail && entries.slice(0, index).some(({ kind }) => kind === 'refused'),
              ).toBe(true)
          }
          const reported = entries.filter(
            (one) => one.kind === 'placed' && one.order.clientOrderId.startsWith('p-'),
          )
          // An order that the answer names as placed is never called anything that says it was not.
          for (const one of reported) {
            const named =
              one.kind === 'placed'
                ? mapped.find(({ clientOrderId }) => clientOrderId === one.order.clientOrderId)
                : undefined
            if (named !== undefined) expect(['placed', 'partly', 'unknown']).toContain(named.state)
          }
        },
      ),
      { numRuns: casesOf({ gate: 1500, scheduled: 5000 }) },
    )
  })

  it('ORD-10 that is merely shuffled is understood completely', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 0, max: 8 }),
        (count, stream, refusals) => {
          const sent = items(count)
          const fails = new Set(
            sent.slice(0, refusals > count ? 0 : refusals).map(({ index }) => index),
          )
          const shuffled = sent
            .map((one) => ({ one, at: stream.next().value }))
            .sort((a, b) => a.at - b.at)
          const mapped = mapBulkAnswer(
            sent,
            shuffled.map(({ one }) => (fails.has(one.index) ? refused : placed(one))),
            false,
          )
          for (const one of mapped) if (!fails.has(one.index)) expect(one.state).toBe('placed')
          const known = mapped.filter(({ state }) => state === 'rejected').length
          if (fails.size < count) expect(known).toBe(fails.size)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('an entry that could not be read', () => {
  const why: Problem = {
    code: 'outcome-unknown',
    message: 'It could not be read.',
    reason: 'UNREAD_MEMBER',
  }
  const unreadable = (clientOrderId = ''): BulkEntry => ({
    kind: 'unclear',
    order: null,
    problem: why,
    clientOrderId,
  })

  it('is unknown at its place, and the others are known', () => {
    const mapped = mapBulkAnswer(items(3), [placed(item(0)), unreadable(), refused], false)
    expect(states(mapped)).toEqual(['placed', 'unknown', 'rejected'])
    expect(mapped[1]?.problem).toEqual(why)
  })

  it('is unknown for the order whose id it carries, wherever it appears', () => {
    const mapped = mapBulkAnswer(
      items(3),
      [placed(item(2)), unreadable('p-0'), placed(item(1))],
      false,
    )
    expect(states(mapped)).toEqual(['unknown', 'placed', 'placed'])
  })

  it('ends nothing: what the exchange did not get to stays unknown behind it', () => {
    expect(states(mapBulkAnswer(items(3), [placed(item(0)), unreadable()], true))).toEqual([
      'placed',
      'unknown',
      'unknown',
    ])
  })
})
