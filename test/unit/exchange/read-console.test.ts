// The console over a pipeline that records what reaches it.
import { describe, expect, it } from 'vitest'
import { createReadConsole } from '../../../src/main/exchange/read-console.js'
import {
  createRequestPipeline,
  type RequestPipeline,
} from '../../../src/main/exchange/request-pipeline.js'
import { createLimiter } from '../../../src/main/exchange/limiter.js'
import { createNonceGenerator, createSigner } from '../../../src/main/exchange/signer.js'
import { createCircuitBreaker } from '../../../src/main/exchange/retry.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { fail, ok } from '../../../src/shared/result.js'
import { endpointNamed } from '../../../src/v4/request-forms.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { keepRecords } from '../../support/call-records.js'
import { createMemoryNonceRepository, endlessLimits } from '../../support/test-client.js'
import { createFakeClock } from '../../support/fake-clock.js'

function setup() {
  const keys = {
    apiKey: Secret.of('key-0123456789abcdef'),
    apiSecret: Secret.of('secret-canary-fedcba9876543210fedc'),
  }
  const reached: Parameters<RequestPipeline['read']>[] = []
  const recorder = keepRecords(keys)
  const console = createReadConsole({
    pipeline: {
      read: (...call: Parameters<RequestPipeline['read']>) => {
        reached.push(call)
        return Promise.resolve(fail({ code: 'gone' as const, message: 'nobody is there' }))
      },
      send: () => {
        throw new Error('a call that moves money came this way')
      },
    } as unknown as RequestPipeline,
    dialect: 'live',
    host: 'https://exchange.example',
    recorder,
  })
  return { keys, console, reached }
}

const moving = Object.keys(endpoints).filter((name) => endpointNamed(name)?.movesMoney === true)

describe('the console', () => {
  it.each(moving)('refuses what moves money before building a request: %s', async (endpoint) => {
    const { console, reached } = setup()
    const refused = { ok: false, error: { code: 'bad-input', reason: 'MOVES_MONEY' } }
    const asks: Record<string, string>[] = [
      {},
      { market: 'BTC_USDT', side: 'buy', amount: '1', orderId: '1', id: '1', positionId: '1' },
    ]
    for (const values of asks) {
      expect(console.prepare({ endpoint, values })).toMatchObject(refused)
      expect(await console.send({ endpoint, values }, Symbol('call'))).toMatchObject(refused)
    }
    expect(reached).toEqual([])
  })

  it('refuses an unknown endpoint', async () => {
    const { console, reached } = setup()
    for (const endpoint of ['toString', '__proto__', 'nothing']) {
      expect(console.prepare({ endpoint, values: {} })).toMatchObject({
        ok: false,
        error: { reason: 'ENDPOINT' },
      })
      expect(await console.send({ endpoint, values: {} }, Symbol('call'))).toMatchObject({
        ok: false,
      })
    }
    expect(reached).toEqual([])
  })

  it('shows what would be sent without sending: the shortened key, no nonce, no signature', () => {
    const { console, reached } = setup()
    expect(
      console.prepare({ endpoint: 'activeOrders', values: { market: ' BTC_USDT ', limit: '10' } }),
    ).toEqual({
      ok: true,
      value: {
        method: 'POST',
        url: 'https://exchange.example/api/v4/orders',
        headers: [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'X-TXC-APIKEY', value: 'key-…89ab' },
          { name: 'X-TXC-PAYLOAD', value: '<the body in base64>' },
          { name: 'X-TXC-SIGNATURE', value: '<made when it is sent>' },
        ],
        body: '{"market":"BTC_USDT","limit":10,"request":"/api/v4/orders","nonce":"<taken when it is sent>"}',
      },
    })
    expect(console.prepare({ endpoint: 'ping', values: {} })).toEqual({
      ok: true,
      value: {
        method: 'GET',
        url: 'https://exchange.example/api/v4/public/ping',
        headers: [],
        body: null,
      },
    })
    expect(reached).toEqual([])
  })

  it('SEC-3 masks a secret pasted into a field by mistake', () => {
    const { console } = setup()
    const shown = console.prepare({
      endpoint: 'flexHistory',
      values: { plan: 'secret-canary-fedcba9876543210fedc' },
    })
    expect(shown.ok).toBe(true)
    expect(JSON.stringify(shown)).not.toContain('canary')
  })

  it('sends a read at the lowest priority, under its given name', async () => {
    const { console, reached } = setup()
    const call = Symbol('call')
    await console.send({ endpoint: 'payoutDestination', values: { accountName: 'miner' } }, call)
    expect(reached).toEqual([[endpoints.payoutDestination, { accountName: 'miner' }, 3, call]])
  })

  it('names a field that does not fit, and sends nothing', async () => {
    const { console, reached } = setup()
    const ask = { endpoint: 'activeOrders', values: { limit: '1000' } }
    const refused = {
      ok: false,
      error: { code: 'bad-input', fields: { limit: ['Enter 100 or less.'] } },
    }
    expect(console.prepare(ask)).toMatchObject(refused)
    expect(await console.send(ask, Symbol('call'))).toMatchObject(refused)
    expect(reached).toEqual([])
  })

  it('ORD-1 cannot move money through the pipeline either', async () => {
    const time = createFakeClock()
    let sent = 0
    const keys = setup().keys
    const pipeline = createRequestPipeline({
      http: {
        send: () => ((sent += 1), Promise.resolve(ok({} as never))),
        dropSockets: () => undefined,
        close: () => undefined,
      },
      host: 'https://exchange.example',
      dialect: 'spec',
      signer: createSigner(keys),
      keyId: 'key',
      nonce: createNonceGenerator(time.clock, createMemoryNonceRepository()),
      clock: time.clock,
      timing: time.timing,
      random: () => 0,
      limiter: createLimiter({ timing: time.timing, known: endlessLimits }),
      breaker: createCircuitBreaker(time.timing),
      stop: new AbortController().signal,
      deadlines: { read: 10_000, order: 30_000 },
      onClockSkew: () => undefined,
      probe: () => Promise.resolve(ok(null)),
    })
    for (const name of moving) {
      const endpoint = endpointNamed(name)
      if (endpoint === null) throw new Error('no such endpoint')
      expect(await pipeline.read(endpoint, {}, 3, Symbol('call'))).toMatchObject({ ok: false })
    }
    expect(sent).toBe(0)
  })
})
