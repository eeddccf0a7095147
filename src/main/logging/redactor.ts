// Everything that is logged passes through here. It takes out keys, secrets, payloads, signatures and tokens by the name they stand under,
// by their shape, and by the bytes of every secret now in use.
import type { Json } from '../../shared/json.js'
import { isSensitiveName, mask, maskByShape, maskLiveSecrets, type LiveSecret } from './redact-text.js'

export type Redactor = {
  /** From now on, and until it is wiped, no text that leaves here holds this secret, plain or encoded. */
  add(secret: LiveSecret): void
  text(text: string): string
  /** A plain copy without anything secret: safe to print, store and send. Never throws, whatever it is given. */
  value(value: unknown): Json
}

const maxRead = 64 * 1024
const maxWritten = 8 * 1024
const maxDepth = 8
const maxParts = 1_000
/** Of all texts in one value together: a log line must not keep main busy. */
const maxText = 64 * 1024

/** What is kept of the parts of an HTTP library's error: the rest is the request with its headers, and sockets. */
const errorFieldsKept: { readonly [field: string]: readonly string[] } = {
  config: ['method', 'baseURL', 'url', 'timeout'],
  response: ['status', 'statusText'],
  request: [],
}

type CopyContext = { readonly text: (text: string) => string; readonly ancestors: Set<object>; parts: number; textLeft: number }

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

const named = (name: string, value: unknown, depth: number, context: CopyContext): Json | undefined => {
  if (isSensitiveName(name)) return masked(value)
  return value === undefined ? undefined : plain(value, depth, context)
}

const fromEntries = (entries: Iterable<readonly [string, Json | undefined]>, context: CopyContext): Json => {
  const copy: { [name: string]: Json } = {}
  for (const [name, value] of entries) {
    if (value !== undefined)
      Object.defineProperty(copy, context.text(name), { value, enumerable: true, configurable: true, writable: true })
  }
  return copy
}

/** A list may be raw headers: name, value, name, value. */
const list = (items: readonly unknown[], depth: number, context: CopyContext): Json =>
  items.map((item, index) => {
    const before = items[index - 1]
    const follows = typeof before === 'string' && /^[\w-]+$/.test(before) && isSensitiveName(before)
    return (follows ? masked(item) : plain(item, depth, context)) ?? null
  })

const mapped = (map: ReadonlyMap<unknown, unknown>, depth: number, context: CopyContext): Json =>
  fromEntries(
    [...map].map(([key, value]) => {
      const name = typeof key === 'string' ? key : JSON.stringify(plain(key, depth, context))
      return [name, named(name, value, depth, context)] as const
    }),
    context,
  )

/** `{ name: 'X-TXC-APIKEY', value: '…' }` holds its telling name as a value. */
const isTellingPair = (source: object): boolean =>
  ['name', 'key', 'header', 'field'].some((holder) => {
    const name = read(source, holder)
    return typeof name === 'string' && isSensitiveName(name)
  })

const fields = (source: object, depth: number, context: CopyContext): Json => {
  const telling = 'value' in source && isTellingPair(source)
  return fromEntries(
    Object.keys(source).map((name) => {
      const value = read(source, name)
      return [name, telling && name === 'value' ? masked(value) : named(name, value, depth, context)] as const
    }),
    context,
  )
}

const failure = (error: Error, depth: number, context: CopyContext): Json => {
  const own = new Set(['name', 'message', 'stack', 'cause', ...Object.keys(error)])
  return fromEntries(
    [...own].map((name) => {
      const value = read(error, name)
      const kept = errorFieldsKept[name]
      if (kept === undefined || typeof value !== 'object' || value === null) return [name, named(name, value, depth, context)] as const
      const summary = kept.map((field) => [field, named(field, read(value, field), depth, context)] as const)
      return [name, fromEntries(summary, context)] as const
    }),
    context,
  )
}

const structured = (source: object, depth: number, context: CopyContext): Json => {
  if (source instanceof Error) return failure(source, depth, context)
  if (source instanceof Map) return mapped(source, depth, context)
  if (source instanceof Set) return list([...source], depth, context)
  if (Array.isArray(source)) return list(source, depth, context)
  if (source instanceof Date) return Number.isNaN(source.valueOf()) ? 'invalid date' : source.toISOString()
  if (source instanceof URL || source instanceof URLSearchParams) return context.text(source.toString())
  const toJson = read(source, 'toJSON')
  if (typeof toJson === 'function') return plain(Reflect.apply(toJson, source, []), depth, context)
  return fields(source, depth, context)
}

const plain = (value: unknown, depth: number, context: CopyContext): Json => {
  if (++context.parts > maxParts || context.textLeft <= 0) return '[more]'
  switch (typeof value) {
    case 'string':
      return context.text(value)
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'boolean':
      return value
    case 'bigint':
    case 'symbol':
      return context.text(String(value))
    case 'undefined':
      return null
    case 'function':
      return '[function]'
    case 'object':
      break
  }
  if (value === null) return null
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${String(value.byteLength)} bytes]`
  if (context.ancestors.has(value)) return '[circular]'
  if (depth >= maxDepth) return '[deeper]'
  context.ancestors.add(value)
  try {
    return structured(value, depth + 1, context)
  } catch {
    return '[unreadable]'
  } finally {
    context.ancestors.delete(value)
  }
}

export const createRedactor = (): Redactor => {
  const live = new Set<LiveSecret>()

  const text = (raw: string): string => {
    for (const secret of live) if (secret.wiped) live.delete(secret)
    // Cut twice: a secret that straddles the first cut is past the second one.
    const masked = maskByShape(maskLiveSecrets(raw.slice(0, maxRead), live))
    return masked.length <= maxWritten ? masked : `${masked.slice(0, maxWritten)}… [cut]`
  }

  return {
    add: (secret) => void live.add(secret),
    text,
    value: (value) => {
      const context: CopyContext = {
        text: (raw) => {
          const redacted = text(raw)
          context.textLeft -= redacted.length
          return redacted
        },
        ancestors: new Set(),
        parts: 0,
        textLeft: maxText,
      }
      return plain(value, 0, context)
    },
  }
}
