import { describe, expect, it } from 'vitest'
import { jsonWithoutFigures } from '../../../src/shared/hidden-amounts.js'
import type { Endpoint } from '../../../src/v4/endpoint.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { plainMembers } from '../../../src/v4/plain-members.js'

function of(name: keyof typeof endpoints): string[] {
  return plainMembers(endpoints[name] as unknown as Endpoint)
}

describe('UX-46 members of a call without an amount', () => {
  it('are ids, times, names and words, in either spelling', () => {
    expect(of('openPositions')).toEqual(
      expect.arrayContaining([
        'positionId',
        'position_id',
        'market',
        'liquidationState',
        'openDate',
        'takeProfitId',
        'positionSide',
      ]),
    )
    expect(of('flexHistory')).toEqual(
      expect.arrayContaining([
        'createdAt',
        'transactionId',
        'transaction_id',
        'actionType',
        'dateFrom',
        'offset',
      ]),
    )
    expect(of('bulkLimitOrders')).toEqual(
      expect.arrayContaining([
        'order_id',
        'orderId',
        'timestamp',
        'code',
        'side',
        'client_order_id',
      ]),
    )
  })

  it('include no amount, price, level or result of any endpoint', () => {
    const figures = [
      ...[
        'amount',
        'price',
        'left',
        'deal_stock',
        'dealStock',
        'deal_money',
        'deal_fee',
        'stopLoss',
        'takeProfit',
        'activation_price',
      ],
      ...[
        'main_balance',
        'mainBalance',
        'pnl',
        'unrealizedPnl',
        'margin',
        'freeMargin',
        'funding',
        'basePrice',
        'liquidationPrice',
      ],
      ...['currentLtv', 'totalFunding', 'available', 'freeze', 'balance', 'equity'],
    ]
    for (const name of Object.keys(endpoints) as (keyof typeof endpoints)[])
      expect(
        of(name).filter((member) => figures.includes(member)),
        name,
      ).toEqual([])
  })

  it('leave no digit of a message from the exchange, whatever it is about', () => {
    const answer =
      '[{"result":null,"error":{"code":10,"message":"Not enough balance, available 0.0125 BTC","errors":{"market":["812.40 USDT are needed"]}}}]'
    for (const name of ['bulkLimitOrders', 'cancelOrders', 'collateralMarketOrder'] as const) {
      const shown = jsonWithoutFigures(answer, of(name))
      expect(shown, name).toContain('"code":10')
      expect(shown, name).not.toMatch(/0\.0125|812/)
    }
  })

  it('leave no digit of an order except its ids and times', () => {
    const order =
      '{"orderId":41,"market":"BTC_USDT","amount":"0.0125","price":"40000.5","timestamp":1755500000.5,"dealMoney":"0","oto":{"otoId":7,"stopLoss":"38000"}}'
    const shown = jsonWithoutFigures(order, of('collateralMarketOrder'))
    expect(shown).toContain('"orderId":41')
    expect(shown).toContain('"timestamp":1755500000.5')
    expect(shown).not.toMatch(/0\.0125|40000|38000/)
  })
})
