import type { Bridge, Reply } from '../../shared/contract.js'
import { AccountMirror } from '../shell/mirror.svelte.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'

/** The mining pool accounts the user added, and where each pays out. */
export class MiningStore extends AccountMirror<'mining'> {
  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, bridge, 'mining', () => bridge.ask('mining/read', null))
  }

  add(name: string): Promise<Reply<'mining/add'>> {
    return this.bridge.ask('mining/add', { name })
  }
  async remove(name: string): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('mining/remove', { name }), `remove ${name}`)
  }
  /** `name` null checks all. */
  async check(name: string | null): Promise<void> {
    // The reason the list cannot be read takes its place; it need not be shown twice.
    const isSaid = this.view !== null && this.view.problem !== null
    const asking = this.bridge.ask('mining/check', { name })
    await (isSaid ? asking : this.failedRequest.note(asking, `check ${name ?? ''}`))
  }
  async acknowledge(name: string): Promise<void> {
    await this.failedRequest.note(
      this.bridge.ask('mining/acknowledge', { name }),
      `acknowledge ${name}`,
    )
  }
}
