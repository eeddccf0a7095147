// The value an endpoint promises, or why there is none; and the error of an answer that is no success, in whichever of the exchange's
// shapes it came. A server may repeat what it was sent, in any place of any answer: whatever secret of the call stands in its own answer is
// taken out here.
import { fail, ok, type Result } from '../../shared/result.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { isRefusal, privateError } from '../../v4/errors.js'
import { fewMembers } from '../../v4/limits.js'
import { NumberText } from '../../v4/numbers.js'
import { type CallFailure, refusalWithGoodStatus, schemaMismatch, type ServerError, unreadableAnswer } from './errors.js'
import type { WireReply } from './http-connection.js'
import { parseStrictJson } from './json-strict.js'
import type { Signed } from './signer.js'

const maxLength = 300
const maxFields = 40
const maxTextsPerField = 10

const redacted = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '[hidden]')), text)

/** A whole answer without the secrets of its call, wherever in it they stand. */
const redactedAnswer = (value: unknown, secrets: readonly string[]): unknown => {
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

export const secretsIn = (signed: Signed | null): string[] =>
  signed === null ? [] : [signed.headers['X-TXC-APIKEY'] ?? '', signed.payload, signed.signature]

const isJson = (contentType: string | null): boolean => {
  if (contentType === 'application/json') return true
  const [media = '', ...details] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase())
  const utf8 = details.every((detail) => !detail.startsWith('charset=') || detail === 'charset=utf-8' || detail === 'charset="utf-8"')
  return utf8 && (media === 'application/json' || (media.startsWith('application/') && media.endsWith('+json')))
}

/** False only where no text of the answer can hold a secret: an escape may spell one in other bytes. Answers are many, so this is quick. */
const mayEcho = (body: Buffer, secrets: readonly string[]): boolean =>
  secrets.length > 0 && (body.includes('\\') || secrets.some((text) => body.includes(text)))

export const parseAnswer = <Reply>(
  endpoint: Omit<Endpoint<unknown, Reply>, 'ask'>,
  reply: WireReply,
  secrets: readonly string[],
): Result<Reply, CallFailure> => {
  const { status, body } = reply
  if (!isJson(reply.contentType)) return fail(unreadableAnswer(endpoint, status, body.length === 0 ? 'EMPTY' : 'WRONG_TYPE'))
  const read = parseStrictJson(body, endpoint.mostMembers)
  if (!read.ok) return fail(unreadableAnswer(endpoint, status, read.error))
  if (isRefusal(read.value)) return fail(refusalWithGoodStatus(endpoint, status, readServerError(read.value, secrets)))
  const parsed = endpoint.reply.safeParse(mayEcho(body, secrets) ? redactedAnswer(read.value, secrets) : read.value)
  if (parsed.success) return ok(parsed.data)
  // Of a call that moves money whatever the server says is passed on: it is all that the user has to go by.
  const serverError = endpoint.movesMoney ? readServerError(read.value, secrets) : null
  if (serverError !== null) return fail(refusalWithGoodStatus(endpoint, status, serverError))
  const [issue] = parsed.error.issues
  const path = singleLine((issue?.path ?? []).map(String).join('.'), secrets)
  return fail(schemaMismatch(endpoint, status, path, singleLine(issue?.message ?? 'it is of another kind', secrets)))
}

/** What an answer with a bad status says, or null where it is not the exchange's. */
export const parseErrorBody = (reply: WireReply, secrets: readonly string[]): ServerError | null => {
  const read = isJson(reply.contentType) ? parseStrictJson(reply.body, fewMembers) : null
  return read?.ok === true ? readServerError(read.value, secrets) : null
}
