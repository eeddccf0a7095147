import { t } from '../../shared/messages/messages.js'
import { type Feed, freshnessOf } from '../../shared/portfolio/feed.js'
import { type PortfolioView, monitoredFeeds } from '../../shared/portfolio/portfolio.js'
import type { UnixSeconds } from '../../shared/time.js'
import { ageText } from './times.js'

/**
 * Whether figures are greyed out: stale, or two polls were missed. One failed poll alone does not
 * make them flicker.
 */
export function isAged(feed: Feed<unknown> | null, now: UnixSeconds): boolean {
  if (feed === null || feed.asOf === null) return false
  const freshness = freshnessOf(feed, now)
  return (
    freshness === 'stale' ||
    (freshness === 'late' && feed.every !== null && now - feed.asOf > 2 * feed.every)
  )
}

/**
 * What to say instead of "nothing here" if the empty answer is too old to rely on; null if it is
 * recent.
 */
export function agedEmptyText(feed: Feed<unknown> | null, now: UnixSeconds): string | null {
  if (feed?.asOf == null || !isAged(feed, now)) return null
  return t('common.empty.aged', { age: ageText(now - feed.asOf) })
}

/**
 * The oldest feed determines the age of all of them, the worst determines the grade; null before
 * the first response.
 */
export function dataAge(
  view: PortfolioView,
  now: UnixSeconds,
): { asOf: UnixSeconds; grade: 'fresh' | 'partly' | 'late' | 'stale' } | null {
  const feeds = monitoredFeeds(view)
  const asOf = feeds.reduce<UnixSeconds | null>(
    (least, { asOf: at }) => (at !== null && (least === null || at < least) ? at : least),
    null,
  )
  if (asOf === null) return null
  const grades = feeds.map((feed) => freshnessOf(feed, now))
  const isStale = grades.some((grade) => grade === 'stale' || grade === 'none')
  const grade = isStale
    ? 'stale'
    : (['late', 'partly'] as const).find((one) => grades.includes(one))
  return { asOf, grade: grade ?? 'fresh' }
}
