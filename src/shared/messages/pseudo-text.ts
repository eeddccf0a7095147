// A language nobody speaks: a text that is not in a catalogue stands out in it, and one that has no room to grow does not fit.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

const plainLetters = 'aceiknorsuyzACEIKNORSUYZ'
const markedLetters = 'àçéîķñöŕšûýžÀÇÉÎĶÑÖŔŠÛÝŽ'

const marked = (text: string): string => [...text].map((one) => markedLetters[plainLetters.indexOf(one)] ?? one).join('')

/** Sentences in other languages are longer than in English, and short ones by more. */
const padding = (letters: number): string => '·'.repeat(letters * (letters < 12 ? 0.6 : 0.35)).replace(/·{6}(?=·)/gu, '$& ')

const lengthOf = (elements: readonly MessageFormatElement[]): number =>
  elements.reduce(
    (sum, one) => sum + (one.type === TYPE.literal ? one.value.length : one.type === TYPE.tag ? lengthOf(one.children) : 4),
    0,
  )

const markedAll = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((one): MessageFormatElement => {
    if (one.type === TYPE.literal) return { ...one, value: marked(one.value) }
    if (one.type === TYPE.tag) return { ...one, children: markedAll(one.children) }
    if (one.type !== TYPE.plural && one.type !== TYPE.select) return one
    const options = Object.entries(one.options).map(([name, option]) => [name, { ...option, value: markedAll(option.value) }] as const)
    return { ...one, options: Object.fromEntries(options) }
  })

/** "Close" → "⟦Çlöšé···⟧". */
export const pseudoText = (text: string): string => {
  const elements = parse(text)
  return `⟦${printAST(markedAll(elements))}${padding(lengthOf(elements))}⟧`
}
