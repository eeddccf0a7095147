import { english } from './en/english.js'
import { type Message, type MessageKey, type Told } from './messages.js'

/** For data that is in English: finds, among the messages of an area whose names begin so, the one that says a text. Any other text stays as it is. */
export const messagesByEnglish = (area: keyof typeof english, beginning: string): ((text: string) => Told) => {
  const named = Object.entries<string>(english[area]).filter(([name]) => name.startsWith(beginning))
  const messages = new Map(named.map(([name, text]): [string, Message] => [text, { key: `${area}.${name}` as MessageKey }]))
  return (text) => messages.get(text) ?? text
}
