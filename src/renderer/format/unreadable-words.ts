// What it means that something in a list of the exchange's could not be read, and what to do about it.
import { type Unreadable, unreadableCount } from '../../shared/domain/unreadable.js'
import { textOf } from '../../shared/messages/messages.js'
import { countedText } from './words.js'

/** `record`: of the history that is kept. `found`: of what the exchange found when it was asked to search. */
export type UnreadableKind = 'position' | 'asset' | 'order' | 'record' | 'found'

/** `total`: how many the list had, those that could be read included; null where nobody counts them. */
export const unreadableWords = (kind: UnreadableKind, unreadable: readonly Unreadable[], total: number | null) => {
  const [it, are] = unreadable.length === 1 ? ['it', 'It is'] : ['them', 'They are']
  const name = kind === 'found' ? 'record' : kind === 'order' ? 'open order' : kind
  const title =
    total === null ? `${countedText(unreadable.length, name)} could not be read` : textOf(unreadableCount(unreadable, total, name))
  const report = 'If this stays, report it to the makers of Plimsoll with these words.'
  const words = {
    position: {
      meaning: `${are} open on the exchange, but not monitored and in no sum here: a margin call there would go unnoticed.`,
      next: `Look on the exchange. Plimsoll reads the list again every few seconds. ${report}`,
    },
    asset: {
      meaning: `How much you hold of ${it} is not known here. The other balances are as the exchange sent them.`,
      next: `Look on the exchange. ${report}`,
    },
    order: {
      meaning: `${are} open on the exchange and missing from this list. “Cancel all” cancels ${it} as well.`,
      next: `Look on the exchange. Plimsoll reads the list again every few seconds. ${report}`,
    },
    found: { meaning: `${are} missing from this list.`, next: `Look on the exchange. ${report}` },
    record: {
      meaning: `${are} missing from the history, the earnings and every export, so those are not complete.`,
      next: `Plimsoll tries ${it} again at each start and with “Sync now”. ${report}`,
    },
  }
  return { title, ...words[kind] }
}
