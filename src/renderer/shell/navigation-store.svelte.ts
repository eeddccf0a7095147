import type { AlertScreen } from '../../shared/alerts/alert.js'
import type { LimitName } from '../../shared/problem.js'
import type { Bridge } from '../../shared/contract.js'

export const screens = [
  'overview',
  'positions',
  'trade',
  'investments',
  'loans',
  'mining',
  'activity',
  'settings',
] as const
export type ScreenName = (typeof screens)[number]
/** A navigation target: a screen, or a part of one. */
export type Screen = ScreenName | AlertScreen

export const settingsTabs = [
  'profiles',
  'alerts',
  'privacy',
  'trading',
  'appearance',
  'window',
  'connection',
  'support',
  'about',
] as const
export type SettingsTab = (typeof settingsTabs)[number]
export const activityTabs = ['alerts', 'orders', 'gaps', 'calls', 'console'] as const
export type ActivityTab = (typeof activityTabs)[number]
export const investmentTabs = ['history', 'earnings', 'open'] as const
export type InvestmentTab = (typeof investmentTabs)[number]

/**
 * The current location. Not in the address: the page never navigates. A click outside the window
 * may also navigate.
 */
export class NavigationStore {
  readonly #bridge: Bridge
  #stopListening: (() => void) | null = null
  screen = $state<ScreenName>('overview')
  settingsTab = $state<SettingsTab>('profiles')
  activityTab = $state<ActivityTab>('alerts')
  investmentTab = $state<InvestmentTab>('history')
  shortcutsShown = $state(false)
  paletteShown = $state(false)
  /** The first open step on Overview, counted from 0. */
  firstStep = $state<number | null>(null)
  /** The list of accounts in the navigation. */
  accountsShown = $state(false)
  /** The user was led to the form for a new account; Settings opens it once. */
  newAccountWanted = $state(false)
  /** A trading limit the user was led to; Settings shows it once. */
  wantedLimit = $state.raw<LimitName | null>(null)
  /** The user was led to the price alerts; Settings shows them once. */
  priceAlertsWanted = $state(false)
  /** The user was led to the estimates for the loan, not just to its screen. */
  whatIfWanted = $state(false)
  /** The account of which the answer to a low margin level is shown, on Loans. */
  answerFor = $state<string | null>(null)

  /** Takes the continuation and returns true if it asks first whether to leave. */
  #guard: ((goOn: () => void) => boolean) | null = null

  readonly #shownProfile: () => string | null

  constructor(bridge: Bridge, shownProfile: () => string | null) {
    this.#bridge = bridge
    this.#shownProfile = shownProfile
  }

  /** For a form that closes with its screen. Returns a function that ends this. */
  guard(asks: (goOn: () => void) => boolean): () => void {
    this.#guard = asks
    return () => {
      if (this.#guard === asks) this.#guard = null
    }
  }

  open(): void {
    this.close()
    this.#stopListening = this.#bridge.listen('requested-screen', () => void this.#take())
    void this.#take()
  }

  close(): void {
    this.#stopListening?.()
    this.#stopListening = null
  }

  /** `profileId`: of the account that is meant, where it may be shown only in a moment. */
  go(place: Screen, tab?: SettingsTab, profileId = this.#shownProfile()): void {
    if (place === 'margin-answer') {
      this.enter('loans', () => (this.answerFor = profileId))
      return
    }
    this.enter(place === 'price-alerts' ? 'settings' : place, () => {
      if (place === 'price-alerts') {
        this.settingsTab = 'alerts'
        this.priceAlertsWanted = true
      } else if (tab !== undefined) this.settingsTab = tab
    })
  }

  /** Goes to a screen and does something there, once leaving is confirmed. */
  enter(screen: ScreenName, act: () => void): void {
    const goOn = (): void => {
      this.accountsShown = false
      this.answerFor = null
      this.screen = screen
      act()
    }
    if (screen === this.screen) goOn()
    else this.leave(goOn)
  }

  /** Continues immediately, or after confirming that the open form may be discarded. */
  leave(goOn: () => void): void {
    if (this.#guard?.(goOn) !== true) goOn()
  }

  addAccount(): void {
    this.newAccountWanted = true
    this.go('settings', 'profiles')
  }

  goToLimit(limit: LimitName): void {
    this.wantedLimit = limit
    this.go('settings', 'trading')
  }

  goToOrders(): void {
    this.enter('activity', () => (this.activityTab = 'orders'))
  }

  goToFirstSteps(): void {
    this.enter('overview', () => (this.firstStep = 0))
  }

  async #take(): Promise<void> {
    const answer = await this.#bridge.ask('requested-screen/take', null)
    if (!answer.ok || answer.value.screen === null) return
    this.go(answer.value.screen, undefined, answer.value.profileId ?? undefined)
  }
}
