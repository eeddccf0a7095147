// Answers as the public documentation of the interface shows them, in the specification's spelling and in the live service's.
import { endpoints } from '../../src/v4/endpoints.js'

export const order = (live: boolean): Record<string, unknown> => ({
  [live ? 'orderId' : 'order_id']: 4180284841,
  [live ? 'clientOrderId' : 'client_order_id']: 'order1987111',
  market: 'BTC_USDT',
  side: 'buy',
  type: 'market',
  timestamp: 1595792396.165973,
  [live ? 'dealMoney' : 'deal_money']: '0',
  [live ? 'dealStock' : 'deal_stock']: '0',
  amount: '0.001',
  left: '0.001',
  [live ? 'dealFee' : 'deal_fee']: '0',
  status: 'FILLED',
  stp: 'no',
  oto: { otoId: 29457221, stopLoss: '50000', takeProfit: '40000' },
  positionSide: 'LONG',
})

const bulkOrder = (live: boolean): Record<string, unknown> => ({
  ...order(live),
  [live ? 'orderId' : 'order_id']: 4326248250,
  [live ? 'clientOrderId' : 'client_order_id']: '',
  type: 'limit',
  timestamp: 1684916268.825564,
  [live ? 'dealMoney' : 'deal_money']: '641.988',
  [live ? 'dealStock' : 'deal_stock']: '0.02',
  amount: '0.02',
  left: '0',
  [live ? 'dealFee' : 'deal_fee']: '1.283976',
  price: '40000',
  postOnly: false,
  ioc: false,
  rpi: false,
  oto: undefined,
  positionSide: undefined,
})

export const position = {
  positionId: 527,
  market: 'BTC_USDT',
  openDate: 1651568067.789679,
  modifyDate: 1651568067.789679,
  amount: '0.1',
  basePrice: '45658.349',
  liquidationPrice: null,
  liquidationState: null,
  pnl: '-168.42',
  pnlPercent: '-0.43',
  margin: '8316.74',
  freeMargin: '619385.67',
  funding: '0',
  unrealizedFunding: '0.0019142920201966',
  unrealizedPnl: '0.0019142920201966',
  tpsl: { takeProfitId: 123, takeProfit: '50000', stopLossId: 124, stopLoss: '35000' },
  positionSide: 'LONG',
}

/** As captured from the live service: two members are not there at all, and the opening time has seven decimals. */
export const olderPosition =
  '{"positionId":479975679,"market":"BTC_PERP","openDate":1741941025.3011869,"modifyDate":1741941025.3011869,"amount":"0.001",' +
  '"basePrice":"82498.7","liquidationPrice":"70177.2","pnl":"0","pnlPercent":"0.00","margin":"4.2","freeMargin":"10","funding":"0",' +
  '"unrealizedFunding":"0","liquidationState":null,"tpsl":null}'

export const creditLine = {
  asset: 'BTC',
  amount: '1.5',
  totalFunding: '0.5',
  currentLtv: '25',
  initialLtv: '60',
  marginCallLtv: '75',
  liquidationLtv: '85',
  createdAt: 1715339355,
}

export const flexRecord = {
  createdAt: 1640995200,
  planId: '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
  investmentId: 'inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
  currency: 'USDT',
  amount: '15.75',
  transaction_id: 'tx_9f3e0d4c-2b5c-4d3e-8f6g-7a8b9c0d1e2f',
  actionType: 1,
}

const tooSmall = { code: 32, message: 'Validation failed', errors: { amount: ['Given amount is less than min amount 0.001.'] } }

/** By path, as text: every number exactly as documented. */
export const documentedAnswers = (live: boolean): ReadonlyMap<string, string> =>
  new Map<string, string>([
    [endpoints.ping.path, '["pong"]'],
    [endpoints.mainBalance.path, '{"BSV":{"main_balance":"0"},"BTC":{"main_balance":"0"},"XLM":{"main_balance":"36.48"}}'],
    [endpoints.flexHistory.path, JSON.stringify({ data: [flexRecord], limit: 50, offset: 0 })],
    [endpoints.closeInvestment.path, '{}'],
    [endpoints.collateralMarketOrder.path, JSON.stringify(order(live))],
    [
      endpoints.bulkLimitOrders.path,
      JSON.stringify([
        { result: bulkOrder(live), error: null },
        { result: null, error: tooSmall },
        { result: bulkOrder(live), error: null },
      ]),
    ],
    [
      endpoints.openPositions.path,
      `[${JSON.stringify(position)},${JSON.stringify({ ...position, positionId: 528, market: 'ETH_USDT', tpsl: null })}]`,
    ],
    [endpoints.creditLine.path, JSON.stringify(creditLine)],
    [
      endpoints.payoutDestination.path,
      '{"payoutDestination":"external_address","externalAddress":"bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh"}',
    ],
    [endpoints.streamToken.path, '{"websocket_token":"your_current_token"}'],
  ])
