import { once } from 'node:events'
import { createServer as createHttpsServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFamilyPolicy, type NameLookup } from '../../../src/main/exchange/address-family.js'
import { outcomeOf } from '../../../src/main/exchange/errors.js'
import type { TradingClient } from '../../../src/main/exchange/exchange-client.js'
import type { AddressFamilyChoice } from '../../../src/shared/portfolio/connection.js'
import { createAuthority } from '../../support/certificates.js'
import {
  json,
  startFakeExchangeServer,
  startLoggingProxy,
} from '../../support/fake-exchange-server.js'
import { leaveOut } from '../../support/leave-out.js'
import {
  aMarketOrder,
  createTestClient,
  moves,
  sendMarketOrder,
} from '../../support/test-client.js'

const host = 'exchange.test'
const authority = createAuthority()
const certificate = authority.issue({ names: [host] })
const loopback = { ipv4: '127.0.0.1', ipv6: '::1' } as const
type Family = keyof typeof loopback

const hasLoopback6 = await new Promise<boolean>((resolve) => {
  const probe = createPlainServer()
  probe.once('error', () => resolve(false))
  probe.listen(0, loopback.ipv6, () => probe.close(() => resolve(true)))
})
if (!hasLoopback6)
  leaveOut(
    'connections over IPv6',
    'this computer has no ::1. Switch on IPv6, at least for the loopback interface.',
  )

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** One exchange at the same port of 127.0.0.1 and ::1. */
async function startExchange() {
  const calls: Family[] = []
  const servers = new Map<Family, Server>()
  const sockets = new Set<Duplex>()
  const listen = async (family: Family, port: number): Promise<number> => {
    const server = createHttpsServer(certificate, (request, response) => {
      calls.push(family)
      request.resume()
      response.setHeader('content-type', 'application/json').end('{}')
    })
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    })
    server.listen(port, loopback[family])
    await once(server, 'listening')
    servers.set(family, server)
    return (server.address() as AddressInfo).port
  }
  const port = await listen('ipv4', 0)
  await listen('ipv6', port)

  /** Nothing listens there any more; open `sockets` are closed with it. */
  const stop = async (family: Family): Promise<void> => {
    const server = servers.get(family)
    servers.delete(family)
    if (server === undefined) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy()
    for (const family of servers.keys()) await stop(family)
  })
  return { port, calls, stop, start: (family: Family) => listen(family, port) }
}

/** The resolver names both, IPv6 first, as systems with IPv6 do. */
const bothFamilies: NameLookup = (_host, done) =>
  setImmediate(done, null, [
    { address: loopback.ipv6, family: 6 },
    { address: loopback.ipv4, family: 4 },
  ])

function clientOf(port: number, choice: () => AddressFamilyChoice, proxy = ''): TradingClient {
  const trust = {
    testAuthorities: [authority.cert],
    families: createFamilyPolicy(choice),
    testLookup: bothFamilies,
    proxy: () => proxy,
  }
  const client = createTestClient({ baseUrl: `https://${host}:${port}`, trust })
  cleanUps.push(() => client.close())
  return client
}

async function sendAll(client: TradingClient): Promise<void> {
  await client.mainBalance()
  for (const move of Object.values(moves)) await move(client)
}

const callsOf = 1 + Object.keys(moves).length

describe.skipIf(!hasLoopback6)(
  'NET-18 with an exchange that has an IPv4 and an IPv6 address',
  () => {
    it('sends reads and orders, each on its own socket, over the family that connected first', async () => {
      const { port, calls } = await startExchange()
      const client = clientOf(port, () => 'automatic')
      expect(client.family()).toBeNull()
      await sendAll(client)
      expect(calls).toEqual(Array.from({ length: callsOf }, () => 'ipv6'))
      expect(client.family()).toBe('ipv6')
    })

    it('sends them over the chosen family alone, and a new choice applies from the next call', async () => {
      const { port, calls } = await startExchange()
      let choice: AddressFamilyChoice = 'ipv4'
      const client = clientOf(port, () => choice)
      await sendAll(client)
      expect(new Set(calls)).toEqual(new Set(['ipv4']))
      expect(client.family()).toBe('ipv4')
      choice = 'ipv6'
      client.dropSockets()
      calls.length = 0
      await sendAll(client)
      expect(new Set(calls)).toEqual(new Set(['ipv6']))
      expect(client.family()).toBe('ipv6')
    })

    it('NET-18 does not send an order over the other family while the known one refuses, and everything over the known one afterwards', async () => {
      const { port, calls, stop, start } = await startExchange()
      const client = clientOf(port, () => 'automatic')
      await client.mainBalance()
      await stop('ipv6')
      const answer = await sendMarketOrder(client, aMarketOrder())
      expect(answer.ok ? null : outcomeOf(answer.error)).toBe('not-sent')
      expect(calls).toEqual(['ipv6'])
      await start('ipv6')
      await sendAll(client)
      expect(calls).toEqual(Array.from({ length: 1 + callsOf }, () => 'ipv6'))
    })

    it('NET-18 says that the other family works while the known one keeps refusing, and sends nothing over it', async () => {
      const { port, calls, stop } = await startExchange()
      const client = clientOf(port, () => 'automatic')
      await client.mainBalance()
      await stop('ipv6')
      await vi.waitFor(async () => {
        const answer = await client.mainBalance()
        expect(answer).toMatchObject({ ok: false, error: { worksOver: 'ipv4' } })
      })
      expect(calls).toEqual(['ipv6'])
    })

    it('uses IPv4 for the first connection if nothing listens on IPv6, and for everything after it', async () => {
      const { port, calls, stop, start } = await startExchange()
      await stop('ipv6')
      const client = clientOf(port, () => 'automatic')
      await client.mainBalance()
      await start('ipv6')
      await sendAll(client)
      expect(new Set(calls)).toEqual(new Set(['ipv4']))
      expect(client.family()).toBe('ipv4')
    })

    it('does not keep a socket of the previous family for a read', async () => {
      const { port, calls } = await startExchange()
      let choice: AddressFamilyChoice = 'automatic'
      const policy = createFamilyPolicy(() => choice)
      const trust = {
        testAuthorities: [authority.cert],
        families: policy,
        testLookup: bothFamilies,
      }
      const client = createTestClient({ baseUrl: `https://${host}:${port}`, trust })
      cleanUps.push(() => client.close())
      await client.mainBalance()
      choice = 'ipv4'
      policy.connected(host, 'ipv4')
      await client.mainBalance()
      expect(calls).toEqual(['ipv6', 'ipv4'])
    })

    it('sends nothing over the other family if only one is allowed: an order is certainly not sent', async () => {
      const { port, calls, stop } = await startExchange()
      await stop('ipv6')
      const client = clientOf(port, () => 'ipv6')
      const answer = await sendMarketOrder(client, aMarketOrder())
      if (answer.ok) throw new Error('it went through')
      expect(answer.error).toMatchObject({
        code: 'unreachable',
        reason: expect.stringMatching(/^CONNECTION_REFUSED/),
      })
      expect(outcomeOf(answer.error)).toBe('not-sent')
      expect(calls).toEqual([])
    })
  },
)

describe('NET-18 the choice of a family', () => {
  it('has no effect behind a proxy, which connects to the exchange itself', async () => {
    const server = await startFakeExchangeServer(certificate)
    server.always(json({}))
    const proxy = await startLoggingProxy(server.port)
    cleanUps.push(
      () => server.stop(),
      () => proxy.stop(),
    )
    const client = clientOf(server.port, () => 'ipv6', proxy.url)
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    expect(proxy.asked).toHaveLength(1)
    expect(client.family()).toBe('proxy')
  })

  it('has no effect on an exchange on this computer, such as the demo', async () => {
    const server = await startFakeExchangeServer()
    server.always(json({}))
    cleanUps.push(() => server.stop())
    const client = createTestClient({
      baseUrl: server.url,
      trust: { families: createFamilyPolicy(() => 'ipv6') },
    })
    cleanUps.push(() => client.close())
    expect(await client.mainBalance()).toMatchObject({ ok: true })
    expect(client.family()).toBe('ipv4')
  })
})
