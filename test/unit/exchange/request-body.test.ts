import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestBody } from '../../../src/main/exchange/request-body.js'
import { fromBulkDraft, fromFlexHistoryQuery, fromMarketOrder } from '../../../src/main/exchange/to-wire.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { aBulk, aMarketOrder } from '../../support/test-client.js'

const text = (body: object): string => JSON.stringify(body)

describe('the body of a private call', () => {
  it('NET-12 says under `request` where it goes, whatever else it holds', () => {
    const signed = Object.values(endpoints).filter(({ access }) => access !== 'public')
    expect(signed).toHaveLength(9)
    fc.assert(
      fc.property(
        fc.constantFrom(...signed),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom('spec' as const, 'live' as const),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (endpoint, ask, dialect, nonce) => {
          const body = requestBody(endpoint, { ...ask, request: '/elsewhere', nonce: '0' }, dialect, String(nonce))
          expect(body['request']).toBe(endpoint.path)
          expect(body['nonce']).toBe(String(nonce))
        },
      ),
    )
  })

  it('carries both signing members on every endpoint, also where the specification leaves it open', () => {
    for (const endpoint of Object.values(endpoints).filter(({ access }) => access !== 'public')) {
      expect(requestBody(endpoint, {}, 'spec', '1')).toEqual({ request: endpoint.path, nonce: '1' })
    }
  })

  it('leaves out a signing member where the description says so', () => {
    const endpoint = { ...endpoints.payoutDestination, carries: { request: false, nonce: false } }
    expect(requestBody(endpoint, { accountName: 'a' }, 'spec', '1')).toEqual({ accountName: 'a' })
  })

  it('spells a market order as the specification does', () => {
    expect(text(requestBody(endpoints.collateralMarketOrder, fromMarketOrder(aMarketOrder({ positionSide: 'LONG' })), 'spec', '7'))).toBe(
      '{"market":"BTC_USDT","side":"buy","amount":"0.01","client_order_id":"order1987111","stopLoss":"50000","takeProfit":"40000",' +
        '"positionSide":"LONG","request":"/api/v4/order/collateral/market","nonce":"7"}',
    )
  })

  it('spells a market order as the live service does', () => {
    expect(text(requestBody(endpoints.collateralMarketOrder, fromMarketOrder(aMarketOrder()), 'live', '7'))).toBe(
      '{"market":"BTC_USDT","side":"buy","amount":"0.01","clientOrderId":"order1987111","stopLoss":"50000","takeProfit":"40000",' +
        '"request":"/api/v4/order/collateral/market","nonce":"7"}',
    )
  })

  it.each([
    ['spec', 'client_order_id'],
    ['live', 'clientOrderId'],
  ] as const)('spells every order of a bulk request alike (%s)', (dialect, name) => {
    const body = JSON.parse(text(requestBody(endpoints.bulkLimitOrders, fromBulkDraft(aBulk()), dialect, '7'))) as { orders: object[] }
    expect(body).toMatchObject({ stopOnFail: true })
    expect(body.orders.map((item) => Object.keys(item))).toEqual([
      ['side', 'amount', 'price', 'market', 'postOnly', 'ioc', name, 'rpi'],
      ['side', 'amount', 'price', 'market', 'postOnly', 'ioc', name, 'rpi'],
    ])
  })

  it('leaves out what was not given', () => {
    const { clientOrderId: _id, stopLoss: _sl, takeProfit: _tp, ...plain } = aMarketOrder()
    expect(JSON.parse(text(requestBody(endpoints.collateralMarketOrder, fromMarketOrder(plain), 'spec', '7')))).toEqual({
      market: 'BTC_USDT',
      side: 'buy',
      amount: '0.01',
      request: '/api/v4/order/collateral/market',
      nonce: '7',
    })
    expect(text(requestBody(endpoints.flexHistory, fromFlexHistoryQuery({}), 'live', '7'))).toBe(
      '{"request":"/api/v4/main-account/smart-flex/investments/history","nonce":"7"}',
    )
  })

  it('asks the history with the specification’s filters', () => {
    const query = {
      limit: 50,
      offset: 100,
      planId: 'p',
      investmentId: 'i',
      transactionId: 't',
      from: 1640995200,
      to: 1641081600,
      actionTypes: [1, 2, 4],
    }
    expect(fromFlexHistoryQuery(query)).toEqual({
      limit: 50,
      offset: 100,
      plan: 'p',
      investment: 'i',
      transaction: 't',
      dateFrom: 1640995200,
      dateTo: 1641081600,
      actionTypes: [1, 2, 4],
    })
  })
})
