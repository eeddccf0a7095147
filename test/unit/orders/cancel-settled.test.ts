// ORD-24 of what was to go: a cancel or a close without an answer, or with one that does not say
// what became of it, and what the exchange's own records say.
import { describe, expect, it } from 'vitest'
import { fillSentence } from '../../../src/renderer/orders/order-ends.js'
import { itemWords } from '../../../src/renderer/orders/order-states.js'
import { resultSentence } from '../../../src/renderer/orders/result-sentences.js'
import type { OrderRequest, OrderResult } from '../../../src/main/exchange/order-gateway.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { Order } from '../../../src/shared/orders/order.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  aCancel,
  aClose,
  anOpenOrder,
  aPosition,
  aTicket,
  createOrderHarness,
  good,
  ourPage,
  type OrderHarness,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

function order(id: string, some: Partial<Order> = {}): Order {
  return anOpenOrder({ id, clientOrderId: `mine-${id}`, ...some })
}

function asEnded(id: string, some: Partial<Order> = {}): Order {
  return order(id, { status: 'CANCELED', ...some })
}

const filled = { status: 'FILLED', dealStock: '0.01', left: '0' }

type Answering = (request: OrderRequest) => OrderResult

/** On an exchange that has lists, where 100, 101 and 102 rest and a long of 0.05 BTC is open. */
async function sent(ticket: OrderTicket, answering: Answering = () => unknownAnswer()) {
  const harness = createOrderHarness()
  await harness.ready()
  harness.lists.there = true
  harness.lists.active.push(...['100', '101', '102'].map((id) => order(id)))
  harness.conditions.openOrders = {
    ...harness.conditions.openOrders,
    value: [...harness.lists.active],
  }
  harness.positionsAre(() =>
    Promise.resolve(ok({ value: [aPosition()], at: harness.time.clock() })),
  )
  harness.exchange.answers(answering)
  const id = await harness.send(ticket)
  await settled()
  return {
    harness,
    id,
    lists: harness.lists,
    intent: () => harness.intent(id),
    states: () => harness.intent(id).items.map(({ state }) => state),
    ends: (...orders: Order[]) => {
      harness.lists.active = harness.lists.active.filter(
        (one) => !orders.some((ended) => ended.id === one.id),
      )
      harness.lists.ended.push(...orders)
    },
  }
}

const single = aCancel('100')

describe('ORD-24 a cancel without an answer', () => {
  it.each<[string, Partial<Order>, string]>([
    ['cancelled', {}, 'done'],
    ['cancelled with a part filled', { dealStock: '0.004', left: '0.006' }, 'done'],
    ['filled', filled, 'already-filled'],
    ['ended by maintenance', { status: 'MAINTENANCE' }, 'not-open'],
  ])('settles as the history has the order: %s', async (_name, some, state) => {
    const cancel = await sent(single)
    cancel.ends(asEnded('100', some))
    await cancel.harness.time.pass(1)
    expect(cancel.intent()).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      problem: null,
      items: [{ state, order: { id: '100' }, mismatch: [] }],
    })
    expect(cancel.intent().timeline.at(-1)?.what).toBe('settled')
    expect(cancel.harness.view().blocks).toEqual([])
    expect(cancel.harness.troubled.at(-1)).toEqual([])
    expect(cancel.harness.refreshed).toContain('cancel')
    expect(cancel.harness.exchange.sent).toHaveLength(1)
    expect(cancel.lists.asked.map(({ list, id }) => [list, id])).toEqual([
      ['active', '100'],
      ['ended', '100'],
      // Where it is not filled, under its client id: it may have been changed elsewhere.
      ...(some.status === 'FILLED'
        ? []
        : [
            ['active', 'mine-100'],
            ['ended', 'mine-100'],
          ]),
    ])
  })

  it('was not carried out where the order rests at two looks two minutes apart, and not before', async () => {
    const cancel = await sent(single)
    await cancel.harness.time.pass(126)
    expect(cancel.intent()).toMatchObject({ state: 'unknown', blocks: true })
    await cancel.harness.time.pass(1)
    expect(cancel.intent()).toMatchObject({
      state: 'not-executed',
      blocks: false,
      items: [{ state: 'not-executed', order: { id: '100' } }],
    })
    expect(worded(cancel.intent().timeline.at(-1)?.text)).toBe(
      'Found in the exchange’s records. The order is still open: it was not cancelled.',
    )
    // It may be cancelled again: nothing came of the first.
    expect(cancel.harness.orders.prepare(single, ourPage)).toMatchObject({ ok: true })
  })

  it('is no longer open where no list has it at two looks two minutes apart: a partner’s history leaves cancelled orders out', async () => {
    const cancel = await sent(single)
    cancel.lists.active = []
    await cancel.harness.time.pass(126)
    expect(cancel.states()).toEqual(['unknown'])
    await cancel.harness.time.pass(1)
    expect(cancel.intent()).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'not-open', order: null }],
    })
    expect(worded(cancel.intent().timeline.at(-1)?.text)).toBe(
      'Found in the exchange’s records. The order is no longer open.',
    )
  })

  it('restarts the two minutes if it was elsewhere in between', async () => {
    const cancel = await sent(single)
    await cancel.harness.time.pass(30)
    const resting = cancel.lists.active.splice(0)
    await cancel.harness.time.pass(60)
    cancel.lists.active.push(...resting)
    await cancel.harness.time.pass(60)
    expect(cancel.states()).toEqual(['unknown'])
  })

  it('ORD-6 concludes nothing from a read that fails, from an order that cannot be read, or from a list of other orders', async () => {
    for (const spoil of [
      (lists: OrderHarness['lists']) =>
        (lists.meets = () => fail({ code: 'exchange-trouble', message: 'Away.' })),
      (lists: OrderHarness['lists']) =>
        (lists.unreadable = {
          active: [{ place: 1, id: null, name: null, field: 'left', why: 'is missing' }],
        }),
      (lists: OrderHarness['lists']) =>
        lists.active.push(order('7')) && (lists.passesIdsOver = true),
    ]) {
      const cancel = await sent(single)
      cancel.lists.active = []
      spoil(cancel.lists)
      await cancel.harness.time.pass(1000)
      expect(cancel.intent()).toMatchObject({ state: 'unknown', blocks: true })
    }
  })

  it('settles where only the history is closed to the key: what does not rest is not open', async () => {
    const cancel = await sent(single)
    cancel.lists.active = []
    cancel.lists.meets = (list) =>
      list === 'ended' ? fail({ code: 'no-permission', message: 'No.' }) : null
    await cancel.harness.time.pass(128)
    expect(cancel.states()).toEqual(['not-open'])
  })

  it('stays unknown where the exchange has no lists, and a person decides', async () => {
    const cancel = await sent(single)
    cancel.lists.there = false
    await cancel.harness.time.pass(1000)
    expect(worded(cancel.intent().evidence?.asked)).toMatchObject([
      { what: 'Order 100 among the open ones on BTC_USDT', problem: { code: 'not-found' } },
    ])
    expect(
      cancel.harness.orders.resolve({ id: cancel.id, item: null, as: 'filled', typed: 'BTC_USDT' }),
    ).toMatchObject({ ok: true })
    expect(cancel.intent()).toMatchObject({
      state: 'resolved-filled',
      blocks: false,
      items: [{ state: 'resolved-filled' }],
    })
    expect(worded(cancel.intent().timeline.at(-1)?.text)).toBe(
      'You decided: carried out. Cancel buy 0.01 BTC_USDT at 40000',
    )
  })

  it('ORD-25 is looked up with the key it was sent with, and with no other', async () => {
    const cancel = await sent(single)
    cancel.ends(asEnded('100'))
    cancel.harness.open({ keyHint: 'other…key!' })
    await cancel.harness.time.pass(1000)
    expect(cancel.intent()).toMatchObject({
      state: 'unknown',
      evidence: { problem: { reason: 'OTHER_KEY' } },
    })
    expect(cancel.lists.asked).toEqual([])
    expect(await cancel.harness.orders.checkNow(cancel.id)).toMatchObject({
      ok: false,
      error: { reason: 'OTHER_KEY' },
    })
  })

  it('ORD-12 a late answer is believed once, and takes back nothing that was found', async () => {
    let answer: (result: OrderResult) => void = () => undefined
    const late = new Promise<OrderResult>((resolve) => (answer = resolve))
    const cancel = await sent(single)
    const again = await sent(aCancel('101'), () => unknownAnswer())
    expect([cancel.states(), again.states()]).toEqual([['unknown'], ['unknown']])
    const slow = createOrderHarness()
    await slow.ready()
    slow.lists.there = true
    slow.exchange.answers(() => late)
    const id = await slow.send(aCancel())
    await slow.time.pass(91)
    expect(slow.intent(id).state).toBe('unknown')
    answer(good({ kind: 'cancel', orders: [{ market: 'BTC_USDT', id: '4180284841' }] }))
    await settled()
    expect(slow.intent(id)).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'done' }],
    })
    expect(worded(slow.intent(id).timeline.at(-1))).toMatchObject({
      what: 'late-answer',
      text: 'The exchange answered late. The order was cancelled.',
    })
  })

  it('ORD-4 found in the middle at the start is unknown, and is settled then', async () => {
    const cancel = await sent(single, () => unknownAnswer())
    const { harness, id } = cancel
    const saved = harness.database.intents.get(id)
    if (saved === undefined) throw new Error('not recorded')
    const items = saved.items.map((item) => ({ ...item, state: 'pending' as const }))
    harness.database.intents.set(id, {
      ...saved,
      state: 'sending',
      items,
      timeline: saved.timeline.filter(({ what }) => what !== 'answered'),
    })
    cancel.ends(asEnded('100'))
    harness.open()
    expect(harness.intent(id)).toMatchObject({ state: 'unknown', blocks: true })
    await harness.time.pass(1)
    expect(harness.intent(id)).toMatchObject({ state: 'acknowledged', items: [{ state: 'done' }] })
  })
})

describe('ORD-24 several, and all, without an answer', () => {
  it('each settles by itself', async () => {
    const cancel = await sent(aCancel('100', '101', '102'))
    cancel.ends(asEnded('100'), asEnded('101', filled))
    await cancel.harness.time.pass(1)
    expect(cancel.states()).toEqual(['done', 'already-filled', 'unknown'])
    expect(cancel.intent()).toMatchObject({ state: 'unknown', blocks: true })
    await cancel.harness.time.pass(127)
    expect(cancel.states()).toEqual(['done', 'already-filled', 'not-executed'])
    expect(cancel.intent()).toMatchObject({ state: 'acknowledged', blocks: false })
  })

  it('all of a market by all that were listed', async () => {
    const cancel = await sent({ kind: 'cancel-all', market: 'BTC_USDT' })
    cancel.ends(asEnded('100'), asEnded('101'), asEnded('102', filled))
    await cancel.harness.time.pass(1)
    expect(cancel.states()).toEqual(['done', 'done', 'already-filled'])
    expect(cancel.intent().state).toBe('acknowledged')
  })

  it('asks of twenty-five by their ids in one look, and of each in its turn', async () => {
    const ids = Array.from({ length: 60 }, (_, number) => String(200 + number))
    const harness = createOrderHarness()
    await harness.ready()
    harness.lists.there = true
    harness.conditions.openOrders = {
      ...harness.conditions.openOrders,
      value: ids.map((id) => order(id)),
    }
    harness.lists.ended.push(...ids.map((id) => asEnded(id)))
    harness.exchange.answers(() => unknownAnswer())
    const id = await harness.send(aCancel(...ids))
    await settled()
    const left = (): number =>
      harness.intent(id).items.filter(({ state }) => state === 'unknown').length
    await harness.time.pass(1)
    expect(left()).toBe(35)
    await harness.time.pass(6)
    expect(left()).toBe(10)
    await harness.time.pass(20)
    expect(harness.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
    for (const ofOrder of [true, false]) {
      const asked = harness.lists.asked.filter(
        ({ list, id: one = '' }) => list === 'ended' && ids.includes(one) === ofOrder,
      )
      expect(asked).toHaveLength(60)
    }
  })
})

function notOpen(): OrderResult {
  return fail({
    outcome: 'rejected',
    problem: {
      code: 'refused',
      message: 'Refused.',
      server: { status: 400, code: 2, message: 'Inner validation failed' },
    },
  })
}

describe('what an answer left open is looked up', () => {
  it.each<[string, Partial<Order>, string, string]>([
    ['filled', filled, 'already-filled', 'The order had been filled before.'],
    ['cancelled', {}, 'already-cancelled', 'The order had been cancelled before.'],
  ])('an order that was refused as not open: it is %s', async (_name, some, state, words) => {
    const cancel = await sent(single, notOpen)
    expect(cancel.states()).toEqual(['not-open'])
    cancel.ends(asEnded('100', some))
    await cancel.harness.time.pass(1)
    expect(cancel.intent()).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state, order: { id: '100' }, problem: null }],
    })
    expect(worded(cancel.intent().timeline.at(-1))).toMatchObject({
      what: 'looked',
      text: `Found in the exchange’s records. ${words}`,
    })
    expect(itemWords(cancel.intent().items[0] ?? expect.fail()).tone).not.toBe('danger')
    const questions = some.status === 'FILLED' ? 2 : 4
    expect(cancel.harness.lists.asked).toHaveLength(questions)
    await cancel.harness.time.pass(1000)
    expect(cancel.harness.lists.asked).toHaveLength(questions)
  })

  it('for three minutes, and is left as it is then', async () => {
    const cancel = await sent(single, notOpen)
    cancel.lists.active = []
    await cancel.harness.time.pass(2000)
    expect(cancel.states()).toEqual(['not-open'])
    expect(cancel.lists.asked.at(-1)?.at).toBeLessThan(cancel.intent().createdAt + 200)
  })

  it('an order that was refused as not open, and rests at two looks two minutes apart: it was not cancelled', async () => {
    const cancel = await sent(single, notOpen)
    await cancel.harness.time.pass(126)
    expect(cancel.states()).toEqual(['not-open'])
    await cancel.harness.time.pass(1)
    expect(cancel.intent()).toMatchObject({
      state: 'not-executed',
      blocks: false,
      items: [{ state: 'not-executed', order: { id: '100' } }],
    })
    expect(worded(cancel.intent().timeline.at(-1)?.text)).toBe(
      'Found in the exchange’s records. The order is still open: it was not cancelled.',
    )
    expect(cancel.harness.orders.prepare(single, ourPage)).toMatchObject({ ok: true })
  })

  it('but where a look in between finds it nowhere, the list was late and the exchange’s own answer counts', async () => {
    const cancel = await sent(single, notOpen)
    await cancel.harness.time.pass(1)
    const resting = cancel.lists.active.splice(0)
    await cancel.harness.time.pass(80)
    cancel.lists.active.push(...resting)
    await cancel.harness.time.pass(2000)
    expect(cancel.states()).toEqual(['not-open'])
    expect(cancel.intent().evidence?.unsettled).toEqual([])
  })

  it('of all that an accepted “cancel all” was to take; one that still rests after two minutes was not cancelled', async () => {
    const cancel = await sent({ kind: 'cancel-all', market: null }, good)
    cancel.ends(asEnded('100'), asEnded('101', filled))
    await cancel.harness.time.pass(1)
    expect(cancel.states()).toEqual(['done', 'already-filled', 'accepted'])
    expect(cancel.intent()).toMatchObject({ state: 'acknowledged', blocks: false })
    await cancel.harness.time.pass(127)
    expect(cancel.states()).toEqual(['done', 'already-filled', 'not-executed'])
    expect(worded(cancel.intent().timeline.at(-1)?.text)).toContain(
      'The order is still open: it was not cancelled.',
    )
  })

  /** All of these rested when all were to be cancelled, and the exchange took that. */
  const manyAccepted = async (count: number) => {
    const ids = Array.from({ length: count }, (_, number) => String(1000 + number))
    const harness = createOrderHarness()
    await harness.ready()
    harness.lists.there = true
    harness.lists.active.push(...ids.map((id) => order(id)))
    harness.conditions.openOrders = {
      ...harness.conditions.openOrders,
      value: [...harness.lists.active],
    }
    harness.exchange.answers(good)
    const id = await harness.send({ kind: 'cancel-all', market: null })
    await settled()
    const counts = (): Record<string, number> => {
      const states = harness.intent(id).items.map(({ state }) => state)
      return Object.fromEntries(
        [...new Set(states)].map((state) => [state, states.filter((one) => one === state).length]),
      )
    }
    return { harness, ids, id, counts }
  }

  it.each([26, 60, 100])(
    'of all %i orders of a “cancel all”, however many looks that takes',
    async (count) => {
      const { harness, ids, id, counts } = await manyAccepted(count)
      const [gone, resting] = [
        ids.filter((_, number) => number % 3 > 0),
        ids.filter((_, number) => number % 3 === 0),
      ]
      harness.lists.active = resting.map((one) => order(one))
      harness.lists.ended.push(...gone.map((one) => asEnded(one)))
      await harness.time.pass(1200)
      expect(counts()).toEqual({ done: gone.length, 'not-executed': resting.length })
      expect(harness.exchange.sent).toHaveLength(1)
      const { length } = harness.lists.asked
      await harness.time.pass(4000)
      expect(harness.lists.asked).toHaveLength(length)
      expect(harness.intent(id).evidence).not.toHaveProperty('lookedUp')
    },
  )

  it('a “cancel all” of more orders than one look asks ends once each was looked at often enough, and says so', async () => {
    const { harness, ids, id, counts } = await manyAccepted(60)
    harness.lists.meets = () => fail({ code: 'exchange-trouble', message: 'Away.' })
    await harness.time.pass(4000)
    expect(counts()).toEqual({ accepted: 60 })
    expect(harness.intent(id).evidence).toMatchObject({ lookedUp: true })
    const asked = ids.map(
      (one) => harness.lists.asked.filter((question) => question.id === one).length,
    )
    expect(new Set(asked)).toEqual(new Set([5]))
  })

  it('also after the time without a connection', async () => {
    const { harness, ids, counts } = await manyAccepted(3)
    harness.setClient(null)
    await harness.time.pass(3000)
    expect(harness.lists.asked).toEqual([])
    harness.lists.active = []
    harness.lists.ended.push(...ids.map((one) => asEnded(one)))
    harness.setClient(harness.client)
    await harness.time.pass(60)
    expect(counts()).toEqual({ done: 3 })
  })

  it('asks nothing after a cancel that said how the order ended', async () => {
    const cancel = await sent(single, good)
    await cancel.harness.time.pass(1000)
    expect([cancel.states(), cancel.lists.asked]).toEqual([['done'], []])
  })
})

describe('ORD-24 a close without an answer', () => {
  const closing = async (answering?: Answering) => {
    const close = await sent(aClose(), answering)
    const holds = (...positions: Position[]): void =>
      close.harness.positionsAre(() =>
        Promise.resolve(ok({ value: positions, at: close.harness.time.clock() })),
      )
    return { ...close, holds }
  }

  it('is carried out where the position is gone by its id at two looks', async () => {
    const close = await closing()
    close.holds(aPosition({ id: '2', amount: '-0.01' }))
    await close.harness.time.pass(1)
    expect(close.intent()).toMatchObject({
      state: 'unknown',
      evidence: { verdict: 'likely-filled' },
    })
    await close.harness.time.pass(6)
    expect(close.intent()).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'done' }],
    })
    expect(worded(close.intent().timeline.at(-1)?.text)).toBe(
      'Found in the exchange’s records. The position is closed.',
    )
    expect(close.harness.exchange.sent).toHaveLength(1)
    expect(close.lists.asked).toEqual([])
  })

  it('a list of positions that comes empty once closes nothing', async () => {
    const close = await closing()
    close.holds()
    await close.harness.time.pass(1)
    close.holds(aPosition())
    await close.harness.time.pass(200)
    expect(close.intent().state).toBe('not-executed')
  })

  it('is not carried out where the position is exactly the same at two looks two minutes apart', async () => {
    const close = await closing()
    await close.harness.time.pass(126)
    expect(close.intent()).toMatchObject({
      state: 'unknown',
      evidence: { verdict: 'likely-not-filled' },
    })
    await close.harness.time.pass(1)
    expect(close.intent()).toMatchObject({
      state: 'not-executed',
      blocks: false,
      items: [{ state: 'not-executed' }],
    })
    expect(worded(close.intent().timeline.at(-1)?.text)).toContain(
      'The position is still open: it was not closed.',
    )
  })

  it('ORD-7 stays unknown where the position is another: smaller, touched, or one that cannot be read', async () => {
    for (const some of [
      { amount: '0.02', modifiedAt: '1760000001' },
      { modifiedAt: '1760000001' },
      { amount: null },
    ]) {
      const close = await closing()
      close.holds(aPosition(some))
      await close.harness.time.pass(2000)
      expect(close.intent()).toMatchObject({ state: 'unknown', blocks: true })
      expect(worded(close.intent().evidence?.unsettled)).toEqual([
        'The position is still open, but has changed since.',
      ])
    }
    const close = await closing()
    const unreadable = [{ place: 1, id: '1', name: 'BTC_USDT', field: 'amount', why: 'is missing' }]
    close.harness.positionsAre(() =>
      Promise.resolve(ok({ value: [], unreadable, at: close.harness.time.clock() })),
    )
    await close.harness.time.pass(2000)
    expect(close.intent().state).toBe('unknown')
  })

  it('that was accepted is closed as soon as the position is gone, and blocks nothing meanwhile', async () => {
    const close = await closing(good)
    expect(close.intent()).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'accepted' }],
    })
    close.holds()
    await close.harness.time.pass(1)
    expect(close.intent()).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'done' }],
      evidence: { after: { positions: { BTC_USDT: [] } } },
    })
    expect(
      close.harness.refreshed.filter((kind) => kind === 'close-position').length,
    ).toBeGreaterThan(1)
  })

  /** The order that closed the position, as the exchange's history has it. */
  const closer = (close: { harness: OrderHarness }, some: Partial<Order> = {}): Order =>
    anOpenOrder({
      id: '900',
      clientOrderId: '',
      side: 'sell',
      type: 'margin market',
      timestamp: String(close.harness.time.clock()),
      amount: '0.05',
      left: '0',
      dealStock: '0.05',
      dealMoney: '3219.45',
      status: 'FILLED',
      ...some,
    })

  it('ALR-6 that was accepted has its fill from the order that the history of the position names', async () => {
    const close = await closing(good)
    close.lists.positionOrders['1'] = ['900', '12']
    close.lists.ended.push(closer(close))
    close.holds()
    await close.harness.time.pass(1)
    const [item] = close.intent().items
    expect(item).toMatchObject({ state: 'done', order: { id: '900' } })
    if (item === undefined) throw new Error('no item')
    expect(itemWords(item).text).toBe('Closed')
    expect(fillSentence(item)).toMatch(/^Filled at 64389 USDT · \+1219\.45 USDT/)
    const asked = close.lists.positionsAsked.length
    await close.harness.time.pass(4000)
    expect(close.lists.positionsAsked).toHaveLength(asked)
    expect(close.harness.exchange.sent).toHaveLength(1)
  })

  it('ALR-6 is looked up for its fill until the history has it, and blocks nothing meanwhile', async () => {
    const close = await closing(good)
    close.holds()
    await close.harness.time.pass(1)
    expect(close.intent()).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'done', order: null }],
    })
    expect(resultSentence(close.intent(), close.harness.time.clock())).toBe(
      'The position is closed. Its fill price is being looked up.',
    )
    close.lists.positionOrders['1'] = ['900']
    close.lists.ended.push(closer(close))
    await close.harness.time.pass(6)
    expect(close.intent().items).toMatchObject([{ state: 'done', order: { id: '900' } }])
  })

  it('ALR-6 without an answer takes no fill: a stop loss may have ended the position', async () => {
    const close = await closing()
    close.lists.positionOrders['1'] = ['900']
    close.lists.ended.push(closer(close))
    close.holds()
    await close.harness.time.pass(4000)
    expect(close.intent().items).toMatchObject([{ state: 'done', order: null }])
    expect(resultSentence(close.intent(), close.harness.time.clock())).toContain(
      'The position is closed.',
    )
  })

  it('ALR-6 is looked up again where its fill could not be read, and says what was asked', async () => {
    const close = await closing(good)
    close.lists.positionOrders['1'] = ['900']
    close.lists.ended.push(closer(close))
    close.lists.positionFault = { code: 'timeout', message: 'No answer in time.' }
    close.holds()
    await close.harness.time.pass(2000)
    expect(close.intent()).toMatchObject({
      items: [{ state: 'done', order: null }],
      evidence: { asked: [{ problem: { code: 'timeout' } }] },
    })
    close.lists.positionFault = null
    await close.harness.time.pass(400)
    expect(close.intent().items).toMatchObject([{ state: 'done', order: { id: '900' } }])
  })

  it.each<[string, Partial<Order>]>([
    ['for a part of the position', { dealStock: '0.04' }],
    ['in the same direction', { side: 'buy' }],
    ['before the close was sent', { timestamp: '1' }],
    ['long after the close was sent', { timestamp: '99999999999' }],
    ['on another market', { market: 'ETH_USDT' }],
    ['that is a stop', { type: 'stop market' }],
    ['that rested in the book', { type: 'margin limit', price: '64389' }],
    ['with a client id', { clientOrderId: 'p-3f09c1d2e4' }],
  ])('ALR-6 takes no fill from an order %s, and stops looking', async (_name, some) => {
    const close = await closing(good)
    close.lists.positionOrders['1'] = ['900']
    close.lists.ended.push(closer(close, some))
    close.holds()
    await close.harness.time.pass(4000)
    expect(close.intent()).toMatchObject({
      items: [{ state: 'done', order: null }],
      evidence: { lookedUp: true },
    })
    expect(close.lists.positionsAsked).toHaveLength(5)
    expect(resultSentence(close.intent(), close.harness.time.clock())).toContain(
      'Its fill price was not found',
    )
  })

  it('that was accepted and left the position as it was is reported as not carried out', async () => {
    const close = await closing(good)
    await close.harness.time.pass(128)
    expect(close.states()).toEqual(['not-executed'])
  })

  const noPosition = (): OrderResult =>
    fail({
      outcome: 'rejected',
      problem: {
        code: 'refused',
        message: 'Refused.',
        server: { status: 422, code: 104, message: 'Inner validation failed' },
      },
    })

  it('that was refused as not open, and left the position as it was at two looks two minutes apart, was not carried out', async () => {
    const close = await closing(noPosition)
    await close.harness.time.pass(126)
    expect(close.states()).toEqual(['not-open'])
    await close.harness.time.pass(1)
    expect(close.intent()).toMatchObject({
      state: 'not-executed',
      blocks: false,
      items: [{ state: 'not-executed' }],
    })
    expect(worded(close.intent().timeline.at(-1)?.text)).toContain(
      'The position is still open: it was not closed.',
    )
  })

  it('that was refused as not open was not carried out where the position is open at two such looks, changed meanwhile or not', async () => {
    for (const some of [
      { amount: '0.02', modifiedAt: '1760000001' },
      { modifiedAt: '1760000001' },
      { amount: null },
    ]) {
      const close = await closing(noPosition)
      close.holds(aPosition(some))
      await close.harness.time.pass(126)
      expect(close.states()).toEqual(['not-open'])
      await close.harness.time.pass(1)
      expect(close.intent()).toMatchObject({
        state: 'not-executed',
        blocks: false,
        items: [{ state: 'not-executed' }],
      })
      expect(worded(close.intent().timeline.at(-1)?.text)).toContain(
        'The position is still open: it was not closed.',
      )
    }
  })

  it('that was refused as not open stays so where the position is gone, whenever the list follows', async () => {
    const close = await closing(noPosition)
    await close.harness.time.pass(60)
    close.holds()
    await close.harness.time.pass(2000)
    expect(close.intent()).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      problem: null,
      items: [{ state: 'not-open' }],
    })
  })

  it('a market order there waits for it, as for any other', async () => {
    const close = await closing()
    expect(
      close.harness.orders.prepare(aTicket({ side: 'sell', amount: '0.05' }), ourPage),
    ).toMatchObject({
      ok: false,
      error: { reason: 'MARKET_BLOCKED' },
    })
  })
})
