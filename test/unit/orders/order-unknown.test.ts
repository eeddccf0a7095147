// Orders without an answer: what they block, how they are checked, who may decide, and what a late
// answer does.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { PositionSide } from '../../../src/shared/orders/order.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  aBulkTicket,
  aPosition,
  aTicket,
  createOrderHarness,
  deferred,
  good,
  goodReply,
  notSentAnswer,
  ourPage,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-harness.js'
import { anUnreadable } from '../../support/fake-exchange-client.js'
import { settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { messageContaining } from '../../support/saying.js'

async function withUnknown(ticket: OrderTicket = aTicket()) {
  const harness = createOrderHarness()
  await harness.ready()
  harness.exchange.answers(() => unknownAnswer())
  const id = await harness.send(ticket)
  await settled()
  return { harness, id }
}

describe('an unknown order', () => {
  it('ORD-5 blocks its market with the reason and the age, until the market is typed', async () => {
    const { harness, id } = await withUnknown()
    await harness.time.pass(185)
    await harness.orders.arm()
    const refused = harness.orders.prepare(aTicket({ side: 'sell' }), ourPage)
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'trading-off', reason: 'MARKET_BLOCKED' },
    })
    expect(englishOf(refused.ok ? '' : refused.error.message)).toContain('3 minutes ago')
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ market: 'ETH_USDT' })],
    }
    expect(harness.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({
      ok: true,
    })
    expect(harness.orders.liftBlock(id, 'ETH_USDT')).toMatchObject({
      ok: false,
      error: { fields: { typed: [messageContaining('BTC_USDT')] } },
    })
    expect(harness.orders.liftBlock(id, ' btc_usdt ')).toEqual(ok(null))
    expect(harness.intent(id)).toMatchObject({ state: 'unknown', blocks: false })
    expect(harness.view().open.map((intent) => intent.id)).toContain(id)
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
    expect(harness.orders.liftBlock(id, 'BTC_USDT')).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
  })

  it.each<[PositionSide | null, PositionSide | null, boolean]>([
    ['LONG', 'LONG', true],
    ['LONG', 'SHORT', false],
    ['LONG', null, true],
    ['LONG', 'BOTH', true],
    [null, 'SHORT', true],
    ['BOTH', 'LONG', true],
  ])(
    'ORD-5 of side %s conflicts with one of side %s: %s',
    async (unknownSide, wantedSide, blocked) => {
      const { harness } = await withUnknown(aTicket({ positionSide: unknownSide }))
      expect(harness.orders.prepare(aTicket({ positionSide: wantedSide }), ourPage).ok).toBe(
        !blocked,
      )
    },
  )

  it('ORD-5 is refused at the confirmation, too, when it became unknown behind it', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const preview = harness.orders.prepare(aTicket({ side: 'sell' }), ourPage)
    harness.exchange.answers(() => unknownAnswer())
    await harness.send()
    await settled()
    const confirmed = await harness.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    expect(confirmed).toMatchObject({ ok: false, error: { reason: 'MARKET_BLOCKED' } })
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('is decided by a person who types the market, and by nobody else', async () => {
    const { harness, id } = await withUnknown()
    expect(harness.orders.resolve({ id, item: null, as: 'filled', typed: '' })).toMatchObject({
      ok: false,
    })
    expect(
      harness.orders.resolve({ id: 'other', item: null, as: 'filled', typed: 'BTC_USDT' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(harness.orders.resolve({ id, item: null, as: 'not-filled', typed: 'BTC_USDT' })).toEqual(
      ok(null),
    )
    expect(harness.intent(id)).toMatchObject({
      state: 'resolved-not-filled',
      blocks: false,
      items: [{ state: 'resolved-not-filled' }],
    })
    expect(
      harness.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' }),
    ).toMatchObject({ ok: false })
  })

  it('of many is decided one by one, or by market', async () => {
    const rows = [
      { market: 'BTC_USDT' },
      { market: 'ETH_USDT' },
      { market: 'ETH_USDT', price: '2' },
    ]
    const { harness, id } = await withUnknown(aBulkTicket(rows))
    expect(harness.view().blocks.map(({ market }) => market)).toEqual(['BTC_USDT', 'ETH_USDT'])
    expect(harness.orders.resolve({ id, item: 0, as: 'filled', typed: 'ETH_USDT' })).toMatchObject({
      ok: false,
    })
    expect(harness.orders.resolve({ id, item: 0, as: 'filled', typed: 'BTC_USDT' })).toEqual(
      ok(null),
    )
    expect(harness.intent(id).state).toBe('unknown')
    expect(harness.view().blocks.map(({ market }) => market)).toEqual(['ETH_USDT'])
    expect(harness.orders.resolve({ id, item: null, as: 'not-filled', typed: 'ETH_USDT' })).toEqual(
      ok(null),
    )
    expect(harness.intent(id)).toMatchObject({ state: 'resolved-filled', blocks: false })
  })

  it('a decision that cannot be written down does not count', async () => {
    const { harness, id } = await withUnknown()
    harness.database.failsWhen((what) => what === 'save')
    expect(
      harness.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(harness.intent(id).state).toBe('unknown')
    expect(harness.view().blocks).toHaveLength(1)
  })

  it('ORD-6 stays unknown whatever the checks meet, and is checked again and again', async () => {
    const { harness, id } = await withUnknown()
    const problems = [
      'unreachable',
      'exchange-trouble',
      'rate-limited',
      'timeout',
      'not-understood',
    ] as const
    let turn = 0
    harness.positionsAre(() =>
      Promise.resolve(
        fail({ code: problems[(turn += 1) % problems.length] ?? 'timeout', message: 'No.' }),
      ),
    )
    await harness.time.pass(3600)
    expect(harness.readAt.length).toBeGreaterThan(10)
    expect(harness.intent(id)).toMatchObject({
      state: 'unknown',
      blocks: true,
      evidence: { verdict: 'unclear', problem: { message: 'No.' } },
    })
    harness.setClient(null)
    await harness.time.pass(600)
    harness.setClient(harness.client)
    harness.positionsAre(() =>
      Promise.resolve(ok({ value: [aPosition()], at: harness.time.clock() })),
    )
    await harness.time.pass(600)
    expect(harness.intent(id)).toMatchObject({
      state: 'unknown',
      evidence: { verdict: 'likely-not-filled', problem: null },
    })
  })

  it('ORD-6 a read that failed changes nothing that was known', async () => {
    const { harness, id } = await withUnknown()
    harness.positionsAre(() =>
      Promise.resolve(ok({ value: [aPosition()], at: harness.time.clock() })),
    )
    await harness.time.pass(600)
    const { evidence } = harness.intent(id)
    expect(evidence).toMatchObject({ verdict: 'likely-not-filled', problem: null })
    harness.positionsAre(() => Promise.resolve(fail({ code: 'timeout', message: 'No.' })))
    await harness.time.pass(600)
    const asked: unknown = expect.any(Array)
    expect(harness.intent(id).evidence).toEqual({
      ...evidence,
      asked,
      problem: { code: 'timeout', message: 'No.' },
    })
  })

  it('RES-4 adds no step to its timeline for each check, however long the connection comes and goes', async () => {
    const { harness, id } = await withUnknown()
    let turn = 0
    harness.positionsAre(() => {
      turn += 1
      const there = ok({
        value: [aPosition({ amount: `0.${turn + 100}` })],
        at: harness.time.clock(),
      })
      return Promise.resolve(turn % 2 === 0 ? there : fail({ code: 'unreachable', message: 'No.' }))
    })
    await harness.time.pass(86_400)
    expect(harness.readAt.length).toBeGreaterThan(280)
    expect(harness.intent(id).timeline.length).toBeLessThan(12)
    expect(harness.intent(id).evidence?.after?.asOf ?? 0).toBeGreaterThan(
      harness.time.clock() - 700,
    )
  })

  it('a decision stays on disk although an earlier state could not be written at once', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() => unknownAnswer())
    harness.database.failsWhen((what, intent) => what === 'save' && intent?.state === 'unknown')
    const id = await harness.send()
    await settled()
    expect(harness.database.intents.get(id)?.state).toBe('sending')
    harness.database.failsWhen(() => false)
    expect(harness.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' })).toEqual(
      ok(null),
    )
    expect(harness.intent(id).state).toBe('resolved-filled')
    harness.orders.refresh()
    expect(harness.database.intents.get(id)?.state).toBe('resolved-filled')
  })

  it('ORD-7 shows what fits exactly, and still leaves the decision to the user', async () => {
    const { harness, id } = await withUnknown()
    const modifiedAt = String(harness.time.clock() + 1)
    harness.positionsAre(() =>
      Promise.resolve(
        ok({ value: [aPosition({ amount: '0.06', modifiedAt })], at: harness.time.clock() }),
      ),
    )
    expect(await harness.orders.checkNow(id)).toEqual(ok(null))
    expect(harness.intent(id)).toMatchObject({
      state: 'unknown',
      blocks: true,
      evidence: { verdict: 'likely-filled' },
    })
    const steps = harness.intent(id).timeline.length
    await harness.time.pass(1200)
    expect(harness.intent(id).timeline).toHaveLength(steps)
  })

  it('does not check an order that is not unknown', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const id = await harness.send()
    await settled()
    expect(await harness.orders.checkNow(id)).toMatchObject({ ok: false, error: { code: 'gone' } })
    await harness.time.pass(1000)
    expect(harness.readAt).toEqual([])
  })
})

describe('at the start', () => {
  it('ORD-4 FLT-14 what was only recorded was not sent; what was being sent is unknown, blocks, and is checked', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const never = deferred<OrderResult>()
    harness.exchange.answers(() => never.promise)
    const sending = await harness.send()
    await settled()
    harness.exchange.queued(new Promise(() => undefined))
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition(), aPosition({ market: 'ETH_USDT' })],
    }
    const waiting = await harness.send(aTicket({ market: 'ETH_USDT' }))
    await settled()

    const later = createOrderHarness()
    for (const [key, intent] of harness.database.intents) later.database.intents.set(key, intent)
    later.positionsAre(() => Promise.resolve(ok({ value: [aPosition()], at: later.time.clock() })))
    await later.ready()
    expect(later.intent(waiting)).toMatchObject({ state: 'not-sent', blocks: false })
    expect(later.intent(sending)).toMatchObject({ state: 'unknown', blocks: true })
    expect(later.intent(sending).timeline.at(-1)?.what).toBe('found-at-start')
    expect(later.database.intents.get(sending)?.state).toBe('unknown')
    expect(later.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'MARKET_BLOCKED' },
    })
    await later.time.pass(10)
    expect(later.intent(sending).evidence).toMatchObject({ verdict: 'likely-not-filled' })
    expect(later.exchange.sent).toEqual([])
    expect(later.troubled.at(-1)).toMatchObject([{ intentId: sending, because: 'unknown' }])
  })

  it('what is on its way in this very process is not called unknown because the account was reopened', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const answer = deferred<null>()
    harness.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await harness.send()
    await settled()
    harness.open()
    expect(harness.intent(id).state).toBe('sending')
    answer.open(null)
    await settled()
    expect(harness.intent(id)).toMatchObject({ state: 'acknowledged' })
    expect(harness.view().open).toEqual([])
  })

  it('what the disk refused is tried again before the account is closed', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.database.failsWhen(
      (what, intent) => what === 'save' && intent?.state === 'acknowledged',
    )
    const id = await harness.send()
    await settled()
    expect(harness.database.intents.get(id)?.state).toBe('sending')
    harness.database.failsWhen(() => false)
    harness.open()
    expect(harness.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
  })

  it('what is answered after the account was closed is recorded all the same, and not published', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const answer = deferred<null>()
    harness.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await harness.send()
    await settled()
    harness.orders.close()
    const published = [harness.views.length, harness.troubled.length, harness.refreshed.length]
    expect(harness.journal.inFlight(harness.profile.id)).toBe(1)
    answer.open(null)
    await settled()
    expect(harness.database.intents.get(id)?.state).toBe('acknowledged')
    expect(harness.journal.inFlight()).toBe(0)
    expect([harness.views.length, harness.troubled.length, harness.refreshed.length]).toEqual(
      published,
    )
  })
})

describe('quitting and sleep', () => {
  it('ORD-16 quitting waits for the answer', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const answer = deferred<null>()
    harness.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await harness.send()
    await settled()
    let over = false
    const quitting = harness.quit().then(() => (over = true))
    await harness.time.pass(20)
    expect(over).toBe(false)
    expect(harness.journal.inFlight()).toBe(1)
    answer.open(null)
    await quitting
    expect(harness.database.intents.get(id)?.state).toBe('acknowledged')
  })

  it('ORD-16 quitting calls what has no answer by the deadline unknown, never failed', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() => new Promise(() => undefined))
    const id = await harness.send()
    await settled()
    const quitting = harness.quit()
    await harness.time.pass(36)
    await quitting
    expect(harness.database.intents.get(id)).toMatchObject({ state: 'unknown', blocks: true })
  })

  it('ORD-16 quitting sends nothing that was still waiting for its turn', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const turn = deferred<null>()
    harness.exchange.queued(turn.promise)
    const id = await harness.send()
    const quitting = harness.quit()
    turn.open(null)
    await quitting
    expect(harness.exchange.sent).toEqual([])
    expect(harness.database.intents.get(id)).toMatchObject({
      state: 'not-sent',
      problem: { reason: 'HELD_BACK' },
    })
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false })
  })

  it('ORD-16 FLT-11 after sleep it is unknown and disarmed, and the answer that comes late is the truth', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const answer = deferred<null>()
    harness.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await harness.send()
    await settled()
    harness.time.sleep(600)
    harness.orders.onSleep()
    expect(harness.intent(id)).toMatchObject({ state: 'unknown', blocks: true })
    expect(harness.view().armedUntil).toBeNull()
    answer.open(null)
    await settled()
    expect(harness.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
    expect(harness.intent(id).timeline.at(-1)?.what).toBe('late-answer')
  })

  it('is unknown when no answer of any kind ever comes', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() => new Promise(() => undefined))
    const id = await harness.send()
    await harness.time.pass(91)
    expect(harness.intent(id)).toMatchObject({ state: 'unknown', problem: { reason: 'GIVEN_UP' } })
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
        fc.array(
          fc.constantFrom('slept', 'resolve', 'lift', 'look', 'answer', 'quit', 'wait', 'reopen'),
          { minLength: 1, maxLength: 8 },
        ),
        async (kind, events) => {
          const harness = createOrderHarness()
          await harness.ready()
          const answer = deferred<null>()
          harness.exchange.answers(async (move) => (await answer.promise, answers[kind](move)))
          const id = await harness.send()
          await settled()
          const seen: string[] = []
          const happen: Record<string, () => unknown> = {
            slept: () => harness.orders.onSleep(),
            resolve: () =>
              harness.orders.resolve({ id, item: null, as: 'not-filled', typed: 'BTC_USDT' }),
            lift: () => harness.orders.liftBlock(id, 'BTC_USDT'),
            look: () => harness.orders.checkNow(id),
            answer: () => answer.open(null),
            quit: () => void harness.quit(),
            wait: () => harness.time.pass(100),
            reopen: () => harness.open(),
          }
          for (const event of [...events, 'answer']) {
            await happen[event]?.()
            await settled()
            seen.push(harness.database.intents.get(id)?.state ?? 'gone')
          }
          await harness.time.pass(1)
          const state = harness.database.intents.get(id)?.state
          if (kind === 'unknown') expect(['unknown', 'resolved-not-filled']).toContain(state)
          else expect(state).toBe(kind)
          const certain = seen.indexOf(kind)
          if (kind !== 'unknown') expect(new Set(seen.slice(certain))).toEqual(new Set([kind]))
          const late =
            harness.database.intents
              .get(id)
              ?.timeline.filter(({ what }) => what === 'late-answer') ?? []
          expect(late.length).toBeLessThanOrEqual(1)
          expect(harness.exchange.sent).toHaveLength(1)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('ORD-9 ORD-12 a late echo that does not fit blocks and warns, although the block of the unknown had been lifted', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const answer = deferred<null>()
    harness.exchange.answers(async (move) => {
      await answer.promise
      const late = good(move)
      if (late.ok && late.value.reply.kind === 'market') late.value.reply.order.amount = '7'
      return late
    })
    const id = await harness.send()
    await settled()
    harness.orders.onSleep()
    expect(harness.orders.liftBlock(id, 'BTC_USDT')).toEqual(ok(null))
    expect(harness.view().blocks).toEqual([])
    answer.open(null)
    await settled()
    expect(harness.intent(id)).toMatchObject({ state: 'acknowledged', blocks: true })
    expect(harness.view().blocks).toMatchObject([{ market: 'BTC_USDT', because: 'mismatch' }])
    expect(harness.troubled.at(-1)).toMatchObject([{ intentId: id, because: 'mismatch' }])
    expect(harness.orders.liftBlock(id, 'BTC_USDT')).toEqual(ok(null))
    expect(harness.view().blocks).toEqual([])
  })

  it('ORD-12 a late answer that leaves some orders open takes no decision of a person back', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const answer = deferred<null>()
    harness.exchange.answers(async (move) => {
      await answer.promise
      const reply = goodReply(move)
      if (reply.kind === 'bulk') reply.entries.pop()
      return ok({ reply, at: 0 })
    })
    const id = await harness.send(aBulkTicket([{ market: 'BTC_USDT' }, { market: 'ETH_USDT' }]))
    await settled()
    harness.orders.onSleep()
    expect(harness.orders.resolve({ id, item: 1, as: 'not-filled', typed: 'ETH_USDT' })).toEqual(
      ok(null),
    )
    answer.open(null)
    await settled()
    expect(harness.intent(id)).toMatchObject({
      state: 'resolved-filled',
      blocks: false,
      items: [{ state: 'placed' }, { state: 'resolved-not-filled' }],
    })
  })

  it('an answer that breaks Plimsoll itself leaves it unknown, to be decided, and not under way for ever', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers((move) => {
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
    const id = await harness.send()
    await settled()
    expect(harness.intent(id)).toMatchObject({ state: 'unknown', blocks: true })
    expect(harness.journal.inFlight()).toBe(0)
    expect(harness.orders.resolve({ id, item: null, as: 'filled', typed: 'BTC_USDT' })).toEqual(
      ok(null),
    )
  })

  it('an answer of another kind is no answer', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() =>
      ok({ reply: goodReply({ kind: 'close-investment', investmentId: 'a' }), at: 0 }),
    )
    const id = await harness.send()
    await settled()
    expect(harness.intent(id)).toMatchObject({
      state: 'unknown',
      problem: { reason: 'OTHER_REPLY' },
    })
  })
})

describe('positions of which one cannot be read', () => {
  it.each([
    ['of the order’s market', anUnreadable({ name: 'BTC_USDT' }), 'unseen'],
    ['of no market that can be read', anUnreadable({ name: null }), 'unseen'],
    ['of another market', anUnreadable({ name: 'ETH_USDT' }), 'likely-not-filled'],
  ])('prove nothing of an unknown order where it is %s', async (_name, unreadable, expected) => {
    const { harness, id } = await withUnknown()
    harness.positionsAre(() =>
      Promise.resolve(
        ok({ value: [aPosition()], at: harness.time.clock(), unreadable: [unreadable] }),
      ),
    )
    await harness.time.pass(60)
    const asked = await harness.orders.checkNow(id)
    const { evidence } = harness.intent(id)
    expect(evidence?.verdict).toBe(expected === 'unseen' ? 'unclear' : expected)
    expect(asked.ok).toBe(expected !== 'unseen')
    if (expected === 'unseen')
      expect(evidence).toMatchObject({
        after: null,
        problem: {
          code: 'not-understood',
          reason: 'UNREAD_MEMBER',
          message: messageContaining('1 of 2 positions'),
        },
      })
  })

  it('keep back a market order that would meet it, by name, and no other order', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ market: 'ETH_USDT' })],
      unreadable: [anUnreadable()],
    }
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: {
        code: 'trading-off',
        reason: 'POSITION_UNREAD',
        fields: { market: [messageContaining('BTC_USDT (527): “amount” is missing')] },
      },
    })
    expect(harness.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({
      ok: true,
    })
    expect(harness.orders.prepare(aBulkTicket(), ourPage)).toMatchObject({ ok: true })
    harness.conditions.positions = {
      ...harness.conditions.positions,
      unreadable: [anUnreadable({ name: null })],
    }
    expect(harness.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'POSITION_UNREAD' },
    })
  })

  it('keep back what was previewed before it could not be read any more', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const preview = harness.orders.prepare(aTicket({ side: 'sell' }), ourPage)
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [],
      unreadable: [anUnreadable()],
    }
    const confirmed = await harness.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    expect(confirmed).toMatchObject({ ok: false, error: { reason: 'POSITION_UNREAD' } })
    expect(harness.exchange.sent).toEqual([])
  })

  it('are no sight of what a filled order led to', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const id = await harness.send()
    await settled()
    await harness.time.pass(5)
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [],
      asOf: harness.time.clock(),
      unreadable: [anUnreadable()],
    }
    harness.orders.refresh()
    expect(harness.intent(id).evidence?.after).toBeNull()
    await harness.time.pass(5)
    const { unreadable: _unread, ...whole } = harness.conditions.positions
    harness.conditions.positions = { ...whole, value: [aPosition()], asOf: harness.time.clock() }
    harness.orders.refresh()
    expect(harness.intent(id).evidence?.after?.positions).toMatchObject({ BTC_USDT: [{ id: '1' }] })
  })
})
