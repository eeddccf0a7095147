import { describe, expect, test } from 'vitest'
import { itemIds, itemRemarks, scopeLevels } from '../../../../src/renderer/orders/order-details.js'
import {
  intentWords,
  itemSide,
  itemWords,
  mayBeRetried,
  summaryOf,
} from '../../../../src/renderer/orders/order-states.js'
import { isSummarized, resultSentence } from '../../../../src/renderer/orders/result-sentences.js'
import { notChecked } from '../../../../src/main/orders/intent-state.js'
import {
  type ItemState,
  itemStates,
  type OrderIntent,
} from '../../../../src/shared/orders/trading.js'
import { messageOf } from '../../../../src/shared/messages/messages.js'
import type { Order, OrderItem } from '../../../../src/shared/orders/order.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import {
  aCancelItem,
  aCloseItem,
  anIntent,
  anItem,
  anOrder,
  cancelIntent,
  closePositionIntent,
} from '../../../fixtures/portfolio/trading.js'

const said = (intent: OrderIntent): string => resultSentence(intent, now)

function answered(ago: number): OrderIntent['timeline'] {
  return [{ at: now - ago, what: 'answered', text: '', details: {} }]
}

const settled: OrderIntent['timeline'] = [{ at: now, what: 'settled', text: '', details: {} }]

describe('the outcome of a limit order on collateral', () => {
  const sent = { price: '60000', amount: '0.01', positionSide: null } as const
  const resting = anOrder({
    ...{ status: 'PARTIALLY_FILLED', price: '60000', amount: '0.01' },
    ...{ dealStock: '0.004', dealMoney: '240', left: '0.006' },
  })
  const ended = (order: Order, some: Partial<OrderItem> = {}): string => {
    const items = [anItem({ ...sent, ...some, state: 'partly', order })]
    return said(anIntent({ kind: 'collateral-limit', state: 'acknowledged', items }))
  }

  test('ORD-10 names both parts of one that is filled in part and rests', () => {
    expect(ended(resting)).toBe(
      '0.004 of 0.01 BTC was filled when last checked, and 0.006 BTC was still open. ' +
        'Filled at 60000 USDT.',
    )
  })

  test('ORD-27 shows the current fill of a followed order, not only its first one', () => {
    const text = messageOf('outcomes.said.filled-left', {
      ...{ stock: '0.001', base: 'BTC', money: '60', quote: 'USDT', left: '0.009', unit: 'BTC' },
    })
    const timeline: OrderIntent['timeline'] = [{ at: now, what: 'progress', text, details: {} }]
    const items = [anItem({ ...sent, state: 'partly', order: resting })]
    const intent = anIntent({ kind: 'collateral-limit', state: 'acknowledged', items, timeline })
    expect(said(intent)).toBe('Filled 0.004 BTC for 240 USDT, 0.006 BTC left.')
  })

  test('ORD-27 does not say “nothing filled yet” of an order that no list has any longer', () => {
    const remarks = (dealStock: string): string[] =>
      itemRemarks(anItem({ ...sent, state: 'not-open', order: { ...resting, dealStock } })).map(
        ({ text }) => text,
      )
    expect(remarks('0')).toEqual(['Order 4180284841. How it ended is unknown.'])
    expect(remarks('0.004')).toEqual([
      'Order 4180284841. Filled 0.004 BTC for 240 USDT. How it ended is unknown.',
    ])
  })

  test('ORD-10 calls nothing open where the exchange cancelled the rest', () => {
    expect(ended({ ...resting, status: 'CANCELED' }, { ioc: true })).toBe(
      'Partly filled; the rest was cancelled.',
    )
  })
})

describe('the outcome of a cancellation', () => {
  test.each<[ItemState, string, string, string]>([
    ['done', 'Cancelled.', 'Cancelled', 'good'],
    ['already-filled', 'It was filled before it could be cancelled.', 'Already filled', 'calm'],
    ['already-cancelled', 'It had been cancelled before.', 'Already cancelled', 'calm'],
    [
      'not-open',
      'It is no longer open: it was filled or cancelled before.',
      'No longer open',
      'calm',
    ],
  ])('ORD-10 %s is reported as what it is, not as a failure', (state, sentence, text, tone) => {
    const intent = cancelIntent({ items: [aCancelItem({ state })] })
    expect(said(intent)).toBe(sentence)
    expect(said({ ...intent, timeline: settled })).toBe(`No answer came. ${sentence}`)
    expect(intentWords(intent)).toEqual({ text, tone })
  })

  test('is looked up while unanswered, until that was done often enough; after that, or after a day, a user checks', () => {
    const said = (
      answeredAgo: number,
      items = [aCancelItem({ state: 'accepted' })],
      some: Partial<OrderIntent> = {},
    ): string =>
      resultSentence(
        cancelIntent({ kind: 'cancel-all', items, timeline: answered(answeredAgo), ...some }),
        now,
      )
    expect(said(86_399)).toBe(
      'The exchange accepted it. Its answer does not state the outcome of each order; that is being looked up.',
    )
    const left =
      'The exchange accepted it. The outcome of each order could not be found: look at the list of open orders.'
    const lookedUp = { evidence: { ...notChecked, lookedUp: true } } as const
    expect([said(86_400), said(1, []), said(1, undefined, lookedUp)]).toEqual([left, left, left])
  })

  test('ORD-24 is not cancelled if the order is still open', () => {
    const intent = cancelIntent({
      state: 'not-executed',
      items: [aCancelItem({ state: 'not-executed' })],
    })
    expect(said(intent)).toBe(
      'According to the exchange’s own list, it is still open: nothing was cancelled by this.',
    )
    expect(itemWords(aCancelItem({ state: 'not-executed' }))).toEqual({
      text: 'Still open',
      tone: 'caution',
    })
  })

  test('reports what was filled before the cancellation arrived', () => {
    const order = anOrder({
      amount: '0.01',
      dealStock: '0.004',
      left: '0.006',
      dealMoney: '325',
      dealFee: '0',
      status: 'CANCELLED',
    })
    expect(itemWords(aCancelItem({ order })).text).toBe('Cancelled, partly filled before')
    expect(itemRemarks(aCancelItem({ order })).map(({ text }) => text)).toEqual([
      'Filled 0.004 BTC for 325 USDT. The rest, 0.006 BTC, was cancelled.',
    ])
  })

  test('counts several by outcome; good only if something was cancelled and nothing is open', () => {
    const some = (...states: ItemState[]) => states.map((state) => aCancelItem({ state }))
    expect(summaryOf(some('done', 'done', 'already-filled'))).toEqual({
      text: '2 cancelled, 1 already filled',
      tone: 'good',
    })
    expect(summaryOf(some('already-filled', 'not-open'))).toEqual({
      text: '1 already filled, 1 no longer open',
      tone: 'calm',
    })
    expect(summaryOf(some('done', 'unknown')).tone).toBe('danger')
    expect(summaryOf(some('done', 'not-executed'))).toEqual({
      text: '1 cancelled, 1 still open',
      tone: 'caution',
    })
    expect(isSummarized(cancelIntent({ items: some('done', 'done') }))).toBe(true)
    expect(isSummarized(cancelIntent({ items: some('done') }))).toBe(false)
  })

  test('ORD-1 is never offered to be sent again', () => {
    for (const state of itemStates)
      expect([state, mayBeRetried(aCancelItem({ state }))]).toEqual([state, false])
  })

  test('is found by the exchange’s id, and by the client’s if there is one', () => {
    expect(itemIds(aCancelItem())).toEqual([
      ['Order id', '4180284841'],
      ['Client id', 'p-3f09c1d2e4'],
    ])
    expect(itemIds(aCancelItem({}, { clientOrderId: '' }))).toEqual([['Order id', '4180284841']])
    expect(itemIds(aCloseItem())).toEqual([['Position id', '479975679']])
  })

  test('names levels cancelled with it', () => {
    const level = { market: 'BTC_USDT', positionId: '1', stopLoss: '84000', takeProfit: null }
    expect(
      scopeLevels({
        market: null,
        orders: 1,
        levels: [level, { ...level, market: 'ETH_USDT', takeProfit: '9' }],
      }),
    ).toBe('BTC_USDT: stop loss 84000; ETH_USDT: stop loss 84000, take profit 9')
    expect(scopeLevels({ market: null, orders: 1, levels: [] })).toBe('none known')
  })
})

describe('the outcome of a close', () => {
  test('is reported as unspecific if the answer names nothing, until the position has been looked up', () => {
    const intent = closePositionIntent({ timeline: answered(199) })
    expect(said(intent)).toContain('whether the position is gone is being looked up')
    expect(said({ ...intent, evidence: { ...notChecked, lookedUp: true } })).toBe(
      'The exchange accepted it. Whether the position is gone was not found out: look at your open positions.',
    )
    expect(intentWords(intent)).toEqual({ text: 'Close accepted', tone: 'calm' })
    const closed = closePositionIntent({
      items: [aCloseItem({ state: 'done' })],
      timeline: answered(199),
    })
    expect(said(closed)).toBe('The position is closed. Its fill price is being looked up.')
    expect(said({ ...closed, evidence: { ...notChecked, lookedUp: true } })).toBe(
      'The position is closed. Its fill price was not found; about 412.775 USDT were expected when it was previewed.',
    )
    expect(itemSide(aCloseItem())).toBe('Long')
  })

  test('ORD-24 is not closed if the position is still open', () => {
    expect(
      said(
        closePositionIntent({
          state: 'not-executed',
          items: [aCloseItem({ state: 'not-executed' })],
        }),
      ),
    ).toBe('The position is still open: it was not closed by this.')
    expect(said(closePositionIntent({ state: 'rejected' }))).toBe(
      'The exchange refused it. The position was not closed by this.',
    )
  })
})
