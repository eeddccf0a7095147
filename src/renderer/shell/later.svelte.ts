// The parts of the window that its first figures do not wait for.
import type { Stores } from '../stores.js'
import type { laterParts as loaded } from './later-parts.js'

type LaterParts = typeof loaded

let now = $state.raw<LaterParts | 'loading' | 'failed' | null>(null)

/** Null until they have been loaded. */
export function laterParts(): LaterParts | null {
  return typeof now === 'object' ? now : null
}

/** Chromium does not ask again for a script that it once failed to load. */
export function laterPartsFailed(): boolean {
  return now === 'failed'
}

/** Only the first call loads anything. */
export async function loadLaterParts(stores: Stores): Promise<void> {
  if (now !== null) return
  now = 'loading'
  try {
    const { laterParts } = await import('./later-parts.js')
    stores.addLater(laterParts.createStores)
    now = laterParts
  } catch {
    now = 'failed'
  }
}
