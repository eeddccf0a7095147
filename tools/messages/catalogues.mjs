// The rules for the catalogues in resources/locales, and the types generated from the English one
// (decision 030).
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {Readonly<Record<string, string>>} Catalogue */

/** @type {(element: Element) => Element[]} */
function within(element) {
  if (element.type === TYPE.tag) return element.children
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
  return Object.values(element.options).flatMap(({ value }) => value)
}

/** @type {(elements: readonly Element[]) => Element[]} */
const all = (elements) => elements.flatMap((element) => [element, ...all(within(element))])

/** The precedence of types for an argument that appears more than once. */
const types = /** @type {const} */ (['Count', 'Amount', 'Text'])
/** @typedef {(typeof types)[number]} ArgumentType */

/** @type {(element: Element) => ArgumentType | null} */
function typeOf(element) {
  if (element.type === TYPE.plural) return 'Count'
  if (element.type === TYPE.number) return 'Amount'
  if (element.type === TYPE.argument || element.type === TYPE.select) return 'Text'
  return null
}

/**
 * The arguments of a message, sorted by name. Tags are not included.
 * @param {string} text
 * @returns {[name: string, type: ArgumentType][]}
 */
export function argumentsOf(text) {
  /** @type {Map<string, ArgumentType>} */
  const found = new Map()
  for (const element of all(parse(text))) {
    const type = typeOf(element)
    if (type === null || element.type === TYPE.literal || element.type === TYPE.pound) continue
    const known = found.get(element.value)
    if (known === undefined || types.indexOf(type) < types.indexOf(known))
      found.set(element.value, type)
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Everything a translation must share with the English message: arguments, which of them are
 * formatted as numbers, and tags.
 * @param {string} text
 * @returns {string[]}
 */
export function shapeOf(text) {
  const elements = all(parse(text))
  const numbers = new Set(elements.flatMap((one) => (one.type === TYPE.number ? [one.value] : [])))
  const tags = elements.flatMap((one) => (one.type === TYPE.tag ? [`<${one.value}>`] : []))
  return [
    ...new Set([
      ...argumentsOf(text).map(([name]) => (numbers.has(name) ? `{${name}, number}` : `{${name}}`)),
      ...tags,
    ]),
  ].sort()
}

/**
 * The plural categories of each plural in a message, without exact numbers.
 * @param {string} text
 * @returns {string[][]}
 */
function pluralCategoriesOf(text) {
  return all(parse(text)).flatMap((one) =>
    one.type === TYPE.plural
      ? [Object.keys(one.options).filter((category) => !category.startsWith('='))]
      : [],
  )
}

/**
 * The required content of a catalogue file: sorted by key, one message per line.
 * @param {Catalogue} catalogue
 */
export function catalogueText(catalogue) {
  const sorted = Object.keys(catalogue)
    .sort()
    .map((key) => [key, catalogue[key]])
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

const header = `// Generated from resources/locales/en.json by \`npm run messages\`: the key of every message and its
// arguments.
import type { Decimal } from '../money.js'

type Text = string | number
type Amount = Decimal | number
type Count = number
type None = Record<never, never>
`

/**
 * The source of src/shared/messages/message-arguments.ts.
 * @param {Catalogue} english
 */
export function argumentTypes(english) {
  const lines = Object.keys(english)
    .sort()
    .map((key) => {
      const fields = argumentsOf(english[key] ?? '').map(([name, type]) => `${name}: ${type}`)
      return `  '${key}': ${fields.length === 0 ? 'None' : `{ ${fields.join('; ')} }`}\n`
    })
  return `${header}\nexport interface MessageArguments {\n${lines.join('')}}\n`
}

/**
 * Errors in the messages of a catalogue themselves.
 * @param {string} language its code, which names its file
 * @param {Catalogue} catalogue
 * @returns {string[]}
 */
function messageFaults(language, catalogue) {
  const expected = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort()
  return Object.entries(catalogue).flatMap(([key, text]) => {
    if (!/^[a-z]+\.[A-Za-z0-9.-]+$/.test(key))
      return [`${language}.json: "${key}" is not of the form area.name`]
    try {
      return pluralCategoriesOf(text)
        .map((categories) => expected.filter((category) => !categories.includes(category)))
        .filter((missing) => missing.length > 0)
        .map((missing) => `${language}.json: "${key}" lacks the plural ${missing.join(', ')}`)
    } catch (fault) {
      return [
        `${language}.json: "${key}" is not an ICU message: ${fault instanceof Error ? fault.message : String(fault)}`,
      ]
    }
  })
}

/**
 * What is missing from a translation, and what does not match the English message.
 * @param {Catalogue} english
 * @param {string} language
 * @param {Catalogue} translation
 * @returns {string[]}
 */
function translationFaults(english, language, translation) {
  return [
    ...Object.entries(english).flatMap(([key, text]) => {
      const translated = translation[key]
      if (translated === undefined) return [`${language}.json: "${key}" is missing`]
      try {
        const [expected, found] = [shapeOf(text).join(' '), shapeOf(translated).join(' ')]
        return expected === found
          ? []
          : [
              `${language}.json: "${key}" has ${found || 'no arguments'}, the English has ${expected || 'none'}`,
            ]
      } catch {
        // Reported as an invalid ICU message.
        return []
      }
    }),
    ...Object.keys(translation)
      .filter((key) => english[key] === undefined)
      .map((key) => `${language}.json: "${key}" is not in en.json`),
  ]
}

/**
 * @param {Readonly<Record<string, Catalogue>>} catalogues by language; the English one is among
 *   them
 * @returns {string[]}
 */
export function catalogueFaults(catalogues) {
  const english = catalogues['en'] ?? {}
  return Object.entries(catalogues).flatMap(([language, catalogue]) => [
    ...messageFaults(language, catalogue),
    ...(language === 'en' ? [] : translationFaults(english, language, catalogue)),
  ])
}

/**
 * Keys that no source mentions: as text, or as a template that may produce it.
 * @param {Catalogue} english
 * @param {readonly string[]} sources
 * @returns {string[]}
 */
export function unusedKeys(english, sources) {
  const areas = [
    ...new Set(Object.keys(english).map((key) => key.slice(0, key.indexOf('.')))),
  ].join('|')
  const quoted = new RegExp(`['"](?:${areas})\\.[A-Za-z0-9.-]+['"]`, 'gu')
  const template = new RegExp(`\`(?:${areas})\\.[^\`\\n]*\``, 'gu')
  /** @type {Set<string>} */
  const keys = new Set()
  /** @type {RegExp[]} */
  const patterns = []
  for (const source of sources) {
    for (const [text] of source.matchAll(quoted)) keys.add(text.slice(1, -1))
    for (const [text] of source.matchAll(template)) {
      const parts = text.slice(1, -1).split(/\$\{[^{}]*\}/u)
      patterns.push(
        new RegExp(
          `^${parts.map((part) => part.replaceAll('.', '\\.')).join('[A-Za-z0-9.-]*')}$`,
          'u',
        ),
      )
    }
  }
  return Object.keys(english).filter(
    (key) => !keys.has(key) && !patterns.some((pattern) => pattern.test(key)),
  )
}
