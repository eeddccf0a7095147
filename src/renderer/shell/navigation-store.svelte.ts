import type { AlertScreen } from '../../shared/alerts/alert.js'
import type { LimitName } from '../../shared/problem.js'
import type { Bridge } from '../../shared/contract.js'

export const screens = [
  'overview',
  'positions',
  'trade',
  'investments',
  'credit-line',
  'mining',
  'activity',
  'settings',
] as const
export type ScreenName = (typeof screens)[number]
/** Where something leads: a screen, or a part of one. */
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
export const activityTabs = ['alerts', 'orders', 'calls', 'console'] as const
export type ActivityTab = (typeof activityTabs)[number]
export const investmentTabs = ['history', 'earnings', 'open'] as const
export type InvestmentTab = (typeof investmentTabs)[number]

/**
 * Where the person is. Not in the address: the page never navigates. A click outside the window may
 * lead somewhere, too.
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
  /** The first step that is open on Overview, counted from 0. */
  firstStep = $state<number | null>(null)
  /** The list of accounts in the navigation. */
  accountsShown = $state(false)
  /** Somebody was led to the form for a new account; Settings opens it once. */
  newAccountWanted = $state(false)
  /** A trading limit that somebody was led to; Settings shows it once. */
  wantedLimit = $state.raw<LimitName | null>(null)
  /** Somebody was led to the price alarms; Settings shows them once. */
  priceAlarmsWanted = $state(false)
  /** Somebody was led to the estimates for the loan, not just to its screen. */
  whatIfWanted = $state(false)

  /** Takes the way on and gives true where it is asked first whether to leave. */
  #guard: ((goOn: () => void) => boolean) | null = null

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** For a form that goes with its screen. Gives back what ends it. */
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

  go(place: Screen, tab?: SettingsTab): void {
    this.enter(place === 'price-alarms' ? 'settings' : place, () => {
      if (place === 'price-alarms') {
        this.settingsTab = 'alerts'
        this.priceAlarmsWanted = true
      } else if (tab !== undefined) this.settingsTab = tab
    })
  }

  /** Goes to a screen and does something there, once the way is free. */
  enter(screen: ScreenName, act: () => void): void {
    const goOn = (): void => {
      this.accountsShown = false
      this.screen = screen
      act()
    }
    if (screen === this.screen) goOn()
    else this.leave(goOn)
  }

  /** Goes on at once, or after the form that would be lost by it was asked for. */
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
    if (answer.ok && answer.value.screen !== null) this.go(answer.value.screen)
  }
}
