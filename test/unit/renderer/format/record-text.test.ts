import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { recordText } from '../../../../src/renderer/format/order-words.js'
import { decimalText, readFormatsFrom, regionTags } from '../../../../src/shared/formats.js'

const write = (numbers: string | null): void => readFormatsFrom(() => ({ numbers, dates: null }))
afterEach(() => write(null))

describe('UX-61 what a record keeps in words', () => {
  it.each([
    ['Buy 0.0125 BTC_USDT at 92901.5', 'Buy 0,0125 BTC_USDT at 92\u202f901,5'],
    ['Sell 1.125 1INCH_USDT at market', 'Sell 1,125 1INCH_USDT at market'],
    ['The price is “64002.5”, sent was “64001.5”.', 'The price is “64\u202f002,5”, sent was “64\u202f001,5”.'],
    ['Place 1200 limit orders on BTC_USDT', 'Place 1\u202f200 limit orders on BTC_USDT'],
    ['Closed at 64000.', 'Closed at 64\u202f000.'],
    ['Close investment …2041', 'Close investment …2041'],
    ['SHA-256 on 2025-08-18 14:02:31 from 127.0.0.1', 'SHA-256 on 2025-08-18 14:02:31 from 127.0.0.1'],
    ['pl-fake-1-Rk4bN8sZ1cYw', 'pl-fake-1-Rk4bN8sZ1cYw'],
  ])('%s', (kept, shown) => {
    expect(recordText(kept)).toBe(kept)
    write('de-DE')
    expect(recordText(kept)).toBe(shown)
  })

  it('has each amount of it written as amounts are, in every region', () => {
    const amount = fc.stringMatching(/^[1-9]\d{0,9}\.\d{1,10}$/)
    fc.assert(
      fc.property(fc.constantFrom(...regionTags), amount, amount, (tag, first, second) => {
        write(tag)
        expect(recordText(`Sell ${first} ETH_USDT at ${second}`)).toBe(`Sell ${decimalText(first)} ETH_USDT at ${decimalText(second)}`)
      }),
    )
  })
})
