import type { exchange as english } from '../en/exchange.js'
import type { Translation } from '../translation.js'

export const exchange: Translation<typeof english> = {}
