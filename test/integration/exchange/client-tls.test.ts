import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TradingClient } from '../../../src/main/exchange/exchange-client.js'
import { outcomeOf } from '../../../src/main/exchange/errors.js'
import { type Certificate, createAuthority, selfSigned } from '../../support/certificates.js'
import { createTestClient, moves, sendMarketOrder } from '../../support/test-client.js'
import {
  type FakeExchangeServer,
  json,
  startFakeExchangeServer,
  startSilentServer,
} from '../../support/fake-exchange-server.js'
import { settledUntil } from '../../support/fake-clock.js'

const authority = createAuthority()
const names = ['127.0.0.1', 'localhost']
const good = authority.issue({ names })

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup(
  certificate: Certificate | undefined,
  scheme = 'https',
): Promise<{ server: FakeExchangeServer; client: TradingClient }> {
  const server = await startFakeExchangeServer(certificate)
  server.always(json({}))
  const client = createTestClient({
    baseUrl: `${scheme}://127.0.0.1:${server.port}`,
    trust: { testAuthorities: [authority.cert] },
    deadlines: { read: 2000, order: 2000 },
  })
  cleanUps.push(
    () => server.stop(),
    () => client.close(),
  )
  return { server, client }
}

describe('server authentication', () => {
  it('NET-5 FLT-12 accepts a server whose certificate is good', async () => {
    const { client } = await setup(good)
    expect(await client.mainBalance()).toMatchObject({ ok: true, value: { value: [] } })
  })

  const bad: Record<string, () => Certificate> = {
    'an expired certificate': () => authority.issue({ names, from: -10, until: -1 }),
    'a certificate from the future': () => authority.issue({ names, from: 1, until: 2 }),
    'a certificate for another host': () => authority.issue({ names: ['exchange.example'] }),
    'a self-signed certificate': () => selfSigned({ names }),
    'a certificate of an unknown authority': () => createAuthority().issue({ names }),
    'a SHA-1 chain': () => authority.issue({ names, hash: 'sha1' }),
  }

  describe.each(Object.entries(bad))('NET-5 FLT-12 refuses %s', (_name, make) => {
    it('for a read, permanently, without a request', async () => {
      const { server, client } = await setup(make())
      const answer = await client.mainBalance()
      expect(answer).toMatchObject({ ok: false, error: { code: 'tls' } })
      expect(server.seen).toHaveLength(0)
    })

    it.each(Object.entries(moves))('for %s, as certainly not sent', async (_call, move) => {
      const { server, client } = await setup(make())
      const answer = await move(client)
      if (answer.ok) throw new Error('it went through')
      expect(answer.error.code).toBe('tls')
      expect(answer.error.reason).toMatch(/^TLS_REFUSED/)
      expect(outcomeOf(answer.error)).toBe('not-sent')
      expect(server.seen).toHaveLength(0)
    })
  })

  it('NET-5 refuses a server that does not use TLS', async () => {
    const { server, client } = await setup(undefined)
    expect(await client.mainBalance()).toMatchObject({ ok: false, error: { code: 'tls' } })
    expect(server.seen).toHaveLength(0)
  })

  describe('with NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment', () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    beforeAll(() => {
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    })
    afterAll(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
    })

    it.each(Object.entries(bad))('NET-3 still refuses %s', async (_name, make) => {
      const { server, client } = await setup(make())
      expect(await client.mainBalance()).toMatchObject({ ok: false, error: { code: 'tls' } })
      expect(server.seen).toHaveLength(0)
    })
  })

  it('NET-6 stops at the deadline for a server that never finishes the handshake, and drops the socket', async () => {
    const silent = await startSilentServer()
    const client = createTestClient({
      baseUrl: `https://127.0.0.1:${silent.port}`,
      deadlines: { read: 300, order: 300 },
    })
    cleanUps.push(
      () => silent.stop(),
      () => client.close(),
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    cleanUps.push(() => vi.useRealTimers())
    let ended = false
    const asked = sendMarketOrder(client, { market: 'BTC_USDT', side: 'buy', amount: '1' }).finally(
      () => {
        ended = true
      },
    )
    await settledUntil(() => silent.open() === 1)
    await vi.advanceTimersByTimeAsync(299)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const answer = await asked
    if (answer.ok) throw new Error('it went through')
    expect(answer.error).toMatchObject({ code: 'unreachable', reason: 'CONNECT_TIMEOUT' })
    expect(outcomeOf(answer.error)).toBe('not-sent')
    await settledUntil(() => silent.open() === 0)
  })

  it('resumes a TLS session without trusting anyone new', async () => {
    const { server, client } = await setup(good)
    await client.mainBalance()
    const all = Object.values(moves)
    for (const move of all) await move(client)
    expect(server.seen.map(({ socket }) => socket)).toEqual([1, ...all.map((_, at) => at + 2)])
  })
})
