// The one place through which everything passes that is logged, whatever it is: lines, details, what a defect threw. It takes out keys,
// secrets, payloads, signatures and tokens by the name they stand under, by their shape, and by the bytes of every secret now in use. What
// the page is told does not come through here: it is made of our own words and of what exchange/reading lets through.
import type { Json } from '../../shared/json.js'
import { mask, maskByShape, maskLiveSecrets, type LiveSecret } from './redact-text.js'
import { isSensitiveName } from './sensitive-names.js'

export type Redactor = {
  /** From now on, and until it is wiped, no text that leaves here holds this secret, plain or encoded. */
  watch(secret: LiveSecret): void
  text(text: string): string
  /** A plain copy without anything secret: safe to print, store and send. Never throws, whatever it is given. */
  value(value: unknown): Json
}

const longestRead = 64 * 1024
const longestWritten = 8 * 1024
const deepest = 8
const mostParts = 1_000
/** Of all texts in one value together: a log line must not keep main busy. */
const mostText = 64 * 1024

/** What is kept of the parts of an HTTP library's error: the rest is the request with its headers, and sockets. */
const keptOfError: { readonly [field: string]: readonly string[] } = {
  config: ['method', 'baseURL', 'url', 'timeout'],
  response: ['status', 'statusText'],
  request: [],
}

type Walk = { readonly text: (text: string) => string; readonly above: Set<object>; parts: number; room: number }

const read = (source: object, name: string): unknown => {
  try {
    return Reflect.get(source, name)
  } catch {
    return '[unreadable]'
  }
}

/** A value under a telling name. What cannot hold a secret stays, because its absence is worth knowing. */
const masked = (value: unknown): Json | undefined => {
  if (value === undefined || value === null || typeof value === 'boolean' || value === '') return value
  return mask
}

const named = (name: string, value: unknown, depth: number, walk: Walk): Json | undefined => {
  if (isSensitiveName(name)) return masked(value)
  return value === undefined ? undefined : plain(value, depth, walk)
}

const fromEntries = (entries: Iterable<readonly [string, Json | undefined]>, walk: Walk): Json => {
  const copy: { [name: string]: Json } = {}
  for (const [name, value] of entries) {
    if (value !== undefined) Object.defineProperty(copy, walk.text(name), { value, enumerable: true, configurable: true, writable: true })
  }
  return copy
}

/** A list may be raw headers: name, value, name, value. */
const list = (items: readonly unknown[], depth: number, walk: Walk): Json =>
  items.map((item, index) => {
    const before = items[index - 1]
    const follows = typeof before === 'string' && /^[\w-]+$/.test(before) && isSensitiveName(before)
    return (follows ? masked(item) : plain(item, depth, walk)) ?? null
  })

const mapped = (map: ReadonlyMap<unknown, unknown>, depth: number, walk: Walk): Json =>
  fromEntries(
    [...map].map(([key, value]) => {
      const name = typeof key === 'string' ? key : JSON.stringify(plain(key, depth, walk))
      return [name, named(name, value, depth, walk)] as const
    }),
    walk,
  )

/** `{ name: 'X-TXC-APIKEY', value: '…' }` holds its telling name as a value. */
const isTellingPair = (source: object): boolean =>
  ['name', 'key', 'header', 'field'].some((holder) => {
    const name = read(source, holder)
    return typeof name === 'string' && isSensitiveName(name)
  })

const fields = (source: object, depth: number, walk: Walk): Json => {
  const telling = 'value' in source && isTellingPair(source)
  return fromEntries(
    Object.keys(source).map((name) => {
      const value = read(source, name)
      return [name, telling && name === 'value' ? masked(value) : named(name, value, depth, walk)] as const
    }),
    walk,
  )
}

const failure = (error: Error, depth: number, walk: Walk): Json => {
  const own = new Set(['name', 'message', 'stack', 'cause', ...Object.keys(error)])
  return fromEntries(
    [...own].map((name) => {
      const value = read(error, name)
      const kept = keptOfError[name]
      if (kept === undefined || typeof value !== 'object' || value === null) return [name, named(name, value, depth, walk)] as const
      const summary = kept.map((field) => [field, named(field, read(value, field), depth, walk)] as const)
      return [name, fromEntries(summary, walk)] as const
    }),
    walk,
  )
}

const structured = (source: object, depth: number, walk: Walk): Json => {
  if (source instanceof Error) return failure(source, depth, walk)
  if (source instanceof Map) return mapped(source, depth, walk)
  if (source instanceof Set) return list([...source], depth, walk)
  if (Array.isArray(source)) return list(source, depth, walk)
  if (source instanceof Date) return Number.isNaN(source.valueOf()) ? 'invalid date' : source.toISOString()
  if (source instanceof URL || source instanceof URLSearchParams) return walk.text(source.toString())
  const toJson = read(source, 'toJSON')
  if (typeof toJson === 'function') return plain(Reflect.apply(toJson, source, []), depth, walk)
  return fields(source, depth, walk)
}

const plain = (value: unknown, depth: number, walk: Walk): Json => {
  if (++walk.parts > mostParts || walk.room <= 0) return '[more]'
  switch (typeof value) {
    case 'string':
      return walk.text(value)
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'boolean':
      return value
    case 'bigint':
    case 'symbol':
      return walk.text(String(value))
    case 'undefined':
      return null
    case 'function':
      return '[function]'
    case 'object':
      break
  }
  if (value === null) return null
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${String(value.byteLength)} bytes]`
  if (walk.above.has(value)) return '[circular]'
  if (depth >= deepest) return '[deeper]'
  walk.above.add(value)
  try {
    return structured(value, depth + 1, walk)
  } catch {
    return '[unreadable]'
  } finally {
    walk.above.delete(value)
  }
}

export const createRedactor = (): Redactor => {
  const live = new Set<LiveSecret>()

  const text = (raw: string): string => {
    for (const secret of live) if (secret.wiped) live.delete(secret)
    // Cut twice: a secret that straddles the first cut is past the second one.
    const masked = maskByShape(maskLiveSecrets(raw.slice(0, longestRead), live))
    return masked.length <= longestWritten ? masked : `${masked.slice(0, longestWritten)}… [cut]`
  }

  return {
    watch: (secret) => void live.add(secret),
    text,
    value: (value) => {
      const walk: Walk = {
        text: (raw) => {
          const told = text(raw)
          walk.room -= told.length
          return told
        },
        above: new Set(),
        parts: 0,
        room: mostText,
      }
      return plain(value, 0, walk)
    },
  }
}
