// The one door through which money moves: prepared bytes, an escort, one way out.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createBreaker } from '../../../src/main/exchange/circuit-breaker.js'
import { createCaller, type Escort, type SignedCall } from '../../../src/main/exchange/request-pipeline.js'
import type { WireFailure, WireReply } from '../../../src/main/exchange/connection.js'
import { createLimiter } from '../../../src/main/exchange/limiter.js'
import { createMover, type Move } from '../../../src/main/exchange/order-gateway.js'
import { createNonce } from '../../../src/main/exchange/nonce.js'
import { createSigner } from '../../../src/main/exchange/signer.js'
import type { HttpCall } from '../../../src/main/exchange/transport.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { aBulk, aMarketOrder, createMemoryNonceStore, endlessLimits } from '../../support/client-room.js'
import { createVirtualTime } from '../../support/virtual-time.js'

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

const setup = (dialect: 'spec' | 'live' = 'spec') => {
  const time = createVirtualTime()
  const events: string[] = []
  const sent: HttpCall[] = []
  let reply: Result<WireReply, WireFailure> = fail({ cause: 'RESET', sent: true, detail: '' })
  const call = createCaller({
    http: {
      send: (one) => {
        events.push('sent')
        one.onFirstByte?.()
        sent.push(one)
        return Promise.resolve(reply)
      },
      dropSockets: () => undefined,
      close: () => undefined,
    },
    host: 'https://exchange.example',
    dialect,
    signer: createSigner({ apiKey: Secret.of('public-key'), apiSecret: Secret.of('secret-key') }),
    keyId: 'key',
    nonce: createNonce({ clock: time.clock, store: createMemoryNonceStore() }),
    clock: time.clock,
    timing: time.timing,
    random: () => 0,
    limiter: createLimiter({ timing: time.timing, known: endlessLimits }),
    breaker: createBreaker(time.timing),
    stop: new AbortController().signal,
    deadlines: { read: 1000, move: 1000 },
    heardSkew: () => undefined,
    probe: () => Promise.resolve(ok(null)),
  })
  const signed: SignedCall[] = []
  const escort: Escort = {
    onSigned: (one) => {
      events.push('signed')
      signed.push(one)
      return ok(null)
    },
    onFirstByte: () => events.push('first byte'),
    onAnswered: (status) => events.push(`answered ${status}`),
  }
  return {
    mover: createMover({ call, dialect }),
    call,
    events,
    sent,
    signed,
    escort,
    answers: (status: number, body: unknown) => {
      reply = ok({
        status,
        contentType: 'application/json',
        retryAfter: null,
        date: null,
        body: Buffer.from(JSON.stringify(body)),
        headMs: 1,
        bodyMs: 1,
      })
    },
  }
}

const nothing = { kind: 'market', body: '', bodyHash: '' } as const

const moves: Record<string, Move> = {
  market: { kind: 'market', draft: aMarketOrder() },
  bulk: { kind: 'bulk', draft: aBulk() },
  'close-investment': { kind: 'close-investment', investmentId: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5' },
}

describe.each(Object.entries(moves))('%s', (_kind, move) => {
  it.each(['spec', 'live'] as const)(
    'ORD-13 is sent as the very bytes that were prepared, with the nonce behind them (%s)',
    async (dialect) => {
      const { mover, sent, signed, escort, events } = setup(dialect)
      const prepared = mover.prepare(move)
      if (!prepared.ok) throw new Error(prepared.error.message)
      expect(prepared.value.bodyHash).toBe(sha256(prepared.value.body))
      await mover.send(prepared.value, escort)
      const body = sent[0]?.body?.toString() ?? ''
      expect(body).toMatch(/,"nonce":"\d{13}"\}$/)
      expect(body.replace(/,"nonce":"\d+"\}$/, '}')).toBe(prepared.value.body)
      const nonce = /"nonce":"(\d+)"/.exec(body)?.[1]
      expect(signed).toEqual([{ bodyHash: prepared.value.bodyHash, requestHash: sha256(body), nonce }])
      expect(events).toEqual(['signed', 'sent', 'first byte'])
    },
  )

  it('ORD-3 is not sent where its escort holds it back, or breaks', async () => {
    const { mover, sent } = setup()
    const vetoes: Escort['onSigned'][] = [
      () => fail({ code: 'store-trouble', message: 'The disk is full.' }),
      () => fail({ code: 'outcome-unknown', message: 'It says so, but nothing was sent.', server: { status: 200, code: 1, message: '' } }),
      () => {
        throw new Error('broken')
      },
    ]
    for (const onSigned of vetoes) {
      const prepared = mover.prepare(move)
      const answer = await mover.send(prepared.ok ? prepared.value : nothing, { onSigned })
      expect(answer).toMatchObject({ ok: false, error: { outcome: 'not-sent' } })
    }
    expect(sent).toEqual([])
  })

  it('ORD-1 ORD-2 goes out once, however often it is sent, and only from where it was prepared', async () => {
    const { mover, sent, escort } = setup()
    const prepared = mover.prepare(move)
    if (!prepared.ok) throw new Error(prepared.error.message)
    await Promise.all([mover.send(prepared.value, escort), mover.send(prepared.value, escort)])
    await mover.send(prepared.value, escort)
    expect(sent).toHaveLength(1)
    const another = setup()
    const again = another.mover.prepare(move)
    if (!again.ok) throw new Error(again.error.message)
    expect(await mover.send(again.value, escort)).toMatchObject({
      ok: false,
      error: { outcome: 'not-sent', problem: { reason: 'NOT_PREPARED' } },
    })
    expect(await mover.send({ ...again.value }, escort)).toMatchObject({ ok: false, error: { outcome: 'not-sent' } })
    expect(sent).toHaveLength(1)
  })

  it('ORD-13 cannot be changed once it is prepared', () => {
    const { mover } = setup()
    const prepared = mover.prepare(move)
    if (!prepared.ok) throw new Error(prepared.error.message)
    expect(() => Object.assign(prepared.value, { body: '{}' })).toThrow(TypeError)
  })

  it('hears the status of an answer', async () => {
    const { mover, events, escort, answers } = setup()
    answers(400, { code: 30, message: 'Validation failed', errors: {} })
    const prepared = mover.prepare(move)
    const answer = await mover.send(prepared.ok ? prepared.value : nothing, escort)
    expect(answer).toMatchObject({ ok: false, error: { outcome: 'rejected', problem: { code: 'refused' } } })
    expect(events.at(-1)).toBe('answered 400')
  })
})

it('ORD-13 a body that does not have the hash it was prepared with is not sent', async () => {
  const { call, sent, escort } = setup()
  const answer = await call.move(endpoints.closeInvestment, { body: '{"id":"a"}', bodyHash: sha256('{"id":"b"}'), escort })
  expect(answer).toMatchObject({ ok: false, error: { reason: 'BODY_ALTERED' } })
  expect(sent).toEqual([])
})

it('ORD-1 a call that moves money is no question', async () => {
  const { call, sent } = setup()
  expect(await call.ask(endpoints.closeInvestment, { id: 'a' }, 2)).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(sent).toEqual([])
})
