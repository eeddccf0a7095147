import type { welcome as english } from '../en/welcome.js'
import type { Translation } from '../translation.js'

export const welcome: Translation<typeof english> = {}
