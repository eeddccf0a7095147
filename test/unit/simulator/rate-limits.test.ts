import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RateLimits } from '../../../src/simulator/service.js'
import type { Endpoint } from '../../../src/v4/endpoint.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

const second = 1_000_000
const named = (name: keyof typeof endpoints): Endpoint => endpoints[name] as Endpoint

/**
 * Requests in a window of seconds, per endpoint: specification 8, and the public documents where it
 * says nothing.
 */
const documented: [keyof typeof endpoints, number, number][] = [
  ['ping', 2000, 10],
  ['mainBalance', 1000, 10],
  ['flexHistory', 1000, 10],
  ['closeInvestment', 1000, 10],
  ['collateralMarketOrder', 10_000, 10],
  ['bulkLimitOrders', 10_000, 10],
  ['openPositions', 12_000, 10],
  ['creditLine', 1000, 10],
  ['payoutDestination', 1000, 10],
  ['streamToken', 10, 60],
  ['markets', 2000, 10],
  ['tradeBalance', 12_000, 10],
  ['collateralBalances', 12_000, 10],
  ['collateralSummary', 12_000, 10],
  ['activeOrders', 12_000, 10],
  ['orderHistory', 12_000, 10],
  ['positionHistory', 12_000, 10],
  ['cancelOrder', 10_000, 10],
  ['cancelOrders', 10_000, 10],
  ['cancelAllOrders', 10_000, 10],
  ['closePosition', 10_000, 10],
  ['triggerMarketOrder', 10_000, 10],
  ['conditionalOrders', 12_000, 10],
  ['cancelConditional', 10_000, 10],
  ['balanceTransfer', 1000, 10],
  ['fixedInvestments', 1000, 10],
  ['flexInvestments', 1000, 10],
  ['miningAccounts', 1000, 10],
]

describe('limits', () => {
  it.each(documented)('%s accepts %i calls in %i seconds', (name, requests, seconds) => {
    const limits = new RateLimits()
    const start = 1_755_500_000 * second
    for (let call = 0; call < requests; call += 1)
      expect(limits.admit(named(name), start + call)).toBe(true)
    expect(limits.admit(named(name), start + requests)).toBe(false)
    expect(limits.admit(named(name), start + seconds * second - 1)).toBe(false)
    expect(limits.admit(named(name), start + seconds * second)).toBe(true)
    expect(limits.admit(named(name), start + seconds * second)).toBe(false)
  })

  it('slide: no more is accepted within the window than allowed, and what fits is never refused', () => {
    const endpoint = named('streamToken')
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 * second }), { maxLength: 120 }),
        (gaps) => {
          const limits = new RateLimits()
          const taken: number[] = []
          let now = 0
          for (const gap of gaps) {
            now += gap
            const fits = taken.filter((time) => time > now - 60 * second).length < 10
            expect(limits.admit(endpoint, now)).toBe(fits)
            if (fits) taken.push(now)
          }
        },
      ),
    )
  })

  it('count each endpoint separately', () => {
    const limits = new RateLimits()
    for (let call = 0; call < 11; call += 1) limits.admit(named('streamToken'), 0)
    expect(limits.admit(named('mainBalance'), 0)).toBe(true)
  })
})

describe('over the limit', () => {
  const path = endpoints.streamToken.path

  it.each([
    [
      'spec',
      { code: 0, message: 'The rate limit is reached.', errors: {} },
      expect.any(String) as string,
    ],
    ['live', undefined, 'error code: 1015'],
  ] as const)(
    '%s answers in its dialect, with no nonce used and nothing executed',
    (dialect, json, text) => {
      const { call, world } = simulatedService({ dialect })
      for (let nonce = 1; nonce <= 10; nonce += 1) expect(call(path, { nonce }).status).toBe(200)
      expect(call(path, { nonce: 11 })).toEqual({ status: 429, json, text })
      expect(world.streamTokens).toHaveLength(10)
      expect(call(endpoints.mainBalance.path, { nonce: 11 }).status).toBe(200)
    },
  )

  it('a public path returns the public error in the specification’s dialect', () => {
    const { service } = simulatedService()
    const ping = () =>
      service.encode(
        service.reply({
          method: 'GET',
          path: endpoints.ping.path,
          headers: {},
          body: Buffer.alloc(0),
        }).answer,
      )
    for (let call = 0; call < 2000; call += 1) expect(ping().status).toBe(200)
    const over = ping()
    expect(over).toMatchObject({ status: 429, type: 'application/json' })
    expect(JSON.parse(over.text)).toEqual({
      success: false,
      message: 'The rate limit is reached.',
      params: [],
    })
  })

  it('accepts calls again as the service’s time passes', () => {
    const { call, advance } = simulatedService()
    for (let n = 0; n < 11; n += 1) call(path)
    advance(59)
    expect(call(path).status).toBe(429)
    advance(1)
    expect(call(path).status).toBe(200)
  })

  it('returns a different 429 for the nonce', () => {
    const { call } = simulatedService()
    call(endpoints.mainBalance.path, { nonce: 5 })
    expect(call(endpoints.mainBalance.path, { nonce: 5 })).toMatchObject({
      status: 429,
      json: { code: 0, errors: {}, message: 'Too many requests.' },
    })
  })
})
