// A pseudo-language: text that is not in a catalogue stands out, and text without room to grow does
// not fit.
import { mapElements, type MessageElement } from './icu-message.js'

const plainLetters = 'aceiknorsuyzACEIKNORSUYZ'
const markedLetters = 'àçéîķñöŕšûýžÀÇÉÎĶÑÖŔŠÛÝŽ'

function marked(text: string): string {
  return [...text].map((one) => markedLetters[plainLetters.indexOf(one)] ?? one).join('')
}

/** Sentences in other languages are longer than in English, and short ones by more. */
function padding(letters: number): string {
  return '·'.repeat(letters * (letters < 12 ? 0.6 : 0.35)).replace(/·{6}(?=·)/gu, '$& ')
}

function lengthOf(elements: readonly MessageElement[]): number {
  return elements.reduce(
    (sum: number, one) =>
      sum +
      (typeof one === 'string' ? one.length : one.kind === 'tag' ? lengthOf(one.children) : 4),
    0,
  )
}

/** "Close" → "⟦Çlöšé···⟧". */
export function inPseudoLanguage(elements: readonly MessageElement[]): MessageElement[] {
  const all = mapElements(elements, (one) => (typeof one === 'string' ? marked(one) : one))
  return ['⟦', ...all, `${padding(lengthOf(elements))}⟧`]
}
