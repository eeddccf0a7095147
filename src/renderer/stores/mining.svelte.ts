import type { MiningView } from '../../shared/domain/mining.js'
import type { Bridge, Reply } from '../../shared/ipc/contract.js'
import { Mirror } from './mirror.svelte.js'
import { ofProfile } from './of-profile.js'
import type { SessionStore } from './session.svelte.js'
import { Trouble } from './trouble.svelte.js'

/** The mining pool accounts a person named, and where each pays out. */
export class MiningStore {
  readonly #bridge: Bridge
  readonly #session: SessionStore
  readonly #mirror: Mirror<MiningView>
  readonly trouble = new Trouble()

  constructor(bridge: Bridge, session: SessionStore) {
    this.#bridge = bridge
    this.#session = session
    this.#mirror = new Mirror({ listen: (hear) => bridge.listen('mining', hear), ask: () => bridge.ask('mining/read', null) })
  }

  readonly view = $derived.by(() => ofProfile(this.#mirror.value, this.#session.profile?.id ?? null))
  get problem() {
    return this.#mirror.problem
  }

  open(): void {
    this.#mirror.open()
  }
  close(): void {
    this.#mirror.close()
  }
  forget(): void {
    this.trouble.forget()
  }

  add(name: string): Promise<Reply<'mining/add'>> {
    return this.#bridge.ask('mining/add', { name })
  }
  async remove(name: string): Promise<void> {
    await this.trouble.note(this.#bridge.ask('mining/remove', { name }), `remove ${name}`)
  }
  /** `name` null looks at all. */
  async check(name: string | null): Promise<void> {
    // Why the list cannot be read stands in its place; it need not be said twice.
    const isSaid = this.view !== null && this.view.problem !== null
    const asking = this.#bridge.ask('mining/check', { name })
    await (isSaid ? asking : this.trouble.note(asking, `check ${name ?? ''}`))
  }
  async acknowledge(name: string): Promise<void> {
    await this.trouble.note(this.#bridge.ask('mining/acknowledge', { name }), `acknowledge ${name}`)
  }
}
