// Settings of an import that are not in the settings file yet. They are written at every start, so
// they are separate from the import, which is loaded on first use.
import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Settings } from '../../shared/settings/settings.js'
import type { SettingsFile } from '../settings/stored-settings.js'
import type { AppState } from './app-state.js'
import type { LateSettings as PendingSettings } from './settings-import-repository.js'
import type { AppStorage } from './storage.js'

type LateWriting = {
  settings(): Settings
  change(settings: Partial<Settings>): Result<unknown, Problem>
}

/**
 * Those of an import that nobody has changed since it was confirmed. Read from the file again,
 * members may be in another order.
 */
export function unchangedSince(late: PendingSettings, now: Settings): Record<string, unknown> {
  const current: Record<string, unknown> = now
  return Object.fromEntries(
    Object.entries(late)
      .filter(([name, { before }]) => isDeepStrictEqual(current[name], before))
      .map(([name, { after }]) => [name, after]),
  )
}

/**
 * Writes settings of an import that are not in the settings file yet. Called at the start, before
 * anything uses them, and after an import until it succeeds. What was chosen since then stays.
 */
export function finishImport(
  { imports, readOnly }: Pick<AppStorage, 'imports' | 'readOnly'>,
  { settings, change }: LateWriting,
): Result<null, Problem> {
  // What could not be noted as done would be done again and again.
  if (readOnly) return ok(null)
  const pending = imports.pending()
  if (!pending.ok) return pending
  if (pending.value === null) return ok(null)
  const some = unchangedSince(pending.value, settings())
  const written = change(some)
  // Another version may refuse what this one wrote: that will not change by waiting.
  return written.ok || written.error.code === 'bad-input' ? imports.settled() : written
}

export type LateSettings = {
  finish: () => Result<null, Problem>
  /** Of an import that was just made. */
  begin: () => void
}

/** The settings of an import that are still to be written to the settings file. */
export function createLateSettings(parts: {
  storage: Pick<AppStorage, 'imports' | 'readOnly'>
  settings: Pick<SettingsFile, 'settings'>
  /** Also applies the changed settings. */
  changeSettings(some: Partial<Settings>): Result<unknown, Problem>
  notify: AppState['notify']
}): LateSettings {
  const { storage, settings, changeSettings, notify } = parts
  let isWritten = false

  /** Once written, they are not written again over what the user changed since. */
  const changeOnce = (some: Partial<Settings>): Result<unknown, Problem> => {
    const written = isWritten ? ok(null) : changeSettings(some)
    isWritten = written.ok
    return written
  }

  const finish = (): Result<null, Problem> =>
    finishImport(storage, { settings: settings.settings, change: changeOnce })

  return {
    finish,
    begin: (): void => {
      isWritten = false
      const finished = finish()
      if (finished.ok) return
      const { message } = finished.error
      notify({
        level: 'caution',
        title: messageOf('accounts.settings-file.settings-later.title'),
        text: messageOf('accounts.settings-file.settings-later.text', { message }),
      })
    },
  }
}
