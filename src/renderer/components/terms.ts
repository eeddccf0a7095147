// Definitions shown beside the terms themselves. Two sentences at most; no word in them needs a
// definition of its own.
import { type MessageKey, t } from '../../shared/messages/messages.js'

type NameIn<Key> = Key extends `terms.${infer Name}.word` ? Name : never

/** Every term: those with an entry in the catalogue. */
export type TermName = NameIn<MessageKey>

export function termOf(name: TermName): { word: string; text: string } {
  return { word: t(`terms.${name}.word`), text: t(`terms.${name}.text`) }
}
