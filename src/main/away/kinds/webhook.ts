// JSON to an address of the user's, signed as in the Standard Webhooks specification
// (standardwebhooks.com): the receiver checks who sent it and how old it is, and recognizes one it
// already has by its id.
import { splitAddress } from '../../../shared/away/away.js'
import { isoTime } from '../../../shared/time.js'
import type { Kind } from './kind.js'

export const webhook: Kind = {
  alert: ({ id, at, level, critical, title, text }, { settings, secret }, now) => {
    const split = splitAddress(settings.address)
    const timestamp = String(now - (now % 1))
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
      },
      body,
      ...(secret && { signed: { secret, content: `${id}.${timestamp}.${body}` } }),
    }
  },
  push: null,
  cancel: null,
  fault: () => null,
  isFinal: () => false,
  waits: () => 0,
  hasIds: true,
  replaces: () => true,
  dailyMessages: () => null,
}
