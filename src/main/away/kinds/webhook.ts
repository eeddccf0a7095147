// JSON to an address of the user's, signed as in the Standard Webhooks specification
// (standardwebhooks.com): the receiver checks who sent it and how old it is, and recognizes one it
// already has by its id.
import { createHmac } from 'node:crypto'
import { splitAddress } from '../../../shared/away/away.js'
import { isoTime } from '../../../shared/time.js'
import type { Kind } from './kind.js'

/** A secret of that specification is base64 after its prefix; any other is used as it is. */
function keyOf(secret: string): Buffer {
  const prefix = 'whsec_'
  return secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret, 'utf8')
}

function signatureOf(secret: string, content: string): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(content, 'utf8').digest('base64')}`
}

export const webhook: Kind = {
  alert: ({ id, at, level, critical, title, text }, { settings, secret }, now) => {
    const split = splitAddress(settings.address)
    const timestamp = String(Math.floor(now))
    const body = JSON.stringify({
      type: 'alert',
      id,
      at: isoTime(at),
      level,
      critical,
      title,
      text,
    })
    return {
      baseUrl: split.ok ? split.baseUrl : '',
      method: 'POST',
      path: split.ok ? split.path : '/',
      headers: {
        'Content-Type': 'application/json',
        'Webhook-Id': id,
        'Webhook-Timestamp': timestamp,
        'Webhook-Signature': signatureOf(secret ?? '', `${id}.${timestamp}.${body}`),
      },
      body,
    }
  },
  push: null,
  cancel: null,
  replaces: () => true,
  dailyMessages: () => null,
}
