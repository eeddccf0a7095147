import type { BulkEntry, CancelEntry, Order } from '../../../../src/shared/orders/order.js'
import { messageOf } from '../../../../src/shared/messages/messages.js'

/**
 * An order without the members missing from the answer: what was not sent is absent, without a word
 * or a zero in its place.
 */
type Sent = Partial<Order>

const limitOrder: Sent = {
  id: '1162103498975',
  clientOrderId: 'ccxt5de0c05ec495a6e7',
  market: 'BTC_USDT',
  side: 'buy',
  type: 'limit',
  timestamp: '1739204049.908375',
  dealMoney: '0',
  dealStock: '0',
  amount: '0.01',
  left: '0.01',
  dealFee: '0',
  status: 'OPEN',
  stp: 'no',
  price: '95000',
  postOnly: false,
  ioc: false,
  withoutLevels: true,
}

/** 5.99 is in the quote currency: what is to be paid once the price is at 30. */
const stopMarket: Sent = {
  id: '107181508343',
  clientOrderId: '',
  market: 'LTC_USDT',
  side: 'buy',
  type: 'stop market',
  timestamp: '1659547745.016335',
  dealMoney: '0',
  dealStock: '0',
  amount: '5.99',
  left: '5.99',
  dealFee: '0',
  activationPrice: '30',
  withoutLevels: true,
}

export const activeOrders: Record<string, Sent[]> = {
  'orders-list-live.json': [limitOrder],
  // Without a status and without a price, which a market order does not have.
  'order-live-stop-market-2022.json': [stopMarket],
  'order-live-stop-market-with-status.json': [
    {
      ...stopMarket,
      status: 'OPEN',
      stp: 'no',
      price: '0',
      activated: 0,
      activationCondition: 'gte',
    },
  ],
}

export const cancelledOrders: Record<
  string,
  (Omit<CancelEntry & { kind: 'cancelled' }, 'order'> & { order: Sent })[]
> = {
  'order-live-open-2025-02.json': [
    { kind: 'cancelled', id: '1162103498975', market: 'BTC_USDT', order: limitOrder },
  ],
}

const marketBuy: Sent = {
  id: '105531094719',
  clientOrderId: '',
  market: 'DOGE_USDT',
  side: 'buy',
  type: 'market',
  timestamp: '1659045334.550127',
  endedAt: '1659045334.550127',
  dealMoney: '5.9375815',
  dealStock: '85',
  // In USDT, like every market order that buys on the spot market, and less than the 85 DOGE that
  // were bought.
  amount: '5.9940059',
  // 5.9940059 less the 5.9375815 that were spent: no status says that the order is filled.
  left: '0.0564244',
  dealFee: '0.0059375815',
  price: '0',
  withoutLevels: true,
}

export const orderHistory: Record<string, Sent[]> = {
  'order-history-jk.json': [
    {
      id: '4986126152',
      clientOrderId: 'customId11',
      market: 'BTC_USDT',
      side: 'sell',
      type: 'limit',
      timestamp: '1597486960.311311',
      endedAt: '1597486960.311332',
      dealMoney: '41.258268',
      dealStock: '0.0009',
      amount: '0.0009',
      left: '0',
      dealFee: '0.041258268',
      status: 'CANCELED',
      price: '40000',
      postOnly: false,
      ioc: false,
      withoutLevels: true,
    },
  ],
  'order-history-empty-jk.json': [],
  'order-history-live-2022.json': [marketBuy],
  'order-history-live-status.json': [
    { ...marketBuy, left: '0', status: 'FILLED', postOnly: false, ioc: false },
  ],
}

export const bulkEntries: Record<string, BulkEntry[]> = {
  'bulk-docs.json': [
    {
      kind: 'placed',
      order: {
        id: '4326248250',
        clientOrderId: '22',
        market: 'BTC_USDT',
        side: 'sell',
        type: 'limit',
        timestamp: '1684916268.825564',
        dealMoney: '641.988',
        dealStock: '0.02',
        amount: '0.02',
        left: '0',
        dealFee: '1.283976',
        status: 'FILLED',
        stp: 'no',
        price: '40000',
        postOnly: false,
        ioc: false,
      },
    },
    {
      kind: 'refused',
      problem: {
        code: 'refused',
        message: messageOf('exchange.order-refused'),
        server: { status: 200, code: 32, message: 'Validation failed' },
        fields: { amount: ['Given amount is less than min amount 0.001.'] },
      },
    },
  ],
}

/** Accepted, without a word on what was done. */
export const accepted: Record<string, null> = {
  'cancel-all-empty.json': null,
  'close-position-empty.json': null,
}
