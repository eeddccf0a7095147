import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderStatuses } from '../../../src/shared/orders/order.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { isRefusal, privateError } from '../../../src/v4/errors.js'
import { NumberText } from '../../../src/v4/numbers.js'
import { inDialect, marketOrder } from '../../../src/v4/orders.js'
import {
  creditLine as loan,
  documented,
  endpointNames,
  order as documentedOrder,
  position as documentedPosition,
  misfitsIn,
} from '../../support/documented-answers.js'

const position = { ...documentedPosition, modifyDate: new NumberText('1651568067.7896790') }
const order = {
  ...documentedOrder(false),
  order_id: new NumberText('12345678901234567890'),
  timestamp: new NumberText('1595792396.165973'),
}

function without(value: object, name: string) {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

function complaintsOf(name: keyof typeof endpoints, reply: unknown): string[] {
  const verdict = endpoints[name].reply.safeParse(reply)
  return verdict.success ? [] : verdict.error.issues.map((issue) => issue.path.join('.'))
}

describe('the table of endpoints', () => {
  test('has each under its own path', () => {
    expect(new Set(endpointNames.map((name) => endpoints[name].path)).size).toBe(
      endpointNames.length,
    )
  })

  test('marks exactly the calls that move or commit money', () => {
    expect(endpointNames.filter((name) => endpoints[name].movesMoney)).toEqual([
      'closeInvestment',
      'collateralMarketOrder',
      'bulkLimitOrders',
      'cancelOrder',
      'cancelOrders',
      'cancelAllOrders',
      'closePosition',
      'collateralLimitOrder',
      'triggerMarketOrder',
      'cancelConditional',
      'balanceTransfer',
    ])
  })
})

/** Maps: another member is another asset or market. */
const namedByWhatTheyHold: ReadonlySet<string> = new Set([
  'mainBalance',
  'tickers',
  'tradeBalance',
  'orderHistory',
])

describe('answers', () => {
  test.each(endpointNames)('NET-9 %s is accepted as documented and with extra fields', (name) => {
    for (const text of [...documented[name].replies(false), ...documented[name].replies(true)]) {
      const reply = JSON.parse(text) as object | null
      expect(complaintsOf(name, reply), text).toEqual([])
      expect(misfitsIn(endpoints[name].reply.parse(reply)), text).toEqual([])
      if (!Array.isArray(reply) && reply !== null && !namedByWhatTheyHold.has(name))
        expect(complaintsOf(name, { ...reply, brandNew: 1 }), text).toEqual([])
    }
  })

  test.each([
    [
      'openPositions',
      position,
      ['positionId', 'market', 'amount', 'liquidationPrice', 'liquidationState'],
    ],
    [
      'collateralMarketOrder',
      order,
      ['order_id', 'market', 'side', 'timestamp', 'deal_money', 'deal_stock', 'amount', 'left'],
    ],
    ['creditLine', loan, ['currentLtv', 'marginCallLtv', 'liquidationLtv']],
  ] as const)(
    'NET-9 %s without an essential field is refused by its name',
    (name, value, required) => {
      for (const field of required) {
        const reply = name === 'openPositions' ? [without(value, field)] : without(value, field)
        const misfits = misfitsIn(endpoints[name].reply.safeParse(reply).data) as {
          field: string
        }[]
        expect(
          [...complaintsOf(name, reply), ...misfits.map((misfit) => misfit.field)],
          field,
        ).toEqual([field])
      }
    },
  )

  test('an older server may omit the floating result and the side', () => {
    expect(
      complaintsOf('openPositions', [without(without(position, 'unrealizedPnl'), 'positionSide')]),
    ).toEqual([])
  })

  test.each(['1e-8000', '1e', '', 'NaN', '1,5', null, {}, '+1', ' 1'])(
    'NET-9 a margin of %j is not a decimal, and read as not sent',
    (margin) => {
      const { fitting } = endpoints.openPositions.reply.parse([{ ...position, margin }])
      expect(fitting[0]).not.toHaveProperty('margin')
      expect(fitting[0]).toMatchObject({ positionId: '527', freeMargin: '619385.67' })
    },
  )

  test('NET-10, UX-60 ids and times keep every digit', () => {
    expect(endpoints.collateralMarketOrder.reply.parse(order)).toMatchObject({
      order_id: '12345678901234567890',
      timestamp: '1595792396.165973',
    })
    expect(endpoints.openPositions.reply.parse([position]).fitting).toMatchObject([
      { modifyDate: '1651568067.7896790', positionId: '527' },
    ])
  })

  test('DAT-11 unknown states and statuses are kept', () => {
    const known = /^(|margin_call|liquidation|new|open|filled|partially_filled|cancell?ed)$/i
    fc.assert(
      fc.property(
        fc.string().filter((word) => !known.test(word)),
        fc.string(),
        (state, extra) => {
          const read = endpoints.openPositions.reply.parse([
            { ...position, liquidationState: state, brandNew: extra },
          ])
          expect(read.fitting[0]).toMatchObject({ liquidationState: state })
          expect(
            endpoints.collateralMarketOrder.reply.parse({ ...order, status: state }),
          ).toMatchObject({ status: state })
        },
      ),
    )
  })

  test.each([{}, [], { stopLoss: '58000' }, 'none'])(
    'ORD-21 an answer to an order with levels %j is not read as placed without them',
    (oto) => {
      expect(complaintsOf('collateralMarketOrder', { ...order, oto })[0]).toMatch(/^oto/)
      for (const none of [null, undefined])
        expect(complaintsOf('collateralMarketOrder', { ...order, oto: none })).toEqual([])
    },
  )

  test.each([{ stopLossId: 5 }, { stopLoss: {} }, 'none'])(
    'position levels of %j differ from none',
    (tpsl) => {
      expect(
        endpoints.openPositions.reply.parse([{ ...position, tpsl }]).fitting[0],
      ).not.toHaveProperty('tpsl')
    },
  )

  test('an error whose code is text is not a map of balances', () => {
    expect(
      isRefusal({ code: '2', message: 'This action is unauthorized.', errors: { a: ['b'] } }),
    ).toBe(true)
  })

  test('a credit line may be one object or a list of one', () => {
    expect(endpoints.creditLine.reply.parse(loan)).toMatchObject({ currentLtv: '25' })
    expect(endpoints.creditLine.reply.parse([loan])).toMatchObject({ currentLtv: '25' })
    expect(complaintsOf('creditLine', [loan, loan])).not.toEqual([])
  })

  test('NET-9 an empty answer is not "no loan", which is stated in words; silence must not end an alert', () => {
    for (const empty of [{}, [{}]])
      expect(complaintsOf('creditLine', empty)).toEqual(['currentLtv'])
    for (const empty of [[], null]) expect(complaintsOf('creditLine', empty)).toEqual([''])
  })

  test.each(['currentLtv', 'marginCallLtv', 'liquidationLtv'])(
    'NET-9 a credit line with null or nothing for %s is refused by its name',
    (field) => {
      for (const odd of [{ ...loan, [field]: null }, without(loan, field)])
        expect(complaintsOf('creditLine', odd)).toEqual([field])
      for (const level of ['0', '-75', '175.5'])
        expect(complaintsOf('creditLine', { ...loan, [field]: level })).toEqual([])
    },
  )

  test.each([null, undefined, [], {}, { code: 0 }, { code: 0, message: '', errors: {} }])(
    'ORD-10 a bulk error of %j beside a result is none',
    (error) => {
      const [entry] = endpoints.bulkLimitOrders.reply.parse([
        { result: { ...order, price: '1' }, error },
      ]).fitting
      expect(entry?.error ?? null).toBeNull()
      expect(entry?.result).toMatchObject({ order_id: '12345678901234567890' })
    },
  )

  test.each([null, undefined, [], {}])(
    'ORD-10 a bulk result of %j beside an error is none',
    (result) => {
      const error = {
        code: 32,
        message: 'Validation failed',
        errors: { amount: ['Given amount is less than min amount 0.001.'] },
      }
      const [entry] = endpoints.bulkLimitOrders.reply.parse([{ result, error }]).fitting
      expect(entry?.result ?? null).toBeNull()
      expect(entry?.error).toMatchObject(error)
    },
  )
})

describe('answers beyond the specification', () => {
  const read = (name: keyof typeof endpoints, reply: unknown) => endpoints[name].reply.parse(reply)
  const sample = (name: keyof typeof endpoints) =>
    JSON.parse(documented[name].replies(true)[0]) as unknown
  const [active] = sample('activeOrders') as object[]
  const { BTC_USDT: [finished] = [] } = sample('orderHistory') as { BTC_USDT?: object[] }

  test.each(['', null, undefined])('a price or level of %j is none, and omits no order', (none) => {
    const oto = { otoId: 7, stopLoss: none, takeProfit: none }
    const orders = read('activeOrders', [{ ...active, price: none, activation_price: none, oto }])
    expect(misfitsIn(orders)).toEqual([])
    expect(misfitsIn(read('orderHistory', { BTC_USDT: [{ ...finished, price: none }] }))).toEqual(
      [],
    )
    expect(
      complaintsOf('cancelOrder', { ...active, price: none, activation_price: none, oto }),
    ).toEqual([])
  })

  test.each([
    'OPEN',
    'PARTIALLY_FILLED',
    'CANCELED',
    'MAINTENANCE',
    'AUTO_CANCELED_LIQUIDATION',
    'DELISTING',
  ])('an order may be %s', (status) => {
    expect(read('activeOrders', [{ ...active, status }])).toMatchObject({
      fitting: [{ status }],
      misfits: [],
    })
    expect(read('orderHistory', { BTC_USDT: [{ ...finished, status }] })).toMatchObject({
      fitting: { BTC_USDT: { fitting: [{ status }], misfits: [] } },
    })
  })

  test.each(['100', 100, null, undefined])(
    'a futures market with a maximum leverage of %j, and no interval, is listed',
    (most) => {
      const { result } = sample('futures') as { result: object[] }
      const futures = { ...result[0], max_leverage: most, funding_interval_minutes: most }
      expect(misfitsIn(read('futures', { success: true, result: [futures] }))).toEqual([])
    },
  )

  test.each(['cancelAllOrders', 'closePosition', 'cancelConditional', 'balanceTransfer'] as const)(
    '%s is done if the answer refuses nothing',
    (name) => {
      for (const done of [[], null, {}, { success: true }])
        expect(complaintsOf(name, done), JSON.stringify(done)).toEqual([])
      for (const odd of [
        { success: false, message: 'no', errors: [] },
        { code: 104, message: 'Inner validation failed', errors: {} },
        { errors: { positionId: ["position doesn't exist."] } },
        ['position does not exist'],
        'ok',
        0,
        false,
      ]) {
        expect(complaintsOf(name, odd), JSON.stringify(odd)).toEqual([''])
      }
    },
  )
})

describe('the enumerations of section 3', () => {
  test.each(orderStatuses)('an order may be %s', (status) => {
    expect(endpoints.collateralMarketOrder.reply.parse({ ...order, status })).toMatchObject({
      status,
    })
  })

  test('an empty list of balances equals an empty map', () => {
    for (const empty of [{}, []])
      expect(endpoints.mainBalance.reply.parse(empty)).toMatchObject({ fitting: {} })
    expect(complaintsOf('mainBalance', [{ main_balance: '1' }])).not.toEqual([])
  })

  test.each(['margin_call', 'liquidation', null])(
    'a position may be in state %s',
    (liquidationState) => {
      expect(
        endpoints.openPositions.reply.parse([{ ...position, liquidationState }]).fitting,
      ).toMatchObject([{ liquidationState }])
    },
  )

  test.each(['main_balance', 'external_address'])('a payout may go to %s', (payoutDestination) => {
    expect(
      endpoints.payoutDestination.reply.parse({ payoutDestination, externalAddress: null }),
    ).toMatchObject({ payoutDestination })
  })

  test.each([0, 30])('code %i is accepted in a private error', (code) => {
    expect(privateError.parse({ code, message: 'Validation failed', errors: {} }).code).toBe(code)
  })
})

describe('spellings', () => {
  const live = { orderId: '1', clientOrderId: 'a', dealMoney: '1', dealStock: '2', dealFee: '3' }

  test('are both read', () => {
    const spec = {
      order_id: '1',
      client_order_id: 'a',
      deal_money: '1',
      deal_stock: '2',
      deal_fee: '3',
    }
    const rest = { market: 'BTC_USDT', side: 'buy', amount: '2', left: '0', timestamp: 7 }
    expect(marketOrder.parse({ ...rest, ...live })).toMatchObject(spec)
    expect(marketOrder.parse({ ...rest, ...spec })).toMatchObject(spec)
  })

  test('use the specification’s if both are present', () => {
    expect(
      marketOrder.parse({ ...order, client_order_id: 'spec', clientOrderId: 'live' }),
    ).toMatchObject({ client_order_id: 'spec' })
    expect(
      marketOrder.parse({ clientOrderId: 'live', ...order, client_order_id: 'spec' }),
    ).toMatchObject({ client_order_id: 'spec' })
  })

  test('are written in one form', () => {
    expect(inDialect({ client_order_id: 'a', market: 'BTC_USDT' }, 'live')).toEqual({
      clientOrderId: 'a',
      market: 'BTC_USDT',
    })
    expect(inDialect({ client_order_id: 'a', market: 'BTC_USDT' }, 'spec')).toEqual({
      client_order_id: 'a',
      market: 'BTC_USDT',
    })
  })
})

describe('errors', () => {
  test.each([
    [
      { code: 0, message: 'Validation failed', errors: { 'actionTypes.0': ['bad'] } },
      { 'actionTypes.0': ['bad'] },
    ],
    [{ code: 0, message: 'm', errors: [] }, {}],
    [{ code: 0, message: 'm', errors: null }, {}],
    [{ code: 0, message: 'm' }, {}],
    [{ errors: { id: 'bare' }, code: 10, message: 'm', success: false }, { id: ['bare'] }],
  ])('a private error %j is read', (body, errors) => {
    expect(privateError.parse(body).errors).toEqual(errors)
  })

  test.each([
    {},
    { code: 0 },
    { message: 'm' },
    { code: '0', message: 'm' },
    [],
    null,
    'x',
    { error: ['Internal server error.'] },
  ])('%j is no private error', (body) => {
    expect(privateError.safeParse(body).success).toBe(false)
  })

  test('a public error is read with and without params', () => {
    expect(isRefusal({ success: false, message: 'm', params: [] })).toBe(true)
    expect(isRefusal({ success: false, message: 'm' })).toBe(true)
    expect(isRefusal({ success: true, message: 'm' })).toBe(false)
  })
})

describe('the amount of a transfer', () => {
  const asked = (amount: string): boolean =>
    endpoints.balanceTransfer.ask.safeParse({ ticker: 'USDT', amount, from: 'main', to: 'spot' })
      .success

  test.each(['1', '0.00000001', '25.50', '123456789.12345678'])('may be %s', (amount) => {
    expect(asked(amount)).toBe(true)
  })

  test.each([
    '',
    '0',
    '0.000',
    '-1',
    '+1',
    '1e3',
    '.5.',
    '0.000000001',
    '1.0000000000',
    '.5',
    '5.',
    ' 1',
    '1,5',
  ])('may not be "%s"', (amount) => {
    expect(asked(amount)).toBe(false)
  })
})
