import { describe, expect, test } from 'vitest'
import {
  complaintAboutRows,
  readRows,
  rulesBroken,
  totalsOfRows,
  withRules,
} from '../../../../src/renderer/orders/bulk-rows.js'
import type { LimitRow } from '../../../../src/shared/orders/order-ticket.js'
import { aMarketsView } from '../../../fixtures/portfolio/market.js'
import { now } from '../../../fixtures/portfolio/accounts.js'

function row(part: Partial<LimitRow> = {}): LimitRow {
  return {
    market: 'BTC_USDT',
    side: 'buy',
    amount: '0.01',
    price: '60000',
    postOnly: false,
    ioc: false,
    rpi: false,
    clientOrderId: null,
    ...part,
  }
}

const blank = row({ market: '', amount: '', price: '' })

describe('grid rows', () => {
  test.each([
    [row({ amount: '1,5' }), 'amount', /“1,5” has a comma/],
    [row({ price: '1e3' }), 'price', /“1e3” uses an exponent/],
    [row({ market: 'BTCUSDT' }), 'market', /“BTCUSDT” must look like/],
    [row({ clientOrderId: 'a b' }), 'clientOrderId', /“a b” can contain only/],
    [row({ price: '' }), 'price', /Price is empty/],
  ] as const)('each explain what is wrong: %j', (typed, field, words) => {
    const [reading] = readRows([typed])
    expect(reading?.faults[field]).toMatch(words)
    expect(complaintAboutRows(readRows([row({ price: '1' }), typed]))).toBe(
      'Row 2 is not valid yet.',
    )
  })

  test('are warned of contradictions and not changed', () => {
    expect(readRows([row({ postOnly: true, ioc: true })])[0]?.warnings[0]).toMatch(
      /cannot be combined/,
    )
    expect(readRows([row({ rpi: true, ioc: true })])[0]?.warnings[0]).toMatch(/RPI/)
    expect(complaintAboutRows(readRows([row({ postOnly: true, ioc: true })]))).toBeNull()
  })

  test('are flagged as duplicates in any spelling', () => {
    const readings = readRows([
      row(),
      row({ price: '61000' }),
      row({ market: 'btc_usdt', amount: '0.010', price: '60000.0' }),
      row({ side: 'sell' }),
    ])
    expect(readings.map(({ warnings }) => warnings.length)).toEqual([0, 0, 1, 0])
    expect(readings[2]?.warnings[0]).toContain('row 1')
  })

  test('may not share a client id', () => {
    expect(
      readRows([row({ clientOrderId: 'x' }), row({ price: '1', clientOrderId: 'x' })])[1]?.faults
        .clientOrderId,
    ).toMatch(/already used in row 1/)
  })

  test('ORD-11 past twenty stay, are marked, and disable the preview with the reason', () => {
    const readings = readRows([
      blank,
      ...Array.from({ length: 22 }, (_, at) => row({ price: String(at + 1) })),
    ])
    expect(readings.filter(({ beyond }) => beyond)).toHaveLength(2)
    expect(readings[0]).toMatchObject({ blank: true, beyond: false })
    expect(readings[20]?.beyond).toBe(false)
    expect(readings[21]?.beyond).toBe(true)
    expect(complaintAboutRows(readings)).toMatch(/22 orders exceed the limit of 20/)
  })

  test('without input are not orders', () => {
    expect(complaintAboutRows(readRows([blank, blank]))).toBe('No orders yet.')
    expect(complaintAboutRows(readRows([blank, row()]))).toBeNull()
  })

  test('are summed exactly by market and side, without invalid ones', () => {
    const totals = totalsOfRows(
      readRows([
        row({ amount: '0.1', price: '3' }),
        row({ amount: '0.2', price: '3.1' }),
        row({ side: 'sell' }),
        row({ amount: 'x' }),
        row({ market: 'BTC_PERP' }),
      ]),
    )
    expect(totals).toEqual([
      {
        market: 'BTC_USDT',
        side: 'buy',
        orders: 2,
        amount: '0.3',
        notional: '0.92',
        base: 'BTC',
        quote: 'USDT',
      },
      {
        market: 'BTC_USDT',
        side: 'sell',
        orders: 1,
        amount: '0.01',
        notional: '600',
        base: 'BTC',
        quote: 'USDT',
      },
      {
        market: 'BTC_PERP',
        side: 'buy',
        orders: 1,
        amount: '0.01',
        notional: '600',
        base: 'BTC',
        quote: 'USDT',
      },
    ])
  })
})

describe('the market rules of rows', () => {
  const list = aMarketsView().markets
  const checked = (...rows: LimitRow[]) => withRules(readRows(rows), list, now)

  test('can reject a row that is readable, at its field, and block the request', () => {
    const rows = checked(
      row(),
      row({ amount: '0.0000001' }),
      row({ price: '60000.001' }),
      row({ amount: '0.0001', price: '50000' }),
    )
    expect(rows.map(({ faults }) => Object.keys(faults))).toEqual([
      [],
      ['amount'],
      ['price'],
      ['amount'],
    ])
    expect(complaintAboutRows(rows)).toBe('Rows 2, 3, 4 break market rules.')
    expect(complaintAboutRows(checked(row({ amount: 'x' }), row({ price: '1.001' })))).toBe(
      'Row 1 is not valid yet.',
    )
    expect(complaintAboutRows(checked(row()))).toBeNull()
  })

  test('warn of a market that is not in the list, or is a future, and allow it', () => {
    const rows = checked(row({ market: 'PEPE_USDT' }), row({ market: 'BTC_PERP' }))
    expect(rows.map(({ warnings }) => warnings.length)).toEqual([1, 1])
    expect(complaintAboutRows(rows)).toBeNull()
  })

  test('are reported with their row, before rows are added to the grid', () => {
    const rows = [row(), row({ price: '60000.001', amount: '0.0000001' }), row({ amount: 'x' })]
    expect(rulesBroken(rows, list, now).map(({ row: at, text }) => [at, text.slice(0, 5)])).toEqual(
      [
        [2, 'Price'],
        [2, 'Amoun'],
      ],
    )
  })
})
