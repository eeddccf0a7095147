import type { overview as english } from '../en/overview.js'
import type { Translation } from '../translation.js'

export const overview: Translation<typeof english> = {}
