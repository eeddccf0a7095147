// What is known of an order when the disk, the account or the position changes behind it.
import { describe, expect, it } from 'vitest'
import { createOrderJournal } from '../../../src/main/orders/order-journal.js'
import { openOrderSession } from '../../../src/main/orders/order-session.js'
import { anIntent } from '../../support/order-intents.js'
import {
  aPosition,
  aTicket,
  aTradingProfile,
  createFakeMemory,
  createOrderRoom,
  echoOf,
  ourPage,
  unknownAnswer,
} from '../../support/order-room.js'
import { createVirtualTime, settled } from '../../support/virtual-time.js'

const other = aTradingProfile({ id: '1c1f9cc1-6b1a-4c8f-ae9d-112345678901', name: 'Other' })

describe('12.6 an answer that the disk refused', () => {
  it('is still known after the account was opened anew, and written as soon as it can be, by whichever account is open', async () => {
    const room = createOrderRoom()
    await room.ready()
    let full = true
    room.record.failsWhen((what, intent) => full && what === 'save' && intent?.state === 'acknowledged')
    const id = await room.send()
    await settled()
    const beside = createOrderRoom({}, room.floor, other)
    beside.open()
    expect(room.journal.waiting(id)).toMatchObject({ state: 'acknowledged' })
    expect(beside.orders.intent(id), 'it is not the other account’s').toMatchObject({ ok: false })
    room.open()
    expect(room.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
    expect(room.view()).toMatchObject({ open: [], blocks: [] })
    expect([...room.troubled, ...beside.troubled].flat()).toEqual([])
    room.orders.close()
    full = false
    await room.time.pass(1)
    beside.orders.refresh()
    expect(room.record.intents.get(id)?.state).toBe('acknowledged')
    expect(room.journal.waiting(id)).toBeUndefined()
  })

  it('does not wait for another that can never be written', () => {
    const { memory, intents, failsWhen } = createFakeMemory()
    const [stuck, next] = [anIntent(), anIntent()]
    for (const intent of [stuck, next]) intents.set(intent.id, intent)
    const journal = createOrderJournal(createVirtualTime())
    failsWhen(() => true)
    for (const intent of [stuck, next]) journal.save(memory.orders, { ...intent, state: 'acknowledged' })
    failsWhen((_what, intent) => intent?.id === stuck.id)
    journal.flush()
    expect(intents.get(next.id)?.state).toBe('acknowledged')
    expect(journal.waiting(next.id)).toBeUndefined()
    expect(journal.waiting(stuck.id)).toMatchObject({ state: 'acknowledged' })
  })

  it('keeps its market blocked where only the answer that is not written does', () => {
    const { memory, intents, failsWhen } = createFakeMemory()
    const profile = aTradingProfile()
    const written = anIntent({ profileId: profile.id, state: 'resolved-not-filled' })
    intents.set(written.id, written)
    const journal = createOrderJournal(createVirtualTime())
    failsWhen(() => true)
    const aMarketDraft = { market: 'BTC_USDT', side: 'sell', amount: '0.01' } as const
    const items = written.items.map((item) => ({
      ...item,
      state: 'placed' as const,
      order: echoOf(aMarketDraft),
      mismatch: ['The side differs.'],
    }))
    journal.save(memory.orders, { ...written, state: 'acknowledged', blocks: true, items })
    const { book } = openOrderSession(profile, memory, { clock: () => 0, log: () => undefined, journal })
    expect(book.open().map(({ id }) => id)).toEqual([written.id])
    expect(book.blocks()).toHaveLength(1)
  })
})

describe('12.11 what was made stricter while the disk was full', () => {
  it('counts, also after the account was opened anew, and is written as soon as it can be', async () => {
    const room = createOrderRoom()
    await room.ready()
    let full = true
    room.record.failsWhen((what) => full && what === 'settings')
    const { limits } = room.view()
    const tighter = { ...limits, ordersPerDay: 1 }
    expect(await room.orders.changeLimits(tighter)).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    expect(await room.orders.allow(false)).toMatchObject({ ok: false })
    const beside = createOrderRoom({}, room.floor, other)
    beside.open()
    expect(beside.view().limits.ordersPerDay, 'it is not the other account’s').toBe(limits.ordersPerDay)
    room.open()
    expect(room.view()).toMatchObject({ readOnly: true, limits: { ordersPerDay: 1 } })
    full = false
    room.orders.refresh()
    expect(room.record.settings.get(room.profile.id)).toMatchObject({ readOnly: true, limits: { ordersPerDay: 1 } })
  })

  it('does not count where it was made looser', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.record.failsWhen((what) => what === 'settings')
    const { limits } = room.view()
    expect(await room.orders.changeLimits({ ...limits, ordersPerDay: 9999 })).toMatchObject({ ok: false })
    expect(room.view().limits.ordersPerDay).toBe(limits.ordersPerDay)
  })
})

describe('12.7 ORD-25 evidence', () => {
  it('is not taken with another key than the order was sent with', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(() => unknownAnswer())
    const id = await room.send()
    await settled()
    // Positions that would settle it, were they of the same account.
    const grown = aPosition({ amount: '0.06', modifiedAt: String(room.time.clock() + 1) })
    room.positionsAre(() => Promise.resolve({ ok: true, value: { value: [grown], at: room.time.clock() } }))
    room.open({ keyHint: 'othe…rkey' })
    await room.time.pass(10)
    expect(room.looks.length).toBeGreaterThan(0)
    expect(room.intent(id)).toMatchObject({
      state: 'unknown',
      evidence: { verdict: 'unclear', after: null, problem: { reason: 'OTHER_KEY' } },
    })
    expect(await room.orders.look(id)).toMatchObject({ ok: false, error: { reason: 'OTHER_KEY' } })
    // The same look with the key it was sent with does say something.
    room.open()
    await room.time.pass(10)
    expect(room.intent(id).evidence?.verdict).toBe('likely-filled')
  })

  it('has no “before” from before an order of ours that was taken since', async () => {
    const room = createOrderRoom()
    await room.ready()
    const first = await room.send(aTicket({ amount: '0.01' }))
    await settled()
    const second = await room.send(aTicket({ amount: '0.02' }))
    await settled()
    expect(room.intent(first).evidence?.before).not.toBeNull()
    expect(room.intent(second).evidence?.before).toBeNull()
    await room.time.pass(2)
    room.seen.positions = { ...room.seen.positions, asOf: room.time.clock() }
    const third = await room.send(aTicket({ amount: '0.03' }))
    await settled()
    expect(room.intent(third).evidence?.before).toMatchObject({ asOf: room.time.clock() })
  })
})

describe('12.18 what a filled order led to', () => {
  it('is what the next look at positions shows, also of an order whose answer did not fit', async () => {
    const room = createOrderRoom()
    await room.ready()
    const id = await room.send(aTicket({ stopLoss: '30000' }))
    await settled()
    room.orders.refresh()
    expect(room.intent(id).evidence?.after).toBeNull()
    await room.time.pass(1)
    room.seen.positions = { ...room.seen.positions, value: [aPosition({ amount: '0.06' })], asOf: room.time.clock() }
    room.orders.refresh()
    expect(room.intent(id).evidence?.after).toMatchObject({ positions: { BTC_USDT: [{ amount: '0.06' }] } })
    room.seen.positions = { ...room.seen.positions, value: [], asOf: room.time.clock() + 1 }
    room.orders.refresh()
    expect(room.intent(id).evidence?.after).toMatchObject({ positions: { BTC_USDT: [{ amount: '0.06' }] } })
  })

  it('is in the export with the levels that were sent', async () => {
    const room = createOrderRoom()
    await room.ready()
    await room.send(aTicket({ stopLoss: '30000', takeProfit: '50000' }), ourPage)
    await settled()
    await room.orders.exportAll('csv')
    const [head = '', row = ''] = room.saved[0]?.text.split('\r\n') ?? []
    const cells = row.split(',')
    expect([cells[head.split(',').indexOf('stop_loss')], cells[head.split(',').indexOf('take_profit')]]).toEqual(['30000', '50000'])
  })
})
