// Writes and signs private calls (specification section 5). What is signed is what is sent: one text, made once, as one Buffer.
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Dialect } from '../../shared/domain/account.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { inDialect } from '../../v4/spellings.js'
import type { Credentials } from '../keychain/secret.js'

/** In hex. A text counts as its UTF-8 bytes. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

const spelt = (members: object, dialect: Dialect): Record<string, unknown> =>
  inDialect(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, speltValue(value, dialect)])), dialect)

const speltValue = (value: unknown, dialect: Dialect): unknown => {
  if (Array.isArray(value)) return value.map((item) => speltValue(item, dialect))
  return typeof value === 'object' && value !== null ? spelt(value, dialect) : value
}

/**
 * The body of a private call but for the nonce: the endpoint's own members in the profile's spelling, then `request`, always the very path
 * the call goes to. Of a call that moves money this text is what a person confirms.
 */
export const bodyBeforeNonce = ({ path }: Pick<Endpoint, 'path'>, ask: object, dialect: Dialect): string =>
  JSON.stringify({ ...(dialect === 'live' ? spelt(ask, dialect) : ask), request: path, nonce: undefined })

/** The same text, to the last character before its closing brace, and the nonce behind it, which is drawn at sending. */
export const withNonce = (body: string, nonce: string): string => `${body.slice(0, -1)},"nonce":${JSON.stringify(nonce)}}`

export type Signed = {
  /** The request body, to be sent byte for byte. */
  body: Buffer
  payload: string
  signature: string
  /** The four headers of section 5. */
  headers: Record<string, string>
}

export type Signer = ReturnType<typeof createSigner>

/** The secret lives in the keychain's buffer and in a KeyObject behind this closure; neither can be printed. */
export const createSigner = ({ apiKey, apiSecret }: Credentials) => {
  let key: KeyObject | null = null
  return {
    /** Fails when the secret has been wiped: Plimsoll was locked, or the profile is gone. The text is signed as it is. */
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
