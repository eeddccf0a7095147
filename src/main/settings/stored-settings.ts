// Preferences, stored through electron-store, which by itself throws on a damaged file or wipes it.
// Plimsoll starts whatever the file contains: damage is set aside, the last good copy or the
// defaults take over, and a notice says so.
import { copyFileSync, lstatSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { checkProxy } from '../../shared/accounts/address.js'
import {
  type AlertSettings,
  defaultAlertSettings,
  isAlertSettings,
} from '../../shared/alerts/alert.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import { miniShortcuts } from '../../shared/desktop/mini.js'
import { addressFamilyChoices } from '../../shared/portfolio/connection.js'
import type { Problem } from '../../shared/problem.js'
import { loosenedLock, mostIdleMinutes, mostIdleMinutesArmed } from '../../shared/lock/lock.js'
import { defaultSettings, type Settings } from '../../shared/settings/settings.js'
import { regionTags } from '../../shared/formats.js'
import { parseJson } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { databaseProblem, type DatabaseLog, faultOf, noLog } from '../database/database-fault.js'
import {
  corruptName,
  preparePrivateFolder,
  replaceFile,
  stamp,
  tightenFile,
} from '../database/database-files.js'
import { catalogueLanguages } from '../../shared/messages/language.js'
import { englishOf, type Message, messageOf } from '../../shared/messages/messages.js'

const coordinate = z.int().min(-100_000).max(100_000)
const length = z.int().min(100).max(100_000)

/**
 * The window's bounds in screen coordinates; `displayId` is the system's id of the display, if
 * known.
 */
const windowPlace = z.object({
  x: coordinate,
  y: coordinate,
  width: length,
  height: length,
  maximized: z.boolean(),
  displayId: z.int().nullable().default(null),
})

export type WindowPlace = z.input<typeof windowPlace>

/** Of the mini window; its size is fixed. */
const miniPlace = z.object({ x: coordinate, y: coordinate })
export type MiniPlace = z.infer<typeof miniPlace>

type SettingsContent = {
  settings: Settings
  window: WindowPlace | null
  mini: MiniPlace | null
  /** Fingerprint of what the user last agreed to leave on the exchange when quitting. */
  left: string | null
  /**
   * The file was last written by a repair, not by a choice: it is not copied over the last good
   * one.
   */
  repaired: boolean
}

type SettingsReading = SettingsContent & {
  /** Fields that could not be used and were replaced by their defaults. */
  refused: string[]
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As `checkProxy` writes it, and nothing else: the file's value is used as is. */
function isCheckedProxy(value: string): boolean {
  const checked = checkProxy(value)
  return checked.ok && checked.proxy === value
}

/** Settings saved by earlier versions, with later settings added and the removed one dropped. */
function completeAlertSettings(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { figuresInNotifications, sounds } = defaultAlertSettings
  const kept = Object.entries(value).filter(([name]) => name !== 'amountsInNotifications')
  return { figuresInNotifications, sounds, ...Object.fromEntries(kept) }
}

/** In earlier versions a lock wiped the keys unless the user had chosen to keep read access. */
const oldLock = z.looseObject({ keepReadAccess: z.boolean(), dropsKeys: z.undefined().optional() })

/**
 * Migrates the lock settings of earlier versions. Kept read access stays kept. That it was not kept
 * says nothing, because that was the default, written to every file; so the new default applies,
 * and a notice says so.
 */
function migrateLock(file: { readonly [name: string]: unknown }): {
  readonly [name: string]: unknown
} {
  const saved = oldLock.safeParse(file['lock'])
  if (!saved.success) return file
  const kept = Object.entries(saved.data).filter(([name]) => name !== 'keepReadAccess')
  return { ...file, lock: { ...Object.fromEntries(kept), dropsKeys: false } }
}

/** Whether a lock wiped the keys, according to an earlier version's file. */
function wipedKeys(content: string): boolean {
  const file = parseJson(content)
  return isRecord(file) && oldLock.safeParse(file['lock']).data?.keepReadAccess === false
}

/**
 * Settings saved by versions without margin level steps, with the default ones. An empty list means
 * none.
 */
function completeMarginSteps(value: unknown): unknown {
  return isRecord(value)
    ? { marginLevelSteps: defaultAlertSettings.marginLevelSteps, ...value }
    : value
}

export const settingSchemas = {
  language: z.enum(['system', ...catalogueLanguages]),
  formats: z.enum(['plain', 'system', ...regionTags]),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  gainColour: z.enum(['green', 'red']),
  utcTimes: z.boolean(),
  csvBom: z.boolean(),
  tray: z.boolean(),
  onClose: z.enum(['keep-running', 'quit']),
  miniWindow: z.boolean(),
  miniShortcut: z.enum(miniShortcuts),
  closeExplained: z.boolean(),
  onboardingDone: z.boolean(),
  proxy: z.string().refine(isCheckedProxy),
  addressFamily: z.enum(addressFamilyChoices),
  liveUpdates: z.boolean(),
  liveUpdatesOff: z.array(z.string().regex(/^[\w-]{1,64}$/)).max(200),
  currency: z.string().regex(/^[A-Z0-9]{1,20}$/),
  positionColumns: z
    .array(z.string().regex(/^[a-z-]{1,30}$/))
    .max(30)
    .nullable(),
  alerts: z.preprocess(
    (value) => completeMarginSteps(completeAlertSettings(value)),
    z.custom<AlertSettings>(isAlertSettings),
  ),
  hideAmounts: z.boolean(),
  hidePercentages: z.boolean(),
  blockScreenCapture: z.boolean(),
  lock: z.strictObject({
    idleMinutes: z.int().min(1).max(mostIdleMinutes).nullable(),
    idleMinutesArmed: z.int().min(1).max(mostIdleMinutesArmed),
    dropsKeys: z.boolean(),
  }),
} satisfies { [Name in keyof Settings]: z.ZodType<Settings[Name]> }

const someSettings = z.object(settingSchemas).partial()

export function readWindowPlace(value: unknown): WindowPlace | null {
  return windowPlace.safeParse(value).data ?? null
}

/** A SHA-256 digest, so that the file does not reveal the situation. */
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/)

function readMiniPlace(value: unknown): MiniPlace | null {
  return miniPlace.safeParse(value).data ?? null
}

/**
 * Applies the valid settings of `patch` over `base`; also returns the names of invalid ones. An
 * absent field stays as it is.
 */
export function applySettings(
  base: Settings,
  patch: unknown,
): { settings: Settings; refused: string[] } {
  const given = Object.entries(isRecord(patch) ? patch : {}).filter(
    ([, value]) => value !== undefined,
  )
  const refused = [
    ...new Set(
      someSettings
        .safeParse(Object.fromEntries(given))
        .error?.issues.map(({ path }) => String(path[0])),
    ),
  ]
  const fitting = someSettings.parse(
    Object.fromEntries(given.filter(([name]) => !refused.includes(name))),
  )
  return { settings: { ...base, ...fitting }, refused }
}

/**
 * Null if the text is not a settings file: empty, truncated, not an object, or crafted to reach
 * where it should not.
 */
export function readSettings(content: string): SettingsReading | null {
  const value = parseJson(content)
  if (!isRecord(value) || Object.hasOwn(value, '__proto__')) return null
  const { settings, refused } = applySettings(defaultSettings, migrateLock(value))
  const place = value['window'] ?? null
  const window = readWindowPlace(place)
  if (place !== null && window === null) refused.push('window')
  const miniAt = value['mini'] ?? null
  const mini = readMiniPlace(miniAt)
  if (miniAt !== null && mini === null) refused.push('mini')
  const left = fingerprint.safeParse(value['left']).data ?? null
  return { settings, window, mini, left, repaired: value['repaired'] === true, refused }
}

export function settingsFileContent({
  settings,
  window,
  mini,
  left,
  repaired,
}: SettingsContent): Record<string, unknown> {
  return {
    ...settings,
    ...(window === null ? {} : { window: readWindowPlace(window) }),
    ...(mini === null ? {} : { mini }),
    ...(left === null ? {} : { left }),
    ...(repaired ? { repaired } : {}),
  }
}

/** Setting `store` replaces the whole file, all or nothing. */
export type ElectronStore = { store: Record<string, unknown> }

const storeOptions = {
  name: 'settings',
  fileExtension: 'json',
  configFileMode: 0o600,
  clearInvalidConfig: false,
  accessPropertiesByDotNotation: false,
}
export type ElectronStoreOptions = typeof storeOptions & { cwd: string }

const defaults: SettingsContent = {
  settings: defaultSettings,
  window: null,
  mini: null,
  left: null,
  repaired: false,
}

/** Strict UTF-8; a byte order mark is not JSON. Null if the text cannot be read. */
function readText(path: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch {
    return null
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

export type SettingsFile = {
  settings: () => Settings
  /**
   * On disk when it returns; if the disk refuses, nothing has changed. `bad-input` names the
   * invalid fields.
   */
  change: (patch: Partial<Settings>) => Result<Settings, Problem>
  /** Whether the file can be written: writes what it has, which is no choice of the user. */
  tryWriting: () => Result<null, Problem>
  windowPlace: () => WindowPlace | null
  /** Implausible bounds are not remembered. */
  rememberWindow: (place: WindowPlace) => Result<null, Problem>
  miniPlace: () => MiniPlace | null
  rememberMini: (place: MiniPlace) => Result<null, Problem>
  left: () => string | null
  rememberLeft: (print: string) => Result<null, Problem>
}

/** `folder`: absolute. */
export function openSettingsFile(ports: {
  folder: string
  clock: Clock
  openFile: (options: ElectronStoreOptions) => ElectronStore
  /** Notices about the file while Plimsoll runs. */
  onNotice?: (notice: Notice) => void
  log?: DatabaseLog
}): { file: SettingsFile; notices: Notice[] } {
  const { folder, clock, openFile, onNotice, log = noLog } = ports
  const path = join(folder, 'settings.json')
  const lastGoodPath = join(folder, 'settings.last-good.json')
  const notices: Notice[] = []
  let content: SettingsContent = defaults
  let storage: ElectronStore | null = null
  /** The file's text as last read or written here; null if there was none that can be read. */
  let known: string | null = null

  /**
   * Changes another program writes while Plimsoll runs are set aside and ignored: the user did not
   * make them here, and a looser lock or another proxy would take effect without confirmation. A
   * damaged file would prevent every choice from being saved.
   */
  const setForeignAside = (): void => {
    if (!exists(path) || readText(path) === known) return
    const name = corruptName(path, clock())
    renameSync(path, name)
    log.warn('settings changed by another program', { file: basename(name) })
    const title = messageOf('accounts.settings.changed-outside')
    const text = messageOf('accounts.settings.changed-outside-text', { file: basename(name) })
    onNotice?.({ id: `settings-${stamp(clock())}`, at: clock(), level: 'caution', title, text })
  }

  const save = (next: SettingsContent): Result<null, Problem> => {
    try {
      setForeignAside()
      storage ??= openFile({ ...storeOptions, cwd: folder })
      // If this throws, the old file is still intact.
      storage.store = settingsFileContent(next)
      known = readText(path)
    } catch (error) {
      const { reason, message } = faultOf(error)
      log.warn('settings not written', { reason, message })
      return fail({ ...databaseProblem(reason), message: messageOf('accounts.settings.not-saved') })
    }
    content = next
    return ok(null)
  }

  /** Returns the sentence about the old file; it is never deleted. */
  const setAside = (move: (from: string, to: string) => void): Message => {
    const name = corruptName(path, clock())
    try {
      move(path, name)
      return messageOf('accounts.settings.old-file-kept', { file: basename(name) })
    } catch (error) {
      log.warn('settings not set aside', { reason: faultOf(error).reason })
      return messageOf('accounts.settings.old-file-in-the-way')
    }
  }

  const repair = (next: SettingsContent, title: Message, text: Message): void => {
    log.warn('settings repaired', { title: englishOf(title), text: englishOf(text) })
    notices.push({ id: `settings-${stamp(clock())}`, at: clock(), level: 'caution', title, text })
    // Even if it cannot be written, the app continues with what it has.
    content = next
    save(next)
  }

  /** Once only: from then on the setting is saved in its new form. */
  const tellOfKeptKeys = (content: string): boolean => {
    if (!wipedKeys(content)) return false
    const at = clock()
    const words = {
      title: messageOf('accounts.settings.lock-title'),
      text: messageOf('accounts.settings.lock-text'),
    }
    notices.push({ id: `lock-${stamp(at)}`, at, level: 'caution', ...words })
    return true
  }

  const startOver = (title: Message, kept: Message | null): void => {
    const lastGoodText = readText(lastGoodPath) ?? ''
    const lastGood = readSettings(lastGoodText)
    tellOfKeptKeys(lastGoodText)
    const what =
      lastGood === null
        ? messageOf('accounts.settings.defaults')
        : messageOf('accounts.settings.earlier')
    repair(
      { ...(lastGood ?? defaults), repaired: true },
      title,
      kept === null ? what : messageOf('exchange.and-then', { first: what, next: kept }),
    )
  }

  const load = (): void => {
    known = readText(path)
    if (!exists(path)) {
      if (exists(lastGoodPath)) startOver(messageOf('accounts.settings.missing'), null)
      return
    }
    const text = readText(path)
    const reading = text === null ? null : readSettings(text)
    if (text === null || reading === null)
      return startOver(messageOf('accounts.settings.unreadable'), setAside(renameSync))
    const isMigrated = tellOfKeptKeys(text)
    if (reading.refused.length > 0) {
      const fields = reading.refused.join(', ')
      return repair(
        { ...reading, repaired: true },
        messageOf('accounts.settings.some-unusable'),
        messageOf('accounts.settings.some-defaults', { fields, kept: setAside(copyFileSync) }),
      )
    }
    content = reading
    // Only a file that loaded as the user's own becomes the fallback copy.
    if (!reading.repaired && readText(lastGoodPath) !== text) replaceFile(lastGoodPath, text)
    if (isMigrated) save(reading)
  }

  try {
    preparePrivateFolder(folder)
    tightenFile(path)
    tightenFile(lastGoodPath)
  } catch (error) {
    log.warn('settings permissions not set', { reason: faultOf(error).reason })
  }
  try {
    load()
  } catch (error) {
    log.warn('last good settings not kept', { reason: faultOf(error).reason })
  }

  const file: SettingsFile = {
    settings: (): Settings => content.settings,
    change: (patch: Partial<Settings>): Result<Settings, Problem> => {
      const { settings, refused } = applySettings(content.settings, patch)
      if (refused.length > 0) {
        const fields = Object.fromEntries(
          refused.map((name) => [name, [messageOf('accounts.settings.not-allowed')]]),
        )
        return fail({
          code: 'bad-input',
          message: messageOf('accounts.settings.misfit', { fields: refused.join(', ') }),
          fields,
        })
      }
      // No choice, so a repaired file stays one.
      if (Object.keys(patch).length === 0) return ok(settings)
      const saved = save({ ...content, settings, repaired: false })
      return saved.ok ? ok(settings) : saved
    },
    tryWriting: (): Result<null, Problem> => save(content),
    windowPlace: (): WindowPlace | null => content.window,
    rememberWindow: (place: WindowPlace): Result<null, Problem> =>
      readWindowPlace(place) === null ? ok(null) : save({ ...content, window: place }),
    miniPlace: (): MiniPlace | null => content.mini,
    left: (): string | null => content.left,
    rememberLeft: (left: string): Result<null, Problem> => save({ ...content, left }),
    rememberMini: ({ x, y }: MiniPlace): Result<null, Problem> => {
      const mini = readMiniPlace({ x, y })
      return mini === null ? ok(null) : save({ ...content, mini })
    },
  }
  return { file, notices }
}

const lockChanged: Problem = {
  code: 'cancelled',
  message: messageOf('accounts.settings.lock-changed'),
  reason: 'LOCK_CHANGED',
}

/** The consequences of a settings change. */
export function createSettingsChanges(parts: {
  file: Pick<SettingsFile, 'settings' | 'change'>
  /** In system dialogs. */
  confirmProxy(before: string, after: string): Promise<Result<unknown, Problem>>
  confirmLooserLock(changes: readonly string[]): Promise<Result<unknown, Problem>>
  /** These now apply; `some` of them were changed. */
  changed(settings: Settings, some: Partial<Settings>): void
}) {
  const { file } = parts

  const change = (some: Partial<Settings>): Result<Settings, Problem> => {
    const written = file.change(some)
    if (written.ok) parts.changed(written.value, some)
    return written
  }

  /** An invalid proxy is refused as such where it is written, without a dialog. */
  const confirmedProxy = async (
    some: Partial<Settings>,
  ): Promise<Result<Partial<Settings>, Problem>> => {
    const { proxy } = file.settings()
    const checked = some.proxy === undefined ? null : checkProxy(some.proxy)
    if (checked?.ok !== true || checked.proxy === proxy) return ok(some)
    const agreed = await parts.confirmProxy(proxy, checked.proxy)
    return agreed.ok ? ok({ ...some, proxy: checked.proxy }) : agreed
  }

  const confirmedLock = async ({ lock }: Partial<Settings>): Promise<Result<null, Problem>> => {
    if (lock === undefined) return ok(null)
    const changes = loosenedLock(file.settings().lock, lock)
    if (changes.length === 0) return ok(null)
    const agreed = await parts.confirmLooserLock(changes)
    if (!agreed.ok) return agreed
    // Tightened behind the dialog: then more would be loosened than it named.
    return loosenedLock(file.settings().lock, lock).every((one) => changes.includes(one))
      ? ok(null)
      : fail(lockChanged)
  }

  return {
    change,
    /** A new proxy and a looser lock are confirmed in a system dialog. */
    changeByPage: async (some: Partial<Settings>): Promise<Result<Settings, Problem>> => {
      const confirmed = await confirmedProxy(some)
      if (!confirmed.ok) return confirmed
      const locks = await confirmedLock(some)
      return locks.ok ? change(confirmed.value) : locks
    },
  }
}
