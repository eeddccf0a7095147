import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createStreamClient,
  type StreamClientEvents,
} from '../../../../src/main/exchange/stream/stream-client.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import {
  type StreamChange,
  type StreamTopic,
  streamTopics,
} from '../../../../src/shared/portfolio/stream.js'
import { fail, ok } from '../../../../src/shared/result.js'
import { type Answer, problem } from '../../../support/fake-exchange-client.js'
import { createFakeClock } from '../../../support/fake-clock.js'
import { aStreamPosition, createFakeStream, positionsUpdate } from '../../../support/fake-stream.js'

const token = 'token-canary-0123'

function setup(random = () => 0, more: Partial<StreamClientEvents> = {}) {
  const time = createFakeClock()
  const stream = createFakeStream()
  const live: StreamTopic[][] = []
  const changes: [StreamTopic, StreamChange][] = []
  const events: Position[] = []
  let lost = 0
  let tokens = 0
  let fetchToken = (): Promise<Answer<{ token: string }>> =>
    Promise.resolve(ok({ value: { token: `${token}-${tokens}` }, at: time.clock() }))
  const subscribed: StreamTopic[][] = []
  const pace = { nextMs: -Infinity }
  const open = () =>
    createStreamClient({
      clock: time.clock,
      timing: time.timing,
      random,
      open: stream.open,
      fetchToken: () => {
        tokens += 1
        return fetchToken()
      },
      pace,
      events: {
        live: (topics) => live.push([...topics]),
        hears: (topics) => subscribed.push([...topics]),
        lost: () => (lost += 1),
        changed: (topic, change) => changes.push([topic, change]),
        positionEvent: (position) => events.push(position),
        positions: () => undefined,
        borrowings: () => undefined,
        borrowingEvent: () => undefined,
        orderNamed: () => undefined,
        price: () => undefined,
        viewChanged: () => undefined,
        ...more,
      },
    })
  const client = open()
  return {
    time,
    stream,
    client,
    /** Another one of the same account. */
    open,
    live,
    subscribed,
    changes,
    events,
    lost: () => lost,
    tokens: () => tokens,
    tokenIs: (next: typeof fetchToken) => {
      fetchToken = next
    },
    whys: () => client.view().ends.map(({ why }) => why),
  }
}

async function connected(random?: () => number) {
  const parts = setup(random)
  parts.client.start()
  await parts.time.pass(0)
  expect(parts.client.view().state).toBe('live')
  return parts
}

describe('connecting', () => {
  it('authorizes once with the token, then subscribes to every channel as documented', async () => {
    const { stream, live, tokens } = await connected()
    const [first, ...rest] = stream.latest().sent
    expect(first).toEqual({ id: 1, method: 'authorize', params: [`${token}-1`, 'public'] })
    expect(rest.map(({ method }) => method)).toEqual(streamTopics.map((one) => `${one}_subscribe`))
    expect(rest.find(({ method }) => method === 'deals_subscribe')?.params).toEqual([[]])
    expect(rest.find(({ method }) => method === 'balanceSpot_subscribe')?.params).toEqual([])
    expect(live).toEqual([[...streamTopics]])
    expect(tokens()).toBe(1)
  })

  it('is not live before every subscription was answered', async () => {
    const { stream, client, time } = setup()
    stream.oblige(false)
    client.start()
    await time.pass(0)
    const socket = stream.latest()
    socket.accept()
    socket.say({ id: 1, result: { status: 'success' }, error: null })
    const asked = socket.sent.slice(1)
    for (const { id } of asked.slice(1)) {
      socket.say({ id, result: { status: 'success' }, error: null })
      expect(client.view().state).toBe('connecting')
    }
    socket.say({ id: asked[0]?.id, result: { status: 'success' }, error: null })
    expect(client.view().state).toBe('live')
  })

  it('relies only on channels that were accepted', async () => {
    const { stream, client, time, live } = setup()
    stream.refuse('ordersPending_subscribe', 4)
    client.start()
    await time.pass(0)
    expect(live).toEqual([streamTopics.filter((one) => one !== 'ordersPending')])
    expect(client.view().topics.filter(({ refused }) => refused)).toEqual([
      { topic: 'ordersPending', at: null, refused: true },
    ])
  })

  it('is not live if no channel was accepted', async () => {
    const { stream, client, time, whys } = setup()
    for (const topic of streamTopics) stream.refuse(`${topic}_subscribe`, 6)
    client.start()
    await time.pass(0)
    expect(client.view().state).toBe('waiting')
    expect(whys()).toEqual(['not-understood'])
  })
})

describe('the token', () => {
  it('is used again for the next connection', async () => {
    const { stream, time, tokens } = await connected()
    stream.latest().end()
    await time.pass(2)
    expect(stream.sockets).toHaveLength(2)
    expect(tokens()).toBe(1)
  })

  it('is replaced once it is refused, at most four times a minute', async () => {
    const { stream, client, time, tokens, whys } = setup()
    stream.refuse('authorize', 1)
    client.start()
    await time.pass(60)
    expect(tokens()).toBeGreaterThan(1)
    expect(tokens()).toBeLessThanOrEqual(5)
    expect(new Set(whys())).toEqual(new Set(['token']))
    stream.accept('authorize')
    await time.pass(60)
    expect(client.view().state).toBe('live')
    expect(stream.latest().sent[0]?.params[0]).toBe(`${token}-${tokens()}`)
  })

  it('is asked for every ten minutes where the exchange gives this key none', async () => {
    const { client, time, tokens, tokenIs, whys } = setup()
    tokenIs(() => Promise.resolve(fail(problem('no-permission'))))
    client.start()
    await time.pass(599)
    expect([tokens(), whys()]).toEqual([1, ['no-access']])
    await time.pass(2)
    expect(tokens()).toBe(2)
  })

  it('is not asked for before the exchange said', async () => {
    const { client, time, tokens, tokenIs } = setup()
    tokenIs(() => Promise.resolve(fail(problem('rate-limited', { retryAt: time.clock() + 90 }))))
    client.start()
    await time.pass(89)
    expect(tokens()).toBe(1)
    await time.pass(2)
    expect(tokens()).toBe(2)
  })

  it.each([
    [0, 60],
    [0.5, 90],
  ])('is asked for a minute and more after too many: %f', async (random, seconds) => {
    const { client, time, tokens, tokenIs } = setup(() => random)
    tokenIs(() => Promise.resolve(fail(problem('rate-limited', { retryAt: time.clock() + 1 }))))
    client.start()
    await time.pass(seconds - 1)
    expect(tokens()).toBe(1)
    client.reconnect('slept')
    client.stop()
    client.start()
    await time.pass(0.5)
    expect(tokens()).toBe(1)
    await time.pass(1)
    expect(tokens()).toBe(2)
  })

  it('is asked for no more often by a client that was stopped and started, or by another one', async () => {
    const { client, open, time, tokens } = setup()
    for (let times = 0; times < 20; times += 1) {
      client.start()
      await time.pass(0.5)
      client.stop()
    }
    expect(tokens()).toBe(1)
    const other = open()
    other.start()
    expect(other.view().state).toBe('waiting')
    await time.pass(4)
    expect(tokens()).toBe(1)
    await time.pass(2)
    expect([tokens(), other.view().state]).toEqual([2, 'live'])
  })

  it('that cannot be fetched because of an error in Plimsoll is asked for again', async () => {
    const { client, time, tokenIs, tokens, whys } = setup()
    tokenIs(() => Promise.reject(new Error('a defect')))
    client.start()
    await time.pass(1)
    expect([client.view().state, whys()]).toEqual(['waiting', ['fault']])
    await time.pass(15)
    expect(tokens()).toBe(2)
  })

  it('that arrives after the stop opens nothing', async () => {
    const { client, time, stream } = setup()
    client.start()
    client.stop()
    await time.pass(120)
    expect(stream.sockets).toHaveLength(0)
    expect(time.pending()).toBe(0)
  })

  it('is nowhere in the view', async () => {
    const { client } = await connected()
    expect(JSON.stringify(client.view())).not.toContain(token)
  })
})

describe('liveness', () => {
  it('pings, and stays live while pongs arrive', async () => {
    const { stream, client, time } = await connected()
    await time.pass(3600)
    const pings = stream.latest().sent.filter(({ method }) => method === 'ping')
    expect(pings.length).toBeGreaterThan(3600 / 50)
    expect(stream.sockets).toHaveLength(1)
    expect(client.view().state).toBe('live')
  })

  it('notices within 15 seconds that nothing comes back, although messages may be sent', async () => {
    const { stream, client, time, lost, whys } = await connected()
    stream.silence(true)
    await time.pass(15)
    expect([client.view().state === 'live', lost(), whys()]).toEqual([false, 1, ['silent']])
    expect(stream.sockets[0]?.closed()).toBe(true)
  })

  it('counts an update for no pong', async () => {
    const { stream, time, whys } = await connected()
    stream.silence(true)
    for (let second = 0; second < 15; second += 1) {
      stream.push('balanceSpot', [{ USDT: { available: '1', freeze: '0' } }])
      await time.pass(1)
    }
    expect(whys()).toEqual(['silent'])
  })

  it.each(['connection', 'authorization'])('gives up on a %s without an answer', async (step) => {
    const { stream, client, time, whys } = setup()
    stream.oblige(false)
    client.start()
    await time.pass(0)
    if (step === 'authorization') stream.latest().accept()
    await time.pass(15)
    expect(whys()).toEqual([step === 'authorization' ? 'silent' : 'not-reached'])
  })
})

describe('waiting', () => {
  it.each([0, 0.5, 0.999])('is between 1 and 30 seconds and grows: %f', async (random) => {
    const { stream, client, time } = setup(() => random)
    stream.oblige(false)
    client.start()
    await time.pass(0)
    const waits: number[] = []
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const before = stream.sockets.length
      stream.latest().end('not-reached')
      const from = time.timing.ticks()
      while (stream.sockets.length === before) await time.pass(0.25)
      waits.push((time.timing.ticks() - from) / 1000)
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...waits)).toBeLessThanOrEqual(30)
    expect([...waits].sort((a, b) => a - b)).toEqual(waits)
    expect(waits.at(-1)).toBeGreaterThanOrEqual(15)
  })

  it('starts over after a connection that lasted', async () => {
    const { stream, time } = await connected()
    for (let cut = 0; cut < 6; cut += 1) {
      stream.latest().end()
      await time.pass(31)
    }
    await time.pass(61)
    const before = stream.sockets.length
    stream.latest().end()
    await time.pass(1.1)
    expect(stream.sockets).toHaveLength(before + 1)
  })
})

describe('after a gap', () => {
  it('subscribes to everything and reports itself live, so that all of it is read', async () => {
    const { stream, time, live, lost } = await connected()
    stream.latest().end()
    expect(lost()).toBe(1)
    await time.pass(2)
    expect(live).toHaveLength(2)
    expect(stream.latest().sent.filter(({ method }) => method.endsWith('_subscribe'))).toHaveLength(
      streamTopics.length,
    )
  })

  it('hears nothing from the connection before', async () => {
    const { stream, time, changes } = await connected()
    const [before] = stream.sockets
    before?.end()
    await time.pass(2)
    before?.say({ id: null, method: 'deals_update', params: [1, 1, 'BTC_USDT'] })
    expect(changes).toEqual([])
  })

  it.each(['slept', 'replaced'] as const)('reconnects when it was %s', async (why) => {
    const { stream, client, time, whys } = await connected()
    client.reconnect(why)
    expect(stream.sockets[0]?.closed()).toBe(true)
    await time.pass(2)
    expect([client.view().state, whys()]).toEqual(['live', [why]])
  })
})

describe('stopping', () => {
  it.each(['connecting', 'live', 'waiting'] as const)(
    'leaves no socket and no timer: while %s',
    async (state) => {
      const { stream, client, time } = setup()
      if (state === 'connecting') stream.oblige(false)
      client.start()
      await time.pass(0)
      if (state === 'waiting') stream.latest().end()
      expect(client.view().state).toBe(state)
      client.stop()
      expect([stream.openSockets(), time.pending(), client.view().state]).toEqual([0, 0, 'off'])
      client.reconnect('slept')
      await time.pass(120)
      expect(stream.openSockets()).toBe(0)
    },
  )

  it('drops the token', async () => {
    const { client, time, tokens } = await connected()
    client.stop()
    await time.pass(20)
    client.start()
    await time.pass(1)
    expect(tokens()).toBe(2)
  })
})

describe('updates', () => {
  it('distinguishes a change of a position from figures that move with the price', async () => {
    const { stream, changes } = await connected()
    stream.push('positionsMargin', positionsUpdate(aStreamPosition()))
    stream.push('positionsMargin', positionsUpdate(aStreamPosition({ pnl: '-0.48' })))
    stream.push('positionsMargin', positionsUpdate(aStreamPosition({ amount: '-0.02' })))
    stream.push(
      'positionsMargin',
      positionsUpdate(aStreamPosition({ amount: '-0.02', liq_stage: 'margin_call' })),
    )
    stream.push('positionsMargin', positionsUpdate())
    expect(changes.map(([, change]) => change)).toEqual([
      'substance',
      'figures',
      'substance',
      'substance',
      'substance',
    ])
  })

  it('remembers what a balance update does not mention', async () => {
    const { stream, changes } = await connected()
    const usdt = { a: 'USDT', B: '10', b: '0', av: '1', ab: '2' }
    const btc = { a: 'BTC', B: '1', b: '0', av: '1', ab: '2' }
    stream.push('balanceMargin', [usdt])
    stream.push('balanceMargin', [btc])
    stream.push('balanceMargin', [{ ...usdt, av: '0.5' }])
    stream.push('balanceMargin', [{ ...usdt, b: '3' }])
    expect(changes.map(([, change]) => change)).toEqual([
      'substance',
      'substance',
      'figures',
      'substance',
    ])
  })

  it.each([
    [1, 'margin_call'],
    [2, 'liquidation'],
  ])('reports a position event at once: %i', async (kind, state) => {
    const { stream, events } = await connected()
    stream.push('positionsAccountMargin', [kind, aStreamPosition({ id: 527 })])
    expect(events).toEqual([
      {
        id: '527',
        market: 'BTC_USDT',
        amount: '-0.01',
        liquidationPrice: '65000',
        liquidationState: state,
        entryPrice: '60000',
        unrealizedPnl: '-0.47',
        positionSide: 'LONG',
      },
    ])
  })

  it('reports a position event of which only the position can be read', async () => {
    const { stream, client, events, changes } = await connected()
    stream.push('positionsAccountMargin', [1, { id: 527, market: 'BTC_USDT' }])
    stream.push('positionsAccountMargin', [
      2,
      aStreamPosition({ id: 528, liq_price: 'NaN', amount: 'NaN', liq_stage: 7, pnl: {} }),
    ])
    const bare = { market: 'BTC_USDT', amount: null }
    expect(events).toEqual([
      { id: '527', liquidationState: 'margin_call', ...bare },
      {
        id: '528',
        liquidationState: 'liquidation',
        ...bare,
        entryPrice: '60000',
        positionSide: 'LONG',
      },
    ])
    expect([changes.length, client.view().unreadable]).toEqual([2, 0])
  })

  it('does not guess a position event of another number, and reads over HTTP', async () => {
    const { stream, client, events, changes } = await connected()
    stream.push('positionsAccountMargin', [3, aStreamPosition()])
    expect([events, changes]).toEqual([[], [['positionsAccountMargin', 'substance']]])
    expect(client.view().unreadable).toBe(1)
  })

  it('announces once that a channel cannot be read, and does not rely on it then', async () => {
    const { stream, client, subscribed, changes, time } = await connected()
    const odd = { total: 1, records: [{ id: 'x' }] }
    for (let times = 0; times < 50; times += 1) stream.push('positionsMargin', odd)
    expect(subscribed).toEqual([streamTopics.filter((one) => one !== 'positionsMargin')])
    expect(changes).toEqual([['positionsMargin', 'substance']])
    expect(client.view().unreadable).toBe(50)
    stream.latest().end()
    await time.pass(2)
    stream.push('positionsMargin', odd)
    expect(changes).toHaveLength(2)
  })

  it('reports a margin call although an earlier update of the channel could not be read', async () => {
    const { stream, events } = await connected()
    stream.push('positionsAccountMargin', [3, aStreamPosition()])
    stream.push('positionsAccountMargin', [1, aStreamPosition()])
    expect(events).toHaveLength(1)
  })

  it('keeps little of names and balances that are too many', async () => {
    const { stream, client, changes } = await connected()
    const members = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`member-${at}-${'x'.repeat(1000)}`, '1']),
    )
    stream.push('positionsMargin', positionsUpdate(aStreamPosition(members)))
    const { unknownMembers } = client.view()
    expect(unknownMembers).toHaveLength(30)
    for (const one of unknownMembers)
      expect(one.length).toBeLessThanOrEqual('positionsMargin.'.length + 64)
    const assets = Array.from({ length: 6000 }, (_, at) => ({ a: `A${at}`, B: '1', b: '0' }))
    changes.splice(0)
    stream.push('balanceMargin', assets)
    stream.push('balanceMargin', assets)
    expect(changes.map(([, change]) => change)).toEqual(['substance', 'substance'])
  })

  it('counts unknown channels and members, and messages that are none', async () => {
    const { stream, client } = await connected()
    stream.push('somethingNew', [1])
    stream.push('positionsMargin', positionsUpdate(aStreamPosition({ new_member: '1' })))
    stream.latest().sayText('not JSON')
    stream.latest().say({ method: 5 })
    expect(client.view()).toMatchObject({
      unknown: 1,
      unreadable: 2,
      unknownMembers: ['positionsMargin.new_member'],
      state: 'live',
    })
  })

  it('counts the messages of the last minute', async () => {
    const { stream, client, time } = await connected()
    await time.pass(60)
    const before = client.view().perMinute
    for (let at = 0; at < 50; at += 1)
      stream.push('balanceSpot', [{ USDT: { available: String(at), freeze: '0' } }])
    expect(client.view().perMinute).toBe(before + 50)
    await time.pass(70)
    expect(client.view().perMinute).toBeLessThan(20)
  })

  it('survives any message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            method: fc.constantFrom(...streamTopics, 'x').map((topic) => `${topic}_update`),
            id: fc.constantFrom(null, 1, 2, 10),
            params: fc.jsonValue(),
            result: fc.constantFrom(undefined, 'pong', { status: 'success' }),
          }),
          { maxLength: 20 },
        ),
        async (messages) => {
          const { stream, client } = await connected()
          for (const message of messages) stream.latest().say(message)
          client.stop()
          expect(stream.openSockets()).toBe(0)
        },
      ),
      { numRuns: 100 },
    )
  })
})

it('neither grows in timers nor in sockets over many cuts', async () => {
  const { stream, client, time } = await connected()
  await time.pass(0)
  const timers = time.pending()
  for (let cut = 0; cut < 40; cut += 1) {
    stream.latest().end()
    await time.pass(100)
  }
  expect([stream.openSockets(), time.pending(), client.view().state]).toEqual([1, timers, 'live'])
  expect(client.view().ends).toHaveLength(10)
})

describe('an error in Plimsoll', () => {
  it.each(['changed', 'positionEvent', 'live'] as const)(
    'while messages arrive ends the connection, and it is tried again: %s',
    async (name) => {
      let isBroken = true
      const { stream, client, time, whys } = setup(undefined, {
        [name]: () => {
          if (isBroken) throw new Error('a defect')
        },
      })
      client.start()
      await time.pass(0)
      if (name !== 'live') {
        expect(client.view().state).toBe('live')
        stream.push('positionsAccountMargin', [1, aStreamPosition()])
      }
      expect([client.view().state, whys(), stream.openSockets()]).toEqual(['waiting', ['fault'], 0])
      isBroken = false
      await time.pass(2)
      expect(client.view().state).toBe('live')
    },
  )
})

it('does not report itself live once it was stopped because of what it showed', async () => {
  const parts = setup(undefined, {
    viewChanged: () => {
      if (parts.client.view().state === 'live') parts.client.stop()
    },
  })
  parts.client.start()
  await parts.time.pass(0)
  expect([parts.live, parts.stream.openSockets()]).toEqual([[], 0])
})

describe('prices', () => {
  const wanted = { lastprice: ['BTC_PERP', 'BTC_USDT'], premiumIndex: ['BTC_PERP'] }
  const watches = (sent: { method: string; params: unknown[] }[]) =>
    sent
      .filter(({ method }) => /^(lastprice|premiumIndex)_/.test(method))
      .map(({ method, params }) => [method, params])

  async function watching() {
    const prices: [string, string, string][] = []
    const parts = setup(() => 0, { price: (...price) => prices.push(price) })
    parts.client.watch(wanted)
    parts.client.start()
    await parts.time.pass(0)
    return { ...parts, prices, sent: () => watches(parts.stream.latest().sent) }
  }

  it('are subscribed to once the account is, and again by every connection', async () => {
    const { stream, sent, time } = await watching()
    const all = [
      ['lastprice_subscribe', wanted.lastprice],
      ['premiumIndex_subscribe', wanted.premiumIndex],
    ]
    expect(sent()).toEqual(all)
    expect(stream.latest().sent.at(-1)?.method).toBe('premiumIndex_subscribe')
    stream.latest().end()
    await time.pass(2)
    expect(stream.sockets).toHaveLength(2)
    expect(sent()).toEqual(all)
  })

  it('are subscribed to for another list by replacing it, at most every two seconds', async () => {
    const { client, sent, time } = await watching()
    for (let times = 0; times < 50; times += 1) {
      client.watch({ lastprice: [`M${times}_USDT`], premiumIndex: wanted.premiumIndex })
      await time.pass(0.1)
    }
    await time.pass(3)
    const after = sent().slice(2)
    expect(after.length).toBeLessThanOrEqual(4)
    expect(after.at(-1)).toEqual(['lastprice_subscribe', ['M49_USDT']])
    client.watch({ lastprice: [], premiumIndex: [] })
    expect(sent().slice(-2)).toEqual([
      ['lastprice_unsubscribe', []],
      ['premiumIndex_unsubscribe', []],
    ])
  })

  it('arrive for the markets that are subscribed to, and cause no list to be read', async () => {
    const { stream, prices, changes } = await watching()
    stream.push('lastprice', ['BTC_USDT', '67500.50'])
    stream.push('lastprice', ['ETH_USDT', '1'])
    stream.push('premiumIndex', ['BTC_PERP', '67501', '67500', '0.0001', 1790121600000, 1790000000])
    expect(prices).toEqual([
      ['lastprice', 'BTC_USDT', '67500.50'],
      ['premiumIndex', 'BTC_PERP', '67501'],
    ])
    expect(changes).toEqual([])
  })

  it('are ignored if the exchange sent a newer one before', async () => {
    const { stream, prices } = await watching()
    const mark = (price: string, at: unknown) =>
      stream.push('premiumIndex', ['BTC_PERP', price, '1', '0', 1, ...(at === null ? [] : [at])])
    mark('1', 1790000002)
    mark('2', 1790000001)
    mark('3', 1790000002)
    mark('4', null)
    mark('5', 1790000002.5)
    expect(prices.map(([, , price]) => price)).toEqual(['1', '3', '4', '5'])
  })

  it('are reported where they cannot be read or have more members than described', async () => {
    const { stream, prices, client } = await watching()
    stream.push('lastprice', ['BTC_USDT'])
    stream.push('lastprice', { BTC_USDT: '1' })
    stream.push('lastprice', ['BTC_USDT', 'much'])
    stream.push('premiumIndex', [['BTC_PERP', '1', '1', '0', 1, 1]])
    stream.push('premiumIndex', ['BTC_PERP', '', '', '', 1, 1])
    expect(prices).toEqual([])
    stream.push('lastprice', ['BTC_USDT', '1', 'new'])
    expect(prices).toEqual([['lastprice', 'BTC_USDT', '1']])
    expect(client.view()).toMatchObject({ unreadable: 4, unknownMembers: ['lastprice.2'] })
    expect(client.view().state).toBe('live')
  })

  it('cost nothing else where they are refused', async () => {
    const parts = setup()
    parts.stream.refuse('lastprice_subscribe', 9)
    parts.client.watch(wanted)
    parts.client.start()
    await parts.time.pass(60)
    expect(parts.client.view()).toMatchObject({ state: 'live', ends: [] })
    expect(parts.client.view().topics.filter(({ refused }) => refused)).toEqual([
      { topic: 'lastprice', at: null, refused: true },
    ])
    expect(watches(parts.stream.latest().sent)).toHaveLength(2)
  })
})
