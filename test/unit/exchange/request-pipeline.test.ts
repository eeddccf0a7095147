// The pipeline over a transport and a clock that the test controls.
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  type CallResult,
  type RequestPipelineParts,
  createRequestPipeline,
} from '../../../src/main/exchange/request-pipeline.js'
import type { HttpCall } from '../../../src/main/exchange/http-client.js'
import { outcomeOf, type WireFailure, type WireReply } from '../../../src/main/exchange/errors.js'
import { createLimiter, type Priority } from '../../../src/main/exchange/limiter.js'
import {
  createNonceGenerator,
  bodyBeforeNonce,
  createSigner,
  sha256,
} from '../../../src/main/exchange/signer.js'
import { createCircuitBreaker } from '../../../src/main/exchange/retry.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { englishOf, messageOf } from '../../../src/shared/messages/messages.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import type { Endpoint } from '../../../src/v4/endpoint.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { createMemoryNonceRepository, endlessLimits, sendHooks } from '../../support/test-client.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

type Wire = Result<WireReply, WireFailure>

function answered(body: unknown, status = 200, more: Partial<WireReply> = {}): Wire {
  return ok({
    status,
    contentType: 'application/json',
    retryAfter: null,
    date: null,
    body: Buffer.from(JSON.stringify(body)),
    headMs: 1,
    bodyMs: 1,
    ...more,
  })
}

function setup(parts: Partial<RequestPipelineParts> = {}, time = createFakeClock()) {
  const sent: (HttpCall & { nonce: string; request: string })[] = []
  const stop = new AbortController()
  let reply: (call: HttpCall) => Promise<Wire> = () => Promise.resolve(answered({}))
  let probes = 0
  let probed: Awaited<ReturnType<RequestPipelineParts['probe']>> = ok(null)
  const pipeline = createRequestPipeline({
    http: {
      send: (one) => {
        const body = JSON.parse(one.body?.toString() ?? '{}') as { nonce: string; request: string }
        sent.push({ ...one, nonce: body.nonce, request: body.request })
        return reply(one)
      },
      dropSockets: () => undefined,
      close: () => undefined,
    },
    host: 'https://exchange.example',
    dialect: 'spec',
    signer: createSigner({ apiKey: Secret.of('public-key'), apiSecret: Secret.of('secret-key') }),
    keyId: 'key',
    nonce: createNonceGenerator(time.clock, createMemoryNonceRepository()),
    clock: time.clock,
    timing: time.timing,
    random: () => 0.5,
    limiter: createLimiter({ timing: time.timing, known: endlessLimits }),
    breaker: createCircuitBreaker(time.timing),
    stop: stop.signal,
    deadlines: { read: 10_000, order: 30_000 },
    onClockSkew: () => undefined,
    probe: () => {
      probes += 1
      return Promise.resolve(probed)
    },
    ...parts,
  })
  const call = <Ask extends object, Reply>(
    endpoint: Endpoint<Ask, Reply>,
    ask: Ask,
    priority: Priority,
  ): Promise<CallResult<Reply>> => {
    const body = bodyBeforeNonce(endpoint, ask, 'spec')
    return endpoint.movesMoney
      ? pipeline.send(endpoint, { body, bodyHash: sha256(body) }, sendHooks())
      : pipeline.read(endpoint, ask, priority)
  }
  return {
    time,
    sent,
    stop,
    pipeline,
    call,
    probes: () => probes,
    probe: (result: typeof probed) => {
      probed = result
    },
    answer: (make: (call: HttpCall) => Promise<Wire>) => {
      reply = make
    },
  }
}

/** Two accounts of one exchange, each with its own key. */
function setupTwoKeys() {
  const time = createFakeClock()
  const limiter = createLimiter({ timing: time.timing, known: endlessLimits })
  return {
    time,
    one: setup({ limiter, keyId: 'one' }, time),
    other: setup({ limiter, keyId: 'other' }, time),
  }
}

const order = { market: 'BTC_USDT', side: 'buy', amount: '1' } as const
const broken: Wire = fail({ cause: 'RESET', sent: true, detail: 'ECONNRESET' })

describe('a call', () => {
  it('returns its value and the time of the request: a figure is as old as its request, however long the answer took', async () => {
    const { call, answer, time } = setup()
    answer(() => Promise.resolve(answered({ BTC: { main_balance: '1' } })))
    expect(await call(endpoints.mainBalance, {}, 2)).toEqual({
      ok: true,
      value: {
        value: { fitting: { BTC: { main_balance: '1' } }, misfits: [] },
        at: time.clock() - 0.002,
        ms: 2,
      },
    })
  })

  it('reports its end once, whatever the outcome and the number of attempts', async () => {
    const ended: [string, boolean][] = []
    const { call, answer, time } = setup({
      onEnded: ({ path }, result) => ended.push([path, result.ok]),
    })
    await call(endpoints.ping, {}, 2)
    let tries = 0
    answer(() => Promise.resolve((tries += 1) < 3 ? answered({}, 503) : answered({})))
    const retried = call(endpoints.mainBalance, {}, 2)
    await time.pass(60)
    await retried
    answer(() =>
      Promise.resolve(
        answered(
          { code: 4, message: 'This API Key is not authorized to perform this action.' },
          403,
        ),
      ),
    )
    await call(endpoints.collateralMarketOrder, order, 0)
    expect(tries).toBe(3)
    expect(ended).toEqual([
      [endpoints.ping.path, false],
      [endpoints.mainBalance.path, true],
      [endpoints.collateralMarketOrder.path, false],
    ])
  })

  it('keeps its outcome when a listener throws, so that no order becomes unknown', async () => {
    const broke = (): never => {
      throw new Error('a listener that fails')
    }
    const [reporting, silent] = [setup({ onEnded: broke }), setup()]
    for (const { answer } of [reporting, silent])
      answer(() => Promise.resolve(answered({ code: 30, message: 'Validation failed' }, 422)))
    for (const endpoint of [endpoints.collateralMarketOrder, endpoints.mainBalance]) {
      const ask = endpoint.movesMoney ? order : {}
      expect(await reporting.call(endpoint as Endpoint<object, unknown>, ask, 0)).toEqual(
        await silent.call(endpoint as Endpoint<object, unknown>, ask, 0),
      )
    }
  })

  it('NET-12 goes to the path it names', async () => {
    const { call, sent } = setup()
    await call(endpoints.mainBalance, {}, 2)
    await call(endpoints.creditLine, {}, 2)
    await call(endpoints.streamToken, {}, 2)
    await call(endpoints.openPositions, {}, 2)
    expect(sent).toHaveLength(4)
    for (const { path, request } of sent) expect(request).toBe(path)
  })

  it('asks for its own socket, and for more time, only when it moves money', async () => {
    const { call, sent } = setup()
    await call(endpoints.mainBalance, {}, 2)
    await call(endpoints.collateralMarketOrder, order, 0)
    expect(sent.map(({ freshSocket, deadline }) => [freshSocket, deadline])).toEqual([
      [false, 10_000],
      [true, 30_000],
    ])
  })

  it('NET-14 sends nonces in increasing order, one call at a time, however many are requested at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            priority: fc.constantFrom<Priority>(0, 1, 2, 3),
            takes: fc.integer({ min: 0, max: 3000 }),
            wait: fc.integer({ min: 0, max: 300 }),
            jump: fc.constantFrom(0, 0, -60, 60),
          }),
          { minLength: 2, maxLength: 12 },
        ),
        async (plan) => {
          const { call, answer, time, sent } = setup()
          let under = 0
          let most = 0
          const durations = plan.map(({ takes }) => takes)
          answer(() => {
            under += 1
            most = Math.max(most, under)
            return new Promise((resolve) => {
              time.after(durations[sent.length - 1] ?? 0, () => {
                under -= 1
                resolve(answered({}))
              })
            })
          })
          const calls: Promise<unknown>[] = []
          for (const { priority, wait, jump } of plan) {
            calls.push(
              priority === 0
                ? call(endpoints.collateralMarketOrder, order, 0)
                : call(endpoints.mainBalance, {}, priority),
            )
            time.setClock(jump)
            await time.pass(wait / 1000)
          }
          await time.pass(120)
          await Promise.all(calls)
          expect(most).toBe(1)
          const nonces = sent.map(({ nonce }) => BigInt(nonce))
          for (const [index, nonce] of nonces.entries())
            expect(index === 0 || nonce > (nonces[index - 1] ?? 0n)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('RTL-3 is retried only if it is a read', async () => {
    const { call, answer, time, sent } = setup()
    answer(() => Promise.resolve(broken))
    const reading = call(endpoints.mainBalance, {}, 2)
    await time.pass(10)
    expect(await reading).toMatchObject({
      ok: false,
      error: { code: 'unreachable', reason: 'RESET ECONNRESET' },
    })
    expect(sent).toHaveLength(3)
    const moving = await call(endpoints.collateralMarketOrder, order, 0)
    expect(moving).toMatchObject({ ok: false, error: { code: 'outcome-unknown', reason: 'RESET' } })
    expect(sent).toHaveLength(4)
  })

  const tooMany = { code: 30, message: 'Too many requests.', errors: {} }

  it('RTL-3 says when the pause ends that an order met, and pauses everything of the key until then', async () => {
    const { call, answer, time, sent } = setup()
    answer(() => Promise.resolve(answered(tooMany, 429)))
    const at = time.clock()
    const moving = await call(endpoints.collateralMarketOrder, order, 0)
    expect(moving).toMatchObject({ ok: false, error: { code: 'rate-limited', retryAt: at + 1 } })
    answer(() => Promise.resolve(answered({})))
    const reading = call(endpoints.mainBalance, {}, 2)
    await time.pass(0.9)
    expect(sent).toHaveLength(1)
    await time.pass(0.2)
    expect(await reading).toMatchObject({ ok: true })
    expect(sent).toHaveLength(2)
  })

  it('RTL-3 keeps the pause given to an order for as long as stated', async () => {
    const { call, answer, time } = setup()
    answer(() => Promise.resolve(answered(tooMany, 429, { retryAfter: '40' })))
    const at = time.clock()
    expect(await call(endpoints.collateralMarketOrder, order, 0)).toMatchObject({
      ok: false,
      error: { retryAt: at + 40 },
    })
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({
      ok: false,
      error: { reason: 'PAUSED', retryAt: at + 40 },
    })
  })

  it('RTL-3 pauses after a flood answer that leaves an order unknown, and suggests no second one', async () => {
    const { call, answer, time, sent } = setup()
    answer(() => Promise.resolve(answered('<h1>', 429, { contentType: 'text/html' })))
    const moving = await call(endpoints.collateralMarketOrder, order, 0)
    if (moving.ok) throw new Error('it went through')
    expect(moving.error).toMatchObject({ code: 'outcome-unknown', reason: 'FOREIGN_BODY' })
    expect(moving.error.retryAt).toBeUndefined()
    answer(() => Promise.resolve(answered({})))
    void call(endpoints.mainBalance, {}, 2)
    await time.pass(0.9)
    expect(sent).toHaveLength(1)
  })

  const askedForQuiet = (body: unknown = '<h1>', seconds = 300): Wire =>
    answered(body, 429, {
      retryAfter: String(seconds),
      ...(typeof body === 'string' ? { contentType: 'text/html' } : {}),
    })

  it('RTL-3 pauses one key without affecting reads and orders of another, however long', async () => {
    const { one, other, time } = setupTwoKeys()
    for (const { endpoint, ask, priority } of [
      { endpoint: endpoints.openPositions, ask: {}, priority: 2 },
      { endpoint: endpoints.collateralMarketOrder, ask: order, priority: 0 },
    ] as const) {
      one.answer(() => Promise.resolve(askedForQuiet(tooMany)))
      const refused = await one.call<object, unknown>(endpoint, ask, priority)
      expect(refused).toMatchObject({
        ok: false,
        error: { code: 'rate-limited', retryAt: time.clock() + 300 },
      })
      other.answer(() => Promise.resolve(answered([])))
      expect(await other.call(endpoints.openPositions, {}, 2)).toMatchObject({ ok: true })
      expect(await other.call(endpoints.ping, {}, 2)).not.toMatchObject({
        error: { reason: 'PAUSED' },
      })
      const before = other.sent.length
      await other.call(endpoints.collateralMarketOrder, order, 0)
      expect(other.sent).toHaveLength(before + 1)
      expect(await one.call(endpoints.collateralMarketOrder, order, 0)).toMatchObject({
        ok: false,
        error: { reason: 'PAUSED' },
      })
      expect(await one.call(endpoints.flexHistory, {}, 3)).toMatchObject({
        ok: false,
        error: { reason: 'PAUSED' },
      })
      await time.pass(300)
    }
  })

  it.each(['Too many requests from this IP.', 'Too many requests.'])(
    'RTL-3 pauses only the tokens after a stream token, for a minute at least, and is not repeated: %s',
    async (message) => {
      const { one, other, time } = setupTwoKeys()
      one.answer(() => Promise.resolve(askedForQuiet({ code: 30, message, errors: {} }, 2)))
      expect(await one.call(endpoints.streamToken, {}, 2)).toMatchObject({
        ok: false,
        error: { code: 'rate-limited' },
      })
      expect(one.sent).toHaveLength(1)
      for (const { call, answer } of [one, other]) {
        answer(() => Promise.resolve(answered([])))
        expect(await call(endpoints.openPositions, {}, 2)).toMatchObject({ ok: true })
        const orders = one.sent.length + other.sent.length
        await call(endpoints.collateralMarketOrder, order, 0)
        expect(one.sent.length + other.sent.length).toBe(orders + 1)
        expect(await call(endpoints.streamToken, {}, 2)).toMatchObject({
          ok: false,
          error: { reason: 'PAUSED' },
        })
      }
      await time.pass(60)
      other.answer(() => Promise.resolve(answered({ websocket_token: 'canary' })))
      expect(await other.call(endpoints.streamToken, {}, 2)).toMatchObject({ ok: true })
    },
  )

  it('is sent once for a stream token, whatever the answer', async () => {
    const { call, answer, sent } = setup()
    answer(() => Promise.resolve(broken))
    expect(await call(endpoints.streamToken, {}, 2)).toMatchObject({ ok: false })
    expect(sent).toHaveLength(1)
  })

  it('RTL-3 pauses the histories of both keys after a history, and the positions and orders of neither', async () => {
    const { one, other } = setupTwoKeys()
    one.answer(() => Promise.resolve(askedForQuiet()))
    expect(await one.call(endpoints.flexHistory, {}, 3)).toMatchObject({
      ok: false,
      error: { code: 'rate-limited' },
    })
    for (const { call, answer, sent } of [one, other]) {
      answer(() => Promise.resolve(answered([])))
      expect(await call(endpoints.flexHistory, {}, 3)).toMatchObject({
        ok: false,
        error: { reason: 'PAUSED' },
      })
      expect(await call(endpoints.openPositions, {}, 2)).toMatchObject({ ok: true })
      const before = sent.length
      await call(endpoints.collateralMarketOrder, order, 0)
      expect(sent).toHaveLength(before + 1)
    }
  })

  it('RTL-3 pauses public calls of both accounts after a public call, and nothing that is signed', async () => {
    const { one, other } = setupTwoKeys()
    one.answer(() => Promise.resolve(askedForQuiet()))
    expect(await one.call(endpoints.ping, {}, 2)).toMatchObject({
      ok: false,
      error: { code: 'rate-limited' },
    })
    for (const { call, answer, sent } of [one, other]) {
      answer(() => Promise.resolve(answered([])))
      expect(await call(endpoints.ping, {}, 2)).toMatchObject({
        ok: false,
        error: { reason: 'PAUSED' },
      })
      expect(await call(endpoints.openPositions, {}, 2)).toMatchObject({ ok: true })
      const before = sent.length
      await call(endpoints.collateralMarketOrder, order, 0)
      expect(sent).toHaveLength(before + 1)
    }
  })

  it('RTL-3 pauses reads of both keys if the exchange limits the address, and no order of the other', async () => {
    const { one, other } = setupTwoKeys()
    const ofAddress = { code: 30, message: 'Too many requests from this IP.', errors: {} }
    one.answer(() => Promise.resolve(askedForQuiet(ofAddress)))
    expect(await one.call(endpoints.openPositions, {}, 2)).toMatchObject({
      ok: false,
      error: { code: 'rate-limited' },
    })
    for (const endpoint of [
      endpoints.openPositions,
      endpoints.streamToken,
      endpoints.ping,
    ] as const) {
      expect(await other.call<object, unknown>(endpoint, {}, 2)).toMatchObject({
        ok: false,
        error: { reason: 'PAUSED' },
      })
    }
    expect(other.sent).toHaveLength(0)
    await other.call(endpoints.collateralMarketOrder, order, 0)
    expect(other.sent).toHaveLength(1)
    expect(await one.call(endpoints.collateralMarketOrder, order, 0)).toMatchObject({
      ok: false,
      error: { reason: 'PAUSED' },
    })
  })

  it.each([
    [
      'another word',
      answered({ code: 30, message: 'Too many requests. Tip: slow down.', errors: {} }, 429, {
        retryAfter: '300',
      }),
    ],
    ['a page of somebody else', askedForQuiet('<h1>Your IP was blocked</h1>')],
    [
      'trouble of its own',
      answered({ code: 0, message: 'No IP left.', errors: {} }, 503, { retryAfter: '300' }),
    ],
  ])('RTL-3 takes nothing else for a limit on the address: %s', async (_what, wire) => {
    const { one, other } = setupTwoKeys()
    one.answer(() => Promise.resolve(wire))
    await one.call(endpoints.openPositions, {}, 2)
    expect(await one.call(endpoints.openPositions, {}, 2)).toMatchObject({
      ok: false,
      error: { reason: 'PAUSED' },
    })
    other.answer(() => Promise.resolve(answered([])))
    expect(await other.call(endpoints.openPositions, {}, 2)).toMatchObject({ ok: true })
  })

  it('lets an order pass while a read waits for its next attempt', async () => {
    const { call, answer, time, sent } = setup()
    answer(({ path }) =>
      Promise.resolve(path === endpoints.mainBalance.path ? broken : answered(endpoints)),
    )
    void call(endpoints.mainBalance, {}, 2)
    await time.pass(0.1)
    await call(endpoints.collateralMarketOrder, order, 0)
    expect(sent.map(({ path }) => path)).toEqual([
      endpoints.mainBalance.path,
      endpoints.collateralMarketOrder.path,
    ])
  })

  it('RTL-6 is not sent while the exchange is away, and says why; an order is certainly not sent then', async () => {
    const { call, answer, sent } = setup()
    answer(() => Promise.resolve(fail({ cause: 'TIMEOUT', sent: true, detail: '' })))
    for (let time = 0; time < 5; time += 1) await call(endpoints.mainBalance, {}, 2)
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({
      ok: false,
      error: { code: 'timeout', reason: 'BREAKER_OPEN' },
    })
    const moving = await call(endpoints.collateralMarketOrder, order, 0)
    if (moving.ok) throw new Error('it was sent')
    expect(outcomeOf(moving.error)).toBe('not-sent')
    expect(sent).toHaveLength(5)
  })

  it('NET-18 says while the exchange is away what helps if the other address family works', async () => {
    const { call, answer } = setup()
    answer(() =>
      Promise.resolve(
        fail({ cause: 'CONNECT_TIMEOUT', sent: false, detail: '', worksOver: 'ipv4' }),
      ),
    )
    for (let time = 0; time < 5; time += 1) await call(endpoints.mainBalance, {}, 2)
    const next = await call(endpoints.mainBalance, {}, 2)
    if (next.ok) throw new Error('it was answered')
    expect(next.error).toMatchObject({ reason: 'BREAKER_OPEN', worksOver: 'ipv4' })
    expect(englishOf(next.error.message)).toMatch(/IPv4 works here/)
  })

  it('RTL-6 does not declare a sixth order unknown after five', async () => {
    const { call, answer } = setup()
    answer(() => Promise.resolve(fail({ cause: 'TIMEOUT', sent: true, detail: '' })))
    for (let time = 0; time < 5; time += 1) await call(endpoints.collateralMarketOrder, order, 0)
    const next = await call(endpoints.collateralMarketOrder, order, 0)
    if (next.ok) throw new Error('it was sent')
    expect(next.error).toMatchObject({ code: 'unreachable', reason: 'BREAKER_OPEN' })
    expect(outcomeOf(next.error)).toBe('not-sent')
  })

  it('RTL-6 is sent again after a liveness check, and not before it succeeds', async () => {
    const { call, answer, time, probes, probe, sent } = setup()
    answer(() => Promise.resolve(fail({ cause: 'CONNECTION_REFUSED', sent: false, detail: '' })))
    for (let times = 0; times < 5; times += 1) await call(endpoints.mainBalance, {}, 2)
    await time.pass(5)
    probe(fail({ code: 'timeout', message: 'No answer.' }))
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({
      ok: false,
      error: { code: 'timeout', reason: 'BREAKER_OPEN' },
    })
    expect(sent).toHaveLength(5)
    probe(ok(null))
    answer(() => Promise.resolve(answered({})))
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({ ok: true })
    expect(probes()).toBe(2)
    expect(sent).toHaveLength(6)
  })

  it('RTL-6 lets a read probe in place of a liveness check that is paused; an order waits for it', async () => {
    const { call, answer, time, probe, sent } = setup()
    answer(() => Promise.resolve(fail({ cause: 'CONNECTION_REFUSED', sent: false, detail: '' })))
    for (let times = 0; times < 5; times += 1) await call(endpoints.mainBalance, {}, 2)
    await time.pass(5)
    probe(fail({ code: 'rate-limited', message: 'Quiet.', reason: 'PAUSED' }))
    expect(await call(endpoints.collateralMarketOrder, order, 0)).toMatchObject({
      ok: false,
      error: { reason: 'BREAKER_OPEN' },
    })
    expect(sent).toHaveLength(5)
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({
      ok: false,
      error: { reason: 'CONNECTION_REFUSED' },
    })
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({
      ok: false,
      error: { reason: 'BREAKER_OPEN' },
    })
    expect(sent).toHaveLength(6)
    await time.pass(5)
    answer(() => Promise.resolve(answered({})))
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({ ok: true })
    await call(endpoints.collateralMarketOrder, order, 0)
    expect(sent).toHaveLength(8)
  })

  it('RTL-2 waits out the slowest read: an order requested behind one that takes 9 s leaves the moment it ends', async () => {
    const { call, answer, time, sent } = setup()
    const leftAt: number[] = []
    const began = time.timing.ticks()
    answer(({ path }) => {
      leftAt.push(time.timing.ticks() - began)
      if (path !== endpoints.mainBalance.path) return Promise.resolve(answered(endpoints))
      return new Promise((resolve) => time.after(9000, () => resolve(answered({}))))
    })
    void call(endpoints.mainBalance, {}, 2)
    await time.pass(0.1)
    void call(endpoints.collateralMarketOrder, order, 0)
    await time.pass(12)
    expect(sent.map(({ path }) => path)).toEqual([
      endpoints.mainBalance.path,
      endpoints.collateralMarketOrder.path,
    ])
    expect(leftAt).toEqual([0, 9000])
  })

  it('RTL-2 leaves after a read that ends at its deadline, too', async () => {
    const { call, answer, time, sent } = setup()
    answer(({ path, deadline }) => {
      if (path !== endpoints.mainBalance.path) return Promise.resolve(answered(endpoints))
      return new Promise((resolve) =>
        time.after(deadline, () => resolve(fail({ cause: 'TIMEOUT', sent: true, detail: '' }))),
      )
    })
    void call(endpoints.mainBalance, {}, 2)
    await time.pass(0.1)
    void call(endpoints.collateralMarketOrder, order, 0)
    await time.pass(12)
    expect(sent).toHaveLength(2)
  })

  it('is answered with `busy` and the true reason if an earlier call took too long, and was not sent', async () => {
    const { call, answer, time, sent } = setup()
    answer(() => new Promise(() => undefined))
    void call(endpoints.mainBalance, {}, 2)
    await time.pass(0.1)
    const moving = call(endpoints.collateralMarketOrder, order, 0)
    await time.pass(13)
    const outcome = await moving
    if (outcome.ok) throw new Error('it was sent')
    expect(worded(outcome.error)).toEqual({
      code: 'busy',
      message: 'The calls before this one took too long, so it was not sent.',
      reason: 'QUEUE_TIMEOUT',
    })
    expect(outcomeOf(outcome.error)).toBe('not-sent')
    expect(sent).toHaveLength(1)
  })

  it('releases its turn to the next when our own code throws, and passes nothing of it on', async () => {
    let fails = true
    const signer = createSigner({
      apiKey: Secret.of('public-key'),
      apiSecret: Secret.of('secret-key'),
    })
    const { call } = setup({
      signer: {
        sign: (body) => {
          if (fails) throw new Error('secret-key')
          return signer.sign(body)
        },
      },
    })
    const first = await call(endpoints.mainBalance, {}, 2)
    expect(first).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify(first)).not.toContain('secret-key')
    expect(await call(endpoints.collateralMarketOrder, order, 0)).toMatchObject({
      ok: false,
      error: { code: 'internal', reason: 'INTERNAL' },
    })
    fails = false
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({ ok: true })
  })

  it('has an unknown outcome when our own code throws after an order was sent', async () => {
    const { call, answer } = setup()
    answer(() => Promise.reject(new Error('secret-key')))
    expect(worded(await call(endpoints.collateralMarketOrder, order, 0))).toEqual({
      ok: false,
      error: {
        code: 'outcome-unknown',
        message: 'It is not known whether the market order went through.',
        reason: 'INTERNAL',
      },
    })
    answer(() => Promise.resolve(answered({})))
    expect(await call(endpoints.mainBalance, {}, 2)).toMatchObject({ ok: true })
  })

  it('is not sent if it does not match the interface', async () => {
    const { call, sent } = setup()
    const answer = await call(endpoints.payoutDestination, { accountName: '' }, 2)
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'bad-input',
        fields: { accountName: [messageOf('portfolio.complaint.empty')] },
      },
    })
    expect(sent).toHaveLength(0)
  })
})
