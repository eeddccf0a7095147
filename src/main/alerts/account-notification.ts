import type { AlertNotification, AlertSettings, AlertsView } from '../../shared/domain/alert.js'
import type { UnixSeconds } from '../../shared/time.js'

/**
 * What a notice that is not critical is about: `monitoring-lost` something is not monitored · `unreadable` positions cannot be read ·
 * `order` an order needs a person · `monitored-again` everything is monitored again · `over` something else is over.
 */
export const noticeTopics = ['monitoring-lost', 'unreadable', 'order', 'monitored-again', 'over', 'other'] as const

export type NoticeTopic = (typeof noticeTopics)[number]

/** A notice of one account, with what has to be known to show it together with others. */
export type AccountNotification = AlertNotification & {
  topic: NoticeTopic | 'critical'
  /** The account's name as the notice's text has it; null where it has none. */
  account: string | null
  /** Its text for a list of accounts; empty where `topic` says it all. */
  summary: string
  /** The account's matters it is about. */
  matters: readonly string[]
}

/** What the notices of all accounts share. */
export type AlertNoticePlatform = {
  settings(): AlertSettings
  /** Minutes since local midnight. */
  localMinutes(at: UnixSeconds): number
  /** "14:02" today, with its date on any other day. */
  clockText(at: UnixSeconds): string
  /** What the operating system did with the newest notice. */
  state(): AlertsView['notifications']
  /** Topics of which all accounts together may show no more now: their notices wait. */
  full(): readonly NoticeTopic[]
  notify(notice: AccountNotification): void
  /** Takes a notice off the screen; one that is not there any more is passed over. */
  withdraw(noticeId: string): void
}
