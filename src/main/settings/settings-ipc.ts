import { z } from 'zod'
import type { Problem } from '../../shared/problem.js'
import type { Settings } from '../../shared/settings/settings.js'
import type { settingsChannels } from '../../shared/settings/channels.js'
import { ok, type Result } from '../../shared/result.js'
import { type HandlersOf, nothing } from '../ipc/router.js'
import { alertSettingsMembers } from './stored-alert-settings.js'
import { settingSchemas } from './stored-settings.js'

const alertSettings = z.strictObject(alertSettingsMembers)

export function settingsHandlers(settings: {
  read(): Settings
  change(some: Partial<Settings>): Promise<Result<Settings, Problem>>
}): HandlersOf<typeof settingsChannels> {
  return {
    'settings/read': { schema: nothing, handle: () => ok(settings.read()) },
    'settings/change': {
      schema: z
        .strictObject({ ...settingSchemas, proxy: z.string().max(300), alerts: alertSettings })
        .partial(),
      handle: (some) => settings.change(some),
    },
  }
}
