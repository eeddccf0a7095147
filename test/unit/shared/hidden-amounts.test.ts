import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateTexts } from '../../../src/shared/dates.js'
import { decimalText, regionTags } from '../../../src/shared/formats.js'
import { jsonWithoutFigures, mask, textWithoutFigures } from '../../../src/shared/hidden-amounts.js'

const digits = fc.stringMatching(/^\d{1,12}$/)
/** With a point, so that none of them can be taken for a count. */
const decimal = fc
  .tuple(fc.constantFrom('', '-', '+', '−'), digits, digits)
  .map(([sign, before, after]) => ({ sign, before, after, text: `${sign}${before}.${after}` }))
const around = fc.constantFrom('LTV', 'Buy', 'at', '≈', 'of', 'about', '(', '“', '', 'order', 'the loan of', 'рядок', 'ще', 'у процесі:')
const behind = fc.constantFrom(
  ' USDT',
  ' %',
  '%',
  '\u202f%',
  '',
  '.',
  ',',
  ' orders',
  ' of 3 orders',
  ' s',
  ')',
  '×',
  ' per day',
  ' ордери',
  ' з 3 ордерів',
  ' с',
  ' рядків',
)

describe('UX-46 sentences without figures', () => {
  it.each([
    ['Buy 0.01 BTC_USDT at market', `Buy ${mask} BTC_USDT at market`],
    ['LTV 0.6512 has reached margin call (0.65)', `LTV ${mask} has reached margin call (${mask})`],
    ['BTC_USDT rose above 64000', `BTC_USDT rose above ${mask}`],
    ['BTC_USDT fell by 5.12 % within 15 minutes', `BTC_USDT fell by ${mask} % within 15 minutes`],
    ['Collateral may fall 66.6\u202f% before margin call.', `Collateral may fall ${mask}\u202f% before margin call.`],
    ['Unrealized PnL -12\u202f345.67 USDT', `Unrealized PnL ${mask} USDT`],
    ['BTC ≈ 0.12345678', `BTC ≈ ${mask}`],
    ['Of 1,234.5 USDT', `Of ${mask} USDT`],
    ['Order 4180284841 is 12 s old', `Order ${mask} is 12 s old`],
    ['Last seen 14:02. Since 2025-08-18 09:53:20 +02:00.', 'Last seen 14:02. Since 2025-08-18 09:53:20 +02:00.'],
    ['3 positions and 12,345 records, 2 of 5 positions in margin call', '3 positions and 12,345 records, 2 of 5 positions in margin call'],
    ['And 3 more in Activity. Row 2: 1 order', 'And 3 more in Activity. Row 2: 1 order'],
    ['LTV has passed early step 1 of 2', 'LTV has passed early step 1 of 2'],
    ['Checked 12 s ago, 2 h 5 min, HTTP 503', 'Checked 12 s ago, 2 h 5 min, HTTP 503'],
    [
      '1INCH_USDT of 7f3a1b2c-0d4e-4f5a-8b6c-9d0e1f2a3b4c under plimsoll1a2b3c',
      '1INCH_USDT of 7f3a1b2c-0d4e-4f5a-8b6c-9d0e1f2a3b4c under plimsoll1a2b3c',
    ],
    ['2 orders were sent; 64000 was sent', `2 orders were sent; ${mask} was sent`],
    ['at 5x leverage, 1e-8 BTC', `at ${mask}x leverage, ${mask} BTC`],
  ])('%s', (text, hidden) => {
    expect(textWithoutFigures(text)).toBe(hidden)
  })

  it('leave no digit of any decimal, whatever stands around it', () => {
    fc.assert(
      fc.property(around, decimal, behind, (before, { text }, after) => {
        const hidden = textWithoutFigures(`${before} ${text}${after}`)
        expect(hidden).toBe(`${before} ${mask}${after}`)
      }),
    )
  })

  it('are as long whatever the figure, so that its size cannot be read off', () => {
    fc.assert(fc.property(decimal, ({ text }) => void expect(textWithoutFigures(`LTV ${text}`)).toBe(`LTV ${mask}`)))
  })

  it('change nothing in what has no digit, and nothing the second time', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(textWithoutFigures(textWithoutFigures(text))).toBe(textWithoutFigures(text))))
    fc.assert(fc.property(fc.stringMatching(/^\D*$/), (text) => void expect(textWithoutFigures(text)).toBe(text)))
  })

  it('keep the names of accounts, which people may give digits', () => {
    expect(textWithoutFigures('Desk 2.5: LTV 0.65', ['Desk 2.5', 'Main'])).toBe(`Desk 2.5: LTV ${mask}`)
    expect(textWithoutFigures('Main, Desk 2.5: 0.65. Locked: “Desk 2.5”', ['Desk 2.5'])).toBe(`Main, Desk 2.5: ${mask}. Locked: “Desk 2.5”`)
    expect(textWithoutFigures('77: LTV 0.65; 1: of “77”', ['1', '77'])).toBe(`77: LTV ${mask}; 1: of “77”`)
  })

  it('keep no digit of an amount because an account is called so', () => {
    expect(textWithoutFigures('Bought 0.01 BTC at 77177.1, 77 USDT left', ['1', '77', 'Bought 0.01'])).toBe(
      `Bought ${mask} BTC at ${mask}, ${mask} USDT left`,
    )
    const names = fc.array(fc.oneof(fc.stringMatching(/^[\d.]{1,4}$/), fc.stringMatching(/^[A-Za-z]{1,5} \d{1,3}$/)), { maxLength: 4 })
    fc.assert(
      fc.property(names, decimal, (accounts, { text }) => {
        expect(textWithoutFigures(`Sold ${text} BTC for ${text} USDT`, accounts)).toBe(`Sold ${mask} BTC for ${mask} USDT`)
      }),
    )
  })
})

describe('UX-46 sentences without amounts', () => {
  const shown = (text: string): string => textWithoutFigures(text, [], 'amounts')

  it.each([
    ['Collateral may fall 66.6\u202f% before margin call.', null],
    ['LTV 0.6512, liquidation at 0.85: 23.3 % headroom.', null],
    ['Loan: LTV 76 has reached margin call (75)', null],
    ['BTC_USDT rose above 64000.5', null],
    ['The last price was 64001. It arms again below 63360. Since 14:02. And 2 more.', null],
    ['Buy 0.01 BTC_USDT at 64000', `Buy ${mask} BTC_USDT at ${mask}`],
    ['Free margin fell below 500 USDT', `Free margin fell below ${mask} USDT`],
    ['BTC_USDT rose above 64000.5 USDT', `BTC_USDT rose above ${mask} USDT`],
    ['5 % of 2500.5, 2500 100 %, 2,500 %', `5 % of ${mask}, ${mask} %, ${mask} %`],
    ['LTV 1 250 of 3', `LTV ${mask} of ${mask}`],
    ['LTV 65, stop loss at 64000', `LTV 65, stop loss at ${mask}`],
    ['LTV 65 USDT', `LTV ${mask} USDT`],
    ['BTC_USDT: ціна вже вище 64000,5; Остання ціна: 64000', `BTC_USDT: ціна вже вище ${mask}; Остання ціна: 64000`],
  ])('%s', (text, hidden) => {
    expect(shown(text)).toBe(hidden ?? text)
  })

  it('keep percentages and no digit of an amount, whatever stands around it', () => {
    const unit = fc.constantFrom(' USDT', '', '.', ',', ' orders', '×', ' BTC at', ' per day', ' рядків', '\u00a0BTC', ' of')
    fc.assert(
      fc.property(around, decimal, unit, fc.constantFrom(' ', '\u202f', '\u00a0', ''), (before, { text }, after, space) => {
        fc.pre(before !== 'LTV')
        const percent = `${text}${space}%`
        expect(shown(`${before} ${text}${after} (${percent})`)).toBe(`${before} ${mask}${after} (${percent})`)
      }),
    )
  })

  it('change nothing the second time, and keep no more than where nothing but amounts goes', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(shown(shown(text))).toBe(shown(text))
        expect(textWithoutFigures(shown(text))).toBe(textWithoutFigures(text))
      }),
    )
  })
})

describe('UX-46 sentences in the format of a region, without figures', () => {
  const region = fc.constantFrom(...regionTags)

  it('keep their moments', () => {
    const moment = fc.integer({ min: Date.UTC(1000, 0, 1) / 1000, max: Date.UTC(9999, 11, 31) / 1000 })
    fc.assert(
      fc.property(region, moment, (tag, at) => {
        const { day = '', second = '' } = dateTexts(at, 0, tag) ?? {}
        const text = `Not monitored since ${day} ${second} UTC, first seen on ${day}.`
        expect(textWithoutFigures(text)).toBe(text)
      }),
    )
  })

  it('show no digit of an amount', () => {
    fc.assert(
      fc.property(region, around, decimal, behind, (tag, before, { text }, after) => {
        const shown = decimalText(text.replace(/^[+−]/u, ''), tag)
        expect(textWithoutFigures(`${before} ${shown}${after}`)).not.toContain(shown.replace(/\D+$/u, ''))
        expect(textWithoutFigures(`${before} ${shown}`).replace(before, '')).not.toMatch(/\d/u)
      }),
    )
  })
})

describe('UX-46 Ukrainian sentences without figures', () => {
  it.each([
    ['3 ордери, 1 позиція, 12 рядків і 2 записи', '3 ордери, 1 позиція, 12 рядків і 2 записи'],
    ['12\u00a0345 записів, 2 з 5 позицій у маржин-колі, 7 із 1\u00a0200 активів', null],
    ['3 з 12 відкритих ордерів, 2 щоденні доходи, 5 порожніх рядків', null],
    ['Перевірено 5 хв тому, 2 год 5 хв, 12 с тому, через 40 мс, 3 дн', null],
    ['Цінові сигнали на 2 ринках, не читаються позиції на 3 рахунках', null],
    ['Рядок 3: 1 ордер. Такий самий ордер, як у рядку 12. HTTP 503, код 30, сторінка 7', null],
    ['LTV пройшов ранній крок 1 з 2. Ранній поріг 2.', null],
    ['І ще 3 в «Активності», і ще 12', null],
    ['Непрочитаних: 4', null],
    ['клітинок тут 3, а потрібно від 5 до 8', `клітинок тут 3, а потрібно від ${mask} до ${mask}`],
    ['розміщено: 2, у процесі: 3', `розміщено: ${mask}, у процесі: 3`],
    ['Ордерів 25, а один запит вміщує щонайбільше 20 ордерів', null],
    ['Востаннє о 14:02, від 2025-08-18 09:53:20 +02:00', null],
    ['Купити 3 BTC на ринку BTC_USDT', `Купити ${mask} BTC на ринку BTC_USDT`],
    ['Продаж 5 ринковим ордером', `Продаж ${mask} ринковим ордером`],
    ['Потрібно ще 500 USDT, ще 5\u00a0%, ще 5x', `Потрібно ще ${mask} USDT, ще ${mask}\u00a0%, ще ${mask}x`],
    ['LTV 65 досяг маржин-колу, 12 з 20 BTC', `LTV ${mask} досяг маржин-колу, ${mask} з ${mask} BTC`],
    ['Нереалізований PnL 2 позицій: 64000', `Нереалізований PnL 2 позицій: ${mask}`],
    ['Сума ордерів 64000, стоп-лос 12\u202f345', `Сума ордерів ${mask}, стоп-лос ${mask}`],
    ['за крок 5 USDT, 5 стопкою, 7 годинника', `за крок ${mask} USDT, ${mask} стопкою, ${mask} годинника`],
  ])('%s', (text, hidden) => {
    expect(textWithoutFigures(text)).toBe(hidden ?? text)
  })

  const whole = fc.stringMatching(/^[1-9]\d{0,5}$/)
  const grouped = fc.tuple(fc.stringMatching(/^[1-9]\d{0,2}$/), fc.stringMatching(/^\d{3}$/)).map((parts) => parts.join('\u00a0'))
  const before = fc.constantFrom('Рядок', 'крок', 'І ще', 'у процесі:', 'Ордерів', '3 ордери по', 'на', 'до', 'сторінка')
  const unit = fc.constantFrom(' USDT', '\u00a0BTC', ' %', '\u202f%', '%', 'x', '×', ' DOGE за 3 дн')

  it('leave no digit of a figure with a unit, also where a count could stand', () => {
    fc.assert(
      fc.property(before, fc.oneof(whole, grouped), unit, (words, figure, after) => {
        expect(textWithoutFigures(`${words} ${figure}${after}`)).toBe(`${words} ${mask}${after}`)
      }),
    )
  })
})

describe('UX-46 JSON without figures', () => {
  it('keeps names, ids and times and stays JSON', () => {
    const body = {
      market: 'BTC_USDT',
      amount: '0.01',
      price: 64000.5,
      clientOrderId: 'plimsoll-7',
      orderId: 4180284841,
      nested: [{ total: '7' }],
      nonce: 12,
    }
    expect(JSON.parse(jsonWithoutFigures(JSON.stringify(body, null, 2)))).toEqual({
      ...body,
      amount: mask,
      price: mask,
      nested: [{ total: mask }],
    })
  })

  it('takes no figure for an id because its name ends or begins like one', () => {
    const names = ['interestPaid', 'bid', 'updatedBalance', 'idle', 'marketValue', 'requested', 'lifetimeTotal', 'paid_out', 'candidate']
    for (const name of names) expect(jsonWithoutFigures(JSON.stringify({ [name]: '12.5' })), name).not.toMatch(/\d/)
    const ids = [
      'id',
      'orderId',
      'order_id',
      'orderIds',
      'ctime',
      'paymentTime',
      'next_funding_rate_timestamp',
      'dateFrom',
      'openDate',
      'nonce',
    ]
    for (const name of ids) expect(jsonWithoutFigures(JSON.stringify({ [name]: '12.5' })), name).toContain('12.5')
  })

  it('leaves no digit of any value that is not named as an id', () => {
    fc.assert(
      fc.property(decimal, fc.constantFrom('amount', 'price', 'activation_price', 'total'), ({ text, before, after }, name) => {
        const plain = `${before}.${after}`
        for (const json of [JSON.stringify({ [name]: text }), JSON.stringify([plain]), `{"${name}": ${Number.parseInt(before, 10)}.5}`])
          expect(jsonWithoutFigures(json)).not.toMatch(/\d/)
      }),
    )
  })
})
