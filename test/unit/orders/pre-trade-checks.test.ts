// What keeps an order from being sent. Of figures, a market order needs fresh positions, the others
// what the key may see of the account at all.
import { describe, expect, it } from 'vitest'
import { obstaclesOf } from '../../../src/main/orders/pre-trade-checks.js'
import type { TradingConditions } from '../../../src/main/orders/trading-state.js'
import { type OrderKind, orderKinds } from '../../../src/shared/orders/order-ticket.js'
import type { ProblemCode } from '../../../src/shared/problem.js'
import { obstaclesFor } from '../../../src/shared/orders/trading.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import {
  aStop,
  aTicket,
  createOrderHarness,
  type OrderHarness,
  ourPage,
  ticketOfKind,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'

const problem = { code: 'store-trouble', message: 'Full.' } as const
const obstacles: [string, string, (conditions: TradingConditions) => void][] = [
  [
    'the journal cannot be written',
    'journal',
    (conditions) => (conditions.journal = { ...conditions.journal, problem }),
  ],
  [
    'the data can only be read',
    'journal',
    (conditions) => (conditions.journal = { ...conditions.journal, readOnly: true }),
  ],
  [
    'the data was restored',
    'data-restored',
    (conditions) => (conditions.journal = { ...conditions.journal, restored: true }),
  ],
  ['the key is not accepted yet', 'key', (conditions) => (conditions.keyState = 'unknown')],
  ['the key is refused', 'key', (conditions) => (conditions.keyState = 'rejected')],
  ['the keychain is locked', 'key', (conditions) => (conditions.keyState = 'locked-or-missing')],
  ['Plimsoll is locked', 'locked', (conditions) => (conditions.locked = true)],
  [
    'the clock is not known',
    'clock',
    (conditions) => (conditions.connection = { state: 'online', clockSkew: null }),
  ],
  [
    'the clock is ahead',
    'clock',
    (conditions) => (conditions.connection = { state: 'online', clockSkew: 31 }),
  ],
  [
    'the clock is behind',
    'clock',
    (conditions) => (conditions.connection = { state: 'online', clockSkew: -31 }),
  ],
  [
    'the connection was not checked yet',
    'offline',
    (conditions) => (conditions.connection = { ...conditions.connection, state: 'checking' }),
  ],
  [
    'the exchange is away',
    'offline',
    (conditions) => (conditions.connection = { ...conditions.connection, state: 'offline' }),
  ],
  [
    'positions were never seen',
    'stale',
    (conditions) => (conditions.positions = { ...conditions.positions, asOf: null, value: null }),
  ],
  [
    'positions are only remembered',
    'stale',
    (conditions) => (conditions.positions = { ...conditions.positions, source: 'cache' }),
  ],
  [
    'positions are not polled',
    'stale',
    (conditions) => (conditions.positions = { ...conditions.positions, every: null }),
  ],
  [
    'positions are older than three polls',
    'stale',
    (conditions) =>
      (conditions.positions = {
        ...conditions.positions,
        every: 5,
        asOf: (conditions.positions.asOf ?? 0) - 16,
      }),
  ],
]

describe('nothing is sent while', () => {
  it.each(obstacles)('ORD-15 %s', async (_name, code, happens) => {
    const harness = createOrderHarness()
    await harness.ready()
    const preview = harness.orders.prepare(aTicket(), ourPage)
    happens(harness.conditions)
    harness.orders.refresh()
    expect(harness.views.at(-1)?.obstacles.map((obstacle) => obstacle.code)).toEqual([code])
    expect(harness.orders.prepare(aTicket(), ourPage)).toMatchObject({
      ok: false,
      error: { code: 'trading-off', reason: code },
    })
    const confirmed = await harness.orders.confirm(preview.ok ? preview.value.token : '', ourPage)
    expect(confirmed).toMatchObject({ ok: false, error: { code: 'trading-off', reason: code } })
    await settled()
    expect(harness.exchange.sent).toEqual([])
  })

  it('ORD-15 the record of earlier orders cannot be read', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const { repositories } = harness.database
    harness.open(
      {},
      {
        ...repositories,
        orders: { ...repositories.orders, open: () => ({ ok: false, error: problem }) },
      },
    )
    expect(harness.view().obstacles.map(({ code }) => code)).toContain('journal')
  })

  it('every obstacle is named, the worst first', () => {
    const harness = createOrderHarness()
    for (const [, , happens] of obstacles) happens(harness.conditions)
    const inputs = {
      ...harness.conditions,
      readOnly: true,
      armed: false,
      connected: false,
      demo: false,
    }
    const all = obstaclesOf(inputs, harness.time.clock())
    expect(all.map(({ code }) => code)).toEqual([
      'journal',
      'data-restored',
      'key',
      'locked',
      'clock',
      'offline',
      'stale',
      'read-only',
      'not-armed',
    ])
  })
})

function refusedPositions(code: ProblemCode) {
  return (conditions: TradingConditions): void => {
    conditions.positions = {
      value: null,
      asOf: null,
      source: 'none',
      every: null,
      problem: { code, message: 'Refused.' },
    }
  }
}

function balanceGone(code: ProblemCode | null) {
  return (conditions: TradingConditions): void => {
    const problem = code === null ? null : { code, message: 'Refused.' }
    conditions.balance = { asOf: null, source: 'none', every: code === null ? 15 : null, problem }
  }
}

const old = { source: 'live', every: 15, asOf: 1 } as const

function oldPositions(conditions: TradingConditions): void {
  void (conditions.positions = { ...conditions.positions, ...old })
}

function oldBalance(conditions: TradingConditions): void {
  void (conditions.balance = { ...conditions.balance, ...old })
}

function all(...happen: ((conditions: TradingConditions) => void)[]) {
  return (conditions: TradingConditions): void => happen.forEach((happens) => happens(conditions))
}

/** The reason of the refusal and a word of it; null where it goes through. */
type Outcome = [code: string, words: RegExp] | null

/**
 * What changes positions, and what needs only that something fresh is known; cancelling needs
 * neither.
 */
function outcomes(ofPositions: Outcome, others: Outcome): Record<OrderKind, Outcome> {
  return {
    market: ofPositions,
    'collateral-limit': ofPositions,
    'close-position': ofPositions,
    'set-level': ofPositions,
    'remove-level': ofPositions,
    bulk: others,
    'close-investment': others,
    transfer: others,
    cancel: null,
    'cancel-all': null,
  }
}

const alike = (outcome: Outcome): Record<OrderKind, Outcome> => outcomes(outcome, outcome)
const none: Outcome = ['stale', /positions have not been read/]
const tooOld: Outcome = ['stale', /positions are out of date/]

const matrix: [string, (conditions: TradingConditions) => void, Record<OrderKind, Outcome>][] = [
  [
    'the key may not see positions',
    refusedPositions('no-permission'),
    outcomes(['no-positions', /key cannot read positions/], null),
  ],
  [
    'the region has no collateral',
    refusedPositions('region-unavailable'),
    outcomes(['no-positions', /Collateral trading is not available/], null),
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
    outcomes(['no-positions', /key cannot read positions/], null),
  ],
  [
    'the key may not see positions and the balance was not read yet',
    all(refusedPositions('no-permission'), balanceGone(null)),
    outcomes(['no-positions', /key cannot read positions/], ['stale', /balance has not been read/]),
  ],
  [
    'the key may not see positions and the balance is old',
    all(refusedPositions('no-permission'), oldBalance),
    outcomes(['no-positions', /key cannot read positions/], ['stale', /balance is out of date/]),
  ],
  [
    'the key may see neither positions nor the balance',
    all(refusedPositions('no-permission'), balanceGone('no-permission')),
    outcomes(
      ['no-positions', /key cannot read positions/],
      ['stale', /neither positions nor the balance/],
    ),
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

describe.each(orderKinds)('%s', (kind) => {
  it.each(matrix)('ORD-15 while %s', async (_name, happens, expectedOf) => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.conditions.openOrders.value?.push(aStop())
    const early = harness.orders.prepare(ticketOfKind[kind], ourPage)
    happens(harness.conditions)
    const expected = expectedOf[kind]
    const shown = obstaclesFor(harness.view().obstacles, kind)
    expect(shown).toEqual(expected === null ? [] : [expect.objectContaining({ code: expected[0] })])
    const confirmed = await harness.orders.confirm(early.ok ? early.value.token : '', ourPage)
    const again = harness.orders.prepare(ticketOfKind[kind], ourPage)
    await settled()
    if (expected === null) {
      expect(confirmed).toMatchObject({ ok: true })
      expect(harness.exchange.sent).toHaveLength(1)
      return
    }
    const [code, words] = expected
    for (const answer of [confirmed, again]) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'trading-off', reason: code } })
      expect(answer.ok ? '' : englishOf(answer.error.message)).toMatch(words)
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

describe('ORD-15 anything that blocks an order is shown within a second', () => {
  const ready = async (): Promise<OrderHarness> => {
    const harness = createOrderHarness()
    await harness.ready()
    harness.orders.refresh()
    harness.views.length = 0
    harness.orders.refresh()
    expect(harness.views, 'nothing has changed').toEqual([])
    return harness
  }

  it.each(matrix)('while %s', async (_name, happens) => {
    const harness = await ready()
    happens(harness.conditions)
    const { obstacles: now } = harness.view()
    harness.orders.refresh()
    harness.orders.refresh()
    expect(harness.views.map((view) => view.obstacles)).toEqual(now.length === 0 ? [] : [now])
  })

  it('the connection', async () => {
    const harness = await ready()
    harness.setClient(null)
    harness.orders.refresh()
    expect(harness.views.at(-1)?.obstacles.map(({ code }) => code)).toEqual(['key'])
  })

  it('age', async () => {
    const harness = await ready()
    harness.time.setClock(3 * 1_000_000 + 1)
    await harness.orders.arm()
    harness.orders.refresh()
    expect(harness.views.at(-1)?.obstacles.map(({ code }) => code)).toContain('stale')
  })
})
