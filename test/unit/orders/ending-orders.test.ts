// ALR-5: what Plimsoll did itself is attributed to it.
import { describe, expect, it } from 'vitest'
import { endingOrderOf } from '../../../src/main/orders/ending-orders.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { EndedPosition } from '../../../src/shared/alerts/position-end.js'
import type { OrderIntent } from '../../../src/shared/orders/trading.js'
import { ok } from '../../../src/shared/result.js'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import {
  aBulkTicket,
  aCancel,
  aClose,
  aLimitTicket,
  aPosition,
  aTicket,
  createOrderHarness,
  deferred,
  good,
  notSentAnswer,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'

/** `aPosition` is a long of 0.05 BTC_USDT. */
function selling(amount: string, some: Partial<ReturnType<typeof aTicket>> = {}) {
  return aTicket({ side: 'sell', amount, ...some })
}

async function after(
  ticket: OrderTicket,
  answers: Parameters<ReturnType<typeof createOrderHarness>['exchange']['answers']>[0] = good,
) {
  const harness = createOrderHarness()
  await harness.ready()
  harness.positionsAre(() =>
    Promise.resolve(ok({ value: [aPosition()], at: harness.time.clock() })),
  )
  const seenAt = harness.time.clock()
  await harness.time.pass(2)
  harness.exchange.answers(answers)
  const sentAt = harness.time.clock()
  const id = await harness.send(ticket)
  await settled()
  const ended = (some: Partial<EndedPosition> = {}): EndedPosition => ({
    id: '1',
    market: 'BTC_USDT',
    side: 'long',
    amount: '0.05',
    seenAt,
    goneAt: harness.time.clock(),
    ...some,
  })
  return {
    harness,
    id,
    sentAt,
    ended,
    of: (some?: Partial<EndedPosition>) => harness.orders.endingOrder(ended(some)),
  }
}

describe('ALR-5 a position that is gone', () => {
  it.each<[string, OrderTicket]>([
    ['a close of it', aClose()],
    ['a market order for all of it', selling('0.05')],
    ['a market order that turns it round', selling('0.08')],
  ])('was closed by %s', async (_name, ticket) => {
    const { of, sentAt } = await after(ticket)
    expect(of()).toEqual({ sentAt, outcome: 'carried-out' })
  })

  it.each<[string, OrderTicket]>([
    ['a close', aClose()],
    ['a market order', selling('0.05')],
  ])('may have been closed by %s whose answer has not come, or was lost', async (_name, ticket) => {
    const answer = deferred<OrderResult>()
    const { of, harness, sentAt } = await after(ticket, () => answer.promise)
    expect(of()).toEqual({ sentAt, outcome: 'pending' })
    answer.open(unknownAnswer())
    await settled()
    expect(of()).toEqual({ sentAt, outcome: 'unknown' })
    expect(
      of({ seenAt: harness.time.clock() + 500, goneAt: harness.time.clock() + 505 }),
    ).toBeNull()
  })

  it.each([rejectedAnswer, notSentAnswer])(
    'was not closed by an order of which nothing came',
    async (answer) => {
      for (const ticket of [aClose(), selling('0.05')])
        expect((await after(ticket, () => answer())).of()).toBeNull()
    },
  )

  it.each<[string, OrderTicket]>([
    [
      'a limit order, which is placed on the trade balance',
      aBulkTicket([{ side: 'sell', amount: '0.05' }]),
    ],
    ['a cancel', aCancel()],
    ['cancelling everything', { kind: 'cancel-all', market: null }],
    ['an order of its own side', aTicket({ amount: '0.05' })],
    ['an order for less of it', selling('0.04')],
  ])('was not closed by %s', async (_name, ticket) => {
    expect((await after(ticket)).of()).toBeNull()
  })

  it('was closed by no order of another position, market or leg', async () => {
    const close = await after(aClose())
    expect(close.of({ id: '2' })).toBeNull()
    const market = await after(selling('0.05'))
    expect([market.of({ market: 'ETH_USDT' }), market.of({ side: 'short' })]).toEqual([null, null])
    const [intent] = market.harness.view().recent
    const hedged: OrderIntent[] =
      intent === undefined
        ? []
        : [{ ...intent, items: intent.items.map((item) => ({ ...item, positionSide: 'SHORT' })) }]
    expect(hedged).toHaveLength(1)
    expect(endingOrderOf(hedged, market.ended())).toBeNull()
  })

  it('may have been closed by a resting order that rests, or of which the user says that it was filled', async () => {
    const resting = aLimitTicket({ side: 'sell', amount: '0.05', price: '42000' })
    const { harness, id, of, sentAt } = await after(resting, () => unknownAnswer())
    expect(
      harness.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' }),
    ).toMatchObject({ ok: true })
    expect(harness.intent(id).items).toMatchObject([{ state: 'resolved-filled' }])
    expect(of()).toEqual({ sentAt, outcome: 'unknown' })
    const placed = await after(resting)
    expect(placed.of()).toEqual({ sentAt: placed.sentAt, outcome: 'unknown' })
  })

  it('was closed by two halves together, and only possibly where its size is not known', async () => {
    const { harness, of } = await after(selling('0.02'))
    expect(of()).toBeNull()
    expect(of({ amount: null })).toMatchObject({ outcome: 'possible' })
    harness.conditions.positions = {
      ...harness.conditions.positions,
      asOf: harness.time.clock() + 1,
    }
    await harness.send(selling('0.03'))
    await settled()
    expect(of()).toMatchObject({ outcome: 'carried-out' })
  })

  it('was not closed by an order that the last look at it is later than', async () => {
    const { harness, of } = await after(selling('0.05'))
    const seenAt = harness.time.clock() + 60
    expect(of({ seenAt, goneAt: seenAt + 5 })).toBeNull()
  })

  it('was not closed by an order sent after it was gone', async () => {
    const { harness, of } = await after(aClose())
    expect(of({ seenAt: harness.time.clock() - 100, goneAt: harness.time.clock() - 60 })).toBeNull()
  })

  it('was closed by an order of the time in which nobody looked', async () => {
    const { harness, of, sentAt } = await after(aClose())
    harness.positionsAre(() => Promise.resolve(ok({ value: [], at: harness.time.clock() })))
    await harness.time.pass(300)
    expect(of()).toEqual({ sentAt, outcome: 'carried-out' })
    expect(of({ seenAt: null })).toEqual({ sentAt, outcome: 'carried-out' })
  })
})

describe('ALR-5 a fixed investment that is gone', () => {
  const closing = { kind: 'close-investment', investmentId: 'inv-1234', typedTail: '1234' } as const

  it('was closed from here where the exchange took the close, and no other investment was', async () => {
    const { harness, sentAt } = await after(closing)
    expect(harness.orders.closedInvestment('inv-1234')).toBe(sentAt)
    expect(harness.orders.closedInvestment('inv-9999')).toBeNull()
  })

  it.each([rejectedAnswer, notSentAnswer, unknownAnswer])(
    'was not by a close that nothing is known to have come of',
    async (answer) => {
      expect(
        (await after(closing, () => answer())).harness.orders.closedInvestment('inv-1234'),
      ).toBeNull()
    },
  )
})
