import { z } from 'zod'
import { mostComplaints } from './limits.js'
import { listOf, mapOf } from './lists.js'
import { NumberText, smallInteger } from './numbers.js'

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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const saysSomething = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== '' && value !== false

const saysFailed = (value: unknown): boolean => typeof value === 'string' && /^(error|fail|reject|refuse|denied)/i.test(value)

const isComplaint = (value: unknown): boolean => Array.isArray(value) && value.some((word) => typeof word === 'string')

/**
 * Whether an object refuses, in any shape that is known: 2.2, 2.3, a list of complaints by parameter, or what older servers write.
 * `code` and `message` are members that in the specification only errors have.
 */
const refuses = (answer: Record<string, unknown>): boolean => {
  const { success, error, errors, code, message, status, result } = answer
  if ((success !== undefined && success !== true) || result === false || saysFailed(status) || saysFailed(result)) return true
  if (saysSomething(error) || saysSomething(errors)) return true
  if (Object.values(answer).some(isComplaint) || (typeof status === 'number' && status >= 400)) return true
  return privateError.safeParse(answer).success || (success !== true && (saysSomething(code) || saysSomething(message)))
}

/** Whether it is an object, as a good answer without a shown content is (2.10), and no refusal. */
export const isGoodObject = (answer: unknown): boolean => isObject(answer) && !(answer instanceof NumberText) && !refuses(answer)

/** Error codes the specification shows (section 7). */
export const errorCodes = { validation: 0, bulkValidation: 30 } as const
