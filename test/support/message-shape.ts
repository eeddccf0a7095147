// What an ICU message asks for, for tests that hold the catalogues against one another.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

const within = (element: MessageFormatElement): MessageFormatElement[] =>
  element.type === TYPE.tag
    ? element.children
    : element.type === TYPE.plural || element.type === TYPE.select
      ? Object.values(element.options).flatMap(({ value }) => value)
      : []

const all = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.flatMap((element) => [element, ...all(within(element))])

/** The names it asks for, each once, tags in angle brackets, and which of them are written as numbers. */
export const valuesOf = (text: string): string[] => {
  const elements = all(parse(text))
  const numbers = new Set(elements.flatMap((one) => (one.type === TYPE.number ? [one.value] : [])))
  const names = elements.flatMap((one) => {
    if (one.type === TYPE.literal || one.type === TYPE.pound) return []
    if (one.type === TYPE.tag) return [`<${one.value}>`]
    return [numbers.has(one.value) ? `${one.value}, number` : one.value]
  })
  return [...new Set(names)].sort()
}

/** Of each plural in it the forms it has, exact numbers left out. */
export const pluralFormsOf = (text: string): string[][] =>
  all(parse(text)).flatMap((one) =>
    one.type === TYPE.plural
      ? [
          Object.keys(one.options)
            .filter((form) => !form.startsWith('='))
            .sort(),
        ]
      : [],
  )
