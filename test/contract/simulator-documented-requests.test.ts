// The requests printed in the public documents, sent to the simulator unchanged.
import type { World } from '../../src/simulator/world.js'
import { describe, expect, it } from 'vitest'
import { setPrice } from '../../src/simulator/engine/prices.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { simulatedService } from '../support/simulated-service.js'

describe('requests of the public documents', () => {
  const priceTo = (world: World, price: string): void => {
    const market = world.markets['BTC_USDT']
    if (market === undefined || !setPrice(world, market, price))
      throw new Error(`cannot set the price to ${price}`)
  }

  it('with every history filter are valid and find nothing', () => {
    const body = {
      limit: 50,
      offset: 0,
      plan: '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
      investment: 'inv_123',
      transaction: 'tx_456',
      dateFrom: 1640995200,
      dateTo: 1641081600,
      actionTypes: [1, 2, 4],
    }
    expect(simulatedService().call(endpoints.flexHistory.path, { body })).toMatchObject({
      status: 200,
      json: { data: [], limit: 50, offset: 0 },
    })
  })

  it('with three limit orders give an order, a refusal for too little, and an order; with stopOnFail the third is not tried', () => {
    const orders = [
      {
        side: 'buy',
        amount: '0.02',
        price: '40000',
        market: 'BTC_USDT',
        postOnly: false,
        ioc: false,
        clientOrderId: '',
      },
      {
        side: 'sell',
        amount: '0.0001',
        price: '41000',
        market: 'BTC_USDT',
        postOnly: false,
        ioc: false,
        clientOrderId: 'example_bulk',
      },
      {
        side: 'sell',
        amount: '0.02',
        price: '41000',
        market: 'BTC_USDT',
        postOnly: false,
        ioc: false,
        clientOrderId: '',
      },
    ]
    const send = (stopOnFail: boolean) => {
      const { call, world } = simulatedService({ dialect: 'live' })
      Object.assign(world.markets['BTC_USDT'] ?? {}, { minAmount: '0.001' })
      priceTo(world, '39990')
      return call(endpoints.bulkLimitOrders.path, { body: { orders, stopOnFail } }).json
    }
    const bought = { result: { status: 'FILLED', dealStock: '0.02', left: '0' }, error: null }
    const little = {
      result: null,
      error: {
        code: 32,
        message: 'Validation failed',
        errors: { amount: ['Given amount is less than min amount 0.001.'] },
      },
    }
    expect(send(false)).toMatchObject([
      bought,
      little,
      { result: { status: 'OPEN', side: 'sell', left: '0.02' }, error: null },
    ])
    expect(send(true)).toMatchObject([bought, little])
    expect(send(true)).toHaveLength(2)
  })

  // The documents' sample buys with a stop loss above its take profit. The specification shows no
  // sample and no rule for them. Both prices make sense for what is left of a short between them;
  // on a long they would close it at once, so there the two are swapped.
  const documentedOrder = {
    market: 'BTC_USDT',
    side: 'buy',
    amount: '0.01',
    clientOrderId: 'order1987111',
    stopLoss: '50000',
    takeProfit: '40000',
  }
  const collateralAccount = () => {
    const { call, world } = simulatedService({ dialect: 'live', scene: 'empty' })
    Object.assign(world.ledger.collateral, { USDT: '1000' })
    Object.assign(world.ledger.house, { USDT: '-1000' })
    priceTo(world, '45000')
    const place = (body: Record<string, unknown>) =>
      call(endpoints.collateralMarketOrder.path, { body })
    return { place, positions: () => call(endpoints.openPositions.path).json }
  }

  it('with the printed collateral order reduce a short and protect the rest with both levels', () => {
    const { place, positions } = collateralAccount()
    place({ market: 'BTC_USDT', side: 'sell', amount: '0.03' })
    expect(place(documentedOrder)).toMatchObject({
      status: 200,
      json: {
        clientOrderId: 'order1987111',
        type: 'market',
        stp: 'no',
        oto: { stopLoss: '50000', takeProfit: '40000' },
      },
    })
    expect(positions()).toMatchObject([
      { market: 'BTC_USDT', amount: '-0.02', tpsl: { takeProfit: '40000', stopLoss: '50000' } },
    ])
  })

  it('with the printed collateral order open no long: both levels are refused, and accepted when swapped', () => {
    const { place, positions } = collateralAccount()
    expect(place(documentedOrder)).toMatchObject({
      status: 422,
      json: {
        code: 105,
        errors: {
          takeProfit: ['Wrong activation price for take profit.'],
          stopLoss: ['Wrong activation price for stop loss.'],
        },
      },
    })
    expect(positions()).toEqual([])
    expect(place({ ...documentedOrder, stopLoss: '40000', takeProfit: '50000' })).toMatchObject({
      status: 200,
      json: { clientOrderId: 'order1987111', oto: { stopLoss: '40000', takeProfit: '50000' } },
    })
    expect(positions()).toMatchObject([
      { market: 'BTC_USDT', amount: '0.01', tpsl: { takeProfit: '50000', stopLoss: '40000' } },
    ])
  })
})
