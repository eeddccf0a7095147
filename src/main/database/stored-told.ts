// A message in a text column: written as JSON, so that it is formatted in the reader's language.
// Text from before there were messages, or from a version with other ones, stays as it is.
import { englishOf, type Message, type Told } from '../../shared/messages/messages.js'

export function writtenTold(told: Told): string {
  return typeof told === 'string' ? told : JSON.stringify(told)
}

export function readTold(text: string): Told {
  if (!text.startsWith('{')) return text
  try {
    return knownTold(JSON.parse(text) as Message)
  } catch {
    return text
  }
}

/**
 * A message from a version with other ones, which cannot be formatted, becomes the text it
 * contains.
 */
export function knownTold(told: Told): Told {
  try {
    englishOf(told)
    return told
  } catch {
    return JSON.stringify(told)
  }
}
