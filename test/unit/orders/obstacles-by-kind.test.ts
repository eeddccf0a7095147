// Which figures an order needs fresh: a market order its positions, the others what the key may see of the account at all.
import { describe, expect, it } from 'vitest'
import type { TradingConditions } from '../../../src/main/orders/orders-ports.js'
import type { OrderKind, OrderTicket } from '../../../src/shared/domain/order-ticket.js'
import type { ProblemCode } from '../../../src/shared/domain/problem.js'
import { obstaclesFor } from '../../../src/shared/domain/trading.js'
import { aBulkTicket, aTicket, createOrderHarness, ourPage } from '../../support/order-harness.js'
import { settled } from '../../support/virtual-time.js'

const tickets: Record<OrderKind, OrderTicket> = {
  market: aTicket(),
  bulk: aBulkTicket(),
  'close-investment': { kind: 'close-investment', investmentId: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5', typedTail: 'dcd5' },
}

const refusedPositions =
  (code: ProblemCode) =>
  (conditions: TradingConditions): void => {
    conditions.positions = { value: null, asOf: null, source: 'none', every: null, problem: { code, message: 'Refused.' } }
  }
const balanceGone =
  (code: ProblemCode | null) =>
  (conditions: TradingConditions): void => {
    const problem = code === null ? null : { code, message: 'Refused.' }
    conditions.balance = { asOf: null, source: 'none', every: code === null ? 15 : null, problem }
  }
const old = { source: 'live', every: 15, asOf: 1 } as const
const oldPositions = (conditions: TradingConditions): void => void (conditions.positions = { ...conditions.positions, ...old })
const oldBalance = (conditions: TradingConditions): void => void (conditions.balance = { ...conditions.balance, ...old })
const all =
  (...happen: ((conditions: TradingConditions) => void)[]) =>
  (conditions: TradingConditions): void =>
    happen.forEach((happens) => happens(conditions))

/** The reason of the refusal and a word of it; null where it goes through. */
type Outcome = [code: string, words: RegExp] | null
const alike = (outcome: Outcome): Record<OrderKind, Outcome> => ({ market: outcome, bulk: outcome, 'close-investment': outcome })
const none: Outcome = ['stale', /positions have not been read/]
const tooOld: Outcome = ['stale', /positions are too old/]

const matrix: [string, (conditions: TradingConditions) => void, Record<OrderKind, Outcome>][] = [
  [
    'the key may not see positions',
    refusedPositions('no-permission'),
    { market: ['no-positions', /key may not read positions/], bulk: null, 'close-investment': null },
  ],
  [
    'the region has no collateral',
    refusedPositions('region-unavailable'),
    { market: ['no-positions', /offers no collateral trading/], bulk: null, 'close-investment': null },
  ],
  [
    'the key lost its positions, of which old ones are remembered',
    (conditions) =>
      (conditions.positions = {
        ...conditions.positions,
        source: 'cache',
        every: null,
        problem: { code: 'no-permission', message: 'No.' },
      }),
    { market: ['no-positions', /key may not read positions/], bulk: null, 'close-investment': null },
  ],
  [
    'the key may not see positions and the balance was not read yet',
    all(refusedPositions('no-permission'), balanceGone(null)),
    {
      market: ['no-positions', /key may not read positions/],
      bulk: ['stale', /balance has not been read/],
      'close-investment': ['stale', /balance has not been read/],
    },
  ],
  [
    'the key may not see positions and the balance is old',
    all(refusedPositions('no-permission'), oldBalance),
    {
      market: ['no-positions', /key may not read positions/],
      bulk: ['stale', /your balance are too old/],
      'close-investment': ['stale', /your balance are too old/],
    },
  ],
  [
    'the key may see neither positions nor the balance',
    all(refusedPositions('no-permission'), balanceGone('no-permission')),
    {
      market: ['no-positions', /key may not read positions/],
      bulk: ['stale', /neither positions nor the balance/],
      'close-investment': ['stale', /neither positions nor the balance/],
    },
  ],
  [
    'positions were not read yet',
    (conditions) => (conditions.positions = { ...conditions.positions, value: null, asOf: null }),
    alike(none),
  ],
  ['positions failed to come', refusedPositions('timeout'), alike(none)],
  ['positions are old, the balance fresh', oldPositions, alike(tooOld)],
  ['only the balance is old', oldBalance, alike(null)],
]

describe.each(Object.keys(tickets) as OrderKind[])('%s', (kind) => {
  it.each(matrix)('ORD-15 while %s', async (_name, happens, outcomes) => {
    const harness = createOrderHarness()
    await harness.ready()
    const early = harness.orders.prepare(tickets[kind], ourPage)
    happens(harness.conditions)
    const expected = outcomes[kind]
    const shown = obstaclesFor(harness.view().obstacles, kind)
    expect(shown).toEqual(expected === null ? [] : [expect.objectContaining({ code: expected[0] })])
    const confirmed = await harness.orders.confirm(early.ok ? early.value.token : '', ourPage)
    const again = harness.orders.prepare(tickets[kind], ourPage)
    await settled()
    if (expected === null) {
      expect(confirmed).toMatchObject({ ok: true })
      expect(harness.exchange.sent).toHaveLength(1)
      return
    }
    const [code, words] = expected
    for (const answer of [confirmed, again]) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'trading-off', reason: code, message: expect.stringMatching(words) } })
    }
    expect(harness.exchange.sent).toEqual([])
  })
})

it('ORD-15 what keeps back only some kinds of orders does not stand against arming', async () => {
  const harness = createOrderHarness()
  await harness.ready()
  harness.orders.disarm()
  refusedPositions('no-permission')(harness.conditions)
  expect(await harness.orders.arm()).toMatchObject({ ok: true })
})
