// What happens to an order after it was accepted: partly or completely filled, cancelled, changed
// elsewhere, or ended in an unknown way; found by messages of the stream, by the list of open
// orders, and by both in any order.
import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import { add, compare } from '../../../src/shared/money.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { type Order, isCancelled } from '../../../src/shared/orders/order.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import { filledInAll, isFilledWhole } from '../../../src/shared/orders/resting-order.js'
import type { OrderIntent } from '../../../src/shared/orders/trading.js'
import { mostOpenOrders } from '../../../src/shared/portfolio/portfolio.js'
import { fail, ok } from '../../../src/shared/result.js'
import { settled } from '../../support/fake-clock.js'
import {
  aBulkTicket,
  aLevel,
  aLimitTicket,
  anOpenOrder,
  aTicket,
  createOrderHarness,
  deferred,
  echoOf,
  good,
  type OrderHarness,
  unknownAnswer,
} from '../../support/order-harness.js'

const firstId = '987654321'

/** One order at an exchange that has lists, and what the account learns about it. */
async function resting(ticket: OrderTicket = aLimitTicket({ amount: '1' })) {
  const harness = createOrderHarness()
  await harness.ready()
  const id = await harness.send(ticket)
  await settled()
  return followed(harness, id)
}

function followed(harness: OrderHarness, id: string) {
  harness.lists.there = true
  const { lists, time, conditions } = harness
  const sentItem = () => {
    const [item] = harness.intent(id).items
    if (item === undefined) throw new Error('no order')
    return item
  }
  const record = (some: Partial<Order> = {}): Order => {
    const { clientOrderId, amount, price, market, side } = sentItem()
    return anOpenOrder({
      ...{ id: firstId, clientOrderId, market, side, amount, left: amount },
      ...{ price: price ?? '1', timestamp: '1760000001.5' },
      ...some,
    })
  }
  lists.active = [record()]
  const ends = (some: Partial<Order>): void => {
    lists.active = []
    lists.ended = [record({ endedAt: String(time.clock()), ...some })]
  }
  const named = (order = firstId): void =>
    harness.orders.named({ id: order, clientOrderId: sentItem().clientOrderId })
  /** Reads the list of open orders: the current one, or another. */
  const polled = (value: readonly Order[] = lists.active): void => {
    conditions.openOrders = {
      ...conditions.openOrders,
      value: [...value],
      asOf: time.clock(),
    }
    harness.orders.refresh()
  }
  const steps = () =>
    harness
      .intent(id)
      .timeline.flatMap(({ what, text }) => (what === 'progress' ? [englishOf(text)] : []))
  return { harness, id, lists, time, record, ends, named, polled, steps, item: sentItem }
}

const filled: Partial<Order> = {
  ...{ status: 'FILLED', dealStock: '1', dealMoney: '39000', left: '0' },
}
const partly: Partial<Order> = { dealStock: '0.4', dealMoney: '15600', left: '0.6' }
const cancelled: Partial<Order> = { status: 'CANCELED', left: '1' }

describe('ORD-27 a resting order', () => {
  for (const way of ['a message', 'the list of open orders'] as const) {
    const look = async (order: Awaited<ReturnType<typeof resting>>): Promise<void> => {
      await order.time.pass(1)
      if (way === 'a message') order.named()
      else order.polled()
      await order.time.pass(0.3)
    }

    it(`is found filled when ${way} triggers a lookup`, async () => {
      const order = await resting()
      order.ends(filled)
      await look(order)
      expect(order.item()).toMatchObject({
        state: 'placed',
        mismatch: [],
        order: { id: firstId, status: 'FILLED', dealStock: '1', dealMoney: '39000' },
      })
      expect(order.steps()).toEqual(['Filled 1 BTC for 39000 USDT.'])
      expect(order.harness.refreshed).not.toEqual([])
    })

    it(`is found partly, then completely filled when ${way} triggers a lookup`, async () => {
      const order = await resting()
      order.lists.active = [order.record(partly)]
      await look(order)
      expect(order.item()).toMatchObject({ state: 'partly', order: { dealStock: '0.4' } })
      order.ends(filled)
      await order.time.pass(61)
      await look(order)
      expect(order.item()).toMatchObject({ state: 'placed', order: { dealStock: '1' } })
      expect(order.steps()).toEqual([
        'Filled 0.4 BTC for 15600 USDT, 0.6 BTC left.',
        'Filled 1 BTC for 39000 USDT.',
      ])
    })

    it(`is found cancelled when ${way} triggers a lookup`, async () => {
      const order = await resting()
      order.ends(cancelled)
      await look(order)
      // It was accepted and rested: it may not be sent again like one that was never placed.
      expect(order.item()).toMatchObject({ state: 'placed', order: { status: 'CANCELED' } })
      expect(order.steps()).toEqual(['It was cancelled with nothing filled.'])
    })

    it(`is followed under its new id when ${way} triggers a lookup`, async () => {
      const order = await resting()
      order.lists.ended = [order.record({ ...partly, status: 'CANCELED' })]
      order.lists.active = [order.record({ id: '987654400', price: '38000', amount: '2' })]
      await look(order)
      expect(order.item()).toMatchObject({
        state: 'partly',
        order: { id: '987654400', price: '38000', dealStock: '0' },
        earlier: { firstId, dealStock: '0.4', dealMoney: '15600' },
      })
      order.ends({ ...filled, id: '987654400', price: '38000', dealMoney: '38000' })
      await order.time.pass(61)
      await look(order)
      expect(filledInAll(order.item())).toEqual({ stock: '1.4', money: '53600' })
      expect(order.steps()).toEqual([
        'It has since been changed elsewhere and is now order 987654400. Filled 0.4 BTC for 15600 USDT.',
        'Filled 1.4 BTC for 53600 USDT.',
      ])
    })
  }

  it('counts fills under an id that it had only between two lookups', async () => {
    const order = await resting()
    order.lists.ended = [
      order.record(cancelled),
      order.record({ id: '987654350', ...partly, status: 'CANCELED' }),
    ]
    order.lists.active = [order.record({ id: '987654400' })]
    order.named()
    await order.time.pass(1)
    expect(order.item().order?.id).toBe('987654400')
    expect(filledInAll(order.item())).toEqual({ stock: '0.4', money: '15600' })
  })

  it('is not called cancelled if no list has it: how it ended is unknown', async () => {
    const order = await resting()
    order.lists.active = []
    await order.time.pass(1)
    order.polled()
    await order.time.pass(0.3)
    expect(order.item()).toMatchObject({ state: 'placed', order: { status: 'NEW' } })
    for (let minute = 0; minute < 4; minute += 1) {
      await order.time.pass(60)
      order.polled()
    }
    await order.time.pass(1)
    expect(order.item()).toMatchObject({ state: 'not-open', order: { status: 'NEW' } })
    expect(order.steps()).toEqual([expect.stringContaining('how it ended is unknown')])
    // Now the history has it.
    order.ends(filled)
    order.named()
    await order.time.pass(2)
    expect(order.item()).toMatchObject({ state: 'placed', order: { status: 'FILLED' } })
  })

  it('is not called absent if the exchange lists it with an undocumented status', async () => {
    const order = await resting()
    order.ends({ ...partly, status: 'EXPIRED' })
    order.named()
    await order.time.pass(1)
    expect(order.item()).toMatchObject({ state: 'not-open', order: { dealStock: '0.4' } })
    expect(order.steps()).toEqual([
      'Filled 0.4 BTC for 15600 USDT. It ended with the status “EXPIRED”, which is not in the ' +
        'exchange’s specification, so how it ended is unknown.',
    ])
  })

  it('that no list has is followed while another order of its request is filled', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers((request) =>
      request.kind === 'bulk'
        ? ok({
            reply: {
              kind: 'bulk',
              entries: request.draft.orders.map((draft, at) => ({
                kind: 'placed',
                order: echoOf(draft, { id: `98765432${at}` }),
              })),
            },
            at: 0,
          })
        : good(request),
    )
    const id = await harness.send(aBulkTicket([{ amount: '1' }, { amount: '1' }]))
    await settled()
    const order = followed(harness, id)
    const [, second] = harness.intent(id).items
    order.lists.active = []
    order.lists.ended = [order.record({ id: '987654320', ...filled })]
    await order.time.pass(1)
    order.polled()
    await order.time.pass(1)
    expect(harness.intent(id).items).toMatchObject([
      { state: 'placed', order: { status: 'FILLED' } },
      { state: 'placed', order: second?.order },
    ])
    for (let seconds = 0; seconds < 122; seconds += 1) {
      await order.time.pass(1)
      harness.orders.refresh()
    }
    expect(harness.intent(id).items[1]).toMatchObject({ state: 'not-open' })
  })

  it('with a stop loss stays placed if the list of linked orders may have it', async () => {
    const ticket = aLimitTicket({ amount: '1', stopLoss: '30000' })
    for (const isRead of [false, true]) {
      const order = await resting(ticket)
      order.lists.active = []
      order.harness.conditions.conditionalOrders = {
        ...order.harness.conditions.conditionalOrders,
        ...(isRead
          ? {
              value: [
                {
                  kind: 'oto',
                  id: '1',
                  order: order.record(),
                  stopLoss: '30000',
                  takeProfit: null,
                },
              ],
            }
          : { source: 'none', value: null }),
      }
      for (let minute = 0; minute < 6; minute += 1) {
        await order.time.pass(60)
        order.polled()
      }
      expect(order.item()).toMatchObject({ state: 'placed' })
      expect(order.lists.asked.length > 0).toBe(!isRead)
    }
  })

  it('is not labelled by a list that is unreadable or incomplete', async () => {
    const order = await resting()
    order.lists.active = []
    for (const broken of [
      () => (order.lists.meets = () => fail({ code: 'timeout', message: 'Late.' })),
      () =>
        (order.lists.unreadable = {
          ended: [{ place: 1, id: null, name: null, field: '', why: '' }],
        }),
      () => (order.lists.passesIdsOver = true),
    ]) {
      order.lists.meets = () => null
      order.lists.unreadable = {}
      order.lists.passesIdsOver = false
      order.lists.ended = [order.record({ id: '5', clientOrderId: 'x', ...cancelled })]
      broken()
      for (let minute = 0; minute < 4; minute += 1) {
        await order.time.pass(61)
        order.polled()
        await order.time.pass(1)
      }
      expect(order.item()).toMatchObject({ state: 'placed' })
    }
  })

  it('costs no request while the list of open orders shows it unchanged', async () => {
    const order = await resting()
    for (let time = 0; time < 100; time += 1) {
      await order.time.pass(10)
      order.polled()
    }
    expect(order.lists.asked).toEqual([])
  })

  it('costs no request in the background, where that list is read every five minutes', async () => {
    const order = await resting()
    for (let second = 0; second < 3000; second += 1) {
      await order.time.pass(1)
      if (second % 301 === 300) order.polled()
      order.harness.orders.refresh()
    }
    expect(order.lists.asked).toEqual([])
  })

  it('is looked up less and less often if the list omits it and lookups find it open', async () => {
    const order = await resting()
    for (let time = 0; time < 720; time += 1) {
      await order.time.pass(10)
      order.polled([])
    }
    const { length } = order.lists.asked
    expect(length).toBeGreaterThan(4)
    expect(length).toBeLessThan(15)
    // Once the list has shown it unchanged, the next change is looked up at once.
    order.polled()
    order.ends(filled)
    await order.time.pass(61)
    order.polled()
    await order.time.pass(1)
    expect(order.item()).toMatchObject({ order: { status: 'FILLED' } })
  })

  it('is not looked up if an incomplete list omits it', async () => {
    const order = await resting()
    const others = Array.from({ length: mostOpenOrders }, (_, at) => anOpenOrder({ id: `7${at}` }))
    await order.time.pass(1)
    order.polled(others)
    await order.time.pass(5)
    expect(order.lists.asked).toEqual([])
    order.polled(others.slice(1))
    await order.time.pass(5)
    expect(order.lists.asked).not.toEqual([])
  })

  it('is looked up after 15 minutes if no list of open orders can be read', async () => {
    const order = await resting()
    order.harness.conditions.openOrders = {
      ...order.harness.conditions.openOrders,
      ...{ source: 'none', value: null, asOf: null },
    }
    order.ends(filled)
    for (let second = 0; second < 890; second += 1) {
      await order.time.pass(1)
      order.harness.orders.refresh()
    }
    expect(order.lists.asked).toEqual([])
    await order.time.pass(15)
    order.harness.orders.refresh()
    await order.time.pass(1)
    expect(order.item()).toMatchObject({ order: { status: 'FILLED' } })
  })

  it('is looked up only with the key that sent it', async () => {
    const order = await resting()
    order.ends(filled)
    order.harness.open({ keyHint: 'another' })
    order.named()
    order.polled()
    await order.time.pass(400)
    order.polled()
    await order.time.pass(10)
    expect(order.lists.asked).toEqual([])
  })

  it('is not looked up while the exchange refuses the key', async () => {
    const order = await resting()
    order.harness.conditions.keyState = 'rejected'
    order.ends(filled)
    order.named()
    for (let minute = 0; minute < 20; minute += 1) {
      await order.time.pass(60)
      order.polled()
    }
    expect(order.lists.asked).toEqual([])
    order.harness.conditions.keyState = 'accepted'
    order.harness.orders.refresh()
    await order.time.pass(1)
    expect(order.item()).toMatchObject({ order: { status: 'FILLED' } })
  })

  it('is followed after a restart, however many orders came after it', async () => {
    const order = await resting()
    order.harness.exchange.answers((request) =>
      request.kind === 'bulk'
        ? ok({
            reply: {
              kind: 'bulk',
              entries: request.draft.orders.map((draft) => ({
                kind: 'placed',
                order: echoOf(draft, { id: '1', status: 'FILLED', left: '0', dealStock: '1' }),
              })),
            },
            at: 0,
          })
        : good(request),
    )
    for (let more = 0; more < 25; more += 1) {
      await order.time.pass(1)
      await order.harness.send(aBulkTicket([{}]))
      await settled()
    }
    order.ends(filled)
    order.harness.open()
    order.harness.orders.refresh()
    await order.time.pass(1)
    order.polled()
    await order.time.pass(1)
    expect(order.item()).toMatchObject({ order: { status: 'FILLED', dealStock: '1' } })
  })

  it('that was named before its response is looked up once the response arrives', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const held = deferred<OrderResult>()
    harness.exchange.answers(() => held.promise)
    const id = await harness.send(aLimitTicket({ amount: '1' }))
    await settled()
    const order = followed(harness, id)
    order.ends(filled)
    order.named()
    await harness.time.pass(2)
    expect(order.lists.asked).toEqual([])
    const [sent] = harness.exchange.sent
    if (sent === undefined) throw new Error('nothing was sent')
    held.open(good(sent.request))
    await harness.time.pass(0.5)
    expect(order.item()).toMatchObject({ order: { status: 'FILLED' } })
    expect(order.steps()).toHaveLength(1)
  })

  it('that was changed elsewhere is no mismatch if its first response is late', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const held = deferred<OrderResult>()
    harness.exchange.answers(() => held.promise)
    const id = await harness.send(aLimitTicket({ amount: '1' }))
    await settled()
    const order = followed(harness, id)
    harness.orders.onSleep()
    expect(harness.intent(id).state).toBe('unknown')
    await harness.time.pass(1.5)
    expect(order.item()).toMatchObject({ state: 'placed', order: { id: firstId } })
    order.lists.ended = [order.record(cancelled)]
    order.lists.active = [order.record({ id: '987654400' })]
    order.named()
    await harness.time.pass(2)
    expect(order.item()).toMatchObject({ order: { id: '987654400' } })
    const [sent] = harness.exchange.sent
    if (sent === undefined) throw new Error('nothing was sent')
    held.open(good(sent.request))
    await harness.time.pass(1)
    expect(order.item()).toMatchObject({ mismatch: [], order: { id: '987654400' } })
  })

  it('that appears under a new id after it was called cancelled is followed again', async () => {
    const order = await resting()
    order.ends(cancelled)
    order.named()
    await order.time.pass(1)
    expect(isCancelled(order.item().order ?? {})).toBe(true)
    order.lists.active = [order.record({ id: '987654400' })]
    await order.time.pass(61)
    order.polled()
    await order.time.pass(1)
    expect(order.item()).toMatchObject({
      state: 'placed',
      order: { id: '987654400', status: 'NEW' },
    })
  })

  it('holds back what depends on the position until it is read after the fill', async () => {
    const order = await resting()
    const { time, harness } = order
    const { conditions } = harness
    await time.pass(1)
    conditions.positions = { ...conditions.positions, asOf: time.clock() }
    order.ends(filled)
    order.named()
    await time.pass(1)
    const close = { ...aTicket({ side: 'sell', amount: '0.05' }) }
    expect(harness.orders.prepare(close, '1.1')).toMatchObject({ ok: false })
    await time.pass(1)
    conditions.positions = { ...conditions.positions, asOf: time.clock() }
    expect(harness.orders.prepare(close, '1.1')).toMatchObject({ ok: true })
  })

  it('keeps the levels from its response, which records omit', async () => {
    const ticket = aLimitTicket({ amount: '1', stopLoss: '30000' })
    const order = await resting(ticket)
    order.ends(filled)
    order.named()
    await order.time.pass(1)
    expect(order.item().order).toMatchObject({ status: 'FILLED', oto: { stopLoss: '30000' } })
    expect(order.harness.troubled.at(-1) ?? []).toEqual([])
  })

  it('can be a level of a position, followed until it is executed', async () => {
    const order = await resting(aLevel())
    const { price: _none, ...answered } = order.item().order ?? order.record()
    order.lists.active = []
    order.lists.ended = [
      { ...answered, status: 'FILLED', left: '0', dealStock: '0.05', dealMoney: '1800' },
    ]
    order.harness.orders.named({ id: answered.id, clientOrderId: answered.clientOrderId })
    await order.time.pass(1)
    expect(order.item()).toMatchObject({ state: 'placed', order: { reduceOnly: true } })
    expect(order.steps()).toEqual(['Filled 0.05 BTC for 1800 USDT.'])
  })

  it('ALR-5 may have ended a position once its fill is found, but not if it was cancelled', async () => {
    for (const [end, outcome] of [
      [filled, 'unknown'],
      [cancelled, null],
    ] as const) {
      const order = await resting(aLimitTicket({ side: 'sell', amount: '1', price: '45000' }))
      await order.time.pass(1000)
      const seenAt = order.time.clock()
      order.ends(end)
      order.named()
      await order.time.pass(1)
      const ending = order.harness.orders.endingOrder({
        ...{ id: '1', market: 'BTC_USDT', side: 'long', amount: '1', seenAt },
        goneAt: order.time.clock(),
      })
      expect(ending?.outcome ?? null).toBe(outcome)
    }
  })

  it('ALR-5 may have ended a position if how it ended is unknown', async () => {
    const order = await resting(aLimitTicket({ side: 'sell', amount: '1', price: '45000' }))
    order.lists.active = []
    await order.time.pass(1000)
    const seenAt = order.time.clock()
    for (let minute = 0; minute < 4; minute += 1) {
      await order.time.pass(60)
      order.polled()
    }
    await order.time.pass(1)
    expect(order.item().state).toBe('not-open')
    const ending = order.harness.orders.endingOrder({
      ...{ id: '1', market: 'BTC_USDT', side: 'long', amount: '1', seenAt },
      goneAt: order.time.clock(),
    })
    expect(ending).toMatchObject({ outcome: 'unknown' })
  })

  it('can have thousands of fills without as many steps', async () => {
    const order = await resting()
    for (let part = 1; part < 200; part += 1) {
      const dealStock = String(part / 1000)
      order.lists.active = [
        order.record({ dealStock, dealMoney: '1', left: String(1 - part / 1000) }),
      ]
      order.named()
      await order.time.pass(1.2)
    }
    expect(order.item().order?.dealStock).toBe('0.199')
    expect(order.steps()).toHaveLength(1)
    // Everything is read after fills, but not after every fill.
    expect(order.harness.refreshed.length).toBeGreaterThan(1)
    expect(order.harness.refreshed.length).toBeLessThan(60)
  })
})

describe('a storm of messages', () => {
  it('triggers at most one lookup of a resting order a second', async () => {
    const order = await resting()
    for (let time = 0; time < 500; time += 1) {
      order.named()
      await order.time.pass(0.02)
    }
    const seconds = order.lists.asked.map(({ at }) => at)
    for (const [place, at] of seconds.slice(1).entries())
      expect(at - (seconds[place] ?? 0)).toBeGreaterThanOrEqual(0.99)
    expect(seconds.length).toBeGreaterThan(5)
  })
})

// --- any order of everything ---

type Truth = { id: string; dealStock: string; end: 'FILLED' | 'CANCELED' | null; amount: string }

const happening = fc.oneof(
  fc.record({ what: fc.constantFrom('fill', 'fill-all', 'cancel', 'change'), part: fc.nat(9) }),
  fc.record({
    what: fc.constantFrom('message', 'message', 'twice', 'old-message'),
    part: fc.nat(9),
  }),
  fc.record({
    what: fc.constantFrom('poll', 'old-poll', 'restart', 'broken', 'lag', 'wait'),
    part: fc.nat(9),
  }),
)

function textOfAmount(tenths: number): string {
  return String(tenths / 10)
}

/** A simulated exchange: `truths` has the true state of the order under each of its ids. */
function serviceOf(order: ReturnType<typeof followed>) {
  const truths: Truth[] = [{ id: firstId, dealStock: '0', end: null, amount: '1' }]
  const now = (): Truth => truths.at(-1) ?? { id: '', dealStock: '0', end: null, amount: '1' }
  const asRecord = ({ id, dealStock, end, amount }: Truth): Order => ({
    ...order.record({ id, amount, dealStock, dealMoney: dealStock }),
    left:
      end === 'FILLED' ? '0' : String(Math.round((Number(amount) - Number(dealStock)) * 10) / 10),
    timestamp: String(1_760_000_001.5 + truths.findIndex((one) => one.id === id)),
    status: end ?? 'NEW',
    ...(end === null ? {} : { endedAt: String(order.time.clock()) }),
  })
  const show = (): void => {
    order.lists.active = truths.filter(({ end }) => end === null).map(asRecord)
    order.lists.ended = truths.filter(({ end }) => end !== null).map(asRecord)
  }
  const act = (what: string, part: number): void => {
    const last = now()
    if (last.end !== null) return
    const filledSoFar = Math.round(Number(last.dealStock) * 10)
    if (what === 'fill' && filledSoFar < 9)
      last.dealStock = textOfAmount(filledSoFar + 1 + (part % (9 - filledSoFar)))
    if (what === 'fill-all') Object.assign(last, { dealStock: last.amount, end: 'FILLED' })
    if (what === 'cancel') last.end = 'CANCELED'
    if (what === 'change') {
      last.end = 'CANCELED'
      truths.push({ id: `9876544${10 + truths.length}`, dealStock: '0', end: null, amount: '1' })
    }
    show()
  }
  show()
  return { truths, now, act, show }
}

/** Everything it states as certain is true. */
function saysNothingFalse({ items, timeline }: OrderIntent, truths: readonly Truth[]): void {
  const [item] = items
  const order = item?.order
  if (item === undefined || order == null) throw new Error('no order')
  const truth = truths.find(({ id }) => id === order.id)
  if (truth === undefined) throw new Error('it has an id that the service never gave')
  if (isCancelled(order)) expect(truth.end).toBe('CANCELED')
  if (isFilledWhole(order)) expect(truth.end).toBe('FILLED')
  expect(item.state).not.toBe('not-open')
  const all = truths.reduce((sum, { dealStock }) => add(sum, dealStock), '0')
  expect(compare(filledInAll(item)?.stock ?? '0', all)).toBeLessThanOrEqual(0)
  expect(item.mismatch).toEqual([])
  const ends = timeline.filter(
    ({ what, text }) => what === 'progress' && englishOf(text) === 'Filled 1 BTC for 1 USDT.',
  )
  expect(ends.length).toBeLessThanOrEqual(1)
}

const schedules = Number.parseInt(process.env['PLIMSOLL_RESTING'] ?? '', 10) || 60

/** Of the schedules of a run, for `npm run test:orders`. */
function reported(sent: number, followedToEnd: number): void {
  const file = process.env['PLIMSOLL_ORDER_REPORT']
  if (file === undefined) return
  appendFileSync(
    file,
    `resting: ${schedules} orders through messages, lists and restarts in any order, ` +
      `${followedToEnd} ended\nresting: ${sent - schedules} executed twice, 0 lost, 0 mislabelled\n`,
  )
}

it('ORD-27 a resting order ends as at the exchange, with responses, messages, lists and restarts in any order', async () => {
  let sent = 0
  let ended = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 25 }),
      fc.constantFrom('answered', 'lost'),
      fc.boolean(),
      async (happenings, answer, hasStream) => {
        const harness = createOrderHarness()
        await harness.ready()
        harness.lists.there = true
        if (answer === 'lost') harness.exchange.answers(() => unknownAnswer())
        const id = await harness.send(aLimitTicket({ amount: '1' }))
        await settled()
        const order = followed(harness, id)
        const service = serviceOf(order)
        let oldLists = { active: [...order.lists.active], ended: [...order.lists.ended] }
        let known = '0'
        const check = (): void => {
          const intent = harness.intent(id)
          const stock = intent.items.map((item) => filledInAll(item)?.stock ?? '0')[0] ?? '0'
          // Older data never reverts what was known.
          expect(compare(stock, known)).toBeGreaterThanOrEqual(0)
          known = stock
          if (intent.state !== 'unknown') saysNothingFalse(intent, service.truths)
        }
        for (const { what, part } of happenings) {
          order.lists.meets = () => null
          if (what === 'broken')
            order.lists.meets = () => fail({ code: 'timeout', message: 'Late.' })
          // The order changes between two reads of one lookup.
          else if (part === 0) {
            let reads = 0
            order.lists.meets = () => {
              reads += 1
              if (reads === 2) service.act('change', 0)
              return null
            }
          }
          if (what === 'poll') order.polled()
          else if (what === 'old-poll') order.polled(oldLists.active)
          else if (what === 'lag') Object.assign(order.lists, oldLists)
          else if (what === 'restart') harness.open()
          else if (what.endsWith('message') || what === 'twice') {
            const about = what === 'old-message' ? service.truths[0] : service.now()
            for (let times = what === 'twice' ? 2 : 1; hasStream && times > 0; times -= 1)
              order.named(about?.id)
          } else service.act(what, part)
          if (part === 1)
            oldLists = { active: [...order.lists.active], ended: [...order.lists.ended] }
          await harness.time.pass(part / 4)
          check()
        }
        order.lists.meets = () => null
        service.show()
        for (let minute = 0; minute < 8; minute += 1) {
          await harness.time.pass(61)
          order.polled()
          await harness.time.pass(2)
          check()
        }
        const [item] = harness.intent(id).items
        const last = service.now()
        expect(item).toMatchObject({ order: { id: last.id, dealStock: last.dealStock } })
        expect(isCancelled(item?.order ?? {})).toBe(last.end === 'CANCELED')
        const all = service.truths.reduce((sum, { dealStock }) => add(sum, dealStock), '0')
        expect(item === undefined ? null : (filledInAll(item)?.stock ?? '0')).toBe(all)
        // Executed twice: 0.
        expect(harness.exchange.sent).toHaveLength(1)
        sent += harness.exchange.sent.length
        if (last.end !== null) ended += 1
      },
    ),
    { numRuns: schedules },
  )
  // Schedules in which nothing ended would prove nothing.
  expect(ended).toBeGreaterThan(schedules / 10)
  reported(sent, ended)
})
