import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectFaults, keyHintOf, trimmed } from '../../../../src/renderer/stores/connect-draft.svelte.js'

const good = {
  name: 'Main',
  custom: false,
  baseUrl: '',
  apiKey: 'public-key-0001',
  apiSecret: 'secret-secret-0001',
  keyKept: false,
  secretKept: false,
}

describe('a connect form', () => {
  it('has no faults when it is filled in', () => {
    expect(connectFaults(good)).toEqual({})
  })

  it('SEC-6 refuses keys that are not plain printable text of 8 to 512 characters', () => {
    const wrong = fc.oneof(
      fc.string({ maxLength: 7 }),
      fc.string({ minLength: 513, maxLength: 600 }),
      fc
        .tuple(
          fc.string({ minLength: 4, maxLength: 20 }),
          fc.constantFrom('\n', '\r', '\0', 'é', '\u202e', ' '),
          fc.string({ minLength: 4, maxLength: 20 }),
        )
        .map(([before, bad, after]) => `x${before}${bad}${after}x`),
    )
    fc.assert(
      fc.property(wrong, (text) => {
        expect(connectFaults({ ...good, apiSecret: text }).apiSecret).toBeDefined()
        expect(connectFaults({ ...good, apiKey: text }).apiKey).toBeDefined()
      }),
    )
  })

  it('lets an empty key field stand for the key main still holds', () => {
    expect(connectFaults({ ...good, apiKey: '', apiSecret: '', keyKept: true, secretKept: true })).toEqual({})
    expect(Object.keys(connectFaults({ ...good, apiKey: '', apiSecret: '' }))).toEqual(['apiKey', 'apiSecret'])
  })

  it('reads an address only for a custom region', () => {
    expect(connectFaults({ ...good, baseUrl: 'nonsense' }).baseUrl).toBeUndefined()
    expect(connectFaults({ ...good, custom: true, baseUrl: '' }).baseUrl).toMatch(/Enter the address/)
    expect(connectFaults({ ...good, custom: true, baseUrl: 'https://exchange.example/api' }).baseUrl).toBeDefined()
    expect(connectFaults({ ...good, custom: true, baseUrl: 'http://127.0.0.1:4000' }).baseUrl).toBeUndefined()
  })

  it('wants a name that can be recognised', () => {
    expect(connectFaults({ ...good, name: '  ' }).name).toBeDefined()
    expect(connectFaults({ ...good, name: 'x'.repeat(61) }).name).toBeDefined()
  })
})

describe('pasted text', () => {
  it('loses the spaces around it, with a remark', () => {
    expect(trimmed(' key\n', 'API key')).toEqual({ text: 'key', remark: 'Spaces around the API key were removed.' })
    expect(trimmed('key', 'API key').remark).toBeNull()
    expect(trimmed('  ', 'API key').remark).toBeNull()
  })
})

it('a public key is hinted at by its ends', () => {
  expect(keyHintOf('7f3a0a0a0a0ac91e')).toBe('7f3a…c91e')
})
