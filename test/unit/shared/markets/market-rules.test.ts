import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Market } from '../../../../src/shared/markets/market.js'
import {
  brokenRules,
  isOfKind,
  isTradable,
  type MarketRule,
  type RuledOrder,
  toAmountStep,
} from '../../../../src/shared/markets/market-rules.js'
import {
  add,
  compare,
  divide,
  multiply,
  subtract,
  wholeTimes,
} from '../../../../src/shared/money.js'
import { aMarket } from '../../../fixtures/portfolio/market.js'
import { worded, wordsOf } from '../../../support/worded.js'

const now = 1_760_000_000
const day = 86_400

const btc: Partial<Market> = {
  amountStep: '0.000001',
  priceStep: '0.01',
  minAmount: '0.0001',
  minNotional: '5.05',
  maxNotional: '1000000',
}

function limit(part: Partial<RuledOrder> = {}): RuledOrder {
  return {
    market: 'BTC_USDT',
    amount: '0.01',
    price: '60000',
    stopLoss: null,
    takeProfit: null,
    onCollateral: false,
    ...part,
  }
}

function atMarket(part: Partial<RuledOrder> = {}): RuledOrder {
  return limit({ price: null, onCollateral: true, ...part })
}

type Around = { market?: Partial<Market>; age?: number; price?: string | null; reduces?: boolean }

function broken(
  order: RuledOrder,
  { market = {}, age = 3600, price = null, reduces = false }: Around = {},
) {
  return brokenRules(
    order,
    { value: [aMarket('BTC_USDT', { ...btc, ...market }), aMarket('BTC_PERP')], asOf: now - age },
    { price, reduces, now },
  )
}

describe('the market rules for an order', () => {
  it('do not apply without a list', () => {
    expect(
      brokenRules(
        limit({ market: 'NO_SUCH' }),
        { value: null, asOf: null },
        { price: null, reduces: false, now },
      ),
    ).toEqual([])
  })

  it.each<[name: string, MarketRule, RuledOrder, Around, words: string]>([
    [
      'an amount between two steps',
      'amount-step',
      limit({ amount: '0.0100005' }),
      {},
      'step, 0.000001 BTC. Nearest: 0.01 or 0.010001.',
    ],
    [
      'a price between two steps',
      'price-step',
      limit({ price: '60000.005' }),
      {},
      'Nearest: 60000 or 60000.01.',
    ],
    [
      'a stop loss between two steps',
      'price-step',
      atMarket({ stopLoss: '59000.001' }),
      {},
      'Stop loss 59000.001 is not a multiple',
    ],
    [
      'too little',
      'min-amount',
      limit({ amount: '0.00009' }),
      {},
      'below the minimum of 0.0001 BTC',
    ],
    [
      'for too little',
      'min-notional',
      limit({ amount: '0.001', price: '5000' }),
      {},
      'Notional 5 USDT is below the minimum of 5.05 USDT.',
    ],
    [
      'for too much',
      'max-notional',
      limit({ amount: '20' }),
      {},
      'Notional 1200000 USDT is above the maximum of 1000000 USDT.',
    ],
    [
      'in a market that is closed',
      'open',
      limit(),
      { market: { isOpen: false } },
      'BTC_USDT is closed for trading.',
    ],
    [
      'in one that is gone',
      'delisting',
      limit(),
      { market: { delistedAt: now - day } },
      'was delisted on 2025-10-08 08:53 UTC.',
    ],
  ])('refuse %s, with the name of the rule', (_name, rule, order, around, words) => {
    const found = broken(order, around)
    expect(worded(found)).toEqual([
      { rule, field: expect.any(String), refused: true, text: expect.stringContaining(words) },
    ])
    const old = broken(order, { ...around, age: 2 * day + 1 })
    expect(worded(old), 'a list that is older than two days only warns, and says its age').toEqual([
      {
        ...found[0],
        refused: false,
        text: `${wordsOf(found[0]?.text)} Based on a list of markets that is 2 days old.`,
      },
    ])
    expect(
      broken(order, { ...around, reduces: true }),
      'ORD-23 what takes risk away is never kept back',
    ).toEqual([{ ...found[0], refused: false }])
  })

  it('warn of a market missing from fresh lists only', () => {
    const order = limit({ market: 'PEPE_USDT' })
    const text =
      'PEPE_USDT is not in the exchange’s list of open markets. It may be misspelled, closed or delisted.'
    expect(worded(broken(order))).toEqual([
      { rule: 'listed', field: 'market', text, refused: false },
    ])
    expect(broken(order, { age: 3 * day }), 'it may have been listed since').toEqual([])
    const unreadable = [{ place: 1, id: null, name: null, field: '', why: '' }]
    expect(
      brokenRules(
        order,
        { value: [], asOf: now, unreadable },
        { price: null, reduces: false, now },
      ),
      'it may be that one',
    ).toEqual([])
  })

  it('warn of an upcoming delisting, and of a market for other orders', () => {
    expect(worded(broken(limit(), { market: { delistedAt: now + day } }))).toEqual([
      {
        rule: 'delisting',
        field: 'market',
        text: 'BTC_USDT will be delisted on 2025-10-10 08:53 UTC.',
        refused: false,
      },
    ])
    expect(broken(atMarket(), { market: { isCollateral: false } })).toMatchObject([
      { rule: 'kind', refused: false },
    ])
    expect(broken(limit({ market: 'BTC_PERP', amount: '1' }))).toMatchObject([
      { rule: 'kind', refused: false },
    ])
    expect(broken(limit(), { market: { delistedAt: 0 } }), 'no time is no delisting').toEqual([])
    expect([isOfKind(aMarket('BTC_PERP'), true), isOfKind(aMarket('BTC_PERP'), false)]).toEqual([
      true,
      false,
    ])
    expect([
      isTradable(aMarket('A_B', { delistedAt: now }), now),
      isTradable(aMarket('A_B', { delistedAt: now + 1 }), now),
    ]).toEqual([false, true])
  })

  it('estimate a market order by the current price, and only warn near a limit', () => {
    expect(broken(atMarket({ amount: '0.0001' }))).toEqual([])
    expect(worded(broken(atMarket({ amount: '0.0001' }), { price: '50499.99' }))).toEqual([
      {
        rule: 'min-notional',
        field: 'amount',
        text: 'Notional about 5.049999 USDT is below the minimum of 5.05 USDT.',
        refused: false,
      },
    ])
    expect(broken(atMarket({ amount: '0.0001' }), { price: '50500' })).toEqual([])
    expect(
      broken(atMarket({ amount: '1' }), { price: '0.000000001' }),
      'the amount is wrong, or the price is',
    ).toMatchObject([{ rule: 'min-notional', refused: true }])
    expect(broken(atMarket({ amount: '15' }), { price: '80000' })).toMatchObject([
      { rule: 'max-notional', refused: false },
    ])
    expect(broken(atMarket({ amount: '30' }), { price: '80000' })).toMatchObject([
      { rule: 'max-notional', refused: true },
    ])
  })

  it('check incomplete input', () => {
    expect(broken(limit({ amount: null, price: null }))).toEqual([])
    expect(broken(limit({ amount: null, price: '1.001' }))).toMatchObject([{ rule: 'price-step' }])
  })
})

const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, places]) => divide(digits.toString(), `1${'0'.repeat(places)}`, places))
const step = fc.oneof(
  decimal,
  fc.constantFrom('1', '5', '0.1', '0.25', '0.003', '0.00000001', '10', '1000').map((text) => text),
)
const bound = fc.oneof(fc.constant('0'), decimal)

function isMultiple(a: string, of: string): boolean {
  return compare(multiply(wholeTimes(a, of), of), a) === 0
}

describe('for any decimals', () => {
  const anyMarket = fc.record({
    amountStep: step,
    priceStep: step,
    minAmount: bound,
    minNotional: bound,
    maxNotional: fc.option(decimal),
  })
  /** Values near the limits, so that both sides of each are tested. */
  const nearStep = (of: fc.Arbitrary<string>) =>
    fc
      .tuple(
        of,
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.constantFrom('0', '0.000000001', '-0.000000001'),
      )
      .map(([one, times, off]) => add(multiply(one, times.toString()), off))
      .filter((value) => compare(value, '0') > 0)

  it('accepted values are exactly multiples of the steps and within the limits; refused ones are not', () => {
    fc.assert(
      fc.property(
        anyMarket.chain((market) =>
          fc.tuple(
            fc.constant(market),
            nearStep(fc.constant(market.amountStep)),
            nearStep(fc.constant(market.priceStep)),
          ),
        ),
        ([market, amount, price]) => {
          const refused = broken(limit({ amount, price }), { market }).filter((one) => one.refused)
          const { amountStep, priceStep, minAmount, minNotional, maxNotional } = market
          const notional = multiply(amount, price)
          const keeps =
            isMultiple(amount, amountStep) &&
            isMultiple(price, priceStep) &&
            compare(amount, minAmount) >= 0 &&
            compare(notional, minNotional) >= 0 &&
            (maxNotional === null || compare(notional, maxNotional) <= 0)
          expect(refused.length === 0).toBe(keeps)
        },
      ),
    )
  })

  it('an amount is rounded down to the step, by less than one step', () => {
    fc.assert(
      fc.property(decimal, step, (amount, amountStep) => {
        const sent = toAmountStep(amount, { amountStep })
        expect(isMultiple(sent, amountStep)).toBe(true)
        expect(compare(sent, amount)).toBeLessThanOrEqual(0)
        expect(compare(subtract(amount, sent), amountStep)).toBe(-1)
      }),
    )
    expect(toAmountStep('1.23456', { amountStep: null })).toBe('1.23456')
    expect(toAmountStep('1.23456', null)).toBe('1.23456')
  })
})
