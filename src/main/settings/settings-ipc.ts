import { z } from 'zod'
import { isMarginStep, isShare, notificationSounds } from '../../shared/alerts/alert.js'
import { type EarlyStep, isEarlyStep } from '../../shared/alerts/ltv-step.js'
import type { Problem } from '../../shared/problem.js'
import type { Settings } from '../../shared/settings/settings.js'
import type { settingsChannels } from '../../shared/settings/channels.js'
import { ok, type Result } from '../../shared/result.js'
import { type HandlersOf, nothing } from '../ipc/router.js'
import { settingSchemas } from './stored-settings.js'

const minuteOfDay = z.int().min(0).max(1439)
const share = z.string().refine(isShare)
const alertSettings = z.strictObject({
  earlySteps: z.array(z.custom<EarlyStep>(isEarlyStep)).max(8),
  rearm: share,
  positionSteps: z.array(share).max(8),
  marginLevelSteps: z.array(z.string().refine(isMarginStep)).max(8),
  coolDownMinutes: z.int().min(0).max(1440),
  quietHours: z.strictObject({ on: z.boolean(), from: minuteOfDay, to: minuteOfDay }),
  quietHoursCoverMarginCalls: z.boolean(),
  figuresInNotifications: z.boolean(),
  sounds: z.enum(notificationSounds),
})

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
