// How a period without monitoring reads.
import {
  type GapChange,
  type GapList,
  gapLists,
  type GapReason,
  type LateAlert,
  type MonitoringGap,
} from '../../shared/alerts/monitoring-gap.js'
import { t, textOf, wordsBy } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { dateTextsIn, sinceText, spanText, type Zone } from '../components/times.js'

/** In a sentence. */
const reasonWords = wordsBy<GapReason>({
  sleep: 'alerts.gap.reason.sleep',
  pause: 'alerts.gap.reason.pause',
  quit: 'alerts.gap.reason.quit',
  crash: 'alerts.gap.reason.crash',
  offline: 'alerts.gap.reason.offline',
  'key-refused': 'alerts.gap.reason.key-refused',
  keychain: 'alerts.gap.reason.keychain',
  locked: 'alerts.gap.reason.locked',
  exchange: 'alerts.gap.reason.exchange',
})

/** In a list of filters. */
export const gapKinds = wordsBy<GapReason>({
  sleep: 'alerts.gap.kind.sleep',
  pause: 'alerts.gap.kind.pause',
  quit: 'alerts.gap.kind.quit',
  crash: 'alerts.gap.kind.crash',
  offline: 'alerts.gap.kind.offline',
  'key-refused': 'alerts.gap.kind.key-refused',
  keychain: 'alerts.gap.kind.keychain',
  locked: 'alerts.gap.kind.locked',
  exchange: 'alerts.gap.kind.exchange',
})

const day = 86_400

/** "23:04" and "05:16", with a date wherever it is not clear which day is meant. */
function endsText({ at, until }: MonitoringGap, now: UnixSeconds, zone: Zone) {
  const dayOf = (moment: UnixSeconds): string | undefined => dateTextsIn(moment, zone)?.day
  const isOvernight = dayOf(until) === dayOf(now) && until - at < day
  return {
    first: sinceText(at, isOvernight ? at : now, zone),
    last: sinceText(until, dayOf(until) === dayOf(at) ? until : now, zone),
  }
}

/** "Not monitored for 6 h 12 min, from 23:04 to 05:16: the computer was asleep" */
export function gapTitle(gap: MonitoringGap, now: UnixSeconds, zone: Zone): string {
  const why = gap.reasons
    .map((reason) => reasonWords[reason])
    .reduce((first, next) => t('alerts.gap.and', { first, next }))
  const span = spanText(gap.until - gap.at)
  return t('alerts.gap.title', { span, ...endsText(gap, now, zone), why })
}

export function changeText(change: GapChange): string {
  if (!('before' in change)) {
    const { kind, market } = change
    return t(`alerts.gap.change.${kind}`, { market })
  }
  if ('market' in change) {
    const { kind, market, before, after } = change
    return t(`alerts.gap.figure.${kind}`, { market, before, after })
  }
  const { kind, before, after } = change
  if (before === null) return t(`alerts.gap.change.${kind}-new`, { after: after ?? '' })
  if (after === null) return t(`alerts.gap.change.${kind}-gone`, { before })
  return t(`alerts.gap.change.${kind}`, { before, after })
}

const listWords = wordsBy<GapList>({
  ltv: 'alerts.gap.list.ltv',
  'margin-level': 'alerts.gap.list.margin-level',
  positions: 'alerts.gap.list.positions',
  orders: 'alerts.gap.list.orders',
  balance: 'alerts.gap.list.balance',
})

function listsText(lists: readonly GapList[]): string {
  return lists.map((list) => listWords[list]).join(', ')
}

/** Of a period in which nothing is known to have changed. Null if nothing is known at all. */
export function unchangedText({ unknown = [] }: MonitoringGap): string | null {
  if (unknown.length === 0) return t('alerts.gap.unchanged')
  const known = gapLists.filter((list) => !unknown.includes(list))
  return known.length === 0 ? null : t('alerts.gap.unchanged-of', { lists: listsText(known) })
}

/** Null if all is known. */
export function unknownText({ unknown = [] }: MonitoringGap): string | null {
  return unknown.length === 0 ? null : t('alerts.gap.unknown', { lists: listsText(unknown) })
}

export function lateText({ title, lateBy }: LateAlert): string {
  return t('alerts.gap.late', { title: textOf(title), span: spanText(lateBy) })
}
