// What it means that something in a list of the exchange's could not be read, and what to do about
// it.
import type { Unreadable } from '../../shared/unreadable.js'
import { t } from '../../shared/messages/messages.js'

/**
 * `record`: of the history that is kept. `found`: of what the exchange found when it was asked to
 * search.
 */
export type UnreadableKind = 'position' | 'asset' | 'order' | 'record' | 'found'

function nextStep(kind: UnreadableKind, count: number): string {
  if (kind === 'record') return t('overview.unreadable-next.record', { count })
  return kind === 'asset' || kind === 'found'
    ? t('overview.unreadable-next.look')
    : t('overview.unreadable-next.look-read-again')
}

/**
 * `total`: how many the list had, those that could be read included; null where nobody counts them.
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
