// Where the secret of a destination becomes part of a request: as a bearer token, in the path, as
// the password of a mail server, or as the key of a signature of the Standard Webhooks
// specification (standardwebhooks.com).
import { createHmac } from 'node:crypto'
import type { Secret } from '../keychain/secret.js'

/** A secret of that specification is base64 after this; any other is used as it is. */
const prefix = 'whsec_'

function keyOf(secret: Secret): Buffer {
  const bytes = secret.reveal()
  const isPrefixed = bytes.subarray(0, prefix.length).toString('latin1') === prefix
  return isPrefixed
    ? Buffer.from(bytes.subarray(prefix.length).toString('latin1'), 'base64')
    : bytes
}

export function bearerOf(secret: Secret): string {
  return `Bearer ${secret.reveal().toString('latin1')}`
}

export function passwordOf(secret: Secret): string {
  return secret.reveal().toString('latin1')
}

/** `place`: what the secret replaces. */
export function pathWith(path: string, place: string, secret: Secret): string {
  return path.replace(place, () => secret.reveal().toString('latin1'))
}

export function webhookSignature(secret: Secret, content: string): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(content, 'utf8').digest('base64')}`
}
