import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  percentText,
  readClock,
  readMinutes,
  readPercent,
  withShare,
} from '../../../../src/renderer/alerts/alert-settings.js'
import { dayMinuteText } from '../../../../src/renderer/components/times.js'
import {
  defaultAlertSettings,
  isAlertSettings,
  isShare,
  mostSteps,
} from '../../../../src/shared/alerts/alert.js'

const refused = { ok: false }

describe('typed alert settings', () => {
  it.each([
    ['5', '0.05'],
    ['2.5 %', '0.025'],
    ['99.9', '0.999'],
  ])('accept %j as a share', (text, value) => {
    expect(readPercent(text)).toEqual({ ok: true, value })
  })

  it.each(['', '0', '100', '-1', '2,5', '1e1', '1 000', 'ten'])('refuse %j as a share', (text) => {
    expect(readPercent(text)).toMatchObject(refused)
  })

  it.each(['', '-1', '1.5', '1441', '99999', '1e3', ' '])('refuse %j as minutes', (text) => {
    expect(readMinutes(text)).toMatchObject(refused)
  })

  it('never accept what main would refuse, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 12 }),
          fc.string({ unit: fc.constantFrom(...'0123456789./ %,-'), maxLength: 12 }),
        ),
        (text) => {
          const [share, minutes] = [readPercent(text), readMinutes(text)]
          if (share.ok) expect(isShare(share.value)).toBe(true)
          if (minutes.ok)
            expect(
              isAlertSettings({ ...defaultAlertSettings, coolDownMinutes: minutes.value }),
            ).toBe(true)
        },
      ),
    )
  })

  it('read every minute of a day as written', () => {
    for (let minutes = 0; minutes < 1440; minutes += 1)
      expect(readClock(dayMinuteText(minutes))).toEqual({ ok: true, value: minutes })
    expect(readClock(' 7:05')).toEqual({ ok: true, value: 425 })
    for (const text of ['', '24:00', '700', '12:60', '12:3', 'noon'])
      expect(readClock(text)).toMatchObject(refused)
  })

  it('show a share as a percentage', () => {
    expect(percentText('0.025')).toBe('2.5\u00a0%')
  })
})

describe('lists of steps', () => {
  it('stay sorted, unique, and short', () => {
    expect(withShare(['0.1', '0.05'], '0.07')).toEqual({ ok: true, value: ['0.1', '0.07', '0.05'] })
    expect(withShare(['0.1'], '0.10')).toMatchObject(refused)
    const full = Array.from({ length: mostSteps }, (_, at) => `0.0${at + 1}`)
    expect(withShare(full, '0.5')).toMatchObject(refused)
  })
})
