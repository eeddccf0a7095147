// Orders nobody has answered for: what they block, how they are looked at, who may decide, and what a late answer does.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MoveAnswer } from '../../../src/main/orders/orders-ports.js'
import type { OrderTicket } from '../../../src/shared/domain/order-ticket.js'
import type { PositionSide } from '../../../src/shared/domain/order.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  aBulkTicket,
  aPosition,
  aTicket,
  createOrderRoom,
  gate,
  good,
  goodReply,
  notSentAnswer,
  ourPage,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-room.js'
import { anUnreadable } from '../../support/scripted-client.js'
import { settled } from '../../support/virtual-time.js'

const withUnknown = async (ticket: OrderTicket = aTicket()) => {
  const room = createOrderRoom()
  await room.ready()
  room.exchange.answers(() => unknownAnswer())
  const id = await room.send(ticket)
  await settled()
  return { room, id }
}

describe('an unknown order', () => {
  it('ORD-5 blocks its market with the reason and the age, until the market is typed', async () => {
    const { room, id } = await withUnknown()
    await room.time.pass(185)
    await room.orders.arm()
    const refused = room.orders.prepare(aTicket({ side: 'sell' }), ourPage)
    expect(refused).toMatchObject({ ok: false, error: { code: 'trading-off', reason: 'MARKET_BLOCKED' } })
    expect(refused.ok ? '' : refused.error.message).toContain('3 minutes ago')
    room.seen.positions = { ...room.seen.positions, value: [aPosition({ market: 'ETH_USDT' })] }
    expect(room.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({ ok: true })
    expect(room.orders.liftBlock(id, 'ETH_USDT')).toMatchObject({
      ok: false,
      error: { fields: { typed: [expect.stringContaining('BTC_USDT')] } },
    })
    expect(room.orders.liftBlock(id, ' btc_usdt ')).toEqual(ok(null))
    expect(room.intent(id)).toMatchObject({ state: 'unknown', blocks: false })
    expect(room.view().open.map((intent) => intent.id)).toContain(id)
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
    expect(room.orders.liftBlock(id, 'BTC_USDT')).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it.each<[PositionSide | null, PositionSide | null, boolean]>([
    ['LONG', 'LONG', true],
    ['LONG', 'SHORT', false],
    ['LONG', null, true],
    ['LONG', 'BOTH', true],
    [null, 'SHORT', true],
    ['BOTH', 'LONG', true],
  ])('ORD-5 of side %s stands against one of side %s: %s', async (unknownSide, wantedSide, blocked) => {
    const { room } = await withUnknown(aTicket({ positionSide: unknownSide }))
    expect(room.orders.prepare(aTicket({ positionSide: wantedSide }), ourPage).ok).toBe(!blocked)
  })

  it('ORD-5 is refused at the confirmation, too, when it became unknown behind it', async () => {
    const room = createOrderRoom()
    await room.ready()
    const preview = room.orders.prepare(aTicket({ side: 'sell' }), ourPage)
    room.exchange.answers(() => unknownAnswer())
    await room.send()
    await settled()
    const confirmed = await room.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    expect(confirmed).toMatchObject({ ok: false, error: { reason: 'MARKET_BLOCKED' } })
    expect(room.exchange.sent).toHaveLength(1)
  })

  it('is decided by a person who types the market, and by nobody else', async () => {
    const { room, id } = await withUnknown()
    expect(room.orders.resolve({ id, item: null, as: 'filled', typed: '' })).toMatchObject({ ok: false })
    expect(room.orders.resolve({ id: 'other', item: null, as: 'filled', typed: 'BTC_USDT' })).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(room.orders.resolve({ id, item: null, as: 'not-filled', typed: 'BTC_USDT' })).toEqual(ok(null))
    expect(room.intent(id)).toMatchObject({ state: 'resolved-not-filled', blocks: false, items: [{ state: 'resolved-not-filled' }] })
    expect(room.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' })).toMatchObject({ ok: false })
  })

  it('of many is decided one by one, or by market', async () => {
    const rows = [{ market: 'BTC_USDT' }, { market: 'ETH_USDT' }, { market: 'ETH_USDT', price: '2' }]
    const { room, id } = await withUnknown(aBulkTicket(rows))
    expect(room.view().blocks.map(({ market }) => market)).toEqual(['BTC_USDT', 'ETH_USDT'])
    expect(room.orders.resolve({ id, item: 0, as: 'filled', typed: 'ETH_USDT' })).toMatchObject({ ok: false })
    expect(room.orders.resolve({ id, item: 0, as: 'filled', typed: 'BTC_USDT' })).toEqual(ok(null))
    expect(room.intent(id).state).toBe('unknown')
    expect(room.view().blocks.map(({ market }) => market)).toEqual(['ETH_USDT'])
    expect(room.orders.resolve({ id, item: null, as: 'not-filled', typed: 'ETH_USDT' })).toEqual(ok(null))
    expect(room.intent(id)).toMatchObject({ state: 'resolved-filled', blocks: false })
  })

  it('a decision that cannot be written down does not count', async () => {
    const { room, id } = await withUnknown()
    room.record.failsWhen((what) => what === 'save')
    expect(room.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' })).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(room.intent(id).state).toBe('unknown')
    expect(room.view().blocks).toHaveLength(1)
  })

  it('ORD-6 stays unknown whatever the looking meets, and is looked at again and again', async () => {
    const { room, id } = await withUnknown()
    const problems = ['unreachable', 'exchange-trouble', 'rate-limited', 'timeout', 'not-understood'] as const
    let turn = 0
    room.positionsAre(() => Promise.resolve(fail({ code: problems[(turn += 1) % problems.length] ?? 'timeout', message: 'No.' })))
    await room.time.pass(3600)
    expect(room.looks.length).toBeGreaterThan(10)
    expect(room.intent(id)).toMatchObject({ state: 'unknown', blocks: true, evidence: { verdict: 'unclear', problem: { message: 'No.' } } })
    room.setClient(null)
    await room.time.pass(600)
    room.setClient(room.client)
    room.positionsAre(() => Promise.resolve(ok({ value: [aPosition()], at: room.time.clock() })))
    await room.time.pass(600)
    expect(room.intent(id)).toMatchObject({ state: 'unknown', evidence: { verdict: 'likely-not-filled', problem: null } })
  })

  it('RES-4 adds no step to its life for each look, however long the line comes and goes', async () => {
    const { room, id } = await withUnknown()
    let turn = 0
    room.positionsAre(() => {
      turn += 1
      const there = ok({ value: [aPosition({ amount: `0.${turn + 100}` })], at: room.time.clock() })
      return Promise.resolve(turn % 2 === 0 ? there : fail({ code: 'unreachable', message: 'No.' }))
    })
    await room.time.pass(86_400)
    expect(room.looks.length).toBeGreaterThan(280)
    expect(room.intent(id).timeline.length).toBeLessThan(12)
    expect(room.intent(id).evidence?.after?.asOf ?? 0).toBeGreaterThan(room.time.clock() - 700)
  })

  it('a decision stays on disk although an earlier state could not be written at once', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(() => unknownAnswer())
    room.record.failsWhen((what, intent) => what === 'save' && intent?.state === 'unknown')
    const id = await room.send()
    await settled()
    expect(room.record.intents.get(id)?.state).toBe('sending')
    room.record.failsWhen(() => false)
    expect(room.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' })).toEqual(ok(null))
    expect(room.intent(id).state).toBe('resolved-filled')
    room.orders.refresh()
    expect(room.record.intents.get(id)?.state).toBe('resolved-filled')
  })

  it('ORD-7 shows what fits exactly, and still leaves the word to a person', async () => {
    const { room, id } = await withUnknown()
    const modifiedAt = String(room.time.clock() + 1)
    room.positionsAre(() => Promise.resolve(ok({ value: [aPosition({ amount: '0.06', modifiedAt })], at: room.time.clock() })))
    expect(await room.orders.look(id)).toEqual(ok(null))
    expect(room.intent(id)).toMatchObject({ state: 'unknown', blocks: true, evidence: { verdict: 'likely-filled' } })
    const steps = room.intent(id).timeline.length
    await room.time.pass(1200)
    expect(room.intent(id).timeline).toHaveLength(steps)
  })

  it('does not look for an order that is not unknown', async () => {
    const room = createOrderRoom()
    await room.ready()
    const id = await room.send()
    await settled()
    expect(await room.orders.look(id)).toMatchObject({ ok: false, error: { code: 'gone' } })
    await room.time.pass(1000)
    expect(room.looks).toEqual([])
  })
})

describe('at the start', () => {
  it('ORD-4 FLT-14 what was only written down was not sent; what was being sent is unknown, blocks, and is looked at', async () => {
    const room = createOrderRoom()
    await room.ready()
    const never = gate<MoveAnswer>()
    room.exchange.answers(() => never.promise)
    const sending = await room.send()
    await settled()
    room.exchange.queued(new Promise(() => undefined))
    room.seen.positions = { ...room.seen.positions, value: [aPosition(), aPosition({ market: 'ETH_USDT' })] }
    const waiting = await room.send(aTicket({ market: 'ETH_USDT' }))
    await settled()

    const later = createOrderRoom()
    for (const [key, intent] of room.record.intents) later.record.intents.set(key, intent)
    later.positionsAre(() => Promise.resolve(ok({ value: [aPosition()], at: later.time.clock() })))
    await later.ready()
    expect(later.intent(waiting)).toMatchObject({ state: 'not-sent', blocks: false })
    expect(later.intent(sending)).toMatchObject({ state: 'unknown', blocks: true })
    expect(later.intent(sending).timeline.at(-1)?.what).toBe('found-at-start')
    expect(later.record.intents.get(sending)?.state).toBe('unknown')
    expect(later.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false, error: { reason: 'MARKET_BLOCKED' } })
    await later.time.pass(10)
    expect(later.intent(sending).evidence).toMatchObject({ verdict: 'likely-not-filled' })
    expect(later.exchange.sent).toEqual([])
    expect(later.troubled.at(-1)).toMatchObject([{ intentId: sending, because: 'unknown' }])
  })

  it('what is on its way in this very process is not called unknown because the account was opened anew', async () => {
    const room = createOrderRoom()
    await room.ready()
    const answer = gate<null>()
    room.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await room.send()
    await settled()
    room.open()
    expect(room.intent(id).state).toBe('sending')
    answer.open(null)
    await settled()
    expect(room.intent(id)).toMatchObject({ state: 'acknowledged' })
    expect(room.view().open).toEqual([])
  })

  it('what the disk refused is tried again before the account is closed', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.record.failsWhen((what, intent) => what === 'save' && intent?.state === 'acknowledged')
    const id = await room.send()
    await settled()
    expect(room.record.intents.get(id)?.state).toBe('sending')
    room.record.failsWhen(() => false)
    room.open()
    expect(room.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
  })

  it('what is answered after the account was closed is written down all the same, and told nobody', async () => {
    const room = createOrderRoom()
    await room.ready()
    const answer = gate<null>()
    room.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await room.send()
    await settled()
    room.orders.close()
    const told = [room.views.length, room.troubled.length, room.refreshed.length]
    expect(room.journal.underWay(room.profile.id)).toBe(1)
    answer.open(null)
    await settled()
    expect(room.record.intents.get(id)?.state).toBe('acknowledged')
    expect(room.journal.underWay()).toBe(0)
    expect([room.views.length, room.troubled.length, room.refreshed.length]).toEqual(told)
  })
})

describe('quitting and sleep', () => {
  it('ORD-16 quitting waits for the answer', async () => {
    const room = createOrderRoom()
    await room.ready()
    const answer = gate<null>()
    room.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await room.send()
    await settled()
    let over = false
    const quitting = room.quit().then(() => (over = true))
    await room.time.pass(20)
    expect(over).toBe(false)
    expect(room.journal.underWay()).toBe(1)
    answer.open(null)
    await quitting
    expect(room.record.intents.get(id)?.state).toBe('acknowledged')
  })

  it('ORD-16 quitting calls what has no answer by the deadline unknown, never failed', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(() => new Promise(() => undefined))
    const id = await room.send()
    await settled()
    const quitting = room.quit()
    await room.time.pass(36)
    await quitting
    expect(room.record.intents.get(id)).toMatchObject({ state: 'unknown', blocks: true })
  })

  it('ORD-16 quitting sends nothing that was still waiting for its turn', async () => {
    const room = createOrderRoom()
    await room.ready()
    const turn = gate<null>()
    room.exchange.queued(turn.promise)
    const id = await room.send()
    const quitting = room.quit()
    turn.open(null)
    await quitting
    expect(room.exchange.sent).toEqual([])
    expect(room.record.intents.get(id)).toMatchObject({ state: 'not-sent', problem: { reason: 'HELD_BACK' } })
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false })
  })

  it('ORD-16 FLT-11 after sleep it is unknown and disarmed, and the answer that comes late is the truth', async () => {
    const room = createOrderRoom()
    await room.ready()
    const answer = gate<null>()
    room.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await room.send()
    await settled()
    room.time.sleep(600)
    room.orders.slept()
    expect(room.intent(id)).toMatchObject({ state: 'unknown', blocks: true })
    expect(room.view().armedUntil).toBeNull()
    answer.open(null)
    await settled()
    expect(room.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
    expect(room.intent(id).timeline.at(-1)?.what).toBe('late-answer')
  })

  it('is unknown when no answer of any kind ever comes', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(() => new Promise(() => undefined))
    const id = await room.send()
    await room.time.pass(91)
    expect(room.intent(id)).toMatchObject({ state: 'unknown', problem: { reason: 'GIVEN_UP' } })
  })
})

describe('late truth', () => {
  const answers = {
    acknowledged: good,
    rejected: () => rejectedAnswer(),
    'not-sent': () => notSentAnswer(),
    unknown: () => unknownAnswer(),
  }

  it('ORD-12 wins once, and never takes an acknowledgement back, in whatever order things happen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('acknowledged', 'rejected', 'not-sent', 'unknown' as const),
        fc.array(fc.constantFrom('slept', 'resolve', 'lift', 'look', 'answer', 'quit', 'wait', 'reopen'), { minLength: 1, maxLength: 8 }),
        async (kind, events) => {
          const room = createOrderRoom()
          await room.ready()
          const answer = gate<null>()
          room.exchange.answers(async (move) => (await answer.promise, answers[kind](move)))
          const id = await room.send()
          await settled()
          const seen: string[] = []
          const happen: Record<string, () => unknown> = {
            slept: () => room.orders.slept(),
            resolve: () => room.orders.resolve({ id, item: null, as: 'not-filled', typed: 'BTC_USDT' }),
            lift: () => room.orders.liftBlock(id, 'BTC_USDT'),
            look: () => room.orders.look(id),
            answer: () => answer.open(null),
            quit: () => void room.quit(),
            wait: () => room.time.pass(100),
            reopen: () => room.open(),
          }
          for (const event of [...events, 'answer']) {
            await happen[event]?.()
            await settled()
            seen.push(room.record.intents.get(id)?.state ?? 'gone')
          }
          await room.time.pass(1)
          const state = room.record.intents.get(id)?.state
          if (kind === 'unknown') expect(['unknown', 'resolved-not-filled']).toContain(state)
          else expect(state).toBe(kind)
          const certain = seen.indexOf(kind)
          if (kind !== 'unknown') expect(new Set(seen.slice(certain))).toEqual(new Set([kind]))
          const late = room.record.intents.get(id)?.timeline.filter(({ what }) => what === 'late-answer') ?? []
          expect(late.length).toBeLessThanOrEqual(1)
          expect(room.exchange.sent).toHaveLength(1)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('ORD-9 ORD-12 a late echo that does not fit blocks and warns, although the block of the unknown had been lifted', async () => {
    const room = createOrderRoom()
    await room.ready()
    const answer = gate<null>()
    room.exchange.answers(async (move) => {
      await answer.promise
      const late = good(move)
      if (late.ok && late.value.reply.kind === 'market') late.value.reply.order.amount = '7'
      return late
    })
    const id = await room.send()
    await settled()
    room.orders.slept()
    expect(room.orders.liftBlock(id, 'BTC_USDT')).toEqual(ok(null))
    expect(room.view().blocks).toEqual([])
    answer.open(null)
    await settled()
    expect(room.intent(id)).toMatchObject({ state: 'acknowledged', blocks: true })
    expect(room.view().blocks).toMatchObject([{ market: 'BTC_USDT', because: 'mismatch' }])
    expect(room.troubled.at(-1)).toMatchObject([{ intentId: id, because: 'mismatch' }])
    expect(room.orders.liftBlock(id, 'BTC_USDT')).toEqual(ok(null))
    expect(room.view().blocks).toEqual([])
  })

  it('ORD-12 a late answer that leaves some orders open takes no decision of a person back', async () => {
    const room = createOrderRoom()
    await room.ready()
    const answer = gate<null>()
    room.exchange.answers(async (move) => {
      await answer.promise
      const reply = goodReply(move)
      if (reply.kind === 'bulk') reply.entries.pop()
      return ok({ reply, at: 0 })
    })
    const id = await room.send(aBulkTicket([{ market: 'BTC_USDT' }, { market: 'ETH_USDT' }]))
    await settled()
    room.orders.slept()
    expect(room.orders.resolve({ id, item: 1, as: 'not-filled', typed: 'ETH_USDT' })).toEqual(ok(null))
    answer.open(null)
    await settled()
    expect(room.intent(id)).toMatchObject({
      state: 'resolved-filled',
      blocks: false,
      items: [{ state: 'placed' }, { state: 'resolved-not-filled' }],
    })
  })

  it('an answer that breaks Plimsoll itself leaves it unknown, to be decided, and not under way for ever', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers((move) => {
      const reply = goodReply(move)
      if (reply.kind === 'market') {
        Object.defineProperty(reply.order, 'status', { enumerable: true, get: () => 'FILLED' })
        Object.defineProperty(reply.order, 'amount', {
          enumerable: true,
          get: () => {
            throw new Error('broken')
          },
        })
      }
      return ok({ reply, at: 0 })
    })
    const id = await room.send()
    await settled()
    expect(room.intent(id)).toMatchObject({ state: 'unknown', blocks: true })
    expect(room.journal.underWay()).toBe(0)
    expect(room.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' })).toEqual(ok(null))
  })

  it('an answer of another kind is no answer', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.exchange.answers(() => ok({ reply: goodReply({ kind: 'close-investment', investmentId: 'a' }), at: 0 }))
    const id = await room.send()
    await settled()
    expect(room.intent(id)).toMatchObject({ state: 'unknown', problem: { reason: 'OTHER_REPLY' } })
  })
})

describe('13.26 positions of which one cannot be read', () => {
  it.each([
    ['of the order’s market', anUnreadable({ name: 'BTC_USDT' }), 'unseen'],
    ['of no market that can be read', anUnreadable({ name: null }), 'unseen'],
    ['of another market', anUnreadable({ name: 'ETH_USDT' }), 'likely-not-filled'],
  ])('prove nothing of an unknown order where it is %s', async (_name, unreadable, expected) => {
    const { room, id } = await withUnknown()
    room.positionsAre(() => Promise.resolve(ok({ value: [aPosition()], at: room.time.clock(), unreadable: [unreadable] })))
    await room.time.pass(60)
    const asked = await room.orders.look(id)
    const { evidence } = room.intent(id)
    expect(evidence?.verdict).toBe(expected === 'unseen' ? 'unclear' : expected)
    expect(asked.ok).toBe(expected !== 'unseen')
    if (expected === 'unseen')
      expect(evidence).toMatchObject({
        after: null,
        problem: { code: 'not-understood', reason: 'UNREAD_MEMBER', message: expect.stringContaining('1 of 2 positions') },
      })
  })

  it('keep back a market order that would meet it, by name, and no other order', async () => {
    const room = createOrderRoom()
    await room.ready()
    room.seen.positions = { ...room.seen.positions, value: [aPosition({ market: 'ETH_USDT' })], unreadable: [anUnreadable()] }
    expect(room.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: {
        code: 'trading-off',
        reason: 'POSITION_UNREAD',
        fields: { market: [expect.stringContaining('BTC_USDT (527): “amount” is missing')] },
      },
    })
    expect(room.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({ ok: true })
    expect(room.orders.prepare(aBulkTicket(), ourPage)).toMatchObject({ ok: true })
    room.seen.positions = { ...room.seen.positions, unreadable: [anUnreadable({ name: null })] }
    expect(room.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({ ok: false, error: { reason: 'POSITION_UNREAD' } })
  })

  it('keep back what was previewed before it could not be read any more', async () => {
    const room = createOrderRoom()
    await room.ready()
    const preview = room.orders.prepare(aTicket({ side: 'sell' }), ourPage)
    room.seen.positions = { ...room.seen.positions, value: [], unreadable: [anUnreadable()] }
    const confirmed = await room.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    expect(confirmed).toMatchObject({ ok: false, error: { reason: 'POSITION_UNREAD' } })
    expect(room.exchange.sent).toEqual([])
  })

  it('are no sight of what a filled order led to', async () => {
    const room = createOrderRoom()
    await room.ready()
    const id = await room.send()
    await settled()
    await room.time.pass(5)
    room.seen.positions = { ...room.seen.positions, value: [], asOf: room.time.clock(), unreadable: [anUnreadable()] }
    room.orders.refresh()
    expect(room.intent(id).evidence?.after).toBeNull()
    await room.time.pass(5)
    const { unreadable: _unread, ...whole } = room.seen.positions
    room.seen.positions = { ...whole, value: [aPosition()], asOf: room.time.clock() }
    room.orders.refresh()
    expect(room.intent(id).evidence?.after?.positions).toMatchObject({ BTC_USDT: [{ id: '1' }] })
  })
})
