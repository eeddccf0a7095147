import { inspect } from 'node:util'

const MASK = '[secret]'

/** Thrown by `reveal()` after `wipe()`: using a key that has been wiped is a programming error, never a value to send. */
export class SecretWiped extends Error {
  override readonly name = 'SecretWiped'
  constructor() {
    super('This secret has been wiped from memory and can no longer be used.')
  }
}

/**
 * Holds one half of an API key as bytes that can be zero-filled. There is no string inside: a JavaScript string cannot be wiped
 * and may be copied by any log line, so every accidental route out (JSON, template, console, structured clone) gives a mask or throws.
 */
export class Secret {
  readonly #bytes: Buffer
  #wiped = false

  /** An own function property makes the structured clone algorithm (postMessage, IPC) throw DataCloneError. */
  readonly uncloneable: () => string = () => MASK

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  static of(text: string): Secret {
    const size = Buffer.byteLength(text, 'utf8')
    // allocUnsafeSlow: outside the shared pool, so that the bytes are never in a slab that other buffers are cut from.
    const bytes = Buffer.allocUnsafeSlow(size)
    bytes.write(text, 'utf8')
    return new Secret(bytes)
  }

  /** Takes a copy; the caller still owns, and should zero, what it passed in. */
  static ofBytes(source: Uint8Array): Secret {
    const bytes = Buffer.allocUnsafeSlow(source.byteLength)
    bytes.set(source)
    return new Secret(bytes)
  }

  /** The bytes themselves, not a copy: use them at once, do not keep them and do not write to them. Throws SecretWiped. */
  reveal(): Buffer {
    if (this.#wiped) throw new SecretWiped()
    return this.#bytes
  }

  get wiped(): boolean {
    return this.#wiped
  }

  get byteLength(): number {
    return this.#bytes.byteLength
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

export const wipeCredentials = (credentials: Credentials): void => {
  credentials.apiKey.wipe()
  credentials.apiSecret.wipe()
}
