// Our reader and formatter beside FormatJS, for every message of every catalogue.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import {
  formatMessage,
  type MessageElement,
  readMessage,
} from '../../../src/shared/messages/icu-message.js'
import { catalogues } from '../../support/catalogues.js'

const messages = Object.entries(catalogues).flatMap(([language, catalogue]) =>
  Object.entries(catalogue).map(([key, text]) => ({ language, key, text })),
)

/** An element as FormatJS reads it, in our words. */
function ours(one: MessageFormatElement): MessageElement {
  if (one.type === TYPE.literal) return one.value
  if (one.type === TYPE.argument) return { kind: 'argument', name: one.value }
  if (one.type === TYPE.number && one.style == null) return { kind: 'number', name: one.value }
  if (one.type === TYPE.pound) return { kind: 'count' }
  if (one.type === TYPE.tag)
    return { kind: 'tag', name: one.value, children: one.children.map(ours) }
  const isCardinal = one.type === TYPE.plural && one.offset === 0 && one.pluralType === 'cardinal'
  if (one.type !== TYPE.select && !isCardinal) throw new Error(`no catalogue may use ${one.type}`)
  return {
    kind: one.type === TYPE.select ? 'select' : 'plural',
    name: one.value,
    options: Object.fromEntries(
      Object.entries(one.options).map(([name, { value }]) => [name, value.map(ours)]),
    ),
  }
}

/** The names in a message, and the values that each choice distinguishes. */
function valuesOf(elements: readonly MessageElement[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>()
  const look = (one: MessageElement): void => {
    if (typeof one === 'string' || one.kind === 'count') return
    if (one.kind === 'tag') {
      found.set(one.name, [(chunks: string[]) => `[${chunks.join('')}]`])
      one.children.forEach(look)
    } else if (one.kind === 'plural') {
      found.set(one.name, [0, 1, 2, 5, 11, 21, 1234])
      Object.values(one.options).flat().forEach(look)
    } else if (one.kind === 'select') {
      found.set(one.name, [...Object.keys(one.options), 'none of them'])
      Object.values(one.options).flat().forEach(look)
    } else found.set(one.name, found.get(one.name) ?? ['12.50'])
  }
  elements.forEach(look)
  return found
}

describe('UX-64 a message of a catalogue', () => {
  it('is read as FormatJS reads it', () => {
    for (const { language, key, text } of messages.filter(({ text }) => /[{}<#']/.test(text)))
      expect(readMessage(text), `${language} ${key}`).toEqual(parse(text).map(ours))
  })

  it('is formatted as FormatJS formats it, for each choice in it', () => {
    const different: unknown[] = []
    for (const { language, key, text } of messages) {
      const elements = readMessage(text)
      const rules = new Intl.PluralRules(language)
      const number = (value: unknown): string => `#${String(value)}`
      const library = new IntlMessageFormat(text, language, undefined, {
        formatters: {
          getNumberFormat: () => ({ format: number }) as unknown as Intl.NumberFormat,
          getDateTimeFormat: () => new Intl.DateTimeFormat(),
          getPluralRules: () => rules,
        },
      })
      const named = [...valuesOf(elements)]
      const rounds = Math.max(1, ...named.map(([, values]) => values.length))
      for (let round = 0; round < rounds; round += 1) {
        const values = Object.fromEntries(
          named.map(([name, of]) => [name, of[round % of.length]] as const),
        )
        const parts = formatMessage(elements, values, {
          number,
          plural: (count) => rules.select(count),
        })
        const expected = [String(library.format(values as Record<string, string>))]
        if (parts.join('|') !== expected[0]) different.push({ language, key, parts, expected })
      }
    }
    expect(different).toEqual([])
  })

  it.each([
    '{',
    'a}',
    '{name',
    '{name, date}',
    '{n, plural, one {a}}',
    '{n, plural, offset:1 other {#}}',
    '<strong>a',
    '<strong>a</em>',
    '{n, select, other {a}',
  ])('is refused if no catalogue may contain it: %s', (text) => {
    expect(() => readMessage(text)).toThrow(SyntaxError)
  })

  it('without a value is an error, also inside a choice and for a tag', () => {
    const formats = { number: String, plural: () => 'other' }
    for (const text of ['{name}', '{n, plural, other {{name}}}', '<name>a</name>'])
      expect(() => formatMessage(readMessage(text), { n: 1 }, formats)).toThrow('name')
  })

  it('is not confused by values named like methods of an object', () => {
    const formats = { number: String, plural: () => 'other' }
    expect(() => formatMessage(readMessage('{toString}'), {}, formats)).toThrow('toString')
    expect(
      formatMessage(readMessage('{s, select, a {x} other {y}}'), { s: 'toString' }, formats),
    ).toEqual(['y'])
  })
})
