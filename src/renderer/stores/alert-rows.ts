import type { Alert } from '../../shared/domain/alert.js'
import type { UnixSeconds } from '../../shared/time.js'

/** Rows that were opened, and when. */
export type Opened = { readonly [alertId: string]: UnixSeconds }

const newestFirst = (a: Alert, b: Alert): number => b.at - a.at || (a.id < b.id ? 1 : -1)

/**
 * The list as it came anew, with those rows that somebody opened meanwhile: opening marks them read, and where only unread ones are
 * listed they would vanish under the reader.
 */
export const withOpened = (fresh: readonly Alert[], shown: readonly Alert[], opened: Opened): readonly Alert[] => {
  const listed = new Set(fresh.map(({ id }) => id))
  const kept = shown.flatMap((alert): Alert[] => {
    const at = opened[alert.id]
    return at === undefined || listed.has(alert.id) ? [] : [{ ...alert, readAt: alert.readAt ?? at }]
  })
  return kept.length === 0 ? fresh : [...fresh, ...kept].sort(newestFirst)
}
