import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termOf, type TermName } from '../../../../src/renderer/components/terms.js'
import { aConnection, now } from '../../../fixtures/portfolio/accounts.js'
import { catalogues } from '../../../support/catalogues.js'
import { aPortfolio } from '../../../fixtures/portfolio/figures.js'
import { problem } from '../../../support/fake-exchange-client.js'
import { readLanguageFrom } from '../../../../src/shared/messages/messages.js'
import {
  clockWords,
  connectionStatus,
  countText,
  liquidationStateWords,
} from '../../../../src/renderer/components/words.js'

describe('liquidation states', () => {
  it('distinguishes null, absent and the two known values', () => {
    expect(liquidationStateWords(null).text).toBe('none')
    expect(liquidationStateWords(undefined).text).toBe('not sent')
    expect(liquidationStateWords('margin_call')).toMatchObject({ text: 'Margin call', known: true })
    expect(liquidationStateWords('liquidation')).toMatchObject({ text: 'Liquidation', known: true })
  })

  it('DAT-11 shows any other value raw and marks it as new', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => text !== 'margin_call' && text !== 'liquidation'),
        (text) => {
          expect(liquidationStateWords(text)).toEqual({ text, tone: 'caution', known: false })
        },
      ),
    )
  })
})

describe('the connection', () => {
  const limited = (retryAt?: number) => {
    const { positions } = aPortfolio()
    const why = { ...problem('rate-limited'), ...(retryAt === undefined ? {} : { retryAt }) }
    return aPortfolio({ positions: { ...positions, problem: why } })
  }

  it.each([
    ['answers', aPortfolio(), 'online', 'Online', 'good'],
    [
      'is limited until a moment',
      limited(now + 300),
      'online',
      'Rate limited by the exchange; next request at 12:05',
      'caution',
    ],
    ['was limited until now', limited(now), 'online', 'Rate limited by the exchange', 'caution'],
    [
      'is limited for nobody knows how long',
      limited(),
      'online',
      'Rate limited by the exchange',
      'caution',
    ],
    ['does not answer at all', limited(now + 300), 'offline', 'Offline', 'danger'],
  ] as const)('30 an exchange that %s', (_name, portfolio, state, text, tone) => {
    expect(connectionStatus(aConnection({ state }), portfolio, { now, zone: null })).toMatchObject({
      text,
      tone,
    })
  })
})

describe('the clock', () => {
  it.each([
    [null, 'plain', /not known/],
    [0, 'good', /in step/],
    [-1.9, 'good', /in step/],
    [6, 'caution', /6 s ahead of/],
    [-31, 'danger', /31 s behind/],
    [3700, 'danger', /1 h 1 min ahead of/],
  ])('%s', (skew, tone, text) => {
    expect(clockWords(skew).tone).toBe(tone)
    expect(clockWords(skew).text).toMatch(text)
  })

  it('is not blamed in the demo, whose time can be advanced', () => {
    expect(clockWords(-3600, true)).toEqual({
      tone: 'plain',
      text: '1 h behind the demo, whose time can be sent ahead',
    })
    expect(clockWords(0.5, true)).toEqual(clockWords(0.5))
  })
})

it('UX-64 groups counts as the language does, because a comma is the decimal sign of many', () => {
  expect(countText(12_345)).toBe('12,345')
  readLanguageFrom(() => 'uk')
  expect(countText(12_345)).toBe('12\u00a0345')
  readLanguageFrom(() => 'en')
})

it('keeps definitions short', () => {
  const names = Object.keys(catalogues.en).flatMap(
    (key) => /^terms\.(.+)\.word$/.exec(key)?.[1] ?? [],
  ) as TermName[]
  expect(names.length).toBeGreaterThan(30)
  for (const { word, text } of names.map(termOf)) {
    expect(word.length).toBeLessThan(30)
    expect(text.length, word).toBeLessThan(260)
  }
})
