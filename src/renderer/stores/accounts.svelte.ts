import type { Profile } from '../../shared/domain/account.js'
import type { AccountsView } from '../../shared/domain/account-summary.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { type AccountLine, accountLines, currentSummaries, worstFirst } from './account-lines.js'
import type { ClockStore } from './clock.svelte.js'
import { graveAccounts, neverBlind, noteBlind } from './grave-accounts.js'
import { Mirror } from './mirror.svelte.js'
import type { PlaceStore } from './place.svelte.js'
import type { SessionStore } from './session.svelte.js'

/** Every account at once: how each stands, and the way to each. */
export class AccountsStore {
  readonly #session: SessionStore
  readonly #place: PlaceStore
  readonly #clock: ClockStore
  readonly #mirror: Mirror<AccountsView>
  #blindSince = neverBlind

  constructor(bridge: Bridge, session: SessionStore, place: PlaceStore, clock: ClockStore) {
    this.#session = session
    this.#place = place
    this.#clock = clock
    const noted = (view: AccountsView): AccountsView => {
      this.#blindSince = noteBlind(this.#blindSince, view.accounts, clock.exactly())
      return view
    }
    this.#mirror = new Mirror({
      listen: (hear) => bridge.listen('accounts', (view) => hear(noted(view))),
      ask: async () => {
        const answer = await bridge.ask('accounts/read', null)
        return answer.ok ? { ok: true, value: noted(answer.value) } : answer
      },
    })
  }

  readonly #profiles = $derived.by((): readonly Profile[] => {
    const { view } = this.#session
    if (view === null) return []
    return view.demo === null ? view.profiles : [...view.profiles, view.demo]
  })

  /** Of those that main has told of, the worst first. */
  readonly summaries = $derived.by(() => currentSummaries(this.#profiles, this.#mirror.value?.accounts ?? []))
  /** In an order that stays, so that fingers learn it: the demo last. */
  readonly lines = $derived.by(() => accountLines(this.#profiles, this.summaries))
  readonly worstFirst = $derived.by(() => worstFirst(this.lines, this.summaries))
  /** Accounts in danger, or not monitored, that are worth a line above every screen. That of the account on screen is among them. */
  readonly grave = $derived.by(() => graveAccounts(this.summaries, this.#blindSince, this.#clock.now))
  /** The account on screen. */
  readonly shown = $derived.by(() => this.find(this.#session.profile?.id ?? null))

  open(): void {
    this.#mirror.open()
  }
  close(): void {
    this.#mirror.close()
  }

  find(profileId: string | null): AccountLine | null {
    return this.lines.find(({ profile }) => profile.id === profileId) ?? null
  }

  /** Shows another account, on the screen that is open or on its Overview; a form that would be lost asks first. */
  show(profileId: string, at: 'here' | 'overview' = 'here'): void {
    if (profileId === this.#session.profile?.id) {
      if (at === 'overview') this.#place.go('overview')
      // Main is told all the same: another one may have been asked for just before, and not be here yet.
      void this.#session.show(profileId)
      return
    }
    this.#place.leave(() => {
      if (at === 'overview') this.#place.screen = 'overview'
      void this.#session.show(profileId)
    })
  }

  /** The account at a place of the list, counted from 0. */
  showAt(place: number): void {
    const line = this.lines[place]
    if (line !== undefined) this.show(line.profile.id)
  }
}
