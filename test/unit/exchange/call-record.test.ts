// A record contains nothing secret, whatever was requested and whatever came back.
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { openCalls } from '../../../src/main/calls/calls.js'
import { type CallRecorder, createCallTrace } from '../../../src/main/exchange/call-record.js'
import { consoleForms, privateHeaders } from '../../../src/main/exchange/read-console.js'
import { createSigner } from '../../../src/main/exchange/signer.js'
import { Secret, wipeCredentials } from '../../../src/main/keychain/secret.js'
import { longestAnswer } from '../../../src/shared/calls/call.js'
import { fail, ok } from '../../../src/shared/result.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { keepRecords, type KeptRecords } from '../../support/call-records.js'
import { createFakeClock } from '../../support/fake-clock.js'

function keysOf(apiKey: string, apiSecret: string) {
  return {
    apiKey: Secret.of(apiKey),
    apiSecret: Secret.of(apiSecret),
  }
}

function replyOf(body: string, status = 200) {
  return ok({
    status,
    contentType: 'application/json',
    retryAfter: null,
    date: null,
    body: Buffer.from(body),
    headMs: 20,
    bodyMs: 2,
  })
}

const nothingAfter = { again: false, ms: 0, pausedMs: null }

function tryOf(
  endpoint: Parameters<typeof createCallTrace>[0],
  recorder: CallRecorder,
  time = createFakeClock(),
) {
  return createCallTrace(endpoint, 2, {
    recorder,
    host: 'https://exchange.example',
    clock: time.clock,
    timing: time.timing,
    call: null,
  })
}

/** Everything that the page can see of the recorded calls. */
function seenOf(recorder: KeptRecords): string {
  const calls = openCalls({
    profileId: 'main',
    client: () => null,
    forms: consoleForms,
    headers: privateHeaders,
    changed: () => undefined,
  })
  for (const record of recorder.records) calls.add(record)
  const query = {
    search: null,
    path: null,
    failedOnly: false,
    olderThan: null,
    newerThan: null,
    limit: 200,
  }
  const page = calls.page(query)
  const details = page.calls.map(({ id }) => calls.detail(id))
  const payloads = details.map((detail) =>
    detail.ok ? Buffer.from(detail.value.payload ?? '', 'base64').toString() : '',
  )
  return [JSON.stringify(page), JSON.stringify(details), ...payloads].join('\n')
}

/** Each form in which a text may contain a secret. */
const spellings: ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`x${secret}`).toString('base64'),
  (secret) => Buffer.from(secret).toString('hex'),
  (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  (secret) => encodeURIComponent(secret),
  (secret) =>
    [...secret]
      .map((letter) => String.raw`\u00${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
      .join(''),
  (secret) => secret.replaceAll('/', String.raw`\/`),
]

const secretText = fc.stringMatching(/^[A-Za-z0-9+/_-]{20,80}$/)

describe('the record of a call', () => {
  it('SEC-2 SEC-3 contains no byte of the secret and no full key, plain or encoded, wherever the call or the answer repeats them', () => {
    fc.assert(
      fc.property(
        secretText,
        secretText,
        fc.constantFrom(...spellings),
        fc.string({ maxLength: 40 }),
        fc.constantFrom('body', 'answer', 'problem'),
        (key, secret, spell, around, where) => {
          fc.pre(key !== secret && !key.includes(secret) && !secret.includes(key))
          const keys = keysOf(key, secret)
          const recorder = keepRecords(keys, 'hint')
          const echoed = `${around} ${spell(secret)} ${spell(key)} ${around}`
          const signed = createSigner(keys).sign(
            JSON.stringify({ market: where === 'body' ? echoed : around }),
          )
          if (!signed.ok) throw new Error('it was not signed')
          const trace = tryOf(endpoints.openPositions, recorder)
          trace.begin()
          trace.signed(signed.value)
          trace.answered(replyOf(`{"message":"${where === 'answer' ? echoed : 'no'}"}`, 400))
          const message = where === 'problem' ? echoed : 'no'
          const problem = {
            code: 'refused' as const,
            message,
            server: { status: 400, code: 1, message },
            fields: { [message]: [message] },
          }
          trace.end(problem, nothingAfter)
          const seen = seenOf(recorder)
          const forbidden = [secret, key].flatMap((one) => [
            one,
            ...spellings.slice(1, 5).map((each) => each(one)),
          ])
          for (const one of forbidden.filter((text) => text.length >= 16))
            expect(seen.includes(one)).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('SEC-3 contains no part of a secret that crosses the point where a long answer is cut', () => {
    const keys = keysOf('key-0123456789abcdef', 'secret-canary-fedcba9876543210fedc')
    for (const from of [-40, -20, -5, 0, 5, 4060, 4080, 4096]) {
      const recorder = keepRecords(keys)
      const trace = tryOf(endpoints.openPositions, recorder)
      trace.begin()
      trace.answered(
        replyOf(
          `${'x'.repeat(longestAnswer + from)}secret-canary-fedcba9876543210fedc${'y'.repeat(9000)}`,
        ),
      )
      trace.end(null, nothingAfter)
      const answer = recorder.records[0]?.answer
      expect(answer).toMatchObject({ cut: true })
      expect(JSON.stringify(answer)).not.toMatch(/secret-c|canary/)
    }
  })

  it('cuts a long answer, with its length', () => {
    const recorder = keepRecords(
      keysOf('key-0123456789abcdef', 'secret-canary-fedcba9876543210fedc'),
    )
    const trace = tryOf(endpoints.markets, recorder)
    trace.begin()
    trace.answered(replyOf('x'.repeat(longestAnswer * 3)))
    trace.end(null, nothingAfter)
    expect(recorder.records[0]?.answer).toEqual({
      text: 'x'.repeat(longestAnswer),
      bytes: longestAnswer * 3,
      cut: true,
    })
  })

  it.each([
    ['under its name', '{"websocket_token":"$2y$10$stream.token.0123456789"}'],
    [
      'under another name',
      '{"granted":{"as":"$2y$10$stream.token.0123456789"},"list":["$2y$10$stream.token.0123456789"]}',
    ],
  ])('SEC-3 contains no stream token, %s', (_name, body) => {
    const recorder = keepRecords(
      keysOf('key-0123456789abcdef', 'secret-canary-fedcba9876543210fedc'),
    )
    const trace = tryOf(endpoints.streamToken, recorder)
    trace.begin()
    trace.answered(replyOf(body))
    trace.end(null, nothingAfter)
    expect(JSON.stringify(recorder.records)).not.toContain('stream.token')
    expect(recorder.records[0]?.answer).toMatchObject({
      text: expect.stringContaining('[redacted]') as string,
    })
  })

  it('SEC-16 keeps no answer that came after its key was wiped, because its secrets can no longer be found', () => {
    const keys = keysOf('key-0123456789abcdef', 'secret-canary-fedcba9876543210fedc')
    const recorder = keepRecords(keys)
    const signed = createSigner(keys).sign('{"market":"BTC_USDT"}')
    if (!signed.ok) throw new Error('it was not signed')
    const trace = tryOf(endpoints.openPositions, recorder)
    trace.begin()
    trace.signed(signed.value)
    wipeCredentials(keys)
    trace.answered(replyOf('{"message":"secret-canary-fedcba9876543210fedc"}'))
    trace.end(null, nothingAfter)
    expect(recorder.records[0]).toMatchObject({
      answer: 'not-kept',
      body: null,
      signature: null,
      status: 200,
    })
    expect(JSON.stringify(recorder.records)).not.toContain('canary')
  })

  it('never fails a call: a recorder that throws is ignored', () => {
    const broken: CallRecorder = {
      keyHint: '',
      redact: () => {
        throw new Error('broken')
      },
      add: () => {
        throw new Error('broken')
      },
    }
    const trace = tryOf(endpoints.openPositions, broken)
    trace.begin()
    trace.answered(replyOf('{}'))
    expect(() => trace.end(null, nothingAfter)).not.toThrow()
  })

  it('shows the time of each phase, and which phases were not reached', async () => {
    const time = createFakeClock()
    const recorder = keepRecords(
      keysOf('key-0123456789abcdef', 'secret-canary-fedcba9876543210fedc'),
    )
    const trace = tryOf(endpoints.openPositions, recorder, time)
    trace.begin()
    await time.pass(0.25)
    trace.waits({ kind: 'turn' })
    trace.waits({ kind: 'pause', ms: 900 })
    trace.waits({ kind: 'pause', ms: 100 })
    trace.turn()
    await time.pass(0.04)
    trace.connected(31)
    trace.written()
    trace.answered(fail({ cause: 'TIMEOUT', sent: true, detail: '' }))
    trace.end({ code: 'timeout', message: 'The exchange did not answer in time.' }, nothingAfter)
    expect(recorder.records[0]).toMatchObject({
      timings: {
        queueMs: 250,
        connectMs: 31,
        reused: false,
        firstByteMs: null,
        bodyMs: null,
        totalMs: 290,
      },
      waits: [{ kind: 'turn' }, { kind: 'pause', ms: 100 }],
      status: null,
      sent: true,
      answer: 'none',
    })
  })
})
