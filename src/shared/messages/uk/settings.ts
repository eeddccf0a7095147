import type { settings as english } from '../en/settings.js'
import type { Translation } from '../translation.js'

export const settings: Translation<typeof english> = {}
