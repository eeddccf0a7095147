// Who may send at all: the read-only mark, arming, the limits. All of it in main, whatever the page
// believes.
import { describe, expect, it } from 'vitest'
import { defaultTradeLimits, type TradeLimits } from '../../../src/shared/orders/trading.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  aBulkTicket,
  aPosition,
  aTicket,
  createOrderHarness,
  deferred,
  type OrderHarness,
  ourPage,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { messageContaining } from '../../support/saying.js'

function fresh() {
  const harness = createOrderHarness()
  harness.open()
  return harness
}

describe('a fresh profile', () => {
  it('ORD-14 can only read, and orders are refused in main', async () => {
    const harness = fresh()
    expect(harness.view()).toMatchObject({ readOnly: true, armedUntil: null, limits: { on: true } })
    expect(harness.view().obstacles.map(({ code }) => code)).toEqual(['read-only', 'not-armed'])
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'trading-off', reason: 'read-only' },
    })
    expect(await harness.orders.arm()).toMatchObject({ ok: false, error: { reason: 'read-only' } })
    expect(harness.asked).toEqual([])
  })

  it('ORD-14 is allowed to trade and armed only in a system dialog', async () => {
    const harness = fresh()
    harness.dialogAnswers(() => false)
    expect(await harness.orders.allow(true)).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    })
    expect(harness.view().readOnly).toBe(true)
    harness.dialogAnswers(() => true)
    expect(await harness.orders.allow(true)).toEqual(ok(null))
    expect(harness.database.settings.get(harness.profile.id)?.readOnly).toBe(false)
    expect(await harness.orders.arm()).toEqual(ok({ until: harness.time.clock() + 900 }))
    expect(harness.asked).toHaveLength(3)
    // Electron tells no program on Linux that the screen was locked; who trusts the dialog must not
    // believe it.
    expect(harness.asked.at(-1)?.detail).toMatch(
      /On Windows and macOS it ends when the screen locks, too\. On Linux Plimsoll cannot see that/,
    )
    expect(harness.view().obstacles).toEqual([])
  })

  it('UX-47 asks for the passphrase before any dialog, and opens none where it is refused', async () => {
    const harness = fresh()
    await harness.orders.allow(true)
    const before = harness.asked.length
    const wrong = fail({ code: 'bad-input', message: 'That is not the passphrase.' } as const)
    const typed: (string | null)[] = []
    harness.authorizes((passphrase) => {
      typed.push(passphrase)
      return Promise.resolve(passphrase === 'right one' ? ok(null) : wrong)
    })
    expect(await harness.orders.arm('wrong one')).toEqual(wrong)
    expect(await harness.orders.arm()).toEqual(wrong)
    expect([harness.asked.length, harness.orders.isArmed()]).toEqual([before, false])
    expect(await harness.orders.arm('right one')).toMatchObject({ ok: true })
    expect([typed, harness.asked.length]).toEqual([['wrong one', null, 'right one'], before + 1])
  })

  it('SEC-16 is not armed by a passphrase that was being checked when Plimsoll was locked', async () => {
    const harness = fresh()
    await harness.orders.allow(true)
    const before = harness.asked.length
    const checked = deferred<null>()
    harness.authorizes(() => checked.promise.then(() => ok(null)))
    const arming = harness.orders.arm('right one')
    harness.orders.onLocked()
    checked.open(null)
    expect(await arming).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect([harness.asked.length, harness.orders.isArmed()]).toEqual([before, false])
  })

  it('settings that could not be read are not written over, and nothing is sent meanwhile', () => {
    const harness = createOrderHarness()
    const unreadable = fail({
      code: 'store-trouble',
      message: 'The disk returned an error.',
      reason: 'DISK_TROUBLE',
    } as const)
    const { repositories } = harness.database
    harness.open(
      {},
      { ...repositories, trading: { ...repositories.trading, read: () => unreadable } },
    )
    expect(harness.orders.favourite('BTC_USDT', true)).toEqual(unreadable)
    expect(harness.database.settings.size).toBe(0)
    expect(harness.view().obstacles[0]?.code).toBe('journal')
  })

  it.each<[string, (harness: OrderHarness) => void]>([
    ['another account comes on screen', (harness) => harness.orders.onHidden()],
    ['the account is reopened', (harness) => harness.open()],
  ])('what was agreed does not count once %s behind the dialog', async (_name, happens) => {
    const harness = fresh()
    const dialog = deferred<boolean>()
    harness.dialogAnswers(() => dialog.promise)
    const allowing = harness.orders.allow(true)
    happens(harness)
    dialog.open(true)
    expect(await allowing).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(harness.view().readOnly).toBe(true)
    expect(harness.database.settings.size).toBe(0)
  })

  it('an account that was left while the system dialog was open is not armed by it', async () => {
    const harness = fresh()
    await harness.orders.allow(true)
    const dialog = deferred<boolean>()
    harness.dialogAnswers(() => dialog.promise)
    const arming = harness.orders.arm()
    harness.orders.onHidden()
    dialog.open(true)
    expect(await arming).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(harness.view().armedUntil).toBeNull()
  })
})

describe('being armed', () => {
  it('ends after a quarter of an hour, by whichever clock is first', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    await harness.time.pass(899)
    harness.time.setClock(-3600)
    await harness.time.pass(1)
    expect(harness.view()).toMatchObject({ armedUntil: null })
    expect(harness.views.at(-1)?.armedUntil).toBeNull()
    await harness.orders.arm()
    harness.time.sleep(901)
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'not-armed' },
    })
  })

  it.each<[string, (harness: OrderHarness) => unknown]>([
    ['a person', (harness) => harness.orders.disarm()],
    ['a lock', (harness) => harness.orders.disarm('lock')],
    ['sleep', (harness) => harness.orders.onSleep()],
    ['quitting', (harness) => harness.quit()],
    ['another account', (harness) => harness.orders.onHidden()],
    ['closing the account', (harness) => harness.orders.close()],
    ['reopening it', (harness) => harness.open()],
    ['read-only', (harness) => harness.orders.allow(false)],
  ])('is ended by %s', async (_name, ends) => {
    const harness = createOrderHarness()
    await harness.ready()
    await ends(harness)
    expect(harness.view().armedUntil).toBeNull()
    expect(harness.time.pending()).toBe(0)
  })

  it('ORD-14 read-only counts at once, even where it cannot be written down', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.database.failsWhen((what) => what === 'settings')
    expect(await harness.orders.allow(false)).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(harness.view().readOnly).toBe(true)
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false })
  })

  it('an order that was confirmed and waits for its turn is held back by disarming', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const turn = deferred<null>()
    harness.exchange.queued(turn.promise)
    const id = await harness.send()
    harness.orders.disarm()
    turn.open(null)
    await settled()
    expect(harness.exchange.sent).toEqual([])
    expect(harness.intent(id).state).toBe('not-sent')
  })
})

it.each<[string, (harness: OrderHarness) => unknown]>([
  ['disarming', (harness) => harness.orders.disarm()],
  [
    'sleep',
    (harness) => (
      harness.orders.disarm('sleep'),
      harness.time.sleep(3600),
      harness.orders.onSleep()
    ),
  ],
  ['another account', (harness) => harness.orders.onHidden()],
  ['closing the account', (harness) => harness.orders.close()],
])(
  'ORD-15 ORD-16 an order that is signed and still waits for its connection is held back by %s, for certain',
  async (_name, happens) => {
    const harness = createOrderHarness()
    await harness.ready()
    const connected = deferred<null>()
    harness.exchange.connects(connected.promise)
    const id = await harness.send()
    await settled()
    expect(harness.intent(id).state).toBe('sending')
    happens(harness)
    connected.open(null)
    await settled()
    expect(harness.exchange.sent).toEqual([])
    expect(harness.database.intents.get(id)).toMatchObject({
      state: 'not-sent',
      blocks: false,
      problem: { reason: 'HELD_BACK' },
    })
  },
)

async function withLimits(some: Partial<TradeLimits>) {
  const harness = createOrderHarness()
  await harness.ready()
  harness.database.settings.set(harness.profile.id, {
    readOnly: false,
    limits: { ...defaultTradeLimits, ...some },
    favourites: [],
  })
  harness.open()
  await harness.orders.arm()
  return harness
}

describe('limits', () => {
  it('ORD-14 are on from the beginning and refuse in main what is over them', async () => {
    const harness = await withLimits({})
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ unrealizedPnl: '0' })],
    }
    expect(harness.orders.prepare(aTicket({ amount: '0.025' }), ourPage)).toMatchObject({
      ok: true,
    })
    expect(harness.orders.prepare(aTicket({ amount: '0.0250001' }), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'over-limit', fields: { amount: [messageContaining('1000 USDT')] } },
    })
    expect(
      harness.orders.prepare(aBulkTicket([{ amount: '0.025', price: '40000.01' }]), ourPage),
    ).toMatchObject({
      error: { code: 'over-limit', fields: { 'rows.0.amount': [expect.any(Object)] } },
    })
  })

  it('ORD-14 ORD-20 count an order below the market at the market, never at the lower price that was typed', async () => {
    const harness = await withLimits({})
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ unrealizedPnl: '0' })],
    }
    expect(
      harness.orders.prepare(
        aBulkTicket([{ side: 'sell', amount: '0.1', price: '4000' }]),
        ourPage,
      ),
    ).toMatchObject({
      ok: false,
      error: { code: 'over-limit', fields: { 'rows.0.amount': [messageContaining('4000')] } },
    })
    expect(
      harness.orders.prepare(aBulkTicket([{ side: 'buy', amount: '0.1', price: '400' }]), ourPage),
    ).toMatchObject({
      error: { code: 'over-limit', fields: { 'rows.0.amount': [messageContaining('4000')] } },
    })
    expect(
      harness.orders.prepare(
        aBulkTicket([{ side: 'sell', amount: '0.02', price: '50000' }]),
        ourPage,
      ),
    ).toMatchObject({
      ok: true,
      value: { totals: [{ notional: '1000' }] },
    })
  })

  it('ORD-14 refuse a notional that is not known, and say how to go on', async () => {
    const harness = await withLimits({})
    harness.conditions.positions = { ...harness.conditions.positions, value: [] }
    const refused = harness.orders.prepare(aTicket(), ourPage)
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'over-limit',
        fields: { amount: [messageContaining('Set a limit in BTC for BTC_USDT')] },
      },
    })
    const other = await withLimits({ byMarket: { BTC_USDT: { perOrder: '0.01', perDay: '0.02' } } })
    other.conditions.positions = { ...other.conditions.positions, value: [] }
    expect(other.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: true,
      value: { asksTwice: true },
    })
    expect(other.orders.prepare(aTicket({ amount: '0.011' }), ourPage)).toMatchObject({
      error: { code: 'over-limit' },
    })
  })

  it('ORD-14 count the day (UTC), without what was certainly not carried out', async () => {
    const harness = await withLimits({
      byMarket: { BTC_USDT: { perOrder: '0.02', perDay: '0.03' } },
      ordersPerDay: 3,
    })
    await harness.send(aTicket({ amount: '0.02' }))
    await settled()
    expect(harness.view().usedToday).toMatchObject({ orders: 1, byMarket: { BTC_USDT: '0.02' } })
    expect(harness.orders.prepare(aTicket({ amount: '0.02' }), ourPage)).toMatchObject({
      error: { code: 'over-limit' },
    })
    harness.exchange.answers(() => ({
      ok: false,
      error: { outcome: 'rejected', problem: { code: 'refused', message: 'No.' } },
    }))
    await harness.send(aTicket({ amount: '0.01' }))
    await settled()
    expect(harness.view().usedToday).toMatchObject({ orders: 1, byMarket: { BTC_USDT: '0.02' } })
    // The same after a restart, from what is written down.
    const used = harness.view().usedToday
    harness.open()
    expect(harness.view().usedToday).toEqual(used)
    harness.time.setClock(86_400)
    harness.conditions.positions = { ...harness.conditions.positions, asOf: harness.time.clock() }
    harness.orders.refresh()
    expect(harness.view().usedToday).toEqual({ orders: 0, byQuote: {}, byMarket: {} })
  })

  it('ORD-14 ORD-20 count a day’s notional also where a row of the same request has none', async () => {
    const harness = await withLimits({
      byQuote: { USDT: { perOrder: '1000', perDay: '1000' } },
      byMarket: { XYZ_USDT: { perOrder: '1', perDay: '1' } },
    })
    const row = { market: 'BTC_USDT', side: 'buy', amount: '0.015', price: '40000' } as const
    const unpriced = { ...row, market: 'XYZ_USDT', amount: '1', price: '1' }
    for (const rows of [
      [row, row],
      [row, row, unpriced],
    ])
      expect(harness.orders.prepare(aBulkTicket(rows), ourPage)).toMatchObject({
        ok: false,
        error: {
          limit: { by: 'quote', name: 'USDT' },
          fields: { rows: [messageContaining('with this it would be about 1230')] },
        },
      })
  })

  it('ORD-14 are checked again at the confirmation', async () => {
    const harness = await withLimits({
      byMarket: { BTC_USDT: { perOrder: '0.02', perDay: '0.02' } },
    })
    const first = harness.orders.prepare(aTicket({ amount: '0.02' }), ourPage)
    const second = harness.orders.prepare(aTicket({ amount: '0.02' }), ourPage)
    await harness.orders.confirm(first.ok ? first.value.token : '', ourPage)
    await settled()
    expect(
      await harness.orders.confirm(second.ok ? second.value.token : '', ourPage),
    ).toMatchObject({
      ok: false,
      error: { code: 'over-limit' },
    })
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('are loosened only in a system dialog, and tightened without', async () => {
    const harness = await withLimits({})
    const asked = harness.asked.length
    harness.dialogAnswers(() => false)
    const { limits } = harness.view()
    expect(await harness.orders.changeLimits({ ...limits, ordersPerDay: 5 })).toEqual(ok(null))
    expect(harness.asked).toHaveLength(asked)
    for (const looser of [
      { ...limits, ordersPerDay: 6 },
      { ...limits, on: false, ordersPerDay: 5 },
      {
        ...limits,
        ordersPerDay: 5,
        byQuote: { ...limits.byQuote, USDT: { perOrder: '1001', perDay: '5000' } },
      },
      {
        ...limits,
        ordersPerDay: 5,
        byQuote: { ...limits.byQuote, BTC: { perOrder: '1', perDay: '1' } },
      },
      { ...limits, ordersPerDay: 5, askFrom: { ...limits.askFrom, USDT: '501' } },
    ]) {
      expect(await harness.orders.changeLimits(looser)).toMatchObject({
        ok: false,
        error: { code: 'cancelled' },
      })
    }
    expect(harness.view().limits.ordersPerDay).toBe(5)
  })
})

describe('favourites', () => {
  it('are kept per profile', async () => {
    const harness = await withLimits({})
    expect(harness.orders.favourite('ETH_USDT', true)).toEqual(ok(null))
    expect(harness.orders.favourite('BTC_PERP', true)).toEqual(ok(null))
    expect(harness.orders.favourite('ETH_USDT', false)).toEqual(ok(null))
    expect(harness.view().favourites).toEqual(['BTC_PERP'])
  })
})
