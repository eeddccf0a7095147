// The value an endpoint promises, or why there is none. A server may repeat what it was sent, in any place of any answer: whatever
// secret of the call stands in its own answer is taken out here.
import { fail, ok, type Result } from '../../shared/result.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { isRefusal } from '../../v4/errors.js'
import { fewMembers } from '../../v4/limits.js'
import type { WireReply } from './http-connection.js'
import { type CallFailure, refusalWithGoodStatus, schemaMismatch, unreadableAnswer } from './errors.js'
import { parseStrictJson } from './json-strict.js'
import { readServerError, redactedAnswer, type ServerError, singleLine } from './server-error.js'
import type { Signed } from './signer.js'

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
