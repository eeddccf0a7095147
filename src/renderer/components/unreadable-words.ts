// What it means that something in a list from the exchange could not be read, and what to do about
// it.
import type { Unreadable } from '../../shared/unreadable.js'
import { t } from '../../shared/messages/messages.js'

/** `record`: from the stored history. `found`: from a search by the exchange. */
export type UnreadableKind = 'position' | 'asset' | 'order' | 'record' | 'found'

function nextStep(kind: UnreadableKind, count: number): string {
  if (kind === 'record') return t('overview.unreadable-next.record', { count })
  return kind === 'asset' || kind === 'found'
    ? t('overview.unreadable-next.look')
    : t('overview.unreadable-next.look-read-again')
}

/**
 * `total`: how many the list had, including those that could be read; null if nothing counts them.
 */
export function unreadableWords(
  kind: UnreadableKind,
  { length: count }: readonly Unreadable[],
  total: number | null,
) {
  const name = kind === 'found' ? 'record' : kind
  return {
    title:
      total === null
        ? t(`overview.unreadable.${name}`, { count })
        : t(`overview.unreadable-of.${name}`, { count, total }),
    meaning: t(`overview.unreadable-meaning.${kind}`, { count }),
    next: nextStep(kind, count),
  }
}
