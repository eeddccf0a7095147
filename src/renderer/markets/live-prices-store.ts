import { mostWatchedMarkets } from '../../shared/markets/market.js'
import type { Bridge } from '../../shared/contract.js'
import { AccountMirror } from '../shell/mirror.svelte.js'

/** Prices of the stream, which main subscribes to for the markets that are on screen. */
export class LivePricesStore extends AccountMirror<'live-prices'> {
  /** How many parts of the page show a price of each market. */
  readonly #shown = new Map<string, number>()
  #said: string | null = null
  #isSaying = false

  constructor(bridge: Bridge, appState: LivePricesStore['appState']) {
    super(appState, bridge, 'live-prices', () => bridge.ask('live-prices/read', null))
  }

  /** Until the returned function is called. For an effect. */
  show(market: string): () => void {
    this.#shown.set(market, (this.#shown.get(market) ?? 0) + 1)
    this.#say()
    return () => {
      const others = (this.#shown.get(market) ?? 1) - 1
      if (others > 0) this.#shown.set(market, others)
      else this.#shown.delete(market)
      this.#say()
    }
  }

  /** Another account knows nothing of what is on screen. */
  override forget(): void {
    super.forget()
    this.#said = null
    this.#say()
  }

  /** One request at a time, however fast a table is scrolled. */
  #say(): void {
    if (this.#isSaying) return
    this.#isSaying = true
    queueMicrotask(() => void this.#sayAll())
  }

  async #sayAll(): Promise<void> {
    const markets = [...this.#shown.keys()].sort().slice(0, mostWatchedMarkets)
    const text = markets.join(' ')
    if (text !== this.#said && this.appState.profile !== null) {
      this.#said = text
      const answer = await this.bridge.ask('live-prices/watch', { markets })
      if (!answer.ok && this.#said === text) this.#said = null
      this.#isSaying = false
      if (answer.ok) this.#say()
      return
    }
    this.#isSaying = false
  }
}
