import { type Message, textOf } from '../../src/shared/messages/messages.js'

function isMessage(value: object): value is Message {
  return 'key' in value && typeof value.key === 'string' && /^[a-z]+\./.test(value.key)
}

/**
 * The same value with every message in it as the text a person reads, in the language and format of
 * now.
 */
export function worded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isMessage(value)) return textOf(value)
  if (Array.isArray(value)) return value.map(worded)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, worded(one)]))
}

/** The text of one that is a message, or text already. */
export function wordsOf(value: unknown): string {
  return String(worded(value))
}
