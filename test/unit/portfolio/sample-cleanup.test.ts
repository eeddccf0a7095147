import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bucketStart,
  surplusSamples,
  ageBands,
  type AgeBand,
} from '../../../src/main/portfolio/sample-cleanup.js'

const day = 86_400
const now = 1_749_988_800

type Sample = { at: number; weight: number }

const heavier = (candidate: Sample, chosen: Sample): boolean => candidate.weight > chosen.weight
const never = (): boolean => false

function downsampleOnce(
  samples: Sample[],
  at: number,
  better = never as (a: Sample, b: Sample) => boolean,
): Sample[] {
  const gone = new Set<Sample>()
  for (const band of ageBands(at)) {
    const inside = samples.filter((sample) => sample.at >= band.from && sample.at < band.to)
    const [oldest, newest] = [inside[0], inside.at(-1)]
    if (oldest === undefined || newest === undefined) continue
    for (const sample of surplusSamples(
      inside,
      band.every,
      { oldest: oldest.at, newest: newest.at },
      better,
    ))
      gone.add(sample)
  }
  return samples.filter((sample) => !gone.has(sample))
}

/** Ages of up to seven years, unevenly spread. */
const anySamples = fc
  .uniqueArray(
    fc.oneof(
      fc.record({ at: fc.integer({ min: now - 2 * day, max: now }), weight: fc.nat(100) }),
      fc.record({ at: fc.integer({ min: now - 100 * day, max: now }), weight: fc.nat(100) }),
      fc.record({ at: fc.integer({ min: now - 7 * 365 * day, max: now }), weight: fc.nat(100) }),
    ),
    { selector: ({ at }) => at, maxLength: 400 },
  )
  .map((samples) => samples.sort((a, b) => a.at - b.at))

function within(samples: Sample[], band: AgeBand): Sample[] {
  return samples.filter(({ at }) => at >= band.from && at < band.to)
}

describe('downsampling', () => {
  it('keeps every sample of the last day', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const left = new Set(downsampleOnce(samples, now))
        expect(
          samples.filter(({ at }) => at >= now - day).every((sample) => left.has(sample)),
        ).toBe(true)
      }),
    )
  })

  it('keeps the oldest and the newest sample of an age band', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const left = downsampleOnce(samples, now)
        for (const band of ageBands(now)) {
          expect(within(left, band)[0]).toBe(within(samples, band)[0])
          expect(within(left, band).at(-1)).toBe(within(samples, band).at(-1))
        }
        expect(left[0]).toBe(samples[0])
        expect(left.at(-1)).toBe(samples.at(-1))
      }),
    )
  })

  it('leaves at most one sample per bucket besides the two ends, and never empties a bucket', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const left = downsampleOnce(samples, now)
        for (const band of ageBands(now)) {
          const before = new Set(within(samples, band).map(({ at }) => bucketStart(at, band.every)))
          const after = within(left, band)
          expect(new Set(after.map(({ at }) => bucketStart(at, band.every)))).toEqual(before)
          expect(after.length).toBeLessThanOrEqual(before.size + 2)
        }
      }),
    )
  })

  it('keeps the preferred sample of a bucket, so that a peak outlives its neighbours', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const left = downsampleOnce(samples, now, heavier)
        for (const band of ageBands(now)) {
          for (const sample of within(samples, band)) {
            const bucket = bucketStart(sample.at, band.every)
            const kept = within(left, band).filter(
              ({ at }) => bucketStart(at, band.every) === bucket,
            )
            expect(Math.max(...kept.map(({ weight }) => weight))).toBeGreaterThanOrEqual(
              sample.weight,
            )
          }
        }
      }),
    )
  })

  it('is bounded over time: five and a half years at one sample in ten minutes, downsampled once a month', () => {
    const end = now + 5.5 * 365 * day
    let samples: Sample[] = []
    let next = now
    for (let at = now + 30 * day; at <= end; at += 30 * day) {
      for (; next < at; next += 600) samples.push({ at: next, weight: 0 })
      samples = downsampleOnce(samples, at)
    }
    expect(samples.length).toBeLessThanOrEqual(144 + 89 * 144 + (5 * 365 - 90) * 24 + 3 * 2 + 3)
    expect(samples[0]?.at).toBe(now)
  })

  it('changes nothing when run again', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const once = downsampleOnce(samples, now, heavier)
        expect(downsampleOnce(once, now, heavier)).toEqual(once)
      }),
    )
  })
})
