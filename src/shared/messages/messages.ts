// Every sentence the user reads, by key, in the current language. The catalogues hold ICU messages
// (decision 030); the compiler checks keys and arguments, with types generated from the English
// catalogue.
import { countIn, decimalText, remembered } from '../formats.js'
import { type HiddenFigures, mask } from '../hidden-amounts.js'
import type { Decimal } from '../money.js'
import { type ArgumentType, argumentTypes, declaredType } from './argument-types.js'
import { type CatalogueLanguage, catalogueLanguage, type Language } from './language.js'
import { formatMessage, mapElements, type MessageElement, readMessage } from './icu-message.js'
import type { MessageArguments } from './message-arguments.js'
import { inPseudoLanguage } from './pseudo-text.js'

/** `area.name`, as in resources/locales/en.json. */
export type MessageKey = keyof MessageArguments

/**
 * A message's arguments: a number or a decimal if it says `number`, numbers if it counts, text
 * otherwise.
 */
export type MessageValues<K extends MessageKey> = MessageArguments[K]

type Rest<Values> = keyof Values extends never ? [] : [values: Values]

/** A value with an explicit type, if its name in the catalogue does not determine it. */
export type TypedValue =
  | { amount: Decimal }
  | { price: Decimal }
  | { count: string | number }
  | { name: string }
  | { exchangeText: string }

/** Text and numbers have the type declared for the argument's name (argument-types.ts). */
export type MessageValue = string | number | Message | TypedValue

/**
 * A message that is not formatted yet. Plain data: the place that shows it knows the language, the
 * number format and whether amounts are hidden.
 */
export type Message = { key: MessageKey; values?: { readonly [name: string]: MessageValue } }

/**
 * Or text from no catalogue, such as the exchange's own or an older version's: it is shown as is,
 * and masked as one.
 */
export type MessageOrText = Message | string

/** Texts by their keys. */
export type Catalogue = Readonly<Record<string, string>>

/** `choices`: arguments that select between texts and are not printed themselves. */
type Compiled = {
  format: <Part>(values: Readonly<Record<string, unknown>>) => (string | Part)[]
  choices: ReadonlySet<string>
}

const compiled = new Map<string, Compiled>()

let catalogueIn: (language: CatalogueLanguage) => Catalogue | null = () => null

/**
 * For the one place of a process that reads catalogues. Null for an unavailable one: then the
 * message is in English.
 */
export function readCataloguesFrom(
  source: (language: CatalogueLanguage) => Catalogue | null,
): void {
  catalogueIn = source
  compiled.clear()
}

let languageNow: () => Language = () => 'en'

/**
 * For the one place of a process that knows the setting. Called for every text, so a page that
 * keeps it as state follows it.
 */
export function readLanguageFrom(source: () => Language): void {
  languageNow = source
}

export function language(): Language {
  return languageNow()
}

function elementsOf(key: MessageKey, of: Language): MessageElement[] {
  const text = (catalogueIn(catalogueLanguage(of)) ?? catalogueIn('en'))?.[key]
  if (text === undefined) throw new RangeError(`no message ${key}`)
  return of === 'en-XA' ? inPseudoLanguage(readMessage(text)) : readMessage(text)
}

let hiddenNow: () => HiddenFigures | null = () => null

/** For the one place of the page that knows the setting; null if nothing is hidden. */
export function readHiddenFrom(source: () => HiddenFigures | null): void {
  hiddenNow = source
}

/**
 * Masks these figures in every text that `make` formats. For main, where each notification, menu
 * and file decides what to hide.
 */
export function withHidden<Made>(hidden: HiddenFigures | null, make: () => Made): Made {
  const before = hiddenNow
  hiddenNow = () => hidden
  try {
    return make()
  } finally {
    hiddenNow = before
  }
}

/**
 * How a text is formatted where it is shown. `plain`: with numbers as the exchange writes them, for
 * logs and files.
 */
type Edge = { language: Language; plain: boolean; hidden: HiddenFigures | null }

const edgeNow = (): Edge => ({ language: languageNow(), plain: false, hidden: hiddenNow() })

const pluralRules = remembered((tag) => new Intl.PluralRules(tag))

/**
 * Numbers in the current format: decimals digit by digit, because `Intl` alone would round them.
 */
function formatsFor({ language: of, plain }: Edge) {
  const tag = plain ? null : undefined
  return {
    number: (value: Decimal | number): string =>
      typeof value === 'number'
        ? countIn(catalogueLanguage(of), value, tag)
        : decimalText(value, tag),
    plural: (count: number): string => pluralRules(catalogueLanguage(of)).select(count),
  }
}

/** A number inserted by a snippet is formatted by the snippet. */
function messageAround(
  slots: readonly string[],
  elements: readonly MessageElement[],
): MessageElement[] {
  return mapElements(elements, (one) =>
    typeof one === 'object' && one.kind === 'number' && slots.includes(one.name)
      ? { kind: 'argument', name: one.name }
      : one,
  )
}

function choicesIn(elements: readonly MessageElement[]): ReadonlySet<string> {
  const choices = new Set<string>()
  mapElements(elements, (one) => {
    if (typeof one === 'object' && (one.kind === 'select' || one.kind === 'plural'))
      choices.add(one.name)
    return one
  })
  return choices
}

function formatOf(key: MessageKey, edge: Edge, slots: readonly string[] = []): Compiled {
  const id = [edge.language, edge.plain, key, ...slots].join(' ')
  const known = compiled.get(id)
  if (known !== undefined) return known
  const elements = messageAround(slots, elementsOf(key, edge.language))
  const formats = formatsFor(edge)
  const made: Compiled = {
    format: (values) => formatMessage(elements, values, formats),
    choices: choicesIn(elements),
  }
  compiled.set(id, made)
  return made
}

/** Text from no catalogue is masked as a whole, or not at all: its figures cannot be located. */
function exchangeText(text: string, { hidden }: Edge): string {
  return hidden !== null && /\p{N}/u.test(text) ? mask : text
}

const masksBy: Readonly<Record<ArgumentType, readonly HiddenFigures[]>> = {
  amount: ['amounts', 'all'],
  price: ['amounts', 'all'],
  marketPrice: ['all'],
  percent: ['all'],
  count: [],
  time: [],
  duration: [],
  name: [],
  words: [],
  exchangeText: [],
}

/** The percent sign of a formatted share reveals nothing and is kept for readability. */
function masked(value: string | number): string {
  return String(value).endsWith('%') ? `${mask}\u00a0%` : mask
}

function ofType(type: ArgumentType, value: string | number, edge: Edge): string | number {
  if (type === 'exchangeText') return exchangeText(String(value), edge)
  return edge.hidden !== null && masksBy[type].includes(edge.hidden) ? masked(value) : value
}

const isMessage = (value: object): value is Message => 'key' in value

/** A figure with an explicit type, formatted like a number argument. */
function typedText(value: TypedValue, edge: Edge): string | number {
  const [[type, text] = ['', '']] = Object.entries<string | number>(value)
  const known = argumentTypes.find((one) => one === type)
  const written = ofType(known ?? 'exchangeText', text, edge)
  return known === 'amount' || known === 'price'
    ? decimalText(String(written), edge.plain ? null : undefined)
    : written
}

/**
 * `worded`: text passed as `words` was just formatted here, and is already masked. Elsewhere it may
 * be anything.
 */
function valueText(
  key: MessageKey,
  name: string,
  value: unknown,
  edge: Edge,
  worded: boolean,
): unknown {
  if (typeof value === 'object' && value !== null)
    return isMessage(value) ? textIn(value, edge) : typedText(value as TypedValue, edge)
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const type = declaredType(key, name) ?? 'exchangeText'
  return ofType(type === 'words' && !worded ? 'exchangeText' : type, value, edge)
}

function filledIn(
  key: MessageKey,
  values: Message['values'],
  choices: ReadonlySet<string>,
  edge: Edge,
  worded: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(
      ([name, value]) =>
        [name, choices.has(name) ? value : valueText(key, name, value, edge, worded)] as const,
    ),
  )
}

function formatted(
  key: MessageKey,
  values: Message['values'],
  edge: Edge,
  worded: boolean,
): string {
  const { format, choices } = formatOf(key, edge)
  return format(filledIn(key, values, choices, edge, worded)).join('')
}

function textIn(message: MessageOrText, edge: Edge): string {
  return typeof message === 'string'
    ? exchangeText(message, edge)
    : formatted(message.key, message.values, edge, false)
}

/** The message in the current language. @throws RangeError for a key that is in no catalogue. */
export function t<K extends MessageKey>(key: K, ...[values]: Rest<Values<K, TypedValue>>): string {
  return formatted(key, values as Message['values'], edgeNow(), true)
}

/** Texts by name, formatted on each read, so that the list follows the language. */
export function wordsBy<Name extends string>(
  keys: Readonly<Record<Name, MessageKey>>,
): Readonly<Record<Name, string>> {
  const words = {} as Record<Name, string>
  for (const [name, key] of Object.entries<MessageKey>(keys))
    Object.defineProperty(words, name, {
      enumerable: true,
      get: () => formatted(key, undefined, edgeNow(), true),
    })
  return words
}

/** Distributes over the several forms a message's values may have. */
type Or<Values, Besides> = Values extends unknown
  ? { [N in keyof Values]: Values[N] | Besides }
  : never

type Values<K extends MessageKey, Besides> = Or<MessageValues<K>, Besides>

/** The same, to be formatted later. A value may itself be a message. */
export function messageOf<K extends MessageKey>(
  key: K,
  ...[values]: Rest<Values<K, Message | TypedValue>>
): Message {
  return values === undefined ? { key } : { key, values: values as NonNullable<Message['values']> }
}

/** Joins sentences. @throws RangeError if there is none. */
export function inOneLine(sentences: readonly Message[]): Message {
  const [first, ...others] = sentences
  if (first === undefined) throw new RangeError('no sentence')
  return others.reduce((line, next) => messageOf('exchange.and-then', { first: line, next }), first)
}

export function textOf(message: MessageOrText): string {
  return textIn(message, edgeNow())
}

/** For the log, and for support: numbers are plain in it. */
export function englishOf(message: MessageOrText): string {
  return textIn(message, { language: 'en', plain: true, hidden: hiddenNow() })
}

/** Applies `change` to every text in it, for content that may contain more than should be shown. */
export function mapText(message: MessageOrText, change: (text: string) => string): MessageOrText {
  if (typeof message === 'string') return change(message)
  const values = Object.entries(message.values ?? {}).map(
    ([name, value]) => [name, mapValue(value, change)] as const,
  )
  return values.length === 0 ? message : { key: message.key, values: Object.fromEntries(values) }
}

function mapValue(value: MessageValue, change: (text: string) => string): MessageValue {
  if (typeof value === 'number') return value
  if (typeof value === 'string' || isMessage(value)) return mapText(value, change)
  return Object.fromEntries(
    Object.entries(value).map(([type, one]) => [type, typeof one === 'string' ? change(one) : one]),
  ) as TypedValue
}

/**
 * Text, or a slot for something that is not text: `{name}` in the message, or `<name>text</name>`.
 */
export type MessagePart = string | { slot: string; text: string }

/**
 * A message split around its slots.
 * @throws Error if it needs more than `values` and `slots`.
 */
export function messageParts(
  key: MessageKey,
  values: Message['values'],
  slots: readonly string[],
): MessagePart[] {
  const isSlot = (part: unknown): part is (chunks?: unknown[]) => MessagePart =>
    typeof part === 'function'
  const places = slots.map(
    (slot) =>
      [slot, (chunks: unknown[] = []): MessagePart => ({ slot, text: chunks.join('') })] as const,
  )
  const edge = edgeNow()
  const { format, choices } = formatOf(key, edge, slots)
  const parts = format<MessagePart>({
    ...filledIn(key, values, choices, edge, true),
    ...Object.fromEntries(places),
  })
  return parts.map((part) => (isSlot(part) ? part() : part))
}
