// What an answer says of orders that were to be cancelled, and of a position that was to be closed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapCancelAnswer } from '../../../src/main/orders/cancel-outcome.js'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import type { CancelEntry, Order } from '../../../src/shared/orders/order.js'
import type { Problem } from '../../../src/shared/problem.js'
import type { IntentItem, OrderIntent } from '../../../src/shared/orders/trading.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import { errorStatus, outcomeOf } from '../../../src/main/exchange/errors.js'
import { parseErrorBody } from '../../../src/main/exchange/response-parser.js'
import { beyondSpecification } from '../../../src/v4/beyond-specification.js'
import type { Endpoint } from '../../../src/v4/endpoint.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  aBulkTicket,
  aCancel,
  aClose,
  anEndedOrder,
  anOpenOrder,
  aTicket,
  createOrderHarness,
  type OrderHarness,
  rejectedAnswer,
  ticketOfKind,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

async function setup(count = 3): Promise<OrderHarness> {
  const harness = createOrderHarness()
  await harness.ready()
  const value = Array.from({ length: count }, (_, number) =>
    anOpenOrder({ id: String(100 + number) }),
  )
  harness.conditions.openOrders = { ...harness.conditions.openOrders, value }
  return harness
}

/** Sent, and answered so. */
async function sent(
  ticket: OrderTicket,
  answer: OrderResult,
  count = 3,
): Promise<{ harness: OrderHarness; intent: OrderIntent }> {
  const harness = await setup(count)
  harness.exchange.answers(() => answer)
  const id = await harness.send(ticket)
  await settled()
  return { harness, intent: harness.intent(id) }
}

function answers(...entries: CancelEntry[]): OrderResult {
  return ok({ reply: { kind: 'cancel', entries }, at: 0 })
}

function cancelled(id: string, order: Order | null = null, market = 'BTC_USDT'): CancelEntry {
  return {
    kind: 'cancelled',
    id,
    market,
    order,
  }
}

function refusal(code: number, status = 200): Problem {
  return {
    code: 'refused',
    message: 'Refused.',
    server: { status, code, message: 'No.' },
  }
}

const refused = (code: number): CancelEntry => ({ kind: 'refused', problem: refusal(code) })
const rejected = (problem: Problem): OrderResult => fail({ outcome: 'rejected', problem })

function ended(some: Partial<Order> = {}): OrderResult {
  return answers(cancelled('100', anEndedOrder({ id: '100', ...some })))
}

describe('a single cancel', () => {
  it.each<[string, Partial<Order>, string]>([
    ['CANCELED', {}, 'done'],
    ['CANCELLED, as the specification spells it', { status: 'CANCELLED' }, 'done'],
    ['cancelled with a part filled', { dealStock: '0.004', left: '0.006' }, 'done'],
    ['cancelled, with what is left set to zero', { dealStock: '0', left: '0' }, 'done'],
    [
      'cancelled by its words and filled by its figures',
      { dealStock: '0.01', left: '0' },
      'already-filled',
    ],
    ['FILLED', { status: 'FILLED', dealStock: '0.01', left: '0' }, 'already-filled'],
    [
      'with nothing left under another status',
      { status: 'PARTIALLY_FILLED', dealStock: '0.01', left: '0' },
      'already-filled',
    ],
    ['as it stood before', { status: 'NEW' }, 'accepted'],
  ])('ORD-9 reads the order as it ended: %s', async (_name, some, state) => {
    const { harness, intent } = await sent(aCancel('100'), ended(some))
    expect(intent).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      problem: null,
      items: [{ state, mismatch: [], order: { id: '100' } }],
    })
    expect(harness.view().blocks).toEqual([])
    expect(harness.refreshed).toEqual(['cancel'])
  })

  it('ORD-9 does not believe a status that is not described', async () => {
    const { intent } = await sent(aCancel('100'), ended({ status: 'ARCHIVED' }))
    expect(intent).toMatchObject({
      state: 'unknown',
      blocks: true,
      items: [{ state: 'unknown', problem: { reason: 'STRANGE_STATUS' } }],
    })
  })

  it.each<[string, CancelEntry, RegExp]>([
    [
      'another order',
      cancelled('999', anEndedOrder({ id: '999' })),
      /cancelled order “999”, but the request was for “100”/,
    ],
    [
      'another market',
      cancelled('100', anEndedOrder({ id: '100', market: 'ETH_USDT' }), 'ETH_USDT'),
      /market “ETH_USDT”/,
    ],
  ])(
    'ORD-9 is an alert if the answer speaks of %s, and what became of ours is not known',
    async (_name, entry, words) => {
      const { harness, intent } = await sent(aCancel('100'), answers(entry))
      expect(worded(intent)).toMatchObject({
        state: 'unknown',
        blocks: true,
        items: [{ state: 'unknown', mismatch: [expect.stringMatching(words)] }],
      })
      expect(harness.troubled.at(-1)).toMatchObject([
        { kind: 'cancel', because: 'unknown', markets: ['BTC_USDT'], notSet: [] },
      ])
    },
  )

  it('says calmly that it is no longer open, and keeps no market back', async () => {
    const { harness, intent } = await sent(aCancel('100'), rejected(refusal(2, 400)))
    expect(intent).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      problem: null,
      httpStatus: 400,
      items: [{ state: 'not-open', problem: null }],
    })
    expect(worded(intent.timeline.at(-1)?.text)).toBe('The order is no longer open.')
    expect(harness.troubled.at(-1)).toEqual([])
  })

  it.each([
    ['another refusal', refusal(30, 422)],
    ['a path that is not there, which has code 404 too', refusal(404, 404)],
    ['no permission', { ...refusal(4, 403), code: 'no-permission' as const }],
  ])('is rejected by %s', async (_name, problem) => {
    const { intent } = await sent(aCancel('100'), rejected(problem))
    expect(intent).toMatchObject({
      state: 'rejected',
      problem: { code: problem.code },
      items: [{ state: 'rejected' }],
    })
  })
})

describe('several cancelled at once', () => {
  const three = aCancel('100', '101', '102')

  it('ORD-10 each has its own end, at its place', async () => {
    const { intent } = await sent(three, answers(cancelled('100'), refused(404), refused(30)))
    expect(intent).toMatchObject({ state: 'acknowledged', blocks: false, problem: null })
    expect(intent.items.map(({ state, problem }) => [state, problem?.server?.code])).toEqual([
      ['done', undefined],
      ['not-open', undefined],
      ['rejected', 30],
    ])
    expect(worded(intent.timeline.at(-1)?.text)).toBe(
      '1 order was cancelled. 1 order is no longer open.',
    )
  })

  it('one whose trade service gave no answer is unknown, and blocks', async () => {
    const problem: Problem = {
      code: 'outcome-unknown',
      message: 'Not known there.',
      reason: 'TRADE_SERVICE',
    }
    const { intent } = await sent(
      three,
      answers(cancelled('100'), { kind: 'unclear', id: '', problem }, cancelled('102')),
    )
    expect(intent).toMatchObject({ state: 'unknown', blocks: true })
    expect(intent.items.map(({ state }) => state)).toEqual(['done', 'unknown', 'done'])
    expect(intent.items[1]?.problem).toEqual(problem)
  })

  it.each<[string, CancelEntry[], string[]]>([
    [
      'in another order',
      [cancelled('102'), cancelled('100'), cancelled('101')],
      ['done', 'done', 'done'],
    ],
    [
      'with one left out at the end',
      [cancelled('100'), cancelled('101')],
      ['done', 'done', 'unknown'],
    ],
    [
      'with one left out before a refusal',
      [cancelled('100'), refused(404)],
      ['done', 'unknown', 'unknown'],
    ],
    [
      'with one left out before one that is named',
      [refused(404), cancelled('102')],
      ['unknown', 'unknown', 'done'],
    ],
    [
      'with one reported twice',
      [cancelled('100'), cancelled('100'), cancelled('102')],
      ['unknown', 'unknown', 'done'],
    ],
    [
      'with one that was not asked for',
      [cancelled('100'), cancelled('999'), cancelled('102')],
      ['done', 'unknown', 'done'],
    ],
    ['with none', [], ['unknown', 'unknown', 'unknown']],
  ])('ORD-10 never takes the answer of one for another’s: %s', async (_name, entries, states) => {
    const { intent } = await sent(three, answers(...entries))
    expect(intent.items.map(({ state }) => state)).toEqual(states)
  })

  it('ORD-10 tells of a surplus', async () => {
    const { intent } = await sent(
      three,
      answers(cancelled('100'), cancelled('101'), cancelled('102'), cancelled('103')),
    )
    expect(intent.items.map(({ mismatch }) => mismatch.length)).toEqual([0, 0, 1])
    expect(intent.blocks).toBe(true)
  })

  it('ORD-10 gives every order exactly one end, and “cancelled” only to one that the answer names, whatever comes', () => {
    const item = (id: string, index: number): IntentItem => ({
      index,
      clientOrderId: '',
      market: 'BTC_USDT',
      side: 'buy',
      amount: '1',
      price: '2',
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
      target: { kind: 'order', id, clientOrderId: '', type: 'limit', left: '1', reduceOnly: false },
    })
    const entry = fc.oneof(
      fc.nat(6).map((id) => cancelled(String(id))),
      fc.constantFrom(refused(404), refused(30)),
      fc.nat(6).map((id): CancelEntry => ({ kind: 'unclear', id: String(id), problem: null })),
    )
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 6 }),
        fc.array(entry, { maxLength: 8 }),
        (ids, entries) => {
          const mapped = mapCancelAnswer(
            ids.map((id, index) => item(String(id), index)),
            entries,
          )
          expect(mapped.map(({ target }) => target?.id)).toEqual(ids.map(String))
          for (const [place, { state, target }] of mapped.entries()) {
            const naming = entries.filter((one) => one.kind !== 'refused' && one.id === target?.id)
            if (state === 'done') expect(naming).toMatchObject([{ kind: 'cancelled' }])
            if (state === 'not-open' || state === 'rejected')
              expect([naming.length, entries[place]?.kind]).toEqual([0, 'refused'])
            expect(['done', 'not-open', 'rejected', 'unknown']).toContain(state)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is rejected whole where the request is', async () => {
    const { intent } = await sent(three, rejectedAnswer(422))
    expect(intent).toMatchObject({ state: 'rejected', blocks: false })
    expect(intent.items.map(({ state }) => state)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})

describe('what names nothing in its answer', () => {
  it('cancelling all is accepted, and says of no order that it is cancelled', async () => {
    const { harness, intent } = await sent(
      { kind: 'cancel-all', market: null },
      ok({ reply: { kind: 'cancel-all' }, at: 0 }),
    )
    expect(intent).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      scope: { market: null, orders: 3 },
    })
    expect(intent.items.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(harness.refreshed).toEqual(['cancel-all'])
  })

  it('closing a position is accepted; one that is not there any more is no failure', async () => {
    const { intent } = await sent(aClose(), ok({ reply: { kind: 'close-position' }, at: 0 }))
    expect(intent).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'accepted', clientOrderId: '' }],
      evidence: { before: { positions: { BTC_USDT: [{ id: '1' }] } } },
    })
    const gone = await sent(aClose(), rejected(refusal(104, 422)))
    expect(gone.intent).toMatchObject({
      state: 'acknowledged',
      problem: null,
      items: [{ state: 'not-open' }],
    })
    expect(worded(gone.intent.timeline.at(-1)?.text)).toBe(
      'The exchange says that the position is no longer open.',
    )
  })

  // Of the key as clients of the live service received them, and of orders as the public
  // documentation has them, with statuses that are not theirs.
  const bodies = {
    disabled: '{"code":2,"message":"This action is unauthorized. Enable your key in API settings"}',
    notThisKey: '{"code":4,"message":"This API Key is not authorized to perform this action."}',
    signature: '{"code":10,"message":"Unauthorized request."}',
    tooMany: '{"code":0,"message":"Too Many Requests."}',
    orderGone:
      '{"code":2,"message":"Inner validation failed","errors":{"orderId":["Unexecuted order was not found."]}}',
    positionGone:
      '{"code":104,"message":"Inner validation failed","errors":{"positionId":["position doesn\'t exist."]}}',
  }
  const acting: readonly [string, OrderTicket, Endpoint][] = [
    ['a cancel', aCancel('100'), beyondSpecification.cancelOrder],
    [
      'cancel all, with one order',
      { kind: 'cancel-all', market: null },
      beyondSpecification.cancelAllOrders,
    ],
    ['a close', aClose(), beyondSpecification.closePosition],
    ['an order at market', aTicket(), endpoints.collateralMarketOrder],
    ['bulk orders', aBulkTicket([{}]), endpoints.bulkLimitOrders],
    ['closing an investment', ticketOfKind['close-investment'], endpoints.closeInvestment],
  ]

  describe.each(acting)(
    'ANS-4 a refusal of the key, the address or the pace executes nothing: %s',
    (_name, ticket, endpoint) => {
      it.each(Object.entries(bodies))('%s', async (_body, text) => {
        for (const status of [401, 403, 418, 429, 451, 500, 502, 503]) {
          const body = Buffer.from(text)
          const reply = {
            status,
            contentType: 'application/json',
            retryAfter: null,
            date: null,
            body,
            headMs: 1,
            bodyMs: 1,
          }
          const { problem } = errorStatus(endpoint, reply, parseErrorBody(reply, []), {
            now: 0,
            used: 1,
          })
          const { intent } = await sent(ticket, fail({ outcome: outcomeOf(problem), problem }), 1)
          const state = status < 500 ? 'rejected' : 'unknown'
          expect(intent, String(status)).toMatchObject({
            state,
            problem: { code: problem.code },
            items: ticket.kind === 'close-investment' ? [] : [{ state }],
          })
        }
      })
    },
  )

  it('the code of an order says nothing of a position, nor the other way round', async () => {
    for (const [ticket, problem] of [
      [aClose(), refusal(2, 400)],
      [aCancel('100'), refusal(104, 422)],
    ] as const)
      expect((await sent(ticket, rejected(problem))).intent).toMatchObject({
        state: 'rejected',
        items: [{ state: 'rejected' }],
      })
  })

  it.each([
    aCancel('100'),
    aCancel('100', '101'),
    { kind: 'cancel-all', market: null } as const,
    aClose(),
  ])(
    'ORD-2 $kind is unknown where no answer came, and blocks new orders on its market',
    async (ticket) => {
      const { harness, intent } = await sent(ticket, unknownAnswer())
      expect(intent).toMatchObject({ state: 'unknown', blocks: true })
      expect(harness.view().blocks).toMatchObject([
        { market: 'BTC_USDT', intentId: intent.id, because: 'unknown' },
      ])
      await harness.time.pass(2)
      expect(harness.troubled.at(-1)).toMatchObject([
        { kind: ticket.kind, because: 'unknown', markets: ['BTC_USDT'] },
      ])
    },
  )
})
