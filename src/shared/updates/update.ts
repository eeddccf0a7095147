import type { MessageOrText } from '../messages/messages.js'

/** A newer Plimsoll, as its maker's signed feed describes it. */
export type UpdateOffer = {
  version: string
  /** The changes, in the maker's words: text to show, never markup. Empty if there are none. */
  notes: string
  /** Bytes to download. */
  size: number
  /** Whether Plimsoll restarts into it, or the user installs the downloaded file. */
  finish: 'restart' | 'by-hand'
}

/**
 * The state of looking for a newer Plimsoll. It changes only on the user's request, except for work
 * they requested.
 */
export type UpdateView =
  /** This installation does not update itself; `why` says how it is updated. */
  | { state: 'off'; why: MessageOrText }
  | { state: 'idle'; found: 'nothing-newer' | 'put-off' | null }
  | { state: 'checking' }
  | { state: 'offered'; offer: UpdateOffer }
  /** `percent` is a whole number. */
  | { state: 'downloading'; offer: UpdateOffer; percent: number }
  /** `refused` says why Plimsoll did not restart when requested. */
  | { state: 'ready'; offer: UpdateOffer; refused: MessageOrText | null }
  /** Being installed; ends in a restart, or in `ready` or `failed`. */
  | { state: 'installing'; offer: UpdateOffer }
  | { state: 'failed'; text: MessageOrText }
