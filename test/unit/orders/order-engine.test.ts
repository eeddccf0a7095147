// Prepare, confirm, and every way in which that must not send.
import { describe, expect, it } from 'vitest'
import { ok } from '../../../src/shared/result.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import {
  aBulkTicket,
  aPosition,
  aTicket,
  createOrderHarness,
  deferred,
  good,
  notSentAnswer,
  type OrderHarness,
  ourPage,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'
import { messageContaining } from '../../support/saying.js'

async function prepared(harness: OrderHarness, ticket = aTicket()): Promise<string> {
  const preview = harness.orders.prepare(ticket, ourPage)
  if (!preview.ok) throw new Error(englishOf(preview.error.message))
  return preview.value.token
}

describe('a confirmation', () => {
  it('ORD-1 IPC-11 sends once, however often it is given', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const token = await prepared(harness)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => harness.orders.confirm(token, ourPage)),
    )
    await settled()
    expect(answers.filter(({ ok: went }) => went)).toHaveLength(1)
    expect(answers[49]).toMatchObject({ ok: false, error: { reason: 'TOKEN_USED' } })
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('IPC-11 is good for a minute and not longer, whatever the wall clock does', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const token = await prepared(harness)
    await harness.time.pass(59.5)
    const other = await prepared(harness)
    harness.time.setClock(-30)
    await harness.time.pass(0.5)
    expect(await harness.orders.confirm(token, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'TOKEN_EXPIRED' },
    })
    expect(await harness.orders.confirm(other, ourPage)).toMatchObject({ ok: true })
    await settled()
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('IPC-11 counts from the page that asked for it, and no other, and is gone with it', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    expect(await harness.orders.confirm(await prepared(harness), '2.1')).toMatchObject({
      ok: false,
      error: { reason: 'TOKEN_PAGE' },
    })
    const token = await prepared(harness)
    harness.orders.pageGone(ourPage)
    expect(await harness.orders.confirm(token, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'TOKEN_VOID' },
    })
    expect(harness.exchange.sent).toEqual([])
  })

  it.each<[string, (harness: OrderHarness) => unknown]>([
    ['disarming', (harness) => harness.orders.disarm()],
    ['disarming and arming again', (harness) => (harness.orders.disarm(), harness.orders.arm())],
    ['making the profile read-only', (harness) => harness.orders.allow(false)],
    ['sleep', (harness) => harness.orders.onSleep()],
    ['another account', (harness) => harness.orders.onHidden()],
    ['closing the account', (harness) => harness.orders.close()],
    ['the account being reopened', async (harness) => (harness.open(), harness.orders.arm())],
    ['a new connection', (harness) => harness.setClient({ ...harness.client })],
    ['quitting', (harness) => harness.quit()],
    [
      'discarding it',
      (harness) => harness.orders.discard('00000000000000000000000000000000000000000000000x'),
    ],
  ])('ORD-18 IPC-11 does not survive %s', async (name, happens) => {
    const harness = createOrderHarness()
    await harness.ready()
    const token = await prepared(harness)
    if (name === 'discarding it') harness.orders.discard(token)
    else await happens(harness)
    expect(await harness.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    await settled()
    expect(harness.exchange.sent).toEqual([])
  })

  it('IPC-11 is guessed by nobody: 192 random bits', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    expect(await prepared(harness)).toMatch(/^[0-9a-f]{48}$/)
    expect(await harness.orders.confirm('0'.repeat(48), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    })
  })

  it('ORD-13 sends the very bytes that were shown, although the draft was changed behind it', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const ticket = aTicket()
    const preview = harness.orders.prepare(ticket, ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    ticket.amount = '999'
    await harness.orders.confirm(preview.value.token, ourPage)
    await settled()
    expect(JSON.parse(preview.value.body)).toEqual(JSON.parse(harness.exchange.sent[0]?.body ?? ''))
    expect(harness.exchange.sent[0]?.request).toMatchObject({ draft: { amount: '0.01' } })
  })

  it('ORD-13 holds back a body that is not the confirmed one', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const { orderGateway } = harness.client
    harness.setClient({
      ...harness.client,
      orderGateway: {
        prepare: orderGateway.prepare,
        send: (move, hooks) =>
          orderGateway.send(move, {
            ...hooks,
            onSigned: (call) => hooks.onSigned({ ...call, bodyHash: 'another' }),
          }),
      },
    })
    const id = await harness.send()
    await settled()
    expect(harness.exchange.sent).toEqual([])
    expect(harness.intent(id)).toMatchObject({
      state: 'not-sent',
      problem: { reason: 'BODY_ALTERED' },
    })
  })
})

it.each<[string, Position[]]>([
  ['is gone', []],
  ['has turned round', [aPosition({ amount: '-0.05' })]],
])(
  'ORD-13 an order that was shown to reduce a position is not sent once the position %s',
  async (_name, now) => {
    const harness = createOrderHarness()
    await harness.ready()
    const preview = harness.orders.prepare(aTicket({ side: 'sell' }), ourPage)
    expect(preview).toMatchObject({ ok: true, value: { items: [{ effect: 'reduces' }] } })
    harness.conditions.positions = { ...harness.conditions.positions, value: now }
    const confirmed = await harness.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    await settled()
    expect(confirmed).toMatchObject({ ok: false, error: { reason: 'EFFECT_CHANGED' } })
    expect(harness.exchange.sent).toEqual([])
  },
)

it.each<[string, Position[]]>([
  ['is gone', []],
  ['has become smaller', [aPosition({ amount: '0.04' })]],
  ['has turned round', [aPosition({ amount: '-0.05' })]],
])(
  'ORD-13 an order that was shown to reverse a position is not sent once the position %s',
  async (_name, now) => {
    const harness = createOrderHarness()
    await harness.ready()
    const reverse = aTicket({ side: 'sell', amount: '0.1' })
    await harness.orders.changeLimits({ ...harness.view().limits, on: false })
    const preview = harness.orders.prepare(reverse, ourPage)
    expect(preview).toMatchObject({ ok: true, value: { items: [{ effect: 'flips' }] } })
    harness.conditions.positions = { ...harness.conditions.positions, value: now }
    const confirmed = await harness.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    await settled()
    expect(confirmed).toMatchObject({ ok: false, error: { reason: 'EFFECT_CHANGED' } })
    expect(harness.exchange.sent).toEqual([])
  },
)

describe('the journal', () => {
  it('ORD-3 has the intent and its signature on disk before the first byte', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    await harness.send()
    await settled()
    expect(harness.events).toEqual([
      'on disk: intent',
      'on disk: sending',
      'first byte',
      'on disk: acknowledged',
    ])
  })

  it.each(['add', 'save'] as const)(
    'ORD-3 that cannot be written (%s) keeps the order here',
    async (failing) => {
      const harness = createOrderHarness()
      await harness.ready()
      harness.database.failsWhen(
        (what, intent) => what === failing && (what === 'add' || intent?.state === 'sending'),
      )
      const token = await prepared(harness)
      const confirmed = await harness.orders.confirm(token, ourPage)
      await settled()
      expect(harness.exchange.sent).toEqual([])
      if (failing === 'add')
        expect(confirmed).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
      else
        expect(harness.view().recent[0]).toMatchObject({
          state: 'not-sent',
          problem: { code: 'store-trouble' },
        })
    },
  )

  it('keeps what became of an order in memory while the disk refuses it, and saves it later, once', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    let full = true
    harness.database.failsWhen(
      (what, intent) => full && what === 'save' && intent?.state === 'acknowledged',
    )
    const id = await harness.send()
    await settled()
    expect(harness.intent(id).state).toBe('acknowledged')
    expect(harness.database.intents.get(id)?.state).toBe('sending')
    full = false
    harness.orders.refresh()
    harness.orders.refresh()
    expect(harness.database.intents.get(id)?.state).toBe('acknowledged')
    expect(harness.events.filter((event) => event === 'on disk: acknowledged')).toHaveLength(1)
  })

  it('ORD-19 records the whole timeline with hashes, nonce, class, status and milliseconds, and no secret', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const answer = deferred<null>()
    harness.exchange.answers(async (move) => (await answer.promise, good(move)))
    const id = await harness.send()
    await settled()
    await harness.time.pass(0.25)
    answer.open(null)
    await settled()
    const intent = harness.intent(id)
    expect(intent).toMatchObject({
      state: 'acknowledged',
      httpStatus: 200,
      nonce: '1001',
      ms: { written: 0, sent: 0, answered: 250 },
    })
    expect(intent.requestHash).toMatch(/^[0-9a-f]{64}$/)
    expect(intent.timeline.map(({ what }) => what)).toEqual([
      'prepared',
      'confirmed',
      'written',
      'sending',
      'answered',
    ])
    expect(intent.timeline[4]?.details).toMatchObject({
      class: 'acknowledged',
      httpStatus: 200,
      ms: { answered: 250 },
    })
    expect(intent.timeline.every(({ at }) => Number.isFinite(at))).toBe(true)
  })

  it('ORD-8 refuses an id that was ever used, by whoever, even by an order that failed', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() => rejectedAnswer())
    await harness.send(aTicket({ clientOrderId: 'mine-1' }))
    await settled()
    expect(harness.orders.prepare(aTicket({ clientOrderId: 'mine-1' }), ourPage)).toMatchObject({
      ok: false,
      error: {
        code: 'bad-input',
        fields: { clientOrderId: [messageContaining('used before')] },
      },
    })
    // Taken between preparing and confirming.
    const token = await prepared(harness, aTicket({ clientOrderId: 'mine-2' }))
    harness.database.ids.add('mine-2')
    expect(await harness.orders.confirm(token, ourPage)).toMatchObject({
      ok: false,
      error: { fields: { clientOrderId: [expect.any(Object)] } },
    })
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('ORD-8 refuses where randomness repeats itself', async () => {
    const harness = createOrderHarness({
      random: { newId: () => 'intent-1', randomHex: (bytes) => 'ab'.repeat(bytes) },
    })
    await harness.ready()
    await harness.send()
    await settled()
    expect(harness.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
    expect(harness.exchange.sent).toHaveLength(1)
  })
})

describe('what became of it', () => {
  it.each([
    ['an answer that fits', good, 'acknowledged', 'placed'],
    ['the exchange’s own refusal', () => rejectedAnswer(), 'rejected', 'rejected'],
    ['nothing that left', () => notSentAnswer(), 'not-sent', 'not-sent'],
    ['no answer', () => unknownAnswer(), 'unknown', 'unknown'],
  ] as const)('is classed by %s', async (_name, answers, state, itemState) => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(answers)
    const id = await harness.send()
    await settled()
    expect(harness.intent(id)).toMatchObject({
      state,
      blocks: state === 'unknown',
      items: [{ state: itemState }],
    })
    expect(harness.refreshed).toEqual(state === 'not-sent' ? [] : ['market'])
    expect(harness.journal.inFlight()).toBe(0)
  })

  it('a refusal with another status than the specification shows is flagged', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() => rejectedAnswer(422))
    const id = await harness.send()
    await settled()
    expect(harness.intent(id).timeline.at(-1)?.details).toMatchObject({
      class: 'rejected',
      statusInSpecification: false,
    })
  })

  it('ORD-9 an echo that does not fit is accepted, reported, and blocks the market until the user has checked it', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers((move) => {
      const answer = good(move)
      if (answer.ok && answer.value.reply.kind === 'market')
        answer.value.reply.order.clientOrderId = ''
      return answer
    })
    const id = await harness.send()
    await settled()
    expect(worded(harness.intent(id))).toMatchObject({
      state: 'acknowledged',
      blocks: true,
      items: [{ mismatch: [expect.stringContaining('ignored the client id')] }],
    })
    expect(harness.view().blocks).toMatchObject([{ market: 'BTC_USDT', because: 'mismatch' }])
    expect(harness.troubled.at(-1)).toMatchObject([
      { intentId: id, because: 'mismatch', markets: ['BTC_USDT'] },
    ])
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'MARKET_BLOCKED' },
    })
    expect(harness.orders.liftBlock(id, 'btc_usdt')).toEqual(ok(null))
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
    expect(harness.troubled.at(-1)).toEqual([])
  })

  it('ORD-17 closing an investment keeps the same rules, and blocks that investment alone', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const close = {
      kind: 'close-investment',
      investmentId: 'aaaa-1234',
      typedTail: '1234',
    } as const
    expect(harness.orders.prepare({ ...close, typedTail: '1235' }, ourPage)).toMatchObject({
      error: { fields: { typedTail: [expect.any(Object)] } },
    })
    harness.exchange.answers(() => unknownAnswer())
    const id = await harness.send(close)
    await settled()
    expect(harness.asked.at(-1)?.message).toBe('Close investment …1234')
    expect(harness.intent(id)).toMatchObject({ state: 'unknown', blocks: true, items: [] })
    expect(harness.orders.prepare(close, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'INVESTMENT_BLOCKED' },
    })
    expect(harness.orders.prepare({ ...close, investmentId: 'bbbb-1234' }, ourPage)).toMatchObject({
      ok: true,
    })
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
    expect(harness.orders.resolve({ id, item: null, as: 'filled', typed: '9999' })).toMatchObject({
      ok: false,
    })
    expect(harness.orders.resolve({ id, item: null, as: 'filled', typed: '1234' })).toEqual(
      ok(null),
    )
    expect(harness.intent(id)).toMatchObject({ state: 'resolved-filled', blocks: false })
    expect(harness.exchange.sent).toHaveLength(1)
  })

  it('refuses a second order on a market while the first is awaited', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const answer = deferred<null>()
    harness.exchange.answers(async (move) => (await answer.promise, good(move)))
    const early = await prepared(harness, aTicket({ side: 'sell' }))
    await harness.send()
    await settled()
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'UNDER_WAY' },
    })
    expect(await harness.orders.confirm(early, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'UNDER_WAY' },
    })
    harness.conditions.positions = {
      ...harness.conditions.positions,
      value: [aPosition({ market: 'ETH_USDT' })],
    }
    expect(harness.orders.prepare(aTicket({ market: 'ETH_USDT' }), ourPage)).toMatchObject({
      ok: true,
    })
    answer.open(null)
    await settled()
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: true })
  })

  it('links a retry to what it repeats, under new ids', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() => rejectedAnswer())
    const first = await harness.send(aBulkTicket())
    await settled()
    const again = await harness.send(aBulkTicket(undefined, { retryOf: first }))
    await settled()
    expect(harness.intent(again).retryOf).toBe(first)
    expect(harness.intent(first).timeline.at(-1)).toMatchObject({
      what: 'retried',
      details: { intent: again },
    })
    expect(
      harness.orders.prepare(aBulkTicket(undefined, { retryOf: 'nothing' }), ourPage),
    ).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
  })

  it('exports everything to a file', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    for (let count = 0; count < 3; count += 1) {
      await harness.send()
      await settled()
    }
    const exporting = harness.orders.exportAll('csv')
    await harness.time.pass(1)
    expect(await exporting).toMatchObject({ ok: true, value: { saved: true, rows: 3 } })
    expect(harness.saved[0]?.text.split('\r\n')).toHaveLength(5)
  })
})

describe('a large order', () => {
  const large = (harness: OrderHarness) => {
    const settings = harness.database.settings.get(harness.profile.id)
    if (settings === undefined) throw new Error('no settings')
    harness.database.settings.set(harness.profile.id, {
      ...settings,
      limits: { ...defaultTradeLimits, on: false, askFrom: { USDT: '400' } },
    })
    harness.open()
    return harness.orders.arm()
  }

  it('IPC-11 asks in a system dialog as well, and is not sent without its yes', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    await large(harness)
    harness.dialogAnswers(() => false)
    const preview = harness.orders.prepare(aTicket(), ourPage)
    expect(preview).toMatchObject({ ok: true, value: { asksTwice: true } })
    expect(
      await harness.orders.confirm(preview.ok ? preview.value.token : '', ourPage),
    ).toMatchObject({
      ok: false,
      error: { reason: 'BOX' },
    })
    expect(harness.asked.at(-1)).toMatchObject({
      message: 'Buy 0.01 BTC_USDT at market',
      detail: expect.stringContaining('Main account'),
    })
    harness.dialogAnswers(() => true)
    await harness.send()
    await settled()
    expect(harness.exchange.sent).toHaveLength(1)
    expect(worded(harness.view().recent[0]?.timeline[1]?.text)).toContain('system dialog')
  })

  it('IPC-11 keeps the token used while the dialog is open, and asks everything again behind it', async () => {
    for (const happens of [
      (harness: OrderHarness) => harness.orders.disarm(),
      (harness: OrderHarness) => harness.orders.pageGone(ourPage),
      (harness: OrderHarness) =>
        void (harness.conditions.connection = { state: 'offline', clockSkew: 0 }),
      (harness: OrderHarness) => harness.orders.onHidden(),
      (harness: OrderHarness) => harness.orders.close(),
    ]) {
      const harness = createOrderHarness()
      await harness.ready()
      await large(harness)
      const dialog = deferred<boolean>()
      harness.dialogAnswers(() => dialog.promise)
      const token = await prepared(harness)
      const confirming = harness.orders.confirm(token, ourPage)
      await settled()
      expect(await harness.orders.confirm(token, ourPage)).toMatchObject({
        ok: false,
        error: { reason: 'TOKEN_USED' },
      })
      happens(harness)
      dialog.open(true)
      expect(await confirming).toMatchObject({ ok: false })
      await settled()
      expect(harness.exchange.sent).toEqual([])
    }
  })

  it('is not sent when the dialog was left open for long', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    await large(harness)
    const dialog = deferred<boolean>()
    harness.dialogAnswers(() => dialog.promise)
    const confirming = harness.orders.confirm(await prepared(harness), ourPage)
    await harness.time.pass(121)
    dialog.open(true)
    expect(await confirming).toMatchObject({ ok: false, error: { reason: 'TOKEN_VOID' } })
    expect(harness.exchange.sent).toEqual([])
  })
})
