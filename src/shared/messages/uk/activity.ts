import type { activity as english } from '../en/activity.js'
import type { Translation } from '../translation.js'

export const activity: Translation<typeof english> = {}
