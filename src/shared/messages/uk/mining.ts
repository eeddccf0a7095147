import type { mining as english } from '../en/mining.js'
import type { Translation } from '../translation.js'

export const mining: Translation<typeof english> = {}
