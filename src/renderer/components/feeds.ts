import { type Feed, freshnessOf } from '../../shared/portfolio/feed.js'
import { type PortfolioView, monitoredFeeds } from '../../shared/portfolio/portfolio.js'
import type { UnixSeconds } from '../../shared/time.js'

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
