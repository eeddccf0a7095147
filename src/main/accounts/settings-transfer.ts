// Settings to and from a file, loaded on first use: see settings-import.ts.
import { messageOf } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { createLaterPart } from '../../shared/later-part.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { ImportMode, ImportReview } from '../../shared/settings/settings-import.js'
import { createLateSettings } from './late-settings.js'
import type {
  createSettingsImport,
  LoadedSettingsImport,
  SettingsImportParts,
} from './settings-import.js'

export type SettingsImport = LoadedSettingsImport & {
  /** Retries settings that could not be written. */
  tend: () => void
}

/** Until it is loaded, no file is open, so there is nothing to review, apply or discard. */
const gone: Problem = { code: 'gone', message: messageOf('accounts.settings-file.gone') }

export function createSettingsTransfer(
  parts: SettingsImportParts,
  load: () => Promise<{ createSettingsImport: typeof createSettingsImport }> = () =>
    import('./settings-import.js'),
): SettingsImport {
  const late = createLateSettings(parts)
  const later = createLaterPart<LoadedSettingsImport>(
    async () => (await load()).createSettingsImport(parts, late),
    parts.notLoaded,
  )
  /** How often everything was dropped: requests from before a drop do not start after it. */
  let drops = 0
  return {
    save: (): Promise<Result<{ file: boolean }, Problem>> => {
      const dropsBefore = drops
      return later.use((loaded) =>
        drops === dropsBefore ? loaded.save() : Promise.resolve(ok({ file: false })),
      )
    },
    open: (): Promise<Result<ImportReview | null, Problem>> => {
      const dropsBefore = drops
      return later.use((loaded) =>
        drops === dropsBefore ? loaded.open() : Promise.resolve(fail(gone)),
      )
    },
    review: (id: string) => later.loaded()?.review(id) ?? fail(gone),
    apply: (id: string, mode: ImportMode) =>
      later.loaded()?.apply(id, mode) ?? Promise.resolve(fail(gone)),
    discard: (id: string) => later.loaded()?.discard(id) ?? ok({ discarded: false }),
    drop: (): void => {
      drops += 1
      later.loaded()?.drop()
    },
    tend: () => void late.finish(),
  }
}
