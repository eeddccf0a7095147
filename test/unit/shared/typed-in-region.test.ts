// 025: a field accepts a decimal comma if the chosen region writes one, and guesses nothing.
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { changeOf } from '../../../src/renderer/portfolio/headroom.js'
import { readPercent } from '../../../src/renderer/alerts/alert-settings.js'
import { readFieldDecimal, readTypedDecimal } from '../../../src/shared/orders/order-rules.js'
import {
  decimalText,
  numberMarks,
  readFormatsFrom,
  regionTags,
} from '../../../src/shared/formats.js'
import { englishOf, messageOf } from '../../../src/shared/messages/messages.js'

const amount = messageOf('common.amount')

const plain = { numbers: null, dates: null }
afterEach(() => readFormatsFrom(() => plain))

const writeAs = (tag: string | null): void => readFormatsFrom(() => ({ numbers: tag, dates: tag }))
const commaTags = regionTags.filter((tag) => numberMarks(tag).decimal === ',')
const region = fc.constantFrom(...regionTags)
const whole = fc.stringMatching(/^(?:0|[1-9]\d{0,8})$/)
const fraction = fc.stringMatching(/^\d{0,9}[1-9]$/)

function mayBeThousands(before: string, after: string): boolean {
  return /^[1-9]\d{0,2}$/.test(before) && after.length === 3
}

describe('UX-61 a field in a region with a decimal comma', () => {
  it('reads 3,2 as 3.2 in every such region', () => {
    expect(commaTags.length).toBeGreaterThan(10)
    for (const tag of commaTags) {
      writeAs(tag)
      expect(readFieldDecimal(amount, ' 3,2 '), tag).toEqual({ ok: true, value: '3.2' })
    }
    writeAs('uk-UA')
    expect(readFieldDecimal(amount, '3,2')).toEqual({ ok: true, value: '3.2' })
    expect(readPercent('2,5 %')).toEqual({ ok: true, value: '0.025' })
    expect(changeOf('repay', '2500,75')).toEqual({ kind: 'repay', amount: '2500.75' })
  })

  it('refuses what may be a thousand, and names both readings', () => {
    writeAs('uk-UA')
    const read = readFieldDecimal(amount, '1,234')
    expect(read.ok ? read.value : englishOf(read.error)).toBe(
      'Amount “1,234” could mean 1.234 or 1234; enter one of these.',
    )
    expect(readFieldDecimal(amount, '0,125')).toEqual({ ok: true, value: '0.125' })
    expect(readFieldDecimal(amount, '1234,567')).toEqual({ ok: true, value: '1234.567' })
    for (const typed of ['1.234,5', '1,234.5', '1 234,5', '1,2,3', ',5', '5,', '-1,5', '1,5e3'])
      expect(readFieldDecimal(amount, typed).ok, typed).toBe(false)
  })

  it('reads back every amount that the region prints without thousands, or refuses it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...commaTags), whole, fraction, (tag, before, after) => {
        writeAs(tag)
        const value = `${before}.${after}`
        const printed = decimalText(value)
        const read = readFieldDecimal(amount, printed)
        if (before.length > 3 && printed.length > value.length) expect(read.ok).toBe(false)
        else if (before.length <= 3)
          expect(read.ok ? read.value : null).toBe(mayBeThousands(before, after) ? null : value)
      }),
    )
  })

  it('never reads another number than the digits with a point in place of the comma', () => {
    fc.assert(
      fc.property(region, fc.stringMatching(/^[\d,. ]{1,12}$/), (tag, typed) => {
        writeAs(tag)
        const read = readFieldDecimal(amount, typed)
        if (read.ok) expect(read.value).toBe(typed.trim().replace(',', '.'))
      }),
    )
  })

  it('accepts no comma in any other region, and rows accept none in any', () => {
    fc.assert(
      fc.property(region, whole, fraction, (tag, before, after) => {
        writeAs(tag)
        expect(readTypedDecimal(amount, `${before},${after}`).ok).toBe(false)
        if (!commaTags.includes(tag))
          expect(readFieldDecimal(amount, `${before},${after}`).ok).toBe(false)
        expect(readFieldDecimal(amount, `${before}.${after}`)).toEqual(
          readTypedDecimal(amount, `${before}.${after}`),
        )
      }),
    )
    writeAs(null)
    expect(readFieldDecimal(amount, '3,2').ok).toBe(false)
  })
})
