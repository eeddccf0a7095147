// A limit order on collateral, from what is typed to what became of it: what may not be concluded,
// what is refused before anything is sent, and what the review says.
import { describe, expect, it } from 'vitest'
import { collateralLimitKind } from '../../../src/main/orders/kinds/collateral-limit.js'
import { outcomeOf } from '../../../src/main/orders/request-outcome.js'
import { itemOf, itemText } from '../../../src/main/orders/stored-intent.js'
import type { MarketPrices } from '../../../src/shared/markets/live-price.js'
import { noPrices } from '../../../src/shared/markets/market.js'
import type { CollateralLimitTicket } from '../../../src/shared/orders/order-ticket.js'
import type { Order } from '../../../src/shared/orders/order.js'
import type { IntentItem, OrderPreview } from '../../../src/shared/orders/trading.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { ok } from '../../../src/shared/result.js'
import {
  aLimitTicket,
  anOpenOrder,
  aPosition,
  createOrderHarness,
  echoOf,
  good,
  type OrderHarness,
  ourPage,
  unknownAnswer,
} from '../../support/order-harness.js'
import { anIntent } from '../../support/order-intents.js'
import { settled } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

/** Holds a long of 0.05 BTC at a mark of 41000 unless said otherwise. */
async function setup(positions: Position[] = [aPosition()]): Promise<OrderHarness> {
  const harness = createOrderHarness()
  await harness.ready()
  harness.conditions.positions = { ...harness.conditions.positions, value: positions }
  return harness
}

function preview(harness: OrderHarness, some: Partial<CollateralLimitTicket> = {}): OrderPreview {
  const prepared = harness.orders.prepare(aLimitTicket(some), ourPage)
  if (!prepared.ok) throw new Error(englishOf(prepared.error.message))
  return prepared.value
}

function refusal(harness: OrderHarness, some: Partial<CollateralLimitTicket>) {
  const prepared = harness.orders.prepare(aLimitTicket(some), ourPage)
  return prepared.ok ? null : worded(prepared.error.fields ?? prepared.error.message)
}

function warningsOf({ warnings }: OrderPreview): string[] {
  return warnings.map(({ text }) => worded(text) as string)
}

function pricesAt(last: string, { time }: OrderHarness): MarketPrices {
  const value = { BTC_USDT: { last, change: null, isFrozen: false } }
  return {
    ...noPrices,
    tickers: { value, asOf: time.clock(), source: 'live', every: 15, problem: null },
  }
}

/** Sent, and no answer came. */
async function lost(some: Partial<CollateralLimitTicket> = {}, positions?: Position[]) {
  const harness = await setup(positions)
  harness.lists.there = true
  harness.positionsAre(() =>
    Promise.resolve(
      ok({ value: harness.conditions.positions.value ?? [], at: harness.time.clock() }),
    ),
  )
  harness.exchange.answers(() => unknownAnswer())
  const id = await harness.send(aLimitTicket(some))
  await settled()
  const listed = (more: Partial<Order> = {}): Order => {
    const [item] = harness.intent(id).items
    return anOpenOrder({
      id: '800',
      clientOrderId: item?.clientOrderId ?? '',
      price: item?.price ?? '',
      amount: item?.amount ?? '',
      left: item?.amount ?? '',
      side: item?.side ?? '',
      timestamp: String(harness.time.clock()),
      ...more,
    })
  }
  const evidence = () => harness.intent(id).evidence
  const said = (): string => JSON.stringify(worded(harness.intent(id).timeline.at(-1)?.text))
  return {
    harness,
    listed,
    evidence,
    said,
    item: (): IntentItem | undefined => harness.intent(id).items[0],
  }
}

/** An order that somebody cancelled: this history does not leave such orders out. */
function keepsCancelled({ harness, listed }: Awaited<ReturnType<typeof lost>>): void {
  harness.lists.ended.push(
    listed({
      id: '7',
      clientOrderId: 'x',
      market: 'SOL_USDT',
      timestamp: String(harness.time.clock() - 86_400),
      status: 'CANCELED',
    }),
  )
}

const longEnough = 240

describe('ORD-24 a limit order on collateral without an answer', () => {
  it('stays unknown if it is in no list, and the history may omit what was cancelled with a part filled', async () => {
    const order = await lost({}, [])
    await order.harness.time.pass(longEnough)
    expect(order.item()).toMatchObject({ state: 'unknown' })
  })

  it('stays unknown if it is in no list, but the position has changed', async () => {
    const order = await lost()
    keepsCancelled(order)
    const { harness } = order
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ amount: '0.055', modifiedAt: String(harness.time.clock()) })],
    }
    await harness.time.pass(longEnough)
    expect(order.item()).toMatchObject({ state: 'unknown' })
  })

  it('stays unknown if one without our id may be it, even with the amount cut down', async () => {
    const reduces = { side: 'sell', price: '42000', amount: '0.08', reduceOnly: true } as const
    const order = await lost(reduces)
    keepsCancelled(order)
    order.harness.lists.active.push(order.listed({ clientOrderId: '', amount: '0.05' }))
    await order.harness.time.pass(longEnough)
    expect(order.item()).toMatchObject({ state: 'unknown' })
  })

  it('is never said not to be executed after one look', async () => {
    const order = await lost()
    keepsCancelled(order)
    await order.harness.time.pass(100)
    expect(order.item()).toMatchObject({ state: 'unknown' })
  })

  it.each<[string, Partial<CollateralLimitTicket>, string, string]>([
    ['an immediate one that changed nothing', { ioc: true }, '0.05', 'likely-not-filled'],
    ['an immediate one that was filled', { ioc: true }, '0.06', 'likely-filled'],
    ['one that rests', {}, '0.06', 'unclear'],
  ])('has in the positions what they can say of %s', async (_name, some, amount, verdict) => {
    const order = await lost({ ...some, price: '42000' })
    const { harness } = order
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [
        amount === '0.05'
          ? aPosition()
          : aPosition({ amount, modifiedAt: String(harness.time.clock()) }),
      ],
    }
    await harness.time.pass(longEnough)
    expect(order.evidence()).toMatchObject({ verdict })
  })

  it('is not executed where no list has it over two minutes and the position is as it was', async () => {
    const order = await lost()
    keepsCancelled(order)
    await order.harness.time.pass(longEnough)
    expect(order.item()).toMatchObject({ state: 'not-executed' })
  })

  it.each<Partial<CollateralLimitTicket>>([
    { stopLoss: '30000' },
    { takeProfit: '50000' },
    { stopLoss: '30000', ioc: true, price: '42000' },
  ])('with a level it stays unknown where no list has it: %j', async (some) => {
    const order = await lost(some)
    keepsCancelled(order)
    await order.harness.time.pass(longEnough)
    expect(order.item()).toMatchObject({ state: 'unknown' })
    expect(worded(order.evidence()?.unsettled)).toEqual([
      expect.stringContaining('list of linked orders does not have it either'),
    ])
  })

  it('with a level it stays unknown where the list of linked orders cannot be read', async () => {
    const order = await lost({ stopLoss: '30000' })
    keepsCancelled(order)
    order.harness.lists.linkedFault = { code: 'unreachable', message: 'No answer.' }
    await order.harness.time.pass(longEnough)
    expect(order.item()).toMatchObject({ state: 'unknown' })
    expect(worded(order.evidence()?.unsettled)).toEqual([
      expect.stringContaining('list of linked orders, which could not be read'),
    ])
  })

  it.each<[string, { stopLoss: string | null }, unknown[]]>([
    ['with its level', { stopLoss: '30000' }, []],
    ['with another level', { stopLoss: '31000' }, [expect.stringContaining('stop loss')]],
    ['without its level', { stopLoss: null }, [expect.stringContaining('stop loss')]],
  ])(
    'ORD-10 ORD-24 is placed where only the list of linked orders has it, %s',
    async (_name, { stopLoss }, mismatch) => {
      const { harness, listed, item } = await lost({ stopLoss: '30000' })
      const order = listed({ withoutLevels: true })
      harness.lists.linked.push({ kind: 'oto', id: '90', order, stopLoss, takeProfit: null })
      await harness.time.pass(longEnough)
      expect(item()).toMatchObject({ state: 'placed', order: { id: '800' } })
      expect(worded(item()?.mismatch)).toEqual(mismatch)
    },
  )

  it('with a level it stays unknown where the list of linked orders has one like it without our id', async () => {
    const order = await lost({ stopLoss: '30000' })
    keepsCancelled(order)
    const { harness, listed } = order
    harness.lists.linked.push({
      ...{ kind: 'oto', id: '90', order: listed({ clientOrderId: '' }) },
      ...{ stopLoss: '30000', takeProfit: null },
    })
    await harness.time.pass(longEnough)
    expect(order.item()).toMatchObject({ state: 'unknown' })
    expect(worded(order.evidence()?.unsettled)).toEqual([expect.stringContaining('looks the same')])
  })

  it('does not read the list of linked orders for an order without levels', async () => {
    const order = await lost()
    order.harness.lists.linkedFault = { code: 'unreachable', message: 'No answer.' }
    keepsCancelled(order)
    await order.harness.time.pass(longEnough)
    expect(order.item()).toMatchObject({ state: 'not-executed' })
  })

  it('is placed where it rests, and its levels are neither missed nor taken from the position', async () => {
    const { harness, listed, item } = await lost({ stopLoss: '30000' }, [
      aPosition({
        modifiedAt: '1760000001',
        protectiveOrders: {
          stopLossId: '1',
          stopLoss: '20000',
          takeProfitId: null,
          takeProfit: null,
        },
      }),
    ])
    harness.lists.active.push(listed())
    await harness.time.pass(longEnough)
    expect(item()).toMatchObject({ state: 'placed', mismatch: [] })
  })

  const unset = { stopLossId: null, stopLoss: null, takeProfitId: null, takeProfit: null }
  const noStop = [expect.stringContaining('stop loss is not set') as string]

  it.each<[string, Partial<CollateralLimitTicket>, number, number, unknown[], boolean]>([
    ['filled later, is missed', {}, 90, 90, noStop, false],
    ['filled at once as IOC, is missed', { ioc: true, price: '42000' }, 0, 0, noStop, false],
    ['of a position changed before the fill', {}, 90, 30, [], true],
    ['of a position changed long after the fill', {}, 90, 120, [], true],
  ])(
    'ORD-10 a stop loss, found in the history only: %s',
    async (_name, some, filled, changed, mismatch, untold) => {
      const { harness, listed, item, said } = await lost({ ...some, stopLoss: '30000' })
      const began = harness.time.clock()
      harness.conditions.positions = {
        ...harness.conditions.positions,
        value: [aPosition({ modifiedAt: String(began + changed), protectiveOrders: unset })],
      }
      harness.lists.ended.push(
        listed({
          ...{ timestamp: String(began), endedAt: String(began + filled), status: 'FILLED' },
          ...{ dealStock: '0.01', dealMoney: '390', left: '0', withoutLevels: true },
        }),
      )
      await harness.time.pass(longEnough)
      expect(item()).toMatchObject({ state: 'placed' })
      expect(worded(item()?.mismatch)).toEqual(mismatch)
      expect(said().includes('do not show whether')).toBe(untold)
    },
  )

  it('ORD-10 is a mismatch where the history does not have it as reduce-only', async () => {
    const { harness, listed, item } = await lost({ side: 'sell', price: '42000', reduceOnly: true })
    harness.lists.ended.push(
      listed({ reduceOnly: false, dealStock: '0.01', left: '0', status: 'FILLED' }),
    )
    await harness.time.pass(longEnough)
    expect(worded(item()?.mismatch)).toEqual([expect.stringContaining('reduce-only')])
  })

  it.each<[string, Partial<CollateralLimitTicket>, Partial<Order>, object]>([
    ['filled in part', {}, { dealStock: '0.004', left: '0.006' }, { state: 'partly' }],
    [
      'without a flag that was sent',
      { postOnly: true },
      { postOnly: false },
      { mismatch: [/post-only/] },
    ],
    ['as reduce-only, which was not sent', {}, { reduceOnly: true }, { mismatch: [/reduce-only/] }],
    ['at another price', {}, { price: '38000' }, { mismatch: [/price/] }],
  ])('counts as the list has it: %s', async (_name, sent, said, expected) => {
    const { harness, listed, item } = await lost(sent)
    harness.lists.active.push(listed(said))
    await harness.time.pass(longEnough)
    const { state, mismatch } = item() ?? {}
    const { mismatch: words = [], ...rest } = expected as { mismatch?: RegExp[] }
    expect({ state }).toMatchObject(rest)
    expect(mismatch?.map((one) => worded(one))).toEqual(
      words.map((one) => expect.stringMatching(one) as string),
    )
  })
})

describe('what the answer makes of a limit order on collateral', () => {
  const sent = { market: 'BTC_USDT', side: 'sell', amount: '0.08', clientOrderId: 'p-1' } as const
  const draft = { ...sent, price: '42000', postOnly: false, ioc: false, reduceOnly: true }

  function said(some: Partial<Order>, sentAs: Partial<IntentItem> = {}) {
    const intent = anIntent({ state: 'sending', kind: 'collateral-limit' }, ['p-1'])
    const items = intent.items.map((item) => ({ ...item, ...draft, ...sentAs }))
    const order = echoOf(draft, some)
    const answer = ok({ reply: { kind: 'collateral-limit', order } as const, at: 0 })
    return outcomeOf({ ...intent, items }, answer).items[0]
  }

  it('ORD-9 an unfilled one rests; filled in part, or cancelled at once, it says so', () => {
    expect(said({})).toMatchObject({ state: 'placed', mismatch: [] })
    expect(said({ dealStock: '0.02', left: '0.06' })).toMatchObject({ state: 'partly' })
    expect(said({ status: 'CANCELED' })).toMatchObject({ state: 'cancelled' })
    expect(said({ status: 'ARCHIVED' })).toMatchObject({ state: 'unknown' })
  })

  it('ORD-10 a reduce-only one may be cut down, but no other, and none to nothing or more', () => {
    expect(said({ amount: '0.05', left: '0.05' })).toMatchObject({ state: 'placed', mismatch: [] })
    for (const amount of ['0', '0.09']) expect(said({ amount })?.mismatch, amount).toHaveLength(1)
    const plain = said({ amount: '0.05', reduceOnly: false }, { reduceOnly: false })
    expect(worded(plain?.mismatch)).toEqual([expect.stringContaining('amount')])
  })

  it('ORD-10 is a mismatch where it is not reduce-only, or its levels are not set', () => {
    expect(worded(said({ reduceOnly: false })?.mismatch)).toEqual([
      expect.stringContaining('reduce-only'),
    ])
    const levels = { reduceOnly: false, stopLoss: '45000' }
    expect(worded(said({ reduceOnly: false }, levels)?.mismatch)).toEqual([
      expect.stringContaining('stop loss is not set'),
    ])
  })

  it('keeps in the journal that it is reduce-only', () => {
    const [item] = anIntent({ kind: 'collateral-limit' }, ['p-1']).items
    if (item === undefined) throw new Error('no item')
    const row = {
      number: 0,
      client_order_id: 'p-1',
      market: item.market,
      amount: item.amount,
      content: itemText({ ...item, reduceOnly: true }),
      state: 'placed',
      answer: '{"order":null,"problem":null,"mismatch":[]}',
    }
    expect(itemOf(row).reduceOnly).toBe(true)
    expect(itemOf({ ...row, content: itemText(item) }).reduceOnly).toBeUndefined()
  })
})

describe('a limit order on collateral that is refused before anything is sent', () => {
  it.each<[string, Partial<CollateralLimitTicket>, object]>([
    [
      'reduce-only with a stop loss',
      { reduceOnly: true, stopLoss: '1' },
      { reduceOnly: [/takes no stop loss/] },
    ],
    [
      'reduce-only with a take profit',
      { reduceOnly: true, takeProfit: '1' },
      { reduceOnly: [/takes no stop loss/] },
    ],
    [
      'post-only and immediate at once',
      { postOnly: true, ioc: true },
      { ioc: [/cannot be combined/] },
    ],
    ['without a price', { price: '' }, { price: [/./] }],
    ['at a price of zero', { price: '0' }, { price: [/zero/] }],
    [
      'reduce-only the same way as the position',
      { reduceOnly: true },
      { reduceOnly: [/No short position is open on BTC_USDT/] },
    ],
    [
      'with levels that contradict each other',
      { stopLoss: '50000', takeProfit: '45000' },
      { stopLoss: [/must|not|close/] },
    ],
  ])('%s', async (_name, some, fields) => {
    const harness = await setup()
    const found = refusal(harness, some) as Record<string, string[]>
    for (const [field, words] of Object.entries(fields))
      expect(found[field]).toEqual(
        (words as RegExp[]).map((one) => expect.stringMatching(one) as string),
      )
    expect(harness.exchange.sent).toEqual([])
  })

  it('reduce-only where no position is open', async () => {
    const harness = await setup([])
    expect(refusal(harness, { side: 'sell', reduceOnly: true })).toEqual({
      reduceOnly: [expect.stringContaining('No long position is open')],
    })
  })

  it('ORD-23 reduce-only, if the position has turned between the review and its confirmation', async () => {
    const harness = await setup()
    const shown = preview(harness, { side: 'sell', price: '42000', reduceOnly: true })
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ amount: '-0.05' })],
    }
    expect(await harness.orders.confirm(shown.token, ourPage)).toMatchObject({ ok: false })
    expect(harness.exchange.sent).toEqual([])
  })

  const atOnce: [string, Partial<CollateralLimitTicket>][] = [
    ['IOC', { side: 'sell', price: '42000', ioc: true }],
    ['at the market', { side: 'sell', price: '40000' }],
  ]

  it.each(atOnce)(
    'ORD-13 filled at once (%s), if the position has turned or gone since its review',
    async (_name, some) => {
      for (const now of [[], [aPosition({ amount: '-0.05' })]]) {
        const harness = await setup()
        const shown = preview(harness, some)
        expect(shown.items).toMatchObject([{ effect: 'reduces' }])
        harness.conditions.positions = { ...harness.conditions.positions, value: now }
        // The price has moved away, so that the other order would rest now.
        harness.conditions.prices = pricesAt('39000', harness)
        expect(await harness.orders.confirm(shown.token, ourPage)).toMatchObject({
          error: { reason: 'EFFECT_CHANGED' },
        })
        expect(harness.exchange.sent).toEqual([])
      }
    },
  )

  it.each(atOnce)(
    'filled at once (%s), before the position was read again after another of ours',
    async (_name, some) => {
      for (const amount of ['0.05', '0.08']) {
        const harness = await setup()
        harness.exchange.answers(good)
        const ticket = aLimitTicket({ ...some, amount })
        const twin = harness.orders.prepare(ticket, ourPage)
        await harness.send(ticket)
        await settled()
        expect(
          await harness.orders.confirm(twin.ok ? twin.value.token : '', ourPage),
        ).toMatchObject({ error: { reason: 'POSITION_CHANGING' } })
      }
    },
  )

  it('but not one that rests: what the position is by then, nobody knows', async () => {
    const harness = await setup()
    const shown = preview(harness, { side: 'sell', price: '42000', postOnly: true })
    expect(shown.items).toMatchObject([{ effect: null }])
    harness.conditions.positions = { ...harness.conditions.positions, value: [] }
    expect(await harness.orders.confirm(shown.token, ourPage)).toMatchObject({ ok: true })
  })

  it('counts against the limits at the higher of its own and the known price, unless it is reduce-only', async () => {
    const harness = await setup()
    harness.database.settings.set(harness.profile.id, {
      readOnly: false,
      limits: {
        on: true,
        byQuote: { USDT: { perOrder: '400', perDay: '400' } },
        byMarket: {},
        ordersPerDay: 10,
        askFrom: { USDT: '1000000' },
      },
      favourites: [],
    })
    harness.open()
    await harness.orders.arm()
    expect(harness.orders.prepare(aLimitTicket({ price: '100' }), ourPage)).toMatchObject({
      error: { code: 'over-limit' },
    })
    // The same against the position: it may be closed before this one is filled.
    const against = aLimitTicket({ side: 'sell', price: '42000' })
    expect(harness.orders.prepare(against, ourPage)).toMatchObject({
      error: { code: 'over-limit' },
    })
    for (const some of [{ ioc: true }, { price: '40000' }])
      expect(harness.orders.prepare({ ...against, ...some }, ourPage)).toMatchObject({
        error: { code: 'over-limit' },
      })
    expect(harness.orders.prepare({ ...against, reduceOnly: true }, ourPage)).toMatchObject({
      ok: true,
    })
  })
})

describe('the review of a limit order on collateral', () => {
  it('ORD-13 says how it waits, what it does once it is filled, and at which price it counts', async () => {
    const harness = await setup()
    const shown = preview(harness, { stopLoss: '30000' })
    expect(worded(shown.act)).toBe('Buy 0.01 BTC_USDT at 39000')
    expect(worded(shown.sentences)).toEqual([
      'Buy 0.01 BTC_USDT at 39000.',
      'It rests in the order book until its price is reached, or until you cancel it.',
      expect.stringContaining('What follows applies once all of it is filled'),
      'It increases your long position from 0.05 to 0.06 BTC.',
      'Stop loss: closes it if the price falls to 30000 USDT.',
      'Sets a stop loss at 30000 for the whole position of 0.06 BTC.',
      'The exchange sets these levels when the order is filled, not before.',
      'On BTC_USDT, amounts are in BTC and prices in USDT.',
      expect.stringContaining('A collateral order'),
      'Notional 390 USDT at its own price of 39000.',
      expect.stringContaining('Main account'),
    ])
    expect(shown).toMatchObject({ warnings: [], items: [{ price: '39000', effect: null }] })
    const entry = shown.changes.find(({ what }) => what === 'entry')
    // (0.05 × 40000 + 0.01 × 39000) ÷ 0.06.
    expect(entry?.after.value).toMatch(/^39833\.33/)
  })

  it('of a reduce-only one says what is left, what it would realize at its own price, and that more is cut off', async () => {
    const harness = await setup()
    const shown = preview(harness, {
      side: 'sell',
      price: '42000',
      amount: '0.08',
      reduceOnly: true,
    })
    expect(worded(shown.sentences)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Reduce-only/) as string,
        'It closes your long position of 0.05 BTC, as far as is known now.',
        'Filled at 42000, closing would realize about 100 USDT, before fees.',
      ]),
    )
    expect(warningsOf(shown)).toEqual([
      'Only 0.05 BTC of the position is open, so the exchange cuts the order down to that.',
    ])
    expect(shown.items[0]).toMatchObject({ reduceOnly: true, effect: 'closes' })
    expect(shown.body).toMatch(/"reduceOnly": ?true/)
  })

  it('calculates at the market’s price where that is better: a low price of a sell hides no margin', async () => {
    const harness = await setup([])
    harness.conditions.prices = pricesAt('41000', harness)
    const shown = preview(harness, { side: 'sell', price: '100' })
    expect(shown.changes.find(({ what }) => what === 'entry')?.after.value).toBe('41000')
    // Above the market that it is filled at, below its own price: it would close the short at once.
    const bought = preview(harness, { price: '43000', stopLoss: '42000' })
    expect(warningsOf(bought)).toContainEqual(expect.stringContaining('42000 is not below 41000'))
  })

  it.each<[string, Partial<CollateralLimitTicket>, RegExp]>([
    ['reaches the market', { price: '42000' }, /probably filled at once/],
    [
      'reaches the market as post-only',
      { price: '42000', postOnly: true },
      /refuses this order as post-only/,
    ],
    ['does not reach it as immediate', { ioc: true }, /cancelled at once/],
    ['is far away', { price: '30000' }, /26\.\d\s% below the market/],
    [
      'goes against the position',
      { side: 'sell', price: '42000' },
      /not reduce-only: .* opens a short one/,
    ],
    [
      'turns the position',
      { side: 'sell', price: '42000', amount: '0.08' },
      /closes your position and opens a short one/,
    ],
    ['has a stop loss above its own price', { stopLoss: '39500' }, /the price of this order/],
  ])('warns of one that %s', async (_name, some, words) => {
    const harness = await setup()
    expect(warningsOf(preview(harness, some))).toEqual([expect.stringMatching(words)])
  })

  it('warns of a position side only where it does not fit', async () => {
    const hedged = await setup([aPosition({ positionSide: 'LONG' })])
    const against = { side: 'sell', price: '42000' } as const
    expect(warningsOf(preview(hedged, { ...against, positionSide: 'LONG' }))).toEqual([])
    expect(warningsOf(preview(hedged, against))).toEqual([
      expect.stringContaining('refuses an order without one'),
    ])
  })

  it('of an oversize reduce-only one in hedge mode says that it is cut down, not that it is refused', async () => {
    const hedged = await setup([aPosition({ positionSide: 'LONG' })])
    const over = { side: 'sell', price: '42000', amount: '0.08', positionSide: 'LONG' } as const
    expect(warningsOf(preview(hedged, { ...over, reduceOnly: true }))).toEqual([
      expect.stringContaining('cuts the order down'),
    ])
    expect(warningsOf(preview(hedged, over))).toEqual([expect.stringContaining('0.05')])
  })

  it('warns where free margin would be missing', async () => {
    const harness = await setup()
    harness.conditions.collateral = {
      value: {
        equity: '100',
        usedMargin: '90',
        freeMargin: '10',
        unrealizedFunding: '0',
        unrealizedPnl: '0',
        leverage: 10,
      } as never,
      asOf: harness.time.clock(),
      source: 'live',
      every: 15,
      problem: null,
    }
    // 390 ÷ 10 of margin, without a known fee.
    expect(warningsOf(preview(harness))).toEqual([expect.stringContaining('about 29 USDT of free')])
  })
})

it('ORD-1 is sent once, with exactly what was typed', async () => {
  const harness = await setup()
  harness.exchange.answers(good)
  const id = await harness.send(aLimitTicket({ postOnly: true, positionSide: 'BOTH' }))
  await settled()
  expect(harness.exchange.sent.map(({ request }) => request)).toEqual([
    {
      kind: 'collateral-limit',
      draft: {
        market: 'BTC_USDT',
        side: 'buy',
        amount: '0.01',
        price: '39000',
        clientOrderId: harness.intent(id).items[0]?.clientOrderId,
        stopLoss: null,
        takeProfit: null,
        postOnly: true,
        ioc: false,
        reduceOnly: false,
        positionSide: 'BOTH',
      },
    },
  ])
  expect(harness.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
})

it('may have ended the position that it goes against, and no other', () => {
  const intent = anIntent({ kind: 'collateral-limit' }, ['p-1'])
  const ended = { id: '1', market: 'BTC_USDT', side: 'short', amount: '0.01' } as never
  const [item] = intent.items
  if (item === undefined) throw new Error('no item')
  expect(collateralLimitKind.endedPart({ ...item, side: 'buy' }, ended)).not.toBeNull()
  expect(collateralLimitKind.endedPart({ ...item, side: 'sell' }, ended)).toBeNull()
})
