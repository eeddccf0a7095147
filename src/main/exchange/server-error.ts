// Reads the error of an answer that is not a success, in whichever of the exchange's shapes it came.
import { privateError } from '../../v4/errors.js'
import { NumberText } from '../../v4/numbers.js'

export type ServerError = {
  /** True only for the private error object of specification 2.2: the exchange itself refused, and nothing was carried out. */
  wellFormed: boolean
  code: number | null
  message: string
  fields: Record<string, string[]>
}

const maxLength = 300
const maxFields = 40
const maxTextsPerField = 10

const redacted = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '[hidden]')), text)

/** A whole answer without the secrets of its call, wherever in it they stand. */
export const redactedAnswer = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string') return redacted(value, secrets)
  if (Array.isArray(value)) return value.map((one) => redactedAnswer(one, secrets))
  if (typeof value !== 'object' || value === null || value instanceof NumberText) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redacted(name, secrets), redactedAnswer(member, secrets)]))
}

/** Server text is shown to people and written to logs: one line, of limited length, without the call's own key or signature. */
export const singleLine = (text: string, secrets: readonly string[] = []): string => {
  const shown = redacted(text, secrets)
  const line = Array.from(shown.slice(0, maxLength + 1), (char) => (char < ' ' || char === '\u007f' ? ' ' : char)).join('')
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

export const singleLineFields = (fields: Record<string, string[]>, secrets: readonly string[] = []): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxFields)
      .map(([name, texts]) => [singleLine(name, secrets), texts.slice(0, maxTextsPerField).map((text) => singleLine(text, secrets))]),
  )

/** The first text inside a message that may be nested in arrays, as old answers have it. */
const firstText = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.length > 0 ? firstText(value[0]) : null
}

const textLists = (members: unknown): Record<string, string[]> => {
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return {}
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const texts = Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
      return texts.length > 0 ? [[name, texts]] : []
    }),
  )
}

/** Null where the value is no refusal at all. */
export const readServerError = (value: unknown, secrets: readonly string[]): ServerError | null => {
  const refusal = privateError.safeParse(value)
  if (refusal.success) {
    const { code, message, errors } = refusal.data
    return { wellFormed: true, code, message: singleLine(message, secrets), fields: singleLineFields(errors, secrets) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const message = 'message' in value ? firstText(value.message) : 'error' in value ? firstText(value.error) : null
  const fields = 'message' in value && message === null ? textLists(value.message) : textLists(value)
  if (message === null && Object.keys(fields).length === 0) return null
  return { wellFormed: false, code: null, message: singleLine(message ?? '', secrets), fields: singleLineFields(fields, secrets) }
}
