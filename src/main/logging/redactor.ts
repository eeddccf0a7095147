// Everything that is logged or given to support passes through here. It removes keys, secrets,
// payloads, signatures and tokens by name, by shape, and by the bytes of every secret in use; and
// the user's own folder becomes `~`.
import type { Json } from '../../shared/json.js'
import type { Secret } from '../keychain/secret.js'

const mask = '[redacted]'

// The rules below match the same names in running text: add new names there too.

/** Names whose value is never written anywhere, ignoring case, dashes and underscores. */
const exact: ReadonlySet<string> = new Set([
  'key',
  'payload',
  'sign',
  'hmac',
  'auth',
  'jwt',
  'bearer',
  'credentials',
  'secrets',
])

const ending =
  /(?:apikey|secret|secretkey|privatekey|publickey|accesskey|password|passphrase|passwd|token|signature|authorization|cookie)$/

/**
 * True for header, field and option names such as `X-TXC-SIGNATURE`, `apiSecret`,
 * `websocket_token`, `set-cookie`.
 */
export function isSensitiveName(name: string): boolean {
  if (name.length > 64) return false
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return exact.has(bare) || bare.startsWith('xtxc') || ending.test(bare)
}

// A value is quoted text (at any depth of JSON inside JSON), or runs to the next separator.
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Headers whose value may contain spaces: to the end of the line, or of the quotes.
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookie)(["'\\]*\s*[:=]\s*)(?:\\*"[^"]*?\\*"|'[^']*'|[^\r\n]+)/gi,
    `$1$2${mask}`,
  ],
  [
    /(?<![a-z_-])(x-txc-[a-z-]+|[a-z_-]*(?:api[_-]?key|secret[_-]?key|secret|(?:private|public|access)[_-]?key|pass(?:word|phrase|wd)|token|signature|payload|hmac|jwt))(["'\\]*\s*[:=]\s*)(?:\\*"[^"]*?\\*"|'[^']*'|[^\s,;&}\])"']+)/gi,
    `$1$2${mask}`,
  ],
  // The token of a Telegram bot, which is part of an address.
  [/\b(?:bot)?\d{6,}:[\w-]{30,}/g, mask],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/g, `$1 ${mask}`],
  // Base64 of anything starting like a JSON object: a signed payload, or a token.
  [/\bey[I-L][\w+/-]{16,}[\w+/=.-]*/g, mask],
  // Hex as long as an HMAC-SHA512 (specification section 5).
  [/\b[0-9a-f]{100,}\b/gi, mask],
  [/\/\/[^\s/@:]+:[^\s/@]+@/g, `//${mask}@`],
]

/**
 * For data that leaves the computer: anything that looks encoded may be an unknown secret. Ordinary
 * words, UUIDs, short commits and file names stay.
 */
const strictRules: typeof rules = [
  [/%2F%2F[^\s%]+%3A[^\s%]+%40/gi, `//${mask}@`],
  [/%[0-9a-f%]{23,}/gi, mask],
  // Two-byte text of either byte order, raw and as JSON writes it.
  [/(?<![^"\s])[^"\s]*(?:\0|\\u0000)[^"\s]*/g, mask],
  [/\b[0-9a-f]{32,}\b/gi, mask],
  [/(?<![\w+/=-])(?=[\w+/-]*[A-Z])(?=[\w+/-]*[a-z])(?=[\w+/-]*\d)[\w+/-]{40,}={0,2}/g, mask],
]

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** How this part appears in the base64 of a longer text, for each of the three alignments. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
    const text = shifted.toString('base64').replace(/=+$/, '')
    shifted.fill(0)
    // The outermost characters also contain bits of their neighbours.
    return text.slice(
      shift === 0 ? 0 : shift + 1,
      (shift + bytes.byteLength) % 3 === 0 ? undefined : -1,
    )
  })
}

/** Half of a secret is still too much to reveal. */
const shortestHalved = 24

/** In base64, hex and percent encoding. */
function encodedForms(bytes: Buffer): string[] {
  const base64 = base64Forms(bytes)
  const hex = bytes.toString('hex')
  const percent = hex.replaceAll(/../g, '%$&')
  return [
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    ...[hex, hex.toUpperCase(), percent, percent.toUpperCase()],
  ]
}

/** `plain` as a text may contain it; `bytes`: its one-byte or UTF-8 form. */
function writtenForms(plain: string, bytes: Buffer): string[] {
  const twoBytes = [...plain].join('\0')
  const wide = Buffer.from(plain, 'utf16le')
  const forms = [
    ...[plain, jsonEscaped(plain), jsonEscaped(jsonEscaped(plain)), encodeURIComponent(plain)],
    ...[twoBytes, jsonEscaped(twoBytes), jsonEscaped(jsonEscaped(twoBytes))],
    ...[...encodedForms(bytes), ...encodedForms(wide)],
  ]
  wide.fill(0)
  return forms
}

function longestFirst(forms: readonly string[]): string[] {
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}

/**
 * Every form in which a text may contain a secret. Halves come after wholes, so that a whole one
 * leaves one mask.
 */
function formsOf(bytes: Buffer): string[] {
  const plain = bytes.toString('latin1')
  const half = plain.length >> 1
  return longestFirst([
    ...writtenForms(plain, bytes),
    ...(plain.length >= shortestHalved ? [plain.slice(0, half), plain.slice(half)] : []),
  ])
}

type Replace = (text: string) => string

const wordCharacter = /[\p{L}\p{N}_]/u

/** Only if not next to a letter, digit or underscore. */
function replaceWord(text: string, word: string, replacement: string): string {
  const parts = text.split(word)
  return parts.reduce((before, after) => {
    const isPart = wordCharacter.test(before.at(-1) ?? '') || wordCharacter.test(after.at(0) ?? '')
    return `${before}${isPart ? word : replacement}${after}`
  })
}

/** Shorter names are part of too many unrelated words. */
const shortestName = 3
const shortestEncoded = 6

/** In plain form only as a separate word; encoded, anywhere. */
function hiding(personal: string, replacement: string): Replace {
  const forms = longestFirst(writtenForms(personal, Buffer.from(personal)))
  const words = new Set([
    personal,
    jsonEscaped(personal),
    jsonEscaped(jsonEscaped(personal)),
    encodeURIComponent(personal),
  ])
  return (text) =>
    forms.reduce((hidden, form) => {
      if (words.has(form)) return replaceWord(hidden, form, replacement)
      return form.length < shortestEncoded ? hidden : hidden.replaceAll(form, replacement)
    }, text)
}

const foldersOfPeople = /(?:\b[a-z]:)?(?:\\{1,4}|\/)(?:users|home)(?:\\{1,4}|\/)[^\\/\s"':]+/gi

/**
 * Replaces the user's own folder in a text and, for data that leaves the computer, also the user's
 * name and any user's folder.
 */
function createHiding(home: string): { folder: Replace; name: Replace } {
  const name = home.split(/[\\/]/).findLast((part) => part !== '') ?? ''
  const isTelling = name.length >= shortestName
  const hideName = isTelling ? hiding(name, '[user]') : (text: string) => text
  return {
    folder: isTelling ? hiding(home, '~') : (text) => text,
    name: (text) => hideName(text.replace(foldersOfPeople, '~')),
  }
}

const maxRead = 64 * 1024
const maxWritten = 8 * 1024
const maxDepth = 8
const maxParts = 1_000
/** Across all texts in one value: a log line must not keep main busy. */
const maxText = 64 * 1024

/**
 * What is kept of an HTTP library's error: the rest is the request with its headers, and sockets.
 */
const errorFieldsKept: { readonly [field: string]: readonly string[] } = {
  config: ['method', 'baseURL', 'url', 'timeout'],
  response: ['status', 'statusText'],
  request: [],
}

function read(source: object, name: string): unknown {
  try {
    return Reflect.get(source, name)
  } catch {
    return '[unreadable]'
  }
}

/**
 * A value under a sensitive name. Values that cannot hold a secret stay, because an absent one is
 * useful to know.
 */
function masked(value: unknown): Json | undefined {
  if (value === undefined || value === null || typeof value === 'boolean' || value === '')
    return value
  return mask
}

/** `{ name: 'X-TXC-APIKEY', value: '…' }` has its sensitive name as a value. */
function isTellingPair(source: object): boolean {
  return (
    'value' in source &&
    ['name', 'key', 'header', 'field'].some((holder) => {
      const name = read(source, holder)
      return typeof name === 'string' && isSensitiveName(name)
    })
  )
}

/** A plain copy of a value, with `redact` applied to each text. */
function copyOf(root: unknown, redact: (text: string) => string): Json {
  const ancestors = new Set<object>()
  let parts = 0
  let textLeft = maxText

  const text = (raw: string): string => {
    const redacted = redact(raw)
    textLeft -= redacted.length
    return redacted
  }

  const named = (name: string, value: unknown): Json | undefined => {
    if (isSensitiveName(name)) return masked(value)
    return value === undefined ? undefined : plain(value)
  }

  const fromEntries = (entries: readonly (readonly [string, Json | undefined])[]): Json => {
    const copy: { [name: string]: Json } = {}
    for (const [name, value] of entries) {
      if (value !== undefined)
        Object.defineProperty(copy, text(name), {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        })
    }
    return copy
  }

  /** A list may be raw headers: name, value, name, value. */
  const list = (items: readonly unknown[]): Json =>
    items.map((item, index) => {
      const before = items[index - 1]
      const follows =
        typeof before === 'string' && /^[\w-]+$/.test(before) && isSensitiveName(before)
      return (follows ? masked(item) : plain(item)) ?? null
    })

  const mapped = (map: ReadonlyMap<unknown, unknown>): Json =>
    fromEntries(
      [...map].map(([key, value]) => {
        const name = typeof key === 'string' ? key : JSON.stringify(plain(key))
        return [name, named(name, value)]
      }),
    )

  const fields = (source: object): Json => {
    const telling = isTellingPair(source)
    return fromEntries(
      Object.keys(source).map((name) => {
        const value = read(source, name)
        return [name, telling && name === 'value' ? masked(value) : named(name, value)]
      }),
    )
  }

  const failure = (error: Error): Json => {
    const own = new Set(['name', 'message', 'stack', 'cause', ...Object.keys(error)])
    return fromEntries(
      [...own].map((name) => {
        const value = read(error, name)
        const kept = errorFieldsKept[name]
        if (kept === undefined || typeof value !== 'object' || value === null)
          return [name, named(name, value)]
        return [name, fromEntries(kept.map((field) => [field, named(field, read(value, field))]))]
      }),
    )
  }

  const structured = (source: object): Json => {
    if (source instanceof Error) return failure(source)
    if (source instanceof Map) return mapped(source)
    if (source instanceof Set) return list([...source])
    if (Array.isArray(source)) return list(source)
    if (source instanceof Date)
      return Number.isNaN(source.valueOf()) ? 'invalid date' : source.toISOString()
    if (source instanceof URL || source instanceof URLSearchParams) return text(source.toString())
    const toJson = read(source, 'toJSON')
    return typeof toJson === 'function' ? plain(Reflect.apply(toJson, source, [])) : fields(source)
  }

  const plain = (value: unknown): Json => {
    parts += 1
    if (parts > maxParts || textLeft <= 0) return '[more]'
    if (value === undefined || value === null) return null
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (typeof value === 'function') return '[function]'
    if (typeof value !== 'object') return text(String(value))
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
      return `[${String(value.byteLength)} bytes]`
    if (ancestors.has(value)) return '[circular]'
    if (ancestors.size >= maxDepth) return '[deeper]'
    ancestors.add(value)
    try {
      return structured(value)
    } catch {
      return '[unreadable]'
    } finally {
      ancestors.delete(value)
    }
  }

  return plain(root)
}

/** Without the escapes that JSON allows but does not require. */
function unescaped(text: string): string {
  return text
    .replaceAll('\\/', '/')
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_escape, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
}

/**
 * Removes these secrets, plain or encoded, and anything else that is one by name or shape, from a
 * text of any length; null once one of them is wiped, because it can no longer be recognized.
 */
export function createSecretMask(secrets: readonly Secret[]) {
  return (text: string): string | null => {
    if (secrets.some(({ wiped }) => wiped)) return null
    const forms = secrets.flatMap((secret) => formsOf(secret.reveal()))
    const maskForms = (one: string): string =>
      forms.reduce((left, form) => left.replaceAll(form, mask), one)
    const plain = text.includes('\\') ? unescaped(text) : text
    const masked = maskForms(plain)
    // JSON escapes may spell a secret in other characters; without any, the text stays as written.
    return rules.reduce(
      (left, [pattern, replacement]) => left.replace(pattern, replacement),
      masked === plain ? text : masked,
    )
  }
}

export type Redactor = {
  /**
   * From now on, and until it is wiped, no text returned here contains this secret, plain or
   * encoded.
   */
  add: (secret: Secret) => void
  text: (raw: string) => string
  /**
   * The whole text, for data that leaves the computer: also removes anything that looks encoded,
   * and the user's name as it appears in their folder. The caller passes one part at a time, split
   * between lines.
   */
  document: (raw: string) => string
  /**
   * A plain copy without secrets: safe to print, store and send. Never throws, whatever its input.
   */
  value: (value: unknown) => Json
}

/** @param home the user's own folder, an absolute path; empty if there is none to hide */
export function createRedactor(home = ''): Redactor {
  /** Their bytes are read for each text, so that no copy is kept here. */
  const live = new Set<Secret>()
  const hide = createHiding(home)

  const withoutSecrets = (raw: string): string => {
    let masked = raw
    for (const secret of live) {
      if (secret.wiped) live.delete(secret)
      else for (const form of formsOf(secret.reveal())) masked = masked.replaceAll(form, mask)
    }
    for (const [pattern, replacement] of rules) masked = masked.replace(pattern, replacement)
    return hide.folder(masked)
  }

  const text = (raw: string): string => {
    const masked = withoutSecrets(raw.slice(0, maxRead))
    // Cut twice: a secret that straddles the first cut is beyond the second one.
    return masked.length <= maxWritten ? masked : `${masked.slice(0, maxWritten)}… [cut]`
  }

  return {
    add: (secret: Secret): void => void live.add(secret),
    text,
    document: (raw: string): string =>
      strictRules.reduce(
        (masked, [pattern, replacement]) => masked.replace(pattern, replacement),
        hide.name(withoutSecrets(raw)),
      ),
    value: (value: unknown): Json => copyOf(value, text),
  }
}
