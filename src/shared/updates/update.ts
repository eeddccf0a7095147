import type { Told } from '../messages/messages.js'

/** A newer Plimsoll, as its maker's signed feed describes it. */
export type UpdateOffer = {
  version: string
  /**
   * What has changed, in the maker's words: text to show, never markup. Empty where nothing was
   * written.
   */
  notes: string
  /** Bytes to download. */
  size: number
  /** Whether Plimsoll restarts into it, or a person puts the downloaded file in place. */
  finish: 'restart' | 'by-hand'
}

/**
 * Where looking for a newer Plimsoll stands. Nothing moves from one state to the next without a
 * person asking, except work they asked for.
 */
export type UpdateView =
  /** This installation gets no updates by itself; `why` says how it gets them. */
  | { state: 'off'; why: Told }
  | { state: 'idle'; found: 'nothing-newer' | 'put-off' | null }
  | { state: 'checking' }
  | { state: 'offered'; offer: UpdateOffer }
  /** `percent` is a whole number. */
  | { state: 'downloading'; offer: UpdateOffer; percent: number }
  /** `refused` says why Plimsoll did not restart when it was asked to. */
  | { state: 'ready'; offer: UpdateOffer; refused: Told | null }
  /** Being put in place; it ends in a restart, or in `ready` or `failed`. */
  | { state: 'installing'; offer: UpdateOffer }
  | { state: 'failed'; text: Told }
