import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshKeyStates, type NonceTimes, takeNonce } from '../../../src/simulator/auth.js'
import { readWorld } from '../../../src/simulator/state-file.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  simulatedService,
  simulatedStart,
  type SimulatedOptions,
} from '../../support/simulated-service.js'

const balance = endpoints.mainBalance.path
const uuid = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'
const millis = simulatedStart * 1000

/** A new key, and whether it accepts a nonce. */
function taker() {
  const state = freshKeyStates()['full']
  if (state === undefined) throw new Error('a key expected')
  const take = (nonce: unknown, inWindow: boolean, times: NonceTimes): boolean =>
    takeNonce(state, nonce, inWindow, times, 'spec') === null
  return { take, state }
}

describe('a nonce with nonceWindow', () => {
  const service = (options: SimulatedOptions = {}) => {
    const { call, ...others } = simulatedService(options)
    return {
      ...others,
      ask: (nonce: unknown, nonceWindow = true) =>
        call(balance, { body: { nonce, nonceWindow }, nonce: null }),
    }
  }

  it('may be near the service’s time or near the caller’s, and nowhere between', () => {
    const hours = 3600 * 1000
    const { ask } = service({ callerClock: () => simulatedStart + 3600 })
    for (const near of [-4999, 0, 4999]) expect(ask(millis + near).status).toBe(200)
    for (const near of [-4999, 0, 4999]) expect(ask(millis + hours + near).status).toBe(200)
    for (const far of [-5001, 5001, hours - 5001, hours + 5001])
      expect(ask(millis + far)).toMatchObject({ status: 422, json: { code: 0 } })
  })

  it('of a caller with a steady clock is valid after the service’s time jumps', () => {
    let now = simulatedStart
    const { ask, advance } = service({ callerClock: () => now })
    for (let call = 0; call < 20; call += 1) {
      now += 1
      advance(3600)
      expect(ask(now * 1000).status).toBe(200)
      expect(ask(millis + (call + 1) * 3_600_000).status).toBe(200)
    }
  })

  it('is used up for calls without the window too, and vice versa', () => {
    const { ask } = service()
    expect(ask(millis + 100).status).toBe(200)
    expect(ask(millis + 100, false)).toMatchObject({
      status: 429,
      json: { message: 'Too many requests.' },
    })
    expect(ask(millis + 99, false).status).toBe(429)
    expect(ask(millis + 101, false).status).toBe(200)
    expect(ask(millis + 101)).toMatchObject({
      status: 429,
      json: { message: 'Too many requests.' },
    })
    expect(ask(millis + 99).status).toBe(200)
  })

  it('is accepted once, whatever comes before and after and however the two clocks run', () => {
    const step = fc.record({
      away: fc.integer({ min: -6000, max: 6000 }),
      side: fc.constantFrom('service', 'caller'),
      inWindow: fc.boolean(),
      passes: fc.constantFrom(0, 0, 1, 700, 20_000),
      leaps: fc.constantFrom(0, 0, 0, 3000, 3_600_000),
      again: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { take } = taker()
        const times = { service: 1_000_000, caller: 4_000_000 }
        const taken: number[] = []
        for (const { away, side, inWindow, passes, leaps, again } of steps) {
          times.service += passes + leaps
          times.caller += passes
          const nonce = times[side] + away
          if (take(nonce, inWindow, times)) {
            expect(taken).not.toContain(nonce)
            taken.push(nonce)
          }
          const before = taken[again % taken.length]
          if (before !== undefined)
            for (const window of [true, false])
              expect(take(String(before), window, times)).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is forgotten once both clocks have passed it, and not before', () => {
    const { take, state } = taker()
    const times = { service: 1_000_000, caller: 9_000_000 }
    const late = times.service
    let refused = 0
    for (let call = 0; call < 30_000; call += 1) {
      times.caller += 1
      if (!take(times.caller, true, times)) refused += 1
      if (call === 0) expect(take(late, true, times)).toBe(true)
    }
    expect(refused).toBe(0)
    expect(take(late, true, times)).toBe(false)
    expect(state.windowNonces).toHaveLength(30_001)
    times.service = times.caller
    expect(take(times.caller + 1, true, times)).toBe(true)
    expect(state.windowNonces).toHaveLength(10_002)
    for (const left of [1, 4999]) expect(take(times.caller - left, true, times)).toBe(false)
  })
})

describe('a non-numeric nonce', () => {
  it('is a unique text in the specification’s dialect: accepted once, in any order', () => {
    const { call } = simulatedService()
    const ask = (nonce: string, body = {}) => call(balance, { nonce, body })
    expect(ask(uuid).status).toBe(200)
    expect(ask('b').status).toBe(200)
    expect(ask('a').status).toBe(200)
    for (const nonce of [uuid, 'a', 'b'])
      expect(ask(nonce)).toMatchObject({
        status: 429,
        json: { code: 0, message: 'Too many requests.' },
      })
    expect(ask(uuid, { nonceWindow: true }).status).toBe(429)
    expect(ask(uuid.toUpperCase()).status).toBe(200)
    expect(call(balance, { nonce: uuid, key: 'plain' }).status).toBe(200)
    expect(ask('1').status).toBe(200)
  })

  it('is refused in the live dialect, which compares numbers', () => {
    expect(simulatedService({ dialect: 'live' }).call(balance, { nonce: uuid })).toMatchObject({
      status: 422,
      json: { message: 'Invalid nonce.' },
    })
  })

  it('has at most 255 characters', () => {
    const { call } = simulatedService()
    expect(call(balance, { nonce: 'é'.repeat(255) }).status).toBe(200)
    expect(call(balance, { nonce: 'é'.repeat(256) })).toMatchObject({
      status: 422,
      json: { message: 'Invalid nonce.' },
    })
  })
})

describe('an id', () => {
  const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf']
  /** An object with `__proto__` as a member, as parsed from JSON. */
  const withMember = (member: string, value: string): Record<string, unknown> =>
    JSON.parse(`{${JSON.stringify(member)}:${JSON.stringify(value)}}`) as Record<string, unknown>

  it.each(names)('%s is a client order id like any other: used once', (id) => {
    const { call, service } = simulatedService()
    const limit = {
      market: 'BTC_USDT',
      side: 'buy',
      amount: '0.1',
      price: '40000',
      client_order_id: id,
    }
    const bulk = () => call(endpoints.bulkLimitOrders.path, { body: { orders: [limit] } }).json
    const market = () =>
      call(endpoints.collateralMarketOrder.path, {
        body: { market: 'BTC_PERP', side: 'buy', amount: '0.01', client_order_id: id },
      })
    expect(bulk()).toMatchObject([{ result: { client_order_id: id } }])
    expect(bulk()).toMatchObject([{ error: { code: 36 } }])
    expect(market()).toMatchObject({ status: 422, json: { code: 36 } })
    const read = readWorld(JSON.parse(JSON.stringify(service.world)))
    if (!read.ok) throw new Error(read.error)
    service.restart(read.value)
    expect(bulk()).toMatchObject([{ error: { code: 36 } }])
  })

  it.each(names)(
    '%s is a nonce like any other: used once, even after a restart of the service',
    (id) => {
      const { call, service } = simulatedService()
      expect(call(balance, { nonce: id }).status).toBe(200)
      expect(call(balance, { nonce: id }).status).toBe(429)
      const read = readWorld(JSON.parse(JSON.stringify(service.world)))
      if (!read.ok) throw new Error(read.error)
      service.restart(read.value)
      expect(call(balance, { nonce: id }).status).toBe(429)
    },
  )

  it.each(names)('%s names no market, no asset, no account, no investment and no key', (id) => {
    const { call } = simulatedService()
    const order = { side: 'buy', amount: '0.1', price: '40000' }
    expect(
      call(endpoints.bulkLimitOrders.path, { body: { orders: [{ ...order, market: id }] } }).json,
    ).toMatchObject([{ error: { code: 31 } }])
    expect(
      call(endpoints.collateralMarketOrder.path, { body: { ...order, market: id } }),
    ).toMatchObject({ json: { code: 31 } })
    expect(call(endpoints.openPositions.path, { body: { market: id } })).toMatchObject({
      json: { code: 31 },
    })
    expect(call(endpoints.payoutDestination.path, { body: { accountName: id } })).toMatchObject({
      status: 400,
    })
    expect(call(endpoints.closeInvestment.path, { body: { id } })).toMatchObject({ status: 400 })
    expect(call(endpoints.flexHistory.path, { body: { investment: id } })).toMatchObject({
      status: 200,
      json: { data: [] },
    })
    expect(call(balance, { headers: { 'x-txc-apikey': id } })).toMatchObject({
      status: 401,
      json: { code: 10 },
    })
    expect(
      simulatedService({ dialect: 'live' }).call(balance, { body: { ticker: id } }).json,
    ).toEqual({ main_balance: '0' })
    expect(call(balance, { body: withMember(id, 'x') }).status).toBe(200)
  })
})
