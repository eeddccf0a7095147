// Preferences, kept through electron-store, which by itself throws on a damaged file or wipes it. Whatever the file holds, Plimsoll
// starts: damage is set aside, the last good copy or the defaults take over, and a notice says so.
import { copyFileSync, lstatSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { checkProxy } from '../../shared/domain/address.js'
import type { Notice } from '../../shared/domain/app-state.js'
import type { Problem } from '../../shared/domain/problem.js'
import { defaultSettings, type Settings } from '../../shared/domain/settings.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { databaseProblem, faultOf } from '../database/database-fault.js'
import { corruptName, preparePrivateFolder, replaceFile, stamp, tightenFile } from '../database/database-files.js'
import { type DatabaseLog, noLog } from '../database/database-health.js'
import {
  applySettings,
  readSettings,
  readWindowPlace,
  type SettingsContent,
  settingsFileContent,
  type WindowPlace,
} from './stored-settings.js'

/** Setting `store` replaces the whole file, all or nothing. */
export type ElectronStore = { store: Record<string, unknown> }

const storeOptions = (folder: string) => ({
  cwd: folder,
  name: 'settings',
  fileExtension: 'json',
  configFileMode: 0o600,
  clearInvalidConfig: false,
  accessPropertiesByDotNotation: false,
})
export type ElectronStoreOptions = ReturnType<typeof storeOptions>

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

export type SettingsFile = ReturnType<typeof openSettingsFile>['file']

/** `folder`: absolute. */
export const openSettingsFile = (ports: {
  folder: string
  clock: Clock
  openFile: (options: ElectronStoreOptions) => ElectronStore
  log?: DatabaseLog
}) => {
  const { folder, clock, openFile, log = noLog } = ports
  const path = join(folder, 'settings.json')
  const lastGoodPath = join(folder, 'settings.last-good.json')
  const notices: Notice[] = []
  let content: SettingsContent = defaults
  let storage: ElectronStore | null = null

  const save = (next: SettingsContent): Result<null, Problem> => {
    try {
      storage ??= openFile(storeOptions(folder))
      // Where this throws, the old file is still whole.
      storage.store = settingsFileContent(next)
    } catch (error) {
      const { reason, message } = faultOf(error)
      log.warn('settings not written', { reason, message })
      return fail({ ...databaseProblem(reason), message: 'Your choice could not be saved, so it was not applied.' })
    }
    content = next
    return ok(null)
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
    log.warn('settings repaired', { title, text })
    notices.push({ id: `settings-${stamp(clock())}`, at: clock(), level: 'caution', title, text })
    // Also where it cannot be written: the app goes on with what it has.
    content = next
    save(next)
  }

  const startOver = (title: string, kept: string): void => {
    const lastGood = readSettings(readText(lastGoodPath) ?? '')
    const what = lastGood === null ? 'Your preferences are back to the defaults.' : 'Your preferences from an earlier start are back.'
    repair({ ...(lastGood ?? defaults), repaired: true }, title, `${what}${kept}`)
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

  const file = {
    settings: (): Settings => content.settings,
    /** On disk when it returns; where the disk refuses, nothing has changed. `bad-input` names what does not fit. */
    change: (patch: Partial<Settings>): Result<Settings, Problem> => {
      const { settings, refused } = applySettings(content.settings, patch)
      if (refused.length > 0) {
        const fields = Object.fromEntries(refused.map((name) => [name, ['This value is not one of those allowed.']]))
        return fail({ code: 'bad-input', message: `These settings do not fit: ${refused.join(', ')}.`, fields })
      }
      const saved = save({ ...content, settings, repaired: false })
      return saved.ok ? ok(settings) : saved
    },
    windowPlace: (): WindowPlace | null => content.window,
    /** A place that makes no sense is not remembered. */
    rememberWindow: (place: WindowPlace): Result<null, Problem> =>
      readWindowPlace(place) === null ? ok(null) : save({ ...content, window: place }),
  }
  return { file, notices }
}

/** What follows a change of settings. */
export const createSettingsChanges = (parts: {
  file: Pick<SettingsFile, 'settings' | 'change'>
  /** In a system dialog. */
  confirmProxy(before: string, after: string): Promise<Result<unknown, Problem>>
  /** These hold now; `some` of them were changed. */
  changed(settings: Settings, some: Partial<Settings>): void
}) => {
  const change = (some: Partial<Settings>): Result<Settings, Problem> => {
    const written = parts.file.change(some)
    if (written.ok) parts.changed(written.value, some)
    return written
  }
  return {
    change,
    /** A new proxy is confirmed in a system dialog. */
    changeByPage: async (some: Partial<Settings>): Promise<Result<Settings, Problem>> => {
      const { proxy } = parts.file.settings()
      const checked = some.proxy === undefined ? null : checkProxy(some.proxy)
      // What is no proxy is refused as that, without a dialog.
      if (checked?.ok !== true || checked.proxy === proxy) return change(some)
      const agreed = await parts.confirmProxy(proxy, checked.proxy)
      return agreed.ok ? change({ ...some, proxy: checked.proxy }) : agreed
    },
  }
}
