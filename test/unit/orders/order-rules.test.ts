// The pure parts of the order engine: parsing, ids, notional, effects, previews, reconciliation,
// export.
import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snapshotOf } from '../../../src/main/orders/intent-state.js'
import { differences } from '../../../src/main/orders/order-outcome.js'
import { reconcile } from '../../../src/main/orders/order-evidence.js'
import { asCsv, asJson } from '../../../src/main/orders/orders-export.js'
import { newClientOrderId } from '../../../src/main/orders/ticket-parser.js'
import { type ListedTicket, parseTicket } from '../../support/order-tickets.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { Order } from '../../../src/shared/orders/order.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import type { OrderIntent } from '../../../src/shared/orders/trading.js'
import {
  aBulkTicket,
  aPosition,
  aTicket,
  createOrderHarness,
  echoOf,
  ourPage,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded, wordsOf } from '../../support/worded.js'

let made = 0
type TypedTicket = Exclude<OrderTicket, ListedTicket>
const read = (ticket: TypedTicket) => parseTicket(ticket, () => `p-${(made += 1)}`)

function complaintsOf(ticket: TypedTicket): Record<string, string[]> {
  const { error = {} } = { error: undefined, ...read(ticket) }
  return Object.fromEntries(
    Object.entries(error).map(([field, texts]) => [field, texts.map(englishOf)]),
  )
}

describe('reading a ticket', () => {
  it.each(['1,5', '1e3', '١', ' ', '-1', '0', '0.0', '1.', '.5', '1 000', '+1', '0x1', '01'])(
    'refuses the amount “%s” and says what was typed',
    (amount) => {
      const { amount: words = [] } = complaintsOf(aTicket({ amount }))
      expect(words).toHaveLength(1)
      if (amount.trim() !== '') expect(words[0]).toContain(amount)
    },
  )

  it('keeps every digit of what it takes', () => {
    const draft = read(
      aTicket({ amount: ' 0.010000000000000000001 ', stopLoss: '1.10', takeProfit: '2.20' }),
    )
    expect(draft).toMatchObject({
      ok: true,
      value: {
        items: [{ amount: '0.010000000000000000001', stopLoss: '1.10', takeProfit: '2.20' }],
      },
    })
  })

  it('ORD-11 takes one to twenty orders and no id twice', () => {
    expect(complaintsOf(aBulkTicket([]))).toHaveProperty('rows')
    expect(complaintsOf(aBulkTicket(Array.from({ length: 20 }, () => ({}))))).toEqual({})
    expect(complaintsOf(aBulkTicket(Array.from({ length: 23 }, () => ({})))).rows?.[0]).toContain(
      'the other 3',
    )
    expect(
      complaintsOf(
        aBulkTicket([{ clientOrderId: 'a' }, { clientOrderId: 'A' }, { clientOrderId: 'a' }]),
      ),
    ).toEqual({
      'rows.2.clientOrderId': [expect.stringContaining('Row 1')],
    })
  })

  it('names the row and field of every complaint', () => {
    expect(
      Object.keys(
        complaintsOf(
          aBulkTicket([{}, { amount: 'x', price: '', market: 'BTC', clientOrderId: 'no spaces' }]),
        ),
      ).sort(),
    ).toEqual(['rows.1.amount', 'rows.1.clientOrderId', 'rows.1.market', 'rows.1.price'])
  })
})

const plain = {
  price: null,
  positionSide: null,
  stopLoss: null,
  takeProfit: null,
  postOnly: false,
  ioc: false,
  rpi: false,
} as const

describe('a client order id', () => {
  it('ORD-8 is made of 120 random bits, in allowed characters, at most 32 of them', () => {
    const ids = Array.from({ length: 20_000 }, () =>
      newClientOrderId((bytes) => randomBytes(bytes).toString('hex')),
    )
    for (const id of ids) expect(id).toMatch(/^p-[0-9a-f]{30}$/)
    expect(new Set(ids).size).toBe(ids.length)
    expect(() => newClientOrderId(() => '')).toThrow(RangeError)
  })

  it('ORD-8 ORD-9 is compared to the letter', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9._-]{1,32}$/),
        fc.stringMatching(/^[A-Za-z0-9._-]{0,32}$/),
        (sent, echoed) => {
          const draft = { market: 'A_B', side: 'buy', amount: '1', clientOrderId: sent } as const
          expect(
            differences({ ...plain, ...draft }, echoOf(draft, { clientOrderId: echoed })).length ===
              0,
          ).toBe(sent === echoed)
        },
      ),
    )
  })

  it.each([
    [{ market: 'ETH_USDT' }, 'market'],
    [{ side: 'sell' }, 'side'],
    [{ amount: '0.011' }, 'amount'],
    [{ amount: 'much' }, 'amount'],
  ])('ORD-9 an echo with %j differs', (some, word) => {
    const draft = { market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'p-1' } as const
    expect(worded(differences({ ...plain, ...draft }, echoOf(draft, some)))).toEqual([
      expect.stringContaining(word),
    ])
    expect(differences({ ...plain, ...draft }, echoOf(draft, { amount: '0.0100' }))).toEqual([])
  })
})

describe('ORD-21 everything that was sent is compared', () => {
  const sent = { market: 'BTC_USDT', side: 'buy', amount: '0.01', clientOrderId: 'p-1' } as const
  const market = { ...plain, ...sent, stopLoss: '38000', takeProfit: '45000' }
  const oto = { id: '1', stopLoss: '38000.0', takeProfit: '45000' }
  const limit = {
    ...plain,
    market: 'BTC_USDT',
    side: 'sell',
    amount: '0.01',
    clientOrderId: 'p-1',
    price: '41000',
    postOnly: true,
  } as const

  it.each<[string, Partial<Order>, string | null]>([
    ['as it was sent', { oto }, null],
    ['on a margin', { oto, type: 'margin market' }, null],
    ['without its levels', { oto: undefined }, 'Your stop loss is not set: 38000 was sent'],
    [
      'with its stop loss at zero',
      { oto: { ...oto, stopLoss: '0' } },
      'Your stop loss is not set: 38000 was sent',
    ],
    [
      'with another take profit',
      { oto: { ...oto, takeProfit: '54000' } },
      'Your take profit is “54000”',
    ],
    ['as a stop order', { oto, type: 'stop market' }, 'type'],
    ['as a limit order', { oto, type: 'limit' }, 'type'],
  ])('a market order taken %s', (_name, some, words) => {
    const complaints = differences(market, echoOf(sent, some))
    if (words === null) expect(complaints).toEqual([])
    else expect(worded(complaints[0])).toContain(words)
  })

  it.each<[string, Partial<Order>, string | null]>([
    ['as it was sent', { postOnly: true }, null],
    [
      'with a level nobody sent',
      { postOnly: true, oto },
      'set a stop loss at “38000.0”, but none was sent',
    ],
    ['without being post-only', { postOnly: false }, 'It is not post-only, but was sent as such.'],
    ['without a word of it', { postOnly: undefined }, 'It is not post-only, but was sent as such.'],
    ['as immediate-or-cancel', { postOnly: true, ioc: true }, 'It is immediate-or-cancel'],
    ['at another price', { postOnly: true, price: '41001' }, 'price'],
  ])('a limit order taken %s', (_name, some, words) => {
    const complaints = differences(limit, echoOf(limit, { type: 'limit', price: '41000', ...some }))
    if (words === null) expect(complaints).toEqual([])
    else expect(worded(complaints[0])).toContain(words)
  })

  it('a side that says nothing more may be left out', () => {
    expect(
      differences(
        { ...plain, ...sent, positionSide: 'BOTH' },
        echoOf(sent, { positionSide: undefined }),
      ),
    ).toEqual([])
    expect(
      differences(
        { ...plain, ...sent, positionSide: 'LONG' },
        echoOf(sent, { positionSide: undefined }),
      ),
    ).toHaveLength(1)
  })

  it('another position side', () => {
    const hedged = { ...plain, ...sent, positionSide: 'LONG' } as const
    expect(worded(differences(hedged, echoOf(sent, { positionSide: 'SHORT' })))).toEqual([
      expect.stringContaining('position side'),
    ])
  })
})

describe('ORD-13 levels that leave no price between them', () => {
  it('are refused by the position that remains, and not by the side of the order', async () => {
    const refusedFor = async (
      positions: Position[],
      ticket: Parameters<typeof aTicket>[0],
    ): Promise<boolean> => {
      const harness = createOrderHarness()
      await harness.ready()
      harness.conditions.positions = { ...harness.conditions.positions, value: positions }
      const preview = harness.orders.prepare(aTicket(ticket), ourPage)
      return !preview.ok && preview.error.fields?.['stopLoss'] !== undefined
    }
    const short = aPosition({ amount: '-0.05', liquidationPrice: '60000', unrealizedPnl: '-50' })
    expect(
      await refusedFor([aPosition()], { side: 'buy', stopLoss: '100', takeProfit: '100' }),
    ).toBe(true)
    expect(
      await refusedFor([aPosition()], { side: 'buy', stopLoss: '99', takeProfit: '100' }),
    ).toBe(false)
    expect(await refusedFor([short], { side: 'buy', stopLoss: '99', takeProfit: '100' })).toBe(true)
    expect(await refusedFor([short], { side: 'buy', stopLoss: '101', takeProfit: '100' })).toBe(
      false,
    )
  })
})

describe('a preview', () => {
  it('ORD-13 ORD-18 says in words what, in which currencies, to what effect, and for whom', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const preview = harness.orders.prepare(
      aTicket({ side: 'sell', amount: '0.06', stopLoss: '39000', takeProfit: '38000' }),
      ourPage,
    )
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    const { sentences, act, profile, items, warnings, body, bodyHash, totals } = preview.value
    expect(worded(act)).toBe('Sell 0.06 BTC_USDT at market')
    expect(worded(sentences)).toEqual([
      'Sell 0.06 BTC_USDT at market.',
      'It closes your long position of 0.05 BTC and opens a short one of 0.01 BTC.',
      'Stop loss: closes it if the price rises to 39000 USDT.',
      'Take profit: closes it if the price falls to 38000 USDT.',
      'On BTC_USDT, amounts are in BTC and prices in USDT.',
      'A collateral order: it uses this account’s collateral balance and changes its collateral positions.',
      'Notional about 2460 USDT, based on the mark price of your open position, 0 seconds old. The order fills at the market price.',
      'Closing would realize about 50 USDT at the current price, before fees.',
      'Sent for the account “Main account” (Global, key abcd…wxyz).',
    ])
    expect(profile).toMatchObject({
      name: 'Main account',
      region: 'global',
      keyHint: 'abcd…wxyz',
      baseUrl: 'https://exchange.example',
    })
    expect(items).toMatchObject([{ effect: 'flips', stopLoss: '39000' }])
    expect(worded(warnings)).toEqual([
      { field: 'stopLoss', text: expect.stringContaining('39000 is not above 41000') },
    ])
    expect(totals).toMatchObject([{ orders: 1, amount: '0.06', notional: '2460', quote: 'USDT' }])
    expect(
      createHash('sha256')
        .update(JSON.stringify(JSON.parse(body)))
        .digest('hex'),
    ).toBe(bodyHash)
  })

  it('ORD-11 shows totals by market and side, and warns of what the exchange will refuse and of what looks doubled', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const rows = [
      { postOnly: true, ioc: true },
      { amount: '0.002' },
      {},
      { side: 'sell' as const, price: '50000' },
    ]
    const preview = harness.orders.prepare(aBulkTicket(rows, { stopOnFail: true }), ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    expect(worded(preview.value.act)).toBe('Place 4 limit orders on BTC_USDT')
    expect(preview.value.totals).toEqual([
      {
        market: 'BTC_USDT',
        side: 'buy',
        orders: 3,
        amount: '0.004',
        notional: '160',
        quote: 'USDT',
      },
      {
        market: 'BTC_USDT',
        side: 'sell',
        orders: 1,
        amount: '0.001',
        notional: '50',
        quote: 'USDT',
      },
    ])
    expect(preview.value.warnings.map(({ field }) => field)).toEqual([
      'rows.0.ioc',
      'rows.2.amount',
    ])
    expect(preview.value.sentences.map(wordsOf).join(' ')).toContain(
      'The exchange stops at the first that fails.',
    )
  })

  it('ORD-13 ORD-18 says which balance an order is for, and of which account', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const sentencesOf = (ticket: OrderTicket): string => {
      const preview = harness.orders.prepare(ticket, ourPage)
      if (!preview.ok) throw new Error(englishOf(preview.error.message))
      return preview.value.sentences.map(wordsOf).join(' ')
    }
    const spot =
      'According to the public documentation, these are spot orders on the trade balance; they do not touch collateral positions.'
    const whose = 'Sent for the account “Main account” (Global, key abcd…wxyz).'
    const one = sentencesOf(aBulkTicket([{}]))
    expect(one).toContain(spot)
    expect(one).toContain(whose)
    expect(sentencesOf(aBulkTicket())).toContain(spot)
    const market = sentencesOf(aTicket())
    expect(market).toContain('it uses this account’s collateral balance')
    expect(market).not.toContain('spot')
    expect(market).toContain(whose)
    const close = sentencesOf({
      kind: 'close-investment',
      investmentId: 'inv-1234',
      typedTail: '1234',
    })
    expect(close).toContain('returns the funds to the main balance')
    expect(close).toContain(whose)
  })
})

describe('evidence', () => {
  const sentAt = 1_760_000_100
  const at = sentAt + 10
  const before = [aPosition()]
  const intentOf = async (ticket: OrderTicket = aTicket()): Promise<OrderIntent> => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.exchange.answers(() => unknownAnswer())
    const id = await harness.send(ticket)
    await settled()
    const intent = harness.intent(id)
    const timeline = intent.timeline.map((step) =>
      step.what === 'sending' ? { ...step, at: sentAt } : step,
    )
    return {
      ...intent,
      timeline,
      evidence: {
        before: snapshotOf(['BTC_USDT'], before, sentAt - 2),
        after: null,
        verdict: 'unclear',
        text: '',
        problem: null,
      },
    }
  }
  const verdict = async (
    after: Position[],
    ticket: OrderTicket = aTicket(),
    skew: number | null = 0,
    lookedAt = at,
  ): Promise<string> => reconcile(await intentOf(ticket), after, lookedAt, skew).verdict

  it('ORD-7 counts a change of exactly the amount, in the time the order was under way', async () => {
    expect(await verdict([aPosition({ amount: '0.06', modifiedAt: String(sentAt + 0.5) })])).toBe(
      'likely-filled',
    )
    expect(
      await verdict(
        [aPosition({ amount: '0.04', modifiedAt: String(sentAt + 1) })],
        aTicket({ side: 'sell' }),
      ),
    ).toBe('likely-filled')
    expect(
      await verdict([aPosition(), aPosition({ id: '2', market: 'ETH_USDT', amount: '9' })]),
    ).toBe('likely-not-filled')
  })

  it('ORD-7 takes nothing that is merely similar', async () => {
    const time = String(sentAt + 1)
    expect(await verdict([aPosition({ amount: '0.0600000001', modifiedAt: time })])).toBe('unclear')
    expect(await verdict([aPosition({ amount: '0.04', modifiedAt: time })])).toBe('unclear')
    expect(await verdict([aPosition({ amount: null, modifiedAt: time })])).toBe('unclear')
    expect(await verdict([aPosition({ modifiedAt: time })])).toBe('unclear')
    expect(await verdict([])).toBe('unclear')
    // An older change of the same amount, which our picture of before had not seen yet.
    expect(await verdict([aPosition({ amount: '0.06', modifiedAt: String(sentAt - 60) })])).toBe(
      'unclear',
    )
    expect(await verdict([aPosition({ amount: '0.06', modifiedAt: String(at + 60) })])).toBe(
      'unclear',
    )
    // Too early to say that nothing happened.
    expect(await verdict([aPosition()], aTicket(), 0, sentAt + 1)).toBe('unclear')
  })

  it('ORD-7 measures by the exchange’s clock', async () => {
    const after = [aPosition({ amount: '0.06', modifiedAt: String(sentAt + 0.5 - 20) })]
    expect(await verdict(after, aTicket(), 20)).toBe('likely-filled')
    expect(await verdict(after, aTicket(), 0)).toBe('unclear')
  })

  it('ORD-7 counts a hedge by its own side', async () => {
    const intent = await intentOf(aTicket({ positionSide: 'SHORT', side: 'buy' }))
    const was = [
      aPosition({ positionSide: 'SHORT', amount: '0.05' }),
      aPosition({ id: '2', positionSide: 'LONG', amount: '0.05' }),
    ]
    const seen = {
      ...intent,
      evidence: {
        before: snapshotOf(['BTC_USDT'], was, sentAt),
        after: null,
        verdict: 'unclear' as const,
        text: '',
        problem: null,
      },
    }
    const is = [
      aPosition({ positionSide: 'SHORT', amount: '0.04', modifiedAt: String(sentAt + 1) }),
      was[1] as Position,
    ]
    expect(reconcile(seen, is, at, 0).verdict).toBe('likely-filled')
  })

  it('ORD-7 does not call a market unchanged where another side of it changed than the order named', async () => {
    const was = [aPosition({ positionSide: 'LONG' })]
    const intent = await intentOf()
    const evidence = {
      before: snapshotOf(['BTC_USDT'], was, sentAt),
      after: null,
      verdict: 'unclear' as const,
      text: '',
      problem: null,
    }
    const is = [aPosition({ positionSide: 'LONG', amount: '0.06', modifiedAt: String(sentAt + 1) })]
    const { verdict, text } = reconcile({ ...intent, evidence }, is, at, 0)
    expect([verdict, englishOf(text)]).toEqual(['unclear', expect.stringContaining('another side')])
    expect(reconcile({ ...intent, evidence }, was, at, 0).verdict).toBe('likely-not-filled')
  })

  it('says plainly where positions cannot tell', async () => {
    expect(await verdict([aPosition()], aBulkTicket())).toBe('unclear')
    const intent = await intentOf()
    expect(reconcile({ ...intent, evidence: null }, [aPosition()], at, 0).verdict).toBe('unclear')
  })
})

describe('the export', () => {
  const exported = async (some: Partial<OrderIntent>): Promise<OrderIntent> => {
    const harness = createOrderHarness()
    await harness.ready()
    const id = await harness.send(
      aBulkTicket([{ amount: '0.100000000000000001' }, { side: 'sell', price: '41000' }]),
    )
    await settled()
    return { ...harness.intent(id), ...some }
  }

  it('DAT-12 holds every order with exact text and no cell that is a formula', async () => {
    const { text, rows } = asCsv([
      await exported({ profileName: '=HYPERLINK("http://evil")', act: ' @x', keyHint: '\tb' }),
    ])
    expect(rows).toBe(2)
    const [head = '', first = ''] = text.split('\r\n')
    expect(head.startsWith('created_utc,intent,profile')).toBe(true)
    expect(first).toContain('0.100000000000000001')
    expect(first).toContain(`"'=HYPERLINK(""http://evil"")"`)
    expect(first).toContain(`"' @x"`)
    expect(first).toMatch(/^2025-10-09T\d\d:\d\d:\d\d\.\d{3}Z,/)
    for (const cell of first.split(',')) expect(cell).not.toMatch(/^[=+@\t]/)
  })

  it('writes the whole timeline as JSON', async () => {
    const intent = await exported({})
    const back = JSON.parse(asJson([intent]).text) as OrderIntent[]
    const { id, body, nonce, timeline } = intent
    expect(worded(back)).toMatchObject(worded([{ id, body, nonce, timeline }]) as object[])
  })
})
