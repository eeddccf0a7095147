// A message in a text column or in JSON, so that it is formatted in the reader's language. Text
// from before there were messages, or from a version with other ones, stays as it is.
import { z } from 'zod'
import { englishOf, type Message, type MessageOrText } from '../../shared/messages/messages.js'
import { asWritten } from './stored-json.js'

export function writtenMessage(message: MessageOrText): string {
  return typeof message === 'string' ? message : JSON.stringify(message)
}

export function readMessage(text: string): MessageOrText {
  if (!text.startsWith('{')) return text
  try {
    return knownMessage(JSON.parse(text) as Message)
  } catch {
    return text
  }
}

/**
 * A message from a version with other ones, which cannot be formatted, becomes the text it
 * contains.
 */
export function knownMessage(message: MessageOrText): MessageOrText {
  try {
    englishOf(message)
    return message
  } catch {
    return JSON.stringify(message)
  }
}

export const storedMessage: z.ZodType<MessageOrText> = asWritten<MessageOrText>(
  z.union([z.string(), z.looseObject({ key: z.string() })]),
).transform(knownMessage)
