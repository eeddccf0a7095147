// Guards of an order against a hostile page and an unlucky hand: what takes risk away passes every
// limit, and nothing passes as that which does not.
import { describe, expect, it } from 'vitest'
import type { TradeLimits } from '../../../src/shared/orders/trading.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { ok } from '../../../src/shared/result.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import {
  aBulkTicket,
  aCancel,
  aClose,
  aPosition,
  aTicket,
  createOrderHarness,
  ourPage,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'
import { messageContaining } from '../../support/saying.js'

/** Long 0.05 BTC at 40000, with the preset limits unless given others. */
async function setup(some: Partial<TradeLimits> = {}) {
  const harness = createOrderHarness()
  await harness.ready()
  harness.database.settings.set(harness.profile.id, {
    readOnly: false,
    limits: { ...defaultTradeLimits, ...some },
    favourites: [],
  })
  harness.open()
  await harness.orders.arm()
  const holds = (amount: string): void => {
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: amount === '0' ? [] : [aPosition({ amount })],
      asOf: harness.time.clock(),
    }
  }
  holds('0.05')
  return Object.assign(harness, { holds })
}

const close = aTicket({ side: 'sell', amount: '0.05' })
const overLimit = { ok: false, error: { code: 'over-limit' } }

describe('ORD-23 what only reduces or closes a position', () => {
  it('is held back by no limit, and the preview says so', async () => {
    const { orders } = await setup({
      ordersPerDay: 1,
      byMarket: { BTC_USDT: { perOrder: '0.001', perDay: '0.001' } },
    })
    const preview = orders.prepare(close, ourPage)
    expect(preview).toMatchObject({ ok: true, value: { items: [{ effect: 'closes' }] } })
    expect(worded(preview.ok && preview.value.sentences)).toContain(
      'It reduces risk, so no limit applies.',
    )
    expect(orders.prepare({ ...close, amount: '0.02' }, ourPage)).toMatchObject({
      ok: true,
      value: { items: [{ effect: 'reduces' }] },
    })
  })

  it('is limited as soon as it would do more: a flip, an increase, or a limit order that may rest', async () => {
    const { orders } = await setup()
    expect(orders.prepare({ ...close, amount: '0.0500001' }, ourPage)).toMatchObject(overLimit)
    expect(orders.prepare({ ...close, side: 'buy' }, ourPage)).toMatchObject(overLimit)
    expect(
      orders.prepare(aBulkTicket([{ side: 'sell', amount: '0.05', price: '41000' }]), ourPage),
    ).toMatchObject(overLimit)
  })

  it('counts one order a day in the singular', async () => {
    const { orders } = await setup({ ordersPerDay: 1 })
    const refused = orders.prepare(aBulkTicket([{}, {}]), ourPage)
    expect(englishOf(refused.ok ? '' : refused.error.message)).toContain(
      'Your limit is 1 order a day (UTC); 0 were sent today.',
    )
  })

  it('passes once for each read of the position: the second time it would turn it round', async () => {
    const harness = await setup({ ordersPerDay: 1 })
    const twins = [harness.orders.prepare(close, ourPage), harness.orders.prepare(close, ourPage)]
    const [first, second] = twins.map((preview) => (preview.ok ? preview.value.token : ''))
    expect(await harness.orders.confirm(first ?? '', ourPage)).toMatchObject({ ok: true })
    await settled()
    const changing = { ok: false, error: { reason: 'POSITION_CHANGING' } }
    expect(await harness.orders.confirm(second ?? '', ourPage)).toMatchObject(changing)
    expect(harness.orders.prepare(close, ourPage)).toMatchObject(changing)
    expect(harness.exchange.sent).toHaveLength(1)
    harness.time.setClock(2)
    harness.holds('0.01')
    expect(harness.orders.prepare({ ...close, amount: '0.01' }, ourPage)).toMatchObject({
      ok: true,
      value: { items: [{ effect: 'closes' }] },
    })
    harness.holds('0')
    expect(harness.orders.prepare(close, ourPage)).toMatchObject(overLimit)
  })

  it('counts nothing in the limits of the day: what takes risk away leaves room for the next order', async () => {
    const harness = await setup({ byMarket: { BTC_USDT: { perOrder: '0.001', perDay: '0.001' } } })
    await harness.send({ ...close, amount: '0.04' })
    await settled()
    const used = { orders: 1, byQuote: {}, byMarket: {} }
    expect(harness.view().usedToday).toEqual(used)
    harness.open()
    expect(harness.view().usedToday).toEqual(used)
  })

  it('nor is a reverse let through before the position was read again: it would go the same way once more', async () => {
    const harness = await setup({ on: false })
    const reverse = { ...close, amount: '0.1' }
    expect(await harness.send(reverse)).not.toBe('')
    await settled()
    expect(harness.orders.prepare(reverse, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'POSITION_CHANGING' },
    })
    harness.time.setClock(2)
    harness.holds('-0.05')
    expect(harness.orders.prepare(reverse, ourPage)).toMatchObject({
      ok: true,
      value: { items: [{ effect: 'increases' }] },
    })
  })

  it('waits for one read and no longer where the clock was ahead and is set back', async () => {
    const harness = await setup()
    harness.time.setClock(7200)
    harness.conditions.balance = { ...harness.conditions.balance, asOf: harness.time.clock() }
    harness.holds('0.05')
    await harness.orders.arm()
    await harness.send({ ...close, amount: '0.01' })
    await settled()
    harness.time.setClock(0)
    harness.holds('0.04')
    await harness.orders.arm()
    const rest = { ...close, amount: '0.04' }
    expect(harness.orders.prepare(rest, ourPage)).toMatchObject({
      error: { reason: 'POSITION_CHANGING' },
    })
    harness.time.setClock(1)
    harness.holds('0.04')
    expect(harness.orders.prepare(rest, ourPage)).toMatchObject({ ok: true })
  })

  it('is not sent once the position has changed so that it would do something else', async () => {
    const harness = await setup()
    const preview = harness.orders.prepare(close, ourPage)
    harness.holds('0.02')
    expect(
      await harness.orders.confirm(preview.ok ? preview.value.token : '', ourPage),
    ).toMatchObject({
      error: { reason: 'EFFECT_CHANGED' },
    })
    expect(harness.exchange.sent).toEqual([])
  })
})

describe('a refusal by a limit', () => {
  it('calls a preset limit by its name, and a person’s own by theirs, and names which it is', async () => {
    const preset = await setup()
    expect(preset.orders.prepare(aTicket({ amount: '1' }), ourPage)).toMatchObject({
      error: {
        message: messageContaining('Plimsoll’s preset limit for one order is 1000 USDT'),
        limit: { by: 'quote', name: 'USDT' },
      },
    })
    const own = await setup({ byQuote: { USDT: { perOrder: '900', perDay: '9000' } } })
    expect(own.orders.prepare(aTicket({ amount: '1' }), ourPage)).toMatchObject({
      error: { message: messageContaining('Your limit for one order is 900 USDT') },
    })
    preset.conditions.positions = {
      ...preset.conditions.positions,
      value: [aPosition({ amount: '1', unrealizedPnl: '-38999.996' })],
    }
    expect(worded(preset.orders.prepare(aTicket({ amount: '1' }), ourPage))).toMatchObject({
      error: {
        fields: {
          amount: ['Plimsoll’s preset limit for one order is 1000 USDT; this is about 1000.004.'],
        },
      },
    })
    const market = await setup({ byMarket: { BTC_USDT: { perOrder: '0.001', perDay: '1' } } })
    expect(market.orders.prepare(aTicket(), ourPage)).toMatchObject({
      error: { limit: { by: 'market', name: 'BTC_USDT' } },
    })
  })
})

describe('the dialog that loosens limits', () => {
  it('says from what to what, the switch and the count before the tables', async () => {
    const { orders, asked, view } = await setup()
    const { limits } = view()
    const looser: TradeLimits = {
      ...limits,
      on: false,
      ordersPerDay: 300,
      askFrom: { ...limits.askFrom, USDT: '9000' },
      byQuote: { ...limits.byQuote, USDT: { perOrder: '2000', perDay: '4000' } },
      byMarket: { BTC_USDT: { perOrder: '1', perDay: '2' } },
    }
    expect(await orders.changeLimits(looser)).toEqual(ok(null))
    expect(asked.at(-1)?.detail.split('\n')).toEqual([
      'Limits: on → off. Orders of any size can be sent.',
      'Orders per day: 200 → 300.',
      'System dialog asks from: 500 → 9000 USDT.',
      'USDT, per order: 1000 → 2000 USDT.',
      'BTC_USDT: no separate limit → 1 BTC per order, 2 BTC per day.',
    ])
  })

  it('does not ask about more than a person reads', async () => {
    const { orders, asked, view } = await setup()
    const before = asked.length
    const byMarket = Object.fromEntries(
      Array.from({ length: 13 }, (_, at) => [`A${at}_USDT`, { perOrder: '1', perDay: '1' }]),
    )
    expect(await orders.changeLimits({ ...view().limits, byMarket })).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
    expect(asked).toHaveLength(before)
  })
})

describe('ORD-22 protection that is replaced', () => {
  it('is said in the preview and in the system dialog', async () => {
    const harness = await setup({ askFrom: { USDT: '1' } })
    const guarded = aPosition({
      protectiveOrders: {
        stopLoss: '38500',
        stopLossId: '1',
        takeProfit: null,
        takeProfitId: null,
      },
    })
    harness.conditions.positions = { ...harness.conditions.positions, value: [guarded] }
    const sentence = 'Replaces stop loss 38500 → 39000 for the whole position of 0.06 BTC.'
    const preview = harness.orders.prepare(aTicket({ amount: '0.01', stopLoss: '39000' }), ourPage)
    expect(worded(preview.ok && preview.value.sentences)).toContain(sentence)
    await harness.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    expect(harness.asked.at(-1)?.detail).toContain(sentence)
  })
})

describe('UX-46 while amounts are hidden main itself confirms nothing, whatever the page shows', () => {
  const hidden = {
    ok: false,
    error: {
      code: 'amounts-hidden',
      message: 'Amounts are hidden, so nothing was sent. Show amounts to confirm it.',
    },
  }
  const tickets: OrderTicket[] = [
    aTicket(),
    aBulkTicket(),
    aCancel(),
    { kind: 'cancel-all', market: null },
    aClose(),
  ]

  it.each(tickets)(
    'a ticket of the kind $kind is refused, and sent once amounts are shown',
    async (ticket) => {
      const harness = createOrderHarness()
      await harness.ready()
      const preview = harness.orders.prepare(ticket, ourPage)
      const token = preview.ok ? preview.value.token : ''
      harness.hideAmounts(true)
      const asked = harness.asked.length
      expect(worded(await harness.orders.confirm(token, ourPage))).toMatchObject(hidden)
      await settled()
      expect(harness.asked).toHaveLength(asked)
      expect(harness.exchange.sent).toEqual([])
      expect(harness.orders.read().open).toEqual([])
      harness.hideAmounts(false)
      expect(await harness.orders.confirm(token, ourPage)).toMatchObject({ ok: true })
      await settled()
      expect(harness.exchange.sent).toHaveLength(1)
    },
  )

  it('a yes to a system dialog that was open when amounts were hidden does not count', async () => {
    const harness = await setup({ askFrom: { USDT: '1' } })
    harness.dialogAnswers(() => {
      harness.hideAmounts(true)
      return true
    })
    const preview = harness.orders.prepare(aTicket({ amount: '0.001' }), ourPage)
    const token = preview.ok ? preview.value.token : ''
    expect(worded(await harness.orders.confirm(token, ourPage))).toMatchObject(hidden)
    await settled()
    expect(harness.exchange.sent).toEqual([])
    harness.hideAmounts(false)
    expect(await harness.orders.confirm(token, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'TOKEN_USED' },
    })
  })
})
