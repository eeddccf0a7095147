// ORD-24 of an order that somebody changed elsewhere: it has a new id then, the same client id, and
// the one before it has ended.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import type { Order } from '../../../src/shared/orders/order.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  aBulkTicket,
  aCancel,
  anOpenOrder,
  createOrderHarness,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

/** A limit order without an answer. `listed` is as the exchange would list it. */
async function lost() {
  const harness = createOrderHarness()
  await harness.ready()
  harness.lists.there = true
  harness.exchange.answers(() => unknownAnswer())
  const id = await harness.send(aBulkTicket([{}]))
  await settled()
  const [item] = harness.intent(id).items
  if (item === undefined) throw new Error('no order')
  const sentAt = harness.time.clock()
  const listed = (orderId: string, after: number, some: Partial<Order> = {}): Order => ({
    id: orderId,
    clientOrderId: item.clientOrderId,
    market: item.market,
    side: item.side,
    type: 'limit',
    timestamp: String(sentAt + after),
    dealMoney: '0',
    dealStock: '0',
    amount: item.amount,
    left: item.amount,
    dealFee: '0',
    status: 'NEW',
    price: item.price ?? '1',
    postOnly: item.postOnly,
    ioc: item.ioc,
    withoutLevels: true,
    ...some,
  })
  return { harness, id, item, listed, found: () => harness.intent(id).items[0] }
}

const gaveWay = { status: 'CANCELED' } as const

describe('ORD-24 an order without an answer that was changed elsewhere', () => {
  it('is followed under its new id, and fits as it was placed', async () => {
    const order = await lost()
    order.harness.lists.ended.push(order.listed('800', 0, gaveWay))
    order.harness.lists.active.push(order.listed('801', 0.5, { price: '12345' }))
    await order.harness.time.pass(1)
    expect(order.harness.intent(order.id)).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'placed', mismatch: [], order: { id: '801', price: '12345' } }],
    })
    expect(worded(order.harness.intent(order.id).timeline.at(-1)?.text)).toContain(
      'It has since been changed elsewhere and is now order 801.',
    )
    expect(order.harness.exchange.sent).toHaveLength(1)
  })

  it('through several changes, filled under the last one', async () => {
    const order = await lost()
    const { lists } = order.harness
    lists.ended.push(
      order.listed('802', 2, { status: 'FILLED', dealStock: order.item.amount, left: '0' }),
    )
    lists.ended.push(
      order.listed('801', 1, gaveWay),
      order.listed('800', 0, { status: undefined } as Partial<Order>),
    )
    await order.harness.time.pass(1)
    expect(order.found()).toMatchObject({ state: 'placed', mismatch: [], order: { id: '802' } })
  })

  it('was filled in part before, and is not said to be unfilled where the rest was cancelled', async () => {
    const order = await lost()
    const part = { ...gaveWay, dealStock: '0.0000001', dealMoney: '0.004' }
    order.harness.lists.ended.push(order.listed('800', 0, part), order.listed('801', 1, gaveWay))
    await order.harness.time.pass(1)
    expect(order.found()).toMatchObject({ state: 'partly', order: { id: '801' } })
  })

  it('does not fit where what was placed first does not', async () => {
    const order = await lost()
    order.harness.lists.ended.push(order.listed('800', 0, { ...gaveWay, price: '1' }))
    order.harness.lists.active.push(order.listed('801', 1))
    await order.harness.time.pass(1)
    expect(worded(order.found())).toMatchObject({
      state: 'placed',
      mismatch: [expect.stringContaining('price')],
    })
    expect(order.harness.intent(order.id).blocks).toBe(true)
  })

  it('ORD-1 is settled only where one at most can be at work: else nobody is told that it is one order', async () => {
    const kinds = {
      rests: (): Partial<Order> => ({}),
      filled: (): Partial<Order> => ({ status: 'FILLED', dealStock: '0.01', left: '0' }),
      gaveWay: (): Partial<Order> => gaveWay,
      otherSide: (): Partial<Order> => ({ ...gaveWay, side: 'sell' }),
    }
    const names = Object.keys(kinds) as (keyof typeof kinds)[]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        async (chain, reversed) => {
          const order = await lost()
          const { lists } = order.harness
          for (const [at, kind] of chain.entries()) {
            const one = order.listed(String(800 + at), at / 10, kinds[kind]())
            const list = kind === 'rests' ? lists.active : lists.ended
            if (reversed) list.unshift(one)
            else list.push(one)
          }
          await order.harness.time.pass(1)
          const sideOf = (kind: keyof typeof kinds | undefined): string =>
            kind === 'otherSide' ? 'sell' : 'buy'
          const last = chain.at(-1)
          const isOne = chain
            .slice(0, -1)
            .every(
              (kind) =>
                (kind === 'gaveWay' || kind === 'otherSide') && sideOf(kind) === sideOf(last),
            )
          expect([chain, order.harness.intent(order.id).state]).toEqual([
            chain,
            isOne ? 'acknowledged' : 'unknown',
          ])
          if (isOne) expect(order.found()?.order?.id).toBe(String(799 + chain.length))
          expect(order.harness.exchange.sent).toHaveLength(1)
        },
      ),
      { numRuns: 60 },
    )
  })
})

function refusedAsGone(): OrderResult {
  return fail({
    outcome: 'rejected',
    problem: {
      code: 'refused',
      message: 'Refused.',
      server: { status: 400, code: 2, message: 'Inner validation failed' },
    },
  })
}

/** A cancel of order 100, which was changed before it came. */
async function cancelled(
  answer: () => OrderResult,
  now: Partial<Order>,
  list: 'active' | 'ended',
  keepsOld: boolean,
) {
  const harness = createOrderHarness()
  await harness.ready()
  harness.lists.there = true
  harness.conditions.openOrders = {
    ...harness.conditions.openOrders,
    value: [anOpenOrder({ id: '100' })],
  }
  harness.positionsAre(() => Promise.resolve(ok({ value: [], at: harness.time.clock() })))
  harness.exchange.answers(answer)
  const id = await harness.send(aCancel('100'))
  await settled()
  harness.lists[list].push(
    anOpenOrder({ id: '105', timestamp: String(harness.time.clock() - 3), ...now }),
  )
  if (keepsOld) harness.lists.ended.push(anOpenOrder({ id: '100', status: 'CANCELED' }))
  await harness.time.pass(1)
  return { harness, id, intent: harness.intent(id) }
}

describe.each([
  ['refused as not open', refusedAsGone],
  ['without an answer', () => unknownAnswer()],
])('ORD-24 a cancel %s of an order that was changed elsewhere', (_name, answer) => {
  const changedMessage = /^Order 100 was changed elsewhere and is now order 105/

  it.each([true, false])(
    'is followed to the order that rests under the same client id (the old one in the history: %s)',
    async (keepsOld) => {
      const { harness, intent } = await cancelled(answer, {}, 'active', keepsOld)
      expect(intent).toMatchObject({
        state: 'not-executed',
        blocks: false,
        items: [{ state: 'not-executed', order: { id: '105' }, mismatch: [] }],
      })
      expect(englishOf(intent.items[0]?.problem?.message ?? '')).toMatch(changedMessage)
      expect(harness.exchange.sent).toHaveLength(1)
    },
  )

  it.each([true, false])(
    'and to its end under the new id (the old one in the history: %s)',
    async (keepsOld) => {
      const end = { status: 'FILLED', dealStock: '0.01', dealMoney: '400', left: '0' }
      const { intent } = await cancelled(answer, end, 'ended', keepsOld)
      expect(intent).toMatchObject({
        state: 'acknowledged',
        items: [{ state: 'already-filled', order: { id: '105' } }],
      })
      expect(englishOf(intent.items[0]?.problem?.message ?? '')).toMatch(changedMessage)
    },
  )

  it('is not taken for one that was placed under the client id long after this was sent, or is of the other side', async () => {
    for (const other of [{ timestamp: '1960000000' }, { side: 'sell' }]) {
      const { intent } = await cancelled(answer, other, 'active', true)
      expect(intent.items).toMatchObject([{ order: { id: '100' }, problem: null }])
      expect(['done', 'already-cancelled']).toContain(intent.items[0]?.state)
    }
  })

  it('is not taken for an older one that had the same client id', async () => {
    const end = {
      id: '50',
      timestamp: '1700000000',
      status: 'FILLED',
      dealStock: '0.01',
      dealMoney: '400',
      left: '0',
    }
    const { intent } = await cancelled(answer, end, 'ended', true)
    expect(intent.items).toMatchObject([{ order: { id: '100' }, problem: null }])
    expect(['done', 'already-cancelled']).toContain(intent.items[0]?.state)
  })

  it('is settled by its own id where the exchange refuses to be asked by a client id', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.lists.there = true
    harness.conditions.openOrders = {
      ...harness.conditions.openOrders,
      value: [anOpenOrder({ id: '100' })],
    }
    harness.exchange.answers(answer)
    const id = await harness.send(aCancel('100'))
    await settled()
    harness.lists.ended.push(anOpenOrder({ id: '100', status: 'CANCELED' }))
    harness.lists.meets = () =>
      harness.lists.asked.at(-1)?.id === 'mine'
        ? fail({ code: 'refused', message: 'No such parameter.' })
        : null
    await harness.time.pass(30)
    expect(harness.intent(id).items).toMatchObject([{ order: { id: '100' } }])
    expect(harness.intent(id).blocks).toBe(false)
  })

  it('ORD-6 concludes nothing while the client id cannot be asked for', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.lists.there = true
    harness.conditions.openOrders = {
      ...harness.conditions.openOrders,
      value: [anOpenOrder({ id: '100' })],
    }
    harness.exchange.answers(answer)
    const id = await harness.send(aCancel('100'))
    await settled()
    harness.lists.ended.push(anOpenOrder({ id: '100', status: 'CANCELED' }))
    harness.lists.meets = () =>
      harness.lists.asked.at(-1)?.id === 'mine'
        ? fail({ code: 'exchange-trouble', message: 'Away.' })
        : null
    const before = harness.intent(id).items[0]?.state
    await harness.time.pass(100)
    expect(harness.intent(id).items[0]?.state).toBe(before)
    harness.lists.meets = () => null
    await harness.time.pass(30)
    expect(harness.intent(id).items[0]?.order).toMatchObject({ id: '100' })
  })
})
