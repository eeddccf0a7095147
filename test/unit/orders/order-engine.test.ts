// Prepare, confirm, and every way in which that must not send.
import { describe, expect, it } from 'vitest'
import { ok } from '../../../src/shared/result.js'
import type { Position } from '../../../src/shared/domain/position.js'
import { defaultTradeLimits } from '../../../src/shared/domain/trading.js'
import {
  aBulkTicket,
  aPosition,
  aTicket,
  createOrderRoom,
  gate,
  good,
  notSentAnswer,
  type OrderRoom,
  ourPage,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-room.js'
import { settled } from '../../support/virtual-time.js'

const prepared = async (room: OrderRoom, ticket = aTicket()): Promise<string> => {
  const preview = room.orders.prepare(ticket, ourPage)
  if (!preview.ok) throw new Error(preview.error.message)
  return preview.value.token
}

describe('a confirmation', () => {
  it('ORD-1 IPC-11 sends once, however often it is given', async () => {
    const room = createOrderRoom()
    await room.ready()
    const token = await prepared(room)
    const answers = await Promise.all(Array.from({ length: 50 }, () => room.orders.confirm(token, ourPage)))
    await settled()
    expect(answers.filter(({ ok: went }) => went)).toHaveLength(1)
    expect(answers[49]).toMatchObject({ ok: false, error: { reason: 'TOKEN_USED' } })
    expect(room.exchange.sent).toHaveLength(1)
  })

  it('IPC-11 is good for a minute and not longer, whatever the wall clock does', async () => {
    const room = createOrderRoom()
    await room.ready()
    const token = await prepared(room)
    await room.time.pass(59.5)
    const other = await prepared(room)
    room.time.setClock(-30)
    await room.time.pass(0.5)
    expect(await room.orders.confirm(token, ourPage)).toMatchObject({ ok: false, error: { reason: 'TOKEN_EXPIRED' } })
    expect(await room.orders.confirm(other, ourPage)).toMatchObject({ ok: true })
    await settled()
    expect(room.exchange.sent).toHaveLength(1)
  })

  it('IPC-11 counts from the page that asked for it, and no other, and is gone with it', async () => {
    const room = createOrderRoom()
    await room.ready()
    expect(await room.orders.confirm(await prepared(room), '2.1')).toMatchObject({ ok: false, error: { reason: 'TOKEN_PAGE' } })
    const token = await prepared(room)
    room.orders.pageGone(ourPage)
    expect(await room.orders.confirm(token, ourPage)).toMatchObject({ ok: false, error: { reason: 'TOKEN_VOID' } })
    expect(room.exchange.sent).toEqual([])
  })

  it.each<[string, (room: OrderRoom) => unknown]>([
    ['disarming', (room) => room.orders.disarm()],
    ['disarming and arming again', (room) => (room.orders.disarm(), room.orders.arm())],
    ['making the profile read-only', (room) => room.orders.allow(false)],
    ['sleep', (room) => room.orders.slept()],
    ['another account', (room) => room.orders.leave()],
    ['closing the account', (room) => room.orders.close()],
    ['the account being opened anew', async (room) => (room.open(), room.orders.arm())],
    ['a new connection', (room) => room.setClient({ ...room.client })],
    ['quitting', (room) => room.quit()],
    ['discarding it', (room) => room.orders.discard('00000000000000000000000000000000000000000000000x')],
  ])('ORD-18 IPC-11 does not survive %s', async (name, happens) => {
    const room = createOrderRoom()
    await room.ready()
    const token = await prepared(room)
    if (name === 'discarding it') room.orders.discard(token)
    else await happens(room)
    expect(await room.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    await settled()
    expect(room.exchange.sent).toEqual([])
  })

  it('IPC-11 is guessed by nobody: 192 random bits', async () => {
    const room = createOrderRoom()
    await room.ready()
    expect(await prepared(room)).toMatch(/^[0-9a-f]{48}$/)
    expect(await room.orders.confirm('0'.repeat(48), ourPage)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  })

  it('ORD-13 sends the very bytes that were shown, although the draft was changed behind it', async () => {
    const room = createOrderRoom()
    await room.ready()
    const ticket = aTicket()
    const preview = room.orders.prepare(ticket, ourPage)
    if (!preview.ok) throw new Error(preview.error.message)
    ticket.amount = '999'
    await room.orders.confirm(preview.value.token, ourPage)
    await settled()
    expect(JSON.parse(preview.value.body)).toEqual(JSON.parse(room.exchange.sent[0]?.body ?? ''))
    expect(room.exchange.sent[0]?.move).toMatchObject({ draft: { amount: '0.01' } })
  })

  it('ORD-13 holds back a body that is not the confirmed one', async () => {
    const room = createOrderRoom()
    await room.ready()
    const { mover } = room.client
    room.setClient({
      ...room.client,
      mover: {
        prepare: mover.prepare,
        send: (move, escort) => mover.send(move, { ...escort, onSigned: (call) => escort.onSigned({ ...call, bodyHash: 'another' }) }),
      },
    })
    const id = await room.send()
    await settled()
    expect(room.exchange.sent).toEqual([])
    expect(room.intent(id)).toMatchObject({ state: 'not-sent', problem: { reason: 'BODY_ALTERED' } })
  })
})

it.each<[string, Position[]]>([
  ['is gone', []],
  ['has turned round', [aPosition({ amount: '-0.05' })]],
])('ORD-13 an order that was shown to reduce a position is not sent once the position %s', async (_name, now) => {
  const room = createOrderRoom()
  await room.ready()
  const preview = room.orders.prepare(aTicket({ side: 'sell' }), ourPage)
  expect(preview).toMatchObject({ ok: true, value: { items: [{ effect: 'reduces' }] } })
  room.seen.positions = { ...room.seen.positions, value: now }
  const confirmed = await room.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
  await settled()
  expect(confirmed).toMatchObject({ ok: false, error: { reason: 'EFFECT_CHANGED' } })
  expect(room.exchange.sent).toEqual([])
})

describe('the journal', () => {
  it('ORD-3 has the intent and its signature on disk before the first byte', async () => {
    const room = createOrderRoom()
    await room.ready()
    await room.send()
    await settled()
    expect(room.events).toEqual(['on disk: intent', 'on disk: sending', 'first byte', 'on disk: acknowledged'])
  })

  it.each(['add', 'save'] as const)('ORD-3 that cannot be written (%s) keeps the order here', async (failing) => {
    const room = createOrderRoom()
    await room.ready()
    room.record.failsWhen((what, intent) => what === failing && (what === 'add' || intent?.state === 'sending'))
    const token = await prepared(room)
    const confirmed = await room.orders.confirm(token, ourPage)
    await settled()
    expect(room.exchange.sent).toEqual([])
    if (failing === 'add') expect(confirmed).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    else expect(room.view().recent[0]).toMatchObject({ state: 'not-sent', problem: { code: 'store-trouble' } })
  })

  it('keeps what became of an order in memory while the disk refuses it, and writes it down later, once', async () => {
    const room = createOrderRoom()
    await room.ready()
    let full = true
    room.record.failsWhen((what, intent) => full && what === 'save' && intent?.state === 'acknowledged')
    const id = await room.send()
    await settled()
    expect(room.intent(id).state).toBe('acknowledged')
    expect(room.record.intents.get(id)?.state).toBe('sending')
    full = false
    room.orders.refresh()
    room.orders.refresh()
    expect(room.record.intents.get(id)?.state).toBe('acknowledged')
    expect(room.events.filter((event) => event === 'on disk: acknowledged')).toHaveLength(1)
  })

  it('ORD-19 tells the whole life with hashes, nonce, class, status and milliseconds, and no secret', async () => {
    const room = createOrderRoom()
    await room.ready()
    const answer = gate<null>()
    room.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await room.send()
    await settled()
    await room.time.pass(0.25)
    answer.open(null)
    await settled()
    const intent = room.intent(id)
    expect(intent).toMatchObject({ state: 'acknowledged', httpStatus: 200, nonce: '1001', ms: { written: 0, sent: 0, answered: 250 } })
    expect(intent.requestHash).toMatch(/^[0-9a-f]{64}$/)
    expect(intent.timeline.map(({ what }) => what)).toEqual(['prepared', 'confirmed', 'written', 'sending', 'answered'])
    expect(intent.timeline[4]?.details).toMatchObject({ class: 'acknowledged', httpStatus: 200, ms: { answered: 250 } })
    expect(intent.timeline.every(({ at }) => Number.isFinite(at))).toBe(true)
  })

  it('ORD-8 refuses an id that was ever used, by whoever, even by an order that failed', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(() => rejectedAnswer())
    await room.send(aTicket({ clientOrderId: 'mine-1' }))
    await settled()
    expect(room.orders.prepare(aTicket({ clientOrderId: 'mine-1' }), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { clientOrderId: [expect.stringContaining('used before')] } },
    })
    // Taken between preparing and confirming.
    const token = await prepared(room, aTicket({ clientOrderId: 'mine-2' }))
    room.record.ids.add('mine-2')
    expect(await room.orders.confirm(token, ourPage)).toMatchObject({
      ok: false,
      error: { fields: { clientOrderId: [expect.any(String)] } },
    })
    expect(room.exchange.sent).toHaveLength(1)
  })

  it('ORD-8 refuses where randomness repeats itself', async () => {
    const room = createOrderRoom({ randomHex: (bytes) => 'ab'.repeat(bytes) })
    await room.ready()
    await room.send()
    await settled()
    expect(room.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    expect(room.exchange.sent).toHaveLength(1)
  })
})

describe('what became of it', () => {
  it.each([
    ['an answer that fits', good, 'acknowledged', 'placed'],
    ['the exchange’s own refusal', () => rejectedAnswer(), 'rejected', 'rejected'],
    ['nothing that left', () => notSentAnswer(), 'not-sent', 'not-sent'],
    ['no answer', () => unknownAnswer(), 'unknown', 'unknown'],
  ] as const)('is classed by %s', async (_name, answers, state, itemState) => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(answers)
    const id = await room.send()
    await settled()
    expect(room.intent(id)).toMatchObject({ state, blocks: state === 'unknown', items: [{ state: itemState }] })
    expect(room.refreshed).toEqual(state === 'not-sent' ? [] : ['market'])
    expect(room.journal.underWay()).toBe(0)
  })

  it('a refusal with another status than the specification shows is flagged', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(() => rejectedAnswer(422))
    const id = await room.send()
    await settled()
    expect(room.intent(id).timeline.at(-1)?.details).toMatchObject({ class: 'rejected', statusInSpecification: false })
  })

  it('ORD-9 an echo that does not fit is taken, told, and blocks the market until a person has looked', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers((move) => {
      const answer = good(move)
      if (answer.ok && answer.value.reply.kind === 'market') answer.value.reply.order.clientOrderId = ''
      return answer
    })
    const id = await room.send()
    await settled()
    expect(room.intent(id)).toMatchObject({
      state: 'acknowledged',
      blocks: true,
      items: [{ mismatch: [expect.stringContaining('ignored ours')] }],
    })
    expect(room.view().blocks).toMatchObject([{ market: 'BTC_USDT', because: 'mismatch' }])
    expect(room.troubled.at(-1)).toMatchObject([{ intentId: id, because: 'mismatch', markets: ['BTC_USDT'] }])
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false, error: { reason: 'MARKET_BLOCKED' } })
    expect(room.orders.liftBlock(id, 'btc_usdt')).toEqual(ok(null))
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
    expect(room.troubled.at(-1)).toEqual([])
  })

  it('ORD-17 closing an investment keeps the same rules, and blocks that investment alone', async () => {
    const room = createOrderRoom()
    await room.ready()
    const close = { kind: 'close-investment', investmentId: 'aaaa-1234', typedTail: '1234' } as const
    expect(room.orders.prepare({ ...close, typedTail: '1235' }, ourPage)).toMatchObject({
      error: { fields: { typedTail: [expect.any(String)] } },
    })
    room.exchange.answers(() => unknownAnswer())
    const id = await room.send(close)
    await settled()
    expect(room.asked.at(-1)?.message).toBe('Close investment …1234')
    expect(room.intent(id)).toMatchObject({ state: 'unknown', blocks: true, items: [] })
    expect(room.orders.prepare(close, ourPage)).toMatchObject({ ok: false, error: { reason: 'INVESTMENT_BLOCKED' } })
    expect(room.orders.prepare({ ...close, investmentId: 'bbbb-1234' }, ourPage)).toMatchObject({ ok: true })
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
    expect(room.orders.resolve({ id, item: null, as: 'filled', typed: '9999' })).toMatchObject({ ok: false })
    expect(room.orders.resolve({ id, item: null, as: 'filled', typed: '1234' })).toEqual(ok(null))
    expect(room.intent(id)).toMatchObject({ state: 'resolved-filled', blocks: false })
    expect(room.exchange.sent).toHaveLength(1)
  })

  it('refuses a second order on a market while the first is awaited', async () => {
    const room = createOrderRoom()
    await room.ready()
    const answer = gate<null>()
    room.exchange.answers(async (move) => (await answer.promise, good(move)))
    const early = await prepared(room, aTicket({ side: 'sell' }))
    await room.send()
    await settled()
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false, error: { reason: 'UNDER_WAY' } })
    expect(await room.orders.confirm(early, ourPage)).toMatchObject({ ok: false, error: { reason: 'UNDER_WAY' } })
    room.seen.positions = { ...room.seen.positions, value: [aPosition({ market: 'ETH_USDT' })] }
    expect(room.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({ ok: true })
    answer.open(null)
    await settled()
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
  })

  it('links a retry to what it repeats, under new ids', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(() => rejectedAnswer())
    const first = await room.send(aBulkTicket())
    await settled()
    const again = await room.send(aBulkTicket(undefined, { retryOf: first }))
    await settled()
    expect(room.intent(again).retryOf).toBe(first)
    expect(room.intent(first).timeline.at(-1)).toMatchObject({ what: 'retried', details: { intent: again } })
    expect(room.orders.prepare(aBulkTicket(undefined, { retryOf: 'nothing' }), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
  })

  it('exports everything to a file', async () => {
    const room = createOrderRoom()
    await room.ready()
    for (let count = 0; count < 3; count += 1) {
      await room.send()
      await settled()
    }
    const exporting = room.orders.exportAll('csv')
    await room.time.pass(1)
    expect(await exporting).toMatchObject({ ok: true, value: { saved: true, rows: 3 } })
    expect(room.saved[0]?.text.split('\r\n')).toHaveLength(5)
  })
})

describe('a large order', () => {
  const large = (room: OrderRoom) => {
    const settings = room.record.settings.get(room.profile.id)
    if (settings === undefined) throw new Error('no settings')
    room.record.settings.set(room.profile.id, { ...settings, limits: { ...defaultTradeLimits, on: false, askFrom: { USDT: '400' } } })
    room.open()
    return room.orders.arm()
  }

  it('IPC-11 asks in a system dialog as well, and is not sent without its yes', async () => {
    const room = createOrderRoom()
    await room.ready()
    await large(room)
    room.answersBox(() => false)
    const preview = room.orders.prepare(aTicket(), ourPage)
    expect(preview).toMatchObject({ ok: true, value: { asksTwice: true } })
    expect(await room.orders.confirm(preview.ok ? preview.value.token : '', ourPage)).toMatchObject({ ok: false, error: { reason: 'BOX' } })
    expect(room.asked.at(-1)).toMatchObject({ message: 'Buy 0.01 BTC_USDT at market', detail: expect.stringContaining('Main account') })
    room.answersBox(() => true)
    await room.send()
    await settled()
    expect(room.exchange.sent).toHaveLength(1)
    expect(room.view().recent[0]?.timeline[1]?.text).toContain('system dialog')
  })

  it('IPC-11 keeps the token used while the box is open, and asks everything again behind it', async () => {
    for (const happens of [
      (room: OrderRoom) => room.orders.disarm(),
      (room: OrderRoom) => room.orders.pageGone(ourPage),
      (room: OrderRoom) => void (room.seen.connection = { state: 'offline', clockSkew: 0 }),
      (room: OrderRoom) => room.orders.leave(),
      (room: OrderRoom) => room.orders.close(),
    ]) {
      const room = createOrderRoom()
      await room.ready()
      await large(room)
      const box = gate<boolean>()
      room.answersBox(() => box.promise)
      const token = await prepared(room)
      const confirming = room.orders.confirm(token, ourPage)
      await settled()
      expect(await room.orders.confirm(token, ourPage)).toMatchObject({ ok: false, error: { reason: 'TOKEN_USED' } })
      happens(room)
      box.open(true)
      expect(await confirming).toMatchObject({ ok: false })
      await settled()
      expect(room.exchange.sent).toEqual([])
    }
  })

  it('is not sent when the box was left open for long', async () => {
    const room = createOrderRoom()
    await room.ready()
    await large(room)
    const box = gate<boolean>()
    room.answersBox(() => box.promise)
    const confirming = room.orders.confirm(await prepared(room), ourPage)
    await room.time.pass(121)
    box.open(true)
    expect(await confirming).toMatchObject({ ok: false, error: { reason: 'TOKEN_VOID' } })
    expect(room.exchange.sent).toEqual([])
  })
})
