// A period in which nobody was watching an account, why, and what happened meanwhile.
import type { MessageOrText } from '../messages/messages.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { AlertLevel } from './alert.js'

/**
 * `pause`: the computer slept without saying so, its clock was set ahead, or the process was
 * stopped. `locked`: Plimsoll was locked, and its keys were not in memory.
 */
export const gapReasons = [
  'sleep',
  'pause',
  'quit',
  'crash',
  'offline',
  'key-refused',
  'keychain',
  'locked',
  'exchange',
] as const
export type GapReason = (typeof gapReasons)[number]

/** What is compared. */
export const gapLists = ['ltv', 'margin-level', 'positions', 'orders', 'balance'] as const
export type GapList = (typeof gapLists)[number]

/** What differs between the last look before and the first look after. Null: it had none. */
export type GapChange =
  | { kind: 'ltv' | 'margin-level'; before: Decimal | null; after: Decimal | null }
  | {
      kind:
        | 'position-margin-call'
        | 'position-gone'
        | 'position-new'
        | 'position-gone-in-call'
        | 'position-changed'
        | 'order-gone'
        | 'order-new'
      market: string
    }
  /** Of a position its amount, of an order what is left of it, of the main balance its amount. */
  | {
      kind: 'position-size' | 'order-left' | 'balance'
      market: string
      before: Decimal
      after: Decimal
    }

/** Raised by the first look after; what it warns of may have begun `lateBy` seconds before. */
export type LateAlert = { title: MessageOrText; level: AlertLevel; lateBy: number }

export type MonitoringGap = {
  id: string
  /** The last look before it. */
  at: UnixSeconds
  /** The first look after it. */
  until: UnixSeconds
  /** In the order in which they began. */
  reasons: GapReason[]
  changes: GapChange[]
  /** Changes that are not listed. */
  more: number
  /** Not read completely just before or not yet after, so not known; absent if all is. */
  unknown?: GapList[] | undefined
  /** The key was replaced meanwhile, so nothing was compared. */
  otherKey?: true | undefined
  alerts: LateAlert[]
}

export type GapQuery = {
  /** The last one already read; null reads from the newest. */
  after: { at: UnixSeconds; id: string } | null
  limit: number
  /** Null reads all. */
  reasons: GapReason[] | null
}

export type GapPage = { gaps: MonitoringGap[]; more: boolean }

export type GapsView = {
  profileId: string | null
  /** The newest that nobody has seen. */
  latest: MonitoringGap | null
  unseen: number
  /** Different whenever one was added or changed. */
  revision: number
}

export const noGaps: GapsView = { profileId: null, latest: null, unseen: 0, revision: 0 }
