import {
  type Catalogue,
  englishTexts,
  type Message,
  type MessageKey,
  type Told,
} from './messages.js'

/**
 * For data in English: finds the message with a given text among those of an area with this key
 * prefix. Any other text stays as it is.
 */
export function messagesByEnglish(area: string, beginning: string): (text: string) => Told {
  let known: { catalogue: Catalogue; messages: ReadonlyMap<string, Message> } | null = null
  const messagesIn = (catalogue: Catalogue): ReadonlyMap<string, Message> => {
    const named = Object.entries(catalogue).filter(([key]) =>
      key.startsWith(`${area}.${beginning}`),
    )
    return new Map(
      named.map(([key, text]): [string, Message] => [text, { key: key as MessageKey }]),
    )
  }
  return (text) => {
    const catalogue = englishTexts()
    if (known?.catalogue !== catalogue) known = { catalogue, messages: messagesIn(catalogue) }
    return known.messages.get(text) ?? text
  }
}
