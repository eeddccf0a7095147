// What it means that something in a list of the exchange's could not be read, and what to do about it.
import { type Unreadable, unreadableCount } from '../../shared/domain/unreadable.js'
import { countText } from './counts.js'

/** `record`: of the history that is kept. `found`: of what the exchange found when it was asked to search. */
export type UnreadableKind = 'position' | 'asset' | 'record' | 'found'

export type UnreadableWords = { title: string; meaning: string; next: string }

const it = (list: readonly Unreadable[], one: string, many: string): string => (list.length === 1 ? one : many)

/** `total`: how many the list had, those that could be read included; null where nobody counts them. */
export const unreadableWords = (kind: UnreadableKind, unreadable: readonly Unreadable[], total: number | null): UnreadableWords => {
  const one = kind === 'found' ? 'record' : kind
  const title =
    total === null
      ? `${countText(unreadable.length)} ${it(unreadable, one, `${one}s`)} could not be read`
      : unreadableCount(unreadable, total, one)
  switch (kind) {
    case 'position':
      return {
        title,
        meaning: `${it(unreadable, 'It is', 'They are')} open on the exchange, but not monitored and in no sum here: a margin call there would go unnoticed.`,
        next: 'Look on the exchange. Plimsoll reads the list again every few seconds. If this stays, report it to the makers of Plimsoll with these words.',
      }
    case 'asset':
      return {
        title,
        meaning: `How much you hold of ${it(unreadable, 'it', 'them')} is not known here. The other balances are as the exchange sent them.`,
        next: 'Look on the exchange. If this stays, report it to the makers of Plimsoll with these words.',
      }
    case 'found':
      return {
        title,
        meaning: `${it(unreadable, 'It is', 'They are')} missing from this list.`,
        next: 'Look on the exchange. If this stays, report it to the makers of Plimsoll with these words.',
      }
    case 'record':
      return {
        title,
        meaning: `${it(unreadable, 'It is', 'They are')} missing from the history, the earnings and every export, so those are not complete.`,
        next: `Plimsoll tries ${it(unreadable, 'it', 'them')} again at each start and with “Sync now”. If this stays, report it to the makers of Plimsoll with these words.`,
      }
  }
}
