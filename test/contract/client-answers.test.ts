// The documented answers, read as the client reads them: strict JSON, schema, our own words. Both spellings give the same.
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from '../../src/main/exchange/json-strict.js'
import {
  toBalances,
  toBulkEntry,
  toFlexHistoryPage,
  toLoanAnswer,
  toMarketOrder,
  toPayoutDestination,
  toPosition,
} from '../../src/main/exchange/to-domain.js'
import type { Endpoint } from '../../src/v4/endpoint.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { documentedAnswers } from '../support/documented-answers.js'

const read = <Reply>(endpoint: Pick<Endpoint<never, Reply>, 'path' | 'reply'>, live: boolean): Reply => {
  const parsed = parseStrictJson(Buffer.from(documentedAnswers(live).get(endpoint.path) ?? ''), endpoints.openPositions.mostMembers)
  if (!parsed.ok) throw new Error(parsed.error)
  return endpoint.reply.parse(parsed.value)
}

describe.each([
  ['the specification’s', false],
  ['the live service’s', true],
])('documented answers in %s spelling', (_name, live) => {
  it('4.1 liveness', () => {
    expect(read(endpoints.ping, live)).toEqual(['pong'])
  })

  it('4.2 main balance', () => {
    expect(toBalances(read(endpoints.mainBalance, live)).value).toEqual([
      { asset: 'BSV', amount: '0' },
      { asset: 'BTC', amount: '0' },
      { asset: 'XLM', amount: '36.48' },
    ])
  })

  it('4.2 main balance with nothing in it, as a map or as the empty list that the service writes for one', () => {
    for (const body of ['{}', '[]']) {
      const parsed = parseStrictJson(Buffer.from(body), endpoints.mainBalance.mostMembers)
      expect(parsed.ok && toBalances(endpoints.mainBalance.reply.parse(parsed.value))).toEqual({ value: [] })
    }
    expect(endpoints.mainBalance.reply.safeParse([{ main_balance: '1' }]).success).toBe(false)
  })

  it('4.3 flexible history', () => {
    expect(toFlexHistoryPage(read(endpoints.flexHistory, live))).toEqual({
      records: [
        {
          transactionId: 'tx_9f3e0d4c-2b5c-4d3e-8f6g-7a8b9c0d1e2f',
          createdAt: '1640995200',
          planId: '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
          investmentId: 'inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
          currency: 'USDT',
          amount: '15.75',
          actionType: 1,
        },
      ],
      limit: 50,
      offset: 0,
    })
  })

  it('4.4 close investment', () => {
    expect(read(endpoints.closeInvestment, live)).toEqual({})
  })

  it('4.5 collateral market order', () => {
    expect(toMarketOrder(read(endpoints.collateralMarketOrder, live))).toMatchObject({
      id: '4180284841',
      clientOrderId: 'order1987111',
      timestamp: '1595792396.165973',
      dealMoney: '0',
      dealFee: '0',
      status: 'FILLED',
      oto: { id: '29457221', stopLoss: '50000', takeProfit: '40000' },
    })
  })

  it('4.6 bulk limit orders', () => {
    const entries = read(endpoints.bulkLimitOrders, live).fitting.map(toBulkEntry)
    expect(entries.map(({ kind }) => kind)).toEqual(['placed', 'refused', 'placed'])
    expect(entries[0]).toMatchObject({
      order: {
        id: '4326248250',
        timestamp: '1684916268.825564',
        dealMoney: '641.988',
        dealFee: '1.283976',
        price: '40000',
        postOnly: false,
      },
    })
    expect(entries[1]).toMatchObject({
      problem: { server: { status: 200, code: 32 }, fields: { amount: ['Given amount is less than min amount 0.001.'] } },
    })
  })

  it('4.7 open positions', () => {
    const [first, second] = read(endpoints.openPositions, live).fitting.map(toPosition)
    expect(first).toMatchObject({
      id: '527',
      openedAt: '1651568067.789679',
      realizedPnl: '-168.42',
      protectiveOrders: { takeProfitId: '123' },
    })
    expect(second).toMatchObject({ id: '528', market: 'ETH_USDT', protectiveOrders: null })
  })

  it('4.8 credit line', () => {
    expect(toLoanAnswer(read(endpoints.creditLine, live))).toEqual({
      kind: 'loan',
      loan: {
        asset: 'BTC',
        amount: '1.5',
        totalFunding: '0.5',
        currentLtv: '25',
        initialLtv: '60',
        marginCallLtv: '75',
        liquidationLtv: '85',
        createdAt: '1715339355',
      },
    })
  })

  it('4.9 mining payout destination', () => {
    expect(toPayoutDestination('my_miner_01', read(endpoints.payoutDestination, live))).toEqual({
      accountName: 'my_miner_01',
      destination: 'external_address',
      externalAddress: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
    })
  })

  it('4.10 stream token', () => {
    expect(read(endpoints.streamToken, live)).toEqual({ websocket_token: 'your_current_token' })
  })
})
