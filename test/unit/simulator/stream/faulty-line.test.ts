import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFor } from '../../../../src/simulator/engine/random.js'
import { type Fault, Faults, updateFaults } from '../../../../src/simulator/faults.js'
import { FaultyLine } from '../../../../src/simulator/stream/faulty-line.js'

const second = 1_000_000

function setup(...list: Fault[]) {
  const faults = new Faults()
  for (const fault of list) faults.add(fault)
  const random = randomFor(1, 'test')
  const line = new FaultyLine({ fault: () => faults.takeForUpdate(), random: () => random })
  return { faults, line }
}

describe('updates of a connection', () => {
  it('are sent as they are without a fault, or with one for calls', () => {
    const { line, faults } = setup({ path: '/ws', status: 503 }, { drop: 'before' })
    expect(line.pass(['a', 'b'], 0)).toEqual(['a', 'b'])
    expect(faults.all()).toHaveLength(2)
  })

  it.each<[string, Fault, string[][]]>([
    ['dropped', { updates: 'drop', times: 1 }, [['b'], ['c'], []]],
    ['sent twice', { updates: 'twice', times: 1 }, [['a', 'a', 'b'], ['c'], []]],
    ['swapped', { updates: 'swap', times: 1 }, [['b', 'a'], ['c'], []]],
    ['late', { updates: 'late', delayMs: 2000, times: 1 }, [['b'], ['c'], ['a']]],
    ['cut off for good', { updates: 'half-open', times: 1 }, [[], [], []]],
  ])('are %s as often as asked for', (_name, fault, expected) => {
    const { line, faults } = setup(fault)
    expect([line.pass(['a', 'b'], 0), line.pass(['c'], second), line.pass([], 2 * second)]).toEqual(
      expected,
    )
    expect(faults.all()).toEqual([])
  })

  it('that are swapped are not kept for ever where nothing follows', () => {
    const { line } = setup({ updates: 'swap', times: 1 })
    expect([line.pass(['a'], 0), line.pass([], second)]).toEqual([[], ['a']])
  })

  it('are no calls: what is meant for them affects none', () => {
    const { faults } = setup({ updates: 'drop' }, { path: '/ws', updates: 'late' })
    expect(faults.take('/ws')).toBeNull()
    faults.clear()
    expect(faults.takeForUpdate()).toBeNull()
  })

  it('by the seed meet every fault but the last, in the same order each time', () => {
    const run = (): string[][] => {
      const { line } = setup({ updates: 'any', delayMs: 1000 })
      return Array.from({ length: 200 }, (_, at) => line.pass([String(at)], at * second))
    }
    const sent = run()
    expect(run()).toEqual(sent)
    const all = sent.flat()
    expect(all.some((text, at) => text === all[at + 1])).toBe(true)
    expect(all.some((text, at) => Number(text) > Number(all[at + 1]))).toBe(true)
    expect(new Set(all).size).toBeLessThan(180)
    expect(new Set(all).size).toBeGreaterThan(100)
  })
})

it('whatever the faults, nothing is sent that was not said, and all of it once they end', () => {
  const fault = fc.constantFrom(...updateFaults.filter((one) => one !== 'half-open'), null)
  fc.assert(
    fc.property(fc.array(fc.tuple(fault, fc.nat(3)), { maxLength: 40 }), (script) => {
      const { line, faults } = setup()
      const sent: string[] = []
      script.forEach(([updates, count], at) => {
        faults.clear()
        if (updates !== null) faults.add({ updates })
        sent.push(
          ...line.pass(
            Array.from({ length: count }, (_, n) => `${at}-${n}`),
            at * second,
          ),
        )
      })
      faults.clear()
      sent.push(...line.pass([], 100 * second))
      const said = new Set(
        script.flatMap(([, count], at) => Array.from({ length: count }, (_, n) => `${at}-${n}`)),
      )
      expect(sent.every((text) => said.has(text))).toBe(true)
      const kept = script.flatMap(([updates, count], at) =>
        updates === 'drop' || updates === 'any'
          ? []
          : Array.from({ length: count }, (_, n) => `${at}-${n}`),
      )
      expect(kept.every((text) => sent.includes(text))).toBe(true)
      expect(line.pass(['last'], 101 * second)).toEqual(['last'])
    }),
  )
})
