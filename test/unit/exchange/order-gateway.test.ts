// The only way to the calls that move money: prepared bytes, sent once.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from '../../../src/main/exchange/retry.js'
import {
  createRequestPipeline,
  type SendHooks,
  type SignedCall,
} from '../../../src/main/exchange/request-pipeline.js'
import type { WireFailure, WireReply } from '../../../src/main/exchange/errors.js'
import type { HttpCall } from '../../../src/main/exchange/http-client.js'
import { createLimiter } from '../../../src/main/exchange/limiter.js'
import { createOrderGateway, type OrderRequest } from '../../../src/main/exchange/order-gateway.js'
import { createNonceGenerator, createSigner } from '../../../src/main/exchange/signer.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { lockedProblem } from '../../../src/shared/lock/lock.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  aBulk,
  aCollateralLimit,
  aMarketOrder,
  createMemoryNonceRepository,
  endlessLimits,
  sendHooks,
} from '../../support/test-client.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function setup(dialect: 'spec' | 'live' = 'spec') {
  let locked = false
  const time = createFakeClock()
  const events: string[] = []
  const sent: HttpCall[] = []
  let reply: Result<WireReply, WireFailure> = fail({ cause: 'RESET', sent: true, detail: '' })
  const pipeline = createRequestPipeline({
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
    nonce: createNonceGenerator(time.clock, createMemoryNonceRepository()),
    clock: time.clock,
    timing: time.timing,
    random: () => 0,
    limiter: createLimiter({ timing: time.timing, known: endlessLimits }),
    breaker: createCircuitBreaker(time.timing),
    stop: new AbortController().signal,
    deadlines: { read: 1000, order: 1000 },
    onClockSkew: () => undefined,
    probe: () => Promise.resolve(ok(null)),
  })
  const signed: SignedCall[] = []
  const hooks = sendHooks({
    onSigned: (one) => {
      events.push('signed')
      signed.push(one)
      return ok(null)
    },
    onFirstByte: () => void events.push('first byte'),
    onAnswered: (status) => void events.push(`answered ${status}`),
  })
  return {
    gateway: createOrderGateway({ pipeline, dialect, locked: () => locked }),
    pipeline,
    events,
    sent,
    signed,
    hooks,
    lock: () => {
      locked = true
    },
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

const moves: Record<string, OrderRequest> = {
  market: { kind: 'market', draft: aMarketOrder() },
  'collateral-limit': { kind: 'collateral-limit', draft: aCollateralLimit() },
  bulk: { kind: 'bulk', draft: aBulk() },
  'close-investment': {
    kind: 'close-investment',
    investmentId: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5',
  },
  transfer: { kind: 'transfer', asset: 'USDT', amount: '25.5', from: 'trade', to: 'main' },
  'set-level': {
    kind: 'set-level',
    draft: {
      ...{ market: 'BTC_PERP', side: 'sell', amount: '0.4', clientOrderId: 'p-level' },
      ...{ positionSide: 'LONG', trigger: '58000' },
    },
  },
  'remove-level': { kind: 'remove-level', linked: false, market: 'BTC_PERP', id: '701' },
  'a pair': { kind: 'remove-level', linked: true, market: 'BTC_PERP', id: '900' },
}

describe.each(Object.entries(moves))('%s', (_kind, move) => {
  it.each(['spec', 'live'] as const)(
    'ORD-13 is sent as exactly the prepared bytes, with its nonce (%s)',
    async (dialect) => {
      const { gateway, sent, signed, hooks, events } = setup(dialect)
      const prepared = gateway.prepare(move)
      if (!prepared.ok) throw new Error(englishOf(prepared.error.message))
      expect(prepared.value.bodyHash).toBe(sha256(prepared.value.body))
      await gateway.send(prepared.value, hooks)
      const body = sent[0]?.body?.toString() ?? ''
      expect(body).toMatch(/,"nonce":"\d{13}"\}$/)
      expect(body.replace(/,"nonce":"\d+"\}$/, '}')).toBe(prepared.value.body)
      const nonce = /"nonce":"(\d+)"/.exec(body)?.[1]
      expect(signed).toEqual([
        { bodyHash: prepared.value.bodyHash, requestHash: sha256(body), nonce },
      ])
      expect(events).toEqual(['signed', 'sent', 'first byte'])
    },
  )

  it('SEC-16 ORD-15 is not sent while Plimsoll is locked, or if it is locked before the first byte', async () => {
    const before = setup()
    const prepared = before.gateway.prepare(move)
    if (!prepared.ok) throw new Error(englishOf(prepared.error.message))
    before.lock()
    expect(await before.gateway.send(prepared.value, before.hooks)).toEqual(
      fail({ outcome: 'not-sent', problem: lockedProblem }),
    )
    expect(before.events).toEqual([])

    const meanwhile = setup()
    const other = meanwhile.gateway.prepare(move)
    if (!other.ok) throw new Error(englishOf(other.error.message))
    await meanwhile.gateway.send(other.value, meanwhile.hooks)
    expect(meanwhile.sent[0]?.maySend?.()).toBe(true)
    meanwhile.lock()
    expect(meanwhile.sent[0]?.maySend?.()).toBe(false)
  })

  it('ORD-3 is not sent if a hook keeps it back or throws', async () => {
    const { gateway, sent } = setup()
    const vetoes: SendHooks['onSigned'][] = [
      () => fail({ code: 'store-trouble', message: 'The disk is full.' }),
      () =>
        fail({
          code: 'outcome-unknown',
          message: 'It says so, but nothing was sent.',
          server: { status: 200, code: 1, message: '' },
        }),
      () => {
        throw new Error('broken')
      },
    ]
    for (const onSigned of vetoes) {
      const prepared = gateway.prepare(move)
      const answer = await gateway.send(
        prepared.ok ? prepared.value : nothing,
        sendHooks({ onSigned }),
      )
      expect(answer).toMatchObject({ ok: false, error: { outcome: 'not-sent' } })
    }
    expect(sent).toEqual([])
  })

  it('ORD-1 ORD-2 is sent once, however often requested, and only from where it was prepared', async () => {
    const { gateway, sent, hooks } = setup()
    const prepared = gateway.prepare(move)
    if (!prepared.ok) throw new Error(englishOf(prepared.error.message))
    await Promise.all([gateway.send(prepared.value, hooks), gateway.send(prepared.value, hooks)])
    await gateway.send(prepared.value, hooks)
    expect(sent).toHaveLength(1)
    const another = setup()
    const again = another.gateway.prepare(move)
    if (!again.ok) throw new Error(englishOf(again.error.message))
    expect(await gateway.send(again.value, hooks)).toMatchObject({
      ok: false,
      error: { outcome: 'not-sent', problem: { reason: 'NOT_PREPARED' } },
    })
    expect(await gateway.send({ ...again.value }, hooks)).toMatchObject({
      ok: false,
      error: { outcome: 'not-sent' },
    })
    expect(sent).toHaveLength(1)
  })

  it('ORD-13 cannot be changed once prepared', () => {
    const { gateway } = setup()
    const prepared = gateway.prepare(move)
    if (!prepared.ok) throw new Error(englishOf(prepared.error.message))
    expect(() => Object.assign(prepared.value, { body: '{}' })).toThrow(TypeError)
  })

  it('returns the status of an answer', async () => {
    const { gateway, events, hooks, answers } = setup()
    answers(400, { code: 30, message: 'Validation failed', errors: {} })
    const prepared = gateway.prepare(move)
    const answer = await gateway.send(prepared.ok ? prepared.value : nothing, hooks)
    expect(answer).toMatchObject({
      ok: false,
      error: { outcome: 'rejected', problem: { code: 'refused' } },
    })
    expect(events.at(-1)).toBe('answered 400')
  })
})

it('ORD-13 does not send a body whose hash differs from the prepared one', async () => {
  const { pipeline, sent, hooks } = setup()
  const answer = await pipeline.send(
    endpoints.closeInvestment,
    { body: '{"id":"a"}', bodyHash: sha256('{"id":"b"}') },
    hooks,
  )
  expect(answer).toMatchObject({ ok: false, error: { reason: 'BODY_ALTERED' } })
  expect(sent).toEqual([])
})

it('ORD-1 a call that moves money cannot be sent as a read', async () => {
  const { pipeline, sent } = setup()
  expect(await pipeline.read(endpoints.closeInvestment, { id: 'a' }, 2)).toMatchObject({
    ok: false,
    error: { code: 'internal' },
  })
  expect(sent).toEqual([])
})

describe('ORD-26 a stop loss or take profit', () => {
  const level = { market: 'BTC_PERP', side: 'sell', amount: '0.4', trigger: '58000' } as const

  it.each([
    [null, {}],
    ['BOTH', {}],
    ['LONG', { positionSide: 'LONG' }],
    ['SHORT', { positionSide: 'SHORT' }],
  ] as const)(
    'is reduce-only, and names its side only in hedge mode: %s',
    (positionSide, named) => {
      for (const dialect of ['spec', 'live'] as const) {
        const draft = { ...level, clientOrderId: 'p-1', positionSide }
        const prepared = setup(dialect).gateway.prepare({ kind: 'set-level', draft })
        expect(prepared.ok ? JSON.parse(prepared.value.body) : null).toEqual({
          request: '/api/v4/order/collateral/trigger-market',
          ...{ market: 'BTC_PERP', side: 'sell', amount: '0.4', activation_price: '58000' },
          ...{ clientOrderId: 'p-1', reduceOnly: true, ...named },
        })
      }
    },
  )

  it('is removed by its id alone, a pair by its common one, and never by an id that loses digits', () => {
    const { gateway } = setup()
    const bodyOf = (id: string, linked: boolean): unknown => {
      const order = { market: 'BTC_PERP', id }
      const prepared = gateway.prepare({ kind: 'remove-level', linked, ...order })
      return prepared.ok ? JSON.parse(prepared.value.body) : null
    }
    expect(bodyOf('701', false)).toEqual({
      ...{ request: '/api/v4/order/cancel', market: 'BTC_PERP', orderId: 701 },
    })
    expect(bodyOf('900', true)).toEqual({
      ...{ request: '/api/v4/order/conditional-cancel', market: 'BTC_PERP', id: 900 },
    })
    expect(bodyOf('9007199254740993', true)).toBeNull()
  })
})
