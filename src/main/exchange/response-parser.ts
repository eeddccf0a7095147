// The value an endpoint promises, or why there is none; and the error in an unsuccessful response,
// in any of the exchange's formats. A server may echo anything it was sent, anywhere in a response:
// the call's own secrets are removed from its response here.
import { isUtf8 } from 'node:buffer'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { isRefusal, privateError } from '../../v4/errors.js'
import { legacyErrorIn } from '../../v4/legacy-error.js'
import { fewMembers } from '../../v4/limits.js'
import { complaintOf, withInput } from '../../v4/complaint.js'
import { NumberText } from '../../v4/numbers.js'
import {
  type CallFailure,
  type JsonFault,
  refusalWithGoodStatus,
  schemaMismatch,
  type ServerError,
  unreadableAnswer,
  type WireReply,
} from './errors.js'
import type { Signed } from './signer.js'

// The only parser of the exchange's JSON. It accepts exactly what RFC 8259 allows and nothing
// ambiguous, and keeps every digit of every number. JSON.parse does neither: it lets the last of
// two equal names win and turns 12345678901234567890 into another number.

/** The deepest response in the specification has four levels. */
const deepest = 32

/**
 * Integers of up to fifteen characters are exact as floats; longer ones are kept as text, and so is
 * -0.
 */
const exactInteger = /^(?!-0)-?\d{1,14}$|^\d{15}$/

class Refused extends Error {
  constructor(readonly fault: JsonFault) {
    super(fault)
  }
}

const char = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  f: 0x66,
  n: 0x6e,
  t: 0x74,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

const wholePart = /-?(?:0|[1-9]\d*)/y
const fraction = /\.\d+/y
const exponent = /[eE][+-]?\d+/y

/**
 * Every new name creates a new object shape in the engine. The longest response names each asset
 * once.
 */
const mostNames = 15_000

class Reader {
  private at = 0
  private readonly names = new Set<string>()

  constructor(private readonly text: string) {}

  /** The whole text as one value. Throws Refused. */
  whole(): unknown {
    const value = this.value(deepest)
    this.skipBlanks()
    if (this.at !== this.text.length) throw new Refused('NOT_JSON')
    return value
  }

  /** Moves to the next non-whitespace character and returns its code; NaN at the end. */
  private skipBlanks(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
      this.at += 1
    }
  }

  private value(depth: number): unknown {
    switch (this.skipBlanks()) {
      case char.quote:
        return this.string()
      case char.openObject:
        return this.object(depth)
      case char.openList:
        return this.list(depth)
      case char.t:
        return this.word('true', true)
      case char.f:
        return this.word('false', false)
      case char.n:
        return this.word('null', null)
      default:
        return this.number()
    }
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw new Refused('NOT_JSON')
    this.at += word.length
    return value
  }

  private string(): string {
    const start = this.at + 1
    let at = start
    for (;;) {
      const code = this.text.charCodeAt(at)
      if (code === char.quote) {
        this.at = at + 1
        return this.text.slice(start, at)
      }
      if (code === char.backslash) return this.escapedString(start, at)
      // Also true for NaN, at the end.
      if (!(code >= 0x20)) throw new Refused('NOT_JSON')
      at += 1
    }
  }

  /**
   * A string with escapes: its end is found here, its escapes are checked and resolved by the
   * platform.
   */
  private escapedString(start: number, from: number): string {
    let at = from
    for (;;) {
      const code = this.text.charCodeAt(at)
      if (code === char.quote) break
      if (!(code >= 0x20)) throw new Refused('NOT_JSON')
      at += code === char.backslash ? 2 : 1
    }
    this.at = at + 1
    return String(JSON.parse(this.text.slice(start - 1, at + 1)))
  }

  private take(token: RegExp): boolean {
    token.lastIndex = this.at
    const found = token.test(this.text)
    if (found) this.at = token.lastIndex
    return found
  }

  private number(): number | NumberText {
    const start = this.at
    if (!this.take(wholePart)) throw new Refused('NOT_JSON')
    this.take(fraction)
    this.take(exponent)
    const source = this.text.slice(start, this.at)
    // eslint-disable-next-line no-restricted-syntax -- an integer that loses no digit; amounts are text
    return exactInteger.test(source) ? Number(source) : new NumberText(source)
  }

  private list(depth: number): unknown[] {
    if (depth === 0) throw new Refused('TOO_DEEP')
    this.at += 1
    const items: unknown[] = []
    if (this.skipBlanks() === char.closeList) {
      this.at += 1
      return items
    }
    for (;;) {
      items.push(this.value(depth - 1))
      const after = this.skipBlanks()
      this.at += 1
      if (after === char.closeList) return items
      if (after !== char.comma) throw new Refused('NOT_JSON')
    }
  }

  private object(depth: number): Record<string, unknown> {
    if (depth === 0) throw new Refused('TOO_DEEP')
    this.at += 1
    const members: Record<string, unknown> = {}
    if (this.skipBlanks() === char.closeObject) {
      this.at += 1
      return members
    }
    for (let read = 1; ; read += 1) {
      if (this.skipBlanks() !== char.quote) throw new Refused('NOT_JSON')
      const name = this.string()
      if (name === '__proto__') throw new Refused('PROTO_KEY')
      if (this.names.add(name).size > mostNames) throw new Refused('TOO_MANY')
      if (this.skipBlanks() !== char.colon) throw new Refused('NOT_JSON')
      this.at += 1
      members[name] = this.value(depth - 1)
      const after = this.skipBlanks()
      this.at += 1
      if (after === char.closeObject) {
        // Fewer members than names: one name came twice and its first value was overwritten.
        if (Object.keys(members).length !== read) throw new Refused('DUPLICATE_KEY')
        return members
      }
      if (after !== char.comma) throw new Refused('NOT_JSON')
    }
  }
}

/**
 * Where the string starting at `start` ends: the index of its closing quote, or the end of the
 * text.
 */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== char.quote) at += bytes[at] === char.backslash ? 2 : 1
  return at
}

/**
 * Whether there are more values than `most`, including nested ones: counted before any is built, so
 * that none costs memory.
 */
function hasMoreThan(bytes: Buffer, most: number): boolean {
  let values = 1
  let mayBeEmpty = false
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0
    if (code <= 0x20) continue
    const opens = code === char.openObject || code === char.openList
    // The first value of a list or an object has no comma before it.
    if (
      code === char.comma ||
      (mayBeEmpty && code !== char.closeObject && code !== char.closeList)
    ) {
      values += 1
      if (values > most) return true
    }
    mayBeEmpty = opens
    if (code === char.quote) at = endOfString(bytes, at)
  }
  return false
}

/**
 * Integers of up to fifteen characters become numbers, all other numbers NumberText. Refused, never
 * repaired: bytes that are not UTF-8, a byte order mark, an empty text, a duplicate member name, a
 * member named `__proto__`, nesting no response has, more than `most` values in all, and more
 * different names than any response has.
 */
export function parseStrictJson(bytes: Buffer, most: number): Result<unknown, JsonFault> {
  if (bytes.length === 0) return fail('EMPTY')
  if (!isUtf8(bytes)) return fail('NOT_UTF8')
  if (hasMoreThan(bytes, most)) return fail('TOO_MANY')
  const text = bytes.toString('utf8')
  if (text.charCodeAt(0) === 0xfeff) return fail('BOM')
  try {
    return ok(new Reader(text).whole())
  } catch (error) {
    return fail(error instanceof Refused ? error.fault : 'NOT_JSON')
  }
}

const maxLength = 300
const maxFields = 40
const maxTextsPerField = 10

function redacted(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '[hidden]')),
    text,
  )
}

/** A whole response with the secrets of its call removed everywhere. */
function redactedAnswer(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redacted(value, secrets)
  if (Array.isArray(value)) return value.map((one) => redactedAnswer(one, secrets))
  if (typeof value !== 'object' || value === null || value instanceof NumberText) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      redacted(name, secrets),
      redactedAnswer(member, secrets),
    ]),
  )
}

/**
 * Server text is shown to users and written to logs: one line, of limited length, without the
 * call's own key or signature.
 */
export function singleLine(text: string, secrets: readonly string[] = []): string {
  const shown = redacted(text, secrets)
  const line = Array.from(shown.slice(0, maxLength + 1), (char) =>
    char < ' ' || char === '\u007f' ? ' ' : char,
  ).join('')
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

export function singleLineFields(
  fields: Record<string, string[]>,
  secrets: readonly string[] = [],
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxFields)
      .map(([name, texts]) => [
        singleLine(name, secrets),
        texts.slice(0, maxTextsPerField).map((text) => singleLine(text, secrets)),
      ]),
  )
}

/** The first text inside a message that may be nested in arrays, as in old responses. */
function firstText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.length > 0 ? firstText(value[0]) : null
}

function textLists(members: unknown): Record<string, string[]> {
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return {}
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const texts = Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
      return texts.length > 0 ? [[name, texts]] : []
    }),
  )
}

/** Null if the value is not a refusal. */
export function readServerError(value: unknown, secrets: readonly string[]): ServerError | null {
  const refusal = privateError.safeParse(value)
  if (refusal.success) {
    const { code, message, errors } = refusal.data
    return {
      wellFormed: true,
      code,
      message: singleLine(message, secrets),
      fields: singleLineFields(errors, secrets),
    }
  }
  const legacy = legacyErrorIn(value)
  if (legacy !== null) {
    const { status, message, fields } = legacy
    return {
      wellFormed: false,
      code: null,
      message: singleLine(message, secrets),
      fields: singleLineFields(fields, secrets),
      status,
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const message =
    'message' in value ? firstText(value.message) : 'error' in value ? firstText(value.error) : null
  const fields =
    'message' in value && message === null ? textLists(value.message) : textLists(value)
  if (message === null && Object.keys(fields).length === 0) return null
  return {
    wellFormed: false,
    code: null,
    message: singleLine(message ?? '', secrets),
    fields: singleLineFields(fields, secrets),
  }
}

export function secretsIn(signed: Signed | null): string[] {
  return signed === null
    ? []
    : [signed.headers['X-TXC-APIKEY'] ?? '', signed.payload, signed.signature]
}

function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true
  const [media = '', ...details] = (contentType ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const utf8 = details.every(
    (detail) =>
      !detail.startsWith('charset=') || detail === 'charset=utf-8' || detail === 'charset="utf-8"',
  )
  return (
    utf8 &&
    (media === 'application/json' || (media.startsWith('application/') && media.endsWith('+json')))
  )
}

/**
 * False only if no text of the response can contain a secret: an escape may spell one in other
 * bytes. Runs for every response, so it is fast.
 */
function mayEcho(body: Buffer, secrets: readonly string[]): boolean {
  return secrets.length > 0 && (body.includes('\\') || secrets.some((text) => body.includes(text)))
}

/** `seen` receives what was parsed, before it is processed. */
export function parseAnswer<Reply>(
  endpoint: Omit<Endpoint<unknown, Reply>, 'ask'>,
  reply: WireReply,
  secrets: readonly string[],
  seen: (value: unknown) => void = () => undefined,
): Result<Reply, CallFailure> {
  const { status, body } = reply
  if (!isJson(reply.contentType))
    return fail(unreadableAnswer(endpoint, status, body.length === 0 ? 'EMPTY' : 'WRONG_TYPE'))
  const read = parseStrictJson(body, endpoint.mostMembers)
  if (!read.ok) return fail(unreadableAnswer(endpoint, status, read.error))
  if (isRefusal(read.value) || legacyErrorIn(read.value) !== null)
    return fail(refusalWithGoodStatus(endpoint, status, readServerError(read.value, secrets)))
  const value = mayEcho(body, secrets) ? redactedAnswer(read.value, secrets) : read.value
  seen(value)
  const parsed = endpoint.reply.safeParse(value, withInput)
  if (parsed.success) return ok(parsed.data)
  // For a call that moves money, whatever the server says is passed on: the user has nothing else
  // to go by.
  const serverError = endpoint.movesMoney ? readServerError(read.value, secrets) : null
  if (serverError !== null) return fail(refusalWithGoodStatus(endpoint, status, serverError))
  const [issue] = parsed.error.issues
  const path = singleLine((issue?.path ?? []).map(String).join('.'), secrets)
  return fail(schemaMismatch(endpoint, status, path, complaintOf(issue)))
}

/** What a response with an error status says, or null if it is not the exchange's. */
export function parseErrorBody(reply: WireReply, secrets: readonly string[]): ServerError | null {
  const read = isJson(reply.contentType) ? parseStrictJson(reply.body, fewMembers) : null
  return read?.ok === true ? readServerError(read.value, secrets) : null
}
