import type { positions as english } from '../en/positions.js'
import type { Translation } from '../translation.js'

export const positions: Translation<typeof english> = {}
