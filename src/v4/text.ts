import { z } from 'zod'
import { longestText } from './limits.js'

/** A name, an id or a word of an answer, raw. */
export const text = z.string().max(longestText, `must have at most ${longestText} characters`)
