import type { Profile } from '../../shared/domain/account.js'
import type { AccountsView } from '../../shared/domain/account-summary.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { type AccountLine, accountLines, currentSummaries, worstFirst } from './account-lines.js'
import type { ClockStore } from './clock.svelte.js'
import { accountsInDanger, noneUnmonitored, noteUnmonitored } from './accounts-in-danger.js'
import { Mirror } from './mirror.svelte.js'
import type { NavigationStore } from './navigation.svelte.js'
import type { AppStateStore } from './app-state.svelte.js'

/** Every account at once: how each stands, and the way to each. */
export class AccountsStore extends Mirror<AccountsView> {
  readonly #appState: AppStateStore
  readonly #navigation: NavigationStore
  readonly #clock: ClockStore
  #unmonitoredSince = noneUnmonitored

  constructor(bridge: Bridge, appState: AppStateStore, navigation: NavigationStore, clock: ClockStore) {
    super({ listen: (receive) => bridge.listen('accounts', receive), ask: () => bridge.ask('accounts/read', null) })
    this.#appState = appState
    this.#navigation = navigation
    this.#clock = clock
  }

  readonly #profiles = $derived.by((): readonly Profile[] => {
    const { view } = this.#appState
    if (view === null) return []
    return view.demo === null ? view.profiles : [...view.profiles, view.demo]
  })

  /** The worst first. */
  readonly summaries = $derived.by(() => currentSummaries(this.#profiles, this.latest?.accounts ?? []))
  /** In an order that stays, so that fingers learn it: the demo last. */
  readonly lines = $derived.by(() => accountLines(this.#profiles, this.summaries))
  readonly worstFirst = $derived.by(() => worstFirst(this.lines, this.summaries))
  /** Accounts in danger, or not monitored, that are worth a line above every screen. That of the account on screen is among them. */
  readonly grave = $derived.by(() => accountsInDanger(this.summaries, this.#unmonitoredSince, this.#clock.now))
  /** The account on screen. */
  readonly shown = $derived.by(() => this.find(this.#appState.profile?.id ?? null))

  protected override received(view: AccountsView): void {
    this.#unmonitoredSince = noteUnmonitored(this.#unmonitoredSince, view.accounts, this.#clock.exactly())
    super.received(view)
  }

  find(profileId: string | null): AccountLine | null {
    return this.lines.find(({ profile }) => profile.id === profileId) ?? null
  }

  /** Shows another account, on the screen that is open or on its Overview; a form that would be lost asks first. */
  show(profileId: string, at: 'here' | 'overview' = 'here'): void {
    if (profileId === this.#appState.profile?.id) {
      if (at === 'overview') this.#navigation.go('overview')
      // Main is told all the same: another one may have been asked for just before, and not be here yet.
      void this.#appState.show(profileId)
      return
    }
    this.#navigation.leave(() => {
      if (at === 'overview') this.#navigation.screen = 'overview'
      void this.#appState.show(profileId)
    })
  }

  /** The account at a place of the list, counted from 0. */
  showAt(place: number): void {
    const line = this.lines[place]
    if (line !== undefined) this.show(line.profile.id)
  }
}
