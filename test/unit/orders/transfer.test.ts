// Transfers between balances: what is refused, what is shown, that each is sent once, and what the
// balances say of one whose answer is lost. Begins with what may not be concluded.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveOrder } from '../../../src/main/orders/intent-state.js'
import { absentAfter } from '../../../src/main/orders/order-settlement.js'
import { itemWords } from '../../../src/renderer/orders/order-states.js'
import { resultSentence } from '../../../src/renderer/orders/result-sentences.js'
import { orderKinds } from '../../../src/renderer/orders/kinds/order-kinds.js'
import { answersFor, meaningOf } from '../../../src/renderer/orders/unknown-orders.js'
import { add, subtract } from '../../../src/shared/money.js'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import type { TransferTicket } from '../../../src/shared/orders/order-ticket.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { defaultTradeLimits, type IntentItem } from '../../../src/shared/orders/trading.js'
import { purses } from '../../../src/shared/portfolio/purse.js'
import { settled } from '../../support/fake-clock.js'
import {
  aPosition,
  aTicket,
  aTransfer,
  createOrderHarness,
  deferred,
  good,
  type OrderHarness,
  ourPage,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-harness.js'
import { worded } from '../../support/worded.js'

const summary = {
  equity: '300',
  usedMargin: '200',
  freeMargin: '100',
  unrealizedPnl: '0',
  unrealizedFunding: '0',
  leverage: 10,
}

async function ready(): Promise<OrderHarness> {
  const harness = createOrderHarness()
  await harness.ready()
  harness.conditions.purses = harness.purses.known()
  return harness
}

function currentSummary(harness: OrderHarness): void {
  harness.conditions.collateral = {
    value: summary,
    asOf: harness.time.clock(),
    source: 'live',
    problem: null,
    every: 1_000_000,
  }
}

/** Carries it out, as the exchange does. */
function carryOut({ purses: there }: OrderHarness, { from, to, amount }: TransferTicket): void {
  there.holds[from] = subtract(there.holds[from], amount)
  there.holds[to] = add(there.holds[to], amount)
}

/** Sent, and its answer lost. */
async function lost(ticket = aTransfer(), happens: 'done' | 'nothing' = 'nothing') {
  const harness = await ready()
  harness.exchange.answers(() => unknownAnswer())
  const id = await harness.send(ticket)
  await settled()
  if (happens === 'done') carryOut(harness, ticket)
  return { harness, id, intent: () => harness.intent(id) }
}

describe('the review of a transfer', () => {
  it('shows both balances and the margin level before and after, and the exact request', async () => {
    const harness = await ready()
    currentSummary(harness)
    const preview = harness.orders.prepare(aTransfer(), ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    const { act, changes, sentences, items, asksTwice, warnings } = preview.value
    expect(worded(act)).toBe('Move 25 USDT from Main to Collateral')
    expect(changes.map(({ what, unit, before, after }) => [what, unit, before.value, after.value]))
      // (200 + 100 + 25) / 200
      .toEqual([
        ['main', 'USDT', '1000', '975'],
        ['collateral', 'USDT', '300', '325'],
        ['marginLevel', '%', '150', '162.5'],
      ])
    expect(changes.at(-1)?.after.about).toBe(true)
    expect(sentences.map(worded).slice(0, 4)).toEqual([
      'Move 25 USDT from Main to Collateral.',
      'Main: now 1000 USDT, then 975 USDT.',
      'Collateral: now 300 USDT, then 325 USDT.',
      'Margin level: now 150\u00a0%, then about 162.5\u00a0%.',
    ])
    expect(items).toMatchObject([
      { market: 'USDT', amount: '25', target: { kind: 'purses', from: 'main', to: 'collateral' } },
    ])
    expect([asksTwice, warnings]).toEqual([false, []])
  })

  it('asks in a system dialog and warns where margin in use loses collateral', async () => {
    const harness = await ready()
    currentSummary(harness)
    const ticket = aTransfer({ from: 'collateral', to: 'main' })
    const preview = harness.orders.prepare(ticket, ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    expect(preview.value.asksTwice).toBe(true)
    expect(preview.value.warnings.map(({ text }) => worded(text))).toEqual([
      'This reduces your collateral: the margin level falls.',
    ])
    harness.dialogAnswers(() => false)
    expect(await harness.orders.confirm(preview.value.token, ourPage)).toMatchObject({ ok: false })
    expect(harness.exchange.sent).toEqual([])
  })

  it('says so in that dialog, and that the level after it is not known', async () => {
    const harness = await ready()
    currentSummary(harness)
    harness.conditions.collateral = { ...harness.conditions.collateral, source: 'cache' }
    await harness.send(aTransfer({ from: 'collateral', to: 'main' }))
    const detail = harness.asked.at(-1)?.detail.split('\n') ?? []
    expect(detail[0]).toBe('This reduces your collateral: the margin level falls.')
    expect(detail).toContain('The margin level after this is unknown.')
  })

  it('says that the level after it is not known where the asset has no price', async () => {
    const harness = await ready()
    currentSummary(harness)
    const { purses: known } = harness.conditions
    harness.conditions.purses = {
      ...known,
      balance: { ...known.balance, value: [{ asset: 'BTC', amount: '1' }] },
    }
    const preview = harness.orders.prepare(aTransfer({ asset: 'BTC', amount: '0.5' }), ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    expect(preview.value.sentences.map(worded)).toContain('The margin level after this is unknown.')
  })

  const unused = { ...summary, usedMargin: '0', freeMargin: '300' }

  it.each<[string, boolean, (harness: OrderHarness) => void]>([
    ['is in use, as all that is known says', false, () => undefined],
    [
      'is in use, as an old summary says',
      true,
      ({ conditions }) => (conditions.collateral = { ...conditions.collateral, source: 'cache' }),
    ],
    [
      'may be in use by an open position',
      true,
      ({ conditions }) =>
        (conditions.positions = { ...conditions.positions, value: [aPosition()] }),
    ],
    [
      'may be in use by a position that cannot be read',
      true,
      ({ conditions }) =>
        (conditions.positions = {
          ...conditions.positions,
          unreadable: [{ place: 1, id: null, name: 'ETH_USDT', field: 'amount', why: 'missing' }],
        }),
    ],
    [
      'may be in use by what is borrowed',
      true,
      (harness) => {
        harness.purses.owed = '10'
        harness.conditions.purses = harness.purses.known()
      },
    ],
  ])('where no margin %s: asks and warns is %s', async (_name, asks, happens) => {
    const harness = await ready()
    currentSummary(harness)
    harness.conditions.collateral = { ...harness.conditions.collateral, value: unused }
    harness.conditions.positions = { ...harness.conditions.positions, value: [] }
    happens(harness)
    const preview = harness.orders.prepare(aTransfer({ from: 'collateral', to: 'main' }), ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    expect([preview.value.asksTwice, preview.value.warnings.length > 0]).toEqual([asks, asks])
  })

  it('drops zeros at the end of an amount, and counts no more than eight decimals', async () => {
    const harness = await ready()
    harness.exchange.answers(good)
    await harness.send(aTransfer({ amount: '1.2500000000' }))
    await settled()
    expect(harness.exchange.sent[0]?.request).toMatchObject({ amount: '1.25' })
  })

  it('asks as well if it is not known whether margin is in use', async () => {
    const harness = await ready()
    const preview = harness.orders.prepare(aTransfer({ from: 'collateral', to: 'main' }), ourPage)
    expect(preview).toMatchObject({ ok: true, value: { asksTwice: true } })
  })

  it.each<[string, Partial<TransferTicket>, string, RegExp]>([
    ['more than is free', { amount: '1000.01' }, 'amount', /only 1000 USDT can be moved/],
    ['zero', { amount: '0' }, 'amount', /zero/i],
    ['more than eight decimals', { amount: '1.123456789' }, 'amount', /at most 8 decimal places/],
    ['an asset that is not held', { asset: 'BTC' }, 'amount', /only 0 BTC can be moved/],
    ['what is no asset', { asset: '../x' }, 'asset', /Choose an asset/],
    ['to where it is', { to: 'main' }, 'to', /two different balances/],
    ['between trade and collateral', { from: 'trade' }, 'to', /through the main balance/],
  ])('refuses %s', async (_name, some, field, words) => {
    const harness = await ready()
    const refused = harness.orders.prepare(aTransfer(some), ourPage)
    if (refused.ok) throw new Error('it must be refused')
    expect((refused.error.fields?.[field] ?? []).map(worded).join(' ')).toMatch(words)
  })

  it('moves no more out of the collateral than is free of borrowing, and nothing if that is not said', async () => {
    const harness = await ready()
    harness.purses.free = '12.5'
    harness.conditions.purses = harness.purses.known()
    const out = (amount: string) =>
      harness.orders.prepare(aTransfer({ from: 'collateral', to: 'main', amount }), ourPage)
    expect(out('12.50000001')).toMatchObject({ ok: false })
    expect(out('12.5')).toMatchObject({ ok: true })
    harness.purses.free = null
    harness.conditions.purses = harness.purses.known()
    expect(out('1')).toMatchObject({ ok: false })
  })

  it('refuses figures that are old, or lack the asset', async () => {
    const harness = await ready()
    const known = harness.purses.known()
    const every = 30
    harness.conditions.purses = {
      ...known,
      collateralBalance: { ...known.collateralBalance, every },
    }
    await harness.time.pass(2 * every + 1)
    expect(harness.orders.prepare(aTransfer(), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'PURSE_OLD' },
    })
    const unreadable = [{ place: 1, id: null, name: 'USDT', field: 'balance', why: 'is missing' }]
    harness.conditions.purses = { ...known, balance: { ...known.balance, unreadable } }
    expect(harness.orders.prepare(aTransfer(), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'PURSE_UNREAD' },
    })
  })

  it('is not sent once a balance differs from what was shown', async () => {
    const harness = await ready()
    const preview = harness.orders.prepare(aTransfer(), ourPage)
    if (!preview.ok) throw new Error('a preview expected')
    harness.purses.holds.collateral = '300.00000001'
    harness.conditions.purses = harness.purses.known()
    expect(await harness.orders.confirm(preview.value.token, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'EFFECT_CHANGED' },
    })
    expect(harness.exchange.sent).toEqual([])
  })
})

describe('the balances just before it is sent', () => {
  async function previewed(ticket = aTransfer()) {
    const harness = await ready()
    harness.exchange.answers(() => unknownAnswer())
    const preview = harness.orders.prepare(ticket, ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    const { token } = preview.value
    return { harness, confirm: () => harness.orders.confirm(token, ourPage) }
  }

  it.each<[string, TransferTicket]>([
    ['the other way, which would hide it', aTransfer({ from: 'collateral', to: 'main' })],
    ['the same way, which would be taken for it', aTransfer()],
  ])('refuse it where as much was moved elsewhere since, %s', async (_name, elsewhere) => {
    const { harness, confirm } = await previewed()
    // The polled figures do not show it yet.
    carryOut(harness, elsewhere)
    expect(await confirm()).toMatchObject({ ok: false, error: { reason: 'EFFECT_CHANGED' } })
    expect(harness.exchange.sent).toEqual([])
    expect(harness.view().open).toEqual([])
    expect(harness.refreshed).toEqual(['transfer'])
  })

  it('refuse it where less is free of borrowing now', async () => {
    const { harness, confirm } = await previewed(aTransfer({ from: 'collateral', to: 'main' }))
    harness.purses.free = '24.99'
    expect(await confirm()).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    expect(harness.exchange.sent).toEqual([])
  })

  it.each<[string, (harness: OrderHarness) => void]>([
    [
      'a balance cannot be read',
      ({ purses: there }) => (there.faults.main = { code: 'timeout', message: 'Late.' }),
    ],
    [
      'the asset cannot be read',
      ({ purses: there }) =>
        (there.unreadable.collateral = [
          { place: 1, id: null, name: 'USDT', field: 'balance', why: 'is missing' },
        ]),
    ],
  ])('refuse it where %s, and nothing is sent', async (_name, happens) => {
    const { harness, confirm } = await previewed()
    happens(harness)
    expect(await confirm()).toMatchObject({ ok: false, error: { reason: 'PURSE_UNREAD' } })
    expect(harness.exchange.sent).toEqual([])
    expect(await confirm()).toMatchObject({ ok: false, error: { reason: 'TOKEN_USED' } })
  })

  it.each<[string, number, (harness: OrderHarness) => void, string]>([
    ['take too long', 11, () => undefined, 'PURSE_UNREAD'],
    ['are read while trading is disarmed', 1, ({ orders }) => orders.disarm(), 'TOKEN_VOID'],
  ])('refuse it where they %s', async (_name, seconds, happens, reason) => {
    const { harness, confirm } = await previewed()
    const reading = deferred<null>()
    harness.purses.until = reading.promise
    const confirmed = confirm()
    await harness.time.pass(seconds)
    happens(harness)
    reading.open(null)
    expect(await confirmed).toMatchObject({ ok: false, error: { reason } })
    expect(harness.exchange.sent).toEqual([])
  })

  it('let only one of two go that are confirmed at once', async () => {
    const harness = await ready()
    harness.exchange.answers(() => unknownAnswer())
    const tokens = [aTransfer(), aTransfer({ from: 'collateral', to: 'main' })].map((ticket) => {
      const preview = harness.orders.prepare(ticket, ourPage)
      if (!preview.ok) throw new Error(englishOf(preview.error.message))
      return preview.value.token
    })
    const confirmed = await Promise.all(
      tokens.map((token) => harness.orders.confirm(token, ourPage)),
    )
    expect(confirmed.map(({ ok: isSent }) => isSent)).toEqual([true, false])
    await settled()
    expect(harness.exchange.sent).toHaveLength(1)
  })
})

describe('a transfer that is answered', () => {
  it('ORD-1 is sent once, and is done', async () => {
    const harness = await ready()
    harness.exchange.answers(good)
    const id = await harness.send(aTransfer())
    await settled()
    expect(harness.exchange.sent.map(({ request }) => request)).toEqual([
      { kind: 'transfer', asset: 'USDT', amount: '25', from: 'main', to: 'collateral' },
    ])
    const intent = harness.intent(id)
    expect(intent).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'done' }],
    })
    expect(resultSentence(intent, harness.time.clock())).toBe('The exchange moved it.')
    expect(intent.items.map((item) => itemWords(item).text)).toEqual(['Moved'])
    await harness.time.pass(3600)
    // Only before it was sent.
    expect(harness.purses.asked).toEqual(['main', 'collateral'])
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('is rejected as a whole, and moved nothing', async () => {
    const harness = await ready()
    harness.exchange.answers(() => rejectedAnswer(422))
    const id = await harness.send(aTransfer())
    await settled()
    expect(harness.intent(id)).toMatchObject({ state: 'rejected', items: [{ state: 'rejected' }] })
    expect(harness.orders.prepare(aTransfer(), ourPage)).toMatchObject({ ok: true })
  })

  it('is not followed by another of the asset from figures that may not show it yet', async () => {
    const harness = await ready()
    harness.exchange.answers(good)
    await harness.send(aTransfer())
    await settled()
    carryOut(harness, aTransfer())
    await harness.time.pass(4)
    harness.conditions.purses = harness.purses.known()
    expect(harness.orders.prepare(aTransfer(), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'PURSE_CHANGING' },
    })
    await harness.time.pass(1)
    harness.conditions.purses = harness.purses.known()
    expect(harness.orders.prepare(aTransfer(), ourPage)).toMatchObject({ ok: true })
  })

  it('is followed by another although the clock was set back in between', async () => {
    const harness = await ready()
    harness.exchange.answers(good)
    await harness.send(aTransfer())
    await settled()
    carryOut(harness, aTransfer())
    harness.time.setClock(-3600)
    const prepare = () => harness.orders.prepare(aTransfer(), ourPage).ok
    harness.conditions.purses = harness.purses.known()
    expect(prepare()).toBe(false)
    await harness.time.pass(5)
    harness.conditions.purses = harness.purses.known()
    await harness.orders.arm()
    expect(prepare()).toBe(true)
  })

  it('holds back no order, and leaves what is known of positions alone', async () => {
    const { harness } = await lost()
    expect(harness.view().blocks).toEqual([])
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
  })
})

describe('the limits of transfers', () => {
  async function limited(some: Partial<typeof defaultTradeLimits> = {}) {
    const harness = await ready()
    await harness.orders.changeLimits({
      ...defaultTradeLimits,
      byQuote: { USDT: { perOrder: '100', perDay: '150' } },
      ...some,
    })
    harness.exchange.answers(good)
    return harness
  }

  const toTrade = (amount: string) => aTransfer({ to: 'trade', amount })

  it('never hold back what adds collateral, which takes risk away', async () => {
    const harness = await limited({ ordersPerDay: 1 })
    await harness.send(aTransfer({ amount: '200' }))
    await settled()
    expect(harness.view().usedToday).toMatchObject({ orders: 1, byQuote: {}, byMarket: {} })
    await harness.time.pass(60)
    harness.conditions.purses = harness.purses.known()
    expect(harness.orders.prepare(aTransfer({ amount: '200' }), ourPage)).toMatchObject({
      ok: true,
    })
  })

  it('are those of the currency of the asset, counted apart from orders', async () => {
    const harness = await limited()
    expect(harness.orders.prepare(toTrade('100.01'), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'over-limit', limit: { by: 'quote', name: 'USDT' } },
    })
    await harness.send(toTrade('100'))
    await settled()
    await harness.time.pass(60)
    harness.conditions.purses = harness.purses.known()
    expect(harness.orders.prepare(toTrade('50.01'), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'over-limit' },
    })
    expect(harness.orders.prepare(toTrade('50'), ourPage)).toMatchObject({ ok: true })
    expect(harness.view().usedToday).toMatchObject({ byQuote: {}, byMarket: { USDT: '100' } })
  })

  it('include the number of orders of a day', async () => {
    const harness = await limited({ ordersPerDay: 1 })
    await harness.send(toTrade('1'))
    await settled()
    await harness.time.pass(60)
    harness.conditions.purses = harness.purses.known()
    expect(harness.orders.prepare(toTrade('1'), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'over-limit', limit: { by: 'orders' } },
    })
  })

  it('let a system dialog ask from the amount that is set, and always for an asset without one', async () => {
    const harness = await limited({ askFrom: { USDT: '50' } })
    const asks = (amount: string) => {
      const preview = harness.orders.prepare(aTransfer({ amount }), ourPage)
      return preview.ok ? preview.value.asksTwice : preview.error
    }
    expect([asks('49.99'), asks('50')]).toEqual([false, true])
    await harness.orders.changeLimits({ ...defaultTradeLimits, askFrom: {} })
    expect(asks('1')).toBe(true)
  })
})

describe('ORD-24 a transfer without an answer', () => {
  it('is unknown until the balances say something, and another of the asset waits', async () => {
    const { harness, intent } = await lost()
    expect(intent()).toMatchObject({ state: 'unknown', items: [{ state: 'unknown' }] })
    harness.conditions.purses = harness.purses.known()
    await harness.time.pass(absentAfter)
    harness.conditions.purses = harness.purses.known()
    expect(
      harness.orders.prepare(aTransfer({ from: 'collateral', to: 'main' }), ourPage),
    ).toMatchObject({
      ok: false,
      error: { reason: 'TARGET_UNKNOWN' },
    })
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('was carried out where both balances changed by exactly the amount', async () => {
    const { harness, intent } = await lost(aTransfer(), 'done')
    await harness.time.pass(1)
    expect(intent()).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'done', mismatch: [] }],
    })
    expect(worded(intent().timeline.at(-1)?.text)).toBe(
      'The amount was moved. Both balances changed by exactly this amount.',
    )
    expect(resultSentence(intent(), harness.time.clock())).toMatch(
      /^No answer came\. According to both balances it was moved/,
    )
    expect(harness.purses.asked).toEqual(['main', 'collateral', 'main', 'collateral'])
  })

  it('was carried out where what arrived paid back what was borrowed', async () => {
    const { harness, intent } = await lost()
    harness.purses.holds.main = '975'
    harness.purses.holds.collateral = '300'
    harness.purses.owed = '0'
    await harness.time.pass(1)
    expect(intent().state).toBe('unknown')
    const borrowed = await ready()
    borrowed.purses.owed = '40'
    borrowed.conditions.purses = borrowed.purses.known()
    borrowed.exchange.answers(() => unknownAnswer())
    const id = await borrowed.send(aTransfer())
    await settled()
    borrowed.purses.holds.main = '975'
    borrowed.purses.owed = '15'
    await borrowed.time.pass(1)
    expect(borrowed.intent(id)).toMatchObject({ state: 'acknowledged' })
  })

  it('was not carried out where neither changed in two looks two minutes apart, and not before', async () => {
    const { harness, intent } = await lost()
    await harness.time.pass(absentAfter + 6)
    expect(intent().state).toBe('unknown')
    await harness.time.pass(1)
    expect(intent()).toMatchObject({ state: 'not-executed', items: [{ state: 'not-executed' }] })
    expect(worded(intent().timeline.at(-1)?.text)).toBe('Both balances are as they were.')
    expect(intent().items.map((item) => itemWords(item).text)).toEqual(['Not executed'])
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it.each<[string, (harness: OrderHarness) => void]>([
    ['only one changed', ({ purses: there }) => (there.holds.main = '975')],
    ['only the other changed', ({ purses: there }) => (there.holds.collateral = '325')],
    [
      'both changed by another amount',
      ({ purses: there }) => {
        there.holds.main = '974'
        there.holds.collateral = '326'
      },
    ],
    [
      'both changed the other way',
      ({ purses: there }) => {
        there.holds.main = '1025'
        there.holds.collateral = '275'
      },
    ],
    [
      'something else moved along with it',
      ({ purses: there }) => {
        there.holds.main = '975'
        there.holds.collateral = '324.99'
      },
    ],
    ['interest was added to what is owed', ({ purses: there }) => (there.owed = '0.001')],
    [
      'a balance cannot be read',
      ({ purses: there }) => (there.faults.collateral = { code: 'timeout', message: 'Late.' }),
    ],
    [
      'the asset cannot be read',
      ({ purses: there }) =>
        (there.unreadable.main = [
          { place: 1, id: null, name: null, field: '', why: 'must be an object' },
        ]),
    ],
  ])('stays unknown where %s, and says so', async (_name, happens) => {
    const { harness, intent } = await lost()
    happens(harness)
    await harness.time.pass(7200)
    expect(intent()).toMatchObject({ state: 'unknown' })
    expect(intent().evidence?.asked).toHaveLength(2)
    const { whole, lifts } = answersFor(intent(), harness.view().blocks)
    expect([whole?.yes.title, whole?.no.title, whole?.yes.what]).toEqual([
      'Was this moved: 25 USDT from Main to Collateral?',
      'Was this not moved: 25 USDT from Main to Collateral?',
      'asset',
    ])
    expect([whole?.yes.label, whole?.no.label, lifts]).toEqual([
      'It was moved…',
      'It was not moved…',
      [],
    ])
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('is not settled by balances read more than an hour after it was sent', async () => {
    const { harness, intent } = await lost()
    harness.purses.faults.main = { code: 'timeout', message: 'Late.' }
    await harness.time.pass(3700)
    Reflect.deleteProperty(harness.purses.faults, 'main')
    carryOut(harness, aTransfer())
    await harness.time.pass(900)
    expect(intent()).toMatchObject({ state: 'unknown' })
    expect(intent().evidence?.unsettled?.map(worded)).toEqual([
      'It was sent too long ago for the balances to show the outcome.',
    ])
  })

  it('is what the user says, once the asset is typed', async () => {
    const { harness, id, intent } = await lost()
    const said = { id, item: null, as: 'filled' } as const
    expect(harness.orders.resolve({ ...said, typed: 'BTC' })).toMatchObject({ ok: false })
    expect(harness.orders.resolve({ ...said, typed: 'usdt' })).toMatchObject({ ok: true })
    expect(intent()).toMatchObject({ state: 'resolved-filled' })
    const asUnknown = (one: IntentItem): IntentItem => {
      return { ...one, market: 'rUSDt', state: 'unknown' }
    }
    const mixed = { ...intent(), state: 'unknown', items: intent().items.map(asUnknown) } as const
    expect(resolveOrder(mixed, 0, { item: null, as: 'filled', typed: 'rusdt' })).toMatchObject({
      ok: true,
      value: { state: 'resolved-filled' },
    })
    expect(harness.orders.liftBlock(id, 'USDT')).toMatchObject({ ok: false })
  })
})

describe('the late answer to a transfer', () => {
  async function late(happens: 'done' | 'nothing', seconds: number) {
    const answer = deferred<OrderResult>()
    const harness = await ready()
    harness.exchange.answers(() => answer.promise)
    const id = await harness.send(aTransfer())
    await harness.time.pass(90)
    if (happens === 'done') carryOut(harness, aTransfer())
    await harness.time.pass(seconds)
    return { harness, id, intent: () => harness.intent(id), answer }
  }

  it('that refuses it is believed against the balances', async () => {
    const { intent, answer } = await late('done', 1)
    expect(intent()).toMatchObject({ state: 'acknowledged' })
    answer.open(rejectedAnswer(422))
    await settled()
    expect(intent()).toMatchObject({ state: 'rejected', items: [{ state: 'rejected' }] })
  })

  it('that accepts it contradicts unchanged balances, and holds back another until that is lifted', async () => {
    const { harness, id, intent, answer } = await late('nothing', absentAfter + 7)
    expect(intent()).toMatchObject({ state: 'not-executed' })
    answer.open(
      good({ kind: 'transfer', asset: 'USDT', amount: '25', from: 'main', to: 'collateral' }),
    )
    await settled()
    expect(intent()).toMatchObject({
      state: 'acknowledged',
      blocks: true,
      items: [{ state: 'done' }],
    })
    await harness.time.pass(60)
    harness.conditions.purses = harness.purses.known()
    const next = harness.orders.prepare(aTransfer(), ourPage)
    if (next.ok) throw new Error('it must be held back')
    expect(next.error.reason).toBe('TARGET_UNKNOWN')
    expect(next.error.fields?.['asset']?.map(worded)).toEqual([
      'The answer to “Move 25 USDT from Main to Collateral” contradicts both balances. Resolve that first, or lift its block on the Trade screen.',
    ])
    expect(intent().items[0]?.mismatch.map(worded)).toEqual([
      'According to both balances, this was not moved, but the exchange’s answer says it was accepted.',
    ])
    const [lift] = answersFor(intent(), harness.view().blocks).lifts
    if (lift === undefined) throw new Error('its block can be lifted')
    expect([lift.title, lift.answer, lift.what, ...meaningOf(lift)]).toEqual([
      'Lift the block on transfers of USDT?',
      'Lift the block on transfers of USDT',
      'asset',
      'Transfers of USDT can be sent again, although the answer to “Move 25 USDT from Main to Collateral” contradicts both balances.',
      'If it was moved after all, another transfer moves the amount twice.',
      'It stays listed as it is. Only the block goes.',
    ])
    expect(resultSentence(intent(), harness.time.clock())).toBe(
      'Accepted, but both balances did not show it. Resolve it above.',
    )
    const { mismatch, mismatchBlocks } = orderKinds.transfer.unknown.words ?? {}
    expect([mismatch, mismatchBlocks]).toEqual([
      'The exchange accepted this transfer, but the two balances did not show it. Compare both balances there before you move anything else.',
      'Until then, no new transfers of this asset are sent.',
    ])
    expect(harness.orders.liftBlock(id, 'USDT')).toMatchObject({ ok: true })
    await harness.time.pass(60)
    harness.conditions.purses = harness.purses.known()
    expect(harness.orders.prepare(aTransfer(), ourPage)).toMatchObject({ ok: true })
  })
})

type Step =
  | {
      kind: 'send'
      ticket: TransferTicket
      executes: boolean
      answers: boolean
      after: number
      /** The polled figures are those of now. */
      polled: boolean
      /** Moved elsewhere since the poll, before the review or after it. */
      elsewhere: { ticket: TransferTicket; when: 'before' | 'reviewed' } | null
    }
  | { kind: 'time'; seconds: number }
  | { kind: 'fault'; purse: (typeof purses)[number]; on: boolean }
  /** Something else changes a balance. */
  | { kind: 'other'; purse: (typeof purses)[number]; amount: string }

const way = fc.constantFrom<[TransferTicket['from'], TransferTicket['to']]>(
  ['main', 'trade'],
  ['trade', 'main'],
  ['main', 'collateral'],
  ['collateral', 'main'],
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        way,
        amount: fc.constantFrom('25', '40', '25.00000001'),
        executes: fc.boolean(),
        answers: fc.boolean(),
        after: fc.constantFrom(0, 1, 2),
        polled: fc.boolean(),
        elsewhere: fc.option(
          fc.record({
            isBack: fc.boolean(),
            amount: fc.constantFrom('25', '40', '25.00000001'),
            when: fc.constantFrom('before' as const, 'reviewed' as const),
          }),
        ),
      })
      .map(({ way: [from, to], amount, elsewhere, ...rest }): Step => {
        const moved =
          elsewhere === null
            ? null
            : {
                ticket: aTransfer({
                  ...(elsewhere.isBack ? { from: to, to: from } : { from, to }),
                  amount: elsewhere.amount,
                }),
                when: elsewhere.when,
              }
        return {
          kind: 'send',
          ticket: aTransfer({ from, to, amount }),
          elsewhere: moved,
          ...rest,
        }
      }),
  },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(1, 5, 6, 40, 119, 121, 400)
      .map((seconds): Step => ({ kind: 'time', seconds })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ purse: fc.constantFrom(...purses), on: fc.boolean() })
      .map((fault): Step => ({ kind: 'fault', ...fault })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ purse: fc.constantFrom(...purses), amount: fc.constantFrom('0.37', '1.91') })
      .map((other): Step => ({ kind: 'other', ...other })),
  },
)

describe('ORD-1 ORD-24 any schedule of lost answers, faults and other changes', () => {
  it('sends each transfer once, and says of none what did not happen to it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
        const harness = await ready()
        harness.purses.free = null
        const happened = new Map<string, boolean>()
        for (const one of steps) {
          harness.purses.free = harness.purses.holds.collateral
          if (one.kind === 'time') await harness.time.pass(one.seconds)
          else if (one.kind === 'other')
            harness.purses.holds[one.purse] = add(harness.purses.holds[one.purse], one.amount)
          else if (one.kind === 'fault') {
            if (one.on) harness.purses.faults[one.purse] = { code: 'timeout', message: 'Late.' }
            else Reflect.deleteProperty(harness.purses.faults, one.purse)
          } else {
            // While one is unknown, as much moved elsewhere could not be told from it.
            const mayMove = harness.view().open.length === 0
            const move = (when: 'before' | 'reviewed'): void => {
              if (mayMove && one.elsewhere?.when === when) carryOut(harness, one.elsewhere.ticket)
            }
            if (one.polled) harness.conditions.purses = harness.purses.known()
            move('before')
            const preview = harness.orders.prepare(one.ticket, ourPage)
            if (!preview.ok) continue
            move('reviewed')
            const { executes, answers, after, ticket } = one
            harness.exchange.answers((request) =>
              !answers ? unknownAnswer() : executes ? good(request) : rejectedAnswer(422),
            )
            const before = harness.exchange.sent.length
            const confirmed = await harness.orders.confirm(preview.value.token, ourPage)
            expect(await harness.orders.confirm(preview.value.token, ourPage)).toMatchObject({
              ok: false,
            })
            await settled()
            if (!confirmed.ok) continue
            expect(harness.exchange.sent).toHaveLength(before + 1)
            happened.set(confirmed.value.intentId, executes)
            if (executes && after > 0)
              harness.time.timing.after(after * 1000, () => carryOut(harness, ticket))
            else if (executes) carryOut(harness, ticket)
          }
        }
        await harness.time.pass(1000)
        expect(harness.exchange.sent).toHaveLength(happened.size)
        for (const [id, executed] of happened) {
          const { state } = harness.intent(id)
          expect(state === 'acknowledged' && !executed, `${id} ${state}`).toBe(false)
          expect(['rejected', 'not-executed'].includes(state) && executed, `${id} ${state}`).toBe(
            false,
          )
        }
      }),
      { numRuns: 150 },
    )
  })
})
