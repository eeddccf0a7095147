import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeItem,
  encodeItem,
  largestItem,
  Secret,
  type Credentials,
} from '../../../src/main/keychain/secret.js'

const part = fc
  .array(fc.integer({ min: 0x20, max: 0x7e }), { minLength: 8, maxLength: 512 })
  .map((codes) => String.fromCharCode(...codes))

function credentials(apiKey: string, apiSecret: string): Credentials {
  return {
    apiKey: Secret.of(apiKey),
    apiSecret: Secret.of(apiSecret),
  }
}

function revealed(found: Credentials | null): unknown {
  return found === null
    ? null
    : {
        apiKey: found.apiKey.reveal().toString('latin1'),
        apiSecret: found.apiSecret.reveal().toString('latin1'),
      }
}

describe("a keychain entry's text", () => {
  test('is the compact JSON of key and secret, and survives a round trip', () => {
    fc.assert(
      fc.property(part, part, (apiKey, apiSecret) => {
        const expected = JSON.stringify({ apiKey, apiSecret })
        const item = encodeItem(credentials(apiKey, apiSecret))
        expect(item).toEqual(
          expected.length <= largestItem
            ? { ok: true, value: Buffer.from(expected) }
            : { ok: false, error: 'too-long' },
        )
        if (item.ok) expect(revealed(decodeItem(item.value))).toEqual({ apiKey, apiSecret })
      }),
    )
  })

  test('SEC-6 fits two halves of maximum length into the 2560 bytes of Windows, even at two bytes a character', () => {
    const item = encodeItem(credentials('k'.repeat(512), 's'.repeat(512)))
    expect(
      item.ok && Buffer.from(item.value.toString('latin1'), 'utf16le').byteLength,
    ).toBeLessThanOrEqual(2560)
  })

  test('SEC-6 is refused if it would not fit once escaped', () => {
    expect(encodeItem(credentials('"'.repeat(512), '\\'.repeat(512)))).toEqual({
      ok: false,
      error: 'too-long',
    })
  })

  test.each(['abc\0defgh', 'abcdefg', 'abcd\r\nefgh', 'schlüssel-lang'])(
    'SEC-6 refuses %j',
    (bad) => {
      expect(encodeItem(credentials('a-good-key', bad))).toEqual({
        ok: false,
        error: 'unprintable',
      })
      expect(encodeItem(credentials(bad, 'a-good-secret'))).toEqual({
        ok: false,
        error: 'unprintable',
      })
    },
  )

  test('is not read if truncated', () => {
    const whole = encodeItem(credentials('key-"quoted"', 'back\\slash-secret'))
    if (!whole.ok) throw new Error(whole.error)
    fc.assert(
      fc.property(fc.nat(whole.value.byteLength - 1), (length) => {
        expect(decodeItem(whole.value.subarray(0, length))).toBeNull()
      }),
    )
  })

  test.each([
    '',
    'plain password of something else',
    '{"apiKey":"12345678"}',
    '{"apiKey":"12345678","apiSecret":"short"}',
    '{"apiKey":"12345678","apiSecret":"12345678"} ',
    '{"apiKey":"1234\\n5678","apiSecret":"12345678"}',
    '{"apiKey":"12345678","apiSecret":"1234\u00005678"}',
    '{"apiKey":"12345678","apiSecret":"12345678","more":1}',
    '{"apiKey":"12345678","apiSecret":"12345678\\',
  ])('does not read %j', (text) => {
    expect(decodeItem(Buffer.from(text))).toBeNull()
  })

  test('never throws, whatever the keychain contains', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => decodeItem(bytes) === null))
  })
})
