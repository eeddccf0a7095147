import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { englishOf, readLanguageFrom } from '../../../../src/shared/messages/messages.js'
import {
  ConnectDraft,
  connectFaults,
} from '../../../../src/renderer/accounts/connect-draft.svelte.js'

const good = {
  name: 'Main',
  region: 'global' as const,
  baseUrl: '',
  apiKey: 'public-key-0001',
  apiSecret: 'secret-secret-0001',
  keptKeyHint: null,
  secretKept: false,
}

describe('a connect form', () => {
  it('has no errors when completed', () => {
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

  it('accepts an empty key field for the key that main still holds', () => {
    expect(
      connectFaults({
        ...good,
        apiKey: '',
        apiSecret: '',
        keptKeyHint: 'publ…0001',
        secretKept: true,
      }),
    ).toEqual({})
    expect(Object.keys(connectFaults({ ...good, apiKey: '', apiSecret: '' }))).toEqual([
      'apiKey',
      'apiSecret',
    ])
  })

  it('reads an address only for a custom region', () => {
    expect(connectFaults({ ...good, baseUrl: 'nonsense' }).baseUrl).toBeUndefined()
    expect(
      englishOf(connectFaults({ ...good, region: 'custom', baseUrl: '' }).baseUrl?.[0] ?? ''),
    ).toMatch(/Enter the address/)
    expect(
      connectFaults({ ...good, region: 'custom', baseUrl: 'https://exchange.example/api' }).baseUrl,
    ).toBeDefined()
    expect(
      connectFaults({ ...good, region: 'custom', baseUrl: 'http://127.0.0.1:4000' }).baseUrl,
    ).toBeUndefined()
  })

  it('requires a recognisable name', () => {
    expect(connectFaults({ ...good, name: '  ' }).name).toBeDefined()
    expect(connectFaults({ ...good, name: 'x'.repeat(61) }).name).toBeDefined()
  })
})

describe('pasted text', () => {
  it('loses surrounding spaces, with a remark', () => {
    const draft = new ConnectDraft({
      ask: () => new Promise<never>(() => undefined),
      listen: () => () => undefined,
    })
    const pasted = (text: string) => {
      draft.pasted('apiKey', text)
      return [draft.apiKey, ...draft.remarks]
    }
    expect(pasted(' key\n')).toEqual(['key', 'Spaces or line breaks around the key were removed.'])
    expect(pasted('key')).toEqual(['key'])
    expect(pasted('  ')).toEqual([''])
  })
})

describe('UX-64 form errors', () => {
  afterEach(() => readLanguageFrom(() => 'en'))

  it('use the current language, even if found in another', async () => {
    const draft = new ConnectDraft({
      ask: () => new Promise<never>(() => undefined),
      listen: () => () => undefined,
    })
    await draft.check()
    draft.pasted('apiKey', ' key ')
    expect(draft.faults).toEqual({
      name: 'Give the account a name you will recognise.',
      apiSecret: 'Enter the API secret.',
    })
    readLanguageFrom(() => 'uk')
    expect(draft.faults).toEqual({
      name: 'Дайте рахунку назву, яку ви впізнаєте.',
      apiSecret: 'Введіть секрет API.',
    })
    expect(draft.remarks).toEqual(['Пробіли або розриви рядка навколо ключа вилучено.'])
  })
})
