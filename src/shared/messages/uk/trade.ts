import type { trade as english } from '../en/trade.js'
import type { Translation } from '../translation.js'

export const trade: Translation<typeof english> = {}
