import type { loan as english } from '../en/loan.js'
import type { Translation } from '../translation.js'

export const loan: Translation<typeof english> = {}
