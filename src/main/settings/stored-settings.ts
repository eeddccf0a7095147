// What a settings file may say, field by field. Pure; the file itself is settings-file.ts's business.
import { checkProxy } from '../../shared/domain/address.js'
import { isAlertSettings } from '../../shared/domain/alert.js'
import { defaultSettings, type Settings } from '../../shared/domain/settings.js'

/** Where the window was, in the screen's own coordinates. */
export type WindowPlace = {
  x: number
  y: number
  width: number
  height: number
  maximized: boolean
  /** The system's id of the display it was on, where it is known. */
  displayId?: number | null
}

export type SettingsContent = {
  settings: Settings
  window: WindowPlace | null
  /** The file was last written by a repair, not by a choice: it is not copied over the last good one. */
  repaired: boolean
}

export type SettingsReading = SettingsContent & {
  /** Fields that could not be used and fell to their defaults. */
  refused: string[]
}

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const oneOf =
  <T extends string>(...words: readonly T[]) =>
  (value: unknown): value is T =>
    words.some((word) => word === value)

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** As `checkProxy` writes it, and nothing else: what stands in the file is used as it is. */
const isProxy = (value: unknown): value is string => {
  if (typeof value !== 'string') return false
  const checked = checkProxy(value)
  return checked.ok && checked.proxy === value
}

const fits: { [Name in keyof Settings]: (value: unknown) => value is Settings[Name] } = {
  theme: oneOf('system', 'light', 'dark'),
  density: oneOf('comfortable', 'compact'),
  utcTimes: isBoolean,
  tray: isBoolean,
  onClose: oneOf('keep-running', 'quit'),
  closeExplained: isBoolean,
  proxy: isProxy,
  alerts: isAlertSettings,
}

const within = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most

export const isWindowPlace = (value: unknown): value is WindowPlace =>
  isFields(value) &&
  within(value['x'], -100_000, 100_000) &&
  within(value['y'], -100_000, 100_000) &&
  within(value['width'], 100, 100_000) &&
  within(value['height'], 100, 100_000) &&
  isBoolean(value['maximized']) &&
  (value['displayId'] === undefined ||
    value['displayId'] === null ||
    within(value['displayId'], Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER))

/** The window's place with nothing else beside it. */
const windowPlaceOf = ({ x, y, width, height, maximized, displayId }: WindowPlace): WindowPlace => ({
  x,
  y,
  width,
  height,
  maximized,
  displayId: displayId ?? null,
})

/** The fields of `patch` that are settings and fit, over `base`; and the names of those that do not fit. A field that is absent stays as it is. */
export const applySettings = (base: Settings, patch: unknown): { settings: Settings; refused: string[] } => {
  if (!isFields(patch)) return { settings: base, refused: [] }
  const refused: string[] = []
  const pick = <Name extends keyof Settings>(name: Name): Settings[Name] => {
    const value = Object.hasOwn(patch, name) ? patch[name] : undefined
    if (value === undefined) return base[name]
    const test: (value: unknown) => value is Settings[Name] = fits[name]
    if (test(value)) return value
    refused.push(name)
    return base[name]
  }
  const settings: Settings = {
    theme: pick('theme'),
    density: pick('density'),
    utcTimes: pick('utcTimes'),
    tray: pick('tray'),
    onClose: pick('onClose'),
    closeExplained: pick('closeExplained'),
    proxy: pick('proxy'),
    alerts: pick('alerts'),
  }
  return { settings, refused }
}

/** Null where the text is not a settings file at all: empty, cut off, not an object, or made to reach where it should not. */
export const readSettings = (content: string): SettingsReading | null => {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return null
  }
  if (!isFields(value) || Object.hasOwn(value, '__proto__')) return null
  const { settings, refused } = applySettings(defaultSettings, value)
  const place = value['window'] ?? null
  const window = isWindowPlace(place) ? windowPlaceOf(place) : null
  if (place !== null && window === null) refused.push('window')
  return { settings, window, repaired: value['repaired'] === true, refused }
}

export const settingsFileContent = ({ settings, window, repaired }: SettingsContent): Record<string, unknown> => ({
  ...settings,
  ...(window === null ? {} : { window: windowPlaceOf(window) }),
  ...(repaired ? { repaired } : {}),
})
