// A message in a column of text: written as JSON, so that it is worded in the language it is read in. What was written before there were
// messages, or by a version with other ones, stays the text it is.
import { englishOf, type Message, type Told } from '../../shared/messages/messages.js'

export const writtenTold = (told: Told): string => (typeof told === 'string' ? told : JSON.stringify(told))

export const readTold = (text: string): Told => {
  if (!text.startsWith('{')) return text
  try {
    const message = JSON.parse(text) as Message
    englishOf(message)
    return message
  } catch {
    return text
  }
}
