// A pseudo-language: text that is not in a catalogue stands out, and text without room to grow does
// not fit.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { mapElements } from './message-elements.js'

const plainLetters = 'aceiknorsuyzACEIKNORSUYZ'
const markedLetters = 'àçéîķñöŕšûýžÀÇÉÎĶÑÖŔŠÛÝŽ'

function marked(text: string): string {
  return [...text].map((one) => markedLetters[plainLetters.indexOf(one)] ?? one).join('')
}

/** Sentences in other languages are longer than in English, and short ones by more. */
function padding(letters: number): string {
  return '·'.repeat(letters * (letters < 12 ? 0.6 : 0.35)).replace(/·{6}(?=·)/gu, '$& ')
}

function lengthOf(elements: readonly MessageFormatElement[]): number {
  return elements.reduce(
    (sum, one) =>
      sum +
      (one.type === TYPE.literal
        ? one.value.length
        : one.type === TYPE.tag
          ? lengthOf(one.children)
          : 4),
    0,
  )
}

/** "Close" → "⟦Çlöšé···⟧". */
export function pseudoText(text: string): string {
  const elements = parse(text)
  return `⟦${printAST(mapElements(elements, (one) => (one.type === TYPE.literal ? { ...one, value: marked(one.value) } : one)))}${padding(lengthOf(elements))}⟧`
}
