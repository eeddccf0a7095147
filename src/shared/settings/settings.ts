import { defaultAlertSettings, type AlertSettings } from '../alerts/alert.js'
import type { AddressFamilyChoice } from '../portfolio/connection.js'
import type { FormatChoice } from '../formats.js'
import type { HiddenFigures } from '../hidden-amounts.js'
import type { LanguageChoice } from '../messages/language.js'
import { defaultLockSettings, type LockSettings } from '../lock/lock.js'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'
/** Which colour a gain has; a loss has the other. In East Asia gains are red. */
export type GainColour = 'green' | 'red'

/** What a person chose. Kept apart from data: losing it costs preferences, never money. */
export type Settings = {
  /** Of every sentence, in the window and outside it. */
  language: LanguageChoice
  /** Of numbers and dates, likewise. */
  formats: FormatChoice
  theme: Theme
  density: Density
  gainColour: GainColour
  /** Times in UTC instead of local time. */
  utcTimes: boolean
  /**
   * CSV files begin with a byte-order mark: some spreadsheet programs take them for Unicode only
   * so.
   */
  csvBom: boolean
  /** Whether there is a tray icon. Off means closing the window quits. */
  tray: boolean
  /** What closing the window does where a tray icon is on. */
  onClose: 'keep-running' | 'quit'
  /** Whether the one-time explanation of where the window went has been shown. */
  closeExplained: boolean
  /** Whether the first steps were gone through, or skipped. */
  onboardingDone: boolean
  /** `http://host:port` of the proxy that calls to the exchange go through; '' for none. */
  proxy: string
  /** Whether calls to the exchange use IPv4 or IPv6, where no proxy is between. */
  addressFamily: AddressFamilyChoice
  /** What totals are counted in. */
  currency: string
  /** Columns of the table of positions by their ids; null for as many as there is room for. */
  positionColumns: string[] | null
  alerts: AlertSettings
  /**
   * Amounts of the accounts are masked, in the window and outside it: balances, sizes, results,
   * prices of their own.
   */
  hideAmounts: boolean
  /** While they are, percentages, LTV and prices of markets are masked, too. */
  hidePercentages: boolean
  /** Asks the system to leave the window out of pictures and recordings of the screen. */
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
  closeExplained: false,
  onboardingDone: false,
  proxy: '',
  addressFamily: 'automatic',
  currency: 'USDT',
  positionColumns: null,
  alerts: defaultAlertSettings,
  hideAmounts: false,
  hidePercentages: false,
  blockScreenCapture: false,
  lock: defaultLockSettings,
}

/** Which figures go while amounts are hidden. */
export function hiddenFigures({
  hidePercentages,
}: Pick<Settings, 'hidePercentages'>): HiddenFigures {
  return hidePercentages ? 'all' : 'amounts'
}
