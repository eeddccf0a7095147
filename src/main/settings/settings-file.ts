// Preferences, kept through electron-store, which by itself throws on a damaged file or wipes it. Whatever the file holds, Plimsoll
// starts: damage is set aside, the last good copy or the defaults take over, and a notice says so.
import { copyFileSync, lstatSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Problem } from '../../shared/domain/problem.js'
import type { Notice } from '../../shared/domain/app-state.js'
import { defaultSettings, type Settings } from '../../shared/domain/settings.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import {
  applySettings,
  readSettings,
  readWindowPlace,
  settingsFileContent,
  type SettingsContent,
  type WindowPlace,
} from './stored-settings.js'
import { faultOf, databaseProblem } from '../database/database-fault.js'
import { corruptName, preparePrivateFolder, replaceFile, stamp, tightenFile } from '../database/database-files.js'
import { noLog, type DatabaseLog } from '../database/database-log.js'

/** Setting `store` replaces the whole file, all or nothing. */
export type ElectronStore = { store: Record<string, unknown> }

export type ElectronStoreOptions = {
  cwd: string
  name: string
  fileExtension: string
  configFileMode: number
  clearInvalidConfig: boolean
  accessPropertiesByDotNotation: boolean
}

export type SettingsFile = {
  settings(): Settings
  /** On disk when it returns; where the disk refuses, nothing has changed. `bad-input` names what does not fit. */
  change(patch: Partial<Settings>): Result<Settings, Problem>
  windowPlace(): WindowPlace | null
  /** A place that makes no sense is not remembered. */
  rememberWindow(place: WindowPlace): Result<null, Problem>
}

export type SettingsFilePorts = {
  /** Absolute. */
  folder: string
  clock: Clock
  openFile: (options: ElectronStoreOptions) => ElectronStore
  log?: DatabaseLog
}

const defaults: SettingsContent = { settings: defaultSettings, window: null, repaired: false }

/** Strict UTF-8, and a byte order mark is not JSON. Null where the text cannot be had. */
const readText = (path: string): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch {
    return null
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

export const openSettingsFile = (ports: SettingsFilePorts): { file: SettingsFile; notices: Notice[] } => {
  const { folder, clock, openFile, log = noLog } = ports
  const path = join(folder, 'settings.json')
  const lastGoodPath = join(folder, 'settings.last-good.json')
  const options: ElectronStoreOptions = {
    cwd: folder,
    name: 'settings',
    fileExtension: 'json',
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
  }
  const notices: Notice[] = []
  let content: SettingsContent = defaults
  let storage: ElectronStore | null = null

  /** @throws what the file system throws; then the old file is still whole */
  const write = (next: SettingsContent): void => {
    storage ??= openFile(options)
    storage.store = settingsFileContent(next)
  }

  const save = (next: SettingsContent): Result<null, Problem> => {
    try {
      write(next)
    } catch (error) {
      const { reason, message } = faultOf(error)
      log.warn('settings not written', { reason, message })
      return fail({ ...databaseProblem(reason), message: 'Your choice could not be saved, so it was not applied.' })
    }
    content = next
    return ok(null)
  }

  const notify = (title: string, text: string): void => {
    log.warn('settings repaired', { title, text })
    notices.push({ id: `settings-${stamp(clock())}`, at: clock(), level: 'caution', title, text })
  }

  /** Returns the sentence about the old file; it is never deleted. */
  const setAside = (move: (from: string, to: string) => void): string => {
    const name = corruptName(path, clock())
    try {
      move(path, name)
      return ` The old file is kept as ${basename(name)}.`
    } catch (error) {
      log.warn('settings not set aside', { reason: faultOf(error).reason })
      return ' The old file could not be moved: remove it, or no choice can be saved.'
    }
  }

  const repair = (next: SettingsContent, title: string, text: string): void => {
    notify(title, text)
    // Also where it cannot be written: the app goes on with what it has.
    content = next
    save(next)
  }

  const startOver = (title: string, kept: string): void => {
    const lastGood = readSettings(readText(lastGoodPath) ?? '')
    if (lastGood === null) repair({ ...defaults, repaired: true }, title, `Your preferences are back to the defaults.${kept}`)
    else repair({ ...lastGood, repaired: true }, title, `Your preferences from an earlier start are back.${kept}`)
  }

  const load = (): void => {
    if (!exists(path)) {
      if (exists(lastGoodPath)) startOver('Your preferences were missing.', '')
      return
    }
    const text = readText(path)
    const reading = text === null ? null : readSettings(text)
    if (text === null || reading === null) return startOver('Your preferences could not be read.', setAside(renameSync))
    if (reading.refused.length > 0) {
      const fields = reading.refused.join(', ')
      return repair(
        { ...reading, repaired: true },
        'Some of your preferences could not be used.',
        `Back to the default: ${fields}. The others are as they were.${setAside(copyFileSync)}`,
      )
    }
    content = reading
    // Only what loaded as the person's own becomes the copy to come back to.
    if (!reading.repaired && readText(lastGoodPath) !== text) replaceFile(lastGoodPath, text)
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
    settings: () => content.settings,
    change: (patch) => {
      const { settings, refused } = applySettings(content.settings, patch)
      if (refused.length > 0) {
        const fields = Object.fromEntries(refused.map((name) => [name, ['This value is not one of those allowed.']]))
        return fail({ code: 'bad-input', message: `These settings do not fit: ${refused.join(', ')}.`, fields })
      }
      const saved = save({ ...content, settings, repaired: false })
      return saved.ok ? ok(settings) : saved
    },
    windowPlace: () => content.window,
    rememberWindow: (place) => (readWindowPlace(place) === null ? ok(null) : save({ ...content, window: place })),
  }
  return { file, notices }
}
