import type { Profile } from '../../shared/accounts/account.js'
import type { AccountsView, AccountSummary } from '../../shared/accounts/account-summary.js'
import type { Bridge } from '../../shared/contract.js'
import type { UnixSeconds } from '../../shared/time.js'
import { coloursOf } from './account-format.js'
import { isKeyTrouble } from '../components/words.js'
import type { CatchUpStore } from '../shell/catch-up-store.svelte.js'
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
 * Keyed by the session's names for its accounts, in order of arrival. Entries of accounts that no
 * longer exist are dropped.
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

/** In the order of the profiles, which is stable. */
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

/** In the order of the summaries, worst first; then those without one. */
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
 * Seconds an account may be without figures before that raises an alert, if nothing else does:
 * after a start they are still loading.
 */
const starting = 15

type Since = Readonly<Record<string, UnixSeconds>>

/** When each account that cannot be monitored now was first missing. */
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

/** The accounts in danger and those not monitored, in the order they appeared. */
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

/** All accounts at once: the state of each, and navigation to it. */
export class AccountsStore extends Mirror<'accounts'> {
  readonly #appState: AppStateStore
  readonly #navigation: NavigationStore
  readonly #clock: ClockStore
  readonly #catchUp: Pick<CatchUpStore, 'newsSince'>
  #unmonitoredSince: Since = {}

  constructor(
    bridge: Bridge,
    appState: AppStateStore,
    navigation: NavigationStore,
    clock: ClockStore,
    catchUp: Pick<CatchUpStore, 'newsSince'>,
  ) {
    super(bridge, 'accounts', () => bridge.ask('accounts/read', null))
    this.#appState = appState
    this.#navigation = navigation
    this.#clock = clock
    this.#catchUp = catchUp
  }

  readonly #profiles = $derived.by((): readonly Profile[] => {
    const { view } = this.#appState
    if (view === null) return []
    return view.demo === null ? view.profiles : [...view.profiles, view.demo]
  })

  /** Worst first. */
  readonly summaries = $derived.by(() =>
    currentSummaries(this.#profiles, this.latest?.accounts ?? []),
  )
  /** In a stable order, so that it can be learned; the demo last. */
  readonly lines = $derived.by(() => accountLines(this.#profiles, this.summaries))
  readonly worstFirst = $derived.by(() => worstFirst(this.lines, this.summaries))
  /**
   * Accounts in danger or not monitored that deserve a line above every screen, including the
   * account on screen.
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
      this.#catchUp.newsSince(),
    )
    super.received(view)
  }

  find(profileId: string | null): AccountLine | null {
    return this.lines.find(({ profile }) => profile.id === profileId) ?? null
  }

  /**
   * Shows another account, on the current screen or on its Overview; asks first if a form would be
   * lost.
   */
  show(profileId: string, at: 'here' | 'overview' = 'here'): void {
    if (profileId === this.#appState.profile?.id) {
      if (at === 'overview') this.#navigation.go('overview')
      // Sent to main anyway: a request for another account may still be in flight.
      void this.#appState.show(profileId)
      return
    }
    this.#navigation.leave(() => {
      if (at === 'overview') this.#navigation.screen = 'overview'
      void this.#appState.show(profileId)
    })
  }

  /** The account at a position in the list, counted from 0. */
  showAt(place: number): void {
    const line = this.lines[place]
    if (line !== undefined) this.show(line.profile.id)
  }
}
