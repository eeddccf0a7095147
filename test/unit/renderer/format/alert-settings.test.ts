import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  partText,
  percentText,
  readClock,
  readMinutes,
  readPart,
  readPercent,
  stepLtv,
  withPart,
  withShare,
} from '../../../../src/renderer/format/alert-settings.js'
import { dayMinuteText } from '../../../../src/renderer/format/times.js'
import { defaultAlertSettings, isAlertSettings, isPartOfWay, isShare, mostSteps } from '../../../../src/shared/domain/alert.js'
import { compare } from '../../../../src/shared/money.js'
import { aLoan } from '../../../fixtures/portfolio/figures.js'

const refused = { ok: false }

describe('settings of alerts as they are typed', () => {
  it.each([
    ['1/3', { part: 1, of: 3 }],
    [' 2 / 3 ', { part: 2, of: 3 }],
    ['50', { part: 50, of: 100 }],
    ['50 %', { part: 50, of: 100 }],
    ['33.3%', { part: 3330, of: 10_000 }],
    ['0.05', { part: 5, of: 10_000 }],
  ])('reads %j as a part of the way', (text, value) => {
    expect(readPart(text)).toEqual({ ok: true, value })
  })

  it.each(['', '0', '100', '3/3', '0/5', '1/0', '1,5', '1/3/4', '-5', '1e1', '5.', '.5', '33.333', '1.000.0', 'half', '１/３', '5 % %'])(
    'refuses %j as a part of the way, and quotes it',
    (text) => {
      const read = readPart(text)
      expect(read).toMatchObject(refused)
      if (!read.ok) expect(read.error).toContain(text.trim())
    },
  )

  it.each([
    ['5', '0.05'],
    ['2.5 %', '0.025'],
    ['99.9', '0.999'],
  ])('reads %j as a share', (text, value) => {
    expect(readPercent(text)).toEqual({ ok: true, value })
  })

  it.each(['', '0', '100', '-1', '2,5', '1e1', '1 000', 'ten'])('refuses %j as a share', (text) => {
    expect(readPercent(text)).toMatchObject(refused)
  })

  it.each(['', '-1', '1.5', '1441', '99999', '1e3', ' '])('refuses %j as minutes', (text) => {
    expect(readMinutes(text)).toMatchObject(refused)
  })

  it('never lets through what main would refuse, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: fc.constantFrom(...'0123456789./ %,-'), maxLength: 12 })),
        (text) => {
          const [part, share, minutes] = [readPart(text), readPercent(text), readMinutes(text)]
          if (part.ok) expect(isPartOfWay(part.value)).toBe(true)
          if (share.ok) expect(isShare(share.value)).toBe(true)
          if (minutes.ok) expect(isAlertSettings({ ...defaultAlertSettings, coolDownMinutes: minutes.value })).toBe(true)
        },
      ),
    )
  })

  it('reads every minute of a day as it is written', () => {
    for (let minutes = 0; minutes < 1440; minutes += 1) expect(readClock(dayMinuteText(minutes))).toEqual({ ok: true, value: minutes })
    expect(readClock(' 7:05')).toEqual({ ok: true, value: 425 })
    for (const text of ['', '24:00', '700', '12:60', '12:3', 'noon']) expect(readClock(text)).toMatchObject(refused)
  })

  it('says a part as it was typed', () => {
    for (const text of ['1/3', '50\u202f%', '33.3\u202f%']) {
      const read = readPart(text.replace('\u202f', ' '))
      expect(read.ok && partText(read.value)).toBe(text)
    }
    expect(percentText('0.025')).toBe('2.5\u202f%')
  })
})

describe('lists of steps', () => {
  it('stay in order, without two at one place, and short', () => {
    expect(withPart([{ part: 1, of: 2 }], { part: 1, of: 3 })).toEqual({
      ok: true,
      value: [
        { part: 1, of: 3 },
        { part: 1, of: 2 },
      ],
    })
    expect(withPart([{ part: 1, of: 2 }], { part: 50, of: 100 })).toMatchObject(refused)
    expect(withShare(['0.1', '0.05'], '0.07')).toEqual({ ok: true, value: ['0.1', '0.07', '0.05'] })
    expect(withShare(['0.1'], '0.10')).toMatchObject(refused)
    const full = Array.from({ length: mostSteps }, (_, at) => ({ part: at + 1, of: 100 }))
    expect(withPart(full, { part: 90, of: 100 })).toMatchObject(refused)
  })

  it('lie between the loan’s initial level and margin call', () => {
    expect(stepLtv(aLoan(), { part: 1, of: 3 })).toBe('65')
    expect(stepLtv(aLoan({ initialLtv: '80' }), { part: 1, of: 3 })).toBeNull()
    expect(stepLtv(aLoan({ marginCallLtv: '' }), { part: 1, of: 3 })).toBeNull()
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10_000 }), fc.nat(), (of, seed) => {
        const ltv = stepLtv(aLoan(), { part: (seed % (of - 1)) + 1, of })
        expect(ltv !== null && compare(ltv, '60') > 0 && compare(ltv, '75') < 0).toBe(true)
      }),
    )
  })
})
