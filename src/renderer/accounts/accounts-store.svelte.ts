import type { Profile } from '../../shared/accounts/account.js'
import type { AccountsView, AccountSummary } from '../../shared/accounts/account-summary.js'
import type { Bridge } from '../../shared/contract.js'
import type { UnixSeconds } from '../../shared/time.js'
import { coloursOf } from './account-format.js'
import { isKeyTrouble } from '../components/words.js'
import type { ClockStore } from '../components/clock.svelte.js'
import { Mirror } from '../shell/mirror.svelte.js'
import type { NavigationStore } from '../shell/navigation-store.svelte.js'
import type { AppStateStore } from './app-state-store.svelte.js'

/** One line of the list of accounts. */
export type AccountLine = {
  profile: Profile
  colour: number
  /** Null until main has sent it. */
  summary: AccountSummary | null
}

/**
 * Under the names the session has for their accounts, in the order they came. That of an account
 * that is gone by now is dropped.
 */
export function currentSummaries(
  profiles: readonly Profile[],
  summaries: readonly AccountSummary[],
): AccountSummary[] {
  return summaries.flatMap((summary) => {
    const profile = profiles.find(({ id }) => id === summary.profile.id)
    return profile === undefined ? [] : [{ ...summary, profile }]
  })
}

/** In the order of the profiles, which stays. */
export function accountLines(
  profiles: readonly Profile[],
  summaries: readonly AccountSummary[],
): AccountLine[] {
  const colours = coloursOf(profiles)
  return profiles.map((profile) => ({
    profile,
    colour: colours.get(profile.id) ?? 0,
    summary: summaries.find((summary) => summary.profile.id === profile.id) ?? null,
  }))
}

/** In the order of the summaries, the worst first; then those without one. */
export function worstFirst(
  lines: readonly AccountLine[],
  summaries: readonly AccountSummary[],
): AccountLine[] {
  const placeOf = ({ profile }: AccountLine): number => {
    const place = summaries.findIndex((summary) => summary.profile.id === profile.id)
    return place === -1 ? summaries.length : place
  }
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * Seconds an account may be without figures before that is worth an alarm, where nothing else
 * calls: it is on its way after a start.
 */
const starting = 15

type Since = Readonly<Record<string, UnixSeconds>>

/** Since when each account that cannot be seen now has not been seen. */
export function noteUnmonitored(
  since: Since,
  summaries: readonly AccountSummary[],
  now: UnixSeconds,
): Since {
  return Object.fromEntries(
    summaries.flatMap(({ level, profile: { id } }) =>
      level === 'unmonitored' ? [[id, since[id] ?? now]] : [],
    ),
  )
}

/** The accounts in danger, and those not monitored, in the order they came. */
export function accountsInDanger(
  summaries: readonly AccountSummary[],
  unmonitoredSince: Since,
  now: UnixSeconds,
): AccountSummary[] {
  return summaries.filter((summary) => {
    if (summary.level === 'danger') return true
    if (summary.level !== 'unmonitored') return false
    return (
      summary.calling > 0 ||
      isKeyTrouble(summary.keyState) ||
      now - (unmonitoredSince[summary.profile.id] ?? now) >= starting
    )
  })
}

/** Every account at once: how each stands, and the way to each. */
export class AccountsStore extends Mirror<'accounts'> {
  readonly #appState: AppStateStore
  readonly #navigation: NavigationStore
  readonly #clock: ClockStore
  #unmonitoredSince: Since = {}

  constructor(
    bridge: Bridge,
    appState: AppStateStore,
    navigation: NavigationStore,
    clock: ClockStore,
  ) {
    super(bridge, 'accounts', () => bridge.ask('accounts/read', null))
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
  readonly summaries = $derived.by(() =>
    currentSummaries(this.#profiles, this.latest?.accounts ?? []),
  )
  /** In an order that stays, so that fingers learn it: the demo last. */
  readonly lines = $derived.by(() => accountLines(this.#profiles, this.summaries))
  readonly worstFirst = $derived.by(() => worstFirst(this.lines, this.summaries))
  /**
   * Accounts in danger, or not monitored, that are worth a line above every screen. That of the
   * account on screen is among them.
   */
  readonly grave = $derived.by(() =>
    accountsInDanger(this.summaries, this.#unmonitoredSince, this.#clock.now),
  )
  /** The account on screen. */
  readonly shown = $derived.by(() => this.find(this.#appState.profile?.id ?? null))

  protected override received(view: AccountsView): void {
    this.#unmonitoredSince = noteUnmonitored(
      this.#unmonitoredSince,
      view.accounts,
      this.#clock.exactly(),
    )
    super.received(view)
  }

  find(profileId: string | null): AccountLine | null {
    return this.lines.find(({ profile }) => profile.id === profileId) ?? null
  }

  /**
   * Shows another account, on the screen that is open or on its Overview; a form that would be lost
   * asks first.
   */
  show(profileId: string, at: 'here' | 'overview' = 'here'): void {
    if (profileId === this.#appState.profile?.id) {
      if (at === 'overview') this.#navigation.go('overview')
      // Main is told all the same: another one may have been asked for just before, and not be here
      // yet.
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
