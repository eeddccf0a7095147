import { z } from 'zod'
import { mostComplaints } from './limits.js'
import { listOf, mapOf } from './lists.js'
import { smallInteger } from './numbers.js'

const complaints = mapOf(
  z.preprocess((words) => (typeof words === 'string' ? [words] : words), listOf(z.string(), mostComplaints.each)),
  mostComplaints.parameters,
)

/**
 * Section 2.2, as tolerant as the wire needs: `errors` may be absent, null, or an empty array where an empty map is meant, and
 * a message for a parameter may come bare instead of in an array.
 */
export const privateError = z.looseObject({
  code: smallInteger,
  message: z.string(),
  errors: z
    .preprocess((map) => (map === null || Array.isArray(map) ? {} : map), complaints)
    .optional()
    .transform((map): Record<string, string[]> => map ?? {}),
})
export type PrivateError = z.infer<typeof privateError>

/** Section 2.3. `params` is missing from what the live service answers, so it is not asked for. */
export const publicError = z.looseObject({
  success: z.literal(false),
  message: z.union([z.string(), z.record(z.string(), z.array(z.string())), z.null()]),
  params: z.array(z.unknown()).optional(),
})

/** Error codes the specification shows (section 7). */
export const errorCodes = { validation: 0, bulkValidation: 30 } as const
