import { afterEach, describe, expect, test } from 'vitest'
import { effectOf } from '../../../../src/shared/orders/order-effect.js'
import { livePrices } from '../../../../src/shared/markets/live-price.js'
import { noPrices } from '../../../../src/shared/markets/market.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import { aPosition } from '../../../fixtures/portfolio/figures.js'
import { anIntent, anItem, anOrder } from '../../../fixtures/portfolio/trading.js'
import {
  distanceFrom,
  effectLine,
  marketSummary,
  positionModeOf,
  seenPrice,
  type SeenPrice,
  sideHint,
  usualPositionSide,
  type MarketReading,
} from '../../../../src/renderer/orders/market-order.js'
import { readLanguageFrom } from '../../../../src/shared/messages/messages.js'
import {
  blockFor,
  doesNotFit,
  intentWords,
  itemWords,
  mayBeRetried,
  summaryOf,
  worstObstacle,
} from '../../../../src/renderer/orders/order-states.js'
import {
  type IntentItem,
  type ItemState,
  itemStates,
} from '../../../../src/shared/orders/trading.js'

const items = (...states: ItemState[]) => states.map((state) => anItem({ state }))

function order(part: Partial<MarketReading> = {}): MarketReading {
  return {
    market: 'BTC_USDT',
    side: 'buy',
    amount: '0.01',
    positionSide: null,
    stopLoss: null,
    takeProfit: null,
    ...part,
  }
}

function oneWay(amount: string) {
  return [aPosition({ amount, positionSide: 'BOTH', liquidationPrice: null })]
}

describe('the outcome of a bulk request on one line', () => {
  test('shows a mixed result as mixed, and never as good', () => {
    const mixed = items(
      ...Array<ItemState>(7).fill('placed'),
      'rejected',
      'rejected',
      'not-processed',
    )
    expect(summaryOf(mixed)).toEqual({
      text: '7 placed, 2 rejected, 1 not attempted',
      tone: 'caution',
    })
  })
  test.each<[ItemState[], string, string]>([
    [['placed', 'placed'], '2 placed', 'good'],
    [['placed', 'partly'], '1 placed, 1 partly filled', 'good'],
    [['placed', 'unknown'], '1 placed, 1 unknown', 'danger'],
    [['rejected'], '1 rejected', 'caution'],
    [['not-sent', 'not-sent'], '2 not sent', 'caution'],
    [['pending', 'placed'], '1 placed, 1 in progress', 'calm'],
    [['cancelled', 'cancelled', 'cancelled'], '3 cancelled, nothing filled', 'caution'],
    [['placed', 'cancelled'], '1 placed, 1 cancelled unfilled', 'caution'],
    [['cancelled', 'unknown'], '1 cancelled unfilled, 1 unknown', 'danger'],
  ])('%j is %s', (states, text, tone) => {
    expect(summaryOf(items(...states))).toEqual({ text, tone })
  })
  test('never offers an unknown outcome for a retry', () => {
    expect(itemStates.filter((state) => mayBeRetried(anItem({ state })))).toEqual([
      ...(['cancelled', 'rejected', 'not-processed', 'not-sent', 'not-executed'] as const),
    ])
    expect(
      mayBeRetried(anItem({ state: 'cancelled', mismatch: ['The amount is “7”.'] })),
      'it may be another order',
    ).toBe(false)
  })
  test('does not show a partly filled and cancelled order as a plain success', () => {
    const rest = anItem({
      state: 'partly',
      order: anOrder({ status: 'CANCELED_TAKER_BAND', dealStock: '0.004', left: '0.006' }),
    })
    expect(summaryOf([rest])).toEqual({ text: '1 partly filled, rest cancelled', tone: 'caution' })
    expect(itemWords(rest)).toEqual({ text: 'Partly filled, rest cancelled', tone: 'caution' })
    expect(itemWords(anItem({ state: 'partly' }))).toEqual({ text: 'Partly filled', tone: 'good' })
    const resting = anItem({ state: 'partly', order: anOrder({ status: 'PARTIALLY_FILLED' }) })
    expect(summaryOf([rest, resting]).text).toBe(
      '1 partly filled, 1 partly filled with the rest cancelled',
    )
  })
  test('ORD-27 shows what happened to resting orders, and offers none of them for a retry', () => {
    const order = { price: '40000', status: 'FILLED', amount: '0.01' }
    const whole = anItem({
      ...{ state: 'placed', price: '40000' },
      order: anOrder({ ...order, dealStock: '0.01', left: '0' }),
    })
    const gone = anItem({
      ...{ state: 'placed', price: '40000' },
      order: anOrder({ ...order, status: 'CANCELED', dealStock: '0', left: '0.01' }),
    })
    const earlier = { firstId: '1', dealStock: '0.002', dealMoney: '80' }
    const rest = anItem({ ...gone, state: 'partly', earlier })
    const lost = anItem({ ...gone, state: 'not-open', order: anOrder({ status: 'NEW' }) })
    const all = [whole, gone, rest, lost]
    expect(all.map((item) => itemWords(item).text)).toEqual([
      'Filled',
      'Cancelled, nothing filled',
      'Partly filled, rest cancelled',
      'No longer open',
    ])
    expect(summaryOf(all).text).toBe(
      '1 filled, 1 partly filled with the rest cancelled, 1 cancelled unfilled, 1 no longer open',
    )
    expect(summaryOf([whole, whole])).toEqual({ text: '2 filled', tone: 'good' })
    expect(all.some(mayBeRetried)).toBe(false)
    expect(all.map((item) => intentWords({ state: 'acknowledged', items: [item] }).text)).toEqual(
      all.map((item) => itemWords(item).text),
    )
  })
  test('counts what a user resolved by what could be seen of it, row by row', () => {
    const resting = anItem({ state: 'resolved-filled', price: '40000', ioc: false })
    const atOnce = anItem({ state: 'resolved-filled', price: '40000', ioc: true })
    const not = anItem({ state: 'resolved-not-filled', price: '40000', ioc: false })
    expect(summaryOf([resting, atOnce, not, resting]).text).toBe(
      '1 resolved as filled, 2 resolved as placed, 1 resolved as not placed',
    )
  })
  test('ORD-9 counts mismatches, which make the complete result dangerous however much was placed', () => {
    const wrong: IntentItem[] = [
      anItem(),
      anItem({ mismatch: ['The amount is “7”.'] }),
      anItem({ state: 'partly' }),
    ]
    expect(summaryOf(wrong)).toEqual({
      text: '2 placed, 1 partly filled, 1 mismatch',
      tone: 'danger',
    })
    expect(summaryOf([...wrong, anItem({ mismatch: ['a', 'b'] })]).text).toBe(
      '3 placed, 1 partly filled, 2 mismatches',
    )
  })
  test('describes a request by the outcome of its orders, not only by the answer', () => {
    const cancelled = anItem({
      state: 'cancelled',
      order: anOrder({ status: 'CANCELLED', dealStock: '0' }),
    })
    expect(intentWords(anIntent({ items: [cancelled] }))).toEqual({
      text: 'Cancelled, nothing filled',
      tone: 'caution',
    })
    expect(intentWords(anIntent({ items: [anItem({ mismatch: ['x'] })] }))).toEqual({
      text: 'Mismatch',
      tone: 'danger',
    })
    expect(intentWords(anIntent())).toEqual({ text: 'Filled', tone: 'good' })
    expect(intentWords(anIntent({ kind: 'close-investment', items: [] }))).toEqual({
      text: 'Accepted',
      tone: 'good',
    })
    const rest = anItem({
      state: 'partly',
      order: anOrder({ status: 'CANCELLED', dealStock: '0.004' }),
    })
    expect(intentWords(anIntent({ items: [rest] }))).toEqual({
      text: 'Partly filled, rest cancelled',
      tone: 'caution',
    })
    expect(
      intentWords(anIntent({ state: 'rejected', items: [anItem({ state: 'rejected' })] })).text,
    ).toBe('Rejected')
  })
})

describe('UX-64 in Ukrainian', () => {
  afterEach(() => readLanguageFrom(() => 'en'))
  test('counts a mixed result without a possibly wrong plural, and mismatches with the right one', () => {
    readLanguageFrom(() => 'uk')
    const wrong = Array.from({ length: 5 }, () => anItem({ mismatch: ['The amount is “7”.'] }))
    expect(summaryOf([...items('rejected', 'not-processed'), ...wrong]).text).toBe(
      'розміщено: 5, відхилено: 1, не опрацьовано: 1, 5 розбіжностей',
    )
    expect(doesNotFit.text).toBe('Розбіжність')
  })
})

describe('the order ticket as text', () => {
  const long = [
    aPosition({
      amount: '0.25',
      positionSide: 'BOTH',
      entryPrice: '91000',
      unrealizedPnl: '62.6',
      liquidationPrice: null,
    }),
  ]
  const seenIn = (positions: Position[]): SeenPrice | null =>
    seenPrice(livePrices('BTC_USDT', { value: positions, asOf: 1 }, noPrices, 1)[0] ?? null)
  const price = seenIn(long)
  const summary = (typed: MarketReading, positions: Position[], seen: SeenPrice | null): string[] =>
    marketSummary(typed, effectOf(typed, positions), seen)

  test('ORD-13 names the position it meets, both currencies, both levels, and its worth at the mark price that the position implies', () => {
    expect(price).toEqual({
      mark: '91250.4',
      words: 'the mark price of your open position',
      from: 'mark',
    })
    const summarized = summary(order({ stopLoss: '84000', takeProfit: '99000' }), long, price).join(
      ' ',
    )
    expect(summarized).toContain('Buy 0.01 BTC at market on BTC_USDT')
    expect(summarized).toContain('increases your long position from 0.25 to 0.26 BTC')
    expect(summarized).toContain('falls to 84000 USDT')
    expect(summarized).toContain('rises to 99000 USDT')
    expect(summarized).toContain('Notional about 912.504 USDT at 91250.4')
    expect(summary(order({ side: 'sell', stopLoss: '1' }), [], null).join(' ')).toContain(
      'rises to 1 USDT',
    )
    expect(summary(order(), [], null).join(' ')).toContain('unknown until the fill')
    expect(marketSummary(order(), null, null).join(' ')).toContain(
      'no positions have been read yet',
    )
  })

  test('estimates have six significant digits', () => {
    const odd = [
      aPosition({
        amount: '0.7',
        positionSide: 'BOTH',
        entryPrice: '30000',
        unrealizedPnl: '159.0316',
        liquidationPrice: null,
      }),
    ]
    const summarized = summary(order(), odd, seenIn(odd)).join(' ')
    expect(summarized).toContain('Notional about 302.272 USDT at 30227.2, the mark price')
  })

  test('describes the effect on the position on one line', () => {
    const line = (typed: Partial<MarketReading>, positions: Position[]): string =>
      effectLine(order(typed), effectOf(order(typed), positions))
    expect(line({}, [])).toBe('Opens long 0.01 BTC')
    expect(line({}, long)).toBe('Increases long 0.25 → 0.26 BTC')
    expect(line({ side: 'sell' }, long)).toBe('Reduces long 0.25 → 0.24 BTC')
    expect(line({ side: 'sell', amount: '0.25' }, long)).toBe('Closes your position of 0.25 BTC')
    expect(line({ side: 'sell', amount: '0.3' }, long)).toBe('Reverses to short 0.05 BTC')
    expect(line({}, [...long, ...long])).toBe('Effect on your position unknown')
  })

  test('measures levels from the mark price, truncated and never rounded up', () => {
    const mark = (at: string) => ({ mark: at, from: 'last' as const })
    expect(distanceFrom('93.39', mark('100'))).toBe('6.6\u00a0% below the last price')
    expect(distanceFrom('200', mark('100'))).toBe('100.0\u00a0% above the last price')
    expect(distanceFrom('100.0', mark('100'))).toBe('at the last price')
    expect(distanceFrom('1', null)).toBeNull()
    expect(distanceFrom('1', mark('0'))).toBeNull()
  })
})

describe('the position side', () => {
  test('is only requested if a position of the account has one', () => {
    expect(positionModeOf(null)).toBe('not-known')
    expect(positionModeOf([])).toBe('not-known')
    expect(positionModeOf(oneWay('1'))).toBe('one-way')
    expect(positionModeOf([...oneWay('1'), aPosition({ positionSide: 'SHORT' })])).toBe('hedge')
  })
  test('comes from the one open side of the market, or else from the side of the order, and says why', () => {
    const long = [aPosition({ positionSide: 'LONG' })]
    expect(usualPositionSide(long, 'BTC_USDT', 'sell')).toMatchObject({
      positionSide: 'LONG',
      why: expect.stringContaining('your open BTC_USDT position') as string,
    })
    expect(usualPositionSide(long, 'ETH_USDT', 'sell').positionSide).toBe('SHORT')
    expect(
      usualPositionSide([...long, aPosition({ positionSide: 'SHORT' })], 'BTC_USDT', 'buy')
        .positionSide,
    ).toBe('LONG')
  })
})

describe('the effect of a side before an amount is typed', () => {
  const hints = (positions: Position[] | null, positionSide: 'LONG' | 'SHORT' | null = null) => [
    sideHint('buy', positionSide, positions),
    sideHint('sell', positionSide, positions),
  ]
  test('a sell with an open long closes or reduces it, a buy with an open short closes or reduces it', () => {
    expect(hints(oneWay('0.5'))).toEqual(['increases long', 'closes or reduces long'])
    expect(hints(oneWay('-0.5'))).toEqual(['closes or reduces short', 'increases short'])
    expect(hints([])).toEqual(['opens long', 'opens short'])
  })
  test('in hedge mode the position side decides, whatever is open', () => {
    expect(hints([], 'LONG')).toEqual(['opens or increases long', 'closes or reduces long'])
    expect(hints(oneWay('1'), 'SHORT')).toEqual([
      'closes or reduces short',
      'opens or increases short',
    ])
  })
  test('promises nothing if positions are unknown or their direction is unclear', () => {
    const either = ['opens long or reduces short', 'opens short or reduces long']
    expect(hints(null)).toEqual(either)
    expect(hints([aPosition({ positionSide: 'BOTH', amount: null })])).toEqual(either)
  })
})

describe('the reason why nothing can be sent', () => {
  test('ORD-15 is the worst of several on the button, whatever their order', () => {
    const obstacle = worstObstacle([
      { code: 'not-armed', message: 'a' },
      { code: 'offline', message: 'b' },
      { code: 'journal', message: 'c' },
    ])
    expect(obstacle?.code).toBe('journal')
    expect(worstObstacle([])).toBeNull()
  })
  test('ORD-5 blocks its market, and in hedge mode its side only', () => {
    const block = {
      market: 'BTC_USDT',
      positionSide: 'LONG',
      intentId: 'i',
      since: 1,
      because: 'unknown',
    } as const
    expect(blockFor([block], 'BTC_USDT', 'LONG')).toBe(block)
    expect(blockFor([block], 'BTC_USDT', null)).toBe(block)
    expect(blockFor([block], 'BTC_USDT', 'SHORT')).toBeNull()
    expect(blockFor([block], 'ETH_USDT', 'LONG')).toBeNull()
    expect(blockFor([{ ...block, positionSide: null }], 'BTC_USDT', 'SHORT')).not.toBeNull()
  })
})
