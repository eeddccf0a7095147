// The schema of alert settings that come from outside: from the page, or from a settings file.
import { z } from 'zod'
import { isMarginStep, isShare, notificationSounds } from '../../shared/alerts/alert.js'
import { type EarlyStep, isEarlyStep } from '../../shared/alerts/ltv-step.js'

const minuteOfDay = z.int().min(0).max(1439)
const share = z.string().refine(isShare, { abort: true })

export const alertSettingsMembers = {
  earlySteps: z.array(z.custom<EarlyStep>(isEarlyStep)).max(8),
  rearm: share,
  positionSteps: z.array(share).max(8),
  marginLevelSteps: z.array(z.string().refine(isMarginStep, { abort: true })).max(8),
  coolDownMinutes: z.int().min(0).max(1440),
  quietHours: z.strictObject({ on: z.boolean(), from: minuteOfDay, to: minuteOfDay }),
  quietHoursCoverMarginCalls: z.boolean(),
  figuresInNotifications: z.boolean(),
  sounds: z.enum(notificationSounds),
}
