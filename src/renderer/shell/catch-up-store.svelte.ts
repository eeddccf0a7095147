import type { Bridge } from '../../shared/contract.js'
import type { Sight } from '../components/ticker.js'

/**
 * Whether what is on screen may be from before the window was hidden: main pushes nothing to a page
 * that nobody sees. Marked already while hidden, so that the first picture after it is too.
 */
export class CatchUpStore {
  behind = $state(false)
  readonly #bridge: Bridge
  readonly #sight: Pick<Sight, 'visible' | 'onChange'>
  /** Counts how often the window was shown or hidden. */
  #round = 0
  #stop: (() => void) | null = null

  constructor(bridge: Bridge, sight: Pick<Sight, 'visible' | 'onChange'>) {
    this.#bridge = bridge
    this.#sight = sight
  }

  open(): void {
    this.#stop ??= this.#sight.onChange(() => void this.#look())
    this.behind = !this.#sight.visible()
  }

  close(): void {
    this.#stop?.()
    this.#stop = null
  }

  async #look(): Promise<void> {
    this.#round += 1
    const round = this.#round
    this.behind = true
    if (!this.#sight.visible()) return
    // What was held back arrives before the reply. Without a reply it remains marked.
    const answer = await this.#bridge.ask('window/catch-up', null)
    if (answer.ok && round === this.#round) this.behind = false
  }
}
