// A message in a column of text: written as JSON, so that it is worded in the language it is read
// in. What was written before there were messages, or by a version with other ones, stays the text
// it is.
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
 * A message of a version with other ones, which cannot be formatted, as the text it is written in.
 */
export function knownTold(told: Told): Told {
  try {
    englishOf(told)
    return told
  } catch {
    return JSON.stringify(told)
  }
}
