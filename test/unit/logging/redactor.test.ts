import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
// eslint-disable-next-line no-restricted-imports -- the real error of the real library is what must not leak; nothing is sent
import { AxiosError, AxiosHeaders } from 'axios'
import fc from 'fast-check'
import {
  createRedactor,
  isSensitiveName,
  type Redactor,
} from '../../../src/main/logging/redactor.js'
import { Secret } from '../../../src/main/keychain/secret.js'

const apiKey = '4efd4149ca0c0db1a8a1f9b2bd8b4c52'
const apiSecret = 'canary+secret/"with\\quotes"-71'
const payload = Buffer.from(
  JSON.stringify({ request: '/api/v4/main-account/balance', nonce: '1755500000000' }),
).toString('base64')
const signature = createHmac('sha512', apiSecret).update(payload).digest('hex')
const streamToken = 'wst-0123456789abcdef-token'

const botToken = '123456789:AAE-canary_abcdefghijklmnopqrstuvw'

const canaries = { apiKey, apiSecret, payload, signature, streamToken, botToken }

function withSecrets(): Redactor {
  const redactor = createRedactor()
  redactor.add(Secret.of(apiKey))
  redactor.add(Secret.of(apiSecret))
  return redactor
}

function everything(value: unknown): string {
  return [
    JSON.stringify(value),
    inspect(value, { depth: 20, showHidden: true }),
    String(value),
  ].join('\n')
}

function expectClean(printed: string): void {
  for (const [name, canary] of Object.entries(canaries)) {
    const bytes = Buffer.from(canary)
    const forms = [
      canary,
      JSON.stringify(canary).slice(1, -1),
      bytes.toString('hex'),
      bytes.toString('base64'),
      encodeURIComponent(canary),
    ]
    for (const form of forms) expect(printed.includes(form), `${name} as ${form}`).toBe(false)
  }
}

const headers = {
  'Content-Type': 'application/json',
  'X-TXC-APIKEY': apiKey,
  'X-TXC-PAYLOAD': payload,
  'X-TXC-SIGNATURE': signature,
}

function axiosError(): AxiosError {
  const config = {
    url: '/api/v4/main-account/balance',
    method: 'post',
    baseURL: 'https://exchange.example',
    headers: new AxiosHeaders(headers),
  }
  const request = {
    _header: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n'),
    socket: { _httpMessage: { headers } },
  }
  const response = {
    status: 400,
    statusText: 'Bad Request',
    headers: {},
    config,
    request,
    data: { websocket_token: streamToken, echo: headers },
  }
  return new AxiosError(
    `Request with ${signature} failed`,
    'ERR_BAD_REQUEST',
    config,
    request,
    response,
  )
}

describe('the redactor, by name and shape', () => {
  const corpus: [string, unknown][] = [
    ['headers', headers],
    [
      'headers in lower case',
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    ],
    ['raw headers', Object.entries(headers).flat()],
    ['header pairs', Object.entries(headers)],
    ['header objects', Object.entries(headers).map(([name, value]) => ({ name, value }))],
    ['a map of headers', new Map(Object.entries(headers))],
    [
      'headers as text',
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n'),
    ],
    ['headers as JSON text', JSON.stringify({ config: { headers } })],
    ['JSON text inside JSON text', JSON.stringify({ line: JSON.stringify(headers) })],
    [
      'fields',
      {
        apiKey,
        api_secret: apiSecret,
        nested: [{ secretKey: apiSecret, websocket_token: streamToken }],
      },
    ],
    ['a query', `https://exchange.example/x?token=${streamToken}&signature=${signature}`],
    ['a URL', new URL(`https://${apiKey}:secret-part@exchange.example/?token=${streamToken}`)],
    ['an address with a bot token', `POST https://api.telegram.org/bot${botToken}/sendMessage`],
    ['a bot token on its own', `not ${botToken}.`],
    ['a payload on its own', `sent ${payload} just now`],
    ['a signature on its own', `got ${signature.toUpperCase()} and ${signature}`],
    [
      'authorization',
      { text: `Authorization: Bearer ${streamToken}`, other: `Bearer ${streamToken}` },
    ],
    ['an Axios error', axiosError()],
    ['an Axios error as its own JSON', { ...axiosError().toJSON() }],
    ['an error around an error', new Error('outer', { cause: axiosError() })],
    [
      'several errors',
      new AggregateError([axiosError(), new Error(`token=${streamToken}`)], 'all failed'),
    ],
    [
      'an error with extras',
      Object.assign(new Error('refused'), {
        apiSecret,
        payload,
        config: { headers },
        request: { headers },
      }),
    ],
    ['bytes', { body: Buffer.from(apiSecret), more: new TextEncoder().encode(apiSecret) }],
    ['a set', new Set([{ apiKey }, { payload }])],
    ['a secret object', { held: Secret.of(apiSecret), list: [Secret.of(apiKey)] }],
  ]

  test.each(corpus)('SEC-3 removes everything secret from %s', (_name, value) => {
    expectClean(everything(createRedactor().value(value)))
    expectClean(
      createRedactor().text(
        typeof value === 'string' ? value : JSON.stringify(createRedactor().value(value)),
      ),
    )
  })

  test('keeps what is needed to understand an HTTP failure', () => {
    const redacted = createRedactor().value(axiosError())
    expect(redacted).toMatchObject({
      name: 'AxiosError',
      code: 'ERR_BAD_REQUEST',
      config: {
        method: 'post',
        baseURL: 'https://exchange.example',
        url: '/api/v4/main-account/balance',
      },
      response: { status: 400, statusText: 'Bad Request' },
      request: {},
    })
    expect(JSON.stringify(redacted)).toContain('redactor.test.ts')
  })

  test('does not change ordinary values', () => {
    const ordinary = {
      market: 'BTC_PERP',
      amount: '0.000000000000000001',
      list: [1, true, null, 'text'],
      profileId: '6f9f4c1e-2b7a-4d0e-9a51-0c6a3a2d7b11',
      keyHint: '4efd…4c52',
      request: '/api/v4/main-account/balance',
      tokens: 5,
      hasSecret: false,
      token: null,
    }
    expect(createRedactor().value(ordinary)).toEqual(ordinary)
    for (const sentence of [
      'The exchange refused this.',
      'Nothing was sent. Key: accepted',
      'nonce 1755500000000 at https://exchange.example/api/v4',
    ]) {
      expect(createRedactor().text(sentence)).toBe(sentence)
    }
  })
})

describe('the redactor, by secrets in use', () => {
  const bytes = Buffer.from(apiSecret)
  const forms: [string, string][] = [
    ['plain', apiSecret],
    ['inside a word', `xx${apiSecret}yy`],
    ['as JSON', JSON.stringify(apiSecret)],
    ['as JSON in JSON', JSON.stringify(JSON.stringify({ a: apiSecret }))],
    ['as a query', encodeURIComponent(apiSecret)],
    ['as hex', bytes.toString('hex')],
    ['as upper-case hex', bytes.toString('hex').toUpperCase()],
    ['as base64', bytes.toString('base64')],
    ['as base64 for URLs', bytes.toString('base64url')],
    ['as two-byte text', bytes.toString('latin1').split('').join('\0')],
    ['first half', apiSecret.slice(0, 15)],
    ['second half', apiSecret.slice(15)],
  ]

  test.each(forms)('SEC-3 finds a secret %s', (_name, text) => {
    const masked = withSecrets().text(`before ${text} after`)
    expect(masked).not.toContain(text)
    expectClean(masked)
    expect(masked).toMatch(/^before .* after$/s)
  })

  test('SEC-3 finds a secret anywhere in any text, including longer base64', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (before, after) => {
        const redactor = withSecrets()
        expect(redactor.text(before + apiSecret + after)).not.toContain(apiSecret)
        const hidden = Buffer.from(before + apiKey + after).toString('base64')
        expect(Buffer.from(redactor.text(hidden), 'base64').toString('latin1')).not.toContain(
          apiKey,
        )
      }),
    )
  })

  test('SEC-3 finds a secret in names, messages and stacks', () => {
    const error = new Error(`no: ${apiSecret}`)
    const redacted = withSecrets().value({
      [apiSecret]: 1,
      error,
      map: new Map([[apiSecret, apiSecret]]),
      symbol: Symbol(apiSecret),
    })
    expectClean(everything(redacted))
  })

  test('finds every encoding of every secret', () => {
    const part = fc
      .array(fc.integer({ min: 0x20, max: 0x7e }), { minLength: 8, maxLength: 80 })
      .map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(part, (secret) => {
        const redactor = createRedactor()
        redactor.add(Secret.of(secret))
        const raw = Buffer.from(secret)
        // Between characters that no form can begin or end with, so that finding it means it was
        // not removed.
        for (const form of [
          secret,
          raw.toString('hex'),
          JSON.stringify(secret).slice(1, -1),
          encodeURIComponent(secret),
        ]) {
          expect(redactor.text(`\u00ab${form}\u00bb`)).not.toBe(`\u00ab${form}\u00bb`)
        }
      }),
    )
  })

  test('forgets a secret once wiped', () => {
    const redactor = createRedactor()
    const secret = Secret.of(apiSecret)
    redactor.add(secret)
    expect(redactor.text(apiSecret)).toBe('[redacted]')
    secret.wipe()
    expect(redactor.text('harmless')).toBe('harmless')
    expect(redactor.text(apiSecret)).toBe(apiSecret)
  })
})

describe('the redactor, for any input', () => {
  test('terminates on cycles', () => {
    const loop: { self?: unknown; list: unknown[] } = { list: [] }
    loop.self = loop
    loop.list.push(loop, new Map([['again', loop]]))
    expect(createRedactor().value(loop)).toEqual({
      self: '[circular]',
      list: ['[circular]', { again: '[circular]' }],
    })
  })

  test('does not treat a repeated value as a cycle', () => {
    const shared = { a: 1 }
    expect(createRedactor().value([shared, shared])).toEqual([{ a: 1 }, { a: 1 }])
  })

  test('limits depth, size and length', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 50; level++) deep = { deep }
    expect(JSON.stringify(createRedactor().value(deep))).toContain('[deeper]')
    expect(
      JSON.stringify(
        createRedactor().value(Array.from({ length: 100_000 }, (_none, index) => index)),
      ).length,
    ).toBeLessThan(2_000_000)
    expect(createRedactor().text('x'.repeat(10_000_000)).length).toBeLessThan(10_000)
  })

  // A pattern that retries such a text from each of its characters takes longer than a test may.
  test.each([
    ...['-', '_', 'a-', 'key=', '\\', '"', '//', ' ', 'ey/'].map(
      (awkward) => [awkward, awkward.repeat(30_000)] as const,
    ),
    ['eyJ', '[redacted]'],
    ['token:', 'token:[redacted]'],
  ] as const)('limits a long text of nothing but %j to the length of a line', (awkward, kept) => {
    const line = `[redacted] ${kept}`
    const redacted = line.length > 8192 ? `${line.slice(0, 8192)}… [cut]` : line
    expect(withSecrets().text(`${apiSecret} ${awkward.repeat(30_000)}`)).toBe(redacted)
  })

  test('SEC-3 shows no part of a secret at the edge of a cut', () => {
    const redactor = withSecrets()
    for (const edge of [8 * 1024, 64 * 1024]) {
      for (let shift = -apiSecret.length; shift <= 0; shift += 3) {
        const masked = redactor.text(`${' '.repeat(edge + shift)}${apiSecret}`)
        expect(masked).not.toContain(apiSecret.slice(0, 6))
      }
    }
  })

  test('survives a getter or a toJSON that throws', () => {
    const hostile = {
      get trap(): string {
        throw new Error(apiSecret)
      },
      fine: 1,
      bad: {
        toJSON: () => {
          throw new Error(apiSecret)
        },
      },
    }
    expect(createRedactor().value(hostile)).toEqual({
      trap: '[unreadable]',
      fine: 1,
      bad: '[unreadable]',
    })
  })

  test('keeps a name like __proto__ as a plain name', () => {
    const redacted = createRedactor().value(JSON.parse('{"__proto__":{"polluted":true}}'))
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype)
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"polluted":true}}')
  })

  test('turns anything into plain JSON, unchanged by a second pass', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
        }),
        (value) => {
          const redactor = createRedactor()
          const redacted = redactor.value(value)
          expect(redactor.value(JSON.parse(JSON.stringify(redacted)))).toEqual(
            JSON.parse(JSON.stringify(redacted)),
          )
        },
      ),
    )
  })
})

describe('names whose value is never logged', () => {
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

  test.each([
    'request',
    'nonce',
    'status',
    'market',
    'keyHint',
    'keyStorage',
    'keyId',
    'tokens',
    'message',
    'url',
    'profileId',
    '',
  ])('not %j', (name) => {
    expect(isSensitiveName(name)).toBe(false)
  })
})
