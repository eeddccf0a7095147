// What is known of an order when the disk, the account or the position changes behind it.
import { describe, expect, it } from 'vitest'
import { createOrderJournal } from '../../../src/main/orders/order-journal.js'
import { anIntent } from '../../support/order-intents.js'
import {
  aPosition,
  aTicket,
  aTradingProfile,
  createFakeRepositories,
  createOrderHarness,
  echoOf,
  ourPage,
  unknownAnswer,
} from '../../support/order-harness.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'

const other = aTradingProfile({ id: '1c1f9cc1-6b1a-4c8f-ae9d-112345678901', name: 'Other' })

describe('an answer that the disk refused', () => {
  it('is still known after the account was reopened, and written as soon as it can be, by whichever account is open', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    let full = true
    harness.database.failsWhen(
      (what, intent) => full && what === 'save' && intent?.state === 'acknowledged',
    )
    const id = await harness.send()
    await settled()
    const beside = createOrderHarness({}, harness.platform, other)
    beside.open()
    expect(harness.journal.unsaved(id)).toMatchObject({ state: 'acknowledged' })
    expect(beside.orders.intent(id), 'it is not the other account’s').toMatchObject({ ok: false })
    harness.open()
    expect(harness.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
    expect(harness.view()).toMatchObject({ open: [], blocks: [] })
    expect([...harness.troubled, ...beside.troubled].flat()).toEqual([])
    harness.orders.close()
    full = false
    await harness.time.pass(1)
    beside.orders.refresh()
    expect(harness.database.intents.get(id)?.state).toBe('acknowledged')
    expect(harness.journal.unsaved(id)).toBeUndefined()
  })

  it('does not wait for another that can never be written', () => {
    const { repositories, intents, failsWhen } = createFakeRepositories()
    const [stuck, next] = [anIntent(), anIntent()]
    for (const intent of [stuck, next]) intents.set(intent.id, intent)
    const journal = createOrderJournal(createFakeClock())
    failsWhen(() => true)
    for (const intent of [stuck, next])
      journal.saveOrKeep(repositories.orders, { ...intent, state: 'acknowledged' })
    failsWhen((_what, intent) => intent?.id === stuck.id)
    journal.flush()
    expect(intents.get(next.id)?.state).toBe('acknowledged')
    expect(journal.unsaved(next.id)).toBeUndefined()
    expect(journal.unsaved(stuck.id)).toMatchObject({ state: 'acknowledged' })
  })

  it('keeps its market blocked where only the answer that is not written does', () => {
    const { repositories, intents, failsWhen } = createFakeRepositories()
    const profile = aTradingProfile()
    const written = anIntent({ profileId: profile.id, state: 'resolved-not-filled' })
    intents.set(written.id, written)
    const journal = createOrderJournal(createFakeClock())
    failsWhen(() => true)
    const aMarketDraft = { market: 'BTC_USDT', side: 'sell', amount: '0.01' } as const
    const items = written.items.map((item) => ({
      ...item,
      state: 'placed' as const,
      order: echoOf(aMarketDraft),
      mismatch: ['The side differs.'],
    }))
    journal.saveOrKeep(repositories.orders, {
      ...written,
      state: 'acknowledged',
      blocks: true,
      items,
    })
    const harness = createOrderHarness({ journal }, undefined, profile)
    harness.open({}, repositories)
    expect(harness.view().open.map(({ id }) => id)).toEqual([written.id])
    expect(harness.view().blocks).toHaveLength(1)
  })
})

describe('what was made stricter while the disk was full', () => {
  it('counts, also after the account was reopened, and is written as soon as it can be', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    let full = true
    harness.database.failsWhen((what) => full && what === 'settings')
    const { limits } = harness.view()
    const tighter = { ...limits, ordersPerDay: 1 }
    expect(await harness.orders.changeLimits(tighter)).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(await harness.orders.allow(false)).toMatchObject({ ok: false })
    const beside = createOrderHarness({}, harness.platform, other)
    beside.open()
    expect(beside.view().limits.ordersPerDay, 'it is not the other account’s').toBe(
      limits.ordersPerDay,
    )
    harness.open()
    expect(harness.view()).toMatchObject({ readOnly: true, limits: { ordersPerDay: 1 } })
    full = false
    harness.orders.refresh()
    expect(harness.database.settings.get(harness.profile.id)).toMatchObject({
      readOnly: true,
      limits: { ordersPerDay: 1 },
    })
  })

  it('does not count where it was made looser', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.database.failsWhen((what) => what === 'settings')
    const { limits } = harness.view()
    expect(await harness.orders.changeLimits({ ...limits, ordersPerDay: 9999 })).toMatchObject({
      ok: false,
    })
    expect(harness.view().limits.ordersPerDay).toBe(limits.ordersPerDay)
  })
})

describe('ORD-25 evidence', () => {
  it('is not taken with another key than the order was sent with', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() => unknownAnswer())
    const id = await harness.send()
    await settled()
    // Positions that would settle it, were they of the same account.
    const grown = aPosition({ amount: '0.06', modifiedAt: String(harness.time.clock() + 1) })
    harness.positionsAre(() =>
      Promise.resolve({ ok: true, value: { value: [grown], at: harness.time.clock() } }),
    )
    harness.open({ keyHint: 'othe…rkey' })
    await harness.time.pass(10)
    expect(harness.readAt.length).toBeGreaterThan(0)
    expect(harness.intent(id)).toMatchObject({
      state: 'unknown',
      evidence: { verdict: 'unclear', after: null, problem: { reason: 'OTHER_KEY' } },
    })
    expect(await harness.orders.checkNow(id)).toMatchObject({
      ok: false,
      error: { reason: 'OTHER_KEY' },
    })
    // The same read with the key it was sent with does say something.
    harness.open()
    await harness.time.pass(10)
    expect(harness.intent(id).evidence?.verdict).toBe('likely-filled')
  })

  it('has no “before” from before an order of ours that was taken since', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const first = await harness.send(aTicket({ amount: '0.01' }))
    await settled()
    const second = await harness.send(aTicket({ amount: '0.02' }))
    await settled()
    expect(harness.intent(first).evidence?.before).not.toBeNull()
    expect(harness.intent(second).evidence?.before).toBeNull()
    await harness.time.pass(2)
    harness.conditions.positions = { ...harness.conditions.positions, asOf: harness.time.clock() }
    const third = await harness.send(aTicket({ amount: '0.03' }))
    await settled()
    expect(harness.intent(third).evidence?.before).toMatchObject({ asOf: harness.time.clock() })
  })
})

describe('what a filled order led to', () => {
  it('is what the next read of the positions shows, also of an order whose answer did not fit', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const id = await harness.send(aTicket({ stopLoss: '30000' }))
    await settled()
    harness.orders.refresh()
    expect(harness.intent(id).evidence?.after).toBeNull()
    await harness.time.pass(1)
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ amount: '0.06' })],
      asOf: harness.time.clock(),
    }
    harness.orders.refresh()
    expect(harness.intent(id).evidence?.after).toMatchObject({
      positions: { BTC_USDT: [{ amount: '0.06' }] },
    })
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [],
      asOf: harness.time.clock() + 1,
    }
    harness.orders.refresh()
    expect(harness.intent(id).evidence?.after).toMatchObject({
      positions: { BTC_USDT: [{ amount: '0.06' }] },
    })
  })

  it('is in the export with the levels that were sent', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    await harness.send(aTicket({ stopLoss: '30000', takeProfit: '50000' }), ourPage)
    await settled()
    await harness.orders.exportAll('csv')
    const [head = '', row = ''] = harness.saved[0]?.text.split('\r\n') ?? []
    const cells = row.split(',')
    expect([
      cells[head.split(',').indexOf('stop_loss')],
      cells[head.split(',').indexOf('take_profit')],
    ]).toEqual(['30000', '50000'])
  })
})
