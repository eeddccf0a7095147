// A notice as an account hands it over: what the system is to show, and what has to be known to show it together with others.
import type { AlertNotice } from '../../shared/domain/alert.js'

/**
 * What a notice that is not critical tells: `sight` that something is not monitored · `unreadable` that positions cannot be read ·
 * `order` that an order needs a person · `seen-again` that all of it is monitored again · `over` that something else is over.
 */
export const noticeAbouts = ['sight', 'unreadable', 'order', 'seen-again', 'over', 'other'] as const

export type NoticeAbout = (typeof noticeAbouts)[number]

export type AccountNotice = AlertNotice & {
  about: NoticeAbout | 'critical'
  /** The account's name as its words say it; null where they say none. */
  account: string | null
  /** What it says, for a list of accounts; empty where `about` says it all. */
  gist: string
  /** The account's matters it speaks of. */
  matters: readonly string[]
}
