// Definitions shown beside the words themselves. Two sentences at most; no word in them needs a definition of its own.
import { terms as english } from '../../shared/messages/en/terms.js'
import { t } from '../../shared/messages/messages.js'

/** Every term there is: those with words in the catalogue. */
type NameIn<Key> = Key extends `${infer Name}.word` ? Name : never
export type TermName = NameIn<keyof typeof english>

const names = Object.keys(english).flatMap((key) => /^(.+)\.word$/.exec(key)?.[1] ?? []) as TermName[]

type Term = { readonly word: string; readonly text: string }

const termOf = (name: TermName): Term => ({
  get word() {
    return t(`terms.${name}.word`)
  },
  get text() {
    return t(`terms.${name}.text`)
  },
})

export const terms = Object.fromEntries(names.map((name) => [name, termOf(name)])) as Readonly<Record<TermName, Term>>
