// Signs private calls (specification section 5). What is signed is what is sent: one text, made once, as one Buffer.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Credentials } from '../keychain/secret.js'

export type Signed = {
  /** The request body, to be sent byte for byte. */
  body: Buffer
  payload: string
  signature: string
  /** The four headers of section 5. */
  headers: Record<string, string>
}

export type Signer = {
  /** Fails when the secret has been wiped: Plimsoll was locked, or the profile is gone. A text is signed as it is. */
  sign(body: object | string): Result<Signed, 'SECRET_WIPED'>
}

/** The secret lives in the keychain's buffer and in a KeyObject behind this closure; neither can be printed. */
export const createSigner = ({ apiKey, apiSecret }: Credentials): Signer => {
  let key: KeyObject | null = null
  return {
    sign(body) {
      if (apiKey.wiped || apiSecret.wiped) {
        key = null
        return fail('SECRET_WIPED')
      }
      key ??= createSecretKey(apiSecret.reveal())
      const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8')
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
