// Cancelling orders and closing a position, from what is picked to what leaves: reviewed, held back
// by little, and sent once.
import { describe, expect, it } from 'vitest'
import {
  defaultTradeLimits,
  type OrderPreview,
  type TradeLimits,
} from '../../../src/shared/orders/trading.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { Order } from '../../../src/shared/orders/order.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import {
  aBulkTicket,
  aCancel,
  aClose,
  anOpenOrder,
  aPosition,
  aTicket,
  createOrderHarness,
  type OrderHarness,
  ourPage,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'
import { messageContaining } from '../../support/saying.js'

function orders(count: number, some: Partial<Order> = {}): Order[] {
  return Array.from({ length: count }, (_, number) =>
    anOpenOrder({ id: String(100 + number), clientOrderId: `c-${number}`, ...some }),
  )
}

/** Lists these orders and holds a long of 0.05 BTC with a stop loss, unless told otherwise. */
async function setup(
  listed: Order[] = [anOpenOrder()],
  limits: Partial<TradeLimits> = {},
): Promise<OrderHarness> {
  const harness = createOrderHarness()
  await harness.ready()
  harness.database.settings.set(harness.profile.id, {
    readOnly: false,
    limits: { ...defaultTradeLimits, ...limits },
    favourites: [],
  })
  harness.open()
  await harness.orders.arm()
  harness.asked.length = 0
  harness.conditions.openOrders = { ...harness.conditions.openOrders, value: listed }
  const protectiveOrders = {
    stopLossId: '7',
    stopLoss: '38000',
    takeProfitId: null,
    takeProfit: null,
  }
  harness.conditions.positions = {
    ...harness.conditions.positions,
    value: [aPosition({ protectiveOrders })],
  }
  return harness
}

function preview(harness: OrderHarness, ticket: OrderTicket): OrderPreview {
  const prepared = harness.orders.prepare(ticket, ourPage)
  if (!prepared.ok) throw new Error(englishOf(prepared.error.message))
  return prepared.value
}

/** The positions are read again and are unchanged. */
async function readAgain(harness: OrderHarness): Promise<void> {
  await harness.time.pass(1)
  harness.conditions.positions = { ...harness.conditions.positions, asOf: harness.time.clock() }
}

function cancelAll(market: string | null = 'BTC_USDT'): OrderTicket {
  return {
    kind: 'cancel-all',
    market,
  }
}

describe('the review of a cancel', () => {
  it('ORD-13 says which order goes, how much of it is left, and what cannot be helped', async () => {
    const harness = await setup([
      anOpenOrder({
        amount: '0.01',
        left: '0.004',
        dealStock: '0.006',
        positionSide: 'LONG',
        ioc: true,
      }),
    ])
    expect(worded(preview(harness, aCancel()))).toMatchObject({
      kind: 'cancel',
      act: 'Cancel buy 0.01 BTC_USDT at 40000',
      sentences: [
        'Cancel buy 0.01 BTC_USDT at 40000.',
        '0.004 of 0.01 BTC is still unfilled; what is filled stays.',
        'Order id on the exchange: 4180284841, as of 0 seconds ago.',
        'Anything filled before the cancellation arrives stays filled.',
        expect.stringContaining('Main account'),
      ],
      items: [
        {
          clientOrderId: '',
          market: 'BTC_USDT',
          side: 'buy',
          amount: '0.01',
          price: '40000',
          positionSide: 'LONG',
          ioc: true,
          effect: null,
          target: {
            kind: 'order',
            id: '4180284841',
            clientOrderId: 'mine',
            type: 'limit',
            left: '0.004',
            reduceOnly: false,
          },
        },
      ],
      warnings: [],
      totals: [{ market: 'BTC_USDT', side: 'buy', orders: 1, amount: '0.004', notional: '160' }],
      asksTwice: false,
    })
    expect(harness.exchange.sent).toEqual([])
  })

  it('ORD-13 of several says how many and where, adds up what goes off the book, and warns of what may guard a position', async () => {
    const listed = [
      ...orders(2),
      anOpenOrder({
        id: '200',
        market: 'ETH_USDT',
        side: 'sell',
        type: 'margin stop limit',
        price: '2000',
        amount: '1',
        left: '1',
      }),
      anOpenOrder({ id: '201', side: 'sell', reduceOnly: true }),
    ]
    const harness = await setup(listed)
    const ticket: OrderTicket = {
      kind: 'cancel',
      orders: listed.map(({ market, id }) => ({ market, id })),
    }
    const shown = preview(harness, ticket)
    expect(worded(shown.act)).toBe('Cancel 4 orders on 2 markets')
    expect(worded(shown.sentences)).toContain(
      'On BTC_USDT, ETH_USDT, as of 0 seconds ago. Each is attempted, even if another fails.',
    )
    expect(worded(shown.warnings)).toEqual([
      {
        field: null,
        text: '2 of them are stop or reduce-only orders: what they protect will no longer be protected.',
      },
    ])
    expect(
      shown.totals.map(({ market, side, orders: count, amount }) => [market, side, count, amount]),
    ).toEqual([
      ['BTC_USDT', 'buy', 2, '0.02'],
      ['ETH_USDT', 'sell', 1, '1'],
      ['BTC_USDT', 'sell', 1, '0.01'],
    ])
  })

  it('adds up no amounts of two currencies', async () => {
    const harness = await setup([
      anOpenOrder({ id: '100' }),
      anOpenOrder({ id: '101', type: 'stop market', price: '0', amount: '500' }),
    ])
    const { totals } = preview(harness, {
      kind: 'cancel',
      orders: ['100', '101'].map((id) => ({ market: 'BTC_USDT', id })),
    })
    expect(totals).toEqual([
      { market: 'BTC_USDT', side: 'buy', quote: 'USDT', orders: 2, amount: null, notional: null },
    ])
  })

  it('does not call the amount of a stop that buys at market one of the base currency', async () => {
    const harness = await setup([
      anOpenOrder({ type: 'stop market', price: '0', amount: '500', left: '300' }),
    ])
    const { sentences, items, warnings } = preview(harness, aCancel())
    expect(worded(sentences[1])).toBe('300 of 500 USDT is still unfilled; what is filled stays.')
    expect([items[0]?.price, warnings.length]).toEqual([null, 1])
  })

  it.each<[string, OrderTicket, string, string]>([
    ['that is not listed', aCancel('9'), 'orders.0', 'no longer in the list of open orders'],
    [
      'of another market',
      { kind: 'cancel', orders: [{ market: 'ETH_USDT', id: '100' }] },
      'orders.0',
      'no longer in the list',
    ],
    ['picked twice', aCancel('100', '101', '100'), 'orders.2', 'selected twice'],
    ['of no side that is known', aCancel('102'), 'orders.0', 'neither buy nor sell'],
    ['of which there is none', { kind: 'cancel', orders: [] }, 'orders', 'No orders selected'],
    [
      'of which there are too many',
      { kind: 'cancel', orders: aCancel(...orders(101).map(({ id }) => id)).orders },
      'orders',
      'at most 100 orders. Cancel the other 1',
    ],
    [
      'on a market without any',
      cancelAll('ETH_USDT'),
      'market',
      'No open orders are known on ETH_USDT.',
    ],
    ['whose position is gone', aClose({ positionId: '9' }), 'positionId', 'no longer open'],
  ])('refuses one %s, and says why under its field', async (_name, ticket, field, words) => {
    const harness = await setup([...orders(2), anOpenOrder({ id: '102', side: 'both' })])
    expect(harness.orders.prepare(ticket, ourPage)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { [field]: [messageContaining(words)] } },
    })
  })

  it('is not there while the open orders have not been read, or are closed to the key', async () => {
    const harness = await setup()
    harness.conditions.openOrders = {
      value: null,
      asOf: null,
      source: 'none',
      problem: { code: 'not-found', message: 'No.' },
      every: null,
    }
    for (const ticket of [aCancel(), cancelAll()])
      expect(worded(harness.orders.prepare(ticket, ourPage))).toMatchObject({
        ok: false,
        error: { message: 'The open orders have not been read.' },
      })
    expect(worded(preview(harness, aClose()).act)).toBe('Close long 0.05 BTC_USDT')
    expect(preview(harness, aTicket({ amount: '0.001' })).kind).toBe('market')
  })
})

describe('the review of cancelling all', () => {
  const takes =
    'According to the public documentation, this also removes the stop loss and take profit of positions.'

  it('warns first of the levels that go with it, by position, and in the system dialog', async () => {
    const harness = await setup([
      ...orders(1, { type: 'stop limit' }),
      ...orders(1, { id: '300', market: 'ETH_USDT' }),
    ])
    const here = preview(harness, cancelAll())
    expect(worded(here.act)).toBe('Cancel all orders on BTC_USDT')
    expect(worded(here.warnings.map(({ text }) => text))).toEqual([
      `${takes} As a result, the position on BTC_USDT loses its stop loss 38000.`,
      expect.stringContaining('stop or reduce-only'),
    ])
    expect(worded(here.sentences)).toContain(
      '1 open order is listed on BTC_USDT, as of 0 seconds ago.',
    )
    expect(worded(here.sentences)).toContain(
      'The exchange cancels every order that is open when this request arrives, including any placed after this preview.',
    )
    expect(here.scope).toEqual({
      market: 'BTC_USDT',
      orders: 1,
      levels: [{ market: 'BTC_USDT', positionId: '1', stopLoss: '38000', takeProfit: null }],
    })
    expect(worded(preview(harness, cancelAll('ETH_USDT')).warnings[0]?.text)).toBe(
      `${takes} No position on ETH_USDT is known to have one.`,
    )
    const { positions } = harness.conditions
    const asSent = positions.value ?? []
    const [{ protectiveOrders: _levels, ...unsent } = { protectiveOrders: null }] = asSent
    harness.conditions.positions = { ...positions, value: [unsent as Position] }
    expect(worded(preview(harness, cancelAll()).warnings[0]?.text)).toContain(
      'The exchange did not say which positions have one.',
    )
    harness.conditions.positions = positions
    const everywhere = preview(harness, cancelAll(null))
    expect(worded([everywhere.act, everywhere.items.length, everywhere.asksTwice])).toEqual([
      'Cancel all orders on all markets',
      2,
      true,
    ])
    await harness.orders.confirm(everywhere.token, ourPage)
    expect(harness.asked[0]?.message).toBe('Cancel all orders on all markets')
    expect(harness.asked[0]?.detail.split('\n')[0]).toBe(
      `${takes} As a result, the position on BTC_USDT loses its stop loss 38000.`,
    )
  })

  it('says so where positions have not been read', async () => {
    const harness = await setup()
    harness.conditions.positions = { ...harness.conditions.positions, value: null, asOf: null }
    expect(worded(preview(harness, cancelAll()).warnings[0]?.text)).toBe(
      `${takes} Positions have not been read, so it is unknown which have one.`,
    )
  })

  it('writes down a hundred of many, and says how many there are and what could not be read', async () => {
    const harness = await setup(orders(140))
    const { conditions } = harness
    conditions.openOrders = {
      ...conditions.openOrders,
      unreadable: [{ place: 1, id: null, name: null, field: 'left', why: 'is missing' }],
    }
    const shown = preview(harness, cancelAll())
    expect([shown.items.length, shown.scope?.orders]).toEqual([100, 140])
    expect(worded(shown.sentences)).toEqual(
      expect.arrayContaining([
        '140 open orders are listed on BTC_USDT, as of 0 seconds ago.',
        '1 open order could not be read, and will also be cancelled if still open.',
        'The first 100 are recorded individually.',
      ]),
    )
    await harness.orders.confirm(shown.token, ourPage)
    await settled()
    expect(harness.exchange.sent.map(({ request }) => request)).toEqual([
      { kind: 'cancel-all', market: 'BTC_USDT' },
    ])
  })

  it('asks in a system dialog for the whole account only', async () => {
    const harness = await setup(orders(2))
    for (const [ticket, asks] of [
      [aCancel('100'), false],
      [aCancel('100', '101'), false],
      [cancelAll(), false],
      [cancelAll(null), true],
    ] as const)
      expect(preview(harness, ticket).asksTwice, ticket.kind).toBe(asks)
  })
})

describe('the review of closing a position', () => {
  it('ORD-13 shows it as it is, and what goes with it', async () => {
    const harness = await setup()
    expect(worded(preview(harness, aClose()))).toMatchObject({
      kind: 'close-position',
      act: 'Close long 0.05 BTC_USDT',
      sentences: [
        'Close long 0.05 BTC_USDT.',
        'The whole long position of 0.05 BTC on BTC_USDT, at market.',
        'Entry price 40000 USDT, unrealized PnL 50 USDT.',
        'Notional about 2050 USDT, based on the mark price of your open position, 0 seconds old. The order fills at the market price.',
        'The exchange closes it by its id, so this cannot open a position in the other direction. The exchange reports no order for it.',
        'It reduces risk, so no limit applies.',
        'Closing would realize about 50 USDT at the current price, before fees.',
        expect.stringContaining('Main account'),
      ],
      warnings: [{ field: null, text: 'Its stop loss 38000 on BTC_USDT is removed with it.' }],
      items: [
        {
          side: 'sell',
          amount: '0.05',
          price: null,
          clientOrderId: '',
          target: { kind: 'position', id: '1', direction: 'long' },
        },
      ],
      livePrice: { price: '41000', from: 'mark' },
      totals: [{ orders: 1, notional: '2050' }],
    })
  })

  it('says where the exchange did not send its levels, which is not the same as none', async () => {
    const harness = await setup()
    const { positions } = harness.conditions
    const { protectiveOrders: _levels, ...unsent } = aPosition()
    harness.conditions.positions = { ...positions, value: [unsent] }
    expect(worded(preview(harness, aClose()).warnings)).toEqual([
      {
        field: null,
        text: 'The exchange did not say whether the position on BTC_USDT has a stop loss or a take profit. Any it has is removed with it.',
      },
    ])
    harness.conditions.positions = { ...positions, value: [aPosition({ protectiveOrders: null })] }
    expect(preview(harness, aClose()).warnings).toEqual([])
  })

  it('of a hedge names its side, to the exchange as well', async () => {
    const harness = await setup()
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ id: '2', positionSide: 'SHORT', amount: '-0.02' }), aPosition()],
    }
    const shown = preview(harness, aClose({ positionId: '2' }))
    expect(worded(shown.act)).toBe('Close short 0.02 BTC_USDT')
    expect(worded(shown.sentences[1])).toBe(
      'The whole short position of 0.02 BTC on BTC_USDT, at market. Position side SHORT.',
    )
    await harness.orders.confirm(shown.token, ourPage)
    await settled()
    expect(harness.exchange.sent[0]?.request).toEqual({
      kind: 'close-position',
      market: 'BTC_USDT',
      id: '2',
      positionSide: 'SHORT',
    })
  })

  it('closes by its id one whose direction nobody can tell', async () => {
    const harness = await setup()
    // Some servers send the amount of a short without its sign: it is liquidated above its entry
    // price.
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ liquidationPrice: '50000' })],
    }
    const shown = preview(harness, aClose())
    expect(worded(shown.act)).toBe('Close position 0.05 BTC_USDT')
    expect(shown.items[0]?.target).toMatchObject({ direction: 'unclear' })
    expect(worded(shown.sentences[1])).toContain('does not say whether long or short')
  })

  it('asks in a system dialog as a market order of its notional does, and wherever that is not known', async () => {
    const harness = await setup([], { askFrom: { USDT: '2050.01' } })
    expect(preview(harness, aClose()).asksTwice).toBe(false)
    const { conditions } = harness
    conditions.positions = { ...conditions.positions, value: [aPosition({ amount: '0.0501' })] }
    expect(preview(harness, aClose()).asksTwice).toBe(true)
    conditions.positions = {
      ...conditions.positions,
      value: [aPosition({ amount: '0.0001', entryPrice: null, unrealizedPnl: null })],
    }
    expect(preview(harness, aClose()).asksTwice).toBe(true)
  })
})

describe('ORD-23 what takes risk away', () => {
  it('is held back by no limit, and uses none up', async () => {
    const harness = await setup(orders(3), {
      ordersPerDay: 1,
      byMarket: { BTC_USDT: { perOrder: '0.0001', perDay: '0.0001' } },
    })
    harness.dialogAnswers(() => true)
    for (const ticket of [aCancel('100'), aCancel('101', '102'), cancelAll(), aClose()]) {
      await harness.orders.confirm(preview(harness, ticket).token, ourPage)
      await settled()
    }
    expect(harness.exchange.sent).toHaveLength(4)
    expect(harness.view().usedToday).toEqual({ orders: 0, byQuote: {}, byMarket: {} })
    harness.open()
    expect(harness.view().usedToday.orders).toBe(0)
  })

  it('ORD-5 goes through on a blocked market; a new order does not', async () => {
    const harness = await setup(orders(2))
    harness.exchange.answers(() => unknownAnswer())
    await harness.send(aBulkTicket([{ amount: '0.001' }]))
    await settled()
    expect(harness.orders.prepare(aTicket({ amount: '0.001' }), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'MARKET_BLOCKED' },
    })
    await readAgain(harness)
    for (const ticket of [aCancel('100'), aCancel('100', '101'), cancelAll(), aClose()])
      expect(preview(harness, ticket).kind).toBe(ticket.kind)
  })

  it.each<[string, OrderTicket, OrderTicket]>([
    ['an order', aCancel('100'), aCancel('101', '100')],
    ['an order that “all” was to take', cancelAll(), aCancel('100')],
    ['all of a market', cancelAll(null), cancelAll()],
    ['a position', aClose(), aClose()],
  ])(
    'ORD-1 is not sent again while it is under way or unknown: %s',
    async (_name, first, again) => {
      const harness = await setup(orders(2))
      let answer: () => void = () => undefined
      const held = new Promise<void>((resolve) => (answer = resolve))
      harness.exchange.answers(async () => {
        await held
        return unknownAnswer()
      })
      const early = preview(harness, again)
      const id = await harness.send(first)
      await settled()
      const underWay = { ok: false, error: { code: 'trading-off', reason: 'UNDER_WAY' } }
      expect(harness.orders.prepare(again, ourPage)).toMatchObject(underWay)
      expect(await harness.orders.confirm(early.token, ourPage)).toMatchObject(underWay)
      answer()
      await settled()
      expect(harness.intent(id).state).toBe('unknown')
      const unknown = { ok: false, error: { code: 'trading-off', reason: 'TARGET_UNKNOWN' } }
      expect(harness.orders.prepare(again, ourPage)).toMatchObject(unknown)
      expect(harness.exchange.sent).toHaveLength(1)
      // It blocks new orders there: one in the place of what may not be gone would double it.
      expect(harness.orders.prepare(aTicket({ amount: '0.001' }), ourPage)).toMatchObject({
        ok: false,
        error: { reason: 'MARKET_BLOCKED' },
      })
      // Another order, and the panic button, are nobody's repetition.
      expect(harness.orders.prepare(aCancel('101'), ourPage).ok).toBe(first.kind !== 'cancel-all')
      expect(harness.orders.prepare(cancelAll(), ourPage).ok).toBe(first.kind !== 'cancel-all')
      expect(harness.orders.liftBlock(id, 'BTC_USDT')).toMatchObject({ ok: true })
      await readAgain(harness)
      expect(harness.orders.prepare(again, ourPage)).toMatchObject({ ok: true })
    },
  )
})

describe('a close needs the position that was shown', () => {
  it.each<[string, Partial<ReturnType<typeof aPosition>> | null]>([
    ['of another amount', { amount: '0.04' }],
    ['changed with the same amount', { modifiedAt: '1760000001.5' }],
    ['turned round', { amount: '-0.05' }],
    ['gone', null],
  ])('and is not sent where it is %s by then', async (_name, some) => {
    const harness = await setup()
    const { token } = preview(harness, aClose())
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: some === null ? [] : [aPosition({ ...some, modifiedAt: '1760000001.5' })],
    }
    expect(await harness.orders.confirm(token, ourPage)).toMatchObject({
      ok: false,
      error: { code: 'cancelled', reason: 'EFFECT_CHANGED' },
    })
    expect(harness.exchange.sent).toEqual([])
  })

  it('nor where an order of ours may have changed it since it was read; a cancel changes none', async () => {
    const harness = await setup(orders(2))
    await harness.send(aCancel('100'))
    await settled()
    const { token } = preview(harness, aClose())
    await harness.send(aTicket({ amount: '0.001' }))
    await settled()
    const changing = { ok: false, error: { reason: 'POSITION_CHANGING' } }
    expect(await harness.orders.confirm(token, ourPage)).toMatchObject(changing)
    expect(harness.orders.prepare(aClose(), ourPage)).toMatchObject(changing)
    await readAgain(harness)
    expect(preview(harness, aClose()).kind).toBe('close-position')
    // And a close holds back what would meet the position it changed.
    await harness.send(aClose())
    await settled()
    expect(harness.orders.prepare(aClose(), ourPage)).toMatchObject(changing)
  })
})

it('ORD-1 IPC-11 a token of a cancel works once, for the page that asked, within a minute', async () => {
  const harness = await setup(orders(3))
  const [one, two, three] = ['100', '101', '102'].map((id) => preview(harness, aCancel(id)).token)
  const twice = await Promise.all([
    harness.orders.confirm(one ?? '', ourPage),
    harness.orders.confirm(one ?? '', ourPage),
  ])
  expect(twice.map((answer) => (answer.ok ? 'sent' : answer.error.reason))).toEqual([
    'sent',
    'TOKEN_USED',
  ])
  expect(await harness.orders.confirm(two ?? '', '1.2')).toMatchObject({
    ok: false,
    error: { reason: 'TOKEN_PAGE' },
  })
  await harness.time.pass(61)
  expect(await harness.orders.confirm(three ?? '', ourPage)).toMatchObject({
    ok: false,
    error: { reason: 'TOKEN_EXPIRED' },
  })
  expect(harness.exchange.sent).toHaveLength(1)
})

it('ORD-8 a cancel uses no client order id, and never the one of what it cancels', async () => {
  const harness = await setup([anOpenOrder({ clientOrderId: 'mine' })])
  await harness.send(aCancel())
  await settled()
  await harness.send(cancelAll())
  await settled()
  expect([...harness.database.ids]).toEqual([])
  expect(
    harness.orders.prepare(aTicket({ amount: '0.001', clientOrderId: 'mine' }), ourPage),
  ).toMatchObject({ ok: true })
})

it('ORD-14 ORD-15 a cancel needs an account that may trade and is armed', async () => {
  const harness = await setup()
  const { token } = preview(harness, aCancel())
  harness.orders.disarm()
  expect(await harness.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
  expect(harness.orders.prepare(aCancel(), ourPage)).toMatchObject({
    ok: false,
    error: { reason: 'not-armed' },
  })
  await harness.orders.allow(false)
  expect(harness.orders.prepare(aCancel(), ourPage)).toMatchObject({
    ok: false,
    error: { reason: 'read-only' },
  })
  expect(harness.exchange.sent).toEqual([])
})
