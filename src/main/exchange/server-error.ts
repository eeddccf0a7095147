// What the exchange said in an answer that is not a success, in whichever of its shapes it came.
import { privateError } from '../../v4/errors.js'
import { NumberText } from '../../v4/numbers.js'

export type Said = {
  /** True only for the private error object of specification 2.2: the exchange itself refused, and nothing was carried out. */
  wellFormed: boolean
  code: number | null
  message: string
  fields: Record<string, string[]>
}

const longestText = 300
const mostFields = 40
const mostWordsPerField = 10

const veiled = (text: string, hidden: readonly string[]): string =>
  hidden.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '[hidden]')), text)

/** A whole answer without what must not be repeated of its call, wherever in it that stands. */
export const veiledAnswer = (value: unknown, hidden: readonly string[]): unknown => {
  if (typeof value === 'string') return veiled(value, hidden)
  if (Array.isArray(value)) return value.map((one) => veiledAnswer(one, hidden))
  if (typeof value !== 'object' || value === null || value instanceof NumberText) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [veiled(name, hidden), veiledAnswer(member, hidden)]))
}

/** Server text is shown to people and written to logs: one line, of bearable length, without the call's own key or signature. */
export const tidy = (text: string, hidden: readonly string[] = []): string => {
  const open = veiled(text, hidden)
  const line = Array.from(open.slice(0, longestText + 1), (sign) => (sign < ' ' || sign === '\u007f' ? ' ' : sign)).join('')
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line
}

export const tidyFields = (fields: Record<string, string[]>, hidden: readonly string[] = []): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, mostFields)
      .map(([name, words]) => [tidy(name, hidden), words.slice(0, mostWordsPerField).map((word) => tidy(word, hidden))]),
  )

/** The first text inside a message that may be nested in arrays, as old answers have it. */
const firstText = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.length > 0 ? firstText(value[0]) : null
}

const textLists = (value: unknown): Record<string, string[]> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, words]) => {
      const texts = Array.isArray(words) ? words.filter((word) => typeof word === 'string') : []
      return texts.length > 0 ? [[name, texts]] : []
    }),
  )
}

/** Null where the value is no refusal at all. `hidden` are texts of this very call that must not be repeated. */
export const readSaid = (value: unknown, hidden: readonly string[]): Said | null => {
  const refusal = privateError.safeParse(value)
  if (refusal.success) {
    const { code, message, errors } = refusal.data
    return { wellFormed: true, code, message: tidy(message, hidden), fields: tidyFields(errors, hidden) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const message = 'message' in value ? firstText(value.message) : 'error' in value ? firstText(value.error) : null
  const fields = 'message' in value && message === null ? textLists(value.message) : textLists(value)
  if (message === null && Object.keys(fields).length === 0) return null
  return { wellFormed: false, code: null, message: tidy(message ?? '', hidden), fields: tidyFields(fields, hidden) }
}
