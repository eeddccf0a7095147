// What an answer says: the value its endpoint promises, or why it is none. Whatever comes of it, nothing of the call it answers comes
// back: a server may repeat what it was sent, in any place of any answer.
import { fail, ok, type Result } from '../../shared/result.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { isRefusal } from '../../v4/errors.js'
import { fewMembers } from '../../v4/limits.js'
import type { WireReply } from './connection.js'
import { disguised, misshapen, unreadable, type Verdict } from './errors.js'
import { parseStrictJson } from './json-strict.js'
import { readSaid, type Said, tidy, veiledAnswer } from './server-error.js'
import type { Signed } from './signer.js'

/** What this call must not hear repeated. */
export const hiddenIn = (signed: Signed | null): string[] =>
  signed === null ? [] : [signed.headers['X-TXC-APIKEY'] ?? '', signed.payload, signed.signature]

const isJson = (contentType: string | null): boolean => {
  if (contentType === 'application/json') return true
  const [media = '', ...details] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase())
  const utf8 = details.every((detail) => !detail.startsWith('charset=') || detail === 'charset=utf-8' || detail === 'charset="utf-8"')
  return utf8 && (media === 'application/json' || (media.startsWith('application/') && media.endsWith('+json')))
}

/** False only where no text of the answer can hold any of them: an escape may spell one in other bytes. Answers are many, so this is quick. */
const mayRepeat = (body: Buffer, hidden: readonly string[]): boolean =>
  hidden.length > 0 && (body.includes('\\') || hidden.some((text) => body.includes(text)))

/** A good answer's value, or the verdict on why it is none. */
export const readAnswer = <Reply>(
  endpoint: Omit<Endpoint<unknown, Reply>, 'ask'>,
  reply: WireReply,
  hidden: readonly string[],
): Result<Reply, Verdict> => {
  if (!isJson(reply.contentType)) return fail(unreadable(endpoint, reply.status, reply.body.length === 0 ? 'EMPTY' : 'WRONG_TYPE'))
  const read = parseStrictJson(reply.body, endpoint.mostMembers)
  if (!read.ok) return fail(unreadable(endpoint, reply.status, read.error))
  if (isRefusal(read.value)) return fail(disguised(endpoint, reply.status, readSaid(read.value, hidden)))
  const parsed = endpoint.reply.safeParse(mayRepeat(reply.body, hidden) ? veiledAnswer(read.value, hidden) : read.value)
  if (parsed.success) return ok(parsed.data)
  // Of a call that moves money whatever words there are must be told: they are all that a person has to go by.
  const said = endpoint.movesMoney ? readSaid(read.value, hidden) : null
  if (said !== null) return fail(disguised(endpoint, reply.status, said))
  const [issue] = parsed.error.issues
  const path = tidy((issue?.path ?? []).map(String).join('.'), hidden)
  return fail(misshapen(endpoint, reply.status, path, tidy(issue?.message ?? 'it is of another kind', hidden)))
}

/** What an answer with a bad status says, or null where it is not the exchange's. */
export const readRefusal = (reply: WireReply, hidden: readonly string[]): Said | null => {
  const read = isJson(reply.contentType) ? parseStrictJson(reply.body, fewMembers) : null
  return read?.ok === true ? readSaid(read.value, hidden) : null
}
