// Reads and formats ICU messages, as far as the catalogues use them. FormatJS reads them when they
// are checked; every window and program would have to load its parser before the first text.

/** `#` is the number that the plural around it counts. */
export type MessageElement =
  | string
  | { kind: 'argument' | 'number'; name: string }
  | { kind: 'count' }
  | { kind: 'tag'; name: string; children: readonly MessageElement[] }
  | {
      kind: 'plural' | 'select'
      name: string
      options: Options
    }

type Options = Readonly<Record<string, readonly MessageElement[]>>

const literal = /(?:[^{}<]|<(?![a-z/]))+/y
const literalInPlural = /(?:[^{}<#]|<(?![a-z/]))+/y
const opened = /\{\s*([\w-]+)\s*/y
const chosen = /,\s*(plural|select)\s*,/y
const written = /,\s*number\s*\}/y
const option = /\s*(=?[\w-]+)\s*\{/y
const tagged = /<([a-z][\w-]*)>/y
const closed = /\s*\}/y

/** @throws SyntaxError for anything that no catalogue contains. */
export function readMessage(text: string): MessageElement[] {
  let at = 0
  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return null
    at = pattern.lastIndex
    return found[1] ?? found[0]
  }
  function need<Found>(found: Found | null): Found {
    if (found === null) throw new SyntaxError(`not a message after ${at} letters: ${text}`)
    return found
  }
  function needText(wanted: string): void {
    need(text.startsWith(wanted, at) ? wanted : null)
    at += wanted.length
  }

  function argument(name: string): MessageElement {
    if (take(closed) !== null) return { kind: 'argument', name }
    if (take(written) !== null) return { kind: 'number', name }
    const kind = need(take(chosen)) === 'plural' ? 'plural' : 'select'
    const options: Record<string, MessageElement[]> = {}
    for (let value = take(option); value !== null; value = take(option)) {
      options[value] = sequence(kind === 'plural')
      needText('}')
    }
    need(take(closed))
    need('other' in options ? true : null)
    return { kind, name, options }
  }
  function element(inPlural: boolean): MessageElement | null {
    const words = take(inPlural ? literalInPlural : literal)
    if (words !== null) return words
    const argumentName = take(opened)
    if (argumentName !== null) return argument(argumentName)
    const tag = take(tagged)
    if (tag !== null) {
      const children = sequence(inPlural)
      needText(`</${tag}>`)
      return { kind: 'tag', name: tag, children }
    }
    if (!inPlural || text[at] !== '#') return null
    at += 1
    return { kind: 'count' }
  }
  function sequence(inPlural: boolean): MessageElement[] {
    const found: MessageElement[] = []
    for (let one = element(inPlural); one !== null; one = element(inPlural)) found.push(one)
    return found
  }

  const all = sequence(false)
  need(at === text.length ? true : null)
  return all
}

/** A message with every element of it changed, in its choices and tags, too. */
export function mapElements(
  elements: readonly MessageElement[],
  change: (one: MessageElement) => MessageElement,
): MessageElement[] {
  return elements.map((element): MessageElement => {
    const one = change(element)
    if (typeof one === 'string') return one
    if (one.kind === 'tag') return { ...one, children: mapElements(one.children, change) }
    if (one.kind !== 'plural' && one.kind !== 'select') return one
    const options = Object.entries(one.options).map(
      ([name, elements]) => [name, mapElements(elements, change)] as const,
    )
    return { ...one, options: Object.fromEntries(options) }
  })
}

/** The first of these that there is; each message has words for all other cases. */
function optionOf(options: Options, ...names: readonly string[]): readonly MessageElement[] {
  const name = [...names, 'other'].find((one) => Object.hasOwn(options, one))
  return name === undefined ? [] : (options[name] ?? [])
}

type Formats = {
  number: (value: string | number) => string
  plural: (count: number) => string
}

/**
 * The parts of a message: text, and whatever else was passed as a value or returned for a tag.
 * @throws Error if a value is missing.
 */
export function formatMessage<Part>(
  elements: readonly MessageElement[],
  values: Readonly<Record<string, unknown>>,
  formats: Formats,
): (string | Part)[] {
  function valueOf(name: string): unknown {
    if (!Object.hasOwn(values, name)) throw new Error(`no value for ${name}`)
    return values[name]
  }
  function partsOf(inside: readonly MessageElement[], count: number): (string | Part)[] {
    return inside.flatMap((one): (string | Part)[] => {
      if (typeof one === 'string') return [one]
      if (one.kind === 'count') return [formats.number(count)]
      const value = valueOf(one.name)
      switch (one.kind) {
        case 'argument':
          return [typeof value === 'number' ? String(value) : ((value ?? '') as string | Part)]
        case 'number':
          return [formats.number(value as string | number)]
        case 'tag':
          return [(value as (chunks: (string | Part)[]) => Part)(partsOf(one.children, count))]
        case 'select':
          return partsOf(optionOf(one.options, String(value)), count)
        case 'plural': {
          const counted = value as number
          const words = optionOf(one.options, `=${counted}`, formats.plural(counted))
          return partsOf(words, counted)
        }
      }
    })
  }
  const joined: (string | Part)[] = []
  for (const part of partsOf(elements, 0)) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined.splice(-1, 1, last + part)
    else joined.push(part)
  }
  return joined
}
