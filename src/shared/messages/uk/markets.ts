import type { markets as english } from '../en/markets.js'
import type { Translation } from '../translation.js'

export const markets: Translation<typeof english> = {}
