import type { Bundle } from '../../shared/support/support.js'
import { FailedRequest } from '../shell/mirror.svelte.js'
import { NewestAnswer } from '../components/newest-answer.svelte.js'
import { TextPages } from '../components/text-pages.svelte.js'

/**
 * A support bundle from creating it to saving it, and what else main opens for users who need help.
 */
export class SupportStore extends NewestAnswer {
  bundle = $state.raw<Bundle | null>(null)
  /** Names of excluded files. */
  leftOut = $state.raw<readonly string[]>([])
  /** The result of saving it in its current form; `file` null if no destination was chosen. */
  saved = $state.raw<{ file: string | null } | null>(null)
  readonly showFailed = new FailedRequest()
  readonly openFailed = new FailedRequest()

  async prepare(): Promise<void> {
    this.saved = null
    const bundle = await this.newest(() => this.bridge.ask('support/prepare', null))
    if (bundle === null) return
    this.bundle = bundle
    this.leftOut = []
  }

  toggle(name: string): void {
    this.leftOut = this.leftOut.includes(name)
      ? this.leftOut.filter((one) => one !== name)
      : [...this.leftOut, name]
    this.saved = null
  }

  textOf(name: string): TextPages {
    const id = this.bundle?.id ?? ''
    return new TextPages((from, count) =>
      this.bridge.ask('support/read-file', { id, name, from, count }),
    )
  }

  async save(): Promise<void> {
    const { bundle } = this
    if (bundle === null) return
    this.saved = null
    this.saved = await this.newest(() =>
      this.bridge.ask('support/save', { id: bundle.id, leaveOut: [...this.leftOut] }),
    )
  }

  async showInFolder(): Promise<void> {
    await this.showFailed.note(this.bridge.ask('support/show-in-folder', null), 'show')
  }

  discard(): void {
    const { bundle } = this
    if (bundle === null) return
    this.forget()
    this.bundle = null
    this.saved = null
    void this.bridge.ask('support/discard', { id: bundle.id })
  }

  async openDataFolder(): Promise<void> {
    await this.openFailed.note(this.bridge.ask('data-folder/open', null), 'open folder')
  }

  notices(): TextPages {
    return new TextPages((from, count) => this.bridge.ask('support/notices', { from, count }))
  }
}
