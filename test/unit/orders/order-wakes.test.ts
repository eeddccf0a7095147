// Orders that the stream names: what is looked up because of it, and how often.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { Order } from '../../../src/shared/orders/order.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { ok } from '../../../src/shared/result.js'
import { settled } from '../../support/fake-clock.js'
import {
  aBulkTicket,
  aCancel,
  anOpenOrder,
  createOrderHarness,
  deferred,
  good,
  type OrderHarness,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-harness.js'

/** An order that was sent and has no answer; `answer` gives it one. */
async function flying(ticket: OrderTicket = aBulkTicket([{}])) {
  return prepared(() => undefined, ticket)
}

async function prepared(prepare: (harness: OrderHarness) => void, ticket: OrderTicket) {
  const harness = createOrderHarness()
  await harness.ready()
  prepare(harness)
  harness.lists.there = true
  const held = deferred<OrderResult>()
  harness.exchange.answers(() => held.promise)
  const id = await harness.send(ticket)
  await settled()
  const answer = async (result: OrderResult): Promise<void> => {
    held.open(result)
    await settled()
  }
  const listed = (orderId: string, some: Partial<Order> = {}): Order => {
    const [item] = harness.intent(id).items
    if (item === undefined) throw new Error('no order')
    return anOpenOrder({
      id: orderId,
      clientOrderId: item.clientOrderId,
      amount: item.amount,
      left: item.amount,
      price: item.price ?? '1',
      timestamp: String(harness.time.clock()),
      ...some,
    })
  }
  const ours = () => harness.intent(id).items[0]?.clientOrderId ?? ''
  const steps = () => harness.intent(id).timeline.map(({ what }) => what)
  return { ...harness, harness, id, answer, listed, ours, steps }
}

async function lost(ticket?: OrderTicket) {
  const order = await flying(ticket)
  await order.answer(unknownAnswer())
  return order
}

function filled(amount: string): Partial<Order> {
  return { status: 'FILLED', dealStock: amount, left: '0' }
}

describe('ORD-24 an order without an answer that the stream names', () => {
  it('is looked up before its turn, by its client id, and settled by the lists', async () => {
    const { harness, id, lists, listed, ours, time, steps } = await lost()
    lists.ended.push(listed('801', filled('0.001')))
    harness.orders.named({ id: '801', clientOrderId: ours() })
    expect(harness.intent(id).state).toBe('unknown')
    await time.pass(0.3)
    expect(harness.intent(id)).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'placed', order: { id: '801', status: 'FILLED' } }],
    })
    expect(steps().filter((what) => what === 'settled')).toHaveLength(1)
  })

  it('stays unknown where the lists do not have it, whatever the stream says', async () => {
    const { harness, id, ours, time } = await lost()
    harness.orders.named({ id: '801', clientOrderId: ours() })
    await time.pass(0.9)
    expect(harness.intent(id).state).toBe('unknown')
    expect(harness.lists.asked.length).toBeGreaterThan(0)
    // The user is not notified because of a lookup that came early.
    expect(harness.troubled.at(-1) ?? []).toEqual([])
  })

  it('counts as never executed where no message named it, and never where one did', async () => {
    for (const isNamed of [false, true]) {
      const { harness, id, lists, ours, time } = await lost()
      // From before the order: this history keeps what was cancelled.
      const earlier = String(time.clock() - 86_400)
      lists.ended.push(
        anOpenOrder({ id: '7', market: 'SOL_USDT', status: 'CANCELED', timestamp: earlier }),
      )
      harness.orders.named({ id: '801', clientOrderId: isNamed ? ours() : 'x' })
      await time.pass(1800)
      const { state, evidence } = harness.intent(id)
      expect([state, evidence?.unsettled?.map(englishOf)]).toEqual(
        isNamed
          ? ['unknown', [expect.stringContaining('A live update mentioned this order')]]
          : ['not-executed', []],
      )
    }
  })

  it('is not looked up for an order of somebody else', async () => {
    const { harness, lists, time } = await lost()
    harness.orders.named({ id: '801', clientOrderId: '' })
    harness.orders.named({ id: '802', clientOrderId: 'of another program' })
    await time.pass(0.9)
    expect(lists.asked).toEqual([])
  })

  it('is not looked up with another key than it was sent with', async () => {
    const { harness, lists, ours, time, readAt } = await lost()
    harness.open({ keyHint: 'another' })
    const reads = readAt.length
    harness.orders.named({ id: '801', clientOrderId: ours() })
    await time.pass(0.9)
    expect([lists.asked, readAt.length]).toEqual([[], reads])
  })

  it('is looked up at once as it is lost, if it was named while its answer was on the way', async () => {
    const { harness, id, answer, lists, listed, ours, time } = await flying()
    lists.ended.push(listed('801', filled('0.001')))
    harness.orders.named({ id: '801', clientOrderId: ours() })
    await time.pass(5)
    expect([lists.asked, harness.intent(id).state]).toEqual([[], 'sending'])
    await answer(unknownAnswer())
    await time.pass(0.3)
    expect(harness.intent(id)).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'placed' }],
    })
  })

  it('is recorded once if its answer came after the message, whatever names it later', async () => {
    const { harness, id, answer, exchange, ours, time, lists, listed, steps } = await flying()
    harness.orders.named({ id: '801', clientOrderId: ours() })
    const [sent] = exchange.sent
    if (sent === undefined) throw new Error('nothing was sent')
    lists.active.push(listed('987654321'))
    await answer(good(sent.request))
    const before = steps()
    for (let times = 0; times < 5; times += 1) {
      harness.orders.named({ id: '987654321', clientOrderId: ours() })
      await time.pass(2)
    }
    expect(harness.intent(id)).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'placed', order: { id: '987654321', status: 'NEW' } }],
    })
    expect(steps()).toEqual(before)
  })

  it('is followed under its new id, whichever of the two messages comes first', async () => {
    for (const ids of [
      ['801', '802'],
      ['802', '801'],
    ]) {
      const { harness, id, lists, listed, ours, time } = await lost()
      lists.ended.push(listed('801', { status: 'CANCELED' }))
      lists.active.push(listed('802', { price: '12345', timestamp: String(time.clock() + 0.1) }))
      for (const named of ids) harness.orders.named({ id: named, clientOrderId: ours() })
      await time.pass(0.3)
      expect(harness.intent(id)).toMatchObject({
        state: 'acknowledged',
        items: [{ state: 'placed', order: { id: '802', price: '12345' } }],
      })
    }
  })
})

describe('an order to be cancelled that the stream names', () => {
  it('is looked up by its own id and by its client id', async () => {
    for (const named of [
      { id: '4180284841', clientOrderId: '' },
      { id: '5', clientOrderId: 'mine' },
    ]) {
      const { harness, id, lists, time } = await lost(aCancel('4180284841'))
      lists.ended.push(anOpenOrder({ id: '4180284841', status: 'CANCELED' }))
      harness.orders.named(named)
      await time.pass(0.3)
      expect(harness.intent(id).items).toMatchObject([{ state: 'done' }])
    }
  })

  it('is not looked up once the exchange refused the request', async () => {
    const { harness, answer, lists, time } = await flying(aCancel('4180284841'))
    await answer(rejectedAnswer(403))
    harness.orders.named({ id: '4180284841', clientOrderId: 'mine' })
    await time.pass(3)
    expect(lists.asked).toEqual([])
  })
})

describe('a storm of messages', () => {
  it('has an order looked up at most once a second, and once more after the last of them', async () => {
    const { harness, id, lists, ours, time, listed, readAt } = await lost()
    // Beyond the first lookups that happen without any message.
    await time.pass(130)
    const before = readAt.length
    for (let tenth = 0; tenth < 100; tenth += 1) {
      for (let times = 0; times < 10; times += 1)
        harness.orders.named({ id: '801', clientOrderId: ours() })
      await time.pass(0.1)
    }
    expect(readAt.length - before).toBeLessThanOrEqual(11)
    lists.active.push(listed('801'))
    harness.orders.named({ id: '801', clientOrderId: ours() })
    await time.pass(1.2)
    expect(harness.intent(id).state).toBe('acknowledged')
    const after = readAt.length
    harness.orders.named({ id: '801', clientOrderId: ours() })
    await time.pass(5)
    expect(readAt.length).toBe(after)
  })

  it('has few of many orders looked up by their ids at once, and none twice before the others', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => String(9000 + at))
    const order = await prepared(
      (harness) => {
        const value = ids.map((id) => anOpenOrder({ id, clientOrderId: `mine-${id}` }))
        harness.conditions.openOrders = { ...harness.conditions.openOrders, value }
      },
      aCancel(...ids),
    )
    await order.answer(unknownAnswer())
    const { harness, lists, time } = order
    // A second in which no lookup is due by itself.
    await time.pass(2)
    const before = lists.asked.length
    const asked = (): Set<string> =>
      new Set(lists.asked.slice(before).flatMap(({ id = '' }) => (ids.includes(id) ? id : [])))
    for (const id of ids) harness.orders.named({ id, clientOrderId: '' })
    await time.pass(0.3)
    expect(asked().size).toBe(5)
    harness.orders.named({ id: '9000', clientOrderId: '' })
    await time.pass(1)
    expect(asked().size).toBe(10)
  })

  it('waits for a lookup that takes long, and leaves no timer behind', async () => {
    const { harness, lists, ours, time } = await lost()
    const held = deferred<null>()
    lists.meets = () => held.promise
    for (let second = 0; second < 30; second += 1) {
      harness.orders.named({ id: '801', clientOrderId: ours() })
      await time.pass(1)
    }
    expect(lists.asked.length).toBeLessThanOrEqual(1)
    const timers = time.pending()
    harness.orders.named({ id: '801', clientOrderId: ours() })
    expect(time.pending()).toBe(timers)
    harness.orders.close()
    held.open(null)
    await time.pass(600)
    expect(time.pending()).toBe(0)
  })
})

type Step =
  | { act: 'message'; times: number; foreign: boolean }
  | { act: 'pass'; tenths: number }
  | { act: 'answer' | 'lose' | 'list' | 'fail' | 'recover' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('message' as const),
    times: fc.integer({ min: 1, max: 5 }),
    foreign: fc.boolean(),
  }),
  fc.record({ act: fc.constant('pass' as const), tenths: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ act: fc.constantFrom('answer', 'lose', 'list', 'fail', 'recover') }),
)

it('ORD-24 whichever comes first, one outcome is recorded, once, and nothing is sent again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
      const order = await flying()
      const { harness, id, lists, exchange, time } = order
      const fault = { code: 'exchange-trouble', message: 'Later.' } as const
      const list = (): void => {
        if (lists.ended.length === 0) lists.ended.push(order.listed('801', filled('0.001')))
      }
      for (const one of steps) {
        if (one.act === 'pass') await time.pass(one.tenths / 10)
        else if (one.act === 'message')
          for (let times = 0; times < one.times; times += 1)
            harness.orders.named({ id: '801', clientOrderId: one.foreign ? 'x' : order.ours() })
        else if (one.act === 'answer') {
          const [sent] = exchange.sent
          if (sent !== undefined) await order.answer(good(sent.request))
        } else if (one.act === 'lose') await order.answer(unknownAnswer())
        else if (one.act === 'list') list()
        else lists.meets = () => (one.act === 'fail' ? { ok: false, error: fault } : null)
      }
      list()
      lists.meets = () => null
      await order.answer(unknownAnswer())
      harness.orders.named({ id: '801', clientOrderId: order.ours() })
      await time.pass(300)
      const { state, timeline } = harness.intent(id)
      const ends = timeline.filter(({ what, details }) =>
        what === 'settled' ? true : what === 'answered' && details['outcome'] !== 'unknown',
      )
      expect(state).toBe('acknowledged')
      expect(ends.length).toBeGreaterThan(0)
      expect(timeline.filter(({ what }) => what === 'settled').length).toBeLessThanOrEqual(1)
      expect(exchange.sent).toHaveLength(1)
      harness.orders.close()
    }),
    { numRuns: 30 },
  )
})

it('answers as before where the stream says nothing', async () => {
  const { harness, id, lists, listed, time } = await lost()
  lists.active.push(listed('801'))
  harness.positionsAre(() => Promise.resolve(ok({ value: [], at: time.clock() })))
  await time.pass(1)
  expect(harness.intent(id).state).toBe('acknowledged')
})
