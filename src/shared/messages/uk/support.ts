import type { support as english } from '../en/support.js'
import type { Translation } from '../translation.js'

export const support: Translation<typeof english> = {}
