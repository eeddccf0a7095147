// Schemas that several features share.
import { z } from 'zod'

export const nothing = z.null()
/** Ids are made by main; the page only hands them back. */
export const id = z.string().regex(/^[\w.:-]{1,100}$/)
export const oneId = z.strictObject({ id })
/** Unix seconds. */
export const moment = z.number().min(0).max(100_000_000_000)
export const pageOf = { after: z.strictObject({ at: moment, id }).nullable(), limit: z.int().min(1).max(200) }
export const exportFormat = z.enum(['csv', 'json'])
