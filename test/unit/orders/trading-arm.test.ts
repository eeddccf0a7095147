// Who may send at all: the read-only mark, arming, the obstacles, the limits. All of it in main, whatever the page believes.
import { describe, expect, it } from 'vitest'
import { obstaclesOf } from '../../../src/main/orders/pre-trade-checks.js'
import type { Circumstances } from '../../../src/main/orders/orders-ports.js'
import { defaultTradeLimits, type TradeLimits } from '../../../src/shared/domain/trading.js'
import { fail, ok } from '../../../src/shared/result.js'
import { aBulkTicket, aPosition, aTicket, createOrderRoom, gate, type OrderRoom, ourPage } from '../../support/order-room.js'
import { settled } from '../../support/virtual-time.js'

const fresh = () => {
  const room = createOrderRoom()
  room.open()
  return room
}

describe('a fresh profile', () => {
  it('ORD-14 can only read, and orders are refused in main', async () => {
    const room = fresh()
    expect(room.view()).toMatchObject({ readOnly: true, armedUntil: null, limits: { on: true } })
    expect(room.view().obstacles.map(({ code }) => code)).toEqual(['read-only', 'not-armed'])
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false, error: { code: 'trading-off', reason: 'read-only' } })
    expect(await room.orders.arm()).toMatchObject({ ok: false, error: { reason: 'read-only' } })
    expect(room.asked).toEqual([])
  })

  it('ORD-14 is allowed to trade and armed only in a system dialog', async () => {
    const room = fresh()
    room.answersBox(() => false)
    expect(await room.orders.allow(true)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(room.view().readOnly).toBe(true)
    room.answersBox(() => true)
    expect(await room.orders.allow(true)).toEqual(ok(null))
    expect(room.record.settings.get(room.profile.id)?.readOnly).toBe(false)
    expect(await room.orders.arm()).toEqual(ok({ until: room.time.clock() + 900 }))
    expect(room.asked).toHaveLength(3)
    // Electron tells no program on Linux that the screen was locked; who trusts the dialog must not believe it.
    expect(room.asked.at(-1)?.detail).toMatch(/On Windows and macOS it ends when the screen locks, too\. On Linux Plimsoll cannot see that/)
    expect(room.view().obstacles).toEqual([])
  })

  it('settings that could not be read are not written over, and nothing is sent meanwhile', () => {
    const room = createOrderRoom()
    const unreadable = fail({
      code: 'store-trouble',
      message: 'The disk did not do what Plimsoll asked of it.',
      reason: 'DISK_TROUBLE',
    } as const)
    const { memory } = room.record
    room.open({}, { ...memory, trading: { ...memory.trading, read: () => unreadable } })
    expect(room.orders.favourite('BTC_USDT', true)).toEqual(unreadable)
    expect(room.record.settings.size).toBe(0)
    expect(room.view().obstacles[0]?.code).toBe('journal')
  })

  it.each<[string, (room: OrderRoom) => void]>([
    ['another account comes on screen', (room) => room.orders.leave()],
    ['the account is opened anew', (room) => room.open()],
  ])('what was agreed does not count once %s behind the box', async (_name, happens) => {
    const room = fresh()
    const box = gate<boolean>()
    room.answersBox(() => box.promise)
    const allowing = room.orders.allow(true)
    happens(room)
    box.open(true)
    expect(await allowing).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(room.view().readOnly).toBe(true)
    expect(room.record.settings.size).toBe(0)
  })

  it('an account that was left while the system dialog was open is not armed by it', async () => {
    const room = fresh()
    await room.orders.allow(true)
    const box = gate<boolean>()
    room.answersBox(() => box.promise)
    const arming = room.orders.arm()
    room.orders.leave()
    box.open(true)
    expect(await arming).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(room.view().armedUntil).toBeNull()
  })
})

describe('being armed', () => {
  it('ends after a quarter of an hour, by whichever clock is first', async () => {
    const room = createOrderRoom()
    await room.ready()
    await room.time.pass(899)
    room.time.setClock(-3600)
    await room.time.pass(1)
    expect(room.view()).toMatchObject({ armedUntil: null })
    expect(room.views.at(-1)?.armedUntil).toBeNull()
    await room.orders.arm()
    room.time.sleep(901)
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false, error: { reason: 'not-armed' } })
  })

  it.each<[string, (room: OrderRoom) => unknown]>([
    ['a person', (room) => room.orders.disarm()],
    ['a lock', (room) => room.orders.disarm('lock')],
    ['sleep', (room) => room.orders.slept()],
    ['quitting', (room) => room.quit()],
    ['another account', (room) => room.orders.leave()],
    ['closing the account', (room) => room.orders.close()],
    ['opening it anew', (room) => room.open()],
    ['read-only', (room) => room.orders.allow(false)],
  ])('is ended by %s', async (_name, ends) => {
    const room = createOrderRoom()
    await room.ready()
    await ends(room)
    expect(room.view().armedUntil).toBeNull()
    expect(room.time.pending()).toBe(0)
  })

  it('ORD-14 read-only counts at once, even where it cannot be written down', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.record.failsWhen((what) => what === 'settings')
    expect(await room.orders.allow(false)).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    expect(room.view().readOnly).toBe(true)
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false })
  })

  it('an order that was confirmed and waits for its turn is held back by disarming', async () => {
    const room = createOrderRoom()
    await room.ready()
    const turn = gate<null>()
    room.exchange.queued(turn.promise)
    const id = await room.send()
    room.orders.disarm()
    turn.open(null)
    await settled()
    expect(room.exchange.sent).toEqual([])
    expect(room.intent(id).state).toBe('not-sent')
  })
})

it.each<[string, (room: OrderRoom) => unknown]>([
  ['disarming', (room) => room.orders.disarm()],
  ['sleep', (room) => (room.orders.disarm('sleep'), room.time.sleep(3600), room.orders.slept())],
  ['another account', (room) => room.orders.leave()],
  ['closing the account', (room) => room.orders.close()],
])('ORD-15 ORD-16 an order that is signed and still waits for its connection is held back by %s, for certain', async (_name, happens) => {
  const room = createOrderRoom()
  await room.ready()
  const connected = gate<null>()
  room.exchange.connects(connected.promise)
  const id = await room.send()
  await settled()
  expect(room.intent(id).state).toBe('sending')
  happens(room)
  connected.open(null)
  await settled()
  expect(room.exchange.sent).toEqual([])
  expect(room.record.intents.get(id)).toMatchObject({ state: 'not-sent', blocks: false, problem: { reason: 'HELD_BACK' } })
})

const problem = { code: 'store-trouble', message: 'Full.' } as const
const obstacles: [string, string, (seen: Circumstances) => void][] = [
  ['the journal cannot be written', 'journal', (seen) => (seen.journal = { ...seen.journal, problem })],
  ['the data can only be read', 'journal', (seen) => (seen.journal = { ...seen.journal, readOnly: true })],
  ['the data was restored', 'data-restored', (seen) => (seen.journal = { ...seen.journal, restored: true })],
  ['the key is not accepted yet', 'key', (seen) => (seen.keyState = 'unknown')],
  ['the key is refused', 'key', (seen) => (seen.keyState = 'rejected')],
  ['the keychain is locked', 'key', (seen) => (seen.keyState = 'locked-or-missing')],
  ['Plimsoll is locked', 'locked', (seen) => (seen.locked = true)],
  ['the clock is not known', 'clock', (seen) => (seen.connection = { state: 'online', clockSkew: null })],
  ['the clock is ahead', 'clock', (seen) => (seen.connection = { state: 'online', clockSkew: 31 })],
  ['the clock is behind', 'clock', (seen) => (seen.connection = { state: 'online', clockSkew: -31 })],
  ['nobody has looked at the connection', 'offline', (seen) => (seen.connection = { ...seen.connection, state: 'checking' })],
  ['the exchange is away', 'offline', (seen) => (seen.connection = { ...seen.connection, state: 'offline' })],
  ['positions were never seen', 'stale', (seen) => (seen.positions = { ...seen.positions, asOf: null, value: null })],
  ['positions are only remembered', 'stale', (seen) => (seen.positions = { ...seen.positions, source: 'cache' })],
  ['nobody looks at positions', 'stale', (seen) => (seen.positions = { ...seen.positions, every: null })],
  [
    'positions are older than three looks',
    'stale',
    (seen) => (seen.positions = { ...seen.positions, every: 5, asOf: (seen.positions.asOf ?? 0) - 16 }),
  ],
]

describe('nothing is sent while', () => {
  it.each(obstacles)('ORD-15 %s', async (_name, code, happens) => {
    const room = createOrderRoom()
    await room.ready()
    const preview = room.orders.prepare(aTicket(), ourPage)
    happens(room.seen)
    room.orders.refresh()
    expect(room.views.at(-1)?.obstacles.map((obstacle) => obstacle.code)).toEqual([code])
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false, error: { code: 'trading-off', reason: code } })
    const confirmed = await room.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    expect(confirmed).toMatchObject({ ok: false, error: { code: 'trading-off', reason: code } })
    await settled()
    expect(room.exchange.sent).toEqual([])
  })

  it('ORD-15 the record of earlier orders cannot be read', async () => {
    const room = createOrderRoom()
    await room.ready()
    const { memory } = room.record
    room.open({}, { ...memory, orders: { ...memory.orders, open: () => ({ ok: false, error: problem }) } })
    expect(room.view().obstacles.map(({ code }) => code)).toContain('journal')
  })

  it('every obstacle is told, the worst first', () => {
    const room = createOrderRoom()
    for (const [, , happens] of obstacles) happens(room.seen)
    const all = obstaclesOf(room.seen, { readOnly: true, armed: false, client: false }, room.time.clock())
    expect(all.map(({ code }) => code)).toEqual([
      'journal',
      'data-restored',
      'key',
      'locked',
      'clock',
      'offline',
      'stale',
      'read-only',
      'not-armed',
    ])
  })
})

const withLimits = async (some: Partial<TradeLimits>) => {
  const room = createOrderRoom()
  await room.ready()
  room.record.settings.set(room.profile.id, { readOnly: false, limits: { ...defaultTradeLimits, ...some }, favourites: [] })
  room.open()
  await room.orders.arm()
  return room
}

describe('limits', () => {
  it('ORD-14 are on from the beginning and refuse in main what is over them', async () => {
    const room = await withLimits({})
    room.seen.positions = { ...room.seen.positions, value: [aPosition({ unrealizedPnl: '0' })] }
    expect(room.orders.prepare(aTicket({ amount: '0.025' }), ourPage)).toMatchObject({ ok: true })
    expect(room.orders.prepare(aTicket({ amount: '0.0250001' }), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'over-limit', fields: { amount: [expect.stringContaining('1000 USDT')] } },
    })
    expect(room.orders.prepare(aBulkTicket([{ amount: '0.025', price: '40000.01' }]), ourPage)).toMatchObject({
      error: { code: 'over-limit', fields: { 'rows.0.amount': [expect.any(String)] } },
    })
  })

  it('ORD-14 ORD-20 count an order below the market at the market, never at the lower price that was typed', async () => {
    const room = await withLimits({})
    room.seen.positions = { ...room.seen.positions, value: [aPosition({ unrealizedPnl: '0' })] }
    expect(room.orders.prepare(aBulkTicket([{ side: 'sell', amount: '0.1', price: '4000' }]), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'over-limit', fields: { 'rows.0.amount': [expect.stringContaining('4000')] } },
    })
    expect(room.orders.prepare(aBulkTicket([{ side: 'buy', amount: '0.1', price: '400' }]), ourPage)).toMatchObject({
      error: { code: 'over-limit', fields: { 'rows.0.amount': [expect.stringContaining('4000')] } },
    })
    expect(room.orders.prepare(aBulkTicket([{ side: 'sell', amount: '0.02', price: '50000' }]), ourPage)).toMatchObject({
      ok: true,
      value: { totals: [{ notional: '1000' }] },
    })
  })

  it('ORD-14 refuse a worth nobody can know, and say how to go on', async () => {
    const room = await withLimits({})
    room.seen.positions = { ...room.seen.positions, value: [] }
    const refused = room.orders.prepare(aTicket(), ourPage)
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'over-limit', fields: { amount: [expect.stringContaining('Set a limit in BTC for BTC_USDT')] } },
    })
    const other = await withLimits({ byMarket: { BTC_USDT: { perOrder: '0.01', perDay: '0.02' } } })
    other.seen.positions = { ...other.seen.positions, value: [] }
    expect(other.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true, value: { asksTwice: true } })
    expect(other.orders.prepare(aTicket({ amount: '0.011' }), ourPage)).toMatchObject({ error: { code: 'over-limit' } })
  })

  it('ORD-14 count the day (UTC), without what was certainly not carried out', async () => {
    const room = await withLimits({ byMarket: { BTC_USDT: { perOrder: '0.02', perDay: '0.03' } }, ordersPerDay: 3 })
    await room.send(aTicket({ amount: '0.02' }))
    await settled()
    expect(room.view().usedToday).toMatchObject({ orders: 1, byMarket: { BTC_USDT: '0.02' } })
    expect(room.orders.prepare(aTicket({ amount: '0.02' }), ourPage)).toMatchObject({ error: { code: 'over-limit' } })
    room.exchange.answers(() => ({ ok: false, error: { outcome: 'rejected', problem: { code: 'refused', message: 'No.' } } }))
    await room.send(aTicket({ amount: '0.01' }))
    await settled()
    expect(room.view().usedToday).toMatchObject({ orders: 1, byMarket: { BTC_USDT: '0.02' } })
    // The same after a restart, from what is written down.
    const used = room.view().usedToday
    room.open()
    expect(room.view().usedToday).toEqual(used)
    room.time.setClock(86_400)
    room.seen.positions = { ...room.seen.positions, asOf: room.time.clock() }
    room.orders.refresh()
    expect(room.view().usedToday).toEqual({ orders: 0, byQuote: {}, byMarket: {} })
  })

  it('ORD-14 are checked again at the confirmation', async () => {
    const room = await withLimits({ byMarket: { BTC_USDT: { perOrder: '0.02', perDay: '0.02' } } })
    const first = room.orders.prepare(aTicket({ amount: '0.02' }), ourPage)
    const second = room.orders.prepare(aTicket({ amount: '0.02' }), ourPage)
    await room.orders.confirm(first.ok ? first.value.token : '', ourPage)
    await settled()
    expect(await room.orders.confirm(second.ok ? second.value.token : '', ourPage)).toMatchObject({
      ok: false,
      error: { code: 'over-limit' },
    })
    expect(room.exchange.sent).toHaveLength(1)
  })

  it('12.9 are loosened only in a system dialog, and tightened without', async () => {
    const room = await withLimits({})
    const asked = room.asked.length
    room.answersBox(() => false)
    const { limits } = room.view()
    expect(await room.orders.changeLimits({ ...limits, ordersPerDay: 5 })).toEqual(ok(null))
    expect(room.asked).toHaveLength(asked)
    for (const looser of [
      { ...limits, ordersPerDay: 6 },
      { ...limits, on: false, ordersPerDay: 5 },
      { ...limits, ordersPerDay: 5, byQuote: { ...limits.byQuote, USDT: { perOrder: '1001', perDay: '5000' } } },
      { ...limits, ordersPerDay: 5, byQuote: { ...limits.byQuote, BTC: { perOrder: '1', perDay: '1' } } },
      { ...limits, ordersPerDay: 5, askFrom: { ...limits.askFrom, USDT: '501' } },
    ]) {
      expect(await room.orders.changeLimits(looser)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    }
    expect(room.view().limits.ordersPerDay).toBe(5)
  })
})

describe('favourites', () => {
  it('are kept per profile', async () => {
    const room = await withLimits({})
    expect(room.orders.favourite('ETH_USDT', true)).toEqual(ok(null))
    expect(room.orders.favourite('BTC_PERP', true)).toEqual(ok(null))
    expect(room.orders.favourite('ETH_USDT', false)).toEqual(ok(null))
    expect(room.view().favourites).toEqual(['BTC_PERP'])
  })
})
