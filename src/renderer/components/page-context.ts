// What every component may lean on without being handed it each time: the time, the time zone, the clipboard, what is read out. No figures of
// anybody's.
import { createContext } from 'svelte'
import type { UnixSeconds } from '../../shared/time.js'
import type { Zone } from '../format/times.js'
import type { Announcer } from '../stores/announcer.svelte.js'

export type PageContext = {
  /** Ticks once a second. */
  readonly now: UnixSeconds
  readonly zone: Zone
  copy(text: string): Promise<{ ok: boolean }>
  readonly announcer: Announcer
}

export const [usePageContext, providePageContext] = createContext<PageContext>()
