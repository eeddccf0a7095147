import { isNotOffered } from '../../shared/portfolio/feed.js'
import type { Bridge, Reply } from '../../shared/contract.js'
import { NewestAnswer } from '../components/newest-answer.svelte.js'

type ListChannel = 'investments/active-fixed' | 'investments/open-flex' | 'mining/pool-accounts'
type ListIn<C extends ListChannel> = Extract<Reply<C>, { ok: true }>['value']

/** A list of the exchange, requested when the screen that shows it opens. */
export class AskedListStore<C extends ListChannel> extends NewestAnswer {
  readonly #channel: C
  /** The latest response for this account; null before the first. */
  latest = $state.raw<ListIn<C> | null>(null)

  constructor(bridge: Bridge, channel: C) {
    super(bridge)
    this.#channel = channel
  }

  /**
   * The exchange does not offer it, or not to this key: users type here what they would otherwise
   * pick from a list.
   */
  readonly notOffered = $derived.by(() => this.problem !== null && isNotOffered(this.problem))

  async read(): Promise<void> {
    const ask = this.bridge.ask as (channel: C, payload: null) => Promise<Reply<C>>
    const answer = await this.newest<ListIn<C>>(() => ask(this.#channel, null))
    if (answer !== null) this.latest = answer
  }

  override forget(): void {
    super.forget()
    this.latest = null
  }
}
