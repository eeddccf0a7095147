import type { Bridge } from '../../shared/contract.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Sight } from '../components/ticker.js'

/** After main was too busy to answer. */
const retryAfterMs = 1_000

/**
 * Whether what is on screen may be from before the window was hidden: main pushes nothing to a page
 * that nobody sees. Marked already while hidden, so that the first picture after it is too.
 */
export class CatchUpStore {
  behind = $state(false)
  readonly #bridge: Bridge
  readonly #sight: Sight
  readonly #clock: Clock
  #behindSince: UnixSeconds | null = null
  /** Counts how often the window was shown or hidden. */
  #round = 0
  #stop: (() => void) | null = null

  constructor(bridge: Bridge, sight: Sight, clock: Clock) {
    this.#bridge = bridge
    this.#sight = sight
    this.#clock = clock
  }

  open(): void {
    this.#stop ??= this.#sight.onChange(() => void this.#look())
    this.behind = !this.#sight.visible()
    if (this.behind) this.#behindSince = this.#clock()
  }

  /**
   * Since when what arrives now may have been so: it waited in main while the window was hidden.
   */
  newsSince(): UnixSeconds {
    return this.#behindSince ?? this.#clock()
  }

  close(): void {
    this.#stop?.()
    this.#stop = null
  }

  async #look(): Promise<void> {
    this.#round += 1
    const round = this.#round
    this.behind = true
    this.#behindSince ??= this.#clock()
    if (!this.#sight.visible()) return
    await this.#ask(round)
  }

  async #ask(round: number): Promise<void> {
    // What was held back arrives before the reply. Without a good one it remains marked.
    const answer = await this.#bridge.ask('window/catch-up', null)
    if (round !== this.#round) return
    if (answer.ok) {
      this.behind = false
      this.#behindSince = null
    } else this.#sight.after(retryAfterMs, () => round === this.#round && void this.#ask(round))
  }
}
