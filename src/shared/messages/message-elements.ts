import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** A message with every element of it changed, in its choices and tags, too. */
export function mapElements(
  elements: readonly MessageFormatElement[],
  change: (one: MessageFormatElement) => MessageFormatElement,
): MessageFormatElement[] {
  return elements.map((element): MessageFormatElement => {
    const one = change(element)
    if (one.type === TYPE.tag) return { ...one, children: mapElements(one.children, change) }
    if (one.type !== TYPE.plural && one.type !== TYPE.select) return one
    const options = Object.entries(one.options).map(
      ([name, option]) => [name, { ...option, value: mapElements(option.value, change) }] as const,
    )
    return { ...one, options: Object.fromEntries(options) }
  })
}
