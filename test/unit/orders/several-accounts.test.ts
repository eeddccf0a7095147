// Several open accounts over one journal: whatever happens to one, the orders of the other are not
// touched.
import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../src/shared/result.js'
import {
  aPosition,
  aTicket,
  aTradingProfile,
  createFakeRepositories,
  createOrderPlatform,
  createOrderHarness,
  deferred,
  good,
  type OrderHarness,
  ourPage,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'

const otherProfile = aTradingProfile({
  id: '1c1f9cc1-6b1a-4c8f-ae9d-112345678901',
  name: 'Other',
  keyHint: 'efgh…stuv',
})

/**
 * Two accounts, open and armed, each with a database of its own, so that nothing written into the
 * wrong one could pass for right.
 */
async function twoAccounts(): Promise<{ a: OrderHarness; b: OrderHarness }> {
  const platform = createOrderPlatform()
  const a = createOrderHarness({}, platform)
  const b = createOrderHarness(
    {},
    { ...platform, database: createFakeRepositories() },
    otherProfile,
  )
  await a.ready()
  await b.ready()
  return { a, b }
}

function tokenOf(harness: OrderHarness, ticket = aTicket()): string {
  const preview = harness.orders.prepare(ticket, ourPage)
  if (!preview.ok) throw new Error(englishOf(preview.error.message))
  return preview.value.token
}

function statesIn(harness: OrderHarness): string[] {
  return [...harness.database.intents.values()].map(({ state }) => state)
}

const happenings: [string, (harness: OrderHarness) => unknown][] = [
  ['is armed', (harness) => harness.orders.arm()],
  ['is disarmed', (harness) => harness.orders.disarm()],
  ['is made read-only', (harness) => harness.orders.allow(false)],
  ['leaves the screen', (harness) => harness.orders.onHidden()],
  ['notices a sleep of its own', (harness) => harness.orders.onSleep()],
  ['loses its connection', (harness) => harness.setClient(null)],
  ['loses its page', (harness) => harness.orders.pageGone(ourPage)],
  ['is closed', (harness) => harness.orders.close()],
  ['is reopened', (harness) => harness.open()],
  ['sends an order to the same market', (harness) => harness.send()],
]

describe.each(happenings)('while another account %s', (_name, happens) => {
  it('ORD-1 an order that waits for its turn goes out, once, and its answer lands in its own record', async () => {
    const { a, b } = await twoAccounts()
    const turn = deferred<null>()
    a.exchange.queued(turn.promise)
    const id = await a.send()
    await happens(b)
    turn.open(null)
    await settled()
    expect(a.exchange.sent).toHaveLength(1)
    expect(a.intent(id)).toMatchObject({ state: 'acknowledged', profileId: a.profile.id })
    expect(a.database.intents.get(id)?.state).toBe('acknowledged')
    expect(b.database.intents.has(id)).toBe(false)
  })

  it('ORD-1 an order that is signed and waits for its connection goes out, and the account stays armed', async () => {
    const { a, b } = await twoAccounts()
    const connected = deferred<null>()
    a.exchange.connects(connected.promise)
    const id = await a.send()
    await settled()
    await happens(b)
    connected.open(null)
    await settled()
    expect(a.exchange.sent).toHaveLength(1)
    expect(a.intent(id).state).toBe('acknowledged')
    expect(a.view().armedUntil).not.toBeNull()
  })

  it('ORD-12 ORD-16 an order that awaits its answer is not called unknown, and the answer is its own', async () => {
    const { a, b } = await twoAccounts()
    const answers = { a: deferred<null>(), b: deferred<null>() }
    a.exchange.answers(async (move) => (await answers.a.promise, good(move)))
    b.exchange.answers(async () => (await answers.b.promise, unknownAnswer()))
    const ids = { a: await a.send(), b: await b.send(aTicket({ market: 'ETH_USDT' })) }
    await settled()
    await happens(b)
    expect(a.intent(ids.a)).toMatchObject({ state: 'sending', blocks: false })
    expect(a.journal.inFlight(a.profile.id)).toBe(1)
    answers.b.open(null)
    await settled()
    expect(a.intent(ids.a).state).toBe('sending')
    expect(b.database.intents.get(ids.b)?.state).toBe('unknown')
    answers.a.open(null)
    await settled()
    expect(a.database.intents.get(ids.a)?.state).toBe('acknowledged')
    expect(b.database.intents.get(ids.b)?.state).toBe('unknown')
    expect(a.view().blocks).toEqual([])
    expect(a.troubled.flat()).toEqual([])
    expect(a.journal.inFlight()).toBe(0)
  })

  it('IPC-11 a preview stays good', async () => {
    const { a, b } = await twoAccounts()
    const token = tokenOf(a)
    await happens(b)
    expect(await a.orders.confirm(token, ourPage)).toMatchObject({ ok: true })
    await settled()
    expect(a.exchange.sent).toHaveLength(1)
  })
})

it('IPC-11 ORD-18 a token counts only at the account that previewed it, and trying it elsewhere sends nothing and uses nothing up', async () => {
  const { a, b } = await twoAccounts()
  const token = tokenOf(a)
  expect(await b.orders.confirm(token, ourPage)).toMatchObject({
    ok: false,
    error: { code: 'cancelled', reason: 'TOKEN_VOID' },
  })
  b.orders.discard(token)
  expect(b.exchange.sent).toEqual([])
  expect(await a.orders.confirm(token, ourPage)).toMatchObject({ ok: true })
  await settled()
  expect(a.exchange.sent).toHaveLength(1)
  expect(b.exchange.sent).toEqual([])
  expect([statesIn(a), statesIn(b)]).toEqual([['acknowledged'], []])
})

it('ORD-5 an unknown order blocks the market of its own account, and of no other', async () => {
  const { a, b } = await twoAccounts()
  a.exchange.answers(() => unknownAnswer())
  const id = await a.send()
  await settled()
  expect(a.orders.prepare(aTicket(), ourPage)).toMatchObject({
    ok: false,
    error: { reason: 'MARKET_BLOCKED' },
  })
  expect(b.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
  expect(b.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' })).toMatchObject({
    ok: false,
    error: { code: 'gone' },
  })
  expect(b.orders.liftBlock(id, 'BTC_USDT')).toMatchObject({ ok: false, error: { code: 'gone' } })
  expect(await b.orders.checkNow(id)).toMatchObject({ ok: false, error: { code: 'gone' } })
  expect(a.intent(id)).toMatchObject({ state: 'unknown', blocks: true })
})

it('ORD-25 an unknown order is checked with its own account alone', async () => {
  const { a, b } = await twoAccounts()
  a.exchange.answers(() => unknownAnswer())
  const id = await a.send()
  await settled()
  b.positionsAre(() =>
    Promise.resolve(
      ok({
        value: [aPosition({ amount: '0.06', modifiedAt: String(b.time.clock()) })],
        at: b.time.clock(),
      }),
    ),
  )
  a.positionsAre(() => Promise.resolve(fail({ code: 'unreachable', message: 'No.' })))
  await a.time.pass(600)
  expect(a.readAt.length).toBeGreaterThan(3)
  expect(b.readAt).toEqual([])
  expect(a.intent(id)).toMatchObject({
    state: 'unknown',
    evidence: { verdict: 'unclear', after: null },
  })
})

describe('ORD-5 an account that is not on screen', () => {
  it('publishes when it is opened every order that needs the user, also where none does any more', async () => {
    const { a } = await twoAccounts()
    expect(a.troubled).toEqual([[]])
    a.exchange.answers(() => new Promise(() => undefined))
    const id = await a.send()
    await settled()
    // Another process finds it in the middle, and another account is on screen.
    const later = createOrderHarness()
    for (const [key, intent] of a.database.intents) later.database.intents.set(key, intent)
    later.open()
    expect(later.troubled).toMatchObject([[{ intentId: id, because: 'unknown' }]])
    later.open()
    expect(later.troubled).toMatchObject([[{ intentId: id }], [{ intentId: id }]])
  })

  it('publishes an order as it turns unknown, as its answer comes late, and as it turns out not to fit', async () => {
    const { a, b } = await twoAccounts()
    const answer = deferred<null>()
    a.exchange.answers(async (move) => {
      await answer.promise
      const late = good(move)
      if (late.ok && late.value.reply.kind === 'market') late.value.reply.order.amount = '7'
      return late
    })
    const id = await a.send()
    await settled()
    a.orders.onHidden()
    a.orders.onSleep()
    await a.time.pass(2)
    expect(a.troubled.at(-1)).toMatchObject([{ intentId: id, because: 'unknown' }])
    answer.open(null)
    await settled()
    expect(a.troubled.at(-1)).toMatchObject([{ intentId: id, because: 'mismatch' }])
    expect(a.orders.liftBlock(id, 'BTC_USDT')).toEqual(ok(null))
    expect(a.troubled.at(-1)).toEqual([])
    expect(b.troubled).toEqual([[]])
  })
})

describe('leaving the screen', () => {
  it('ORD-18 disarms, voids what was previewed, and does not touch what is in flight', async () => {
    const { a } = await twoAccounts()
    const answer = deferred<null>()
    a.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await a.send()
    await settled()
    const token = tokenOf(a, aTicket({ market: 'ETH_USDT' }))
    a.orders.onHidden()
    expect(a.view()).toMatchObject({ armedUntil: null, open: [{ id, state: 'sending' }] })
    expect(a.logged.at(-1)).toEqual({
      what: 'trading disarmed',
      details: { why: 'another account is shown' },
    })
    expect(await a.orders.confirm(token, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'TOKEN_VOID' },
    })
    answer.open(null)
    await settled()
    expect(a.intent(id).state).toBe('acknowledged')
    expect(a.refreshed).toEqual(['market'])
    await a.orders.arm()
    await a.send()
    await settled()
    expect(a.exchange.sent).toHaveLength(2)
  })
})

describe('an account that was reopened', () => {
  it('ORD-12 keeps what was decided there, also where it is closed again before the late answer comes', async () => {
    const { a } = await twoAccounts()
    const answer = deferred<null>()
    a.exchange.answers(async () => (await answer.promise, unknownAnswer()))
    const id = await a.send()
    await settled()
    a.open()
    a.orders.onSleep()
    expect(a.orders.resolve({ id, item: null, as: 'not-filled', typed: 'BTC_USDT' })).toEqual(
      ok(null),
    )
    a.orders.close()
    answer.open(null)
    await settled()
    expect(a.database.intents.get(id)?.state).toBe('resolved-not-filled')
    a.open()
    expect(a.view()).toMatchObject({ open: [], recent: [{ id, state: 'resolved-not-filled' }] })
  })

  it('ORD-4 finds nothing in the middle that is on its way, in its view and in its record, also where that cannot be read', async () => {
    const { a } = await twoAccounts()
    const answer = deferred<null>()
    a.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await a.send()
    await settled()
    a.open()
    expect(a.database.intents.get(id)?.state).toBe('sending')
    const { orders } = a.database.repositories
    const { open, page } = orders
    const unreadable = fail({ code: 'store-trouble', message: 'Damaged.' } as const)
    Object.assign(orders, { open: () => unreadable, page: () => unreadable })
    a.open()
    expect(a.view().open).toMatchObject([{ id, state: 'sending' }])
    Object.assign(orders, { open, page })
    answer.open(null)
    await settled()
    expect(a.view()).toMatchObject({ open: [], recent: [{ id, state: 'acknowledged' }] })
  })

  it('ORD-16 disarms what an earlier opening had let go of, as far as it has not left', async () => {
    const { a } = await twoAccounts()
    const connected = deferred<null>()
    a.exchange.connects(connected.promise)
    const id = await a.send()
    await settled()
    a.open()
    a.orders.onSleep()
    expect(a.intent(id).state).toBe('unknown')
    connected.open(null)
    await settled()
    expect(a.exchange.sent).toEqual([])
    expect(a.intent(id)).toMatchObject({ state: 'not-sent', blocks: false })
  })

  it('has no part in the orders of another record of the same profile', async () => {
    const { a } = await twoAccounts()
    const answer = deferred<null>()
    a.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await a.send()
    await settled()
    const fresh = createFakeRepositories()
    a.open({}, fresh.repositories)
    expect(a.view()).toMatchObject({ open: [], recent: [] })
    answer.open(null)
    await settled()
    expect(a.database.intents.get(id)?.state).toBe('acknowledged')
    expect(fresh.intents.size).toBe(0)
    expect(a.view().recent).toEqual([])
  })
})

describe('sleep', () => {
  it('ORD-16 is noticed by each account for its own orders, and by any for those of an account that is closed by now', async () => {
    const { a, b } = await twoAccounts()
    for (const harness of [a, b]) harness.exchange.answers(() => new Promise(() => undefined))
    const [mine, theirs] = [await a.send(), await b.send()]
    await settled()
    a.orders.onSleep()
    expect([statesIn(a), statesIn(b)]).toEqual([['unknown'], ['sending']])
    b.orders.close()
    expect(statesIn(b)).toEqual(['sending'])
    a.orders.onSleep()
    expect(b.database.intents.get(theirs)?.state).toBe('unknown')
    expect(
      a.database.intents.get(mine)?.timeline.filter(({ what }) => what === 'answered'),
    ).toHaveLength(1)
  })
})

describe('quitting', () => {
  it('ORD-16 waits for the orders of every account, and calls what has no answer by then unknown in its own record', async () => {
    const { a, b } = await twoAccounts()
    const answer = deferred<null>()
    a.exchange.answers(async (move) => (await answer.promise, good(move)))
    b.exchange.answers(() => new Promise(() => undefined))
    const turn = deferred<null>()
    await a.send()
    await b.send()
    await settled()
    b.exchange.queued(turn.promise)
    await b.send(aTicket({ market: 'ETH_USDT' }))
    for (const harness of [a, b]) harness.orders.beginQuit()
    let over = false
    const quitting = a.journal.beforeQuit().then(() => (over = true))
    turn.open(null)
    answer.open(null)
    await a.time.pass(34)
    expect(over).toBe(false)
    await a.time.pass(2)
    await quitting
    expect([statesIn(a), statesIn(b)]).toEqual([['acknowledged'], ['unknown', 'not-sent']])
    const [unknown] = b.database.intents.values()
    expect(englishOf(unknown?.problem?.message ?? '')).toContain(
      'Plimsoll quit before an answer arrived',
    )
    expect([a.exchange.sent.length, b.exchange.sent.length]).toEqual([1, 1])
    for (const harness of [a, b])
      expect(worded(harness.view())).toMatchObject({
        armedUntil: null,
        obstacles: [{ message: 'Plimsoll is quitting.' }],
      })
  })

  it('ORD-16 an account that is opened meanwhile sends nothing', async () => {
    const { a, b } = await twoAccounts()
    b.orders.close()
    a.orders.beginQuit()
    b.open()
    expect(await b.orders.arm()).toMatchObject({ ok: false, error: { code: 'trading-off' } })
    expect(b.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'trading-off' },
    })
  })

  it('ORD-16 holds back what has not left, of whichever account', async () => {
    const { a } = await twoAccounts()
    const turn = deferred<null>()
    a.exchange.queued(turn.promise)
    await a.send()
    const quitting = a.journal.beforeQuit()
    turn.open(null)
    await quitting
    expect(a.exchange.sent).toEqual([])
    expect(statesIn(a)).toEqual(['not-sent'])
  })

  it('does not wait where nothing is under way', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    await harness.quit()
    expect(harness.time.pending()).toBe(0)
  })
})

it('an account that is closed takes no order any more, and publishes nothing', async () => {
  const harness = createOrderHarness()
  await harness.ready()
  const { orders } = harness
  orders.close()
  const published = [harness.views.length, harness.troubled.length]
  expect(orders.prepare(aTicket(), ourPage)).toMatchObject({
    ok: false,
    error: { code: 'trading-off', reason: 'no-account' },
  })
  expect(await orders.arm()).toMatchObject({ ok: false, error: { reason: 'no-account' } })
  orders.disarm()
  orders.onSleep()
  orders.refresh()
  orders.close()
  expect([harness.views.length, harness.troubled.length]).toEqual(published)
  expect(harness.time.pending()).toBe(0)
})

it('what the disk refuses is tried again once a second, however many accounts are open', async () => {
  const { a, b } = await twoAccounts()
  let tries = 0
  a.database.failsWhen(
    (what, intent) => what === 'save' && intent?.state === 'acknowledged' && (tries += 1) > 0,
  )
  await a.send()
  await settled()
  tries = 0
  for (let second = 0; second < 10; second += 1) {
    for (const { orders } of [a, b]) orders.refresh()
    await a.time.pass(1)
  }
  expect(tries).toBe(10)
  a.database.failsWhen(() => false)
  b.orders.refresh()
  expect(statesIn(a)).toEqual(['acknowledged'])
})
