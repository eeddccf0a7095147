import type { common as english } from '../en/common.js'
import type { Translation } from '../translation.js'

export const common: Translation<typeof english> = {}
