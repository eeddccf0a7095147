// Every sentence a person reads, by its key, in the language of now. The catalogues hold ICU messages (decision 024); keys and what has to
// be filled in are checked by the compiler against the English one.
import type { GetICUArgs } from '@schummar/icu-type-parser'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { countIn, decimalText, plainly } from '../formats.js'
import type { Decimal } from '../money.js'
import { english } from './en/english.js'
import { mapElements } from './message-elements.js'
import type { Language } from './language.js'
import { pseudoText } from './pseudo-text.js'

type English = typeof english

/** `area.name`: the file of the catalogue, and the name in it. */
export type MessageKey = { [A in keyof English]: `${A}.${keyof English[A] & string}` }[keyof English]

type TextAt<K> = K extends `${infer A extends keyof English}.${infer N}` ? (N extends keyof English[A] ? English[A][N] : never) : never

/** What a message has to be given: a number or a decimal where it says `number`, numbers where it counts, text everywhere else. */
export type MessageValues<K extends MessageKey> =
  TextAt<K> extends infer T extends string ? GetICUArgs<T, { ICUArgument: string | number; ICUNumberArgument: Decimal | number }> : never

type Rest<Values> = keyof Values extends never ? [] : [values: Values]

/** A message that is not worded yet. Plain data: main says what happened, and whoever shows it words it in the language of now. */
export type Message = { key: MessageKey; values?: { readonly [name: string]: string | number | Message } }

/** Or text that is as it is: the exchange's own, or stored before there were catalogues. */
export type Told = Message | string

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** English is always there: logs and files are written in it. */
const catalogues = new Map<Language, Catalogue>([['en', english]])

/** Call this before formatting a message in that language. The page loads only the one it needs. */
export function addCatalogue(of: Language, catalogue: Catalogue): void {
  catalogues.set(of, catalogue)
}

let languageNow: () => Language = () => 'en'

/** For the one place of a process that knows the setting. What is asked again with every text, so a page that keeps it as state follows it. */
export const readLanguageFrom = (source: () => Language): void => {
  languageNow = source
}

export const language = (): Language => languageNow()

const splitKey = (key: MessageKey): [string, string] => {
  const at = key.indexOf('.')
  return [key.slice(0, at), key.slice(at + 1)]
}

const catalogueText = (key: MessageKey, of: Language): string => {
  const [area, name] = splitKey(key)
  const text = catalogues.get(of === 'en-XA' ? 'en' : of)?.[area]?.[name]
  if (text === undefined) throw new RangeError(`no message ${key}`)
  return of === 'en-XA' ? pseudoText(text) : text
}

/** The languages of `Intl` behind ours. */
export const intlLanguage = (of: Language): string => (of === 'uk' ? 'uk' : 'en')

/** Numbers as they are written now: decimals digit by digit, where `Intl` alone would round them. */
const numberFormat = (of: Language) => ({
  format: (value: Decimal | number): string => (typeof value === 'number' ? countIn(intlLanguage(of), value) : decimalText(value)),
})

const pluralRules = { en: new Intl.PluralRules('en'), uk: new Intl.PluralRules('uk') }

const compiled = new Map<string, IntlMessageFormat>()

/** A number that is put in by a snippet is written by it. */
const messageAround = (slots: readonly string[], text: string): MessageFormatElement[] =>
  mapElements(parse(text), (one) =>
    one.type === TYPE.number && slots.includes(one.value) ? { type: TYPE.argument, value: one.value } : one,
  )

const formatOf = (key: MessageKey, of: Language, slots: readonly string[] = []): IntlMessageFormat => {
  const id = [of, key, ...slots].join(' ')
  const known = compiled.get(id)
  if (known !== undefined) return known
  const formatters = {
    getNumberFormat: () => numberFormat(of) as unknown as Intl.NumberFormat,
    getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...options),
    getPluralRules: () => pluralRules[of === 'uk' ? 'uk' : 'en'],
  }
  const format = new IntlMessageFormat(messageAround(slots, catalogueText(key, of)), intlLanguage(of), undefined, { formatters })
  compiled.set(id, format)
  return format
}

const worded = (key: MessageKey, values: Message['values'], of: Language): string => {
  const filled = Object.entries(values ?? {}).map(([name, value]) => [name, typeof value === 'object' ? textIn(value, of) : value] as const)
  return String(formatOf(key, of).format(Object.fromEntries(filled)))
}

const textIn = (told: Told, of: Language): string => (typeof told === 'string' ? told : worded(told.key, told.values, of))

/** The message in the language of now. @throws RangeError for a key that is in no catalogue. */
export const t = <K extends MessageKey>(key: K, ...[values]: Rest<MessageValues<K>>): string => worded(key, values, languageNow())

/** Words by what they are of, worded anew whenever one is read, so that a list of them needs no change when the language does. */
export const wordsBy = <Name extends string>(keys: Readonly<Record<Name, MessageKey>>): Readonly<Record<Name, string>> => {
  const words = {} as Record<Name, string>
  for (const [name, key] of Object.entries<MessageKey>(keys))
    Object.defineProperty(words, name, { enumerable: true, get: () => worded(key, undefined, languageNow()) })
  return words
}

/** The same, to be worded later. A value may be a message of its own. */
export const messageOf = <K extends MessageKey>(
  key: K,
  ...[values]: Rest<{ [N in keyof MessageValues<K>]: MessageValues<K>[N] | Message }>
): Message => (values === undefined ? { key } : { key, values: values as NonNullable<Message['values']> })

export const textOf = (told: Told): string => textIn(told, languageNow())

/** For the log, and for what support reads: numbers are plain in it. */
export const englishOf = (told: Told): string => plainly(() => textIn(told, 'en'))

/** The same with every text in it changed, for what may hold more than is to be shown. */
export const mapTold = (told: Told, change: (text: string) => string): Told => {
  if (typeof told === 'string') return change(told)
  const values = Object.entries(told.values ?? {}).map(
    ([name, value]) => [name, typeof value === 'number' ? value : mapTold(value, change)] as const,
  )
  return values.length === 0 ? told : { key: told.key, values: Object.fromEntries(values) }
}

/** Text, or the place of something that is no text: `{name}` in the message, or `<name>text</name>`. */
export type MessagePart = string | { slot: string; text: string }

/** A message around things that are no text. @throws Error where it asks for more than `values` and `slots`. */
export const messageParts = (key: MessageKey, values: Message['values'], slots: readonly string[]): MessagePart[] => {
  const isSlot = (part: unknown): part is (chunks?: unknown[]) => MessagePart => typeof part === 'function'
  const places = slots.map((slot) => [slot, (chunks: unknown[] = []): MessagePart => ({ slot, text: chunks.join('') })] as const)
  const parts = formatOf(key, languageNow(), slots).format<MessagePart>({
    ...values,
    ...Object.fromEntries(places),
  } as never)
  return [parts].flat().map((part: unknown) => (isSlot(part) ? part() : (part as MessagePart)))
}
