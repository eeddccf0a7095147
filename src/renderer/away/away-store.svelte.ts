import {
  type AwayPreview,
  type AwayView,
  type DestinationDraft,
  noAway,
} from '../../shared/away/away.js'
import type { Bridge, Reply } from '../../shared/contract.js'
import { Mirror } from '../shell/mirror.svelte.js'

/** Where alerts are sent for people who are away. */
export class AwayStore extends Mirror<'away'> {
  constructor(bridge: Bridge) {
    super(bridge, 'away', () => bridge.ask('away/read', null))
  }

  readonly view = $derived.by<AwayView>(() => this.latest ?? noAway)

  /** Null if it cannot be made. */
  async preview(draft: DestinationDraft): Promise<AwayPreview | null> {
    const answer = await this.bridge.ask('away/preview', draft)
    return answer.ok ? answer.value : null
  }
  chooseAuthority(): Promise<Reply<'away/choose-authority'>> {
    return this.bridge.ask('away/choose-authority', null)
  }
  save(draft: DestinationDraft): Promise<Reply<'away/save'>> {
    return this.bridge.ask('away/save', draft)
  }
  test(id: string): Promise<Reply<'away/test'>> {
    return this.bridge.ask('away/test', { id })
  }
  async remove(id: string): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('away/remove', { id }), `remove ${id}`)
  }
}
