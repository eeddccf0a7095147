import { describe, expect, it } from 'vitest'
import { orderDetails } from '../../../../src/renderer/orders/order-details.js'
import { anItem, anOrder } from '../../../fixtures/portfolio/trading.js'

function detailsOf(...from: Parameters<typeof orderDetails>) {
  return Object.fromEntries(orderDetails(...from).map(({ label, text }) => [label, text]))
}

const without = anItem()

describe("the exchange's report on an order", () => {
  it('shows everything of a market order, in its own terms', () => {
    const order = anOrder({
      stp: 'cancel_both',
      positionSide: 'LONG',
      oto: { id: '55', stopLoss: '84000', takeProfit: null },
    })
    expect(detailsOf(order, without)).toEqual({
      'Order id': '4180284841',
      'Client id': 'pl-7Qm2xV9tRk4bN8sZ1cYw',
      Created: '1763639000.123456',
      Type: 'market',
      Status: 'FILLED',
      Amount: '0.01',
      Left: '0',
      'Filled in BTC': '0.01',
      'Filled in USDT': '912.504',
      Fee: '0.912504',
      'Self-trade prevention': 'cancel_both',
      'Position side': 'LONG',
      'OTO id': '55',
      'Stop loss': '84000',
      'Take profit': 'not set',
    })
  })

  it('has the price, the flags and the activation of a limit order', () => {
    const order = anOrder({
      price: '40000',
      postOnly: true,
      ioc: false,
      rpi: false,
      activated: 0,
      activationCondition: 'gte',
      activationPrice: '41000',
    })
    expect(detailsOf(order, without)).toMatchObject({
      Price: '40000',
      'Post-only': 'yes',
      IOC: 'no',
      RPI: 'no',
      Activated: '0',
      'Activation condition': 'gte',
      'Activation price': '41000',
    })
  })

  it('names expected members that were not sent, and omits the rest', () => {
    const rows = detailsOf(anOrder({ clientOrderId: '' }), without)
    expect(rows).toMatchObject({ 'Client id': 'not sent', 'Self-trade prevention': 'not sent' })
    for (const label of ['OTO id', 'Stop loss', 'Position side', 'Post-only', 'Activated'])
      expect(rows).not.toHaveProperty([label])
    expect(detailsOf(anOrder(), anItem({ stopLoss: '84000' }))).toMatchObject({
      'OTO id': 'not sent',
    })
  })
})
