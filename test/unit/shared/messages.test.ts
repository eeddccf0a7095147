import { afterEach, describe, expect, it } from 'vitest'
import { readFormatsFrom } from '../../../src/shared/formats.js'
import { type Language, languageFor } from '../../../src/shared/messages/language.js'
import {
  englishOf,
  mapText,
  messageOf,
  messageParts,
  readCataloguesFrom,
  readLanguageFrom,
  t,
  textOf,
  wordsBy,
} from '../../../src/shared/messages/messages.js'
import {
  mapElements,
  type MessageElement,
  readMessage,
} from '../../../src/shared/messages/icu-message.js'
import { inPseudoLanguage } from '../../../src/shared/messages/pseudo-text.js'
import { catalogues } from '../../support/catalogues.js'

const speak = (language: Language): void => readLanguageFrom(() => language)
afterEach(() => {
  speak('en')
  readCataloguesFrom((of) => catalogues[of])
  readFormatsFrom(() => ({ numbers: null, dates: null }))
})

describe('UX-64 the message catalogues', () => {
  it('contain no English sentence in another language', () => {
    const others = Object.entries(catalogues).filter(([language]) => language !== 'en')
    const texts = others.flatMap(([, catalogue]) => Object.entries(catalogue))
    expect(texts.filter(([, text]) => /[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}/.test(text))).toEqual([])
  })

  it('become longer and marked in the pseudo-language, without losing a value', () => {
    const shape = (elements: readonly MessageElement[]): unknown[] =>
      mapElements(elements, (one) => (typeof one === 'string' ? 'text' : one))
    for (const [key, text] of Object.entries(catalogues.en)) {
      const message = readMessage(text)
      const pseudo = inPseudoLanguage(message)
      expect(pseudo[0], key).toBe('⟦')
      expect(pseudo.at(-1), key).toMatch(/⟧$/)
      expect(shape(pseudo.slice(1, -1)), key).toEqual(shape(message))
    }
    expect(inPseudoLanguage(['Close']).join('')).toBe('⟦Çlöšé···⟧')
  })
})

describe('UX-64 the language', () => {
  it.each([
    ['system', 'uk', 'uk'],
    ['system', 'uk-UA', 'uk'],
    ['system', 'UK-UA', 'uk'],
    ['system', 'en-GB', 'en'],
    ['system', 'ukx', 'en'],
    ['system', '', 'en'],
    ['en', 'uk-UA', 'en'],
    ['uk', 'en-US', 'uk'],
  ] as const)('is %s for the choice and %j for the system: %s', (choice, system, expected) => {
    expect(languageFor(choice, system)).toBe(expected)
  })
})

describe('a message', () => {
  it('uses the current language, whenever it was created', () => {
    const message = messageOf('problems.gone.title')
    expect(textOf(message)).toBe('That is no longer there')
    speak('uk')
    expect(textOf(message)).toBe('Цього вже немає')
    expect(t('problems.gone.title')).toBe('Цього вже немає')
    expect(englishOf(message)).toBe('That is no longer there')
  })

  it('shows text unchanged that never was a message', () => {
    speak('uk')
    expect(textOf('Rate limit reached')).toBe('Rate limit reached')
  })

  it('in a list follows the language', () => {
    const words = wordsBy({ gone: 'problems.gone.title', busy: 'problems.busy.title' })
    expect(Object.entries(words)).toEqual([
      ['gone', 'That is no longer there'],
      ['busy', 'Too much at once'],
    ])
    speak('uk')
    expect(words.gone).toBe('Цього вже немає')
  })

  it('is English if the catalogue of the language is not available', () => {
    speak('uk')
    readCataloguesFrom((of) => (of === 'uk' ? null : catalogues[of]))
    expect(t('problems.bad-sender.title')).toBe(catalogues.en['problems.bad-sender.title'])
    readCataloguesFrom((of) => catalogues[of])
    expect(t('problems.bad-sender.title')).toBe(catalogues.uk['problems.bad-sender.title'])
  })

  it('with a key missing from all catalogues is an error', () => {
    expect(() => t('problems.nothing' as 'problems.gone.title')).toThrow(RangeError)
  })

  it('lets its texts be replaced, but not its key', () => {
    expect(mapText('secret', () => '…')).toBe('…')
    expect(mapText(messageOf('problems.gone.title'), () => '…')).toEqual(
      messageOf('problems.gone.title'),
    )
  })

  it('surrounds non-text parts in the order of its language', () => {
    const parts = messageParts('settings.gain-colour.example', {}, ['gain', 'loss'])
    expect(parts).toEqual([
      'Now a gain looks like ',
      { slot: 'gain', text: '' },
      ' and a loss like ',
      { slot: 'loss', text: '' },
      '. Warnings keep their colours.',
    ])
  })

  it('without all of its arguments is an error, not half a sentence', () => {
    expect(() => messageParts('settings.gain-colour.example', {}, ['gain'])).toThrow(/loss/)
  })

  it('formats amounts exactly in the current number format, and plainly in English for the log', () => {
    const amounts = { amount: '12345.678901234567890123', market: 'BTC_USDT', price: '64000' }
    const message = messageOf('orders.act.buy', amounts)
    expect(textOf(message)).toBe('Buy 12345.678901234567890123 BTC_USDT at 64000')
    readFormatsFrom(() => ({ numbers: 'de-DE', dates: null }))
    expect(textOf(message)).toBe('Buy 12\u202f345,678901234567890123 BTC_USDT at 64\u202f000')
    expect(t('orders.act.buy', amounts)).toBe(textOf(message))
    speak('uk')
    expect(textOf(message)).toBe(
      'Купити 12\u202f345,678901234567890123 BTC_USDT за ціною 64\u202f000',
    )
    expect(englishOf(message)).toBe('Buy 12345.678901234567890123 BTC_USDT at 64000')
  })

  it('formats counts the same way, and leaves names and ids alone', () => {
    expect(t('investments.records-counted', { count: 12345 })).toBe('12,345 records')
    readFormatsFrom(() => ({ numbers: 'de-DE', dates: null }))
    expect(t('investments.records-counted', { count: 12345 })).toBe('12\u202f345 records')
    expect(t('journal.fact.entry-retries', { id: '12345', other: '67890' })).toBe(
      '12345, retries 67890',
    )
  })

  it('leaves an amount to the formatter passed in', () => {
    expect(messageParts('alerts.rule.above', {}, ['price'])).toEqual([
      'Above ',
      { slot: 'price', text: '' },
    ])
    readFormatsFrom(() => ({ numbers: 'de-DE', dates: null }))
    expect(messageParts('loan.what-if.would-be', { now: '25.5' }, ['ltv', 'quiet'])).toEqual([
      'LTV would be ',
      { slot: 'ltv', text: '' },
      ' ',
      { slot: 'quiet', text: 'instead of 25,5' },
    ])
  })

  it('without arguments is one part', () => {
    expect(messageParts('problems.gone.title', {}, [])).toEqual(['That is no longer there'])
  })
})
