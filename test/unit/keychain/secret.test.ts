import { inspect } from 'node:util'
import { serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Secret, SecretWiped, wipeCredentials } from '../../../src/main/keychain/secret.js'

const canary = 'canary-5f0d3c1e9b'

describe('a secret', () => {
  test('returns exactly the bytes it was created from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        expect(Secret.of(text).reveal().equals(Buffer.from(text, 'utf8'))).toBe(true)
      }),
    )
  })

  test('SEC-3 prints as a mask', () => {
    const secret = Secret.of(canary)
    const holder = { nested: [secret, new Map([['k', secret]])], secret }
    const printed = [
      String(secret),
      `${secret}`,
      '' + secret,
      JSON.stringify(holder),
      inspect(secret, { depth: 10, showHidden: true, getters: true }),
      inspect(holder, { depth: 10, showHidden: true }),
      secret.toLocaleString(),
      Object.entries(secret).flat().map(String).join(),
    ].join('\n')
    expect(printed).toContain('[secret]')
    expect(printed).not.toContain(canary)
    expect(printed).not.toContain(Buffer.from(canary).toString('hex'))
    expect(printed).not.toContain(inspect(Buffer.from(canary)).slice(8, 40))
  })

  test('SEC-2 cannot be cloned, so it cannot be posted anywhere', () => {
    const secret = Secret.of(canary)
    expect(() => structuredClone(secret)).toThrow(/could not be cloned/)
    expect(() => structuredClone({ deep: [secret] })).toThrow(/could not be cloned/)
    expect(() => serialize(secret)).toThrow(/could not be cloned/)
  })

  test('SEC-16 is zeroed and unusable after wiping', () => {
    const secret = Secret.of(canary)
    const bytes = secret.reveal()
    secret.wipe()
    expect(bytes.every((byte) => byte === 0)).toBe(true)
    expect(() => secret.reveal()).toThrow(SecretWiped)
    expect(secret.wiped).toBe(true)
    secret.wipe()
    expect(secret.wiped).toBe(true)
  })

  test('copies the bytes it is created from', () => {
    const source = Buffer.from(canary)
    const secret = Secret.ofBytes(source)
    source.fill(0)
    expect(secret.reveal().toString()).toBe(canary)
  })

  test('does not share memory with other buffers', () => {
    const secret = Secret.of(canary)
    expect(secret.reveal().buffer.byteLength).toBe(canary.length)
  })

  test('SEC-16 wiping credentials wipes both halves', () => {
    const credentials = { apiKey: Secret.of('key-key-key'), apiSecret: Secret.of(canary) }
    wipeCredentials(credentials)
    expect([credentials.apiKey.wiped, credentials.apiSecret.wiped]).toEqual([true, true])
  })
})
