// The currency of an order's figures, and how answers without a status are read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  toActiveOrders,
  toFinishedOrders,
  toMarketOrder,
} from '../../../../src/main/exchange/wire-mapping.js'
import { parseStrictJson } from '../../../../src/main/exchange/response-parser.js'
import { verdictOf, verdictOfRecord } from '../../../../src/main/orders/order-outcome.js'
import { verdictOfEnded } from '../../../../src/main/orders/cancel-outcome.js'
import { draftOfTargets } from '../../../support/order-tickets.js'
import { openOrdersTable } from '../../../../src/main/portfolio/portfolio-export.js'
import { orderLine } from '../../../../src/renderer/orders/open-order-format.js'
import { orderDetails } from '../../../../src/renderer/orders/order-details.js'
import {
  amountIn,
  amountUnit,
  filledOf,
  itemUnit,
  triggerPrice,
} from '../../../../src/shared/orders/order-amount.js'
import type { Order } from '../../../../src/shared/orders/order.js'
import { noPrices } from '../../../../src/shared/markets/market.js'
import { nothingYet } from '../../../../src/shared/portfolio/feed.js'
import { noPortfolio } from '../../../../src/shared/portfolio/portfolio.js'
import { compare } from '../../../../src/shared/money.js'
import { endpoints } from '../../../../src/v4/endpoints.js'
import { marketOrder } from '../../../../src/v4/orders.js'
import { aFeed } from '../../../fixtures/portfolio/figures.js'
import { anOpenOrder } from '../../../fixtures/portfolio/market.js'
import { aCancelItem, anItem } from '../../../fixtures/portfolio/trading.js'

function wire(text: string): unknown {
  const read = parseStrictJson(Buffer.from(text), 1000)
  if (!read.ok) throw new Error(read.error)
  return read.value
}

/**
 * Captured from the live service: a spot order that waits for its trigger to buy for 5.99 USDT. It
 * has neither a price nor a status.
 */
const stopMarket =
  '[{"activation_price":"30","amount":"5.99","clientOrderId":"","dealFee":"0","dealMoney":"0","dealStock":"0","left":"5.99","makerFee":"0","market":"LTC_USDT","orderId":107181508343,"side":"buy","takerFee":"0.001","timestamp":1659547745.016335,"type":"stop market"}]'
/** The same with the additional members of the public documentation. */
const withStatus =
  '[{"activation_price":"30","amount":"5.99","clientOrderId":"","dealFee":"0","dealMoney":"0","dealStock":"0","left":"5.99","market":"LTC_USDT","orderId":107181508343,"side":"buy","timestamp":1659547745.016335,"type":"stop market","status":"OPEN","stp":"no","activationCondition":"gte","activated":0,"price":"0"}]'
/** Captured: it bought 85 DOGE for 5.9375815 of 5.9940059 USDT. */
const history =
  '{"DOGE_USDT":[{"id":105531094719,"clientOrderId":"","ctime":1659045334.550127,"ftime":1659045334.550127,"side":"buy","amount":"5.9940059","price":"0","type":"market","takerFee":"0.001","makerFee":"0","dealFee":"0.0059375815","dealStock":"85","dealMoney":"5.9375815"}]}'

function listed(text: string): Order {
  const { value, unreadable } = toActiveOrders(endpoints.activeOrders.reply.parse(wire(text)))
  const [order] = value
  if (order === undefined) throw new Error(JSON.stringify(unreadable))
  return order
}

function ended(text: string): Order {
  const { value, unreadable } = toFinishedOrders(
    endpoints.orderHistory.reply.parse(wire(text)),
    'DOGE_USDT',
  )
  const [order] = value
  if (order === undefined) throw new Error(JSON.stringify(unreadable))
  return order
}

describe('an order that waits for its trigger to trade at market', () => {
  it.each([stopMarket, withStatus])(
    'ANS-2 has a trigger price, an amount with its currency and no price: %#',
    (text) => {
      const order = listed(text)
      expect({ unit: amountUnit(order), trigger: triggerPrice(order) }).toEqual({
        unit: 'USDT',
        trigger: '30',
      })
      expect(orderLine(order)).toBe('LTC_USDT Buy for 5.99 USDT at market, trigger 30')
      const rows = Object.fromEntries(
        orderDetails(order, null).map((row) => [
          row.label,
          row.kind === 'amount' ? [row.text, row.unit] : row.text,
        ]),
      )
      expect(rows).toMatchObject({
        Amount: ['5.99', 'USDT'],
        Left: ['5.99', 'USDT'],
        'Activation price': ['30', 'USDT'],
      })
      expect(rows).not.toHaveProperty('Price')
      expect(rows['Status']).toBe(text === stopMarket ? 'not sent' : 'OPEN')
    },
  )

  it('ANS-2 is exported that way', () => {
    const owner = { name: 'Main', region: 'eu', keyHint: 'abcd…wxyz' } as const
    const { text } = openOrdersTable(owner, {
      ...noPortfolio,
      openOrders: aFeed([listed(withStatus), anOpenOrder()]),
    })
    const [head = [], stop = [], limit = []] = text.split('\r\n').map((line) => line.split(','))
    const cellsOf = (row: string[]) =>
      ['price', 'trigger_price', 'trigger_condition', 'amount', 'amount_currency', 'left'].map(
        (name) => row[head.indexOf(name)],
      )
    expect(cellsOf(stop)).toEqual(['', '30', 'gte', '5.99', 'USDT', '5.99'])
    expect(cellsOf(limit)).toEqual(['81255', '', '', '0.01', 'BTC', '0.01'])
  })

  it('keeps its trigger and its currency when it is to be cancelled', () => {
    const order = listed(withStatus)
    const draft = draftOfTargets(
      { kind: 'cancel', orders: [{ market: order.market, id: order.id }] },
      {
        openOrders: aFeed([order]),
        conditionalOrders: nothingYet,
        positions: aFeed([]),
        purses: noPortfolio,
        prices: noPrices,
      },
    )
    if (!draft.ok) throw new Error(JSON.stringify(draft.error))
    const [item] = draft.value.items
    expect(item).toMatchObject({
      amount: '5.99',
      price: null,
      target: { amountIn: 'quote', trigger: '30' },
    })
    expect(item === undefined ? null : itemUnit(item)).toBe('USDT')
    // Records of older versions have neither.
    expect(itemUnit(aCancelItem({ price: null }))).toBeNull()
    expect([itemUnit(aCancelItem({})), itemUnit(anItem({ price: null }))]).toEqual(['BTC', 'BTC'])
  })
})

describe('the currency of an amount', () => {
  const of = (some: Partial<Order>): string =>
    amountIn(anOpenOrder({ price: '0', type: 'stop market', ...some }))

  it.each<[string, Partial<Order>, string]>([
    ['a spot order that buys at market', { type: 'market' }, 'quote'],
    ['the same once it is triggered', { type: 'Stop Market' }, 'quote'],
    ['one that sells', { side: 'sell' }, 'base'],
    ['one whose type says so', { type: 'stock market' }, 'base'],
    ['one on margin', { type: 'margin stop market' }, 'base'],
    ['one on a futures market', { market: 'BTC_PERP' }, 'base'],
    ['one of a position', { positionSide: 'LONG' }, 'base'],
    ['one that only reduces', { reduceOnly: true }, 'base'],
    [
      'one with members of a collateral order',
      { positionSide: 'BOTH', reduceOnly: false },
      'unknown',
    ],
    ['one of a side that is not known', { side: 'both' }, 'unknown'],
    [
      'one that was filled for more base currency than its amount',
      { amount: '5.9', dealStock: '85', dealMoney: '5.8' },
      'quote',
    ],
    [
      'one that was filled for more money than its amount',
      { amount: '1', dealStock: '0.5', dealMoney: '900' },
      'base',
    ],
    ['a limit order', { type: 'limit', price: '81255' }, 'base'],
    ['a stop limit order on margin', { type: 'margin stop limit', price: '81255' }, 'base'],
    ['one of a type that is not known, with a price', { type: 'iceberg', price: '81255' }, 'base'],
    ['one of a type that is not known, without', { type: 'iceberg' }, 'unknown'],
  ])('%s: %o is in %s', (_name, some, expected) => {
    expect(of(some)).toBe(expected)
  })

  it('is never mixed with the other currency: the filled part is at most the amount', () => {
    const figure = fc.nat({ max: 1_000_000 }).map(String)
    fc.assert(
      fc.property(
        fc.constantFrom('market', 'stop market', 'margin market'),
        figure,
        figure,
        figure,
        (type, amount, stock, money) => {
          const order = anOpenOrder({
            price: '0',
            type,
            amount,
            dealStock: stock,
            dealMoney: money,
          })
          const filled = filledOf(order)
          if (filled !== null && type !== 'margin market')
            expect(compare(filled, amount)).toBeLessThanOrEqual(0)
          expect([null, stock, money]).toContain(filled)
        },
      ),
    )
  })
})

describe('the remainder of an ended order', () => {
  it('ANS-2 is in money if its amount is, and zero if filled', () => {
    expect(ended(history)).toMatchObject({ left: '0.0564244', dealStock: '85' })
    expect(
      ended(
        history.replace('"dealMoney":"5.9375815"', '"dealMoney":"5.9375815","status":"FILLED"'),
      ),
    ).toMatchObject({ left: '0' })
    const sold = history.replace('"buy"', '"sell"').replace('5.9940059', '100')
    expect(ended(sold)).toMatchObject({ left: '15' })
  })

  it('is in base currency for one of ours, whatever its type is called', () => {
    const sent = anItem({ market: 'DOGE_USDT', amount: '100', price: null })
    const record = {
      ...ended(history.replace('5.9940059', '100')),
      clientOrderId: sent.clientOrderId,
      status: 'CANCELED',
    }
    expect(verdictOfRecord(sent, record, false)).toMatchObject({
      state: 'partly',
      order: { left: '15' },
    })
  })
})

describe('an order without a status', () => {
  const sent = anItem({ side: 'buy', amount: '1', price: null, positionSide: null })
  const answer = (some: object) =>
    toMarketOrder(
      marketOrder.parse({
        orderId: 1,
        clientOrderId: sent.clientOrderId,
        market: sent.market,
        side: 'buy',
        type: 'market',
        timestamp: 1.5,
        dealMoney: '0',
        dealStock: '0',
        amount: '1',
        left: '1',
        dealFee: '0',
        ...some,
      }),
    )

  it.each([undefined, null, ''])(
    'in an answer (%j) counts as accepted if it has an id',
    (status) => {
      const order = answer({ status })
      expect(order).not.toHaveProperty('status')
      expect(verdictOf(sent, order)).toMatchObject({ state: 'placed', problem: null, mismatch: [] })
      expect(
        verdictOf(sent, answer({ status, dealStock: '0.4', dealMoney: '9', left: '0.6' })).state,
      ).toBe('partly')
      expect(
        verdictOf(sent, answer({ status, dealStock: '1', dealMoney: '9', left: '0' })).state,
      ).toBe('placed')
    },
  )

  it('with an unknown one stays unknown', () => {
    expect(verdictOf(sent, answer({ status: 'ARCHIVED' })).state).toBe('unknown')
  })

  it.each([
    ['0', 'cancelled', true],
    ['0.4', 'partly', true],
    ['1', 'placed', undefined],
  ])(
    'that is listed among the ended ones and was filled for %s of 1 is %s',
    (dealStock, state, givenUp) => {
      const record = {
        ...answer({ dealStock, dealMoney: dealStock }),
        withoutLevels: true,
      } as const
      const found = verdictOfRecord(sent, record, false)
      expect([found.state, found.order?.givenUp]).toEqual([state, givenUp])
      // One that is still open is reported as such there.
      expect(verdictOfRecord(sent, record, true).state).toBe(
        dealStock === '0' ? 'placed' : 'partly',
      )
    },
  )

  it('that was to be cancelled has ended as its figures say', () => {
    const rest = anOpenOrder()
    const { status: _status, ...bare } = rest
    expect(verdictOfEnded(bare, false)).toMatchObject({ state: 'done', order: { givenUp: true } })
    expect(verdictOfEnded(bare, true).state).toBe('already-cancelled')
    expect(verdictOfEnded({ ...bare, dealStock: '0.01', left: '0' }, true).state).toBe(
      'already-filled',
    )
    // Bought for 5.93 of 5.99 USDT: possibly all that could be spent.
    expect(verdictOfEnded({ ...ended(history), market: 'DOGE_USDT' }, true).state).toBe('not-open')
  })
})
