import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  currenciesOf,
  readClientOrderId,
  readTypedDecimal,
  readTypedMarket,
} from '../../../../src/shared/orders/order-rules.js'
import { englishOf, messageOf } from '../../../../src/shared/messages/messages.js'
import { isDecimal } from '../../../../src/shared/money.js'

const amount = messageOf('common.amount')

function complaint(typed: string): string {
  const read = readTypedDecimal(amount, typed)
  if (read.ok) throw new Error(`${typed} was read as ${read.value}`)
  return englishOf(read.error)
}

describe('a typed amount', () => {
  it.each([
    '1',
    '0.01',
    '100000',
    '0.000000000000000001',
    '12345678901234567890.123456789',
    '10.50',
  ])('is read unchanged: %s', (typed) => {
    expect(readTypedDecimal(amount, typed)).toEqual({ ok: true, value: typed })
  })

  it('loses surrounding spaces, and nothing else', () => {
    expect(readTypedDecimal(amount, ' 1.50\t')).toEqual({ ok: true, value: '1.50' })
  })

  it.each([
    ['1,5', 'comma'],
    ['1,000.5', 'comma'],
    ['1.000,5', 'comma'],
    ['1e3', 'exponent'],
    ['1E-8', 'exponent'],
    ['١', 'another script'],
    ['１２', 'another script'],
    ['1 000', 'thousands'],
    ['1\u00a0000', 'thousands'],
    ["1'000", 'thousands'],
    ['1_000', 'thousands'],
    ['.5', 'zero before it'],
    ['5.', 'ends with a decimal point'],
    ['1.2.3', 'more than one decimal point'],
    ['-1', 'sign'],
    ['+1', 'sign'],
    ['007', 'unnecessary leading zero'],
    ['0x10', 'not a number'],
    ['NaN', 'not a number'],
    ['Infinity', 'not a number'],
    ['½', 'not a number'],
    ['1$', 'not a number'],
  ])('is refused with the input and the reason: %s', (typed, why) => {
    expect(complaint(typed)).toContain(`“${typed}”`)
    expect(complaint(typed)).toContain(why)
  })

  it('is refused when it is nothing or zero', () => {
    expect(complaint('')).toBe('Amount is empty.')
    expect(complaint('   ')).toBe('Amount is empty.')
    expect(complaint('0')).toContain('zero')
    expect(complaint('0.000')).toContain('zero')
  })

  it('quotes at most a line of endless input', () => {
    expect(complaint('9'.repeat(5000)).length).toBeLessThan(120)
  })

  it('is either a decimal above zero of the same characters, or refused, without guessing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 30, unit: 'binary' }),
          fc.stringMatching(/^[\d.,eE+\- _']{0,20}$/),
        ),
        (typed) => {
          const read = readTypedDecimal(amount, typed)
          if (read.ok) {
            expect(read.value).toBe(typed.trim())
            expect(isDecimal(read.value)).toBe(true)
          } else {
            expect(englishOf(read.error)).toMatch(/^Amount .+\.$/su)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('a typed market', () => {
  it('is accepted in lower case and with surrounding spaces', () => {
    expect(readTypedMarket(' btc_usdt ')).toEqual({ ok: true, value: 'BTC_USDT' })
    expect(readTypedMarket('BTC_PERP')).toEqual({ ok: true, value: 'BTC_PERP' })
  })

  it.each([
    '',
    ' ',
    'BTCUSDT',
    'BTC-USDT',
    'BTC/USDT',
    'BTC_',
    '_USDT',
    'A_B_C',
    'BTC_USDT;',
    'BТC_USDT',
  ])('is refused if malformed: %s', (typed) => {
    expect(readTypedMarket(typed).ok).toBe(false)
  })

  it('names the currencies of amounts and prices', () => {
    expect(currenciesOf('ETH_BTC')).toEqual({ base: 'ETH', quote: 'BTC' })
    expect(currenciesOf('BTC_PERP')).toEqual({ base: 'BTC', quote: 'USDT' })
  })
})

describe('a typed client order id', () => {
  it('has at most 32 letters, digits, dashes, dots and underscores', () => {
    expect(readClientOrderId('Order-1987.111_x')).toEqual({ ok: true, value: 'Order-1987.111_x' })
    expect(readClientOrderId('a'.repeat(32)).ok).toBe(true)
    expect(readClientOrderId('a'.repeat(33)).ok).toBe(false)
  })

  it.each(['', ' ', 'a b', 'a/b', 'ä', 'a\n', 'a#', ' a'])(
    'is refused otherwise, and never trimmed: %j',
    (typed) => {
      expect(readClientOrderId(typed).ok).toBe(false)
    },
  )
})
