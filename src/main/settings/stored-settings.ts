// What the settings file may say, field by field.
import { z } from 'zod'
import { checkProxy } from '../../shared/domain/address.js'
import { type AlertSettings, isAlertSettings } from '../../shared/domain/alert.js'
import { defaultSettings, type Settings } from '../../shared/domain/settings.js'

const coordinate = z.int().min(-100_000).max(100_000)
const length = z.int().min(100).max(100_000)

/** Where the window was, in the screen's own coordinates; `displayId` is the system's id of the display, where it is known. */
const windowPlace = z.object({
  x: coordinate,
  y: coordinate,
  width: length,
  height: length,
  maximized: z.boolean(),
  displayId: z.int().nullable().default(null),
})

export type WindowPlace = z.input<typeof windowPlace>

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

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As `checkProxy` writes it, and nothing else: what stands in the file is used as it is. */
const isCheckedProxy = (value: string): boolean => {
  const checked = checkProxy(value)
  return checked.ok && checked.proxy === value
}

export const settingSchemas = {
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  utcTimes: z.boolean(),
  tray: z.boolean(),
  onClose: z.enum(['keep-running', 'quit']),
  closeExplained: z.boolean(),
  proxy: z.string().refine(isCheckedProxy),
  alerts: z.custom<AlertSettings>(isAlertSettings),
} satisfies { [Name in keyof Settings]: z.ZodType<Settings[Name]> }

const someSettings = z.object(settingSchemas).partial()

export const readWindowPlace = (value: unknown): WindowPlace | null => windowPlace.safeParse(value).data ?? null

/** The fields of `patch` that are settings and fit, over `base`; and the names of those that do not fit. A field that is absent stays as it is. */
export const applySettings = (base: Settings, patch: unknown): { settings: Settings; refused: string[] } => {
  const given = Object.entries(isRecord(patch) ? patch : {}).filter(([, value]) => value !== undefined)
  const refused = [...new Set(someSettings.safeParse(Object.fromEntries(given)).error?.issues.map(({ path }) => String(path[0])))]
  const fitting = someSettings.parse(Object.fromEntries(given.filter(([name]) => !refused.includes(name))))
  return { settings: { ...base, ...fitting }, refused }
}

/** Null where the text is not a settings file at all: empty, cut off, not an object, or made to reach where it should not. */
export const readSettings = (content: string): SettingsReading | null => {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return null
  }
  if (!isRecord(value) || Object.hasOwn(value, '__proto__')) return null
  const { settings, refused } = applySettings(defaultSettings, value)
  const place = value['window'] ?? null
  const window = readWindowPlace(place)
  if (place !== null && window === null) refused.push('window')
  return { settings, window, repaired: value['repaired'] === true, refused }
}

export const settingsFileContent = ({ settings, window, repaired }: SettingsContent): Record<string, unknown> => ({
  ...settings,
  ...(window === null ? {} : { window: readWindowPlace(window) }),
  ...(repaired ? { repaired } : {}),
})
