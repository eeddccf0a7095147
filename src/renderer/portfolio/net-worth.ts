// What an account is worth, in words: its parts, and what is missing from the total.
import { freshnessOf } from '../../shared/portfolio/feed.js'
import type {
  NotCounted,
  Omission,
  PartOfWorth,
  WorthPart,
} from '../../shared/portfolio/net-worth.js'
import { t } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'

export function partText(part: WorthPart): string {
  return t(`overview.worth.part.${part}`)
}

export function whyText(why: NotCounted): string {
  return t(`overview.worth.why.${why}`)
}

/** Names of assets shown before "3 more". */
const shownNames = 5

/** For use within a sentence, one for each kind; parts missing for the same reason are grouped. */
export function omissionTexts(omissions: readonly Omission[]): string[] {
  const missing = new Map<NotCounted, string[]>()
  const others = omissions.flatMap((omission): string[] => {
    switch (omission.kind) {
      case 'unpriced': {
        const { assets } = omission
        const more = assets.length - shownNames
        const named =
          more > 1
            ? [...assets.slice(0, shownNames), t('overview.value.left-out.more', { count: more })]
            : assets
        return [
          t('overview.value.left-out.unpriced', { count: assets.length, names: named.join(', ') }),
        ]
      }
      case 'results':
        return [t('overview.value.left-out.results', { count: omission.count })]
      case 'funding':
        return [t('overview.value.left-out.funding', { count: omission.count })]
      case 'unreadable':
        return [
          t('overview.value.left-out.unreadable', {
            count: omission.count,
            part: partText(omission.part),
          }),
        ]
      case 'more':
        return [t('overview.value.left-out.beyond', { part: partText(omission.part) })]
      case 'part':
        missing.set(omission.why, [...(missing.get(omission.why) ?? []), partText(omission.part)])
        return []
    }
  })
  const parts = [...missing].map(([why, names]) =>
    t('overview.value.left-out.parts', { parts: names.join(', '), why: whyText(why) }),
  )
  return [...others, ...parts]
}

/** Why the figure of a counted part should not be relied on; null if it is complete and fresh. */
export function weaknessText({ feed }: Pick<PartOfWorth, 'feed'>, now: UnixSeconds): string | null {
  const freshness = freshnessOf(feed, now)
  if (freshness === 'partly') return t('common.age.incomplete')
  if (freshness === 'late') return t('common.age.late')
  return freshness === 'stale'
    ? t(feed.source === 'cache' ? 'common.age.cached' : 'common.age.stale')
    : null
}
