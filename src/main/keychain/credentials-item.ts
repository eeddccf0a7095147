// The text of one keychain item, `{"apiKey":"…","apiSecret":"…"}`, written and read byte by byte: JSON.parse would leave both halves
// behind as strings, which cannot be wiped.
import { fail, ok, type Result } from '../../shared/result.js'
import { fitsCredentialRule } from './credentials-input.js'
import { Secret, type Credentials } from './secret.js'

/** Windows takes 2560 bytes per item and some of its stores count two bytes per character. */
export const largestItem = 1280

const quote = 0x22
const backslash = 0x5c
const head = Buffer.from('{"apiKey":"')
const middle = Buffer.from('","apiSecret":"')
const tail = Buffer.from('"}')

const mustEscape = (byte: number): boolean => byte === quote || byte === backslash

const escapedLength = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + (mustEscape(byte) ? 2 : 1), 0)

export type ItemFault = 'unprintable' | 'too-long'

/** The caller zeroes the buffer. */
export const encodeItem = ({ apiKey, apiSecret }: Credentials): Result<Buffer, ItemFault> => {
  const parts = [apiKey.reveal(), apiSecret.reveal()] as const
  if (!parts.every(fitsCredentialRule)) return fail('unprintable')
  const size = head.byteLength + escapedLength(parts[0]) + middle.byteLength + escapedLength(parts[1]) + tail.byteLength
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
const readPart = (item: Buffer, from: number): { secret: Secret; end: number } | null => {
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

const holdsAt = (item: Buffer, at: number, expected: Buffer): boolean => item.subarray(at, at + expected.byteLength).equals(expected)

/** Null when these bytes are not an item of ours. The caller still owns, and zeroes, the bytes. */
export const decodeItem = (bytes: Uint8Array): Credentials | null => {
  const item = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!holdsAt(item, 0, head)) return null
  const first = readPart(item, head.byteLength)
  if (first === null) return null
  const second = holdsAt(item, first.end, middle) ? readPart(item, first.end + middle.byteLength) : null
  if (second !== null && second.end + tail.byteLength === item.byteLength && holdsAt(item, second.end, tail)) {
    return { apiKey: first.secret, apiSecret: second.secret }
  }
  first.secret.wipe()
  second?.secret.wipe()
  return null
}
