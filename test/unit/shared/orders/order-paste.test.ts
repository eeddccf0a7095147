import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  looksLikeTable,
  mostPastedRows,
  readPaste,
} from '../../../../src/shared/orders/order-paste.js'

const row = {
  market: 'BTC_USDT',
  side: 'buy',
  amount: '0.01',
  price: '60000',
  postOnly: false,
  ioc: false,
  rpi: false,
  clientOrderId: null,
}

describe('rows from a spreadsheet', () => {
  test('are read from tabs without a header, in the order of the grid', () => {
    expect(
      readPaste('BTC_USDT\tbuy\t0.01\t60000\tyes\tno\t1\tmy-id\nETH_USDT\tSell\t2\t3000'),
    ).toEqual({
      rows: [
        { ...row, postOnly: true, rpi: true, clientOrderId: 'my-id' },
        { ...row, market: 'ETH_USDT', side: 'sell', amount: '2', price: '3000' },
      ],
      separator: 'tab',
      header: false,
      unknownColumns: [],
      complaints: [],
    })
  })

  test('are read by name with a header, in any order, and unknown columns are named', () => {
    const read = readPaste(
      'Price,Note,MARKET,Side,Amount,Post-Only,client_order_id\r\n60000,mine,BTC_USDT,buy,0.01,TRUE,a.1\r\n',
    )
    expect(read).toMatchObject({
      header: true,
      separator: 'comma',
      unknownColumns: ['Note'],
      complaints: [],
    })
    expect(read.rows).toEqual([{ ...row, postOnly: true, clientOrderId: 'a.1' }])
  })

  test('may contain quotes, separators and line ends inside quotes', () => {
    const read = readPaste(
      'market,side,amount,price,note\n"BTC_USDT","buy","0.01","60000","says ""hi"", twice\nover two lines"\nBTC_USDT,buy,0.02,61000,',
    )
    expect(read.complaints).toEqual([])
    expect(read.rows.map(({ amount }) => amount)).toEqual(['0.01', '0.02'])
  })

  test('keep amounts as typed, without guessing', () => {
    expect(readPaste('BTC_USDT;buy;1,5;60.000')).toMatchObject({
      separator: 'semicolon',
      rows: [{ amount: '1,5', price: '60.000' }],
    })
  })

  test.each([
    ['BTC_USDT,long,0.01,60000', 1, /side “long” must be buy or sell/],
    ['BTC_USDT,buy,0.01', 1, /has 3 cells, but needs 4 to 8/],
    ['BTC_USDT,buy,1,5,60000,no,no,no,id', 1, /has 9 cells/],
    ['BTC_USDT,buy,0.01,60000,maybe', 1, /post-only “maybe” must be yes or no/],
    ['market,side,amount\nBTC_USDT,buy,1', 1, /no column is named price/],
    ['market,side,amount,price,Price\nBTC_USDT,buy,1,2,3', 1, /two columns are named price/],
    ['market,side,amount,price\nBTC_USDT,buy,1,2,3', 2, /has 5 cells, but the header has 4/],
    ['BTC_USDT,buy,0.01,60000\n\nETH_USDT,"buy,1,2', 3, /a quotation mark is not closed/],
    ['"BTC_USDT"x,buy,1,2', 1, /extra text after the quoted cell/],
    ['hello', 1, /must be buy or sell|has 1 cells/],
  ])(
    'name what cannot be read, with its line, and return no row at all: %s',
    (text, line, words) => {
      const read = readPaste(text)
      expect(read.rows).toEqual([])
      expect(read.complaints[0]).toMatchObject({
        line,
        text: expect.stringMatching(words) as string,
      })
    },
  )

  test.each([
    'BTC_USDT,buy,2,5,1',
    'BTC_USDT,buy,2,5,0',
    'BTC_USDT,buy,1.000,5,1',
    'BTC_USDT,buy,2,5,0,1',
    'BTC_USDT,buy,2,60000,1,0,0',
    'BTC_USDT,buy,0.01,60000,0,0,0,my-id',
    '"BTC_USDT","buy","2","5","1"',
  ])('ORD-13 accept a decimal comma, except where it is ambiguous: %s', (text) => {
    const read = readPaste(`BTC_USDT,buy,1,40000\n${text}`)
    expect(read.rows).toEqual([])
    expect(read.complaints).toMatchObject([
      { line: 2, text: expect.stringMatching(/is ambiguous.*header.*semicolons/) as string },
    ])
  })

  test('ORD-13 are unambiguous with flags in place of figures, a header, tabs or semicolons', () => {
    expect(readPaste('BTC_USDT,buy,2,5,yes').rows).toEqual([
      { ...row, amount: '2', price: '5', postOnly: true },
    ])
    expect(readPaste('BTC_USDT,buy,2,5,,1').rows).toEqual([
      { ...row, amount: '2', price: '5', ioc: true },
    ])
    expect(readPaste('market,side,amount,price,post-only\nBTC_USDT,buy,2,5,1').rows).toEqual([
      { ...row, amount: '2', price: '5', postOnly: true },
    ])
    for (const sign of ['\t', ';']) {
      expect(readPaste(['BTC_USDT', 'buy', '2', '5', '1'].join(sign)).rows).toEqual([
        { ...row, amount: '2', price: '5', postOnly: true },
      ])
    }
  })

  test('ORD-13 are refused with more cells than the header, even if the last is empty, because a comma may have split a figure', () => {
    const read = readPaste('market,side,amount,price,post-only\nBTC_USDT,buy,2,5,1,')
    expect(read.rows).toEqual([])
    expect(read.complaints).toMatchObject([{ line: 2, text: 'has 6 cells, but the header has 5.' }])
    expect(readPaste('BTC_USDT,buy,2,5,,,,,').complaints).toMatchObject([
      { line: 1, text: expect.stringContaining('has 9 cells') as string },
    ])
    expect(readPaste('market\tside\tamount\tprice\nBTC_USDT\tbuy\t2\t5\t\t').rows).toEqual([
      { ...row, amount: '2', price: '5' },
    ])
    expect(readPaste('market,side,amount,price,,\nBTC_USDT,buy,2,5,,').rows).toEqual([
      { ...row, amount: '2', price: '5' },
    ])
  })

  test('with a partly recognised header are not completed by guessing', () => {
    const read = readPaste('Coin,Side,Qt,Price\nBTC_USDT,buy,1,2')
    expect(read.unknownColumns).toEqual(['Coin', 'Qt'])
    expect(read.complaints[0]?.text).toBe('no column is named market or amount.')
  })

  test.each([
    'Symbol,Side,Qty,Price',
    'Market,Buy/Sell,Quantity,Limit price',
    'Pair,SIDE,Size,price',
    'Trading Pair,side,AMOUNT,Limit_Price',
    'Instrument,side,qty,Price',
  ])('accept the column names of other programs: %s', (header) => {
    expect(readPaste(`${header}\nBTC_USDT,buy,0.01,60000`)).toMatchObject({
      rows: [row],
      unknownColumns: [],
      complaints: [],
    })
  })

  test('are refused with two names of one column, or one name twice', () => {
    expect(readPaste('market,side,amount,qty,price\nBTC_USDT,buy,1,2,3').complaints[0]?.text).toBe(
      'two columns are named amount.',
    )
  })

  test('ORD-13 never turn another kind of order into a limit order', () => {
    const read = readPaste(
      'Market\tSide\tType\tQty\tPrice\nBTC_USDT\tbuy\tLimit\t1\t40000\nBTC_USDT\tbuy\tstop-limit\t1\t40000',
    )
    expect(read.rows).toEqual([])
    expect(read.complaints).toMatchObject([
      { line: 3, text: '“stop-limit” cannot be sent in a bulk request; only limit orders can.' },
    ])
  })

  test.each([
    'TP',
    'SL',
    'TP1',
    'SL price',
    'Stop loss',
    'take_profit',
    'Stop price',
    'Trigger price',
  ])('ORD-13 cannot set a level in bulk, and say so: %s', (name) => {
    const read = readPaste(`market,side,amount,price,${name}\nBTC_USDT,buy,1,2,3`)
    expect(read.rows).toEqual([])
    expect(read.complaints).toMatchObject([
      { line: 1, text: expect.stringContaining('cannot be set in a bulk request') as string },
    ])
  })

  test.each(['constructor', 'toString', '__proto__'])(
    'have no column named like a built-in: %s',
    (name) => {
      expect(
        readPaste(`market,side,amount,price,${name}\nBTC_USDT,buy,0.01,60000,x`),
      ).toMatchObject({ rows: [row], unknownColumns: [name] })
    },
  )

  test('may have blank lines, a byte order mark and spaces around cells', () => {
    expect(readPaste('\ufeff\n  BTC_USDT , buy , 0.01 , 60000 \n\n,,,\n').rows).toEqual([row])
    expect(readPaste('')).toMatchObject({ rows: [], complaints: [] })
    expect(readPaste('  \n \n')).toMatchObject({ rows: [], complaints: [] })
  })

  test('are refused completely if there are too many', () => {
    const text = Array.from({ length: mostPastedRows + 1 }, () => 'BTC_USDT\tbuy\t1\t2').join('\n')
    expect(readPaste(text)).toMatchObject({
      rows: [],
      complaints: [{ text: expect.stringContaining('101 rows') as string }],
    })
    expect(readPaste(text.slice(text.indexOf('\n') + 1)).rows).toHaveLength(mostPastedRows)
  })

  test('are not a single value', () => {
    expect(looksLikeTable('0.01')).toBe(false)
    expect(looksLikeTable('0.01\n')).toBe(false)
    expect(looksLikeTable('BTC_USDT\tbuy')).toBe(true)
    expect(looksLikeTable('1\n2')).toBe(true)
  })

  const cell = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\r', ' ').trim())

  test('property: cells quoted as spreadsheets do survive a round trip', () => {
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(',', '\t', ';'),
        (cells, sign) => {
          fc.pre(
            cells.every(
              ([market, amount, price]) => market !== '' && amount !== '' && price !== '',
            ),
          )
          const text =
            ['"market"', '"side"', '"amount"', '"price"'].join(sign) +
            '\n' +
            cells
              .map(([market, amount, price]) =>
                [quote(market), '"buy"', quote(amount), quote(price)].join(sign),
              )
              .join('\n')
          const read = readPaste(text)
          expect(read.complaints).toEqual([])
          expect(read.rows.map(({ market, amount, price }) => [market, amount, price])).toEqual(
            cells.map((line) => [...line]),
          )
        },
      ),
    )
  })

  test('property: cells are those that csv-parse reads, quoted or not, with any line ends', () => {
    const separators = [',', '\t', ';'] as const
    const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`)
    const plain = cell.map((text) => text.replaceAll(/["\n,;\t]/g, '-'))
    const value = fc.oneof(quoted, plain).filter((text) => text.replaceAll('"', '').trim() !== '')
    const line = fc.tuple(value, fc.constantFrom('buy', '"sell"', ' buy '), value, value)
    const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n')), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom(...separators),
        fc.constantFrom('', '\ufeff'),
        (cells, sign, mark) => {
          const body = cells.map(([one, end]) => `${one.join(sign)}${end}`).join('')
          const text = `${mark}market${sign}side${sign}amount${sign}price\n${body}`
          const lineEnds = { record_delimiter: ['\r\n', '\n'], skip_empty_lines: true }
          const [, ...expected] = parse(text, { bom: true, delimiter: sign, ...lineEnds })
          const read = readPaste(text)
          expect(read.complaints).toEqual([])
          expect(
            read.rows.map(({ market, side, amount, price }) => [market, side, amount, price]),
          ).toEqual(expected.map((record) => record.map((one) => one.trim())))
        },
      ),
    )
  })

  test('property: never throw for any text, and never come with errors', () => {
    fc.assert(
      fc.property(
        fc.string({
          maxLength: 200,
          unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', 'a', '1', 'market', 'buy'),
        }),
        (text) => {
          const { rows, complaints } = readPaste(text)
          expect(rows.length === 0 || complaints.length === 0).toBe(true)
        },
      ),
    )
  })
})
