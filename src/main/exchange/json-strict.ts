// The only reader of the exchange's JSON. It takes exactly what RFC 8259 allows and nothing that two readers could understand
// differently, and it keeps every digit of every number. JSON.parse can do neither: it lets the last of two equal names win and
// turns 12345678901234567890 into another number.
import { isUtf8 } from 'node:buffer'
import { fail, ok, type Result } from '../../shared/result.js'
import { NumberText } from '../../v4/numbers.js'

export type JsonFault = 'EMPTY' | 'BOM' | 'NOT_UTF8' | 'NOT_JSON' | 'DUPLICATE_KEY' | 'PROTO_KEY' | 'TOO_DEEP' | 'TOO_MANY'

/** The deepest answer the specification shows has four levels. */
const deepest = 32

/** Integers of up to fifteen characters are exact as floats; what is longer is kept as text, and so is -0. */
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

/** Every new name costs the machine a new shape of object. The longest answer names each asset once. */
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

  /** Moves to the next char that is not blank and gives its code; NaN at the end. */
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
      // Also true of the NaN behind the end.
      if (!(code >= 0x20)) throw new Refused('NOT_JSON')
      at += 1
    }
  }

  /** A string with escapes: its end is found here, its escapes are checked and resolved by the platform. */
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
        // Fewer members than names: one name came twice and its first value is gone.
        if (Object.keys(members).length !== read) throw new Refused('DUPLICATE_KEY')
        return members
      }
      if (after !== char.comma) throw new Refused('NOT_JSON')
    }
  }
}

/** Where the string that begins at `start` ends: the place of its closing quote, or the end of the text. */
const endOfString = (bytes: Buffer, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== char.quote) at += bytes[at] === char.backslash ? 2 : 1
  return at
}

/** Whether there are more values than `most`, nested ones included: counted before any of them is built, so that none costs memory. */
const hasMoreThan = (bytes: Buffer, most: number): boolean => {
  let values = 1
  let mayBeEmpty = false
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0
    if (code <= 0x20) continue
    const opens = code === char.openObject || code === char.openList
    // The first value of a list or an object has no comma before it.
    if (code === char.comma || (mayBeEmpty && code !== char.closeObject && code !== char.closeList)) {
      values += 1
      if (values > most) return true
    }
    mayBeEmpty = opens
    if (code === char.quote) at = endOfString(bytes, at)
  }
  return false
}

/**
 * Integers of up to fifteen characters come out as numbers, all other numbers as NumberText. Refused, never repaired: bytes that
 * are not UTF-8, a byte order mark, an empty text, a member name given twice, a member named `__proto__`, nesting no answer has, more
 * than `most` values in all, and more different names than any answer has.
 */
export const parseStrictJson = (bytes: Buffer, most: number): Result<unknown, JsonFault> => {
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
