import { describe, expect, it } from 'vitest'
import {
  toBulkEntries,
  toBulkEntry,
  toFinishedOrders,
  toFlexHistoryPage,
  toMarketOrder,
  toPosition,
  toPositions,
} from '../../../src/main/exchange/wire-mapping.js'
import { parseStrictJson } from '../../../src/main/exchange/response-parser.js'
import { endpoints, openPosition } from '../../../src/v4/endpoints.js'
import { bulkEntry, bulkLimitOrders, marketOrder } from '../../../src/v4/orders.js'
import {
  creditLine,
  flexRecord,
  olderPosition,
  order,
  position,
} from '../../support/documented-answers.js'
import { messageContaining } from '../../support/saying.js'
import { worded } from '../../support/worded.js'

function wire(text: string): unknown {
  const read = parseStrictJson(Buffer.from(text), 1000)
  if (!read.ok) throw new Error(read.error)
  return read.value
}

const positionFrom = (value: unknown) => toPosition(openPosition.parse(value))

describe('a position', () => {
  it('keeps its digits under our names', () => {
    expect(positionFrom(wire(JSON.stringify(position)))).toEqual({
      id: '527',
      market: 'BTC_USDT',
      openedAt: '1651568067.789679',
      modifiedAt: '1651568067.789679',
      amount: '0.1',
      entryPrice: '45658.349',
      liquidationPrice: null,
      liquidationState: null,
      realizedPnl: '-168.42',
      unrealizedPnl: '0.0019142920201966',
      pnlPercent: '-0.43',
      usedMargin: '8316.74',
      freeMargin: '619385.67',
      funding: '0',
      unrealizedFunding: '0.0019142920201966',
      protectiveOrders: {
        takeProfitId: '123',
        takeProfit: '50000',
        stopLossId: '124',
        stopLoss: '35000',
      },
      positionSide: 'LONG',
    })
  })

  it('keeps absent, null and zero apart', () => {
    const older = positionFrom(wire(olderPosition))
    expect('unrealizedPnl' in older).toBe(false)
    expect('positionSide' in older).toBe(false)
    expect(older).toMatchObject({
      liquidationState: null,
      protectiveOrders: null,
      realizedPnl: '0',
      openedAt: '1741941025.3011869',
    })
    const pending = positionFrom({
      ...position,
      amount: null,
      basePrice: null,
      unrealizedPnl: null,
    })
    expect(pending).toMatchObject({ amount: null, entryPrice: null, unrealizedPnl: null })
  })

  it('is read without members used only for display, which are then missing', () => {
    const dispensable = new Set([
      'openDate',
      'modifyDate',
      'basePrice',
      'tpsl',
      'pnl',
      'pnlPercent',
      'margin',
      'freeMargin',
      'funding',
      'unrealizedFunding',
    ])
    const needed = Object.fromEntries(
      Object.entries(position).filter(([member]) => !dispensable.has(member)),
    )
    const found = toPositions(endpoints.openPositions.reply.parse([needed]))
    expect(found.unreadable).toBeUndefined()
    expect(Object.keys(found.value[0] ?? {})).toEqual([
      ...['id', 'market', 'amount', 'liquidationPrice', 'liquidationState'],
      ...['unrealizedPnl', 'positionSide'],
    ])
  })

  it.each(['Margin_call', 'MARGIN_CALL'])(
    'reads the state %s, even in a position that cannot be read',
    (state) => {
      const [whole, broken] = [
        { ...position, liquidationState: state },
        { ...position, positionId: '528', amount: 'x', liquidationState: state },
      ]
      const found = toPositions(endpoints.openPositions.reply.parse([whole, broken]))
      expect(found.value[0]?.liquidationState).toBe('margin_call')
      expect(found.unreadable?.[0]?.liquidationState).toBe('margin_call')
      expect(
        positionFrom({ ...position, liquidationState: 'Something_new' }).liquidationState,
      ).toBe('Something_new')
    },
  )

  it('accepts half-set protection as it is', () => {
    const half = positionFrom({ ...position, tpsl: { stopLossId: 124, stopLoss: '35000' } })
    expect(half.protectiveOrders).toEqual({
      takeProfitId: null,
      takeProfit: null,
      stopLossId: '124',
      stopLoss: '35000',
    })
  })
})

describe('an order', () => {
  it.each([false, true])('is the same in both spellings (live: %s)', (live) => {
    expect(toMarketOrder(marketOrder.parse(wire(JSON.stringify(order(live)))))).toEqual({
      id: '4180284841',
      clientOrderId: 'order1987111',
      market: 'BTC_USDT',
      side: 'buy',
      type: 'market',
      timestamp: '1595792396.165973',
      dealMoney: '0',
      dealStock: '0',
      amount: '0.001',
      left: '0.001',
      dealFee: '0',
      status: 'FILLED',
      stp: 'no',
      positionSide: 'LONG',
      oto: { id: '29457221', stopLoss: '50000', takeProfit: '40000' },
    })
  })

  it('has no member that the exchange did not send, and shows an unknown status raw', () => {
    const {
      oto: _oto,
      stp: _stp,
      positionSide: _side,
      client_order_id: _id,
      ...bare
    } = order(false)
    const plain = toMarketOrder(
      marketOrder.parse(wire(JSON.stringify({ ...bare, status: 'CANCELED_TAKER_BAND' }))),
    )
    expect(plain).toMatchObject({ status: 'CANCELED_TAKER_BAND', clientOrderId: '' })
    for (const name of ['oto', 'stp', 'positionSide']) expect(name in plain).toBe(false)
  })
})

it('takes over only documented members of a loan and a history record', () => {
  const more = { brandNew: 'x' }
  expect(endpoints.creditLine.reply.parse({ ...creditLine, ...more })).toEqual({
    ...creditLine,
    createdAt: String(creditLine.createdAt),
  })
  const page = endpoints.flexHistory.reply.parse({
    data: [{ ...flexRecord, ...more }],
    limit: 50,
    offset: 0,
  })
  const { transaction_id: transactionId, createdAt, ...rest } = flexRecord
  expect(toFlexHistoryPage(page).records).toEqual([
    { ...rest, transactionId, createdAt: String(createdAt) },
  ])
})

describe('a member that does not fit', () => {
  const namedBy = (more: object) =>
    toPositions(
      endpoints.openPositions.reply.parse([position, { ...position, amount: 'x', ...more }]),
    ).unreadable?.[0]
  const recordNamedBy = (more: object) =>
    toFlexHistoryPage(
      endpoints.flexHistory.reply.parse({
        data: [{ ...flexRecord, amount: null, ...more }],
        limit: 50,
        offset: 0,
      }),
    ).unreadable?.[0]

  it('is named by its readable parts', () => {
    expect(namedBy({})).toMatchObject({ id: '527', name: 'BTC_USDT' })
    expect(recordNamedBy({})).toMatchObject({
      id: flexRecord.transaction_id,
      name: flexRecord.currency,
    })
  })

  it.each(['margin_call', 'liquidation', 'odd', null])(
    'that is a position keeps its state %j',
    (liquidationState) => {
      expect(namedBy({ liquidationState })).toMatchObject({ liquidationState })
    },
  )

  it.each([undefined, true, {}, ['margin_call']])(
    'that is a position has no known state for %j, which differs from none',
    (liquidationState) => {
      expect(namedBy({ liquidationState })).not.toHaveProperty('liquidationState')
    },
  )

  it('that is a bulk entry says why, and keeps the id sent with it, even as a number', () => {
    const other = '{"result":null,"error":{"code":32,"message":"Validation failed"}}'
    const unread = (result: string) =>
      toBulkEntries(
        bulkLimitOrders.reply.parse(wire(`[${other},{"result":${result},"error":null}]`)),
      )[1]
    expect(unread('{"client_order_id":"p-1","clientOrderId":"p-2"}')).toMatchObject({
      kind: 'unclear',
      clientOrderId: 'p-1',
      problem: { message: messageContaining(/could not be read: “result.*” is missing\.$/) },
    })
    expect(unread('{"clientOrderId":"p-2"}')).toMatchObject({ clientOrderId: 'p-2' })
    expect(unread('{"client_order_id":12345678901234567890}')).toMatchObject({
      clientOrderId: '12345678901234567890',
    })
    expect(unread('{"client_order_id":{}}')).toMatchObject({ clientOrderId: '' })
  })

  it.each([undefined, null, '', {}, ['BTC_USDT'], true])(
    'is not named by %j: its owner stays open, and it may belong to any market',
    (odd) => {
      expect(namedBy({ positionId: odd, market: odd })).toMatchObject({ id: null, name: null })
      expect(recordNamedBy({ transaction_id: odd, currency: odd })).toMatchObject({
        id: null,
        name: null,
      })
    },
  )
})

describe('ORD-24 a history of one market', () => {
  const read = (reply: unknown, asked?: string) =>
    toFinishedOrders(endpoints.orderHistory.reply.parse(reply), asked)

  it.each([{}, [], null, { BTC_USDT: [] }])('is empty as %j', (reply) => {
    expect(read(reply, 'BTC_USDT')).toEqual({ value: [] })
  })

  it.each([
    { message: [], errors: [] },
    { result: [] },
    { records: [], limit: 100, offset: 0 },
    { data: [] },
    { btc_usdt: [] },
    { BTC_USDT: [], ETH_USDT: [] },
  ])('is not %j: something in it could not be read', (reply) => {
    expect(read(reply, 'BTC_USDT').unreadable?.length).toBeGreaterThan(0)
  })

  it('may have any market if none was requested', () => {
    expect(read({ BTC_USDT: [], ETH_USDT: [] })).toEqual({ value: [] })
  })
})

describe('a bulk entry', () => {
  const result = { ...order(false), price: '40000', oto: undefined }
  const error = { code: 32, message: 'Validation failed', errors: { amount: ['Too small.'] } }
  const kindOf = (entry: unknown) => toBulkEntry(bulkEntry.parse(wire(JSON.stringify(entry)))).kind

  it.each([null, undefined, {}, [], { code: 0, message: '' }, { code: 0, errors: {} }])(
    'ORD-10 is placed if the error is %j',
    (nothing) => {
      expect(kindOf({ result, error: nothing })).toBe('placed')
    },
  )

  it('keeps the activation as given, and nothing if it was not', () => {
    const entry = toBulkEntry(
      bulkEntry.parse({
        result: { ...result, activated: 1, activationCondition: 'gte', activation_price: '41000' },
        error: null,
      }),
    )
    expect(entry).toMatchObject({
      order: { activated: 1, activationCondition: 'gte', activationPrice: '41000', stp: 'no' },
    })
    const plain = toBulkEntry(bulkEntry.parse({ result, error: null }))
    for (const name of ['activated', 'activationCondition', 'activationPrice'])
      expect(JSON.stringify(plain)).not.toContain(name)
  })

  it.each([null, undefined, {}, []])('ORD-10 is refused if the result is %j', (nothing) => {
    const entry = toBulkEntry(bulkEntry.parse({ result: nothing, error }))
    expect(worded(entry)).toEqual({
      kind: 'refused',
      problem: {
        code: 'refused',
        message: 'The exchange refused this order.',
        server: { status: 200, code: 32, message: 'Validation failed' },
        fields: { amount: ['Too small.'] },
      },
    })
  })

  it('ORD-10 is unclear with both, and with neither', () => {
    expect(kindOf({ result, error })).toBe('unclear')
    expect(kindOf({ result: null, error: null })).toBe('unclear')
    expect(kindOf({})).toBe('unclear')
  })
})
