// ORD-24: an order without an answer, and what the exchange's own lists say of it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answered, settled as settledIntent } from '../../../src/main/orders/intent-state.js'
import { outcomeForAll } from '../../../src/main/orders/intent-outcome.js'
import { outcomeOf } from '../../../src/main/orders/request-outcome.js'
import { itemWords, mayBeRetried } from '../../../src/renderer/orders/order-states.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { Order } from '../../../src/shared/orders/order.js'
import type { Problem } from '../../../src/shared/problem.js'
import type { OrderIntent } from '../../../src/shared/orders/trading.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  aBulkTicket,
  aPosition,
  aTicket,
  createOrderHarness,
  echoOf,
  ourPage,
  type OrderHarness,
  unknownAnswer,
} from '../../support/order-harness.js'
import { anIntent } from '../../support/order-intents.js'
import { anUnreadable } from '../../support/fake-exchange-client.js'
import { settled } from '../../support/fake-clock.js'
import { worded, wordsOf } from '../../support/worded.js'

/** An account of an exchange that has lists, with one order sent and no answer to it. */
async function lost(
  ticket: OrderTicket = aTicket(),
  prepare: (harness: OrderHarness) => void = () => undefined,
) {
  const harness = createOrderHarness()
  await harness.ready()
  harness.lists.there = true
  harness.positionsAre(() =>
    Promise.resolve(ok({ value: [aPosition()], at: harness.time.clock() })),
  )
  prepare(harness)
  harness.exchange.answers(() => unknownAnswer())
  const id = await harness.send(ticket)
  await settled()
  return { harness, id, item: (index = 0) => harness.intent(id).items[index] }
}

type Lost = Awaited<ReturnType<typeof lost>>

/** As the exchange lists an order of the request. */
function record({ harness, id }: Lost, some: Partial<Order> = {}, index = 0): Order {
  const item = harness.intent(id).items[index]
  if (item === undefined) throw new Error('no such order')
  const { clientOrderId, market, side, amount, price, postOnly, ioc } = item
  return {
    id: `80${index}`,
    clientOrderId,
    market,
    side,
    type: price === null ? 'margin market' : 'limit',
    timestamp: String(harness.time.clock()),
    dealMoney: '400',
    dealStock: amount,
    amount,
    left: '0',
    dealFee: '0',
    status: 'FILLED',
    ...(price === null ? {} : { price, postOnly, ioc }),
    withoutLevels: true,
    ...some,
  }
}

/** An order of another day that somebody cancelled: this history does not leave such orders out. */
function showCancelled(order: Lost): void {
  void order.harness.lists.ended.push(
    record(order, {
      id: '7',
      clientOrderId: 'x',
      market: 'SOL_USDT',
      timestamp: String(order.harness.time.clock() - 86_400),
      status: 'CANCELED',
    }),
  )
}

const untilSettled = 240

describe('ORD-24 an order that is in the exchange’s lists', () => {
  it.each<[string, 'active' | 'ended', Partial<Order>, object]>([
    ['filled in the history', 'ended', {}, { state: 'placed', mismatch: [] }],
    [
      'active',
      'active',
      { status: 'NEW', dealStock: '0', left: '0.01' },
      { state: 'placed', mismatch: [] },
    ],
    [
      'active under a status of filled',
      'active',
      { dealStock: '0', left: '0.01' },
      { state: 'placed', mismatch: [] },
    ],
    [
      'active and filled in part',
      'active',
      { status: 'OPEN', dealStock: '0.004', left: '0.006' },
      { state: 'partly' },
    ],
    [
      'cancelled with a part filled',
      'ended',
      { status: 'CANCELED', dealStock: '0.004', left: '0.006' },
      { state: 'partly' },
    ],
    [
      'cancelled unfilled',
      'ended',
      { status: 'CANCELED', dealStock: '0', left: '0.01' },
      { state: 'cancelled' },
    ],
    [
      'of another amount',
      'ended',
      { amount: '7' },
      { state: 'placed', mismatch: [expect.stringContaining('amount')] },
    ],
    [
      'of another side',
      'ended',
      { side: 'sell' },
      { state: 'placed', mismatch: [expect.stringContaining('side')] },
    ],
    [
      'of another kind',
      'ended',
      { type: 'stop market' },
      { mismatch: [expect.stringContaining('type')] },
    ],
  ])('settles as listed there: %s', async (_name, list, some, expected) => {
    const order = await lost()
    order.harness.lists[list].push(record(order, some))
    await order.harness.time.pass(2)
    const intent = order.harness.intent(order.id)
    const fits =
      !('mismatch' in expected) ||
      (Array.isArray(expected.mismatch) && expected.mismatch.length === 0)
    expect(worded(intent)).toMatchObject({
      state: 'acknowledged',
      blocks: !fits,
      problem: null,
      items: [expected],
    })
    expect(intent.timeline.at(-1)).toMatchObject({ what: 'settled' })
    expect(order.harness.view().blocks).toHaveLength(fits ? 0 : 1)
    expect(order.harness.troubled.at(-1)).toMatchObject(
      fits ? [] : [{ because: 'mismatch', notSet: [] }],
    )
    expect(order.harness.refreshed).toContain('market')
    expect(order.harness.database.intents.get(order.id)?.state).toBe('acknowledged')
    expect(order.harness.exchange.sent).toHaveLength(1)
  })

  it('is found on the last page there is', async () => {
    const order = await lost()
    const { ended } = order.harness.lists
    for (let number = 0; number < 950; number += 1)
      ended.push(record(order, { id: `1${number}`, clientOrderId: `x${number}` }))
    ended.push(record(order))
    await order.harness.time.pass(2)
    expect(order.harness.intent(order.id).state).toBe('acknowledged')
    expect(
      order.harness.lists.asked.filter(({ list }) => list === 'ended').map(({ offset }) => offset),
    ).toEqual(Array.from({ length: 10 }, (_, page) => page * 99))
  })

  it('is searched from a minute before it was sent on, and further where clocks differ, either way', async () => {
    for (const skew of [0, 20, -20]) {
      const order = await lost(aTicket(), ({ conditions }) => {
        conditions.connection = { ...conditions.connection, clockSkew: skew }
      })
      await order.harness.time.pass(2)
      const sent =
        order.harness.intent(order.id).timeline.find(({ what }) => what === 'sending')?.at ?? 0
      expect(order.harness.lists.asked[1]).toMatchObject({
        list: 'ended',
        market: 'BTC_USDT',
        from: sent - 60 - (skew === 0 ? 0 : 20),
      })
    }
  })

  it('moves from active to ended between two reads, and is seen', async () => {
    const order = await lost()
    const { lists } = order.harness
    lists.active.push(record(order, { status: 'NEW', dealStock: '0', left: '0.01' }))
    lists.meets = (list) => {
      if (list === 'ended' && lists.active.length > 0)
        lists.ended.push(...lists.active.splice(0).map((one) => ({ ...one, status: 'FILLED' })))
      return null
    }
    await order.harness.time.pass(2)
    expect(order.harness.intent(order.id)).toMatchObject({
      state: 'acknowledged',
      items: [{ order: { status: 'FILLED' } }],
    })
  })

  it('settles each of a bulk request by itself, and asks of each market once', async () => {
    const order = await lost(
      aBulkTicket([{}, { price: '41000' }, { market: 'ETH_USDT', price: '2000' }]),
    )
    order.harness.lists.active.push(record(order, { status: 'NEW', dealStock: '0', left: '0.001' }))
    order.harness.lists.active.push(
      record(order, { id: '802', status: 'NEW', dealStock: '0', left: '0.001' }, 2),
    )
    showCancelled(order)
    await order.harness.time.pass(2)
    const states = (): unknown[] => order.harness.intent(order.id).items.map(({ state }) => state)
    expect(states()).toEqual(['placed', 'unknown', 'placed'])
    expect(order.harness.intent(order.id).state).toBe('unknown')
    expect(order.harness.view().blocks.map(({ market }) => market)).toEqual(['BTC_USDT'])
    const read = order.harness.lists.asked.filter(({ market }) => market !== undefined)
    expect([...new Set(read.map(({ list, market }) => `${list} ${market ?? ''}`))]).toEqual([
      ...['active BTC_USDT', 'ended BTC_USDT', 'active ETH_USDT', 'ended ETH_USDT'],
    ])
    await order.harness.time.pass(untilSettled)
    expect(states()).toEqual(['placed', 'not-executed', 'placed'])
    expect(order.harness.intent(order.id)).toMatchObject({ state: 'acknowledged', blocks: false })
  })

  it('blocks again if what is found does not fit, although the block of the unknown had been lifted', async () => {
    const order = await lost()
    expect(order.harness.orders.liftBlock(order.id, 'BTC_USDT')).toEqual(ok(null))
    order.harness.lists.ended.push(record(order, { amount: '7' }))
    await order.harness.time.pass(2)
    expect(order.harness.view().blocks).toMatchObject([{ because: 'mismatch' }])
  })

  it('claims nothing of flags and sides that the record leaves out', async () => {
    const order = await lost(aBulkTicket([{ rpi: true, postOnly: true }]))
    const {
      postOnly: _postOnly,
      price: _price,
      ...bare
    } = record(order, { status: 'NEW', dealStock: '0', left: '0.001' })
    order.harness.lists.active.push(bare)
    await order.harness.time.pass(2)
    expect(order.item()).toMatchObject({ state: 'placed', mismatch: [] })
  })
})

describe('ORD-24 levels, which the lists do not carry', () => {
  const levels = { stopLoss: '30000', takeProfit: '50000' }
  /** `after`: seconds from the order to the newest change of the position. */
  const guarded = (
    some: { stopLoss: string | null; takeProfit: string | null } | null,
    after = 1,
  ) =>
    aPosition({
      modifiedAt: String(1_760_000_000 + after),
      protectiveOrders: some === null ? null : { stopLossId: '1', takeProfitId: '2', ...some },
    })

  it.each([
    ['as sent', [guarded(levels)], []],
    [
      'none',
      [guarded(null)],
      [
        expect.stringContaining('Your stop loss is not set'),
        expect.stringContaining('Your take profit is not set'),
      ],
    ],
    [
      'another',
      [guarded({ stopLoss: '29000', takeProfit: '50000' })],
      [expect.stringContaining('Your stop loss is')],
    ],
    ['not said', [aPosition()], []],
    ['of no position', [], []],
    ['of two positions', [guarded(null), { ...guarded(null), id: '2' }], []],
    ['changed since', [guarded({ stopLoss: '29000', takeProfit: null }, 300)], []],
    ['not yet changed by it', [guarded(levels, -300)], []],
  ])('are compared with the position of the same check: %s', async (name, positions, mismatch) => {
    const order = await lost(aTicket(levels))
    order.harness.positionsAre(() =>
      Promise.resolve(ok({ value: positions, at: order.harness.time.clock() })),
    )
    order.harness.lists.ended.push(record(order))
    await order.harness.time.pass(10)
    expect(order.item()?.state).toBe('unknown')
    await order.harness.time.pass(20)
    expect(worded(order.item())).toMatchObject({ state: 'placed', mismatch })
    const text = order.harness.intent(order.id).timeline.at(-1)?.text
    const isListed = name === 'as sent' || name === 'none' || name === 'another'
    if (isListed) expect(wordsOf(text)).not.toContain('The lists do not show')
    else
      expect(worded(text)).toContain(
        'The lists do not show whether its stop loss and take profit are set',
      )
    const notSet = order.harness.troubled.at(-1)?.flatMap((trouble) => trouble.notSet)
    expect(notSet).toEqual(name === 'none' ? ['stopLoss', 'takeProfit'] : [])
  })
})

describe('ORD-24 levels of the position that were not sent', () => {
  it('are none of the order’s', async () => {
    const order = await lost(aTicket({ stopLoss: '30000' }))
    const set = { stopLossId: '1', takeProfitId: '2', stopLoss: '30000.0', takeProfit: '60000' }
    const position = aPosition({
      protectiveOrders: set,
      modifiedAt: String(order.harness.time.clock()),
    })
    order.harness.positionsAre(() =>
      Promise.resolve(ok({ value: [position], at: order.harness.time.clock() })),
    )
    order.harness.lists.ended.push(record(order, { ioc: true, postOnly: false }))
    await order.harness.time.pass(30)
    expect(order.item()).toMatchObject({ state: 'placed', mismatch: [] })
    expect(worded(order.harness.intent(order.id).timeline.at(-1)?.text)).not.toContain(
      'The lists do not show',
    )
  })
})

describe('ORD-24 an order that is in none of the lists', () => {
  it('was not executed once two looks two minutes apart say so, and may be tried again', async () => {
    const order = await lost()
    await order.harness.time.pass(119)
    expect(order.harness.intent(order.id)).toMatchObject({ state: 'unknown', blocks: true })
    await order.harness.time.pass(20)
    const intent = order.harness.intent(order.id)
    expect(intent).toMatchObject({
      state: 'not-executed',
      blocks: false,
      problem: null,
      items: [{ state: 'not-executed', mismatch: [] }],
    })
    expect(worded(intent.timeline.at(-1))).toMatchObject({
      what: 'settled',
      text: expect.stringContaining('never executed, or cancelled with nothing filled'),
    })
    expect(worded(intent.evidence?.asked)).toMatchObject([
      { what: 'Active orders on BTC_USDT', found: 'no orders', problem: null },
      { what: 'Order history of BTC_USDT', found: 'no orders' },
      { what: 'Active orders on BTC_USDT, again', found: 'no orders' },
    ])
    expect(order.harness.view().usedToday.orders).toBe(0)
    expect(order.harness.troubled.at(-1)).toEqual([])
    expect(intent.items.map(mayBeRetried)).toEqual([true])
    expect(intent.items.map((item) => itemWords(item).text)).toEqual(['Not executed'])
    const looks = order.harness.lists.asked.length
    await order.harness.time.pass(3600)
    expect(order.harness.lists.asked).toHaveLength(looks)
    await order.harness.orders.arm()
    expect(order.harness.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
  })

  const others = (count: number, order: Lost): Order[] =>
    Array.from({ length: count }, (_, number) =>
      record(order, { id: `1${number}`, clientOrderId: '', amount: '3' }),
    )
  const refusal = (code: Problem['code']) => fail({ code, message: 'No.' } as const)

  it.each<[string, (order: Lost) => void]>([
    [
      'an order without an id looks the same',
      (order) => order.harness.lists.ended.push(record(order, { clientOrderId: '' })),
    ],
    [
      'a stranger’s looks the same',
      (order) => order.harness.lists.active.push(record(order, { clientOrderId: 'web-1' })),
    ],
    [
      'its id is there twice',
      (order) => order.harness.lists.ended.push(record(order), record(order, { id: '999' })),
    ],
    [
      'its status is not described',
      (order) => order.harness.lists.ended.push(record(order, { status: 'MAINTENANCE' })),
    ],
    [
      'one of its market could not be read',
      ({ harness }) => (harness.lists.unreadable = { active: [anUnreadable()] }),
    ],
    [
      'one under another name could not be read',
      ({ harness }) =>
        (harness.lists.unreadable = { active: [anUnreadable({ name: 'ETH_USDT' })] }),
    ],
    [
      'an order under its id is from before it was sent',
      (order) =>
        order.harness.lists.active.push(
          record(order, { timestamp: String(order.harness.time.clock() - 70) }),
        ),
    ],
    [
      'one of no readable market',
      ({ harness }) => (harness.lists.unreadable = { ended: [anUnreadable({ name: null })] }),
    ],
    [
      'there are more pages than are read',
      (order) => order.harness.lists.ended.push(...others(1000, order)),
    ],
    [
      'the last read fails',
      ({ harness }) =>
        (harness.lists.meets = (list) => (list === 'ended' ? refusal('timeout') : null)),
    ],
    [
      'the list moves on between two pages',
      (order) => {
        const { lists } = order.harness
        lists.active.push(...others(150, order))
        lists.meets = (list) => (list === 'active' ? (lists.active.shift(), null) : null)
      },
    ],
    [
      'the positions cannot be read',
      ({ harness }) => harness.positionsAre(() => Promise.resolve(refusal('timeout'))),
    ],
    [
      'the position has changed',
      ({ harness }) =>
        harness.positionsAre(() =>
          Promise.resolve(ok({ value: [aPosition({ amount: '0.07' })], at: harness.time.clock() })),
        ),
    ],
    [
      'the position changed by exactly the order',
      ({ harness }) =>
        harness.positionsAre(() =>
          Promise.resolve(
            ok({
              value: [aPosition({ amount: '0.06', modifiedAt: String(harness.time.clock()) })],
              at: harness.time.clock(),
            }),
          ),
        ),
    ],
  ])('stays unknown where %s', async (_name, happen) => {
    const order = await lost()
    happen(order)
    await order.harness.time.pass(100)
    await order.harness.orders.checkNow(order.id)
    await order.harness.time.pass(1000)
    expect(order.harness.intent(order.id)).toMatchObject({
      state: 'unknown',
      blocks: true,
      items: [{ state: 'unknown' }],
    })
    expect(order.harness.intent(order.id).evidence?.asked?.length).toBeGreaterThan(0)
  })

  it.each<[string, (order: Lost) => void]>([
    [
      'one of another amount',
      (order) => order.harness.lists.ended.push(record(order, { clientOrderId: '', amount: '3' })),
    ],
    [
      'one of before',
      (order) =>
        order.harness.lists.active.push(
          record(order, { clientOrderId: '', timestamp: '1759990000.5' }),
        ),
    ],
    [
      'another of ours',
      (order) => {
        order.harness.database.ids.add('ours-too')
        order.harness.lists.ended.push(record(order, { clientOrderId: 'ours-too' }))
      },
    ],
  ])('is distinguished from %s', async (_name, happen) => {
    const order = await lost()
    happen(order)
    await order.harness.time.pass(untilSettled)
    expect(order.harness.intent(order.id).state).toBe('not-executed')
  })

  it('starts over if something between two looks contradicts it', async () => {
    const order = await lost()
    await order.harness.time.pass(10)
    order.harness.lists.active.push(record(order, { clientOrderId: '' }))
    await order.harness.time.pass(60)
    order.harness.lists.active.splice(0)
    await order.harness.time.pass(100)
    expect(order.harness.intent(order.id).state).toBe('unknown')
    await order.harness.time.pass(400)
    expect(order.harness.intent(order.id).state).toBe('not-executed')
  })

  it('is not taken for absent sooner after a restart, or where somebody sets the clock forward', async () => {
    const order = await lost()
    order.harness.time.setClock(86_400)
    await order.harness.time.pass(100)
    expect(order.harness.intent(order.id).state).toBe('unknown')
    order.harness.open()
    await order.harness.time.pass(100)
    expect(order.harness.intent(order.id).state).toBe('unknown')
    await order.harness.time.pass(60)
    expect(order.harness.intent(order.id).state).toBe('not-executed')
  })

  it.each([
    ['nothing', null],
    ['only what the service cancelled by itself', { status: 'CANCELED_STP' }],
    ['only filled ones', {}],
  ])(
    'stays unknown where the history shows %s of cancelled orders, as a part of it may have been filled',
    async (_name, shown) => {
      const order = await lost(aBulkTicket([{ ioc: true }, { price: '41000' }]), ({ lists }) => {
        lists.meets = (list) => (list === 'investments' ? refusal('b2b-only') : null)
      })
      const states = (): unknown[] => order.harness.intent(order.id).items.map(({ state }) => state)
      if (shown !== null)
        order.harness.lists.ended.push(
          record(order, { id: '7', clientOrderId: 'x', amount: '9', ...shown }),
        )
      await order.harness.time.pass(1000)
      expect(states()).toEqual(['unknown', 'unknown'])
      const { evidence } = order.harness.intent(order.id)
      expect(evidence?.unsettled?.map(englishOf)).toEqual([
        expect.stringContaining('Part of it may have been filled'),
      ])
      showCancelled(order)
      await order.harness.time.pass(1000)
      expect(states()).toEqual(['not-executed', 'not-executed'])
    },
  )

  it('is not taken for absent where the service sends shorter pages than it was asked for', async () => {
    const order = await lost()
    order.harness.lists.ended.push(...others(120, order), record(order))
    order.harness.lists.longestPage = 50
    await order.harness.time.pass(2)
    expect(order.harness.intent(order.id).state).toBe('acknowledged')
  })

  it('of a market order stays unknown where there was no position and is none: what was opened and closed in between leaves no trace', async () => {
    const order = await lost(aTicket(), ({ conditions, positionsAre, time }) => {
      conditions.positions = { ...conditions.positions, value: [] }
      positionsAre(() => Promise.resolve(ok({ value: [], at: time.clock() })))
    })
    order.harness.positionsAre(() =>
      Promise.resolve(ok({ value: [], at: order.harness.time.clock() })),
    )
    await order.harness.time.pass(1000)
    expect(order.harness.intent(order.id).state).toBe('unknown')
    showCancelled(order)
    await order.harness.time.pass(1000)
    expect(order.harness.intent(order.id).state).toBe('not-executed')
  })

  it('of a market order stays unknown where its position has the same amount and was touched', async () => {
    const order = await lost()
    const touched = aPosition({ modifiedAt: String(order.harness.time.clock()) })
    order.harness.positionsAre(() =>
      Promise.resolve(ok({ value: [touched], at: order.harness.time.clock() })),
    )
    await order.harness.time.pass(1000)
    expect(order.harness.intent(order.id).state).toBe('unknown')
    showCancelled(order)
    await order.harness.time.pass(1000)
    expect(order.harness.intent(order.id).state).toBe('not-executed')
  })
})

describe('ORD-24 where the exchange does not answer', () => {
  it.each(['no-permission', 'region-unavailable', 'not-found'] as const)(
    'as %s, all is as it was, and it is asked again every ten minutes',
    async (code) => {
      const order = await lost()
      order.harness.lists.meets = () => fail({ code, message: 'Closed.' })
      await order.harness.time.pass(500)
      expect(order.harness.lists.asked.filter(({ list }) => list !== 'investments')).toHaveLength(1)
      const first = order.harness.intent(order.id).evidence?.asked
      expect(worded(first)).toMatchObject([
        { what: 'Active orders on BTC_USDT', found: null, problem: { code } },
      ])
      expect(order.harness.intent(order.id)).toMatchObject({
        state: 'unknown',
        evidence: { verdict: 'likely-not-filled', problem: null },
      })
      await order.harness.time.pass(3100)
      const times = order.harness.lists.asked
        .filter(({ list }) => list === 'active')
        .map(({ at }) => at)
      expect(times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) >= 600)).toBe(
        true,
      )
      expect(times.length).toBeGreaterThan(3)
      order.harness.lists.meets = () => null
      await order.harness.time.pass(1500)
      expect(order.harness.intent(order.id).state).toBe('not-executed')
    },
  )

  it('ORD-25 nor with another key than it was sent with', async () => {
    const order = await lost()
    order.harness.open({ keyHint: 'other…key' })
    order.harness.lists.ended.push(record(order))
    await order.harness.time.pass(1000)
    expect(order.harness.intent(order.id)).toMatchObject({
      state: 'unknown',
      evidence: { problem: { reason: 'OTHER_KEY' } },
    })
    expect(order.harness.lists.asked).toEqual([])
  })

  it('nothing is concluded from a look during which the computer slept, or the account was closed', async () => {
    const order = await lost()
    const { lists, time } = order.harness
    lists.meets = (list) => {
      if (list === 'ended') time.sleep(600)
      return null
    }
    lists.ended.push(record(order))
    await time.pass(5)
    expect(order.harness.intent(order.id).state).toBe('unknown')
    expect(order.harness.intent(order.id).evidence?.asked).toBeUndefined()
    lists.meets = (list) => {
      if (list === 'ended') order.harness.orders.close()
      return null
    }
    await time.pass(1000)
    expect(order.harness.database.intents.get(order.id)?.state).toBe('unknown')
  })

  it('an order older than the history reaches is not asked for', async () => {
    const order = await lost()
    order.harness.time.setClock(40 * 86_400)
    await order.harness.time.pass(500)
    expect(order.harness.lists.asked).toEqual([])
    expect(order.harness.intent(order.id).state).toBe('unknown')
  })

  it('nor is it judged by lists that were read for a newer one of its market and begin after it', async () => {
    const order = await lost(aBulkTicket([{}]))
    const { harness, id } = order
    harness.time.setClock(40 * 86_400)
    expect(harness.orders.liftBlock(id, 'BTC_USDT')).toEqual(ok(null))
    const { positions, balance } = harness.conditions
    harness.conditions.positions = { ...positions, asOf: harness.time.clock() }
    harness.conditions.balance = { ...balance, asOf: harness.time.clock() }
    harness.orders.refresh()
    await harness.orders.arm()
    const newer = await harness.send(aBulkTicket([{}]))
    await settled()
    showCancelled(order)
    await harness.time.pass(untilSettled)
    expect(harness.intent(newer).state).toBe('not-executed')
    expect(harness.intent(id)).toMatchObject({ state: 'unknown' })
  })

  it('keeps what the user decided during a look', async () => {
    const order = await lost()
    order.harness.lists.ended.push(record(order))
    order.harness.lists.meets = () => {
      order.harness.orders.resolve({
        id: order.id,
        item: null,
        as: 'not-filled',
        typed: 'BTC_USDT',
      })
      return null
    }
    await order.harness.time.pass(300)
    expect(order.harness.intent(order.id).state).toBe('resolved-not-filled')
  })

  it('looks at soon what became unknown while others are looked for again and again', async () => {
    const order = await lost()
    for (let times = 0; times < 20; times += 1) {
      await order.harness.time.pass(0.5)
      await order.harness.orders.arm()
      order.harness.conditions.positions = {
        ...order.harness.conditions.positions,
        asOf: order.harness.time.clock(),
      }
      await order.harness.send(aBulkTicket([{ market: `M${times}_USDT` }]))
      await settled()
    }
    expect(order.harness.lists.asked.length).toBeGreaterThan(10)
  })
})

describe('ORD-24 an investment', () => {
  const closing: OrderTicket = {
    kind: 'close-investment',
    investmentId: 'plan-1234',
    typedTail: '1234',
  }

  it.each([
    ['is closed', 'closed', 5, 'acknowledged'],
    ['is still active', 'active', 100, 'unknown'],
    ['is still active two minutes later', 'active', untilSettled, 'not-executed'],
    ['is in a state that is not described', null, 2000, 'unknown'],
    ['is not in the list', 'absent', 2000, 'unknown'],
  ] as const)('that %s', async (_name, state, seconds, expected) => {
    const order = await lost(closing)
    order.harness.lists.investments.push({ id: 'other', state: 'closed' })
    if (state !== 'absent') order.harness.lists.investments.push({ id: 'plan-1234', state })
    await order.harness.time.pass(seconds)
    const intent = order.harness.intent(order.id)
    expect(intent).toMatchObject({ state: expected, blocks: expected === 'unknown' })
    expect(worded(intent.evidence?.asked?.[0])).toMatchObject({
      what: 'Fixed-term investments',
      problem: null,
    })
  })

  it('that is listed twice in two states stays unknown', async () => {
    const order = await lost(closing)
    order.harness.lists.investments.push(
      { id: 'plan-1234', state: 'closed' },
      { id: 'plan-1234', state: 'active' },
    )
    await order.harness.time.pass(1000)
    expect(order.harness.intent(order.id).state).toBe('unknown')
  })
})

describe('ORD-24 ORD-12 an answer that comes after the lists settled it', () => {
  const unknownIntent = (): OrderIntent => {
    const sent = anIntent({ state: 'sending' }, ['mine-1'])
    const problem: Problem = { code: 'outcome-unknown', message: 'No answer.' }
    return answered(sent, 1, outcomeForAll(sent, 'unknown', problem))
  }
  const echo = (some: Partial<Order> = {}): Order =>
    echoOf(
      { market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'mine-1' },
      { status: 'FILLED', dealStock: '0.01', left: '0', ...some },
    )
  const never = {
    state: 'not-executed',
    order: null,
    problem: null,
    mismatch: [] as string[],
  } as const
  const notExecuted = (): OrderIntent =>
    settledIntent(unknownIntent(), 2, {
      orders: new Map([[0, never]]),
      investment: null,
      remarks: [],
    })
  const found = (): OrderIntent =>
    settledIntent(unknownIntent(), 2, {
      orders: new Map([[0, { state: 'placed', order: echo(), problem: null, mismatch: [] }]]),
      investment: null,
      remarks: [],
    })
  const late = (intent: OrderIntent, order: Order): OrderIntent =>
    answered(intent, 3, outcomeOf(intent, ok({ reply: { kind: 'market', order }, at: 3 })))
  const refused = (intent: OrderIntent): OrderIntent =>
    answered(intent, 3, outcomeForAll(intent, 'rejected', { code: 'refused', message: 'No.' }))

  it('wins over “not executed”, loudly: the market is blocked and the mismatch says why', () => {
    const intent = late(notExecuted(), echo())
    expect(worded(intent)).toMatchObject({
      state: 'acknowledged',
      blocks: true,
      items: [{ state: 'placed', mismatch: [expect.stringContaining('this was not executed')] }],
    })
    expect(intent.timeline.at(-1)).toMatchObject({ what: 'late-answer' })
  })

  it('is no contradiction where it was cancelled with nothing filled, or refused', () => {
    expect(late(notExecuted(), echo({ status: 'CANCELLED', dealStock: '0' }))).toMatchObject({
      state: 'acknowledged',
      blocks: false,
    })
    expect(refused(notExecuted())).toMatchObject({ state: 'rejected', blocks: false })
  })

  it('takes nothing back of what was found', () => {
    expect(late(found(), echo({ status: 'NEW', dealStock: '0', left: '0.01' }))).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'placed', order: { status: 'FILLED' } }],
    })
    expect(refused(found())).toMatchObject({ state: 'acknowledged', items: [{ state: 'placed' }] })
    expect(worded(late(found(), echo({ id: '5' })))).toMatchObject({
      blocks: true,
      items: [{ mismatch: [expect.stringContaining('gives order 5')] }],
    })
    expect(worded(late(found(), echo({ amount: '7' })))).toMatchObject({
      blocks: true,
      items: [{ mismatch: [expect.stringContaining('amount')] }],
    })
  })

  it('comes once', () => {
    const first = late(notExecuted(), echo())
    expect(refused(first)).toBe(first)
  })
})

describe('ORD-24 property', () => {
  it('whatever the lists, their faults and their delay, nothing said for certain is false, and an honest exchange leaves nothing unknown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          executed: fc.boolean(),
          /** Seconds after which the record is in a list. */
          delay: fc.constantFrom(0, 3, 30, 100),
          rests: fc.boolean(),
          dropsId: fc.boolean(),
          noise: fc.integer({ min: 0, max: 130 }),
          faults: fc.array(
            fc.constantFrom<'fine' | 'timeout' | 'unreadable'>('fine', 'timeout', 'unreadable'),
            { maxLength: 30 },
          ),
          market: fc.boolean(),
        }),
        async ({ executed, delay, rests, dropsId, noise, faults, market }) => {
          const order = await lost(market ? aTicket() : aBulkTicket([{}]))
          const { lists, time } = order.harness
          for (let number = 0; number < noise; number += 1)
            lists.ended.push(
              record(order, {
                id: `n${number}`,
                clientOrderId: `n${number}`,
                amount: '9',
                status: number % 2 === 0 ? 'FILLED' : 'CANCELED',
              }),
            )
          let call = 0
          lists.meets = () => {
            const fault = faults[(call += 1) - 1] ?? 'fine'
            lists.unreadable =
              fault === 'unreadable'
                ? { active: [anUnreadable()], ended: [anUnreadable({ name: null })] }
                : {}
            return fault === 'timeout' ? fail({ code: 'timeout', message: 'No.' }) : null
          }
          const listed = record(order, { ...(dropsId ? { clientOrderId: '' } : {}) })
          if (executed)
            time.after(delay * 1000, () => (rests ? lists.active : lists.ended).push(listed))
          if (executed && market) {
            const now = aPosition({ amount: '0.06', modifiedAt: String(time.clock()) })
            order.harness.positionsAre(() =>
              Promise.resolve(ok({ value: [now], at: time.clock() })),
            )
          }
          await time.pass(7200)
          const { state } = order.harness.intent(order.id)
          const tellsParts = market || noise > 1
          expect(state).toBe(
            executed
              ? dropsId
                ? 'unknown'
                : 'acknowledged'
              : tellsParts
                ? 'not-executed'
                : 'unknown',
          )
          expect(order.harness.exchange.sent).toHaveLength(1)
        },
      ),
      { numRuns: 60 },
    )
  })
})
