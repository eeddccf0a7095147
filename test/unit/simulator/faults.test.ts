import { describe, expect, it } from 'vitest'
import {
  replacesAnswer,
  startStorm,
  stormCutsStreams,
  stormFault,
  type Fault,
} from '../../../src/simulator/faults.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

const balance = endpoints.mainBalance.path

function faultsMet(seed: number, calls: number, path: string = balance): (Fault | null)[] {
  const { world } = simulatedService({ scene: 'storm', seed })
  return Array.from({ length: calls }, () => stormFault(world, path))
}

function kindOf({ status, body, drop, malformed, delayMs, headers }: Fault): string {
  return [
    status ?? '',
    typeof body,
    drop ?? '',
    malformed === true ? 'malformed' : '',
    delayMs === undefined ? '' : 'delay',
    Object.keys(headers ?? {}).join(),
  ].join('|')
}

describe('a storm', () => {
  it('affects about every second call', () => {
    const met = faultsMet(1, 2000).filter((fault) => fault !== null).length
    expect(met).toBeGreaterThan(800)
    expect(met).toBeLessThan(1200)
  })

  it('has faults of every kind: instead of an answer, after it, late, truncated, broken, as pages, as floods and as other JSON', () => {
    const faults = faultsMet(1, 2000).filter((fault) => fault !== null)
    expect(new Set(faults.map(kindOf)).size).toBeGreaterThan(15)
    expect(new Set(faults.map(({ status }) => status))).toEqual(
      new Set([undefined, 200, 302, 418, 429, 500, 502, 503, 504]),
    )
    expect(new Set(faults.map(({ drop }) => drop))).toEqual(new Set([undefined, 'before', 'after']))
    expect(faults.some(({ malformed }) => malformed)).toBe(true)
    expect(faults.every(({ delayMs = 0 }) => delayMs <= 2500)).toBe(true)
  })

  it('returns a busy engine for orders only', () => {
    const busy = (path: string) =>
      faultsMet(1, 2000, path).filter(
        (fault) =>
          typeof fault?.body === 'object' &&
          JSON.stringify(fault.body).includes('Please try again later.'),
      )
    expect(busy(endpoints.bulkLimitOrders.path).length).toBeGreaterThan(10)
    expect(busy(balance)).toEqual([])
  })

  it('ORD-17 never reports a call that moves money as executed if it was not', () => {
    for (const endpoint of [
      endpoints.closeInvestment,
      endpoints.collateralMarketOrder,
      endpoints.bulkLimitOrders,
    ]) {
      const instead = faultsMet(6, 2000, endpoint.path).filter(
        (fault) => fault !== null && replacesAnswer(fault),
      )
      const goodOnes = instead.filter(
        (fault) => (fault?.status ?? 200) < 300 && endpoint.reply.safeParse(fault?.body).success,
      )
      expect(goodOnes, endpoint.path).toEqual([])
    }
  })

  it('is the same for the same seed and different for another', () => {
    expect(faultsMet(3, 300)).toEqual(faultsMet(3, 300))
    expect(faultsMet(3, 300)).not.toEqual(faultsMet(4, 300))
  })

  it('never refuses the key, which would end a rehearsal', () => {
    expect(faultsMet(5, 2000).some((fault) => fault?.status === 401 || fault?.status === 403)).toBe(
      false,
    )
  })

  it('cuts streams now and then', () => {
    const { world } = simulatedService({ scene: 'storm' })
    const cuts = Array.from({ length: 3000 }, () => stormCutsStreams(world)).filter(Boolean).length
    expect(cuts).toBeGreaterThan(50)
    expect(cuts).toBeLessThan(200)
  })

  it('can start on any day, and does not on a calm one', () => {
    const { world } = simulatedService()
    expect(
      Array.from({ length: 100 }, () => stormFault(world, balance)).every(
        (fault) => fault === null,
      ),
    ).toBe(true)
    expect(stormCutsStreams(world)).toBe(false)
    startStorm(world)
    expect(
      Array.from({ length: 100 }, () => stormFault(world, balance)).some((fault) => fault !== null),
    ).toBe(true)
  })

  it('moves prices further than a calm day does', () => {
    const reach = (scene: 'calm' | 'storm'): number => {
      const { world, advance } = simulatedService({ scene })
      const ticks: number[] = []
      for (let n = 0; n < 600; n += 1) {
        advance(1)
        ticks.push(world.markets['BTC_USDT']?.ticks ?? 0)
      }
      return Math.max(...ticks) - Math.min(...ticks)
    }
    expect(reach('storm')).toBeGreaterThan(2 * reach('calm'))
  })
})
