import { statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccountRepositories, openStorage } from '../../../src/main/accounts/storage.js'
import { migrate } from '../../../src/main/database/database-migrations.js'
import { inMemory, openDatabase } from '../../../src/main/database/database.js'
import { createProfileRepository } from '../../../src/main/accounts/profile-repository.js'
import {
  createDatabaseHealth,
  DatabaseFault,
  noLog,
} from '../../../src/main/database/database-fault.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  openTestStorage,
  quickFolder,
  startOfTest,
  valueOf,
} from '../../support/test-storage.js'
import { casesOf } from '../../support/seed.js'

const profile = aProfile()
const day = 86_400
const everything = { from: 0, to: startOfTest * 2 }

function setup() {
  const folder = quickFolder()
  const time = createTestClock()
  const { storage } = openTestStorage({ folder, clock: time.clock })
  valueOf(storage.profiles.add(profile))
  return {
    ...time,
    storage,
    folder,
    /** Until nothing is left to do: every call reads a few thousand samples. */
    downsampleAll: async () => {
      for (let times = 0; times < 60; times += 1) valueOf(await storage.tend())
    },
    loans: (window = everything) => valueOf(storage.samples.loans(profile.id, window)),
    levels: (window = everything) => valueOf(storage.samples.marginLevels(profile.id, window)),
  }
}

/** Samples of two profiles in a database that refuses writes until `accept`. */
function withRefusingDisk() {
  const other = aProfile({ id: 'other', name: 'Other' })
  const database = openDatabase(inMemory)
  onTestFinished(() => database.close())
  migrate(database)
  let refusing = false
  const disk = {
    ...database,
    write: <T>(work: () => T): T => {
      if (refusing) throw new DatabaseFault('DISK_FULL', 'x')
      return database.write(work)
    },
  }
  const health = createDatabaseHealth({
    changes: database.changes,
    log: noLog,
    onChange: () => undefined,
    onDamage: () => undefined,
  })
  const profiles = createProfileRepository(disk, health, {})
  for (const one of [profile, other]) valueOf(profiles.add(one))
  refusing = true
  const { samples } = createAccountRepositories({
    database: disk,
    health,
    clock: createTestClock().clock,
    log: noLog,
  }).repositories
  return { samples, other, accept: () => void (refusing = false) }
}

describe('samples', () => {
  it('are returned in order with every digit, only those of the window', () => {
    const { storage, loans } = setup()
    for (const [at, amount] of [
      [startOfTest + 30, '-0.000000000000000001'],
      [startOfTest, '123456789012345678901234567890.5'],
      [startOfTest + 15.25, '1.10'],
    ] as const) {
      storage.samples.addLoan(profile.id, at, aLoan({ amount }))
    }
    expect(loans()).toMatchObject([
      { at: startOfTest, amount: '123456789012345678901234567890.5' },
      { at: startOfTest + 15.25, amount: '1.10' },
      { at: startOfTest + 30, amount: '-0.000000000000000001' },
    ])
    expect(loans({ from: startOfTest + 15.25, to: startOfTest + 29 })).toHaveLength(1)
    expect(loans({ from: startOfTest + 31, to: startOfTest + 99 })).toEqual([])
    expect(valueOf(storage.samples.loans('nobody', everything))).toEqual([])
  })

  it('contain the loan with its thresholds, whatever was borrowed', () => {
    const { storage } = setup()
    storage.samples.addLoan(profile.id, startOfTest, aLoan())
    storage.samples.addLoan(
      profile.id,
      startOfTest + 15,
      aLoan({ asset: 'BTC', currentLtv: '0.25' }),
    )
    storage.samples.addLoan(profile.id, startOfTest + 30, aLoan({ currentLtv: '26.5' }))
    expect(
      valueOf(storage.samples.loans(profile.id, everything)).map(({ at, asset, currentLtv }) => [
        at - startOfTest,
        asset,
        currentLtv,
      ]),
    ).toEqual([
      [0, 'USDT', '25'],
      [15, 'BTC', '0.25'],
      [30, 'USDT', '26.5'],
    ])
    expect(valueOf(storage.samples.loans(profile.id, everything))[0]).toEqual({
      at: startOfTest,
      asset: 'USDT',
      amount: '15000.50',
      currentLtv: '25',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
    })
  })

  it('leave out what is no amount or has no time', () => {
    const { storage, loans } = setup()
    storage.samples.addLoan(profile.id, startOfTest, aLoan({ amount: '1e-8' }))
    storage.samples.addLoan(profile.id, Number.NaN, aLoan())
    storage.samples.addLoan(profile.id, -1, aLoan())
    storage.samples.addLoan(profile.id, startOfTest + 15, aLoan())
    expect(loans().map(({ at }) => at)).toEqual([startOfTest + 15])
  })

  it('of the margin level are returned in order with every digit, apart from any loan', () => {
    const { storage, loans, levels } = setup()
    const other = aProfile({ id: 'other', name: 'Other' })
    valueOf(storage.profiles.add(other))
    storage.samples.addMarginLevel(profile.id, startOfTest + 30, '99.5')
    storage.samples.addMarginLevel(profile.id, startOfTest, '123456789012345678901234567890.5432')
    storage.samples.addMarginLevel(profile.id, startOfTest + 10.25, '195.0464')
    storage.samples.addMarginLevel(other.id, startOfTest + 10, '7')
    for (const [at, level] of [
      [startOfTest + 40, 'NaN'],
      [startOfTest + 40, ''],
      [Number.NaN, '1'],
      [-1, '1'],
    ] as const)
      storage.samples.addMarginLevel(profile.id, at, level)
    storage.samples.addLoan(profile.id, startOfTest, aLoan({ asset: '' }))
    expect(levels()).toEqual([
      { at: startOfTest, level: '123456789012345678901234567890.5432' },
      { at: startOfTest + 10.25, level: '195.0464' },
      { at: startOfTest + 30, level: '99.5' },
    ])
    expect(levels({ from: startOfTest + 10.25, to: startOfTest + 29 })).toHaveLength(1)
    expect(loans()).toHaveLength(1)
    expect(valueOf(storage.samples.marginLevels('nobody', everything))).toEqual([])
  })

  it('of the margin level end with their account, also those not written yet', () => {
    const { storage, levels } = setup()
    storage.samples.addMarginLevel(profile.id, startOfTest, '150')
    expect(levels()).toHaveLength(1)
    storage.samples.addMarginLevel(profile.id, startOfTest + 10, '151')
    valueOf(storage.profiles.remove(profile.id))
    valueOf(storage.profiles.add(profile))
    expect(levels()).toEqual([])
    storage.samples.addMarginLevel(profile.id, startOfTest + 20, '152')
    expect(levels()).toEqual([{ at: startOfTest + 20, level: '152' }])
  })

  it('RES-4 are bounded while the disk refuses for long, and the oldest are dropped first', () => {
    const { samples, other, accept } = withRefusingDisk()
    for (let n = 0; n < 10; n += 1) samples.addLoan(other.id, startOfTest + n, aLoan())
    for (let n = 0; n < 10; n += 1) samples.addMarginLevel(profile.id, startOfTest + n, '150')
    for (let n = 0; n < 5005; n += 1) samples.addLoan(profile.id, startOfTest + n, aLoan())
    accept()
    const loans = valueOf(samples.loans(profile.id, everything))
    expect([loans.length, loans[0]?.at, loans.at(-1)?.at]).toEqual([
      5000,
      startOfTest + 5,
      startOfTest + 5004,
    ])
    expect(valueOf(samples.loans(other.id, everything))).toEqual([])
    expect(valueOf(samples.marginLevels(profile.id, everything))).toEqual([])
  })

  it('are kept for no more assets than an exchange can list', () => {
    const { storage, loans } = setup()
    for (let n = 0; n < 900; n += 1)
      storage.samples.addLoan(profile.id, startOfTest, aLoan({ asset: `A${n}` }))
    expect(loans()).toHaveLength(500)
  })

  it('keep both ends of a chart and their bounds, over any months of gaps, bursts and restarts', async () => {
    const stretch = fc.record({
      pause: fc.oneof(fc.integer({ min: 1, max: 3600 }), fc.integer({ min: 1, max: 40 * day })),
      every: fc.constantFrom(15, 60, 900),
      count: fc.integer({ min: 1, max: 250 }),
      downsample: fc.boolean(),
      restart: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(stretch, { minLength: 1, maxLength: 12 }), async (stretches) => {
        const folder = quickFolder()
        const { clock, advance } = createTestClock()
        let { storage } = valueOf(openStorage({ folder, clock }))
        valueOf(storage.profiles.add(profile))
        const added: number[] = []
        for (const { pause, every, count, downsample, restart } of stretches) {
          advance(pause)
          for (let n = 0; n < count; n += 1) {
            advance(every)
            added.push(clock())
            storage.samples.addLoan(profile.id, clock(), aLoan())
          }
          if (restart) {
            storage.close()
            ;({ storage } = valueOf(openStorage({ folder, clock })))
          }
          if (downsample) valueOf(await storage.tend())
        }
        for (let times = 0; times < 8; times += 1) valueOf(await storage.tend())
        const left = valueOf(storage.samples.loans(profile.id, everything)).map(({ at }) => at)
        storage.close()
        const now = clock()
        expect(left[0]).toBe(added[0])
        expect(left.at(-1)).toBe(added.at(-1))
        const kept = new Set(left)
        expect(added.filter((at) => at >= now - day && !kept.has(at))).toEqual([])
        // One per five minutes, or per hour, besides the two ends of each age band.
        const minutes = left.filter((at) => at < now - day && at >= now - 90 * day)
        expect(minutes.length).toBeLessThanOrEqual(
          new Set(minutes.map((at) => at - (at % 300))).size + 2,
        )
        const hours = left.filter((at) => at < now - 90 * day)
        expect(hours.length).toBeLessThanOrEqual(
          new Set(hours.map((at) => at - (at % 3600))).size + 2,
        )
        // No bucket that had a sample is empty.
        expect(new Set(added.map((at) => at - (at % 3600)))).toEqual(
          new Set(left.map((at) => at - (at % 3600))),
        )
      }),
      { numRuns: casesOf({ gate: 20, scheduled: 60 }) },
    )
  })

  it('keep the worst loan-to-value of each bucket, not the first', async () => {
    const { storage, advance, clock, downsampleAll, loans } = setup()
    for (let n = 0; n < 40; n += 1)
      storage.samples.addLoan(
        profile.id,
        clock() + n * 15,
        aLoan({ currentLtv: n === 7 ? '74.9' : '9.5' }),
      )
    storage.samples.addLoan(profile.id, clock() + 3600, aLoan({ currentLtv: '100' }))
    advance(3 * day)
    await downsampleAll()
    const left = loans()
    expect(left.length).toBeLessThanOrEqual(5)
    expect(left.map(({ currentLtv }) => currentLtv)).toContain('74.9')
  })

  it('keep the lowest margin level of each bucket, at the same bounds as a loan', async () => {
    const { storage, advance, clock, downsampleAll, loans, levels } = setup()
    for (let n = 0; n < 400; n += 1) {
      const at = clock() + n * 15
      storage.samples.addLoan(profile.id, at, aLoan())
      storage.samples.addMarginLevel(profile.id, at, n === 7 ? '99.5' : '100.25')
    }
    advance(3 * day)
    await downsampleAll()
    const lowest = (): number => levels().filter(({ level }) => level === '99.5').length
    // One per five minutes and the last; of the first five minutes also the oldest.
    expect([loans().length, levels().length, lowest()]).toEqual([21, 22, 1])
    advance(100 * day)
    await downsampleAll()
    expect([loans().length, levels().length, lowest()]).toEqual([3, 4, 1])
  })

  it('continue to be downsampled after the clock was far ahead for a while', async () => {
    const { storage, setTo, clock, downsampleAll, loans } = setup()
    const add = (): void => storage.samples.addLoan(profile.id, clock(), aLoan())
    for (let n = 0; n < 40; n += 1) {
      setTo(startOfTest + 10 * day + n * 15)
      add()
    }
    setTo(startOfTest + 20 * day)
    await downsampleAll()
    for (let n = 0; n < 400; n += 1) {
      setTo(startOfTest + n * 15)
      add()
    }
    setTo(startOfTest + 20 * day)
    await downsampleAll()
    expect(loans({ from: startOfTest, to: startOfTest + 400 * 15 })).toHaveLength(20)
  })

  it('RES-4 take few megabytes when downsampled, for 90 days of a loan per 15 s and a margin level per 10 s', async () => {
    const { storage, clock, setTo, downsampleAll, loans, levels, folder } = setup()
    const end = startOfTest + 90 * day
    // Older than a day they arrive downsampled; the last two days raw, to be downsampled here.
    for (let at = startOfTest; at < end; at += at < end - 2 * day ? 300 : 15) {
      storage.samples.addLoan(profile.id, at, aLoan({ currentLtv: `25.${at}` }))
    }
    for (let at = startOfTest; at < end; at += at < end - 2 * day ? 300 : 10)
      storage.samples.addMarginLevel(profile.id, at, `195.${String(at).slice(-4)}`)
    setTo(end)
    await downsampleAll()
    const read = loans()
    const readLevels = levels()
    storage.close()
    const megabytes = statSync(join(folder, 'plimsoll.db')).size / 1e6
    console.info(
      `90 days: ${read.length} samples of a loan, ${readLevels.length} of the margin level, ${megabytes.toFixed(1)} MB`,
    )
    expect(read.length).toBeLessThanOrEqual(day / 15 + 89 * 288 + 10)
    expect(readLevels.length).toBeLessThanOrEqual(day / 10 + 89 * 288 + 10)
    expect(megabytes).toBeLessThan(6)
    expect(clock()).toBe(end)
  })
})
