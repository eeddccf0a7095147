import type { UnixSeconds } from './time.js'
import type { Unreadable } from './unreadable.js'

/** A list of the exchange's that is asked for when it is shown, and not monitored. */
export type AskedList<T> = {
  list: T[]
  at: UnixSeconds
  /** There are more than are read. */
  more: boolean
  /** Members that could not be read and are not in the list; absent where all of them could. */
  unreadable?: Unreadable[]
}
