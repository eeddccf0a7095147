// The error body of the service's older parts, still in use, with a matching HTTP status or with
// 200:
// {"response":null,"status":422,"errors":{"orderId":["…"]},"notification":null,"warning":"…","_token":null}
import { NumberText } from './numbers.js'

/**
 * `status`: as stated in the body, whatever the HTTP status is. `fields`: without texts that only
 * repeat the message.
 */
export type LegacyError = { status: number; message: string; fields: Record<string, string[]> }

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberText)
  )
}

function errorStatusIn(value: unknown): number | null {
  return /^[45]\d\d$/.test(String(value)) ? Number.parseInt(String(value), 10) : null
}

/** Texts may be bare, in a list, or in nested lists. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** Null if the response is not such an error. */
export function legacyErrorIn(answer: unknown): LegacyError | null {
  if (!isObject(answer) || !('response' in answer) || (answer['response'] ?? null) !== null)
    return null
  const { errors, warning } = answer
  if (errors === undefined && warning === undefined) return null
  const status = errorStatusIn(answer['status'])
  if (status === null) return null
  const complaints = Object.entries(isObject(errors) ? errors : { message: errors }).map(
    ([name, texts]) => ({
      name,
      texts: textsIn(texts),
    }),
  )
  const message = textsIn(warning)[0] ?? complaints[0]?.texts[0] ?? ''
  const fields = complaints.flatMap(({ name, texts }): [string, string[]][] => {
    const further = texts.filter((text) => text !== message)
    return further.length > 0 ? [[name, further]] : []
  })
  return { status, message, fields: Object.fromEntries(fields) }
}
