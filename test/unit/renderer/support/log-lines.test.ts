import { afterEach, describe, expect, it } from 'vitest'
import { hideAmounts } from '../../../../src/renderer/components/shown-text.svelte.js'
import {
  bytesText,
  logLineText,
  shownFileLine,
  shownLogLine,
} from '../../../../src/renderer/support/log-lines.js'
import type { LogLine } from '../../../../src/shared/support/support.js'

afterEach(() => hideAmounts(null))

const line: LogLine = {
  id: '1-1:0',
  at: 1_755_500_000,
  level: 'warn',
  event: 'failed 3.5 of it',
  details: '{"amount":1.5,"reason":"FULL"}',
}

describe('UX-72 a log line', () => {
  it('is copied with its time in UTC, its level, the event and the rest', () => {
    expect(logLineText(line)).toBe(
      '2025-08-18T06:53:20.000Z warn failed 3.5 of it {"amount":1.5,"reason":"FULL"}',
    )
    expect(logLineText({ ...line, details: '' })).toBe(
      '2025-08-18T06:53:20.000Z warn failed 3.5 of it',
    )
    expect(logLineText({ id: '', at: null, level: null, event: 'no JSON', details: '' })).toBe(
      'no JSON',
    )
  })

  it('UX-46 shows no figure while amounts are hidden', () => {
    expect(shownLogLine(line)).toEqual(line)
    hideAmounts('all')
    expect(shownLogLine(line)).toEqual({
      ...line,
      event: '•••••',
      details: '{"amount":"•••••","reason":"FULL"}',
    })
  })

  it('UX-46 in a file of the bundle masks JSON, and keeps versions and times', () => {
    hideAmounts('amounts')
    expect(shownFileLine('about.txt', 'Electron: 33.2.1')).toBe('Electron: 33.2.1')
    expect(shownFileLine('database.json', '"schemaVersion": 31')).toBe('"schemaVersion": "•••••"')
    expect(shownFileLine('plimsoll.log', '2026-11-28T13:16:09Z warn late {"amount":1.5}')).toBe(
      '2026-11-28T13:16:09Z warn late {"amount":"•••••"}',
    )
  })
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [12_399, '12.3 kB'],
  [999_999, '999.9 kB'],
  [1_000_000, '1 MB'],
  [4_999_999, '4.9 MB'],
])('UX-72 never rounds a size of %i bytes up: %s', (bytes, text) => {
  expect(bytesText(bytes).replace('\u202f', ' ')).toBe(text)
})
