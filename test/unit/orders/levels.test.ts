// ORD-26: the stop loss and take profit of an open position: placed, moved and removed, with
// nothing concluded that the exchange did not say, and the position never unprotected between two
// answered calls.
import { describe, expect, it } from 'vitest'
import type { OrderRequest, OrderResult } from '../../../src/main/exchange/order-gateway.js'
import { orderKinds } from '../../../src/renderer/orders/kinds/order-kinds.js'
import { resultSentence } from '../../../src/renderer/orders/result-sentences.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { ConditionalOrder, Order } from '../../../src/shared/orders/order.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { noPrices } from '../../../src/shared/markets/market.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { fail, ok } from '../../../src/shared/result.js'
import { settled } from '../../support/fake-clock.js'
import {
  aLevel,
  anOpenOrder,
  aPosition,
  aRemoval,
  aStop,
  createOrderHarness,
  good,
  ourPage,
  rejectedAnswer,
  triggerEcho,
  unknownAnswer,
} from '../../support/order-harness.js'

type Answering = (request: OrderRequest) => OrderResult

const pair: ConditionalOrder = {
  kind: 'oco',
  id: '900',
  stopLoss: aStop({ id: '901', type: 'stop limit', price: '34900' }),
  takeProfit: anOpenOrder({
    id: '902',
    side: 'sell',
    amount: '0.05',
    left: '0.05',
    price: '52000',
    reduceOnly: true,
  }),
}

/** A long of 0.05 BTC at 40000, now at 41000, with a stop loss at 35000 unless said otherwise. */
async function atExchange({
  orders = [aStop()],
  linked = [],
  positions = [aPosition()],
}: { orders?: Order[]; linked?: ConditionalOrder[]; positions?: Position[] } = {}) {
  const harness = createOrderHarness()
  await harness.ready()
  const { conditions, lists, time } = harness
  lists.there = true
  lists.active.push(...orders)
  lists.linked.push(...linked)
  const show = (): void => {
    const at = { asOf: time.clock() }
    conditions.openOrders = { ...conditions.openOrders, ...at, value: [...lists.active] }
    conditions.conditionalOrders = {
      ...conditions.conditionalOrders,
      ...at,
      value: [...lists.linked],
    }
    conditions.positions = { ...conditions.positions, ...at, value: positions }
  }
  show()
  harness.positionsAre(() => Promise.resolve(ok({ value: positions, at: time.clock() })))
  const send = async (ticket: OrderTicket, answering: Answering = good): Promise<string> => {
    harness.exchange.answers(answering)
    const id = await harness.send(ticket)
    await settled()
    return id
  }
  const refusal = (ticket: OrderTicket): string => {
    const preview = harness.orders.prepare(ticket, ourPage)
    return preview.ok ? '' : englishOf(preview.error.message)
  }
  const review = (ticket: OrderTicket) => {
    const preview = harness.orders.prepare(ticket, ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    const { value } = preview
    return {
      ...value,
      text: value.sentences.map(englishOf).join(' '),
      warned: value.warnings.map(({ text }) => englishOf(text)).join(' '),
    }
  }
  return { harness, lists, show, send, refusal, review, intent: harness.intent }
}

/** What the page offers as the second step, with what main has read. */
function offered(
  { harness, intent }: Awaited<ReturnType<typeof atExchange>>,
  id: string,
  others: string[] = [],
): OrderTicket | null {
  const { next } = orderKinds['set-level'].result
  const { openOrders } = harness.conditions
  return next?.ticket(intent(id), others.map(intent), openOrders, harness.time.clock()) ?? null
}

const unknown: Answering = () => unknownAnswer()

/** The exchange has it although its answer was lost. */
function onlyListed(
  { harness, lists }: Awaited<ReturnType<typeof atExchange>>,
  some: Partial<Order> = {},
): Answering {
  return (request) => {
    const listed = { id: '777', timestamp: String(harness.time.clock()), ...some }
    if (request.kind === 'set-level') lists.active.push(triggerEcho(request.draft, listed))
    return unknownAnswer()
  }
}

describe('ORD-26 a level without an answer', () => {
  it('is not placed because nobody refused it, and holds back another of the same level', async () => {
    const account = await atExchange()
    const id = await account.send(aLevel(), unknown)
    expect(account.intent(id)).toMatchObject({
      state: 'unknown',
      blocks: true,
      items: [{ state: 'unknown', order: null }],
    })
    expect(account.refusal(aLevel({ trigger: '36500' }))).not.toBe('')
    // It may have been executed: what there is to protect is known once the positions were read.
    const gain = aLevel({ level: 'takeProfit', trigger: '50000' })
    expect(account.refusal(gain)).toContain('changed')
    await account.harness.time.pass(1)
    account.show()
    // Of the other level of the position nothing is open.
    expect(account.refusal(gain)).toBe('')
    expect(account.harness.exchange.sent).toHaveLength(1)
  })

  it('is not absent after one look, nor where the history leaves cancelled orders out', async () => {
    const account = await atExchange()
    const id = await account.send(aLevel(), unknown)
    await account.harness.time.pass(600)
    expect(account.intent(id).state).toBe('unknown')
    account.lists.ended.push(anOpenOrder({ id: '1', clientOrderId: 'x', status: 'CANCELED' }))
    await account.harness.time.pass(300)
    expect(account.intent(id).state).toBe('unknown')
    await account.harness.time.pass(300)
    expect(account.intent(id)).toMatchObject({ state: 'not-executed', blocks: false })
    expect(account.harness.exchange.sent).toHaveLength(1)
  })

  it('is what the list of open orders has under its client id', async () => {
    const account = await atExchange()
    const id = await account.send(aLevel(), onlyListed(account))
    await account.harness.time.pass(1)
    expect(account.intent(id)).toMatchObject({
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'placed', order: { id: '777' }, mismatch: [] }],
    })
  })

  it.each<[string, Partial<Order>, RegExp]>([
    ['another trigger', { activationPrice: '46000' }, /trigger is “46000”, sent was “36000”/],
    ['no reduce-only', { reduceOnly: false }, /does not say that it is reduce-only/],
    ['the other way', { activationCondition: 'gte' }, /at or above 36000, not at or below/],
    ['more than was sent', { amount: '0.06' }, /amount is “0.06”/],
    ['a limit order', { type: 'limit' }, /type is/],
  ])('is a mismatch with %s in that list', async (_name, some, words) => {
    const account = await atExchange()
    const id = await account.send(aLevel(), onlyListed(account, some))
    await account.harness.time.pass(1)
    const [item] = account.intent(id).items
    expect(item?.mismatch.map(englishOf).join(' ')).toMatch(words)
    expect(account.intent(id).blocks).toBe(true)
  })
})

describe('ORD-26 the answer to a level', () => {
  const answering =
    (some: Partial<Order>): Answering =>
    (request) =>
      request.kind === 'set-level'
        ? ok({ reply: { kind: request.kind, order: triggerEcho(request.draft, some) }, at: 0 })
        : good(request)

  it('with a lower amount is what the exchange trimmed, and the card shows it', async () => {
    const account = await atExchange()
    const id = await account.send(aLevel(), answering({ amount: '0.03', left: '0.03' }))
    const intent = account.intent(id)
    expect(intent.items).toMatchObject([
      { state: 'placed', mismatch: [], order: { amount: '0.03' } },
    ])
    expect(resultSentence(intent, 0)).toContain('Accepted for 0.03 BTC')
  })

  it.each<[string, Partial<Order>, RegExp]>([
    ['no trigger', { activationPrice: undefined }, /trigger is nothing/],
    ['nothing of reduce-only', { reduceOnly: undefined }, /does not say that it is reduce-only/],
    ['the other direction', { activationCondition: '>=' }, /at once/],
    ['no amount', { amount: '0', left: '0' }, /amount is “0”/],
    ['another client id', { clientOrderId: 'theirs' }, /client/i],
  ])('is compared with what was sent: %s', async (_name, some, words) => {
    const account = await atExchange()
    const id = await account.send(aLevel(), answering(some as Partial<Order>))
    const [item] = account.intent(id).items
    expect(item?.mismatch.map(englishOf).join(' ')).toMatch(words)
    expect(account.intent(id).blocks).toBe(true)
    // The documents disagree on the words; those of another meaning say nothing.
    const other = await atExchange()
    const fine = await other.send(aLevel(), answering({ activationCondition: 'touch' }))
    expect(other.intent(fine).items[0]?.mismatch).toEqual([])
  })
})

describe('ORD-26 the review of a level', () => {
  it('sells all of a long position reduce-only, without a side in one-way mode', async () => {
    const account = await atExchange({ orders: [] })
    const { body, text, act } = account.review(aLevel())
    expect(JSON.parse(body)).toMatchObject({
      draft: {
        ...{ market: 'BTC_USDT', side: 'sell', amount: '0.05', trigger: '36000' },
        positionSide: null,
      },
    })
    expect(englishOf(act)).toBe('Set stop loss 36000 for 0.05 BTC_USDT')
    expect(text).toContain('once the price falls to 36000 USDT')
    expect(text).toContain('result of about -200 USDT')
  })

  it('buys for a short one, on its side in hedge mode', async () => {
    const short = aPosition({ amount: '-0.05', positionSide: 'SHORT', unrealizedPnl: '50' })
    const account = await atExchange({ orders: [], positions: [short] })
    const { body } = account.review(aLevel({ trigger: '45000' }))
    expect(JSON.parse(body)).toMatchObject({
      draft: { side: 'buy', amount: '0.05', positionSide: 'SHORT' },
    })
  })

  it.each<[string, Parameters<typeof aLevel>[0], RegExp]>([
    ['a stop loss above the price', { trigger: '42000' }, /is not below 41000.*at once/],
    ['at the price', { trigger: '41000' }, /at once/],
    ['a take profit below it', { level: 'takeProfit', trigger: '40500' }, /is not above 41000/],
    ['more than the position', { amount: '0.06' }, /has only 0.05 BTC/],
    ['nothing typed', { trigger: '' }, /./],
    ['another position', { positionId: '2' }, /no longer open/],
    [
      'one to be moved that is not there',
      { replaces: { id: '1', by: 'order' } },
      /no longer among the open orders/,
    ],
    [
      'one to be moved of the other level',
      { replaces: { id: '701', by: 'order' }, level: 'takeProfit', trigger: '50000' },
      /no longer/,
    ],
  ])('refuses %s', async (_name, some, words) => {
    const account = await atExchange()
    expect(account.refusal(aLevel(some))).toMatch(words)
  })

  it('warns of one that liquidation comes before, and of others that stay', async () => {
    const attached = { takeProfitId: null, takeProfit: null, stopLossId: '5', stopLoss: '34000' }
    const account = await atExchange({ positions: [aPosition({ protectiveOrders: attached })] })
    const { warned } = account.review(aLevel({ trigger: '19000' }))
    expect(warned).toContain('would be liquidated at 20000 USDT')
    expect(warned).toContain('34000 that the exchange attached to the position stays')
    expect(warned).toContain('Another stop loss 35000 stays')
  })

  it('of a take profit warns that it may be executed at once, and asks twice', async () => {
    const account = await atExchange()
    const gain = account.review(aLevel({ level: 'takeProfit', trigger: '50000' }))
    expect(gain.warned).toContain('may be executed as soon as it is placed')
    expect(gain.asksTwice).toBe(true)
    expect(account.review(aLevel())).toMatchObject({ asksTwice: false })
  })

  it('refuses one that any of the current prices has passed, and asks twice without one', async () => {
    const account = await atExchange()
    const { conditions, time } = account.harness
    const ticker = { last: '35500', change: '0', isFrozen: false }
    const at = { asOf: time.clock(), source: 'live', problem: null, every: 60 } as const
    conditions.prices = {
      ...conditions.prices,
      tickers: { ...at, value: { BTC_USDT: ticker } },
    }
    expect(account.refusal(aLevel())).toMatch(/is not below 35500.*at once/)
    conditions.prices = noPrices
    const silent = aPosition({ unrealizedPnl: null })
    const other = await atExchange({ positions: [silent] })
    expect(other.review(aLevel()).asksTwice).toBe(true)
  })

  it('is not set while the open orders have not been read', async () => {
    const account = await atExchange()
    const { conditions } = account.harness
    conditions.openOrders = { ...conditions.openOrders, value: null, asOf: null }
    expect(account.refusal(aLevel())).toContain('open orders have not been read')
  })

  it('uses none of the day’s orders, also after a restart', async () => {
    const account = await atExchange()
    const { harness } = account
    const used = harness.view().usedToday
    await account.send(aLevel())
    expect(harness.view().usedToday).toEqual(used)
    harness.open()
    expect(harness.view().usedToday).toEqual(used)
  })

  it('goes through where the limits are used up', async () => {
    const account = await atExchange()
    const { harness } = account
    const limits = {
      ...defaultTradeLimits,
      ordersPerDay: 1,
      byQuote: { USDT: { perOrder: '1', perDay: '1' } },
    }
    harness.database.settings.set(harness.profile.id, { readOnly: false, limits, favourites: [] })
    harness.open()
    await harness.orders.arm()
    await account.send(aLevel())
    expect(account.refusal(aLevel({ level: 'takeProfit', trigger: '50000' }))).toBe('')
  })

  it.each<[string, Position[]]>([
    ['gone', []],
    ['turned', [aPosition({ amount: '-0.05' })]],
    ['another', [aPosition({ id: '2' })]],
  ])('is not sent once its position is %s', async (_name, now) => {
    const account = await atExchange()
    const preview = account.review(aLevel())
    const { conditions } = account.harness
    conditions.positions = { ...conditions.positions, value: now }
    expect(await account.harness.orders.confirm(preview.token, ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'EFFECT_CHANGED' },
    })
    expect(account.harness.exchange.sent).toEqual([])
  })
})

describe('ORD-26 moving a level', () => {
  const moving = aLevel({ replaces: { id: '701', by: 'order' } })
  const echoing =
    (some: Partial<Order>): Answering =>
    (request) =>
      request.kind === 'set-level'
        ? ok({ reply: { kind: request.kind, order: triggerEcho(request.draft, some) }, at: 0 })
        : good(request)

  it('is shown as two steps, and places the new one first', async () => {
    const account = await atExchange()
    const { text, act } = account.review(moving)
    expect(englishOf(act)).toBe('Move stop loss 35000 to 36000 on BTC_USDT')
    expect(text).toContain('Step 1 of 2')
    expect(text).toContain('Step 2 of 2')
    await account.send(moving)
    expect(account.harness.exchange.sent.map(({ request }) => request.kind)).toEqual(['set-level'])
  })

  it.each<[string, Answering]>([
    ['was refused', () => rejectedAnswer(422)],
    ['got no answer', unknown],
    [
      'was never sent',
      () => fail({ outcome: 'not-sent', problem: { code: 'unreachable', message: '' } }),
    ],
    ['is not reduce-only', echoing({ reduceOnly: false })],
    ['does not say which way it waits', echoing({ activationCondition: '' })],
    ['was executed at once', echoing({ status: 'FILLED', left: '0', dealStock: '0.05' })],
    ['was cancelled at once', echoing({ status: 'AUTO_CANCELED_REDUCE_ONLY' })],
  ])('keeps the old one where the new one %s', async (_name, answering) => {
    const account = await atExchange()
    const id = await account.send(moving, answering)
    expect(account.refusal(aRemoval({ replacedBy: id }))).not.toBe('')
    expect(offered(account, id)).toBeNull()
    expect(account.harness.exchange.sent).toHaveLength(1)
  })

  it('offers to remove the old one once the new one is placed, without asking twice', async () => {
    const account = await atExchange()
    const id = await account.send(moving)
    expect(offered(account, id)).toEqual(aRemoval({ replacedBy: id }))
    account.lists.active.push(account.intent(id).items[0]?.order ?? aStop())
    account.show()
    const { asksTwice, text } = account.review(aRemoval({ replacedBy: id }))
    expect([asksTwice, text.includes('the new one is in place')]).toEqual([false, true])
    const removal = await account.send(aRemoval({ replacedBy: id }))
    expect(account.intent(removal)).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'done' }],
    })
    expect(offered(account, id, [removal])).toBeNull()
  })

  it.each<[string, Partial<Order>]>([
    ['not reduce-only', { reduceOnly: undefined }],
    ['executed in part', { dealStock: '0.01', left: '0.04' }],
    ['at another trigger', { activationPrice: '46000' }],
    ['cancelled', { status: 'CANCELED' }],
  ] as [string, Partial<Order>][])(
    'keeps the old one where the list has the new one %s',
    async (_name, some) => {
      const account = await atExchange()
      const id = await account.send(moving)
      account.lists.active.push({ ...(account.intent(id).items[0]?.order ?? aStop()), ...some })
      account.show()
      expect(account.refusal(aRemoval({ replacedBy: id }))).toContain('the old one stays')
      expect(offered(account, id)).toBeNull()
    },
  )

  it('keeps the old one where the new one was found without a word on reduce-only', async () => {
    const account = await atExchange()
    const id = await account.send(moving, (request) => {
      if (request.kind !== 'set-level') return good(request)
      const timestamp = String(account.harness.time.clock())
      const { reduceOnly: _flag, ...listed } = triggerEcho(request.draft, { id: '777', timestamp })
      account.lists.active.push(listed)
      return unknownAnswer()
    })
    await account.harness.time.pass(1)
    const intent = account.intent(id)
    expect(intent).toMatchObject({ state: 'acknowledged', items: [{ state: 'placed' }] })
    const said = intent.timeline.map(({ text }) => englishOf(text)).join(' ')
    expect(said).toContain('do not say whether it is reduce-only')
    account.show()
    expect(account.refusal(aRemoval({ replacedBy: id }))).toContain('the old one stays')
  })

  it('keeps the old one half a minute after an answer that no list has confirmed', async () => {
    const account = await atExchange()
    const id = await account.send(moving)
    const { harness } = account
    await harness.time.pass(30)
    harness.conditions.positions = {
      ...harness.conditions.positions,
      asOf: harness.time.clock(),
    }
    expect(account.refusal(aRemoval({ replacedBy: id }))).toBe('')
    await harness.time.pass(1)
    expect(account.refusal(aRemoval({ replacedBy: id }))).toContain('the old one stays')
    expect(offered(account, id)).toBeNull()
  })

  it('offers the second step again where its removal was not carried out', async () => {
    const account = await atExchange()
    const id = await account.send(moving)
    account.lists.active.push(account.intent(id).items[0]?.order ?? aStop())
    const removal = await account.send(aRemoval({ replacedBy: id }), unknown)
    expect(offered(account, id, [removal])).toBeNull()
    await account.harness.time.pass(127)
    account.show()
    expect(account.intent(removal).state).toBe('not-executed')
    expect(offered(account, id, [removal])).toEqual(aRemoval({ replacedBy: id }))
  })

  it('keeps the old one where the new one has left the list since', async () => {
    const account = await atExchange()
    const id = await account.send(moving)
    await account.harness.time.pass(10)
    account.show()
    expect(account.refusal(aRemoval({ replacedBy: id }))).toContain('the old one stays')
  })

  it('refuses to move the take profit of a pair, whose stop loss would go with it', async () => {
    const account = await atExchange({ orders: [], linked: [pair] })
    const gain = aLevel({
      level: 'takeProfit',
      trigger: '53000',
      replaces: { id: '900', by: 'linked' },
    })
    expect(account.refusal(gain)).toContain('belongs to a pair with a stop loss')
    expect(account.refusal(aLevel({ replaces: { id: '900', by: 'linked' } }))).toBe('')
    expect(account.review(aLevel({ replaces: { id: '900', by: 'linked' } })).warned).toContain(
      'belongs to a pair',
    )
  })

  it('keeps the old one where another than it was moved', async () => {
    const account = await atExchange({ orders: [aStop(), aStop({ id: '702' })] })
    const id = await account.send(moving)
    expect(account.refusal(aRemoval({ id: '702', replacedBy: id }))).toContain('the old one stays')
  })

  it('says that both exist where the answer to the removal is lost', async () => {
    const account = await atExchange()
    const id = await account.send(moving)
    account.lists.active.push(account.intent(id).items[0]?.order ?? aStop())
    const removal = await account.send(aRemoval({ replacedBy: id }), unknown)
    expect(account.intent(removal).state).toBe('unknown')
    await account.harness.time.pass(127)
    expect(account.intent(removal)).toMatchObject({
      state: 'not-executed',
      items: [{ state: 'not-executed', order: { id: '701' } }],
    })
  })
})

describe('ORD-26 removing a level', () => {
  it('of the only stop loss warns, and asks in a system dialog', async () => {
    const account = await atExchange()
    const { warned, asksTwice } = account.review(aRemoval())
    expect(warned).toContain('no stop loss covers all of your position of 0.05 BTC')
    expect(asksTwice).toBe(true)
    await account.send(aRemoval())
    // After the question of arming.
    expect(account.harness.asked).toHaveLength(2)
    expect(account.harness.asked.at(-1)?.detail).toContain('no stop loss covers')
  })

  it('does not where another covers all of it, and does where that covers a part', async () => {
    const both = await atExchange({ orders: [aStop(), aStop({ id: '702' })] })
    expect(both.review(aRemoval())).toMatchObject({ warned: '', asksTwice: false })
    const half = await atExchange({ orders: [aStop(), aStop({ id: '702', left: '0.02' })] })
    expect(half.review(aRemoval()).asksTwice).toBe(true)
  })

  it('is held back by an unknown order on its market, because it adds risk', async () => {
    const account = await atExchange()
    await account.send(aLevel({ level: 'takeProfit', trigger: '50000' }), unknown)
    expect(account.refusal(aRemoval())).not.toBe('')
  })

  it('is refused for what the exchange attached to the position', async () => {
    const attached = { takeProfitId: null, takeProfit: null, stopLossId: '5', stopLoss: '34000' }
    const account = await atExchange({ positions: [aPosition({ protectiveOrders: attached })] })
    expect(account.refusal(aRemoval({ id: '5' }))).toContain('on the exchange’s own pages')
  })

  it('of a pair removes both by their common id, and waits for the list to say so', async () => {
    const account = await atExchange({ orders: [], linked: [pair] })
    const { body, act } = account.review(aRemoval({ id: '900', by: 'linked' }))
    expect(JSON.parse(body)).toMatchObject({ market: 'BTC_USDT', id: '900', linked: true })
    expect(englishOf(act)).toBe('Remove stop loss 35000 and take profit 52000 on BTC_USDT')
    const id = await account.send(aRemoval({ id: '900', by: 'linked' }))
    expect(account.intent(id)).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'accepted' }],
    })
    account.lists.linkedFault = { code: 'unreachable', message: 'No answer.' }
    await account.harness.time.pass(1)
    expect(account.intent(id).items).toMatchObject([{ state: 'accepted' }])
    account.lists.linkedFault = null
    account.lists.linked.length = 0
    await account.harness.time.pass(6)
    expect(account.intent(id).items).toMatchObject([{ state: 'done' }])
  })

  it('of a pair without an answer is still there where two looks two minutes apart have it', async () => {
    const account = await atExchange({ orders: [], linked: [pair] })
    const id = await account.send(aRemoval({ id: '900', by: 'linked' }), unknown)
    await account.harness.time.pass(126)
    expect(account.intent(id).state).toBe('unknown')
    await account.harness.time.pass(1)
    expect(account.intent(id)).toMatchObject({ state: 'not-executed', blocks: false })
  })

  it('is refused while it may be half of a pair that was not read', async () => {
    const account = await atExchange()
    const { conditions, time } = account.harness
    const read = conditions.conditionalOrders
    const moving = aLevel({ replaces: { id: '701', by: 'order' } })
    const late = { code: 'unreachable', message: 'No answer.' } as const
    const unread = { place: 1, id: null, name: null, field: '', why: 'is missing' }
    const cases: Partial<typeof read>[] = [
      { value: null, asOf: null, source: 'none' },
      { problem: late },
      { source: 'cache' },
      { unreadable: [unread] },
      // Before the order was placed.
      { asOf: 1_759_999_000 },
      { value: [{ ...pair, stopLoss: aStop() } as ConditionalOrder] },
    ]
    for (const some of cases) {
      conditions.conditionalOrders = { ...read, ...some }
      const refused = [account.refusal(aRemoval()), account.refusal(moving)]
      expect(refused, JSON.stringify(some)).toEqual([
        expect.stringMatching(/pair|no longer/),
        expect.stringMatching(/pair|no longer/),
      ])
    }
    conditions.conditionalOrders = read
    const preview = account.review(aRemoval())
    conditions.conditionalOrders = { ...read, problem: late }
    expect(await account.harness.orders.confirm(preview.token, ourPage)).toMatchObject({
      ok: false,
    })
    expect(account.harness.exchange.sent).toEqual([])
    expect(time.clock()).toBe(read.asOf)
  })

  it('where linked orders are not shown is only of one that was placed here', async () => {
    const account = await atExchange()
    const id = await account.send(aLevel())
    const order = account.intent(id).items[0]?.order ?? aStop()
    account.lists.active.push(order)
    account.show()
    const { conditions } = account.harness
    conditions.conditionalOrders = {
      ...{ value: null, asOf: null, source: 'none', every: null },
      problem: { code: 'no-permission', message: 'No.' },
    }
    expect(account.refusal(aRemoval())).toContain('does not show this key its linked orders')
    expect(account.refusal(aRemoval({ id: order.id }))).toBe('')
  })

  it('counts no stop loss of a list that is not up to date, and none that is only guessed', async () => {
    const both = await atExchange({ orders: [aStop(), aStop({ id: '702' })] })
    const { conditions } = both.harness
    const late = { code: 'unreachable', message: 'No answer.' } as const
    conditions.openOrders = { ...conditions.openOrders, problem: late }
    const { asksTwice, warned } = both.review(aRemoval())
    expect([asksTwice, warned.includes('not known that a stop loss covers')]).toEqual([true, true])
    // No current price: whether 42000 is above or below it is not known.
    const silent = aPosition({ unrealizedPnl: null })
    const bare = { activationCondition: '', activationPrice: '42000' }
    const guessed = await atExchange({ orders: [aStop(bare)], positions: [silent] })
    expect(guessed.review(aRemoval()).asksTwice).toBe(true)
    const old = { asOf: 1, source: 'live', problem: null, every: 60 } as const
    const { prices } = guessed.harness.conditions
    const gone = { BTC_USDT: { last: '41999', change: '0', isFrozen: false } }
    guessed.harness.conditions.prices = { ...prices, tickers: { ...old, value: gone } }
    expect(guessed.review(aRemoval()).asksTwice).toBe(true)
    const under = { id: '702', activationCondition: '' }
    const cover = await atExchange({ orders: [aStop(), aStop(under)], positions: [silent] })
    expect(cover.review(aRemoval()).asksTwice).toBe(true)
  })

  it('tells an order from a pair with the same id', async () => {
    const account = await atExchange({ orders: [aStop({ id: '900' })], linked: [pair] })
    const order = JSON.parse(account.review(aRemoval({ id: '900' })).body) as object
    expect(order).toMatchObject({ linked: false, id: '900' })
    const both = JSON.parse(account.review(aRemoval({ id: '900', by: 'linked' })).body) as object
    expect(both).toMatchObject({ linked: true, id: '900' })
  })
})

describe('ORD-26 a level that was executed at once', () => {
  it.each<[string, Answering, boolean]>([
    ['is a change of the position', (request) => filledAtOnce(request), true],
    ['is none where it waits', good, false],
  ])('%s', async (_name, answering, holdsBack) => {
    const account = await atExchange()
    await account.send(aLevel(), answering)
    expect(account.refusal(aRemoval()).includes('changed')).toBe(holdsBack)
  })
})

function filledAtOnce(request: OrderRequest): OrderResult {
  if (request.kind !== 'set-level') return good(request)
  const order = triggerEcho(request.draft, { status: 'FILLED', left: '0', dealStock: '0.05' })
  return ok({ reply: { kind: request.kind, order }, at: 0 })
}
