// What the public documentation of the interface shows of each endpoint, in the specification's
// spelling and in the live service's, and what the client makes of it. Whatever is tested of every
// endpoint goes through `documented`.
import type {
  Answer,
  ExchangeClient,
  PublicClient,
} from '../../src/main/exchange/exchange-client.js'
import { endpoints } from '../../src/v4/endpoints.js'

export function order(live: boolean): Record<string, unknown> {
  return {
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
  }
}

function bulkOrder(live: boolean): Record<string, unknown> {
  return {
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
  }
}

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

/**
 * As captured from the live service: two members are not there at all, and the opening time has
 * seven decimals.
 */
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

const tooSmall = {
  code: 32,
  message: 'Validation failed',
  errors: { amount: ['Given amount is less than min amount 0.001.'] },
}

const limitOrder = { side: 'buy', amount: '0.01', price: '40000', market: 'BTC_USDT' }

export type EndpointName = keyof typeof endpoints

export type Documented = {
  /** Bodies the simulator takes in every scene, without `request` and `nonce`. */
  asks: readonly Record<string, unknown>[]
  /** As text, every number exactly as documented. */
  replies: (live: boolean) => readonly [string, ...string[]]
  /** How the client asks. A call that moves money is sent by `moves` of test-client. */
  call?: (client: ExchangeClient) => Promise<Answer<unknown>>
  /** The same of what anybody may ask. */
  callPublic?: (client: PublicClient) => Promise<Answer<unknown>>
  /** What the client makes of the first reply; absent where Plimsoll does not ask. */
  ours?: unknown
}

const positionChange = {
  positionId: 3,
  market: 'BTC_USDT',
  openDate: 1651568067.789679,
  modifyDate: 1651568167.789679,
  amount: '0',
  basePrice: '45658.349',
  realizedFunding: '0',
  liquidationPrice: null,
  liquidationState: null,
  orderDetail: {
    id: 98,
    tradeAmount: '0.1',
    price: '45700',
    tradeFee: '4.57',
    fundingFee: '0',
    realizedPnl: '-0.4049',
  },
  side: 'LONG',
  isHedge: true,
}

const activeOrder = {
  orderId: 3686033640,
  clientOrderId: 'customId11',
  market: 'BTC_USDT',
  side: 'buy',
  type: 'limit',
  timestamp: 1594605801.49815,
  dealMoney: '0',
  dealStock: '0',
  amount: '2.241379',
  left: '2.241379',
  dealFee: '0',
  ioc: false,
  status: 'OPEN',
  stp: 'no',
  rpi: false,
  reduceOnly: false,
  price: '40000',
  postOnly: false,
  positionSide: 'LONG',
}

const collateralLimit = {
  orderId: 4326248250,
  clientOrderId: 'order1987111',
  market: 'BTC_USDT',
  side: 'buy',
  type: 'limit',
  timestamp: 1684916268.825564,
  dealMoney: '0',
  dealStock: '0',
  amount: '0.01',
  left: '0.01',
  dealFee: '0',
  price: '40000',
  postOnly: true,
  ioc: false,
  rpi: false,
  status: 'OPEN',
  stp: 'no',
  positionSide: 'LONG',
  reduceOnly: false,
  oto: { otoId: 29457221, stopLoss: '30000', takeProfit: '50000' },
}

/** Its own figures contradict each other: all of it was filled, and it is called cancelled. */
const finishedOrder = {
  amount: '0.0009',
  price: '40000',
  type: 'limit',
  id: 4986126152,
  clientOrderId: 'customId11',
  side: 'sell',
  ctime: 1597486960.311311,
  ftime: 1597486960.311332,
  dealFee: '0.041258268',
  dealStock: '0.0009',
  dealMoney: '41.258268',
  postOnly: false,
  ioc: false,
  status: 'CANCELED',
  feeAsset: 'USDT',
  positionSide: 'BOTH',
  rpi: false,
  reduceOnly: false,
}

const fixedInvestment = {
  id: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5',
  plan: {
    id: '8e667b4a-0b71-4988-8af5-9474dbfaeb51',
    ticker: 'USDT',
    status: 1,
    percent: '10',
    duration: 14400,
    interestTicker: 'USDT',
    interestRatio: '1',
    minInvestment: '100',
    maxInvestment: '10000',
    maxPossibleInvestment: '3000',
  },
  status: 1,
  created: 1646825196,
  updated: 1646825196,
  paymentTime: 1646839596,
  amount: '100',
  interestPaid: '0',
}

const futuresMarket = {
  ticker_id: 'BTC_PERP',
  stock_currency: 'BTC',
  money_currency: 'USDT',
  last_price: '24005.5',
  stock_volume: '196965.591',
  money_volume: '4737879075.7817',
  bid: '24005.4',
  ask: '24005.6',
  high: '24295.1',
  low: '23765.3',
  product_type: 'Perpetual',
  open_interest: '6000',
  mark_price: '24012.75',
  index_price: '24019.25',
  index_name: 'Bitcoin',
  index_currency: 'BTC',
  funding_rate: '0.000044889033693137',
  funding_cap: '0.0003',
  funding_floor: '-0.0003',
  next_funding_rate_timestamp: '1660665600000',
  brackets: { 1: 0, 50: 20, 100: 50 },
  max_leverage: 100,
  funding_interval_minutes: 300,
}

const market = {
  name: 'SON_USD',
  stock: 'SON',
  money: 'USD',
  stockPrec: '3',
  moneyPrec: '2',
  feePrec: '4',
  makerFee: '0.1',
  takerFee: '0.1',
  minAmount: '0.001',
  minTotal: '0.001',
  maxTotal: '10000000000',
  tradesEnabled: true,
  isCollateral: true,
  type: 'spot',
  isTradFiFutures: false,
  delistedAt: null,
  tickSize: '0.01',
  stepSize: '0.001',
}

const triggerOrder = {
  ...activeOrder,
  orderId: 3686033650,
  market: 'BTC_PERP',
  side: 'sell',
  type: 'stop market',
  amount: '0.4',
  left: '0.4',
  price: undefined,
  activation_price: '58000',
  activationCondition: 'lte',
  activated: 0,
  positionSide: 'BOTH',
  reduceOnly: true,
}

function linkedLeg(orderId: number, some: object): object {
  return { ...triggerOrder, orderId, activation_price: undefined, ...some }
}

/** As the list has them now: all in one spelling. */
const linkedPair = {
  id: 117703764514,
  type: 'oco',
  stopLoss: linkedLeg(117703764515, {
    type: 'stop limit',
    price: '57900',
    activationPrice: '58000',
  }),
  takeProfit: linkedLeg(117703764516, {
    type: 'limit',
    price: '72000',
    activationCondition: undefined,
    activated: undefined,
  }),
}

const linkedEntry = {
  id: 117703764520,
  type: 'oto',
  conditionalOrderType: 'margin_take_profit',
  stopLossPrice: '55000',
  takeProfitPrice: '70000',
  conditionalOrder: linkedLeg(117703764521, {
    side: 'buy',
    type: 'limit',
    price: '60000',
    activationCondition: undefined,
    activated: undefined,
  }),
}

/** As older pages have it, which other public clients still read. */
const olderPair = {
  id: 117703764514,
  type: 'oco',
  stop_loss: linkedLeg(117703764515, {
    price: '57900',
    post_only: false,
    activation_price: '58000',
  }),
  take_profit: linkedLeg(117703764516, { price: '72000', post_only: false }),
}

export const documented: Record<EndpointName, Documented> = {
  ping: { asks: [{}], replies: () => ['["pong"]'], call: (client) => client.ping(), ours: {} },
  mainBalance: {
    asks: [{}],
    replies: () => [
      '{"BSV":{"main_balance":"0"},"BTC":{"main_balance":"0"},"XLM":{"main_balance":"36.48"}}',
      '{"BTC":{"main_balance":"0"},"USDT":{"main_balance":"100.50"}}',
    ],
    call: (client) => client.mainBalance(),
    ours: [
      { asset: 'BSV', amount: '0' },
      { asset: 'BTC', amount: '0' },
      { asset: 'XLM', amount: '36.48' },
    ],
  },
  flexHistory: {
    asks: [
      {},
      { limit: 50, offset: 0, dateFrom: 1640995200, dateTo: 1755500000, actionTypes: [1, 2, 4] },
    ],
    replies: () => [JSON.stringify({ data: [flexRecord], limit: 50, offset: 0 })],
    call: (client) => client.flexHistory({}),
    ours: {
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
    },
  },
  closeInvestment: {
    asks: [{ id: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5' }],
    replies: () => ['{}'],
    ours: null,
  },
  collateralMarketOrder: {
    asks: [
      { market: 'BTC_USDT', side: 'buy', amount: '0.001', stopLoss: '50000' },
      { market: 'ETH_USDT', side: 'sell', amount: '0.01' },
    ],
    replies: (live) => [JSON.stringify(order(live))],
    ours: {
      id: '4180284841',
      clientOrderId: 'order1987111',
      timestamp: '1595792396.165973',
      dealMoney: '0',
      dealFee: '0',
      status: 'FILLED',
      oto: { id: '29457221', stopLoss: '50000', takeProfit: '40000' },
    },
  },
  bulkLimitOrders: {
    asks: [
      {
        orders: [limitOrder, { ...limitOrder, amount: '0' }, { ...limitOrder, side: 'sell' }],
        stopOnFail: true,
      },
    ],
    replies: (live) => [
      JSON.stringify([
        { result: bulkOrder(live), error: null },
        { result: null, error: tooSmall },
        {
          result: {
            ...bulkOrder(live),
            activated: 0,
            activationCondition: '',
            activation_price: '0',
            positionSide: 'BOTH',
          },
          error: null,
        },
      ]),
    ],
    ours: [
      {
        kind: 'placed',
        order: {
          id: '4326248250',
          timestamp: '1684916268.825564',
          dealMoney: '641.988',
          dealFee: '1.283976',
          price: '40000',
          postOnly: false,
        },
      },
      { kind: 'refused', problem: { server: { status: 200, code: 32 }, fields: tooSmall.errors } },
      { kind: 'placed' },
    ],
  },
  openPositions: {
    asks: [{}, { market: 'BTC_USDT' }],
    replies: () => [
      JSON.stringify([
        position,
        {
          ...position,
          positionId: 528,
          market: 'ETH_USDT',
          liquidationState: 'margin_call',
          tpsl: null,
        },
      ]),
      `[${olderPosition}]`,
    ],
    call: (client) => client.openPositions(),
    ours: [
      {
        id: '527',
        openedAt: '1651568067.789679',
        realizedPnl: '-168.42',
        protectiveOrders: { takeProfitId: '123' },
      },
      { id: '528', market: 'ETH_USDT', protectiveOrders: null },
    ],
  },
  creditLine: {
    asks: [{}],
    replies: () => [JSON.stringify(creditLine)],
    call: (client) => client.creditLine(),
    ours: { kind: 'loan', loan: { ...creditLine, createdAt: '1715339355' } },
  },
  payoutDestination: {
    asks: [{ accountName: 'my_miner_01' }, { accountName: 'my_miner_02' }],
    replies: () => [
      '{"payoutDestination":"external_address","externalAddress":"bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh"}',
      '{"payoutDestination":"main_balance","externalAddress":null}',
    ],
    call: (client) => client.payoutDestination('my_miner_01'),
    ours: {
      accountName: 'my_miner_01',
      destination: 'external_address',
      externalAddress: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
    },
  },
  streamToken: {
    asks: [{}],
    replies: () => ['{"websocket_token":"your_current_token"}'],
    call: (client) => client.streamToken(),
    ours: { token: 'your_current_token' },
  },
  serverTime: {
    asks: [{}],
    replies: () => ['{"time":1631451591}'],
    callPublic: (client) => client.serverTime(),
    ours: 1631451591,
  },
  platformStatus: {
    asks: [{}],
    replies: () => [
      '{"status":"system operational"}',
      '{"status":"system maintenance"}',
      '{"status":"1"}',
    ],
    callPublic: (client) => client.platformState(),
    ours: 'operational',
  },
  markets: {
    asks: [{}],
    replies: () => [
      JSON.stringify([
        market,
        {
          ...market,
          name: 'BTC_PERP',
          type: 'futures',
          tickSize: '',
          stepSize: '',
          delistedAt: 1700000000,
        },
      ]),
    ],
    callPublic: (client) => client.markets(),
    ours: [
      {
        name: 'SON_USD',
        base: 'SON',
        quote: 'USD',
        amountStep: '0.001',
        priceStep: '0.01',
        makerFee: '0.1',
        takerFee: '0.1',
        minAmount: '0.001',
        minNotional: '0.001',
        maxNotional: '10000000000',
        isOpen: true,
        isCollateral: true,
        kind: 'spot',
        delistedAt: null,
      },
      {
        name: 'BTC_PERP',
        kind: 'futures',
        amountStep: '0.001',
        priceStep: '0.01',
        delistedAt: 1700000000,
      },
    ],
  },
  tickers: {
    asks: [{}],
    replies: () => [
      '{"BTC_USDT":{"base_id":1,"quote_id":825,"last_price":"9164.09","quote_volume":"43341942.90416876","base_volume":"4723.286463",' +
        '"isFrozen":false,"change":"0.57"}}',
    ],
    callPublic: (client) => client.tickers(),
    ours: { BTC_USDT: { last: '9164.09', change: '0.57', isFrozen: false } },
  },
  futures: {
    asks: [{}],
    replies: () => [
      JSON.stringify({
        success: true,
        message: null,
        result: [
          futuresMarket,
          {
            ...futuresMarket,
            ticker_id: 'ETH_PERP',
            mark_price: '',
            funding_cap: null,
            funding_floor: null,
          },
        ],
      }),
    ],
    callPublic: (client) => client.futures(),
    ours: {
      BTC_PERP: {
        mark: '24012.75',
        index: '24019.25',
        fundingRate: '0.000044889033693137',
        nextFundingAt: 1660665600,
        fundingMinutes: 300,
      },
      ETH_PERP: { mark: null, index: '24019.25' },
    },
  },
  tradeBalance: {
    asks: [{}],
    replies: () => [
      '{"BTC":{"available":"0.123","freeze":"0.01"},"USDT":{"available":"1000.50","freeze":"100.00"}}',
      '[]',
    ],
    call: (client) => client.tradeBalance(),
    ours: [
      { asset: 'BTC', available: '0.123', inOrders: '0.01' },
      { asset: 'USDT', available: '1000.50', inOrders: '100.00' },
    ],
  },
  collateralBalances: {
    asks: [{}],
    replies: () => [
      '[{"asset":"BTC","balance":"0.5","borrow":"0","availableWithoutBorrow":"0.5","availableWithBorrow":"123.456"},' +
        '{"asset":"USDT","balance":"1000","borrow":"0","availableWithoutBorrow":"1000","availableWithBorrow":"5000"}]',
    ],
    call: (client) => client.collateralBalance(),
    ours: [
      { asset: 'BTC', balance: '0.5', borrowed: '0' },
      { asset: 'USDT', balance: '1000', borrowed: '0' },
    ],
  },
  collateralSummary: {
    asks: [{}],
    replies: () => [
      '{"equity":"15000.50","margin":"5000.00","freeMargin":"10000.50","unrealizedFunding":"25.75","pnl":"150.25","leverage":3,' +
        '"marginFraction":"0.3333"}',
      // As captured from the live service.
      '{"equity":"9817.676478608323","margin":"3880.64387","freeMargin":"10739.489348608323","unrealizedFunding":"0","pnl":"4802.45674",' +
        '"leverage":100,"marginFraction":"0.0497228995828862"}',
    ],
    call: (client) => client.collateralSummary(),
    ours: {
      equity: '15000.50',
      usedMargin: '5000.00',
      freeMargin: '10000.50',
      unrealizedPnl: '150.25',
      unrealizedFunding: '25.75',
      leverage: 3,
    },
  },
  activeOrders: {
    asks: [{}, { market: 'BTC_USDT', clientOrderId: 'customId11', limit: 100, offset: 0 }],
    replies: () => [JSON.stringify([activeOrder]), '[]'],
    call: (client) => client.activeOrders({ limit: 100, offset: 0 }),
    ours: [
      { id: String(activeOrder.orderId), market: activeOrder.market, price: activeOrder.price },
    ],
  },
  orderHistory: {
    asks: [
      {},
      { market: 'BTC_USDT', startDate: 1753000000, endDate: 1755500000, limit: 100, offset: 0 },
      { orderId: 4986126152 },
    ],
    replies: () => [JSON.stringify({ BTC_USDT: [finishedOrder] }), '{}', '[]', 'null'],
  },
  positionHistory: {
    asks: [{}, { market: 'BTC_USDT', positionId: 3, limit: 100, offset: 0 }],
    replies: () => [JSON.stringify([positionChange]), '[]'],
    call: (client) => client.positionOrders({ market: 'BTC_USDT', id: '3' }),
    ours: ['98'],
  },
  // Which order, and which position, only the account knows.
  cancelOrder: {
    asks: [],
    replies: () => [JSON.stringify({ ...activeOrder, status: 'CANCELED' })],
    ours: [
      {
        kind: 'cancelled',
        id: '3686033640',
        market: 'BTC_USDT',
        order: { status: 'CANCELED', left: '2.241379', reduceOnly: false },
      },
    ],
  },
  // None of them rests: each is answered all the same, at its place.
  cancelOrders: {
    asks: [
      { orders: [{ market: 'BTC_USDT', orderId: 1 }] },
      { orders: Array.from({ length: 100 }, (_, at) => ({ market: 'ETH_USDT', orderId: at + 1 })) },
    ],
    replies: () => [
      JSON.stringify([
        {
          result: { orderId: 4326248250, clientOrderId: 'my-client-id', market: 'BTC_USDT' },
          error: null,
        },
        {
          result: null,
          error: {
            code: 404,
            message: 'Order not found',
            errors: { orderId: ['Order does not exist or already cancelled'] },
          },
        },
        {
          result: null,
          error: {
            code: 500,
            message: 'Service temporary unavailable',
            errors: { error: ['Service temporary unavailable'] },
          },
        },
      ]),
    ],
    ours: [
      { kind: 'cancelled', id: '4326248250', market: 'BTC_USDT', order: null },
      { kind: 'refused', problem: { code: 'refused', server: { status: 200, code: 404 } } },
      {
        kind: 'unclear',
        id: '',
        problem: { code: 'outcome-unknown', reason: 'TRADE_SERVICE', server: { code: 500 } },
      },
    ],
  },
  cancelAllOrders: {
    asks: [{}, { market: 'BTC_USDT', type: ['spot'] }],
    replies: () => ['[]'],
    ours: null,
  },
  closePosition: { asks: [], replies: () => ['[]'], ours: null },
  collateralLimitOrder: {
    asks: [
      {
        ...limitOrder,
        postOnly: true,
        ioc: false,
        reduceOnly: false,
        stopLoss: '30000',
        takeProfit: '50000',
      },
    ],
    replies: () => [JSON.stringify(collateralLimit)],
    ours: {
      id: '4326248250',
      clientOrderId: 'order1987111',
      timestamp: '1684916268.825564',
      price: '40000',
      postOnly: true,
      reduceOnly: false,
      positionSide: 'LONG',
      oto: { id: '29457221', stopLoss: '30000', takeProfit: '50000' },
    },
  },
  // What it would close only the account knows.
  triggerMarketOrder: {
    asks: [],
    replies: () => [JSON.stringify(triggerOrder)],
    ours: {
      id: '3686033650',
      market: 'BTC_PERP',
      side: 'sell',
      type: 'stop market',
      amount: '0.4',
      activationPrice: '58000',
      activationCondition: 'lte',
      reduceOnly: true,
    },
  },
  conditionalOrders: {
    asks: [{}, { market: 'BTC_PERP', limit: 100, offset: 0 }],
    replies: () => [
      JSON.stringify({ limit: 100, offset: 0, total: 1, records: [linkedPair] }),
      JSON.stringify({ limit: 100, offset: 0, total: 1, records: [linkedEntry] }),
      JSON.stringify({ limit: 100, offset: 0, total: 1, records: [olderPair] }),
      '{"limit":100,"offset":0,"total":0,"records":[]}',
    ],
    call: (client) => client.conditionalOrders({ limit: 100, offset: 0 }),
    ours: [
      {
        kind: 'oco',
        id: '117703764514',
        stopLoss: { id: '117703764515', activationPrice: '58000', price: '57900' },
        takeProfit: { id: '117703764516', price: '72000', reduceOnly: true },
      },
    ],
  },
  cancelConditional: { asks: [], replies: () => ['[]'], ours: null },
  balanceTransfer: { asks: [], replies: () => ['[]', '{}'], ours: null },
  fixedInvestments: {
    asks: [{}, { status: 1, limit: 100, offset: 0 }],
    replies: () => [JSON.stringify({ offset: 0, limit: 100, records: [fixedInvestment] })],
    call: (client) => client.activeFixedInvestments({ limit: 100, offset: 0 }),
    ours: [
      {
        id: fixedInvestment.id,
        asset: 'USDT',
        amount: '100',
        percent: '10',
        createdAt: '1646825196',
        endsAt: '1646839596',
        interestPaid: '0',
      },
    ],
  },
  flexInvestments: {
    asks: [{}, { investmentStatus: 1, limit: 100, offset: 0 }],
    replies: () => [
      '{"data":[{"id":"inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f","planId":"8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f","currency":"USDT",' +
        '"invested":"1500.75","withAutoReinvest":true,"status":1,"createdAt":1640995200,"updatedAt":1641081600}],"limit":100,"offset":0}',
    ],
    call: (client) => client.flexInvestments({ limit: 100, offset: 0 }),
    ours: [
      {
        id: 'inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
        planId: '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
        currency: 'USDT',
        invested: '1500.75',
        autoReinvest: true,
        createdAt: '1640995200',
      },
    ],
  },
  miningAccounts: {
    asks: [{}],
    replies: () => [
      '{"data":[{"name":"my_miner_01","createdAt":1709340000},{"name":"my_miner_02","createdAt":1709350000}],"limit":30,"offset":0}',
    ],
    call: (client) => client.miningAccounts({ limit: 100, offset: 0 }),
    ours: [
      { name: 'my_miner_01', createdAt: '1709340000' },
      { name: 'my_miner_02', createdAt: '1709350000' },
    ],
  },
}

export const endpointNames = Object.keys(documented) as EndpointName[]

/** Every private call with a body the simulator takes. */
export const documentedAsks = endpointNames
  .filter((name) => endpoints[name].access !== 'public')
  .flatMap((name) => documented[name].asks.map((body) => [name, body] as const))

/** By path, the first reply of each. */
export function documentedAnswers(live: boolean): ReadonlyMap<string, string> {
  return new Map(
    endpointNames.map((name) => [endpoints[name].path, documented[name].replies(live)[0]]),
  )
}

/** What was left out of an answer because it could not be read, at any depth. */
export function misfitsIn(read: unknown): unknown[] {
  return typeof read !== 'object' || read === null
    ? []
    : Object.entries(read).flatMap(([name, value]) =>
        name === 'misfits' && Array.isArray(value) ? value : misfitsIn(value),
      )
}
