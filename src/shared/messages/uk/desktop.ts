import type { desktop as english } from '../en/desktop.js'
import type { Translation } from '../translation.js'

export const desktop: Translation<typeof english> = {}
