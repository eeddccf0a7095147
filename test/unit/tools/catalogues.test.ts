// UX-64: what `npm run messages` generates, and which catalogues it refuses.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageNames } from '../../../src/shared/messages/languages.js'
import {
  argumentsOf,
  argumentTypes,
  catalogueFaults,
  catalogueText,
  unusedKeys,
} from '../../../tools/messages/catalogues.mjs'
import { catalogues } from '../../support/catalogues.js'

const root = path.join(import.meta.dirname, '../../..')
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8')

const sources = globSync('src/**/*.{ts,svelte}', { cwd: root }).filter(
  (file) => !file.endsWith('message-arguments.ts'),
)

describe('the catalogues in the repository (UX-64)', () => {
  it('cover the languages that can be chosen', () => {
    expect(readdirSync(path.join(root, 'resources/locales')).sort()).toEqual(
      Object.keys(languageNames)
        .map((code) => `${code}.json`)
        .sort(),
    )
  })

  it('have the same messages, arguments and tags in every language, with all of its plurals', () => {
    expect(catalogueFaults(catalogues)).toEqual([])
  })

  it('are sorted, and the generated types match the English one', () => {
    for (const [language, catalogue] of Object.entries(catalogues))
      expect(
        read(`resources/locales/${language}.json`) === catalogueText(catalogue),
        language,
      ).toBe(true)
    expect(read('src/shared/messages/message-arguments.ts') === argumentTypes(catalogues.en)).toBe(
      true,
    )
  })

  it('contain no unused message', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(unusedKeys(catalogues.en, sources.map(read))).toEqual([])
  })

  it('keep a percent sign with its number by the same no-break space, and so does the code', () => {
    const texts = Object.entries(catalogues).flatMap(([language, catalogue]) =>
      Object.entries(catalogue).map(([key, text]): [string, string] => [
        `${language} ${key}`,
        text,
      ]),
    )
    const written = sources.map((file): [string, string] => [file, read(file)])
    expect(texts.filter(([, text]) => /[\d}]\u00a0%/.test(text)).length).toBeGreaterThan(50)
    expect(texts.filter(([, text]) => /[\d}][^\S\u00a0]?%/.test(text))).toEqual([])
    const breaking = /(?:\}|\/>)(?: |\\u202f)%/
    expect(written.flatMap(([file, text]) => (breaking.test(text) ? [file] : []))).toEqual([])
  })
})

describe('the arguments of a message', () => {
  it.each([
    ['Close', []],
    ['Buy {amount, number} {market}', [['amount', 'Amount'], ['market', 'Text']]], // prettier-ignore
    ['{count, plural, one {{count} order of {name}} other {# orders}}', [['count', 'Count'], ['name', 'Text']]], // prettier-ignore
    ['{price} is {price, number}', [['price', 'Amount']]],
    ['{side, select, long {up {by}} other {down}}', [['by', 'Text'], ['side', 'Text']]], // prettier-ignore
    ['<strong>Hidden.</strong> Press <link>{key}</link>', [['key', 'Text']]],
  ])('%j', (text, expected) => {
    expect(argumentsOf(text)).toEqual(expected)
  })

  it('become a type for each key', () => {
    const source = argumentTypes({
      'b.two': '{name} has {count, plural, one {# row} other {# rows}}',
      'a.one': 'Close',
    })
    expect(source).toMatch(
      /interface MessageArguments \{\n {2}'a\.one': None\n {2}'b\.two': \{ count: Count; name: Text \}\n\}\n$/,
    )
  })
})

describe('a catalogue is refused', () => {
  const english = {
    'a.one': '{count, plural, one {# row of {name}} other {# rows of {name}}}',
    'a.two': '<b>Fee</b> {fee, number}',
  }
  const ukrainian = {
    'a.one':
      '{count, plural, one {# рядок {name}} few {# рядки {name}} many {# рядків {name}} other {# рядка {name}}}',
    'a.two': '<b>Комісія</b> {fee, number}',
  }
  const faultsWith = (change: Record<string, string | undefined>): string[] => {
    const changed = Object.entries({ ...ukrainian, ...change }).filter(
      (one): one is [string, string] => one[1] !== undefined,
    )
    return catalogueFaults({ en: english, uk: Object.fromEntries(changed) })
  }

  it('if it is incomplete', () => {
    expect(faultsWith({})).toEqual([])
    expect(faultsWith({ 'a.two': undefined })).toEqual(['uk.json: "a.two" is missing'])
  })

  it('if it has a key that the English one lacks', () => {
    expect(faultsWith({ 'a.three': 'Три' })).toEqual(['uk.json: "a.three" is not in en.json'])
  })

  it.each([
    ['Комісія {fee, number}', '{fee, number}'],
    ['<b>Комісія</b> {fee}', '<b> {fee}'],
    ['<b>Комісія</b>', '<b>'],
    ['<b>Комісія</b> {fee, number} {market}', '<b> {fee, number} {market}'],
  ])('if its arguments differ: %s', (text, found) => {
    expect(faultsWith({ 'a.two': text })).toEqual([
      `uk.json: "a.two" has ${found}, the English has <b> {fee, number}`,
    ])
  })

  it('if a plural of its language is missing', () => {
    expect(
      faultsWith({ 'a.one': '{count, plural, one {# рядок {name}} other {# рядків {name}}}' }),
    ).toEqual(['uk.json: "a.one" lacks the plural few, many'])
    expect(catalogueFaults({ en: { 'a.one': '{count, plural, other {# rows}}' } })).toEqual([
      'en.json: "a.one" lacks the plural one',
    ])
  })

  it('if a message cannot be parsed, or a key has no area', () => {
    expect(faultsWith({ 'a.two': '<b>Комісія {fee' })).toEqual([
      expect.stringContaining('"a.two" is not an ICU message'),
    ])
    expect(catalogueFaults({ en: { close: 'Close' } })).toEqual([
      'en.json: "close" is not of the form area.name',
    ])
  })
})

describe('a key counts as used', () => {
  const used = (source: string): string[] =>
    unusedKeys({ 'a.one': '', 'a.one.more': '', 'b.two': '' }, [source])

  it('if it is written out, or matches a template', () => {
    expect(used("t('a.one') t('a.one.more') t(`b.${what}`)")).toEqual([])
  })

  it('not if it is only the beginning of another, or part of other text', () => {
    expect(used("t('a.one.more') // b.two")).toEqual(['a.one', 'b.two'])
  })
})
