import { describe, expect, test } from 'vitest'
import { anItem, anOrder } from '../../../fixtures/portfolio/trading.js'
import {
  fillText,
  itemRemarks,
  knownOrderStatus,
  problemLines,
  timelineDetails,
} from '../../../../src/renderer/orders/order-details.js'
import { afterConfirmed, countdownText, msText } from '../../../../src/renderer/components/times.js'
import {
  limitsText,
  newLimitRow,
  readLimits,
  typedLimits,
} from '../../../../src/renderer/orders/trade-limits.js'
import { defaultTradeLimits } from '../../../../src/shared/orders/trading.js'

describe("the exchange's report on one order", () => {
  test('is quoted by field, with its message', () => {
    const problem = {
      code: 'refused',
      message: 'Refused.',
      server: { status: 200, code: 30, message: 'Validation failed' },
      fields: { amount: ['Too small.', 'Really.'] },
    } as const
    expect(problemLines({ ...problem, fields: { amount: [...problem.fields.amount] } })).toEqual([
      'The exchange: “Validation failed”',
      'amount: Too small. Really.',
    ])
    expect(problemLines({ code: 'unreachable', message: '' })).toEqual([
      'The exchange cannot be reached',
    ])
  })
  test('says how far it is filled, its cost, and the remainder', () => {
    expect(fillText(anOrder(), 'BTC_USDT')).toBe(
      'Order 4180284841. Filled 0.01 BTC for 912.504 USDT. Fee 0.912504 USDT.',
    )
    expect(fillText(anOrder({ dealStock: '0.004', left: '0.006', dealFee: '0' }), 'BTC_USDT')).toBe(
      'Order 4180284841. Filled 0.004 BTC for 912.504 USDT, 0.006 BTC left.',
    )
    expect(
      fillText(anOrder({ dealStock: '0', left: '0.01', status: 'NEW' }), 'BTC_USDT'),
    ).toContain('Nothing of it is filled yet')
  })
  test.each(['CANCELLED', 'CANCELED', 'CANCELED_TAKER_BAND'])(
    'never says “yet” for a cancelled order: %s',
    (status) => {
      expect(fillText(anOrder({ dealStock: '0', left: '0.01', status }), 'BTC_USDT')).toBe(
        'Order 4180284841. It was cancelled with nothing filled.',
      )
      expect(
        fillText(anOrder({ dealStock: '0.004', left: '0.006', dealFee: '0', status }), 'BTC_USDT'),
      ).toBe(
        'Order 4180284841. Filled 0.004 BTC for 912.504 USDT. The rest, 0.006 BTC, was cancelled.',
      )
      expect(
        fillText(anOrder({ dealStock: '0.01', left: '0', dealFee: '0', status }), 'BTC_USDT'),
      ).toBe('Order 4180284841. Filled 0.01 BTC for 912.504 USDT.')
      expect(
        fillText(anOrder({ dealStock: '0.004', left: '0', dealFee: '0', status }), 'BTC_USDT'),
      ).toBe('Order 4180284841. Filled 0.004 BTC for 912.504 USDT. The rest was cancelled.')
    },
  )
  test('shows mismatches as danger, and what was not attempted as not placed', () => {
    expect(itemRemarks(anItem({ mismatch: ['Amount differs.'] })).at(-1)).toEqual({
      text: 'Amount differs.',
      tone: 'danger',
    })
    expect(itemRemarks(anItem({ state: 'not-processed', order: null }))[0]?.text).toContain(
      'nothing was placed',
    )
  })
  test('marks an unspecified status as new', () => {
    expect(['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED'].every(knownOrderStatus)).toBe(true)
    expect(knownOrderStatus('EXPIRED')).toBe(false)
  })
})

test('shows durations in whole milliseconds, never more than elapsed', () => {
  expect([msText(148.9), msText(0.4), msText(null)]).toEqual(['148 ms', 'under 1 ms', 'not known'])
  const timeline = [
    { what: 'prepared', at: 90 },
    { what: 'confirmed', at: 100 },
  ] as const
  expect([100.0114, 100, 90, 159.9, 160].map((at) => afterConfirmed(timeline, at))).toEqual([
    '+11 ms',
    '',
    '',
    '+59900 ms',
    '',
  ])
  expect(afterConfirmed([], 100)).toBe('')
  expect(timelineDetails({ ms: 3.4, typed: 'BTC', none: null, list: [1] })).toEqual([
    { name: 'ms', text: '3.4' },
    { name: 'typed', text: 'BTC' },
    { name: 'list', text: '[1]' },
  ])
})

test('a countdown never shows more than the remaining time', () => {
  expect([
    countdownText(872.9),
    countdownText(7.99),
    countdownText(0.5),
    countdownText(-3),
  ]).toEqual(['14:32', '0:07', '0:00', '0:00'])
})

describe('ORD-14 typed limits', () => {
  test('survive a round trip', () => {
    const limits = {
      ...defaultTradeLimits,
      byMarket: { BTC_USDT: { perOrder: '0.5', perDay: '2' } },
    }
    const read = readLimits(typedLimits(limits))
    expect(read.ok && limitsText(read.value)).toBe(limitsText(limits))
  })
  test('do not depend on the order of rows', () => {
    const read = readLimits({
      ...typedLimits(defaultTradeLimits),
      byQuote: typedLimits(defaultTradeLimits).byQuote.toReversed(),
    })
    expect(read.ok && limitsText(read.value)).toBe(limitsText(defaultTradeLimits))
  })
  test('explain invalid input row by row', () => {
    const form = typedLimits(defaultTradeLimits)
    const read = readLimits({
      ...form,
      byQuote: [
        newLimitRow('usdt', '1', '2'),
        newLimitRow('USDT', '1', '2'),
        newLimitRow('EUR', '1,5', '2'),
        newLimitRow('', '1', '2'),
      ],
      byMarket: [newLimitRow('BTC', '1', '2'), newLimitRow('BTC_USDT', '1', '')],
      ordersPerDay: '0',
      askFrom: [newLimitRow('USDT', '1e3')],
    })
    expect(read.ok ? null : read.error).toEqual({
      byQuote: {
        1: 'USDT already has a row.',
        2: 'Per order “1,5” has a comma; use a point for decimals and do not separate thousands.',
        3: 'Currency is empty.',
      },
      byMarket: { 0: expect.stringContaining('must look like') as string, 1: 'Per day is empty.' },
      ordersPerDay: '“0” is not a whole number from 1 to 10000.',
      askFrom: { 0: expect.stringContaining('exponent') as string },
    })
  })
})
