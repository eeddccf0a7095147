// Text for the app's own concepts. Text for problems is kept with the problems, in shared.
import type { KeyState, KeyStorage, Region } from '../../shared/accounts/account.js'
import { mostSkew, offByText } from '../../shared/circumstances.js'
import type { ConnectionView } from '../../shared/portfolio/connection.js'
import {
  monitoredFeeds,
  type PortfolioView,
  rateLimitOf,
} from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import { type Direction, directionOf, type Position } from '../../shared/portfolio/position.js'
import type { Wallet } from '../../shared/portfolio/valuation.js'
import type {
  ActivityTab,
  InvestmentTab,
  ScreenName,
  SettingsTab,
} from '../shell/navigation-store.svelte.js'
import { countIn } from '../../shared/formats.js'
import { catalogueLanguage } from '../../shared/messages/language.js'
import { language, t, textOf, wordsBy } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { sinceText, spanText, type Zone } from './times.js'

export type Tone = 'plain' | 'calm' | 'good' | 'caution' | 'danger'

/** Options with their titles; the items of a list are their own titles. */
export type Options<T extends string> = readonly T[] | Readonly<Record<T, string>>

export function titled<T extends string>(options: Options<T>) {
  return (
    Array.isArray(options) ? options.map((one: T) => [one, one]) : Object.entries(options)
  ) as [T, string][]
}

export const screenTitles: Readonly<Record<ScreenName, string>> = wordsBy({
  overview: 'common.screen.overview',
  positions: 'common.screen.positions',
  trade: 'common.screen.trade',
  investments: 'common.screen.investments',
  loans: 'common.screen.loans',
  mining: 'common.screen.mining',
  activity: 'common.screen.activity',
  settings: 'common.screen.settings',
})

export const settingsTabTitles: Readonly<Record<SettingsTab, string>> = wordsBy({
  profiles: 'common.settings-tab.profiles',
  alerts: 'common.settings-tab.alerts',
  privacy: 'common.settings-tab.privacy',
  trading: 'common.settings-tab.trading',
  appearance: 'common.settings-tab.appearance',
  window: 'common.settings-tab.window',
  connection: 'common.settings-tab.connection',
  support: 'common.settings-tab.support',
  about: 'common.settings-tab.about',
})

export const activityTabTitles: Readonly<Record<ActivityTab, string>> = wordsBy({
  alerts: 'common.activity-tab.alerts',
  orders: 'common.activity-tab.orders',
  gaps: 'common.activity-tab.gaps',
  calls: 'common.activity-tab.calls',
  console: 'common.activity-tab.console',
})

export const investmentTabTitles: Readonly<Record<InvestmentTab, string>> = wordsBy({
  history: 'common.investment-tab.history',
  earnings: 'common.investment-tab.earnings',
  open: 'common.investment-tab.open',
})

/**
 * Key names as printed on the user's keyboard. `account`: with Shift and a digit. macOS reserves ⌘
 * with Shift for screenshots, and other systems Alt with Shift for the keyboard layout.
 */
export function keyNames(userAgent: string): { alt: string; command: string; account: string } {
  return userAgent.includes('Macintosh')
    ? { alt: 'Option', command: '⌘', account: 'Option' }
    : { alt: 'Alt', command: 'Ctrl', account: 'Ctrl' }
}

export const regionWords: Readonly<Record<Region, string>> = wordsBy({
  global: 'common.region.global',
  eu: 'common.region.eu',
  custom: 'common.region.custom',
  demo: 'common.region.demo',
})

/**
 * Where an account's exchange is. Plain http is possible only on this computer, and is stated
 * wherever the region is shown.
 */
export function whereWords({ region, baseUrl }: { region: Region; baseUrl: string }): string {
  return region === 'custom' && baseUrl.startsWith('http:')
    ? t('common.region.plain-http')
    : regionWords[region]
}

export const storageWords: Readonly<Record<KeyStorage, string>> = wordsBy({
  keychain: 'common.key-storage.keychain',
  session: 'common.key-storage.session',
  demo: 'common.key-storage.demo',
})

const keyStateTones: Readonly<Record<KeyState, Tone>> = {
  unknown: 'plain',
  accepted: 'good',
  rejected: 'danger',
  'locked-or-missing': 'danger',
  'keychain-trouble': 'danger',
  'session-ended': 'danger',
  'not-entered': 'danger',
  locked: 'danger',
}

/** An invalid key: nothing of its account is monitored. */
export type KeyTrouble = Exclude<KeyState, 'unknown' | 'accepted'>

export function isKeyTrouble(state: KeyState): state is KeyTrouble {
  return state !== 'unknown' && state !== 'accepted'
}

export function keyTroubleText(state: KeyTrouble): { title: string; text: string } {
  return {
    title: t(`common.key-trouble.${state}.title`),
    text: t(`common.key-trouble.${state}.text`),
  }
}

const connectionTones: Readonly<Record<ConnectionView['state'], Tone>> = {
  off: 'plain',
  checking: 'plain',
  online: 'good',
  offline: 'danger',
}

/** `because`: what holds requests back although the exchange may respond to the liveness check. */
type ConnectionStatus = { text: string; tone: Tone; because: 'maintenance' | 'rate-limited' | null }

/**
 * The state of the connection; maintenance or a rate limit if that is why calls fail, each as
 * explained elsewhere.
 */
export function connectionStatus(
  link: ConnectionView | null,
  portfolio: PortfolioView | null,
  { now, zone }: { now: UnixSeconds; zone: Zone },
): ConnectionStatus {
  const problems = [
    link?.problem,
    ...(portfolio === null ? [] : monitoredFeeds(portfolio)).map(({ problem }) => problem),
  ]
  if (problems.some((problem) => problem?.code === 'maintenance'))
    return { text: t('common.connection.maintenance'), tone: 'caution', because: 'maintenance' }
  const state = link?.state ?? 'checking'
  const limit = portfolio === null || state !== 'online' ? null : rateLimitOf(portfolio)
  if (limit === null)
    return { text: t(`common.connection.${state}`), tone: connectionTones[state], because: null }
  const text =
    limit.until !== null && limit.until > now
      ? t('common.connection.rate-limited-until', { time: sinceText(limit.until, now, zone) })
      : t('common.connection.rate-limited')
  return { text, tone: 'caution', because: 'rate-limited' }
}

/**
 * The state of the key; this computer's clock if that is why the exchange refuses it. `problem`: as
 * explained elsewhere.
 */
export function keyStatus(
  state: KeyState,
  problem: Problem | null,
  clockSkew: number | null,
): { text: string; tone: Tone } {
  return state === 'rejected' && problem?.code === 'clock-wrong' && clockSkew !== null
    ? { text: t('common.key-state.clock', { off: textOf(offByText(clockSkew)) }), tone: 'danger' }
    : { text: t(`common.key-state.${state}`), tone: keyStateTones[state] }
}

export const directionWords: Readonly<Record<Direction, string>> = wordsBy({
  long: 'common.direction.long',
  short: 'common.direction.short',
  unclear: 'common.direction.unclear',
})

/**
 * What a liquidation state means; `known` is false for a value this version does not know
 * (specification 3.3).
 */
export function liquidationStateWords(state: string | null | undefined): {
  text: string
  tone: Tone
  known: boolean
} {
  if (state === undefined)
    return { text: t('common.liquidation-state.not-sent'), tone: 'plain', known: true }
  if (state === null)
    return { text: t('common.liquidation-state.none'), tone: 'plain', known: true }
  if (state === 'margin_call')
    return { text: t('common.liquidation-state.margin-call'), tone: 'danger', known: true }
  if (state === 'liquidation')
    return { text: t('common.liquidation-state.liquidation'), tone: 'danger', known: true }
  return { text: state, tone: 'caution', known: false }
}

/**
 * Clock skew is known to about a second, so anything below two counts as in sync. The demo's time
 * can be set forward, which is not a fault.
 */
export function clockWords(skew: number | null, demo = false): { text: string; tone: Tone } {
  if (skew === null) return { text: t('common.clock.unknown'), tone: 'plain' }
  const away = Math.abs(skew)
  if (away < 2) return { text: t('common.clock.in-step'), tone: 'good' }
  const side = skew > 0 ? 'ahead' : 'behind'
  if (demo) return { text: t(`common.clock.demo.${side}`, { span: spanText(away) }), tone: 'plain' }
  return {
    text: t(`common.clock.${side}`, { span: spanText(away) }),
    tone: away > mostSkew ? 'danger' : 'caution',
  }
}

/** What connections to the exchange use. */
export function familyWords(family: ConnectionView['family']): string {
  return t(`settings.family.now.${family ?? 'none'}`)
}

export const positionActWords = wordsBy({
  close: 'common.position-act.close',
  reduce: 'common.position-act.reduce',
  reverse: 'common.position-act.reverse',
})

/** "long BTC_USDT". */
export function positionName(position: Position): string {
  return t(`common.position-name.${directionOf(position)}`, { market: position.market })
}

export const walletWords: Readonly<Record<Wallet, string>> = wordsBy({
  main: 'common.wallet.main',
  trade: 'common.wallet.trade',
  collateral: 'common.wallet.collateral',
  unrealized: 'common.wallet.unrealized',
})

/** Shown beside every export while amounts are hidden. */
export function exactInExports(): string {
  return t('common.exact-in-exports')
}

/**
 * A formatted count: "12,345". Whole numbers only; amounts are decimals and are formatted
 * elsewhere.
 */
export function countText(count: number): string {
  return countIn(catalogueLanguage(language()), count)
}
