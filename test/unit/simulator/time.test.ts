import { describe, expect, it } from 'vitest'
import { dozeTo } from '../../../src/simulator/engine/time.js'
import { sceneNames } from '../../../src/simulator/scenes.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'
import { expectLawful } from '../../support/world-laws.js'

describe('time', () => {
  it.each(['calm', 'margin-call', 'storm'] as const)(
    'gives the same world in many small steps and in one large step: %s',
    (scene) => {
      const many = simulatedService({ scene })
      const one = simulatedService({ scene })
      for (const seconds of [0.25, 0.5, 1, 3, 7.25, 100, 488]) many.advance(seconds)
      one.advance(600)
      expect(many.world).toEqual(one.world)
    },
  )

  it.each(sceneNames)('leaves a world unchanged by JSON, and consistent: %s', (scene) => {
    const { world, advance } = simulatedService({ scene })
    advance(20)
    expect(JSON.parse(JSON.stringify(world))).toEqual(world)
    expectLawful(world)
  })

  it('that is dozed through ends at the same moment, with everything that was due, minute by minute', () => {
    const [dozed, awake] = [simulatedService(), simulatedService()]
    const end = dozed.world.nowMicros + 2 * 86_400 * 1_000_000
    const minutes: number[] = []
    dozeTo(dozed.world, end, () => minutes.push(dozed.world.nowMicros / 60_000_000))
    awake.advance(2 * 86_400)
    const { loan, flexRecords, fixedInvestments, nowMicros } = dozed.world
    expect([nowMicros, minutes.length]).toEqual([end, 2 * 1440])
    expect(minutes.every((minute) => Number.isInteger(minute))).toBe(true)
    expect(loan?.totalFunding).toBe(awake.world.loan?.totalFunding)
    expect(flexRecords).toEqual(awake.world.flexRecords)
    expect(fixedInvestments).toEqual(awake.world.fixedInvestments)
    expectLawful(dozed.world)
  }, 30_000)

  it('differs between seeds', () => {
    const figures = (seed: number) =>
      simulatedService({ seed }).call(endpoints.openPositions.path).text
    expect(figures(1)).not.toBe(figures(2))
    expect(simulatedService({ seed: 1 }).keyNamed('full').apiKey).not.toBe(
      simulatedService({ seed: 2 }).keyNamed('full').apiKey,
    )
  })

  it('keeps prices near their start for two days', () => {
    const { world, advance } = simulatedService()
    const before = structuredClone(world.markets)
    advance(2 * 86_400)
    for (const [name, market] of Object.entries(world.markets)) {
      const was = before[name]?.ticks ?? 0
      expect(market.ticks, name).toBeGreaterThan(was * 0.97)
      expect(market.ticks, name).toBeLessThan(was * 1.03)
    }
  })
})
