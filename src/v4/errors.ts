import { z } from 'zod'
import { mostComplaints } from './limits.js'
import { listOf, mapOf } from './lists.js'
import { NumberText, smallInteger } from './numbers.js'

const complaints = mapOf(
  z.preprocess(
    (words) => (typeof words === 'string' ? [words] : words),
    listOf(z.string(), mostComplaints.each),
  ),
  mostComplaints.parameters,
)

/**
 * Section 2.2, as tolerant as the wire requires: `errors` may be absent, null, or an empty array
 * where an empty map is meant, and a message for a parameter may be bare instead of in an array. A
 * code is a JSON number: with text in its place, it is not a reliable error.
 */
export const privateError = z.looseObject({
  code: z
    .unknown()
    .refine((code) => typeof code !== 'string', { params: { kind: 'integer' } })
    .pipe(smallInteger),
  message: z.string(),
  errors: z
    .preprocess((map) => (map === null || Array.isArray(map) ? {} : map), complaints)
    .optional()
    .transform((map): Record<string, string[]> => map ?? {}),
})
export type PrivateError = z.infer<typeof privateError>

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberText)
  )
}

function saysSomething(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== '' && value !== false
}

function namesErrors(answer: Record<string, unknown>): boolean {
  return Object.entries(answer).some(
    ([name, value]) => /error|fail/i.test(name) && saysSomething(value),
  )
}

/**
 * Whether a response of any endpoint is an error, whatever else it would match: 2.2 or 2.3. An
 * explicit success outweighs a code and a message, which then describe the result; it does not
 * outweigh errors.
 */
export function isRefusal(answer: unknown): boolean {
  if (!isObject(answer)) return false
  if (answer['success'] === false) return true
  if (answer['success'] === true && !namesErrors(answer)) return false
  if (!('code' in answer && 'message' in answer)) return false
  // With a code as text, it is not a reliable error, but not a success either.
  return (
    privateError.safeParse(answer).success ||
    (typeof answer['code'] === 'string' && typeof answer['message'] === 'string')
  )
}

function saysFailed(value: unknown): boolean {
  return typeof value === 'string' && /^(error|fail|reject|refuse|denied|declined)/i.test(value)
}

const isYes = (value: unknown): boolean => value === undefined || value === true

/**
 * Only errors by parameter, such as `{"id":["Investment not found"]}`. A list of ids does not
 * match.
 */
function onlyComplains(answer: Record<string, unknown>): boolean {
  const members = Object.entries(answer).filter(([, value]) => saysSomething(value))
  const complaints = members.filter(
    ([name, value]) =>
      !/ids$/i.test(name) && Array.isArray(value) && value.some((word) => typeof word === 'string'),
  )
  return complaints.length > 0 && complaints.length === members.length
}

/**
 * Whether an object is an error in any known format: 2.2, 2.3, a list of errors by parameter, or
 * what older servers write. In the specification, only errors have the members `code` and
 * `message`.
 */
function refuses(answer: Record<string, unknown>, isAccepted: boolean): boolean {
  const { success, ok, state, status, result, data, code, message } = answer
  if (isRefusal(answer) || !isYes(success) || !isYes(ok) || result === false || data === false)
    return true
  if ([state, status, result].some(saysFailed) || (typeof status === 'number' && status >= 400))
    return true
  if (namesErrors(answer) || onlyComplains(answer)) return true
  return !isAccepted && (saysSomething(code) || saysSomething(message))
}

/**
 * Whether it is an object, as a good response whose content is not shown is (2.10), and neither it
 * nor what it wraps is an error.
 */
export function isGoodObject(answer: unknown): boolean {
  if (!isObject(answer)) return false
  const isAccepted = answer['success'] === true
  return [answer, answer['result'], answer['data']].every(
    (part) => !isObject(part) || !refuses(part, isAccepted || part['success'] === true),
  )
}
