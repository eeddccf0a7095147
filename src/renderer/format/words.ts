// Words for what the app knows about itself. Words for problems live with the problems, in shared.
import type { Dialect, KeyState, KeyStorage, Region } from '../../shared/domain/account.js'
import { textOf } from '../../shared/messages/messages.js'
import { mostSkew, offByText } from '../../shared/domain/circumstances.js'
import type { ConnectionView } from '../../shared/domain/connection.js'
import { monitoredFeeds, type PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import { type Direction, directionOf, type Position } from '../../shared/domain/position.js'
import type { Wallet } from '../../shared/domain/valuation.js'
import type { ActivityTab, InvestmentTab, ScreenName, SettingsTab } from '../stores/navigation.svelte.js'
import { spanText } from './times.js'

export type Tone = 'plain' | 'calm' | 'good' | 'caution' | 'danger'

/** What can be chosen, with its titles; the items of a list are their own. */
export type Options<T extends string> = readonly T[] | Readonly<Record<T, string>>

export const titled = <T extends string>(options: Options<T>) =>
  (Array.isArray(options) ? options.map((one: T) => [one, one]) : Object.entries(options)) as [T, string][]

export const screenTitles: Record<ScreenName, string> = {
  overview: 'Overview',
  positions: 'Positions',
  trade: 'Trade',
  investments: 'Investments',
  'credit-line': 'Credit line',
  mining: 'Mining',
  activity: 'Activity',
  settings: 'Settings',
}

export const settingsTabTitles: Record<SettingsTab, string> = {
  profiles: 'Profiles',
  alerts: 'Alerts',
  privacy: 'Privacy and lock',
  trading: 'Trading',
  appearance: 'Appearance',
  window: 'Window and tray',
  connection: 'Connection',
  support: 'Support',
  about: 'About',
}

/** By the ids of `tradeTabs`. */
export const tradeTabTitles = {
  market: 'Market',
  bulk: 'Bulk',
  'open-orders': 'Open orders',
  close: 'Close investment',
} as const

export const activityTabTitles: Record<ActivityTab, string> = { alerts: 'Alerts', orders: 'Orders', calls: 'Calls', console: 'Console' }

export const investmentTabTitles: Record<InvestmentTab, string> = { history: 'History', earnings: 'Earnings', open: 'Open' }

/**
 * Keys as they are called on the keyboard in front of the person. `account`: with Shift and a digit. macOS keeps ⌘ with Shift for pictures of
 * the screen, and other systems Alt with Shift for the keyboard’s layout.
 */
export const keyNames = (userAgent: string): { alt: string; command: string; account: string } =>
  userAgent.includes('Macintosh') ? { alt: 'Option', command: '⌘', account: 'Option' } : { alt: 'Alt', command: 'Ctrl', account: 'Ctrl' }

export const regionWords: Record<Region, string> = { global: 'Global', eu: 'EU', custom: 'Custom', demo: 'Demo' }

/** Where an account's exchange is. Plain http is only ever possible on this computer, and says so wherever the region is told. */
export const whereWords = ({ region, baseUrl }: { region: Region; baseUrl: string }): string =>
  region === 'custom' && baseUrl.startsWith('http:') ? 'Custom, plain http on this computer' : regionWords[region]

export const dialectWords: Record<Dialect, { title: string; text: string }> = {
  live: { title: 'Public service', text: 'order fields as the live exchange spells them, orderId' },
  spec: { title: 'As specified', text: 'order fields as the API specification spells them, order_id' },
}

export const storageWords: Record<KeyStorage, string> = {
  keychain: 'Key in this computer’s keychain',
  session: 'Key for this session only, in memory',
  demo: 'Built-in demo, no real key',
}

export const keyStateWords: Record<KeyState, { text: string; tone: Tone }> = {
  unknown: { text: 'Key not used yet', tone: 'plain' },
  accepted: { text: 'Key accepted', tone: 'good' },
  rejected: { text: 'Key rejected', tone: 'danger' },
  'locked-or-missing': { text: 'Key locked or missing', tone: 'danger' },
  'keychain-trouble': { text: 'Keychain trouble', tone: 'danger' },
  'session-ended': { text: 'Session key ended', tone: 'danger' },
  locked: { text: 'Locked', tone: 'danger' },
}

/** A key that is not good: nothing of its account is monitored. */
export type KeyTrouble = Exclude<KeyState, 'unknown' | 'accepted'>

export const isKeyTrouble = (state: KeyState): state is KeyTrouble => state !== 'unknown' && state !== 'accepted'

export const keyTroubleWords: Record<KeyTrouble, { title: string; text: string }> = {
  rejected: { title: 'The exchange rejects this key', text: 'Nothing is monitored. Enter the key anew, or enable it on the exchange.' },
  'locked-or-missing': {
    title: 'The keychain gives no key',
    text: 'Nothing is monitored. Unlock the keychain, or enter the key anew.',
  },
  'keychain-trouble': {
    title: 'The keychain did not work',
    text: 'Nothing is monitored. Try again; if it stays, restart the keychain.',
  },
  'session-ended': {
    title: 'The session-only key is gone',
    text: 'It ended with the last run, or when Plimsoll was locked. Nothing is monitored until you enter it again.',
  },
  locked: { title: 'Plimsoll was locked', text: 'Nothing is monitored until its key is loaded again.' },
}

export const connectionWords: Record<ConnectionView['state'], { text: string; tone: Tone }> = {
  off: { text: 'Not connected', tone: 'plain' },
  checking: { text: 'Connecting', tone: 'plain' },
  online: { text: 'Online', tone: 'good' },
  offline: { text: 'Offline', tone: 'danger' },
}

/** How the connection stands; maintenance where that is why calls fail, of both as they are explained. */
export const connectionTold = (link: ConnectionView | null, portfolio: PortfolioView | null): { text: string; tone: Tone } => {
  const problems = [link?.problem, ...(portfolio === null ? [] : monitoredFeeds(portfolio)).map(({ problem }) => problem)]
  return problems.some((problem) => problem?.code === 'maintenance')
    ? { text: 'Maintenance', tone: 'caution' }
    : connectionWords[link?.state ?? 'checking']
}

/** How the key stands; this computer's clock where that is why the exchange refuses it. `problem`: as it is explained. */
export const keyTold = (state: KeyState, problem: Problem | null, clockSkew: number | null): { text: string; tone: Tone } =>
  state === 'rejected' && problem?.code === 'clock-wrong' && clockSkew !== null
    ? { text: `Clock ${textOf(offByText(clockSkew))}`, tone: 'danger' }
    : keyStateWords[state]

export const directionWords: Record<Direction, string> = { long: 'Long', short: 'Short', unclear: 'Side unknown' }

/** What a liquidation state means; `known` is false for a value this version has not met (specification 3.3). */
export const liquidationStateWords = (state: string | null | undefined): { text: string; tone: Tone; known: boolean } => {
  if (state === undefined) return { text: 'not sent', tone: 'plain', known: true }
  if (state === null) return { text: 'none', tone: 'plain', known: true }
  if (state === 'margin_call') return { text: 'Margin call', tone: 'danger', known: true }
  if (state === 'liquidation') return { text: 'Liquidation', tone: 'danger', known: true }
  return { text: state, tone: 'caution', known: false }
}

/** Clock skew is known to about a second, so anything below two is in step. The demo's time can be sent ahead, which is no fault. */
export const clockWords = (skew: number | null, demo = false): { text: string; tone: Tone } => {
  if (skew === null) return { text: 'not known yet', tone: 'plain' }
  const away = Math.abs(skew)
  if (away < 2) return { text: 'in step with the exchange, within about a second', tone: 'good' }
  const side = skew > 0 ? 'ahead of' : 'behind'
  if (demo) return { text: `${spanText(away)} ${side} the demo, whose time can be sent ahead`, tone: 'plain' }
  return { text: `${spanText(away)} ${side} the exchange`, tone: away > mostSkew ? 'danger' : 'caution' }
}

export const positionActWords = { close: 'Close', reduce: 'Reduce', reverse: 'Reverse' } as const

/** "long BTC_USDT". */
export const positionName = (position: Position): string => `${directionWords[directionOf(position)].toLowerCase()} ${position.market}`

export const walletWords: Record<Wallet, string> = { main: 'Main', trade: 'Trade', collateral: 'Collateral', unrealized: 'Unrealized PnL' }

/** Beside every export while amounts are hidden. */
export const exactInExports = 'The file holds exact amounts.'

/** "1 position", "14 positions". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A count of things for reading: "12,345". Whole numbers only; amounts are decimals and have their own manner. */
export const countText = (count: number): string => grouped.format(count)

/** "1 record", "12,345 records". */
export const countedText = (count: number, one: string, many = `${one}s`): string => `${countText(count)} ${count === 1 ? one : many}`
