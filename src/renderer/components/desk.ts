// What every component may lean on without being handed it each time: the time, the time zone, the clipboard. No figures of anybody's.
import { createContext } from 'svelte'
import type { UnixSeconds } from '../../shared/time.js'
import type { Zone } from '../format/times.js'

export type Desk = {
  /** Ticks once a second. */
  readonly now: UnixSeconds
  readonly zone: Zone
  copy(text: string): Promise<{ ok: boolean }>
}

export const [useDesk, provideDesk] = createContext<Desk>()
