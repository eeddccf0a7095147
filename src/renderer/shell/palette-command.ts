// One entry of the palette, and how it is named and found.
import { englishOf, type Message, textOf } from '../../shared/messages/messages.js'
import type { IconName } from '../components/icon-paths.js'
import type { Searchable } from './command-search.js'
import type { Stores } from '../stores.js'

export type Command = Searchable & {
  icon: IconName
  /** The colour of the account it shows. */
  colour?: number
  note?: string
  run: (stores: Stores) => unknown
}

/** In the current language, and in English for users who know a command by its English words. */
export function searchWords(...messages: readonly Message[]): string {
  return [...messages.map(textOf), ...messages.map(englishOf)].join(' ')
}

export function named(
  title: Message,
  ...words: readonly Message[]
): { title: string; keywords: string } {
  return {
    title: textOf(title),
    keywords: searchWords(title, ...words),
  }
}
