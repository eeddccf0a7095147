import { describe, expect, test } from 'vitest'
import { isSensitiveName } from '../../../src/main/logging/redact-text.js'

describe('names whose value is never written', () => {
  test.each([
    'X-TXC-APIKEY',
    'x-txc-payload',
    'X-TXC-SIGNATURE',
    'apiKey',
    'api_key',
    'apiSecret',
    'secret',
    'secretKey',
    'payload',
    'signature',
    'websocket_token',
    'token',
    'accessToken',
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'set-cookie',
    'password',
    'publicKey',
    'credentials',
  ])('%s', (name) => {
    expect(isSensitiveName(name)).toBe(true)
  })

  test.each(['request', 'nonce', 'status', 'market', 'keyHint', 'keyStorage', 'keyId', 'tokens', 'message', 'url', 'profileId', ''])(
    'not %j',
    (name) => {
      expect(isSensitiveName(name)).toBe(false)
    },
  )
})
