// Serializes, numbers and signs private calls (specification section 5). What is signed is what is
// sent: one text, created once, as one Buffer.
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Dialect } from '../../shared/accounts/account.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { inDialect } from '../../v4/orders.js'
import type { Credentials, Secret } from '../keychain/secret.js'
import type { NonceRepository } from './nonce-repository.js'

/** In hex. A text counts as its UTF-8 bytes. */
export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function spelt(members: object, dialect: Dialect): Record<string, unknown> {
  return inDialect(
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [name, speltValue(value, dialect)]),
    ),
    dialect,
  )
}

function speltValue(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((item) => speltValue(item, dialect))
  return typeof value === 'object' && value !== null ? spelt(value, dialect) : value
}

/**
 * The body of a private call except for the nonce: the endpoint's own members in the profile's
 * spelling, then `request`, always the exact path of the call. For a call that moves money, this
 * text is what the user confirms.
 */
export function bodyBeforeNonce(
  { path }: Pick<Endpoint, 'path'>,
  ask: object,
  dialect: Dialect,
): string {
  return JSON.stringify({
    ...(dialect === 'live' ? spelt(ask, dialect) : ask),
    request: path,
    nonce: undefined,
  })
}

/** The same text up to its closing brace, followed by the nonce, which is drawn when sending. */
export function withNonce(body: string, nonce: string): string {
  return `${body.slice(0, -1)},"nonce":${JSON.stringify(nonce)}}`
}

export type Signed = {
  /** The request body, to be sent byte for byte. */
  body: Buffer
  payload: string
  signature: string
  /** The four headers of section 5. */
  headers: Record<string, string>
}

export type Signer = {
  /**
   * Fails if the secret has been wiped: Plimsoll was locked, or the profile is gone. The text is
   * signed as is.
   */
  sign(body: string): Result<Signed, 'SECRET_WIPED'>
}

/**
 * The secret lives in the keychain's buffer and in a KeyObject behind this closure; neither can be
 * printed.
 */
export function createSigner({ apiKey, apiSecret }: Credentials): Signer {
  let key: KeyObject | null = null
  return {
    sign(body: string): Result<Signed, 'SECRET_WIPED'> {
      if (apiKey.wiped || apiSecret.wiped) {
        key = null
        return fail('SECRET_WIPED')
      }
      key ??= createSecretKey(apiSecret.reveal())
      const bytes = Buffer.from(body, 'utf8')
      const payload = bytes.toString('base64')
      const signature = createHmac('sha512', key).update(payload).digest('hex')
      return ok({
        body: bytes,
        payload,
        signature,
        headers: {
          'Content-Type': 'application/json',
          'X-TXC-APIKEY': apiKey.reveal().toString('latin1'),
          'X-TXC-PAYLOAD': payload,
          'X-TXC-SIGNATURE': signature,
        },
      })
    },
  }
}

// The nonce: Unix time in milliseconds as decimal text, strictly increasing per key for ever. The
// exchange refuses a key whose nonce does not increase, so the unit must never change and the
// highest value must survive restarts and clock jumps.

export type NonceGenerator = {
  /**
   * `recorded` is false if it could not be written: good enough for reads, not for moving money.
   */
  next(keyId: string): { text: string; recorded: boolean }
}

/**
 * How far ahead the stored mark is raised at a time, so that a burst of calls costs one write.
 * After a crash the first nonces are at most this far ahead of the clock, within the ±5 s of the
 * public documentation's stricter rule.
 */
const reserve = 4000

/** One sequence per key, whichever profile uses it, under the SHA-256 of the public key. */
export function keyIdOf(apiKey: Secret): string {
  return sha256(apiKey.reveal())
}

/**
 * Fifteen digits are milliseconds until the year 33658; a longer mark was never ours and would lock
 * the key out.
 */
function parseHighWater(highWater: string | null): number {
  // eslint-disable-next-line no-restricted-syntax -- a nonce, no amount
  return highWater !== null && /^\d{1,15}$/.test(highWater) ? Number(highWater) : 0
}

export function createNonceGenerator(clock: Clock, repository: NonceRepository): NonceGenerator {
  const sequences = new Map<string, { last: number; reserved: number; highWaterRead: boolean }>()

  return {
    next(keyId: string): { text: string; recorded: boolean } {
      const sequence = sequences.get(keyId) ?? { last: 0, reserved: 0, highWaterRead: false }
      sequences.set(keyId, sequence)
      try {
        if (!sequence.highWaterRead)
          // eslint-disable-next-line no-restricted-syntax -- a nonce, no amount
          sequence.last = Math.max(sequence.last, parseHighWater(repository.highWater(keyId)))
        sequence.highWaterRead = true
      } catch {
        // Retried at the next call.
      }
      // eslint-disable-next-line no-restricted-syntax -- a time, no amount
      const now = Math.floor(clock() * 1000)
      const nonce = now > sequence.last ? now : sequence.last + 1
      sequence.last = nonce
      try {
        // An unreadable high-water mark may be higher than this one: overwriting would lower it.
        if (sequence.highWaterRead && nonce > sequence.reserved) {
          repository.raise(keyId, String(nonce + reserve))
          sequence.reserved = nonce + reserve
        }
      } catch {
        // Not recorded.
      }
      return { text: String(nonce), recorded: nonce <= sequence.reserved }
    },
  }
}
