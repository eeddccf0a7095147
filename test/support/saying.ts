import { englishOf, type MessageOrText } from '../../src/shared/messages/messages.js'

/**
 * In an object that is expected: a message, or text, that says this in English among other things.
 */
export function messageContaining(words: string | RegExp) {
  return {
    asymmetricMatch: (actual: MessageOrText): boolean => {
      const text = englishOf(actual)
      return typeof words === 'string' ? text.includes(words) : words.test(text)
    },
  }
}
