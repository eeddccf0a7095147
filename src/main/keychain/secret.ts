// An API key: how it is held in memory so that it can be wiped, how it is entered, and how it is
// stored.
import { timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'

const MASK = '[secret]'

/**
 * Thrown by `reveal()` after `wipe()`: using a wiped key is a programming error, never a value to
 * send.
 */
export class SecretWiped extends Error {
  override readonly name = 'SecretWiped'
  constructor() {
    super('This secret has been wiped from memory and can no longer be used.')
  }
}

/**
 * Holds one half of an API key as bytes that can be zeroed. There is no string inside: a JavaScript
 * string cannot be wiped and may be copied by any log line, so every accidental way out (JSON,
 * template, console, structured clone) yields a mask or throws.
 */
export class Secret {
  readonly #bytes: Buffer
  #wiped = false

  /**
   * An own function property makes the structured clone algorithm (postMessage, IPC) throw
   * DataCloneError.
   */
  readonly uncloneable: () => string = () => MASK

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  static of(text: string): Secret {
    // allocUnsafeSlow: outside the shared pool, so that the bytes never share a slab with other
    // buffers.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text, 'utf8'))
    bytes.write(text, 'utf8')
    return new Secret(bytes)
  }

  /** Takes a copy; the caller still owns, and should zero, what it passed. */
  static ofBytes(source: Uint8Array): Secret {
    const bytes = Buffer.allocUnsafeSlow(source.byteLength)
    bytes.set(source)
    return new Secret(bytes)
  }

  /**
   * The bytes themselves, not a copy: use them at once, do not keep them and do not write to them.
   * Throws SecretWiped.
   */
  reveal(): Buffer {
    if (this.#wiped) throw new SecretWiped()
    return this.#bytes
  }

  get wiped(): boolean {
    return this.#wiped
  }

  wipe(): void {
    this.#bytes.fill(0)
    this.#wiped = true
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [Symbol.toPrimitive](): string {
    return MASK
  }

  [inspect.custom](): string {
    return MASK
  }
}

/** The two halves of an API key, as the signer needs them. */
export type Credentials = { readonly apiKey: Secret; readonly apiSecret: Secret }

/** In constant time. Throws SecretWiped. */
export function sameSecret(one: Secret, other: Secret): boolean {
  const [a, b] = [one.reveal(), other.reveal()]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

export function wipeCredentials(credentials: Credentials): void {
  credentials.apiKey.wipe()
  credentials.apiSecret.wipe()
}

// Pasted text is checked before anything uses it: keychains truncate text at NUL, headers break at
// CR and LF.

const shortestPart = 8
const longestPart = 512

/** Printable ASCII, space to tilde. */
const printable = /^[\x20-\x7e]*$/

const names = { apiKey: 'key', apiSecret: 'secret' } as const satisfies Record<
  keyof Credentials,
  string
>

/** For a part that was not entered. */
export function credentialMissing(part: keyof Credentials): Message {
  return messageOf(`accounts.${names[part]}-missing`)
}

/** Repeats none of the input. */
function faultIn(text: string, part: keyof Credentials): Message | null {
  const name = names[part]
  if (text.length === 0) return credentialMissing(part)
  if (/[\r\n]/.test(text)) return messageOf(`accounts.${name}-line-break`)
  if (!printable.test(text)) return messageOf(`accounts.${name}-characters`)
  if (text.length < shortestPart)
    return messageOf(`accounts.${name}-too-short`, { least: shortestPart })
  if (text.length > longestPart)
    return messageOf(`accounts.${name}-too-long`, { most: longestPart })
  return null
}

/** The error is for the field. */
export function readCredentialPart(
  part: keyof Credentials,
  text: string,
): Result<{ secret: Secret; remark: Message | null }, Message> {
  const trimmed = text.trim()
  const wrong = faultIn(trimmed, part)
  if (wrong !== null) return fail(wrong)
  return ok({
    secret: Secret.of(trimmed),
    remark: trimmed.length === text.length ? null : messageOf(`accounts.${names[part]}-trimmed`),
  })
}

/** The same rule for bytes: another program may have changed the keychain entry. */
export function fitsCredentialRule(bytes: Uint8Array): boolean {
  return (
    bytes.byteLength >= shortestPart &&
    bytes.byteLength <= longestPart &&
    bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)
  )
}

/** First four … last four of the public key, the only part ever shown; shorter keys show less. */
export function keyHint(apiKey: Secret): string {
  const bytes = apiKey.reveal()
  const shown = bytes.byteLength >= 16 ? 4 : 2
  return `${bytes.toString('latin1', 0, shown)}…${bytes.toString('latin1', bytes.byteLength - shown)}`
}

// One keychain item, `{"apiKey":"…","apiSecret":"…"}`, is written and read byte by byte: JSON.parse
// would leave both halves behind as strings, which cannot be wiped.

/** Windows allows 2560 bytes per item and some of its stores count two bytes per character. */
export const largestItem = 1280

const quote = 0x22
const backslash = 0x5c
const head = Buffer.from('{"apiKey":"')
const middle = Buffer.from('","apiSecret":"')
const tail = Buffer.from('"}')

const mustEscape = (byte: number): boolean => byte === quote || byte === backslash

function escapedLength(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum + (mustEscape(byte) ? 2 : 1), 0)
}

export type ItemFault = 'unprintable' | 'too-long'

/** The caller zeroes the buffer. */
export function encodeItem({ apiKey, apiSecret }: Credentials): Result<Buffer, ItemFault> {
  const parts = [apiKey.reveal(), apiSecret.reveal()] as const
  if (!parts.every(fitsCredentialRule)) return fail('unprintable')
  const size =
    head.byteLength +
    escapedLength(parts[0]) +
    middle.byteLength +
    escapedLength(parts[1]) +
    tail.byteLength
  if (size > largestItem) return fail('too-long')
  const item = Buffer.allocUnsafeSlow(size)
  let at = 0
  const put = (bytes: Uint8Array, escape: boolean): void => {
    for (const byte of bytes) {
      if (escape && mustEscape(byte)) item[at++] = backslash
      item[at++] = byte
    }
  }
  put(head, false)
  put(parts[0], true)
  put(middle, false)
  put(parts[1], true)
  put(tail, false)
  return ok(item)
}

/** `end` is the index of the closing quote. */
function readPart(item: Buffer, from: number): { secret: Secret; end: number } | null {
  const scratch = Buffer.allocUnsafeSlow(item.byteLength)
  let size = 0
  let at = from
  for (; at < item.byteLength && item[at] !== quote; at++) {
    const escaped = item[at] === backslash
    if (escaped) at++
    const byte = item[at]
    if (byte === undefined || (escaped && !mustEscape(byte))) break
    scratch[size++] = byte
  }
  const part = scratch.subarray(0, size)
  const secret = item[at] === quote && fitsCredentialRule(part) ? Secret.ofBytes(part) : null
  scratch.fill(0)
  return secret === null ? null : { secret, end: at }
}

function holdsAt(item: Buffer, at: number, expected: Buffer): boolean {
  return item.subarray(at, at + expected.byteLength).equals(expected)
}

/** Null if these bytes are not one of our items. The caller still owns, and zeroes, the bytes. */
export function decodeItem(bytes: Uint8Array): Credentials | null {
  const item = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!holdsAt(item, 0, head)) return null
  const first = readPart(item, head.byteLength)
  if (first === null) return null
  const second = holdsAt(item, first.end, middle)
    ? readPart(item, first.end + middle.byteLength)
    : null
  if (
    second !== null &&
    second.end + tail.byteLength === item.byteLength &&
    holdsAt(item, second.end, tail)
  ) {
    return { apiKey: first.secret, apiSecret: second.secret }
  }
  first.secret.wipe()
  second?.secret.wipe()
  return null
}
