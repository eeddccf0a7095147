import type { lock as english } from '../en/lock.js'
import type { Translation } from '../translation.js'

export const lock: Translation<typeof english> = {}
