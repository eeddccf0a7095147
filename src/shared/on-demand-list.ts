import type { UnixSeconds } from './time.js'
import type { Unreadable } from './unreadable.js'

/** A list read from the exchange when it is shown, and not monitored. */
export type OnDemandList<T> = {
  list: T[]
  at: UnixSeconds
  /** There are more than were read. */
  more: boolean
  /** Members that could not be read and are not in the list; absent if all could. */
  unreadable?: Unreadable[]
}
