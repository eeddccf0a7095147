import { defaultAlertSettings, type AlertSettings } from '../alerts/alert.js'
import type { AddressFamilyChoice } from '../portfolio/connection.js'
import type { FormatChoice } from '../formats.js'
import type { MiniShortcut } from '../desktop/mini.js'
import type { HiddenFigures } from '../hidden-amounts.js'
import type { LanguageChoice } from '../messages/language.js'
import { defaultLockSettings, type LockSettings } from '../lock/lock.js'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'
/** The colour of a gain; a loss has the other. In East Asia gains are red. */
export type GainColour = 'green' | 'red'

/** The user's preferences. Kept apart from data: losing them never costs money. */
export type Settings = {
  /** For all text, in the window and outside it. */
  language: LanguageChoice
  /** For numbers and dates, likewise. */
  formats: FormatChoice
  theme: Theme
  density: Density
  gainColour: GainColour
  /** Times in UTC instead of local time. */
  utcTimes: boolean
  /**
   * CSV files begin with a byte-order mark: some spreadsheet programs need it to detect Unicode.
   */
  csvBom: boolean
  /** Whether there is a tray icon. Off means closing the window quits. */
  tray: boolean
  /** What closing the window does if a tray icon is on. */
  onClose: 'keep-running' | 'quit'
  /** Whether the mini window is open; it is again after a start. */
  miniWindow: boolean
  /** Toggles it from anywhere. */
  miniShortcut: MiniShortcut
  /** Whether the one-time explanation of where the window went has been shown. */
  closeExplained: boolean
  /** Whether the first steps were completed or skipped. */
  onboardingDone: boolean
  /** `http://host:port` of the proxy that calls to the exchange go through; '' for none. */
  proxy: string
  /** Whether calls to the exchange use IPv4 or IPv6, if there is no proxy. */
  addressFamily: AddressFamilyChoice
  /** Whether accounts connect to the exchange's stream. */
  liveUpdates: boolean
  /** Accounts that do not, by id. */
  liveUpdatesOff: string[]
  /** The currency of totals. */
  currency: string
  /** Visible columns of the positions table, by id; null for as many as fit. */
  positionColumns: string[] | null
  alerts: AlertSettings
  /**
   * Masks account amounts, in the window and outside it: balances, sizes, results, the account's
   * own prices.
   */
  hideAmounts: boolean
  /** While amounts are hidden, also masks percentages, LTV and market prices. */
  hidePercentages: boolean
  /** Asks the system to exclude the window from screenshots and screen recordings. */
  blockScreenCapture: boolean
  lock: LockSettings
}

export const defaultSettings: Settings = {
  language: 'system',
  formats: 'plain',
  theme: 'system',
  density: 'comfortable',
  gainColour: 'green',
  utcTimes: false,
  csvBom: false,
  tray: true,
  onClose: 'keep-running',
  miniWindow: false,
  miniShortcut: 'off',
  closeExplained: false,
  onboardingDone: false,
  proxy: '',
  addressFamily: 'automatic',
  liveUpdates: false,
  liveUpdatesOff: [],
  currency: 'USDT',
  positionColumns: null,
  alerts: defaultAlertSettings,
  hideAmounts: false,
  hidePercentages: false,
  blockScreenCapture: false,
  lock: defaultLockSettings,
}

/** Which figures are masked while amounts are hidden. */
export function hiddenFigures({
  hidePercentages,
}: Pick<Settings, 'hidePercentages'>): HiddenFigures {
  return hidePercentages ? 'all' : 'amounts'
}
