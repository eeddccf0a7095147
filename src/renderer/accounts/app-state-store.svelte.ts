import type { DemoAct } from '../../shared/demo/demo.js'
import { activeProfile } from '../../shared/accounts/app-state.js'
import type { Bridge, Reply } from '../../shared/contract.js'
import { Mirror } from '../shell/mirror.svelte.js'

/** Which account is connected, and what this installation is. */
export class AppStateStore extends Mirror<'app-state'> {
  constructor(bridge: Bridge) {
    super(bridge, 'app-state', () => bridge.ask('app-state/read', null))
  }

  get view() {
    return this.latest
  }
  readonly profile = $derived.by(() => (this.view === null ? null : activeProfile(this.view)))
  readonly demo = $derived.by(() => this.view?.demo != null)

  enterDemo(): Promise<Reply<'demo/enter'>> {
    return this.bridge.ask('demo/enter', null)
  }
  /** The account that the demo is a copy of; null if it is not a copy. */
  readonly copyOf = $derived.by(() => this.view?.copyOf ?? null)

  enterCopy(id: string): Promise<Reply<'demo/copy'>> {
    return this.bridge.ask('demo/copy', { id })
  }
  async leaveDemo(): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('demo/leave', null), 'leave-demo')
  }
  actInDemo(act: DemoAct): Promise<Reply<'demo/act'>> {
    return this.bridge.ask('demo/act', act)
  }
  async dismiss(id: string): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('notices/dismiss', { id }), `dismiss ${id}`)
  }
  rename(id: string, name: string): Promise<Reply<'profiles/rename'>> {
    return this.bridge.ask('profiles/rename', { id, name })
  }
  /** Shows another account, and leaves the demo. */
  async show(id: string): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('profiles/switch', { id }), 'show')
  }
  delete(id: string): Promise<Reply<'profiles/delete'>> {
    return this.bridge.ask('profiles/delete', { id })
  }
  /** Confirmed in a system dialog first. */
  reset(id: string): Promise<Reply<'profiles/reset'>> {
    return this.bridge.ask('profiles/reset', { id })
  }
  unlock(id: string): Promise<Reply<'profiles/unlock'>> {
    return this.bridge.ask('profiles/unlock', { id })
  }
  copy(text: string): Promise<Reply<'clipboard/copy'>> {
    return this.bridge.ask('clipboard/copy', { text })
  }
}
