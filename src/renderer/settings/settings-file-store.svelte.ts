import type {
  ImportMode,
  ImportOutcome,
  ImportPreview,
  ImportReview,
} from '../../shared/settings/settings-import.js'
import { NewestAnswer } from '../components/newest-answer.svelte.js'

/** A settings file from choosing it to importing it, and the export of one. */
export class SettingsFileStore extends NewestAnswer {
  review = $state.raw<ImportReview | null>(null)
  mode = $state<ImportMode>('merge')
  outcome = $state.raw<ImportOutcome | null>(null)
  exported = $state(false)

  get preview(): ImportPreview | null {
    return this.review?.previews[this.mode] ?? null
  }

  async save(): Promise<void> {
    this.#begin()
    const saved = await this.newest(() => this.bridge.ask('settings-file/save', null))
    this.exported = saved?.file === true
  }

  /** Null if no file was chosen: then what was shown before is gone as well. */
  async open(): Promise<void> {
    this.#begin()
    this.review = null
    const review = await this.newest(() => this.bridge.ask('settings-file/open', null))
    if (review === null) return
    this.review = review
    // Defaults that nobody chose are no reason to keep them beside the file.
    const isFresh = review.previews.merge.accounts.every(({ state }) => state === 'new')
    this.mode = isFresh ? 'replace' : 'merge'
  }

  async checkAgain(): Promise<void> {
    const { review } = this
    if (review === null) return
    this.#begin()
    const again = await this.newest(() =>
      this.bridge.ask('settings-file/review', { id: review.id }),
    )
    if (again !== null) this.review = again
    else if (this.problem?.code === 'gone') this.review = null
  }

  async import(): Promise<void> {
    const { review, mode, busy } = this
    if (review === null || busy) return
    this.#begin()
    const outcome = await this.newest(() =>
      this.bridge.ask('settings-file/import', { id: review.id, mode }),
    )
    if (outcome === null) return
    this.outcome = outcome
    this.review = null
  }

  /**
   * Whether nothing of the file will be imported any more. An import that is already written is
   * waited for, and its outcome is shown.
   */
  async discard(): Promise<boolean> {
    const { review } = this
    if (review === null) return true
    const answer = await this.bridge.ask('settings-file/discard', { id: review.id })
    if (this.review?.id !== review.id) return this.outcome === null
    if (this.busy && !(answer.ok && answer.value.discarded)) return false
    this.forget()
    this.review = null
    return true
  }

  #begin(): void {
    this.outcome = null
    this.exported = false
  }
}
