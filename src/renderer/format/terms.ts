// Definitions shown beside the words themselves. Two sentences at most; no word in them needs a definition of its own.
import { trade } from '../../shared/messages/en/trade.js'
import { t } from '../../shared/messages/messages.js'

/** Every term there is: those with words in the catalogue. */
type NameIn<Key> = Key extends `term.${infer Name}.word` ? Name : never
export type TermName = NameIn<keyof typeof trade>

const names = Object.keys(trade).flatMap((key) => /^term\.(.+)\.word$/.exec(key)?.[1] ?? []) as TermName[]

const termOf = (name: TermName) => ({
  get word() {
    return t(`trade.term.${name}.word`)
  },
  get text() {
    return t(`trade.term.${name}.text`)
  },
})

export const terms = Object.fromEntries(names.map((name) => [name, termOf(name)])) as Readonly<Record<TermName, ReturnType<typeof termOf>>>
