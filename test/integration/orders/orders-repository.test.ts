import { describe, expect, it } from 'vitest'
import { migrate } from '../../../src/main/database/database-migrations.js'
import { openDatabase, text } from '../../../src/main/database/database.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import type { Order, Target } from '../../../src/shared/orders/order.js'
import {
  defaultTradeLimits,
  everyIntent,
  type IntentPage,
  itemStates,
  type OrderIntent,
} from '../../../src/shared/orders/trading.js'
import { messageOf } from '../../../src/shared/messages/messages.js'
import { aCancelIntent, anIntent, aTarget } from '../../support/order-intents.js'
import {
  aProfile,
  createTestClock,
  openTestStorage,
  quickFolder,
  startOfTest,
  valueOf,
} from '../../support/test-storage.js'

const { clock } = createTestClock()
const usdt = (notional: string | null) => ({ quote: 'USDT', notional })

function setup() {
  const folder = quickFolder()
  const { storage } = openTestStorage({ folder, clock })
  const profile = aProfile()
  valueOf(storage.profiles.add(profile))
  return { folder, storage, profile }
}

function reopened(folder: string, storage: { close(): void }) {
  storage.close()
  return openTestStorage({ folder, clock }).storage
}

describe('the repository of orders', () => {
  it('ORD-19 gives back every intent exactly as it was written, after a restart, too', () => {
    const { folder, storage, profile } = setup()
    const intent = anIntent({ profileId: profile.id })
    expect(valueOf(storage.orders.add(intent, [usdt('400.000000000000000001')]))).toBe('added')
    expect(valueOf(storage.orders.find(profile.id, intent.id))).toEqual(intent)
    const later: OrderIntent = {
      ...intent,
      state: 'unknown',
      blocks: true,
      requestHash: 'ab'.repeat(32),
      nonce: '1760000000001',
      httpStatus: 502,
      ms: { written: 1, sent: 2, answered: 30_000 },
      problem: {
        code: 'outcome-unknown',
        message: 'Nobody knows “…”.',
        server: { status: 502, code: null, message: '<h1>\u0000' },
      },
      evidence: {
        before: { asOf: 1.5, positions: { BTC_USDT: [] } },
        after: null,
        verdict: 'unclear',
        problem: null,
        text: messageOf('orders.evidence.too-soon'),
      },
      items: intent.items.map((item) => ({
        ...item,
        state: 'unknown',
        mismatch: ['The amount is different.'],
      })),
      timeline: [
        ...intent.timeline,
        {
          at: startOfTest + 30.123,
          what: 'answered',
          text: 'No answer.',
          details: { class: 'unknown', httpStatus: null },
        },
      ],
    }
    valueOf(storage.orders.save(later))
    expect(valueOf(reopened(folder, storage).orders.find(profile.id, intent.id))).toEqual(later)
  })

  it('gives back everything the exchange said of an order', () => {
    const { folder, storage, profile } = setup()
    const intent = anIntent({ profileId: profile.id, state: 'acknowledged' })
    const order: Order = {
      id: '12345678901234567890',
      clientOrderId: 'p-1',
      market: 'BTC_USDT',
      side: 'buy',
      type: 'margin limit',
      timestamp: '1760000001.123456',
      dealMoney: '0',
      dealStock: '0',
      amount: '0.01',
      left: '0.01',
      dealFee: '0',
      status: 'NEW',
      price: '40000',
      postOnly: false,
      ioc: true,
      rpi: false,
      stp: 'cancel_new',
      positionSide: 'BOTH',
      activated: 1,
      activationCondition: 'gte',
      activationPrice: '41000',
      oto: { id: '55', stopLoss: '35000', takeProfit: null },
    }
    const kept: OrderIntent = {
      ...intent,
      items: intent.items.map((item) => ({ ...item, state: 'placed', order })),
    }
    valueOf(storage.orders.add(intent, [usdt(null)]))
    valueOf(storage.orders.save(kept))
    expect(valueOf(reopened(folder, storage).orders.find(profile.id, intent.id))).toEqual(kept)
  })

  it.each(itemStates)('ORD-19 gives back an order that is %s', (state) => {
    const { folder, storage, profile } = setup()
    const intent = anIntent({ profileId: profile.id, state: 'acknowledged' })
    const kept: OrderIntent = { ...intent, items: intent.items.map((item) => ({ ...item, state })) }
    valueOf(storage.orders.add(intent, [usdt(null)]))
    valueOf(storage.orders.save(kept))
    expect(valueOf(reopened(folder, storage).orders.find(profile.id, intent.id))).toEqual(kept)
  })

  it('ORD-8 reserves a client order id for ever, across profiles, whatever became of the order', () => {
    const { folder, storage, profile } = setup()
    const other = aProfile({ id: 'other' })
    valueOf(storage.profiles.add(other))
    valueOf(
      storage.orders.add(anIntent({ id: 'one', profileId: profile.id }, ['mine']), [usdt(null)]),
    )
    expect(
      valueOf(
        storage.orders.add(anIntent({ id: 'two', profileId: other.id }, ['mine']), [usdt(null)]),
      ),
    ).toBe('taken')
    expect(valueOf(storage.orders.find(other.id, 'two'))).toBeNull()
    expect(
      valueOf(storage.orders.add(anIntent({ id: 'three', profileId: other.id }, ['a', 'a']), [])),
    ).toBe('taken')
    expect(valueOf(storage.orders.taken(['mine', 'Mine', 'a']))).toEqual(['mine'])
    valueOf(storage.profiles.remove(profile.id))
    const again = reopened(folder, storage)
    expect(valueOf(again.orders.taken(['mine']))).toEqual(['mine'])
    expect(
      valueOf(again.orders.add(anIntent({ id: 'four', profileId: other.id }, ['mine']), [])),
    ).toBe('taken')
  })

  it('ORD-8 ORD-19 gives back what was to go, and takes no client order id for it, nor the one of what it cancels', () => {
    const { folder, storage, profile } = setup()
    const position: Target = {
      kind: 'position',
      id: '7',
      direction: 'short',
      modifiedAt: '1760000000.5',
      entryPrice: null,
      unrealizedPnl: '-1.5',
      stopLoss: '45000',
      takeProfit: null,
    }
    const several = aCancelIntent({ id: 'several', profileId: profile.id }, [
      aTarget(),
      aTarget({ id: '5', clientOrderId: '' }),
    ])
    const scope = {
      market: null,
      orders: 140,
      levels: [{ market: 'BTC_USDT', positionId: '7', stopLoss: '45000', takeProfit: null }],
    }
    const all = aCancelIntent({ id: 'all', profileId: profile.id, kind: 'cancel-all', scope })
    const close = aCancelIntent(
      { id: 'close', profileId: profile.id, kind: 'close-position', state: 'unknown' },
      [position],
    )
    for (const intent of [several, all, close])
      expect(valueOf(storage.orders.add(intent, []))).toBe('added')
    expect(valueOf(storage.orders.taken(['mine', '']))).toEqual([])
    expect(valueOf(storage.orders.used(profile.id, 0))).toEqual([])
    expect(valueOf(storage.orders.markets(profile.id))).toEqual(['BTC_USDT'])
    const again = reopened(folder, storage)
    for (const intent of [several, all, close])
      expect(valueOf(again.orders.find(profile.id, intent.id))).toEqual(intent)
    expect(valueOf(again.orders.open(profile.id)).map(({ id }) => id)).toEqual([
      'all',
      'close',
      'several',
    ])
    valueOf(
      again.orders.add(anIntent({ id: 'own', profileId: profile.id }, ['mine']), [usdt(null)]),
    )
    const found = (search: string, kinds: OrderIntent['kind'][] | null = null) =>
      valueOf(
        again.orders.page(profile.id, { ...everyIntent, after: null, limit: 10, search, kinds }),
      )
        .intents.map(({ id }) => id)
        .sort()
    expect(found('4180284841')).toEqual(['all', 'several'])
    expect(found('5')).toEqual(['several'])
    expect(found('7')).toEqual(['close'])
    expect(found('mine')).toEqual(['all', 'own', 'several'])
    expect(found('mine', ['cancel', 'cancel-all', 'close-position'])).toEqual(['all', 'several'])
  })

  it('UX-71 counts what is unfinished of every account, also of those that are not open, and no mismatch that is answered', () => {
    const { storage, profile } = setup()
    const other = aProfile({ id: 'other' })
    valueOf(storage.profiles.add(other))
    expect(valueOf(storage.orders.unfinished())).toEqual([])
    const add = (some: Partial<OrderIntent>) =>
      valueOf(storage.orders.add(anIntent(some), [usdt(null)]))
    add({ id: 'done', profileId: profile.id, state: 'acknowledged' })
    expect(valueOf(storage.orders.unfinished())).toEqual([])
    add({ id: 'unknown', profileId: other.id, state: 'unknown' })
    add({ id: 'sending', profileId: profile.id, state: 'sending' })
    add({ id: 'blocked', profileId: other.id, state: 'acknowledged', blocks: true })
    expect(valueOf(storage.orders.unfinished()).sort()).toEqual(['sending', 'unknown'])
    storage.close()
    expect(storage.orders.unfinished().ok).toBe(false)
  })

  it('ORD-19 is only ever added to: nothing that happened or was confirmed can be rewritten or removed', () => {
    const { folder, storage, profile } = setup()
    valueOf(storage.orders.add(anIntent({ id: 'one', profileId: profile.id }), [usdt('1')]))
    storage.close()
    const database = openDatabase(databaseFiles(folder).database)
    database.script('PRAGMA foreign_keys = ON')
    for (const sql of [
      "UPDATE intent_step SET words = 'x'",
      'DELETE FROM intent_step',
      "UPDATE intent SET content = '{}'",
      "UPDATE intent SET profile_id = 'x'",
      'DELETE FROM client_order_id',
      "UPDATE client_order_id SET id = 'x'",
    ]) {
      expect(() => database.run(sql), sql).toThrow()
    }
    database.close()
  })

  it('goes with its profile, all but the ids', () => {
    const { folder, storage, profile } = setup()
    valueOf(storage.orders.add(anIntent({ id: 'one', profileId: profile.id }), [usdt('1')]))
    valueOf(storage.profiles.remove(profile.id))
    expect(storage.orders.save(anIntent({ id: 'one', profileId: profile.id }))).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(storage.problem()).toBeNull()
    storage.close()
    const database = openDatabase(databaseFiles(folder).database)
    for (const table of ['intent', 'intent_item', 'intent_step'])
      expect(database.first(`SELECT count(*) AS n FROM ${table}`)).toEqual({ n: 0 })
    expect(database.all(`SELECT ${text('id')} FROM client_order_id`)).toHaveLength(1)
    database.close()
  })

  it('writes nothing of an order whose profile is not there', () => {
    const { storage } = setup()
    expect(storage.orders.add(anIntent({ profileId: 'nobody' }), [usdt('1')])).toMatchObject({
      ok: false,
    })
    expect(valueOf(storage.orders.taken([anIntent().items[0]?.clientOrderId ?? '']))).toEqual([])
  })

  it('can be saved again without a step being written twice', () => {
    const { storage, profile } = setup()
    const intent = anIntent({ profileId: profile.id })
    valueOf(storage.orders.add(intent, [usdt('1')]))
    for (let times = 0; times < 3; times += 1) valueOf(storage.orders.save(intent))
    expect(valueOf(storage.orders.find(profile.id, intent.id))?.timeline).toEqual(intent.timeline)
  })

  it('pages from the newest, by state and kind, without repeating or losing any', () => {
    const { storage, profile } = setup()
    const all = Array.from({ length: 25 }, (_, number) =>
      anIntent({
        id: `i${String(number).padStart(2, '0')}`,
        profileId: profile.id,
        createdAt: startOfTest + (number >> 1),
        state: number % 5 === 0 ? 'unknown' : 'acknowledged',
      }),
    )
    for (const intent of all) valueOf(storage.orders.add(intent, [usdt('1')]))
    const seen: string[] = []
    for (let after: { at: number; id: string } | null = null; ;) {
      const page: IntentPage = valueOf(
        storage.orders.page(profile.id, { ...everyIntent, after, limit: 7, kinds: ['market'] }),
      )
      seen.push(...page.intents.map(({ id }) => id))
      const last = page.intents.at(-1)
      if (!page.more || last === undefined) break
      after = { at: last.createdAt, id: last.id }
    }
    expect(seen).toEqual(all.map(({ id }) => id).reverse())
    expect(
      valueOf(
        storage.orders.page(profile.id, {
          ...everyIntent,
          after: null,
          limit: 50,
          states: ['unknown'],
        }),
      ).intents,
    ).toHaveLength(5)
    expect(
      valueOf(
        storage.orders.page(profile.id, {
          ...everyIntent,
          after: null,
          limit: 50,
          kinds: ['bulk'],
        }),
      ).intents,
    ).toEqual([])
    expect(
      valueOf(storage.orders.page('other', { ...everyIntent, after: null, limit: 50 })).intents,
    ).toEqual([])
  })

  it('finds by the beginning of a client id, an order id or a market, by market and by time, of this profile alone', () => {
    const { storage, profile } = setup()
    const other = aProfile({ id: 'other', name: 'Other' })
    valueOf(storage.profiles.add(other))
    const dealt = {
      clientOrderId: 'x',
      market: 'BTC_USDT',
      side: 'buy',
      amount: '1',
      dealMoney: '0',
      dealStock: '0',
      status: 'NEW',
    }
    const order = (id: string): Order => ({ ...dealt, id }) as Order
    const add = (
      id: string,
      { profileId = profile.id, market = 'BTC_USDT', clientId = `c-${id}`, orderId = '', at = 0 },
    ): void => {
      const intent = anIntent({ id, profileId, createdAt: startOfTest + at }, [clientId])
      const items = intent.items.map((item) => ({
        ...item,
        market,
        order: orderId === '' ? null : order(orderId),
      }))
      valueOf(storage.orders.add({ ...intent, items }, [usdt('1')]))
    }
    add('a', { clientId: 'plim-7f3a', orderId: '9001', at: 0 })
    add('b', { market: 'ETH_USDT', orderId: '9002', at: 10.5 })
    add('c', { market: 'BTC_PERP', clientId: 'PLIM-x', at: 20 })
    add('d', {
      market: 'DOGE_USDT',
      profileId: 'other',
      orderId: '9001',
      clientId: 'plim-7f3b',
      at: 5,
    })
    const found = (query: Partial<Parameters<typeof storage.orders.page>[1]>) =>
      valueOf(
        storage.orders.page(profile.id, { ...everyIntent, after: null, limit: 50, ...query }),
      ).intents.map(({ id }) => id)
    expect(found({})).toEqual(['c', 'b', 'a'])
    for (const [search, ids] of [
      ['plim-7f3', ['a']],
      ['7f3a', []],
      ['900', ['b', 'a']],
      ['9002', ['b']],
      ['btc', ['c', 'a']],
      ['eth_usdt', ['b']],
      ['USDT', []],
      ['"', []],
      ['%', []],
      ['_', []],
    ] as const)
      expect(found({ search }), search).toEqual(ids)
    expect(found({ market: 'BTC_USDT' })).toEqual(['a'])
    expect(found({ market: 'BTC' })).toEqual([])
    expect(found({ from: startOfTest + 10 })).toEqual(['c', 'b'])
    expect(found({ before: startOfTest + 20 })).toEqual(['b', 'a'])
    expect(found({ from: startOfTest + 10.5, before: startOfTest + 10.5 })).toEqual([])
    expect(
      found({ search: 'btc', before: startOfTest + 20, after: { at: startOfTest + 20, id: 'c' } }),
    ).toEqual(['a'])
    expect(valueOf(storage.orders.markets(profile.id))).toEqual([
      'BTC_PERP',
      'BTC_USDT',
      'ETH_USDT',
    ])
    // A transfer, which has its asset there.
    add('e', { market: 'USDT', profileId: 'other', at: 30 })
    expect(valueOf(storage.orders.markets('other'))).toEqual(['DOGE_USDT'])
    expect(valueOf(storage.orders.markets('nobody'))).toEqual([])
  })

  it('finds what is open, what was used since a moment, and what a market was last filled for', () => {
    const { storage, profile } = setup()
    const add = (id: string, some: Partial<OrderIntent>): void =>
      void valueOf(
        storage.orders.add(anIntent({ id, profileId: profile.id, ...some }), [usdt('400')]),
      )
    add('a', { state: 'intent' })
    add('b', { state: 'sending' })
    add('c', { state: 'unknown' })
    add('d', { state: 'acknowledged', blocks: true })
    add('e', { state: 'acknowledged' })
    add('f', { state: 'rejected', createdAt: startOfTest - 10 })
    // A stop loss uses no limit.
    add('level', { kind: 'set-level', state: 'acknowledged' })
    expect(valueOf(storage.orders.open(profile.id)).map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
    const used = valueOf(storage.orders.used(profile.id, startOfTest))
    expect(used).toHaveLength(5)
    expect(used[0]).toMatchObject({
      number: 0,
      market: 'BTC_USDT',
      amount: '0.01',
      quote: 'USDT',
      notional: '400',
      state: 'pending',
    })
    expect(valueOf(storage.orders.lastFill(profile.id, 'BTC_USDT', 0))).toBeNull()
    const filled = anIntent({
      id: 'g',
      profileId: profile.id,
      createdAt: startOfTest + 1,
      state: 'acknowledged',
    })
    valueOf(storage.orders.add(filled, [usdt('400')]))
    const order = {
      id: '1',
      clientOrderId: '',
      market: 'BTC_USDT',
      side: 'buy',
      type: 'market',
      timestamp: '1',
      amount: '0.01',
      left: '0',
      dealFee: '0',
      status: 'FILLED',
    }
    valueOf(
      storage.orders.save({
        ...filled,
        items: filled.items.map((item) => ({
          ...item,
          state: 'placed',
          order: { ...order, dealMoney: '400.5', dealStock: '0.01' },
        })),
      }),
    )
    expect(valueOf(storage.orders.lastFill(profile.id, 'BTC_USDT', startOfTest))).toEqual({
      dealMoney: '400.5',
      dealStock: '0.01',
    })
    expect(valueOf(storage.orders.lastFill(profile.id, 'BTC_USDT', startOfTest + 2))).toBeNull()
  })
})

describe('ORD-27 orders that may still rest', () => {
  it('are those whose response or record does not say that they ended, with their earlier ids', () => {
    const { folder, storage, profile } = setup()
    const order: Order = {
      ...{ id: '1', clientOrderId: 'a', market: 'BTC_USDT', side: 'buy', timestamp: '1' },
      ...{ amount: '0.01', left: '0.01', dealStock: '0', dealMoney: '0', status: 'NEW' },
    }
    const earlier = { firstId: '0', dealStock: '0.1', dealMoney: '4000' }
    const ended: Partial<Order>[] = [
      {},
      { left: '0', dealStock: '0.01', status: 'FILLED' },
      { status: 'CANCELED', endedAt: '5' },
    ]
    const saved = ended.map((some, number): OrderIntent => {
      const base = anIntent({ id: `resting-${number}`, profileId: profile.id })
      const intent: OrderIntent = {
        ...base,
        state: 'acknowledged',
        items: base.items.map((item) => ({
          ...{ ...item, clientOrderId: `resting-${number}`, state: 'placed', price: '1' },
          ...{ order: { ...order, ...some }, earlier },
        })),
      }
      expect(valueOf(storage.orders.add(intent, [usdt('1')]))).toBe('added')
      return intent
    })
    const again = reopened(folder, storage)
    expect(valueOf(again.orders.resting(profile.id, 0))).toEqual([saved[0]])
    expect(valueOf(again.orders.resting(profile.id, startOfTest + 1e6))).toEqual([])
    expect(valueOf(again.orders.resting('another', 0))).toEqual([])
    again.close()
    const database = openDatabase(databaseFiles(folder).database)
    database.run("UPDATE intent_item SET answer = 'x' WHERE intent_id = 'resting-1'")
    database.close()
    const damaged = openTestStorage({ folder, clock }).storage
    expect(valueOf(damaged.orders.resting(profile.id, 0))).toEqual([saved[0]])
  })
})

describe('the trading settings of a profile', () => {
  it('ORD-14 begin read-only with limits, and are kept', () => {
    const { folder, storage, profile } = setup()
    expect(valueOf(storage.trading.read(profile.id))).toEqual({
      readOnly: true,
      limits: defaultTradeLimits,
      favourites: [],
    })
    const settings = {
      readOnly: false,
      limits: {
        ...defaultTradeLimits,
        on: false,
        byMarket: { BTC_USDT: { perOrder: '1', perDay: '2' } },
      },
      favourites: ['BTC_PERP'],
    }
    valueOf(storage.trading.write(profile.id, settings))
    expect(valueOf(reopened(folder, storage).trading.read(profile.id))).toEqual(settings)
  })

  it('that are damaged are a failure, never permission', () => {
    const { folder, storage, profile } = setup()
    valueOf(
      storage.trading.write(profile.id, {
        readOnly: false,
        limits: defaultTradeLimits,
        favourites: [],
      }),
    )
    storage.close()
    const database = openDatabase(databaseFiles(folder).database)
    database.run(`UPDATE trading SET limits = '{"on":false}'`)
    database.close()
    expect(openTestStorage({ folder, clock }).storage.trading.read(profile.id)).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
  })
})

it('the record is added to a database of the version before', () => {
  const database = openDatabase(`${quickFolder()}/x.db`)
  migrate(database, 6)
  migrate(database, 7)
  expect(database.first("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'trigger'")).toEqual({
    n: 5,
  })
  database.close()
})
