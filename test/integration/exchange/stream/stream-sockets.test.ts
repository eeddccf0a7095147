// The client of the stream over real sockets: against the simulator, and where TLS must refuse.
import { afterEach, describe, expect, it } from 'vitest'
import { createStreamClient } from '../../../../src/main/exchange/stream/stream-client.js'
import {
  createStreamSockets,
  type StreamSocketEnd,
} from '../../../../src/main/exchange/stream/stream-socket.js'
import { Secret } from '../../../../src/main/keychain/secret.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import type {
  PriceTopic,
  StreamChange,
  StreamTopic,
} from '../../../../src/shared/portfolio/stream.js'
import { startSimulator, type Simulator } from '../../../../src/simulator/simulator.js'
import { streamAddressOf } from '../../../../src/v4/stream/address.js'
import { type Certificate, createAuthority, selfSigned } from '../../../support/certificates.js'
import { startFakeExchangeServer } from '../../../support/fake-exchange-server.js'
import { createFakeClock, settled, settledUntil } from '../../../support/fake-clock.js'
import { createTestClient, wallClock } from '../../../support/test-client.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup(scene: 'calm' | 'margin-call' = 'calm') {
  const time = createFakeClock(wallClock())
  const simulator: Simulator = await startSimulator({
    port: 0,
    clock: time.clock,
    seed: 1,
    scene,
  })
  const [key] = simulator.keys
  if (key === undefined) throw new Error('a key expected')
  const client = createTestClient({
    baseUrl: simulator.url,
    credentials: { apiKey: Secret.of(key.apiKey), apiSecret: Secret.of(key.apiSecret) },
  })
  const live: StreamTopic[][] = []
  const changes: [StreamTopic, StreamChange][] = []
  const events: Position[] = []
  const prices: { topic: PriceTopic; market: string; price: string }[] = []
  const stream = createStreamClient({
    clock: time.clock,
    timing: time.timing,
    random: () => 0,
    open: client.openStream,
    fetchToken: client.streamToken,
    pace: { nextMs: 0 },
    events: {
      live: (topics) => live.push([...topics]),
      hears: () => undefined,
      lost: () => undefined,
      changed: (topic, change) => changes.push([topic, change]),
      positionEvent: (position) => events.push(position),
      positions: () => undefined,
      borrowings: () => undefined,
      borrowingEvent: () => undefined,
      orderNamed: () => undefined,
      price: (topic, market, price) => prices.push({ topic, market, price }),
      viewChanged: () => undefined,
    },
  })
  cleanUps.push(
    () => simulator.stop(),
    () => client.close(),
    () => stream.stop(),
  )
  stream.start()
  await settledUntil(() => live.length === 1)
  return { time, simulator, stream, live, changes, events, prices }
}

describe('against the simulator', () => {
  it('is live with every channel that the simulator has', async () => {
    const { live, stream } = await setup()
    expect(live[0]).toEqual(
      expect.arrayContaining([
        'positionsMargin',
        'positionsAccountMargin',
        'balanceMargin',
        'balanceSpot',
        'ordersPending',
        'ordersExecuted',
      ]),
    )
    expect(stream.view()).toMatchObject({ state: 'live', unreadable: 0, unknownMembers: [] })
  })

  it('understands every update and every position event', async () => {
    const { simulator, stream, changes, events } = await setup('margin-call')
    for (let passed = 0; passed < 1200 && events.length === 0; passed += 10) {
      simulator.control('POST', 'advance', { seconds: 10 })
      await settled()
    }
    await settledUntil(() => events.length > 0)
    expect(events[0]).toMatchObject({ market: 'BTC_USDT', liquidationState: 'margin_call' })
    expect(changes.map(([topic]) => topic)).toContain('positionsMargin')
    expect(stream.view()).toMatchObject({ unknown: 0, unreadable: 0, unknownMembers: [] })
  })

  it('gets last and mark prices of the markets that are asked for, and of no others', async () => {
    const { time, simulator, stream, prices } = await setup()
    const priceTo = (market: string, price: string): void =>
      void simulator.control('POST', 'price', { market, price })
    const latest = (wanted: PriceTopic, of: string): string | undefined =>
      prices.findLast(({ topic, market }) => topic === wanted && market === of)?.price
    priceTo('BTC_USDT', '60000')
    stream.watch({ lastprice: ['BTC_USDT', 'BTC_PERP'], premiumIndex: ['BTC_PERP'] })
    await settledUntil(() => latest('premiumIndex', 'BTC_PERP') !== undefined)
    expect(latest('lastprice', 'BTC_USDT')).toBe('60000.00')
    expect(latest('lastprice', 'BTC_PERP')).toBe(latest('premiumIndex', 'BTC_PERP'))
    stream.watch({ lastprice: ['ETH_USDT'], premiumIndex: [] })
    await time.pass(2)
    await settledUntil(() => latest('lastprice', 'ETH_USDT') !== undefined)
    prices.length = 0
    simulator.control('POST', 'advance', { seconds: 30 })
    await settledUntil(() => prices.length > 0)
    await settled()
    expect(new Set(prices.map(({ topic, market }) => `${topic} ${market}`))).toEqual(
      new Set(['lastprice ETH_USDT']),
    )
    expect(stream.view()).toMatchObject({
      ...{ state: 'live', unknown: 0, unreadable: 0, unknownMembers: [] },
    })
    expect(stream.view().topics.filter(({ refused }) => refused)).toEqual([])
  })

  it('keeps everything else if a market is unknown', async () => {
    const { simulator, stream, changes } = await setup()
    stream.watch({ lastprice: ['NOPE_USDT'], premiumIndex: ['BTC_USDT'] })
    await settledUntil(() => stream.view().topics.filter(({ refused }) => refused).length === 2)
    simulator.control('POST', 'advance', { seconds: 10 })
    await settledUntil(() => changes.length > 0)
    expect(stream.view()).toMatchObject({ state: 'live', ends: [] })
  })

  it('connects again after the service went away', async () => {
    const { time, simulator, stream, live } = await setup()
    simulator.control('POST', 'reset', {})
    await settledUntil(() => stream.view().ends.length === 1)
    // The service that is back does not know the token of the one before.
    await time.pass(1)
    await settledUntil(() => stream.view().ends.length === 2)
    await time.pass(15)
    await settledUntil(() => live.length === 2)
    expect(stream.view().ends.map(({ why }) => why)).toEqual(['token', 'closed'])
  })
})

describe('NET-5 where the other side cannot prove who it is', () => {
  const authority = createAuthority()
  const names = ['127.0.0.1']

  async function endOf(certificate: Certificate | undefined): Promise<[StreamSocketEnd, number]> {
    const server = await startFakeExchangeServer(certificate)
    cleanUps.push(() => server.stop())
    const open = createStreamSockets(`https://127.0.0.1:${server.port}`, {
      testAuthorities: [authority.cert],
    })
    const why = await new Promise<StreamSocketEnd>((resolve) => {
      const socket = open({ opened: () => undefined, received: () => undefined, ended: resolve })
      cleanUps.push(() => socket.close())
    })
    return [why, server.seen.length]
  }

  it.each([
    ['a self-signed certificate', selfSigned({ names })],
    ['a certificate for another host', authority.issue({ names: ['exchange.example'] })],
    ['a SHA-1 chain', authority.issue({ names, hash: 'sha1' })],
  ])('nothing is sent: %s', async (_what, certificate) => {
    expect(await endOf(certificate)).toEqual(['not-safe', 0])
  })

  it('a server that is no WebSocket is not the stream', async () => {
    expect((await endOf(authority.issue({ names })))[0]).toBe('not-reached')
  })
})

describe('the address', () => {
  it.each([
    ['https://whitebit.com', 'wss://wss.whitebit.com/ws'],
    ['https://whitebit.eu', 'wss://api.whitebit.eu/ws'],
    ['https://exchange.example:8443', 'wss://exchange.example:8443/ws'],
    ['http://127.0.0.1:4000', 'ws://127.0.0.1:4000/ws'],
  ])('of %s is %s', (baseUrl, address) => {
    expect(streamAddressOf(baseUrl)).toBe(address)
  })

  it('that may not be used is never connected to', async () => {
    const open = createStreamSockets('http://exchange.example')
    const why = await new Promise((resolve) =>
      open({ opened: () => undefined, received: () => undefined, ended: resolve }),
    )
    expect(why).toBe('not-reached')
  })
})
