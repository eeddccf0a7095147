import type { portfolio as english } from '../en/portfolio.js'
import type { Translation } from '../translation.js'

export const portfolio: Translation<typeof english> = {}
