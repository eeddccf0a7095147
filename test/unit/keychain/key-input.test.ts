import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fitsCredentialRule,
  keyHint,
  readCredentialPart,
  Secret,
} from '../../../src/main/keychain/secret.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

/** The rule restated: 8 to 512 characters, each from space to tilde, no space at either end. */
function obeys(text: string): boolean {
  return (
    text.length >= 8 &&
    text.length <= 512 &&
    [...text].every((char) => char >= ' ' && char <= '~') &&
    text === text.trim()
  )
}

const goodPart = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 8, maxLength: 512 })
  .map((codes) => String.fromCharCode(...codes))

const whitespace = fc
  .array(fc.constantFrom(' ', '\n', '\r\n', '\t', '\u00a0', '\ufeff'), { maxLength: 4 })
  .map((parts) => parts.join(''))

describe('entered keys and secrets', () => {
  test('SEC-6 accept every printable text of the right length unchanged', () => {
    fc.assert(
      fc.property(goodPart, (text) => {
        const read = readCredentialPart('apiSecret', text)
        expect(read.ok && read.value.secret.reveal().toString('latin1')).toBe(text)
        expect(read.ok && read.value.remark).toBeNull()
      }),
    )
  })

  test('SEC-6 are trimmed after a paste, with a remark', () => {
    fc.assert(
      fc.property(whitespace, goodPart, whitespace, (before, text, after) => {
        const read = readCredentialPart('apiKey', before + text + after)
        expect(read.ok && read.value.secret.reveal().toString('latin1')).toBe(text)
        expect(read.ok && read.value.remark !== null).toBe(before + after !== '')
      }),
    )
  })

  test('SEC-6 refuse everything else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 600 }),
          fc.string({ unit: 'grapheme', maxLength: 40 }),
        ),
        (text) => {
          expect(readCredentialPart('apiKey', text).ok).toBe(obeys(text.trim()))
        },
      ),
      { numRuns: 400 },
    )
  })

  test('SEC-6 refuse one bad character anywhere in a good text', () => {
    const bad = fc.constantFrom('\0', '\r', '\n', '\t', '\u007f', 'é', '\u200b', '“', '🔑')
    fc.assert(
      fc.property(goodPart, bad, fc.nat(), (text, char, place) => {
        const at = 1 + (place % (text.length - 1))
        const read = readCredentialPart('apiSecret', text.slice(0, at) + char + text.slice(at))
        expect(read.ok).toBe(false)
      }),
    )
  })

  test.each([
    ['', /Enter the secret/],
    ['short', /at least 8/],
    ['x'.repeat(513), /at most 512/],
    ['abcdefgh\nijkl', /line break/],
    ['abcdefgh\0ijkl', /character that keys never have/],
  ])('explain what is wrong with %j', (text, words) => {
    const read = readCredentialPart('apiSecret', text)
    expect(read.ok ? '' : englishOf(read.error)).toMatch(words)
  })

  test('are never repeated in a message', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 5, maxLength: 600 }), (text) => {
        const read = readCredentialPart('apiSecret', `${text}\u0000${text}`)
        expect(read.ok ? text : JSON.stringify(read.error)).not.toContain(text)
      }),
    )
  })

  test.each([
    ['apiKey', ' a-good-key', 'accounts.key-trimmed'],
    ['apiSecret', 'a-good-secret\n', 'accounts.secret-trimmed'],
    ['apiKey', 'a-good-key', null],
  ] as const)('report for the %s %j what was removed', (part, text, remark) => {
    const read = readCredentialPart(part, text)
    expect(read.ok && read.value.remark).toEqual(remark === null ? null : { key: remark })
  })

  test('have the same rule for bytes and text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 520 }), (bytes) => {
        const text = Buffer.from(bytes).toString('latin1')
        const printable = [...text].every((char) => char >= ' ' && char <= '~')
        expect(fitsCredentialRule(bytes)).toBe(
          printable && bytes.length >= 8 && bytes.length <= 512,
        )
      }),
    )
  })

  test('SEC-15 show the first and last four characters in the hint, and fewer of a short key', () => {
    expect(keyHint(Secret.of('4efd4149ca0c0db1a8a1f9b2bd8b4c52'))).toBe('4efd…4c52')
    expect(keyHint(Secret.of('abcdefgh'))).toBe('ab…gh')
  })
})
