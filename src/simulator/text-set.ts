// A set of texts as plain data, which JSON carries. Clients choose the texts, and `__proto__` is one like any other.

export type TextSet = Record<string, true>

export const hasText = (set: TextSet, text: string): boolean => Object.hasOwn(set, text)

/** An assignment would set the prototype where the text is `__proto__`. */
export const addText = (set: TextSet, text: string): void => {
  Object.defineProperty(set, text, { value: true, enumerable: true, configurable: true, writable: true })
}
